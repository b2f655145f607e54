"""Values of the smoothing parameter λ, or of the prior, at which the decision changes.

How to read: `joints_in_lambda` gives the joints as functions of λ; `decision_changes` finds where
another one is the largest, and `define_lambda_flips` writes these λ as zeros of polynomials.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cmp_to_key, reduce
from itertools import combinations, pairwise

from exactnb.core.arithmetic import roots, values
from exactnb.core.arithmetic.algebraic import (
    IntegerCoefficients,
    irreducible_factors,
    primitive_part,
    value_at,
)
from exactnb.core.arithmetic.germs import Germ
from exactnb.core.arithmetic.roots import multiply_polynomials, zeros
from exactnb.core.arithmetic.values import Number
from exactnb.core.expression import nodes
from exactnb.core.expression.reasons import Reason, Rule
from exactnb.core.expression.results import NoNumber, Value
from exactnb.core.model.probabilities import Prediction, definitions
from exactnb.core.model.quantities import Quantities
from exactnb.core.model.quantity import Effort, Quantity
from exactnb.core.naming.names import LAMBDA, Item, QuantityName
from exactnb.core.record import frozen
from exactnb.errors import InputError, Unsupported

_FLIPS = Reason(Rule.DEFINE, "λ > 0 where the decision flips")
_THRESHOLD = Reason(Rule.DEFINE, "where the odds are even")
_MOST_CLASSES = 12
_QUICK = 8  # steps of finding zeros in the time of a part of a formula

Coefficients = tuple[Fraction, ...]
"""The coefficients of a polynomial in λ, the constant first."""

Score = tuple[Coefficients, Coefficients]
"""A quotient of two polynomials; the second is positive for every λ > 0."""


@frozen(slots=True)
class Flip:
    """A λ at which the decision changes: the `place`-th real zero of an irreducible `polynomial`."""

    at: Number
    polynomial: IntegerCoefficients
    place: int


def define_lambda_flips(prediction: Prediction, name: QuantityName, effort: Effort) -> Quantity:
    """Return the quantity of `name` in `prediction`, flips(λ|x), as zeros in λ; `effort` pays."""
    stages = changes_in_lambda(prediction, name.right, effort)
    return Quantity(name, _flips_formula([flip for flip, _ in stages[1:]]), _FLIPS)


def define_threshold(prediction: Prediction, name: QuantityName, _: Effort) -> Quantity:
    """Return the quantity of `name`, threshold(k:l|x) = P(x|l) / (P(x|k) + P(x|l)).

    It is the prior of k at which k and l tie, if their priors sum to 1.
    """
    pair = name.pair
    assert pair is not None
    names = prediction.model.names
    first, second = (nodes.Reference(names.given(name.right, k)) for k in (pair.first, pair.second))
    return Quantity(name, nodes.Quotient(second, nodes.Sum((first, second))), _THRESHOLD)


def with_lambda(prediction: Prediction) -> Prediction:
    """Return `prediction` with the letter λ for its number; InputError if nothing is smoothed."""
    model = prediction.model
    conventions = model.conventions.with_limit()
    if model.given is not None:
        raise InputError("the numbers are given: nothing is smoothed")
    return replace(prediction, model=model.with_conventions(conventions))


def graph_in_lambda(prediction: Prediction, items: tuple[Item, ...], effort: Effort) -> Quantities:
    """Return the graph of `prediction` for joints with `items`, as functions of λ; `effort` pays."""

    def graph() -> Quantities:
        in_lambda = with_lambda(prediction)
        names, labels = in_lambda.model.names, in_lambda.model.class_items()
        joints = [names.joint(label, items) for label in labels]
        return Quantities(joints, definitions(in_lambda), effort)

    return prediction.cached_search(("the joints in λ", items), effort, graph)


def has_lambda(graph: Quantities) -> bool:
    """Say whether the joints of a graph rest on λ, whatever their values are."""
    parts = (part for name in graph for part in graph[name].formula.walk())
    return any(part == nodes.Vanishing() for part in parts)


def joints_in_lambda(
    prediction: Prediction, items: tuple[Item, ...], effort: Effort
) -> Mapping[str, Score]:
    """Return joints with `items` in `prediction` as quotients of polynomials in λ; `effort` pays.

    Raises Unsupported for more than 12 classes, and if λ is in none of the joints or not rationally.
    """
    labels = prediction.model.classes
    if len(labels) > _MOST_CLASSES:
        raise Unsupported(f"flips of more than {_MOST_CLASSES} classes")
    graph = graph_in_lambda(prediction, items, effort)
    joint_values = [graph.value(joint) for joint in graph.targets]
    is_of_lambda = any(isinstance(value, Germ) for value in joint_values)
    if not is_of_lambda and None in map(_rational, joint_values):
        raise Unsupported("λ stands in none of the joints")
    scores = {k: _as_quotient(value) for k, value in zip(labels, joint_values, strict=True)}
    powers = sum(len(numerator) + len(denominator) for numerator, denominator in scores.values())
    effort.spend(powers**3 // _QUICK, "flips")  # zeros are found in the cube of the degree
    return scores


def _as_quotient(value: Value) -> Score:
    """Return a joint as a quotient of polynomials."""
    if isinstance(value, Germ):
        numerator, denominator = value.numerator_and_denominator()
        return _rationals(numerator), _rationals(denominator)
    return _rationals([value]), (Fraction(1),)


def _rational(value: Value) -> Fraction | None:
    assert not isinstance(value, NoNumber)  # a joint is a number, or undefined
    return values.rational(value)


def _rationals(coefficients: Sequence[Value]) -> Coefficients:
    rationals = list(map(_rational, coefficients))
    defined = tuple(c for c in rationals if c is not None)
    if len(defined) < len(rationals):
        raise Unsupported("the joints are no quotients of polynomials in λ with rational coefficients")
    return defined


Changes = list[tuple[Flip | None, tuple[str, ...]]]
"""Pairs of the flip at which a decision begins (None for the first) and its labels."""


def changes_in_lambda(prediction: Prediction, items: tuple[Item, ...], effort: Effort) -> Changes:
    """Return the `decision_changes` of the decision about `items` by `prediction`; `effort` pays.

    Raises what `joints_in_lambda` raises.
    """
    first = prediction.model.conventions.tie == "first"
    return prediction.cached_search(
        ("flips", items),
        effort,
        lambda: decision_changes(joints_in_lambda(prediction, items, effort), first=first),
    )


def decision_changes(scores: Mapping[str, Score], *, first: bool = False) -> Changes:
    """Return the decision by `scores` for small λ > 0, and each λ from which on it differs.

    `first` breaks ties for the first class.

    >>> one = (Fraction(1),)
    >>> stages = decision_changes({"+": (one, one), "-": ((Fraction(0), Fraction(1)), one)})
    >>> [(flip.at if flip else None, labels) for flip, labels in stages]
    [(None, ('+',)), (Fraction(1, 1), ('-',))]
    """
    ties = (_difference(*pair) for pair in combinations(scores.values(), 2))

    def compared(left: Flip, right: Flip) -> int:
        return values.compare(left.at, right.at)

    flips = {flip for polynomial in ties for flip in _positive_zeros(polynomial)}
    places = sorted(flips, key=cmp_to_key(compared))
    stages: Changes = []
    for flip, sample in zip([None, *places], _sample_points([flip.at for flip in places]), strict=True):
        labels = labels_at(scores, sample, first=first)
        if not stages or labels != stages[-1][1]:
            stages.append((flip, labels))
    return stages


def labels_at(scores: Mapping[str, Score], place: Fraction, *, first: bool) -> tuple[str, ...]:
    """Return the labels of the largest of `scores` at λ = `place`; () if all are zero.

    With `first`, a tie goes to the first class.
    """
    score_values = {
        k: value_at(numerator, place) / value_at(denominator, place)
        for k, (numerator, denominator) in scores.items()
    }
    most = max(score_values.values())
    labels = tuple(label for label, value in score_values.items() if value == most) if most > 0 else ()
    return labels[:1] if first else labels


def _difference(first: Score, second: Score) -> IntegerCoefficients:
    """Return a polynomial with the same zeros as the difference of two scores."""
    crossed = multiply_polynomials(first[0], second[1]), multiply_polynomials(second[0], first[1])
    size = max(map(len, crossed))
    padded = [(*side, *[Fraction(0)] * (size - len(side))) for side in crossed]
    return primitive_part([a - b for a, b in zip(*padded, strict=True)])


def _positive_zeros(polynomial: IntegerCoefficients) -> list[Flip]:
    """Return the positive zeros of a polynomial, each as a zero of its irreducible factor."""
    flips = []
    for factor, _ in irreducible_factors(polynomial):
        points = zeros([Fraction(c) for c in factor])
        assert isinstance(points, roots.Points)
        parts = enumerate(points.parts, start=1)
        flips += [Flip(zero, factor, place) for place, zero in parts if values.sign(zero) > 0]
    return flips


def _sample_points(places: Sequence[Number]) -> list[Fraction]:
    """Return rational samples before, between and after positive numbers in ascending order."""
    if not places:
        return [Fraction(1)]
    bits, bounds = 32, [_bounds(place, 32) for place in places]
    while any(lower[1] >= upper[0] for lower, upper in pairwise(bounds)) or bounds[0][0] <= 0:
        bits *= 2
        bounds = [_bounds(place, bits) for place in places]
    middle = [(lower[1] + upper[0]) / 2 for lower, upper in pairwise(bounds)]
    return [bounds[0][0] / 2, *middle, bounds[-1][1] + 1]


def _bounds(place: Number, bits: int) -> tuple[Fraction, Fraction]:
    assert values.is_finite(place)
    bounds = values.enclose(place, bits).bounds()
    assert bounds is not None
    return bounds


def _flips_formula(flips: Sequence[Flip | None]) -> nodes.Expression:
    """Return the zeros of one polynomial if all positive ones are flips, else each by its place."""
    present = [flip for flip in flips if flip is not None]
    factors = list(dict.fromkeys(flip.polynomial for flip in present))
    if not factors:
        return nodes.PointsNode(())
    if sum(len(_positive_zeros(factor)) for factor in factors) == len(present):
        rationals = [[Fraction(coefficient) for coefficient in factor] for factor in factors]
        return _zeros(primitive_part(reduce(multiply_polynomials, rationals)), lower=0)
    return nodes.PointsNode(tuple(nodes.Entry(_zeros(flip.polynomial), flip.place) for flip in present))


def _zeros(polynomial: IntegerCoefficients, lower: int | None = None) -> nodes.Zeros:
    powers = [((n,), nodes.Integer(c)) for n, c in enumerate(polynomial) if c]
    return nodes.Zeros((LAMBDA,), tuple(reversed(powers)), lower)
