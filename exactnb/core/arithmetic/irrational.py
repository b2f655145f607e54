"""Numbers with a logarithm under a root or below a bar: where two scores are equal.

They can be enclosed, and compared with rational numbers exactly.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any, ClassVar

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
    absorbs: ClassVar[bool] = False
    """Whether every operation with it is one more of its kind: see `enclosed.py`."""

    @abstractmethod
    def enclose(self, bits: int) -> enclosure.Ball:
        """Return a ball around the value, computed with `bits` of working precision."""

    @abstractmethod
    def compare(self, rational: Fraction) -> int:
        """Return -1, 0 or 1 as this is less than, equal to or greater than `rational`, exactly."""

    @abstractmethod
    def plus(self, addend: Fraction) -> Finite:
        """Return the sum with `addend`; raise Unsupported where it has no exact form."""

    @abstractmethod
    def times(self, factor: Fraction) -> Finite:
        """Return the product with `factor`; raise Unsupported where it has no exact form."""

    def joined(self, addends: Sequence[Irrational]) -> Finite:
        """Return the sum with irrational `addends`; raise Unsupported where it has no exact form."""
        raise Unsupported(COMBINED)

    def added(self, terms: Sequence[Finite]) -> Finite:
        """Return the sum of `terms`, of which this is one; only a number that absorbs all has it."""
        raise NotImplementedError

    def multiplied(self, factors: Sequence[Finite]) -> Finite:
        """Return the product of `factors`, of which this is one; only a number that absorbs has it."""
        raise NotImplementedError

    def divided(self, dividend: Finite, divisor: Finite) -> Finite:
        """Return a quotient, of which this is a side; only a number that absorbs all has it."""
        raise NotImplementedError

    def raised(self, exponent: Fraction) -> Any:
        """Return a rational power; only a number that absorbs all has it."""
        raise NotImplementedError

    def exponentiated(self) -> Finite:
        """Return e to this number; only a number that absorbs all has it."""
        raise NotImplementedError

    def logarithm(self) -> Any:
        """Return the natural logarithm; only a number that absorbs all has it."""
        raise NotImplementedError

    @abstractmethod
    def is_same(self, other: Finite) -> bool:
        """Say whether `other` is recognised as this number by its parts; False decides nothing."""


Finite = Real | Logarithm | Irrational


@frozen(slots=True)
class Surd(Irrational):
    """Stand for rational + factor·√radicand; the radicand is positive."""

    rational: Fraction
    factor: Fraction
    radicand: Logarithm

    def enclose(self, bits: int) -> enclosure.Ball:
        """Return a ball around the value, computed with `bits` of working precision."""
        root = self.radicand.enclose(bits).root(bits)
        scaled = enclosure.exact(self.factor, bits).times(root, bits)
        return enclosure.exact(self.rational, bits).plus(scaled, bits)

    def compare(self, rational: Fraction) -> int:
        """Return -1, 0 or 1 as this is less than, equal to or greater than a rational, exactly."""
        difference = rational - self.rational  # against factor·√radicand
        sign = 1 if self.factor > 0 else -1
        # √ is positive: only where both sides have one sign are their squares compared.
        if (difference > 0) != (sign > 0):
            return sign
        return sign * compare_logarithms(self.radicand, (difference / self.factor) ** 2)

    def plus(self, addend: Fraction) -> Finite:
        """Return the sum with the rational `addend`."""
        return Surd(self.rational + addend, self.factor, self.radicand)

    def times(self, scale: Fraction) -> Finite:
        """Return the product with the rational `scale`."""
        if scale == 0:
            return scale
        return Surd(self.rational * scale, self.factor * scale, self.radicand)

    def is_same(self, other: Finite) -> bool:
        """Say whether `other` is a surd with the same rational part and the same factor·√radicand."""
        if not isinstance(other, Surd) or self.rational != other.rational:
            return False
        mine, theirs = (multiply_logarithms([x.factor**2, x.radicand]) for x in (self, other))
        return (self.factor > 0) == (other.factor > 0) and compare_logarithms(mine, theirs) == 0


@frozen(slots=True)
class LogQuotient(Irrational):
    """Stand for a quotient of two logarithms that is irrational."""

    numerator: Logarithm
    denominator: Logarithm

    def enclose(self, bits: int) -> enclosure.Ball:
        """Return a ball around the value, computed with `bits` of working precision."""
        return self.numerator.enclose(bits).over(self.denominator.enclose(bits), bits)

    def compare(self, rational: Fraction) -> int:
        """Return -1 or 1 as this is less or greater than a rational, exactly."""
        order = compare_logarithms(self.numerator, multiply_logarithms([rational, self.denominator]))
        return order * self.denominator.sign()

    def plus(self, addend: Fraction) -> Finite:
        """Return the sum with the rational `addend`."""
        shifted = add_logarithms([self.numerator, multiply_logarithms([addend, self.denominator])])
        return _quotient(shifted, self.denominator)

    def times(self, factor: Fraction) -> Finite:
        """Return the product with the rational `factor`."""
        if factor == 0:
            return factor
        return _quotient(self.numerator.scaled(factor), self.denominator)

    def is_same(self, other: Finite) -> bool:
        """Say whether `other` has its numerator and its denominator in the same ratio to this one's."""
        if not isinstance(other, LogQuotient):
            return False
        ratio = divide_by_logarithm(self.numerator, other.numerator)
        return ratio == divide_by_logarithm(self.denominator, other.denominator)


def _quotient(numerator: Real | Logarithm, denominator: Logarithm) -> LogQuotient:
    """Return a quotient whose upper side may have become rational: then it is the log of e to that."""
    if isinstance(numerator, Logarithm):
        return LogQuotient(numerator, denominator)
    exponent = as_rational(numerator)
    assert exponent is not None
    return LogQuotient(Logarithm(PowerProduct.exp(exponent)), denominator)


def divide_by_logarithm(dividend: Finite, divisor: Logarithm) -> Fraction | LogQuotient:
    """Return `dividend` / `divisor`, logarithms to one base; a rational x is read as log eˣ."""
    if (exponent := as_rational(dividend)) is not None:
        dividend = Logarithm(PowerProduct.exp(exponent))
    if not isinstance(dividend, Logarithm) or dividend.base != divisor.base:
        raise Unsupported("a quotient of logarithms has no exact form here")
    ratio = ratio_of_logarithms(dividend.argument, divisor.argument)
    return LogQuotient(dividend, divisor) if ratio is None else ratio


def sign_by_enclosures(ball: Callable[[int], enclosure.Ball], undecided: str) -> int:
    """Return the sign of `ball` at rising precision; raise Undecidable with the message `undecided`."""
    bits = enclosure.FIRST_BITS
    while bits <= enclosure.LAST_BITS:
        if (sign := ball(bits).sign()) is not None:
            return sign
        bits *= 2
    raise Undecidable(undecided)
