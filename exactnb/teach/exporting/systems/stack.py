"""STACK, Moodle's questions with Maxima behind them: https://docs.stack-assessment.org.

An item is one question with an input for each part, so that a student works on one problem. Variants
are questions of a category, not seeds of one question: each can be read, tested and changed by itself,
and texts and labels differ as freely as numbers do.

How to read: `_branches` says what a response tree tests, in order, and `_cases` by which answers STACK
tests a question; the template next to this file writes inputs, trees and tests.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from exactnb.core.arithmetic.integers import exact_text
from exactnb.core.record import frozen
from exactnb.explain.rendering.pages.html_text import escaped
from exactnb.teach.exporting import latex_html
from exactnb.teach.exporting.external_grader import points_and_form
from exactnb.teach.exporting.items import NUMBER, WHOLE, AssessmentItem, ItemPart, Response
from exactnb.teach.exporting.moodle_xml import quiz
from exactnb.teach.exporting.numerals import decimal_text
from exactnb.teach.exporting.system import System

_INSIDE_STRING = str.maketrans({sign: f"&#{ord(sign)};" for sign in "\\{}[]@$"})


@frozen(slots=True)
class _Branch:
    """A node: what an answer is tested against, and what is scored and said of one that passes.

    `typed` is an answer that does.
    """

    test: str
    against: str
    options: str
    score: Fraction
    note: str
    feedback: str
    typed: str


def _fraction(response: Response) -> Fraction | None:
    """Return the fraction that an answer is; a closed form is none."""
    try:
        return Fraction(response.exact)
    except (ValueError, ZeroDivisionError):
        return None


def _is_exact(part: ItemPart) -> bool:
    """Say whether a fraction is asked for, so that a rounded decimal is not right."""
    return part.question.policy.kind == "exact" and _fraction(part.key) is not None


def _how_to_answer(part: ItemPart) -> str:
    """Return in which form a number is given; whole numbers are fractions too, which tells nothing."""
    lowest = " in lowest terms" if part.question.policy.form == "lowest" else ""
    if _is_exact(part):
        return f"as a fraction{lowest} or a whole number"
    is_read = part.how != WHOLE and _fraction(part.key) is not None
    return part.how if not is_read else f"as a fraction{lowest}, or {part.how}"


def _branches(part: ItemPart) -> Iterator[_Branch]:
    """Yield the nodes of a part: the key, then each wrong value under a note of its own."""
    responses = [(part.key, Fraction(1), "right", "Right.")]
    responses += [(wrong.response, wrong.share, wrong.id, wrong.feedback) for wrong in part.wrong]
    notes: list[str] = []
    for response, share, name, feedback in responses:
        tested = _test_of_response(part, response)
        if tested is not None:
            times = sum(note.partition("--")[0] == name for note in notes)
            notes.append(f"{name}--{times + 1}" if times else name)
            number, value = response.number, _fraction(response)
            passing = tested[1]
            if number is not None:
                passing = number.typed if value is None else exact_text(value)
            yield _Branch(*tested, share, notes[-1], feedback, passing)


def _test_of_response(part: ItemPart, response: Response) -> tuple[str, str, str] | None:
    """Return the test of a response, what it is tested against, and its options."""
    if part.kind != NUMBER:
        return "AlgEquiv", str(part.choices.index(response.exact) + 1), ""
    if _is_exact(part):
        value = _fraction(response)
        return None if value is None else ("AlgEquiv", exact_text(value), "")
    assert response.number is not None
    return "NumAbsolute", response.number.text, decimal_text(response.number.tolerance)


def _choice_variables(item: AssessmentItem) -> str:
    """Return a variable for each part with choices, which holds them, each under its number."""
    return "\n".join(
        f"ta{number}:[{','.join(_part_choices(part))}];"
        for number, part in enumerate(item.parts, start=1)
        if part.choices
    )


def _part_choices(part: ItemPart) -> Iterator[str]:
    for place, choice in enumerate(part.choices, start=1):
        is_right = str(choice == part.key.exact).lower()
        yield f'[{place},{is_right},"{escaped(choice).translate(_INSIDE_STRING)}"]'


def _question_tests(
    parts: Sequence[ItemPart], trees: Sequence[Sequence[_Branch]]
) -> Iterator[list[tuple[_Branch, str]]]:
    """Yield the cases: all right, all right as rounded, then the wrong values of all parts in turn."""
    right = [tree[0] for tree in trees]
    yield [(branch, branch.typed) for branch in right]
    yield [
        (branch, part.key.typed if branch.test == "NumAbsolute" else branch.typed)
        for part, branch in zip(parts, right, strict=True)
    ]
    for place in range(1, max(map(len, trees))):
        chosen = [tree[place] if place < len(tree) else tree[0] for tree in trees]
        yield [(branch, branch.typed) for branch in chosen]


_FUNCTIONS = {
    "quantity": latex_html.quantity_formula,
    "cases": _question_tests,
    "how": _how_to_answer,
    "is_exact": _is_exact,
    "solution": latex_html.solution,
    "statement": latex_html.statement,
    "trees_of": lambda item: [list(_branches(part)) for part in item.parts],
    "variables": _choice_variables,
    "worth": points_and_form,
}
SYSTEM = System(
    ".xml",
    "Moodle XML of STACK questions",
    lambda pools: quiz(pools, "stack.xml.j2", **_FUNCTIONS),
    forms=("any", "lowest"),
)
