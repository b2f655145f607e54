"""The common part of all printers that write on one line: brackets, letters, arrays, series.

How to read: `Lines` begins with its signs, which a printer changes, and with brackets and lists. Then
come vectors, matrices, points and curves (`array`), and letters with indices, ranges, sums over an
index, derivatives and integrals (`general_formula`). `spell.py` adds arithmetic.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator

from exactnb.core.arithmetic.integers import integer_text
from exactnb.core.expression import nodes
from exactnb.core.expression.general_nodes import ArrayNode, GeneralNode
from exactnb.core.expression.letters import has_superscript, symbol_marks
from exactnb.core.expression.nodes import Expression, Integer, Negative, Special, Sum
from exactnb.core.expression.precedence import ATOM, POWER, PRODUCT, breakable_parts, precedence
from exactnb.core.naming.grammar import quote
from exactnb.core.naming.notation import Mark, Script


class Lines(ABC):
    """A writer of expressions; one for another output changes its signs, not its structure."""

    gap = " "  # where a line may be broken: a blank, or one of the places of `precedence.py`
    times = " * "
    percent = "%"
    minus = "-"
    plus = "+"
    condition_bar = " | "
    such_that = " : "
    inside = " in "
    not_inside = " not in "
    union = " or "
    nothing = "{}"
    inverted = "^-1"
    transposed = "^T"
    dots = "..."
    reals = "R"
    definite = "PD"
    iverson_sign, less_or_equal = "", " <= "
    partial = "d"
    integral_sign = "int"
    root_sign, equal_sign, tight_equal = "root", " = ", "="
    series_signs: dict[str, str] = {  # noqa: RUF012 - a constant
        "sum": "sum", "product": "prod", "max": "max", "min": "min", "median": "median"
    }  # fmt: skip

    @abstractmethod
    def write(self, expression: Expression) -> str:
        """Return an expression as one line of text."""

    @abstractmethod
    def labels(self, labels: tuple[str, ...]) -> str:
        """Return class labels."""

    @property
    def multiplication_sign(self) -> str:
        """Return the sign between two factors, before which a line may be broken."""
        return f"{self.gap}{self.times.lstrip()}"

    def deeper_breaks(self, text: str) -> str:
        """Return text that stands in brackets, inside of which a line is broken later."""
        return text

    def listed(self, parts: Iterable[str]) -> str:
        """Return parts with commas between, behind which a line is broken first."""
        return f",{self.gap}".join(map(self.deeper_breaks, parts))

    def bracketed(self, text: str) -> str:
        """Return `text`, a part, in parentheses."""
        return f"({self.deeper_breaks(text)})"

    def letter_text(self, letter: str) -> str:
        """Return the `letter` of an index, or of a function."""
        return letter

    def enclosed(self, text: str, brackets: str = "()") -> str:
        """Return `text`, what a sign is of, between two `brackets`."""
        return f"{brackets[0]}{self.deeper_breaks(text)}{brackets[1]}"

    def braced(self, text: str) -> str:
        """Return `text`, the parts of a set, in braces."""
        return f"{{{self.deeper_breaks(text)}}}"

    def subscript(self, sign: str, text: str) -> str:
        """Return `sign` with `text` under it."""
        return f"{sign}_{text}" if text.isalnum() else f"{sign}[{self.deeper_breaks(text)}]"

    def exponent_text(self, number: int) -> str:
        """Return a small whole number as an exponent."""
        return f"^{integer_text(number)}"

    def parenthesized(self, part: Expression, needed: int) -> str:
        """Return a part, in parentheses if it holds together less tightly than needed."""
        text = self.write(part)
        return self.bracketed(text) if self.precedence(part) < needed else text

    def precedence(self, part: Expression) -> int:
        """Return how tightly a part holds together as it is written here."""
        if isinstance(part, nodes.Symbol) and has_superscript(part, None):
            return POWER
        return precedence(part)

    def array(self, node: ArrayNode) -> str:
        """Return `node`, a vector, a matrix, points or a curve, as text."""
        match node:
            case nodes.VectorNode(numbers):
                return self.vector([self.write(number) for number in numbers])
            case nodes.MatrixNode(rows):
                return self.matrix([[self.write(part) for part in row] for row in rows])
            case nodes.PointsNode(points, "points"):
                return self.braced(self.listed(map(self.write, points)))
            case nodes.PointsNode((left, right), kind) if len(kind) == 2:
                return self.interval(self.write(left), self.write(right), kind)
            case nodes.PointsNode():
                intervals = (
                    self.deeper_breaks(self.write(part.body)) for part in breakable_parts(node)
                )
                return f"{self.gap}{self.union.lstrip()}".join(intervals) or self.nothing
            case nodes.Entry(points, place):
                return self.parenthesized(points, ATOM) + self.enclosed(
                    self.write(Integer(place)), "[]"
                )
            case nodes.Zeros():
                return self.zeros(node)
            case nodes.Crossings(variable, factor, is_inequality=is_inequality):
                x, relation = self.variable(variable), self.relation(is_inequality=is_inequality)
                f, g = (f"{self.letter_text(letter)}{self.enclosed(x)}" for letter in "fg")
                product = f"{self.parenthesized(factor, PRODUCT)}{self.multiplication_sign}{f}"
                sides = f"{product}{self.gap}{relation}{g}"
                return self.braced(f"{x}{self.such_that}{sides}")
            case nodes.Within():
                return self.region_probability(node)
            case nodes.Inverse(matrix):
                return self.parenthesized(matrix, ATOM) + self.inverted
            case nodes.QuadraticForm(left, matrix, right):
                left_text, right_text = self.parenthesized(left, ATOM), self.parenthesized(right, ATOM)
                return f"{left_text}{self.transposed} {self.parenthesized(matrix, ATOM)} {right_text}"

    def region_probability(self, node: nodes.Within) -> str:
        """Return the probability of the regions of `node`, without its distribution."""
        x = self.variable(node.variable)
        conditions = [f"{x}{self.inside}{self.write(region)}" for region in node.inside]
        conditions += [f"{x}{self.not_inside}{self.write(region)}" for region in node.outside]
        event = f"{self.listed(conditions)}{self.condition_bar}{self.labels((node.label,))}"
        return f"{self.letter_text('P')}{self.enclosed(event)}"

    def interval(self, left: str, right: str, brackets: str) -> str:
        """Return the numbers from `left` to `right`; `brackets` say whether the ends belong to them."""
        return self.enclosed(self.listed((left, right)), brackets)

    def vector(self, parts: list[str]) -> str:
        """Return the numbers `parts` of a column on one line."""
        return f"[{self.deeper_breaks(self.listed(parts))}]"

    def matrix(self, rows: list[list[str]]) -> str:
        """Return rows of numbers, on one line."""
        return f"[{self.deeper_breaks(self.listed(map(self.vector, rows)))}]"

    def zeros(self, zeros: nodes.Zeros) -> str:
        """Return the polynomial of `zeros` equal to 0, or above; of one variable, where it is."""
        zero = self.relation(is_inequality=zeros.is_inequality) + self.write(Integer(0))
        sides = [*self.polynomial(zeros), zero]
        equation = self.gap.join(map(self.deeper_breaks, sides))
        if len(zeros.variables) > 1:
            return equation
        return self.braced(f"{self.variable(zeros.variables[0])}{self.such_that}{equation}")

    def relation(self, *, is_inequality: bool) -> str:
        """Return the relation of a score to the other: more, if it `is_inequality`, or equal."""
        return "> " if is_inequality else "= "

    def polynomial(self, zeros: nodes.Zeros) -> list[str]:
        """Return the terms of the polynomial of `zeros`, each but the first with its sign before it."""
        terms: list[str] = []
        for sign, size, letters in self.signed_terms(zeros):
            body = [] if size is None else [self.parenthesized(size, PRODUCT)]
            text = self.multiplication_sign.join([*body, *letters])
            signed = f"{self.minus if sign < 0 else self.plus} {text}"
            terms.append(signed if terms else (self.minus + text if sign < 0 else text))
        return terms or ["0"]

    def signed_terms(self, zeros: nodes.Zeros) -> Iterator[tuple[int, Expression | None, list[str]]]:
        """Yield the sign of each term of `zeros`, its size unless that is 1, and its letters."""
        for powers, coefficient in zeros.terms:
            pairs = zip(zeros.variables, powers, strict=True)
            letters = [self.powered(self.column_text(zeros, v), n) for v, n in pairs if n]
            constant = coefficient.terms if isinstance(coefficient, Sum) and not letters else None
            for part in constant or (coefficient,):
                sign, size = _sign_and_rest(part)
                yield sign, None if letters and size == Integer(1) else size, letters

    def column_text(self, zeros: nodes.Zeros, name: str) -> str:
        """Return the column `name` as it stands in `zeros`: a variable, or a function of one."""
        if zeros.scale is None:
            return self.variable(name)
        is_squared = any(powers[0] > 1 for powers, _ in zeros.terms)
        return self.parenthesized(zeros.scale.applied_to(name), ATOM if is_squared else PRODUCT)

    def powered(self, base: str, exponent: int) -> str:
        """Return the variable `base` to a positive `exponent`."""
        return base + (self.exponent_text(exponent) if exponent > 1 else "")

    def variable(self, name: str) -> str:
        """Return the column `name` as a variable."""
        return quote(name)

    def general_formula(self, node: GeneralNode) -> str:
        """Return `node`, a letter, a range, a sum over an index, a derivative, as text."""
        match node:
            case nodes.Index(letter):
                return self.letter_text(letter)
            case nodes.Symbol():
                return self.symbol(node)
            case nodes.Call():
                return self.call(node)
            case nodes.Domain():
                return self.domain(node)
            case nodes.Series():
                return self.series(node)
            case nodes.Iverson(left, right):
                sides = f"{self.write(left)}{self.tight_equal}{self.write(right)}"
                return f"{self.iverson_sign}{self.enclosed(sides, '[]')}"
            case nodes.Derivative():
                return self.derivative(node)
            case nodes.Integral():
                return self.integral(node)
            case nodes.Extremum(variable, body):
                head = self.subscript("argmax", self.write(variable))
                return f"{head} {self.parenthesized(body, PRODUCT)}"
            case nodes.Root(variable, body, value):
                equation = self.equal_sign.join(map(self.write, (body, value)))
                return self.subscript(self.root_sign, self.write(variable)) + self.bracketed(equation)

    def symbol(self, symbol: nodes.Symbol) -> str:
        """Return the letter `symbol` with its indices."""
        return _plain_text(symbol_marks(symbol))

    def call(self, call: nodes.Call) -> str:
        """Return the function `call` of what stands in its parentheses."""
        inside = self.listed(map(self.write, call.left))
        if call.right:
            inside += self.condition_bar + self.listed(map(self.write, call.right))
        return self.applied(self.head(call), inside) if inside else self.head(call)

    def applied(self, head: str, inside: str) -> str:
        """Return the function `head` of what is `inside` its parentheses."""
        return f"{head}{self.enclosed(inside)}"

    def head(self, call: nodes.Call) -> str:
        """Return the name of the function `call`."""
        return self.symbol(nodes.Symbol(call.head, call.lower))

    def domain(self, domain: nodes.Domain) -> str:
        """Return the `domain` of a letter."""
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
                return self.braced(self.listed((*self._first_numbers(domain), self.dots)))
            case "definite":
                return f"{self.definite}{self.enclosed(parts[0])}"
        ends = {"open": "()", "left-open": "(]", "right-open": "[)"}.get(domain.kind, "[]")
        return self.enclosed(self.listed(parts), ends)

    def _first_numbers(self, domain: nodes.Domain) -> tuple[str, ...]:
        """Return the first whole numbers of a domain, as many as show what goes on."""
        (first,) = domain.parts
        number = first.value if isinstance(first, nodes.Integer) else 3  # from 3 on, one shows it
        after = (nodes.Integer(n) for n in range(number + 1, min(3, number + 3)))
        return tuple(map(self.write, (first, *after)))

    def series(self, series: nodes.Series) -> str:
        """Return the sum or product `series` over an index, without its range."""
        under = self.write(series.index)
        if series.where is not None:
            under += f": {self.write(series.where.left)}={self.write(series.where.right)}"
        sign = self.subscript(self.series_signs[series.sign], under)
        return f"{sign} {self.parenthesized(series.body, PRODUCT)}"

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
        return (
            f"{self.partial}{power}/{self.partial}{by}{power} ({self.deeper_breaks(self.write(body))})"
        )

    def integral(self, integral: nodes.Integral) -> str:
        """Return an integral with its ends; where it has none, its range is said elsewhere."""
        ends = "_{}^{}".format(*map(self.write, integral.ends)) if integral.ends else ""
        body = self.parenthesized(integral.body, PRODUCT)
        return f"{self.integral_sign}{ends} {body} d{self.write(integral.variable)}"


def _sign_and_rest(part: Expression) -> tuple[int, Expression]:
    """Return the sign of a term, and the term without it."""
    if isinstance(part, Negative):
        return -1, part.term
    if isinstance(part, Integer) and part.value < 0:
        return -1, Integer(-part.value)
    if part == Special("−∞"):
        return -1, Special("∞")
    return 1, part


def _plain_text(marks: tuple[Mark, ...]) -> str:
    line = ""
    for mark in marks:
        if isinstance(mark, Script):
            inner = _plain_text(mark.marks)
            simple = inner.isalnum() or (inner.startswith("(") and mark.sign == "^")
            line += f"{mark.sign}{inner}" if simple else f"{mark.sign}{{{inner}}}"
        else:
            line += mark.text
    return line
