"""Formulas in Typst's math mode, each with its words in spoken English for screen readers.

How to read: alongside `latex_math.py`, whose signs and structure both printers change. `SpokenMath`
comes first, and `tidy`, which cleans its words. In `TypstMath` a literal comma, colon or bracket has a
backslash, since it would separate or end the arguments of a Typst function; a literal slash has one
because it would otherwise form a fraction. `TypstInline` writes formulas within markup.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from exactnb.core.arithmetic.rounding import Decimal
from exactnb.core.expression import nodes
from exactnb.core.expression.general_nodes import GeneralNode
from exactnb.core.expression.letters import HAT
from exactnb.core.expression.nodes import Expression, OverCells, Quotient
from exactnb.core.expression.precedence import POWER, PRODUCT
from exactnb.core.naming.names import Item
from exactnb.core.naming.notation import Field, Mark, Notation, Plain, Script
from exactnb.errors import printable
from exactnb.explain.rendering.formulas.latex_math import GENERAL, LatexMath
from exactnb.explain.rendering.formulas.notation_writer import LETTER, NotationWriter, pairs, with_signs
from exactnb.explain.rendering.pages.typst_text import as_markup, math_sign, math_string, typst_string

_SPOKEN_SIGNS = {
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
_SPOKEN_OPERATORS = {
    "log": "log ", "log2": "log to base 2 ", "log10": "log to base 10 ", "exp": "exponential of ",
    "det": "determinant of ", "Phi": "capital phi of ", "Gamma": "gamma of ",
    "digamma": "psi of ",
}  # fmt: skip
_SPOKEN_SPECIALS = {"∞": "infinity", "−∞": "minus infinity"}
_POWERS = {"2": "squared", "3": "cubed", "⊤": "transposed", "−1": "inverted"}


@with_signs("spoken")
class SpokenMath(LatexMath):
    """Write expressions in words, in one notation."""

    equals = " equals "
    vanishing: Mapping[str, str] = {"λ": "lambda", "ε": "epsilon"}
    series_signs: dict[str, str] = {  # noqa: RUF012 - a constant
        "sum": "the sum", "product": "the product",
        "max": "the largest", "min": "the smallest", "median": "the median",
    }  # fmt: skip
    specials = _SPOKEN_SPECIALS
    relations: Mapping[str, str] = _RELATIONS
    operators: Mapping[str, str] = _SPOKEN_OPERATORS
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
        return [f"{self.parenthesized(numerator, POWER)} over {self.parenthesized(denominator, POWER)}"]

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
        if token in _SPOKEN_SIGNS:
            return _SPOKEN_SIGNS[token]
        return f" {_LETTERS.get(token, printable(token))}" if token.isalnum() else printable(token)

    def general_formula(self, node: GeneralNode) -> str:
        if isinstance(node, nodes.Iverson):
            return f"1 if {self.write(node.left)} equals {self.write(node.right)},"
        return super().general_formula(node)

    def applied(self, head: str, inside: str) -> str:
        return f"{head} of {inside},"

    def series(self, series: nodes.Series) -> str:
        index, domain = self.write(series.index), series.domain
        body = self.parenthesized(series.body, PRODUCT)
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
        body, by = self.parenthesized(integral.body, PRODUCT), self.write(integral.variable)
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

    def stacked_fraction(self, numerator: str, denominator: str, command: str = "") -> str:
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

    def formula_over_cells(self, question: nodes.OverCells) -> str:
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


_GIVEN = " given "  # defined in functions.typ, as are `asked`, `boxed` and `grey`
_SIGNS = {
    "|": _GIVEN, "-": "−", "|V|": "abs(V)", "⁺": "^(+)", "⁻": "^(−)", "′": "'", "'": "'", "ŷ": "hat(y)",
}  # fmt: skip
_OPERATORS = {
    "log": 'op("log") ', "log2": 'op("log")_(2) ', "log10": 'op("log")_(10) ', "exp": 'op("exp") ',
    "det": 'op("det") ', "Phi": "Φ", "Gamma": "Γ", "digamma": "ψ",
}  # fmt: skip
_SPECIALS = {"undefined": '"undefined"', "everywhere": '"everywhere"', "∞": "∞", "−∞": "−∞"}


@with_signs("typst")
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
    prose, escaped = staticmethod(math_string), staticmethod(as_markup)

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
            return f"op({typst_string(token)})"
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
        return [f"{numerator}{self.slash}{self.parenthesized(quotient.denominator, POWER)}"]

    def power(self, base: str, exponent: str) -> str:
        return f"{base}^({exponent})"

    def root(self, inside: str) -> str:
        return f"sqrt({inside})"

    def absolute(self, text: str) -> str:
        return f"abs({text})"

    def stacked_fraction(self, numerator: str, denominator: str, command: str = "") -> str:
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

    def formula_over_cells(self, question: OverCells) -> str:
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
        return as_markup(text) if sign is None else formula(sign, self.spoken.label(text))


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
    return f"{function}({typst_string(tidy(spoken))}, ${math.strip()}$)"
