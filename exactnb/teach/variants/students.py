"""Assign variants to students by a keyed hash, so that nobody's changes when others come and go."""

from __future__ import annotations

import hmac
import unicodedata
from collections.abc import Callable, Mapping

from exactnb.core.data.escaping import csv_row
from exactnb.teach.grading.submissions.course_systems import IDENTIFYING, column_role
from exactnb.teach.grading.submissions.layouts import details_by_role
from exactnb.teach.grading.submissions.rosters import Roster


def assign_variants(roster: Roster, seed: int | str, count: int) -> Mapping[str, int]:
    """Return the number of the variant, from 1 to `count`, of each student in a `roster`.

    It is HMAC-SHA256 of the student's identity, keyed with the `seed`, modulo `count`: nobody can
    compute it without the seed, and a student who comes later changes nobody else's. The identity is
    the most reliable of number, address and login in the list, or else the name; case does not matter.

    >>> roster = Roster(("Student",), (("Ada",), ("Bo",)), {0: "Ada", 1: "Bo"})
    >>> assign_variants(roster, 1, 100)
    {'Ada': 86, 'Bo': 75}
    """
    key = f"exactnb variants {seed}".encode(errors="surrogatepass")
    numbers: dict[str, int] = {}
    for place, name in roster.students.items():
        details = details_by_role(dict(zip(roster.header, roster.rows[place], strict=True)))
        identity = next((details[role] for role in IDENTIFYING if role in details), name)
        folded = unicodedata.normalize("NFC", identity).casefold()
        digest = hmac.digest(key, folded.encode(errors="surrogatepass"), "sha256")
        numbers[name] = int.from_bytes(digest, "big") % count + 1
    return numbers


def students_csv(students: Mapping[str, int], name: Callable[[int], str], roster: Roster | None) -> str:
    """Return the list of `students` and their variants as CSV; `name` turns a number into a file name.

    The numbers and addresses in the `roster` stand between the two.

    >>> print(students_csv({"Ada": 2}, "variant-{}".format, None), end="")
    student,variant
    Ada,variant-2
    """
    head: tuple[str, ...] = ()
    rows: dict[str, tuple[str, ...]] = {}
    if roster is not None:
        roles = map(column_role, roster.header)
        places = [p for p, role in enumerate(roles) if role in (*IDENTIFYING, "number")]
        head = tuple(roster.header[p] for p in places)
        rows = {
            student: tuple(roster.rows[identity][p] for p in places)
            for identity, student in roster.students.items()
        }
    lines = [("student", *head, "variant")]
    lines += [(student, *rows.get(student, ()), name(number)) for student, number in students.items()]
    return "".join(map(csv_row, lines))
