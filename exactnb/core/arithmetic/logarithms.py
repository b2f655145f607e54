"""Logarithms of exact numbers, and the arithmetic of these beside numbers without one."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from exactnb.core.arithmetic import enclosure
from exactnb.core.arithmetic.power_product import ONE, PowerProduct
from exactnb.core.arithmetic.reals import (
    Real,
    add_reals,
    as_rational,
    compare_reals,
    enclose_real,
    exponent_to_base,
    multiply_reals,
    raise_real,
    sign_of_real,
)
from exactnb.core.record import frozen
from exactnb.core.shown import Written
from exactnb.errors import Unsupported


@frozen(slots=True)
class Logarithm(Written):
    """The logarithm of a positive number that is not a rational power of the base.

    `base` is an integer, or None for e.
    """

    argument: Real
    base: int | None = None

    def enclose(self, bits: int) -> enclosure.Ball:
        """Return a ball around the value, computed with `bits` of working precision."""
        if isinstance(self.argument, PowerProduct):
            ball = self.argument.log(bits)
        else:
            ball = enclose_real(self.argument, bits).log(bits)
        if self.base is not None:
            ball = ball.over(PowerProduct.of(self.base).log(bits), bits)
        return ball

    def sign(self) -> int:
        """Return -1 or 1: the logarithm of 1 is a rational number."""
        return compare_reals(self.argument, ONE)

    def scaled(self, factor: Fraction) -> Real | Logarithm:
        """Return the product with the rational `factor`."""
        return log_of_real(raise_real(self.argument, factor), self.base)


def log_of_real(argument: Real, base: int | None) -> Real | Logarithm:
    """Return the logarithm of a positive `argument` to `base`, None for e; rational where it is.

    >>> log_of_real(Fraction(8), 2)
    Fraction(3, 1)
    """
    exact = exponent_to_base(argument, base)
    return exact if exact is not None else Logarithm(argument, base)


def power_of_base(base: int | None, exponent: Fraction) -> Real:
    """Return `base`^`exponent`, of e for None."""
    if base is not None:
        return raise_real(Fraction(base), exponent)
    return PowerProduct.exp(exponent)


def add_logarithms(terms: Sequence[Real | Logarithm]) -> Real | Logarithm:
    """Return the sum of `terms`, which is the logarithm of a product: log 2 + 3 is log 2·e³.

    Raises Unsupported for several bases, and for an irrational number beside a logarithm.
    """
    reals = [term for term in terms if not isinstance(term, Logarithm)]
    if len(reals) == len(terms):
        return add_reals(reals)
    bases = {term.base for term in terms if isinstance(term, Logarithm)}
    if len(bases) > 1:
        raise Unsupported("a sum of logarithms to different bases has no exact form here")
    base = bases.pop()
    arguments: list[Real] = []
    for term in terms:
        if isinstance(term, Logarithm):
            arguments.append(term.argument)
        elif (exponent := as_rational(term)) is not None:
            arguments.append(power_of_base(base, exponent))
        else:
            raise Unsupported("a logarithm plus an irrational number has no exact form here")
    return log_of_real(multiply_reals(arguments), base)


def multiply_logarithms(factors: Sequence[Real | Logarithm]) -> Real | Logarithm:
    """Return the product of `factors`; raise Unsupported for more than one logarithm among them."""
    logarithms = [factor for factor in factors if isinstance(factor, Logarithm)]
    product = multiply_reals([f for f in factors if not isinstance(f, Logarithm)])
    if not logarithms or sign_of_real(product) == 0:
        return product
    scale = as_rational(product)
    if len(logarithms) > 1 or scale is None:
        raise Unsupported("a product of logarithms has no exact form here")
    return logarithms[0].scaled(scale)


def compare_logarithms(left: Real | Logarithm, right: Real | Logarithm) -> int:
    """Return -1, 0 or 1 as left is less than, equal to or greater than right, exactly.

    Raises Unsupported for several bases, and for an irrational number beside a logarithm.
    """
    if not isinstance(left, Logarithm):
        if not isinstance(right, Logarithm):
            return compare_reals(left, right)
        return -compare_logarithms(right, left)
    if isinstance(right, Logarithm) and left.base == right.base:
        return compare_reals(left.argument, right.argument)
    if (exponent := as_rational(right)) is not None:
        return compare_reals(left.argument, power_of_base(left.base, exponent))
    raise Unsupported("a logarithm is compared with rational numbers, and with those to its base")
