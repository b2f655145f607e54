"""Read queries as people type them: "Sunny, Strong", "Outlook=Sunny, Wind=Strong", or a text.

How to read: `read_query` and `queries_by_id` are the doors; `_cell` finds the column of one value,
`_row_misfit` says whether there is a value for each, and `respelling.py` how a refused query was meant.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import replace
from functools import partial
from itertools import takewhile
from typing import TYPE_CHECKING

from exactnb.core.arithmetic.numerals import numeral_hint
from exactnb.core.data.rows import RowCells, truth_value, unquoted
from exactnb.core.data.schema import Schema
from exactnb.core.families.base import Observation
from exactnb.core.naming.grammar import SyntaxItem, SyntaxName, is_numeral, parse_name
from exactnb.core.naming.names import Item
from exactnb.core.problem.observing import RawQuery, text_hint, value_in_cell
from exactnb.errors import HERE, InputError, Place, listing, near, printable, quoted

if TYPE_CHECKING:
    from exactnb.core.conventions import Conventions
    from exactnb.core.problem.types import Data

QUERY = "x"
"""The id of a query without a name."""


def read_query(text: str, schema: Schema, column: str = "text", *, unseen: bool = False) -> RawQuery:
    """Return the query in `text`, as people type it: cells, or a text where words are counted.

    A value alone stands for the only column of `schema` with it, a number for the only one with
    numbers, a column of 0 and 1 or of True and False alone for its 1 or True. Where that leaves a
    choice, as many values as there are columns are those of a row, in order; values of no column too,
    if a rule says what `unseen` values do. Where there are texts (in a `column`), cells are read if all
    are written `Column=Value`, a text with commas last, and else a text.

    >>> schema = Schema("play", ("yes",), {"sky": ("red", "low"), "wind": ("low",), "hot": ("0", "1")})
    >>> read_query("red, wind=low, not hot", schema)
    {'sky': 'red', 'wind': 'low', 'hot': '0'}
    >>> read_query("sky=?, wind=<=3", schema)
    {'sky': '?', 'wind': '<=3'}
    >>> read_query("3, red, 1", Schema("play", ("yes",), {"x": (), "sky": ("red",), "hot": ("0", "1")}))
    {'x': '3', 'sky': 'red', 'hot': '1'}
    >>> read_query("red, ?", Schema("play", ("yes",), {"sky": ("red",), "wind": ("low",)}))
    {'sky': 'red', 'wind': '?'}
    >>> read_query("low", schema)
    Traceback (most recent call last):
    ...
    exactnb.errors.InputError: 'low' can be read as sky=low or wind=low

    Raises InputError for what has no reading, or several.
    """
    try:
        read = _read(text, schema, column, unseen=unseen)
        if isinstance(read, str) and not _has_word(read, schema):
            for named in schema.columns:
                if re.search(rf"(?<!\w){re.escape(named)}\s*=", read):
                    way = f"a query of cells and a text is written {named}=..., {column}=..."
                    raise InputError(f"{quoted(named)} is a column, and no word was seen; {way}")
        return read
    except InputError as error:
        from exactnb.core.problem.respelling import respelling  # only a refusal needs it

        hint = respelling(text, schema, partial(_is_query, schema))
        # One spelling of the whole query says more than one of its first word.
        message = re.sub(r" \(did you mean [^)]*\?\)", "", error.message) if hint else error.message
        raise error.saying(message + hint) from None


def query_reader(
    schema: Schema, column: str, conventions: Iterable[Conventions]
) -> Callable[[str], RawQuery]:
    """Return `read_query` for columns of `schema` and texts in `column`, under `conventions`.

    >>> from exactnb.core.conventions import Conventions
    >>> schema = Schema("play", ("yes",), {"sky": ("red",), "wind": ("low",)})
    >>> query_reader(schema, "", [Conventions(unseen="drop")])("blue, low")
    {'sky': 'blue', 'wind': 'low'}
    """
    unseen = any(of_model.unseen_value != "error" for of_model in conventions)
    return partial(read_query, schema=schema, column=column, unseen=unseen)


def _read(text: str, schema: Schema, column: str, *, unseen: bool = False) -> RawQuery:
    if not text.strip():
        return {}
    items = _plain_items(text, schema) or list_items(text)
    items = tuple(replace(i, first=_whole_name(i.first, schema)) if i.sign == "=" else i for i in items)
    if schema.fold_case:
        items = tuple(
            replace(item, first=item.first.lower())
            if not item.sign and item.first not in schema.columns
            else item
            for item in items
        )
    if schema.words:
        columns = (*schema.columns, column)
        if not items or any(item.sign != "=" or item.first not in columns for item in items):
            before, sign, of_text = text.rpartition(f"{column}=")
            before = before.rstrip()  # the cells of other columns
            others = _read(before.rstrip(","), schema, column) if sign else text
            if not isinstance(others, Mapping) or before[-1:] not in ("", ","):
                return text
            return {**others, column: unquoted(of_text.strip())}
    elif not items:
        raise InputError.expected('"Column=Value, Column=Value"', text)
    cells: dict[str, object] = {}
    for index, item in enumerate(items):
        try:
            name, value = _cell(item, schema, {other.first for other in items if other.sign})
            if name in cells:
                raise InputError(f"column {quoted(name)} is there twice")
        except InputError as error:
            if (misfit := _row_misfit(items, schema, unseen=unseen)) is None:
                return dict(zip(schema.columns, (item.first for item in items), strict=True))
            if misfit:
                raise InputError(misfit) from None
            raise error.saying(error.message + _comma_hint(items, index)) from None
        if _holds_cells(value, schema) and value not in schema.columns.get(name, ()):
            raise InputError.expected(f"one value of column {quoted(name)}", value)
        cells[name] = value
    return cells


def _has_word(text: str, schema: Schema) -> bool:
    """Say whether a word that was seen stands in a `text`, in any case."""
    folded, words = text.casefold(), map(str.casefold, schema.words)
    return any(re.search(rf"(?<!\w){re.escape(of)}(?!\w)", folded) for of in words if of in folded)


def _is_query(schema: Schema, text: str) -> bool:
    """Say whether `text` is a query with at least a cell, and values that its columns have."""
    try:
        cells = _read(text, schema, "text")
    except InputError:
        return False
    if not isinstance(cells, Mapping) or not cells or not set(map(str, cells)) <= {*schema.columns}:
        return False
    return all(_may_stand(str(value), str(column), schema) for column, value in cells.items())


def _may_stand(value: str, column: str, schema: Schema) -> bool:
    """Say whether `column` may hold `value`: a value of it, a number among numbers, a missing mark."""
    if schema.is_missing(column, value):
        return True
    of_column = schema.columns[column]
    if value in of_column or truth_value(value, of_column):
        return True
    return is_numeral(value) and _may_hold(value, of_column)


def _holds_cells(value: str, schema: Schema) -> bool:
    """Say whether a value goes on with a further sign =, as in len == 1.8 and in len=1.8 wid=78."""
    before, sign, _ = value.partition("=")
    return bool(sign) and (not before or any(before.rstrip().endswith(name) for name in schema.columns))


def queries_by_id(
    raw: object, schema: Schema, column: str, read: Callable[[str], RawQuery]
) -> Mapping[str, RawQuery]:
    """Return the queries in `raw` by their ids: those of a mapping, or a single one, which is called x.

    `schema` has the columns, `column` is that of texts, and `read` reads what is typed; beside an id it
    is cells, unless there are texts.

    >>> schema = Schema("play", ("yes",), {"sky": ("red",)})
    >>> read = partial(read_query, schema=schema)
    >>> queries_by_id({"sky": "red"}, schema, "text", read)
    {'x': {'sky': 'red'}}
    >>> queries_by_id({"today": "red"}, schema, "text", read)
    {'today': {'sky': 'red'}}

    Raises InputError for what is neither, and for an id that is a misspelt column beside its value.
    """
    if isinstance(raw, Mapping):
        columns = {*schema.columns, *([column] if schema.words else [])}
        is_single = any(str(key) in columns for key in raw)  # no id may be the name of a column
        if not is_single or any(isinstance(value, Mapping | Observation) for value in raw.values()):
            typed = {i: q for i, q in raw.items() if isinstance(q, str | bool) and not schema.words}
            for identity, cell in typed.items():  # an id of one or two letters is near to any column
                having = [name for name, values in schema.columns.items() if str(cell) in values]
                if len(str(identity)) > 2 and (hint := near(str(identity), having)):
                    raise InputError(f"no column has this name{hint}", at=HERE / str(identity))
            return {**raw, **{i: (HERE / str(i)).read(read, str(q)) for i, q in typed.items()}}
    elif not isinstance(raw, Observation | str):
        raise InputError.expected("{ id: cells or text }", raw)
    single = read(raw) if isinstance(raw, str) else raw
    return {schema.free_name(QUERY): single}


def queries_of(raw: object, data: Data, conventions: Iterable[Conventions]) -> dict[str, RawQuery]:
    """Return the queries of `data` by their ids: those in `raw`, and rows without a class.

    Rows have no cells of columns that were left out of the data.
    """
    schema = data.schema
    read = query_reader(schema, schema.text, conventions)
    queries = Place.root("query").read(queries_by_id, raw, schema, schema.text, read)
    queries = {**dict(getattr(data, "unlabelled", ())), **queries}
    wholes = (getattr(doubt, "data", data) for doubt in getattr(data, "doubts", ()))
    omitted = {column for whole in wholes for column in whole.schema.columns} - {*schema.columns}
    return {
        name: RowCells((c, of) for c, of in query.items() if c not in omitted)
        if isinstance(query, RowCells)
        else query
        for name, query in queries.items()
    }


def list_items(text: str) -> tuple[SyntaxItem, ...]:
    """Return the items of `text`, a list such as "a=1, b"; none if it is no list.

    >>> [item.first for item in list_items("a=1, b")], list_items("a,")
    (['a', 'b'], ())
    """
    try:
        syntax = parse_name(f"P({text})")
    except InputError:
        return ()
    items = syntax.left
    plain = syntax == SyntaxName("P", items)
    return items if plain and all(item.sign != ":" for item in items) else ()


def _plain_items(text: str, schema: Schema) -> tuple[SyntaxItem, ...]:
    """Return the cells of `text` cut at its commas, for values with signs of the grammar: age=<=30.

    None where a quote stands in it, or a piece is neither a column with a value nor a known value; of a
    row, with a piece for each column, one may be empty.
    """
    columns = schema.columns
    with_commas = sorted((name for name in columns if "," in name), key=len, reverse=True)
    names = "|".join((*map(re.escape, with_commas), "[^,=]+"))  # the longest that fits
    before, *cells = re.split(rf"(?:^|,)\s*({names})\s*=", text)  # Name=Kowalski, Anna
    pairs = zip(cells[::2], cells[1::2], strict=True)
    named = [(_whole_name(name.strip(), schema), value.strip()) for name, value in pairs]
    is_cut = any(name in with_commas for name, _ in named)
    fits = (
        c in columns and (is_cut or is_numeral(of) or value_in_cell(of, columns[c])) for c, of in named
    )
    if not before and all(fits):
        return tuple(SyntaxItem(name, "=", value) for name, value in named)
    items = []
    values = {value for of_column in schema.columns.values() for value in of_column}
    pieces = text.split(",") if '"' not in text else ()
    if len(pieces) == len(schema.columns) and "=" not in text:
        values.add("")
    for piece in pieces:
        name, sign, value = (part.strip() for part in piece.partition("="))
        if sign and name in schema.columns:
            items.append(SyntaxItem(name, "=", value))
        elif piece.strip() in values:
            items.append(SyntaxItem(piece.strip()))
        else:
            return ()
    return tuple(items)


def _whole_name(name: str, schema: Schema) -> str:
    """Return the column called `name` and a unit in brackets, or a mark of a footnote, if only one is.

    It is `name` otherwise.

    >>> schema = Schema("play", ("yes",), {"len [mm]": (), "wid (mm)": (), "hot*": ("no", "yes")})
    >>> _whole_name("len", schema), _whole_name("hot", schema), _whole_name("mm", schema)
    ('len [mm]', 'hot*', 'mm')
    """
    if name in schema.columns:
        return name
    mark = r" *(?:\[.*\]|\(.*\)|[*†‡§#¹²³⁴⁵⁶⁷⁸⁹]+\)?)"
    named = [column for column in schema.columns if re.fullmatch(re.escape(name) + mark, column)]
    return named[0] if len(named) == 1 else name


def _comma_hint(items: Sequence[SyntaxItem], index: int) -> str:
    """Return a hint if a number continues the one before it: x=1,200 is cut at its comma."""
    last = index + len(list(takewhile(_is_number, items[index:])))
    first = index
    while first and _is_number(items[first]):
        first -= 1
    if not (items[first].second or _is_number(items[first])):
        return ""  # a name, and a number of another column behind it
    parts = [
        items[first].second or items[first].first,
        *(item.first for item in items[first + 1 : last]),
    ]
    hint = numeral_hint(numeral := ",".join(parts)) if _is_number(items[index]) else ""
    return f"; if {quoted(numeral)} is one number{hint.replace(';', ',')}" if hint else ""


def _is_number(item: SyntaxItem) -> bool:
    return item.bare and not item.sign and is_numeral(item.first)


def _cell(item: SyntaxItem, schema: Schema, named: Set[str]) -> tuple[str, str]:
    """Return the column and the value that an item stands for; `named` columns have theirs."""
    if item.sign == "=":
        return item.first, item.second
    name = f"not {item.first}" if item.negated else item.first
    readings = list(_readings(item, name, schema))
    if len(readings) == 1:
        return readings[0]
    if readings:
        spelled = " or ".join(printable(Item("cell", *reading).spell()) for reading in readings)
        raise InputError(f"{quoted(name)} can be read as {spelled}")
    if item.negated and item.first in schema.columns:
        raise InputError(f"column {quoted(item.first)} is no column of 0 and 1, or of False and True")
    if name in schema.missing:
        example = f"say {next(iter(schema.columns))}={name}, or name the known columns alone"
        raise InputError(f"{quoted(name)} marks a missing cell, of any column; {example}")
    fitting = [column for column, stated in schema.columns.items() if _may_hold(name, stated)]
    if is_numeral(name) and fitting:
        if len(fitting) == 1 and set(schema.columns[fitting[0]]) != {"0", "1"}:
            return fitting[0], name
        column = next((column for column in fitting if column not in named), fitting[0])
        example = printable(Item("cell", column, name).spell())
        raise InputError(f"{quoted(name)} may be of any column; say {example}")
    if name in schema.columns:
        values = schema.columns[name]
        example = f", such as {printable(Item('cell', name, values[0]).spell())}" if values else ""
        raise InputError(f"column {quoted(name)} needs one of its values{example}")
    compared = next((c for c in schema.columns if re.match(re.escape(c) + r"\s*[<>≤≥≠!]", name)), None)
    if compared is not None:
        raise InputError(f"a query has one value of a column, such as {compared}=1; got {quoted(name)}")
    if name in schema.classes:
        other = f"if {quoted(schema.class_variable)} is not the class, say which column is the class"
        raise InputError(f"{quoted(name)} is a class, which is what is asked for; {other}")
    all_values = {value for values in schema.columns.values() for value in values}
    hint = near(name, (*schema.columns, *sorted(all_values)))
    known = f"; the columns are {listing(schema.columns)}" if schema.columns else "; there are none"
    raise InputError(f"{quoted(name)} is no value of a column{hint}{known}{text_hint(schema)}")


def _may_hold(number: str, values: tuple[str, ...]) -> bool:
    """Say whether a number may stand in a column with these values; in one of 0 and 1 only they do.

    A column of which no value is listed holds numbers.
    """
    measured = any(is_numeral(value) for value in values if value not in ("0", "1"))
    return not values or number in values or measured


def _row_misfit(items: Sequence[SyntaxItem], schema: Schema, *, unseen: bool) -> str | None:
    """Return why values without names are no row of `schema`, "" if they are none; None for a row.

    A mark of what is missing stands for any value, and so does an `unseen` one, which no column has.
    """
    columns, number = schema.columns, len(items)
    if any(item.sign or item.negated for item in items):
        return ""
    if number == len(columns):
        misfits = [
            (column, item.first)
            for item, column in zip(items, columns, strict=True)
            if not _may_stand(item.first, column, schema)
        ]
        values = {*schema.classes, *columns, *(value for of in columns.values() for value in of)}
        if all(unseen and columns[column] and value not in values for column, value in misfits):
            return None
        column, value = misfits[0]
        if value in schema.classes:
            return ""
        if not is_numeral(value) and any(map(_is_number, items)):
            return f"{quoted(value)} does not fit column {quoted(column)}"
        if len(misfits) > 1 or number == 1:  # not all others are in their places
            return ""
        if all(map(is_numeral, columns[column])) and not is_numeral(value):
            return f"column {quoted(column)} holds numbers; got {quoted(value)}"
        named = printable(Item("cell", column, value).spell())
        hint = near(value, columns[column]) or f"; for one that no row has, say {named}"
        if is_numeral(value):  # among ranges, which are names like others
            hint = f": its values are names, {listing(columns[column])}"
            hint += f"; for one that no row has, say {named}"
            hint += " and how unseen values are read" * (not unseen)
        return f"column {quoted(column)} has no value {quoted(value)}{hint}"
    if number < 2 or not any(map(_is_number, items)):
        return ""
    return f"{number} values; expected one for each of the columns {listing(columns)}, or their names"


def _readings(item: SyntaxItem, name: str, schema: Schema) -> Iterator[tuple[str, str]]:
    for column, values in schema.columns.items():
        if name in values and not is_numeral(name):
            yield column, name
        if column == item.first and (value := truth_value("0" if item.negated else "1", values)):
            yield column, value
