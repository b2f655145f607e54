"""Read the answers of a class: CSV with a row for each student or attempt.

How to read: `read_class` goes from a file to an `AnswerSheet` for each row that counts, `read_rows`
cuts it into cells, and `_counted_attempts` chooses among the attempts of a student.
"""

from __future__ import annotations

import io
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import field, replace
from pathlib import Path

from exactnb.core.data.cells import cut, separator_of
from exactnb.core.data.dialect import Dialect
from exactnb.core.data.headers import names_of_header, under_names
from exactnb.core.data.readers import read_text_file
from exactnb.core.data.rows import Row
from exactnb.core.record import frozen
from exactnb.errors import HERE, InputError, one_line, quoted
from exactnb.errors import fault as fault_of
from exactnb.teach.grading.submissions.course_systems import (
    IDENTIFYING,
    NO_RESPONSE,
    UNFINISHED,
    is_answer_column,
    is_no_student,
    is_stack_response,
    split_responses,
)
from exactnb.teach.grading.submissions.layouts import AS_NAMED, Columns, Layout
from exactnb.teach.grading.submissions.variant_names import VariantNames, rows_by_variant

_EMPTY = ',;\t" \r\n'  # the signs of a line that has no cell
_MOST_CUT = (
    1_000_000  # lines cut in all: where a quote does not close, the file is cut again without that row
)


@frozen(slots=True)
class AnswerSheet:
    """The answers of one student as they were typed, by the ids of the questions.

    `details` are the other cells of the student in a class's file, by column. `unfinished` is the state
    of an attempt that was not handed in. `variants` are the variants answered, by question, or under ""
    for the whole sheet, if the file names them. `remark` is one line that reports repeat: why answers
    are not `is_readable`, or another thing that the instructor should know.

    >>> AnswerSheet("Ada", {"prior": "9/14"}).answers["prior"]
    '9/14'
    """

    student: str
    answers: Mapping[str, str]
    details: Mapping[str, str] = field(default_factory=dict)
    unfinished: str = ""
    variants: Mapping[str, str] = field(default_factory=dict)
    remark: str = ""
    is_readable: bool = True

    def unread(self, why: BaseException | str) -> AnswerSheet:
        """Return the sheet of the same student without answers, and why it has none.

        >>> AnswerSheet("Bo", {"prior": "1"}).unread("not valid TOML").remark
        'not valid TOML'
        """
        reason = why if isinstance(why, str) else fault_of(why)
        return replace(self, answers={}, variants={}, remark=one_line(reason), is_readable=False)


@frozen(slots=True)
class ClassFile:
    """The sheets of a class; `by_order` maps columns to questions that only the column order shows.

    If the best attempt counts, all attempts of a student are there, in order.
    """

    sheets: tuple[AnswerSheet, ...]
    by_order: Mapping[str, str]


@frozen(slots=True)
class _AttemptRow:
    line: int
    sheet: AnswerSheet
    identity: str
    attempt: int


def read_class(
    path: Path,
    dialect: Dialect | None = None,
    columns: Columns = AS_NAMED,
    questions: Sequence[str] = (),
    variants: VariantNames | None = None,
) -> ClassFile:
    """Return the sheets in the .csv or .tsv file at `path`, written in a `dialect`.

    The student is the column of names, or else the first column; the others are ids of questions, or
    what `columns` says. `questions` are the ids of the sheet in order, as Moodle and Canvas number
    their columns; `variants` are the names of variants that the file may mention.

    A row that cannot be read costs its own student alone: it is a sheet that says why. Raises
    InputError, with the line, for a file without students, and if no row can be read.
    """
    header, rows, faults = read_rows(path, dialect)
    stack_lines = {line for line, cells in rows if any(map(is_stack_response, cells))}
    header, rows = split_responses(header, rows, len(questions), faults)
    row_variants: Sequence[Mapping[str, str]] = [{}] * len(rows)
    is_export = any(map(is_answer_column, header))
    if variants is not None:
        by_variant = rows_by_variant(header, rows, variants, questions)
        header, rows, row_variants = by_variant.header, by_variant.rows, by_variant.variants
        is_export, faults = is_export or by_variant.is_export, by_variant.faults | faults
    layout = Layout.from_header(header, columns, questions, exported=is_export)
    exported = bool(layout.by_order or layout.state is not None or layout.moodle_responses)
    attempts = [
        _attempt_row(line, cells, layout, answered_variants, faults.get(line))
        for (line, cells), answered_variants in zip(rows, row_variants, strict=True)
        if not is_no_student(cells[0], exported=exported)
        and not is_no_student(layout.student_name(cells), exported=exported)
    ]
    if variants is not None:  # decided row by row: other rows cannot turn its numbers into choices
        attempts = [_with_choices(row, variants, stack_lines) for row in attempts]
    if not attempts:
        raise InputError("the table has a header and no students")
    has_attempts = layout.attempt is not None or layout.state is not None
    sheets = _counted_attempts(
        _with_distinct_names(attempts), columns.attempts, has_attempts=has_attempts
    )
    if not any(sheet.is_readable for sheet in sheets):
        raise InputError(sheets[0].remark)
    return ClassFile(sheets, layout.by_order)


def _with_choices(row: _AttemptRow, names: VariantNames, numbered_lines: set[int]) -> _AttemptRow:
    """Return a row in which choices are replaced by their answers; STACK numbers its choices."""
    variants, answers = row.sheet.variants, {}
    for question, text in row.sheet.answers.items():
        variant = variants.get(question, variants.get("", ""))
        answers[question] = names.answer_of_choice(
            question, text, variant, numbered=row.line in numbered_lines
        )
    return replace(row, sheet=replace(row.sheet, answers=answers))


