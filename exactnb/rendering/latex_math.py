"""Expressions and names in LaTeX's math mode, with amsmath and amssymb only.

How to read: `LatexMath.write` has a case for what LaTeX draws otherwise than a line of text; the rest
is written as in `spell.py`.
"""

from __future__ import annotations

from collections.abc import Mapping

from exactnb.arithmetic.rounding import Decimal
from exactnb.derivation import Line
from exactnb.expression.letters import is_raised_symbol
from exactnb.expression.nodes import (
    Call,
    Derivative,
    Expression,
    Function,
    Integer,
    OverCells,
    Power,
    Quotient,
    Series,
    Symbol,
    Words,
    is_general,
)
from exactnb.expression.precedence import ATOM, PRODUCT, is_bare
from exactnb.naming.notation import Notation
from exactnb.rendering.latex_names import OPERATORS, LatexNames

_SPECIALS = {
    "undefined": r"\text{undefined}",
    "everywhere": r"\text{everywhere}",
    "∞": r"\infty",
    "−∞": r"-\infty",
}
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
    signs_of: dict[str, str] = {"sum": r"\sum", "product": r"\prod"}  # noqa: RUF012 - a constant
    specials = _SPECIALS
    relations: Mapping[str, str] = _RELATIONS
    phrases_are_bare = False
    next_row = r"\\"
    overhang = r"\rlap{$\displaystyle %s$}"  # what is too wide does not move the reasons
    arg_max = r"\operatorname*{arg\,max}"

    def __init__(self, notation: Notation) -> None:
        super().__init__(notation)
        self._in_fraction = False

    def write(self, expression: Expression) -> str:
        """Return an expression for math mode: what is not drawn otherwise is as on one line."""
        match expression:
            case Quotient(Integer(), Integer()) if self._in_fraction:
                return super().write(expression)
            case Quotient(above, below):
                return rf"\frac{{{self.write(above)}}}{{{self.write(below)}}}"
            case Power(base, exponent):
                return f"{self._base(base)}^{{{self.write(exponent)}}}"
            case Function("sqrt", argument):
                return rf"\sqrt{{{self.write(argument)}}}"
            case Function(name, argument):
                inside = self.write(argument)
                return OPERATORS[name] + (inside if is_bare(expression) else _parentheses(inside))
            case Words(text):
                return self.phrase(text)
        return super().write(expression)

    def numeral(self, decimal: Decimal) -> str:
        """Return a decimal; a power of ten stands as one."""
        digits, e, exponent = str(decimal).partition("e")
        return rf"{digits} \times 10^{{{exponent}}}" if e else digits

    def in_table(self, expression: Expression) -> str:
        """Return an expression for a cell, which is small: fractions in fractions have a slash."""
        if not isinstance(expression, Quotient):
            return self.write(expression)
        sides = (expression.numerator, expression.denominator)
        if all(isinstance(side, Integer) for side in sides):
            return self.write(expression)
        self._in_fraction = True
        try:
            above, below = map(self.write, sides)
        finally:
            self._in_fraction = False
        return rf"\frac{{{above}}}{{{below}}}"

    def are_apart(self, before: Expression, factor: Expression) -> bool:
        """Say whether two factors need a sign between them: two fractions, and numbers."""
        if isinstance(before, Quotient) and isinstance(factor, Quotient):
            return True
        return not is_general(before) and not is_general(factor)

    def vector(self, parts: list[str]) -> str:
        """Return numbers in a column."""
        return self.matrix([[part] for part in parts])

    def matrix(self, rows: list[list[str]]) -> str:
        """Return rows of numbers in brackets."""
        lines = rf" {self.next_row} ".join(" & ".join(row) for row in rows)
        return rf"\begin{{bmatrix}} {lines} \end{{bmatrix}}"

    def series(self, series: Series) -> str:
        """Return a sum or product over an index, with its range."""
        index, domain = self.write(series.index), series.domain
        sign = self.signs_of[series.sign]
        body = self.within(series.body, PRODUCT)
        if series.where is not None:
            where = f"{self.write(series.where.left)}={self.write(series.where.right)}"
            return f"{sign}_{{{index}{{:}}{self.thin_space}{where}}} {body}"
        parts = [self.write(part) for part in domain.parts]
        if domain.kind == "span":
            return f"{sign}_{{{index}={parts[0]}}}^{{{parts[1]}}} {body}"
        return rf"{sign}_{{{index} \in {self.domain(domain)}}} {body}"

    def derivative(self, derivative: Derivative) -> str:
        """Return a derivative: of a function as a fraction, of a formula in parentheses."""
        by, order = self.write(derivative.variable), derivative.order
        power = f"^{{{order}}}" if order > 1 else ""
        of, body = "", derivative.body
        if isinstance(body, Call | Symbol):
            named = isinstance(body, Call) and not body.right
            of = self.head(body) if isinstance(body, Call) and named else self.write(body)
        if power and is_raised_symbol(derivative.variable, self.notation):
            by = f"({by})"
        rest = "" if of else self.bracketed(self.write(body))
        return rf"\frac{{{self.partial.strip()}{power} {of}}}{{{self.partial}{by}{power}}}{rest}"

    def lowered(self, sign: str, text: str) -> str:
        """Return a sign with what stands under it."""
        return f"{self.arg_max if sign == 'argmax' else sign}_{{{text}}}"

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

    def compared(self, *, above: bool) -> str:
        """Return the relation to what a score is compared with."""
        return self.related(super().compared(above=above))

    def bracketed(self, text: str) -> str:
        """Return a part in parentheses, which grow with it."""
        return _parentheses(text)

    def argmax(self, scores: tuple[tuple[str, Expression], ...]) -> str:
        """Return the scores of which the largest decides."""
        listed = ", ".join(self.write(score) for _, score in scores)
        before, behind = self.braces
        return rf"{self.arg_max} \left{before} {listed} \right{behind}"

    def over_cells(self, question: OverCells) -> str:
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
        """Return a line as one formula."""
        return f"{self.write(line.left)} {self.related(line.relation)} {self.write(line.right)}"

    def _base(self, base: Expression) -> str:
        return self.within(base, ATOM)


def _parentheses(text: str) -> str:
    tall = any(sign in text for sign in (r"\frac", r"\sqrt", r"\sum", r"\prod"))
    return rf"\left({text}\right)" if tall else f"({text})"
