"""Cells of frames as names of values, and as integers in units of a decimal.

Floats are refused: each engine rounds and groups them in its own way.

How to read: `group_key` returns the expression by which an engine groups a column of values, with the
names of groups; `number_unit` the unit of a column of numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from itertools import count
from typing import Any

from exactnb.core.data.rows import MISSING, name_of
from exactnb.core.record import frozen
from exactnb.errors import HERE, InputError
from exactnb.scale.counting.engines import EngineColumn, narwhals

_INTEGERS = ("Int8", "Int16", "Int32", "Int64", "UInt8", "UInt16", "UInt32")
_TEXTS = ("String", "Categorical", "Enum")
_FLOATS = ("Float16", "Float32", "Float64")
_PLACES = 17  # decimals of a number up to which 10^places is a 64-bit integer, with room
_HOLE = " (pandas makes floats of whole numbers where one is missing: astype('Int64') mends that)"


@frozen(slots=True)
class GroupKey:
    """The expression by which an engine groups a column of values, and the `name` of each group.

    The name is None for missing values. `declared` are the values that the type of the column lists,
    whether some row has them or not.
    """

    expression: Any
    name: Callable[[Any], str | None]
    is_text: bool = False
    declared: tuple[str, ...] = ()

    def free(self, cells: Collection[Any]) -> Any:
        """Return a cell of the same type that is not among `cells`."""
        if self.is_text:
            return "-" * (1 + max(map(len, cells), default=0))
        return next(number for number in count() if number not in cells)


def group_key(column: EngineColumn) -> GroupKey:
    """Return the key of `column`, which holds text, integers or booleans.

    Raises InputError for other types.
    """
    nw, name = narwhals(), column.type_name
    cells = nw.col(column.at)
    if name in _TEXTS:
        with HERE.column(column.name):
            declared = tuple(filter(None, map(_cell_name, column.declared)))
        return GroupKey(cells.cast(nw.String), _cell_name, is_text=True, declared=declared)
    if name in _INTEGERS:
        return GroupKey(cells.cast(nw.Int64), _cell_name)
    if name == "Boolean":
        return GroupKey(
            cells.cast(nw.Int64), lambda cell: None if cell is None else name_of(bool(cell))
        )
    way = "cast it to text" if name not in _FLOATS else f"cast it to whole numbers, or to text{_HOLE}"
    expected = "text, whole numbers of up to 64 bits or truth values"
    raise InputError(f"expected {expected}; got {column.kind}: {way}", at=HERE.column(column.name))


def number_unit(column: EngineColumn) -> int:
    """Return the number of units per 1 in `column`: 1 for integers, 100 for decimals of two places.

    Raises InputError for a column of another type.
    """
    name, kind = column.type_name, column.kind
    if name in _INTEGERS:
        return 1
    if name == "Decimal" and kind.scale <= _PLACES:
        unit: int = 10 ** int(kind.scale)
        return unit
    way = f"; cast it to a decimal of at most {_PLACES} places"
    way += _HOLE if name in _FLOATS else ""
    raise InputError(
        f"expected whole numbers or decimals; got {kind}{way}", at=HERE.column(column.name)
    )


def check_text(column: EngineColumn) -> None:
    """Refuse a `column` that holds no text."""
    if column.type_name not in _TEXTS:
        raise InputError(f"expected text; got {column.kind}", at=HERE.column(column.name))


def as_units(column: EngineColumn, unit: int) -> Any:
    """Return an expression for the cells of `column`, small numbers, as integers in its `unit`."""
    nw = narwhals()
    if unit == 1:
        return nw.col(column.at).cast(nw.Int64)
    # A decimal of 18 digits: engines size the product by the largest decimal that a type can hold.
    return (nw.col(column.at).cast(nw.Decimal(18, int(column.kind.scale))) * unit).cast(nw.Int64)


def _cell_name(cell: Any) -> str | None:
    """Return the name of the value in a cell, None if it marks a missing one."""
    name = None if cell is None else name_of(cell)
    return None if name in MISSING else name
