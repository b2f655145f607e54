"""Numbers with a logarithm in them, and the arithmetic of finite ones: neither infinite, nor 0/0.

They can be enclosed, and compared with rational numbers exactly.

How to read: logarithms come first, with their sums; then numbers with one under a root or below a bar;
then the operations, which pass each pair of finite numbers to the arithmetic of its kind; last the
rational factor of a number: −3 of log(1/27), which is −3·log 3.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from fractions import Fraction
from math import gcd, lcm
from typing import Any, ClassVar

from exactnb.core.arithmetic import enclosure, reals
from exactnb.core.arithmetic.closed_form import ClosedForm
from exactnb.core.arithmetic.integers import least_base
from exactnb.core.arithmetic.power_product import ONE, PowerProduct
from exactnb.core.record import frozen
from exactnb.core.shown import Numeric
from exactnb.errors import Unsupported

COMBINED = "roots with logarithms in them are combined with rational numbers only"


@frozen(slots=True, repr=False)
class Logarithm(Numeric):
    """The logarithm of a positive number that is not a rational power of the base.

    `base` is an integer, or None for e.
    """

    argument: reals.Real
    base: int | None = None

    def enclose(self, bits: int) -> enclosure.Ball:
        """Return a ball around the value, computed with `bits` of working precision."""
        if isinstance(self.argument, PowerProduct):
            ball = self.argument.enclose_log(bits)
        else:
            ball = reals.enclose_real(self.argument, bits).log(bits)
        if self.base is not None:
            ball = ball.divided_by(PowerProduct.of(self.base).enclose_log(bits), bits)
        return ball

    def sign(self) -> int:
        """Return -1 or 1: the logarithm of 1 is a rational number."""
        return reals.compare_reals(self.argument, ONE)

    def scaled(self, factor: Fraction) -> reals.Real | Logarithm:
        """Return the product with the rational `factor`."""
        return log_of_real(reals.raise_real(self.argument, factor), self.base)


def log_of_real(argument: reals.Real, base: int | None) -> reals.Real | Logarithm:
    """Return the logarithm of a positive `argument` to `base`, None for e; rational where it is.

    >>> log_of_real(Fraction(8), 2)
    Fraction(3, 1)
    """
    exact = reals.exponent_to_base(argument, base)
    return exact if exact is not None else Logarithm(argument, base)


def power_of_base(base: int | None, exponent: Fraction) -> reals.Real:
    """Return `base`^`exponent`, of e for None."""
    if base is not None:
        return reals.raise_real(Fraction(base), exponent)
    return PowerProduct.exp(exponent)


def add_logarithms(terms: Sequence[reals.Real | Logarithm]) -> reals.Real | Logarithm:
    """Return the sum of `terms`, which is the logarithm of a product: log 2 + 3 is log 2·e³.

    Raises Unsupported for several bases, and for an irrational number beside a logarithm.
    """
    reals_among = [term for term in terms if not isinstance(term, Logarithm)]
    if len(reals_among) == len(terms):
        return reals.add_reals(reals_among)
    bases = {term.base for term in terms if isinstance(term, Logarithm)}
    if len(bases) > 1:
        raise Unsupported("a sum of logarithms to different bases has no exact form here")
    base = bases.pop()
    arguments: list[reals.Real] = []
    for term in terms:
        if isinstance(term, Logarithm):
            arguments.append(term.argument)
        elif (exponent := reals.as_rational(term)) is not None:
            arguments.append(power_of_base(base, exponent))
        else:
            raise Unsupported("a logarithm plus an irrational number has no exact form here")
    return log_of_real(reals.multiply_reals(arguments), base)


def multiply_logarithms(factors: Sequence[reals.Real | Logarithm]) -> reals.Real | Logarithm:
    """Return the product of `factors`; raise Unsupported for more than one logarithm among them."""
    logarithms = [factor for factor in factors if isinstance(factor, Logarithm)]
    product = reals.multiply_reals([f for f in factors if not isinstance(f, Logarithm)])
    if not logarithms or reals.sign_of_real(product) == 0:
        return product
    scale = reals.as_rational(product)
    if len(logarithms) > 1 or scale is None:
        raise Unsupported("a product of logarithms has no exact form here")
    return logarithms[0].scaled(scale)


def compare_logarithms(left: reals.Real | Logarithm, right: reals.Real | Logarithm) -> int:
    """Return -1, 0 or 1 as left is less than, equal to or greater than right, exactly.

    Raises Unsupported for several bases, and for an irrational number beside a logarithm.
    """
    if not isinstance(left, Logarithm):
        if not isinstance(right, Logarithm):
            return reals.compare_reals(left, right)
        return -compare_logarithms(right, left)
    # Every base is above 1, so logarithms rise, and what they are of is compared instead.
    if isinstance(right, Logarithm) and left.base == right.base:
        return reals.compare_reals(left.argument, right.argument)
    if (exponent := reals.as_rational(right)) is not None:
        return reals.compare_reals(left.argument, power_of_base(left.base, exponent))
    raise Unsupported("a logarithm is compared with rational numbers, and with those to its base")


class Irrational(Numeric, ABC):
    """A number that has no other exact form here than its own."""

    __slots__ = ()
    operations: ClassVar[Any] = None
    """The operations with it, where each is one more of its kind: those of `enclosed.py`."""

    @abstractmethod
    def enclose(self, bits: int) -> enclosure.Ball:
        """Return a ball around the value, computed with `bits` of working precision."""

    @abstractmethod
    def compare(self, rational: Fraction) -> int:
        """Return -1, 0 or 1 as this is less than, equal to or greater than `rational`, exactly.

        Raises Undecidable where no enclosure tells the two apart.
        """

    @abstractmethod
    def plus(self, addend: Fraction) -> Finite:
        """Return the sum with `addend`; raise Unsupported where it has no exact form."""

    @abstractmethod
    def times(self, factor: Fraction) -> Finite:
        """Return the product with `factor`, not 0; raise Unsupported where it has no exact form."""

    def order_by_enclosures(self, rational: Fraction, undecided: str) -> int:
        """Compare with `rational` by balls alone; raise Undecidable with the message `undecided`."""

        def difference(bits: int) -> enclosure.Ball:
            return self.enclose(bits).plus(enclosure.ball_of(-rational, bits), bits)

        return enclosure.sign_by_enclosures(difference, undecided)

    def plus_irrationals(self, addends: Sequence[Irrational]) -> Finite:
        """Return the sum with irrational `addends`; raise Unsupported where it has no exact form."""
        raise Unsupported(COMBINED)

    @abstractmethod
    def is_recognised_as(self, candidate: Finite) -> bool:
        """Say whether `candidate` is recognised as this number by its parts; False decides nothing."""


Finite = reals.Real | Logarithm | Irrational


@frozen(slots=True, repr=False)
class Surd(Irrational):
    """Stand for rational + factor·√radicand; the radicand is positive."""

    rational: Fraction
    factor: Fraction
    radicand: Logarithm

    def enclose(self, bits: int) -> enclosure.Ball:
        root = self.radicand.enclose(bits).root(bits)
        scaled = enclosure.ball_of(self.factor, bits).times(root, bits)
        return enclosure.ball_of(self.rational, bits).plus(scaled, bits)

    def compare(self, rational: Fraction) -> int:
        difference = rational - self.rational  # against factor·√radicand
        sign = 1 if self.factor > 0 else -1
        # √ is positive: only where both sides have one sign are their squares compared.
        if (difference > 0) != (sign > 0):
            return sign
        return sign * compare_logarithms(self.radicand, (difference / self.factor) ** 2)

    def plus(self, addend: Fraction) -> Finite:
        return Surd(self.rational + addend, self.factor, self.radicand)

    def times(self, scale: Fraction) -> Finite:
        return Surd(self.rational * scale, self.factor * scale, self.radicand)

    def is_recognised_as(self, candidate: Finite) -> bool:
        """Say whether `candidate` is a surd with the same rational part and factor·√radicand."""
        if not isinstance(candidate, Surd) or self.rational != candidate.rational:
            return False
        mine, theirs = (multiply_logarithms([x.factor**2, x.radicand]) for x in (self, candidate))
        return (self.factor > 0) == (candidate.factor > 0) and compare_logarithms(mine, theirs) == 0


@frozen(slots=True, repr=False)
class LogQuotient(Irrational):
    """Stand for a quotient of two logarithms that is irrational."""

    numerator: Logarithm
    denominator: Logarithm

    def enclose(self, bits: int) -> enclosure.Ball:
        return self.numerator.enclose(bits).divided_by(self.denominator.enclose(bits), bits)

    def compare(self, rational: Fraction) -> int:
        # Whole powers of both arguments: a fractional one, such as of √π, has no exact form.
        times, denominator = Fraction(rational.numerator), Fraction(rational.denominator)
        try:
            sides = self.numerator.scaled(denominator), multiply_logarithms([times, self.denominator])
            return compare_logarithms(*sides) * self.denominator.sign()
        except Unsupported:  # a high power of a sum
            what = "a quotient of logarithms could not be told from a rational number"
            return self.order_by_enclosures(rational, what)

    def plus(self, addend: Fraction) -> Finite:
        shifted = add_logarithms([self.numerator, multiply_logarithms([addend, self.denominator])])
        return _log_quotient(shifted, self.denominator)

    def times(self, factor: Fraction) -> Finite:
        return _log_quotient(self.numerator.scaled(factor), self.denominator)

    def is_recognised_as(self, candidate: Finite) -> bool:
        """Say whether `candidate` has numerator and denominator in one ratio to this one's."""
        if not isinstance(candidate, LogQuotient):
            return False
        ratio = divide_by_logarithm(self.numerator, candidate.numerator)
        return ratio == divide_by_logarithm(self.denominator, candidate.denominator)


