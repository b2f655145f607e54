"""Check one answer against one value, without a problem."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from numbers import Real
from typing import Any

from exactnb.core.arithmetic.irrational import Finite
from exactnb.core.arithmetic.numerals import read_number
from exactnb.core.arithmetic.values import Infinite, Undefined
from exactnb.core.expression.nodes import Expression, Quotient
from exactnb.core.expression.reading.refusal import Refusal
from exactnb.core.expression.results import NoNumber, Value
from exactnb.core.problem.questions import FORMS, Policy, read_policy
from exactnb.core.record import frozen
from exactnb.core.shown import Shown
from exactnb.errors import InputError, Place, fault, one_of, quoted
from exactnb.teach.answers.answer import Ambiguous, Answer, Expects, Given, answer_as_text
from exactnb.teach.answers.reading import read_answer
from exactnb.teach.grading.judging import RIGHT, Verdict, judge, judge_slip
from exactnb.teach.grading.targets import Target


@frozen
class Checked(Shown):
    """The verdict on one answer; true if it is right.

    `message` is why the answer could not be read or judged, or its readings if it has several.

    >>> bool(check("0.5", "1/2")), check("1,5", "3/2").message == ""
    (True, False)
    """

    verdict: Verdict
    answer: Answer | None = None
    message: str = ""

    def __bool__(self) -> bool:
        return self.verdict in RIGHT

    def __str__(self) -> str:
        return ": ".join(filter(None, (self.verdict.value.replace("_", " "), self.message)))

    def __repr__(self) -> str:
        return f"<Checked {self}>"


def check(
    answer: Given,
    expected: object,
    *,
    policy: str | Mapping[str, object] | Policy = "rounded",
    form: str = "any",
) -> Checked:
    """Return the verdict on an answer, as a student typed it, to a question with a known value.

    `answer` is the text, which is read and never run, or a number that a program computed: a float
    counts as its shortest decimal, to nine figures. `expected` is an exact number, a text such as
    "3/6", or a value of a solution; never a float. `policy` is the precision required: "rounded"
    (correctly, to at least 3 significant figures), "exact", or one of {"figures": n}, {"places": n},
    {"within": d}, {"relative": d}. `form` is the form required of a fraction: "any", in "lowest" terms,
    or "counted": with the terms of an `expected` text.

    >>> [check(typed, "2/3").verdict.value for typed in ("4/6", "0.667", "66.7%", "0.67", "1.5")]
    ['correct', 'correct_rounded', 'correct_rounded', 'too_few_digits', 'wrong']
    >>> bool(check("1/2", "3/6", form="counted")), bool(check("3/6", "3/6", form="counted"))
    (False, True)
    >>> check(2 / 3, "2/3").verdict.value, check(0.1 + 0.2, "0.3").verdict.value
    ('correct_rounded', 'correct_rounded')

    Raises InputError for an expected value that is inexact or unreadable, and for an unknown policy.
    """
    try:
        text = answer_as_text(answer)
    except InputError:
        wanted = "expected the text of an answer, or a number"
        raise InputError(f"{wanted}; got {quoted(answer)}", at="answer") from None
    rule = read_policy(policy, Place.of("form").read(one_of, form, FORMS[:3]))
    value, counted = _expected(expected)
    right = Target(value)  # a single point is a number
    labels, is_several = getattr(right.value, "labels", ()), isinstance(right.value, NoNumber)
    kind: Any = "label" if labels else "numbers" if is_several else "number"
    is_special = right.number is None and not is_several
    try:
        read = read_answer(text, Expects(kind, labels, undefined=is_special))
    except Refusal as refusal:
        if isinstance(refusal, Ambiguous) and refusal.slip is not None:
            verdict = judge_slip(refusal.slip, right, rule)
            if verdict is not Verdict.AMBIGUOUS:
                return Checked(verdict, refusal.slip.numbers[-1], refusal.slip.text)
        verdict = Verdict.AMBIGUOUS if refusal.kind == "ambiguous" else Verdict.UNREADABLE
        return Checked(verdict, message=refusal.message)
    try:
        return Checked(judge(read, right, rule, counted), read)
    except Exception as error:
        return Checked(Verdict.UNGRADED, read, fault(error))


def _expected(expected: object) -> tuple[Value, Expression | None]:
    """Return an expected value, and the formula of a text."""
    if hasattr(expected, "free_symbols") and not isinstance(expected, Real):  # SymPy's: as it is typed
        expected = Place.of("expected").read(answer_as_text, expected)
    if isinstance(expected, str):
        try:
            read = read_answer(expected, Expects(log="e", undefined=True))
        except Refusal as refusal:
            raise InputError(f"cannot be read: {refusal.message}", at="expected") from None
        if isinstance(read.value, Infinite) and isinstance(read.tree, Quotient):
            raise InputError(f"{quoted(expected)} divides by 0; what is infinite is inf", at="expected")
        return read.value, read.tree
    if isinstance(expected, bool):
        return expected, None
    if isinstance(expected, Real | Decimal):
        return Place.of("expected").read(read_number, expected), None
    if not isinstance(expected, Finite | Infinite | Undefined | NoNumber):
        message = f"expected an exact number, a text or a value of a solution; got {quoted(expected)}"
        raise InputError(message, at="expected")
    return expected, None
