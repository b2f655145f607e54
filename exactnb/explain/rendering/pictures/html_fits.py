"""The functions that pictures of numeric columns draw: log P(k, x), from the graph of the solution.

The graph is evaluated exactly at a few places; the quadratic polynomial through these values is drawn
if it agrees with the graph at one more place. So families need no code for pictures, and a function
of any other shape is not drawn. Floats only position points; none is printed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
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
_HALF = Fraction(1, 2)

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
class Surface:
    """A polynomial of degree two in s and t; about a single column, t is 0."""

    ss: float
    st: float
    tt: float
    s: float
    t: float
    c: float

    def at(self, s: float, t: float = 0.0) -> float:
        """Return the value at (`s`, `t`)."""
        return (self.ss * s + self.st * t + self.s) * s + (self.tt * t + self.t) * t + self.c


_PLACES: Mapping[int, tuple[tuple[Fraction | int, ...], ...]] = {
    1: ((0,), (-1,), (1,), (_HALF,)),
    2: ((0, 0), (-1, 0), (1, 0), (0, -1), (0, 1), (1, 1), (-1, _HALF)),
}
"""Where one or two columns are evaluated; the value at the last place checks the fit."""


def surfaces(joints: LogJoints, scales: Sequence[Scale]) -> list[Surface] | None:
    """Return log P(k, x) of each class as a polynomial in the places of one number or two on `scales`.

    None if some of `joints` is no polynomial of degree two.
    """
    places = _PLACES[len(scales)]
    pairs = (zip(scales, map(Fraction, place), strict=True) for place in places)
    logs = joints.evaluate([tuple(scale.back(place) for scale, place in pair) for pair in pairs])
    if logs is None:
        return None
    fits = []
    for *fitted, check in logs:
        c, left, right, *rest = fitted
        s, ss, st, tt, t = (right - left) / 2, (right + left) / 2 - c, 0.0, 0.0, 0.0
        if rest:
            low, high, corner = rest
            t, tt = (high - low) / 2, (high + low) / 2 - c
            st = corner - c - s - t - ss - tt
        surface = Surface(ss, st, tt, s, t, c)
        error = surface.at(*map(float, places[-1])) - check
        if abs(error) > _OFF * (1 + sum(map(abs, fitted))):
            return None
        fits.append(surface)
    return fits