def _log_quotient(numerator: reals.Real | Logarithm, denominator: Logarithm) -> LogQuotient:
    """Return a quotient whose upper side may have become rational: then it is the log of e to that."""
    if isinstance(numerator, Logarithm):
        return LogQuotient(numerator, denominator)
    exponent = reals.as_rational(numerator)
    assert exponent is not None
    return LogQuotient(Logarithm(PowerProduct.exp(exponent)), denominator)


def divide_by_logarithm(dividend: Finite, divisor: Logarithm) -> Fraction | LogQuotient:
    """Return `dividend` / `divisor`, logarithms to one base; a rational x is read as log eˣ."""
    if (exponent := reals.as_rational(dividend)) is not None:
        dividend = Logarithm(PowerProduct.exp(exponent))
    if not isinstance(dividend, Logarithm) or dividend.base != divisor.base:
        raise Unsupported("a quotient of logarithms has no exact form here")
    ratio = reals.rational_logarithm(dividend.argument, divisor.argument)
    return LogQuotient(dividend, divisor) if ratio is None else ratio


def add_finite(terms: Sequence[Finite]) -> Finite:
    """Return the sum of `terms`; raise Unsupported where it has no exact form here."""
    roots = [term for term in terms if isinstance(term, Irrational)]
    if (operations := _shared_operations(roots)) is not None:
        return operations.add(terms)  # type: ignore[no-any-return]
    rest = add_logarithms([term for term in terms if not isinstance(term, Irrational)])
    if not roots:
        return rest
    total = roots[0].plus_irrationals(roots[1:]) if len(roots) > 1 else roots[0]
    if (shift := reals.as_rational(rest)) is None:
        raise Unsupported(COMBINED)
    # All values of Φ may have cancelled: then the total is a rational number.
    return total.plus(shift) if isinstance(total, Irrational) else add_finite([total, shift])


