"""Reports on the workings of a class: as text, JSON, CSV or a page, and what each student may read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from exactnb.core.data.escaping import csv_row, safe_json
from exactnb.core.problem.questions import Question
from exactnb.errors import printable
from exactnb.explain.rendering.pages.html_text import page
from exactnb.explain.rendering.pages.markdown_text import paragraph, text
from exactnb.teach.grading.graded import Graded, Report
from exactnb.teach.grading.judging import Verdict
from exactnb.teach.grading.reports.feedback_files import file_names
from exactnb.teach.grading.reports.gradebooks import decimal_points
from exactnb.teach.grading.reports.regrading import (
    OF_WORKINGS,
    Change,
    change_text,
    changes_json,
    changes_text,
)
from exactnb.teach.grading.scores import points_text
from exactnb.teach.grading.working.report import (
    STYLE,
    VERDICTS,
    as_object,
    feedback_markdown,
    line_objects,
    page_macros,
    summary_text,
)
from exactnb.teach.grading.working.working import Working, summarize


def class_text(
    workings: Mapping[str, Working | str], width: int = 80, changes: Sequence[Change] | None = None
) -> str:
    """Return the workings of a class by student, with the first wrong lines, and where most go wrong.

    A text in the place of a working says why it was not read. Lines have `width` characters at most.
    `changes` are those since an earlier report.
    """
    names = [printable(name) for name in workings]
    widest = max(map(len, names), default=0)
    rows = []
    for name, working in zip(names, workings.values(), strict=True):
        if isinstance(working, str):
            rows.append(f"{name:{widest}}  not read: {printable(working)}")
            continue
        earned, most = points_text(working.earned), points_text(working.points)
        if not working.is_read:
            earned += f" to {most}"
        points = f"{earned} of {most}" if working.marks else ""
        rows.append("  ".join(filter(None, (f"{name:{widest}}", points, working.standing))))
    rows += changes_text(changes, width) if changes is not None else []
    return "\n".join([*rows, *summary_text(_readable_workings(workings), width)])


def points_reports(workings: Mapping[str, Working | str]) -> list[Report]:
    """Return the points of workings as reports on answers, to be compared with earlier ones."""
    reports = []
    for name, working in workings.items():
        if isinstance(working, str):
            reports.append(Report(name, (), working, is_readable=False))
            continue
        graded = []
        for mark in working.marks:
            question = Question(mark.question, str(mark.name), mark.points)
            verdict = Verdict.ACCEPTED if mark.is_by_hand else Verdict.CORRECT
            graded.append(Graded(question, "", verdict, mark.earned))
        reports.append(Report(name, tuple(graded)))
    return reports


def _readable_workings(workings: Mapping[str, Working | str]) -> dict[str, Working]:
    return {name: working for name, working in workings.items() if isinstance(working, Working)}


def class_page(
    workings: Mapping[str, Working | str], title: str, changes: Sequence[Change] | None = None
) -> str:
    """Return the workings of a class as a page: what they say together, then each student's lines.

    `title` is its heading, and `changes` are those since an earlier report.
    """
    read = _readable_workings(workings)
    unread = {name: reason for name, reason in workings.items() if isinstance(reason, str)}
    lines = {name: line_objects(working) for name, working in read.items()}
    change_texts = None if changes is None else [*map(change_text, changes)]
    body = page_macros().class_(title, read, unread, summarize(read), lines, VERDICTS, change_texts)
    return page(title, body, STYLE)


def class_csv(workings: Mapping[str, Working | str]) -> str:
    """Return `workings` as a table: points of each student, by mark too, and the first wrong line."""
    marks = dict.fromkeys(
        mark.question for working in _readable_workings(workings).values() for mark in working.marks
    )
    lines = [
        csv_row(["student", "score", "points", *marks, "first wrong line", "mistakes", "not read"])
    ]
    for name, working in workings.items():
        if isinstance(working, str):
            lines.append(csv_row([name, *[""] * (len(marks) + 4), working]))
            continue
        first = working.first_blamed
        earned = {mark.question: mark.earned for mark in working.marks}
        lines.append(
            csv_row([
                name,
                decimal_points(working.earned),
                decimal_points(working.points),
                *(decimal_points(earned[mark]) if mark in earned else "" for mark in marks),
                "" if working.first_wrong is None else str(working.first_wrong),
                "" if first is None else " ".join(first.mistakes),
                "; ".join(f"line {line.place[0]}" for line in working.unread if line.place is not None),
            ])
        )  # fmt: skip
    return "".join(lines)


def feedback_pages(workings: Mapping[str, Working | str], title: str) -> dict[str, str]:
    """Return the feedback on each of `workings`, in Markdown under `title`, by the name of a file.

    It is for students: the key has no place in it.
    """
    pages = {}
    for file, (name, working) in zip(file_names(list(workings)), workings.items(), strict=True):
        parts = [f"# {text(': '.join(filter(None, (title, name))))}"]
        if isinstance(working, str):
            parts.append(paragraph(text(f"not readable: {working}")))
        else:
            parts += feedback_markdown(working, working.feedback)
        pages[file] = "\n\n".join(parts) + "\n"
    return pages


def class_json(workings: Mapping[str, Working | str], changes: Sequence[Change] | None = None) -> str:
    """Return the workings of a class as JSON: those of one student as `as_json` writes them.

    `changes` are those since an earlier report.
    """
    students = [
        {"student": name, **({"not_read": working} if isinstance(working, str) else as_object(working))}
        for name, working in workings.items()
    ]
    document = {"schema": OF_WORKINGS, "students": students}
    return safe_json(document | ({} if changes is None else {"changes": changes_json(changes)}))
