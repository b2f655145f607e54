"""Piecewise: a density that is linear between given points, and 0 outside of them.

Source: L. Devroye, Non-Uniform Random Variate Generation (1986), section II.4, where such densities
are called polygonal.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from itertools import pairwise, product

from exactnb.core.arithmetic import values
from exactnb.core.arithmetic.roots import Points
from exactnb.core.arithmetic.rounding import number_text
from exactnb.core.arithmetic.values import Number
from exactnb.core.data.schema import PARAMETERS, in_class, in_row
from exactnb.core.expression.evaluate import evaluate
from exactnb.core.expression.general_nodes import ExactValue
from exactnb.core.expression.nodes import Expression, Integer, Reference
from exactnb.core.expression.written import number
from exactnb.core.families.base import probability
from exactnb.core.families.estimates import Estimate, number_cell
from exactnb.core.families.numbers import NumberBlock, NumberFamily
from exactnb.core.naming.names import Item, QuantityName
from exactnb.errors import InputError, Unsupported

_EXAMPLE = """[data]
parameters = '''
          | one           | two
prior     | 1/2           | 1/2
points(a) | 0:0 2:2/3 3:0 | 1:0 3:2/3 4:0
'''

[query]
x = { a = "3/2" }
"""


class Piecewise(NumberFamily):
    """A column of measurements with given heights of its density at given points."""

    name = "piecewise"
    title = "Piecewise linear"
    formula = "linear between given points"
    example = _EXAMPLE
    is_density = True
    summed_powers = ()
    parameter_row = "points"
    has_corners = True

    def check(self, block: NumberBlock) -> None:
        """Refuse columns without points, and points that are no density."""
        for column in block.columns:
            row = f"points({column})"
            for label in block.classes:
                place = in_class(in_row(PARAMETERS, row), label.value)
                points = block.points.get((column, label.value))
                if points is None:
                    raise InputError(f"piecewise needs a row {row} in data.parameters", at="families")
                if negative := next((y for _, y in points if y < 0), None):
                    raise InputError(f"a density is not negative; got {negative}", at=place)
                if any(x >= z for (x, _), (z, _) in pairwise(points)):
                    raise InputError("expected points from left to right, each x once", at=place)
                area = sum((z - x) * (y + w) / 2 for (x, y), (z, w) in pairwise(points))
                if area != 1:
                    raise InputError(
                        f"the area under the points is {number_text(area)}, not 1", at=place
                    )

    def parameters_across_classes(self, block: NumberBlock) -> Iterator[tuple[QuantityName, ...]]:
        """Yield the density at each point of any class."""
        for column in block.columns:
            abscissas = {x for k in block.classes for x, _ in block.points[column, k.value]}
            for x in sorted(abscissas):
                cell = number_cell(column, x)
                yield tuple(probability((cell,), (k,), block.model).name for k in block.classes)

    def estimate(self, block: NumberBlock, name: QuantityName) -> Estimate:
        """Refuse: points are given, never estimated."""
        raise InputError("piecewise densities are given, not estimated")

    def factor_reason(self, block: NumberBlock, observed: Mapping[str, Fraction], label: Item) -> str:
        """Return "" if `observed` is a point of class `label`, or that it is between two points."""
        ((column, x),) = observed.items()
        is_corner = any(x == point for point, _ in block.points[column, label.value])
        return "" if is_corner else "on the line between two points"

    def factor(self, block: NumberBlock, observed: Mapping[str, Fraction], label: Item) -> Expression:
        """Return a given height, the height between two points, or 0 outside of them."""
        ((column, x),) = observed.items()

        def height(abscissa: Fraction) -> Reference:
            return probability((number_cell(column, abscissa),), (label,), block.model)

        for (left, y), (right, w) in pairwise(block.points[column, label.value]):
            if left < x < right:
                way = _difference(x, left) / _difference(right, left)
                return height(left) + (height(right) - height(left)) * way
            if x in (left, right):
                return number(y if x == left else w)
        return Integer(0)

    def distribution(self, block: NumberBlock, column: str, label: Item) -> tuple[Expression, ...]:
        """Return x and height of each corner."""
        points = block.points[column, label.value]
        heights = [probability((number_cell(column, x),), (label,), block.model) for x, _ in points]
        corners = zip((number(x) for x, _ in points), heights, strict=True)
        return tuple(part for corner in corners for part in corner)

    def interval_terms(
        self,
        region: Points,
        parameters: tuple[Expression, ...],
        place_formula: Callable[[Number], Expression],
    ) -> Iterator[tuple[Expression, ...]]:
        """Yield the trapezoids under the density: its height in the middle times the width."""
        parameter_values = [evaluate(part) for part in parameters]
        rationals = [value for value in parameter_values if isinstance(value, Fraction)]
        if len(rationals) < len(parameter_values):
            raise Unsupported("probabilities of regions are worked out for rational parameters only")
        corners = zip(rationals[::2], rationals[1::2], strict=True)
        for (left, right, _), segment in product(region.intervals(), pairwise(corners)):
            (start, y), (end, w) = segment
            begins = left if values.compare(left, start) > 0 else start
            stops = right if values.compare(right, end) < 0 else end
            if values.compare(begins, stops) >= 0 or not (y or w):
                continue
            slope = (w - y) / (end - start)
            low, high = (
                values.add([y, values.multiply([slope, values.add([x, -start])])])
                for x in (begins, stops)
            )
            yield (_difference(stops, begins) * ((_exact_node(low) + _exact_node(high)) / 2),)


def _difference(minuend: Number, subtrahend: Number) -> Expression:
    return _exact_node(minuend) - _exact_node(subtrahend)


def _exact_node(value: Number) -> Expression:
    """Return a number as it is written; an irrational one by itself, which is never printed."""
    return number(value) if isinstance(value, Fraction) else ExactValue(value)


FAMILY = Piecewise()