def multiply_finite(factors: Sequence[Finite]) -> Finite:
    """Return the product of `factors`; raise Unsupported where it has no exact form here.

    A root with logarithms in it is multiplied by rational numbers only.
    """
    roots = [factor for factor in factors if isinstance(factor, Irrational)]
    if (operations := _shared_operations(roots)) is not None:
        return operations.multiply(factors)  # type: ignore[no-any-return]
    rest = multiply_logarithms([factor for factor in factors if not isinstance(factor, Irrational)])
    if not roots:
        return rest
    scale = reals.as_rational(rest)
    if len(roots) > 1 or scale is None:
        raise Unsupported(COMBINED)
    return roots[0].times(scale) if scale else scale


def divide_finite(dividend: Finite, divisor: Finite) -> Finite:
    """Return `dividend` / `divisor`, not zero; raise Unsupported where that has no exact form."""
    if sign_of_finite(dividend) == 0:
        return Fraction(0)
    if (operations := _shared_operations((dividend, divisor))) is not None:
        return operations.divide(dividend, divisor)  # type: ignore[no-any-return]
    if isinstance(divisor, Logarithm):
        return divide_by_logarithm(dividend, divisor)
    if isinstance(dividend, Logarithm):
        if (rational := reals.as_rational(divisor)) is not None:
            return dividend.scaled(1 / rational)
        raise Unsupported("a logarithm over an irrational number has no exact form here")
    if isinstance(dividend, Irrational) and (rational := reals.as_rational(divisor)) is not None:
        return dividend.times(1 / rational)
    if isinstance(dividend, Irrational) or isinstance(divisor, Irrational):
        raise Unsupported("a quotient with such a root has no exact form here")
    return reals.divide_reals(dividend, divisor)


