"""The curves that pictures of columns of numbers show: log P(k, x), from the graph of the solution.

The graph is asked, exactly, at a few places; the polynomial of degree two through what it answers is
drawn if it meets the graph at another place too. So no family says anything about pictures, and what
has another shape is not drawn. Numbers of machine precision place points; none of them is printed.
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
_OFF = 1e-7  # of the largest value, that a polynomial may be off
_ONE, _HALF = Fraction(1), Fraction(1, 2)

Place = tuple[Fraction, ...]


@frozen(slots=True)
class Asking:
    """Ask the graph about classes at places of some columns."""

    quantities: Quantities
    model: str
    labels: tuple[Item, ...]
    columns: tuple[str, ...]

    def logs(self, places: Sequence[Place]) -> list[list[float]] | None:
        """Return log P(k, x) for each class at each place, None if one of them is no number."""
        names = Names(self.model)

        def name(label: Item, place: Place) -> QuantityName:
            cells = zip(self.columns, place, strict=True)
            seen = [Item("cell", column, spell_number(number)) for column, number in cells]
            return names.joint(label, seen).wrapped("log")

        asked = [[name(label, place) for place in places] for label in self.labels]
        try:
            graph = self.quantities.of(each for row in asked for each in row)
            return [[_float(graph, each) for each in row] for row in asked]
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
    """The numbers of a column between −1 and 1: exact, however near to each other they lie."""

    middle: Fraction
    half: Fraction

    @classmethod
    def over(cls, numbers: Sequence[Fraction]) -> Scale:
        """Return the scale on which the smallest number is −1 and the largest 1."""
        low, high = min(numbers), max(numbers)
        return cls((low + high) / 2, (high - low) / 2)

    def to(self, number: Fraction) -> float:
        """Return where a number lies."""
        return float((number - self.middle) / self.half)

    def back(self, at: Fraction) -> Fraction:
        """Return the number that lies at a place."""
        return self.middle + at * self.half


@frozen(slots=True)
class Curve:
    """A polynomial a·t² + b·t + c."""

    a: float
    b: float
    c: float

    def at(self, t: float) -> float:
        """Return its value."""
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
        """Return its value."""
        return (self.ss * s + self.st * t + self.s) * s + (self.tt * t + self.t) * t + self.c


def curves(asking: Asking, scale: Scale) -> list[Curve] | None:
    """Return log P(k, x) of each class as a function of the place of x on its scale."""
    logs = asking.logs([(scale.back(at),) for at in (-_ONE, 0 * _ONE, _ONE, _HALF)])
    if logs is None:
        return None
    found = []
    for below, middle, above, other in logs:
        curve = Curve((above + below) / 2 - middle, (above - below) / 2, middle)
        if abs(curve.at(0.5) - other) > _OFF * (1 + abs(above) + abs(middle) + abs(below)):
            return None
        found.append(curve)
    return found


_CORNERS = ((0, 0), (-1, 0), (1, 0), (0, -1), (0, 1), (1, 1))


def surfaces(asking: Asking, scales: tuple[Scale, Scale]) -> list[Surface] | None:
    """Return log P(k, x) of each class as a function of the places of two numbers on their scales."""
    first, second = scales
    places = [*((_ONE * s, _ONE * t) for s, t in _CORNERS), (-_ONE, _HALF)]
    logs = asking.logs([(first.back(s), second.back(t)) for s, t in places])
    if logs is None:
        return None
    found = []
    for c, left, right, low, high, corner, other in logs:
        s, t = (right - left) / 2, (high - low) / 2
        ss, tt = (right + left) / 2 - c, (high + low) / 2 - c
        surface = Surface(ss, corner - c - s - t - ss - tt, tt, s, t, c)
        size = 1 + abs(c) + abs(left) + abs(right) + abs(low) + abs(high) + abs(corner)
        if abs(surface.at(-1, 0.5) - other) > _OFF * size:
            return None
        found.append(surface)
    return found
