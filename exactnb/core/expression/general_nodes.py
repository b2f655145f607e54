"""Nodes of general formulas, and of arrays and regions.

They stand in the same tree as numbers and names do, so that one set of printers writes both:
`one_line.py` on one line. A general formula has no value until numbers are put in, a prover reads it;
`array_values.py` evaluates arrays.

How to read: first letters with indices, sums over an index, derivatives and integrals, which are a
`GeneralNode`; then vectors, matrices, where two scores are equal and how probable a region is, which
are an `ArrayNode`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING, Literal

from exactnb.core.expression.tree import Expression, Fixed, Nested, Operand, Several, node
from exactnb.core.record import frozen

if TYPE_CHECKING:
    from exactnb.core.arithmetic.roots import Everywhere, Points
    from exactnb.core.arithmetic.roots import Points as Region
    from exactnb.core.arithmetic.values import Number, Undefined


@frozen(slots=True)
class Index(Expression):
    """A letter that runs over a range, or stands for any place in it: i, j, k."""

    letter: str


@frozen(slots=True)
class Symbol(Nested):
    """A number with a letter, and indices below it and, in parentheses, above: x_j^(i).

    `role` names the notation, if it is a parameter that courses write differently; an estimate has a
    hat.

    >>> print(Symbol("x")[Index("j")].above(Index("i")))
    x_j^(i)
    """

    letter: str
    lower: tuple[Expression, ...] = ()
    upper: tuple[Expression, ...] = ()
    is_estimate: bool = False
    role: str = ""

    def __getitem__(self, indices: Operand | tuple[Operand, ...]) -> Symbol:
        """Return the letter with indices below it; raise TypeError if it has some."""
        if self.lower:
            raise TypeError(f"{self} has indices")
        return replace(self, lower=_nodes(indices))

    def above(self, *indices: Operand) -> Symbol:
        """Return the letter with indices above it, in parentheses."""
        return replace(self, upper=_nodes(indices))

    @property
    def hat(self) -> Symbol:
        """Return the estimate of the letter, which has a hat."""
        return replace(self, is_estimate=True)


@frozen(slots=True)
class Call(Nested):
    """A function of what stands in its parentheses, such as ℓ(θ) or P(x|k).

    >>> print(Call("P", ())(Symbol("x"), given=Index("k")))
    P(x | k)
    """

    head: str
    left: tuple[Expression, ...]
    right: tuple[Expression, ...] = ()
    lower: tuple[Expression, ...] = ()

    def __getitem__(self, indices: Operand | tuple[Operand, ...]) -> Call:
        """Return the function with indices below its name; raise TypeError if it has some."""
        if self.lower:
            raise TypeError(f"{self} has indices")
        return replace(self, lower=_nodes(indices))

    def __call__(self, *arguments: Operand, given: Operand | tuple[Operand, ...] = ()) -> Call:
        """Return the function of some arguments; raise TypeError if it has some."""
        if self.left:
            raise TypeError(f"{self} is no function")
        return replace(self, left=_nodes(arguments), right=_nodes(given))


@frozen(slots=True)
class Domain(Several):
    """What a letter may be.

    {0, 1} is a "set", {1, …, K} a "span", (0, 1) is "open", [0, 1] "closed", (0, 1] "left-open", [0, 1)
    "right-open", and an open end may be ∞; a "named" one has a letter and its size, such as V and |V|,
    and the "reals" have no parts.
    {0, 1, 2, …} is "whole", with its first number, {0, …, N} is "through"; "definite" are the symmetric
    positive definite matrices with so many rows.
    """

    kind: Literal[
        "set",
        "span",
        "open",
        "closed",
        "left-open",
        "right-open",
        "named",
        "reals",
        "whole",
        "through",
        "definite",
    ]
    parts: tuple[Expression, ...]


@frozen(slots=True)
class Iverson(Fixed):
    """1 if two indices or labels are equal, else 0."""

    left: Expression
    right: Expression


@frozen(slots=True)
class Series(Nested):
    """A sum or a product over an index, with a condition under its sign where there is one.

    The largest, the smallest and the middle one of some numbers are written alike.

    Where all values of a number are added up, the `index` is its letter.
    """

    sign: Literal["sum", "product", "max", "min", "median"]
    index: Index | Symbol
    domain: Domain
    body: Expression
    where: Iverson | None = None

    @property
    def is_order_statistic(self) -> bool:
        """Say whether it is one of the numbers, by their order, and neither a sum nor a product."""
        return self.sign not in ("sum", "product")


@frozen(slots=True)
class Derivative(Fixed):
    """The derivative of a formula by a letter, once or several times."""

    body: Expression
    variable: Symbol
    order: int = 1


@frozen(slots=True)
class Extremum(Fixed):
    """Where a formula is largest, for all values that a letter may have."""

    variable: Expression
    body: Expression


@frozen(slots=True)
class Root(Fixed):
    """The only place between two `ends` (None: no end) at which a formula of a letter has a value."""

    variable: Symbol
    body: Expression
    value: Expression
    ends: tuple[Fraction | None, Fraction | None] = (None, None)


@frozen(slots=True)
class Integral(Nested):
    """The integral of a formula over a letter, from one end to the other.

    Without ends the letter stands for all numbers of a distribution, and these vary together.
    """

    variable: Symbol
    body: Expression
    ends: tuple[Expression, ...] = ()


def _nodes(operands: Operand | tuple[Operand, ...]) -> tuple[Expression, ...]:
    return tuple(map(node, operands if isinstance(operands, tuple) else (operands,)))


GeneralNode = (
    Index | Symbol | Call | Domain | Series | Iverson | Derivative | Extremum | Root | Integral
)


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
    def applied_to(self, name: str) -> Expression:
        """Return the function of a column, by its name."""

    @abstractmethod
    def zeros(self, coefficients: Sequence[Number]) -> Points | Everywhere | Undefined:
        """Return where the polynomial with `coefficients`, the constant first, in the function is 0."""

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
    def interval_terms(
        self,
        region: Region,
        parameters: tuple[Expression, ...],
        place_formula: Callable[[Number], Expression],
    ) -> Iterator[tuple[Expression, ...]]:
        """Yield, for each interval of a region, the terms that its probability is the sum of.

        The parameters are formulas without names; `place_formula` writes an end of an interval.
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
