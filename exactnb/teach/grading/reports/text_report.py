"""Reports as text for a terminal: one student in full, a class as a table, what questions tell apart.

How to read: `student_text`, `class_text` and `discrimination_text` are the doors; for the last, every
wrong value is graded as an answer.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import partial
from textwrap import wrap

from exactnb.core.expression.widths import cut, display_width, fitting, printable_text
from exactnb.core.record import frozen
from exactnb.errors import printable, quoted
from exactnb.teach.alternatives.alternative import Alternative
from exactnb.teach.grading.discrimination import Discrimination, answer_and_relation, discrimination_by
from exactnb.teach.grading.graded import Graded, Report
from exactnb.teach.grading.grader import Grader
from exactnb.teach.grading.judging import Verdict
from exactnb.teach.grading.question_grader import QuestionGrader
from exactnb.teach.grading.reports import class_sections as sections
from exactnb.teach.grading.reports.class_sections import WIDEST_ID, outcome_text, printable_line
from exactnb.teach.grading.reports.items import item_analysis
from exactnb.teach.grading.reports.overview import class_overview, workings_of
from exactnb.teach.grading.reports.regrading import Change, changes_text
from exactnb.teach.grading.scores import points_text

_WIDEST_RAW, _NARROWEST_SCORE = 22, 9
_OF_DIGITS = ("correct_rounded", "too_few_digits", "truncated", "last_digit_off")
_MOST_PLACES = 4  # of one mistake: beyond so many values it gets a single line


def student_text(grader: Grader, report: Report, *, width: int = 80, explain: bool = False) -> str:
    """Return the report on one student: every answer, what is said of it, and the mistakes behind it.

    Lines are at most `width` columns wide. With `explain`, how each wrong value arises is derived.

    >>> from exactnb import Grader, Problem, Table
    >>> table = Table.from_rows([("1", "+"), ("0", "+"), ("0", "-")], ["a", "class"])
    >>> grader = Grader(Problem(table))
    >>> report = grader.grade({"P(+)": "2/3"}, student="Ada")
    >>> student_text(grader, report).splitlines()[2].split()
    ['P(+)', '2/3', 'right', '1', 'of', '1']
    """
    rows = [_head(grader, report, width), ""]
    if report.note:
        rows += [*wrap(printable(report.note), width), ""]
    if not report.is_readable:
        return printable_text(rows) + "\n"
    ids = max((display_width(answer.question.id) for answer in report.graded), default=0)
    raws = max((display_width(printable_line(answer.raw)) for answer in report.graded), default=0)
    widths = min(ids, WIDEST_ID), min(raws, _WIDEST_RAW)
    for graded in report.graded:
        rows += _answer_lines(grader, graded, widths, width, explain)
    rows += _review_lines(report, width)
    return printable_text(rows) + "\n"


def class_text(
    grader: Grader,
    reports: Sequence[Report],
    *,
    width: int = 80,
    explain: bool = False,
    absent: Sequence[str] = (),
    changes: Sequence[Change] | None = None,
) -> str:
    """Return the report on a class: its points, its mistakes, what to look at, questions, students.

    Lines are at most `width` columns wide, where names let them. With `explain`, how the value of each
    mistake arises is derived, once at each question. `absent` are students who handed in nothing, and
    `changes` those since an earlier report.

    >>> from exactnb import Grader, Problem, Table
    >>> table = Table.from_rows([("1", "+"), ("0", "+"), ("0", "-")], ["a", "class"])
    >>> grader = Grader(Problem(table))
    >>> report = grader.grade({"P(+)": "2/3"}, student="Ada")
    >>> class_text(grader, [report]).splitlines()[-1].split()
    ['Ada', '1', 'of', '1']
    """
    rows = [printable(grader.problem.title) or "Answers"]
    overview = class_overview(reports)
    rows += ["", *sections.overview_lines(overview, width)] if overview is not None else []
    rows += changes_text(changes, width) if changes is not None else []
    rows += sections.mistakes_to_teach_lines(reports, width) + sections.to_look_at_lines(reports, width)
    derived = partial(_derivation_lines, grader, width=width, indent=6) if explain else None
    for item in item_analysis(reports):
        rows += sections.question_lines(item, width, sections.examples_of(item, reports), derived)
        if workings := workings_of(reports, item.question):
            from exactnb.teach.grading.working.report import summary_text

            rows += summary_text(workings, width)
    students = _student_lines(reports, absent)
    return printable_text([*rows, "", "Students", *students] if students else rows) + "\n"


def _student_lines(reports: Sequence[Report], absent: Sequence[str]) -> list[str]:
    """Return a row for each student: the points, or that nothing was handed in."""
    students = sections.student_rows(reports, absent)
    names = min(max((display_width(name) for name, *_ in students), default=0), WIDEST_ID)
    scored = max((len(points) for _, points, _ in students), default=0)
    scored = max(scored, _NARROWEST_SCORE)
    return [
        f"   {fitting(name, names)}   {points or '-':>{scored}}   {note}".rstrip()
        for name, points, note in students
    ]


def _derivation_lines(grader: Grader, graded: Graded, width: int, indent: int) -> list[str]:
    """Return how the value of an answer arises, on lines behind an `indent`."""
    from exactnb.teach.grading.reports.instructor_feedback import (
        mistakes_for_instructor,  # solves problems
    )

    chain = mistakes_for_instructor(grader, graded, width=width - indent).split("\n")
    return [f"{' ' * indent}{row}" for row in chain[len(graded.matches) :]] + [""]


def _head(grader: Grader, report: Report, width: int) -> str:
    title = printable(": ".join(filter(None, (grader.problem.title, report.student))))
    if not report.is_readable:
        return title
    points = f"{report.standing} points"
    if report.open_answers:
        points += f", {len(report.open_answers)} to ask again"
    gap = width - display_width(title) - len(points)
    return title + " " * gap + points if gap >= 3 else f"{title}\n{points}"


def _answer_lines(
    grader: Grader, graded: Graded, widths: tuple[int, int], width: int, explain: bool
) -> list[str]:
    if graded.score is None:
        score = "to look at" if graded.verdict is Verdict.UNGRADED else "ask again"
    else:
        score = f"{points_text(graded.score)} of {points_text(graded.question.points)}"
    cells = (fitting(graded.question.id, widths[0]), fitting(printable_line(graded.raw), widths[1]))
    first = "   " + "   ".join([*cells, outcome_text(graded)])
    rows = [first + score.rjust(max(width - display_width(first), len(score) + 3))]
    inner = " " * 6
    rows += wrap(printable(graded.question.text), width, initial_indent=inner, subsequent_indent=inner)
    if graded.working is not None and not graded.is_right:
        from exactnb.teach.grading.working.report import marks_text

        rows += (f"{inner}{row}" for row in marks_text(graded.working, width - 6))
    if not graded.is_right or graded.follows or graded.verdict is Verdict.ACCEPTED:
        if not graded.is_blank:
            rows += wrap(graded.feedback, width, initial_indent=inner, subsequent_indent=inner)
        if graded.working is not None:
            rows += (f"{inner}{row}" for row in graded.working.first_wrong_excerpt)
        mistakes = ", ".join(_mistake_details(graded))
        if mistakes:
            rows += wrap(f"({mistakes})", width, initial_indent=inner, subsequent_indent=inner + " ")
        if explain and graded.matches:
            rows += _derivation_lines(grader, graded, width, 3)
    return rows


def _review_lines(report: Report, width: int) -> list[str]:
    """Return the answers that a human should look at: the question, what was typed, and why."""
    rows = []
    for graded in report.answers_to_review:
        text = quoted(cut(printable_line(graded.raw), width))
        line = f"{cut(graded.question.id, WIDEST_ID)}: {text}, {printable(graded.look)}"
        rows += wrap(line, width, initial_indent="   ", subsequent_indent=" " * 6)
    return ["", "To look at", *rows] if rows else []


def _mistake_details(graded: Graded) -> list[str]:
    """Return the mistakes that lead to an answer, by id and detail."""
    details_by_mistake: dict[str, list[str]] = {}
    for match in graded.matches:
        name = match.alternative.id if match.is_certain else f"may be {match.alternative.id}"
        details_by_mistake.setdefault(name, []).append(match.alternative.detail)
    return [
        identity + (f": {'; '.join(filter(None, details))}" if any(details) else "")
        for identity, details in details_by_mistake.items()
    ]


@frozen(slots=True)
class TriedValue:
    """A wrong value: the mistakes that lead to it, the `text` graded for it, and those recognised.

    Text that is not all of the value begins with ≈.
    """

    text: str
    alternatives: tuple[Alternative, ...]
    recognised: tuple[Alternative, ...]
    verdict: str

    @property
    def misconceptions(self) -> tuple[Alternative, ...]:
        """Return the misconceptions among the alternatives."""
        return tuple(alternative for alternative in self.alternatives if alternative.is_misconception)

    @property
    def is_recognised(self) -> bool:
        """Say whether every mistake that leads to the value is recognised.

        A value that was only rounded early may be the right one with fewer digits; the verdict says so.
        """
        if self.verdict in _OF_DIGITS and all(m.rounding or m.first_edit for m in self.alternatives):
            return True
        return {alternative.name for alternative in self.alternatives} <= {
            alternative.name for alternative in self.recognised
        }


def tried_values(question: QuestionGrader) -> list[TriedValue]:
    """Return the wrong values of a `question`, each graded as an answer to it."""
    wrong_values = []
    for candidate in question.diagnosis.candidates:
        text, relation = answer_and_relation(candidate.target.value, question.expects)
        graded = question.graded(text)
        recognised = tuple(match.alternative for match in graded.matches)
        title = text if relation == "=" else f"{relation} {text}"
        wrong_values.append(TriedValue(title, candidate.alternatives, recognised, graded.verdict.value))
    return wrong_values


def discrimination_text(grader: Grader, *, width: int = 80) -> str:
    """Return the mistakes that each question of a `grader` recognises, as text of a `width`."""
    rows: list[str] = []
    for question in grader.asked.values():
        rows += [*_lines(question, width), ""]
    if len(grader.asked) > 1:
        rows += _matrix_lines(discrimination_by(grader.answer_key), width)
    return printable_text(rows)


def _matrix_lines(matrix: Discrimination, width: int) -> list[str]:
    """Return the lines on all questions together."""
    hidden = list(dict.fromkeys(row.id for row in matrix.rows if matrix.is_hidden(row)))
    wrong = [row for row in matrix.rows if not matrix.is_hidden(row)]
    alone, right = (
        sum(bool(matrix.distinguishing_questions(row)) for row in wrong),
        len(matrix.rows) - len(wrong),
    )
    like = {row.id: sorted(twin.id for twin in matrix.indistinguishable_rows(row)) for row in wrong}
    rows = [
        "all questions",
        f"   {len(matrix.rows)} misconceptions: {right} give the right answers, "
        f"{alone} have a wrong value of their own",
    ]
    if hidden:
        rows += _listed("right anyway", hidden, width)
    for group in dict.fromkeys(tuple(sorted({name, *twins})) for name, twins in like.items() if twins):
        rows += _listed("never apart", list(group), width)
    return [*rows, ""]


def _lines(question: QuestionGrader, width: int) -> list[str]:
    """Return the lines on one question: what it hides, and the wrong values that mistakes lead to."""
    tried = tried_values(question)
    values = [wrong_value for wrong_value in tried if wrong_value.misconceptions]
    number = sum(len(wrong_value.misconceptions) for wrong_value in values)
    hidden = list(
        dict.fromkeys(a.id for a in question.diagnosis.mistakes_without_effect if a.is_misconception)
    )
    alone = sum(len(wrong_value.misconceptions) == 1 for wrong_value in values)
    right, relation = answer_and_relation(question.right.value, question.expects)
    rows = [
        f"{question.question.id} {relation} {right}",
        f"   {number + len(hidden)} misconceptions: {len(hidden)} give the right answer, "
        f"{alone} are told apart",
    ]
    if hidden:
        rows += _listed("right anyway", hidden, width)
    together = Counter(filter(None, map(_only_misconception, values)))
    for wrong_value in values:
        if together[_only_misconception(wrong_value)] > _MOST_PLACES:
            continue
        names = [alternative.name for alternative in wrong_value.misconceptions]
        doubt = "" if wrong_value.is_recognised else f" ({wrong_value.verdict})"
        rows += _listed(wrong_value.text + doubt, names, width)
    for name, places in together.items():
        if places > _MOST_PLACES:
            rows += _listed(f"{places} values", [f"{name}, in {places} places, each told apart"], width)
    errors = [(len(value.alternatives) - len(value.misconceptions), value) for value in tried]
    if number := sum(times for times, _ in errors):
        recognised = sum(times for times, wrong_value in errors if wrong_value.is_recognised)
        rows.append(f"   and {number} rows misread or values rounded early, {recognised} recognised")
    return rows


def _only_misconception(wrong_value: TriedValue) -> str:
    """Return the id of the only misconception that leads to a value, if it is recognised; else ""."""
    alone = len(wrong_value.misconceptions) == 1 and wrong_value.is_recognised
    return wrong_value.misconceptions[0].id if alone else ""


def _listed(title: str, names: list[str], width: int) -> list[str]:
    text = f"{title:<14} " + ", ".join(names)
    return wrap(text, width, initial_indent="   ", subsequent_indent=" " * 18, break_on_hyphens=False)
