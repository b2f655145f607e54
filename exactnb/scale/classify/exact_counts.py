"""Blocks of features as the exact counts of a problem."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

import numpy as np

from exactnb.core.data.counts import Counts
from exactnb.core.data.schema import Number, Schema, as_number
from exactnb.core.record import frozen
from exactnb.scale.logspace.sums import Sums
from exactnb.scale.logspace.tables import Integers, Tables


@frozen
class Named:
    """What the features of a block are called: words, or columns with the names of their values.

    Columns of numbers have no values.
    """

    words: tuple[str, ...] = ()
    columns: Mapping[str, tuple[str, ...]] | None = None


def counts_of(
    classes: Sequence[str], sizes: Sequence[Fraction], blocks: Sequence[tuple[Named, Tables | Sums]]
) -> Counts:
    """Return what was counted of blocks of features as the counts of a problem.

    >>> tables = Tables(np.array([2, 1]), np.array([[3, 0], [1, 2]]))
    >>> counts = counts_of(["+", "-"], [Fraction(2), Fraction(1)], [(Named(("a", "b")), tables)])
    >>> counts.word("a", "+"), counts.tokens(["a", "b"], "-"), counts.sizes["+"]
    (3, 2, 2)
    """
    words: dict[tuple[str, str], Number] = {}
    cells: dict[tuple[str, str, str], Number] = {}
    moments: dict[tuple[tuple[str, ...], str], Number] = {}
    shown: dict[tuple[str, str], Number] = {}
    columns: dict[str, tuple[str, ...]] = {}
    named_words: tuple[str, ...] = ()
    for named, counted in blocks:
        columns |= named.columns or {}
        if isinstance(counted, Sums):
            of_classes = list(
                zip(classes, sizes, counted.sizes, counted.totals, counted.squares, strict=True)
            )
            for at, column in enumerate(named.columns or ()):
                for label, size, own, totals, squares in of_classes:
                    moments[(column,), label] = as_number(totals[at])
                    moments[(column, column), label] = as_number(squares[at])
                    if own != size:
                        shown[column, label] = as_number(own)
            continue
        below = counted.denominator
        if named.words:
            named_words += named.words
            found = _cells(counted.cells, below)
            words |= {(named.words[row], classes[k]): number for row, k, number in found}
            continue
        values = [(c, value) for c, values in (named.columns or {}).items() for value in values]
        found = _cells(counted.cells, below)
        cells |= {(*values[row], classes[k]): number for row, k, number in found}
    variable = Schema("", tuple(classes), columns, named_words).free_name("class")
    schema = Schema(variable, tuple(classes), columns, named_words)
    of_class = {label: as_number(size) for label, size in zip(classes, sizes, strict=True)}
    return Counts(schema, of_class, cells, words, words, moments=moments, shown=shown)


def _cells(table: Integers, below: int) -> list[tuple[int, int, Number]]:
    """Return the row, the class and the number of every cell that is not zero."""
    rows, labels = np.nonzero(table)
    numbers: list[Number] = table[rows, labels].tolist()
    if below != 1:
        numbers = [as_number(Fraction(number, below)) for number in numbers]
    return list(zip(rows.tolist(), labels.tolist(), numbers, strict=True))
