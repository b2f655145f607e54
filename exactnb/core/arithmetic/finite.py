"""The exact arithmetic of finite numbers of all kinds: neither infinite, nor 0/0, nor with a λ."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from exactnb.core.arithmetic import enclosure
from exactnb.core.arithmetic.irrational import (
    COMBINED,
    Finite,
    Irrational,
    divide_by_logarithm,
    sign_by_enclosures,
)
from exactnb.core.arithmetic.logarithms import (
    Logarithm,
    add_logarithms,
    compare_logarithms,
    multiply_logarithms,
)
from exactnb.core.arithmetic.reals import as_rational, divide_reals, sign_of_real
from exactnb.errors import Unsupported


def add_finite(terms: Sequence[Finite]) -> Finite:
    """Return the sum of `terms`; raise Unsupported where it has no exact form here."""
    roots = [term for term in terms if isinstance(term, Irrational)]
    if (absorbing := _absorbing(roots)) is not None:
        return absorbing.added(terms)
    rest = add_logarithms([term for term in terms if not isinstance(term, Irrational)])
    if not roots:
        return rest
    total = roots[0].joined(roots[1:]) if len(roots) > 1 else roots[0]
    if (shift := as_rational(rest)) is None:
        raise Unsupported(COMBINED)
    return total.plus(shift) if isinstance(total, Irrational) else add_finite([total, shift])


def multiply_finite(factors: Sequence[Finite]) -> Finite:
    """Return the product of `factors`; raise Unsupported where it has no exact form here.

    A root with logarithms in it is multiplied by rational numbers only.
    """
    roots = [factor for factor in factors if isinstance(factor, Irrational)]
    if (absorbing := _absorbing(roots)) is not None:
        return absorbing.multiplied(factors)
    rest = multiply_logarithms([factor for factor in factors if not isinstance(factor, Irrational)])
    if not roots:
        return rest
    scale = as_rational(rest)
    if len(roots) > 1 or scale is None:
        raise Unsupported(COMBINED)
    return roots[0].times(scale)


def divide_finite(dividend: Finite, divisor: Finite) -> Finite:
    """Return `dividend` / `divisor`, not zero; raise Unsupported where that has no exact form."""
    if sign_of_finite(dividend) == 0:
        return Fraction(0)
    if (absorbing := _absorbing((dividend, divisor))) is not None:
        return absorbing.divided(dividend, divisor)
    if isinstance(divisor, Logarithm):
        return divide_by_logarithm(dividend, divisor)
    if isinstance(dividend, Logarithm):
        if (rational := as_rational(divisor)) is not None:
            return dividend.scaled(1 / rational)
        raise Unsupported("a logarithm over an irrational number has no exact form here")
    if isinstance(dividend, Irrational) and (rational := as_rational(divisor)) is not None:
        return dividend.times(1 / rational)
    if isinstance(dividend, Irrational) or isinstance(divisor, Irrational):
        raise Unsupported("a quotient with such a root has no exact form here")
    return divide_reals(dividend, divisor)


def sign_of_finite(value: Finite) -> int:
    """Return the sign of `value`, exactly: -1, 0 or 1."""
    if isinstance(value, Irrational):
        return value.compare(Fraction(0))
    return value.sign() if isinstance(value, Logarithm) else sign_of_real(value)


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
    if (rational := as_rational(right)) is not None:
        return left.compare(rational)
    if left.is_same(right):
        return 0

    def difference(bits: int) -> enclosure.Ball:
        minus = enclosure.exact(-1, bits).times(enclose_finite(right, bits), bits)
        return enclose_finite(left, bits).plus(minus, bits)

    return sign_by_enclosures(difference, "two roots with logarithms in them could not be told apart")


def enclose_finite(value: Finite, bits: int) -> enclosure.Ball:
    """Return a ball around `value`, computed with `bits` of working precision."""
    return enclosure.exact(value, bits) if isinstance(value, Fraction) else value.enclose(bits)


def _absorbing(parts: Sequence[Finite]) -> Irrational | None:
    """Return the first number among some that takes up all others."""
    return next((part for part in parts if isinstance(part, Irrational) and part.absorbs), None)
