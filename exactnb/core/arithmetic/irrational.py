"""Numbers with a logarithm under a root or below a bar: where two scores are equal.

They can be enclosed, and compared with rational numbers exactly.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from fractions import Fraction

from exactnb.core.arithmetic import enclosure
from exactnb.core.arithmetic.logarithms import (
    Logarithm,
    add_logarithms,
    compare_logarithms,
    multiply_logarithms,
)
from exactnb.core.arithmetic.power_product import PowerProduct
from exactnb.core.arithmetic.reals import Real, as_rational, ratio_of_logarithms
from exactnb.core.record import frozen
from exactnb.core.shown import Written
from exactnb.errors import Undecidable, Unsupported

COMBINED = "roots with logarithms in them are combined with rational numbers only"


class Irrational(Written, ABC):
    """A number that has no other exact form here than its own."""

    __slots__ = ()

    @abstractmethod
    def enclose(self, bits: int) -> enclosure.Ball:
        """Return a ball around the value, computed with the given working precision."""

    @abstractmethod
    def compare(self, other: Fraction) -> int:
        """Return -1, 0 or 1 as this is less than, equal to or greater than a rational, exactly."""

    @abstractmethod
    def plus(self, other: Fraction) -> Finite:
        """Return the sum with a rational number."""

    @abstractmethod
    def times(self, other: Fraction) -> Finite:
        """Return the product with a rational number."""

    def joined(self, others: Sequence[Irrational]) -> Finite:
        """Return the sum with other such numbers, where that has an exact form."""
        raise Unsupported(COMBINED)

    @abstractmethod
    def is_same(self, other: Finite) -> bool:
        """Say whether another number is seen to be this one, part by part."""


Finite = Real | Logarithm | Irrational


@frozen(slots=True)
class Surd(Irrational):
    """Stand for rational + factor·√radicand; the radicand is positive."""

    rational: Fraction
    factor: Fraction
    radicand: Logarithm

    def enclose(self, bits: int) -> enclosure.Ball:
        """Return a ball around the value, computed with the given working precision."""
        root = self.radicand.enclose(bits).root(bits)
        scaled = enclosure.exact(self.factor, bits).times(root, bits)
        return enclosure.exact(self.rational, bits).plus(scaled, bits)

    def compare(self, other: Fraction) -> int:
        """Return -1, 0 or 1 as this is less than, equal to or greater than a rational, exactly."""
        away = other - self.rational  # against factor·√radicand
        mine = 1 if self.factor > 0 else -1
        # √ is positive: only where both sides have one sign are their squares compared.
        if (away > 0) != (mine > 0):
            return mine
        return mine * compare_logarithms(self.radicand, (away / self.factor) ** 2)

    def plus(self, other: Fraction) -> Finite:
        """Return the sum with a rational number."""
        return Surd(self.rational + other, self.factor, self.radicand)

    def times(self, other: Fraction) -> Finite:
        """Return the product with a rational number."""
        if other == 0:
            return other
        return Surd(self.rational * other, self.factor * other, self.radicand)

    def is_same(self, other: Finite) -> bool:
        """Say whether another number is seen to be this one, part by part."""
        if not isinstance(other, Surd) or self.rational != other.rational:
            return False
        mine, theirs = (multiply_logarithms([x.factor**2, x.radicand]) for x in (self, other))
        return (self.factor > 0) == (other.factor > 0) and compare_logarithms(mine, theirs) == 0


@frozen(slots=True)
class LogQuotient(Irrational):
    """Stand for a quotient of two logarithms that is irrational."""

    above: Logarithm
    below: Logarithm

    def enclose(self, bits: int) -> enclosure.Ball:
        """Return a ball around the value, computed with the given working precision."""
        return self.above.enclose(bits).over(self.below.enclose(bits), bits)

    def compare(self, other: Fraction) -> int:
        """Return -1 or 1 as this is less or greater than a rational, exactly."""
        order = compare_logarithms(self.above, multiply_logarithms([other, self.below]))
        return order * self.below.sign()

    def plus(self, other: Fraction) -> Finite:
        """Return the sum with a rational number."""
        shifted = add_logarithms([self.above, multiply_logarithms([other, self.below])])
        return _quotient(shifted, self.below)

    def times(self, other: Fraction) -> Finite:
        """Return the product with a rational number."""
        if other == 0:
            return other
        return _quotient(self.above.scaled(other), self.below)

    def is_same(self, other: Finite) -> bool:
        """Say whether another number is seen to be this one, part by part."""
        if not isinstance(other, LogQuotient):
            return False
        above = divide_by_logarithm(self.above, other.above)
        return above == divide_by_logarithm(self.below, other.below)


def _quotient(above: Real | Logarithm, below: Logarithm) -> LogQuotient:
    """Return a quotient whose upper side may have become rational: then it is the log of e to that."""
    if isinstance(above, Logarithm):
        return LogQuotient(above, below)
    exponent = as_rational(above)
    assert exponent is not None
    return LogQuotient(Logarithm(PowerProduct.exp(exponent)), below)


def divide_by_logarithm(above: Finite, below: Logarithm) -> Fraction | LogQuotient:
    """Return a quotient of logarithms to one base; a rational number is the logarithm of e to that."""
    if (exponent := as_rational(above)) is not None:
        above = Logarithm(PowerProduct.exp(exponent))
    if not isinstance(above, Logarithm) or above.base != below.base:
        raise Unsupported("a quotient of logarithms has no exact form here")
    ratio = ratio_of_logarithms(above.argument, below.argument)
    return LogQuotient(above, below) if ratio is None else ratio


def sign_by_enclosures(ball: Callable[[int], enclosure.Ball], undecided: str) -> int:
    """Return the sign of what is enclosed more and more closely; raise Undecidable with these words."""
    bits = enclosure.FIRST_BITS
    while bits <= enclosure.LAST_BITS:
        if (sign := ball(bits).sign()) is not None:
            return sign
        bits *= 2
    raise Undecidable(undecided)
