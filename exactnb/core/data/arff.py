"""Read ARFF, the format of Weka: attributes first, then rows of cells between commas, or blanks."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from exactnb.core.data.rows import Row
from exactnb.core.data.schema import seems_missing
from exactnb.errors import HERE, InputError, listing, near, quoted

_IN_QUOTES = r"'(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\""
_CELL = re.compile(rf"\s*(?:((?:[0-9]+\s+)?(?:{_IN_QUOTES}))\s*(?=,|$)|([^,]*))(,|$)")
_ATTRIBUTE = re.compile(rf"@attribute\s+({_IN_QUOTES}|\S+?)\s*(\{{.*|(?<=\s|['\"])\S.*)", re.IGNORECASE)
_VALUES = rf"\{{(?:{_IN_QUOTES}|[^'\"}}])*\}}"
_COMMENT = re.compile(rf"((?:{_IN_QUOTES}|{_VALUES}|[^'\"{{%])*?)\s+%.*")  # behind an attribute
_BETWEEN_BLANKS = re.compile(rf"{_IN_QUOTES}|\S+")
_ESCAPED = re.compile(r"\\(.)")
_WEIGHT = re.compile(r"\s*,\s*\{\s*([^{}'\",\s]+)\s*\}$")  # behind the cells of a row
_TYPES = ("numeric", "real", "integer", "string", "date")


_WITHOUT_MEANING = ("@relation", "@inputs", "@outputs", "@input", "@output")  # which KEEL writes too


def read_arff(
    lines: Iterable[str],
    unseen: dict[str, list[str]] | None = None,
    weights: dict[int, str] | None = None,
) -> tuple[list[str], Iterator[Row]]:
    r"""Return the names of the attributes in `lines` of ARFF, and an iterator over the rows.

    In a sparse row, such as {1 yes}, an attribute that is left out is 0, or its first value.

    >>> lines = "@attribute 'a b' {u, v}\n@attribute c {k}\n@data\nu,k\nv,k".split("\n")
    >>> header, rows = read_arff(lines)
    >>> header, list(rows)
    (['a b', 'c'], [(4, ['u', 'k']), (5, ['v', 'k'])])

    All values of an attribute go into `unseen`, where that is given, if some of them are in no row, for
    they count, as readers of ARFF count them, or look like marks of missing cells. They are there
    once all rows are read, and so are the
    `weights` that rows have behind their cells, as {3}, by their lines.
    Raises InputError with the line, also for a value that is not declared.
    """
    numbered = (
        (number, line.strip())
        for number, line in enumerate(lines, start=1)
        if line.strip() and not line.lstrip().startswith("%")
    )
    names: list[str] = []
    declared: list[list[str] | None] = []
    for number, line in numbered:
        keyword = line.split(maxsplit=1)[0].lower()
        with HERE.line(number):
            if keyword == "@data":
                return names, _rows(numbered, names, declared, unseen, weights)
            if keyword == "@attribute":
                name, values = _attribute(line)
                names.append(name)
                declared.append(values)
            elif keyword not in _WITHOUT_MEANING:
                expected = "@relation, @attribute or @data"
                raise InputError.expected(expected, line.split()[0])
    raise InputError("there is no @data, under which the rows stand")


def _attribute(line: str) -> tuple[str, list[str] | None]:
    """Return the name of an attribute and the values that it declares, None if it declares none."""
    match = _ATTRIBUTE.fullmatch(commented[1] if (commented := _COMMENT.fullmatch(line)) else line)
    if match is None:
        raise InputError("expected @attribute, a name, and a type or values in {}")
    name, kind = _plain(match[1]), match[2].strip()
    if kind.startswith("{"):
        if not kind.endswith("}"):
            raise InputError("the values in {} are not closed")
        return name, _cut(kind[1:-1])
    word = kind.split(maxsplit=1)[0].lower()
    if word not in _TYPES:
        expected = f"expected a type of {listing(_TYPES)}, or values in {{}}"
        raise InputError(f"{expected}; got {quoted(word)}{near(word, _TYPES)}")
    return name, None if word in ("string", "date") else []


def _rows(
    lines: Iterable[tuple[int, str]],
    names: list[str],
    declared: list[list[str] | None],
    unseen: dict[str, list[str]] | None,
    weights: dict[int, str] | None,
) -> Iterator[Row]:
    missing_from_rows = [set(values or ()) for values in declared]
    for number, line in lines:
        with HERE.line(number):
            match = _WEIGHT.search(line) if weights is not None else None
            if match and (line.startswith("{") or len(_cut(line)) > len(names)):
                line, weights[number] = line[: match.start()], match[1]  # type: ignore[index]
            cells = _sparse(line, names, declared) if line.startswith("{") else _cut(line)
            if len(cells) == 1 < len(names):
                cells = list(map(_plain, _BETWEEN_BLANKS.findall(line)))
            for name, values, cell in zip(
                names, declared, cells, strict=False
            ):  # the reader counts them
                if values and cell != "?" and cell not in values:
                    place = HERE.column(name)
                    raise InputError(f"{quoted(cell)} is not declared{near(cell, values)}", at=place)
        for absent, cell in zip(missing_from_rows, cells, strict=False):
            absent.discard(cell)
        yield number, cells
    for name, values, absent in zip(names, declared, missing_from_rows, strict=True):
        if values and unseen is not None and (absent or any(map(seems_missing, values))):
            unseen[name] = values


def _sparse(line: str, names: list[str], declared: list[list[str] | None]) -> list[str]:
    """Return the cells of a row that states only some of them, each by its place."""
    if not line.endswith("}"):
        raise InputError("a row in {} is not closed")
    stated = {}
    for part in filter(None, _cut(line[1:-1], sparse=True)):
        place, cell = (*part.split(maxsplit=1), "")[:2]
        if not (place.isascii() and place.isdigit() and len(place) < 7 and int(place) < len(names)):
            raise InputError.expected("the place of an attribute, from 0 on", place)
        if not cell or int(place) in stated:
            raise InputError(f"expected one cell at the place {place}")
        stated[int(place)] = _plain(cell)
    omitted = [name for n, name in enumerate(names) if declared[n] is None and n not in stated]
    if omitted:
        raise InputError("a text is left out of a row in {}", at=HERE.column(omitted[0]))
    return [stated.get(n, values[0] if values else "0") for n, values in enumerate(declared)]


def _cut(line: str, *, sparse: bool = False) -> list[str]:
    """Return what stands between commas; cells of a `sparse` row keep their quotes and places."""
    cells, position = [], 0
    while True:
        match = _CELL.match(line, position)
        assert match is not None  # a cell may be empty
        cell = match[1] or match[2].strip()
        if not match[1] and cell.startswith(("'", '"')):
            raise InputError("a quote that is not closed, or no comma behind it")
        cells.append(cell if sparse else _plain(cell))
        if not match[3]:
            return cells
        position = match.end()


def _plain(text: str) -> str:
    """Return a name or cell without the quotes around it, and without the backslashes in them."""
    if len(text) > 1 and text[0] in "'\"" and text[-1] == text[0]:
        return _ESCAPED.sub(r"\1", text[1:-1])
    return text
