"""Posteriors over λ, at places of a picture: worked out exactly, then rounded to places in it."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import ceil

from exactnb.core.arithmetic.rational_in_lambda import RationalInLambda
from exactnb.core.expression.evaluate import evaluate
from exactnb.core.expression.nodes import Expression, Integer, Numeral
from exactnb.core.expression.spell import spell
from exactnb.explain.derivation.lines import InLambda

_LEAST = 4  # that the axis reaches to


def reach(table: InLambda) -> int:
    """Return how far the axis of λ goes: to twice the last flip, a whole number."""
    return max([_LEAST, *(ceil(2 * number_of(flip)) for flip in table.flips)])


def words_of(table: InLambda) -> str:
    """Return what a picture shows, in words."""
    labels = ", ".join(label for label, _ in table.joints)
    flips = ", ".join(map(spell, table.flips))
    changes = f"the decision changes at λ = {flips}" if flips else "no λ changes the decision"
    return f"Posteriors of {labels} over λ from 0 to {reach(table)}; {changes}"


def number_of(shown: Expression) -> Fraction:
    """Return the number that a flip is shown as."""
    if isinstance(shown, Integer):
        return Fraction(shown.value)
    assert isinstance(shown, Numeral)
    return shown.decimal.value


def posteriors(table: InLambda, parts: int) -> list[tuple[str, list[Fraction]]]:
    """Return the posterior of each class at the middle of so many equal parts of the axis.

    None where a joint is no fraction of polynomials, or nothing is possible.
    """
    joints = [(label, evaluate(of)) for label, of in table.joints]
    places = [Fraction(reach(table) * (2 * at + 1), 2 * parts) for at in range(parts)]
    worth = [[_at(joint, place) for place in places] for _, joint in joints]
    totals = [sum(column, Fraction(0)) for column in zip(*worth, strict=True)]
    if not all(totals):
        return []
    shares = ([w / t for w, t in zip(row, totals, strict=True)] for row in worth)
    return [(label, row) for (label, _), row in zip(joints, shares, strict=True)]


def apart(places: Sequence[Fraction], gap: int) -> list[Fraction]:
    """Return places of names on a line, moved as little as keeps them apart: upwards from the lowest.

    >>> [int(place) for place in apart([Fraction(90), Fraction(4), Fraction(0)], gap=10)]
    [90, 10, 0]
    """
    found = dict.fromkeys(range(len(places)), Fraction(0))
    free = min(places, default=Fraction(0))
    for at in sorted(found, key=places.__getitem__):
        found[at] = max(places[at], free)
        free = found[at] + gap
    return [*found.values()]


def _at(joint: object, place: Fraction) -> Fraction:
    """Return what a joint is worth at one λ."""
    if isinstance(joint, RationalInLambda):
        return _polynomial(joint.numerator, place) / _polynomial(joint.denominator, place)
    return joint if isinstance(joint, Fraction) else Fraction(0)


def _polynomial(coefficients: Sequence[object], place: Fraction) -> Fraction:
    found = Fraction(0)
    for coefficient in reversed(coefficients):
        assert isinstance(coefficient, Fraction)
        found = found * place + coefficient
    return found
