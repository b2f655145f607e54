"""The choice of a picture for numeric columns: one column or two, densities or counts, or none."""

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
from exactnb.explain.rendering.pictures.html_densities import (
    LEFT,
    RIGHT,
    Axis,
    ClassCurve,
    Coordinates,
    LogJoints,
    Scale,
    Surface,
    densities_picture,
    posts_picture,
    surfaces,
)
from exactnb.explain.rendering.pictures.html_planes import PlaneClass, plane_picture

_MOST = 4  # most classes of a picture, and most queries
_REACH = 3.2  # standard deviations on both sides, or factors 1/e of a tail
_FLAT = 1e-6  # least curvature that is not a straight line
_NARROW = 400  # a standard deviation narrower than this part of the picture is not drawn
_COUNTS = 40  # most whole numbers on an axis


@frozen(slots=True)
class PlottedRows:
    """The rows of each class and the queries.

    If the table is incomplete, no row is drawn: the others would seem not to exist.
    """

    rows: dict[str, tuple[Coordinates, ...]]
    queries: tuple[tuple[str, Coordinates], ...]
    is_complete: bool

    def column(self, index: int) -> list[Fraction]:
        """Return all numbers of the column `index`."""
        rows = (row for class_rows in self.rows.values() for row in class_rows)
        return [row[index] for row in (*rows, *(row for _, row in self.queries))]

    def rows_to_draw(self, label: str) -> tuple[Coordinates, ...]:
        """Return the rows of class `label`, or none if the table is incomplete."""
        return self.rows[label] if self.is_complete else ()


def pictures(quantities: Quantities, notation: Notation, data: Data, model: str) -> list[str]:
    """Return a picture of `data` if it has one or two numeric columns, with a key, else nothing.

    `quantities` is the graph of the solution, `model` the model whose densities are drawn, and
    `notation` knows which columns are numeric.
    """
    labels = _classes_with_prior(quantities, model)
    rows = [
        (row.label, numbers) for row in data.rows if (numbers := _read_numbers(row.cells)) is not None
    ]
    queries = [
        (row.id, numbers) for row in data.queries if (numbers := _read_numbers(row.cells)) is not None
    ]
    omitted_columns = [extent for extent in data.extents if extent.visible != len(data.rows)]
    if not 1 < len(labels) <= _MOST or not rows or omitted_columns:
        return []
    by_class = {
        label.value: tuple(numbers for row_label, numbers in rows if row_label == label.value)
        for label in labels
    }
    plotted = PlottedRows(by_class, tuple(queries[:_MOST]), not data.extents)
    joints = LogJoints(quantities, model, labels, data.columns)
    dense = [(model, column) in notation.densities for column in data.columns]
    numeric = [(model, column) in notation.numbers for column in data.columns]
    picture, caption = "", "Prior times density of each class; dashed lines where the decision changes"
    if dense == numeric == [True]:
        picture = _densities_picture(joints, plotted)
    elif numeric == [True]:
        picture, caption = _counts_picture(joints, plotted), caption.replace("density", "probability")
    elif dense == numeric == [True, True]:
        picture = _plane_picture(joints, plotted)
        caption = "One and two standard deviations; the thick line is where the decision changes"
    marked = "; ▲ what is asked about" if queries else ""
    return [picture, element("p", f"{caption}{marked}.", class_="key")] if picture else []


def _classes_with_prior(quantities: Quantities, model: str) -> tuple[Item, ...]:
    """Return the classes, those that have a prior."""
    priors = (name for name in quantities if name.head == "P" and name.model == model)
    labels = (n.subjects[0] for n in priors if len(n.subjects) == 1 and not (n.right or n.wrappers))
    return tuple(dict.fromkeys(item for item in labels if item.kind == "class"))


def _read_numbers(cells: Sequence[str]) -> tuple[Fraction, ...] | None:
    """Return cells as numbers, or None if some are missing or not plain numbers."""
    try:
        return tuple(map(Fraction, cells))
    except (ValueError, ZeroDivisionError):
        return None


