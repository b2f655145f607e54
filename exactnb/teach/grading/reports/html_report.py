"""Reports as pages: one student answer by answer, a class with its item analysis in pictures.

How to read: `student_page` and `class_page` put a page together; the functions below them are its
sections, in their order.
"""

from __future__ import annotations

from collections.abc import Sequence

from exactnb.core.arithmetic.integers import exact_text
from exactnb.explain.rendering.formats.html import HtmlPrinter
from exactnb.explain.rendering.hooks import Page
from exactnb.explain.rendering.pages.html_text import element, escaped
from exactnb.explain.rendering.pictures.html_charts import Bar, bar_chart
from exactnb.explain.rendering.pictures.html_stacked import Stack, stacked
from exactnb.teach.grading.feedback import arising
from exactnb.teach.grading.graded import Graded, Report
from exactnb.teach.grading.grader import Grader
from exactnb.teach.grading.judging import Verdict
from exactnb.teach.grading.regrading import Change
from exactnb.teach.grading.reports.changes import change_said
from exactnb.teach.grading.reports.class_sections import (
    FOLLOWS,
    MISSING,
    OUTCOMES,
    SAID,
    UNREAD,
    few,
    span,
)
from exactnb.teach.grading.reports.html_parts import folding, report_page, section, table, typed
from exactnb.teach.grading.reports.items import Item, items_of, named
from exactnb.teach.grading.reports.overview import Overview, misconceptions_of, overview_of, to_look_at
from exactnb.teach.grading.scores import decimal

_FULL = 1000
_EARNED = ("all points", "some points", "to ask again", "no points", "no answer")


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
    still = f", {len(report.open)} to ask again" if report.open else ""
    head = [element("h1", escaped(title))]
    if report.is_readable:
        head.append(element("p", f"{report.earned} of {report.points} points{still}"))
    head += [element("p", escaped(report.note))] if report.note else []
    parts = [
        _answer(grader, graded, f"answer{at}", explain=explain)
        for at, graded in enumerate(report.graded if report.is_readable else (), start=1)
    ]
    looked = [
        [escaped(each.question.id), typed(each.raw), escaped(each.look)] for each in report.to_look_at
    ]
    if looked:
        parts.append(
            section("To look at", [table("To look at", ("question", "answer", "why"), looked)])
        )
    return report_page(title, head, parts)


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
    found, items = overview_of(reports), items_of(reports)
    head = [element("h1", escaped(title))]
    parts = []
    if found is not None:
        head.append(element("p", str(found)))
    if reports or absent:
        points = _points(found) if found is not None else []
        parts.append(section("Points", [*points, _students(reports, absent)]))
    if changes is not None:
        said = [element("li", escaped(change_said(change))) for change in changes]
        parts.append(section("Changes", [element("ul", "\n".join(said) or element("li", "none"))]))
    parts += _looked_at(reports) + _misconceptions(reports)
    if items:
        parts.append(section("Questions", [_items(reports, items), _figures(items)]))
    for at, item in enumerate(items, start=1):
        graded = [each for of in reports for each in of.graded if each.question.id == item.question]
        parts.append(_question(grader, item, graded, f"question{at}", explain=explain))
    return report_page(title, head, parts)


# ------------------------------------------------------------ one student


def _answer(grader: Grader, graded: Graded, place: str, *, explain: bool) -> str:
    """Return one answer: what was asked and typed, what is said of it, and the mistakes behind it."""
    question, is_there = graded.question, bool(graded.raw.strip())
    said = FOLLOWS if graded.follows else SAID[graded.verdict] if is_there else MISSING
    points = "open" if graded.score is None else exact_text(graded.score)
    told = f"{escaped(question.id)}: {points} of {exact_text(question.points)}, {said}"
    is_other = question.quantity != question.id
    rows = [element("p", f"Asked: {escaped(question.quantity)}")] if is_other else []
    rows += [element("p", f"Answer: {typed(graded.raw)}")] if is_there else []
    if is_there and (not graded.is_right or graded.follows):
        rows.append(element("p", escaped(graded.feedback)))
    rows += [element("p", escaped(match.description)) for match in graded.matches]
    if explain and graded.matches:
        rows += _derived(grader, graded)
    return folding(told, rows, place, "h2")


def _derived(grader: Grader, graded: Graded) -> list[str]:
    """Return how the value of an answer arises, as formulas."""
    notation = grader.of(graded).problem.notation()
    written = arising(grader, graded, lambda found: _Lines(found, notation, Page()).render())
    return [element("div", f"\n{written}\n", class_="derived")] if written else []


class _Lines(HtmlPrinter):
    """Print the lines of a derivation as a part of another page."""

    def document(self, head: list[str], sections: list[list[str]]) -> str:
        """Return the steps without headings, which nothing folds."""
        return "\n".join(part for section in sections for part in section[1:])


# ------------------------------------------------------------ a class


