"""Read answers: TOML or JSON for one student, CSV for a class. Numbers stay as they were typed."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from exactnb.arithmetic.numerals import Numeral, with_point
from exactnb.data.cells import cut, names_of_header, separator_of
from exactnb.data.dialect import Dialect
from exactnb.data.readers import read_text_file, under_names
from exactnb.data.rows import repeated
from exactnb.errors import HERE, InputError, Place, quoted, shortened
from exactnb.grading.graded import LARGEST_SHEET
from exactnb.problem.toml import read_toml

_BARE_ANSWER = re.compile(
    r"^[ \t]*([^\n=#\[]+?)[ \t]*=[ \t]*([^\s\"'\[{#][^\n#]*?)[ \t]*(?:#.*)?$", re.MULTILINE
)
_ENDINGS = (".toml", ".json", ".csv", ".tsv")


@dataclass(frozen=True, slots=True)
class Sheet:
    """The answers of one student as they were typed, by the ids of the questions.

    >>> Sheet("Ada", {"prior": "9/14"}).answers["prior"]
    '9/14'
    """

    student: str
    answers: Mapping[str, str]


def read_answers(path: str | Path, dialect: Dialect | None = None) -> tuple[Sheet, ...]:
    """Return the answers in a file: one sheet, or one for each row of a class.

    `path` ends in .toml or .json for one student, whose name it gives if the file does not; in .csv
    or .tsv for a class: the first column is the student, the others are ids of questions. `dialect`
    says how a file is written, where it does not show that itself; with its decimal comma 0,5 is 0.5.

    >>> [sheet.student for sheet in read_answers("worked_examples/homework/ada.toml")]
    ['Ada']

    Raises InputError, with the place in the file, for what is no answer, and for another ending.
    """
    path = Path(path)
    ending = path.suffix.lower()
    if ending not in _ENDINGS:
        expected = ", ".join(_ENDINGS)
        raise InputError(f"expected a file that ends in {expected}", at=Place.file(path))
    with Place.file(path):
        if ending in (".csv", ".tsv"):
            sheets = _read_class(path, dialect)
        else:
            text = read_text_file(path, LARGEST_SHEET, dialect=dialect)
            given = _read_toml(text) if ending == ".toml" else _read_json(text)
            sheets = (_sheet(given, path.stem),)
        return tuple(map(_with_points, sheets)) if dialect and dialect.decimal == "," else sheets


def _with_points(sheet: Sheet) -> Sheet:
    """Return answers whose decimal commas are points; all but single numbers stay as typed."""
    answers = {key: with_point(answer.strip()) or answer for key, answer in sheet.answers.items()}
    return Sheet(sheet.student, answers)


def _read_class(path: Path, dialect: Dialect | None) -> tuple[Sheet, ...]:
    """Return a sheet for each row: the first column is the student, the others are questions."""
    content = read_text_file(path, of_answers=True, dialect=dialect)
    (_, named), *rows = _rows(content, path.suffix.lower(), dialect.delimiter if dialect else "")
    named = [named[0] or "student", *names_of_header(named[1:])]
    header = list(filter(None, named))
    if len(header) < 2:
        raise InputError("expected a column of students, and one for each question", at=HERE.line(1))
    if (twice := repeated(header)) is not None:
        raise InputError(f"two columns are named {quoted(twice)}", at=HERE.line(1))
    seen: dict[str, int] = {}
    sheets = []
    for line, row in rows:
        row = under_names(row, named, line)
        student = row[0]
        if not student:
            raise InputError("a row without a student", at=HERE.line(line))
        if student in seen:
            told = f"{quoted(student)} stands in line {seen[student]} too"
            raise InputError(told, at=HERE.line(line))
        seen[student] = line
        sheets.append(Sheet(student, dict(zip(header[1:], row[1:], strict=True))))
    if not sheets:
        raise InputError("the table has a header and no students")
    return tuple(sheets)


def _rows(content: str, ending: str, delimiter: str) -> list[tuple[int, list[str]]]:
    """Return the cells of CSV, each row with the number of its line.

    A vertical bar or a blank is part of a name here, as in P(+ | x), and separates nothing.
    """

    def choose(header: str) -> str:
        return separator_of(header, "\t,;").replace(" ", ",")

    lines = io.StringIO(content, newline="")
    choice = None if ending == ".tsv" else choose
    if found := list(cut(lines, ending, delimiter=delimiter, choose=choice)):
        return found
    raise InputError("the file is empty; expected a header line")


def _read_toml(text: str) -> Mapping[str, Any]:
    """Return the tables of TOML; an answer that is typed without quotes is named."""
    try:
        return read_toml(text)
    except InputError as error:
        found = _BARE_ANSWER.finditer(text) if error.message.startswith("not valid TOML") else iter(())
        bare = next((line for line in found if not _is_toml(f"x = {line[2]}")), None)
        if bare is None:
            raise
        key, answer = bare[1].strip(), bare[2].strip()
        line = text.count("\n", 0, bare.start(1)) + 1
        quotes = f'put it in quotes: {shortened(key)} = "{shortened(answer)}"'
        raise InputError(quotes, at=HERE.line(line)) from None


def _is_toml(line: str) -> bool:
    try:
        read_toml(line)
    except InputError:
        return False
    return True


def _read_json(text: str) -> Mapping[str, Any]:
    """Return a JSON object whose numbers are the characters that they were typed with."""
    try:
        given = json.loads(
            text,
            parse_float=Numeral,
            parse_int=Numeral,
            parse_constant=Numeral,
            object_pairs_hook=_object,
        )
    except InputError:
        raise
    except ValueError as error:
        raise InputError(f"not valid JSON: {error}") from None
    except RecursionError:
        raise InputError("not readable: nested too deeply") from None
    if not isinstance(given, dict):
        raise InputError(f"expected an object of answers; got {quoted(given)}")
    return given


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found: dict[str, object] = {}
    for key, value in pairs:
        if key in found:
            raise InputError("is there twice", at=HERE / key)
        found[key] = value
    return found


def _sheet(given: Mapping[str, Any], student: str) -> Sheet:
    """Return the answers of one student: a table `answers`, or all keys but `student`."""
    rest = dict(given)
    if isinstance(given.get("answers"), Mapping):
        rest = dict(given["answers"])
        for key in given:
            if key not in ("answers", "student"):
                raise InputError("unknown key beside answers", at=HERE / key)
        student = _text(given.get("student", ""), HERE / "student") or student
    elif isinstance(rest.get("student"), str):
        student = str(rest.pop("student")) or student
    return Sheet(student, {key: _text(value, HERE / key) for key, value in rest.items()})


def _text(value: object, at: Place) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str | int):
        return str(value)
    if value is None:
        return ""
    raise InputError(f"expected an answer in quotes; got {quoted(value)}", at=at)
