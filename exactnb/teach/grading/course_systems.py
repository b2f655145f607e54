"""What Moodle and Canvas call the columns and rows of the files that they export and import.

Sources: Moodle's quiz report "Responses" and its gradebook, Canvas's "Student Analysis" and gradebook;
of STACK's part of that report its method summarise_response (github.com/maths/moodle-qtype_stack).
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
_OF_STACK = re.compile(r"Seed: -?[0-9]+(;|$)")
_INPUT = re.compile(r"ans([1-9][0-9]{0,3}): (.*?) \[[a-z]+\](?:; |$)", re.DOTALL)
_FIRST_PART = re.compile(r"([^\W\d]+) 1: ?")
_OF_CANVAS = re.compile(r"([0-9]+): ")
_POINTS = re.compile(r"[0-9]+(\.[0-9]+)?")
_NO_STUDENTS = ("points possible", "overall average")
_OF_TEACHERS = ("student, test", "test student")
_UNFINISHED = ("in progress", "overdue", "never submitted", "not started", "abandoned")
NO_RESPONSE = "-"
"""What Moodle writes for a question that was not answered."""


def role_of(column: str) -> str:
    """Return what a column tells of a student, "" if its name does not say it.

    >>> role_of("Email address"), role_of("SIS User ID"), role_of("prior")
    ('email', 'sis', '')
    """
    return _ROLES.get(column.casefold(), "")


def is_answer(column: str) -> bool:
    """Say whether a course system calls a column of answers so.

    >>> is_answer("Response 1"), is_answer("4711: What is the prior?"), is_answer("prior")
    (True, True, False)
    """
    return bool(_RESPONSE.fullmatch(column) or _OF_CANVAS.match(column))


def is_of_moodle(column: str) -> bool:
    """Say whether Moodle calls a column of answers so."""
    return bool(_RESPONSE.fullmatch(column))


def spread(
    header: list[str],
    rows: list[tuple[int, list[str]]],
    asked: int = 0,
    faults: dict[int, InputError] | None = None,
) -> tuple[list[str], list[tuple[int, list[str]]]]:
    """Return a table in which the parts of one question, Cloze or STACK's, have a column each.

    What a student types may look like parts. So they are such only where most rows have some, and a row
    with more of them than questions are `asked`, where others have no more, goes into `faults` by its
    line, as does one that has none.

    >>> spread(["Name", "Response 1"], [(2, ["Ada", "part 1: 9/14; part 2: No"])])
    (['Name', 'Response 1', 'Response 2'], [(2, ['Ada', '9/14', 'No'])])
    """
    places = [place for place, name in enumerate(header) if is_of_moodle(name)]
    if len(places) != 1:
        return header, rows
    (place,) = places
    faults = {} if faults is None else faults
    lines = [line for line, _ in rows]
    found = [None if line in faults else _parts(cells[place]) for line, cells in rows]
    whole = {
        line
        for each, (line, cells) in zip(found, rows, strict=True)
        if each is None and line not in faults and cells[place] not in ("", NO_RESPONSE)
    }
    if sum(map(bool, found)) <= len(whole):
        return header, rows
    fitting = [len(each) for each in found if each and len(each) <= asked]
    most = max(fitting or (len(each) for each in found if each))
    for line, each in zip(lines, found, strict=True):
        if line in whole or len(each or ()) > most:
            told = f"{len(each or ())} parts in a response; expected up to {most}"
            faults[line] = InputError(told, at=HERE.line(line))
    named = [f"Response {number}" for number in range(1, most + 1)]
    filled = [[*(each or ())[:most], *[""] * (most - len(each or ()))] for each in found]
    spread_out = [
        (line, [*cells[:place], *parts, *cells[place + 1 :]])
        for (line, cells), parts in zip(rows, filled, strict=True)
    ]
    return [*header[:place], *named, *header[place + 1 :]], spread_out


def is_of_stack(cell: str) -> bool:
    """Say whether a response is STACK's: a seed, inputs by their names, and notes of its trees.

    >>> is_of_stack("Seed: 7; ans1: 9/14 [score]; prt1: # = 1 | right"), is_of_stack("part 1: 9/14")
    (True, False)
    """
    return bool(_OF_STACK.match(cell))


def _parts(cell: str) -> list[str] | None:
    """Return the parts of a response, None if it has none; their first word depends on the language."""
    if is_of_stack(cell):
        given = {int(number): text.strip() for number, text in _INPUT.findall(cell)}
        return [given.get(number, "") for number in range(1, max(given, default=0) + 1)]
    first = _FIRST_PART.match(cell)
    if first is None:
        return None
    parts: list[str] = []
    start = first.end()
    while found := re.search(rf"; {re.escape(first[1])} {len(parts) + 2}: ?", cell[start:]):
        parts.append(cell[start : start + found.start()])
        start += found.end()
    return [*(part.strip() for part in parts), cell[start:].strip()]


def is_administrative(column: str, before: str) -> bool:
    """Say whether a column tells of an attempt, or has the points of the question `before` it."""
    of_points = _OF_CANVAS.match(before) and _POINTS.fullmatch(column)
    return bool(of_points or _ADMINISTRATIVE.fullmatch(column))


def number_of_canvas(column: str) -> str:
    """Return the number that Canvas writes before the text of a question."""
    found = _OF_CANVAS.match(column)
    return found[1] if found else ""


def is_state(column: str) -> bool:
    """Say whether a column tells how far an attempt got."""
    return column.casefold() in ("state", "status")


def is_unfinished(state: str) -> bool:
    """Say whether an attempt in such a state was never handed in."""
    return state.casefold() in _UNFINISHED


def is_no_student(name: str, *, exported: bool) -> bool:
    """Say whether a row with such a name is none of a student: points, an average, a test account."""
    known = (*_NO_STUDENTS, *_OF_TEACHERS) if exported else _NO_STUDENTS
    return name.casefold() in known
