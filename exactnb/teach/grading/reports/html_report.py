"""Reports as pages: one student answer by answer, a class with its item analysis in pictures.

How to read: `student_page` and `class_page` prepare what the template next to this file writes.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from exactnb.explain.rendering.formats.html import HtmlPrinter
from exactnb.explain.rendering.hooks import Page
from exactnb.explain.rendering.pages.html_text import page
from exactnb.explain.rendering.pages.jinja import macros, markup
from exactnb.explain.rendering.pictures.html_charts import STYLE as STACKED
from exactnb.explain.rendering.pictures.html_charts import Bar, Stack, bar_chart, stacked_bar_chart
from exactnb.teach.grading.graded import Graded, Report
from exactnb.teach.grading.grader import Grader
from exactnb.teach.grading.reports.class_sections import (
    UNEXPLAINED,
    examples_of,
    first_few_names,
    outcome_rows,
    outcome_text,
    points_range_text,
    printable_line,
    student_rows,
)
from exactnb.teach.grading.reports.instructor_feedback import printed_mistake
from exactnb.teach.grading.reports.items import (
    QuestionAnalysis,
    item_analysis,
    mistake_descriptions,
    mistakes_phrase,
)
from exactnb.teach.grading.reports.overview import (
    Overview,
    answers_to_review,
    class_overview,
    count_unexplained,
    misconception_counts,
    mistakes_made_together,
    workings_of,
)
from exactnb.teach.grading.reports.regrading import Change, change_text
from exactnb.teach.grading.scores import decimal, points_text
from exactnb.teach.grading.working.report import STYLE as WORKING
from exactnb.teach.grading.working.report import lines_html, summary_html

_FULL, _PAIRS = 1000, 5
_EARNED = ("all points", "some points", "to ask again", "no points", "no answer")
_STYLE = f"""{STACKED}{WORKING}
summary :is(h2,h3){{display:inline;font-size:1.05rem;margin:0}}
.plain .inner{{padding-left:2rem;color:var(--soft)}}
.derived{{border-left:3px solid var(--line);padding-left:1rem;margin:.6rem 0}}
"""


def student_page(grader: Grader, report: Report, *, explain: bool = False) -> str:
    """Return the report on one student as a page; with `explain`, how wrong values arise.

    >>> from exactnb import Grader, Problem, Table
    >>> table = Table.from_rows([("1", "+"), ("0", "+"), ("0", "-")], ["a", "class"])
    >>> grader = Grader(Problem(table))
    >>> written = student_page(grader, grader.grade({"P(+)": "2/3"}, student="Ada"))
    >>> "<h1>Ada</h1>" in written, "1 of 1 points" in written
    (True, True)
    """
    title = ": ".join(filter(None, (grader.problem.title, report.student))) or "Answers"
    return page(title, _template().student(title, grader, report, explain), _STYLE)


def class_page(
    grader: Grader,
    reports: Sequence[Report],
    *,
    explain: bool = False,
    absent: Sequence[str] = (),
    changes: Sequence[Change] | None = None,
) -> str:
    """Return the report on a class as a page: points, what to look at, mistakes, every question.

    `absent` are students who handed in nothing, and `changes` those since an earlier report. With
    `explain`, how the value of each mistake arises is derived, once at each question.

    >>> from exactnb import Grader, Problem, Table
    >>> table = Table.from_rows([("1", "+"), ("0", "+"), ("0", "-")], ["a", "class"])
    >>> grader = Grader(Problem(table, title="Sheet 1"))
    >>> reports = [grader.grade({"P(+)": "2/3"}, name) for name in ("Ada", "Ben")]
    >>> '<tr><th scope="row">Ada</th><td class="figure">1 of 1</td>' in class_page(grader, reports)
    True
    """
    title = grader.problem.title or "Answers"
    overview, items = class_overview(reports), item_analysis(reports)
    made = misconception_counts(reports)
    explained = [entry for report in reports for entry in report.graded if mistakes_phrase(entry)]
    places = {item.question: f"question{number}" for number, item in enumerate(items, start=1)}
    body = _template().report(
        title,
        grader,
        explain,
        overview=overview,
        figures={}
        if overview is None
        else {name: points_range_text(*ends) for name, ends in overview.figures},
        bars="" if overview is None else _points_chart(overview),
        students=student_rows(reports, absent),
        changes=None if changes is None else [*map(change_text, changes)],
        looked=answers_to_review(reports),
        made=[(entry, places) for entry in made],
        unexplained=count_unexplained(reports),
        together=mistakes_made_together(reports)[:_PAIRS],
        words={entry.mistakes: entry.words for entry in made}
        | {mistakes_phrase(entry): mistake_descriptions(entry) for entry in explained},
        wordings={
            graded.question.id: grader.of(graded).wording(graded.question)
            for report in reversed(reports)
            for graded in report.graded
        },
        items=items,
        stacks=_outcome_chart(reports, items) if items else "",
        apart=_discrimination_chart(items),
        questions=[(item, outcome_rows(item), examples_of(item, reports)) for item in items],
        summaries={
            item.question: summary_html(workings) if workings else ""
            for item in items
            for workings in (workings_of(reports, item.question),)
        },
    )
    return page(title, body, _STYLE)


def _template() -> Any:
    functions = {
        "decimal": decimal,
        "derive": _derivation_html,
        "exact": points_text,
        "few": first_few_names,
    }
    functions |= {"outcome": outcome_text, "one_line": printable_line, "working_lines": lines_html}
    return macros(__package__, "html_report.html.j2", unexplained_text=UNEXPLAINED, **functions)


def _derivation_html(grader: Grader, graded: Graded) -> str:
    """Return how the value of an answer arises, as formulas."""
    notation = grader.of(graded).problem.notation()
    return printed_mistake(
        grader, graded, lambda derivation: markup(_Lines(derivation, notation, Page()).render())
    )


class _Lines(HtmlPrinter):
    """Print the lines of a derivation as a part of another page."""

    def document(self, head: list[str], sections: list[list[str]]) -> str:
        """Return the steps without headings, which nothing folds."""
        return "\n".join(part for section in sections for part in section[1:])


def _points_chart(overview: Overview) -> str:
    """Return a picture of how many students have how many points."""
    most = max((times for _, times in overview.histogram), default=0)
    if not overview.points or not most:
        return ""
    bars = [
        Bar(f"from {points_text(least)}", str(times), _FULL * times // most)
        for least, times in overview.histogram
    ]
    return bar_chart(bars, "Students by points")


def _discrimination_chart(items: Sequence[QuestionAnalysis]) -> str:
    """Return a picture of how well each question told students apart: a negative one fills nothing."""
    distinguished = [(item.question, item.discrimination) for item in items if item.discrimination]
    bars = [
        Bar(question, size.replace("-", "−"), max(int(_FULL * Fraction(size)), 0))
        for question, size in distinguished
    ]
    return bar_chart(bars, "How well questions tell students apart") if bars else ""


def _outcome_chart(reports: Sequence[Report], items: Sequence[QuestionAnalysis]) -> str:
    """Return a picture of what came of every question."""
    earned: dict[str, list[int]] = {item.question: [0] * len(_EARNED) for item in items}
    for report in (sheet for sheet in reports if sheet.is_readable):
        for graded in report.graded:
            earned[graded.question.id][_stack_index(graded)] += 1
    stacks = [
        Stack(item.question, tuple(counts), f"{counts[0]} of {sum(counts)}")
        for item, counts in zip(items, earned.values(), strict=True)
    ]
    return stacked_bar_chart(stacks, _EARNED)


def _stack_index(graded: Graded) -> int:
    """Return which part of the picture an answer belongs to."""
    if graded.is_blank:
        return 4
    if graded.score is None:
        return 2
    return 0 if graded.score == graded.question.points else 1 if graded.score else 3
