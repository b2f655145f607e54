"""Expressions and names in LaTeX's math mode, with amsmath and amssymb only.

How to read: `LatexMath.write` has a case for what LaTeX draws otherwise than a line of text; the rest
is written as in `spell.py`.
"""

from __future__ import annotations

from collections.abc import Mapping

from exactnb.core.arithmetic.rounding import Decimal
from exactnb.core.expression import nodes
from exactnb.core.expression.arrays import ArrayNode
from exactnb.core.expression.letters import is_raised_symbol
from exactnb.core.expression.precedence import ATOM, POWER, PRODUCT, is_bare
from exactnb.core.expression.spell import spell
from exactnb.core.naming.notation import Notation
from exactnb.explain.derivation import Line
from exactnb.explain.rendering.formulas.latex_names import LatexNames
from exactnb.explain.rendering.pages.latex_text import any_script

_SPECIALS = {
    "undefined": r"\text{undefined}",
    "everywhere": r"\text{everywhere}",
    "∞": r"\infty",
    "−∞": r"-\infty",
}
_SLASHED = 32  # signs of a side of a fraction in which fractions have a slash
_RELATIONS = {"≈": r"\approx", "→": r"\to", "∈": r"\in", "≤": r"\leq", "≥": r"\geq"}


class LatexMath(LatexNames):
    """Write expressions in one notation; parentheses come from the precedence table alone.

    A printer for readers of another dialect derives from it and changes its commands and its
    escapes, not its structure.
    """

    draws_fractions = True
    times = r" \times "
    percent = r"\%"
    pi = r"\pi"
    stands_beside_pi = True
    such_that = r" \mid "
    inverted = "^{-1}"
    union = r" \cup "
    nothing = r"\emptyset"
    transposed = r"^{\top}"
    small = r"\lambda"
    asked = r" \overset{?}{=} "
    given = r" \mid "
    inside = r" \in "
    not_inside = r" \notin "
    dots = r"\ldots"
    reals = r"\mathbb{R}"
    definite = r"\mathrm{PD}"
    one = r"\mathbf{1}"
    partial = r"\partial "
    integral_sign = r"\int"
    by = " d"
    signs_of: dict[str, str] = {"sum": r"\sum", "product": r"\prod"}  # noqa: RUF012 - a constant
    specials = _SPECIALS
    relations: Mapping[str, str] = _RELATIONS
    phrases_are_bare = False
    next_row = r"\\"
    overhang = r"\rlap{$\displaystyle %s$}"  # over what is at the right, or empty
    arg_max = r"\operatorname*{arg\,max}"
    in_cell = r"\dfrac"
    beside = r" &&\quad "  # a reason, behind the widest row of a display
    # an empty group before a sign: at the start of a row it still stands between two things
    leads: Mapping[str, str] = {"×": r"{}\times ", "+": "{}+ ", "−": "{}- ", ",": ""}
    opening_minus = "-"
    empty = "{}"
    slash = "/"
    colon = "{:}"
    over_rest = r"{}\big/ "
    grouped = (r"\bigl( ", r" \bigr)")  # brackets that stand in rows of their own, and cannot grow

    def __init__(self, notation: Notation) -> None:
        super().__init__(notation)
        self._on_a_line = False

    def write(self, expression: nodes.Expression) -> str:
        """Return an expression for math mode: what is not drawn otherwise is as on one line."""
        match expression:
            case nodes.Quotient(nodes.Integer(), nodes.Integer()) if self._on_a_line:
                return super().write(expression)
            case nodes.Quotient():
                scale, power = without_exponential(expression)
                drawn = self.fraction(scale.numerator, scale.denominator)
                return drawn if power is None else rf"{drawn} {self.write(power)}"
            case nodes.Power(base, exponent):
                return self.power(self.within(base, ATOM), self.write(exponent))
            case nodes.Function("sqrt", argument):
                return self.root(self.write(argument))
            case nodes.Function(name, argument):
                inside = self.write(argument)
                shown = inside if is_bare(expression) else self.bracketed(inside)
                return self.operators[name] + shown
            case nodes.Words(text):
                return self.phrase(text)
        return super().write(expression)

    def numeral(self, decimal: Decimal) -> str:
        """Return a decimal; a power of ten stands as one."""
        digits, e, exponent = str(decimal).partition("e")
        return f"{digits}{self.times}{self.power('10', exponent)}" if e else digits

    def power(self, base: str, exponent: str) -> str:
        """Return what is raised, in its brackets, to an exponent."""
        return f"{base}^{{{exponent}}}"

    def root(self, inside: str) -> str:
        """Return a square root."""
        return rf"\sqrt{{{inside}}}"

    def boxed(self, text: str) -> str:
        """Return the answer in its box."""
        return rf"\boxed{{{text}}}"

    def rounded(self, text: str) -> str:
        """Return a relation and what a number is rounded to, which may be grey."""
        return text

    def fraction(
        self, above: nodes.Expression, below: nodes.Expression, command: str = r"\frac"
    ) -> str:
        """Return a fraction; in one of numbers alone, fractions have a slash, or are too small."""
        flat = has_slashes(above, below)
        before, self._on_a_line = self._on_a_line, self._on_a_line or flat
        try:
            return self.stacked(self.write(above), self.write(below), command)
        finally:
            self._on_a_line = before

    def stacked(self, above: str, below: str, command: str = r"\frac") -> str:
        """Return a fraction, by one of the commands for it."""
        return rf"{command}{{{above}}}{{{below}}}"

    def in_table(self, expression: nodes.Expression) -> str:
        """Return an expression for a cell, where a fraction is as large as on display."""
        if not isinstance(expression, nodes.Quotient):
            return self.write(expression)
        return self.fraction(expression.numerator, expression.denominator, self.in_cell)

    def on_a_line(self, expression: nodes.Expression) -> str:
        """Return an expression for a cell of a long table, its fraction with a slash."""
        if isinstance(expression, nodes.Quotient) and _is_arithmetic(expression):
            sides = expression.numerator, expression.denominator
            above, below = (
                self.within(s, ATOM if isinstance(s, nodes.Quotient) else POWER) for s in sides
            )
            return f"{above}{self.slash}{below}"
        return self.write(expression)

    def precedence(self, part: nodes.Expression) -> int:
        """Return how tightly a part holds together: a fraction times a power of e is a product."""
        if isinstance(part, nodes.Quotient) and without_exponential(part)[1] is not None:
            return PRODUCT
        return super().precedence(part)

    def vector(self, parts: list[str]) -> str:
        """Return numbers in a column."""
        return self.matrix([[part] for part in parts])

    def matrix(self, rows: list[list[str]]) -> str:
        """Return rows of numbers in brackets."""
        lines = rf" {self.next_row} ".join(" & ".join(row) for row in rows)
        return rf"\begin{{bmatrix}} {lines} \end{{bmatrix}}"

    def series(self, series: nodes.Series) -> str:
        """Return a sum or product over an index, with its range."""
        index, domain = self.write(series.index), series.domain
        sign = self.signs_of[series.sign]
        body = self.within(series.body, PRODUCT)
        if series.where is not None:
            where = f"{self.write(series.where.left)}={self.write(series.where.right)}"
            return f"{self.under(sign, f'{index}{self.colon}{self.thin_space}{where}')} {body}"
        parts = [self.write(part) for part in domain.parts]
        if domain.kind == "span":
            return f"{self.power(self.under(sign, f'{index}={parts[0]}'), parts[1])} {body}"
        return f"{self.under(sign, f'{index}{self.inside}{self.domain(domain)}')} {body}"

    def derivative(self, derivative: nodes.Derivative) -> str:
        """Return a derivative: of a function as a fraction, of a formula in parentheses."""
        by, order = self.write(derivative.variable), derivative.order
        power = self.power("", str(order)) if order > 1 else ""
        of, body = "", derivative.body
        if isinstance(body, nodes.Call | nodes.Symbol):
            named = isinstance(body, nodes.Call) and not body.right
            of = self.head(body) if isinstance(body, nodes.Call) and named else self.write(body)
        if power and is_raised_symbol(derivative.variable, self.notation):
            by = f"({by})"
        rest = "" if of else self.bracketed(self.write(body))
        above, below = f"{self.partial.strip()}{power} {of}", f"{self.partial}{by}{power}"
        return self.stacked(above, below) + rest

    def integral(self, integral: nodes.Integral) -> str:
        """Return an integral with its ends, and a thin space before what it is over."""
        sign = self.integral_sign
        if integral.ends:
            least, most = map(self.write, integral.ends)
            sign = self.power(self.under(sign, least), most)
        body, by = self.within(integral.body, PRODUCT), self.write(integral.variable)
        return f"{sign} {body} {self.thin_space}{self.by}{by}"

    def lowered(self, sign: str, text: str) -> str:
        """Return a sign with what stands under it."""
        return self.under(self.arg_max if sign == "argmax" else sign, text)

    def under(self, sign: str, text: str) -> str:
        """Return a sign with what stands under it, or beside it at its foot."""
        return f"{sign}_{{{text}}}"

    def braced(self, text: str) -> str:
        """Return the parts of a set."""
        before, behind = self.braces
        return f"{before} {text} {behind}"

    def interval(self, left: str, right: str, brackets: str) -> str:
        """Return what lies between two ends, in brackets that grow with them."""
        return rf"\left{brackets[0]} {left}, {right} \right{brackets[1]}"

    def opening(self, bracket: str) -> str:
        """Return the left end of an interval that goes on in another row, where none can grow."""
        return rf"\Bigl{bracket}"

    def closing(self, bracket: str) -> str:
        """Return the right end of an interval that began in another row."""
        return rf"\Bigr{bracket}"

    def hung(self, row: str) -> str:
        """Return a row that does not move the reasons, however wide it is."""
        return self.overhang % row if self.overhang else row

    def compared(self, *, above: bool) -> str:
        """Return the relation to what a score is compared with."""
        return self.related(super().compared(above=above))

    def bracketed(self, text: str) -> str:
        """Return a part in parentheses, which grow with it."""
        tall = any(sign in text for sign in (r"\frac", r"\sqrt", r"\sum", r"\prod"))
        return rf"\left({text}\right)" if tall else f"({text})"

    def argmax(self, scores: tuple[tuple[str, nodes.Expression], ...]) -> str:
        """Return the scores of which the largest decides."""
        listed = ", ".join(self.write(score) for _, score in scores)
        before, behind = self.braces
        return rf"{self.arg_max} \left{before} {listed} \right{behind}"

    def over_cells(self, question: nodes.OverCells) -> str:
        """Return a question about all cells, with what it looks at in words."""
        subject = self.words(question.subject)
        if question.question == "rank":
            before, behind = self.braces
            less = self.related("<")
            return rf"1 + \lvert {before} c : P(c) {less} P({subject}) {behind} \rvert"
        return r"1 - \sum_{c} \max_{k} P(k, c)"

    def related(self, relation: str) -> str:
        """Return the sign of a relation."""
        return self.relations.get(relation, relation)

    def claim(self, line: Line) -> str:
        """Return a line as one formula for a sentence, where a fraction of numbers has a slash."""
        self._on_a_line = not nodes.is_general(line.left) and not nodes.is_general(line.right)
        try:
            return f"{self.write(line.left)} {self.related(line.relation)} {self.write(line.right)}"
        finally:
            self._on_a_line = False


