"""Write general formulas on one line: letters with indices, sums over an index, derivatives."""

from __future__ import annotations

from exactnb.core.expression import nodes
from exactnb.core.expression.general_nodes import GeneralNode
from exactnb.core.expression.letters import Lines, symbol_marks
from exactnb.core.expression.precedence import ATOM, PRODUCT
from exactnb.core.naming.notation import Mark, Script


class GeneralLines(Lines):
    """What a printer that writes on one line has to say about letters and their ranges."""

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

    def general_formula(self, node: GeneralNode) -> str:
        """Return `node`, a letter, a range, a sum over an index, a derivative, as text."""
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
                sides = f"{self.write(left)}{self.tight_equal}{self.write(right)}"
                return f"{self.iverson_sign}{self.enclosed(sides, '[]')}"
            case nodes.Derivative():
                return self.derivative(node)
            case nodes.Integral():
                return self.integral(node)
            case nodes.Extremum(variable, body):
                return f"{self.subscript('argmax', self.write(variable))} {self.within(body, PRODUCT)}"
            case nodes.Root(variable, body, value):
                equation = self.equal_sign.join(map(self.write, (body, value)))
                return self.subscript(self.root_sign, self.write(variable)) + self.bracketed(equation)

    def symbol(self, symbol: nodes.Symbol) -> str:
        """Return the letter `symbol` with its indices."""
        return _flat(symbol_marks(symbol))

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
                return self.braced(self.listed((*self._first(domain), self.dots)))
            case "definite":
                return f"{self.definite}{self.enclosed(parts[0])}"
        ends = {"open": "()", "left-open": "(]", "right-open": "[)"}.get(domain.kind, "[]")
        return self.enclosed(self.listed(parts), ends)

    def _first(self, domain: nodes.Domain) -> tuple[str, ...]:
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
