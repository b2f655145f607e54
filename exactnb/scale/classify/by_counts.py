"""Label records by counts alone: the rows that were counted are not needed, nor known.

How to read: `Counted` stands in the place of the training records, `LabellingByCounts` in that of a
labelling which reads them; `_tables` puts what was counted in the order of an encoding.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np

from exactnb.core.conventions import Conventions
from exactnb.core.conventions.shares import NO_ROWS, check_relative
from exactnb.core.lazy import once
from exactnb.core.record import frozen
from exactnb.errors import InputError, Place
from exactnb.scale.classify.encoding import Encoding, check_categories, check_counts
from exactnb.scale.classify.labelling import Labelling
from exactnb.scale.classify.learning import Learnt
from exactnb.scale.classify.records import Source
from exactnb.scale.classify.texts import Vocabulary
from exactnb.scale.counting.as_problem import check_spelling, families_of_words, text_of
from exactnb.scale.counting.features import ByClass, Numbers, Sum, Values
from exactnb.scale.counting.tally import Tally
from exactnb.scale.logspace.classifier import Classifier
from exactnb.scale.logspace.sums import Sums
from exactnb.scale.logspace.tables import Integers, check_size

_SMALL = 2**62  # what tables of 64-bit integers hold


@frozen
class Counted(Source):
    """What was counted, in the place of records: its fields are the features and the class."""

    tally: Tally = field(default_factory=Tally)

    @classmethod
    def of(cls, path: Path, tally: Tally) -> Counted:
        """Return the source of a tally, which was read from a path."""
        text, _ = text_of(tally)
        return cls(path, tally.label, text, tally=tally)

    @once
    def names(self) -> tuple[str, ...]:
        """Return the features, and what the class is called."""
        return (*self.tally.features, self.tally.label)

    @once
    def text_field(self) -> str:
        """Return the name of the texts, "" for none."""
        return self.text

    @once
    def id_field(self) -> str:
        """Return "": counts have no rows."""
        return ""


@frozen
class LabellingByCounts(Labelling):
    """Label the records of `test` by counts: labels and posteriors are those of the rows counted."""

    @classmethod
    def of(cls, path: Path, tally: Tally, test: Source, **said: Any) -> LabellingByCounts:
        """Return the labelling of a test by a tally, which was read from a path.

        What words and columns follow is said by the counts; `said` is all else that a `Labelling`
        takes. A vocabulary chooses among the words that were counted. Raises InputError for several
        texts, and for values and words that no record shows.
        """
        with Place.file(path):
            _, texts = text_of(tally)
            check_spelling(tally)
        given = said.pop("vocabulary", None)
        if isinstance(given, int):
            raise InputError("counts do not tell which words stand in most texts", at="vocabulary")
        if texts is not None:
            words = texts.words if given is None else given.words
            given = Vocabulary(words, texts.split)
        family = "" if texts is None else families_of_words(texts)[0]
        return cls(
            Counted.of(path, tally),
            test,
            family,
            vocabulary=given,
            numbers=tuple(name for name, of in tally.features.items() if isinstance(of, Numbers)),
            categories=tuple(name for name, of in tally.features.items() if isinstance(of, Values)),
            **said,
        )

    @property
    def _tally(self) -> Tally:
        assert isinstance(self.train, Counted)
        return self.train.tally

    def _taught(self) -> Learnt:
        return _Given(self._tally, self)


@frozen
class _Given:
    """What counts say of the records that they were taken of, as a `Learner` would have learnt it."""

    tally: Tally
    of: LabellingByCounts

    def encoding(self) -> Encoding:
        """Return how records become rows."""
        tally, said = self.tally, self.of
        found = {name: tally.features[name] for name in said.categories}
        values = {name: tuple(of.values) for name, of in found.items() if isinstance(of, Values)}
        check_categories(values, are_named=bool(said.categories))
        check_counts(tally)
        has_text = bool(said.train.text_field)
        vocabulary = said.vocabulary if isinstance(said.vocabulary, Vocabulary) else None
        return Encoding(
            said.family if has_text else "",
            vocabulary if has_text else None,
            values,
            said.numbers,
            tuple(sorted(tally.classes)),
            said.conventions.unseen_value,
            said.doubles,
        )

    def counted(self, encoding: Encoding, conventions: Conventions) -> Classifier:
        """Return the classifier of the counts, which are audited."""
        tally = self.tally.audited()
        sizes = {label: tally.classes[label] for label in encoding.classes}
        if conventions.prior == "mle":
            check_relative(sizes, NO_ROWS)
        parts = encoding.parts(conventions)
        found = list(_tables(tally, encoding)) or [(_sums(None, encoding, sizes), None)]
        return Classifier.from_counts(
            sizes,
            parts,
            [counts for counts, _ in found],
            missing=[missing for _, missing in found],
            prior=conventions.prior,
        )


def _tables(tally: Tally, encoding: Encoding) -> Iterator[tuple[Any, Integers | None]]:
    """Yield what was counted of each part, and how many rows lack its columns."""
    features, classes = tally.features, encoding.classes
    if encoding.vocabulary is not None:
        _, texts = text_of(tally)
        assert texts is not None
        yield _table(texts.counts, encoding.vocabulary.words, classes), None
    if encoding.categories:
        counts = {column: features[column].counts for column in encoding.categories}  # type: ignore[union-attr]
        cells = [
            _table(counts[column], values, classes) for column, values in encoding.categories.items()
        ]
        missing = [_table(of, (None,), classes) for of in counts.values()]
        yield np.concatenate(cells), np.concatenate(missing)
    for column in encoding.numbers:
        of = features[column]
        assert isinstance(of, Numbers)
        lacking = np.array([[of.missing.get(label, 0) for label in classes]], dtype=object)
        sizes = {label: of.sums.get(label, Sum()).n for label in classes}
        yield _sums(of, encoding, sizes), lacking


def _table(counts: ByClass[Any], values: Sequence[Any], classes: Sequence[str]) -> Integers:
    """Return how often values were counted, values × classes."""
    check_size(len(values), len(classes))
    largest = max((n for of in counts.values() for n in of.values()), default=0)
    found: Integers = np.zeros(
        (len(values), len(classes)), dtype=np.int64 if largest < _SMALL else object
    )
    for at, label in enumerate(classes):
        of = counts.get(label, {})
        found[:, at] = [of.get(value, 0) for value in values]
    return found


def _sums(column: Numbers | None, encoding: Encoding, sizes: Mapping[str, int]) -> Sums:
    """Return the sums of a column of numbers by class, or of none."""
    shown = tuple(Fraction(sizes[label]) for label in encoding.classes)
    if column is None:
        return Sums(shown, ((),) * len(shown), ((),) * len(shown))
    of = [column.sums.get(label, Sum()) for label in encoding.classes]
    return Sums(
        shown,
        tuple((Fraction(sums.total),) for sums in of),
        tuple((Fraction(sums.squares),) for sums in of),
    )
