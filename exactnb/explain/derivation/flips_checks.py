"""Where a decision changes with λ, found once more: by Sturm's theorem, on joints multiplied out here.

How to read: `flips_problem` compares what was said with `decisions_of`, which cuts all λ > 0 into
intervals with one tie each, and decides between them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, pairwise

from exactnb.core.arithmetic import roots, values
from exactnb.core.arithmetic.algebraic import (
    AlgebraicRoot,
    IntegerCoefficients,
    Interval,
    Sturm,
    count_zeros,
    primitive_part,
    value_at,
)
from exactnb.core.arithmetic.irrational import Finite
from exactnb.core.arithmetic.values import Number
from exactnb.core.expression import nodes
from exactnb.core.expression.evaluate import evaluate
from exactnb.core.expression.results import NoNumber
from exactnb.core.model.effort import Effort
from exactnb.core.model.prediction import Prediction
from exactnb.core.model.quantities import Quantities
from exactnb.core.model.quantity import Quantity
from exactnb.core.model.questions.defining import definitions
from exactnb.core.model.questions.flips import graph_in_lambda
from exactnb.core.naming.names import QuantityName
from exactnb.errors import Unsupported

_BITS = 256
_TRIED = (1, 2)  # numbers for λ at which the joints are worked out without a letter

Polynomial = tuple[Fraction, ...]
Score = tuple[Polynomial, Polynomial]
"""A joint as a quotient of polynomials in λ, constants first."""

_ONE: Polynomial = (Fraction(1),)


def flips_problem(prediction: Prediction, quantity: Quantity, effort: Effort) -> str:
    """Compare the λ at which a decision is said to change with all at which it does."""
    name, said = quantity.name, evaluate(quantity.formula)
    if not isinstance(said, roots.Points) or said.kind != "points":
        return "flips are points"
    scores = joints_multiplied_out(prediction, name, effort)
    if problem := _joints_problem(prediction, name, scores, effort):
        return problem
    first = prediction.model.conventions.tie == "first"
    intervals = [of for of, before, after in decisions_of(scores, first=first) if before != after]
    if len(intervals) != len(said.parts):
        return f"the decision changes {len(intervals)} times, not {len(said.parts)}"
    ties = _ties(scores)
    for place, (low, high) in zip(said.parts, intervals, strict=True):
        if isinstance(place, NoNumber) or not values.is_finite(place):
            return "a flip is a number"
        if values.compare(place, low) < 0 or values.compare(place, high) > 0:
            return "no class takes over from another there"
        if not _is_zero(ties, place):
            return "no two joints are equal there"
    return ""


def _is_zero(polynomial: IntegerCoefficients, place: Finite) -> bool:
    """Say whether a polynomial is zero at a number: exactly, or as it shares that zero with another."""
    if not isinstance(place, AlgebraicRoot):
        found: Number = Fraction(0)
        for coefficient in reversed(polynomial):
            found = values.add([values.multiply([found, place]), Fraction(coefficient)])
        return values.sign(found) == 0
    bounds = values.enclose(place, _BITS).bounds()
    assert bounds is not None
    both = primitive_part(_times(_rational(polynomial), _rational(place.polynomial)))
    # Each has one zero in between, and so has their product: it is the same.
    return all(count_zeros(of, *bounds) == 1 for of in (polynomial, place.polynomial, both))


def _rational(polynomial: IntegerCoefficients) -> Polynomial:
    return tuple(map(Fraction, polynomial))


def decided_between(prediction: Prediction, name: QuantityName, effort: Effort) -> tuple[Decided, ...]:
    """Return what is decided before the first flip, between each two, and after the last."""
    scores = joints_multiplied_out(prediction, name, effort)
    first = prediction.model.conventions.tie == "first"
    beside = list(decisions_of(scores, first=first))
    if not beside:
        return (_largest(scores, Fraction(1), first=first),)
    return (beside[0][1], *(after for _, before, after in beside if after != before))


def joints_multiplied_out(
    prediction: Prediction, name: QuantityName, effort: Effort
) -> Mapping[str, Score]:
    """Return the joints as quotients of polynomials in λ, by the labels of the classes."""
    graph = graph_in_lambda(prediction, name.right, effort)
    labels = prediction.model.classes
    written = (graph.substituted(graph[joint].formula) for joint in graph.asked)
    return {k: _multiplied_out(of) for k, of in zip(labels, written, strict=True)}


def _joints_problem(
    prediction: Prediction, name: QuantityName, scores: Mapping[str, Score], effort: Effort
) -> str:
    """Compare the joints at some λ with those of the model that has this number for λ."""
    for number in _TRIED:
        conventions = prediction.model.conventions.varied(smoothing=number)
        model = prediction.model.with_conventions(conventions)
        joints = [model.names.joint(label, name.right) for label in model.class_items()]
        graph = Quantities(joints, definitions(replace(prediction, model=model)), effort)
        for (above, below), joint in zip(scores.values(), joints, strict=True):
            place = Fraction(number)
            if graph.value(joint) != value_at(above, place) / value_at(below, place):
                return f"the joints in λ are not those of λ = {number}"
    return ""


Decided = tuple[str, ...]


def decisions_of(
    scores: Mapping[str, Score], *, first: bool
) -> Iterator[tuple[Interval, Decided, Decided]]:
    """Yield an interval around each λ > 0 at which two joints are equal, and what is decided beside it.

    The intervals lie apart, and hold no other such λ.
    """
    intervals = _isolating(_ties(scores))
    for at, (low, high) in enumerate(intervals):
        last = intervals[at - 1][1] if at else Fraction(0)
        beyond = intervals[at + 1][0] if at + 1 < len(intervals) else high + 1
        beside = (last + low) / 2, (high + beyond) / 2
        before, after = (_largest(scores, place, first=first) for place in beside)
        yield (low, high), before, after


def _largest(scores: Mapping[str, Score], place: Fraction, *, first: bool) -> Decided:
    worth = {k: value_at(above, place) / value_at(below, place) for k, (above, below) in scores.items()}
    most = max(worth.values())
    labels = tuple(k for k, of in worth.items() if of == most and most)
    return labels[:1] if first else labels


def _ties(scores: Mapping[str, Score]) -> IntegerCoefficients:
    """Return a polynomial that is 0 where two joints are equal that are not equal everywhere."""
    found = _ONE
    for (above, below), (top, bottom) in combinations(scores.values(), 2):
        minus = _plus(_times(above, bottom), _times((Fraction(-1),), _times(top, below)))
        if any(minus):
            found = _times(found, minus)
    return primitive_part(found)


def _isolating(polynomial: IntegerCoefficients) -> list[Interval]:
    """Return intervals of positive numbers with one zero each, which do not touch.

    A zero is no end of an interval, or is all of it.
    """
    zeros = Sturm(polynomial)
    found: list[Interval] = []
    bound = Fraction(2 + max(map(abs, polynomial)) // abs(polynomial[-1]))
    waiting = [(Fraction(0), bound)]
    while waiting:
        low, high = waiting.pop()
        number = zeros.count(low, high)
        if number == 1 and low > 0:
            found.append(_point_or_interval(zeros, low, high))
        elif number:
            middle = (low + high) / 2
            waiting += [(middle, high), (low, middle)]
    while any(one[1] >= other[0] for one, other in pairwise(found)):
        found = [_halved(zeros, *of) for of in found]
    return found


def _halved(zeros: Sturm, low: Fraction, high: Fraction) -> Interval:
    """Return the half of an interval in which the zero lies."""
    if low == high:
        return low, high
    middle = (low + high) / 2
    return _point_or_interval(zeros, *((low, middle) if zeros.count(low, middle) else (middle, high)))


def _point_or_interval(zeros: Sturm, low: Fraction, high: Fraction) -> Interval:
    return (high, high) if value_at(zeros.polynomial, high) == 0 else (low, high)


# ------------------------------------------------------------------ polynomials, by hand


def _multiplied_out(expression: nodes.Expression) -> Score:
    """Return a formula of numbers and λ as one quotient."""
    match expression:
        case nodes.Lambda():
            return (Fraction(0), Fraction(1)), _ONE
        case nodes.Negative(term):
            above, below = _multiplied_out(term)
            return _times((Fraction(-1),), above), below
        case nodes.Sum(terms):
            total: Score = (Fraction(0),), _ONE
            for above, below in map(_multiplied_out, terms):
                crossed = _plus(_times(total[0], below), _times(above, total[1]))
                total = crossed, _times(total[1], below)
            return total
        case nodes.Product(factors):
            whole_: Score = _ONE, _ONE
            for above, below in map(_multiplied_out, factors):
                whole_ = _times(whole_[0], above), _times(whole_[1], below)
            return whole_
        case nodes.Quotient(numerator, denominator):
            (above, below), (top, bottom) = map(_multiplied_out, (numerator, denominator))
            return _times(above, bottom), _times(below, top)
        case nodes.Power(base, nodes.Integer(exponent)) if exponent >= 0:
            return _multiplied_out(nodes.Product((base,) * exponent))
    value = evaluate(expression)
    if not isinstance(value, Fraction):
        raise Unsupported("a joint that is no quotient of polynomials in λ")
    return (value,), _ONE


def _plus(one: Polynomial, other: Polynomial) -> Polynomial:
    size = max(len(one), len(other))
    padded = [(*of, *[Fraction(0)] * (size - len(of))) for of in (one, other)]
    return tuple(a + b for a, b in zip(*padded, strict=True))


def _times(one: Polynomial, other: Polynomial) -> Polynomial:
    out = [Fraction(0)] * (len(one) + len(other) - 1)
    for i, a in enumerate(one):
        for j, b in enumerate(other):
            out[i + j] += a * b
    return tuple(out)
