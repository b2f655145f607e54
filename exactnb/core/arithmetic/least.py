"""Where a polynomial is least: all zeros of its slope are isolated, and its values there compared.

Values are told apart by balls at rising precision. Where these do not separate, each is the zero of a
polynomial of its own, found by linear algebra: two values are equal if they are the same zero of the
same one, so that a tie is decided too.

Source: H. Cohen, A Course in Computational Algebraic Number Theory (1993), section 4.2.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cmp_to_key, reduce

from exactnb.core.arithmetic import enclosure, values
from exactnb.core.arithmetic.algebraic import (
    IntegerCoefficients,
    divided,
    irreducible,
    primitive_part,
    real_zeros,
    value_at,
)
from exactnb.core.arithmetic.irrational import Finite
from exactnb.core.arithmetic.matrices import Matrix, null_vector
from exactnb.core.arithmetic.roots import zeros
from exactnb.errors import Undecidable

_BITS = (64, 128, 256, 512)
_MOST_BITS = 4_096  # where a value is looked for among a few numbers
_MOST = 48  # the degree of a zero whose value is sought exactly

Place = tuple[IntegerCoefficients, Finite]
"""A zero of an irreducible polynomial, with that."""


def least_places(polynomial: Sequence[Fraction]) -> tuple[Finite, ...]:
    """Return all real numbers at which a `polynomial`, the constant first, is least, in order.

    It rises beyond all bounds on both sides. Raises Undecidable where two values are not told apart.

    >>> least_places([Fraction(1), Fraction(0), Fraction(-2), Fraction(0), Fraction(1)])  # (x² − 1)²
    (Fraction(-1, 1), Fraction(1, 1))
    """
    slope = primitive_part([power * c for power, c in enumerate(polynomial)][1:])
    places = [(factor, place) for factor, _ in irreducible(slope) for place in _real_zeros_of(factor)]
    for bits in _BITS:
        balls = [_ball(polynomial, place, bits) for _, place in places]
        places = [
            place
            for place, ball in zip(places, balls, strict=True)
            if not any(ball.is_above(other) for other in balls)
        ]
        if len(places) == 1:
            break
    if len(places) > 1:
        exact = [_value(polynomial, place) for place in places]
        least = min(exact, key=cmp_to_key(values.compare))
        places = [
            place
            for place, value in zip(places, exact, strict=True)
            if values.compare(value, least) == 0
        ]
    return tuple(sorted((place for _, place in places), key=cmp_to_key(values.compare)))


def _real_zeros_of(factor: IntegerCoefficients) -> Sequence[Finite]:
    """Return the real zeros of an irreducible polynomial: in closed form up to the second degree."""
    if len(factor) > 3:
        return real_zeros(factor)
    return zeros([Fraction(c) for c in factor]).parts  # type: ignore[union-attr, return-value]


def _ball(polynomial: Sequence[Fraction], place: Finite, bits: int) -> enclosure.Ball:
    """Return a ball around the value of a polynomial at a place."""
    argument = values.enclose(place, bits)
    return reduce(
        lambda total, c: total.times(argument, bits).plus(enclosure.exact(c, bits), bits),
        reversed(polynomial),
        enclosure.exact(0, bits),
    )


def _value(polynomial: Sequence[Fraction], place: Place) -> Finite:
    """Return the value of a polynomial at a zero of another one, as a zero of its own polynomial."""
    factor, argument = place
    if isinstance(argument, Fraction):
        return value_at(polynomial, argument)
    degree = len(factor) - 1
    if degree > _MOST:
        raise Undecidable(f"values at zeros of a polynomial of degree {degree} could not be compared")
    rest = divided(polynomial, factor)[1]
    powers = [[Fraction(1)] + [Fraction(0)] * (degree - 1)]
    for _ in range(degree):
        power = divided(product(powers[-1], rest), factor)[1]
        powers.append(power + [Fraction(0)] * (degree - len(power)))
    # 1, v, v², … depend on each other from the degree of v on: the first relation is its polynomial.
    rows = (*zip(*powers, strict=True), (Fraction(0),) * (degree + 1))
    relation = null_vector(Matrix(rows))
    assert relation is not None
    own = primitive_part([Fraction(c) for c in relation])
    candidates = list(_real_zeros_of(own))
    for bits in (*_BITS, 2 * _BITS[-1], _MOST_BITS):
        ball = _ball(polynomial, argument, bits)
        around = [values.enclose(candidate, bits) for candidate in candidates]
        candidates = [
            candidate
            for candidate, other in zip(candidates, around, strict=True)
            if not (ball.is_above(other) or other.is_above(ball))
        ]
        if len(candidates) == 1:
            return candidates[0]
    raise Undecidable("two values of a polynomial could not be told apart")


def product(one: Sequence[Fraction], other: Sequence[Fraction]) -> list[Fraction]:
    """Return the coefficients of the product of two polynomials."""
    multiplied = [Fraction(0)] * (len(one) + len(other) - 1)
    for index, first in enumerate(one):
        for power, second in enumerate(other, start=index):
            multiplied[power] += first * second
    return multiplied
