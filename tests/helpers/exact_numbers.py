"""Exact numbers with logarithms, roots, powers of e, and small letters ε to differentiate by.

A number is a Fraction, or a quotient of polynomials in √p, log p, e and ε with rational coefficients;
every power of an ε above the second is dropped. Equality is that of polynomials; two numbers are said
to differ only where a ball shows it.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import cache
from math import factorial
from typing import Any

from exactnb.core.arithmetic import enclosure

__all__ = ["LOW", "Exact", "Low", "Number", "Unjudged", "Value", "compare", "divide", "exponential",
           "logarithm", "part", "power", "small", "total"]  # fmt: skip

Monomial = tuple[tuple[tuple[str, int], Fraction], ...]
"""Beside a coefficient: ("root", p) to a power in (0, 1), ("log", p), ("e", 0) and ("ε", name)."""
Terms = dict[Monomial, Fraction]

_LAST = 2  # the highest power of an ε that is kept
_LARGEST_PRIME = 10_000
_UNIT: Terms = {(): Fraction(1)}


class Unjudged(Exception):
    """Say that a formula has no value that is worked out here, such as 1/0 or log(1 + √2)."""


class Low:
    """The logarithm of zero, below all numbers."""

    def __repr__(self) -> str:
        return "log 0"


LOW = Low()


class Exact:
    """A quotient of two polynomials; no ε stands in the denominator."""

    __slots__ = ("above", "below")

    def __init__(self, above: Terms, below: Terms) -> None:
        self.above, self.below = above, below

    def __repr__(self) -> str:
        return f"Exact({self.above}, {self.below})"

    def __add__(self, other: Number | int) -> Number:
        right = _exact(other)
        if self.below == right.below:
            return _tidied(_plus(self.above, right.above), self.below)
        above = _plus(_times(self.above, right.below), _times(right.above, self.below))
        return _tidied(above, _times(self.below, right.below))

    def __mul__(self, other: Number | int) -> Number:
        right = _exact(other)
        return _tidied(_times(self.above, right.above), _times(self.below, right.below))

    __radd__, __rmul__ = __add__, __mul__

    def __neg__(self) -> Number:
        return self * Fraction(-1)

    def __sub__(self, other: Number | int) -> Number:
        return self + -other

    def __rsub__(self, other: Number | int) -> Number:
        return -self + other


Number = Fraction | Exact
Value = Number | Low


def small(name: int) -> Exact:
    """Return the ε of a name."""
    return Exact({((("ε", name), Fraction(1)),): Fraction(1)}, _UNIT)


def part(number: Number, name: int, order: int) -> Number:
    """Return the coefficient of a power of an ε."""
    number = _exact(number)
    found: Terms = {}
    for monomial, coefficient in number.above.items():
        if dict(monomial).get(("ε", name), 0) == order:
            rest = tuple(pair for pair in monomial if pair[0] != ("ε", name))
            found[rest] = coefficient
    return _tidied(found, number.below)


def total(terms: Iterable[Value]) -> Value:
    """Return a sum; it is low where a term is."""
    found: Number = Fraction(0)
    low = False
    for term in terms:
        if isinstance(term, Low):
            low = True
        else:
            found = found + term
    return LOW if low else found


def divide(above: Number, below: Number) -> Number:
    """Return a quotient."""
    if isinstance(below, Fraction):
        if below == 0:
            raise Unjudged("a number over zero")
        return above * (1 / below)
    over = _exact(above)
    fixed, moving = _split(below.above)
    if not fixed:
        raise Unjudged("a number over zero")
    if not moving:
        return _tidied(_times(over.above, below.below), _times(over.below, fixed))
    ratio = divide(_tidied(moving, _UNIT), _tidied(fixed, _UNIT))
    found = _series(ratio, lambda n: Fraction((-1) ** n))
    return divide(above * found * _tidied(below.below, _UNIT), _tidied(fixed, _UNIT))


def logarithm(number: Number) -> Value:
    """Return the natural logarithm of a product of powers, which may have an ε beside it."""
    number = _reduced(_exact(number))
    fixed, moving = _split(number.above)
    if not fixed and not moving:
        return LOW
    if len(fixed) != 1 or number.below != _UNIT:
        raise Unjudged("the logarithm of a sum of irrational numbers")
    ((monomial, coefficient),) = fixed.items()
    if coefficient <= 0 or any(kind == "log" for (kind, _), _ in monomial):
        raise Unjudged("a logarithm that is not worked out")
    found: Number = Fraction(0)
    for prime, exponent in _factors(coefficient).items():
        found = found + _log_of(prime) * exponent
    for (kind, prime), exponent in monomial:
        found = found + (exponent if kind == "e" else _log_of(prime) * exponent)
    if moving:
        ratio = divide(_tidied(moving, _UNIT), _tidied(fixed, _UNIT))
        found = found + _series(ratio, lambda n: Fraction((-1) ** (n + 1), n) if n else Fraction(0))
    return found


def _reduced(number: Exact) -> Exact:
    """Return a quotient whose sides are alike but for one factor as that factor."""
    (monomial, coefficient), *more = number.below.items()
    for other, own in number.above.items() if more else ():
        powers = dict(other)
        for of, exponent in monomial:
            powers[of] = powers.get(of, Fraction(0)) - exponent
        if any(kind in ("log", "ε") for kind, _ in powers):
            continue
        factor: Number = own / coefficient
        for (kind, prime), exponent in powers.items():
            factor = factor * _monomial(kind, prime, exponent)
        if _times(number.below, _exact(factor).above) == number.above:
            return _exact(factor)
    return number


def exponential(number: Number) -> Number:
    """Return e to a rational combination of 1 and logarithms, which may have an ε beside it."""
    number = _exact(number)
    fixed, moving = _split(number.above)
    if number.below != _UNIT:
        raise Unjudged("e to an irrational quotient")
    found: Number = Fraction(1)
    for monomial, coefficient in fixed.items():
        match monomial:
            case ():
                found = found * _monomial("e", 0, coefficient)
            case ((("log", prime), Fraction(numerator=1, denominator=1)),):
                found = found * _monomial("root", prime, coefficient)
            case _:
                raise Unjudged("e to a power that is not worked out")
    if moving:
        found = found * _series(_tidied(moving, _UNIT), lambda n: Fraction(1, factorial(n)))
    return found


def power(base: Value, exponent: Value) -> Number:
    """Return a power; 0⁰ = 1."""
    if isinstance(base, Low) or isinstance(exponent, Low):
        raise Unjudged("a power of log 0")
    if isinstance(exponent, Fraction) and exponent.denominator == 1:
        if isinstance(base, Fraction):
            if base == 0 and exponent < 0:
                raise Unjudged("zero to a negative power")
            return base ** int(exponent)
        found: Number = Fraction(1)
        for _ in range(abs(int(exponent))):
            found = found * base
        return found if exponent >= 0 else divide(Fraction(1), found)
    if base == 0:
        if isinstance(exponent, Fraction) and exponent > 0:
            return Fraction(0)
        raise Unjudged("zero to a power that is not a number above zero")
    log = logarithm(base)
    assert not isinstance(log, Low)
    return exponential(exponent * log)


def compare(left: Value, right: Value) -> int:
    """Return -1, 0 or 1 as left is less than, equal to or greater than right, exactly."""
    if isinstance(left, Low) or isinstance(right, Low):
        return isinstance(right, Low) - isinstance(left, Low)
    gap = left - right
    if isinstance(gap, Fraction):
        return (gap > 0) - (gap < 0)
    if _split(gap.above)[1]:
        raise Unjudged("what has an ε in it has no order")
    return _sign(gap.above) * _sign(gap.below)


def _exact(number: Number | int) -> Exact:
    if isinstance(number, Exact):
        return number
    return Exact({(): Fraction(number)} if number else {}, _UNIT)


def _tidied(above: Terms, below: Terms) -> Number:
    if len(below) == 1:
        ((monomial, coefficient),) = below.items()
        if below != _UNIT and not any(kind == "log" for (kind, _), _ in monomial):
            inverse: Number = 1 / coefficient
            for (kind, prime), exponent in monomial:
                inverse = inverse * _monomial(kind, prime, -exponent)
            above, below = _times(above, _exact(inverse).above), _UNIT
    if not above:
        return Fraction(0)
    return above[()] if below == _UNIT and above.keys() == {()} else Exact(above, below)


def _monomial(kind: str, prime: int, exponent: Fraction) -> Number:
    """Return a power of e, or of a prime."""
    if exponent == 0:
        return Fraction(1)
    if kind == "e":
        return Exact({((("e", 0), exponent),): Fraction(1)}, _UNIT)
    whole = exponent.numerator // exponent.denominator
    rest, coefficient = exponent - whole, Fraction(prime) ** whole
    return Exact({((("root", prime), rest),): coefficient}, _UNIT) if rest else coefficient


@cache
def _log_of(prime: int) -> Exact:
    return Exact({((("log", prime), Fraction(1)),): Fraction(1)}, _UNIT)


def _plus(left: Terms, right: Terms) -> Terms:
    found = dict(left)
    for monomial, coefficient in right.items():
        both = found.get(monomial, Fraction(0)) + coefficient
        if both:
            found[monomial] = both
        else:
            del found[monomial]
    return found


def _times(left: Terms, right: Terms) -> Terms:
    if right == _UNIT:
        return left
    if left == _UNIT:
        return right
    found: Terms = {}
    for a, c in left.items():
        for b, d in right.items():
            product = _joined(a, b) if a and b else (a or b, Fraction(1))
            if product is None:
                continue
            monomial, carried = product
            both = found.get(monomial, Fraction(0)) + c * d * carried
            if both:
                found[monomial] = both
            else:
                del found[monomial]
    return found


@cache
def _joined(a: Monomial, b: Monomial) -> tuple[Monomial, Fraction] | None:
    """Return the product of two monomials and what a root gives to its coefficient."""
    powers = dict(a)
    for of, exponent in b:
        powers[of] = powers.get(of, Fraction(0)) + exponent
    carried = Fraction(1)
    for of, exponent in tuple(powers.items()):
        if of[0] == "ε" and exponent > _LAST:
            return None
        if of[0] == "root" and exponent >= 1:
            powers[of], carried = exponent - 1, carried * of[1]
        if powers[of] == 0:
            del powers[of]
    return tuple(sorted(powers.items())), carried


def _split(terms: Terms) -> tuple[Terms, Terms]:
    """Return the terms without an ε, and those with one."""
    moving = {m: c for m, c in terms.items() if any(kind == "ε" for (kind, _), _ in m)}
    return {m: c for m, c in terms.items() if m not in moving}, moving


def _series(of: Number, coefficient: Any) -> Number:
    """Return a power series of what has an ε in every term; it ends, for high powers are dropped."""
    found: Number = coefficient(0)
    term, n = of, 1
    while term != 0:
        found = found + term * coefficient(n)
        term, n = term * of, n + 1
    return found


@cache
def _factors(number: Fraction) -> dict[int, Fraction]:
    found: dict[int, Fraction] = {}
    for whole, sign in ((number.numerator, 1), (number.denominator, -1)):
        prime = 2
        while whole > 1:
            if prime * prime > whole:
                prime = whole
            if prime > _LARGEST_PRIME and prime != whole:
                raise Unjudged("a number that is too large for its logarithm")
            while whole % prime == 0:
                found[prime] = found.get(prime, Fraction(0)) + sign
                whole //= prime
            prime += 1
    return found


def _sign(terms: Terms) -> int:
    if not terms:
        return 0
    for bits in (64, 256, 1024):
        found = enclosure.ball_of(0, bits)
        for monomial, coefficient in terms.items():
            found = found.plus(_enclosed(monomial, coefficient, bits), bits)
        if sign := found.sign():
            return sign
    raise Unjudged("a number that cannot be told from zero")


def _enclosed(monomial: Monomial, coefficient: Fraction, bits: int) -> enclosure.Ball:
    product = enclosure.ball_of(coefficient, bits)
    for (kind, prime), exponent in monomial:
        if kind == "log":
            log = enclosure.log_form([(prime, Fraction(1))], Fraction(0), 0, bits)
            for _ in range(int(exponent)):
                product = product.times(log, bits)
        elif kind == "root":
            product = product.times(
                enclosure.log_form([(prime, exponent)], Fraction(0), 0, bits).exp(bits), bits
            )
        else:
            product = product.times(enclosure.ball_of(exponent, bits).exp(bits), bits)
    return product
