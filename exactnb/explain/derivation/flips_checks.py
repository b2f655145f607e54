"""Check of the λ at which a decision changes, by Sturm's theorem on joints that are expanded here.

How to read: `flips_problem` compares the flips with `decision_changes`, which cuts all λ > 0 into
intervals with one tie each, and decides between them. A `prediction` holds the model, a `name` is the
quantity of the flips of a query, and an `effort` limits the graphs of the check.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, pairwise, zip_longest

from exactnb.core.arithmetic import algebraic, roots, values
from exactnb.core.arithmetic.irrational import Finite
from exactnb.core.arithmetic.values import Number
from exactnb.core.expression import nodes
from exactnb.core.expression.evaluate import evaluate
from exactnb.core.expression.results import NoNumber
from exactnb.core.model.probabilities import Prediction, definitions
from exactnb.core.model.quantities import Quantities
from exactnb.core.model.quantity import Effort, Quantity
from exactnb.core.model.questions.flips import graph_in_lambda
from exactnb.core.naming.names import QuantityName
from exactnb.errors import Unsupported

_TRIED_LAMBDAS = (1, 2)  # where the expanded joints are compared with those of a model

Polynomial = tuple[Fraction, ...]
Score = tuple[Polynomial, Polynomial]
"""A joint as a quotient of polynomials in λ, constants first."""

Decided = tuple[str, ...]
Change = tuple[algebraic.Interval, Decided, Decided]

_UNIT: Polynomial = (Fraction(1),)


def flips_problem(prediction: Prediction, quantity: Quantity, effort: Effort) -> str:
    """Compare the flips of `quantity` with all λ at which the decision of `prediction` changes.

    `effort` is what listing them may cost.
    """
    name, stated = quantity.name, evaluate(quantity.formula)
    if not isinstance(stated, roots.Points) or stated.kind != "points":
        return "flips are points"
    scores = expanded_joints(prediction, name, effort)
    if problem := _joints_problem(prediction, name, scores, effort):
        return problem
    first = prediction.model.conventions.tie == "first"
    changes = decision_changes(scores, first=first)
    intervals = [interval for interval, earlier, later in changes if earlier != later]
    if len(intervals) != len(stated.parts):
        return f"the decision changes {len(intervals)} times, not {len(stated.parts)}"
    ties = _polynomial_of_all_ties(scores)
    for place, (low, high) in zip(stated.parts, intervals, strict=True):
        if isinstance(place, NoNumber) or not values.is_finite(place):
            return "a flip is a number"
        if values.compare(place, low) < 0 or values.compare(place, high) > 0:
            return "no class takes over from another there"
        if not _is_zero(ties, place):
            return "no two joints are equal there"
    return ""


def _is_zero(polynomial: algebraic.IntegerCoefficients, place: Finite) -> bool:
    """Say whether a polynomial is zero at a number, by its value or as a multiple of its polynomial."""
    if isinstance(place, algebraic.AlgebraicRoot):
        rest = algebraic.quotient_and_remainder(polynomial, place.polynomial)[1]
        return not any(rest) and algebraic.Sturm(place.polynomial).count_zeros(*place.between) == 1
    value: Number = Fraction(0)
    for coefficient in reversed(polynomial):
        value = values.add([values.multiply([value, place]), Fraction(coefficient)])
    return values.sign(value) == 0


def flip_decisions(prediction: Prediction, name: QuantityName, effort: Effort) -> tuple[Decided, ...]:
    """Return the decisions before the first flip of `name`, between each two, and after the last.

    They are those of `prediction`, as λ changes, within `effort`.
    """
    scores = expanded_joints(prediction, name, effort)
    first = prediction.model.conventions.tie == "first"
    changes = list(decision_changes(scores, first=first))
    if not changes:
        return (_decision_at(scores, Fraction(1), first=first),)
    return (changes[0][1], *(later for _, earlier, later in changes if later != earlier))


def expanded_joints(prediction: Prediction, name: QuantityName, effort: Effort) -> Mapping[str, Score]:
    """Return the joints of `prediction` for `name` as quotients of polynomials in λ, by class.

    `effort` is what their formulas may cost.
    """

    def expand() -> Mapping[str, Score]:
        graph = graph_in_lambda(prediction, name.right, effort)
        formulas = (graph.with_operands(graph[joint].formula) for joint in graph.targets)
        return {k: _expanded(f) for k, f in zip(prediction.model.classes, formulas, strict=True)}

    return prediction.cached_search(("the expanded joints", name.right), effort, expand)


def _joints_problem(
    prediction: Prediction, name: QuantityName, scores: Mapping[str, Score], effort: Effort
) -> str:
    """Compare the expanded joints at some λ with those of a model with this λ."""
    for number in _TRIED_LAMBDAS:
        conventions = prediction.model.conventions.varied(smoothing=number)
        model = prediction.model.with_conventions(conventions)
        joints = [model.names.joint(label, name.right) for label in model.class_items()]
        graph = Quantities(joints, definitions(replace(prediction, model=model)), effort)
        for score, joint in zip(scores.values(), joints, strict=True):
            numerator, denominator = (algebraic.value_at(side, Fraction(number)) for side in score)
            if graph.value(joint) != numerator / denominator:
                return f"the joints in λ are not those of λ = {number}"
    return ""


def decision_changes(scores: Mapping[str, Score], *, first: bool) -> Iterator[Change]:
    """Yield an interval around each λ > 0 at which two joints tie, and the decisions on its two sides.

    `scores` are the joints by class, and with `first` the first of tied classes wins. The intervals are
    disjoint, and each contains one tie.
    """
    intervals = _isolating_intervals(_polynomial_of_all_ties(scores))
    for index, (low, high) in enumerate(intervals):
        last = intervals[index - 1][1] if index else Fraction(0)
        beyond = intervals[index + 1][0] if index + 1 < len(intervals) else high + 1
        samples = (last + low) / 2, (high + beyond) / 2
        earlier, later = (_decision_at(scores, place, first=first) for place in samples)
        yield (low, high), earlier, later


def _decision_at(scores: Mapping[str, Score], place: Fraction, *, first: bool) -> Decided:
    pairs = (map(algebraic.value_at, score, (place, place)) for score in scores.values())
    numbers = (numerator / denominator for numerator, denominator in pairs)
    return winning_labels(dict(zip(scores, numbers, strict=True)), first=first)


def winning_labels(scores: Mapping[str, Number], *, first: bool) -> Decided:
    """Return the labels of the largest of `scores`; none where all are zero or one is undefined.

    With `first` the first of tied labels stands alone.
    """
    defined = {k: score for k, score in scores.items() if not isinstance(score, values.Undefined)}
    if len(defined) < len(scores) or not any(map(values.sign, defined.values())):
        return ()
    rivals = tuple(defined.values())
    labels = (k for k, x in defined.items() if all(values.compare(x, rival) >= 0 for rival in rivals))
    return tuple(labels)[:1] if first else tuple(labels)


def _polynomial_of_all_ties(scores: Mapping[str, Score]) -> algebraic.IntegerCoefficients:
    """Return a polynomial that is 0 where two joints are equal, but for joints equal everywhere."""
    product = _UNIT
    for (numerator, denominator), (top, bottom) in combinations(scores.values(), 2):
        difference = _plus(_times(numerator, bottom), _times((Fraction(-1),), _times(top, denominator)))
        if any(difference):
            product = _times(product, difference)
    return algebraic.primitive_part(product)


def _isolating_intervals(polynomial: algebraic.IntegerCoefficients) -> list[algebraic.Interval]:
    """Return disjoint intervals of positive numbers with one zero each.

    A zero at an end is an interval of one point, so that the sign can be read outside of it.
    """
    zeros = algebraic.Sturm(polynomial)
    intervals: list[algebraic.Interval] = []
    bound = Fraction(2 + max(map(abs, polynomial)) // abs(polynomial[-1]))
    waiting = [(Fraction(0), bound)]
    while waiting:
        low, high = waiting.pop()
        number = zeros.count_zeros(low, high)
        if number == 1 and low > 0:
            intervals.append(_point_or_interval(zeros, low, high))
        elif number:
            middle = (low + high) / 2
            waiting += [(middle, high), (low, middle)]
    while any(first[1] >= second[0] for first, second in pairwise(intervals)):
        intervals = [_halved(zeros, *interval) for interval in intervals]
    return intervals


def _halved(zeros: algebraic.Sturm, low: Fraction, high: Fraction) -> algebraic.Interval:
    """Return the half of an interval that contains its zero."""
    if low == high:
        return low, high
    middle = (low + high) / 2
    return _point_or_interval(
        zeros, *((low, middle) if zeros.count_zeros(low, middle) else (middle, high))
    )


def _point_or_interval(zeros: algebraic.Sturm, low: Fraction, high: Fraction) -> algebraic.Interval:
    return (high, high) if algebraic.value_at(zeros.polynomial, high) == 0 else (low, high)


# ------------------------------------------------------------------ polynomials, by hand


def _expanded(expression: nodes.Expression) -> Score:
    """Return a formula of numbers and λ as one quotient."""
    match expression:
        case nodes.Vanishing():
            return (Fraction(0), Fraction(1)), _UNIT
        case nodes.Negative(term):
            numerator_, denominator_ = _expanded(term)
            return _times((Fraction(-1),), numerator_), denominator_
        case nodes.Sum(terms):
            total: Score = (Fraction(0),), _UNIT
            for numerator_, denominator_ in map(_expanded, terms):
                crossed = _plus(_times(total[0], denominator_), _times(numerator_, total[1]))
                total = crossed, _times(total[1], denominator_)
            return total
        case nodes.Product(factors):
            product: Score = _UNIT, _UNIT
            for numerator_, denominator_ in map(_expanded, factors):
                product = _times(product[0], numerator_), _times(product[1], denominator_)
            return product
        case nodes.Quotient(numerator, denominator):
            (numerator_, denominator_), (top, bottom) = map(_expanded, (numerator, denominator))
            return _times(numerator_, bottom), _times(denominator_, top)
        case nodes.Power(base, nodes.Integer(exponent)) if exponent >= 0:
            return _expanded(nodes.Product((base,) * exponent))
    value = evaluate(expression)
    if not isinstance(value, Fraction):
        raise Unsupported("a joint that is no quotient of polynomials in λ")
    return (value,), _UNIT


def _plus(first: Polynomial, second: Polynomial) -> Polynomial:
    return tuple(a + b for a, b in zip_longest(first, second, fillvalue=Fraction(0)))


def _times(first: Polynomial, second: Polynomial) -> Polynomial:
    coefficients = [Fraction(0)] * (len(first) + len(second) - 1)
    for i, a in enumerate(first):
        for j, b in enumerate(second):
            coefficients[i + j] += a * b
    return tuple(coefficients)
