"""Factorials: small ones multiplied out, large ones as powers of primes, by Legendre's formula."""

from __future__ import annotations

from fractions import Fraction
from math import factorial, isqrt

from exactnb.arithmetic.power_product import PowerProduct
from exactnb.errors import Unsupported

__all__ = ["factorial_of"]

_MULTIPLIED_OUT = 20_000
_LARGEST = 1_000_000


def factorial_of(number: int) -> Fraction | PowerProduct:
    """Return the product of the whole numbers up to one that is not negative.

    >>> factorial_of(5), factorial_of(30_000).factors[0]
    (Fraction(120, 1), (2, Fraction(29993, 1)))

    Raises Unsupported beyond a million.
    """
    if number <= _MULTIPLIED_OUT:
        return Fraction(factorial(number))
    if number > _LARGEST:
        raise Unsupported(f"a factorial of more than {_LARGEST:,} is not worked out")
    return PowerProduct(tuple((p, Fraction(_times(p, number))) for p in _primes(number)))


def _times(prime: int, number: int) -> int:
    """Return how often a prime divides the factorial of a number."""
    total = 0
    while number:
        number //= prime
        total += number
    return total


def _primes(last: int) -> list[int]:
    """Return the primes up to a number, by the sieve of Eratosthenes."""
    sieve = bytearray([1]) * (last + 1)
    for number in range(2, isqrt(last) + 1):
        if sieve[number]:
            multiples = range(number * number, last + 1, number)
            sieve[number * number :: number] = bytes(len(multiples))
    return [number for number in range(2, last + 1) if sieve[number]]
