"""The class in `exactnb check`: which answers count, who is in it, and what is reported about it."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from exactnb.core.data.dialect import Dialect
from exactnb.core.record import frozen
from exactnb.errors import InputError, Place, listing, one_line, quoted
from exactnb.teach.grading.graded import Report, anonymous
from exactnb.teach.grading.grader import Grader
from exactnb.teach.grading.reports.regrading import Change, changes_since, read_earlier
from exactnb.teach.grading.submissions.class_files import AnswerSheet
from exactnb.teach.grading.submissions.files import OF_CLASSES, read_sheets, with_gradescope_submitter
from exactnb.teach.grading.submissions.layouts import Columns
from exactnb.teach.grading.submissions.rosters import Roster, read_roster
from exactnb.teach.grading.variants_folder import VariantsGrader

GRADEBOOKS = ("moodle", "canvas")


@frozen
class GradedClass:
    """One graded sheet of each student, the absent students, and the changes since an earlier report.

    `strangers` are students who are not in the roster.
    """

    reports: tuple[Report, ...]
    roster: Roster
    absent: tuple[str, ...] = ()
    changes: tuple[Change, ...] | None = None
    strangers: tuple[str, ...] = ()
    is_anonymous: bool = False

    @classmethod
    def of(
        cls, options: argparse.Namespace, sheets: Sequence[AnswerSheet], graded: Sequence[Report]
    ) -> GradedClass:
        """Return the class of `sheets` and their reports, `graded`, as `options` say."""
        pairs = _best_sheets(list(zip(sheets, graded, strict=True)))
        reports = tuple(report for _, report in pairs)
        graded_class = cls(reports, Roster.from_sheets(sheet for sheet, _ in pairs))
        if options.roster is not None:
            roster = read_roster(Path(options.roster))
            listed, unlisted, absent = roster.in_order(pairs)
            strangers = tuple(report.student for report in unlisted)
            graded_class = cls((*listed, *unlisted), roster, absent, strangers=strangers)
        if options.before is not None:
            earlier = read_earlier(Path(options.before))
            graded_class = replace(graded_class, changes=changes_since(earlier, graded_class.reports))
        if options.anonymous:
            numbered = anonymous(graded_class.reports)
            absent = tuple(
                f"student {len(numbered) + 1 + index}" for index in range(len(graded_class.absent))
            )
            graded_class = replace(graded_class, reports=numbered, absent=absent, is_anonymous=True)
        return graded_class

    def report_omissions(self, to: str, read: Sequence[str]) -> None:
        """Report on standard error what the output omits, after the notes from reading, `read`.

        `to` is the form of the report.
        """
        notes = [*read]
        if self.strangers:
            who = len(self.strangers) if self.is_anonymous else _names_text(self.strangers)
            notes.append(f"not in the roster: {who}")
        still = [report.student for report in self.reports if not report.is_settled]
        if to in GRADEBOOKS and still:
            notes.append(f"points still open, their cells are left as they are: {_names_text(still)}")
        for note in notes:
            print(f"exactnb: {one_line(note)}", file=sys.stderr)


def refuse_options(options: argparse.Namespace, to: str) -> None:
    """Raise InputError for `options` that need a class, or that conflict with each other.

    `to` is the form of the report.
    """
    class_options = {
        "--student": options.student,
        "--ignore": options.ignore,
        "--map": options.map,
        "--attempts": options.attempts,
        "--roster": options.roster,
        "--to": to if to in GRADEBOOKS else None,
    }
    path = Path(options.answers)
    if path.suffix.lower() not in (*OF_CLASSES, ".xml") and not path.is_dir():
        for option, value in class_options.items():
            if value:
                message = f"needs the answers of a class ({', '.join(OF_CLASSES)})"
                raise InputError(message, at=option if option != "--to" else f"--to {to}")
    naming_options: Mapping[str, object] = {
        "--feedback": options.feedback,
        "--before": options.before,
        f"--to {to}": to in GRADEBOOKS,
    }
    if options.submission is not None and path.suffix.lower() not in (".toml", ".json"):
        raise InputError("needs the answers of one student (.toml, .json)", at="--submission")
    for option, value in naming_options.items():
        if options.anonymous and value:
            raise InputError(f"cannot be used with {option}, which needs names", at="--anonymous")
    if options.before is not None and to not in ("text", "json", "html"):
        raise InputError("needs --to text, json or html", at="--before")


def read_submissions(
    path: Path, dialect: Dialect, options: argparse.Namespace, grader: Grader
) -> tuple[tuple[AnswerSheet, ...], list[str]]:
    """Return the submitted sheets in `path`, and notes on the others and on the columns.

    `dialect` says how tables are written; `options` may name columns; `grader` knows the questions.
    Raises InputError if nobody has submitted anything.
    """
    notes = []
    columns = Columns(
        student=options.student or "",
        ignored=tuple(options.ignore),
        mapped=tuple(options.map),
        attempts=options.attempts or "",
    )
    questions = [question.id for question in grader.problem.questions]
    variants = grader.folder.names if isinstance(grader, VariantsGrader) else None
    read = read_sheets(path, dialect, columns, questions, variants)
    if read.by_order:
        pairs = listing(f"{name} is {question}" for name, question in read.by_order.items())
        notes.append(f"by their order, {pairs}; --map says otherwise")
    if unfinished := [sheet for sheet in read.sheets if sheet.unfinished]:
        names = _names_text(sheet.student for sheet in unfinished)
        notes.append(f"not handed in: {len(unfinished) if options.anonymous else names}")
    sheets = tuple(sheet for sheet in read.sheets if not sheet.unfinished)
    if options.submission is not None:
        sheets = tuple(with_gradescope_submitter(sheet, Path(options.submission)) for sheet in sheets)
    if not sheets:
        raise InputError("nobody has handed in anything", at=Place.file(path))
    return sheets, notes


def _best_sheets(pairs: Sequence[tuple[AnswerSheet, Report]]) -> list[tuple[AnswerSheet, Report]]:
    """Return the best sheet of each student; of equal ones, the last."""
    best: dict[str, tuple[AnswerSheet, Report]] = {}
    for sheet, report in pairs:
        previous = best.get(sheet.student)
        if previous is None or (report.score, report.largest_score) >= (
            previous[1].score,
            previous[1].largest_score,
        ):
            best[sheet.student] = sheet, report
    return list(best.values())


def _names_text(students: Iterable[str]) -> str:
    return listing(map(quoted, students))


def feedback_texts(grader: Grader, graded: GradedClass, folder: str) -> dict[Path, str]:
    """Return the feedback of each student by file in `folder`; `grader` knows the key."""
    from exactnb.teach.grading.reports.feedback_files import feedback_files

    return files_in_folder(folder, feedback_files(grader, graded.reports))


def files_in_folder(folder: str, texts: Mapping[str, str]) -> dict[Path, str]:
    """Return `texts` by the paths of their files in `folder`, which is created if necessary.

    Raises InputError before anything is written.
    """
    path = Path(folder)
    files = {path / name: text for name, text in texts.items()}
    try:
        path.mkdir(parents=True, exist_ok=True)
    except FileExistsError:
        raise InputError("is a file, not a folder", at=Place.file(folder)) from None
    except (OSError, ValueError) as error:
        message = (getattr(error, "strerror", None) or "is not the name of a folder").lower()
        raise InputError(message, at=Place.file(folder)) from None
    if (blocked := next(filter(Path.is_dir, files), None)) is not None:
        raise InputError("is a folder, not a file", at=Place.file(blocked))
    return files
