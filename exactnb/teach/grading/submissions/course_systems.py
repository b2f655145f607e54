"""The names that Moodle and Canvas give to columns and rows of the files they export and import.

Sources: Moodle's quiz report "Responses" and its gradebook, Canvas's "Student Analysis" and gradebook;
for the responses of STACK its method summarise_response (github.com/maths/moodle-qtype_stack).
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from exactnb.errors import HERE, InputError

_NAMES: Mapping[str, tuple[str, ...]] = {
    "name": ("student", "name", "full name", "student name"),
    "last": ("last name", "surname", "family name"),
    "first": ("first name", "given name"),
    "sis": ("sis user id", "sis_id", "sis id", "id number", "idnumber", "student id"),
    "number": ("number", "student number", "matriculation number", "matrikelnummer"),
    "id": ("id", "identifier"),
    "email": ("email address", "e-mail address", "email", "e-mail"),
    "login": ("sis login id", "username", "login id", "login"),
    "section": ("section", "section_id", "section_sis_id", "institution", "department", "groups"),
}
_ROLES = {name: role for role, names in _NAMES.items() for name in names}
IDENTIFYING = ("sis", "id", "email", "login")
"""The roles of columns that tell two students of one name apart, the surest first."""

_ADMINISTRATIVE = re.compile(
    r"state|status|started( on)?|completed|time taken|duration|grade/[0-9.,]+|submitted|attempt"
    r"|question [0-9]+|right answer [0-9]+|n correct|n incorrect|score",
    re.IGNORECASE,
)
_RESPONSE = re.compile(r"response [0-9]+", re.IGNORECASE)
_STACK_SEED = re.compile(r"Seed: -?[0-9]+(;|$)")
_INPUT = re.compile(r"ans([1-9][0-9]{0,3}): (.*?) \[[a-z]+\](?:; |$)", re.DOTALL)
_FIRST_PART = re.compile(r"([^\W\d]+) 1: ?")
_CANVAS_QUESTION = re.compile(r"([0-9]+): ")
_POINTS = re.compile(r"[0-9]+(\.[0-9]+)?")
_NO_STUDENTS = ("points possible", "overall average")
_TEST_STUDENTS = ("student, test", "test student")
STATES = ("state", "status")
"""The names of the column with the state of an attempt."""
UNFINISHED = ("in progress", "overdue", "never submitted", "not started", "abandoned")
"""The states of an attempt that was never handed in."""
NO_RESPONSE = "-"
"""What Moodle writes for a question that was not answered."""


def column_role(column: str) -> str:
    """Return which detail of a student a `column` holds, such as "email"; "" if its name is unknown.

    >>> column_role("Email address"), column_role("SIS User ID"), column_role("prior")
    ('email', 'sis', '')
    """
    return _ROLES.get(column.casefold(), "")


def is_answer_column(column: str) -> bool:
    """Say whether Moodle or Canvas gives columns of answers names like `column`.

    >>> [is_answer_column(name) for name in ("Response 1", "4711: What is the prior?", "prior")]
    [True, True, False]
    """
    return is_moodle_response(column) or bool(canvas_number(column))


def is_moodle_response(column: str) -> bool:
    """Say whether Moodle gives columns of answers names like `column`."""
    return bool(_RESPONSE.fullmatch(column))


def split_responses(
    header: list[str],
    rows: list[tuple[int, list[str]]],
    questions: int = 0,
    faults: dict[int, InputError] | None = None,
) -> tuple[list[str], list[tuple[int, list[str]]]]:
    """Return `header` and `rows` with a column for each part of a Cloze or STACK response.

    What a student types may look like parts. Responses are therefore split only if most rows have
    parts, and a row with more parts than there are `questions`, where others have no more, becomes an
    entry of `faults` by its line, as does a row without parts.

    >>> split_responses(["Name", "Response 1"], [(2, ["Ada", "part 1: 9/14; part 2: No"])])
    (['Name', 'Response 1', 'Response 2'], [(2, ['Ada', '9/14', 'No'])])
    """
    places = [place for place, name in enumerate(header) if is_moodle_response(name)]
    if len(places) != 1:
        return header, rows
    (place,) = places
    faults = {} if faults is None else faults
    responses = [() if line in faults else _response_parts(cells[place]) for line, cells in rows]
    unsplit = {
        line
        for parts, (line, cells) in zip(responses, rows, strict=True)
        if parts is None and cells[place] not in ("", NO_RESPONSE)
    }
    if sum(map(bool, responses)) <= len(unsplit):
        return header, rows
    sizes = [len(parts) for parts in responses if parts]
    most = max([size for size in sizes if size <= questions] or sizes)
    split_rows = []
    for (line, cells), split in zip(rows, responses, strict=True):
        parts = split or ()
        if line in unsplit or len(parts) > most:
            message = f"{len(parts)} parts in a response; expected up to {most}"
            faults[line] = InputError(message, at=HERE.line(line))
        filled = [*parts, *[""] * most][:most]
        split_rows.append((line, [*cells[:place], *filled, *cells[place + 1 :]]))
    names = [f"Response {number}" for number in range(1, most + 1)]
    return [*header[:place], *names, *header[place + 1 :]], split_rows


def is_stack_response(cell: str) -> bool:
    """Say whether a `cell` is a response of STACK: a seed, inputs by name, and notes of its trees.

    >>> is_stack_response("Seed: 7; ans1: 9/14 [score]; prt1: # = 1 | right")
    True
    """
    return bool(_STACK_SEED.match(cell))


def _response_parts(cell: str) -> list[str] | None:
    """Return the parts of a response, None if it has none; their first word depends on the language."""
    if is_stack_response(cell):
        inputs = {int(number): text.strip() for number, text in _INPUT.findall(cell)}
        return [inputs.get(number, "") for number in range(1, max(inputs, default=0) + 1)]
    first = _FIRST_PART.match(cell)
    if first is None:
        return None
    parts: list[str] = []
    start = first.end()
    while separator := re.search(rf"; {re.escape(first[1])} {len(parts) + 2}: ?", cell[start:]):
        parts.append(cell[start : start + separator.start()])
        start += separator.end()
    return [*(part.strip() for part in parts), cell[start:].strip()]


def is_administrative_column(column: str, previous: str) -> bool:
    """Say whether a `column` describes an attempt, or has the points of the column `previous`."""
    is_points = _CANVAS_QUESTION.match(previous) and _POINTS.fullmatch(column)
    return bool(is_points or _ADMINISTRATIVE.fullmatch(column))


def canvas_number(column: str) -> str:
    """Return the number that Canvas puts before a question's text in the name of a `column`, or ""."""
    match = _CANVAS_QUESTION.match(column)
    return match[1] if match else ""


def is_no_student(name: str, *, exported: bool) -> bool:
    """Say whether a row called `name` is no student's: points possible, an average, a test account.

    Test accounts are recognised only in files that a course system has `exported`.
    """
    return name.casefold() in ((*_NO_STUDENTS, *_TEST_STUDENTS) if exported else _NO_STUDENTS)
