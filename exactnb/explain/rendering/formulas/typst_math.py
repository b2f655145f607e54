"""Expressions and names in Typst's math mode: the structure of LaTeX with the signs of Typst.

How to read: alongside `latex_math.py`, whose signs and hooks are overridden here. A literal comma,
colon or bracket has a backslash, since it would separate or end the arguments of a Typst function; a
literal slash has one because it would otherwise form a fraction. `TypstInline` writes formulas within
markup, each with its words for screen readers.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from exactnb.core.expression.letters import HAT
from exactnb.core.expression.nodes import Expression, OverCells, Quotient
from exactnb.core.expression.precedence import POWER
from exactnb.core.naming.names import Item
from exactnb.core.naming.notation import Field, Mark, Notation, Plain, Script
from exactnb.explain.rendering.formulas.latex_math import LatexMath
from exactnb.explain.rendering.formulas.latex_names import GENERAL
from exactnb.explain.rendering.formulas.notation_writer import NotationWriter
from exactnb.explain.rendering.formulas.signs import signed
from exactnb.explain.rendering.formulas.spoken_math import SpokenMath, tidy
from exactnb.explain.rendering.pages.typst_text import markup, math_sign, math_string, string

_GIVEN = " given "  # defined in functions.typ, as are `asked`, `boxed` and `grey`
_SIGNS = {
    "|": _GIVEN, "-": "−", "|V|": "abs(V)", "⁺": "^(+)", "⁻": "^(−)", "′": "'", "'": "'", "ŷ": "hat(y)",
}  # fmt: skip
_OPERATORS = {
    "log": 'op("log") ', "log2": 'op("log")_(2) ', "log10": 'op("log")_(10) ', "exp": 'op("exp") ',
    "det": 'op("det") ', "Phi": "Φ", "Gamma": "Γ", "digamma": "ψ",
}  # fmt: skip
_SPECIALS = {"undefined": '"undefined"', "everywhere": '"everywhere"', "∞": "∞", "−∞": "−∞"}


@signed("typst")
class TypstMath(LatexMath):
    """Write expressions in one notation."""

    vanishing: Mapping[str, str] = {"λ": "λ", "ε": "ε"}
    by = "dif "
    series_signs: dict[str, str] = {  # noqa: RUF012 - a constant
        "sum": "∑", "product": "∏", "max": "max", "min": "min",
        "median": 'op("median", limits: #true)',
    }  # fmt: skip
    specials = _SPECIALS
    relations: Mapping[str, str] = {}
    operators: Mapping[str, str] = _OPERATORS
    arg_max = 'op("arg max", limits: #true)'
    in_cell = "display"
    thin_space = " med "
    leads: Mapping[str, str] = {"×": '"" × ', "+": '"" + ', "−": '"" − ', ",": ""}
    opening_minus = "−"
    empty = '"" '
    slash_before_rest = r'"" \/ '
    grouped = (r"\( ", r" \)")
    boxed, rounded, under = "boxed(%s)", "grey(%s)", "%s_(%s)"
    overhang = "%s"  # Typst measures rows and needs no help with wide ones
    slash = r"\/"
    colon = r"\: med "
    labels = NotationWriter.labels
    prose, escaped = staticmethod(math_string), staticmethod(markup)

    def marks(self, marks: Iterable[Mark], *, superscript: bool = False) -> str:
        """Return `marks` for math mode; a `superscript` needs no other spelling."""
        formula = ""
        for mark in marks:
            match mark:
                case Plain(text):
                    for token in self.tokens(text):
                        formula = _juxtapose(formula, self.token(token))
                case Field(text, general):
                    is_letter = general and text.isalpha()
                    formula = _juxtapose(formula, text if is_letter else self.label(text))
                case Script(sign, inner):
                    formula = f"{formula.rstrip() or self.empty.strip()}{sign}({self.marks(inner)})"
        return formula

    def token(self, token: str) -> str:
        if token in self.operators:
            return self.operators[token]
        if token.endswith(HAT):
            return f"hat({token[0]})"
        if token in _SIGNS:
            return _SIGNS[token]
        if len(token) > 1 and token.isalpha():
            return f"op({string(token)})"
        if token.isspace():
            return self.thin_space
        return token if token.isalnum() or not token.isascii() else f"\\{token}"

    def label(self, text: str) -> str:
        return math_sign(text) or math_string(text)

    def phrase(self, text: str) -> str:
        parts = GENERAL.split(text)  # words, and every second a letter
        written = (
            part if index % 2 else math_string(part) for index, part in enumerate(parts) if part.strip()
        )
        return " ".join(written)

    def listed(self, parts: Iterable[str]) -> str:
        """Return `parts` separated by literal commas, which do not separate arguments."""
        return r"\, ".join(parts)

    def fraction_pieces(self, quotient: Quotient) -> list[str]:
        """Return `quotient` with a slash, on one line."""
        numerator = self.numerator(quotient.numerator)
        return [f"{numerator}{self.slash}{self.within(quotient.denominator, POWER)}"]

    def power(self, base: str, exponent: str) -> str:
        return f"{base}^({exponent})"

    def root(self, inside: str) -> str:
        return f"sqrt({inside})"

    def absolute(self, text: str) -> str:
        return f"abs({text})"

    def stacked(self, numerator: str, denominator: str, command: str = "") -> str:
        fraction = f"frac({numerator}, {denominator})"
        return f"{command}({fraction})" if command == self.in_cell else fraction

    def matrix(self, rows: list[list[str]]) -> str:
        return f'mat(delim: "[", {"; ".join(", ".join(row) for row in rows)})'

    def interval(self, left: str, right: str, brackets: str) -> str:
        return rf"lr(\{brackets[0]} {left}\, {right} \{brackets[1]})"

    def opening(self, bracket: str) -> str:
        return f"\\{bracket}"

    def closing(self, bracket: str) -> str:
        return f"\\{bracket}"

    def bracketed(self, text: str) -> str:
        return f"({text})"

    def braced(self, text: str) -> str:
        return f"lr({self.braces[0]} {text} {self.braces[1]})"

    def argmax(self, scores: tuple[tuple[str, Expression], ...]) -> str:
        return f"{self.arg_max} {self.braced(self.listed(self.write(score) for _, score in scores))}"

    def cell_question(self, question: OverCells) -> str:
        if question.question == "rank":
            less = f"P(c) < P({self.prose(question.subject)})"
            return rf"1 + abs(\{{ c \: {less} \}})"
        return r'1 − ∑_(c) op("max", limits: #true)_(k) P(k\, c)'


def _juxtapose(formula: str, part: str) -> str:
    """Append a part to a formula, with a blank where two letters would form a word."""
    if not formula or not part:
        return formula + part
    needs_space = formula[-1].isalpha() and part[0].isalnum()
    return f"{formula} {part}" if needs_space else formula + part


class TypstInline:
    """Write formulas and labels in one notation: `math` typesets them, `spoken` reads them out."""

    def __init__(self, notation: Notation) -> None:
        self.math = TypstMath(notation)
        self.spoken = SpokenMath(notation)

    def expression(self, expression: Expression) -> str:
        """Return `expression` as an inline formula."""
        return formula(self.math.write(expression), self.spoken.write(expression))

    def item(self, item: Item) -> str:
        """Return a cell as a formula, any other `item` as a label."""
        if item.kind == "cell":
            return formula(self.math.item(item), self.spoken.item(item))
        return self.label(item.value)

    def label(self, text: str) -> str:
        """Return `text`, a user's label: a letter or sign as in formulas, words as text."""
        sign = math_sign(text)
        return markup(text) if sign is None else formula(sign, self.spoken.label(text))


def formula(math: str, spoken: str) -> str:
    """Return the formula `math`, with the words `spoken`, for use in markup.

    >>> print(formula("x_(1)", "x  1"))
    #m("x 1", $x_(1)$);
    """
    return f"#{_call('m', math, spoken)};"


def in_cell(math: str, spoken: str) -> str:
    """Return the formula `math`, with the words `spoken`, at display size, for use in a cell."""
    return f"#{_call('d', math, spoken)};"


def displayed(math: str, spoken: str) -> str:
    """Return the formula `math`, with the words `spoken`, at display size, for use in code."""
    return _call("d", math, spoken)


def _call(function: str, math: str, spoken: str) -> str:
    return f"{function}({string(tidy(spoken))}, ${math.strip()}$)"
