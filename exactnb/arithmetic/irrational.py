"""Numbers with a logarithm under a root or below a bar: where two scores are equal.

They can be enclosed, and compared with rational numbers exactly.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from exactnb.arithmetic import enclosure
from exactnb.errors import Undecidable, Unsupported

if TYPE_CHECKING:
    from exactnb.arithmetic.values import Finite, Logarithm, Number

COMBINED = "roots with logarithms in them are combined with rational numbers only"
_FIRST_BITS = 64
_LAST_BITS = 1 << 14


class Irrational(ABC):
    """A number that has no other exact form here than its own."""

    __slots__ = ()

    @abstractmethod
    def enclose(self, bits: int) -> enclosure.Ball:
        """Return a ball around the value, computed with the given working precision."""

    @abstractmethod
    def compare(self, other: Fraction) -> int:
        """Return -1, 0 or 1 as this is less than, equal to or greater than a rational, exactly."""

    @abstractmethod
    def plus(self, other: Fraction) -> Number:
        """Return the sum with a rational number."""

    @abstractmethod
    def times(self, other: Fraction) -> Number:
        """Return the product with a rational number."""

    def joined(self, others: Sequence[Irrational]) -> Number:
        """Return the sum with other such numbers, where that has an exact form."""
        raise Unsupported(COMBINED)

    @abstractmethod
    def is_same(self, other: Irrational) -> bool:
        """Say whether another number is seen to be this one, part by part."""


@dataclass(frozen=True, slots=True)
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
        from exactnb.arithmetic.values import compare

        away = other - self.rational  # against factor·√radicand
        mine = 1 if self.factor > 0 else -1
        if away == 0 or (away > 0) != (mine > 0):
            return mine
        return mine * compare(self.radicand, (away / self.factor) ** 2)

    def plus(self, other: Fraction) -> Number:
        """Return the sum with a rational number."""
        return Surd(self.rational + other, self.factor, self.radicand)

    def times(self, other: Fraction) -> Number:
        """Return the product with a rational number."""
        if other == 0:
            return other
        return Surd(self.rational * other, self.factor * other, self.radicand)

    def is_same(self, other: Irrational) -> bool:
        """Say whether another number is seen to be this one, part by part."""
        from exactnb.arithmetic.values import compare, multiply

        if not isinstance(other, Surd) or self.rational != other.rational:
            return False
        mine, theirs = (multiply([x.factor**2, x.radicand]) for x in (self, other))
        return (self.factor > 0) == (other.factor > 0) and compare(mine, theirs) == 0


@dataclass(frozen=True, slots=True)
class LogQuotient(Irrational):
    """Stand for a quotient of two logarithms that is irrational."""

    above: Logarithm
    below: Logarithm

    def enclose(self, bits: int) -> enclosure.Ball:
        """Return a ball around the value, computed with the given working precision."""
        return self.above.enclose(bits).over(self.below.enclose(bits), bits)

    def compare(self, other: Fraction) -> int:
        """Return -1 or 1 as this is less or greater than a rational, exactly."""
        from exactnb.arithmetic.values import compare, multiply, sign

        return compare(self.above, multiply([other, self.below])) * sign(self.below)

    def plus(self, other: Fraction) -> Number:
        """Return the sum with a rational number."""
        from exactnb.arithmetic.values import add, multiply

        return _quotient(add([self.above, multiply([other, self.below])]), self.below)

    def times(self, other: Fraction) -> Number:
        """Return the product with a rational number."""
        from exactnb.arithmetic.values import multiply

        if other == 0:
            return other
        return _quotient(multiply([other, self.above]), self.below)

    def is_same(self, other: Irrational) -> bool:
        """Say whether another number is seen to be this one, part by part."""
        from exactnb.arithmetic.values import divide

        if not isinstance(other, LogQuotient):
            return False
        ratios = divide(self.above, other.above), divide(self.below, other.below)
        return isinstance(ratios[0], Fraction) and ratios[0] == ratios[1]


def _quotient(above: Number, below: Logarithm) -> LogQuotient:
    """Return a quotient whose upper side may have become rational: then it is the log of e to that."""
    from exactnb.arithmetic.power_product import PowerProduct
    from exactnb.arithmetic.values import Logarithm, rational

    if isinstance(above, Logarithm):
        return LogQuotient(above, below)
    exponent = rational(above)
    assert exponent is not None
    return LogQuotient(Logarithm(PowerProduct.exp(exponent)), below)


def with_rationals(
    parts: Sequence[Number],
    combine: Callable[[Iterable[Number]], Number],
    apply: Callable[[Irrational, Fraction], Number],
) -> Number:
    """Return the sum or the product of one such number with rational numbers."""
    from exactnb.arithmetic.values import rational

    roots = [part for part in parts if isinstance(part, Irrational)]
    rest = rational(combine(part for part in parts if not isinstance(part, Irrational)))
    if len(roots) > 1 or rest is None:
        raise Unsupported(COMBINED)
    return apply(roots[0], rest)


def added(terms: Sequence[Number], add: Callable[[Iterable[Number]], Number]) -> Number:
    """Return the sum of such numbers, and of rational ones."""
    from exactnb.arithmetic.values import rational

    roots = [term for term in terms if isinstance(term, Irrational)]
    rest = rational(add(term for term in terms if not isinstance(term, Irrational)))
    total = roots[0].joined(roots[1:]) if len(roots) > 1 else roots[0]
    if rest is None:
        raise Unsupported(COMBINED)
    return total.plus(rest) if isinstance(total, Irrational) else add([total, rest])


def compare_irrationals(left: Finite, right: Finite) -> int:
    """Return -1, 0 or 1 as one is less than, seen to be equal to, or greater than the other.

    At least one is irrational. Raises Undecidable where two are not seen to be equal, and no enclosure
    tells them apart.
    """
    from exactnb.arithmetic.values import rational

    if isinstance(left, Irrational) and (other := rational(right)) is not None:
        return left.compare(other)
    if isinstance(right, Irrational) and (other := rational(left)) is not None:
        return -right.compare(other)
    if isinstance(left, Irrational) and isinstance(right, Irrational) and left.is_same(right):
        return 0

    def apart(bits: int) -> enclosure.Ball:
        from exactnb.arithmetic.values import enclose

        minus = enclosure.exact(-1, bits).times(enclose(right, bits), bits)
        return enclose(left, bits).plus(minus, bits)

    return sign_by_enclosures(apart, "two roots with logarithms in them could not be told apart")


def sign_by_enclosures(ball: Callable[[int], enclosure.Ball], undecided: str) -> int:
    """Return the sign of what is enclosed more and more closely; raise Undecidable with these words."""
    bits = _FIRST_BITS
    while bits <= _LAST_BITS:
        if (sign := ball(bits).sign()) is not None:
            return sign
        bits *= 2
    raise Undecidable(undecided)
