"""What `exactnb check` does with a class: whose answers count, who is in it, and what is told of it."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from exactnb.core.data.dialect import Dialect
from exactnb.core.record import frozen
from exactnb.errors import InputError, Place, listing, one_line, quoted
from exactnb.teach.grading.anonymity import anonymous
from exactnb.teach.grading.answer_files import OF_CLASSES, read_sheets, with_submitter
from exactnb.teach.grading.class_files import Sheet
from exactnb.teach.grading.graded import Report
from exactnb.teach.grading.grader import Grader
from exactnb.teach.grading.layouts import Columns
from exactnb.teach.grading.regrading import Change, changes_since, read_earlier
from exactnb.teach.grading.rosters import Roster, read_roster
from exactnb.teach.grading.variants_folder import VariantsGrader

GRADEBOOKS = ("moodle", "canvas")


@frozen
class Class:
    """Graded sheets, one of each student, with who handed in nothing and what changed since.

    `strangers` are students whom the roster does not have.
    """

    reports: tuple[Report, ...]
    roster: Roster
    absent: tuple[str, ...] = ()
    changes: tuple[Change, ...] | None = None
    strangers: tuple[str, ...] = ()
    is_anonymous: bool = False

    @classmethod
    def of(
        cls, options: argparse.Namespace, sheets: Sequence[Sheet], graded: Sequence[Report]
    ) -> Class:
        """Return a class as the options say it."""
        pairs = _best(list(zip(sheets, graded, strict=True)))
        reports = tuple(report for _, report in pairs)
        found = cls(reports, Roster.from_sheets(sheet for sheet, _ in pairs))
        if options.roster is not None:
            roster = read_roster(Path(options.roster))
            listed, others, absent = roster.in_order(pairs)
            strangers = tuple(report.student for report in others)
            found = cls((*listed, *others), roster, absent, strangers=strangers)
        if options.before is not None:
            earlier = read_earlier(Path(options.before))
            found = replace(found, changes=changes_since(earlier, found.reports))
        if options.anonymous:
            numbered = anonymous(found.reports)
            absent = tuple(f"student {len(numbered) + 1 + at}" for at in range(len(found.absent)))
            found = replace(found, reports=numbered, absent=absent, is_anonymous=True)
        return found

    def say(self, to: str, read: Sequence[str]) -> None:
        """Say beside the output what is not in it, and what was said when the answers were `read`."""
        notes = [*read]
        if self.strangers:
            told = len(self.strangers) if self.is_anonymous else _names(self.strangers)
            notes.append(f"not in the roster: {told}")
        still = [report.student for report in self.reports if not report.is_settled]
        if to in GRADEBOOKS and still:
            notes.append(f"points still open, their cells are left as they are: {_names(still)}")
        for note in notes:
            print(f"exactnb: {one_line(note)}", file=sys.stderr)


def refuse_options(options: argparse.Namespace, to: str) -> None:
    """Refuse options that do not go with the answers of one student, or with each other."""
    of_class = {
        "--student": options.student,
        "--ignore": options.ignore,
        "--map": options.map,
        "--attempts": options.attempts,
        "--roster": options.roster,
        "--to": to if to in GRADEBOOKS else None,
    }
    path = Path(options.answers)
    if path.suffix.lower() not in (*OF_CLASSES, ".xml") and not path.is_dir():
        for option, said in of_class.items():
            if said:
                message = f"goes with the answers of a class ({', '.join(OF_CLASSES)})"
                raise InputError(message, at=option if option != "--to" else f"--to {to}")
    named: Mapping[str, object] = {
        "--feedback": options.feedback,
        "--before": options.before,
        f"--to {to}": to in GRADEBOOKS,
    }
    if options.submission is not None and path.suffix.lower() not in (".toml", ".json"):
        raise InputError("goes with the answers of one student (.toml, .json)", at="--submission")
    for option, said in named.items():
        if options.anonymous and said:
            raise InputError(f"does not go with {option}, which needs names", at="--anonymous")
    if options.before is not None and to not in ("text", "json", "html"):
        raise InputError("goes with --to text, json or html", at="--before")


def read_sheets_of(
    path: Path, dialect: Dialect, options: argparse.Namespace, grader: Grader
) -> tuple[tuple[Sheet, ...], list[str]]:
    """Return the sheets that were handed in; and which were not, and what was taken for what."""
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
        names = _names(sheet.student for sheet in unfinished)
        notes.append(f"not handed in: {len(unfinished) if options.anonymous else names}")
    sheets = tuple(sheet for sheet in read.sheets if not sheet.unfinished)
    if options.submission is not None:
        sheets = tuple(with_submitter(sheet, Path(options.submission)) for sheet in sheets)
    if not sheets:
        raise InputError("nobody has handed in anything", at=Place.file(path))
    return sheets, notes


def _best(pairs: Sequence[tuple[Sheet, Report]]) -> list[tuple[Sheet, Report]]:
    """Return the best sheet of each student, of equals the last."""
    best: dict[str, tuple[Sheet, Report]] = {}
    for sheet, report in pairs:
        before = best.get(sheet.student)
        if before is None or (report.score, report.most) >= (before[1].score, before[1].most):
            best[sheet.student] = sheet, report
    return list(best.values())


def _names(students: Iterable[str]) -> str:
    return listing(map(quoted, students))


def feedback_in(grader: Grader, graded: Class, folder: str) -> dict[Path, str]:
    """Return the text of a file for each student in a folder, which is made if it is not there.

    What can go wrong does so here, before anything is written.
    """
    from exactnb.teach.grading.reports.feedback_files import feedback_files

    path = Path(folder)
    files = {path / name: text for name, text in feedback_files(grader, graded.reports).items()}
    try:
        path.mkdir(parents=True, exist_ok=True)
    except FileExistsError:
        raise InputError("is a file, not a folder", at=Place.file(folder)) from None
    except (OSError, ValueError) as error:
        told = (getattr(error, "strerror", None) or "is not the name of a folder").lower()
        raise InputError(told, at=Place.file(folder)) from None
    if (taken := next(filter(Path.is_dir, files), None)) is not None:
        raise InputError("is a folder, not a file", at=Place.file(taken))
    return files
