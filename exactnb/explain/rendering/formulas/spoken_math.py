"""Formulas in spoken English, for screen readers: one more printer of the tree.

It derives from the LaTeX printer, so that each row, cell and claim of a typeset page has its words.

How to read: alongside `latex_math.py`, whose signs and structure it changes; `tidy` cleans the words.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from exactnb.core.arithmetic.rounding import Decimal
from exactnb.core.expression import nodes
from exactnb.core.expression.general_nodes import GeneralNode
from exactnb.core.expression.letters import HAT
from exactnb.core.expression.precedence import POWER, PRODUCT
from exactnb.core.naming.notation import Field, Mark, Plain, Script
from exactnb.errors import printable
from exactnb.explain.rendering.formulas.latex_math import LatexMath
from exactnb.explain.rendering.formulas.notation_writer import NotationWriter
from exactnb.explain.rendering.formulas.signs import LETTER, pairs, signed

_SIGNS = {
    "|": " given ", "(": " of ", ")": ",", "=": " equals ", "⁺": " plus", "⁻": " minus", "′": " prime",
    "'": " prime", "ŷ": "y hat", "|V|": "size of V", "∈": " in ", "→": " to ", "×": " times ",
    "+": " plus ", "-": " minus ", "−": " minus ", "[": ", ", "]": "", "/": " over ", "≈": " is about ",
}  # fmt: skip
_LETTERS = pairs("λ lambda  ε epsilon  π pi  θ theta  φ phi  ψ psi  τ tau  μ mu  σ sigma  ℓ l")
_LETTERS |= {"Σ": "capital sigma", "Λ": "capital lambda"}
_LABELS = pairs("+ plus  - minus  − minus  * star  ⋆ star")
_RELATIONS = {
    "=": ", equals", "≈": ", is about", "<": ", is less than", ">": ", is greater than",
    "→": ", tends to", "∼": ", behaves like", "≤": ", is at most", "≥": ", is at least", "∈": ", is in",
}  # fmt: skip
_FUNCTIONS = {
    "log": "log ", "log2": "log to base 2 ", "log10": "log to base 10 ", "exp": "exponential of ",
    "det": "determinant of ", "Phi": "capital phi of ", "Gamma": "gamma of ",
    "digamma": "psi of ",
}  # fmt: skip
_SPECIALS = {"∞": "infinity", "−∞": "minus infinity"}
_POWERS = {"2": "squared", "3": "cubed", "⊤": "transposed", "−1": "inverted"}


@signed("spoken")
class SpokenMath(LatexMath):
    """Write expressions in words, in one notation."""

    equals = " equals "
    vanishing: Mapping[str, str] = {"λ": "lambda", "ε": "epsilon"}
    series_signs: dict[str, str] = {  # noqa: RUF012 - a constant
        "sum": "the sum", "product": "the product",
        "max": "the largest", "min": "the smallest", "median": "the median",
    }  # fmt: skip
    specials = _SPECIALS
    relations: Mapping[str, str] = _RELATIONS
    operators: Mapping[str, str] = _FUNCTIONS
    arg_max = "the largest argument"
    braces = ("the set of ", "end set")
    thin_space = " "
    leads: Mapping[str, str] = {"×": "times ", "+": "plus ", "−": "minus ", ",": ""}
    opening_minus = "minus "
    empty = ""
    slash_before_rest = "over "
    grouped = ("open bracket ", " close bracket")
    slash = " over "
    boxed, under = "%s, the answer", "%s over %s, of "
    overhang = "%s"  # speech has no width
    labels = NotationWriter.labels
    prose = escaped = phrase = staticmethod(printable)

    def write(self, expression: nodes.Expression) -> str:
        if isinstance(expression, nodes.AtMost):
            sides = map(self.write, (expression.left, expression.right))
            return f"1 if {' is at most '.join(sides)},"
        return super().write(expression)

    def fraction_pieces(self, quotient: nodes.Quotient) -> list[str]:
        numerator, denominator = quotient.numerator, quotient.denominator
        return [f"{self.within(numerator, POWER)} over {self.within(denominator, POWER)}"]

    def marks(self, marks: Iterable[Mark], *, superscript: bool = False) -> str:
        """Return the words of `marks`; `superscript` makes no difference."""
        spoken = ""
        for mark in marks:
            match mark:
                case Plain(text):
                    spoken += "".join(map(self.token, self.tokens(text)))
                case Field(text):
                    spoken += f" {self.label(text)}"
                case Script(sign, inner):
                    inside = tidy(self.marks(inner)).removeprefix("of ")
                    power = f" {_POWERS[inside]}" if inside in _POWERS else f" super {inside}"
                    spoken += f" sub {inside}" if sign == "_" else power
        return spoken

    def token(self, token: str) -> str:
        if token in self.operators:
            return f" {self.operators[token]}"
        if token.endswith(HAT):
            return f" {self.token(token[0])} hat"
        if token in _SIGNS:
            return _SIGNS[token]
        return f" {_LETTERS.get(token, printable(token))}" if token.isalnum() else printable(token)

    def general_formula(self, node: GeneralNode) -> str:
        if isinstance(node, nodes.Iverson):
            return f"1 if {self.write(node.left)} equals {self.write(node.right)},"
        return super().general_formula(node)

    def applied(self, head: str, inside: str) -> str:
        return f"{head} of {inside},"

    def series(self, series: nodes.Series) -> str:
        index, domain = self.write(series.index), series.domain
        body = self.within(series.body, PRODUCT)
        if series.where is not None:
            sides = self.write(series.where.left), self.write(series.where.right)
            domain_text = f"{index} where {' equals '.join(sides)}"
        elif domain.kind in ("span", "through"):
            first, last = map(self.write, domain.parts)
            domain_text = f"{index} from {first} to {last}"
        else:
            domain_text = f"{index} in {self.domain(domain)}"
        return f"{self.under % (self.series_signs[series.sign], domain_text)}{body}"

    def integral(self, integral: nodes.Integral) -> str:
        ends = " from {} to {}".format(*map(self.write, integral.ends)) if integral.ends else ""
        body, by = self.within(integral.body, PRODUCT), self.write(integral.variable)
        return f"the integral{ends} of {body}, over {by}"

    def label(self, text: str) -> str:
        if text in _LABELS or text in _LETTERS:
            return _LABELS.get(text) or _LETTERS[text]
        match = LETTER.fullmatch(text)
        if match is None:
            return printable(text)
        letter, digits, mark = match.groups()
        suffix = {"": "", "'": " prime"}.get(mark, " star")
        return f"{letter} {digits}{suffix}" if digits else letter + suffix

    def class_label(self, label: str) -> str:
        return tidy(super().class_label(label))

    def numeral(self, decimal: Decimal) -> str:
        digits, e, exponent = str(decimal).replace("-", "minus ").partition("e")
        return f"{digits} times 10 to the power of {exponent}" if e else digits

    def power(self, base: str, exponent: str) -> str:
        power_name = _POWERS.get(exponent.strip())
        return f"{base} {power_name}" if power_name else f"{base} to the power of {exponent}"

    def exponent_text(self, number: int) -> str:
        return self.power("", str(number))

    def root(self, inside: str) -> str:
        return f"square root of {inside}" + ("" if _is_one_word(inside) else ", end root,")

    def stacked(self, numerator: str, denominator: str, command: str = "") -> str:
        """Return a fraction; a long one is framed by its beginning and its end."""
        if _is_one_word(numerator) and _is_one_word(denominator):
            return f"{numerator} over {denominator}"
        return f"fraction {numerator}, over {denominator}, end fraction,"

    def vector(self, parts: list[str]) -> str:
        return f"column {', '.join(parts)}, end column,"

    def matrix(self, rows: list[list[str]]) -> str:
        return f"matrix with rows {'; '.join(', '.join(row) for row in rows)}, end matrix,"

    def interval(self, left: str, right: str, brackets: str) -> str:
        return f"{self.opening(brackets[0])} {left} to {right} {self.closing(brackets[1])}"

    def opening(self, bracket: str) -> str:
        return "the interval from" if bracket == "[" else "the open interval from"

    def closing(self, bracket: str) -> str:
        return "" if bracket == "]" else "excluded"

    def bracketed(self, text: str) -> str:
        return f"open bracket {text} close bracket"

    def absolute(self, text: str) -> str:
        return f"absolute value of {self.bracketed(text)}"

    def argmax(self, scores: tuple[tuple[str, nodes.Expression], ...]) -> str:
        return f"{self.arg_max} of {self.listed(self.write(score) for _, score in scores)}"

    def cell_question(self, question: nodes.OverCells) -> str:
        if question.question == "rank":
            return f"1 plus the number of cells c with P of c less than P of {question.subject}"
        return "1 minus the sum over all cells c of the largest P of k, c"


def tidy(text: str) -> str:
    """Return `text` with single blanks, and commas only where something follows.

    >>> tidy("a  over b , , equals c, ")
    'a over b, equals c'
    """
    joined = re.sub(r"\s*,[\s,]*", ", ", " ".join(text.split()))
    return joined.strip(" ,")


def _is_one_word(text: str) -> bool:
    return " " not in text.strip()
