"""General formulas and arrays in MathML: sums over an index, derivatives, matrices, intervals."""

from __future__ import annotations

from exactnb.core.expression import nodes
from exactnb.core.expression.arrays import ArrayNode
from exactnb.core.expression.letters import has_superscript
from exactnb.core.expression.precedence import ATOM, PRODUCT
from exactnb.core.expression.symbols import GeneralNode
from exactnb.explain.rendering.formulas.mathml_names import (
    THIN,
    MathmlNames,
    identifier,
    number,
    operator,
    row,
)

_TALL = ("<mfrac", "<msqrt", "<munder", "<mtable")


def fenced(left: str, text: str, right: str) -> str:
    """Return `text` between the brackets `left` and `right`, which grow with it.

    >>> fenced("(", number("2"), ")")
    '<mo stretchy="false">(</mo><mn>2</mn><mo stretchy="false">)</mo>'
    """
    if any(tag in text for tag in _TALL):
        return row(f"<mo>{left}</mo>", row(text), f"<mo>{right}</mo>")
    return f"{operator(left)}{text}{operator(right)}"


class MathmlGeneral(MathmlNames):
    """Write letters with their ranges, vectors, matrices, points and curves."""

    arg_max = identifier("arg max")
    such_that = operator("|")
    condition_bar = operator("|")
    inside = operator("∈")
    not_inside = operator("∉")
    union = operator("∪")
    nothing = identifier("∅")
    dots = identifier("…")
    reals = identifier("ℝ")
    definite = identifier("PD")
    iverson_sign = number("1")
    partial = identifier("∂")
    series_signs: dict[str, str] = {"sum": operator("∑"), "product": operator("∏")}  # noqa: RUF012 - a constant

    def general_formula(self, node: GeneralNode) -> str:
        """Return `node`: a letter, a range, a sum over an index, a derivative."""
        if isinstance(node, nodes.Iverson):
            equal = f"{self.write(node.left)}{operator('=')}{self.write(node.right)}"
            return f"{self.iverson_sign}{operator('[')}{equal}{operator(']')}"
        return super().general_formula(node)

    def call(self, call: nodes.Call) -> str:
        """Return `call`, a function with its arguments in parentheses."""
        inside = self.listed(map(self.write, call.left))
        if call.right:
            inside += self.condition_bar + self.listed(map(self.write, call.right))
        return f"{self.head(call)}{fenced('(', inside, ')')}" if inside else self.head(call)

    def domain(self, domain: nodes.Domain) -> str:
        """Return the `domain` of a letter."""
        ends = self.listed(map(self.write, domain.parts))
        match domain.kind:
            case "open":
                return fenced("(", ends, ")")
            case "closed":
                return fenced("[", ends, "]")
            case "left-open":
                return fenced("(", ends, "]")
            case "definite":
                return f"{self.definite}{fenced('(', ends, ')')}"
        return super().domain(domain)

    def series(self, series: nodes.Series) -> str:
        """Return a sum or product over an index, with its range."""
        index, domain = self.write(series.index), series.domain
        sign, body = self.series_signs[series.sign], self.within(series.body, PRODUCT)
        if series.where is not None:
            where = (self.write(side) for side in (series.where.left, series.where.right))
            under = row(index, operator(":"), operator("=").join(where))
        elif domain.kind in ("span", "through"):
            first, last = map(self.write, domain.parts)
            under = row(index, operator("="), first)
            return f"<munderover>{sign}{under}{row(last)}</munderover>{body}"
        else:
            under = row(index, self.inside, self.domain(domain))
        return f"<munder>{sign}{under}</munder>{body}"

    def integral(self, integral: nodes.Integral) -> str:
        """Return an integral with its limits, and a thin space before the differential."""
        sign = operator("∫")
        if integral.ends:
            sign = f"<msubsup>{sign}{''.join(row(self.write(end)) for end in integral.ends)}</msubsup>"
        body, by = self.within(integral.body, PRODUCT), self.write(integral.variable)
        return f"{sign}{body}{THIN}{identifier('d')}{by}"

    def subscript(self, sign: str, text: str) -> str:
        """Return `sign`, an operator, with `text` under it."""
        gap = THIN if sign == "argmax" else ""
        return f"<munder>{self.arg_max if sign == 'argmax' else sign}{row(text)}</munder>{gap}"

    def powered(self, base: str, exponent: int) -> str:
        """Return `base`, a letter, to the power `exponent`, which is positive."""
        return f"<msup>{row(base)}{number(str(exponent))}</msup>" if exponent > 1 else base

    def derivative(self, derivative: nodes.Derivative) -> str:
        """Return a derivative: of a function as a fraction, of a formula in parentheses."""
        by, order = self.write(derivative.variable), derivative.order
        function, body = "", derivative.body
        if isinstance(body, nodes.Call | nodes.Symbol):
            is_function = isinstance(body, nodes.Call) and not body.right
            function = (
                self.head(body) if isinstance(body, nodes.Call) and is_function else self.write(body)
            )
        if order > 1 and has_superscript(derivative.variable, self.notation):
            by = fenced("(", by, ")")
        numerator, denominator = (
            self.powered(self.partial, order),
            self.partial + self.powered(by, order),
        )
        rest = "" if function else fenced("(", self.write(body), ")")
        return f"<mfrac>{row(numerator, function)}{row(denominator)}</mfrac>{rest}"

    def array(self, node: ArrayNode) -> str:
        """Return `node`: a vector, a matrix, points or a curve."""
        match node:
            case nodes.Entry(points, place):
                return f"{self.within(points, ATOM)}{fenced('[', number(str(place)), ']')}"
            case nodes.Crossings(variable, factor, is_inequality=is_inequality):
                x, relation = self.variable(variable), self.relation(is_inequality=is_inequality)
                f, g = (f"{identifier(letter)}{fenced('(', x, ')')}" for letter in "fg")
                sides = f"{self.within(factor, PRODUCT)}{self.times}{f}{relation}{g}"
                return fenced("{", f"{x}{self.such_that}{sides}", "}")
            case nodes.Within():
                return self.region_probability(node)
            case nodes.Inverse(matrix):
                return f"<msup>{row(self.within(matrix, ATOM))}{row(number('-1'))}</msup>"
            case nodes.Form(left, matrix, right):
                rest = self.within(matrix, ATOM) + self.within(right, ATOM)
                return self.transposed_part(left) + rest
        return super().array(node)

    def transposed_part(self, part: nodes.Expression) -> str:
        """Return `part`, a vector, transposed."""
        return f"<msup>{row(self.within(part, ATOM))}<mo>⊤</mo></msup>"

    def region_probability(self, node: nodes.Within) -> str:
        """Return the probability of the regions of `node`; its distribution is stated elsewhere."""
        x = self.variable(node.variable)
        conditions = [f"{x}{self.inside}{self.write(region)}" for region in node.inside]
        conditions += [f"{x}{self.not_inside}{self.write(region)}" for region in node.outside]
        event = f"{self.listed(conditions)}{self.condition_bar}{self.labels((node.label,))}"
        return f"{identifier('P')}{fenced('(', event, ')')}"

    def zeros(self, zeros: nodes.Zeros) -> str:
        """Return a polynomial equal to 0, or greater; in one variable, the set where it is."""
        equation = "".join(self.polynomial(zeros))
        equation += self.relation(is_inequality=zeros.is_inequality) + number("0")
        if len(zeros.variables) > 1:
            return equation
        return fenced("{", f"{self.variable(zeros.variables[0])}{self.such_that}{equation}", "}")

    def relation(self, *, is_inequality: bool) -> str:
        """Return the relation of a score to 0: greater if `above`, else equal."""
        return operator(super().relation(is_inequality=is_inequality))

    def interval(self, left: str, right: str, brackets: str) -> str:
        """Return the interval from `left` to `right` in `brackets`."""
        return fenced(brackets[0], self.listed((left, right)), brackets[1])

    def vector(self, parts: list[str]) -> str:
        """Return `parts` as a column."""
        return self.matrix([[part] for part in parts])

    def matrix(self, rows: list[list[str]]) -> str:
        """Return `rows` of numbers in brackets."""
        cells = ("".join(f"<mtd>{part}</mtd>" for part in of) for of in rows)
        table = "".join(f"<mtr>{of}</mtr>" for of in cells)
        return fenced("[", f"<mtable>{table}</mtable>", "]")
