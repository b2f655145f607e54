"""Which picture shows the numbers of a solution: one column or two, densities or counts, or none."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import exp, sqrt

from exactnb.core.model.quantities import Quantities
from exactnb.core.naming.names import Item
from exactnb.core.naming.notation import Notation
from exactnb.core.record import frozen
from exactnb.explain.derivation import Data
from exactnb.explain.rendering.pages.html_text import element
from exactnb.explain.rendering.pictures.html_axes import Axis
from exactnb.explain.rendering.pictures.html_densities import LEFT, RIGHT, Drawn, picture, posts
from exactnb.explain.rendering.pictures.html_fits import Asking, Curve, Scale, curves, surfaces
from exactnb.explain.rendering.pictures.html_planes import Points, plane

_MOST = 4  # classes of a picture, and queries
_REACH = 3.2  # standard deviations to both sides, or lengths in which a tail falls to a third
_FLAT = 1e-6  # what is less bent is straight
_NARROW = 400  # of the width of a picture, that a standard deviation takes at least
_COUNTS = 40  # whole numbers on an axis

Place = tuple[Fraction, ...]


@frozen(slots=True)
class Seen:
    """The numbers of the rows of each class, and what is asked about.

    Where a table shows not all of its rows, none are drawn: the others would seem to be missing.
    """

    rows: dict[str, tuple[Place, ...]]
    asked: tuple[tuple[str, Place], ...]
    is_whole: bool

    def column(self, at: int) -> list[Fraction]:
        """Return all numbers of a column."""
        rows = (row for of in self.rows.values() for row in of)
        return [row[at] for row in (*rows, *(row for _, row in self.asked))]

    def drawn(self, label: str) -> tuple[Place, ...]:
        """Return the rows of a class that a picture shows."""
        return self.rows[label] if self.is_whole else ()


def pictures(quantities: Quantities, notation: Notation, data: Data, model: str) -> list[str]:
    """Return the picture of one or two columns that decide by themselves, with its key, or nothing."""
    labels = _classes(quantities, model)
    rows = [(row.label, at) for row in data.rows if (at := _read(row.cells)) is not None]
    asked = [(row.id, at) for row in data.queries if (at := _read(row.cells)) is not None]
    left_out = [extent for extent in data.extents if extent.visible != len(data.rows)]  # columns
    if not 1 < len(labels) <= _MOST or not rows or left_out:
        return []
    of_class = {label.value: tuple(at for of, at in rows if of == label.value) for label in labels}
    seen = Seen(of_class, tuple(asked[:_MOST]), not data.extents)
    asking = Asking(quantities, model, labels, data.columns)
    dense = [(model, column) in notation.densities for column in data.columns]
    numeric = [(model, column) in notation.numbers for column in data.columns]
    drawn, said = "", "Prior times density of each class; dashed lines where the decision changes"
    if dense == numeric == [True]:
        drawn = _densities(asking, seen)
    elif numeric == [True]:
        drawn, said = _counts(asking, seen), said.replace("density", "probability")
    elif dense == numeric == [True, True]:
        drawn = _plane(asking, seen)
        said = "One and two standard deviations; the thick line is where the decision changes"
    marked = "; ▲ what is asked about" if asked else ""
    return [drawn, element("p", f"{said}{marked}.", class_="key")] if drawn else []


def _classes(quantities: Quantities, model: str) -> tuple[Item, ...]:
    """Return the classes, by their priors."""
    priors = (name for name in quantities if name.head == "P" and name.model == model)
    found = (n.before[0] for n in priors if len(n.before) == 1 and not (n.right or n.wrappers))
    return tuple(dict.fromkeys(item for item in found if item.kind == "class"))


def _read(cells: Sequence[str]) -> tuple[Fraction, ...] | None:
    """Return cells as numbers, if all of them are there and plain."""
    try:
        return tuple(map(Fraction, cells))
    except (ValueError, ZeroDivisionError):
        return None


def _densities(asking: Asking, seen: Seen) -> str:
    """Return the densities of a column, where they are normal or fall off from an end."""
    numbers = seen.column(0)
    scale = Scale.over(numbers)
    found = curves(asking, scale) if scale.half else None
    reaches = [_reach(curve) for curve in found or []]
    if found is None or None in reaches:
        return ""
    ends = [-1.0, 1.0, *(end for reach in reaches if reach is not None for end in reach)]
    low, high = scale.back(Fraction(min(ends))), scale.back(Fraction(max(ends)))
    if any(abs(curve.a) <= _FLAT for curve in found):
        low = _beginning(asking, numbers)
    narrow = (float(high - low) / float(scale.half)) / _NARROW
    if low == high or any(curve.a < 0 and _deviation(curve.a) < narrow for curve in found):
        return ""
    axis = Axis(low, high, LEFT, RIGHT)
    first, last = scale.to(low), scale.to(high)
    step = (last - first) / (RIGHT - LEFT)
    top = max(curve.at(first + step * n) for curve in found for n in range(RIGHT - LEFT + 1))
    classes = []
    for label, curve in zip(seen.rows, found, strict=True):

        def height(x: int, curve: Curve = curve) -> float:
            return exp(curve.at(first + step * (x - LEFT)) - top)

        peak = max(range(LEFT, RIGHT + 1), key=height)
        classes.append(Drawn(label, height, peak, tuple(row[0] for row in seen.drawn(label))))
    return picture(asking.columns[0], classes, axis, [(name, row[0]) for name, row in seen.asked])


def _deviation(a: float) -> float:
    return sqrt(-1 / (2 * a))


def _reach(curve: Curve) -> tuple[float, float] | None:
    """Return between what places a density is drawn: all that is seen of it, or its tail."""
    if curve.a < -_FLAT:
        mean, deviation = -curve.b / (2 * curve.a), _deviation(curve.a)
        return mean - _REACH * deviation, mean + _REACH * deviation
    if abs(curve.a) <= _FLAT and abs(curve.b) > _FLAT:
        tail = -_REACH / curve.b
        return min(-1.0, -1 + tail), max(-1.0, -1 + tail)
    return None


def _beginning(asking: Asking, numbers: Sequence[Fraction]) -> Fraction:
    """Return where what falls off from an end begins: at 0, if numbers may be as small."""
    smallest = min(numbers)
    return Fraction(0) if smallest > 0 and asking.logs([(Fraction(0),)]) is not None else smallest


def _counts(asking: Asking, seen: Seen) -> str:
    """Return the probabilities of whole numbers, as many as there is room for."""
    numbers = seen.column(0)
    if any(number.denominator != 1 for number in numbers) or min(numbers) < 0:
        return ""
    first = 0 if asking.logs([(Fraction(0),)]) is not None else 1
    last = int(max(numbers)) + 2
    places = [(Fraction(n),) for n in range(first, last + 1)]
    logs = asking.logs(places) if len(places) <= _COUNTS else None
    if logs is None:
        return ""
    top = max(map(max, logs))
    heights = [
        (label, [exp(log - top) for log in of], tuple(row[0] for row in seen.drawn(label)))
        for label, of in zip(seen.rows, logs, strict=True)
    ]
    return posts(asking.columns[0], heights, first, [(name, row[0]) for name, row in seen.asked])


def _plane(asking: Asking, seen: Seen) -> str:
    """Return the rows of two columns in a plane."""
    first, second = (Scale.over(seen.column(at)) for at in (0, 1))
    found = surfaces(asking, (first, second)) if first.half and second.half else None
    if found is None:
        return ""
    points = [
        Points(label, surface, tuple((first.to(x), second.to(y)) for x, y in seen.drawn(label)))
        for label, surface in zip(seen.rows, found, strict=True)
    ]
    places = [(name, (first.to(row[0]), second.to(row[1]))) for name, row in seen.asked]
    return plane(asking.columns, points, (first, second), places)
