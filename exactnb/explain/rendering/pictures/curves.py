"""Posteriors as functions of λ, computed exactly and rounded only to units of a picture."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import ceil

from exactnb.core.arithmetic.rational_in_lambda import RationalInLambda
from exactnb.core.expression.evaluate import evaluate
from exactnb.core.expression.nodes import Expression, Integer, Numeral
from exactnb.core.expression.spell import spell
from exactnb.explain.derivation.lines import InLambda

_LEAST = 4  # the least end of the axis


def axis_end(table: InLambda) -> int:
    """Return the end of the λ axis of `table`: an integer, at least twice the last flip."""
    return max([_LEAST, *(ceil(2 * exact_number(flip)) for flip in table.flips)])


def curves_text(table: InLambda) -> str:
    """Return a description of the picture of `table`."""
    labels = ", ".join(label for label, _ in table.joints)
    flips = ", ".join(map(spell, table.flips))
    changes = f"the decision changes at λ = {flips}" if flips else "no λ changes the decision"
    return f"Posteriors of {labels} over λ from 0 to {axis_end(table)}; {changes}"


def exact_number(flip: Expression) -> Fraction:
    """Return the number of `flip`, an integer or a rounded decimal."""
    if isinstance(flip, Integer):
        return Fraction(flip.value)
    assert isinstance(flip, Numeral)
    return flip.decimal.value


def posteriors(table: InLambda, parts: int) -> list[tuple[str, list[Fraction]]]:
    """Return the posteriors of each class of `table` at the middle of each of `parts` equal intervals.

    An empty list if some joint is not a rational function, or all joints are zero.
    """
    joints = [(label, evaluate(joint)) for label, joint in table.joints]
    places = [Fraction(axis_end(table) * (2 * interval + 1), 2 * parts) for interval in range(parts)]
    joint_values = [[_joint_value(joint, place) for place in places] for _, joint in joints]
    totals = [sum(column, Fraction(0)) for column in zip(*joint_values, strict=True)]
    if not all(totals):
        return []
    shares = ([w / t for w, t in zip(row, totals, strict=True)] for row in joint_values)
    return [(label, row) for (label, _), row in zip(joints, shares, strict=True)]


def spread_labels(places: Sequence[Fraction], gap: int) -> list[Fraction]:
    """Return `places` of labels on a line, moved up just enough to be at least `gap` apart.

    >>> [int(place) for place in spread_labels([Fraction(90), Fraction(4), Fraction(0)], gap=10)]
    [90, 10, 0]
    """
    moved = dict.fromkeys(range(len(places)), Fraction(0))
    free = min(places, default=Fraction(0))
    for index in sorted(moved, key=places.__getitem__):
        moved[index] = max(places[index], free)
        free = moved[index] + gap
    return [*moved.values()]


def _joint_value(joint: object, place: Fraction) -> Fraction:
    """Return the value of a joint at one λ."""
    if isinstance(joint, RationalInLambda):
        return _polynomial(joint.numerator, place) / _polynomial(joint.denominator, place)
    return joint if isinstance(joint, Fraction) else Fraction(0)


def _polynomial(coefficients: Sequence[object], place: Fraction) -> Fraction:
    value = Fraction(0)
    for coefficient in reversed(coefficients):
        assert isinstance(coefficient, Fraction)
        value = value * place + coefficient
    return value
