"""Where two scores are equal: points that are roots, with logarithms in them, and curves.

No solver is called: roots come from the quadratic formula, and are enclosed to as many digits as are
wanted.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from math import gcd, lcm, prod
from typing import Literal

from exactnb.arithmetic import values
from exactnb.arithmetic.coprime import least_base, over_coprime_base
from exactnb.arithmetic.power_product import PowerProduct
from exactnb.arithmetic.values import Infinite, Logarithm, Number, Undefined
from exactnb.errors import Unsupported

__all__ = ["Equation", "Points", "above", "crossings", "equation", "parted", "zeros"]


@dataclass(frozen=True, slots=True)
class Points:
    """Real numbers in ascending order: where two scores are equal.

    As "open" they are ends of open intervals, two by two, −∞ and ∞ among them; as "closed" the first
    interval has its left end.
    """

    parts: tuple[Number, ...]
    kind: Literal["points", "open", "closed"] = "points"


@dataclass(frozen=True, slots=True)
class Equation:
    """A polynomial with whole coefficients that share no divisor, and a logarithm, equal to 0 or above.

    `terms` are the exponents of the variables with their coefficient, from the highest degree down;
    `times` and `argument` are the whole number before a logarithm and what it is of.
    """

    variables: tuple[str, ...]
    terms: tuple[tuple[tuple[int, ...], int], ...]
    times: int = 0
    argument: Fraction | None = None
    above: bool = False


def zeros(coefficients: Sequence[Number]) -> Points | Undefined | None:
    """Return the real zeros of a polynomial, the constant first; None where it is 0 everywhere.

    The degree is at most two. Logarithms may stand in the constant, and in the slope of a line.

    >>> zeros([Fraction(-6), Fraction(-1), Fraction(1)]).parts
    (Fraction(-2, 1), Fraction(3, 1))
    """
    if any(isinstance(c, Undefined | Infinite) for c in coefficients):
        return values.UNDEFINED
    kept = list(coefficients)
    while kept and values.sign(kept[-1]) == 0:
        kept.pop()
    if not kept:
        return None
    if len(kept) == 1:
        return Points(())
    if len(kept) == 2:
        return Points((values.divide(values.negate(kept[0]), kept[1]),))
    if len(kept) > 3:
        raise Unsupported("the zeros of a polynomial of more than the second degree")
    c, b, a = kept[0], values.rational(kept[1]), values.rational(kept[2])
    if a is None or b is None:
        raise Unsupported("a quadratic equation has rational coefficients but for its constant")
    # b² − 4ac over 4a², so that the roots are −b/2a ± the root of it
    inside = values.add([(b / (2 * a)) ** 2, values.multiply([-1 / a, c])])
    sign = values.sign(inside)
    if sign < 0:
        return Points(())
    middle = -b / (2 * a)
    if sign == 0:
        return Points((middle,))
    root = values.power(inside, Fraction(1, 2))
    sides = (values.negate(root), root)
    return Points(tuple(values.add([middle, side]) for side in sides))


def above(coefficients: Sequence[Number], *, positive: bool = False) -> Points | Undefined:
    """Return the intervals where a polynomial is above 0, of numbers from 0 on if they are `positive`.

    >>> above([Fraction(-6), Fraction(-1), Fraction(1)]).parts
    (Infinite(sign=-1), Fraction(-2, 1), Fraction(3, 1), Infinite(sign=1))
    """
    found = zeros(coefficients)
    if isinstance(found, Undefined):
        return found
    if found is None:
        return Points((), "open")
    kept = [c for c in coefficients if values.sign(c)]
    degree = max(power for power, c in enumerate(coefficients) if values.sign(c))
    turns = degree == len(found.parts)  # else it touches 0 in one point, or nowhere
    sign = values.sign(kept[-1])
    ends: list[Number] = [Infinite(-1), *found.parts, Infinite(1)]
    intervals: list[tuple[Number, Number]] = []
    for left, right in reversed(list(pairwise(ends))):
        if sign > 0:
            intervals.insert(0, (left, right))
        sign = -sign if turns else sign
    kind: Literal["open", "closed"] = "open"
    if positive:
        zero = Fraction(0)
        intervals = [of for of in intervals if values.compare(of[1], zero) > 0]
        if intervals and values.compare(intervals[0][0], zero) < 0:
            intervals[0], kind = (zero, intervals[0][1]), "closed"
    return Points(tuple(end for of in intervals for end in of), kind)


def equation(
    variables: tuple[str, ...], terms: Mapping[tuple[int, ...], Number], *, above: bool = False
) -> Equation | Undefined:
    """Return a polynomial equal to 0, or above, in whole coefficients, a logarithm in its constant.

    It is scaled by a positive number, so that its sign stays what it was.

    >>> equation(("x", "y"), {(1, 0): Fraction(1, 2), (0, 0): Fraction(-3)}).terms
    (((1, 0), 1), ((0, 0), -6))
    """
    if any(isinstance(c, Undefined | Infinite) for c in terms.values()):
        return values.UNDEFINED
    none = (0,) * len(variables)
    rest = {powers: c for powers, c in terms.items() if powers != none}
    constant, times, argument = parted(terms.get(none, Fraction(0)))
    found: dict[tuple[int, ...], Fraction] = {none: constant}
    for powers, coefficient in rest.items():
        known = values.rational(coefficient)
        if known is None:
            raise Unsupported("a curve whose coefficients hold logarithms")
        found[powers] = known
    numbers = [*found.values(), times]
    common = lcm(*(number.denominator for number in numbers))
    shared = gcd(*(int(number * common) for number in numbers)) or 1
    scale = Fraction(common, shared)
    order = sorted(found, key=lambda powers: (sum(powers), powers), reverse=True)
    kept = tuple((powers, int(found[powers] * scale)) for powers in order if found[powers])
    return Equation(variables, kept, int(times * scale), argument, above)


def parted(constant: Number) -> tuple[Fraction, Fraction, Fraction | None]:
    """Return a constant as a rational number and a multiple of the logarithm of a rational number.

    >>> parted(values.logarithm(Fraction(4, 9)))
    (Fraction(0, 1), Fraction(2, 1), Fraction(2, 3))
    """
    if (whole := values.rational(constant)) is not None:
        return whole, Fraction(0), None
    if not isinstance(constant, Logarithm) or constant.base is not None:
        raise Unsupported("a curve with such a constant in it")
    argument = constant.argument
    if isinstance(argument, Fraction):
        argument = PowerProduct.of(argument)
    if not isinstance(argument, PowerProduct) or argument.root_pi:
        raise Unsupported("a curve with such a logarithm in it")
    powers = dict(least_base(*pair) for pair in over_coprime_base(argument.factors).items())
    if not powers:
        return argument.exponential, Fraction(0), None
    below = lcm(*(exponent.denominator for exponent in powers.values()))
    wholes = {number: int(exponent * below) for number, exponent in powers.items()}
    shared = gcd(*wholes.values())
    inside = prod(Fraction(number) ** (power // shared) for number, power in wholes.items())
    return argument.exponential, Fraction(shared, below), Fraction(inside)


Corners = Sequence[tuple[Fraction, Fraction]]
"""Points of a piecewise linear function, from left to right: x and height."""


def crossings(factor: Number, first: Corners, second: Corners) -> Points | Undefined:
    """Return where factor·first is second, and neither is 0; of a stretch where they agree, its ends.

    >>> up, down = [(Fraction(0), Fraction(0)), (Fraction(2), Fraction(1))], [
    ...     (Fraction(0), Fraction(1)), (Fraction(2), Fraction(0))]
    >>> crossings(Fraction(1), up, down).parts
    (Fraction(1, 1),)
    """
    if isinstance(factor, Undefined | Infinite):
        return values.UNDEFINED
    places = sorted({x for x, _ in (*first, *second)})
    found: list[Number] = []

    def away(x: Fraction, heights: tuple[Fraction, Fraction]) -> Number:
        return values.add([values.multiply([factor, heights[0]]), -heights[1]])

    for left, right in pairwise(places):
        middle = (left + right) / 2
        if not (_height(first, middle) > 0 and _height(second, middle) > 0):
            continue
        # within a stretch both are straight; at a jump, its ends belong to the stretch
        ends = [(_towards(first, x, middle), _towards(second, x, middle)) for x in (left, right)]
        start, end = away(left, ends[0]), away(right, ends[1])
        signs = values.sign(start), values.sign(end)
        if signs == (0, 0):
            found += [left, right]
        elif signs[0] == 0 and min(ends[0]) > 0:
            found.append(left)
        elif signs[1] == 0 and min(ends[1]) > 0:
            found.append(right)
        elif signs[0] * signs[1] < 0:
            part = values.divide(start, values.add([start, values.negate(end)]))
            found.append(values.add([left, values.multiply([right - left, part])]))
    kept: list[Number] = []
    for point in found:
        if not kept or values.compare(point, kept[-1]) != 0:
            kept.append(point)
    return Points(tuple(kept))


def _height(corners: Corners, x: Fraction) -> Fraction:
    """Return a height; 0 outside of the corners."""
    for (left, y), (right, w) in pairwise(corners):
        if left <= x <= right:
            return y + (w - y) * (x - left) / (right - left)
    return Fraction(0)


def _towards(corners: Corners, x: Fraction, inside: Fraction) -> Fraction:
    """Return the height at an end of a stretch, seen from inside it: no corner lies between."""
    near = _height(corners, inside)
    for left, right in pairwise(corners):
        if left[0] <= inside <= right[0]:
            slope = (right[1] - left[1]) / (right[0] - left[0])
            return near + slope * (x - inside)
    return near
