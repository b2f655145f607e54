"""What an expression can be worth beside a number, and the arithmetic that it is worked out with.

Small factorials and rising products are multiplied out, large ones are powers of primes. Source: A.-M.
Legendre, "Théorie des nombres" (1830), for how often a prime divides a factorial; the same count for
numbers in equal steps asks where in the steps each power of it stands first.

How to read: first the values that are no numbers, and when two values are the same; then `Operations`,
which is exact, after the products that look before they work.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from itertools import compress
from math import factorial, isqrt, prod

from exactnb.core.arithmetic import matrices, roots, values
from exactnb.core.arithmetic.power_product import PowerProduct
from exactnb.core.arithmetic.rounding import Decimal
from exactnb.core.arithmetic.values import Number, Undefined
from exactnb.core.record import frozen
from exactnb.core.shown import Symbolic, Written
from exactnb.errors import Unsupported

_LARGEST_EXPANDED = 20_000
_LARGEST = 1_000_000
_BITS = 50_000  # of a rising product that is multiplied out
_LARGEST_PRIME = 4_000_000
_PLACES = 5_000
_MOST_UNFACTORED = 100_000  # numbers beyond the primes that are kept as they are


@frozen(slots=True)
class Decision(Written):
    """The class that is decided on, or all the labels of a tie."""

    labels: tuple[str, ...]


@frozen(slots=True)
class Listed(Symbolic):
    """A set of things in words, or of sets of them, in an order that is always the same."""

    groups: tuple[tuple[str, ...], ...]


NoNumber = (
    Decision
    | Listed
    | bool
    | matrices.Vector
    | matrices.Matrix
    | roots.Points
    | roots.Everywhere
    | roots.Equation
)
"""Values that cannot be added or compared as numbers are."""

Value = Number | NoNumber


def decided_labels(value: Value) -> tuple[str, ...]:
    """Return the labels of the decision `value`, () if it is undefined."""
    return value.labels if isinstance(value, Decision) else ()


def with_limits(value: Value) -> Value:
    """Return what a value is worth in an answer: where it depends on λ, its limit."""
    return value if isinstance(value, NoNumber) else values.limit(value)


def are_equal(left: Value, right: Value) -> bool:
    """Say whether `left` and `right` are equal, exactly; undefined equals undefined.

    >>> from fractions import Fraction
    >>> are_equal(Fraction(2, 4), Fraction(1, 2)), are_equal(values.UNDEFINED, Fraction(0))
    (True, False)

    Raises Undecidable or Unsupported where no theorem is known that tells.
    """
    if isinstance(left, roots.Points) and isinstance(right, roots.Points):
        pairs = zip(left.parts, right.parts, strict=False)
        same_shape = len(left.parts) == len(right.parts) and left.kind == right.kind
        return same_shape and all(are_equal(a, b) for a, b in pairs)
    if isinstance(left, Listed) and isinstance(right, Listed):  # sets have no order
        left_groups, right_groups = (sorted(map(sorted, listed.groups)) for listed in (left, right))
        return left_groups == right_groups
    if isinstance(left, NoNumber) or isinstance(right, NoNumber):
        return type(left) is type(right) and left == right
    if isinstance(left, Undefined) or isinstance(right, Undefined):
        return left == right
    return values.compare(left, right) == 0


BASES = {"log": None, "log2": 2, "log10": 10}
"""The bases of the logarithms by their names in an expression; None is e."""


def factorial_of(number: int) -> Fraction | PowerProduct:
    """Return `number`!, of an integer that is not negative.

    >>> factorial_of(5), factorial_of(30_000).factors[0]
    (Fraction(120, 1), (2, Fraction(29993, 1)))

    Raises Unsupported beyond a million.
    """
    if number <= _LARGEST_EXPANDED:
        return Fraction(factorial(number))
    if number > _LARGEST:
        raise Unsupported(f"a factorial of more than {_LARGEST:,} is not worked out")
    return rising_product(Fraction(1), number)


def rising_product(first: Fraction, times: int) -> Fraction | PowerProduct:
    """Return the product of `times` numbers from `first` on, which is not negative, in steps of 1.

    >>> rising_product(Fraction(3), 2), rising_product(Fraction(1, 2), 3)
    (Fraction(12, 1), Fraction(15, 8))

    Raises Unsupported beyond a million, and for many numbers without small factors.
    """
    if first <= 0:
        if first < 0:
            raise Unsupported("a rising product begins at a number that is not negative")
        return Fraction(int(times == 0))
    start, step = first.numerator, first.denominator
    numbers = range(start, start + times * step, step)
    last = start + times * step
    if times * last.bit_length() <= _BITS:
        return Fraction(prod(numbers), step**times)
    if times > _LARGEST or (last > _LARGEST_PRIME and times > _MOST_UNFACTORED):
        raise Unsupported(f"a product of {times:,} numbers is not worked out")
    if last > _LARGEST_PRIME:
        powers = PowerProduct.product(map(PowerProduct.of, numbers))
    else:
        powers_of_primes = ((prime, _prime_multiplicity(prime, numbers)) for prime in _primes(last))
        powers = PowerProduct(tuple((p, Fraction(e)) for p, e in powers_of_primes if e))
    return powers / PowerProduct.of(step) ** times


def _prime_multiplicity(prime: int, numbers: range) -> int:
    """Return how often a prime divides the product of numbers in equal steps, prime to the first."""
    if numbers.step % prime == 0:
        return 0
    total, power = 0, prime
    while power <= numbers[-1]:
        place = -numbers.start * pow(numbers.step, -1, power) % power  # of the first one it divides
        total += len(range(place, len(numbers), power))
        power *= prime
    return total


def _primes(last: int) -> list[int]:
    """Return the primes up to a number, by the sieve of Eratosthenes."""
    sieve = bytearray(b"\1") * (last + 1)
    for number in range(2, isqrt(last) + 1):
        if sieve[number]:
            multiples = range(number * number, last + 1, number)
            sieve[number * number :: number] = bytes(len(multiples))
    return list(compress(range(2, last + 1), sieve[2:]))


class Operations:
    """What `evaluate` asks for each step: done exactly, unless a kind of it differs."""

    def add(self, terms: Iterable[Number]) -> Number:
        """Return the sum of `terms`."""
        return values.add(terms)

    def multiply(self, factors: Iterable[Number]) -> Number:
        """Return the product of `factors`."""
        return values.multiply(factors)

    def divide(self, numerator: Number, denominator: Number) -> Number:
        """Return `numerator` over `denominator`."""
        return values.divide(numerator, denominator)

    def negate(self, value: Number) -> Number:
        """Return the value with the other sign."""
        return values.negate(value)

    def power(self, base: Number, exponent: Number) -> Number:
        """Return a power of `base`; raise Unsupported for an exponent that is not rational."""
        rational = values.rational(exponent)
        if rational is None:
            raise Unsupported("an exponent is a rational number")
        return values.power(base, rational)

    def function(self, name: str, argument: Number) -> Number:
        """Return exp, sqrt, the absolute value or a logarithm, by its `name`, of `argument`.

        Raises Unsupported for any other name.
        """
        if name == "abs":
            return values.absolute(argument)
        if name in BASES:
            return values.logarithm(argument, BASES[name])
        if name == "exp":
            return values.exponential(argument)
        if name == "sqrt":
            return values.power(argument, Fraction(1, 2))
        raise Unsupported(f"unknown function {name!r}")

    def factorial(self, argument: Number) -> Number:
        """Return the factorial of a whole `argument`; raise Unsupported for any other."""
        size = values.rational(argument)
        if size is None or size.denominator != 1 or size < 0:
            raise Unsupported("a factorial is of a whole number")
        return factorial_of(int(size))


EXACT = Operations()
"""The arithmetic of `arithmetic.values`, without limits."""


def decimal_value(decimal: Decimal) -> Number:
    """Return the value of `decimal`; one with very many zeros is not written out."""
    if abs(decimal.places) <= _PLACES:
        return decimal.value
    return values.multiply(
        [Fraction(decimal.units), values.power(Fraction(10), -Fraction(decimal.places))]
    )
