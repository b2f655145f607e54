"""Expressions and names in LaTeX's math mode, with amsmath and amssymb only.

How to read: `LatexMath.write` has a case for each node that differs from plain text; all others are
written as in `spell.py`. `MarkdownMath` is the dialect that GitHub, MathJax and KaTeX share.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from exactnb.core.arithmetic.rounding import Decimal
from exactnb.core.expression import nodes
from exactnb.core.expression.general_nodes import ArrayNode
from exactnb.core.expression.letters import has_superscript
from exactnb.core.expression.nodes import Expression
from exactnb.core.expression.precedence import ATOM, POWER, PRODUCT, is_bare
from exactnb.core.expression.spell import spell
from exactnb.core.naming.notation import Mark, Notation
from exactnb.explain.derivation import Line
from exactnb.explain.rendering.formulas.latex_names import GENERAL, LatexNames
from exactnb.explain.rendering.formulas.signs import signed
from exactnb.explain.rendering.pages.latex_text import any_script, math_sign
from exactnb.explain.rendering.pages.markdown_text import NEXT_ROW, math_text

_SPECIALS = {word: rf"\text{{{word}}}" for word in ("undefined", "everywhere")}
_SPECIALS |= {"∞": r"\infty", "−∞": r"-\infty"}
_SLASHED = 32  # longest side of a fraction in which fractions have a slash
_RELATIONS = {"≈": r"\approx", "→": r"\to", "∼": r"\sim", "∈": r"\in", "≤": r"\leq", "≥": r"\geq"}
_ACTIVE = str.maketrans({"<": r"\lt ", ">": r"\gt ", "[": r"\lbrack ", "]": r"\rbrack ", "*": r"\ast "})
_LOOSE = re.compile(r"(?<![A-Za-z0-9])_(?! )")


@signed("latex")
class LatexMath(LatexNames):
    """Write expressions in one notation; parentheses come from the precedence table alone.

    Printers of other languages derive from it: they change its commands and escapes, not its
    structure.
    """

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

    def write(self, expression: nodes.Expression) -> str:
        match expression:
            case nodes.Quotient(nodes.Integer(), nodes.Integer()) if self._on_a_line:
                return super().write(expression)
            case nodes.Quotient():
                scale, power = without_exponential(expression)
                fraction = self.fraction(scale.numerator, scale.denominator)
                return fraction if power is None else rf"{fraction} {self.write(power)}"
            case nodes.Power(base, exponent):
                return self.power(self.within(base, ATOM), self.write(exponent))
            case nodes.Function("sqrt", argument):
                return self.root(self.write(argument))
            case nodes.Function("abs", argument):
                return self.absolute(self.write(argument))
            case nodes.Function(name, argument):
                inside = self.write(argument)
                bracketed = inside if is_bare(expression) else self.bracketed(inside)
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
            return self.stacked(self.write(numerator), self.write(denominator), command)
        finally:
            self._on_a_line = outer

    def stacked(self, numerator: str, denominator: str, command: str = r"\frac") -> str:
        """Return a fraction with a bar, written by `command`."""
        return rf"{command}{{{numerator}}}{{{denominator}}}"

    def in_table(self, expression: nodes.Expression) -> str:
        """Return `expression` for a cell, with a fraction at display size."""
        if not isinstance(expression, nodes.Quotient):
            return self.write(expression)
        return self.fraction(expression.numerator, expression.denominator, self.in_cell)

    def on_a_line(self, expression: nodes.Expression) -> str:
        """Return `expression` for a cell of a long table, with a slash instead of a fraction bar."""
        if isinstance(expression, nodes.Quotient) and _is_arithmetic(expression):
            sides = expression.numerator, expression.denominator
            numerator, denominator = (
                self.within(s, ATOM if isinstance(s, nodes.Quotient) else POWER) for s in sides
            )
            return f"{numerator}{self.slash}{denominator}"
        return self.write(expression)

    def precedence(self, part: nodes.Expression) -> int:
        """Return how tightly `part` binds: a fraction times a power of e is a product."""
        if isinstance(part, nodes.Quotient) and without_exponential(part)[1] is not None:
            return PRODUCT
        return super().precedence(part)

    def vector(self, parts: list[str]) -> str:
        return self.matrix([[part] for part in parts])

    def matrix(self, rows: list[list[str]]) -> str:
        lines = rf" {self.next_row} ".join(" & ".join(row) for row in rows)
        return rf"\begin{{bmatrix}} {lines} \end{{bmatrix}}"

    def series(self, series: nodes.Series) -> str:
        below, above = self.range_of(series)
        sign = self.under % (self.series_signs[series.sign], below)
        ranged = self.power(sign, above) if above else sign
        return f"{ranged} {self.within(series.body, PRODUCT)}"

    def derivative(self, derivative: nodes.Derivative) -> str:
        """Return a derivative: of a function as a fraction, of a formula in parentheses."""
        by, order = self.write(derivative.variable), derivative.order
        power = self.power("", str(order)) if order > 1 else ""
        if power and has_superscript(derivative.variable, self.notation):
            by = f"({by})"
        function, rest = self.derived(derivative.body)
        numerator = f"{self.partial.strip()}{power} {function}"
        return self.stacked(numerator, f"{self.partial}{by}{power}") + rest

    def integral(self, integral: nodes.Integral) -> str:
        sign = self.integral_sign
        if integral.ends:
            least, most = map(self.write, integral.ends)
            sign = self.power(self.under % (sign, least), most)
        body, by = self.within(integral.body, PRODUCT), self.write(integral.variable)
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
        return f"{self.related(super().relation(is_inequality=is_inequality).strip())} "

    def bracketed(self, text: str) -> str:
        tall = any(sign in text for sign in (r"\frac", r"\sqrt", r"\sum", r"\prod"))
        return rf"\left({text}\right)" if tall else f"({text})"

    def absolute(self, text: str) -> str:
        return rf"\left\lvert {text} \right\rvert"

    def argmax(self, scores: tuple[tuple[str, nodes.Expression], ...]) -> str:
        listed = ", ".join(self.write(score) for _, score in scores)
        opening, closing = self.braces
        return rf"{self.arg_max} \left{opening} {listed} \right{closing}"

    def cell_question(self, question: nodes.OverCells) -> str:
        subject = self.prose(question.subject)
        if question.question == "rank":
            opening, closing = self.braces
            less = self.related("<")
            return rf"1 + \lvert {opening} c : P(c) {less} P({subject}) {closing} \rvert"
        return r"1 - \sum_{c} \max_{k} P(k, c)"

    def related(self, relation: str) -> str:
        """Return the sign of `relation`."""
        return self.relations.get(relation, relation)

    def claim(self, line: Line) -> str:
        """Return `line` as one formula for a sentence, where fractions of numbers have a slash."""
        self._on_a_line = not nodes.is_general(line.left) and not nodes.is_general(line.right)
        try:
            return f"{self.write(line.left)} {self.related(line.relation)} {self.write(line.right)}"
        finally:
            self._on_a_line = False


class LuaMath(LatexMath):
    """Write for lualatex, whose fonts cover other scripts."""

    escaped = staticmethod(any_script)


def without_exponential(quotient: nodes.Quotient) -> tuple[nodes.Quotient, nodes.Function | None]:
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


class MarkdownMath(LatexMath):
    r"""Write expressions with commands made of letters, since Markdown eats any other backslash.

    GitHub refuses `\operatorname`, takes `<` for a tag and `*` for emphasis; pandoc knows no
    `\thinspace`, which is a small blank here, and ends the rows of a matrix with `\\` only.
    """

    signs: Mapping[str, str] = {**LatexMath.signs, "`": math_text("`"), "@": math_text("@")}
    relations: Mapping[str, str] = {**LatexMath.relations, "<": r"\lt", ">": r"\gt"}
    thin_space = r"{\scriptstyle\ }"
    colon = r"{:}{\scriptstyle\ }"
    overhang = ""
    in_cell = r"\frac"
    reason_gap = " && "
    percent = math_text("%")
    next_row = NEXT_ROW
    braces = (r"\lbrace", r"\rbrace")
    arg_max = r"\arg\max"
    root_sign = r"\mathop{\mathrm{root}}"
    upright = r"\mathrm"
    prose = staticmethod(math_text)

    def write(self, expression: Expression) -> str:
        """Return `expression` for math mode, free of anything that Markdown acts on."""
        return _tamed(super().write(expression))

    def marks(self, marks: Iterable[Mark], *, superscript: bool = False) -> str:
        return _tamed(super().marks(marks, superscript=superscript))

    def opening(self, bracket: str) -> str:
        r"""Return the left `bracket` of an interval; of the `\Big` family, pandoc lacks `\Bigl`."""
        return _tamed(rf"\mathopen{{\Big{bracket}}}")

    def closing(self, bracket: str) -> str:
        return _tamed(super().closing(bracket))

    def label(self, text: str) -> str:
        sign = math_sign(text)
        return math_text(text) if sign is None else sign

    def phrase(self, text: str) -> str:
        """Return `text`, a phrase of a rule; letters are formulas between pieces of text."""
        letters = iter(GENERAL.split(text))  # and the letters between them
        return "".join((math_text(part) if part else "") + next(letters, "") for part in letters)


def _tamed(formula: str) -> str:
    """Replace signs by commands, and add a blank to an underscore that could begin emphasis."""
    return _LOOSE.sub("_ ", formula.translate(_ACTIVE))
