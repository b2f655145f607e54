"""An SVG picture of one numeric column: a curve for each class, and where the decision changes.

Densities are drawn as curves, probabilities of counts as posts at whole numbers.

How to read: first the functions that are drawn, log P(k, x), from the graph of the solution, which is
evaluated exactly at a few places; the quadratic polynomial through these values is drawn if it agrees
with the graph at one more place. So families need no code for pictures, and a function of any other
shape is not drawn. Floats only position points; none is printed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from math import floor, log10

from exactnb.core.arithmetic.numerals import spell_number
from exactnb.core.arithmetic.rounding import Rounding, rounded
from exactnb.core.arithmetic.values import Infinite, Undefined, limit
from exactnb.core.expression.results import NoNumber
from exactnb.core.expression.widths import cut
from exactnb.core.model.quantities import Quantities
from exactnb.core.naming.names import Item, Names, QuantityName
from exactnb.core.record import frozen
from exactnb.errors import ExactnbError
from exactnb.explain.rendering.pages.html_text import empty_tag, svg, svg_line, svg_text
from exactnb.explain.rendering.pictures.curves import DASHES

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

    def place_of_number(self, number: Fraction) -> float:
        """Return the place of `number` on the scale."""
        return float((number - self.middle) / self.half)

    def number_at_place(self, place: Fraction) -> Fraction:
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
    logs = joints.evaluate(
        [tuple(scale.number_at_place(place) for scale, place in pair) for pair in pairs]
    )
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


_TICKS = 8
_LONG = 9  # characters of a tick label
LEFT, RIGHT = 10, 470  # ends of the axis, in units
_WIDTH, _HEIGHT = 480, 190
_TOP, _BASE = 26, 150
_STEP = 2  # units between two points of a curve
_NAME = 16  # characters of a name; a longer one is cut
_EDGE = 40  # units from either end within which a centred name would be cut off
_SHIFT = 3  # units between the posts of two classes


Queries = Sequence[tuple[str, Fraction]]


@frozen(slots=True)
class Axis:
    """An axis for numbers from `low` to `high`, drawn from `start` to `end`."""

    low: Fraction
    high: Fraction
    start: int
    end: int

    def place(self, number: Fraction) -> int:
        """Return the unit at which `number` lies.

        >>> Axis(Fraction(10), Fraction(20), 0, 100).place(Fraction(25, 2))
        25
        """
        share = (number - self.low) / (self.high - self.low)
        return round(self.start + share * (self.end - self.start))

    def ticks(self) -> list[tuple[int, str]]:
        """Return about eight round numbers with their places; none if their labels would be too long.

        >>> Axis(Fraction(-1), Fraction(2), 0, 300).ticks()
        [(0, '−1'), (50, '−0.5'), (100, '0'), (150, '0.5'), (200, '1'), (250, '1.5'), (300, '2')]
        """
        wide = (self.high - self.low) / _TICKS
        ten = Fraction(10) ** floor(log10(wide))
        step = next(size * ten for size in (1, 2, 5, 10) if size * ten >= wide)
        first, last = -floor(-self.low / step), floor(self.high / step)
        numbers = [multiple * step for multiple in range(first, last + 1)]
        texts = [str(spell_number(number)).replace("-", "−") for number in numbers]
        if max(map(len, texts), default=0) > _LONG:
            return []
        return [(self.place(number), text) for number, text in zip(numbers, texts, strict=True)]


@frozen(slots=True)
class ClassCurve:
    """The curve of a class: its height at each unit, its highest unit, and the numbers in its rows."""

    name: str
    height: Callable[[int], float]
    peak: int
    observed: tuple[Fraction, ...] = ()


def densities_picture(column: str, classes: Sequence[ClassCurve], axis: Axis, queries: Queries) -> str:
    """Return a curve of each of `classes` over `axis`, with name, numbers in its rows, and `queries`.

    Dashed lines mark where the class with the highest curve changes; `column` names the axis. "" if
    the axis has no room for numbers.
    """
    top = max(curve.height(curve.peak) for curve in classes)
    shapes = []
    for curve, dash in zip(classes, DASHES, strict=False):
        xs = range(LEFT, RIGHT + 1, _STEP)
        points = " ".join(f"{x},{_height_unit(curve.height(x) / top)}" for x in xs)
        shapes.append(empty_tag("polyline", class_="curve", points=points, stroke_dasharray=dash))
        shapes += [_name_label(curve, top), *_row_strokes(curve, axis, dash)]
    ks = range(len(classes))
    best = [max(ks, key=lambda k: classes[k].height(x)) for x in range(LEFT, RIGHT + 1)]
    changes = [LEFT + offset for offset in range(1, len(best)) if best[offset] != best[offset - 1]]
    return _picture_over_axis(
        f"Prior times density of {column}", classes, shapes, changes, axis, queries
    )


def posts_picture(
    column: str,
    heights: Sequence[tuple[str, Sequence[float], tuple[Fraction, ...]]],
    first: int,
    queries: Queries,
) -> str:
    """Return posts at whole numbers from `first` on; those of the classes stand side by side.

    `heights` holds the name of each class, the heights of its posts and the numbers in its rows;
    `column` names the axis. `queries` are marked on it; "" if it has no room for numbers.
    """
    many = len(heights[0][1])
    axis = Axis(Fraction(first) - 1, Fraction(first + many), LEFT, RIGHT)
    top = max(max(class_heights) for _, class_heights, _ in heights)
    shapes, classes = [], []
    for index, (name, class_heights, observed) in enumerate(heights):
        aside = _SHIFT * (2 * index - len(heights) + 1)
        places = [axis.place(Fraction(first + n)) + aside for n in range(many)]
        height_at = dict(zip(places, class_heights, strict=True))
        peak = max(places, key=height_at.__getitem__)
        curve = ClassCurve(name, height_at.__getitem__, peak, observed)
        path = " ".join(f"M{x} {_BASE}V{_height_unit(height_at[x] / top)}" for x in places)
        shapes.append(empty_tag("path", class_="curve post", d=path, stroke_dasharray=DASHES[index]))
        shapes += [_name_label(curve, top), *_row_strokes(curve, axis, DASHES[index])]
        classes.append(curve)
    by_number = [[class_heights[n] for _, class_heights, _ in heights] for n in range(many)]
    best = [class_heights.index(max(class_heights)) for class_heights in by_number]
    changes = [axis.place(first + n - Fraction(1, 2)) for n in range(1, many) if best[n] != best[n - 1]]
    return _picture_over_axis(
        f"Prior times probability of {column}", classes, shapes, changes, axis, queries
    )


def _picture_over_axis(
    what: str,
    classes: Sequence[ClassCurve],
    shapes: Sequence[str],
    changes: Sequence[int],
    axis: Axis,
    queries: Queries,
) -> str:
    """Return shapes over their axis, with its numbers, the queries and a description."""
    ticks = axis.ticks()
    if not ticks:
        return ""
    elements = [svg_line("axis", LEFT, RIGHT, _BASE, _BASE)]
    for x, text in ticks:
        elements.append(svg_line("axis", x, x, _BASE, _BASE + 4))
        elements.append(svg_text(x, _HEIGHT - 4, text, "tick", "middle"))
    elements += [*shapes, *(svg_line("change", x, x, 4, _BASE) for x in changes)]
    elements += [shape for name, number in queries for shape in _query_mark(name, axis.place(number))]
    names = ", ".join(curve.name for curve in classes)
    description = f"{what} for {names}; dashed lines where the decision changes"
    return svg("curves", description, (_WIDTH, _HEIGHT), elements)


def _height_unit(share: float) -> int:
    return round(_BASE - share * (_BASE - _TOP))


def _name_label(curve: ClassCurve, top: float) -> str:
    """Return the name of a class, above its highest place."""
    y = _height_unit(curve.height(curve.peak) / top) - 6
    middle = LEFT + _EDGE < curve.peak < RIGHT - _EDGE
    anchor = "middle" if middle else "start" if curve.peak < _WIDTH // 2 else "end"
    return svg_text(curve.peak, y, cut(curve.name, _NAME), anchor=anchor)


def _row_strokes(curve: ClassCurve, axis: Axis, dash: str | None) -> list[str]:
    """Return the numbers in the rows of a class, as strokes below the axis."""
    marks = " ".join(f"M{axis.place(x)} {_BASE + 6}v10" for x in curve.observed)
    finer = "2 2" if dash else None
    return [empty_tag("path", class_="seen", d=marks, stroke_dasharray=finer)] if marks else []


def _query_mark(name: str, x: int) -> list[str]:
    """Return a mark on the axis with the name of a query."""
    mark = empty_tag("path", class_="query", d=f"M{x} {_BASE}l-6 10h12z")
    side = -9 if x > _WIDTH // 2 else 9
    anchor = "end" if side < 0 else "start"
    return [mark, svg_text(x + side, _BASE + 13, cut(name, _NAME), anchor=anchor)]
