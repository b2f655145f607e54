"""Write arrays and general formulas on one line.

How to read: a function for each node, called by `spell.py`: letters with indices, sums over an index,
derivatives, then vectors, matrices, points and curves.
"""

from __future__ import annotations

from collections.abc import Iterator

from exactnb.core.expression import nodes, special_nodes
from exactnb.core.expression.letters import Lines, symbol_marks
from exactnb.core.expression.nodes import Expression, Integer, Negative, Special, Sum
from exactnb.core.expression.precedence import ATOM, PRODUCT, parts
from exactnb.core.expression.special_nodes import GeneralNode
from exactnb.core.naming.grammar import quote
from exactnb.core.naming.notation import Mark, Script


class GeneralLines(Lines):
    """What a printer that writes on one line has to say about letters and their ranges."""

    dots = "..."
    reals = "R"
    definite = "PD"
    iverson_sign = ""
    partial = "d"
    integral_sign = "int"
    root_sign, equal_sign = "root", " = "
    series_signs: dict[str, str] = {"sum": "sum", "product": "prod"}  # noqa: RUF012 - a constant

    def general_formula(self, node: GeneralNode) -> str:
        """Return a letter, a range, a sum over an index, a derivative."""
        match node:
            case nodes.Index(letter):
                return self.letter(letter)
            case nodes.Symbol():
                return self.symbol(node)
            case nodes.Call():
                return self.call(node)
            case nodes.Domain():
                return self.domain(node)
            case nodes.Series():
                return self.series(node)
            case nodes.Iverson(left, right):
                return f"{self.iverson_sign}[{self.write(left)}={self.write(right)}]"
            case nodes.Derivative():
                return self.derivative(node)
            case nodes.Integral():
                return self.integral(node)
            case nodes.Extremum(variable, body):
                return f"{self.subscript('argmax', self.write(variable))} {self.within(body, PRODUCT)}"
            case nodes.Root(variable, body, value):
                equation = self.equal_sign.join(map(self.write, (body, value)))
                return self.subscript(self.root_sign, self.write(variable)) + self.bracketed(equation)

    def letter(self, letter: str) -> str:
        """Return the letter of an index."""
        return letter

    def symbol(self, symbol: nodes.Symbol) -> str:
        """Return a letter with its indices."""
        return _flat(symbol_marks(symbol))

    def call(self, call: nodes.Call) -> str:
        """Return a function of what stands in its parentheses."""
        inside = self.listed(map(self.write, call.left))
        if call.right:
            inside += self.condition_bar + self.listed(map(self.write, call.right))
        return f"{self.head(call)}({self.inner(inside)})" if inside else self.head(call)

    def head(self, call: nodes.Call) -> str:
        """Return the name of a function."""
        return self.symbol(nodes.Symbol(call.head, call.lower))

    def domain(self, domain: nodes.Domain) -> str:
        """Return what a letter may be."""
        parts = [self.write(part) for part in domain.parts]
        match domain.kind:
            case "named":
                return parts[0]
            case "span" | "through":
                return self.braced(self.listed((parts[0], self.dots, parts[1])))
            case "set":
                return self.braced(self.listed(parts))
            case "reals":
                return self.reals
            case "whole":
                return self.braced(self.listed((*self._first(domain), self.dots)))
            case "definite":
                return f"{self.definite}({parts[0]})"
        inside = self.inner(self.listed(parts))
        ends = {"open": "()", "left-open": "(]", "right-open": "[)"}.get(domain.kind, "[]")
        return f"{ends[0]}{inside}{ends[1]}"

    def _first(self, domain: nodes.Domain) -> tuple[str, ...]:
        """Return the first whole numbers of a domain, as many as show what goes on."""
        (first,) = domain.parts
        assert isinstance(first, nodes.Integer)
        return tuple(self.write(nodes.Integer(first.value + more)) for more in range(3 - first.value))

    def series(self, series: nodes.Series) -> str:
        """Return a sum or product over an index; its range is said elsewhere."""
        under = self.write(series.index)
        if series.where is not None:
            under += f": {self.write(series.where.left)}={self.write(series.where.right)}"
        sign = self.subscript(self.series_signs[series.sign], under)
        return f"{sign} {self.within(series.body, PRODUCT)}"

    def derivative(self, derivative: nodes.Derivative) -> str:
        """Return a derivative: of a function by its name, of a formula in parentheses."""
        by, order = self.write(derivative.variable), derivative.order
        power = self.exponent_text(order) if order > 1 else ""
        if power and self.precedence(derivative.variable) < ATOM:
            by = self.bracketed(by)
        body = derivative.body
        if isinstance(body, nodes.Call) and not body.right:  # ∂ℓ/∂θ, but ∂P(x|k)/∂θ
            return f"{self.partial}{power}{self.head(body)}/{self.partial}{by}{power}"
        if isinstance(body, nodes.Call | nodes.Symbol):
            return f"{self.partial}{power}{self.write(body)}/{self.partial}{by}{power}"
        return f"{self.partial}{power}/{self.partial}{by}{power} ({self.inner(self.write(body))})"

    def integral(self, integral: nodes.Integral) -> str:
        """Return an integral with its ends; where it has none, its range is said elsewhere."""
        ends = "_{}^{}".format(*map(self.write, integral.ends)) if integral.ends else ""
        body = self.within(integral.body, PRODUCT)
        return f"{self.integral_sign}{ends} {body} d{self.write(integral.variable)}"


