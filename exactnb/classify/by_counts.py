"""Label records by counts alone: the rows that were counted are not needed, nor known.

How to read: `Counted` stands in the place of the training records, `LabellingByCounts` in that of a
labelling which reads them; `_tables` puts what was counted in the order of an encoding.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np

from exactnb.classify.encoding import Encoding, Learner
from exactnb.classify.labelling import Labelling
from exactnb.classify.records import Source
from exactnb.classify.texts import Vocabulary
from exactnb.counting.as_problem import as_counts, check_spelling, families_of_words, text_of
from exactnb.counting.features import ByClass, Numbers, Sum, Values
from exactnb.counting.tally import Tally
from exactnb.errors import InputError, Place
from exactnb.lazy import once
from exactnb.logspace.classifier import Classifier
from exactnb.logspace.parts import Part
from exactnb.logspace.sums import Sums
from exactnb.logspace.tables import Integers, check_size
from exactnb.model.effort import EFFORT
from exactnb.solution.solution import Solution

_SMALL = 2**62  # what tables of 64-bit integers hold


@dataclass(frozen=True)
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


@dataclass(frozen=True)
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

    def explain(self, identity: str, *, leading: int = 10, effort: int = EFFORT) -> Solution:
        """Return why one record is decided as it is; refuse numbers that some rows lack."""
        with Place.file(self.train.path):
            as_counts(self._tally)
        return super().explain(identity, leading=leading, effort=effort)

    @property
    def _tally(self) -> Tally:
        assert isinstance(self.train, Counted)
        return self.train.tally

    def _learnt(self) -> Learner:
        tally = self._tally
        learner = Learner(bool(self.train.text_field), self.numbers, self.categories)
        values = {c: of.values for c, of in tally.features.items() if isinstance(of, Values)}
        learner.see_counts(tally.classes, values)
        return learner

    def _count(self, encoding: Encoding, parts: Sequence[Part]) -> Classifier:
        """Return the classifier of the counts, which are audited."""
        tally = self._tally.audited()
        sizes = {label: tally.classes[label] for label in encoding.classes}
        tables = list(_tables(tally, encoding, parts))
        return Classifier.from_counts(
            sizes,
            [part for part, _, _ in tables],
            [counts for _, counts, _ in tables],
            missing=[missing for _, _, missing in tables],
            prior=self.conventions.prior,
        )


def _tables(
    tally: Tally, encoding: Encoding, parts: Sequence[Part]
) -> Iterator[tuple[Part, Any, Integers | None]]:
    """Yield what was counted of each part, and how many rows lack its columns.

    Numbers that some rows lack have a part for each column, for they are of other numbers of rows.
    """
    features, classes, rest = tally.features, encoding.classes, iter(parts)
    if encoding.vocabulary is not None:
        _, texts = text_of(tally)
        assert texts is not None
        yield next(rest), _table(texts.counts, encoding.vocabulary.words, classes), None
    if encoding.categories:
        counts = {column: features[column].counts for column in encoding.categories}  # type: ignore[union-attr]
        cells = [
            _table(counts[column], values, classes) for column, values in encoding.categories.items()
        ]
        missing = [_table(of, (None,), classes) for of in counts.values()]
        yield next(rest), np.concatenate(cells), np.concatenate(missing)
    for part in rest:
        columns = {c: of for c, of in features.items() if isinstance(of, Numbers)}
        if not any(any(of.missing.values()) for of in columns.values()):
            yield part, _sums(columns, encoding, tuple(tally.classes[label] for label in classes)), None
            continue
        for column, of in columns.items():
            sizes = tuple(of.sums.get(label, Sum()).n for label in classes)
            lacking = np.array([[of.missing.get(label, 0) for label in classes]], dtype=object)
            yield replace(part, columns=slice(None)), _sums({column: of}, encoding, sizes), lacking


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


def _sums(columns: Mapping[str, Numbers], encoding: Encoding, sizes: Sequence[int]) -> Sums:
    """Return sums by class and column, scaled as the encoding scales numbers."""
    ordered = [
        (columns[column], 10**places) for column, places in encoding.places.items() if column in columns
    ]
    of = [[(own.sums.get(label, Sum()), by) for own, by in ordered] for label in encoding.classes]
    return Sums(
        tuple(map(Fraction, sizes)),
        tuple(tuple(sums.total * by for sums, by in row) for row in of),
        tuple(tuple(sums.squares * by**2 for sums, by in row) for row in of),
    )
