"""The list of a course: who is in it, by which row of its file, and whose answers are whose."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from exactnb.core.lazy import once
from exactnb.core.record import frozen
from exactnb.errors import InputError, Place, listing, quoted
from exactnb.teach.grading.class_files import Sheet, read_rows
from exactnb.teach.grading.course_systems import IDENTIFYING, is_no_student
from exactnb.teach.grading.graded import Report
from exactnb.teach.grading.layouts import names_in, roles_of

_OUTSIDE = "not surely of the roster"  # who is called as somebody in it
_NAME = "Name"  # the column of those of whom no file says more


@frozen
class Roster:
    """The students of a course as a file has them: names by the place of their row, and all cells.

    >>> roster = Roster(("Student", "ID"), (("Lovelace, Ada", "7"),), {0: "Lovelace, Ada"})
    >>> roster.place_of(Sheet("x", {}, {"id": "7"})), roster.place_of(Sheet("Ada Lovelace", {}))
    (0, 0)
    """

    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    students: Mapping[int, str]

    @classmethod
    def of_sheets(cls, sheets: Iterable[Sheet]) -> Roster:
        """Return the list that sheets make by themselves: what their file says of the students."""
        first = {sheet.student: sheet for sheet in reversed(list(sheets))}
        people = dict(reversed(first.items()))
        told = {name: sheet.details or {_NAME: name} for name, sheet in people.items()}
        header = tuple(dict.fromkeys(name for details in told.values() for name in details))
        rows = [tuple(details.get(name, "") for name in header) for details in told.values()]
        return cls(header, tuple(rows), dict(enumerate(people)))

    def place_of(self, sheet: Sheet) -> int | None:
        """Return the row of the student of a sheet, None if there is none.

        Numbers and addresses decide, then the name, if none of these is another there. Raises
        InputError where they are those of two.
        """
        sure = _sure(sheet.details)
        named, any_of = plain_name(sheet.student), _plain(sheet.student)
        for keys in (sure, {("name", named)}, {(role, any_of) for role in IDENTIFYING}):
            found = {place for key in keys for place in self._known.get(key, ())}
            if keys is not sure:
                found = {place for place in found if not self._denies(place, sure)}
            if found:
                if len(found) > 1:
                    names = " and ".join(quoted(self.students[place]) for place in sorted(found)[:2])
                    told_so = f"{quoted(sheet.student)} may be {names} there"
                    raise InputError(f"{told_so}; a column with an address or a number would tell")
                return found.pop()
        return None

    def in_order(
        self, pairs: Iterable[tuple[Sheet, Report]]
    ) -> tuple[list[Report], list[Report], tuple[str, ...]]:
        """Return the reports on its students, in its order and by its names; others; who is absent.

        Where two may be one of the roster, or one may be two, nobody knows who it is: each is among the
        others, under the name that the answers have, with a remark.
        """
        claims: dict[int, list[Report]] = {}
        others: list[Report] = []
        for sheet, report in pairs:
            try:
                place = self.place_of(sheet)
            except InputError as error:
                others.append(report.remarked(error.message))
                continue
            if place is None:
                others.append(report)
            else:
                claims.setdefault(place, []).append(report)
        found: dict[int, Report] = {}
        for place, reports in claims.items():
            name = self.students[place]
            if len(reports) == 1:
                found[place] = replace(reports[0], student=name)
                continue
            who = listing(quoted(report.student) for report in reports)
            others += [
                report.remarked(f"{who} are all {quoted(name)} of the roster") for report in reports
            ]
        taken = set(self.students.values())
        others = [
            replace(each, student=f"{each.student} ({_OUTSIDE})") if each.student in taken else each
            for each in others
        ]
        absent = tuple(name for place, name in self.students.items() if place not in claims)
        return [found[place] for place in self.students if place in found], others, absent

    def _denies(self, place: int, sure: Iterable[tuple[str, str]]) -> bool:
        """Say whether a row has another number or address than a student."""
        own = dict(_sure(dict(zip(self.header, self.rows[place], strict=True))))
        return any(own.get(role, cell) != cell for role, cell in sure)

    @once
    def _known(self) -> Mapping[tuple[str, str], set[int]]:
        """Return the rows by what they say of their student."""
        known: dict[tuple[str, str], set[int]] = {}
        named = names_in(self.header, range(len(self.header)))
        for place in self.students:
            cells = self.rows[place]
            keys = _sure(dict(zip(self.header, cells, strict=True)))
            keys |= {("name", plain_name(" ".join(cells[part] for part in named)))}
            for key in keys:
                known.setdefault(key, set()).add(place)
        return known


def read_roster(path: Path) -> Roster:
    """Return the students in a .csv or .tsv file, such as a gradebook that Moodle or Canvas exports.

    Raises InputError for another file, and for one without students.
    """
    with Place.file(path):
        if path.suffix.lower() not in (".csv", ".tsv"):
            raise InputError("expected a file that ends in .csv, .tsv")
        header, lines, faults = read_rows(path, None)
        if faults:
            raise min(faults.items())[1]
        rows = tuple(tuple(cells) for _, cells in lines)
        students = _students(header, rows)
        if not students:
            raise InputError("there are no students in it")
        return Roster(tuple(header), rows, students)


def _students(header: Sequence[str], rows: Sequence[Sequence[str]]) -> dict[int, str]:
    """Return the names by row, those that two have with what tells them apart."""
    named = names_in(header, range(len(header)))
    names = {
        place: name
        for place, cells in enumerate(rows)
        if (name := " ".join(filter(None, (cells[part] for part in named))))
        and not is_no_student(name, exported=True)
    }
    often = Counter(names.values())
    for place, name in names.items():
        if often[name] > 1:
            told = roles_of(dict(zip(header, rows[place], strict=True)))
            sure = next((told[role] for role in IDENTIFYING if role in told), "")
            names[place] = f"{name} ({sure})" if sure else name
    if len(set(names.values())) < len(names):
        twice = next(name for name, times in Counter(names.values()).items() if times > 1)
        raise InputError(f"{quoted(twice)} stands there twice, and nothing tells the two apart")
    return names


def _sure(details: Mapping[str, str]) -> set[tuple[str, str]]:
    """Return the numbers and addresses among some cells, by role."""
    told = roles_of(details)
    return {(role, _plain(told[role])) for role in IDENTIFYING if role in told}


def _plain(cell: str) -> str:
    return unicodedata.normalize("NFC", cell).casefold()


def plain_name(cell: str) -> str:
    """Return a name as it is compared: LOVELACE, Ada is Ada Lovelace."""
    return " ".join(sorted(_plain(cell).replace(",", " ").split()))
