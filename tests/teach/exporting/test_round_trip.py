"""What is exported, read as each system reads it: right is right, and each exported mistake is told."""

from __future__ import annotations

import html
from collections.abc import Mapping
from decimal import ROUND_HALF_UP, Context, Decimal
from fractions import Fraction
from functools import cache
from itertools import cycle

import pytest
from exported import Asked
from exported.families import DRAWN, FAMILIES, asked
from thoroughness import all_of, choose, in_both_runs, one_in

from exactnb.teach.exporting.items import NOT_RIGHT, NUMBER, AssessmentItem, ItemPart, WrongValue
from exactnb.teach.exporting.systems import names
from exactnb.teach.grading.discrimination import discrimination
from exactnb.teach.grading.targets import Target

OURS = ("gift", "moodle", "moodle-cloze", "qti-2-1", "canvas")


def rounded(value: Fraction, figures: int) -> str:
    """Return a number as a student rounds it, who was told to do so at school."""
    exact = Context(prec=60).divide(Decimal(value.numerator), Decimal(value.denominator))
    return str(Context(prec=figures, rounding=ROUND_HALF_UP).plus(exact))


def figures_of(part: ItemPart, default: int) -> int:
    return part.question.policy.figures if part.question.policy.kind == "figures" else default


CASES = (
    [  # each family by two systems, or three
        (system, family, None) for at, system in enumerate(OURS) for family in [*FAMILIES][at % 2 :: 2]
    ]
    + [(system, family, 2) for system, family in zip(OURS, cycle(DRAWN), strict=False)]
)
QUICK = [case for at, case in enumerate(CASES) if case[1] == "looms" or at % 80 == 0]


@in_both_runs
@pytest.mark.parametrize(
    ("system", "family", "count"),
    choose(quick=QUICK, exhaustive=CASES),
)
def test_each_student_gets_what_is_due(system: str, family: str, count: int | None) -> None:
    """Right and rightly rounded earn all; each exported mistake gets its hint; anything else none."""
    seen = 0
    for item, part, question in asked(system, family, count):
        figures = figures_of(part, 6 if count is None else 3)
        for typed in typed_of(part, part.key.exact, part.key.typed, figures):
            assert question.mark(typed).share == 1, (part.id, typed)
        for wrong in part.wrong:
            exact, rounded_there = wrong.response.exact, wrong.response.typed
            for typed in typed_of(part, exact, rounded_there, figures):
                marked = question.mark(typed)
                assert (marked.share, marked.feedback) == (0, said_of(system, part, wrong)), (
                    part.id,
                    typed,
                )
                seen += 1
        hints = {wrong.feedback for wrong in part.wrong} - {"Not right."}
        for choice in part.choices or ("123456789",):
            if choice not in {part.key.exact, *(wrong.response.exact for wrong in part.wrong)}:
                other = question.mark(choice)
                assert other.share == 0
                assert other.feedback not in hints
        no_misconception_is_right(item, part, question, figures)
    assert seen


def said_of(system: str, part: ItemPart, wrong: WrongValue) -> str:
    """Return what a system says of a wrong value: Canvas first calls all numbers wrong."""
    if system != "canvas" or part.kind != NUMBER:
        return wrong.feedback
    hint = wrong.feedback.removeprefix(NOT_RIGHT).strip()
    return f"{NOT_RIGHT} {hint}" if wrong in part.listable_wrong_values else NOT_RIGHT


def typed_of(part: ItemPart, exact: str, typed: str, figures: int) -> list[str]:
    """Return what a student may type: as rounded in the export, rounded anew, and with all digits."""
    if part.kind != NUMBER:
        return [exact]
    try:
        value = Fraction(exact)
    except ValueError:  # a root or a logarithm
        return [typed]
    return [typed, rounded(value, figures), rounded(value, figures + 1), repr(float(value))]


@cache
def values_of(item: AssessmentItem) -> Mapping[str, tuple[Target, ...]]:
    matrix = discrimination(item.problem, item.problem.questions)
    return {question: values[1:] for question, values in matrix.values.items()}


def no_misconception_is_right(
    item: AssessmentItem, part: ItemPart, question: Asked, figures: int
) -> None:
    """See that no misconception is marked as right, exported or not, rounded or not."""
    if part.kind != NUMBER:
        return
    for target in values_of(item)[part.id]:
        if isinstance(target.value, Fraction):
            for typed in (rounded(target.value, figures), repr(float(target.value))):
                assert question.mark(typed).share < 1, (part.id, typed)


@one_in(3, "system", [name for name in OURS if name != "canvas"])
def test_a_known_mistake_earns_its_share(system: str) -> None:
    """With a credit of 1/4 each exported mistake earns a quarter, and what is right all."""
    for _, part, question in asked(system, "spam_or_ham", None, "1/4"):
        for wrong in part.wrong:
            assert question.mark(wrong.response.typed).share == 0.25
        assert question.mark(part.key.typed).share == 1


@all_of("system", OURS, apart=12)
def test_points_stem_and_solution_are_there(system: str) -> None:
    """A question shows the data, and the solution behind it the right value."""
    for item, part, question in asked(system, "sheet"):
        shown = html.unescape(question.stem)
        assert all(word in shown for word in ("Outlook", "Overcast", "Strong", "PlayTennis"))
        assert part.how in shown or system == "moodle-cloze"
        if system != "gift":  # it has no points
            assert question.points == part.points
        assert part.key.exact.split("/")[0] in question.worked, item.id


def test_every_system_is_tried() -> None:
    """No system of this room goes without a reader that shares no code with it."""
    assert set(OURS) <= set(names())
