"""Expressions and names in LaTeX's math mode, with amsmath and amssymb only.

How to read: `LatexMath` writes names first, whose signs in notation templates become commands;
`LatexMath.write` has a case for each node that differs from plain text; all others are written as in
`spell.py`. Printers of other languages derive from it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from exactnb.core.arithmetic.rounding import Decimal
from exactnb.core.expression import nodes
from exactnb.core.expression.general_nodes import ArrayNode
from exactnb.core.expression.letters import HAT, has_superscript
from exactnb.core.expression.precedence import ATOM, POWER, PRODUCT, is_unbracketed
from exactnb.core.expression.spell import spell
from exactnb.core.naming.notation import Field, Mark, Notation, Plain, Script
from exactnb.explain.derivation import Line
from exactnb.explain.rendering.formulas.notation_writer import GREEK, NotationWriter, with_signs
from exactnb.explain.rendering.pages.latex_text import lualatex_text, math_sign, pdflatex_text

_SIGNS = {
    "|": r" \mid ", "−": "-", "×": r"\times ", "π": r"\pi ", "θ": r"\theta ", "φ": r"\phi ",
    "ψ": r"\psi ", "τ": r"\tau ", "ŷ": r"\hat{y}", "∈": r" \in ", ":": "{:}", "λ": r"\lambda ",
    "→": r"\to ", "⁺": "^{+}", "ℓ": r"\ell ", "′": "'", "|V|": r"\lvert V \rvert ",
    "≈": r" \approx ",
}  # fmt: skip
OPERATORS = {
    "log": r"\log ", "log2": r"\log_{2}", "log10": r"\log_{10}", "exp": r"\exp ", "det": r"\det ",
    "Phi": r"\Phi", "Gamma": r"\Gamma", "digamma": r"\psi",
}  # fmt: skip
_COMMANDS = frozenset(r"\{}$&%#_^~")
_TOKEN = re.compile(r"\|V\||.\u0302|log10|log2|[A-Za-z]{2,}|\s+|.", re.DOTALL)

GENERAL = re.compile(r"\b([kw])\b")
"""The letters that stand for any class and any word inside a phrase."""


_SPECIALS = {word: rf"\text{{{word}}}" for word in ("undefined", "everywhere")}
_SPECIALS |= {"∞": r"\infty", "−∞": r"-\infty"}
_SLASHED = 32  # longest side of a fraction in which fractions have a slash
_RELATIONS = {"≈": r"\approx", "→": r"\to", "∼": r"\sim", "∈": r"\in", "≤": r"\leq", "≥": r"\geq"}


@with_signs("latex")
class LatexMath(NotationWriter):
    """Write expressions in one notation; parentheses come from the precedence table alone.

    Printers of other languages derive from it: they change its commands and escapes, not its
    structure.
    """

    signs: Mapping[str, str] = _SIGNS
    operators: Mapping[str, str] = OPERATORS
    thin_space = r"\,"
    braces = (r"\{", r"\}")
    upright = r"\operatorname"
    series_signs: dict[str, str] = {  # noqa: RUF012 - a constant
        "sum": r"\sum", "product": r"\prod", "max": r"\max", "min": r"\min",
        "median": r"\operatorname*{median}",
    }  # fmt: skip
    under = "%s_{%s}"  # an operator, and its subscript or range
    escaped = staticmethod(pdflatex_text)
    """Return text for text mode."""
    draws_fractions = True
    joins_pi = True
    vanishing: Mapping[str, str] = {"λ": r"\lambda", "ε": r"\varepsilon"}
    by = " d"
    specials = _SPECIALS
    relations: Mapping[str, str] = _RELATIONS
    phrases_are_bare = False
    next_row = r"\\"
    overhang = r"\rlap{$\displaystyle %s$}"  # a box of zero width
    arg_max = r"\operatorname*{arg\,max}"
    in_cell = r"\dfrac"
    reason_gap = r" &&\quad "  # before the column of reasons of a display
    # without the empty group, a sign at the start of a row would be spaced as a prefix
    leads: Mapping[str, str] = {"×": r"{}\times ", "+": "{}+ ", "−": "{}- ", ",": ""}
    boxed = r"\boxed{%s}"  # an answer
    rounded = "%s"  # a relation and a rounded number
    opening_minus = "-"
    empty = "{}"
    slash = "/"
    colon = r"{:}\,"
    slash_before_rest = r"{}\big/ "
    grouped = (r"\bigl( ", r" \bigr)")  # of fixed size: brackets that grow cannot span rows

    def __init__(self, notation: Notation) -> None:
        super().__init__(notation)
        self._on_a_line = False

    def marks(self, marks: Iterable[Mark], *, superscript: bool = False) -> str:
        """Return `marks` for math mode; a sign as a label in a `superscript` needs no braces."""
        formula = ""
        for mark in marks:
            match mark:
                case Plain(text):
                    formula += "".join(map(self.token, self.tokens(text)))
                case Field(text, general):
                    label = self.token(text) if general else self.label(text)
                    formula += label.strip("{}") if superscript and label in ("{+}", "{-}") else label
                case Script(sign, inner):
                    formula = formula.rstrip() + f"{sign}{{{self.marks(inner, superscript=True)}}}"
        return formula.strip() if superscript else formula

    def tokens(self, text: str) -> list[str]:
        """Split the `text` of a template into words and signs."""
        return _TOKEN.findall(text)

    def token(self, token: str) -> str:
        """Return a `token`, a word or sign of a template."""
        if token in self.operators:
            return self.operators[token]
        if token.endswith(HAT):
            return rf"\hat{{{self.token(token[0]).strip()}}}"
        if token in self.signs:
            return self.signs[token]
        if len(token) > 1 and token.isalpha():
            return f"{self.upright}{{{token}}}"
        if token.isspace():
            return self.thin_space
        if token in _COMMANDS:  # a template may contain any sign, and none may act as a command
            return self.label(token)
        if token.isascii():
            return token
        return self.label(token) if token in GREEK else self.prose(token)

    def label(self, text: str) -> str:
        """Return a user's label: a letter or sign as it is, words upright."""
        sign = math_sign(text)
        return self.prose(text) if sign is None else sign

    def labels(self, labels: tuple[str, ...]) -> str:
        names = [self.class_label(label) for label in labels]
        if len(names) == 1:
            return names[0]
        opening, closing = self.braces
        gap = " " if opening[-1].isalpha() else ""  # a command ends where its letters do
        return f"{opening}{gap}{', '.join(names)}{gap}{closing}"

    def word(self, word: str) -> str:
        return self.prose(word)

    def prose(self, text: str) -> str:
        """Return `text`, such as a reason, within formulas."""
        return rf"\text{{{self.escaped(text)}}}"

    def phrase(self, text: str) -> str:
        """Return `text`, a phrase of a rule, in which the letters k and w are formulas."""
        return GENERAL.sub(r"$\1$", self.prose(text))

    def indexed_product(self, index: str, factor: str) -> str:
        return f"{self.under % (self.series_signs['product'], index)} {factor}"

    def write(self, expression: nodes.Expression) -> str:
        match expression:
            case nodes.Quotient(nodes.Integer(), nodes.Integer()) if self._on_a_line:
                return super().write(expression)
            case nodes.Quotient():
                scale, power = split_off_exponential(expression)
                fraction = self.fraction(scale.numerator, scale.denominator)
                return fraction if power is None else rf"{fraction} {self.write(power)}"
            case nodes.Power(base, exponent):
                return self.power(self.parenthesized(base, ATOM), self.write(exponent))
            case nodes.Function("sqrt", argument):
                return self.root(self.write(argument))
            case nodes.Function("abs", argument):
                return self.absolute(self.write(argument))
            case nodes.Function(name, argument):
                inside = self.write(argument)
                bracketed = inside if is_unbracketed(expression) else self.bracketed(inside)
                return self.operators[name] + bracketed
            case nodes.Phrase(text):
                return self.phrase(text)
        return super().write(expression)

    def numeral(self, decimal: Decimal) -> str:
        digits, e, exponent = str(decimal).partition("e")
        return f"{digits}{self.times}{self.power('10', exponent)}" if e else digits

    def power(self, base: str, exponent: str) -> str:
        """Return `base`, bracketed already, to the power `exponent`."""
        return f"{base}^{{{exponent}}}"

    def root(self, inside: str) -> str:
        """Return the square root of `inside`."""
        return rf"\sqrt{{{inside}}}"

    def fraction(
        self, numerator: nodes.Expression, denominator: nodes.Expression, command: str = r"\frac"
    ) -> str:
        """Return a fraction by `command`, of `numerator` and `denominator`.

        Where both consist of numbers, fractions within them get a slash: another bar would be tiny.
        """
        # state, not an argument: the fractions to flatten may be deep within either side
        flat = has_slashes(numerator, denominator)
        outer, self._on_a_line = self._on_a_line, self._on_a_line or flat
        try:
            return self.stacked_fraction(self.write(numerator), self.write(denominator), command)
        finally:
            self._on_a_line = outer

    def stacked_fraction(self, numerator: str, denominator: str, command: str = r"\frac") -> str:
        """Return a fraction of `numerator` over `denominator` with a bar, by `command`."""
        return rf"{command}{{{numerator}}}{{{denominator}}}"

    def in_table(self, expression: nodes.Expression) -> str:
        """Return `expression` for a cell, with a fraction at display size."""
        if not isinstance(expression, nodes.Quotient):
            return self.write(expression)
        return self.fraction(expression.numerator, expression.denominator, self.in_cell)

    def with_outer_slash(self, expression: nodes.Expression) -> str:
        """Return `expression` for a cell of a long table, with a slash instead of a fraction bar."""
        if isinstance(expression, nodes.Quotient) and _is_arithmetic(expression):
            sides = expression.numerator, expression.denominator
            numerator, denominator = (
                self.parenthesized(s, ATOM if isinstance(s, nodes.Quotient) else POWER) for s in sides
            )
            return f"{numerator}{self.slash}{denominator}"
        return self.write(expression)

    def precedence(self, part: nodes.Expression) -> int:
        """Return how tightly `part` binds: a fraction times a power of e is a product."""
        if isinstance(part, nodes.Quotient) and split_off_exponential(part)[1] is not None:
            return PRODUCT
        return super().precedence(part)

    def vector(self, parts: list[str]) -> str:
        return self.matrix([[part] for part in parts])

    def matrix(self, rows: list[list[str]]) -> str:
        lines = rf" {self.next_row} ".join(" & ".join(row) for row in rows)
        return rf"\begin{{bmatrix}} {lines} \end{{bmatrix}}"

    def series(self, series: nodes.Series) -> str:
        lower, upper = self.series_limits(series)
        sign = self.under % (self.series_signs[series.sign], lower)
        ranged = self.power(sign, upper) if upper else sign
        return f"{ranged} {self.parenthesized(series.body, PRODUCT)}"

    def derivative(self, derivative: nodes.Derivative) -> str:
        """Return a derivative: of a function as a fraction, of a formula in parentheses."""
        by, order = self.write(derivative.variable), derivative.order
        power = self.power("", str(order)) if order > 1 else ""
        if power and has_superscript(derivative.variable, self.notation):
            by = f"({by})"
        function, rest = self.derived_function_and_rest(derivative.body)
        numerator = f"{self.partial.strip()}{power} {function}"
        return self.stacked_fraction(numerator, f"{self.partial}{by}{power}") + rest

    def integral(self, integral: nodes.Integral) -> str:
        sign = self.integral_sign
        if integral.ends:
            least, most = map(self.write, integral.ends)
            sign = self.power(self.under % (sign, least), most)
        body, by = self.parenthesized(integral.body, PRODUCT), self.write(integral.variable)
        return f"{sign} {body} {self.thin_space}{self.by}{by}"

    def subscript(self, sign: str, text: str) -> str:
        return self.under % (self.arg_max if sign == "argmax" else sign, text)

    def braced(self, text: str) -> str:
        opening, closing = self.braces
        return f"{opening} {text} {closing}"

    def interval(self, left: str, right: str, brackets: str) -> str:
        return rf"\left{brackets[0]} {left}, {right} \right{brackets[1]}"

    def opening(self, bracket: str) -> str:
        """Return the left `bracket` of an interval that continues in another row, of fixed size."""
        return rf"\Bigl{bracket}"

    def closing(self, bracket: str) -> str:
        """Return the right `bracket` of an interval that began in another row, of fixed size."""
        return rf"\Bigr{bracket}"

    def overflowing_row(self, row: str) -> str:
        """Return `row` with zero width, so that it does not move the column of reasons."""
        return self.overhang % row if self.overhang else row

    def relation(self, *, is_inequality: bool) -> str:
        return f"{self.relation_sign(super().relation(is_inequality=is_inequality).strip())} "

    def bracketed(self, text: str) -> str:
        tall = any(sign in text for sign in (r"\frac", r"\sqrt", r"\sum", r"\prod"))
        return rf"\left({text}\right)" if tall else f"({text})"

    def absolute(self, text: str) -> str:
        return rf"\left\lvert {text} \right\rvert"

    def argmax(self, scores: tuple[tuple[str, nodes.Expression], ...]) -> str:
        listed = ", ".join(self.write(score) for _, score in scores)
        opening, closing = self.braces
        return rf"{self.arg_max} \left{opening} {listed} \right{closing}"

    def formula_over_cells(self, question: nodes.OverCells) -> str:
        subject = self.prose(question.subject)
        if question.question == "rank":
            opening, closing = self.braces
            less = self.relation_sign("<")
            return rf"1 + \lvert {opening} c : P(c) {less} P({subject}) {closing} \rvert"
        return r"1 - \sum_{c} \max_{k} P(k, c)"

    def relation_sign(self, relation: str) -> str:
        """Return the sign of `relation`."""
        return self.relations.get(relation, relation)

    def claim(self, line: Line) -> str:
        """Return `line` as one formula for a sentence, where fractions of numbers have a slash."""
        self._on_a_line = not nodes.is_general(line.left) and not nodes.is_general(line.right)
        try:
            return (
                f"{self.write(line.left)} {self.relation_sign(line.relation)} {self.write(line.right)}"
            )
        finally:
            self._on_a_line = False