def _flat(marks: tuple[Mark, ...]) -> str:
    line = ""
    for mark in marks:
        if isinstance(mark, Script):
            inner = _flat(mark.marks)
            simple = inner.isalnum() or (inner.startswith("(") and mark.sign == "^")
            line += f"{mark.sign}{inner}" if simple else f"{mark.sign}{{{inner}}}"
        else:
            line += mark.text
    return line


class ArrayLines(Lines):
    """What a printer that writes on one line has to say about arrays."""

    such_that = " : "
    inside = " in "
    not_inside = " not in "
    union = " or "
    nothing = "{}"
    inverted = "^-1"
    transposed = "^T"

    def array(self, node: special_nodes.ArrayNode) -> str:
        """Return a vector, a matrix, points or a curve."""
        match node:
            case special_nodes.Vector(numbers):
                return self.vector([self.write(number) for number in numbers])
            case special_nodes.Matrix(rows):
                return self.matrix([[self.write(part) for part in row] for row in rows])
            case special_nodes.Points(points, "points"):
                return self.braced(self.listed(map(self.write, points)))
            case special_nodes.Points((left, right), kind) if len(kind) == 2:
                return self.interval(self.write(left), self.write(right), kind)
            case special_nodes.Points():
                intervals = (self.inner(self.write(part.body)) for part in parts(node))
                return f"{self.gap}{self.union.lstrip()}".join(intervals) or self.nothing
            case special_nodes.Entry(points, place):
                return f"{self.within(points, ATOM)}[{place}]"
            case special_nodes.Zeros():
                return self.zeros(node)
            case special_nodes.Crossings(variable, factor, is_inequality=is_inequality):
                x, relation = self.variable(variable), self.relation(is_inequality=is_inequality)
                sides = f"{self.within(factor, PRODUCT)}{self.cross}f({x}){self.gap}{relation} g({x})"
                return self.braced(f"{x}{self.such_that}{sides}")
            case special_nodes.Within():
                return self.region_probability(node)
            case special_nodes.Inverse(matrix):
                return self.within(matrix, ATOM) + self.inverted
            case special_nodes.Form(left, matrix, right):
                left_text, right_text = self.within(left, ATOM), self.within(right, ATOM)
                return f"{left_text}{self.transposed} {self.within(matrix, ATOM)} {right_text}"

    def region_probability(self, node: special_nodes.Within) -> str:
        """Return the probability of regions; what the distribution is was said elsewhere."""
        x = self.variable(node.variable)
        conditions = [f"{x}{self.inside}{self.write(region)}" for region in node.inside]
        conditions += [f"{x}{self.not_inside}{self.write(region)}" for region in node.outside]
        event = f"{self.listed(conditions)}{self.condition_bar}{self.labels((node.label,))}"
        return f"P({self.inner(event)})"

    def interval(self, left: str, right: str, brackets: str) -> str:
        """Return what lies between two ends."""
        return f"{brackets[0]}{self.inner(self.listed((left, right)))}{brackets[1]}"

    def vector(self, parts: list[str]) -> str:
        """Return numbers in a column, on one line."""
        return f"[{self.inner(self.listed(parts))}]"

    def matrix(self, rows: list[list[str]]) -> str:
        """Return rows of numbers, on one line."""
        return f"[{self.inner(self.listed(map(self.vector, rows)))}]"

    def zeros(self, zeros: special_nodes.Zeros) -> str:
        """Return a polynomial equal to 0, or above; of one variable, where it is."""
        sides = [*self.polynomial(zeros), f"{self.relation(is_inequality=zeros.is_inequality)} 0"]
        equation = self.gap.join(map(self.inner, sides))
        if len(zeros.variables) > 1:
            return equation
        return self.braced(f"{self.variable(zeros.variables[0])}{self.such_that}{equation}")

    def relation(self, *, is_inequality: bool) -> str:
        """Return the relation to what a score is compared with."""
        return ">" if is_inequality else "="

    def polynomial(self, zeros: special_nodes.Zeros) -> list[str]:
        """Return the terms of a polynomial, each but the first with its sign before it."""
        terms: list[str] = []
        for sign, size, letters in self.signed_terms(zeros):
            body = [] if size is None else [self.within(size, PRODUCT)]
            text = self.cross.join([*body, *letters])
            signed = f"{self.minus if sign < 0 else self.plus} {text}"
            terms.append(signed if terms else (self.minus + text if sign < 0 else text))
        return terms or ["0"]

    def signed_terms(
        self, zeros: special_nodes.Zeros
    ) -> Iterator[tuple[int, Expression | None, list[str]]]:
        """Yield the sign of each term of a polynomial, its size if that is said, and its letters."""
        for powers, coefficient in zeros.terms:
            pairs = zip(zeros.variables, powers, strict=True)
            letters = [self.powered(self.variable(v), n) for v, n in pairs if n]
            constant = coefficient.terms if isinstance(coefficient, Sum) and not letters else None
            for part in constant or (coefficient,):
                sign, size = _signed(part)
                yield sign, None if letters and size == Integer(1) else size, letters

    def powered(self, base: str, exponent: int) -> str:
        """Return a variable to a power, which is positive."""
        return base + (self.exponent_text(exponent) if exponent > 1 else "")

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
