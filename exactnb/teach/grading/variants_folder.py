"""A folder of variants: a problem file for each, and who has which; what grades a class with it.

How to read: `VariantFolder.read` finds out what lies there, `VariantsGrader` grades each sheet by the
variants that it answers. `exactnb variants` writes such folders, and `exactnb export --problems`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Any

from exactnb.core.arithmetic.numerals import Exact
from exactnb.core.data.readers import parsed_json, read_text_file
from exactnb.core.model.effort import EFFORT
from exactnb.core.problem.problem import Problem
from exactnb.core.record import frozen
from exactnb.errors import InputError, Place, listing, quoted
from exactnb.teach.grading.class_files import Sheet
from exactnb.teach.grading.graded import Graded, Report
from exactnb.teach.grading.grader import Grader
from exactnb.teach.grading.rosters import Roster, read_roster
from exactnb.teach.grading.variants_named import VariantNames

STUDENTS, MANIFEST, BELOW = "students.csv", "manifest.json", "problems"


@frozen
class VariantFolder:
    """Hold the problem files of variants by their names, and what a list says of students.

    `roster` is that list, whose last column is the variant of each.
    """

    path: Path
    files: Mapping[str, Path]
    names: VariantNames
    roster: Roster | None = None

    @classmethod
    def read(cls, path: Path) -> VariantFolder:
        """Return what lies in a folder, or in its folder `problems`.

        Raises InputError where no problem files do.
        """
        path = path / BELOW if (path / BELOW).is_dir() else path
        with Place.file(path):
            try:
                files = {file.stem: file for file in sorted(path.glob("*.toml"))}
            except OSError as error:
                raise InputError((error.strerror or "cannot be read").lower()) from None
            if not files:
                raise InputError("holds no problem files (.toml), as exactnb variants writes them")
        told = _manifest(path / MANIFEST)
        known = {key: told[key] for key in ("slugs", "variables", "choices") if key in told}
        names = VariantNames(tuple(files), **known)
        students = path / STUDENTS
        return cls(path, files, names, read_roster(students) if students.is_file() else None)

    def variant_of(self, sheet: Sheet) -> str:
        """Return the variant that a student has by the list, "" if there is none or it has another."""
        if self.roster is None:
            return ""
        with Place.file(self.path / STUDENTS):
            place = self.roster.place_of(sheet)
            return "" if place is None else self.names.of_cell(self.roster.rows[place][-1])


def _manifest(path: Path) -> Mapping[str, Any]:
    if not path.is_file():
        return {}
    with Place.file(path):
        found = parsed_json(read_text_file(path))
        return found if isinstance(found, dict) else {}


class VariantsGrader(Grader):
    """Grade a class in which each student has a variant; all variants have the same questions.

    `problem` is the first of them. Which one a sheet answers it says itself (`Sheet.variants`), or the
    list in the folder; where these differ, nobody can say whose answers they are: it is not readable.

    Raises InputError for files that ask different questions, or none.
    """

    folder: VariantFolder
    _variant: Callable[[str], Grader]

    def __init__(
        self,
        folder: VariantFolder,
        *,
        follow_through: Exact = 1,
        effort: int = EFFORT,
        files: bool | None = None,
    ) -> None:
        first, path = next(iter(folder.files.items()))
        problem = _read(path, files)
        super().__init__(problem, follow_through=follow_through, effort=effort)

        def variant(name: str) -> Grader:
            read = problem if name == first else _read(folder.files[name], files)
            ids = [[question.id for question in each.questions] for each in (problem, read)]
            if ids[0] != ids[1]:
                told = f"asks {listing(ids[1])}; {quoted(path.name)} asks {listing(ids[0])}"
                raise InputError(told, at=Place.file(folder.files[name]))
            return Grader(read, follow_through=follow_through, effort=effort)

        vars(self).update(folder=folder, _variant=lru_cache(maxsize=None)(variant))

    def grade_sheet(self, sheet: Sheet) -> Report:
        """Return the report on a sheet; each answer is judged by the variant that it belongs to.

        Raises InputError for a problem file of the folder, which is no student's fault.
        """
        try:
            asked = self._asked(sheet) if sheet.is_readable else {}
        except InputError as error:
            sheet, asked = sheet.unread(error), {}
        first = next(iter(asked.values()), next(iter(self.folder.files)))
        reports = {}
        for name in dict.fromkeys((*asked.values(), first)):
            answers = {key: text for key, text in sheet.answers.items() if asked[key] == name}
            reports[name] = self._variant(name).grade_sheet(replace(sheet, answers=answers))
        if (unread := next((of for of in reports.values() if not of.is_readable), None)) is not None:
            return unread
        graded = []
        for question in self.questions:
            name = asked.get(question.id, first)
            graded.append(replace(reports[name][question.id], variant=name))
        return Report(sheet.student, tuple(graded), sheet.remark)

    def of(self, graded: Graded) -> Grader:
        """Return the grader of the variant that an answer belongs to, the first where none is known."""
        return self._variant(graded.variant) if graded.variant else self

    def _asked(self, sheet: Sheet) -> Mapping[str, str]:
        """Return the variant of each answer of a sheet."""
        listed = self.folder.variant_of(sheet)
        others = [each for each in sheet.variants.values() if listed and each != listed]
        if others:
            told = f"{quoted(sheet.student)} has {quoted(listed)} by {STUDENTS}"
            raise InputError(f"{told}, and answered {quoted(others[0])}")
        whole = sheet.variants.get("", listed)
        told_all = set(sheet.variants.values())
        if not whole and len(told_all) == 1:
            whole = told_all.pop()
        some = whole or next(iter(told_all), next(iter(self.folder.files)))  # for what is not answered
        given = {key for key, text in sheet.answers.items() if text.strip()}
        asked = {
            key: sheet.variants.get(key, whole or ("" if key in given else some))
            for key in sheet.answers
        }
        if not all(asked.values()):
            told = f"which variant did {quoted(sheet.student)} have?"
            raise InputError(f"{told} a column named variant says it, or {STUDENTS} in the folder")
        return asked


def _read(path: Path, files: bool | None) -> Problem:
    with Place.file(path):
        problem = Problem.read(path, files=files)
        if not problem.questions:
            raise InputError("asks no questions; variants have [[question]] tables")
        return problem
