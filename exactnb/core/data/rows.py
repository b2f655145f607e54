"""What rows and their cells may be, wherever they come from: names as text, in order, none twice.

How to read: `name_of` reads a cell, `class_column` finds the class, `ordered_values` and `read_columns`
put what columns hold in order; `pieces_of` and `with_rest` cut a line, but nothing in quotes.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from decimal import Decimal
from numbers import Rational, Real
from typing import Any, TypeVar

from exactnb.core.arithmetic.integers import exact_text, integer_text
from exactnb.core.arithmetic.numerals import (
    EXPECTED,
    NumberText,
    number_in,
    numeral_hint,
    read_number,
    read_ratio,
)
from exactnb.core.data.schema import MISSING, Number, Schema, as_number, seems_missing
from exactnb.core.naming.grammar import is_numeral
from exactnb.errors import HERE, InputError, Place, listing, near, quoted

_ROWS = 1_000_000  # of a table, wherever it comes from
_RowType = TypeVar("_RowType")

Record = tuple[int, Mapping[str, str]]
"""The number of a line, in an array of an object, and the cells by the names of their columns."""

_TRUTH = {"true": True, "1": True, "false": False, "0": False}

UNLABELLED = ("error", "query", "drop")
"""What becomes of a row without a class: it is refused, a query, or left out."""

NO_CLASS = 'a row without a class; unlabelled = "query" asks for it, "drop" leaves it out'

TOTALS = re.compile(
    r"(?:(?:(?:grand|overall|sub)[ -]?)?totals?(?: (?:rows|records|number|count|for|of)\b.*)?"
    r"|sub-?total .+|sum|(?:gesamt)?summe|gesamt|insgesamt|somme|suma|tota(?:le?|al)|razem|ogółem"
    r"|łącznie|summa|celkem|toplam|итого|всего|n(?= ?[=:])) ?(?:[=:].*)?",
    re.IGNORECASE,
)
"""How a row begins that adds up those above it."""

LABELS = ("class", "label", "target", "y")
"""Names of the class column, where the last column is none."""


def class_column(
    columns: Sequence[str], others: Collection[str | None] = (), weight: str | None = None
) -> str:
    """Return which of `columns` is the class, if nobody says it; `others` hold texts or ids.

    It is `class`, else the last but for that of a `weight`; where that is one of the `others`, a column
    that is named as a class often is, or the only one that is left.

    >>> class_column(["text", "label"], ["text"]), class_column(["id", "y", "text"], ["id", "text"])
    ('label', 'y')
    >>> class_column(["Class", "Survived", "Freq"], weight="Freq")
    'Survived'

    Raises InputError where several columns may be the class.
    """
    if LABELS[0] in columns:
        return LABELS[0]
    columns = [column for column in columns if column != weight]
    free = [column for column in columns if column not in others]
    if "text" in others and {"text", LABELS[1]} <= {*columns}:  # of labelled texts, wherever they stand
        return LABELS[1]
    if columns and columns[-1] not in others:
        return columns[-1]
    named = [column for name in LABELS for column in free if column.casefold() == name]
    if not named and len(free) != 1:
        left = f"there are {listing(free)}" if free else "no other is left"
        last = "; ".join(f"the last column, {quoted(name)}, is not the class" for name in columns[-1:])
        raise InputError(f"{last}; say which column is the class: {left}")
    return (named or free)[0]


def limited_rows(rows: Iterable[_RowType]) -> Iterator[_RowType]:
    """Yield the rows of a table; refuse one that is too long to be worked out line by line.

    >>> list(limited_rows("ab"))
    ['a', 'b']
    """
    if not isinstance(rows, Iterable) or getattr(rows, "shape", None) == ():
        raise InputError.expected("a list of rows", rows, at="rows")
    for number, row in enumerate(rows, start=1):
        if number > _ROWS:
            raise InputError(f"more than {_ROWS:,} rows; exactnb classify reads larger tables")
        yield row


def in_list(names: object, place: Place | str, what: str = "names") -> tuple[Any, ...]:
    """Return what is listed in `names`, which are `what`; raise InputError for a text.

    Its letters are no names.

    >>> in_list(["P(+)"], "ask")
    ('P(+)',)
    """
    with suppress(TypeError):  # an array without a length looks like a list
        if not isinstance(names, str | bytes):
            return tuple(names)  # type: ignore[arg-type]
    raise InputError(f"expected a list of {what}; got {quoted(names)}", at=place)


def name_of(raw: object) -> str:
    """Return a name `raw` as text: 1 and "1" are the same, true and "true" too.

    >>> name_of(" sea  level "), name_of(1), name_of(True)
    ('sea  level', '1', 'true')

    Raises InputError for floats and for anything that is not text, a whole number or a truth value.
    """
    if isinstance(raw, str):
        name = raw.strip()
        if not name.isascii() and any("\ud800" <= c <= "\udfff" for c in name):
            raise InputError(f"{quoted(name)} is not Unicode text")
        return name
    if isinstance(raw, bool):
        return "true" if raw else "false"
    if isinstance(raw, (Rational, Decimal)):  # int, Fraction, NumPy's and SymPy's numbers
        exact = read_ratio(raw).value  # which refuses numerals that are too long, and NaN
        return format(raw, "f") if isinstance(raw, Decimal) else exact_text(exact)
    if isinstance(raw, Real):
        # NumPy's and SymPy's: np.float64(…)
        printed = repr(raw) if isinstance(raw, float) else str(raw)
        raise InputError(f'{printed} is a binary float; write "{printed}" if it is a name')
    try:
        return integer_text(raw.__index__())  # type: ignore[attr-defined]  # what is a whole number
    except (AttributeError, TypeError):
        pass
    hint = '; "" is a missing cell' if raw is None else ""
    kind = type(raw).__name__
    raise InputError(f"expected a name or a whole number; got {quoted(raw)} ({kind}){hint}")


def truth_value(raw: object, values: Collection[str]) -> str | None:
    """Return the value of a column that `raw` is another spelling of, as a truth value; None if none.

    A column of True and False, or of 0 and 1, is asked for in any of these spellings, and as 0.0 and
    1.0, which binarizing reads so.

    >>> truth_value("1", ["False", "True"]), truth_value("1.0", ["0", "1"]), truth_value("1", ["a"])
    ('True', '1', None)
    """
    if len(values) > len(set(_TRUTH.values())):
        return None
    spelled = {_TRUTH.get(value.casefold()): value for value in values}
    if None in spelled or len(spelled) < len(values):  # "True" beside "true" is another value
        return None
    name = str(raw).strip().casefold()
    return spelled.get(_TRUTH.get({"0.0": "0", "1.0": "1"}.get(name, name)))


def unlabelled_queries(
    rows: Iterable[tuple[int, str, _RowType]], schema: Schema, ids: Iterable[str]
) -> tuple[tuple[str, _RowType], ...]:
    """Return the ids and cells of queries that rows without a class become: number, id and cells.

    The id is that of the row; r and the number, with stars if the `schema` or `ids` have that name,
    where it has none, a number, or a name of the `schema`.

    >>> schema = Schema("class", ("d",), {"b": ("r6",)})
    >>> unlabelled_queries([(4, "d4", "u"), (5, "", "v"), (6, "b", "w")], schema, ["d4", "r5"])
    (('d4', 'u'), ('r5*', 'v'), ('r6*', 'w'))
    """
    taken = set(ids)

    def name(number: int, identity: str) -> str:
        is_free = not is_numeral(identity or "0") and schema.free_name(identity) == identity
        return identity if is_free else schema.free_name(f"r{number}", taken)

    return tuple((name(number, identity), cells) for number, identity, cells in rows)


class NamedCells(dict[str, Any]):
    """The cells of a query, and all columns that it names, those without a value too."""

    names: frozenset[str] = frozenset()


class RowCells(dict[str, Any]):
    """The cells of a row that is asked for: nobody chose to name their columns."""


def as_cells(columns: Iterable[str], cells: Iterable[str]) -> RowCells:
    """Return the cells of a row by their columns, without the missing ones.

    >>> as_cells(["a", "b"], ["u", ""])
    {'a': 'u'}
    """
    return RowCells((column, cell) for column, cell in zip(columns, cells, strict=True) if cell)


def repeated(names: Iterable[str]) -> str | None:
    """Return the first of `names` that stands twice, None if none does.

    >>> repeated("abcb")
    'b'
    """
    earlier: set[str] = set()
    for name in names:
        if name in earlier:
            return name
        earlier.add(name)
    return None


def require_columns(names: Iterable[str], columns: Collection[str], place: Place | str) -> None:
    """Raise InputError at the place `place` for the first of `names` that is none of `columns`."""
    for name in names:
        if name not in columns:
            raise InputError(f"unknown column {quoted(name)}{near(name, columns)}", at=place)


def ordered_values(
    values: Iterable[str],
    listed: Sequence[str] | None,
    place: Place,
    *,
    sort: bool = True,
    marks: Collection[str] = MISSING,
) -> tuple[str, ...]:
    """Return `values` in order: those `listed`, else numerals ascending, else by first appearance.

    `place` is where the list stands; `marks` stand for missing cells. Without `sort` the order stays.

    >>> from exactnb.errors import HERE
    >>> ordered_values(["10", "9", "10"], None, HERE), ordered_values(["1"], None, HERE)
    (('9', '10'), ('0', '1'))

    Raises InputError for a value that the list does not have, or has twice.
    """
    distinct = list(dict.fromkeys(values))
    if listed is not None:
        names = [place.read(name_of, value) for value in in_list(listed, place)]
        if (double := repeated(names)) is not None:
            raise InputError(f"{quoted(double)} is listed twice", at=place)
        unusable = next((name for name in names if name in marks), None)
        if unusable is not None:
            raise InputError(f"{quoted(unusable)} marks a missing cell, it is no name", at=place)
        allowed = set(names)
        for value in distinct:
            if value not in allowed:
                raise InputError(f"the data has {quoted(value)}, which is not listed", at=place)
        return _read(names) if sort else tuple(names)
    if not sort or not distinct:
        return tuple(distinct)
    values = _read(["0", "1"] if set(distinct) <= {"0", "1"} else distinct)
    if all(isinstance(value, NumberText) and is_numeral(value) for value in values):
        return tuple(sorted(values, key=number_in))
    return values


def _read(names: Sequence[str]) -> tuple[str, ...]:
    """Return names that can all be read as numbers with these, so that none is read again."""
    try:
        return tuple(
            name if isinstance(name, NumberText) else NumberText(name, read_number(name))
            for name in names
        )
    except InputError:  # they are names, or such as 1/0
        return tuple(names)


def read_columns(
    rows: Sequence[tuple[str, ...]],
    columns: Sequence[str],
    listed: Mapping[str, Sequence[str]],
    marks: Collection[str] = MISSING,
) -> tuple[tuple[tuple[str, ...], ...], list[tuple[str, ...]] | None]:
    """Return the values of each of `columns` in order, and the cells of `rows` with their numbers.

    Some values may be `listed`; there are no such cells where no column holds numbers.
    """
    place = Place.of("values")
    columns_of_values = tuple(
        ordered_values((row[n] for row in rows if row[n]), listed.get(c), place / c, marks=marks)
        for n, c in enumerate(columns)
    )
    return columns_of_values, _with_numbers(rows, columns_of_values)


def _with_numbers(
    rows: Sequence[tuple[str, ...]], values: Sequence[tuple[str, ...]]
) -> list[tuple[str, ...]] | None:
    """Return the cells of rows with the numbers that the values of their columns were read as."""
    readings: list[dict[str, str]] = [
        {str(value): value for value in column_values if isinstance(value, NumberText)}
        for column_values in values
    ]
    if not rows or not any(readings):
        return None
    columns = (  # column by column: there may be a million rows
        map({"": "", **column_values}.__getitem__, column) if column_values else column
        for column_values, column in zip(readings, zip(*rows, strict=True), strict=True)
    )
    return list(zip(*columns, strict=True))


def check_ids(ids: Iterable[str], column: str = "") -> None:
    """Raise InputError if one of `ids` is there twice, of a `column` by its name alone; "" is no id."""
    if (double := repeated(identity for identity in ids if identity)) is not None:
        way = f'; if {quoted(column)} names no rows, say omit = ["{column}"]' * bool(column)
        raise InputError(f"the id {quoted(double)} is there twice{way}", at="id")


def read_weight(raw: str, marks: Collection[str], unlabelled: str, place: Place) -> Number:
    """Return the weight `raw` of a row: 0 for one of the `marks`, if `unlabelled` says "drop".

    Raises InputError at `place` for other rows without a weight, for a negative and for no number.
    """
    if raw in marks or seems_missing(raw):
        if raw in marks and unlabelled == "drop":
            return 0
        stated = ", ".join(f'"{mark}"' for mark in (*sorted({*marks} - {"", raw}, reverse=True), raw))
        way = f"missing = [{stated}] and " * (raw not in marks) + 'unlabelled = "drop"'
        raise InputError(f"a row without a weight; to count it 0 times, say {way}", at=place)
    try:
        weight = read_number(raw)
    except InputError as error:
        hint = numeral_hint(raw, in_table=True)  # how it is read as it stands
        message = f"{EXPECTED}{quoted(raw)}{hint}" if hint else error.message
        raise error.saying(message).under(place) from None
    if weight < 0:
        raise InputError(f"a weight must not be negative; got {raw}", at=place)
    return as_number(weight)


Row = tuple[int, list[str]]
"""The number of a line, and its cells."""

QUOTED = r'"[^"]*(?:""[^"]*)*"'
IN_QUOTES = re.compile(QUOTED)
"""What stands in quotes, in which two are one."""


def unquoted(cell: str) -> str:
    """Return a cell without the quotes around it, if there are any.

    >>> unquoted('"a ""b"" c"'), unquoted('"a" or "b"')
    ('a "b" c', '"a" or "b"')
    """
    return cell[1:-1].replace('""', '"') if IN_QUOTES.fullmatch(cell) else cell


def cell_pattern(separator: str, *, anywhere: bool = False) -> re.Pattern[str]:
    """Return the pattern of a cell and what ends it; quotes stand around it, or `anywhere` in it."""
    ends = re.escape(separator)
    content = rf" *{QUOTED} *(?=[{ends}]|$)|[^{ends}]*"
    if anywhere:
        content = rf'(?:{QUOTED}|[^"{ends}]+|")*'
    return re.compile(rf"({content})([{ends}]|$)")


def pieces_of(line: str, cell: re.Pattern[str], ends: list[int] | None = None) -> list[str]:
    """Return what stands between separators outside of quotes, which stay; `ends` takes their ends."""
    pieces, position = [], 0
    while True:
        match = cell.match(line, position)
        assert match is not None  # a cell may be empty
        pieces.append(match[1].strip())
        if ends is not None:
            ends.append(match.end(1))
        if not match[2]:
            return pieces
        position = match.end()


def with_rest(lines: Iterable[str], separator: str, rest: str, names: Sequence[str]) -> Iterator[Row]:
    """Yield the cells of each line, where those too many are part of that in the column `rest`."""
    if separator in " |":
        raise InputError("needs a comma or another sign between cells, no blank and no bar", at="rest")
    pattern = cell_pattern(separator)
    for number, line in enumerate(lines, start=1):
        plain, ends = line.strip("\r\n"), [-1]
        if not plain.strip():
            continue
        pieces = pieces_of(plain, pattern, ends)
        if not names:
            names = pieces = list(map(unquoted, pieces))
            yield number, pieces
            continue
        require_columns([rest], names, "rest")
        if len(pieces) < len(names):  # none of them is a part of another
            yield number, list(map(unquoted, pieces))
            continue
        place, more = names.index(rest), max(len(pieces) - len(names), 0)
        whole = plain[ends[place] + 1 : ends[place + more + 1]].strip()
        cells = [*pieces[:place], whole, *pieces[place + more + 1 :]]
        if any(cell.startswith('"') and (cell.count('"') % 2 or '\\"' in cell) for cell in cells):
            raise InputError("a quote that is not closed, or inside others", at=HERE.line(number))
        yield number, list(map(unquoted, cells))