class LuaMath(LatexMath):
    """Write for lualatex, whose fonts cover other scripts."""

    escaped = staticmethod(lualatex_text)


def split_off_exponential(quotient: nodes.Quotient) -> tuple[nodes.Quotient, nodes.Function | None]:
    """Split `quotient` into itself without the power of e that ends its numerator, and that power.

    The power is written after the fraction, at full size.
    """
    numerator = quotient.numerator
    # arrays shrink in a fraction; one that holds any is left as it is
    if any(isinstance(part, ArrayNode) for part in numerator.walk()):
        return quotient, None
    if isinstance(numerator, nodes.Function) and numerator.name == "exp":
        return nodes.Quotient(nodes.Integer(1), quotient.denominator), numerator
    if isinstance(numerator, nodes.Product) and len(numerator.factors) > 1:
        *most, last = numerator.factors
        if isinstance(last, nodes.Function) and last.name == "exp":
            return nodes.Quotient(nodes.Product.of(most), quotient.denominator), last
    return quotient, None


def has_slashes(numerator: nodes.Expression, denominator: nodes.Expression) -> bool:
    """Say whether fractions in a fraction have a slash: both sides are short and consist of numbers."""
    sides = (numerator, denominator)
    return all(map(_is_arithmetic, sides)) and max(len(spell(side)) for side in sides) <= _SLASHED


def _is_arithmetic(expression: nodes.Expression) -> bool:
    """Say whether an expression consists of numbers, fractions, sums and products."""
    if isinstance(expression, nodes.Quotient | nodes.Sum | nodes.Product | nodes.Negative):
        return all(map(_is_arithmetic, expression.children))
    return isinstance(expression, nodes.Integer | nodes.Numeral)