def read_rows(
    path: Path, dialect: Dialect | None
) -> tuple[list[str], list[Row], dict[int, InputError]]:
    """Return the column names of the CSV at `path`, the numbered rows below them, and errors by line.

    The first column needs no name: it is the student. Other columns without a name have to be empty. A
    row with an error is padded or cut to the number of columns. `dialect` says how the file is written.
    """
    content = read_text_file(path, of_answers=True, dialect=dialect)
    ending, delimiter = path.suffix.lower(), dialect.delimiter if dialect else ""
    faults: dict[int, InputError] = {}
    (_, columns), *rows = _split_rows(content, ending, delimiter, faults)
    columns = [columns[0] or "student", *names_of_header(columns[1:])]
    under = []
    for line, row in rows:
        try:
            under.append((line, under_names(row, columns, line)))
        except InputError as error:
            faults.setdefault(line, error)
            filled = [*row, *[""] * len(columns)]
            under.append((line, [cell for name, cell in zip(columns, filled, strict=False) if name]))
    return list(filter(None, columns)), under, faults


def _split_rows(content: str, ending: str, delimiter: str, faults: dict[int, InputError]) -> list[Row]:
    """Return the rows of cells of CSV with their line numbers; errors go into `faults`.

    Here a vertical bar or a blank is part of a name, as in P(+ | x), and no separator. A row with
    broken quotes takes no other row with it.
    """

    def choose(header: str) -> str:
        return separator_of(header, "\t,;").replace(" ", ",")

    lines = list(io.StringIO(content, newline=""))
    choice = None if ending == ".tsv" else choose
    broken: list[Row] = []
    while True:
        cut_rows: list[Row] = []
        try:
            for row in cut(lines, ending, delimiter=delimiter, choose=choice):
                cut_rows.append(row)  # rows before an error are kept
            break
        except InputError as error:
            if not cut_rows or len(lines) * len(broken) > _MOST_CUT:
                raise
            start = next(
                index for index in range(cut_rows[-1][0], len(lines)) if lines[index].strip(_EMPTY)
            )
            faults[start + 1] = error.moved(HERE.line(start + 1))
            broken.append(
                (start + 1, [cell.strip(' "\r\n') for cell in re.split("[,;\t]", lines[start])])
            )
            lines[start] = "\n"  # so that the others keep their numbers
    if cut_rows:
        return [cut_rows[0], *sorted([*cut_rows[1:], *broken])]
    raise InputError("the file is empty; expected a header line")


def _attempt_row(
    line: int,
    cells: Sequence[str],
    layout: Layout,
    variants: Mapping[str, str],
    fault: InputError | None,
) -> _AttemptRow:
    """Return the sheet of a row, with the detail that identifies its student."""
    roles = layout.roles(cells)
    sure = next((role for role in IDENTIFYING if role in roles), "")
    identity = f"{sure} {roles[sure]}" if sure else ""
    student = layout.student_name(cells) or roles.get(sure, "")
    if not student:
        student = f"line {line}"
        fault = fault or InputError("a row without a student", at=HERE.line(line))
    unanswered = {place for place in layout.moodle_responses if cells[place] == NO_RESPONSE}
    answers = {q: "" if place in unanswered else cells[place] for place, q in layout.answers.items()}
    details = {name: cells[place] for place, name in layout.details.items()}
    state = cells[layout.state] if layout.state is not None else ""
    number = cells[layout.attempt] if layout.attempt is not None else ""
    attempt = int(number) if number.isascii() and number.isdigit() and len(number) < 10 else 0
    sheet = AnswerSheet(
        student, answers, details, state if state.casefold() in UNFINISHED else "", variants
    )
    return _AttemptRow(line, sheet.unread(fault) if fault else sheet, identity or student, attempt)


def _with_distinct_names(rows: Sequence[_AttemptRow]) -> list[_AttemptRow]:
    """Return rows in which students of one name are distinguished by their identifying detail."""
    people = Counter(student for student, _ in {(row.sheet.student, row.identity) for row in rows})
    distinct = []
    for row in rows:
        detail = row.identity.partition(" ")[2] or row.identity
        is_alone = people[row.sheet.student] == 1
        name = row.sheet.student if is_alone else f"{row.sheet.student} ({detail})"
        distinct.append(replace(row, sheet=replace(row.sheet, student=name)))
    return distinct


def _counted_attempts(
    rows: Sequence[_AttemptRow], attempts: str, *, has_attempts: bool
) -> tuple[AnswerSheet, ...]:
    """Return the sheets that count, chosen among the `attempts` of a student.

    Without a choice, a file that `has_attempts` is refused. In other files somebody may have typed the
    name of another student: that student is then not graded.
    """
    by_student: dict[str, list[_AttemptRow]] = {}
    for row in rows:
        by_student.setdefault(row.sheet.student, []).append(row)
    sheets: list[AnswerSheet] = []
    for student, student_rows in by_student.items():
        handed_in = [row for row in student_rows if not row.sheet.unfinished]
        student_rows = sorted(handed_in or student_rows[:1], key=lambda row: row.attempt)
        if len(student_rows) > 1 and not attempts:
            message = f"{quoted(student)} stands in line {student_rows[0].line} too"
            which = "--attempts best, last or first says which counts"
            error = InputError(f"{message}; {which}", at=HERE.line(student_rows[1].line))
            if has_attempts:
                raise error
            student_rows = [replace(student_rows[0], sheet=student_rows[0].sheet.unread(error))]
        if attempts in ("last", "first"):
            student_rows = student_rows[-1:] if attempts == "last" else student_rows[:1]
        sheets += [row.sheet for row in student_rows]
    return tuple(sheets)
