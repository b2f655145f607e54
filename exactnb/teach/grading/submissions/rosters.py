"""The list of a course: who is in it, by which row of its file, and whose answers are whose."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from exactnb.core.data.rows import repeated
from exactnb.core.lazy import once
from exactnb.core.record import frozen
from exactnb.errors import InputError, Place, listing, quoted
from exactnb.teach.grading.graded import Report
from exactnb.teach.grading.submissions.class_files import AnswerSheet, read_rows
from exactnb.teach.grading.submissions.course_systems import IDENTIFYING, is_no_student
from exactnb.teach.grading.submissions.layouts import details_by_role, name_column_indices

_OUTSIDE = "not surely of the roster"  # students whose name is also one of the roster
_NAME = "Name"  # the column if no file has details


@frozen
class Roster:
    """The students of a course as in a file: names by the index of their row, and all cells.

    >>> roster = Roster(("Student", "ID"), (("Lovelace, Ada", "7"),), {0: "Lovelace, Ada"})
    >>> roster.find_row(AnswerSheet("Ada Lovelace", {}))
    0
    >>> roster.find_row(AnswerSheet("x", {}, {"id": "7"}))
    0
    """

    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    students: Mapping[int, str]

    @classmethod
    def from_sheets(cls, sheets: Iterable[AnswerSheet]) -> Roster:
        """Return the roster of the students of `sheets`, with the details that their file has."""
        first = {sheet.student: sheet for sheet in reversed(list(sheets))}
        people = dict(reversed(first.items()))
        details_by_name = {name: sheet.details or {_NAME: name} for name, sheet in people.items()}
        header = tuple(dict.fromkeys(name for details in details_by_name.values() for name in details))
        rows = [tuple(details.get(name, "") for name in header) for details in details_by_name.values()]
        return cls(header, tuple(rows), dict(enumerate(people)))

    def find_row(self, sheet: AnswerSheet) -> int | None:
        """Return the index of the row of the student of a `sheet`, None if there is none.

        Numbers and addresses decide; else the name does, if none of these contradicts it. Raises
        InputError if several rows match.
        """
        sure = _identities(sheet.details)
        name_key, identity_key = plain_name(sheet.student), _plain(sheet.student)
        for keys in (sure, {("name", name_key)}, {(role, identity_key) for role in IDENTIFYING}):
            candidates = {place for key in keys for place in self._rows_by_key.get(key, ())}
            if keys is not sure:
                candidates = {place for place in candidates if not self._contradicts(place, sure)}
            if candidates:
                if len(candidates) > 1:
                    both = sorted(candidates)[:2]
                    names = " and ".join(quoted(self.students[place]) for place in both)
                    message = f"{quoted(sheet.student)} may be {names} there"
                    raise InputError(f"{message}; a column with an address or a number would tell")
                return candidates.pop()
        return None

    def in_order(
        self, pairs: Iterable[tuple[AnswerSheet, Report]]
    ) -> tuple[list[Report], list[Report], tuple[str, ...]]:
        """Return the reports on the roster's students in its order; other reports; who is absent.

        `pairs` are sheets with their reports. A report that fits two students, or shares one with
        another report, is among the others, under the name that the answers have, with a remark.
        """
        claims: dict[int, list[Report]] = {}
        unplaced: list[Report] = []
        for sheet, report in pairs:
            try:
                place = self.find_row(sheet)
            except InputError as error:
                unplaced.append(report.remarked(error.message))
                continue
            if place is None:
                unplaced.append(report)
            else:
                claims.setdefault(place, []).append(report)
        placed: dict[int, Report] = {}
        for place, reports in claims.items():
            name = self.students[place]
            if len(reports) == 1:
                placed[place] = replace(reports[0], student=name)
                continue
            who = listing(quoted(report.student) for report in reports)
            remark = f"{who} are all {quoted(name)} of the roster"
            unplaced += [report.remarked(remark) for report in reports]
        roster_names = dict.fromkeys(self.students.values(), f" ({_OUTSIDE})")
        unplaced = [
            replace(stray, student=stray.student + roster_names.get(stray.student, ""))
            for stray in unplaced
        ]
        absent = tuple(name for place, name in self.students.items() if place not in claims)
        return [placed[place] for place in self.students if place in placed], unplaced, absent

    def _contradicts(self, place: int, sure: Iterable[tuple[str, str]]) -> bool:
        """Say whether a row has another number or address than the student."""
        identities = dict(_identities(dict(zip(self.header, self.rows[place], strict=True))))
        return any(identities.get(role, cell) != cell for role, cell in sure)

    @once
    def _rows_by_key(self) -> Mapping[tuple[str, str], set[int]]:
        """Return the rows by the names, numbers and addresses of their students."""
        rows_by_key: dict[tuple[str, str], set[int]] = {}
        name_places = name_column_indices(self.header, range(len(self.header)))
        for place in self.students:
            cells = self.rows[place]
            name = plain_name(" ".join(cells[part] for part in name_places))
            for key in {*_identities(dict(zip(self.header, cells, strict=True))), ("name", name)}:
                rows_by_key.setdefault(key, set()).add(place)
        return rows_by_key


def read_roster(path: Path) -> Roster:
    """Return the students in the .csv or .tsv file at `path`, such as a gradebook of Moodle or Canvas.

    Raises InputError for another file, and for one without students.
    """
    with Place.file(path):
        if path.suffix.lower() not in (".csv", ".tsv"):
            raise InputError("expected a file that ends in .csv, .tsv")
        header, lines, faults = read_rows(path, None)
        if faults:
            raise min(faults.items())[1]
        rows = tuple(tuple(cells) for _, cells in lines)
        students = _distinct_student_names(header, rows)
        if not students:
            raise InputError("there are no students in it")
        return Roster(tuple(header), rows, students)


def _distinct_student_names(header: Sequence[str], rows: Sequence[Sequence[str]]) -> dict[int, str]:
    """Return the names by row; equal names are extended by a number or address."""
    name_places = name_column_indices(header, range(len(header)))
    names = {
        place: name
        for place, cells in enumerate(rows)
        if (name := " ".join(filter(None, (cells[part] for part in name_places))))
        and not is_no_student(name, exported=True)
    }
    counts = Counter(names.values())
    for place, name in names.items():
        if counts[name] > 1:
            details = details_by_role(dict(zip(header, rows[place], strict=True)))
            sure = next((details[role] for role in IDENTIFYING if role in details), "")
            names[place] = f"{name} ({sure})" if sure else name
    if (twice := repeated(names.values())) is not None:
        raise InputError(f"{quoted(twice)} stands there twice, and nothing tells the two apart")
    return names


def _identities(details: Mapping[str, str]) -> set[tuple[str, str]]:
    """Return the numbers and addresses among some cells, with their roles."""
    by_role = details_by_role(details)
    return {(role, _plain(by_role[role])) for role in IDENTIFYING if role in by_role}


def _plain(cell: str) -> str:
    return unicodedata.normalize("NFC", cell).casefold()


def plain_name(cell: str) -> str:
    """Return the name in a `cell` as names are compared: LOVELACE, Ada is Ada Lovelace."""
    return " ".join(sorted(_plain(cell).replace(",", " ").split()))
