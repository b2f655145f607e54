"""Exact random draws from a seed: the same on every machine and with every version of Python."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from hashlib import sha256
from math import lcm
from numbers import Integral
from typing import TypeVar

from exactnb.core.arithmetic import values
from exactnb.core.arithmetic.integers import exact_text
from exactnb.core.arithmetic.irrational import Finite
from exactnb.errors import InputError

T = TypeVar("T")


class Draws:
    """Draw whole numbers and shares from the bits of SHA-256 over a seed and a counter.

    No share is rounded: a share of 1/3 is drawn with probability 1/3 exactly, if the bits are fair.

    >>> draws = Draws("7")
    >>> [draws.integer_below(6) for _ in range(5)]
    [5, 3, 5, 4, 1]
    """

    def __init__(self, seed: int | str) -> None:
        if not isinstance(seed, Integral | str):
            raise InputError.expected("a whole number or a text", seed, at="seed")
        self._seed = str(seed)
        self._block = 0
        self._bits = 0
        self._size = 0

    def integer_below(self, number: int) -> int:
        """Return one of 0 to `number` − 1, all equally likely; raise ValueError if there is none."""
        if number < 1:
            raise ValueError(f"'number' must be at least 1 (got {number})")
        size = (number - 1).bit_length()
        while (
            candidate := self._random_bits(size)
        ) >= number:  # a number that is too large is drawn again
            pass
        return candidate

    def choose_index(self, shares: Sequence[Fraction]) -> int:
        """Return the place of one of some shares of 1, drawn by an integer inverse CDF.

        Raises InputError for shares that are negative or do not add up to 1.
        """
        total = sum(shares, Fraction(0))
        if any(share < 0 for share in shares):
            raise InputError("a share must not be negative")
        if total != 1:
            raise InputError(f"the shares add up to {exact_text(total)}, not to 1")
        # Over one denominator an integer decides, and no share is rounded.
        common = lcm(*(share.denominator for share in shares))
        remaining = self.integer_below(common)
        for place, share in enumerate(shares):
            remaining -= share.numerator * (common // share.denominator)
            if remaining < 0:
                return place
        raise AssertionError("shares of 1 leave nothing over")

    def pick(self, items: Sequence[T]) -> T:
        """Return one of the `items`, all equally likely."""
        return items[self.integer_below(len(items))]

    def shuffled(self, items: Sequence[T]) -> list[T]:
        """Return the `items` in another order, all orders equally likely."""
        result = list(items)
        for index in range(len(result) - 1, 0, -1):
            swap = self.integer_below(index + 1)
            result[index], result[swap] = result[swap], result[index]
        return result

    def uniform(self) -> Uniform:
        """Return a number between 0 and 1 whose bits are drawn as they are needed."""
        return Uniform(self._random_bits)

    def _random_bits(self, size: int) -> int:
        # Blocks of a hash, not Python's `random`, whose methods may draw otherwise in another version.
        while self._size < size:
            digest = sha256(f"{self._seed}:{self._block}".encode(errors="surrogatepass")).digest()
            self._bits = (self._bits << 256) | int.from_bytes(digest, "big")
            self._size += 256
            self._block += 1
        self._size -= size
        bits = self._bits >> self._size
        self._bits &= (1 << self._size) - 1
        return bits


class Uniform:
    """A number between 0 and 1, known by the bits that were drawn so far.

    >>> Draws(1).uniform().is_below(Fraction(1))
    True
    """

    def __init__(self, take: Callable[[int], int]) -> None:
        self._take, self._numerator, self._bits = take, 0, 0

    def is_below(self, bound: Finite) -> bool:
        """Say whether the number is below a bound: exactly, by as many bits as it takes.

        That the bound lies where the bits end, so that more and more are needed, has probability 0.
        """
        while True:
            low, high = bound, bound
            if not isinstance(bound, Fraction):
                # More closely than the bits that were drawn, or its own width would leave it open.
                bounds = values.enclose(bound, self._bits + 64).bounds()
                low, high = bounds if bounds is not None else (Fraction(0), Fraction(1))
            if low * 2**self._bits >= self._numerator + 1:
                return True
            if high * 2**self._bits <= self._numerator:
                return False
            self._numerator = (self._numerator << 64) | self._take(64)
            self._bits += 64
