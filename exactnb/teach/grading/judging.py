"""Judge an answer by the right value and a policy: right, correctly rounded, or wrong in which way.

A decimal stands for all numbers that round to it, any other answer for itself alone.

How to read: `judge` asks in turn whether the answer is equal, near enough for a policy that allows a
distance, correctly rounded to its digits, off by a power of ten, or right but for two digits that are
exchanged; the functions follow in this order.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from enum import Enum
from fractions import Fraction
from functools import cmp_to_key
from math import prod

from exactnb.core.arithmetic import matrices, roots, values
from exactnb.core.arithmetic.rounding import Decimal, Rounding, rounded
from exactnb.core.arithmetic.values import compare
from exactnb.core.expression.nodes import (
    Expression,
    Integer,
    Negative,
    Numeral,
    Percent,
    Power,
    Product,
    Quotient,
    Sum,
    VectorNode,
)
from exactnb.core.expression.reading.digits import (
    SMALLEST_COARSENED,
    as_decimal,
    coarser_decimals,
    significant_figures,
)
from exactnb.core.expression.reading.evaluation import exact_value
from exactnb.core.expression.reading.refusal import Refusal
from exactnb.core.expression.results import NoNumber
from exactnb.core.problem.questions import Policy
from exactnb.teach.answers.answer import Answer, Slip
from exactnb.teach.grading.targets import MACHINE_FIGURES, Bounds, DecimalAnswer, Target


class Verdict(Enum):
    """The verdicts on an answer: the one list, used everywhere.

    INCOMPLETE: no line of a working is wrong, but not all points are earned. UNGRADED: the answer could
    not be judged, so whether it is right is not known. ACCEPTED: a person judged it.
    """

    CORRECT = "correct"
    ROUNDED = "correct_rounded"
    TOO_FEW = "too_few_digits"
    TRUNCATED = "truncated"
    LAST_DIGIT = "last_digit_off"
    FORM = "wrong_form"
    PERCENT = "percent_or_fraction"
    POWER_OF_TEN = "power_of_ten"
    EXCHANGED = "digits_exchanged"
    MISCONCEPTION = "mistake"
    SLIP = "arithmetic_slip"
    WRONG = "wrong"
    INCOMPLETE = "incomplete"
    UNREADABLE = "unreadable"
    AMBIGUOUS = "ambiguous"
    UNGRADED = "ungraded"
    ACCEPTED = "accepted"


RIGHT = frozenset((Verdict.CORRECT, Verdict.ROUNDED))
"""The verdicts that earn all points."""

NEAR = frozenset((Verdict.TOO_FEW, Verdict.TRUNCATED, Verdict.LAST_DIGIT, Verdict.PERCENT))
"""The verdicts that say already what went wrong."""

_KINDEST = (
    Verdict.ROUNDED,
    Verdict.FORM,
    Verdict.TOO_FEW,
    Verdict.TRUNCATED,
    Verdict.LAST_DIGIT,
    Verdict.WRONG,
)  # verdicts on digits, the best first
_EXACT_FIGURES = 40  # of an irrational number; a tolerance has a few
_TWO_FIGURES = 2  # of each decimal in a formula, before it says what it is rounded from
_SURE_FIGURES = 3  # that a rounded number needs before a slip in it is named
_EXCHANGED_FIGURES, _FRACTION_FIGURES = 4, 3  # of a decimal, or a side of a fraction, before digits of
# it are said to be exchanged: in fewer, chance does it too
_SCALES = {Fraction(10) ** k: Verdict.PERCENT for k in (2, -2)}
_SCALES |= {Fraction(10) ** k: Verdict.POWER_OF_TEN for k in range(-9, 10) if k not in (-2, 0, 2)}


def judge(answer: Answer, right: Target, policy: Policy, counted: Expression | None = None) -> Verdict:
    """Return the verdict on an `answer` by its value alone; only a diagnosis finds a MISCONCEPTION.

    `right` is the right value, `policy` the precision and form required, `counted` the right value as
    an unreduced fraction, for answers that must be written so.

    >>> from exactnb.teach.answers.reading import read_answer
    >>> third = Target(Fraction(2, 3))
    >>> [judge(read_answer(a), third, Policy()).value for a in ("4/6", "0.667", "0.67", "0.666")]
    ['correct', 'correct_rounded', 'too_few_digits', 'truncated']
    """
    several = matrices.Vector | roots.Points
    if isinstance(answer.value, several) and isinstance(right.value, several):
        return _judge_by_parts(answer, right.value, policy)
    answer_target = Target(answer.value)
    if right.equals(answer_target):
        ways = (answer.tree, *answer.equivalents)
        is_in_form = any(_has_form(tree, policy.form, counted) for tree in ways)
        return Verdict.CORRECT if is_in_form else Verdict.FORM
    if right.number is None or answer_target.number is None:
        return Verdict.WRONG
    digits = decimal_answer(answer, policy)
    close = _judge_by_distance(answer_target, right, policy)
    if close is None:
        readings = _decimal_readings(answer, digits, policy)
        verdicts = [
            _judge_by_digits(reading, right, policy, cut_off=answer.cut_off) for reading in readings
        ]
        verdicts += [Verdict.TOO_FEW] if _is_among(answer, right) else []
        close = min(verdicts, key=_KINDEST.index, default=Verdict.WRONG)
    if close in RIGHT and policy.form != "any":
        return Verdict.FORM
    if close is Verdict.WRONG:
        close = _judge_by_scale(answer, digits, right)
    if close is Verdict.WRONG and _has_exchanged_digits(answer, digits, right):
        return Verdict.EXCHANGED
    return close


def _judge_by_parts(answer: Answer, right: matrices.Vector | roots.Points, policy: Policy) -> Verdict:
    """Return the verdict on several numbers: the worst of them, each judged by itself.

    Points are a set, in any order; intervals are judged by their ends alone.
    """
    trees = answer.tree.parts if isinstance(answer.tree, VectorNode) else ()
    if len(trees) != len(right.parts):
        return Verdict.WRONG
    parts = [
        replace(answer, tree=tree, value=value, decimal=as_decimal(tree))
        for tree in trees
        if not isinstance(value := exact_value(tree), NoNumber)
    ]
    if isinstance(right, roots.Points):
        in_order = cmp_to_key(compare)
        parts.sort(key=lambda part: in_order(part.value))  # type: ignore[arg-type]
    pairs = zip(parts, right.parts, strict=True)
    verdicts = [judge(part, Target(right_part), policy) for part, right_part in pairs]
    return max(verdicts, key=[*Verdict].index, default=Verdict.CORRECT)


def decimal_answer(answer: Answer, policy: Policy | None = None) -> DecimalAnswer | None:
    """Return the digits of an `answer` that is one decimal; as many count as the `policy` asks for.

    The value of a formula of decimals has the figures of its coarsest decimal. None for other answers.
    """
    if (decimal := answer.decimal) is None:
        return _formula_decimal(answer)
    return DecimalAnswer.from_decimal(decimal, _figures_that_count(decimal, policy))


def _decimal_readings(
    answer: Answer, digits: DecimalAnswer | None, policy: Policy
) -> Iterator[DecimalAnswer]:
    """Yield the decimals that an answer may be, each with the numbers that it may stand for.

    The zeros of a whole number may only hold places. A formula of decimals is worth what a calculator
    shows of it: 0.2857 * 0.5 is 0.143 to three figures, though 0.5 has one.
    """
    if digits is None:
        return
    for decimal in coarser_decimals(answer.tree, 10 if policy.figures == 1 else SMALLEST_COARSENED):
        yield DecimalAnswer.from_decimal(decimal, _figures_that_count(decimal, policy))
    yield digits
    value = Target(answer.value).number
    if answer.decimal is None and value is not None and policy.kind in ("rounded", "figures", "places"):
        by_places = policy.kind == "places"
        enough = Rounding(places=policy.places) if by_places else Rounding(figures=policy.figures)
        yield DecimalAnswer.from_decimal(rounded(value, enough))


def _is_among(answer: Answer, right: Target) -> bool:
    """Say whether the right value is one of those that a formula of decimals stands for.

    Each has two figures: a formula of less stands for any number.
    """
    says = answer.decimal is None and answer.figures >= _TWO_FIGURES
    bounds = answer.interval_or_none() if says else None
    return bounds is not None and right.is_between(*bounds)


def _figures_that_count(decimal: Decimal, policy: Policy | None) -> int:
    """Return how many figures count: all that a policy asks for, and nine."""
    if policy is None:
        return MACHINE_FIGURES
    # The figures to the last place that is asked for.
    figures = significant_figures(decimal) - decimal.places + policy.places
    return max(MACHINE_FIGURES, policy.figures, figures if policy.places else 0)


def _formula_decimal(answer: Answer) -> DecimalAnswer | None:
    """Return the value of a formula of decimals, in the figures of its coarsest decimal."""
    value = Target(answer.value).number
    if not answer.figures or value is None or not values.sign(value):
        return None
    decimal_value = rounded(value, Rounding(figures=answer.figures))
    nearest = rounded(value, Rounding(figures=_EXACT_FIGURES)).value
    return DecimalAnswer(nearest, decimal_value.half_unit, answer.figures, decimal_value.places)


def judge_slip(slip: Slip, right: Target, policy: Policy) -> Verdict:
    """Return the verdict on a working that contradicts its number: the last in `slip` is the answer.

    It is never right. If one of its numbers is `right` by the `policy`, nobody knows which was meant:
    the answer is ambiguous, and loses no points.
    """
    verdicts = [judge(number, right, policy) for number in slip.numbers]
    if any(verdict in (*RIGHT, Verdict.FORM) for verdict in verdicts):
        return Verdict.AMBIGUOUS
    return Verdict.SLIP if verdicts[-1] not in NEAR else verdicts[-1]


def _judge_by_distance(answer_target: Target, right: Target, policy: Policy) -> Verdict | None:
    """Return the verdict of a policy that allows a distance; None for other policies."""
    if policy.kind not in ("within", "relative") or answer_target.bounds is None:
        return None
    allowed = policy.amount
    for bound in dict.fromkeys(answer_target.bounds):  # the answer typed is between the two
        if policy.kind == "within":
            close = right.is_between(bound - allowed, bound + allowed)
        else:  # |x − t| ≤ d·|t| says of t > 0 that x/(1 + d) ≤ t ≤ x/(1 − d)
            sign = right.sign()
            size = bound * sign
            upper = size / (1 - allowed) if allowed < 1 else None
            close = sign != 0 and (size >= 0 or allowed >= 1)
            close = close and right.is_between(size / (1 + allowed), upper, sign)
        if not close:
            return None
    return Verdict.ROUNDED


def _judge_by_digits(digits: DecimalAnswer, right: Target, policy: Policy, *, cut_off: bool) -> Verdict:
    """Return the verdict on a decimal numeral that is not the exact value.

    If it is `cut_off`, as its dots show, it stands for all numbers that begin with its digits.
    """
    if policy.kind != "places" and not _reaches_first_digit(digits, right):
        return Verdict.WRONG
    # A number that was cut off lies up to one unit beyond what was typed, away from zero.
    beyond = digits.value + right.sign() * digits.half
    if right.is_within(digits.value, digits.half) or (cut_off and right.is_within(beyond, digits.half)):
        if policy.kind == "exact":
            return Verdict.FORM
        places = policy.places if policy.kind == "places" else digits.places
        enough = digits.figures >= policy.figures and digits.places >= places
        loose = policy.kind in ("within", "relative")  # and farther away than that allows
        return Verdict.ROUNDED if enough and not loose else Verdict.TOO_FEW
    if digits.figures < 2:
        return Verdict.WRONG
    following = digits.value + 2 * right.sign() * digits.half  # 0.5 is cut off to 0.50, not to 0.49
    if right.is_within(beyond, digits.half) and right.value != following:
        return Verdict.TRUNCATED
    if digits.figures >= _SURE_FIGURES and right.is_within(digits.value, 3 * digits.half):
        return Verdict.LAST_DIGIT
    return Verdict.WRONG


def _reaches_first_digit(digits: DecimalAnswer, right: Target) -> bool:
    """Say whether a numeral reaches the first digit of a value: 1 is no information on 0.7954."""
    if right.bounds is None or not digits.figures:
        return False
    unit = 2 * digits.half
    if abs(digits.value) == unit and right.is_within(digits.value, digits.half / 10):
        return True  # 0.97 is 1 to one figure: below a power of ten, a figure is a tenth of the unit
    return unit <= min(map(abs, right.bounds))


def _judge_by_scale(answer: Answer, digits: DecimalAnswer | None, right: Target) -> Verdict:
    """Recognise a percentage typed for a fraction, or another slip of the decimal point."""
    if right.sign() == 0:
        return Verdict.WRONG
    if digits is not None:
        for scale, verdict in _SCALES.items():
            if _may_be_scaled(digits.value, right.bounds, scale) and _is_scaled(digits, right, scale):
                return verdict
        return Verdict.WRONG
    if isinstance(answer.value, Fraction) and isinstance(right.value, Fraction):
        return _SCALES.get(answer.value / right.value, Verdict.WRONG)
    return Verdict.WRONG


def _may_be_scaled(number: Fraction, bounds: Bounds | None, scale: Fraction) -> bool:
    """Say whether `number` may be what lies in `bounds` times a power of ten, by lengths in bits."""
    if bounds is None or not number or bounds[0].numerator * bounds[1].numerator <= 0:
        return True
    # Each of three lengths is off by less than a bit, and a number of two figures by less than one too.
    lengths = [
        _binary_magnitude(number) - _binary_magnitude(scale) - _binary_magnitude(bound)
        for bound in bounds
    ]
    return min(lengths) <= 4 and max(lengths) >= -4


def _binary_magnitude(number: Fraction) -> int:
    return number.numerator.bit_length() - number.denominator.bit_length()


def _is_scaled(digits: DecimalAnswer, right: Target, scale: Fraction) -> bool:
    """Say whether a decimal is the right value times a power of ten, or that rightly rounded."""
    if right.value == digits.value / scale:
        return True
    enough = 2 if _SCALES[scale] is Verdict.PERCENT else _SURE_FIGURES
    return digits.figures >= enough and right.is_within(digits.value / scale, digits.half / scale)


def _has_exchanged_digits(answer: Answer, digits: DecimalAnswer | None, right: Target) -> bool:
    """Say whether two neighbouring digits of a decimal, or of one side of a fraction, are exchanged.

    One random decimal of four figures in three thousand is so by chance, and a fraction hardly ever.
    """
    match answer.tree:
        case Quotient(Integer(above), Integer(below)):
            return right.value in [
                *(Fraction(other, below) for other in _swap_digits(above, _FRACTION_FIGURES)),
                *(Fraction(above, other) for other in _swap_digits(below, _FRACTION_FIGURES) if other),
            ]
    if digits is None or (units := digits.value / (2 * digits.half)).denominator > 1:
        return False
    return any(
        right.is_within(2 * digits.half * other, digits.half)
        for other in _swap_digits(units.numerator, _EXCHANGED_FIGURES)
    )


def _swap_digits(integer: int, fewest: int) -> Iterator[int]:
    """Yield what an integer of at least so many digits is with two neighbouring ones exchanged."""
    text, sign = str(abs(integer)), -1 if integer < 0 else 1
    for place in range(1, len(text) if len(text) >= fewest else 0):
        if text[place - 1] != text[place]:
            yield sign * int(text[: place - 1] + text[place] + text[place - 1] + text[place + 1 :])


def _has_form(tree: Expression, form: str, counted: Expression | None) -> bool:
    """Say whether an answer has the form required."""
    if form == "lowest":
        return _is_in_lowest_terms(tree)
    if form == "counted" and counted is not None:
        expected = _fraction_terms(counted)
        return expected is None or _fraction_terms(tree) == expected
    return True


def _is_in_lowest_terms(tree: Expression) -> bool:
    match tree:
        case Negative(inner):
            return _is_in_lowest_terms(inner)
        case Integer():
            return True
        case Quotient(Integer(above), Integer(below)):
            reduced = Fraction(above, below)
            return (abs(above), below) == (abs(reduced.numerator), reduced.denominator) and below > 1
        case Quotient() | Product() | Sum() | Power() | Numeral() | Percent():
            return False
        case _:
            return True


def _fraction_terms(tree: Expression) -> tuple[Fraction, Fraction] | None:
    """Return numerator and denominator as they are counted, products multiplied out but not reduced."""
    match tree:
        case Quotient(above, below):
            top, bottom = _number(above), _number(below)
            return None if top is None or bottom is None else (top, bottom)
        case Product(factors):
            pairs = [pair for factor in factors if (pair := _fraction_terms(factor)) is not None]
            numerators, denominators = zip(*pairs, strict=True) if pairs else ((), ())
            product = prod(numerators, start=Fraction(1)), prod(denominators, start=Fraction(1))
            return product if len(pairs) == len(factors) else None
        case Power(base, Integer(exponent)) if 0 <= exponent <= 100:
            pair = _fraction_terms(base)
            return None if pair is None else (pair[0] ** exponent, pair[1] ** exponent)
        case Sum((Integer(1), Negative(term))):
            pair = _fraction_terms(term)
            return None if pair is None else (pair[1] - pair[0], pair[1])
        case _:
            number = _number(tree)
            return None if number is None else (number, Fraction(1))


def _number(tree: Expression) -> Fraction | None:
    try:
        value = exact_value(tree)
    except Refusal:
        return None
    return value if isinstance(value, Fraction) else None