class LuaMath(LatexMath):
    """Write for lualatex, whose fonts have signs for any script."""

    def escaped(self, text: str) -> str:
        """Return text for text mode, in whatever script."""
        return any_script(text)


def without_exponential(quotient: nodes.Quotient) -> tuple[nodes.Quotient, nodes.Function | None]:
    """Return a quotient without the power of e that ends its numerator, and that power.

    It is written behind the fraction, where it is as large as the fraction is.
    """
    above = quotient.numerator
    # arrays are smaller in a fraction, and hold much: with them it stays as it is
    if any(isinstance(part, ArrayNode) for part in above.walk()):
        return quotient, None
    if isinstance(above, nodes.Function) and above.name == "exp":
        return nodes.Quotient(nodes.Integer(1), quotient.denominator), above
    if isinstance(above, nodes.Product) and len(above.factors) > 1:
        *most, last = above.factors
        if isinstance(last, nodes.Function) and last.name == "exp":
            return nodes.Quotient(nodes.Product.of(most), quotient.denominator), last
    return quotient, None


def has_slashes(above: nodes.Expression, below: nodes.Expression) -> bool:
    """Say whether the fractions in a fraction have a slash: all is numbers, and they are not long."""
    sides = (above, below)
    return all(map(_is_arithmetic, sides)) and max(len(spell(side)) for side in sides) <= _SLASHED


def _is_arithmetic(expression: nodes.Expression) -> bool:
    """Say whether an expression is made of numbers by fractions, sums and products alone."""
    if isinstance(expression, nodes.Quotient | nodes.Sum | nodes.Product | nodes.Negative):
        return all(map(_is_arithmetic, expression.children))
    return isinstance(expression, nodes.Integer | nodes.Numeral)
