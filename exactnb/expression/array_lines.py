"""Write vectors, matrices, points and curves on one line."""

from __future__ import annotations

from abc import ABC, abstractmethod

from exactnb.arithmetic.roots import brackets_of
from exactnb.expression.arrays import (
    ArrayNode,
    Crossings,
    Entry,
    Form,
    Inverse,
    Matrix,
    Points,
    Vector,
    Within,
    Zeros,
)
from exactnb.expression.nodes import Expression, Integer, Negative, Special, Sum
from exactnb.expression.precedence import ATOM, PRODUCT
from exactnb.naming.names import quote

__all__ = ["ArrayLines"]


class ArrayLines(ABC):
    """What a printer that writes on one line has to say about arrays."""

    times = " * "
    minus = "-"
    such_that = " : "
    given = " | "
    inside = " in "
    not_inside = " not in "
    union = " or "
    nothing = "{}"
    inverted = "^-1"
    transposed = "^T"

    @abstractmethod
    def write(self, expression: Expression) -> str:
        """Return an expression as one line of text."""

    @abstractmethod
    def within(self, part: Expression, needed: int) -> str:
        """Return a part, in parentheses if it holds together less tightly than needed."""

    @abstractmethod
    def labels(self, labels: tuple[str, ...]) -> str:
        """Return class labels."""

    @abstractmethod
    def braced(self, text: str) -> str:
        """Return the parts of a set."""

    @abstractmethod
    def raised(self, number: int) -> str:
        """Return a small whole number as an exponent."""

    def array(self, node: ArrayNode) -> str:
        """Return a vector, a matrix, points or a curve."""
        match node:
            case Vector(parts):
                return self.vector([self.write(part) for part in parts])
            case Matrix(rows):
                return self.matrix([[self.write(part) for part in row] for row in rows])
            case Points(parts, "points"):
                return self.braced(", ".join(map(self.write, parts)))
            case Points():
                return self.union.join(self.intervals(node)) or self.nothing
            case Entry(points, place):
                return f"{self.within(points, ATOM)}[{place}]"
            case Zeros():
                return self.zeros(node)
            case Crossings(variable, factor, above=above):
                x, relation = self.variable(variable), self.compared(above=above)
                sides = f"{self.within(factor, PRODUCT)}{self.times}f({x}) {relation} g({x})"
                return self.braced(f"{x}{self.such_that}{sides}")
            case Within():
                return self.region_probability(node)
            case Inverse(matrix):
                return self.within(matrix, ATOM) + self.inverted
            case Form(left, matrix, right):
                before, behind = self.within(left, ATOM), self.within(right, ATOM)
                return f"{before}{self.transposed} {self.within(matrix, ATOM)} {behind}"

    def region_probability(self, node: Within) -> str:
        """Return the probability of regions; what the distribution is was said elsewhere."""
        x = self.variable(node.variable)
        shown = [f"{x}{self.inside}{self.write(region)}" for region in node.inside]
        shown += [f"{x}{self.not_inside}{self.write(region)}" for region in node.outside]
        return f"P({', '.join(shown)}{self.given}{self.labels((node.label,))})"

    def intervals(self, points: Points) -> list[str]:
        """Return intervals, each with its brackets."""
        ends = [self.write(part) for part in points.parts]
        pairs = zip(ends[::2], ends[1::2], brackets_of(points.kind, len(ends) // 2), strict=True)
        return [self.interval(left, right, brackets) for left, right, brackets in pairs]

    def interval(self, left: str, right: str, brackets: tuple[str, str]) -> str:
        """Return what lies between two ends."""
        return f"{brackets[0]}{left}, {right}{brackets[1]}"

    def vector(self, parts: list[str]) -> str:
        """Return numbers in a column, on one line."""
        return f"[{', '.join(parts)}]"

    def matrix(self, rows: list[list[str]]) -> str:
        """Return rows of numbers, on one line."""
        return f"[{', '.join(map(self.vector, rows))}]"

    def zeros(self, zeros: Zeros) -> str:
        """Return a polynomial equal to 0, or above; of one variable, where it is."""
        shown = f"{' '.join(self.polynomial(zeros))} {self.compared(above=zeros.above)} 0"
        if len(zeros.variables) > 1:
            return shown
        return self.braced(f"{self.variable(zeros.variables[0])}{self.such_that}{shown}")

    def compared(self, *, above: bool) -> str:
        """Return the relation to what a score is compared with."""
        return ">" if above else "="

    def polynomial(self, zeros: Zeros) -> list[str]:
        """Return the terms of a polynomial, each but the first with its sign before it."""
        out: list[str] = []
        for powers, coefficient in zeros.terms:
            pairs = zip(zeros.variables, powers, strict=True)
            letters = [self.variable(v) + (self.raised(n) if n > 1 else "") for v, n in pairs if n]
            constant = coefficient.terms if isinstance(coefficient, Sum) and not letters else None
            for part in constant or (coefficient,):
                sign, size = _signed(part)
                body = [] if letters and size == Integer(1) else [self.within(size, PRODUCT)]
                text = self.times.join([*body, *letters])
                shown = f"{self.minus if sign < 0 else '+'} {text}"
                out.append(shown if out else (self.minus + text if sign < 0 else text))
        return out or ["0"]

    def variable(self, name: str) -> str:
        """Return a column as a variable."""
        return quote(name)


def _signed(part: Expression) -> tuple[int, Expression]:
    """Return the sign of a term, and the term without it."""
    if isinstance(part, Negative):
        return -1, part.term
    if isinstance(part, Integer) and part.value < 0:
        return -1, Integer(-part.value)
    if part == Special("−∞"):
        return -1, Special("∞")
    return 1, part
