"""Exact arithmetic on finite numbers: rationals, power products, and quotients of their sums.

Every result comes in its simplest kind. A rational that would take more than a few thousand digits
is left as a `PowerProduct`.

How to read: `Real` names the three kinds; each function takes the quick way for rationals first, then
power products, then sums. `_simplified` brings a result into its simplest kind.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import lcm, prod

from exactnb.core.arithmetic import enclosure
from exactnb.core.arithmetic.closed_form import ClosedForm, Term, as_terms, quotient, sign_of_sum
from exactnb.core.arithmetic.integers import ratio_of_exponents
from exactnb.core.arithmetic.power_product import ONE, PowerProduct
from exactnb.errors import Unsupported

Real = Fraction | PowerProduct | ClosedForm
"""A finite number without logarithms."""

_EXPANDED_BITS = 3_300  # bits of a rational that is kept as a Fraction
_FIRST_BITS = (64, 256)
_LAST_BITS = 1 << 27  # of a rational that is multiplied out because it has to be
_REPEATED = 1_000  # the largest power of a sum that is worked out


def add_reals(terms: Sequence[Real]) -> Real:
    """Return the sum of `terms`.

    >>> add_reals([Fraction(9, 64), Fraction(9, 128)])
    Fraction(27, 128)
    """
    if len(terms) == 1:
        return terms[0]
    # Rationals are put over one denominator and reduced once: to reduce each step takes three times as
    # long, and half of what is worked out is sums and products.
    ratios = [term.as_integer_ratio() for term in terms if isinstance(term, Fraction)]
    if len(ratios) == len(terms):
        common = lcm(*[lower for _, lower in ratios])
        return Fraction(sum(upper * (common // lower) for upper, lower in ratios), common)
    # Evidence is a sum of joints over one denominator, posteriors have multiples of one: adding these
    # first keeps it from being multiplied by itself for every class.
    by_denominator: dict[object, tuple[list[Term], tuple[Term, ...]]] = {}
    for numerator, denominator in map(_fraction_of_sums, terms):
        scale, key = _scale_and_rest(denominator)
        collected, lower = by_denominator.setdefault(key, ([], denominator))
        if lower != denominator:
            coefficient, product = _scale_and_rest(lower)[0]
            factor = coefficient / scale[0], product / scale[1]
            numerator = _products_of_terms(numerator, (factor,))
        collected.extend(numerator)
    first, *remaining = by_denominator.values()
    total: Real = _simplified(quotient(*first))
    for extra, denominator in remaining:
        upper, lower = _fraction_of_sums(total)
        crossed = [*_products_of_terms(upper, denominator), *_products_of_terms(extra, lower)]
        total = _simplified(quotient(crossed, _products_of_terms(lower, denominator)))
    return total


def _scale_and_rest(denominator: tuple[Term, ...]) -> tuple[Term, object]:
    """Return a term of a sum, and what the sum is divided by it: equal for multiples of one sum.

    Multiplied by anything, its powers of e keep their order: the term is that with the least.
    """
    coefficient, leader = min(denominator, key=lambda term: term[1].exponential)
    inverse = leader**-1
    return (coefficient, leader), frozenset((c / coefficient, m * inverse) for c, m in denominator)


def multiply_reals(factors: Sequence[Real]) -> Real:
    """Return the product of `factors`; a long product of rationals is not multiplied out."""
    ratios = [factor.as_integer_ratio() for factor in factors if isinstance(factor, Fraction)]
    if len(ratios) == len(factors) and _bits(ratios) <= _EXPANDED_BITS:
        return Fraction(prod([upper for upper, _ in ratios]), prod([lower for _, lower in ratios]))
    # A power product has no sign, so those of the rationals are counted here.
    negative = sum(upper < 0 for upper, _ in ratios) % 2 == 1
    plain = [PowerProduct.of(abs(f)) if isinstance(f, Fraction) else f for f in factors]
    total: Real = _simplified(PowerProduct.product(f for f in plain if isinstance(f, PowerProduct)))
    for form in plain:
        if isinstance(form, ClosedForm):
            numerator, denominator = _fraction_of_sums(total)
            total = _simplified(
                quotient(
                    _products_of_terms(numerator, form.numerator),
                    _products_of_terms(denominator, form.denominator),
                )
            )
    return _negated(total) if negative else total


def divide_reals(dividend: Real, divisor: Real) -> Real:
    """Return `dividend` / `divisor`, which is not zero."""
    if isinstance(dividend, Fraction) and isinstance(divisor, Fraction):
        return dividend / divisor
    if isinstance(dividend, PowerProduct) and isinstance(divisor, PowerProduct):
        return _simplified(dividend / divisor)
    (top, top_under), (low, low_under) = _fraction_of_sums(dividend), _fraction_of_sums(divisor)
    return _simplified(quotient(_products_of_terms(top, low_under), _products_of_terms(top_under, low)))


def raise_real(base: Real, exponent: Fraction) -> Real:
    """Return `base`^`exponent`, a rational power; 0⁰ = 1, and 0 has no negative power.

    >>> raise_real(Fraction(4, 9), Fraction(-1, 2))
    Fraction(3, 2)

    Raises Unsupported for roots of sums and of negative numbers.
    """
    if exponent == 0:
        return Fraction(1)
    if sign_of_real(base) == 0:
        return Fraction(0)
    is_integer = exponent.denominator == 1
    bits = _bits([base.as_integer_ratio()]) if isinstance(base, Fraction) else 0
    if isinstance(base, Fraction) and is_integer and bits * abs(exponent) <= _EXPANDED_BITS:
        return base ** int(exponent)
    if isinstance(base, Fraction) and (base > 0 or is_integer):
        size = _simplified(PowerProduct.of(abs(base)) ** exponent)
        return size if base > 0 or exponent % 2 == 0 else _negated(size)
    if isinstance(base, PowerProduct):
        if (base.root_pi * exponent).denominator != 1:
            raise Unsupported("a fractional power of √π has no exact form here")
        return _simplified(base**exponent)
    # A sum has a root only if it is one number after all, which multiplying out would show.
    if isinstance(base, ClosedForm) and not isinstance(simple := _expanded(base), ClosedForm):
        return raise_real(simple, exponent)
    if is_integer and abs(exponent) <= _REPEATED:
        repeated = multiply_reals([base] * abs(int(exponent)))
        return repeated if exponent > 0 else divide_reals(Fraction(1), repeated)
    raise Unsupported("this power of a sum, or of a negative number, has no exact form here")


def sign_of_real(value: Real) -> int:
    """Return the sign of `value`, exactly: -1, 0 or 1."""
    if isinstance(value, Fraction):
        return (value.numerator > 0) - (value.numerator < 0)
    if isinstance(value, PowerProduct):
        return 0 if value.zeros else 1
    return sign_of_sum(value.numerator) * sign_of_sum(value.denominator)


def compare_reals(left: Real, right: Real) -> int:
    """Return -1, 0 or 1 as left is less than, equal to or greater than right, exactly."""
    if isinstance(left, Fraction) and isinstance(right, Fraction):
        a, b = left.numerator * right.denominator, right.numerator * left.denominator
        return (a > b) - (a < b)
    if isinstance(left, PowerProduct) and isinstance(right, Fraction | PowerProduct):
        return 1 if sign_of_real(right) < 0 else left.compare(as_product(right))
    if isinstance(left, Fraction) and isinstance(right, PowerProduct):
        return -compare_reals(right, left)
    # No precision tells the same form from itself, and to multiply both out may take long.
    if left == right:
        return 0
    if isinstance(left, ClosedForm) and isinstance(right, ClosedForm):
        if left.numerator == right.numerator:  # c/a − c/b = c·(b − a)/(a·b)
            signs = sign_of_real(left) * sign_of_real(right) * sign_of_sum(left.numerator)
            return signs * _compare_sums(right.denominator, left.denominator)
        if left.denominator == right.denominator:
            return sign_of_sum(left.denominator) * _compare_sums(left.numerator, right.numerator)
    for bits in _FIRST_BITS:  # quotients of many terms are mostly told apart without multiplying out
        left_ball, right_ball = enclose_real(left, bits), enclose_real(right, bits)
        if left_ball.is_above(right_ball):
            return 1
        if right_ball.is_above(left_ball):
            return -1
    return sign_of_real(add_reals([left, _negated(right)]))


def enclose_real(value: Real, bits: int) -> enclosure.Ball:
    """Return a ball around `value`, computed with `bits` of working precision."""
    return enclosure.ball_of(value, bits) if isinstance(value, Fraction) else value.enclose(bits)


def as_product(value: Fraction | PowerProduct) -> PowerProduct:
    """Return `value`, which is not negative, as a power product."""
    return PowerProduct.of(value) if isinstance(value, Fraction) else value


def _compare_sums(left: Sequence[Term], right: Sequence[Term]) -> int:
    return sign_of_sum([*left, *((-c, m) for c, m in right)])


def as_rational(value: object) -> Fraction | None:
    """Return `value` multiplied out if it is rational, however long; None for anything else.

    >>> as_rational((PowerProduct.of(2) * PowerProduct.of(8)) ** Fraction(9_001, 2)) == 4**9_001
    True

    Raises Unsupported for a number of more than 40 million digits.
    """
    if isinstance(value, ClosedForm):
        value = _expanded(value)
    if isinstance(value, PowerProduct):
        return None if value.exponential or value.root_pi else _require_short(value).rational()
    return value if isinstance(value, Fraction) else None


def _expanded(form: ClosedForm) -> Real:
    for _, product in (*form.numerator, *form.denominator):
        _require_short(product)
    return form.multiplied_out()


def _require_short(product: PowerProduct) -> PowerProduct:
    """Return a product unless it is too long to be multiplied out at all."""
    if product.bit_bound() > _LAST_BITS:
        raise Unsupported("a number of more than 40 million digits is not multiplied out")
    return product


def exponent_to_base(argument: Real, base: int | None) -> Fraction | None:
    """Return the rational r with argument = base^r, if there is one."""
    if base is not None:
        return rational_logarithm(argument, Fraction(base))
    if isinstance(argument, ClosedForm):
        return None
    product = as_product(argument)  # e^q with nothing else beside it
    rest = PowerProduct(product.factors, root_pi=product.root_pi)
    return product.exponential if rest.is_one() else None


def rational_logarithm(value: Real, base: Real) -> Fraction | None:
    """Return the logarithm of `value` to `base` if it is known to be rational."""
    if isinstance(value, ClosedForm) or isinstance(base, ClosedForm):
        return None
    upper, lower = as_product(value), as_product(base)
    pis = Fraction(upper.root_pi), Fraction(lower.root_pi)
    powers = [(upper.exponential, lower.exponential), pis]
    if upper.factors or lower.factors:
        ratio = ratio_of_exponents(upper.factors, lower.factors)
    else:
        ratio = next((mine / theirs for mine, theirs in powers if theirs), None)
    # One ratio for all exponents is enough, whether or not e and π are independent.
    holds = ratio is not None and all(mine == ratio * theirs for mine, theirs in powers)
    return ratio if holds else None


def _negated(value: Real) -> Real:
    numerator, denominator = _fraction_of_sums(value)
    return quotient([(-c, m) for c, m in numerator], denominator)


def _fraction_of_sums(value: Real) -> tuple[tuple[Term, ...], tuple[Term, ...]]:
    if isinstance(value, ClosedForm):
        return value.numerator, value.denominator
    return as_terms(value), ((Fraction(1), ONE),)


def _products_of_terms(left: Iterable[Term], right: Iterable[Term]) -> tuple[Term, ...]:
    right = tuple(right)
    return tuple((c * d, m * n) for c, m in left for d, n in right)


def _simplified(value: Real) -> Real:
    """Return a Fraction wherever the value is rational and not too long to write out."""
    if isinstance(value, PowerProduct) and value.bit_bound() <= _EXPANDED_BITS:
        rational = value.rational()
        return value if rational is None else rational
    return value


def _bits(ratios: Iterable[tuple[int, int]]) -> int:
    return sum([upper.bit_length() + lower.bit_length() for upper, lower in ratios])
