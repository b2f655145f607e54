"""A folder of variants, a problem file for each student, and the grader of a class that has them.

How to read: `VariantFolder.read` reads the folder, `VariantsGrader` grades each sheet by the variants
that it answers. `exactnb variants` writes such folders, and `exactnb export --problems`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Any

from exactnb.core.arithmetic.numerals import Exact
from exactnb.core.data.json_lines import parsed_json
from exactnb.core.data.readers import read_text_file
from exactnb.core.model.quantity import EFFORT
from exactnb.core.problem.problem import Problem
from exactnb.core.record import frozen
from exactnb.errors import InputError, Place, listing, quoted
from exactnb.teach.grading.graded import Graded, Report
from exactnb.teach.grading.grader import Grader
from exactnb.teach.grading.submissions.class_files import AnswerSheet
from exactnb.teach.grading.submissions.rosters import Roster, read_roster
from exactnb.teach.grading.submissions.variant_names import VariantNames

STUDENTS, MANIFEST, BELOW = "students.csv", "manifest.json", "problems"


@frozen
class VariantFolder:
    """The problem files of variants by name, and the `roster`: the list of students, if there is one.

    The last column of the roster is the variant of each student.
    """

    path: Path
    files: Mapping[str, Path]
    names: VariantNames
    roster: Roster | None = None

    @classmethod
    def read(cls, path: Path) -> VariantFolder:
        """Return the variants in the folder at `path`, or in its folder `problems`.

        Raises InputError if there are no problem files.
        """
        path = path / BELOW if (path / BELOW).is_dir() else path
        with Place.file(path):
            try:
                files = {file.stem: file for file in sorted(path.glob("*.toml"))}
            except OSError as error:
                raise InputError((error.strerror or "cannot be read").lower()) from None
            if not files:
                raise InputError("holds no problem files (.toml), as exactnb variants writes them")
        manifest = _manifest(path / MANIFEST)
        keys = [key for key in ("slugs", "variables", "choices") if key in manifest]
        names = VariantNames(tuple(files), **{key: manifest[key] for key in keys})
        students = path / STUDENTS
        return cls(path, files, names, read_roster(students) if students.is_file() else None)

    def listed_variant(self, sheet: AnswerSheet) -> str:
        """Return the variant that the roster lists for the student of a `sheet`, or ""."""
        if self.roster is None:
            return ""
        with Place.file(self.path / STUDENTS):
            place = self.roster.find_row(sheet)
            return "" if place is None else self.names.variant_in_cell(self.roster.rows[place][-1])


def _manifest(path: Path) -> Mapping[str, Any]:
    if not path.is_file():
        return {}
    with Place.file(path):
        document = parsed_json(read_text_file(path))
        return document if isinstance(document, dict) else {}


class VariantsGrader(Grader):
    """Grade a class in which each student has a variant; all variants have the same questions.

    `problem` is the first of them. A sheet names its variant (`Sheet.variants`), or the list in the
    folder does; if the two differ, nobody can say whose answers they are, and the sheet is not
    readable.

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
        problem = _read_problem(path, files)
        super().__init__(problem, follow_through=follow_through, effort=effort)

        def variant(name: str) -> Grader:
            sampled = problem if name == first else _read_problem(folder.files[name], files)
            expected, ids = ([q.id for q in p.questions] for p in (problem, sampled))
            if ids != expected:
                message = f"asks {listing(ids)}; {quoted(path.name)} asks {listing(expected)}"
                raise InputError(message, at=Place.file(folder.files[name]))
            return Grader(sampled, follow_through=follow_through, effort=effort)

        vars(self).update(folder=folder, _variant=lru_cache(maxsize=None)(variant))

    def grade_sheet(self, sheet: AnswerSheet) -> Report:
        """Return the report on a `sheet`; each answer is judged by the variant that it belongs to.

        Raises InputError for an error in a problem file of the folder, which is no student's fault.
        """
        try:
            by_question = self._variants_by_question(sheet) if sheet.is_readable else {}
        except InputError as error:
            sheet, by_question = sheet.unread(error), {}
        first = next(iter(by_question.values()), next(iter(self.folder.files)))
        reports = {}
        for name in dict.fromkeys((*by_question.values(), first)):
            answers = {key: text for key, text in sheet.answers.items() if by_question[key] == name}
            reports[name] = self._variant(name).grade_sheet(replace(sheet, answers=answers))
        for report in reports.values():
            if not report.is_readable:
                return report
        variants = {question.id: by_question.get(question.id, first) for question in self.questions}
        graded = (replace(reports[name][i], variant=name) for i, name in variants.items())
        return Report(sheet.student, tuple(graded), sheet.remark)

    def of(self, graded: Graded) -> Grader:
        """Return the grader of the variant of the answer `graded`; the first if no variant is known."""
        return self._variant(graded.variant) if graded.variant else self

    def _variants_by_question(self, sheet: AnswerSheet) -> Mapping[str, str]:
        """Return the variant of each answer of a sheet."""
        listed = self.folder.listed_variant(sheet)
        contradicting = [variant for variant in sheet.variants.values() if listed and variant != listed]
        if contradicting:
            message = f"{quoted(sheet.student)} has {quoted(listed)} by {STUDENTS}"
            raise InputError(f"{message}, and answered {quoted(contradicting[0])}")
        sheet_variant = sheet.variants.get("", listed)
        stated = set(sheet.variants.values())
        if not sheet_variant and len(stated) == 1:
            sheet_variant = stated.pop()
        # the variant of unanswered questions
        fallback = sheet_variant or next(iter(stated), next(iter(self.folder.files)))
        answered = {key for key, text in sheet.answers.items() if text.strip()}
        by_question = {
            key: sheet.variants.get(key, sheet_variant or ("" if key in answered else fallback))
            for key in sheet.answers
        }
        if not all(by_question.values()):
            message = f"which variant did {quoted(sheet.student)} have?"
            raise InputError(f"{message} a column named variant says it, or {STUDENTS} in the folder")
        return by_question


def _read_problem(path: Path, files: bool | None) -> Problem:
    with Place.file(path):
        problem = Problem.read(path, files=files)
        if not problem.questions:
            raise InputError("asks no questions; variants have [[question]] tables")
        return problem
