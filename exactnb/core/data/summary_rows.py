"""The names of rows in tables of counts and of parameters, and the numbers about columns in them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction

from exactnb.core.arithmetic.numerals import read_number
from exactnb.core.data.findings import Doubt
from exactnb.core.data.rows import TOTALS, name_of, unquoted
from exactnb.core.naming.grammar import parse_name
from exactnb.core.naming.kinds import HEADS
from exactnb.errors import InputError, Place, near, printable, quoted

Measurement = Fraction | tuple[tuple[Fraction, Fraction], ...]
"""What a row about numeric columns holds: a number, or the points of a density."""

TOTAL = "total"
SUMS = {"sum": 1, "squares": 1, "products": 2, TOTAL: 1}
PARAMETERS = {head.name: head.given_columns for head in HEADS.values() if head.given_columns}
PARAMETERS["points"] = 1
"""The rows about numeric columns, with how many columns each names."""

SummaryRow = tuple[int, str, list[str]]
"""The line of a row in a summary, its name, and its cells."""

_HEAD_AND_COLUMNS = re.compile(r"([a-z]+|[^\W\d_]) *\(.*\)")
_NOT_NEGATIVE = ("squares", TOTAL, *(head.name for head in HEADS.values() if head.within == "above 0"))


def as_people_write(
    corner: str, header: list[str], rows: Iterable[SummaryRow], is_cell: Callable[[str], bool]
) -> tuple[str, list[str], list[SummaryRow], list[Doubt]]:
    """Return a table of counts with `column=value` in front of each row, and notes on what was changed.

    The value may have a column of its own behind that of its name, which stands once for several, or
    rows may follow one with a name alone. `is_cell` says whether a cell holds a count. A column that
    adds up the others is left out.

    >>> rows = [(2, "sky", ["sun", "1", "2"]), (3, "", ["fog", "0", "3"]), (4, "Total", ["", "1", "5"])]
    >>> as_people_write("name", ["value", "a", "b"], rows, str.isdigit)[1:3]
    (['a', 'b'], [(2, 'sky=sun', ['1', '2']), (3, 'sky=fog', ['0', '3']), (4, 'total', ['1', '5'])])
    """
    rows, notes, column, written = list(rows), list[Doubt](), "", list[SummaryRow]()
    values = [cells[0] for _, _, cells in rows if cells[0]]
    is_apart = len(header) > 2 and not all(map(is_cell, values)) and all(
        is_cell(cell) for _, _, cells in rows for cell in cells[1:]
    )  # fmt: skip
    is_grouped = not any(is_apart or any(cells) for _, _, cells in rows[:1])
    for line, name, cells in rows:
        is_total = (is_apart or is_grouped or "=" in rows[0][1]) and TOTALS.fullmatch(unquoted(name))
        if is_grouped and not any(cells):
            column = name
            continue
        column = (name or column) if is_apart else column
        value, cells = (cells[0], cells[1:]) if is_apart else (name if is_grouped else "", cells)
        name = TOTAL if is_total else f"{_name(column)}={_name(value)}" if value else name
        written.append((line, name, cells))
    if is_apart:
        corner, header = "", header[1:]
    place = next((n for n, name in enumerate(header) if TOTALS.fullmatch(name)), None)
    if place is not None and len(header) > 2 and all(is_cell(c) for *_, of in written for c in of):
        others = [[*map(Fraction, of)] for *_, of in written]
        if all(2 * of[place] == sum(of) for of in others):
            notes.append(
                Doubt(f"column “{printable(header[place])}” adds up the others, and is left out")
            )
            header = [*header[:place], *header[place + 1 :]]
            written = [(n, name, [*of[:place], *of[place + 1 :]]) for n, name, of in written]
    return corner, header, written, notes


def _name(text: str) -> str:
    """Return a name as it stands before or behind a sign =, in quotes where it is not plain."""
    return text if re.fullmatch(r"[\w .-]+|\".*\"", text) else f'"{text}"'


def head_and_columns(name: str, heads: Mapping[str, int], place: Place) -> tuple[str, ...]:
    """Return the head and the columns of a row `name` about numeric columns; nothing for any other.

    `heads` has the number of columns of each head that may stand here. Raises InputError at `place` for
    another head, or another number of columns.
    """
    bare = unquoted(name)  # CSV quotes a cell with a comma in it, as in "covariance(a,b)"
    match = _HEAD_AND_COLUMNS.fullmatch(name) or _HEAD_AND_COLUMNS.fullmatch(bare)
    if match is None or (match[1] not in heads and (bare != name or not match[1].islower())):
        return ()
    head, name = match[1], bare
    if head not in heads:
        kind = "counts" if head in SUMS else "parameters"
        if not heads:
            raise InputError(
                f"{quoted(name)} is about numbers, which cannot be used with letters", at=place
            )
        if head in (*SUMS, *PARAMETERS):
            raise InputError(f"{quoted(name)} belongs in data.{kind}", at=place)
        hint = near(head, heads)
        raise InputError(f"expected one of {', '.join(heads)}; got {quoted(head)}{hint}", at=place)
    syntax = place.read(parse_name, name)
    plain = all(not item.sign and not item.negated for item in syntax.left)
    if not plain or syntax.bar or syntax.model or len(syntax.left) != heads[head]:
        example = f"{head}({', '.join('ab'[: heads[head]])})"
        raise InputError.expected(f"{example}, of columns", name, at=place)
    return (head, *(name_of(item.first) for item in syntax.left))


def read_measurement(head: str, raw: str) -> Measurement:
    """Return `raw`, a number about columns by its `head`, or the points of a density: "0:0 4:1/2"."""
    if head != "points":
        number = read_number(raw)
        if number < 0 and head in _NOT_NEGATIVE:
            raise InputError(f"{head} is not negative; got {raw}")
        return number
    pairs = [point.partition(":") for point in raw.split()]
    if len(pairs) < 2 or any(not sign for _, sign, _ in pairs):
        raise InputError.expected("points such as 0:0 4:1/2", raw)
    return tuple((read_number(x), read_number(y)) for x, _, y in pairs)


def column_and_value(name: str, place: Place) -> tuple[str, str]:
    """Return column and value of a row's `name`; "" as the value for a word or 0/1 column.

    Raises InputError at `place` for anything else.
    """
    try:
        syntax = parse_name(f"P({name})")
    except InputError:
        syntax = None
    if syntax is not None and len(syntax.left) == 1 and not syntax.right and not syntax.model:
        item = syntax.left[0]
        if item.sign != ":" and not item.negated:
            return name_of(item.first), name_of(item.second)
    raise InputError.expected('"column=value" or a name', name, at=place)
