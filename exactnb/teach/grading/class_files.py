"""Read the answers of a class: CSV with a row for each student or attempt.

How to read: `read_class` goes from a file to a `Sheet` for each row that counts, `read_rows` cuts it
into cells, and `_counting` chooses among the attempts of a student.
"""

from __future__ import annotations

import io
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import field, replace
from pathlib import Path

from exactnb.core.data.cells import Row, cut, names_of_header, separator_of
from exactnb.core.data.dialect import Dialect
from exactnb.core.data.readers import read_text_file, under_names
from exactnb.core.record import frozen
from exactnb.errors import HERE, InputError, one_line, quoted
from exactnb.errors import fault as fault_of
from exactnb.teach.grading.course_systems import (
    IDENTIFYING,
    NO_RESPONSE,
    is_answer,
    is_no_student,
    is_of_stack,
    is_unfinished,
    spread,
)
from exactnb.teach.grading.layouts import AS_NAMED, Columns, Layout
from exactnb.teach.grading.variants_named import VariantNames, rows_by_variant

_EMPTY = ',;\t" \r\n'  # the signs of a line that has no cell
_MOST_CUT = 1_000_000  # lines: where a quote does not close, all are cut anew without that row


@frozen(slots=True)
class Sheet:
    """The answers of one student as they were typed, by the ids of the questions.

    `details` is what a class's file says of the student beside them, by column. `unfinished` is the
    state of an attempt that was not handed in. `variants` are those that were answered, where the file
    says it: by question, or that of all at "". `remark` is one line that reports repeat: why answers
    are not `is_readable`, or what else an instructor should know of the sheet.

    >>> Sheet("Ada", {"prior": "9/14"}).answers["prior"]
    '9/14'
    """

    student: str
    answers: Mapping[str, str]
    details: Mapping[str, str] = field(default_factory=dict)
    unfinished: str = ""
    variants: Mapping[str, str] = field(default_factory=dict)
    remark: str = ""
    is_readable: bool = True

    def unread(self, why: BaseException | str) -> Sheet:
        """Return the sheet of the same student without answers, and why it has none.

        >>> Sheet("Bo", {"prior": "1"}).unread("not valid TOML").remark
        'not valid TOML'
        """
        told = why if isinstance(why, str) else fault_of(why)
        return replace(self, answers={}, variants={}, remark=one_line(told), is_readable=False)


@frozen(slots=True)
class ClassFile:
    """The sheets of a class; `by_order` are the columns whose questions only their order tells.

    If the best attempt counts, all of a student are there, in order.
    """

    sheets: tuple[Sheet, ...]
    by_order: Mapping[str, str]


