"""The sections of a class's report: overview, what to look at, misconceptions, each question.

How to read: the functions follow in the order of the report; `outcome_rows` and `examples_of` serve
its page too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from textwrap import wrap

from exactnb.core.expression.widths import cut
from exactnb.errors import printable, quoted
from exactnb.teach.grading.graded import Graded, Report
from exactnb.teach.grading.judging import Verdict
from exactnb.teach.grading.reports.items import FOLLOWED, UNANSWERED, QuestionAnalysis, mistakes_phrase
from exactnb.teach.grading.reports.overview import (
    Overview,
    answers_to_review,
    count_unexplained,
    misconception_counts,
    mistakes_made_together,
)
from exactnb.teach.grading.scores import decimal, points_text

VERDICT_TEXT = {
    Verdict.CORRECT: "right",
    Verdict.ROUNDED: "right, rounded",
    Verdict.TOO_FEW: "too few digits",
    Verdict.TRUNCATED: "digits cut off",
    Verdict.LAST_DIGIT: "last digit off",
    Verdict.FORM: "right, wrong form",
    Verdict.PERCENT: "percent or fraction?",
    Verdict.POWER_OF_TEN: "decimal point",
    Verdict.EXCHANGED: "digits exchanged",
    Verdict.MISCONCEPTION: "known mistake",
    Verdict.SLIP: "arithmetic slip",
    Verdict.WRONG: "wrong",
    Verdict.INCOMPLETE: "incomplete",
    Verdict.UNREADABLE: "unreadable",
    Verdict.AMBIGUOUS: "two readings",
    Verdict.UNGRADED: "not graded",
    Verdict.ACCEPTED: "marked by a person",
}
"""The verdicts in the words of a report."""

FOLLOWS, MISSING, UNREAD = "right by follow-through", "no answer", "not readable"
WIDEST_ID = 24
OUTCOMES = {  # what is right comes first
    Verdict.CORRECT.value: VERDICT_TEXT[Verdict.CORRECT],
    Verdict.ROUNDED.value: VERDICT_TEXT[Verdict.ROUNDED],
    FOLLOWED: FOLLOWS,
    Verdict.ACCEPTED.value: VERDICT_TEXT[Verdict.ACCEPTED],
    **{verdict.value: said for verdict, said in VERDICT_TEXT.items()},
    UNANSWERED: MISSING,
}
"""What comes of answers, in the words and in the order of a report."""
UNEXPLAINED = "wrong, and no known computation gives it; a frequent one can be added as a [[mistake]]"
"""What a class report says once of all wrong answers without a cause."""

_WIDEST_BAR, _STUDENTS_LISTED, _PAIRS_LISTED, _COUNT = 40, 3, 5, 5


def printable_line(raw: str) -> str:
    """Return the typed answer `raw` on one line, with its control characters replaced."""
    return printable(" ".join(raw.split()))


def outcome_text(graded: Graded) -> str:
    """Return the outcome of the answer `graded`: its verdict as text, follow-through or no answer."""
    if graded.follows:
        return FOLLOWS
    return MISSING if graded.is_blank else VERDICT_TEXT[graded.verdict]


def overview_lines(figures: Overview, width: int) -> list[str]:
    """Return lines of `width` columns: the `figures` of a class, and a bar per interval of points."""
    spans = {name: points_range_text(*ends_of_span) for name, ends_of_span in figures.figures}
    lower, upper = spans["lower quartile"], spans["upper quartile"]
    summary = (
        f"{figures}: mean {spans['mean']}, "
        f"median {spans['median']}, quartiles {lower} and {upper}, "
        f"minimum {spans['minimum']}, maximum {spans['maximum']}"
    )
    rows = wrap(summary, width)
    if not figures.points:
        return rows
    bars = figures.histogram
    most = max(times for _, times in bars)
    students_per_mark = max(-(-most // _WIDEST_BAR), 1)
    ends = [f"from {points_text(lower)}" for lower, _ in bars]
    room = max(map(len, ends))
    rows.append("")
    for end, (_, times) in zip(ends, bars, strict=True):
        rows.append(
            f"   {end:>{room}}  {times:>{_COUNT}}  {'#' * -(-times // students_per_mark)}".rstrip()
        )
    if students_per_mark > 1:
        rows.append(f"   (a # for up to {students_per_mark} students)")
    return rows


def to_look_at_lines(reports: Sequence[Report], width: int) -> list[str]:
    """Return lines for the answers in `reports` to look at: question, answer, reason and students."""
    rows = []
    for entry in answers_to_review(reports):
        answer = f"{cut(entry.question, WIDEST_ID)}: {quoted(cut(entry.raw, width))}, "
        about = answer if entry.question else ""
        text = f"{about}{printable(entry.why)} ({first_few_names(entry.students)})"
        rows += _counted_lines(len(entry.students), text, width)
    return ["", "To look at", *rows] if rows else []


def mistakes_to_teach_lines(reports: Sequence[Report], width: int) -> list[str]:
    """Return lines for the mistakes in `reports`, first what many students lost many points by."""
    rows = []
    for made in misconception_counts(reports):
        where = ", ".join(f"{cut(name, WIDEST_ID)} {times}" for name, times in made.questions)
        lost = f"{points_text(made.lost)} point{'s' * (made.lost != 1)} lost"
        rows += _counted_lines(made.students, f"{made.words}: {lost} ({made.mistakes}: {where})", width)
    if answers := count_unexplained(reports):
        rows += _counted_lines(answers, UNEXPLAINED, width)
    together = [
        row
        for first, second, students in mistakes_made_together(reports)[:_PAIRS_LISTED]
        for row in _counted_lines(students, f"{first} and {second}", width)
    ]
    return [
        *(["", "What to teach next", *rows] if rows else []),
        *(["", "Mistakes of the same students", *together] if together else []),
    ]


def question_lines(
    item: QuestionAnalysis,
    width: int,
    examples: Mapping[str, Graded],
    derived: Callable[[Graded], list[str]] | None,
) -> list[str]:
    """Return a question: its figures, a line for each verdict, and what is known of wrong answers.

    `derived` says how a mistake leads to the value of its answer in `examples`, if that is asked.
    """
    rows = ["", f"{cut(item.question, WIDEST_ID)}   {item}"]
    rows += wrap(printable(item.text), width, initial_indent="   ", subsequent_indent="   ")
    if not item.answered:
        return rows
    figures = [] if item.difficulty is None else [f"difficulty {decimal(item.difficulty)}"]
    figures += [f"discrimination {item.discrimination}"] if item.discrimination else []
    rows += [f"   {', '.join(figures)}"] if figures else []
    rows += [f"   {item.remark}"] if item.remark else []
    for times, kind, text, reason in outcome_rows(item):
        if kind == "typed":
            text = quoted(cut(printable_line(text), width - 24))
            text += f": {reason[:1].lower()}{reason[1:].rstrip('.')}" if reason else ""
        rows += _counted_lines(times, text, width, inner=3 if kind == "outcome" else 6)
        if kind == "mistake" and derived is not None:
            rows += derived(examples[text])
    return rows


def outcome_rows(item: QuestionAnalysis) -> Iterator[tuple[int, str, str, str]]:
    """Yield a row for each outcome of the question `item`, and for what is known of wrong answers.

    It says how often; whether it is an "outcome", a "mistake", a value as it was "typed" or the
    "others"; its text; and of what was typed why it is impossible.
    """
    order = list(OUTCOMES)
    for outcome, times in sorted(item.outcomes, key=lambda pair: order.index(pair[0])):
        yield times, "outcome", OUTCOMES[outcome], ""
        if outcome == Verdict.MISCONCEPTION.value:
            yield from ((made, "mistake", mistake, "") for mistake, made in item.mistakes)
        if outcome == Verdict.WRONG.value:
            yield from ((of.students, "typed", of.raw, of.impossible) for of in item.unexplained)
            if rest := times - sum(value.students for value in item.unexplained):
                yield rest, "others", "others", ""


def examples_of(item: QuestionAnalysis, reports: Sequence[Report]) -> Mapping[str, Graded]:
    """Return an answer in `reports` of each mistake in the question `item`: the first student's."""
    answers = (answer for report in reversed(reports) for answer in report.graded)
    explained = (answer for answer in answers if answer.question.id == item.question and answer.matches)
    return {mistakes_phrase(answer): answer for answer in explained}


