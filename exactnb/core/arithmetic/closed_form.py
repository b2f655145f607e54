"""Quotients of sums of power products: evidence, posteriors, conditionals.

Power products with pairwise irrational ratios are linearly independent over the rationals as long
as e and √π do not mix (Lindemann–Weierstrass; A. Besicovitch 1940 for radicals). So a sum is zero,
and a quotient rational, exactly when it is so group by group: that decides every printed digit.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from exactnb.core.arithmetic import enclosure
from exactnb.core.arithmetic.power_product import ONE, PowerProduct
from exactnb.core.lazy import Recomputed, once_each
from exactnb.core.record import frozen
from exactnb.core.shown import Numeric
from exactnb.errors import Undecidable

Term = tuple[Fraction, PowerProduct]
"""A rational coefficient, not zero, and a positive power product."""

_HUGE = 7_000  # bits of a ratio that is not multiplied out unless it has to be,
_LONG = 10  # or so many times those of the longest number that stands in it
_PATIENT_BITS = 20_000


@frozen(repr=False)
class ClosedForm(Recomputed, Numeric):
    """Stand for Σ cᵢ·Mᵢ / Σ dⱼ·Mⱼ; `quotient` makes them, and only what is no simpler stays one."""

    numerator: tuple[Term, ...]
    denominator: tuple[Term, ...]

    @once_each  # a posterior is rounded, ordered and checked: ten times a ball around as many classes
    def enclose(self, bits: int) -> enclosure.Ball:
        """Return a ball around the value, computed with `bits` of working precision."""
        return _enclose_sum(self.numerator, bits).divided_by(_enclose_sum(self.denominator, bits), bits)

    def multiplied_out(self) -> Fraction | PowerProduct | ClosedForm:
        """Return the value in its simplest kind, however long its numbers become.

        >>> one, long = PowerProduct.of(3) ** 9_000, PowerProduct.of(2) ** 9_000
        >>> form = quotient([(Fraction(1), one), (Fraction(1), long)], [(Fraction(1), one)])
        >>> isinstance(form, ClosedForm), form.multiplied_out() == 1 + Fraction(2, 3) ** 9_000
        (True, True)
        """
        return quotient(self.numerator, self.denominator, lazy=False)


def quotient(
    numerator: Iterable[Term], denominator: Iterable[Term], *, lazy: bool = True
) -> Fraction | PowerProduct | ClosedForm:
    """Return `numerator` / `denominator`, sums of terms, in its simplest kind.

    The kinds are rational, one product, and closed form.

    A `lazy` one leaves what would become very long as it is.

    >>> score = PowerProduct.of(2) ** Fraction(1, 2) * PowerProduct.exp(Fraction(-1, 2))
    >>> three = [(Fraction(k), score) for k in (1, 3, 4)]
    >>> [quotient([term], three) for term in three]
    [Fraction(1, 8), Fraction(3, 8), Fraction(1, 2)]

    Raises ZeroDivisionError where the denominator is zero.
    """
    upper, lower = _like_terms_added(numerator, lazy=lazy), _like_terms_added(denominator, lazy=lazy)
    if not lower:
        raise ZeroDivisionError("a quotient of sums with denominator 0")
    if not upper:
        return Fraction(0)
    if (ratio := _constant_ratio(upper, lower, lazy=lazy)) is not None:
        return ratio
    if len(upper) == len(lower) == 1:
        (c, top), (d, bottom) = upper[0], lower[0]
        # A power product has no sign: a negative quotient of two stays a sum of one term.
        if c / d > 0:
            return PowerProduct.of(c / d) * top / bottom
        return ClosedForm(((c / d, top / bottom),), ((Fraction(1), ONE),))
    if len(upper) == 1:  # 1/(1 + r) says more than a/(a + b)
        ((c, top),) = upper
        inverse = top**-1
        upper, rest = ((Fraction(1), ONE),), [(d / c, product * inverse) for d, product in lower]
        lower = tuple(sorted(rest, key=lambda term: not term[1].has_integer_exponents()))  # the 1 first
    return ClosedForm(upper, lower)


def sign_of_sum(terms: Iterable[Term]) -> int:
    """Return the sign of the sum of `terms`, exactly: -1, 0 or 1; raise Undecidable if none is found.

    >>> root = PowerProduct.of(2) ** Fraction(1, 2)
    >>> sign_of_sum([(Fraction(3), root), (Fraction(-1), PowerProduct.of(4)), (Fraction(-1), root)])
    -1
    """
    # Terms of different groups are linearly independent (Lindemann–Weierstrass), so a sum that is left
    # is not 0, and enclosing it more and more closely tells its sign. Whether a ratio of very many
    # digits is rational is found only if that takes long: multiplying it out would cost more.
    bits, lazy = enclosure.FIRST_BITS, True
    groups = _like_terms_added(terms, lazy=lazy)
    while True:
        if not groups:
            return 0
        if all(c > 0 for c, _ in groups):
            return 1
        if all(c < 0 for c, _ in groups):
            return -1
        if (sign := _enclose_sum(groups, bits).sign()) is not None:
            return sign
        bits *= 2
        if lazy and bits > _PATIENT_BITS:  # they may be equal: multiply all ratios out after all
            lazy, groups = False, _like_terms_added(groups, lazy=False)
        if bits > enclosure.LAST_BITS and mixes_e_and_pi(groups):
            raise Undecidable("a sum of powers of e and √π could not be told from 0")


def mixes_e_and_pi(terms: Iterable[Term]) -> bool:
    """Say whether e and √π both vary in `terms`, where linear independence is not known."""
    terms = list(terms)
    powers_of_e = {m.exponential for _, m in terms}
    return len(powers_of_e) > 1 and len({m.root_pi for _, m in terms}) > 1


def _like_terms_added(terms: Iterable[Term], *, lazy: bool) -> tuple[Term, ...]:
    """Add up the terms whose ratio is rational, and drop what cancels.

    Where it is `lazy`, a very long ratio is not multiplied out to see.
    """
    groups: list[Term] = []
    places_by_kind: dict[_Transcendental, list[int]] = {}  # only these can have a rational ratio
    for coefficient, product in terms:
        if coefficient == 0 or product.zeros:
            continue
        places = places_by_kind.setdefault(_transcendental_part(product), [])
        for place in places:
            sum_so_far, leader = groups[place]
            ratio = _rational_ratio(product, leader, lazy=lazy)
            if ratio is not None:
                groups[place] = (sum_so_far + coefficient * ratio, leader)
                break
        else:
            places.append(len(groups))
            groups.append((coefficient, product))
    return tuple((c, m) for c, m in groups if c)


def _constant_ratio(upper: tuple[Term, ...], lower: tuple[Term, ...], *, lazy: bool) -> Fraction | None:
    if len(upper) != len(lower):
        return None
    by_kind: dict[_Transcendental, list[Term]] = {}
    for d, bottom in lower:
        by_kind.setdefault(_transcendental_part(bottom), []).append((d, bottom))
    constant: Fraction | None = None
    for c, top in upper:
        candidates = by_kind.get(_transcendental_part(top), ())
        ratios = ((d, _rational_ratio(top, bottom, lazy=lazy)) for d, bottom in candidates)
        # No two terms of a grouped sum have a rational ratio, so at most one candidate fits.
        term_ratio = next((c * ratio / d for d, ratio in ratios if ratio is not None), None)
        if term_ratio is None or (constant is not None and term_ratio != constant):
            return None
        constant = term_ratio
    return constant


_Transcendental = tuple[int, int, int]


def _transcendental_part(product: PowerProduct) -> _Transcendental:
    """Return what has to be the same in two products whose ratio is rational."""
    return product.exponential.numerator, product.exponential.denominator, product.root_pi


def _rational_ratio(top: PowerProduct, bottom: PowerProduct, *, lazy: bool) -> Fraction | None:
    """Return the ratio of two products with the same powers of e and √π, if it is rational."""
    if lazy and top.quotient_exceeds(
        bottom, max(_HUGE, _LONG * top.longest_bit_length(), _LONG * bottom.longest_bit_length())
    ):
        return None
    return (top / bottom).rational()


def _enclose_sum(terms: Iterable[Term], bits: int) -> enclosure.Ball:
    total = enclosure.ball_of(0, bits)
    for coefficient, product in terms:
        part = enclosure.ball_of(coefficient, bits).times(product.enclose(bits), bits)
        total = total.plus(part, bits)
    return total


def as_terms(value: Fraction | PowerProduct) -> tuple[Term, ...]:
    """Return `value` as a sum of at most one term."""
    if isinstance(value, PowerProduct):
        return () if value.zeros else ((Fraction(1), value),)
    return ((value, ONE),) if value else ()
