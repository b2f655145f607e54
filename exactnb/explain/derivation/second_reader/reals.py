"""Real numbers of the second reader: fractions while they are short, else enclosures.

0/0 is undefined and stays so, x/0 is infinite; a zero factor makes a product zero unless another
factor is undefined or infinite.
"""

from __future__ import annotations

from fractions import Fraction
from math import prod

from exactnb.core.arithmetic.enclosure import Ball, exact, log_form
from exactnb.core.arithmetic.values import UNDEFINED, Infinite, Undefined

__all__ = [
    "BITS", "NotRead", "Real", "add", "ball", "divide", "exp", "log", "negative", "pi", "power", "sign",
    "subtract", "times",
]  # fmt: skip

BITS = 256
_LONG = 20_000  # bits from which a fraction is enclosed: a text of a thousand words
Real = Fraction | Ball | Infinite | Undefined


class NotRead(Exception):
    """The second reader cannot read a quantity; the message says why."""


def ball(x: Fraction | Ball) -> Ball:
    """Return the number `x` as a ball."""
    return x if isinstance(x, Ball) else exact(x, BITS)


def pi() -> Ball:
    """Return a ball around π."""
    return log_form((), Fraction(0), 2, BITS).exp(BITS)


def sign(x: Real) -> int:
    """Return the sign of `x`; raise NotRead where a ball does not decide it."""
    if isinstance(x, Infinite):
        return x.sign
    if isinstance(x, Fraction):
        return (x > 0) - (x < 0)
    enclosed_sign = x.sign() if isinstance(x, Ball) else None
    if enclosed_sign is None:
        raise NotRead("too close to zero to tell its sign")
    return enclosed_sign


def add(*terms: Real) -> Real:
    """Return the sum of `terms`; ∞ − ∞ is undefined."""
    fractions = [term for term in terms if isinstance(term, Fraction)]
    balls = [term for term in terms if isinstance(term, Ball)]
    if len(fractions) + len(balls) < len(terms):
        signs = {term.sign for term in terms if isinstance(term, Infinite)}
        is_defined = len(signs) == 1 and not any(isinstance(term, Undefined) for term in terms)
        return Infinite(signs.pop()) if is_defined else UNDEFINED
    exactly = sum(fractions, Fraction(0))
    if not balls:
        return exactly
    if exactly:
        balls.append(ball(exactly))
    total = balls[0]
    for enclosure in balls[1:]:
        total = total.plus(enclosure, BITS)
    return total


def negative(x: Real) -> Real:
    """Return −x."""
    return times(Fraction(-1), x)


def subtract(x: Real, y: Real) -> Real:
    """Return `x` − `y`."""
    return add(x, negative(y))


def times(*factors: Real) -> Real:
    """Return the product of `factors`; 0 · ∞ is undefined."""
    fractions = [factor for factor in factors if isinstance(factor, Fraction)]
    balls = [factor for factor in factors if isinstance(factor, Ball)]
    if len(fractions) + len(balls) < len(factors):
        if any(isinstance(factor, Undefined) for factor in factors):
            return UNDEFINED
        signs = [sign(factor) for factor in factors]
        return UNDEFINED if 0 in signs else Infinite(prod(signs))
    if not all(fractions):
        return Fraction(0)
    if sum(_length(x) for x in fractions) > _LONG:
        balls += map(ball, fractions)
    else:
        product = Fraction(prod(x.numerator for x in fractions), prod(x.denominator for x in fractions))
        if not balls:
            return product
        if product != 1:
            balls.append(ball(product))
    total = balls[0]
    for enclosure in balls[1:]:
        total = total.times(enclosure, BITS)
    return total


def divide(numerator: Real, denominator: Real) -> Real:
    """Return `numerator` / `denominator`: 0/0 is undefined, x/0 infinite with the sign of x."""
    if isinstance(numerator, Undefined) or isinstance(denominator, Undefined):
        return UNDEFINED
    if isinstance(denominator, Infinite):
        return UNDEFINED if isinstance(numerator, Infinite) else Fraction(0)
    if sign(denominator) == 0:
        return Infinite(sign(numerator)) if sign(numerator) else UNDEFINED
    if isinstance(numerator, Infinite):
        return Infinite(numerator.sign * sign(denominator))
    if isinstance(numerator, Fraction) and isinstance(denominator, Fraction):
        return numerator / denominator
    if isinstance(numerator, Fraction) and not numerator:
        return numerator
    return ball(numerator).over(ball(denominator), BITS)


def power(base: Real, exponent: Fraction | int) -> Real:
    """Return `base` to a rational `exponent`; 0⁰ = 1, a negative base has integer exponents only."""
    exponent = Fraction(exponent)
    if isinstance(base, Undefined):
        return UNDEFINED
    if isinstance(base, Infinite):
        if exponent == 0:
            return UNDEFINED
        return base if exponent > 0 else Fraction(0)
    if exponent == 0:
        return Fraction(1)
    if isinstance(base, Fraction) and base == 0:
        return Fraction(0) if exponent > 0 else Infinite(1)
    is_integer = exponent.denominator == 1
    if isinstance(base, Fraction) and is_integer and _length(base) * abs(exponent) <= _LONG:
        return Fraction(base ** int(exponent))
    if exponent == Fraction(1, 2):
        return ball(base).root(BITS) if sign(base) > 0 else UNDEFINED
    if sign(base) >= 0:
        return exp(times(exponent, log(base)))
    if not is_integer:
        return UNDEFINED
    return times(Fraction(-1) ** int(exponent), power(negative(base), exponent))


def exp(x: Real) -> Real:
    """Return e to the power x."""
    if isinstance(x, Undefined):
        return UNDEFINED
    if isinstance(x, Infinite):
        return x if x.sign > 0 else Fraction(0)
    return Fraction(1) if isinstance(x, Fraction) and x == 0 else ball(x).exp(BITS)


def log(x: Real, base: int | None = None) -> Real:
    """Return the logarithm of `x` to a `base`, None for e; log 0 = −∞."""
    if isinstance(x, Undefined | Infinite):
        return x if isinstance(x, Infinite) and x.sign > 0 else UNDEFINED
    if sign(x) <= 0:
        return Infinite(-1) if sign(x) == 0 else UNDEFINED
    natural = Fraction(0) if x == 1 else ball(x).log(BITS)
    return natural if base is None else divide(natural, ball(Fraction(base)).log(BITS))


def _length(x: Fraction) -> int:
    return x.numerator.bit_length() + x.denominator.bit_length()