def student_rows(reports: Sequence[Report], absent: Sequence[str]) -> list[tuple[str, str, str]]:
    """Return each student of `reports`, and the `absent`, with the points, or "", and a note."""
    rows = []
    for report in reports:
        note = f"{len(report.open_answers)} to ask again" if report.open_answers else ""
        points, note = (report.standing, note) if report.is_readable else ("", UNREAD)
        rows.append((report.student, points, note))
    return [*rows, *((student, "", "nothing handed in") for student in absent)]


def points_range_text(low: object, high: object) -> str:
    """Return the figure from `low` to `high`: two ends while points are open, else one number."""
    first, last = (decimal(end) for end in (low, high))  # type: ignore[arg-type]
    return first if low == high else f"{first} to {last}"


def first_few_names(students: Sequence[str]) -> str:
    """Return the first names of `students`, and how many more there are."""
    names = [cut(student, WIDEST_ID) for student in students[:_STUDENTS_LISTED]]
    more = len(students) - len(names)
    return ", ".join(names) + (f" and {more} more" if more else "")


def _counted_lines(times: int, text: str, width: int, *, inner: int = 3) -> list[str]:
    """Return what is said behind how often it is, on rows that fit."""
    first = f"{' ' * inner}{times:>{_COUNT}}  "
    return wrap(
        text,
        width,
        initial_indent=first,
        subsequent_indent=" " * (len(first) + 2),
        break_on_hyphens=False,  # the ids of mistakes have them
    )
