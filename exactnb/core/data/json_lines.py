"""Read JSON: a text, a line that is an object, and records of columns and cells."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import Any

from exactnb.core.data.rows import Record, name_of, repeated
from exactnb.errors import HERE, InputError, Place, quoted

JSON_ARRAY = ".json"
JSON_ENDINGS = (".jsonl", ".ndjson", JSON_ARRAY)
"""Of files of objects: one in each line, or all of them in one array."""

_DEPTH = 5  # of objects in objects
_COLUMNS = 100_000  # of a table, and keys of a record


def check_columns(names: Sequence[object]) -> None:
    """Raise InputError for a header, or a record, with too many names."""
    if len(names) > _COLUMNS:
        message = f"{len(names):,} columns or keys; at most {_COLUMNS:,} are read"
        raise InputError(f"{message}: words belong into one column of texts")


def json_records(lines: Iterable[str], ending: str, missing: Collection[str] = ()) -> Iterator[Record]:
    r"""Yield the objects in `lines` of JSON, or in the array of a .json file, as cells; null is "".

    >>> list(json_records(['{"a": 1.50, "c": null}\n'], ".jsonl"))
    [(1, {'a': '1.50', 'c': ''})]

    An object in a row has a column for each of its keys: {"q": {"a": 1}} is a cell of "q.a". The array
    may be the only one in an object. NaN and the infinities are read only where they are marks in
    `missing`. Raises InputError with the line.
    """

    def constant(text: str) -> str:
        if text not in missing:
            marks = "".join(f'"{mark}", ' for mark in filter(None, missing))
            raise InputError(f'{text} is no number; say missing = [{marks}"{text}"], or write null')
        return text

    read = partial(  # decimals stay as they are written
        parsed_json, parse_float=str, parse_constant=constant, object_pairs_hook=_unique_pairs
    )
    if ending == JSON_ARRAY:
        content = "".join(lines)
        document = read(content) if content.lstrip()[:1] == "[" else _whole(content, read)
        rows = _rows(document)
        if rows is None:  # one object, maybe over several lines, or one in each
            lines = [content] if isinstance(document, dict) else content.splitlines(keepends=True)
        if rows is not None:
            for number, record in enumerate(rows, start=1):
                yield number, _cells(record, HERE.spot(f"record {number}"))
            return
    read_line = partial(read, error="not a line of JSON")
    for number, line in enumerate(lines, start=1):
        if line.strip():
            place = HERE.line(number)
            yield number, _cells(place.read(read_line, line), place)


def _whole(content: str, read: Callable[[str], Any]) -> Any:
    """Return what `content` says as one text of JSON, None if it is none, such as objects in lines."""
    with suppress(InputError):
        return read(content)


def _rows(document: Any) -> list[Any] | None:
    """Return the rows of a `document`: objects, lists below one of names, or a list for each column.

    >>> _rows({"sky": ["sun", "fog"], "play": ["yes", "no"]})
    [{'sky': 'sun', 'play': 'yes'}, {'sky': 'fog', 'play': 'no'}]
    """
    if isinstance(document, dict):
        if isinstance(document.get("columns"), list) and isinstance(document.get("data"), list):
            return _rows([document["columns"], *document["data"]])
        arrays = [of for of in document.values() if isinstance(of, list)]
        if len(arrays) == 1 and arrays[0] and all(isinstance(each, dict) for each in arrays[0]):
            return arrays[0]  # beside what is said of them, as answers of servers have them
        columns = [list(of.values()) if isinstance(of, dict) else of for of in document.values()]
        keys = {
            (*of,) if isinstance(of, dict) else len(of) for of in document.values() if _is_column(of)
        }
        if len(keys) > 1 or len(columns) < 2 or not all(map(_is_column, document.values())):
            return None
        return _rows([[*document], *map(list, zip(*columns, strict=True))])
    if isinstance(document, list) and all(isinstance(row, list) for row in document) and document:
        names = document[0]
        if all(isinstance(n, str) for n in names) and {len(row) for row in document} == {len(names)}:
            return [_unique_pairs(list(zip(names, row, strict=True))) for row in document[1:]]
    return document if isinstance(document, list) else None


def _is_column(cells: Any) -> bool:
    """Say whether these are the cells of a column: in a list, or below the numbers of rows."""
    if isinstance(cells, dict):
        return bool(cells) and all(map(str.isdecimal, cells))
    return isinstance(cells, list) and bool(cells)


def _flat(record: Mapping[str, object], depth: int = 0) -> Iterator[tuple[str, object]]:
    """Yield the keys and values of a `record`, of an object in it as "key.inner key".

    Numbered keys are rows of a column, as pandas writes them, and no names.
    """
    for key, value in record.items():
        if isinstance(value, dict) and value and depth < _DEPTH and not all(map(str.isdecimal, value)):
            yield from ((f"{key}.{inner}", of) for inner, of in _flat(value, depth + 1))
        else:
            yield key, value


def _cells(record: object, place: Place) -> dict[str, str]:
    if isinstance(record, list):
        message = "a list has no names of columns; write objects, or a .csv file without a header"
        raise InputError(message, at=place)
    if not isinstance(record, dict) or not record:
        raise InputError("expected an object such as {...}", at=place)
    if "" in record:
        raise InputError("a key is empty; each column has a name", at=place)
    if any(isinstance(value, dict) for value in record.values()):
        record = place.read(_unique_pairs, list(_flat(record)))
    cells, is_row = {}, not all(isinstance(value, list) for value in record.values())
    for key, value in record.items():
        if isinstance(value, list) and is_row and all(isinstance(of, str | None) for of in value):
            value = ", ".join(name_of(of) for of in value if of is not None)  # a list of items
        if isinstance(value, dict | list):
            example = '[{"a": 1}, {"a": 2}]; pandas writes it so with orient="records"'
            message = f"a cell is no list and no object; each row is one object, as in {example}"
            raise InputError(message, at=place.spot(f"key {quoted(key)}"))
        try:
            cells[key] = "" if value is None else name_of(value)
        except InputError as error:  # making a place for each of millions of cells takes long
            raise error.under(place.spot(f"key {quoted(key)}")) from None
    return cells


def parsed_json(text: str, *, error: str = "", **how: Any) -> Any:
    """Return what `text` says as JSON, read by `json.loads`; raise InputError for what is none.

    `error` is the message in the place of what the library says; `how` goes to the library.
    """
    import json  # what is in other formats is read without

    try:
        return json.loads(text, **how)
    except InputError:
        raise
    except ValueError as fault:
        raise InputError(error or f"not valid JSON: {fault}") from None
    except RecursionError:
        raise InputError(error or "not readable: nested too deeply") from None


def _unique_pairs(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """Return an object of JSON; refuse a key that is there twice, and too many of them."""
    check_columns(pairs)
    if (double := repeated(key for key, _ in pairs)) is not None:
        raise InputError(f"key {quoted(double)} is there twice")
    return dict(pairs)
