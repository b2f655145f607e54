"""Real numbers as the second reader computes them: fractions while they are short, else enclosures.

0/0 is undefined and stays so, x/0 is infinite; a zero factor makes a product zero unless another
factor is undefined or infinite.
"""

from __future__ import annotations

from fractions import Fraction
from math import prod

from exactnb.core.arithmetic.enclosure import Ball, exact, log_form
from exactnb.core.arithmetic.values import UNDEFINED, Infinite, Undefined

BITS = 256
_LONG = 20_000  # bits from which a fraction is enclosed: a text of a thousand words
Real = Fraction | Ball | Infinite | Undefined


class NotRead(Exception):
    """The second reader has nothing to say of a quantity; the message says why."""


def ball(x: Fraction | Ball) -> Ball:
    """Return a number as a ball."""
    return x if isinstance(x, Ball) else exact(x, BITS)


def pi() -> Ball:
    """Return a ball around π."""
    return log_form((), Fraction(0), 2, BITS).exp(BITS)


def sign(x: Real) -> int:
    """Return the sign of a number; raise NotRead where a ball does not tell it."""
    if isinstance(x, Infinite):
        return x.sign
    if isinstance(x, Fraction):
        return (x > 0) - (x < 0)
    known = x.sign() if isinstance(x, Ball) else None
    if known is None:
        raise NotRead("too close to zero to tell its sign")
    return known


def add(*terms: Real) -> Real:
    """Return a sum; ∞ − ∞ is undefined."""
    if any(isinstance(term, Undefined) for term in terms):
        return UNDEFINED
    if infinite := {term.sign for term in terms if isinstance(term, Infinite)}:
        return Infinite(infinite.pop()) if len(infinite) == 1 else UNDEFINED
    exactly = sum((term for term in terms if isinstance(term, Fraction)), Fraction(0))
    balls = [term for term in terms if isinstance(term, Ball)]
    if not balls:
        return exactly
    total = ball(exactly)
    for each in balls:
        total = total.plus(each, BITS)
    return total


def negative(x: Real) -> Real:
    """Return −x."""
    return times(Fraction(-1), x)


def times(*factors: Real) -> Real:
    """Return a product."""
    if any(isinstance(factor, Undefined) for factor in factors):
        return UNDEFINED
    if any(isinstance(factor, Infinite) for factor in factors):
        signs = [sign(factor) for factor in factors]
        return UNDEFINED if 0 in signs else Infinite(prod(signs))
    fractions = [factor for factor in factors if isinstance(factor, Fraction)]
    if not all(fractions):
        return Fraction(0)
    balls = [factor for factor in factors if isinstance(factor, Ball)]
    if sum(_length(x) for x in fractions) > _LONG:
        balls += map(ball, fractions)
    else:
        whole = Fraction(prod(x.numerator for x in fractions), prod(x.denominator for x in fractions))
        if not balls:
            return whole
        balls.append(ball(whole))
    total = balls[0]
    for each in balls[1:]:
        total = total.times(each, BITS)
    return total


def over(above: Real, below: Real) -> Real:
    """Return a quotient: 0/0 is undefined, x/0 infinite with the sign of x."""
    if isinstance(above, Undefined) or isinstance(below, Undefined):
        return UNDEFINED
    if isinstance(below, Infinite):
        return UNDEFINED if isinstance(above, Infinite) else Fraction(0)
    if sign(below) == 0:
        return Infinite(sign(above)) if sign(above) else UNDEFINED
    if isinstance(above, Infinite):
        return Infinite(above.sign * sign(below))
    if isinstance(above, Fraction) and isinstance(below, Fraction):
        return above / below
    if isinstance(above, Fraction) and not above:
        return above
    return ball(above).over(ball(below), BITS)


def power(base: Real, exponent: Fraction | int) -> Real:
    """Return a power with a rational exponent; 0⁰ = 1, a negative base has whole exponents only."""
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
    whole = exponent.denominator == 1
    if isinstance(base, Fraction) and whole and _length(base) * abs(exponent) <= _LONG:
        return Fraction(base ** int(exponent))
    if exponent == Fraction(1, 2):
        return ball(base).root(BITS) if sign(base) > 0 else UNDEFINED
    if sign(base) < 0:
        return (
            times(Fraction(-1) ** int(exponent), power(negative(base), exponent))
            if whole
            else UNDEFINED
        )
    return exp(times(exponent, log(base)))


def exp(x: Real) -> Real:
    """Return e to the power x."""
    if isinstance(x, Undefined):
        return UNDEFINED
    if isinstance(x, Infinite):
        return x if x.sign > 0 else Fraction(0)
    return Fraction(1) if isinstance(x, Fraction) and x == 0 else ball(x).exp(BITS)


def log(x: Real, base: int | None = None) -> Real:
    """Return a logarithm, the natural one if no base is named; log 0 = −∞."""
    if isinstance(x, Undefined | Infinite):
        return x if isinstance(x, Infinite) and x.sign > 0 else UNDEFINED
    if sign(x) <= 0:
        return Infinite(-1) if sign(x) == 0 else UNDEFINED
    natural = Fraction(0) if x == 1 else ball(x).log(BITS)
    return natural if base is None else over(natural, ball(Fraction(base)).log(BITS))


def _length(x: Fraction) -> int:
    return x.numerator.bit_length() + x.denominator.bit_length()
