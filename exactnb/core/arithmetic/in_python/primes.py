"""Prime factors of integers."""

from __future__ import annotations


class fmpz(int):
    """An integer that knows its prime factors."""

    def factor(self) -> list[tuple[int, int]]:
        """Return the prime factors of a positive integer in ascending order, each with its power.

        >>> fmpz(360).factor()
        [(2, 3), (3, 2), (5, 1)]
        """
        found, rest, divisor = [], int(self), 2
        while divisor * divisor <= rest:
            power = 0
            while rest % divisor == 0:
                rest //= divisor
                power += 1
            found += [(divisor, power)] if power else []
            divisor += 1 if divisor == 2 else 2
        return found + ([(rest, 1)] if rest > 1 else [])
