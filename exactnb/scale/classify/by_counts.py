"""Label records by counts alone, without the rows that were counted.

How to read: `CountsSource` replaces the source of training records, `LabellingByCounts` the labelling
that reads them; `_tables` puts counts in the order of an encoding.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np

from exactnb.core.conventions import Conventions
from exactnb.core.lazy import once
from exactnb.core.record import frozen
from exactnb.errors import InputError, Place
from exactnb.scale.classify.encoding import Encoding, check_categories, refuse_counted_ids
from exactnb.scale.classify.fields import RecordSource
from exactnb.scale.classify.labelling import Labelling
from exactnb.scale.classify.learning import TrainingCounts
from exactnb.scale.classify.vocabulary import Vocabulary
from exactnb.scale.counting.as_problem import refuse_impossible_values, text_feature, word_families
from exactnb.scale.counting.features import ByClass, Numbers, NumberSums, Values
from exactnb.scale.counting.tally import Tally
from exactnb.scale.logspace.classifier import Classifier
from exactnb.scale.logspace.limbs import Sums
from exactnb.scale.logspace.rational_tables import RationalTable
from exactnb.scale.logspace.tables import Integers, check_size

_SMALL = 2**62  # counts below this go into tables of 64-bit integers


@frozen
class CountsSource(RecordSource):
    """Counts in place of records: its fields are the features and the class."""

    tally: Tally = field(default_factory=Tally)

    @classmethod
    def from_tally(cls, path: Path, tally: Tally) -> CountsSource:
        """Return the source of `tally`, which was read from `path`."""
        text, _ = text_feature(tally)
        return cls(path, tally.label, text, tally=tally)

    @once
    def field_names(self) -> tuple[str, ...]:
        return (*self.tally.features, self.tally.label)

    @once
    def text_field(self) -> str:
        return self.text

    @once
    def id_field(self) -> str:
        return ""  # counts have no rows


@frozen
class LabellingByCounts(Labelling):
    """Label the records of `test` by counts, with the same results as by the rows that were counted."""

    @classmethod
    def from_tally(
        cls, path: Path, tally: Tally, test: RecordSource, **options: Any
    ) -> LabellingByCounts:
        """Return the labelling of `test` by `tally`, which was read from `path`.

        The counts decide the families of words and columns; `options` are all other arguments of
        `Labelling`. A vocabulary chooses among the words that were counted. Raises InputError for
        several texts, and for values and words that no record can have.
        """
        with Place.file(path):
            _, texts = text_feature(tally)
            refuse_impossible_values(tally)
        vocabulary = options.pop("vocabulary", None)
        if isinstance(vocabulary, int):
            raise InputError("counts do not tell which words stand in most texts", at="vocabulary")
        if texts is not None:
            words = texts.names if vocabulary is None else vocabulary.words
            vocabulary = Vocabulary(words, texts.split)
        family, features = "" if texts is None else word_families(texts)[0], tally.features.items()
        return cls(
            CountsSource.from_tally(path, tally),
            test,
            family,
            vocabulary=vocabulary,
            numbers=tuple(name for name, feature in features if isinstance(feature, Numbers)),
            categories=tuple(name for name, feature in features if isinstance(feature, Values)),
            **options,
        )

    def _learn(self) -> TrainingCounts:
        assert isinstance(self.train, CountsSource)
        return _CountsLearnt(self.train.tally, self)


@frozen
class _CountsLearnt:
    """The encoding and the classifier that a `Learner` would have learnt from the records counted."""

    tally: Tally
    labelling: LabellingByCounts

    def encoding(self) -> Encoding:
        """Return the encoding of records as rows."""
        tally, labelling = self.tally, self.labelling
        features = {name: tally.features[name] for name in labelling.categories}
        values = {
            name: feature.names for name, feature in features.items() if isinstance(feature, Values)
        }
        check_categories(values, are_named=bool(labelling.categories))
        refuse_counted_ids(tally)
        has_text = bool(labelling.train.text_field)
        vocabulary = labelling.vocabulary if isinstance(labelling.vocabulary, Vocabulary) else None
        return Encoding(
            labelling.family if has_text else "",
            vocabulary if has_text else None,
            values,
            labelling.numbers,
            tuple(sorted(tally.classes)),
            labelling.conventions.unseen_value,
            labelling.doubles,
        )

    def classifier(self, encoding: Encoding, conventions: Conventions) -> Classifier:
        """Return the classifier of the audited counts, in the order of `encoding`, by `conventions`."""
        tally = self.tally.audited()
        sizes = {label: tally.classes[label] for label in encoding.classes}
        parts = encoding.parts(conventions)
        tables = list(_tables_and_row_counts(tally, encoding)) or [
            (_sums_by_class(None, encoding, sizes), None)
        ]
        return Classifier.from_counts(
            sizes,
            parts,
            [counts for counts, _ in tables],
            missing=[missing for _, missing in tables],
            prior=conventions.prior,
        )


def _tables_and_row_counts(tally: Tally, encoding: Encoding) -> Iterator[tuple[Any, Integers | None]]:
    """Yield the counts of each part, and the numbers of rows without its columns."""
    features, classes = tally.features, encoding.classes
    if encoding.vocabulary is not None:
        _, texts = text_feature(tally)
        assert texts is not None
        yield _count_table(texts.counts, encoding.vocabulary.words, classes), None
    if encoding.categories:
        counts = {column: features[column].counts for column in encoding.categories}  # type: ignore[union-attr]
        cells = [
            _count_table(counts[column], values, classes)
            for column, values in encoding.categories.items()
        ]
        missing = [_count_table(feature, (None,), classes) for feature in counts.values()]
        yield np.concatenate(cells), np.concatenate(missing)
    for column in encoding.numbers:
        feature = features[column]
        assert isinstance(feature, Numbers)
        missing_rows = np.array([[feature.missing.get(label, 0) for label in classes]], dtype=object)
        sizes = {label: feature.sums.get(label, NumberSums()).n for label in classes}
        yield _sums_by_class(feature, encoding, sizes), missing_rows


def _count_table(counts: ByClass[Any], values: Sequence[Any], classes: Sequence[str]) -> Integers:
    """Return the counts of values, values × classes."""
    check_size(len(values), len(classes))
    largest = max((n for class_counts in counts.values() for n in class_counts.values()), default=0)
    table: Integers = np.zeros(
        (len(values), len(classes)), dtype=np.int64 if largest < _SMALL else object
    )
    for column, label in enumerate(classes):
        class_counts = counts.get(label, {})
        table[:, column] = [class_counts.get(value, 0) for value in values]
    return table


def _sums_by_class(column: Numbers | None, encoding: Encoding, sizes: Mapping[str, int]) -> Sums:
    """Return the sums of a column of numbers by class, or those of no column."""
    class_sizes = tuple(Fraction(sizes[label]) for label in encoding.classes)
    if column is None:
        return Sums(class_sizes, *(RationalTable.of(((),) * len(class_sizes)) for _ in range(2)))
    class_sums = [column.sums.get(label, NumberSums()) for label in encoding.classes]
    return Sums(
        class_sizes,
        RationalTable.of([[Fraction(sums.total)] for sums in class_sums]),
        RationalTable.of([[Fraction(sums.squares)] for sums in class_sums]),
    )
