"""Polynomials in some variables, as python-flint offers them: common divisors and factors.

Equal factors are found apart, variables by themselves, and the factors of what is of the second degree
in one of its variables; what is of the third degree or higher in each of them is left as it is.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from math import isqrt

from exactnb.core.arithmetic.in_python import sparse
from exactnb.core.arithmetic.in_python.sparse import Terms


class Ordering(Enum):
    """Name the order of monomials: the first variable decides."""

    lex = "lex"


class fmpz_mpoly_ctx:
    """Make polynomials."""

    @staticmethod
    def get(names: tuple[str, int], ordering: Ordering) -> fmpz_mpoly_ctx:
        """Return what makes polynomials in some variables; a dictionary says how many by itself."""
        return fmpz_mpoly_ctx()

    def from_dict(self, terms: Terms) -> fmpz_mpoly:
        """Return the polynomial with some coefficients."""
        return fmpz_mpoly(terms)


class fmpz_mpoly:
    """Hold a polynomial with whole coefficients."""

    def __init__(self, terms: Terms) -> None:
        self._terms = terms

    def to_dict(self) -> Terms:
        """Return the coefficients by the powers of all variables."""
        return self._terms

    def gcd(self, other: fmpz_mpoly) -> fmpz_mpoly:
        """Return the greatest common divisor."""
        return fmpz_mpoly(sparse.common(self._terms, other._terms))

    def __floordiv__(self, other: fmpz_mpoly) -> fmpz_mpoly:
        found = sparse.quotient(self._terms, other._terms)
        if found is None:
            raise ArithmeticError("one polynomial does not divide the other")
        return fmpz_mpoly(found)

    def factor(self) -> tuple[int, list[tuple[fmpz_mpoly, int]]]:
        """Return a number and powers of polynomials, whose product this is.

        >>> number, found = fmpz_mpoly({(2, 0): 6, (0, 2): -6}).factor()
        >>> number, [base.to_dict() for base, _ in found]
        (6, [{(1, 0): 1, (0, 1): -1}, {(1, 0): 1, (0, 1): 1}])
        """
        whole = sparse.signed(self._terms)
        number = sparse.content(whole)
        found = [(fmpz_mpoly(base), power) for base, power in _factors(sparse.over(whole, number))]
        return (number if whole is self._terms else -number), found


def _factors(whole: Terms) -> Iterator[tuple[Terms, int]]:
    """Yield factors of a polynomial without a number that divides it, each with its power."""
    variable = _lowest(whole)
    if variable is None:
        return
    beside = sparse.common_of(sparse.coefficients(whole, variable).values())
    yield from _factors(beside)
    for part, power in _without_squares(_divided(whole, beside), variable):
        if _lowest(part) == variable:
            yield from ((sparse.signed(factor), power) for factor in _apart(part, variable))
        else:  # by itself it may be of a lower degree in another variable
            yield from ((factor, power) for factor, _ in _factors(part))


def _lowest(whole: Terms) -> int | None:
    """Return a variable whose highest power is the lowest, None if there is no variable."""
    degrees = [sparse.degree(whole, variable) for variable in range(len(next(iter(whole))))]
    least = min(filter(None, degrees), default=None)
    return None if least is None else degrees.index(least)


def _without_squares(whole: Terms, variable: int) -> Iterator[tuple[Terms, int]]:
    """Yield the product of the factors of each power that have a variable: Yun's algorithm."""
    slope = sparse.derivative(whole, variable)
    shared = sparse.common(whole, slope)
    rest, slope, power = _divided(whole, shared), _divided(slope, shared), 1
    while sparse.degree(rest, variable):
        slope = sparse.less(slope, sparse.derivative(rest, variable))
        found = sparse.common(rest, slope)
        if sparse.degree(found, variable):
            yield found, power
        rest, slope, power = _divided(rest, found), _divided(slope, found), power + 1


def _apart(whole: Terms, variable: int) -> tuple[Terms, ...]:
    """Return the variable apart, if it divides, and the factors of what is of the second degree."""
    by = sparse.coefficients(whole, variable)
    if 0 not in by and len(by) > 1:
        alone = {tuple(int(v == variable) for v in range(len(next(iter(whole))))): 1}
        return alone, *_apart(_divided(whole, alone), variable)
    if max(by) != 2:
        return (whole,)
    square, linear = by[2], by.get(1, {})
    product = sparse.product(square, by.get(0, {}))
    root = _root(sparse.less(sparse.product(linear, linear), sparse.times(product, 4)))
    if root is None:
        return (whole,)
    doubled = {
        (*powers[:variable], 1, *powers[variable + 1 :]): 2 * number
        for powers, number in square.items()
    }
    first = sparse.less(doubled, sparse.less(root, linear))
    first = _divided(first, sparse.common_of(sparse.coefficients(first, variable).values()))
    return first, _divided(whole, first)


def _root(square: Terms) -> Terms | None:
    """Return the polynomial with a square, None if there is none: term by term, from what leads."""
    lead = max(square)
    half, number = tuple(power // 2 for power in lead), isqrt(max(square[lead], 0))
    found = {half: number}
    rest = sparse.less(square, sparse.product(found, found)) if number else square
    highest = [sparse.degree(square, variable) // 2 for variable in range(len(lead))]
    while rest:
        top = max(rest)
        powers = tuple(a - b for a, b in zip(top, half, strict=True))
        own, left = divmod(rest[top], 2 * number) if number else (0, 1)
        fits = (0 <= power <= most for power, most in zip(powers, highest, strict=True))
        if left or not powers < half or not all(fits):
            return None
        new = {powers: own}
        rest = sparse.less(rest, sparse.product(sparse.times(found, 2) | new, new))
        found |= new
    return found


def _divided(one: Terms, other: Terms) -> Terms:
    found = sparse.quotient(one, other) if one else {}
    assert found is not None
    return found