def _shared_operations(parts: Sequence[Finite]) -> Any:
    """Return the operations of a number among some that takes up all others, None if there is none."""
    return next((p.operations for p in parts if isinstance(p, Irrational) and p.operations), None)


def sign_of_finite(value: Finite) -> int:
    """Return the sign of `value`, exactly: -1, 0 or 1."""
    if isinstance(value, Irrational):
        return value.compare(Fraction(0))
    return value.sign() if isinstance(value, Logarithm) else reals.sign_of_real(value)


def compare_finite(left: Finite, right: Finite) -> int:
    """Return -1, 0 or 1 as left is less than, equal to or greater than right, exactly.

    Raises Undecidable where two roots are not seen to be equal, and no enclosure tells them apart.
    """
    if not isinstance(left, Irrational):
        if not isinstance(right, Irrational):
            return compare_logarithms(left, right)
        return -compare_finite(right, left)
    # It is asked about rational numbers first, for these it always decides; two of them are equal
    # only if they are seen to be, and else told apart by enclosures that may never end.
    if (rational := reals.as_rational(right)) is not None:
        return left.compare(rational)
    if left.is_recognised_as(right):
        return 0

    def difference(bits: int) -> enclosure.Ball:
        minus = enclosure.ball_of(-1, bits).times(enclose_finite(right, bits), bits)
        return enclose_finite(left, bits).plus(minus, bits)

    return enclosure.sign_by_enclosures(
        difference, "two roots with logarithms in them could not be told apart"
    )


def enclose_finite(value: Finite, bits: int) -> enclosure.Ball:
    """Return a ball around `value`, computed with `bits` of working precision."""
    return enclosure.ball_of(value, bits) if isinstance(value, Fraction) else value.enclose(bits)


LOG_E = Logarithm(PowerProduct.exp(Fraction(1)))
"""1, as a logarithm."""


def split_rational(value: Finite) -> tuple[Fraction, Finite]:
    """Return the rational factor of `value`, a number with an exact form, and the rest.

    >>> split_rational(Logarithm(Fraction(1, 27)))
    (Fraction(-3, 1), <Logarithm log(3) ≈ 1.09861>)
    """
    if isinstance(value, Fraction):
        return value, Fraction(1)
    if isinstance(value, Logarithm):
        scale = value.sign() * exponent_of_power(value.argument)
        scaled = value.scaled(1 / scale)
        return (scale, scaled) if isinstance(scaled, Logarithm) else (Fraction(1), value)
    if isinstance(value, Surd) and not value.rational:
        return value.factor, Surd(Fraction(0), Fraction(1), value.radicand)
    if isinstance(value, LogQuotient):
        lower, lower_log = split_rational(value.denominator)
        exponent = reals.exponent_to_base(value.numerator.argument, value.numerator.base)
        if exponent is None:
            upper, upper_log = split_rational(value.numerator)
        else:  # 3/log 5 is three times 1/log 5
            upper, upper_log = exponent, LOG_E
        assert isinstance(upper_log, Logarithm)
        assert isinstance(lower_log, Logarithm)
        return upper / lower, LogQuotient(upper_log, lower_log)
    if isinstance(value, ClosedForm) and len(value.numerator) == 1:
        ((coefficient, product),) = value.numerator
        if value.denominator == ((Fraction(1), ONE),):
            return coefficient, product
    return Fraction(1), value


def exponent_of_power(argument: Finite) -> Fraction:
    """Return of which power `argument` is one, 3 of 27: a logarithm of it is so many times another."""
    if isinstance(argument, Fraction):
        argument = PowerProduct.of(argument)
    if not isinstance(argument, PowerProduct) or not argument.factors:
        return Fraction(1)
    if argument.exponential or argument.root_pi or argument.zeros:
        return Fraction(1)
    degrees = [least_base(number, exponent)[1] for number, exponent in argument.factors]
    shared = lcm(*(degree.denominator for degree in degrees))
    return Fraction(gcd(*(int(degree * shared) for degree in degrees)), shared)