def _points(found: Overview) -> list[str]:
    """Return the figures of a class, and how many students have how many points."""
    names, spans = zip(*((name, span(*of)) for name, of in found.figures), strict=True)
    rows = [table("Figures", names, [spans], figures=len(names))]
    most = max((times for _, times in found.histogram), default=0)
    if found.points and most:
        bars = [
            Bar(f"from {exact_text(least)}", str(times), _FULL * times // most)
            for least, times in found.histogram
        ]
        rows.append(bar_chart(bars, "Students by points"))
    return rows


def _students(reports: Sequence[Report], absent: Sequence[str]) -> str:
    """Return a row for each student: the points, or that nothing was handed in."""
    rows = [
        [
            escaped(report.student),
            f"{report.earned} of {report.points}" if report.is_readable else "",
            _note(report),
        ]
        for report in reports
    ]
    rows += [[escaped(student), "", "nothing handed in"] for student in absent]
    noted = any(note for *_, note in rows)
    head = ("student", "points", "note")[: 2 + noted]
    return table("Students", head, [row[: len(head)] for row in rows], figures=1, first=1)


def _note(report: Report) -> str:
    """Return what stands behind the points of a student."""
    if not report.is_readable:
        return UNREAD
    return f"{len(report.open)} to ask again" if report.open else ""


def _looked_at(reports: Sequence[Report]) -> list[str]:
    """Return the answers that a human should look at, the most frequent first."""
    rows = []
    for of in to_look_at(reports):
        question, why, who = map(escaped, (of.question, of.why, few(of.students)))
        rows.append([str(len(of.students)), question, typed(of.raw), why, who])
    head = ("times", "question", "answer", "why", "students")
    return [section("To look at", [table("To look at", head, rows, figures=1)])] if rows else []


def _misconceptions(reports: Sequence[Report]) -> list[str]:
    """Return the mistakes over the sheet with what they are, and how often each was made where."""
    words = {
        named(graded): "; ".join(dict.fromkeys(match.alternative.words for match in graded.matches))
        for report in reports
        for graded in report.graded
        if graded.matches
    }
    rows = [
        [
            str(made.answers),
            str(made.students),
            f"{escaped(made.mistakes)} {element('div', escaped(words[made.mistakes]), class_='key')}",
            escaped(", ".join(f"{name} {times}" for name, times in made.questions)),
        ]
        for made in misconceptions_of(reports)
    ]
    head = ("times", "students", "mistake", "where")
    return [section("Misconceptions", [table("Misconceptions", head, rows, figures=2)])] if rows else []


def _items(reports: Sequence[Report], items: Sequence[Item]) -> str:
    """Return a picture of what came of every question."""
    earned: dict[str, list[int]] = {item.question: [0] * len(_EARNED) for item in items}
    for report in (each for each in reports if each.is_readable):
        for graded in report.graded:
            earned[graded.question.id][_earned(graded)] += 1
    stacks = [
        Stack(item.question, tuple(counts), f"{counts[0]} of {sum(counts)}")
        for item, counts in zip(items, earned.values(), strict=True)
    ]
    return stacked(stacks, _EARNED, "Answers")


def _earned(graded: Graded) -> int:
    """Return which part of the picture an answer belongs to."""
    if not graded.raw.strip():
        return 4
    if graded.score is None:
        return 2
    return 0 if graded.score == graded.question.points else 1 if graded.score else 3


def _figures(items: Sequence[Item]) -> str:
    """Return difficulty and discrimination of every question."""
    rows = [
        [
            escaped(item.question),
            "" if item.difficulty is None else decimal(item.difficulty),
            escaped(item.discrimination.replace("-", "−")),
        ]
        for item in items
    ]
    return table("Questions", ("question", "difficulty", "discrimination"), rows, figures=2, first=1)


def _question(
    grader: Grader, item: Item, graded: Sequence[Graded], place: str, *, explain: bool
) -> str:
    """Return what came of a question: a row for each outcome, below it the mistakes and the answers."""
    examples = {named(each): each for each in reversed(graded) if each.matches}
    rows, derived = [], []
    order = list(OUTCOMES)
    for outcome, times in sorted(item.outcomes, key=lambda pair: order.index(pair[0])):
        rows.append(_counted(times, OUTCOMES[outcome]))
        if outcome == Verdict.MISCONCEPTION.value:
            rows += [_counted(made, escaped(mistake), "inner") for mistake, made in item.mistakes]
            derived = [examples[mistake] for mistake, _ in item.mistakes] if explain else []
        if outcome == Verdict.WRONG.value:
            listed = [(number, typed(raw)) for raw, number in item.unexplained]
            rest = times - sum(number for number, _ in listed)
            rows += [_counted(*each, "inner") for each in [*listed, (rest, "others")] if each[0]]
    parts = [element("table", element("tbody", "\n".join(rows)), class_="plain")] if rows else []
    for each in derived:
        parts += [element("p", escaped(f"{named(each)}: {each.matches[0].alternative.words}"))]
        parts += _derived(grader, each)
    return folding(f"{escaped(item.question)}: {item}", parts, place)


def _counted(times: int, said: str, kind: str = "") -> str:
    """Return a row of what came of a question."""
    cells = element("td", str(times), class_="figure"), element("td", said, class_=kind or "said-of")
    return element("tr", "".join(cells))
