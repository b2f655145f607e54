"""Read a table without a problem file; keywords take the place of the file's keys.

How to read: `problem_in_table`, `problem_in_content`, `problem_of_counts` and `opened_problem` are the
doors; `_problem` reads the rows; `_placed_at_keywords` places errors at the keyword they are about.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from inspect import signature
from pathlib import Path
from typing import Any, TypeVar

from exactnb.core.arguments import check_keywords
from exactnb.core.arithmetic.numerals import without_separators
from exactnb.core.data.dialect import DIALECT, Dialect
from exactnb.core.data.documents import Documents
from exactnb.core.data.files import as_path
from exactnb.core.data.findings import Findings
from exactnb.core.data.frames import declared_values, read_cell, read_frame
from exactnb.core.data.headers import ARFF
from exactnb.core.data.readers import (
    MARKDOWN,
    read_table_content,
    read_table_file,
    read_text_file,
)
from exactnb.core.data.schema import whole_names
from exactnb.core.data.table import Table
from exactnb.core.families.base import Observation
from exactnb.core.naming.grammar import is_numeral
from exactnb.core.problem.problem_file import Rows, missing_marks, observed
from exactnb.core.problem.sections import Section
from exactnb.core.problem.types import Data, is_frame
from exactnb.errors import HERE, ExactnbError, InputError, Place

_KEYS: Mapping[str, str] = {
    "label": "class",
    **{key: key for key in ("id", "text", "missing", "split", "weight", "unlabelled")},
    **{key: key for key in ("binarize", "fold_case")},
}
"""The keywords for reading a table, and the keys of a problem file with the same meaning."""

_BEGINS_ARFF = r"(?i)\s*(?:%.*\s+)*@relation\b"

Made = TypeVar("Made")
"""The result of `make`, a `Problem`: passed as a function, since that class uses this file."""

Read = Callable[..., tuple[list[str], Rows]]
"""A function of `text`, `dialect` and `missing`, as in `read_records`, that returns header and rows."""


class QueriesOf(partial[Any]):
    """A function of data that returns queries: rows of these data, or of a table beside them."""


def problem_in_table(make: Callable[..., Made], path: str | Path, **said: Any) -> Made:
    """Return the problem that a table is, in a file that ends in one of `TABLE_ENDINGS`.

    Its title is the name of the file, unless `said` has another. Raises an ExactnbError with the file,
    or with the keyword.
    """
    path = as_path(path)
    read = partial(read_table_file, path)
    return _problem(make, Place.file(path), read, {"title": title_of(path), **said})


def title_of(path: Path) -> str:
    """Return the title of a problem in the table at `path`, its name without the ending.

    >>> title_of(Path("week_1.csv"))
    'week 1'
    """
    return path.stem.encode(errors="replace").decode().replace("_", " ")


def problem_of_counts(make: Callable[..., Made], path: Path, dialect: Dialect, **keywords: Any) -> Made:
    """Return the problem of the counts in the file at `path`, a table as in `data.counts`.

    `dialect` says its encoding and the lines to skip, `keywords` are those of a problem. Raises an
    ExactnbError below `path`.
    """
    from exactnb.core.data.summaries import read_counts

    with Place.file(path):
        lines = dialect.rows_alone(read_text_file(path, dialect=dialect).splitlines(keepends=True))
        from exactnb.core.data.drawn import table_lines

        findings = Findings()
        is_markdown = path.suffix.lower() == MARKDOWN
        data = read_counts("".join(table_lines(lines, findings) if is_markdown else lines))
        data = replace(data, doubts=(*data.doubts, *findings.doubts))
    keywords = {key: value for key, value in keywords.items() if value is not None}
    with _placed_at_keywords(Place.file(path), {*keywords}):
        return make(data, title=title_of(path), **keywords)


def data_in_frame(frame: object) -> Table | Documents:
    """Return the data in a DataFrame: texts where it has a column text, else a table.

    >>> data_in_frame({"size": [0.1, 2], "kind": ["a", "b"]}).values_of("size")
    ('0.1', '2')

    Raises InputError with the row and the column.
    """
    return _read(Dialect(), partial(_frame_cells, frame), {}, HERE)


def query_as_in_frame(query: Any) -> Any:
    """Return a query of a DataFrame with its cells read as those of the frame: floats as printed.

    >>> query_as_in_frame({"x": {"size": 0.1, "kind": "a"}})
    {'x': {'size': '0.1', 'kind': 'a'}}
    """
    if not isinstance(query, Mapping):
        return query
    return {
        key: query_as_in_frame(cell)
        if isinstance(cell, str | Mapping | Observation)
        else read_cell(cell, "d", "", "as printed")
        for key, cell in query.items()
    }


def opened_problem(make: type[Made], source: object, settings: Mapping[str, Any]) -> Made:
    """Return the problem that `source` is or that it holds: a file, a table in one, a DataFrame, data.

    `make` is the class of problems, `settings` the keywords of `Problem.from_csv`, for a table. Raises
    an ExactnbError with the file or the keyword, and for settings of a problem, which says them itself.
    """
    if isinstance(source, str | Path) and Path(source).suffix.lower() not in ("", ".toml"):
        return problem_in_table(make, source, **settings)
    if is_frame(source):
        return _problem(make, HERE, partial(_frame_cells, source), dict(settings))
    if isinstance(source, Data):
        for key in (*DIALECT, *_KEYS):
            if key in settings:
                raise InputError("needs a file or a DataFrame; these rows were read", at=key)
        check_keywords(settings, _keywords_of(make))
        return make(source, **settings)  # type: ignore[call-arg]  # as a problem is made of data
    if isinstance(source, str | Path):
        source = make.read(source)  # type: ignore[attr-defined]  # as every problem can
    if not isinstance(source, make):
        raise InputError.expected(
            "a Problem, the path of a file, a DataFrame or a list of dictionaries", source
        )
    for key in settings:
        raise InputError("needs a table; a problem says it itself", at=key)
    return source


def _keywords_of(make: Callable[..., object]) -> list[str]:
    """Return the keywords of a problem beside its data."""
    return [key for key in signature(make).parameters if key != "data"]


def _frame_cells(
    frame: object, *, text: str, findings: Findings, dialect: Dialect, **_: object
) -> tuple[list[str], Rows]:
    """Return the header and the rows of a DataFrame; `findings` takes the values that types declare."""
    if replace(dialect, fill_down=(), omit=()) != Dialect():
        raise InputError("a DataFrame has cells; encoding, delimiter, decimal and header are of files")
    how: dict[str, Any] = {"text": text, "findings": findings, "fill_down": dialect.fill_down}
    header, rows = read_frame(frame, floats="as printed", omit=dialect.omit, **how)
    findings.declared.update(declared_values(frame, floats="as printed"))
    return header, rows  # type: ignore[return-value]  # cells are read as names later


def problem_in_content(make: Callable[..., Made], content: str, place: str, **said: Any) -> Made:
    """Return the problem that the text of a table is: lines of JSON, of ARFF, or of cells."""
    ending = {"{": ".jsonl", "[": ".json"}.get(content.lstrip()[:1], ".csv")
    if re.match(_BEGINS_ARFF, content):
        ending = ARFF
    return _problem(make, Place.file(place), partial(read_table_content, content, ending), said)


def _problem(make: Callable[..., Made], place: Place, read: Read, keywords: dict[str, Any]) -> Made:
    check_keywords(keywords, [*_keywords_of(make), *DIALECT, *_KEYS])
    present = {key for key, value in keywords.items() if value is not None}
    if present & {"family", "numbers", "categories"}:  # which name families of columns
        present.add("families")
    said = {key: keywords.pop(key, None) for key in DIALECT}
    dialect = Dialect(**{key: value for key, value in said.items() if value is not None})
    reading_options = {key: keywords.pop(key) for key in _KEYS if key in keywords}
    if isinstance(marks := reading_options.get("missing"), str | tuple):
        marks = map(str.strip, marks.split(",")) if isinstance(marks, str) else marks
        reading_options["missing"] = list(marks)
    with _placed_at_keywords(place, present):
        reading_options = {key: of for key, of in reading_options.items() if of is not None}
        data = _read(dialect, read, reading_options, place, has_query=keywords.get("query") is not None)
    for key in {"numbers", "categories"} & {key for key, of in keywords.items() if isinstance(of, str)}:
        keywords[key] = whole_names(keywords[key].split(","), data.schema.columns)
    query, is_read = keywords.get("query"), dialect.decimal == "," or dialect.strip
    if isinstance(query, QueriesOf):
        keywords["query"] = query(data)
    with _placed_at_keywords(place, present):
        if is_read and query is not None and query is keywords["query"] and isinstance(data, Table):
            keywords["query"] = plain_query(query, dialect)
        return make(data, **{key: value for key, value in keywords.items() if value is not None})


def plain_query(query: Any, dialect: Dialect) -> Any:
    """Return a query with its numbers as the `dialect` reads them, and commas between cells as typed.

    >>> plain_query("sunny; 1,5", Dialect(decimal=",")), plain_query("£ 1,500", Dialect(strip="£,"))
    ('sunny, 1.5', '1500')
    >>> plain_query("x=1,5 kg,y=2 cm", Dialect(decimal=",", strip="kg cm"))
    'x=1.5, y=2'
    >>> [plain_query(x, Dialect(decimal=",", strip=".")) for x in ("9.5", "9,5", "1.500")]
    ['9.5', '9.5', '1500']
    >>> plain_query({"x": {"sky": "sunny", "size": "1,5"}}, Dialect(decimal=","))
    {'x': {'sky': 'sunny', 'size': '1.5'}}
    """

    def plain(value: str) -> str:
        is_plain = is_numeral(value) and not without_separators(value, dialect.strip)
        return value if is_plain else dialect.plain(value)  # a typed one may have a point too

    if isinstance(query, Mapping):
        return {
            key: plain(cell) if isinstance(cell, str) else plain_query(cell, dialect)
            for key, cell in query.items()
        }
    if not isinstance(query, str) or '"' in query:  # a comma in quotes is part of a name
        return query
    cells = []
    for cell in re.split(";" if ";" in query else r",\s|,(?=[^\s\d,=][^,=]*=)", query):
        name, sign, value = cell.strip().rpartition("=")
        cells.append(name + sign + plain(value.strip()))
    return ", ".join(cells)


def _read(
    dialect: Dialect, read: Read, options: Mapping[str, Any], place: Place, *, has_query: bool = False
) -> Table | Documents:
    """Return what `read` reads; if it `has_query`, a column without a name is left out, and noted."""
    section = Section({_KEYS[key]: value for key, value in options.items()}, "data", place=HERE)
    with place:
        marks = missing_marks(section)
        findings = Findings(unnamed=[] if has_query else None)
        header, rows = read(text=section["text"], dialect=dialect, missing=marks, findings=findings)
    if findings.unnamed:
        findings.note("a column without a name is left out")
    return observed(section, HERE, header, rows, findings)


@contextmanager
def _placed_at_keywords(place: Place, keywords: Collection[str]) -> Iterator[None]:
    """Place errors at the keyword that they are about, if that was given, or else in the file."""
    try:
        yield
    except ExactnbError as error:
        where, keys = error.place, error.place.keys
        if where == Place.of("model.families"):  # a column of which nothing is said
            raise error.moved(place) from None
        outer = int(keys[:1] in (("data",), ("model",)))
        key = next(iter(keys[outer:]), "")
        names = {**_KEYS, "var_smoothing": "epsilon"}.items()
        keyword = next((name for name, of in names if of == key and name in keywords), key)
        if keyword in keywords:
            raise error.moved(Place.of(keyword) / where.below(outer + 1)) from None
        raise error.moved(place / (where.below(1) if keys[:1] == ("data",) else where)) from None