def _densities_picture(joints: LogJoints, plotted: PlottedRows) -> str:
    """Return a picture of one column's densities if they are normal or decrease from an end."""
    numbers = plotted.column(0)
    scale = Scale.spanning(numbers)
    fits = surfaces(joints, (scale,)) if scale.half else None
    reaches = [_drawn_range(curve) for curve in fits or []]
    if fits is None or None in reaches:
        return ""
    ends = [-1.0, 1.0, *(end for reach in reaches if reach is not None for end in reach)]
    low, high = scale.number_at_place(Fraction(min(ends))), scale.number_at_place(Fraction(max(ends)))
    if any(abs(curve.ss) <= _FLAT for curve in fits):
        # a decreasing density begins at 0 if that is possible, else at the least number
        is_from_zero = min(numbers) > 0 and joints.evaluate([(Fraction(0),)]) is not None
        low = Fraction(0) if is_from_zero else min(numbers)
    narrow = (float(high - low) / float(scale.half)) / _NARROW
    if low == high or any(curve.ss < 0 and _standard_deviation(curve.ss) < narrow for curve in fits):
        return ""
    axis = Axis(low, high, LEFT, RIGHT)
    first, last = scale.place_of_number(low), scale.place_of_number(high)
    step = (last - first) / (RIGHT - LEFT)
    top = max(curve.at(first + step * n) for curve in fits for n in range(RIGHT - LEFT + 1))
    classes = []
    for label, curve in zip(plotted.rows, fits, strict=True):

        def height(x: int, curve: Surface = curve) -> float:
            return exp(curve.at(first + step * (x - LEFT)) - top)

        peak = max(range(LEFT, RIGHT + 1), key=height)
        observed = tuple(row[0] for row in plotted.rows_to_draw(label))
        classes.append(ClassCurve(label, height, peak, observed))
    return densities_picture(
        joints.columns[0], classes, axis, [(name, row[0]) for name, row in plotted.queries]
    )


def _standard_deviation(a: float) -> float:
    return sqrt(-1 / (2 * a))


def _drawn_range(curve: Surface) -> tuple[float, float] | None:
    """Return the places between which a density is drawn: its visible part, or its tail."""
    if curve.ss < -_FLAT:
        mean, deviation = -curve.s / (2 * curve.ss), _standard_deviation(curve.ss)
        return mean - _REACH * deviation, mean + _REACH * deviation
    if abs(curve.ss) <= _FLAT and abs(curve.s) > _FLAT:
        tail = -_REACH / curve.s
        return min(-1.0, -1 + tail), max(-1.0, -1 + tail)
    return None


def _counts_picture(joints: LogJoints, plotted: PlottedRows) -> str:
    """Return a picture of the probabilities of whole numbers, if there are few enough."""
    numbers = plotted.column(0)
    if any(number.denominator != 1 for number in numbers) or min(numbers) < 0:
        return ""
    first = 0 if joints.evaluate([(Fraction(0),)]) is not None else 1
    last = int(max(numbers)) + 2
    places = [(Fraction(n),) for n in range(first, last + 1)]
    logs = joints.evaluate(places) if len(places) <= _COUNTS else None
    if logs is None:
        return ""
    top = max(map(max, logs))
    heights = []
    for label, class_logs in zip(plotted.rows, logs, strict=True):
        observed = tuple(row[0] for row in plotted.rows_to_draw(label))
        heights.append((label, [exp(log - top) for log in class_logs], observed))
    return posts_picture(
        joints.columns[0], heights, first, [(name, row[0]) for name, row in plotted.queries]
    )


def _plane_picture(joints: LogJoints, plotted: PlottedRows) -> str:
    """Return a picture of two columns in a plane."""
    first, second = (Scale.spanning(plotted.column(index)) for index in (0, 1))
    fits = surfaces(joints, (first, second)) if first.half and second.half else None
    if fits is None:
        return ""
    classes = []
    for label, surface in zip(plotted.rows, fits, strict=True):
        points = tuple(
            (first.place_of_number(x), second.place_of_number(y))
            for x, y in plotted.rows_to_draw(label)
        )
        classes.append(PlaneClass(label, surface, points))
    places = [
        (name, (first.place_of_number(row[0]), second.place_of_number(row[1])))
        for name, row in plotted.queries
    ]
    return plane_picture(joints.columns, classes, (first, second), places)
