"""Where the decision changes as the λ of smoothing varies, or the prior.

How to read: `scores_in_lambda` gives the joints as functions of λ; `changes` finds where the largest of
them is another one, and `define_flips` writes that as the zeros of polynomials.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cmp_to_key, reduce
from itertools import combinations, pairwise

from exactnb.core.arithmetic import roots, values
from exactnb.core.arithmetic.algebraic import IntegerCoefficients, irreducible, primitive_part, value_at
from exactnb.core.arithmetic.rational_in_lambda import RationalInLambda
from exactnb.core.arithmetic.roots import zeros
from exactnb.core.arithmetic.values import Number
from exactnb.core.expression.nodes import (
    Entry,
    Expression,
    Integer,
    Points,
    Quotient,
    Reference,
    Sum,
    Zeros,
)
from exactnb.core.expression.reasons import Reason, Rule
from exactnb.core.expression.results import NoNumber, Value
from exactnb.core.model.effort import Effort
from exactnb.core.model.probabilities import Prediction
from exactnb.core.model.quantities import Quantities
from exactnb.core.model.quantity import Quantity
from exactnb.core.model.questions.defining import definitions
from exactnb.core.naming.names import LAMBDA, Item, QuantityName
from exactnb.core.record import frozen
from exactnb.errors import InputError, Unsupported

_FLIPS = Reason(Rule.DEFINE, "λ > 0 where the decision flips")
_THRESHOLD = Reason(Rule.DEFINE, "where the odds are even")
_MOST_CLASSES = 12
_QUICK = 8  # steps of finding zeros in the time of a part of a formula

Coefficients = tuple[Fraction, ...]
"""Of a polynomial in λ, the constant first."""

Score = tuple[Coefficients, Coefficients]
"""A quotient of two polynomials; the second is positive for every λ > 0."""


@frozen(slots=True)
class Flip:
    """A λ at which the decision changes: a zero of an irreducible polynomial, by its place."""

    at: Number
    polynomial: IntegerCoefficients
    place: int


def define_flips(prediction: Prediction, name: QuantityName, effort: Effort) -> Quantity:
    """Return flips(λ|x): where the decision changes, as zeros of polynomials in λ."""
    items = name.right
    scores = joints_in_lambda(prediction, items, effort)
    found = changes(scores, first=prediction.model.conventions.tie == "first")
    return Quantity(name, _written([flip for flip, _ in found[1:]]), _FLIPS)


def define_threshold(prediction: Prediction, name: QuantityName, _: Effort) -> Quantity:
    """Return threshold(k:l|x), P(x|l) over P(x|k) + P(x|l): the prior of k at which the two tie."""
    pair = name.pair
    assert pair is not None
    names = prediction.model.names
    own, other = (Reference(names.within(name.right, k)) for k in (pair.first, pair.second))
    return Quantity(name, Quotient(other, Sum((own, other))), _THRESHOLD)


def with_lambda(prediction: Prediction) -> Prediction:
    """Return what a model says with the letter λ in the place of its number."""
    model = prediction.model
    conventions = model.conventions.with_limit()
    if model.given is not None:
        raise InputError("the numbers are given: nothing is smoothed")
    return replace(prediction, model=model.with_conventions(conventions))


def graph_in_lambda(prediction: Prediction, items: tuple[Item, ...], effort: Effort) -> Quantities:
    """Return the graph of the joints as functions of λ."""
    of = with_lambda(prediction)
    joints = [of.model.names.joint(label, items) for label in of.model.class_items()]
    return Quantities(joints, definitions(of), effort)


def joints_in_lambda(
    prediction: Prediction, items: tuple[Item, ...], effort: Effort
) -> Mapping[str, Score]:
    """Return each joint as a quotient of polynomials in λ, by the labels of the classes."""
    labels = prediction.model.classes
    if len(labels) > _MOST_CLASSES:
        raise Unsupported(f"flips of more than {_MOST_CLASSES} classes")
    graph = graph_in_lambda(prediction, items, effort)
    worth = [graph.value(joint) for joint in graph.asked]
    if not any(isinstance(value, RationalInLambda) for value in worth) and None in map(
        _rational, worth
    ):
        raise Unsupported("λ stands in none of the joints")
    found = {k: _sides(value) for k, value in zip(labels, worth, strict=True)}
    powers = sum(len(above) + len(below) for above, below in found.values())
    effort.spend(powers**3 // _QUICK, "flips")  # zeros are found in the cube of the degree
    return found


def _sides(value: Value) -> Score:
    """Return a joint as a quotient of polynomials."""
    if isinstance(value, RationalInLambda):
        return _rationals(value.numerator), _rationals(value.denominator)
    return _rationals([value]), (Fraction(1),)


def _rational(value: Value) -> Fraction | None:
    assert not isinstance(value, NoNumber)  # a joint is a number, or undefined
    return values.rational(value)


def _rationals(coefficients: Sequence[Value]) -> Coefficients:
    known = list(map(_rational, coefficients))
    found = tuple(c for c in known if c is not None)
    if len(found) < len(known):
        raise Unsupported("the joints are no quotients of polynomials in λ with rational coefficients")
    return found


Changes = list[tuple[Flip | None, tuple[str, ...]]]
"""Where a decision begins, None for the first, and what it is."""


def changes(scores: Mapping[str, Score], *, first: bool = False) -> Changes:
    """Return what is decided for all small λ > 0, and each λ from which on it is something else.

    >>> one = (Fraction(1),)
    >>> found = changes({"+": (one, one), "-": ((Fraction(0), Fraction(1)), one)})
    >>> [(flip.at if flip else None, labels) for flip, labels in found]
    [(None, ('+',)), (Fraction(1, 1), ('-',))]
    """
    ties = (_difference(*pair) for pair in combinations(scores.values(), 2))
    places = sorted({flip for of in ties for flip in _positive(of)}, key=cmp_to_key(_compare))
    found: Changes = []
    for flip, sample in zip([None, *places], _between([flip.at for flip in places]), strict=True):
        labels = decided_at(scores, sample, first=first)
        if not found or labels != found[-1][1]:
            found.append((flip, labels))
    return found


def _compare(one: Flip, other: Flip) -> int:
    return values.compare(one.at, other.at)


def decided_at(scores: Mapping[str, Score], place: Fraction, *, first: bool) -> tuple[str, ...]:
    """Return the labels of the largest score at one λ; none where all are zero."""
    worth = {k: value_at(above, place) / value_at(below, place) for k, (above, below) in scores.items()}
    most = max(worth.values())
    labels = tuple(label for label, value in worth.items() if value == most) if most > 0 else ()
    return labels[:1] if first else labels


def _difference(one: Score, other: Score) -> IntegerCoefficients:
    """Return a polynomial that has the sign of the difference of two scores, or the other sign."""
    crossed = _times(one[0], other[1]), _times(other[0], one[1])
    size = max(map(len, crossed))
    padded = [(*of, *[Fraction(0)] * (size - len(of))) for of in crossed]
    return primitive_part([a - b for a, b in zip(*padded, strict=True)])


def _positive(polynomial: IntegerCoefficients) -> list[Flip]:
    """Return the positive zeros of a polynomial, each of its irreducible factor."""
    return [
        Flip(at, factor, place)
        for factor, _ in irreducible(polynomial)
        for place, at in enumerate(_zeros_of(factor), start=1)
        if values.sign(at) > 0
    ]


def _zeros_of(factor: IntegerCoefficients) -> Sequence[Number]:
    found = zeros([Fraction(c) for c in factor])
    assert isinstance(found, roots.Points)
    return found.parts


def _between(places: Sequence[Number]) -> list[Fraction]:
    """Return a rational number before, between and after some positive numbers in ascending order."""
    if not places:
        return [Fraction(1)]
    bits, bounds = 32, [_bounds(place, 32) for place in places]
    while any(one[1] >= other[0] for one, other in pairwise(bounds)) or bounds[0][0] <= 0:
        bits *= 2
        bounds = [_bounds(place, bits) for place in places]
    middle = [(one[1] + other[0]) / 2 for one, other in pairwise(bounds)]
    return [bounds[0][0] / 2, *middle, bounds[-1][1] + 1]


def _bounds(place: Number, bits: int) -> tuple[Fraction, Fraction]:
    assert values.is_finite(place)
    found = values.enclose(place, bits).bounds()
    assert found is not None
    return found


def _written(flips: Sequence[Flip | None]) -> Expression:
    """Return the zeros of one polynomial if the positive ones are all flips, else each by its place."""
    known = [flip for flip in flips if flip is not None]
    factors = list(dict.fromkeys(flip.polynomial for flip in known))
    if not factors:
        return Points(())
    if sum(len(_positive(factor)) for factor in factors) == len(known):
        product = reduce(_times_whole, factors)
        return _zeros(product, lower=0)
    return Points(tuple(Entry(_zeros(flip.polynomial), flip.place) for flip in known))


def _zeros(polynomial: IntegerCoefficients, lower: int | None = None) -> Zeros:
    powers = [((n,), Integer(c)) for n, c in enumerate(polynomial) if c]
    return Zeros((LAMBDA,), tuple(reversed(powers)), lower)


def _times(one: Sequence[Fraction], other: Sequence[Fraction]) -> list[Fraction]:
    out = [Fraction(0)] * (len(one) + len(other) - 1)
    for i, a in enumerate(one):
        for j, b in enumerate(other):
            out[i + j] += a * b
    return out


def _times_whole(one: IntegerCoefficients, other: IntegerCoefficients) -> IntegerCoefficients:
    return primitive_part(_times([Fraction(c) for c in one], [Fraction(c) for c in other]))
