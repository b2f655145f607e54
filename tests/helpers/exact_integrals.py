"""Integrals of polynomials over a probability, or over all distributions, from values at points.

Nothing is known here of Γ: a polynomial is found from its values, and its terms are integrated.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

from exact_numbers import Low, Number, Unjudged, Value
from theorem_scopes import free

from exactnb.core.expression.nodes import Integral, Symbol

if TYPE_CHECKING:
    from evaluating import At, Evaluator

__all__ = ["integrated", "numbers_of", "polynomial"]

MOST, ENOUGH = 28, 3
"""How many values are asked for at most, and how many of them have to be foretold."""
Key = tuple[object, ...]


def polynomial(of: Callable[[Fraction], Value], whole: Fraction) -> list[Fraction]:
    """Return the coefficients of a polynomial, from its values between 0 and a number.

    >>> polynomial(lambda t: 1 - t**2, Fraction(1))
    [Fraction(1, 1), Fraction(0, 1), Fraction(-1, 1)]
    """
    found, basis, foretold = [Fraction(0)], [Fraction(1)], 0
    for place in range(1, MOST + 1):
        at = whole * Fraction(place, MOST + 1)
        value = of(at)
        if not isinstance(value, Fraction):
            raise Unjudged("an integral of what is not rational")
        gap = value - _value(found, at)
        foretold = foretold + 1 if gap == 0 else 0
        if foretold == ENOUGH:
            return found
        if gap:
            share = gap / _value(basis, at)
            found = [a + share * b for a, b in zip(_padded(found, len(basis)), basis, strict=True)]
        basis = [a - at * b for a, b in zip([Fraction(0), *basis], [*basis, Fraction(0)], strict=True)]
    raise Unjudged("an integral of no polynomial, or of one of high degree")


def _padded(coefficients: Sequence[Fraction], size: int) -> list[Fraction]:
    return [*coefficients, *[Fraction(0)] * (size - len(coefficients))]


def _value(coefficients: Sequence[Fraction], at: Fraction) -> Fraction:
    out = Fraction(0)
    for coefficient in reversed(coefficients):
        out = out * at + coefficient
    return out


def _integral(of: Callable[[Fraction], Value], whole: Fraction) -> Fraction:
    terms = enumerate(polynomial(of, whole), start=1)
    return sum((share * whole**power / power for power, share in terms), Fraction(0))


def integrated(here: Evaluator, node: Integral, at: At) -> Number:
    """Return an integral from 0 to 1, or over all distributions; any other has no value here."""
    keys = numbers_of(here, node, at)
    if here.moving:
        raise Unjudged("a derivative of an integral")
    here.value(node.body, at)  # draws every letter that it has
    kept = here.letters
    drawn = frozenset(item for item in kept.values.items() if item[0] not in keys)
    known = (node, frozenset(at.items()), drawn)
    if known not in here.integrals:

        def value(values: tuple[Fraction, ...]) -> Value:
            changes = dict(zip(keys, values, strict=True))
            here.letters = replace(kept, values={**kept.values, **changes})
            found = here.value(node.body, at)
            if isinstance(found, Low):
                raise Unjudged("an integral of log 0")
            return found

        def rest(values: tuple[Fraction, ...], left: Fraction) -> Value:
            """Return the integral over all numbers behind some, which add up to what is left."""
            if not node.ends and len(values) == len(keys) - 1:
                return value((*values, left))
            if len(values) == len(keys):
                return value(values)
            return _integral(lambda one: rest((*values, one), left - one), left)

        try:
            found = rest((), Fraction(1))
            assert isinstance(found, Fraction)
            here.integrals[known] = found
        finally:
            here.letters = kept
    return here.integrals[known]


def numbers_of(here: Evaluator, node: Integral, at: At) -> list[Key]:
    """Return the letters that an integral is over: one, or all of a distribution."""
    variable: object = node.variable
    if not isinstance(variable, Symbol):
        raise Unjudged("an integral over what is no letter")
    if node.ends:
        if [here.value(end, at) for end in node.ends] != [0, 1]:
            raise Unjudged("an integral between other ends")
        return [here.key(variable, at)]
    for whole, right in here.scope.wholes:
        one, index = whole.body, whole.index
        if not isinstance(one, Symbol) or (one.letter, one.is_estimate) != (
            variable.letter,
            variable.is_estimate,
        ):
            continue
        rest = tuple(part for part in one.lower if part != index)
        if rest == variable.lower and not free(right) and here.value(right, at) == 1:
            members = here.members(whole.domain, at)
            return [here.key(one, {**at, index.letter: member}) for member in members]
    raise Unjudged("an integral over what is no distribution")
