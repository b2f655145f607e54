"""Write arrays on one line: vectors, matrices, points and curves."""

from __future__ import annotations

from collections.abc import Iterator

from exactnb.core.expression import array_nodes
from exactnb.core.expression.letters import Lines
from exactnb.core.expression.nodes import Expression, Integer, Negative, Special, Sum
from exactnb.core.expression.precedence import ATOM, PRODUCT, parts
from exactnb.core.naming.grammar import quote


class ArrayLines(Lines):
    """What a printer that writes on one line has to say about arrays."""

    such_that = " : "
    inside = " in "
    not_inside = " not in "
    union = " or "
    nothing = "{}"
    inverted = "^-1"
    transposed = "^T"

    def array(self, node: array_nodes.ArrayNode) -> str:
        """Return `node`, a vector, a matrix, points or a curve, as text."""
        match node:
            case array_nodes.VectorNode(numbers):
                return self.vector([self.write(number) for number in numbers])
            case array_nodes.MatrixNode(rows):
                return self.matrix([[self.write(part) for part in row] for row in rows])
            case array_nodes.PointsNode(points, "points"):
                return self.braced(self.listed(map(self.write, points)))
            case array_nodes.PointsNode((left, right), kind) if len(kind) == 2:
                return self.interval(self.write(left), self.write(right), kind)
            case array_nodes.PointsNode():
                intervals = (self.inner(self.write(part.body)) for part in parts(node))
                return f"{self.gap}{self.union.lstrip()}".join(intervals) or self.nothing
            case array_nodes.Entry(points, place):
                return self.within(points, ATOM) + self.enclosed(self.write(Integer(place)), "[]")
            case array_nodes.Zeros():
                return self.zeros(node)
            case array_nodes.Crossings(variable, factor, is_inequality=is_inequality):
                x, relation = self.variable(variable), self.relation(is_inequality=is_inequality)
                f, g = (f"{self.letter(letter)}{self.enclosed(x)}" for letter in "fg")
                sides = f"{self.within(factor, PRODUCT)}{self.cross}{f}{self.gap}{relation}{g}"
                return self.braced(f"{x}{self.such_that}{sides}")
            case array_nodes.Within():
                return self.region_probability(node)
            case array_nodes.Inverse(matrix):
                return self.within(matrix, ATOM) + self.inverted
            case array_nodes.QuadraticForm(left, matrix, right):
                left_text, right_text = self.within(left, ATOM), self.within(right, ATOM)
                return f"{left_text}{self.transposed} {self.within(matrix, ATOM)} {right_text}"

    def region_probability(self, node: array_nodes.Within) -> str:
        """Return the probability of the regions of `node`, without its distribution."""
        x = self.variable(node.variable)
        conditions = [f"{x}{self.inside}{self.write(region)}" for region in node.inside]
        conditions += [f"{x}{self.not_inside}{self.write(region)}" for region in node.outside]
        event = f"{self.listed(conditions)}{self.condition_bar}{self.labels((node.label,))}"
        return f"{self.letter('P')}{self.enclosed(event)}"

    def interval(self, left: str, right: str, brackets: str) -> str:
        """Return the numbers from `left` to `right`; `brackets` say whether the ends belong to them."""
        return self.enclosed(self.listed((left, right)), brackets)

    def vector(self, parts: list[str]) -> str:
        """Return the numbers `parts` of a column on one line."""
        return f"[{self.inner(self.listed(parts))}]"

    def matrix(self, rows: list[list[str]]) -> str:
        """Return rows of numbers, on one line."""
        return f"[{self.inner(self.listed(map(self.vector, rows)))}]"

    def zeros(self, zeros: array_nodes.Zeros) -> str:
        """Return the polynomial of `zeros` equal to 0, or above; of one variable, where it is."""
        zero = self.relation(is_inequality=zeros.is_inequality) + self.write(Integer(0))
        sides = [*self.polynomial(zeros), zero]
        equation = self.gap.join(map(self.inner, sides))
        if len(zeros.variables) > 1:
            return equation
        return self.braced(f"{self.variable(zeros.variables[0])}{self.such_that}{equation}")

    def relation(self, *, is_inequality: bool) -> str:
        """Return the relation of a score to the other: more, if it `is_inequality`, or equal."""
        return "> " if is_inequality else "= "

    def polynomial(self, zeros: array_nodes.Zeros) -> list[str]:
        """Return the terms of the polynomial of `zeros`, each but the first with its sign before it."""
        terms: list[str] = []
        for sign, size, letters in self.signed_terms(zeros):
            body = [] if size is None else [self.within(size, PRODUCT)]
            text = self.cross.join([*body, *letters])
            signed = f"{self.minus if sign < 0 else self.plus} {text}"
            terms.append(signed if terms else (self.minus + text if sign < 0 else text))
        return terms or ["0"]

    def signed_terms(
        self, zeros: array_nodes.Zeros
    ) -> Iterator[tuple[int, Expression | None, list[str]]]:
        """Yield the sign of each term of `zeros`, its size unless that is 1, and its letters."""
        for powers, coefficient in zeros.terms:
            pairs = zip(zeros.variables, powers, strict=True)
            letters = [self.powered(self.scaled(zeros, v), n) for v, n in pairs if n]
            constant = coefficient.terms if isinstance(coefficient, Sum) and not letters else None
            for part in constant or (coefficient,):
                sign, size = _signed(part)
                yield sign, None if letters and size == Integer(1) else size, letters

    def scaled(self, zeros: array_nodes.Zeros, name: str) -> str:
        """Return the column `name` as it stands in `zeros`: a variable, or a function of one."""
        if zeros.scale is None:
            return self.variable(name)
        is_squared = any(powers[0] > 1 for powers, _ in zeros.terms)
        return self.within(zeros.scale.of(name), ATOM if is_squared else PRODUCT)

    def powered(self, base: str, exponent: int) -> str:
        """Return the variable `base` to a positive `exponent`."""
        return base + (self.exponent_text(exponent) if exponent > 1 else "")

    def variable(self, name: str) -> str:
        """Return the column `name` as a variable."""
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
