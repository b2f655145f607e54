"""Feedback for students: a Markdown file for each, under a name that is safe everywhere."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

from exactnb.explain.rendering.pages.markdown_text import paragraph, text
from exactnb.teach.grading.graded import Graded, Report
from exactnb.teach.grading.grader import Grader
from exactnb.teach.grading.scores import points_text
from exactnb.teach.grading.submissions.program_names import distinct_names
from exactnb.teach.grading.working.report import feedback_markdown, line_text

_LONGEST = 60  # letters of a name, of which a system takes 255 bytes
_NO_LETTERS = re.compile(r"[\W_]+")
_DEVICE_NAME = re.compile(r"(con|prn|aux|nul|com[0-9]|lpt[0-9])", re.IGNORECASE)


def feedback_files(grader: Grader, reports: Sequence[Report]) -> dict[str, str]:
    """Return what students may read of their `reports` by `grader`, without the key, by names of files.

    >>> from exactnb import Grader, Problem, Table
    >>> table = Table.from_rows([("1", "+"), ("0", "+"), ("0", "-")], ["a", "class"])
    >>> grader = Grader(Problem(table, title="Sheet 1"))
    >>> files = feedback_files(grader, [grader.grade({"P(+)": "1/3"}, student="../Ada L.")])
    >>> print(files["Ada-L.md"].splitlines()[0])
    # Sheet 1: ../Ada L.
    """
    names = file_names([report.student for report in reports])
    return {name: _page(grader, report) for name, report in zip(names, reports, strict=True)}


def file_names(students: Sequence[str]) -> list[str]:
    """Return a name of a file for each of `students`: letters, digits and dashes, no two alike.

    >>> file_names(["Ada Lovelace", "ada lovelace", "../../etc/passwd", "CON", ""])
    ['Ada-Lovelace.md', 'ada-lovelace-2.md', 'etc-passwd.md', 'student-CON.md', 'student.md']
    """
    stems = []
    for student in students:
        stem = _NO_LETTERS.sub("-", unicodedata.normalize("NFKC", student)).strip("-")[:_LONGEST]
        if not stem or _DEVICE_NAME.fullmatch(stem):
            stem = "-".join(filter(None, ("student", stem)))
        stems.append(stem)
    return [f"{name}.md" for name in distinct_names(stems, _folded)]


def _folded(name: str) -> str:
    """Return a name as file systems compare it that know no capitals."""
    return unicodedata.normalize("NFKD", name.casefold())


def _page(grader: Grader, report: Report) -> str:
    title = ": ".join(filter(None, (grader.problem.title, report.student))) or "Answers"
    parts = [f"# {text(title)}"]
    if report.is_readable:
        parts.append(f"{report.standing} points.")
        is_empty = all(graded.is_blank for graded in report.graded)
        answers = (_answer(grader.of(graded), graded) for graded in report.graded)
        parts += ["No answers."] if is_empty else answers
    else:
        parts.append(paragraph(text(report.note)))
    return "\n\n".join(parts) + "\n"


def _answer(grader: Grader, graded: Graded) -> str:
    question = graded.question
    points = "open" if graded.score is None else points_text(graded.score)
    head = f"## {text(question.id)}: {points} of {points_text(question.points)}"
    paragraphs = [head, line_text(grader.wording(question))]
    if graded.working is not None and not graded.is_accepted:
        return "\n\n".join([*paragraphs, *feedback_markdown(graded.working, graded.feedback)])
    if not graded.is_blank:
        paragraphs.append(f"Your answer: {line_text(' '.join(graded.raw.split()))}")
    paragraphs.append(paragraph(line_text(graded.feedback)))
    return "\n\n".join(paragraphs)
