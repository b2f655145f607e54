"""Rows below a header that are no rows: types of columns, their units, and further names."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import chain, islice

from exactnb.core.data.rows import Row
from exactnb.core.data.schema import seems_missing
from exactnb.core.naming.grammar import is_numeral
from exactnb.errors import HERE, InputError

_NUMBER, _UNIT = re.compile(r"[-+(]? ?\d"), re.compile(r"\D*[^\W\d_]|[%$°]")  # how they begin
_IF_DATA = "or, if they are data, begin with another row"
_FLAG = re.compile(r"(class|meta|ignore|[cmi]|.*=.*)?")
_ORANGE = frozenset(("discrete", "continuous", "string", "time", "d", "c", "s", "t", "basket"))
_LOOKED_AT = 12  # rows


def below_names(rows: Iterator[Row], names: Sequence[str]) -> Iterator[Row]:
    """Yield rows; refuse first ones of types of columns, as Orange writes them, of units, or of names.

    Below an empty one of the columns' `names` a cell is no unit, but the rest of a name.
    """
    head = list(islice(rows, _LOOKED_AT))
    number, cells = head[0] if head else (0, [])
    below = head[1][1] if len(head) > 1 else []
    if len(cells) > 1 and below and _ORANGE.issuperset(cells) and all(map(_FLAG.fullmatch, below)):
        message = f'types of columns, as Orange writes them; say skip = "{number}-{number + 1}"'
        raise InputError(f"{message}, {_IF_DATA}", at=HERE.line(number))
    facing = enumerate(cells[: len(below)])
    units = [n for n, cell in facing if cell and not seems_missing(cell)]
    above_numbers = all(_NUMBER.match(below[n]) and _UNIT.match(cells[n]) for n in units)
    is_named = all(names[n] for n in units if n < len(names))
    if 0 < len(units) < len(cells) and above_numbers and is_named:
        message = f'units of the columns, not a row of cells; say skip = "{number}"'
        raise InputError(f"{message}, {_IF_DATA}", at=HERE.line(number))
    is_title = any(len(cells) != len(names) for _, cells in head)  # not names, what stands above
    counts = () if is_title else (3, 2, 1)
    if names_below := next((n for n in counts if _are_names(head[:n], head[n:])), 0):
        last = head[names_below - 1][0]
        skip = f"{number}-{last}" if last > number else str(number)
        message = f'further names of the columns, not a row of cells; say skip = "{skip}"'
        raise InputError(f"{message}, {_IF_DATA}", at=HERE.line(number))
    yield from chain(head, rows)


def _are_names(rows: Sequence[Row], below: Sequence[Row]) -> bool:
    """Say whether the cells of `rows` are names of columns, or keys of JSON: no cell comes again.

    Two columns at least have numbers in all rows `below`, and words in these.

    >>> body = [(n, ["a", str(n), "1"]) for n in (3, 4)]
    >>> [_are_names([(2, cells)], body) for cells in (["Group", "Age", "How many?"], ["b", "x", "1"])]
    [True, False]
    """
    if any(len(cells) < 2 for _, cells in (*rows, *below)) or len(below) < 2:
        return False
    if all(cell.startswith('{"') for _, cells in rows for cell in cells if cell):
        return True
    columns = [*zip(*(cells for _, cells in below), strict=False)]
    filled = [[cell for cell in of if cell and not seems_missing(cell)] for of in columns]
    numbers = [n for n, of in enumerate(filled) if len(of) > 1 and all(map(is_numeral, of))]
    return len(numbers) > 1 and all(
        all(n < len(cells) and re.search(r"[^\W\d_]{2}", cells[n]) for n in numbers)
        and not any(map(seems_missing, filter(None, cells)))
        and not any(cell in of for cell, of in zip(cells, columns, strict=False))
        for _, cells in rows
    )
