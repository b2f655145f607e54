"""A table by itself as a problem, with what a problem file would say of it in keywords."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, TypeVar

from exactnb.data.dialect import Dialect
from exactnb.data.documents import Documents
from exactnb.data.readers import read_table_content, read_table_file
from exactnb.data.table import Table
from exactnb.errors import ExactnbError, InputError
from exactnb.problem.data_section import Rows, observed
from exactnb.problem.sections import Section

_KEYS: Mapping[str, str] = {
    "label": "class",
    "id": "id",
    "text": "text",
    "missing": "missing",
    "split": "split",
}
"""What says how a table is read, and the key of a problem file that says the same."""

_DIALECT = ("encoding", "delimiter", "decimal")
_SOURCE = "file"

Made = TypeVar("Made")
"""What is made of the data and what is said of them: a `Problem`, which can so offer to read itself."""

Read = Callable[[Dialect, str], tuple[list[str], Rows]]
"""From how a table is written, and the name of its column of texts, to its header and rows."""


def problem_in_table(make: Callable[..., Made], path: str | Path, **said: Any) -> Made:
    """Return the problem that a table is, in a .csv, .tsv, .txt or .jsonl file.

    Its title is the name of the file, unless `said` has another. Raises an ExactnbError with the file,
    or with the keyword.
    """
    path = Path(path)
    title = path.stem.encode(errors="replace").decode().replace("_", " ")

    def read(dialect: Dialect, text: str) -> tuple[list[str], Rows]:
        return read_table_file(path, text=text, dialect=dialect)

    return _problem(make, str(path), read, {"title": title, **said})


def problem_in_content(make: Callable[..., Made], content: str, place: str, **said: Any) -> Made:
    """Return the problem that the text of a table is: lines of JSON, or of cells."""
    ending = ".jsonl" if content.lstrip().startswith("{") else ".csv"

    def read(dialect: Dialect, text: str) -> tuple[list[str], Rows]:
        return read_table_content(content, ending, text=text, dialect=dialect)

    return _problem(make, place, read, said)


def _problem(make: Callable[..., Made], place: str, read: Read, said: dict[str, Any]) -> Made:
    given = {key for key, value in said.items() if value is not None}
    dialect = Dialect(**{key: said.pop(key) or "" for key in _DIALECT if key in said})
    of_table = {key: said.pop(key) for key in _KEYS if key in said}
    if isinstance(marks := of_table.get("missing"), tuple):
        of_table["missing"] = list(marks)
    try:
        data = _read(dialect, read, {k: v for k, v in of_table.items() if v is not None}, place)
        return make(data, **{key: value for key, value in said.items() if value is not None})
    except ExactnbError as error:
        raise _located(error, place, given) from None


def _read(dialect: Dialect, read: Read, said: Mapping[str, Any], place: str) -> Table | Documents:
    section = Section({_KEYS[key]: value for key, value in said.items()}, "data")
    try:
        header, rows = read(dialect, section["text"])
    except InputError as error:
        raise error if error.at.startswith(place) else error.inside(place) from None
    return observed(section, _SOURCE, header, rows)


def _located(error: ExactnbError, place: str, given: set[str]) -> ExactnbError:
    """Return an error at the keyword that it is about, if that was given, or else in the file."""
    if error.at.startswith("data: "):  # in a row
        return type(error)(error.message, at=error.at.replace("data", place, 1))
    section, _, rest = error.at.partition(".")
    head, dot, rest = (rest if section in ("data", "model") else error.at).partition(".")
    keyword = next((name for name, key in _KEYS.items() if key == head), head)
    if error.at in (f"data.{_SOURCE}", "model.families"):  # a row, or a column of which nothing is said
        return type(error)(error.message, at=place)
    if keyword in given:
        return type(error)(error.message, at=f"{keyword}{dot}{rest}")
    at = f"{head}{dot}{rest}" if section == "data" else error.at
    return error if at.startswith(place) else type(error)(error.message, at=at).inside(place)
