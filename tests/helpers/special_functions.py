"""Functions that theorems speak of without giving them: expectations, determinants and inverses."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import permutations, product
from typing import TYPE_CHECKING

from exact_numbers import Number, Unjudged, compare, divide, power

from exactnb.core.expression.nodes import Call, Expression, Integer, Symbol
from exactnb.core.expression.nodes import Product as ProductNode

if TYPE_CHECKING:
    from evaluating import At, Evaluator

__all__ = ["SPECIAL", "Matrix", "entries_of", "is_definite", "special"]

SPECIAL = ("E", "det", "inv")
Matrix = Sequence[Sequence[Number]]


def special(here: Evaluator, call: Call, at: At) -> Number:
    """Return the value of an expectation, a determinant, or an entry of an inverse."""
    if call.head == "E":
        return _expectation(here, call.left[0], at)
    (letter,) = call.left
    if not isinstance(letter, Symbol):
        raise Unjudged("a function of what is no matrix")
    matrix = entries_of(here, letter)
    whole = determinant(matrix)
    if call.head == "det":
        return whole
    row, column = (here.whole(place, at) - 1 for place in call.lower)
    if not {row, column} <= set(range(len(matrix))):
        raise Unjudged("an entry of an inverse outside of it")
    minor = [
        [of for c, of in enumerate(line) if c != row] for r, line in enumerate(matrix) if r != column
    ]
    return divide(determinant(minor) * Fraction((-1) ** (row + column)), whole)


def determinant(matrix: Matrix) -> Number:
    """Return the sum over all permutations, each with its sign.

    >>> determinant([[Fraction(1), Fraction(2)], [Fraction(3), Fraction(4)]])
    Fraction(-2, 1)
    """
    found: Number = Fraction(0)
    for places in permutations(range(len(matrix))):
        turned = sum(a > b for at, a in enumerate(places) for b in places[at + 1 :])
        term: Number = Fraction((-1) ** turned)
        for row, column in enumerate(places):
            term = term * matrix[row][column]
        found = found + term
    return found


def entries_of(here: Evaluator, letter: Symbol) -> Matrix:
    """Return the entries of a letter that is a symmetric positive definite matrix in the scope."""
    found = [d for of, d in here.scope.domains if d.kind == "definite" and of == letter]
    if not found:
        raise Unjudged("a matrix without entries")
    places = range(1, here.whole(found[0].parts[0], {}) + 1)
    return [
        [here.number(replace(letter, lower=(Integer(r), Integer(c))), {}) for c in places]
        for r in places
    ]


def is_definite(matrix: Matrix) -> bool:
    """Say whether a symmetric matrix is positive definite: all leading minors are positive."""
    sizes = range(1, len(matrix) + 1)
    return all(compare(determinant([row[:n] for row in matrix[:n]]), Fraction(0)) > 0 for n in sizes)


def _expectation(here: Evaluator, of: Expression, at: At) -> Number:
    """Return the mean over all ways to add or take away one standard deviation from each number.

    Numbers so drawn are independent, and have the means and variances that the scope gives them.
    """
    left = next((a for a, _ in here.scope.definitions if isinstance(a, Call) and a.head == "E"), None)
    if left is None or not isinstance(left.left[0], Symbol):
        raise Unjudged("an expectation of what is not said to be drawn")
    letter = left.left[0]
    (index,) = letter.upper
    drawn = []
    for place in here.places([index.letter]):
        mean = here.number(left, place)
        square = here.number(Call("E", (ProductNode((letter, letter)),)), place)
        away = power(square - mean * mean, Fraction(1, 2))
        drawn.append((here.key(letter, place), mean, away))
    kept = here.letters
    found: Number = Fraction(0)
    try:
        for signs in product((1, -1), repeat=len(drawn)):
            values = {
                key: mean + away * sign for (key, mean, away), sign in zip(drawn, signs, strict=True)
            }
            here.letters = replace(kept, values={**kept.values, **values})
            found = found + here.number(of, at)
    finally:
        here.letters = kept
    return found * Fraction(1, 2 ** len(drawn))
