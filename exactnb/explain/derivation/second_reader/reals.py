"""Real numbers of the second reader: fractions while they are short, else enclosures.

0/0 is undefined and stays so, x/0 is infinite; a zero factor makes a product zero unless another
factor is undefined or infinite. Where the ε of variances tends to 0, a number is a `LeadingTerm`.

How to read: `add`, `times`, `divide`, `power`, `exp` and `log` go from the strangest kind to the
plainest; sums, products and powers of leading terms come last.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import prod

from exactnb.core.arithmetic.enclosure import Ball, ball_of, log_form
from exactnb.core.arithmetic.values import UNDEFINED, Infinite, Undefined
from exactnb.core.record import frozen

__all__ = [
    "BITS", "LeadingTerm", "NotRead", "Real", "Settled", "add", "ball", "divide", "exceeds", "exp",
    "known_sign", "log", "midpoint", "negate", "pi", "power", "sign", "subtract", "times",
]  # fmt: skip

BITS = 256
_FACTORS = 16  # of a power of an enclosure that is multiplied out
_LONG = 20_000  # bits from which a fraction is enclosed: a text of a thousand words


class NotRead(Exception):
    """The second reader cannot read a quantity; the message says why."""


@frozen(slots=True)
class LeadingTerm:
    """What c·ε^order·exp(−rate/ε) stands for as ε → 0⁺: itself, or what is it times a factor near 1.

    `coefficient` is c, which is not 0. The term is all there is if it `is_exact`.
    """

    coefficient: Fraction | Ball
    order: Fraction = Fraction(0)
    rate: Fraction = Fraction(0)
    is_exact: bool = True

    def limit(self) -> Settled:
        """Return what it tends to."""
        vanishes = self.rate or self.order
        if not vanishes:
            return self.coefficient
        return Fraction(0) if vanishes > 0 else Infinite(sign(self.coefficient))


Settled = Fraction | Ball | Infinite | Undefined
Real = Settled | LeadingTerm


def ball(x: Fraction | Ball) -> Ball:
    """Return the number `x` as a ball."""
    return x if isinstance(x, Ball) else ball_of(x, BITS)


def pi() -> Ball:
    """Return a ball around π."""
    return log_form((), Fraction(0), 2, BITS).exp(BITS)


def sign(x: Real) -> int:
    """Return the sign of `x`; raise NotRead where a ball does not decide it."""
    if isinstance(x, Infinite):
        return x.sign
    if isinstance(x, Fraction):
        return (x > 0) - (x < 0)
    if isinstance(x, LeadingTerm):
        return sign(x.coefficient)
    enclosed_sign = x.sign() if isinstance(x, Ball) else None
    if enclosed_sign is None:
        raise NotRead("too close to zero to tell its sign")
    return enclosed_sign


def add(*terms: Real) -> Real:
    """Return the sum of `terms`; ∞ − ∞ is undefined."""
    fractions = [term for term in terms if isinstance(term, Fraction)]
    balls = [term for term in terms if isinstance(term, Ball)]
    if len(fractions) + len(balls) < len(terms):
        if any(isinstance(term, Undefined) for term in terms):
            return UNDEFINED
        if signs := {term.sign for term in terms if isinstance(term, Infinite)}:
            return Infinite(signs.pop()) if len(signs) == 1 else UNDEFINED
        return _leading_sum([term for term in map(_as_leading, terms) if term is not None])
    exactly = sum(fractions, Fraction(0))
    if not balls:
        return exactly
    if exactly:
        balls.append(ball(exactly))
    total = balls[0]
    for enclosure in balls[1:]:
        total = total.plus(enclosure, BITS)
    return total


def negate(x: Real) -> Real:
    """Return −x."""
    return times(Fraction(-1), x)


def subtract(x: Real, y: Real) -> Real:
    """Return `x` − `y`."""
    return add(x, negate(y))


def exceeds(x: Real, y: Real) -> bool:
    """Say whether `x` is certainly larger than `y`."""
    try:
        return sign(subtract(x, y)) == 1
    except NotRead:
        return False


def known_sign(x: Real) -> int | None:
    """Return the sign of `x`, None where a ball does not decide it."""
    try:
        return sign(x)
    except NotRead:
        return None


def midpoint(x: Real) -> Fraction | None:
    """Return the middle of the enclosure of `x`, to compare roughly; None where it has no bounds."""
    bounds = (x, x) if isinstance(x, Fraction) else x.bounds() if isinstance(x, Ball) else None
    return sum(bounds, Fraction(0)) / 2 if bounds else None


def times(*factors: Real) -> Real:
    """Return the product of `factors`; 0 · ∞ is undefined."""
    fractions = [factor for factor in factors if isinstance(factor, Fraction)]
    balls = [factor for factor in factors if isinstance(factor, Ball)]
    if len(fractions) + len(balls) < len(factors):
        if any(isinstance(factor, Undefined) for factor in factors):
            return UNDEFINED
        if any(isinstance(factor, Infinite) for factor in factors):
            signs = [sign(factor) for factor in factors]
            return UNDEFINED if 0 in signs else Infinite(prod(signs))
        leading = list(map(_as_leading, factors))
        terms = [term for term in leading if term is not None]
        return _leading_product(terms) if len(terms) == len(leading) else Fraction(0)
    if not all(fractions):
        return Fraction(0)
    if sum(_bits(x) for x in fractions) > _LONG:
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
    if isinstance(numerator, LeadingTerm) or isinstance(denominator, LeadingTerm):
        return times(numerator, power(denominator, -1))
    return ball(numerator).divided_by(ball(denominator), BITS)


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
    if isinstance(base, LeadingTerm):
        size = power(base.coefficient, exponent)
        assert isinstance(size, Fraction | Ball)
        return LeadingTerm(size, base.order * exponent, base.rate * exponent, base.is_exact)
    is_integer = exponent.denominator == 1
    if isinstance(base, Fraction) and is_integer and _bits(base) * abs(exponent) <= _LONG:
        return Fraction(base ** int(exponent))
    if isinstance(base, Ball) and is_integer and 0 < exponent <= _FACTORS:
        return times(*[base] * int(exponent))  # whatever its sign is: (x − m)² where m is enclosed
    if exponent == Fraction(1, 2):
        return ball(base).root(BITS) if sign(base) > 0 else UNDEFINED
    if sign(base) >= 0:
        return exp(times(exponent, log(base)))
    if not is_integer:
        return UNDEFINED
    return times(Fraction(-1) ** int(exponent), power(negate(base), exponent))


def exp(x: Real) -> Real:
    """Return e to the power x."""
    if isinstance(x, Undefined):
        return UNDEFINED
    if isinstance(x, Infinite):
        return x if x.sign > 0 else Fraction(0)
    if isinstance(x, LeadingTerm):
        return _exp_of_leading(x)
    if isinstance(x, Fraction) and x == 0:
        return Fraction(1)
    power_of_e = ball(x).exp(BITS)
    if not power_of_e.has_bounds():  # as of 1/λ, where λ is read near 0
        raise NotRead("e to this power has no enclosure")
    return power_of_e


def log(x: Real, base: int | None = None) -> Real:
    """Return the logarithm of `x` to a `base`, None for e; log 0 = −∞."""
    x = x.limit() if isinstance(x, LeadingTerm) else x
    if isinstance(x, Undefined | Infinite):
        return x if isinstance(x, Infinite) and x.sign > 0 else UNDEFINED
    if sign(x) <= 0:
        return Infinite(-1) if sign(x) == 0 else UNDEFINED
    natural = Fraction(0) if x == 1 else ball(x).log(BITS)
    return natural if base is None else divide(natural, ball(Fraction(base)).log(BITS))


def _as_leading(x: Real) -> LeadingTerm | None:
    """Return a finite number as a term, None for 0."""
    if isinstance(x, LeadingTerm):
        return x
    assert isinstance(x, Fraction | Ball)  # what is infinite or undefined was dealt with
    return LeadingTerm(x) if sign(x) else None


def _leading_sum(terms: Sequence[LeadingTerm]) -> Real:
    """Return the sum of the terms that vanish least; raise NotRead where these cancel."""
    rate, order = min((term.rate, term.order) for term in terms)
    largest = [term for term in terms if (term.rate, term.order) == (rate, order)]
    if len(terms) == 1:
        return terms[0]
    coefficient = add(*(term.coefficient for term in largest))
    is_exact = len(largest) == len(terms) and all(term.is_exact for term in terms)
    if sign(coefficient) == 0:
        if is_exact:
            return Fraction(0)
        raise NotRead("the leading terms cancel")
    assert isinstance(coefficient, Fraction | Ball)
    return LeadingTerm(coefficient, order, rate, is_exact)


def _leading_product(terms: Sequence[LeadingTerm]) -> LeadingTerm:
    coefficient = times(*(term.coefficient for term in terms))
    assert isinstance(coefficient, Fraction | Ball)
    order, rate = (
        sum(sizes, Fraction(0)) for sizes in zip(*((t.order, t.rate) for t in terms), strict=True)
    )
    return LeadingTerm(coefficient, order, rate, all(term.is_exact for term in terms))


def _exp_of_leading(x: LeadingTerm) -> LeadingTerm:
    """Return e to the power of x; raise NotRead where more than the leading term of x matters."""
    if not x.rate and x.order >= 0:
        size = Fraction(1) if x.order else exp(x.coefficient)
        assert isinstance(size, Fraction | Ball)
        return LeadingTerm(size, is_exact=x.is_exact and not x.order)
    if x.rate or x.order != -1 or not x.is_exact or not isinstance(x.coefficient, Fraction):
        raise NotRead("more than the leading term matters")
    return LeadingTerm(Fraction(1), Fraction(0), -x.coefficient)


def _bits(x: Fraction) -> int:
    return x.numerator.bit_length() + x.denominator.bit_length()
