"""Polynomials in any variables, with whole coefficients: what is needed to reduce fractions of them.

How to read: a `Polynomial` is a mapping from monomials to coefficients, and adds and multiplies by
itself. Greatest common divisors and irreducible factors are found by python-flint, which is loaded
on first use and told the variables by their numbers; whatever it finds is multiplied out again here,
so that nothing rests on its word but that it looked far enough: a divisor that it missed leaves two
fractions unlike that are equal, never the other way round.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from math import gcd
from typing import Any, Generic, Protocol, TypeVar

from exactnb.core.arithmetic.enclosure import flint


class Variable(Hashable, Protocol):
    """What may be a variable: alike or unlike, and in some order."""

    def __lt__(self, other: Any, /) -> bool:
        """Say which of two comes first in a monomial."""


V = TypeVar("V", bound=Variable)
Monomial = tuple[tuple[V, int], ...]
"""Variables in their order, each with its power, which is positive."""


class Polynomial(Generic[V]):
    """Hold the coefficients of monomials, none of which is zero.

    >>> x, y = Polynomial.variable("x"), Polynomial.variable("y")
    >>> (x + y) * (x - y) == x**2 - y**2
    True
    """

    __slots__ = ("coefficients", "number")

    coefficients: Mapping[Monomial[V], int]
    number: int | None
    """The value of a polynomial without variables, None of any other."""

    def __init__(self, coefficients: Mapping[Monomial[V], int]) -> None:
        self.coefficients = coefficients
        # Every sum and product asks for it, so it is no call.
        self.number = (
            0 if not coefficients else coefficients.get(()) if len(coefficients) == 1 else None
        )

    @staticmethod
    def constant(value: int) -> Polynomial[V]:
        """Return the polynomial that is the integer `value`."""
        return Polynomial({(): value} if value else {})

    @staticmethod
    def variable(variable: V) -> Polynomial[V]:
        """Return a variable by itself."""
        return Polynomial({((variable, 1),): 1})

    def __repr__(self) -> str:
        terms = self.coefficients.items()
        parts = (
            "·".join((str(coefficient), *(f"{v}^{e}" for v, e in monomial)))
            for monomial, coefficient in terms
        )
        return " + ".join(parts) or "0"

    def __eq__(self, other: object) -> bool:
        return self is other or (
            isinstance(other, Polynomial) and self.coefficients == other.coefficients
        )

    def __hash__(self) -> int:
        return hash(frozenset(self.coefficients.items()))

    @property
    def leading_coefficient(self) -> int:
        """Return the coefficient of the greatest monomial, 0 for zero.

        Monomials are compared by the power of their last variable, then of the one before: so what
        leads in a product is the product of what leads in its factors.
        """
        if not self.coefficients:
            return 0
        return self.coefficients[max(self.coefficients, key=lambda powers: powers[::-1])]

    def variables(self) -> frozenset[V]:
        """Return the variables that stand somewhere in it."""
        return frozenset(variable for monomial in self.coefficients for variable, _ in monomial)

    def __neg__(self) -> Polynomial[V]:
        return self.times(-1)

    def __add__(self, addend: Polynomial[V]) -> Polynomial[V]:
        if not self.coefficients or not addend.coefficients:
            return addend if addend.coefficients else self
        return _collected((*self.coefficients.items(), *addend.coefficients.items()))

    def __sub__(self, subtrahend: Polynomial[V]) -> Polynomial[V]:
        return self + -subtrahend

    def __mul__(self, factor: Polynomial[V]) -> Polynomial[V]:
        if (number := factor.number) is not None:
            return self.times(number)
        if (number := self.number) is not None:
            return factor.times(number)
        pairs = ((a, b) for a in self.coefficients.items() for b in factor.coefficients.items())
        return _collected((_multiplied(a, b), m * n) for (a, m), (b, n) in pairs)

    def __pow__(self, exponent: int) -> Polynomial[V]:
        if exponent == 1:
            return self
        if len(self.coefficients) == 1:
            ((monomial, number),) = self.coefficients.items()
            powers = tuple((v, e * exponent) for v, e in monomial if exponent)
            return Polynomial({powers: number**exponent})
        result, base = Polynomial[V].constant(1), self
        while exponent:
            result = result * base if exponent % 2 else result
            exponent //= 2
            base = base * base if exponent else base
        return result

    def times(self, number: int) -> Polynomial[V]:
        """Return the polynomial times a whole number."""
        if number == 1:
            return self
        return Polynomial(
            {monomial: n * number for monomial, n in self.coefficients.items()} if number else {}
        )

    def divided_by(self, number: int) -> Polynomial[V]:
        """Return the polynomial divided by a whole number, which divides all its coefficients."""
        if number == 1:
            return self
        return Polynomial({monomial: n // number for monomial, n in self.coefficients.items()})

    def content(self) -> int:
        """Return the greatest whole number that divides all coefficients."""
        return gcd(*self.coefficients.values())

    def derivative(self, by: V) -> Polynomial[V]:
        """Return the derivative by a variable, all others held fast."""
        terms: list[tuple[Monomial[V], int]] = []
        for monomial, number in self.coefficients.items():
            if power := dict(monomial).get(by, 0):
                reduced = ((v, power - 1 if v == by else e) for v, e in monomial)
                terms.append((tuple((v, e) for v, e in reduced if e), number * power))
        return _collected(terms)


def _collected(terms: Iterable[tuple[Monomial[V], int]]) -> Polynomial[V]:
    coefficients: dict[Monomial[V], int] = {}
    for monomial, number in terms:
        coefficients[monomial] = coefficients.get(monomial, 0) + number
    if all(coefficients.values()):  # nothing cancelled: a copy would hash every monomial again
        return Polynomial(coefficients)
    return Polynomial({monomial: number for monomial, number in coefficients.items() if number})


def _multiplied(first: Monomial[V], second: Monomial[V]) -> Monomial[V]:
    if not first or not second:
        return first or second
    powers = dict(first)
    for variable, power in second:
        powers[variable] = powers.get(variable, 0) + power
    return tuple(sorted(powers.items()))


def gcd_and_quotients(
    first: Polynomial[V], second: Polynomial[V]
) -> tuple[Polynomial[V], Polynomial[V], Polynomial[V]]:
    """Return a greatest common divisor of `first` and `second`, not both 0, and both quotients.

    >>> x, y = Polynomial.variable("x"), Polynomial.variable("y")
    >>> gcd_and_quotients(x**2 - y**2, x - y)[1] == x + y
    True
    """
    shared = first.variables() & second.variables()
    # With no variable in both, only a number can divide both.
    if not shared:
        number = gcd(first.content(), second.content())
        return Polynomial.constant(number), first.divided_by(number), second.divided_by(number)
    # Most polynomials are monomials, and making a ring for these would cost more than the division.
    if min(len(first.coefficients), len(second.coefficients)) == 1:
        divisor = _common_monomial(first, second)
        return divisor, _divided_by_monomial(first, divisor), _divided_by_monomial(second, divisor)
    if first == second:
        return first, Polynomial.constant(1), Polynomial.constant(1)
    ring = _Ring(first.variables() | second.variables())
    first_element, second_element = ring.to_flint(first), ring.to_flint(second)
    greatest = first_element.gcd(second_element)
    parts = (
        ring.from_flint(part)
        for part in (greatest, first_element // greatest, second_element // greatest)
    )
    divisor, first_cofactor, second_cofactor = parts
    # Lines are accepted by this: what the library found is multiplied out again, and not believed.
    if divisor * first_cofactor != first or divisor * second_cofactor != second:
        raise ArithmeticError("a common divisor does not divide")
    return divisor, first_cofactor, second_cofactor


def _common_monomial(first: Polynomial[V], second: Polynomial[V]) -> Polynomial[V]:
    """Return the greatest monomial that divides both, of which one is a monomial times a number."""
    monomials = (*first.coefficients, *second.coefficients)
    least = dict(monomials[0])
    for monomial in map(dict, monomials[1:]):
        least = {variable: min(power, monomial.get(variable, 0)) for variable, power in least.items()}
    powers = tuple((variable, power) for variable, power in least.items() if power)
    return Polynomial({powers: gcd(first.content(), second.content())})


def _divided_by_monomial(polynomial: Polynomial[V], divisor: Polynomial[V]) -> Polynomial[V]:
    ((monomial, number),) = divisor.coefficients.items()
    divisor_powers = dict(monomial)
    return Polynomial(
        {
            tuple(
                (v, e - divisor_powers.get(v, 0)) for v, e in powers if e > divisor_powers.get(v, 0)
            ): n // number
            for powers, n in polynomial.coefficients.items()
        }
    )


def factored(polynomial: Polynomial[V]) -> tuple[int, list[tuple[Polynomial[V], int]]]:
    """Return a polynomial other than zero as a number and powers of irreducible polynomials.

    >>> x, y = Polynomial.variable("x"), Polynomial.variable("y")
    >>> number, powers = factored((x - y) ** 2 * x * Polynomial.constant(6))
    >>> number, sorted(power for _, power in powers)
    (6, [1, 2])
    """
    if len(polynomial.coefficients) == 1:
        ((monomial, number),) = polynomial.coefficients.items()
        return number, [(Polynomial.variable(variable), power) for variable, power in monomial]
    ring = _Ring(polynomial.variables())
    try:
        constant, powers = ring.to_flint(polynomial).factor()
    except OverflowError:  # python-flint 0.9 sorts factors by differences of coefficients, in 32 bits
        constant, powers = ring.to_flint(polynomial, rational=True).factor()
    factors = [(ring.from_flint(base), int(power)) for base, power in powers]
    product = Polynomial[V].constant(int(constant))
    for base, power in factors:
        product *= base**power
    if product != polynomial:
        raise ArithmeticError("a polynomial is not what its factors multiply to")
    return int(constant), factors


def prime_powers(number: int) -> list[tuple[int, int]]:
    """Return the prime factors of a positive integer `number` in ascending order, each with its power.

    >>> prime_powers(12)
    [(2, 2), (3, 1)]
    """
    return sorted((int(prime), int(power)) for prime, power in flint().fmpz(number).factor())


class _Ring(Generic[V]):
    """Write polynomials in some variables as python-flint's, and back."""

    def __init__(self, variables: Iterable[V]) -> None:
        self.variables = sorted(variables)
        self._named = ("x", len(self.variables)), flint().Ordering.lex

    def to_flint(self, polynomial: Polynomial[V], *, rational: bool = False) -> Any:
        context = flint().fmpq_mpoly_ctx if rational else flint().fmpz_mpoly_ctx
        terms = {}
        for monomial, number in polynomial.coefficients.items():
            powers = dict(monomial)
            terms[tuple(powers.get(variable, 0) for variable in self.variables)] = number
        return context.get(*self._named).from_dict(terms)

    def from_flint(self, polynomial: Any) -> Polynomial[V]:
        coefficients: dict[Monomial[V], int] = {}
        for powers, number in polynomial.to_dict().items():
            pairs = zip(self.variables, powers, strict=True)
            monomial = tuple((variable, int(power)) for variable, power in pairs if power)
            coefficients[monomial] = int(number)
        return Polynomial(coefficients)
