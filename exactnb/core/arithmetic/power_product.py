"""Scores of the form exp(q)·√π^m·∏ nᵉ, the exact comparison of two of them, and how people write one.

Every class score of Naive Bayes with rational data has this form; that is why every label can be
decided. A product is never multiplied out to be compared.

How to read: the fields are the exponents; `product` adds them. `compare` is the heart: it takes the
logarithm of a quotient at rising precision, and `is_one` is what lets it end. `radical_form` writes one
with square roots.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from math import lcm, prod

from exactnb.core.arithmetic import enclosure
from exactnb.core.arithmetic.integers import exact_root, over_coprime_base
from exactnb.core.record import frozen
from exactnb.core.shown import Numeric
from exactnb.errors import Undecidable

_QUICKLY_EXPANDED = 50_000  # bits up to which that is quicker than to find a coprime base
_MANY = 60  # factors: more are left as they are
_LONGEST = 3_300  # bits of a number that is multiplied out
_DIVISORS = 1_000  # squares of primes below this are looked for in a radicand


@frozen(slots=True, repr=False)
class PowerProduct(Numeric):
    """Stand for 0^zeros · exp(exponential) · √π^root_pi · ∏ nᵉ, never negative.

    `factors` are pairs (n, e): integers n > 1, ascending, rational e ≠ 0. They need not be
    coprime, so `==` compares forms; `compare` and `is_one` compare values.

    >>> half = PowerProduct.of(Fraction(1, 2))
    >>> (half * PowerProduct.of(Fraction(9, 32))).rational()
    Fraction(9, 64)
    >>> PowerProduct.of(2) ** Fraction(1, 2)
    <PowerProduct √2 ≈ 1.41421>
    """

    factors: tuple[tuple[int, Fraction], ...] = ()
    exponential: Fraction = Fraction(0)
    root_pi: int = 0
    zeros: int = 0

    @classmethod
    def of(cls, value: int | Fraction) -> PowerProduct:
        """Return the product that equals the rational `value`; raise ValueError if it is negative."""
        value = Fraction(value)
        if value < 0:
            raise ValueError(f"a PowerProduct is never negative (got {value})")
        if value == 0:
            return cls(zeros=1)
        terms = ((value.numerator, Fraction(1)), (value.denominator, Fraction(-1)))
        return cls(tuple(sorted((n, e) for n, e in terms if n > 1)))

    @classmethod
    def exp(cls, exponent: int | Fraction) -> PowerProduct:
        """Return e to the rational `exponent`."""
        return cls(exponential=Fraction(exponent))

    @classmethod
    def product(cls, parts: Iterable[PowerProduct]) -> PowerProduct:
        """Return the product of `parts`, adding exponents only."""
        factors: dict[int, Fraction] = {}
        exponential, root_pi, zeros = Fraction(0), 0, 0
        for part in parts:
            for number, exponent in part.factors:
                previous = factors.get(number)  # 0 + a fraction would be worked out for each
                factors[number] = exponent if previous is None else previous + exponent
            if part.exponential:
                exponential += part.exponential
            root_pi += part.root_pi
            zeros += part.zeros
        combined = tuple(sorted((n, e) for n, e in factors.items() if e))
        return cls(combined, exponential, root_pi, zeros)

    def __mul__(self, factor: PowerProduct) -> PowerProduct:
        if not isinstance(factor, PowerProduct):  # a symbol of SymPy's knows what to do
            return NotImplemented
        return PowerProduct.product((self, factor))

    def __truediv__(self, divisor: PowerProduct) -> PowerProduct:
        return self * divisor**-1 if isinstance(divisor, PowerProduct) else NotImplemented

    def __pow__(self, exponent: int | Fraction) -> PowerProduct:
        """Raise to a rational power; 0⁰ = 1, and zero to a negative power is an error."""
        exponent = Fraction(exponent)
        if exponent == 0:
            return ONE
        if self.zeros and exponent < 0:
            raise ZeroDivisionError("zero to a negative power")
        halves = self.root_pi * exponent
        if halves.denominator != 1:
            raise ValueError("only whole powers of √π are kept")
        # Zeros are counted, but there is no half of one: a power of 0 has a single zero.
        factors = tuple((n, e * exponent) for n, e in self.factors)
        return PowerProduct(factors, self.exponential * exponent, int(halves), 1 if self.zeros else 0)

    def compare(self, product: PowerProduct) -> int:
        """Return -1, 0 or 1 as this is less than, equal to or greater than `product`, exactly.

        Raises Undecidable only for e and √π mixed, where no theorem is known and enclosures at
        2^14 bits still overlap.

        >>> third = PowerProduct.of(Fraction(1, 3))
        >>> (PowerProduct.of(27) ** Fraction(1, 3)).compare(PowerProduct.of(3))
        0
        >>> PowerProduct.exp(-1).compare(third)
        1
        """
        if self.zeros or product.zeros:
            # Only whether there is a zero matters: 0² is 0.
            return bool(product.zeros) - bool(self.zeros)
        quotient = self / product
        bits = enclosure.FIRST_BITS
        # One enclosure tells most quotients from 1. Only where it does not is the base refined, which
        # costs more, and where that says "not 1" the logarithm is not 0, so that some precision tells
        # its sign.
        sign = quotient.enclose_log(bits).sign()
        if sign is None and quotient.is_one():
            return 0
        while sign is None:  # ends: the logarithm is not zero
            bits *= 2
            if bits > enclosure.LAST_BITS and quotient.root_pi and quotient.exponential:
                raise Undecidable("a product of powers of e and √π could not be told from 1")
            sign = quotient.enclose_log(bits).sign()
        return sign

    def is_one(self) -> bool:
        """Decide whether the value is exactly 1.

        q ≠ 0 makes it transcendental (Lindemann–Weierstrass), and so does a power of √π alone;
        for both at once nothing is known, and the answer here is "not proved to be 1".
        """
        if self.zeros or self.exponential or self.root_pi:
            return False
        if (power := self._to_integer_power()) is not None:
            return power[0] == 1
        return not over_coprime_base(self.factors)

    def over_coprime_base(self) -> PowerProduct:
        """Return the same value over integers that share no divisor, so that all that can cancel has.

        >>> (PowerProduct.of(6) ** 2 / PowerProduct.of(9)).over_coprime_base().factors
        ((2, Fraction(2, 1)),)
        """
        factors = tuple(sorted(over_coprime_base(self.factors).items()))
        return PowerProduct(factors, self.exponential, self.root_pi, self.zeros)

    def rational(self) -> Fraction | None:
        """Return the value as a Fraction if it is rational, else None.

        >>> root_of_16 = (PowerProduct.of(2) * PowerProduct.of(8)) ** Fraction(1, 2)
        >>> root_of_16.rational()
        Fraction(4, 1)
        """
        if self.zeros:
            return Fraction(0)
        if self.exponential or self.root_pi:
            return None
        base = dict(self.factors)
        if not self.has_integer_exponents():
            if (power := self._to_integer_power()) is not None:
                sides = power[0].numerator, power[0].denominator
                upper, lower = (exact_root(side, power[1]) for side in sides)
                return None if upper is None or lower is None else Fraction(upper, lower)
            base = over_coprime_base(self.factors)
        numerators, denominators = [1], [1]
        for number, exponent in base.items():  # coprime, so each power must be rational by itself
            integer_root = exact_root(number, exponent.denominator)
            if integer_root is None:
                return None
            (numerators if exponent > 0 else denominators).append(
                integer_root ** abs(exponent.numerator)
            )
        return Fraction(prod(numerators), prod(denominators))

    def _to_integer_power(self) -> tuple[Fraction, int] | None:
        """Return ∏ nᵉ to the power that makes it rational, and that power; None if it is very long.

        Of a fraction in lowest terms, the root is rational if both sides have one.
        """
        degree = lcm(*(e.denominator for _, e in self.factors))
        if self.bit_bound() * degree > _QUICKLY_EXPANDED:
            return None
        numerators, denominators = [1], [1]
        for number, exponent in self.factors:
            (numerators if exponent > 0 else denominators).append(number ** abs(int(exponent * degree)))
        return Fraction(prod(numerators), prod(denominators)), degree

    def has_integer_exponents(self) -> bool:
        """Say whether only whole powers of integers stand here, so that the value is rational."""
        has_integer_powers = all(e.denominator == 1 for _, e in self.factors)
        return bool(self.zeros) or (has_integer_powers and not self.exponential and not self.root_pi)

    def quotient_exceeds(self, product: PowerProduct, bit_limit: int) -> bool:
        """Say whether the quotient by `product` has more than `bit_limit` bits, multiplied out.

        >>> [PowerProduct.of(8).quotient_exceeds(PowerProduct.of(3), limit) for limit in (5, 6)]
        [True, False]
        """
        # Equal bases cancel first: two long products may have a short quotient.
        exponents = dict(self.factors)
        for number, exponent in product.factors:
            exponents[number] = exponents.get(number, Fraction(0)) - exponent
        return PowerProduct(tuple(exponents.items())).bit_bound() > bit_limit

    def longest_bit_length(self) -> int:
        """Return the bits of the longest integer that stands here."""
        return max((n.bit_length() for n, _ in self.factors), default=0)

    def bit_bound(self) -> int:
        """Return a bound on the bits of numerator and denominator together, if multiplied out."""
        return sum(n.bit_length() * -(-abs(e.numerator) // e.denominator) for n, e in self.factors)

    def enclose(self, bits: int) -> enclosure.Ball:
        """Return a ball around the value, computed with `bits` of working precision."""
        return enclosure.ball_of(0) if self.zeros else self.enclose_log(bits).exp(bits)

    def enclose_log(self, bits: int) -> enclosure.Ball:
        """Return a ball around the natural logarithm to `bits`; raise ZeroDivisionError for zero."""
        if self.zeros:
            raise ZeroDivisionError("the logarithm of zero")
        return enclosure.log_form(self.factors, self.exponential, self.root_pi, bits)


ONE = PowerProduct()


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


def radical_form(product: PowerProduct) -> RadicalForm | None:
    """Return a product in this form, None where its numbers would be too long.

    >>> density = (PowerProduct.of(8) * PowerProduct(root_pi=2)) ** Fraction(-1, 2)
    >>> found = radical_form(density)
    >>> found.rational, found.lower_radicand, found.lower_pi
    (Fraction(1, 2), 2, 1)
    """
    if len(product.factors) > _MANY or product.bit_bound() > _LONGEST:
        return None
    rational = Fraction(1)
    radicands = {1: 1, -1: 1}
    other_powers: list[tuple[int, Fraction]] = []
    for number, exponent in sorted(over_coprime_base(product.factors).items()):
        sign = 1 if exponent > 0 else -1
        exact = exact_root(number, exponent.denominator)
        if exact is not None:
            rational *= Fraction(exact) ** exponent.numerator
            continue
        # 2^(7/2) is 8·√2: whole powers stand before the root.
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
    # Small divisors alone: to find every square would be to factor the number.
    for divisor in range(2, _DIVISORS):
        if divisor * divisor > radicand:
            break
        while radicand % (divisor * divisor) == 0:
            radicand //= divisor * divisor
            outside *= divisor
    return outside, radicand
