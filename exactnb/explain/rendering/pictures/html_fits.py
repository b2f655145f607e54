"""The functions that pictures of numeric columns draw: log P(k, x), from the graph of the solution.

The graph is evaluated exactly at a few places; the quadratic polynomial through these values is drawn
if it agrees with the graph at one more place. So families need no code for pictures, and a function
of any other shape is not drawn. Floats only position points; none is printed.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from exactnb.core.arithmetic.numerals import spell_number
from exactnb.core.arithmetic.rounding import Rounding, rounded
from exactnb.core.arithmetic.values import Infinite, Undefined, limit
from exactnb.core.expression.results import NoNumber
from exactnb.core.model.quantities import Quantities
from exactnb.core.naming.names import Item, Names, QuantityName
from exactnb.core.record import frozen
from exactnb.errors import ExactnbError

_FIGURES = Rounding(figures=14)
_OFF = 1e-7  # relative error at which a polynomial no longer fits
_ONE, _HALF = Fraction(1), Fraction(1, 2)

Coordinates = tuple[Fraction, ...]


@frozen(slots=True)
class LogJoints:
    """The log joints of some classes at places of some columns."""

    quantities: Quantities
    model: str
    labels: tuple[Item, ...]
    columns: tuple[str, ...]

    def evaluate(self, places: Sequence[Coordinates]) -> list[list[float]] | None:
        """Return log P(k, x) for each class at each of `places`; None if one is not a number."""
        names = Names(self.model)

        def name(label: Item, place: Coordinates) -> QuantityName:
            cells = zip(self.columns, place, strict=True)
            observed = [Item("cell", column, spell_number(number)) for column, number in cells]
            return names.joint(label, observed).wrapped("log")

        quantity_rows = [[name(label, place) for place in places] for label in self.labels]
        try:
            graph = self.quantities.with_targets(quantity for row in quantity_rows for quantity in row)
            return [[_float(graph, quantity) for quantity in row] for row in quantity_rows]
        except (ExactnbError, OverflowError, ValueError):
            return None


def _float(graph: Quantities, name: QuantityName) -> float:
    value = graph.value(name)
    number = Undefined() if isinstance(value, NoNumber) else limit(value)
    if isinstance(number, Undefined | Infinite):
        raise ValueError("it has no place")
    return float(number if isinstance(number, Fraction) else rounded(number, _FIGURES).value)


@frozen(slots=True)
class Scale:
    """A scale that maps the numbers of a column to −1 … 1, exactly, however close they are."""

    middle: Fraction
    half: Fraction

    @classmethod
    def spanning(cls, numbers: Sequence[Fraction]) -> Scale:
        """Return the scale on which the smallest of `numbers` is −1 and the largest 1."""
        low, high = min(numbers), max(numbers)
        return cls((low + high) / 2, (high - low) / 2)

    def to(self, number: Fraction) -> float:
        """Return the place of `number` on the scale."""
        return float((number - self.middle) / self.half)

    def back(self, place: Fraction) -> Fraction:
        """Return the number at `place`."""
        return self.middle + place * self.half


@frozen(slots=True)
class Curve:
    """A polynomial a·t² + b·t + c."""

    a: float
    b: float
    c: float

    def at(self, t: float) -> float:
        """Return the value at `t`."""
        return (self.a * t + self.b) * t + self.c


@frozen(slots=True)
class Surface:
    """A polynomial of degree two in s and t."""

    ss: float
    st: float
    tt: float
    s: float
    t: float
    c: float

    def at(self, s: float, t: float) -> float:
        """Return the value at (`s`, `t`)."""
        return (self.ss * s + self.st * t + self.s) * s + (self.tt * t + self.t) * t + self.c


def curves(joints: LogJoints, scale: Scale) -> list[Curve] | None:
    """Return log P(k, x) of each class as a polynomial in the place of x on `scale`.

    None if some of `joints` is no polynomial of degree two.
    """
    logs = joints.evaluate([(scale.back(place),) for place in (-_ONE, 0 * _ONE, _ONE, _HALF)])
    if logs is None:
        return None
    fits = []
    for low, middle, high, check in logs:
        curve = Curve((high + low) / 2 - middle, (high - low) / 2, middle)
        if abs(curve.at(0.5) - check) > _OFF * (1 + abs(high) + abs(middle) + abs(low)):
            return None
        fits.append(curve)
    return fits


_CORNERS = ((0, 0), (-1, 0), (1, 0), (0, -1), (0, 1), (1, 1))


def surfaces(joints: LogJoints, scales: tuple[Scale, Scale]) -> list[Surface] | None:
    """Return log P(k, x) of each class as a polynomial in the places of two numbers on `scales`.

    None if some of `joints` is no polynomial of degree two.
    """
    first, second = scales
    places = [*((_ONE * s, _ONE * t) for s, t in _CORNERS), (-_ONE, _HALF)]
    logs = joints.evaluate([(first.back(s), second.back(t)) for s, t in places])
    if logs is None:
        return None
    fits = []
    for c, left, right, low, high, corner, check in logs:
        s, t = (right - left) / 2, (high - low) / 2
        ss, tt = (right + left) / 2 - c, (high + low) / 2 - c
        surface = Surface(ss, corner - c - s - t - ss - tt, tt, s, t, c)
        size = 1 + abs(c) + abs(left) + abs(right) + abs(low) + abs(high) + abs(corner)
        if abs(surface.at(-1, 0.5) - check) > _OFF * size:
            return None
        fits.append(surface)
    return fits
