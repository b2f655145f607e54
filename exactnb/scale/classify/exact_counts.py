"""Blocks of features as the exact counts of a problem."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

import numpy as np

from exactnb.core.data.counts import Counts
from exactnb.core.data.schema import Number, Schema, as_number
from exactnb.core.record import frozen
from exactnb.scale.logspace.limbs import Sums
from exactnb.scale.logspace.tables import Integers, Tables


@frozen
class FeatureNames:
    """The names of the features of a block: `words`, or `columns` with the names of their values.

    Columns of numbers have no values.
    """

    words: tuple[str, ...] = ()
    columns: Mapping[str, tuple[str, ...]] | None = None


def problem_counts(
    classes: Sequence[str],
    sizes: Sequence[Fraction],
    blocks: Sequence[tuple[FeatureNames, Tables | Sums]],
) -> Counts:
    """Return the counts of `blocks` as the counts of a problem.

    `classes` and `sizes` are the labels of the classes and their numbers of rows; each block has the
    names of its features and their counts by class.

    >>> tables = Tables(np.array([2, 1]), np.array([[3, 0], [1, 2]]))
    >>> blocks = [(FeatureNames(("a", "b")), tables)]
    >>> counts = problem_counts(["+", "-"], [Fraction(2), Fraction(1)], blocks)
    >>> counts.word("a", "+"), counts.tokens(["a", "b"], "-"), counts.sizes["+"]
    (3, 2, 2)
    """
    words: dict[tuple[str, str], Number] = {}
    cells: dict[tuple[str, str, str], Number] = {}
    moments: dict[tuple[tuple[str, ...], str], Number] = {}
    present: dict[tuple[str, str], Number] = {}
    columns: dict[str, tuple[str, ...]] = {}
    vocabulary: tuple[str, ...] = ()
    for feature_names, counted in blocks:
        columns |= feature_names.columns or {}
        if isinstance(counted, Sums):
            class_sums = list(
                zip(classes, sizes, counted.sizes, counted.totals, counted.squares, strict=True)
            )
            for place, column in enumerate(feature_names.columns or ()):
                for label, size, count, totals, squares in class_sums:
                    moments[(column,), label] = as_number(totals[place])
                    moments[(column, column), label] = as_number(squares[place])
                    if count != size:
                        present[column, label] = as_number(count)
            continue
        denominator = counted.denominator
        if feature_names.words:
            vocabulary += feature_names.words
            entries = _nonzero_cells(counted.cells, denominator)
            words |= {(feature_names.words[row], classes[k]): number for row, k, number in entries}
            continue
        values = [(c, value) for c, values in (feature_names.columns or {}).items() for value in values]
        entries = _nonzero_cells(counted.cells, denominator)
        cells |= {(*values[row], classes[k]): number for row, k, number in entries}
    schema = named_schema(tuple(classes), columns, vocabulary)
    class_sizes = {label: as_number(size) for label, size in zip(classes, sizes, strict=True)}
    return Counts(schema, class_sizes, cells, words, words, moments=moments, shown=present)


def named_schema(
    classes: tuple[str, ...], columns: Mapping[str, tuple[str, ...]], words: tuple[str, ...]
) -> Schema:
    """Return the schema of `classes`, `columns` and `words`, with a free name for the class."""
    variable = Schema("", classes, columns, words).free_name("class")
    return Schema(variable, classes, columns, words)


def _nonzero_cells(table: Integers, denominator: int) -> list[tuple[int, int, Number]]:
    """Return the row, the class and the number of every nonzero cell."""
    rows, labels = np.nonzero(table)
    numbers: list[Number] = table[rows, labels].tolist()
    if denominator != 1:
        numbers = [as_number(Fraction(number, denominator)) for number in numbers]
    return list(zip(rows.tolist(), labels.tolist(), numbers, strict=True))
