"""Polynomials with whole coefficients as dictionaries, from the powers of all variables to numbers.

How to read: `product`, `quotient` and `common` are what the others rest on. A divisor is guessed from
the values at one large number, and taken only if it divides: a guess can fail, and never mislead.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import reduce
from math import gcd, isqrt

Powers = tuple[int, ...]
Terms = dict[Powers, int]


def collected(terms: Iterable[tuple[Powers, int]]) -> Terms:
    """Return a sum of terms."""
    found: Terms = {}
    for powers, number in terms:
        found[powers] = found.get(powers, 0) + number
    return {powers: number for powers, number in found.items() if number}


def less(one: Terms, other: Terms) -> Terms:
    """Return a difference."""
    return collected((*one.items(), *((powers, -number) for powers, number in other.items())))


def product(one: Terms, other: Terms) -> Terms:
    """Return a product.

    >>> product({(1,): 1, (0,): 1}, {(1,): 1, (0,): -1})
    {(2,): 1, (0,): -1}
    """
    pairs = ((a, b) for a in one.items() for b in other.items())
    return collected((_joined(a, b), m * n) for (a, m), (b, n) in pairs)


def times(terms: Terms, number: int) -> Terms:
    """Return a product with a number other than 0."""
    return {powers: own * number for powers, own in terms.items()}


def over(terms: Terms, number: int) -> Terms:
    """Return a quotient by a number that divides all coefficients."""
    return {powers: own // number for powers, own in terms.items()}


def quotient(one: Terms, other: Terms) -> Terms | None:
    """Return a quotient, None if it is no polynomial.

    >>> quotient({(2,): 1, (0,): -1}, {(1,): 1, (0,): 1})
    {(1,): 1, (0,): -1}
    """
    rest, found = dict(one), Terms()
    lead = max(other)
    while rest:
        top = max(rest)
        number, left = divmod(rest[top], other[lead])
        powers = tuple(a - b for a, b in zip(top, lead, strict=True))
        if left or min(powers, default=0) < 0:
            return None
        found[powers] = number
        rest = less(rest, {_joined(powers, own): number * n for own, n in other.items()})
    return found


def content(terms: Terms) -> int:
    """Return the greatest number that divides all coefficients."""
    return gcd(*terms.values())


def signed(terms: Terms) -> Terms:
    """Return a polynomial other than 0 or its negative: what leads is positive."""
    return terms if terms[max(terms)] > 0 else times(terms, -1)


def degree(terms: Terms, variable: int) -> int:
    """Return the highest power of a variable."""
    return max((powers[variable] for powers in terms), default=0)


def coefficients(terms: Terms, variable: int) -> dict[int, Terms]:
    """Return what each power of a variable is multiplied with."""
    found: dict[int, Terms] = {}
    for powers, number in terms.items():
        without = (*powers[:variable], 0, *powers[variable + 1 :])
        found.setdefault(powers[variable], {})[without] = number
    return found


def derivative(terms: Terms, variable: int) -> Terms:
    """Return the derivative by a variable."""
    return {
        (*powers[:variable], powers[variable] - 1, *powers[variable + 1 :]): number * powers[variable]
        for powers, number in terms.items()
        if powers[variable]
    }


def common_of(polynomials: Iterable[Terms]) -> Terms:
    """Return a greatest common divisor of some polynomials, none of them 0."""
    return reduce(common, polynomials)


def common(one: Terms, other: Terms) -> Terms:
    """Return the greatest common divisor of two polynomials, what leads in it positive.

    >>> common({(2, 0): 2, (0, 2): -2}, {(1, 0): 4, (0, 1): -4})
    {(1, 0): 2, (0, 1): -2}
    """
    if not one or not other:
        return signed(one or other) if one or other else {}
    if not next(iter(one)):
        return {(): gcd(one[()], other[()])}
    contents = content(one), content(other)
    one, other = over(one, contents[0]), over(other, contents[1])
    for place in _places(one, other):
        values = _at(one, place), _at(other, place)
        guess = _with_values(common(*values), place)
        guess = signed(over(guess, content(guess)))
        if quotient(one, guess) is not None and quotient(other, guess) is not None:
            return times(guess, gcd(*contents))
    raise AssertionError


def _places(one: Terms, other: Terms) -> Iterator[int]:
    """Yield larger and larger numbers: from some on, no digit of a common divisor is lost."""
    place = 2 * min(max(map(abs, terms.values())) for terms in (one, other)) + 29
    while True:
        yield place
        place = place * isqrt(isqrt(place)) * 41 // 15


def _at(terms: Terms, place: int) -> Terms:
    """Return the value where the last variable is a number."""
    powers = {power: place**power for power in {of[-1] for of in terms}}
    return collected((of[:-1], number * powers[of[-1]]) for of, number in terms.items())


def _with_values(terms: Terms, place: int) -> Terms:
    """Return the polynomial with small coefficients that has some value where its variable is large."""
    found, power = Terms(), 0
    while terms:
        digits = {of: (number + place // 2) % place - place // 2 for of, number in terms.items()}
        found |= {(*of, power): digit for of, digit in digits.items() if digit}
        rest = {of: (number - digits[of]) // place for of, number in terms.items()}
        terms = {of: number for of, number in rest.items() if number}
        power += 1
    return found


def _joined(one: Powers, other: Powers) -> Powers:
    return tuple(a + b for a, b in zip(one, other, strict=True))
