"""What a quantity can be worth, and the exact arithmetic on it.

A value is a finite number, a logarithm, an infinity, or the result 0/0: each stays what it is.

How to read: every operation goes from the strangest kind to the plainest: undefined, infinite, a
function of a λ or ε that tends to 0, and what is left to `irrational.py`. Last come the largest of some
scores, their order, and how near two values are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import cmp_to_key, reduce
from math import inf, nan
from typing import Any, TypeGuard, TypeVar

from exactnb.core.arithmetic import irrational, reals
from exactnb.core.arithmetic.closed_form import ClosedForm
from exactnb.core.arithmetic.enclosure import Ball, ball_of, sign_by_enclosures
from exactnb.core.arithmetic.germs import Germ
from exactnb.core.arithmetic.irrational import Finite
from exactnb.core.arithmetic.power_product import PowerProduct
from exactnb.core.record import frozen
from exactnb.core.shown import Written
from exactnb.errors import Undecidable, Unsupported


@frozen(slots=True)
class Infinite(Written):
    """An infinity, by its sign: the odds 3/0, the log of zero."""

    sign: int

    def __str__(self) -> str:
        return "∞" if self.sign > 0 else "−∞"

    def __float__(self) -> float:
        return inf if self.sign > 0 else -inf


@frozen(slots=True)
class Undefined(Written):
    """The result 0/0: an answer, not an error."""

    def __str__(self) -> str:
        return "undefined"

    def __float__(self) -> float:
        return nan


INFINITY = Infinite(1)
UNDEFINED = Undefined()
Settled = irrational.Finite | Infinite | Undefined
"""A value that does not depend on a λ or ε."""

enclose, rational = irrational.enclose_finite, reals.as_rational
Number = Settled | Germ
"""Anything that arithmetic can give."""

_REALS = frozenset((Fraction, PowerProduct, ClosedForm))
"""The types of most numbers: these need no look at the others."""


def add(terms: Iterable[Number]) -> Number:
    """Return the sum of `terms`; ∞ − ∞ is undefined, and so is a sum with an undefined term.

    >>> add([Fraction(9, 64), Fraction(9, 128)])
    Fraction(27, 128)
    """
    terms = list(terms)
    if _REALS.issuperset(map(type, terms)):
        return reals.add_reals(terms)  # type: ignore[arg-type]
    if any(isinstance(term, Undefined) for term in terms):
        return UNDEFINED
    infinite = {term.sign for term in terms if isinstance(term, Infinite)}
    if infinite:
        return Infinite(infinite.pop()) if len(infinite) == 1 else UNDEFINED
    if any(isinstance(term, Germ) for term in terms):
        return _number_if_constant(reduce(Germ.plus, map(_as_germ, terms)))
    return irrational.add_finite([term for term in terms if is_finite(term)])


def multiply(factors: Iterable[Number]) -> Number:
    """Return the product of `factors`; 0·∞ is undefined, and so is a product with an undefined factor.

    >>> multiply([Fraction(1, 2), Fraction(2, 4), Fraction(3, 4), Fraction(3, 4)])
    Fraction(9, 64)
    """
    factors = list(factors)
    if _REALS.issuperset(map(type, factors)):
        return reals.multiply_reals(factors)  # type: ignore[arg-type]
    if any(isinstance(factor, Undefined) for factor in factors):
        return UNDEFINED
    # An infinity times zero is undecided whatever else there is, so every sign is asked.
    if any(isinstance(factor, Infinite) for factor in factors):
        signs = [sign(factor) for factor in factors]
        if 0 in signs:
            return UNDEFINED
        return Infinite(-1 if signs.count(-1) % 2 else 1)
    if any(isinstance(factor, Germ) for factor in factors):
        return _number_if_constant(reduce(Germ.times, map(_as_germ, factors)))
    return irrational.multiply_finite([factor for factor in factors if is_finite(factor)])


def divide(dividend: Number, divisor: Number) -> Number:
    """Return `dividend` / `divisor`: 0/0 is undefined, x/0 infinite with the sign of x.

    >>> divide(Fraction(0), Fraction(0)), divide(Fraction(3), Fraction(0))
    (Undefined(), Infinite(sign=1))
    """
    if type(dividend) is type(divisor) is Fraction and divisor.numerator:  # most quotients
        return dividend / divisor
    if isinstance(dividend, Undefined) or isinstance(divisor, Undefined):
        return UNDEFINED
    if isinstance(divisor, Infinite):
        return UNDEFINED if isinstance(dividend, Infinite) else Fraction(0)
    # Before any kind is looked at: a number of each kind can be 0.
    if sign(divisor) == 0:
        top = sign(dividend)
        return Infinite(top) if top else UNDEFINED
    if isinstance(dividend, Infinite):
        return Infinite(dividend.sign * sign(divisor))
    if is_finite(dividend) and is_finite(divisor):
        return irrational.divide_finite(dividend, divisor)
    return _number_if_constant(_as_germ(dividend).divided_by(_as_germ(divisor)))


def power(base: Number, exponent: Fraction) -> Number:
    """Return `base`^`exponent`, a rational power; 0⁰ = 1. Raise Unsupported for powers of logarithms.

    >>> power(Fraction(2), Fraction(1, 2))
    <PowerProduct √2 ≈ 1.41421>
    """
    if isinstance(base, Undefined):
        return UNDEFINED
    if isinstance(base, Infinite):
        return _infinite_power(base, exponent)
    if isinstance(base, Germ):
        return _power_of_germ(base, exponent)
    if isinstance(base, irrational.Irrational) and base.operations:
        return base.operations.power(base, exponent)  # type: ignore[no-any-return]
    if isinstance(base, irrational.Logarithm | irrational.Irrational):
        if exponent in (0, 1):
            return base if exponent else Fraction(1)
        if isinstance(base, irrational.Logarithm) and exponent == Fraction(1, 2):
            return irrational.Surd(Fraction(0), Fraction(1), base) if sign(base) > 0 else UNDEFINED
        if isinstance(base, irrational.Surd) and not base.rational and exponent == 2:
            return multiply([base.factor**2, base.radicand])
        raise Unsupported("a power of a logarithm has no exact form here")
    if exponent < 0 and reals.sign_of_real(base) == 0:
        return INFINITY
    return reals.raise_real(base, exponent)


def logarithm(argument: Number, base: int | None = None) -> Number:
    """Return the logarithm of `argument` to an integer `base`, None for e; Unsupported for log log x.

    >>> logarithm(Fraction(8), 2), logarithm(Fraction(0)), logarithm(Fraction(1))
    (Fraction(3, 1), Infinite(sign=-1), Fraction(0, 1))
    """
    if base is not None and base < 2:
        raise ValueError(f"'base' must be at least 2 (got {base})")
    settled = limit(argument)
    if isinstance(settled, Undefined):
        return UNDEFINED
    if isinstance(settled, Infinite):
        return settled if settled.sign > 0 else UNDEFINED
    if isinstance(settled, irrational.Irrational) and settled.operations and base is None:
        return settled.operations.logarithm(settled)  # type: ignore[no-any-return]
    if isinstance(settled, irrational.Logarithm | irrational.Irrational):
        raise Unsupported("a logarithm of a logarithm has no exact form here")
    if reals.sign_of_real(settled) <= 0:
        return Infinite(-1) if reals.sign_of_real(settled) == 0 else UNDEFINED
    return irrational.log_of_real(settled, base)


def exponential(exponent: Number) -> Number:
    """Return e^`exponent`; exp(log x) is x. Raise Unsupported for other irrational exponents.

    >>> exponential(Fraction(-1, 2))
    <PowerProduct exp(−1/2) ≈ 0.606531>
    """
    if isinstance(exponent, Germ):
        # Scores, which are compared, have no exponents that `exp` does not read; of others, asked for
        # alone as exp(P(a)) is, the limit says all, as of a logarithm.
        power_of_e = exponent.exp()
        return exponential(limit(exponent)) if power_of_e is None else power_of_e
    if isinstance(exponent, Undefined):
        return UNDEFINED
    if isinstance(exponent, Infinite):
        return exponent if exponent.sign > 0 else Fraction(0)
    if isinstance(exponent, irrational.Logarithm) and exponent.base is None:
        return exponent.argument
    if isinstance(exponent, irrational.Irrational) and exponent.operations:
        return exponent.operations.exponential(exponent)  # type: ignore[no-any-return]
    if (power := rational(exponent)) is not None:
        return PowerProduct.exp(power) if power else Fraction(1)
    raise Unsupported("e to an irrational power has no exact form here")


def negate(value: Number) -> Number:
    """Return the value with the other sign."""
    if isinstance(value, Fraction):
        return -value
    return Infinite(-value.sign) if isinstance(value, Infinite) else multiply([Fraction(-1), value])


def absolute(value: Number) -> Number:
    """Return a value without its sign.

    >>> absolute(Fraction(-3, 4)), absolute(Infinite(-1)) == INFINITY
    (Fraction(3, 4), True)
    """
    return negate(value) if not isinstance(value, Undefined) and sign(value) < 0 else value


def sign(value: Number) -> int:
    """Return the sign of a defined value, exactly; raise ValueError for an undefined one."""
    if isinstance(value, Undefined):
        raise ValueError("an undefined value has no sign")
    if isinstance(value, Infinite):
        return value.sign
    return value.sign() if isinstance(value, Germ) else irrational.sign_of_finite(value)


def limit(value: Number) -> Settled:
    """Return what a value tends to as its letter → 0⁺; without one it is its own limit."""
    if not isinstance(value, Germ):
        return value
    finite_limit = value.finite_limit()
    return Infinite(value.sign()) if finite_limit is None else finite_limit


def compare(left: Number, right: Number) -> int:
    """Return -1, 0 or 1 as left is less than, equal to or greater than right; ValueError if undefined.

    >>> compare(logarithm(Fraction(4, 9)), multiply([Fraction(2), logarithm(Fraction(2, 3))]))
    0
    """
    if isinstance(left, Undefined) or isinstance(right, Undefined):
        raise ValueError("an undefined value has no order")
    if isinstance(left, Infinite) or isinstance(right, Infinite):
        left_sign = left.sign if isinstance(left, Infinite) else 0
        right_sign = right.sign if isinstance(right, Infinite) else 0
        return (left_sign > right_sign) - (left_sign < right_sign)
    if isinstance(left, Germ) or isinstance(right, Germ):
        return sign(add([left, negate(right)]))
    return irrational.compare_finite(left, right)


def is_finite(value: Number) -> TypeGuard[irrational.Finite]:
    """Say whether a value is one number: no infinity, not 0/0, and not a germ."""
    return not isinstance(value, Infinite | Undefined | Germ)


def is_rational(value: Number) -> bool:
    """Say whether a value is known to be rational, without multiplying it out."""
    if isinstance(value, ClosedForm):
        return all(
            product.has_integer_exponents() for _, product in (*value.numerator, *value.denominator)
        )
    return isinstance(value, Fraction) or (
        isinstance(value, PowerProduct) and value.has_integer_exponents()
    )


def _as_germ(value: Number) -> Germ:
    if isinstance(value, Germ):
        return value
    if (exact := rational(value)) is not None:
        return Germ.constant(exact)
    assert is_finite(value)
    return Germ.constant(value)


def _number_if_constant(value: Germ) -> Number:
    """Return a function that depends on no letter as the number it is."""
    if not value.numerator:
        return Fraction(0)
    match value.numerator, value.denominator:
        case ((first, (_,) as upper),), ((second, (_,) as lower),) if first.is_constant:
            if second.is_constant:
                return divide(*first.scaled(upper), *second.scaled(lower))
    return value


def _power_of_germ(base: Germ, exponent: Fraction) -> Number:
    if exponent.denominator > 2 or abs(exponent) > 1_000:
        raise Unsupported("this power has no limit that is worked out")
    # p^(n/2) is (√p)ⁿ: only the root has to be found.
    if exponent.denominator == 2:
        return (
            UNDEFINED
            if base.sign() < 0
            else power(_number_if_constant(base.square_root()), 2 * exponent)
        )
    size, square, remaining = Germ.constant(Fraction(1)), base, abs(int(exponent))
    while remaining:
        if remaining % 2:
            size = size.times(square)
        remaining //= 2
        square = square.times(square) if remaining else square
    return _number_if_constant(size) if exponent >= 0 else divide(Fraction(1), size)


def _infinite_power(base: Infinite, exponent: Fraction) -> Number:
    # As a limit ∞⁰ may be any number, so it is none.
    if exponent == 0:
        return UNDEFINED
    if exponent < 0:
        return Fraction(0)
    if base.sign > 0:
        return base
    if exponent.denominator != 1:
        return UNDEFINED
    return Infinite(1) if exponent % 2 == 0 else base


_Score = TypeVar("_Score")
_Item = TypeVar("_Item")


def argmax_indices(
    scores: Iterable[_Score], compare: Callable[[_Score, _Score], int]
) -> tuple[int, ...]:
    """Return the places of the largest of some scores, in order: one, or all of a tie; none of none.

    `compare` says -1, 0 or 1, exactly; what it raises where it cannot tell is raised. Every score is
    compared with one other, and taken when its turn comes.

    >>> from fractions import Fraction
    >>> from exactnb.core.arithmetic.values import compare
    >>> argmax_indices([Fraction(9, 128), Fraction(9, 64), Fraction(18, 128)], compare)
    (1, 2)
    """
    best: list[tuple[int, _Score]] = []
    for place, score in enumerate(scores):
        order = compare(score, best[0][1]) if best else 1
        if order > 0:
            best = [(place, score)]
        elif order == 0:
            best.append((place, score))
    return tuple(place for place, _ in best)


def sorted_descending(items: Iterable[_Item], value: Callable[[_Item], Any]) -> list[_Item]:
    """Return `items` from the largest `value` down; items of equal value keep their order.

    >>> from fractions import Fraction
    >>> sorted_descending("abc", {"a": Fraction(1, 3), "b": Fraction(1, 2), "c": Fraction(2, 6)}.get)
    ['b', 'a', 'c']
    """

    def order(first: _Item, second: _Item) -> int:
        return compare(value(second), value(first))

    return sorted(items, key=cmp_to_key(order))


def is_near(value: Finite, target: Finite, relative_tolerance: Fraction) -> bool:
    """Say whether `value` differs from `target` by no more than `relative_tolerance` of its size.

    Of irrational ones enclosures say so; where they leave it open, it is not near.

    >>> is_near(Fraction(1), Fraction(201, 200), Fraction(1, 100)), is_near(
    ...     Fraction(141, 100), Fraction(7, 5), Fraction(1, 1000)
    ... )
    (True, False)
    """
    if isinstance(value, Fraction) and isinstance(target, Fraction):
        return abs(value - target) <= relative_tolerance * abs(value)

    # Squared, so that no sign has to be known.
    def room(bits: int) -> Ball:  # (part·value)² − (value − target)²
        sides = enclose(value, bits), enclose(target, bits).times(ball_of(-1, bits), bits)
        allowed, distance = (
            sides[0].times(ball_of(relative_tolerance, bits), bits),
            sides[0].plus(sides[1], bits),
        )
        minus = distance.times(distance, bits).times(ball_of(-1, bits), bits)
        return allowed.times(allowed, bits).plus(minus, bits)

    try:
        return sign_by_enclosures(room, "a number that is as near as is asked for") >= 0
    except Undecidable:
        return False
