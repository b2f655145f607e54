"""Power products as people write them: one rational number, square roots, a power of e."""

from __future__ import annotations

from fractions import Fraction

from exactnb.core.arithmetic.coprime import over_coprime_base, root
from exactnb.core.arithmetic.power_product import PowerProduct
from exactnb.core.record import frozen

_MANY = 60  # factors: more are left as they are
_LONGEST = 3_300  # bits of a number that is multiplied out
_DIVISORS = 1_000  # squares of primes below this are looked for in a radicand


@frozen(slots=True)
class RadicalForm:
    """Stand for rational · √(upper_radicand·π^upper_pi) / √(lower_radicand·π^lower_pi) · ∏ nᵉ · exp(q).

    `other_powers` are powers that are no square roots; their exponents lie between −1 and 1.
    """

    rational: Fraction
    upper_radicand: int
    lower_radicand: int
    upper_pi: int
    lower_pi: int
    other_powers: tuple[tuple[int, Fraction], ...]
    exponential: Fraction


def simplified(product: PowerProduct) -> RadicalForm | None:
    """Return a product in this form, None where its numbers would be too long.

    >>> density = (PowerProduct.of(8) * PowerProduct(root_pi=2)) ** Fraction(-1, 2)
    >>> found = simplified(density)
    >>> found.rational, found.lower_radicand, found.lower_pi
    (Fraction(1, 2), 2, 1)
    """
    if len(product.factors) > _MANY or product.bits() > _LONGEST:
        return None
    rational = Fraction(1)
    radicands = {1: 1, -1: 1}
    other_powers: list[tuple[int, Fraction]] = []
    for number, exponent in sorted(over_coprime_base(product.factors).items()):
        sign = 1 if exponent > 0 else -1
        exact = root(number, exponent.denominator)
        if exact is not None:
            rational *= Fraction(exact) ** exponent.numerator
            continue
        integer, rest = divmod(abs(exponent), 1)
        rational *= Fraction(number) ** (sign * int(integer))
        if rest == Fraction(1, 2):
            radicands[sign] *= number
        else:
            other_powers.append((number, sign * rest))
    for sign, radicand in radicands.items():
        outside, radicands[sign] = _without_squares(radicand)
        rational *= Fraction(outside) ** sign
    pi = product.root_pi
    return RadicalForm(
        rational,
        radicands[1],
        radicands[-1],
        max(pi, 0),
        max(-pi, 0),
        tuple(other_powers),
        product.exponential,
    )


def _without_squares(radicand: int) -> tuple[int, int]:
    """Return a and b with √radicand = a·√b, squares of small numbers taken out."""
    outside = 1
    for divisor in range(2, _DIVISORS):
        if divisor * divisor > radicand:
            break
        while radicand % (divisor * divisor) == 0:
            radicand //= divisor * divisor
            outside *= divisor
    return outside, radicand
