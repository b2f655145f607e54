"""Counts that another program took: each table is checked against the sizes of the classes.

How to read: `audit_counts` goes through the parts, `_CountsAudit` checks the columns of one part.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from typing import Any

import numpy as np

from exactnb.core.arithmetic.integers import exact_text
from exactnb.core.data.schema import in_class
from exactnb.core.record import frozen
from exactnb.errors import HERE, InputError, Place
from exactnb.scale.logspace.limbs import Sums
from exactnb.scale.logspace.parts import Part, check_amounts
from exactnb.scale.logspace.rational_tables import RationalTable
from exactnb.scale.logspace.tables import Integers, Tables

_SMALL = 2**62  # what tables of 64-bit integers hold
_LONGEST = 3_300  # bits of a count: Python shows no number of more than 4,300 digits


def audit_counts(
    classes: Mapping[Any, int], parts: Sequence[Part], counts: Sequence[Any], missing: Any = None
) -> tuple[tuple[Part, ...], tuple[Tables | Sums, ...], tuple[Fraction, ...], int]:
    """Return the parts of a classifier, their counts, the sizes of its classes, and its width, audited.

    `classes`, `parts`, `counts` and `missing` are those of `Classifier.from_counts`. Raises InputError
    with the column, numbered through all parts, and the class.
    """
    missing_tables = [None] * len(parts) if missing is None else missing
    if not len(parts) == len(counts) == len(missing_tables):
        raise InputError(f"{len(parts)} parts, but counts of {len(counts)}", at="counts")
    sizes = integer_table([list(classes.values())], (1, len(classes)))[0]
    placed: list[Part] = []
    audited: list[Tables | Sums] = []
    start = 0
    for part, raw, missing_rows in zip(parts, counts, missing_tables, strict=True):
        check_amounts(part)
        audit = _CountsAudit(tuple(classes), sizes, start)
        if part.kernel_name == "measures":
            table, width = audit.audit_sums(raw, missing_rows)
        else:
            table, width = audit.audit_table(part, raw, missing_rows)
        placed.append(replace(part, columns=slice(start, start + width)))
        audited.append(table)
        start += width
    return tuple(placed), tuple(audited), tuple(map(Fraction, sizes.tolist())), start


@frozen
class _CountsAudit:
    """Compare the counts of a part with the numbers of rows; its first column has number `start`."""

    classes: tuple[Any, ...]
    sizes: Integers
    start: int

    def audit_table(self, part: Part, raw: Any, missing: Any) -> tuple[Tables | Sums, int]:
        """Return the counts of words or values, and the number of their columns."""
        cells = integer_table(raw, (None, len(self.sizes)))
        tables = Tables(self.sizes, cells)
        if part.kernel_name == "values":
            return tables, self._check_and_count_columns(part.sizes, cells, missing)
        if missing is not None:
            raise InputError("needs columns of values and of measurements", at="missing")
        if part.kernel_name == "presence":
            for column in np.flatnonzero((cells > self.sizes).any(axis=1)).tolist()[:1]:
                self._require_row_totals(column, np.maximum(cells[column], self.sizes))
        elif ((cells != 0).any(axis=0) & (self.sizes == 0)).any():
            raise InputError("a class without rows has words", at="counts")
        return tables, len(cells)

    def _check_and_count_columns(self, values: Sequence[int], cells: Integers, missing: Any) -> int:
        """Check the counts of the values of columns, one below the other; return how many columns."""
        if sum(values) != len(cells):
            message = f"there are {len(cells)}; the sizes of the columns add up to {sum(values)}"
            raise InputError(message, at="counts")
        missing_rows = self._missing_counts(missing, len(values))
        for column, (top, end) in enumerate(pairwise(np.cumsum((0, *values)).tolist())):
            self._require_row_totals(
                column, cells[top:end].sum(axis=0, dtype=object) + missing_rows[column]
            )
        return len(values)

    def audit_sums(self, sums: Any, missing: Any) -> tuple[Tables | Sums, int]:
        """Return the sums of measurements, and the number of their columns."""
        if not isinstance(sums, Sums):
            raise InputError("expected Sums: sizes, totals and squares by class", at="counts")
        width, number = len(sums.totals[0]) if sums.totals else 0, len(self.sizes)
        lengths = {len(sums.sizes), len(sums.totals), len(sums.squares)}
        if lengths != {number} or {*map(len, sums.totals), *map(len, sums.squares)} > {width}:
            raise InputError(f"expected sums of {width} columns by {number} classes", at="counts")
        missing_rows = self._missing_counts(missing, width)
        sums = Sums(
            tuple(map(Fraction, sums.sizes)),
            RationalTable.of([list(map(Fraction, numbers)) for numbers in sums.totals]),
            RationalTable.of([list(map(Fraction, numbers)) for numbers in sums.squares]),
        )
        if (share := next((size for size in sums.sizes if size.denominator != 1), None)) is not None:
            raise InputError(f"expected whole numbers of rows; got {share}", at="counts")
        present = np.array(list(map(int, sums.sizes)), dtype=object)
        for column in range(width):
            self._require_row_totals(column, present + missing_rows[column])
            rows = zip(self.classes, sums.sizes, sums.totals, sums.squares, strict=True)
            for label, n, totals, squares in rows:
                # By Cauchy and Schwarz (Σx)² ≤ n·Σx²; sums that break this belong to no numbers.
                total, square = totals[column], squares[column]
                if total**2 > n * square or (not n and square):
                    message = f"Σx² of {exact_text(square)} is less than (Σx)²/n allows"
                    raise InputError(message, at=self._place(column, label))
        return sums, width

    def _missing_counts(self, raw: Any, width: int) -> Integers:
        """Return the numbers of rows without a value, columns × classes; zeros by default."""
        zeros = np.zeros((width, len(self.sizes)), dtype=np.int64)
        return integer_table(zeros if raw is None else raw, zeros.shape)

    def _require_row_totals(self, column: int, counted: Any) -> None:
        """Refuse a column whose counts do not add up to the rows of each class."""
        pairs = zip(self.classes, counted.tolist(), self.sizes.tolist(), strict=True)
        for label, number, size in pairs:
            if number != size:
                class_size = f"{size:,} row{'s' * (size != 1)}"
                message = f"the counts add up to {number:,}; the class has {class_size}"
                raise InputError(message, at=self._place(column, label))

    def _place(self, column: int, label: Any) -> Place:
        return in_class(HERE.spot(f"column {self.start + column}"), str(label))


def integer_table(raw: Any, shape: tuple[int | None, int]) -> Integers:
    """Return counts, `raw`, as a table of integers: 64 bits where they fit, Python's own where not.

    `shape` has the numbers of features (None for any) and of classes.

    >>> integer_table([[1, 2]], (None, 2)).tolist()
    [[1, 2]]

    Raises InputError for floats, truth values, negative numbers and another shape.
    """
    try:
        table = raw if isinstance(raw, np.ndarray) else np.array(raw, dtype=object)
    except ValueError:  # rows of several lengths
        raise InputError("expected a table, features × classes", at="counts") from None
    rows, columns = shape
    if table.size == 0 and table.ndim < 2:
        table = table.reshape(0, columns)
    if table.ndim != 2 or table.shape[1] != columns or rows not in (None, len(table)):
        expected = f"{'features' if rows is None else rows} × {columns}"
        raise InputError(f"expected a table, {expected} (classes); got {table.shape}", at="counts")
    if table.dtype == object:
        kinds = {type(n) for n in table.ravel().tolist()}
        if not all(issubclass(kind, int | np.integer) and kind is not bool for kind in kinds):
            raise InputError("expected whole numbers as counts", at="counts")
    elif table.dtype.kind not in "iu":
        raise InputError(f"expected whole numbers as counts; got {table.dtype}", at="counts")
    if table.size and int(table.max()).bit_length() > _LONGEST:
        raise InputError("a count of more than 1,000 digits", at="counts")
    if table.size and int(table.min()) < 0:
        raise InputError(f"a count is not negative; got {exact_text(int(table.min()))}", at="counts")
    return table.astype(np.int64 if not table.size or int(table.max()) < _SMALL else object)
