"""Nodes of arrays and regions: vectors, matrices, where two scores are equal, how probable a region is.

`array_lines.py` writes them on one line, `array_values.py` evaluates them.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from exactnb.core.expression.tree import Expression, Fixed, Nested, Several
from exactnb.core.record import frozen

if TYPE_CHECKING:
    from exactnb.core.arithmetic.roots import Everywhere, Points
    from exactnb.core.arithmetic.roots import Points as Region
    from exactnb.core.arithmetic.values import Number, Undefined


@frozen(slots=True)
class VectorNode(Several):
    """Numbers in a column."""

    parts: tuple[Expression, ...]


@frozen(slots=True)
class MatrixNode(Nested):
    """Rows of numbers."""

    rows: tuple[tuple[Expression, ...], ...]


@frozen(slots=True)
class Inverse(Fixed):
    """The inverse of a matrix."""

    matrix: Expression


@frozen(slots=True)
class QuadraticForm(Fixed):
    """A vector, transposed, times a matrix times a vector: (x − μ)ᵀ Σ⁻¹ (x − μ)."""

    left: Expression
    matrix: Expression
    right: Expression


class Monotone(ABC):
    """A function of one letter that rises, or falls, all the way: `scales.py` has them."""

    @abstractmethod
    def of(self, name: str) -> Expression:
        """Return the function of a column, by its name."""

    @abstractmethod
    def zeros(self, coefficients: Sequence[Number]) -> Points | Everywhere | Undefined:
        """Return where a polynomial in the function is 0.

        Of its `coefficients` the constant stands first.
        """

    @abstractmethod
    def positive_intervals(self, coefficients: Sequence[Number]) -> Points | Undefined:
        """Return the intervals where a polynomial with `coefficients` in the function is above 0."""


@frozen(slots=True)
class Zeros(Nested):
    """Where a polynomial is 0, or positive if it `is_inequality`.

    These are points or intervals of one variable, or a curve in several.

    `terms` are the exponents of the variables and the coefficient; `lower` is where the
    variable begins, if it does: what is below does not count. With a `scale` it is a polynomial in that
    function of the variable.
    """

    variables: tuple[str, ...]
    terms: tuple[tuple[tuple[int, ...], Expression], ...]
    lower: int | None = None
    is_inequality: bool = False
    scale: Monotone | None = None


@frozen(slots=True)
class Crossings(Nested):
    """Where a multiple of one piecewise linear density is another, or (`is_inequality`) above it.

    These are points from left to right, or intervals. Both are 0 outside of their corners, given as x
    and height; points where both are 0 do not count.
    """

    variable: str
    factor: Expression
    first: tuple[tuple[Expression, Expression], ...]
    second: tuple[tuple[Expression, Expression], ...]
    is_inequality: bool = False


@frozen(slots=True)
class PointsNode(Several):
    """Real numbers in ascending order; of another kind they are ends of intervals, as in `roots`."""

    parts: tuple[Expression, ...]
    kind: str = "points"


@frozen(slots=True)
class Entry(Fixed):
    """One of several points, the first being 1; undefined beyond the last."""

    points: Expression
    place: int


@frozen(slots=True)
class ExactValue(Expression):
    """A value by itself, while a formula is worked out; it is never printed."""

    value: Number


class Distribution(ABC):
    """A distribution of numbers that states how probable regions are."""

    @abstractmethod
    def terms(
        self, region: Region, parameters: tuple[Expression, ...], place: Callable[[Number], Expression]
    ) -> Iterator[tuple[Expression, ...]]:
        """Yield, for each interval of a region, the terms that its probability is the sum of.

        The parameters are formulas without names; `place` writes an end of an interval.
        """


@frozen(slots=True)
class Within(Nested):
    """The probability, in a class, of a number that is inside of some regions and outside of others."""

    distribution: Distribution
    variable: str
    label: str
    inside: tuple[Expression, ...]
    outside: tuple[Expression, ...]
    parameters: tuple[Expression, ...]


ArrayNode = (
    VectorNode | MatrixNode | Inverse | QuadraticForm | Zeros | Crossings | PointsNode | Entry | Within
)
