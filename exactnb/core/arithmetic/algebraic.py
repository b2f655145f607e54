"""Real zeros of polynomials with rational coefficients: found, told apart, enclosed, counted.

A polynomial is its whole coefficients, the constant first. How to read: `irreducible` splits into
factors, `real_zeros` gives the zeros of one in order; `isolated` finds intervals with one zero each, by
Descartes' rule of signs; an `AlgebraicRoot` is a zero of an irreducible polynomial that has no root
written for it. `Sturm` counts in another way, by Sturm's theorem.

Sources: A. Akritas, Elements of Computer Algebra (1989), chapters 7 and 8.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import pairwise
from math import gcd, lcm

from exactnb.core.arithmetic import enclosure
from exactnb.core.arithmetic.irrational import COMBINED, Finite, Irrational
from exactnb.core.arithmetic.polynomials import Polynomial, factored
from exactnb.core.record import frozen
from exactnb.errors import Unsupported

Whole = tuple[int, ...]
Interval = tuple[Fraction, Fraction]

_HIGHEST = 200  # degree


@frozen(slots=True)
class AlgebraicRoot(Irrational):
    """Stand for a real zero of an irreducible polynomial: the only one between two rational numbers.

    `place` says which of all its real zeros it is, the first being 1.

    >>> (root,) = real_zeros((-1, -1, 0, 1))  # x³ = x + 1
    >>> root.compare(Fraction("1.324717")), root.compare(Fraction("1.324718"))
    (1, -1)
    """

    polynomial: Whole
    place: int
    between: Interval

    def enclose(self, bits: int) -> enclosure.Ball:
        """Return a ball around the value, computed with the given working precision."""
        low, high = self.between
        width = Fraction(1, 1 << bits)
        while high - low > width * max(abs(low), width):
            low, high = self._halved(low, high)
        return enclosure.around(low, high, bits)

    def _halved(self, low: Fraction, high: Fraction) -> Interval:
        middle = (low + high) / 2
        above = sign_at(self.polynomial, high)
        return (low, middle) if sign_at(self.polynomial, middle) == above else (middle, high)

    def compare(self, other: Fraction) -> int:
        """Return -1 or 1 as this is less or greater than a rational number, which it never is."""
        low, high = self.between
        if other <= low or other >= high:
            return 1 if other <= low else -1
        return -1 if sign_at(self.polynomial, other) == sign_at(self.polynomial, high) else 1

    def plus(self, other: Fraction) -> Finite:
        """Return the sum with nothing; others have no exact form here."""
        if other:
            raise Unsupported(COMBINED)
        return self

    def times(self, other: Fraction) -> Finite:
        """Return the product with 0 or 1; others have no exact form here."""
        if other not in (0, 1):
            raise Unsupported(COMBINED)
        return self if other else Fraction(0)

    def is_same(self, other: Finite) -> bool:
        """Say whether another number is seen to be this one, part by part."""
        if not isinstance(other, AlgebraicRoot):
            return False
        return (self.polynomial, self.place) == (other.polynomial, other.place)


def whole(coefficients: Sequence[Fraction]) -> Whole:
    """Return rational coefficients as whole ones that share no divisor, the last one positive.

    >>> whole([Fraction(1, 2), Fraction(0), Fraction(-1, 3), Fraction(0)])
    (-3, 0, 2)
    """
    kept = list(coefficients)
    while kept and not kept[-1]:
        kept.pop()
    if not kept:
        return ()
    common = lcm(*(c.denominator for c in kept))
    numbers = [int(c * common) for c in kept]
    scale = gcd(*numbers) * (1 if numbers[-1] > 0 else -1)
    return tuple(number // scale for number in numbers)


def value_at(polynomial: Sequence[int | Fraction], place: Fraction) -> Fraction:
    """Return what a polynomial is worth at a number.

    >>> value_at((1, 0, 2), Fraction(1, 2))
    Fraction(3, 2)
    """
    found = Fraction(0)
    for coefficient in reversed(polynomial):
        found = found * place + coefficient
    return found


def sign_at(polynomial: Whole, place: Fraction) -> int:
    """Return the sign of a polynomial at a number."""
    found, (above, below) = 0, place.as_integer_ratio()
    power = 1
    for coefficient in reversed(polynomial):  # times a power of the denominator, which is positive
        found = found * above + coefficient * power
        power *= below
    return (found > 0) - (found < 0)


def irreducible(polynomial: Whole) -> list[tuple[Whole, int]]:
    """Return the irreducible factors of a polynomial other than zero, each with its power.

    >>> irreducible((0, -2, 0, 1))
    [((0, 1), 1), ((-2, 0, 1), 1)]
    """
    if len(polynomial) - 1 > _HIGHEST:
        raise Unsupported(f"the zeros of a polynomial of more than {_HIGHEST} powers")
    _, powers = factored(
        Polynomial({(("x", n),) if n else (): c for n, c in enumerate(polynomial) if c})
    )
    found = []
    for base, power in powers:
        known = {of[0][1] if of else 0: c for of, c in base.coefficients.items()}
        listed = [Fraction(known.get(n, 0)) for n in range(max(known) + 1)]
        found.append((whole(listed), power))
    return sorted(found, key=lambda of: (len(of[0]), [abs(c) for c in of[0]], of[0]))


def isolated(polynomial: Whole) -> list[Interval]:
    """Return intervals with rational ends, in order, that hold one real zero each, and all of them.

    No two zeros of the polynomial are equal, and none is rational.

    >>> isolated((-2, 0, 1))
    [(Fraction(-4, 1), Fraction(0, 1)), (Fraction(0, 1), Fraction(4, 1))]
    """
    bound = Fraction(bound_of(polynomial))
    return list(_isolated(polynomial, -bound, bound))


def _isolated(polynomial: Whole, low: Fraction, high: Fraction) -> Iterator[Interval]:
    variations = _variations(polynomial, low, high)
    if variations == 1:
        yield low, high
    elif variations:
        middle = (low + high) / 2
        yield from _isolated(polynomial, low, middle)
        yield from _isolated(polynomial, middle, high)


def _variations(polynomial: Whole, low: Fraction, high: Fraction) -> int:
    """Return how often signs change in the polynomial whose positive zeros are those in between.

    Where they never do, or once, there are as many zeros: Descartes' rule for x = (l + h·y)/(1 + y).
    """
    # In whole numbers, as fractions would be reduced at every step: d·x takes the place of x.
    below = lcm(low.denominator, high.denominator)
    start, width = int(low * below), int((high - low) * below)
    degree = len(polynomial) - 1
    shifted = _shifted([c * below ** (degree - power) for power, c in enumerate(polynomial)], start)
    scaled = [c * width**power for power, c in enumerate(shifted)]
    signs = [c > 0 for c in _shifted(scaled[::-1], 1) if c]
    return sum(one != other for one, other in pairwise(signs))


def _shifted(polynomial: list[int], by: int) -> list[int]:
    """Return the coefficients of p(x + by)."""
    found = list(polynomial)
    for start in range(len(found) - 1):
        for at in range(len(found) - 2, start - 1, -1):
            found[at] += by * found[at + 1]
    return found


def bound_of(polynomial: Whole) -> int:
    """Return a power of two that no zero reaches, positive or negative (Fujiwara's bound).

    >>> bound_of((-100, 0, 1))
    32
    """
    *others, last = (abs(c).bit_length() for c in polynomial)
    orders = range(len(others), 0, -1)
    steps = [-(-(size - last + 1) // of) for of, size in zip(orders, others, strict=True)]
    return 1 << max(1, 1 + max(steps, default=0))


def real_zeros(polynomial: Whole) -> list[AlgebraicRoot]:
    """Return the real zeros of an irreducible polynomial of the second degree or more, in order."""
    return [AlgebraicRoot(polynomial, n, of) for n, of in enumerate(isolated(polynomial), start=1)]


class Sturm:
    """Count the different real zeros of a polynomial between any two numbers, by Sturm's theorem.

    >>> zeros = Sturm((0, -2, 0, 1))
    >>> zeros.count(Fraction(0)), zeros.count(Fraction(-2), Fraction(0))
    (1, 2)
    """

    def __init__(self, polynomial: Whole) -> None:
        self.polynomial = polynomial
        self._chain = _sturm(polynomial) if len(polynomial) > 1 else []

    def count(self, low: Fraction, high: Fraction | None = None) -> int:
        """Return how many lie above one number, and not above another."""
        end = Fraction(bound_of(self.polynomial)) if high is None else high
        return _changes_at(self._chain, low) - _changes_at(self._chain, end)


def count_zeros(polynomial: Whole, low: Fraction, high: Fraction | None = None) -> int:
    """Return how many different real zeros lie above one number, and not above another.

    >>> count_zeros((0, -2, 0, 1), Fraction(0)), count_zeros((1, -2, 1), Fraction(0), Fraction(1))
    (1, 1)
    """
    return Sturm(polynomial).count(low, high)


def _sturm(polynomial: Whole) -> list[Whole]:
    """Return Sturm's chain of a polynomial without its multiple zeros, each of which it keeps once."""
    chain = [polynomial, tuple(n * c for n, c in enumerate(polynomial))[1:]]
    while len(chain[-1]) > 1:
        rest = _remainder(chain[-2], chain[-1])
        if not rest:  # what the polynomial shares with its derivative
            return [_divided(of, chain[-1]) for of in chain]
        chain.append(tuple(-c for c in rest))
    return chain


def _divided(above: Whole, below: Whole) -> Whole:
    """Return a positive multiple of a quotient without remainder."""
    rest, found = [Fraction(c) for c in above], []
    while len(rest) >= len(below):
        factor = rest[-1] / below[-1]
        found.append(factor)
        for at, c in enumerate(below, start=len(rest) - len(below)):
            rest[at] -= factor * c
        rest.pop()
    return _small(found[::-1])


def _small(coefficients: list[Fraction]) -> Whole:
    """Return a positive multiple with whole coefficients as small as they can be."""
    shared = whole(coefficients)
    return shared if coefficients[-1] > 0 else tuple(-c for c in shared)


def _remainder(above: Whole, below: Whole) -> Whole:
    """Return a positive multiple of the remainder, its coefficients as small as they can be."""
    rest = [Fraction(c) for c in above]
    while len(rest) >= len(below):
        factor = rest[-1] / below[-1]
        for at, c in enumerate(below, start=len(rest) - len(below)):
            rest[at] -= factor * c
        rest.pop()
    while rest and not rest[-1]:
        rest.pop()
    if not rest:
        return ()
    return _small(rest)


def _changes_at(chain: list[Whole], place: Fraction) -> int:
    """Return how often the signs of a chain change at a number."""
    kept = [sign for of in chain if (sign := sign_at(of, place))]
    return sum(one != other for one, other in pairwise(kept))