@frozen(slots=True)
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

    A row that cannot be read costs its own student alone: it is a sheet that says why. Raises
    InputError, with the line, for what is no class, and where no row can be read.
    """
    header, rows, faults = read_rows(path, dialect)
    of_stack = {line for line, cells in rows if any(map(is_of_stack, cells))}
    header, rows = spread(header, rows, len(questions), faults)
    told: Sequence[Mapping[str, str]] = [{}] * len(rows)
    of_system = any(map(is_answer, header))
    if variants is not None:
        found_there = rows_by_variant(header, rows, variants, questions)
        header, rows, told = found_there.header, found_there.rows, found_there.variants
        of_system, faults = of_system or found_there.of_system, found_there.faults | faults
    layout = Layout.of(header, columns, questions, exported=of_system)
    exported = bool(layout.by_order or layout.state is not None or layout.of_moodle)
    found = [
        _row(line, cells, layout, own, faults.get(line))
        for (line, cells), own in zip(rows, told, strict=True)
        if not is_no_student(cells[0], exported=exported)
        and not is_no_student(layout.name(cells), exported=exported)
    ]
    if variants is not None:  # a row tells for itself: others cannot make its numbers choices
        found = [
            replace(row, sheet=_with_choices(row.sheet, variants, numbered=row.line in of_stack))
            for row in found
        ]
    if not found:
        raise InputError("the table has a header and no students")
    has_attempts = layout.attempt is not None or layout.state is not None
    sheets = _counting(_told_apart(found), columns.attempts, has_attempts=has_attempts)
    if not any(sheet.is_readable for sheet in sheets):
        raise InputError(sheets[0].remark)
    return ClassFile(sheets, layout.by_order)


def _with_choices(sheet: Sheet, variants: VariantNames, *, numbered: bool) -> Sheet:
    """Return a sheet with the answers that choices stand for; STACK knows these by their numbers."""
    own, all_of_it = sheet.variants, sheet.variants.get("", "")
    answers = {
        of: variants.chosen(of, text, own.get(of, all_of_it), numbered=numbered)
        for of, text in sheet.answers.items()
    }
    return replace(sheet, answers=answers)


def read_rows(
    path: Path, dialect: Dialect | None
) -> tuple[list[str], list[Row], dict[int, InputError]]:
    """Return the names of the columns of CSV, the cells under them with the numbers of lines.

    The first column needs no name: it is the student. Others without one are empty. What is wrong with
    a row is told by its line; its cells are then as many as there are names.
    """
    content = read_text_file(path, of_answers=True, dialect=dialect)
    ending, delimiter = path.suffix.lower(), dialect.delimiter if dialect else ""
    faults: dict[int, InputError] = {}
    (_, named), *rows = _cut(content, ending, delimiter, faults)
    named = [named[0] or "student", *names_of_header(named[1:])]
    under = []
    for line, row in rows:
        try:
            under.append((line, under_names(row, named, line)))
        except InputError as error:
            faults.setdefault(line, error)
            filled = [*row, *[""] * len(named)]
            under.append((line, [cell for name, cell in zip(named, filled, strict=False) if name]))
    return list(filter(None, named)), under, faults


def _cut(content: str, ending: str, delimiter: str, faults: dict[int, InputError]) -> list[Row]:
    """Return the cells of CSV, each row with the number of its line; put what is wrong into `faults`.

    A vertical bar or a blank is part of a name here, as in P(+ | x), and separates nothing. A row whose
    quotes are no CSV takes no other row with it.
    """

    def choose(header: str) -> str:
        return separator_of(header, "\t,;").replace(" ", ",")

    lines = list(io.StringIO(content, newline=""))
    choice = None if ending == ".tsv" else choose
    broken: list[Row] = []
    while True:
        found: list[Row] = []
        try:
            for row in cut(lines, ending, delimiter=delimiter, choose=choice):
                found.append(row)  # what comes before an error stays
            break
        except InputError as error:
            if not found or len(lines) * len(broken) > _MOST_CUT:
                raise
            start = next(at for at in range(found[-1][0], len(lines)) if lines[at].strip(_EMPTY))
            faults[start + 1] = error.moved(HERE.line(start + 1))
            broken.append(
                (start + 1, [cell.strip(' "\r\n') for cell in re.split("[,;\t]", lines[start])])
            )
            lines[start] = "\n"  # so that the others keep their numbers
    if found:
        return [found[0], *sorted([*found[1:], *broken])]
    raise InputError("the file is empty; expected a header line")


def _row(
    line: int,
    cells: Sequence[str],
    layout: Layout,
    variants: Mapping[str, str],
    fault: InputError | None,
) -> _Row:
    """Return the sheet of a row, with what tells its student from others."""
    student, roles = layout.name(cells), layout.roles(cells)
    identity = next((f"{role} {roles[role]}" for role in IDENTIFYING if role in roles), "")
    student = student or next((roles[role] for role in IDENTIFYING if role in roles), "")
    if not student:
        student = f"line {line}"
        fault = fault or InputError("a row without a student", at=HERE.line(line))
    answers = {
        question: "" if place in layout.of_moodle and cells[place] == NO_RESPONSE else cells[place]
        for place, question in layout.answers.items()
    }
    details = {name: cells[place] for place, name in layout.details.items()}
    state = cells[layout.state] if layout.state is not None else ""
    number = cells[layout.attempt] if layout.attempt is not None else ""
    attempt = int(number) if number.isascii() and number.isdigit() and len(number) < 10 else 0
    sheet = Sheet(student, answers, details, state if is_unfinished(state) else "", variants)
    return _Row(line, sheet.unread(fault) if fault else sheet, identity or student, attempt)


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


def _counting(rows: Sequence[_Row], attempts: str, *, has_attempts: bool) -> tuple[Sheet, ...]:
    """Return the sheets that count: of several attempts of a student as it is said.

    Where nothing is said, a file that `has_attempts` is refused; in another one somebody may have typed
    the name of a student, who is then not graded.
    """
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
            error = InputError(f"{told}; {which}", at=HERE.line(own[1].line))
            if has_attempts:
                raise error
            own = [replace(own[0], sheet=own[0].sheet.unread(error))]
        if attempts in ("last", "first"):
            own = own[-1:] if attempts == "last" else own[:1]
        sheets += [row.sheet for row in own]
    return tuple(sheets)
