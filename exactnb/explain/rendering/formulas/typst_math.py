"""Expressions and names in Typst's math mode: the structure is LaTeX's, the signs are Typst's.

How to read: as `latex_math.py`, whose signs and hooks are changed here. A comma, a colon or a bracket
that stands for itself has a backslash before it, for in the arguments of a function of Typst's it would
not; a slash has one too, for else it draws a fraction.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from exactnb.core.expression.letters import HAT
from exactnb.core.expression.nodes import Expression, OverCells, Quotient
from exactnb.core.expression.precedence import POWER
from exactnb.core.naming.templates import Field, Mark, Plain, Script
from exactnb.explain.rendering.formulas.latex_math import LatexMath
from exactnb.explain.rendering.formulas.latex_names import GENERAL
from exactnb.explain.rendering.formulas.notated import Notated
from exactnb.explain.rendering.pages.typst_text import markup, sign_of, string, words

_GIVEN = " given "  # of the preamble, as everything that is called here and is not Typst's
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
    asked = " asked "
    given = _GIVEN
    inside = " ∈ "
    not_inside = " ∉ "
    dots = "…"
    reals = "ℝ"
    definite = 'op("PD")'
    one = 'bold("1")'
    partial = "∂ "
    integral_sign = "∫"
    by = "dif "
    signs_of: dict[str, str] = {"sum": "∑", "product": "∏"}  # noqa: RUF012 - a constant
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
    over_rest = r'"" \/ '
    grouped = (r"\( ", r" \)")
    slash = r"\/"
    colon = r"\:"
    labels = Notated.labels

    def marks(self, marks: Iterable[Mark], *, raised: bool = False) -> str:
        """Return marks for math mode."""
        out = ""
        for mark in marks:
            match mark:
                case Plain(text):
                    for token in self.tokens(text):
                        out = _beside(out, self.token(token))
                case Field(text, general):
                    out = _beside(out, text if general and text.isalpha() else self.label(text))
                case Script(sign, inner):
                    out = f"{out.rstrip() or self.empty.strip()}{sign}({self.marks(inner)})"
        return out

    def token(self, token: str) -> str:
        """Return a word or a sign of a template."""
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
        """Return a user's label: a letter or sign as it is, words upright."""
        return sign_of(text) or words(text)

    def words(self, text: str) -> str:
        """Return words among formulas."""
        return words(text)

    def escaped(self, text: str) -> str:
        """Return text as markup."""
        return markup(text)

    def phrase(self, text: str) -> str:
        """Return a phrase of a rule, in which a letter stands for any class."""
        parts = GENERAL.split(text)  # words, and every second a letter
        return " ".join(
            part if at % 2 else words(part) for at, part in enumerate(parts) if at % 2 or part.strip()
        )

    def listed(self, parts: Iterable[str]) -> str:
        r"""Return parts with commas between; the comma of a function's arguments is another one."""
        return r"\, ".join(parts)

    def over(self, quotient: Quotient) -> list[str]:
        """Return what a fraction is and what it is over, on one line."""
        above = self.numerator(quotient.numerator)
        return [f"{above}{self.slash}{self.within(quotient.denominator, POWER)}"]

    def power(self, base: str, exponent: str) -> str:
        """Return what is raised, in its brackets, to an exponent."""
        return f"{base}^({exponent})"

    def under(self, sign: str, text: str) -> str:
        """Return a sign with what stands under it, or beside it at its foot."""
        return f"{sign}_({text})"

    def root(self, inside: str) -> str:
        """Return a square root."""
        return f"sqrt({inside})"

    def boxed(self, text: str) -> str:
        """Return the answer in its box."""
        return f"boxed({text})"

    def rounded(self, text: str) -> str:
        """Return a relation and what a number is rounded to in grey."""
        return f"grey({text})"

    def stacked(self, above: str, below: str, command: str = "") -> str:
        """Return a fraction; in a cell it is as large as on display."""
        fraction = f"frac({above}, {below})"
        return f"{command}({fraction})" if command == self.in_cell else fraction

    def matrix(self, rows: list[list[str]]) -> str:
        """Return rows of numbers in brackets."""
        return f'mat(delim: "[", {"; ".join(", ".join(row) for row in rows)})'

    def product_over(self, index: str, factor: str) -> str:
        """Return a product over an index."""
        return f"{self.under('∏', index)} {factor}"

    def interval(self, left: str, right: str, brackets: str) -> str:
        """Return what lies between two ends, in brackets that grow with them."""
        return rf"lr(\{brackets[0]} {left}\, {right} \{brackets[1]})"

    def opening(self, bracket: str) -> str:
        """Return the left end of an interval that goes on in another row."""
        return f"\\{bracket}"

    def closing(self, bracket: str) -> str:
        """Return the right end of an interval that began in another row."""
        return f"\\{bracket}"

    def hung(self, row: str) -> str:
        """Return a row that is wide: what lays rows out has measured it."""
        return row

    def bracketed(self, text: str) -> str:
        """Return a part in parentheses, which grow with it."""
        return f"({text})"

    def braced(self, text: str) -> str:
        """Return the parts of a set."""
        return f"lr({self.braces[0]} {text} {self.braces[1]})"

    def argmax(self, scores: tuple[tuple[str, Expression], ...]) -> str:
        """Return the scores of which the largest decides."""
        return f"{self.arg_max} {self.braced(self.listed(self.write(score) for _, score in scores))}"

    def over_cells(self, question: OverCells) -> str:
        """Return a question about all cells, with what it looks at in words."""
        if question.question == "rank":
            less = f"P(c) < P({self.words(question.subject)})"
            return rf"1 + abs(\{{ c \: {less} \}})"
        return r'1 − ∑_(c) op("max", limits: #true)_(k) P(k\, c)'


def _beside(before: str, part: str) -> str:
    """Put two signs beside each other, so that letters make no word."""
    if not before or not part:
        return before + part
    apart = before[-1].isalpha() and part[0].isalnum()
    return f"{before} {part}" if apart else before + part
