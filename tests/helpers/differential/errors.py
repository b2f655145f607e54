"""The oracle's Bayes error: what the best decision still gets wrong, over all that can be seen."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import combinations, pairwise, product

import mpmath

from differential.exact import UNDEFINED, Irrational, Term, Worth, is_less, ratio, real
from differential.oracle import Oracle, Seen
from differential.shapes import Untold, polynomial
from differential.spec import Ask

__all__ = ["bayes_error"]


def bayes_error(oracle: Oracle, ask: Ask) -> Worth:
    """Return Σ over all cells of the joints that lose, or the integral over one column of numbers."""
    columns = oracle.spec.columns
    if all(column.is_discrete for column in columns):
        return _of_cells(oracle)
    (column,) = columns
    family = oracle.model.families[column.name]
    if family == "piecewise":
        return _of_lines(oracle, column.name)
    joints = oracle.joints(Seen(cells={column.name: "1"}))
    if joints is None:
        return UNDEFINED
    alive = [k for k, joint in joints.items() if joint.coefficient]
    if len(alive) < len(joints):
        raise Untold  # a class of prior 0, or a success of 1
    if family in ("gaussian", "exponential"):
        return _of_curves(oracle, column.name, -mpmath.inf if family == "gaussian" else mpmath.mpf(0))
    return _of_counts(oracle, column.name, 1 if family == "geometric" else 0)


def _of_cells(oracle: Oracle) -> Worth:
    lost: list[Term] = []
    for values in product(*(column.values for column in oracle.spec.columns)):
        names = (column.name for column in oracle.spec.columns)
        joints = oracle.joints(Seen(cells=dict(zip(names, values, strict=True))))
        if joints is None:
            return UNDEFINED
        best = next(k for k, j in joints.items() if not any(is_less([j], [o]) for o in joints.values()))
        lost += [joint for k, joint in joints.items() if k != best]
    return ratio(lost)


def _of_lines(oracle: Oracle, column: str) -> Fraction:
    """Integrate exactly: between points and crossings all joints are linear and one is the largest."""
    data, classes = oracle.data, oracle.classes
    priors = {k: data.prior(k) for k in classes}
    lines = {k: data.points(column, k) for k in classes}
    places = sorted({x for points in lines.values() for x, _ in points})
    found = Fraction(0)
    for a, b in pairwise(places):
        ends = {k: _line(lines[k], priors[k], a, b) for k in classes}
        cuts = {a, b}
        for k, j in combinations(classes, 2):
            left, right = ends[k][0] - ends[j][0], ends[k][1] - ends[j][1]
            if left * right < 0:
                cuts.add(a + (b - a) * left / (left - right))
        for low, high in pairwise(sorted(cuts)):
            middle = (low + high) / 2
            heights = [f + (g - f) * (middle - a) / (b - a) for f, g in ends.values()]
            found += (high - low) * (sum(heights) - max(heights))
    return found


def _line(
    points: list[tuple[Fraction, Fraction]], prior: Fraction, a: Fraction, b: Fraction
) -> tuple[Fraction, Fraction]:
    """Return a joint at both ends of an interval in which it is linear."""
    for (x, low), (y, high) in pairwise(points):
        if x <= a and b <= y:
            slope = (high - low) / (y - x)
            return prior * (low + slope * (a - x)), prior * (low + slope * (b - x))
    return Fraction(0), Fraction(0)


def _joints(oracle: Oracle, column: str) -> Callable[[mpmath.mpf], list[mpmath.mpf]]:
    """Return log-joints of all classes as polynomials, against that of the first class."""
    first = oracle.classes[0]
    ask = Ask("boundary")
    others = []
    for k in oracle.classes[1:]:
        others.append(polynomial(oracle, Ask(ask.form, pair=(k, first)))[0])

    def found(x: mpmath.mpf) -> list[mpmath.mpf]:
        base = _logarithm(oracle, column, first, x)
        return [mpmath.exp(base), *(mpmath.exp(base + c + b * x + a * x * x) for c, b, a in others)]

    return found


def _logarithm(oracle: Oracle, column: str, label: str, x: mpmath.mpf) -> mpmath.mpf:
    """Return the logarithm of a joint at any real number."""
    data, prior = oracle.data, mpmath.log(real(oracle.data.prior(label)))
    if oracle.model.families[column] == "gaussian":
        mean, variance = real(data.mean(column, label)), real(data.variance(column, label))
        return prior - (x - mean) ** 2 / (2 * variance) - mpmath.log(2 * mpmath.pi * variance) / 2
    rate = real(data.rate(column, label))
    return prior + mpmath.log(rate) - rate * x


def _of_curves(oracle: Oracle, column: str, start: mpmath.mpf) -> Worth:
    if len(oracle.classes) == 1:
        return Fraction(0)
    crossings = set()
    for pair in combinations(oracle.classes, 2):
        c, b, a = polynomial(oracle, Ask("boundary", pair=pair))[0]
        if a and b * b > 4 * a * c:
            far = mpmath.sqrt(b * b - 4 * a * c)
            crossings |= {(-b - far) / (2 * a), (-b + far) / (2 * a)}
        elif b and not a:
            crossings.add(-c / b)
    joints = _joints(oracle, column)

    def lost(x: mpmath.mpf) -> mpmath.mpf:
        heights = joints(x)
        return mpmath.fsum(heights) - max(heights)

    places = sorted(x for x in crossings if x > start)
    with mpmath.workdps(40):
        return Irrational(mpmath.quad(lost, [start, *places, mpmath.inf]), exact=False)


def _of_counts(oracle: Oracle, column: str, start: int) -> Worth:
    found = mpmath.mpf(0)
    for x in range(start, 400):
        joints = oracle.joints(Seen(cells={column: str(x)}))
        heights = [joint.number for joint in (joints or {}).values()]
        found += mpmath.fsum(heights) - max(heights)
    if max(heights) > mpmath.mpf(10) ** -25:
        raise Untold  # the sum has not ended yet
    return Irrational(found, exact=False) if found else Fraction(0)
