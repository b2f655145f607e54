"""Expressions and names in Typst's math mode: the structure of LaTeX with the signs of Typst.

How to read: alongside `latex_math.py`, whose signs and hooks are overridden here. A literal comma,
colon or bracket has a backslash, since it would separate or end the arguments of a Typst function; a
literal slash has one because it would otherwise form a fraction.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from exactnb.core.expression.letters import HAT
from exactnb.core.expression.nodes import Expression, OverCells, Quotient
from exactnb.core.expression.precedence import POWER
from exactnb.core.naming.notation import Field, Mark, Plain, Script
from exactnb.explain.rendering.formulas.latex_math import LatexMath
from exactnb.explain.rendering.formulas.latex_names import GENERAL
from exactnb.explain.rendering.formulas.notation_writer import NotationWriter
from exactnb.explain.rendering.pages.typst_text import markup, math_sign, math_string, string

_GIVEN = " given "  # defined in functions.typ, as are `asked`, `boxed` and `grey`
_SIGNS = {
    "|": _GIVEN,
    "-": "−",
    "|V|": "abs(V)",
    "⁺": "^(+)",
    "⁻": "^(−)",
    "′": "'",
    "'": "'",
    "ŷ": "hat(y)",
}
_OPERATORS = {
    "log": 'op("log") ',
    "log2": 'op("log")_(2) ',
    "log10": 'op("log")_(10) ',
    "exp": 'op("exp") ',
    "det": 'op("det") ',
    "Phi": "Φ",
    "Gamma": "Γ",
}
_SPECIALS = {"undefined": '"undefined"', "everywhere": '"everywhere"', "∞": "∞", "−∞": "−∞"}


class TypstMath(LatexMath):
    """Write expressions in one notation."""

    times = " × "
    minus = "−"
    percent = r"\%"
    pi = "π"
    such_that = _GIVEN
    inverted = "^(−1)"
    union = " ∪ "
    nothing = "∅"
    transposed = "^(⊤)"
    small = "λ"
    asks_equal = " asked "
    condition_bar = _GIVEN
    inside = " ∈ "
    not_inside = " ∉ "
    dots = "…"
    reals = "ℝ"
    definite = 'op("PD")'
    iverson_sign = 'bold("1")'
    partial = "∂ "
    integral_sign = "∫"
    by = "dif "
    series_signs: dict[str, str] = {"sum": "∑", "product": "∏"}  # noqa: RUF012 - a constant
    specials = _SPECIALS
    relations: Mapping[str, str] = {}
    operators: Mapping[str, str] = _OPERATORS
    arg_max = 'op("arg max", limits: #true)'
    in_cell = "display"
    braces = (r"\{", r"\}")
    thin_space = " med "
    leads: Mapping[str, str] = {"×": '"" × ', "+": '"" + ', "−": '"" − ', ",": ""}
    opening_minus = "−"
    empty = '"" '
    slash_before_rest = r'"" \/ '
    grouped = (r"\( ", r" \)")
    slash = r"\/"
    colon = r"\:"
    labels = NotationWriter.labels

    def marks(self, marks: Iterable[Mark], *, superscript: bool = False) -> str:
        """Return `marks` for math mode; a `superscript` needs no other spelling."""
        formula = ""
        for mark in marks:
            match mark:
                case Plain(text):
                    for token in self.tokens(text):
                        formula = _juxtapose(formula, self.token(token))
                case Field(text, general):
                    formula = _juxtapose(
                        formula, text if general and text.isalpha() else self.label(text)
                    )
                case Script(sign, inner):
                    formula = f"{formula.rstrip() or self.empty.strip()}{sign}({self.marks(inner)})"
        return formula

    def token(self, token: str) -> str:
        """Return a `token`, a word or sign of a template."""
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
        """Return `text`, a user's label: a letter or sign as it is, words upright."""
        return math_sign(text) or math_string(text)

    def prose(self, text: str) -> str:
        """Return `text` within formulas."""
        return math_string(text)

    def escaped(self, text: str) -> str:
        """Return `text` as markup."""
        return markup(text)

    def phrase(self, text: str) -> str:
        """Return `text`, a phrase of a rule, in which a letter stands for any class."""
        parts = GENERAL.split(text)  # words, and every second a letter
        return " ".join(
            part if index % 2 else math_string(part)
            for index, part in enumerate(parts)
            if index % 2 or part.strip()
        )

    def listed(self, parts: Iterable[str]) -> str:
        """Return `parts` separated by literal commas, which do not separate arguments."""
        return r"\, ".join(parts)

    def fraction_pieces(self, quotient: Quotient) -> list[str]:
        """Return `quotient` with a slash, on one line."""
        numerator = self.numerator(quotient.numerator)
        return [f"{numerator}{self.slash}{self.within(quotient.denominator, POWER)}"]

    def power(self, base: str, exponent: str) -> str:
        """Return `base`, bracketed already, to the power `exponent`."""
        return f"{base}^({exponent})"

    def under(self, sign: str, text: str) -> str:
        """Return `sign` with the subscript `text`, which Typst sets below large operators."""
        return f"{sign}_({text})"

    def root(self, inside: str) -> str:
        """Return the square root of `inside`."""
        return f"sqrt({inside})"

    def boxed(self, text: str) -> str:
        """Return `text`, the answer, in a box."""
        return f"boxed({text})"

    def rounded(self, text: str) -> str:
        """Return `text`, a relation and a rounded number, in grey."""
        return f"grey({text})"

    def stacked(self, numerator: str, denominator: str, command: str = "") -> str:
        """Return a fraction, at display size where `command` asks for it."""
        fraction = f"frac({numerator}, {denominator})"
        return f"{command}({fraction})" if command == self.in_cell else fraction

    def matrix(self, rows: list[list[str]]) -> str:
        """Return `rows` of numbers in brackets."""
        return f'mat(delim: "[", {"; ".join(", ".join(row) for row in rows)})'

    def indexed_product(self, index: str, factor: str) -> str:
        """Return a product of `factor` over `index`."""
        return f"{self.under('∏', index)} {factor}"

    def interval(self, left: str, right: str, brackets: str) -> str:
        """Return the interval from `left` to `right`, in `brackets` that grow with its ends."""
        return rf"lr(\{brackets[0]} {left}\, {right} \{brackets[1]})"

    def opening(self, bracket: str) -> str:
        """Return the left `bracket` of an interval that continues in another row."""
        return f"\\{bracket}"

    def closing(self, bracket: str) -> str:
        """Return the right `bracket` of an interval that began in another row."""
        return f"\\{bracket}"

    def overflowing_row(self, row: str) -> str:
        """Return `row`: Typst measures rows and needs no help with wide ones."""
        return row

    def bracketed(self, text: str) -> str:
        """Return `text` in parentheses, which grow with it."""
        return f"({text})"

    def braced(self, text: str) -> str:
        """Return `text`, the elements of a set, in braces."""
        return f"lr({self.braces[0]} {text} {self.braces[1]})"

    def argmax(self, scores: tuple[tuple[str, Expression], ...]) -> str:
        """Return `scores`, the largest of which decides."""
        return f"{self.arg_max} {self.braced(self.listed(self.write(score) for _, score in scores))}"

    def cell_question(self, question: OverCells) -> str:
        """Return a `question` about all cells of a table, with its subject in words."""
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
