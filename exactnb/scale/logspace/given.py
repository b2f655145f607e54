"""Counts that were taken elsewhere: each table is checked against the sizes of the classes.

How to read: `counts_given` goes through the parts, `_Checked` compares what is said of one column.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from typing import Any

import numpy as np

from exactnb.core.arithmetic.integers import exact_text
from exactnb.core.data.places import in_class
from exactnb.core.record import frozen
from exactnb.errors import HERE, InputError, Place
from exactnb.scale.logspace.parts import Part, check_amounts
from exactnb.scale.logspace.sums import Sums
from exactnb.scale.logspace.tables import Integers, Tables

_SMALL = 2**62  # what tables of 64-bit integers hold
_LONGEST = 3_300  # bits of a count: Python shows no number of more than 4,300 digits


def counts_given(
    classes: Mapping[Any, int], parts: Sequence[Part], counts: Sequence[Any], missing: Any = None
) -> tuple[tuple[Part, ...], tuple[Tables | Sums, ...], tuple[Fraction, ...], int]:
    """Return the parts of a classifier, their counts, the sizes of its classes and its width, audited.

    They are given as `Classifier.from_counts` takes them.
    Raises InputError with the column, from the first of all parts, and the class.
    """
    lacking = [None] * len(parts) if missing is None else missing
    if not len(parts) == len(counts) == len(lacking):
        raise InputError(f"{len(parts)} parts, but counts of {len(counts)}", at="counts")
    sizes = whole_numbers([list(classes.values())], (1, len(classes)))[0]
    placed: list[Part] = []
    found: list[Tables | Sums] = []
    start = 0
    for part, of, without in zip(parts, counts, lacking, strict=True):
        check_amounts(part)
        audit = _Audit(tuple(classes), sizes, start)
        if part.kernel == "measures":
            table, width = audit.measures(of, without)
        else:
            table, width = audit.tables(part, of, without)
        placed.append(replace(part, columns=slice(start, start + width)))
        found.append(table)
        start += width
    exact = tuple(map(Fraction, sizes.tolist()))
    return tuple(placed), tuple(found), exact, start


@frozen
class _Audit:
    """Compare counts of a part, whose columns begin at a place, with the rows of each class."""

    classes: tuple[Any, ...]
    sizes: Integers
    start: int

    def tables(self, part: Part, given: Any, missing: Any) -> tuple[Tables | Sums, int]:
        """Return the counts of words or values, and of how many columns they are."""
        cells = whole_numbers(given, (None, len(self.sizes)))
        found = Tables(self.sizes, cells)
        if part.kernel == "values":
            return found, self._values(part.sizes, cells, missing)
        if missing is not None:
            raise InputError("goes with columns of values and of measurements", at="missing")
        if part.kernel == "presence":
            for column in np.flatnonzero((cells > self.sizes).any(axis=1)).tolist()[:1]:
                self._conserve(column, np.maximum(cells[column], self.sizes))
        elif ((cells != 0).any(axis=0) & (self.sizes == 0)).any():
            raise InputError("a class without rows has words", at="counts")
        return found, len(cells)

    def _values(self, values: Sequence[int], cells: Integers, missing: Any) -> int:
        """Check the counts of the values of columns, which stand below each other."""
        if sum(values) != len(cells):
            told = f"there are {len(cells)}; the sizes of the columns add up to {sum(values)}"
            raise InputError(told, at="counts")
        lacking = self._missing(missing, len(values))
        ends = np.cumsum((0, *values)).tolist()
        for column, (top, end) in enumerate(pairwise(ends)):
            self._conserve(column, cells[top:end].sum(axis=0, dtype=object) + lacking[column])
        return len(values)

    def measures(self, given: Any, missing: Any) -> tuple[Tables | Sums, int]:
        """Return the sums of measurements, and of how many columns they are."""
        if not isinstance(given, Sums):
            raise InputError("expected Sums: sizes, totals and squares by class", at="counts")
        width, number = len(given.totals[0]) if given.totals else 0, len(self.sizes)
        lengths = {len(given.sizes), len(given.totals), len(given.squares)}
        if lengths != {number} or {*map(len, given.totals), *map(len, given.squares)} > {width}:
            raise InputError(f"expected sums of {width} columns by {number} classes", at="counts")
        lacking = self._missing(missing, width)
        given = Sums(
            tuple(map(Fraction, given.sizes)),
            tuple(tuple(map(Fraction, of)) for of in given.totals),
            tuple(tuple(map(Fraction, of)) for of in given.squares),
        )
        shown = np.array(list(map(_whole, given.sizes)), dtype=object)
        for column in range(width):
            self._conserve(column, shown + lacking[column])
            rows = zip(self.classes, given.sizes, given.totals, given.squares, strict=True)
            for label, n, totals, squares in rows:
                total, square = totals[column], squares[column]
                if total**2 > n * square or (not n and square):
                    message = f"Σx² of {exact_text(square)} is less than (Σx)²/n allows"
                    raise InputError(message, at=self._place(column, label))
        return given, width

    def _missing(self, given: Any, width: int) -> Integers:
        none = np.zeros((width, len(self.sizes)), dtype=np.int64)
        return whole_numbers(none if given is None else given, none.shape)

    def _conserve(self, column: int, found: Any) -> None:
        """Refuse a column whose counts are not the rows of each class."""
        pairs = zip(self.classes, found.tolist(), self.sizes.tolist(), strict=True)
        for label, number, size in pairs:
            if number != size:
                has = f"{size:,} row{'s' * (size != 1)}"
                message = f"the counts add up to {number:,}; the class has {has}"
                raise InputError(message, at=self._place(column, label))

    def _place(self, column: int, label: Any) -> Place:
        return in_class(HERE.spot(f"column {self.start + column}"), str(label))


def whole_numbers(given: Any, shape: tuple[int | None, int]) -> Integers:
    """Return counts as a table of integers: 64 bits where they fit, Python's own where not.

    >>> whole_numbers([[1, 2]], (None, 2)).tolist()
    [[1, 2]]

    Raises InputError for floats, truth values, negative numbers and another shape.
    """
    try:
        found = given if isinstance(given, np.ndarray) else np.array(given, dtype=object)
    except ValueError:  # rows of several lengths
        raise InputError("expected a table, features × classes", at="counts") from None
    rows, columns = shape
    if found.size == 0 and found.ndim < 2:
        found = found.reshape(0, columns)
    if found.ndim != 2 or found.shape[1] != columns or rows not in (None, len(found)):
        of = f"{'features' if rows is None else rows} × {columns}"
        raise InputError(f"expected a table, {of} (classes); got {found.shape}", at="counts")
    if found.dtype == object:
        kinds = {type(n) for n in found.ravel().tolist()}
        if not all(issubclass(kind, int | np.integer) and kind is not bool for kind in kinds):
            raise InputError("expected whole numbers as counts", at="counts")
    elif found.dtype.kind not in "iu":
        raise InputError(f"expected whole numbers as counts; got {found.dtype}", at="counts")
    if found.size and int(found.max()).bit_length() > _LONGEST:
        raise InputError("a count of more than 1,000 digits", at="counts")
    if found.size and int(found.min()) < 0:
        raise InputError(f"a count is not negative; got {exact_text(int(found.min()))}", at="counts")
    small = not found.size or int(found.max()) < _SMALL
    return found.astype(np.int64 if small else object)


def _whole(given: Fraction) -> int:
    if given.denominator != 1:
        raise InputError(f"expected whole numbers of rows; got {given}", at="counts")
    return int(given)
