"""Read the answers of a class: CSV with a row for each student or attempt."""

from __future__ import annotations

import io
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from exactnb.data.cells import cut, names_of_header, separator_of
from exactnb.data.dialect import Dialect
from exactnb.data.readers import read_text_file, under_names
from exactnb.errors import HERE, InputError, quoted
from exactnb.grading.course_systems import (
    IDENTIFYING,
    NO_RESPONSE,
    is_answer,
    is_no_student,
    is_of_stack,
    is_unfinished,
    spread,
)
from exactnb.grading.layouts import AS_NAMED, Columns, Layout
from exactnb.grading.variants_named import VariantNames, rows_by_variant


@dataclass(frozen=True, slots=True)
class Sheet:
    """The answers of one student as they were typed, by the ids of the questions.

    `details` is what a class's file says of the student beside them, by column. `unfinished` is the
    state of an attempt that was not handed in. `variants` are those that were answered, where the file
    says it: by question, or that of all at "".

    >>> Sheet("Ada", {"prior": "9/14"}).answers["prior"]
    '9/14'
    """

    student: str
    answers: Mapping[str, str]
    details: Mapping[str, str] = field(default_factory=dict)
    unfinished: str = ""
    variants: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ClassFile:
    """The sheets of a class; `by_order` are the columns whose questions only their order tells.

    If the best attempt counts, all of a student are there, in order.
    """

    sheets: tuple[Sheet, ...]
    by_order: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class _Row:
    line: int
    sheet: Sheet
    identity: str
    attempt: int


def read_class(
    path: Path,
    dialect: Dialect | None = None,
    columns: Columns = AS_NAMED,
    questions: Sequence[str] = (),
    variants: VariantNames | None = None,
) -> ClassFile:
    """Return the sheets in a .csv or .tsv file.

    The student is a column of names, or else the first; the other columns are ids of questions, or what
    `columns` says. `questions` are the ids of the sheet in their order, in which Moodle and Canvas
    number their columns; `variants` are the names of variants, which may stand in the file.

    Raises InputError, with the line, for what is no class.
    """
    read = read_rows(path, dialect)
    of_stack = any(is_of_stack(cell) for _, cells in read[1] for cell in cells)
    header, rows = spread(*read)
    told: Sequence[Mapping[str, str]] = [{}] * len(rows)
    of_system = any(map(is_answer, header))
    if variants is not None:
        found_there = rows_by_variant(header, rows, variants, questions)
        header, rows, told = found_there.header, found_there.rows, found_there.variants
        of_system = of_system or found_there.of_system
    layout = Layout.of(header, columns, questions, exported=of_system)
    exported = bool(layout.by_order or layout.state is not None or layout.of_moodle)
    found = [
        _row(line, cells, layout, own)
        for (line, cells), own in zip(rows, told, strict=True)
        if not is_no_student(cells[0], exported=exported)
        and not is_no_student(layout.name(cells), exported=exported)
    ]
    if of_stack and variants is not None:
        found = [replace(row, sheet=_with_choices(row.sheet, variants)) for row in found]
    if not found:
        raise InputError("the table has a header and no students")
    return ClassFile(_counting(_told_apart(found), columns.attempts), layout.by_order)


def _with_choices(sheet: Sheet, variants: VariantNames) -> Sheet:
    """Return a sheet with choices in the place of their numbers, by which STACK knows them."""
    own, all_of_it = sheet.variants, sheet.variants.get("", "")
    answers = {
        of: variants.chosen(of, text, own.get(of, all_of_it)) for of, text in sheet.answers.items()
    }
    return replace(sheet, answers=answers)


def read_rows(path: Path, dialect: Dialect | None) -> tuple[list[str], list[tuple[int, list[str]]]]:
    """Return the names of the columns of CSV, and the cells under them with the numbers of lines.

    The first column needs no name: it is the student. Others without one are empty.
    """
    content = read_text_file(path, of_answers=True, dialect=dialect)
    (_, named), *rows = _cut(content, path.suffix.lower(), dialect.delimiter if dialect else "")
    named = [named[0] or "student", *names_of_header(named[1:])]
    under = [(line, under_names(row, named, line)) for line, row in rows]
    return list(filter(None, named)), under


def _cut(content: str, ending: str, delimiter: str) -> list[tuple[int, list[str]]]:
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


def _row(line: int, cells: Sequence[str], layout: Layout, variants: Mapping[str, str]) -> _Row:
    """Return the sheet of a row, with what tells its student from others."""
    student, roles = layout.name(cells), layout.roles(cells)
    identity = next((f"{role} {roles[role]}" for role in IDENTIFYING if role in roles), "")
    student = student or next((roles[role] for role in IDENTIFYING if role in roles), "")
    if not student:
        raise InputError("a row without a student", at=HERE.line(line))
    answers = {
        question: "" if place in layout.of_moodle and cells[place] == NO_RESPONSE else cells[place]
        for place, question in layout.answers.items()
    }
    details = {name: cells[place] for place, name in layout.details.items()}
    state = cells[layout.state] if layout.state is not None else ""
    number = cells[layout.attempt] if layout.attempt is not None else ""
    attempt = int(number) if number.isascii() and number.isdigit() and len(number) < 10 else 0
    sheet = Sheet(student, answers, details, state if is_unfinished(state) else "", variants)
    return _Row(line, sheet, identity or student, attempt)


def _told_apart(rows: Sequence[_Row]) -> list[_Row]:
    """Return rows in which students of one name are called by what else tells them apart."""
    people = Counter(student for student, _ in {(row.sheet.student, row.identity) for row in rows})
    return [
        row
        if people[row.sheet.student] == 1
        else replace(row, sheet=replace(row.sheet, student=_called(row)))
        for row in rows
    ]


def _called(row: _Row) -> str:
    return f"{row.sheet.student} ({row.identity.partition(' ')[2] or row.identity})"


def _counting(rows: Sequence[_Row], attempts: str) -> tuple[Sheet, ...]:
    """Return the sheets that count: of several attempts of a student as it is said."""
    by_student: dict[str, list[_Row]] = {}
    for row in rows:
        by_student.setdefault(row.sheet.student, []).append(row)
    sheets: list[Sheet] = []
    for student, own in by_student.items():
        handed_in = [row for row in own if not row.sheet.unfinished]
        own = sorted(handed_in or own[:1], key=lambda row: row.attempt)
        if len(own) > 1 and not attempts:
            told = f"{quoted(student)} stands in line {own[0].line} too"
            which = "--attempts best, last or first says which counts"
            raise InputError(f"{told}; {which}", at=HERE.line(own[1].line))
        if attempts in ("last", "first"):
            own = own[-1:] if attempts == "last" else own[:1]
        sheets += [row.sheet for row in own]
    return tuple(sheets)
