"""What cells of frames stand for: names of values, and numbers as whole numbers of one unit.

Floats are neither: engines round and group them each in their way.

How to read: `key_of` says how an engine groups the cells of a column of values, and what a group is
called; `unit_of` how many parts of a whole number the cells of a column of numbers are.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from itertools import count
from typing import Any

from exactnb.core.data.rows import MISSING, name_of
from exactnb.core.record import frozen
from exactnb.errors import HERE, InputError
from exactnb.scale.counting.engines import Column, narwhals

_INTEGERS = ("Int8", "Int16", "Int32", "Int64", "UInt8", "UInt16", "UInt32")
_TEXTS = ("String", "Categorical", "Enum")
_FLOATS = ("Float16", "Float32", "Float64")
_PLACES = 17  # decimals of a number: its unit and what it is a part of are 64-bit integers
_HOLE = " (pandas makes floats of whole numbers where one is missing: astype('Int64') mends that)"


@frozen(slots=True)
class Key:
    """What an engine groups a column of values by, and the name of a group, None for missing ones.

    `declared` are the values that the type of the column lists, in some row or in none.
    """

    expression: Any
    name: Callable[[Any], str | None]
    is_text: bool = False
    declared: tuple[str, ...] = ()

    def free(self, cells: Collection[Any]) -> Any:
        """Return a cell that is none of these."""
        if self.is_text:
            return "-" * (1 + max(map(len, cells), default=0))
        return next(number for number in count() if number not in cells)


def key_of(column: Column) -> Key:
    """Return the key of a column of text, whole numbers or truth values.

    Raises InputError for other types.
    """
    nw, name = narwhals(), column.type_name
    cells = nw.col(column.at)
    if name in _TEXTS:
        with HERE.column(column.name):
            listed = tuple(filter(None, map(_named, column.declared)))
        return Key(cells.cast(nw.String), _named, is_text=True, declared=listed)
    if name in _INTEGERS:
        return Key(cells.cast(nw.Int64), _named)
    if name == "Boolean":
        return Key(cells.cast(nw.Int64), lambda cell: None if cell is None else name_of(bool(cell)))
    way = "cast it to text" if name not in _FLOATS else f"cast it to whole numbers, or to text{_HOLE}"
    known = "text, whole numbers of up to 64 bits or truth values"
    raise InputError(f"expected {known}; got {column.kind}: {way}", at=HERE.column(column.name))


def unit_of(column: Column) -> int:
    """Return how many parts of 1 the whole numbers are that cells are taken for: 100 for cents.

    Raises InputError for what is neither a whole number nor a decimal.
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


def check_text(column: Column) -> None:
    """Refuse a column that holds no text."""
    if column.type_name not in _TEXTS:
        raise InputError(f"expected text; got {column.kind}", at=HERE.column(column.name))


def parts(column: Column, unit: int) -> Any:
    """Return the cells of a column of numbers, known to be small, as whole numbers of its unit."""
    nw = narwhals()
    if unit == 1:
        return nw.col(column.at).cast(nw.Int64)
    # 18 digits, for an engine multiplies the largest decimal that a type can hold
    return (nw.col(column.at).cast(nw.Decimal(18, int(column.kind.scale))) * unit).cast(nw.Int64)


def _named(cell: Any) -> str | None:
    name = None if cell is None else name_of(cell)
    return None if name in MISSING else name
