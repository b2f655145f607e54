"""Expressions and names in MathML, which browsers render without a script.

How to read: first the leaves of formulas, which are written, and escaped, here alone. `Mathml._markup`
has a case for each node of arithmetic that differs from a line of text; sums over an index,
derivatives, matrices and intervals have methods after it. The order of terms and factors and the
parentheses are those of `spell.py` and of the precedence table.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from exactnb.core.arithmetic.integers import integer_text
from exactnb.core.arithmetic.rounding import Decimal
from exactnb.core.expression import nodes
from exactnb.core.expression.general_nodes import ArrayNode
from exactnb.core.expression.letters import HAT, has_superscript
from exactnb.core.expression.precedence import ATOM, PRODUCT, absorbs_following, is_unbracketed
from exactnb.core.naming.notation import Field, Mark, Notation, Plain, Script
from exactnb.explain.derivation import Line
from exactnb.explain.rendering.formulas.latex_math import GENERAL
from exactnb.explain.rendering.formulas.notation_writer import GREEK, LETTER, NotationWriter
from exactnb.explain.rendering.formulas.text_math import TextMath
from exactnb.explain.rendering.pages.html_text import escaped

_TOKEN = re.compile(r".\u0302|log10|log2|[0-9]+|[A-Za-z]{2,}|\s+|.", re.DOTALL)
_BASES = {"log2": "2", "log10": "10"}
_TIGHT = ":/"  # signs of names without spacing
_FENCES = "()[]{}|"
_PRIMES = {"′": "′", "'": "′", "⁺": "+", "⁻": "−"}

NEGATIVE = '<mo form="prefix">−</mo>'
THIN = '<mspace width=".17em"/>'


def row(*parts: str) -> str:
    """Return `parts` grouped as one."""
    return f"<mrow>{''.join(parts)}</mrow>"


def operator(sign: str) -> str:
    """Return `sign` as an operator; brackets keep the size of the text.

    >>> operator("<"), operator("(")
    ('<mo>&lt;</mo>', '<mo stretchy="false">(</mo>')
    """
    if sign in _FENCES:
        return f'<mo stretchy="false">{sign}</mo>'
    tight = ' lspace="0" rspace="0"' if sign in _TIGHT else ""
    return f"<mo{tight}>{escaped(sign)}</mo>"


def number(digits: str) -> str:
    """Return `digits` as a number; its minus is an operator."""
    size = digits.lstrip("-−")
    return f"{NEGATIVE if size != digits else ''}<mn>{size}</mn>"


def identifier(letters: str) -> str:
    """Return `letters`: a single letter is italic, a longer name upright."""
    return f"<mi>{escaped(letters)}</mi>"


def math_text(text: str) -> str:
    """Return `text` within formulas; outer blanks become no-break spaces, for MathML drops others."""
    inside = text.strip(" ")
    leading = "\N{NO-BREAK SPACE}" * text.startswith(" ")
    trailing = "\N{NO-BREAK SPACE}" * (text.endswith(" ") and bool(inside))
    return f"<mtext>{leading}{escaped(inside)}{trailing}</mtext>"


def math_sign(text: str) -> str | None:
    """Return the MathML of `text`, a label that is a number, a sign or a letter; None for words.

    >>> math_sign("e1"), math_sign("Yes")
    ('<msub><mi>e</mi><mn>1</mn></msub>', None)
    """
    if text in ("+", "-", "−"):
        return f'<mo form="prefix" lspace="0" rspace="0">{"+" if text == "+" else "−"}</mo>'
    if text.isascii() and text.isdigit():
        return number(text)
    if text in GREEK:
        return identifier(text)
    match = LETTER.fullmatch(text)
    if match is None:
        return None
    letter, digits, mark = match.groups()
    subscripts = [number(digits)] * bool(digits) + ["<mo>⋆</mo>"] * (mark in ("*", "⋆"))
    letters = identifier(letter)
    if subscripts:
        letters = f"<msub>{letters}{subscripts[0] if len(subscripts) == 1 else row(*subscripts)}</msub>"
    return f"<msup>{letters}<mo>′</mo></msup>" if mark == "'" else letters


@dataclass(slots=True)
class _ScriptedSign:
    """A sign of a name with its subscript and superscript."""

    base: str
    scripts: dict[str, str] = field(default_factory=dict)

    def markup(self) -> str:
        lower, upper = self.scripts.get("_", ""), self.scripts.get("^", "")
        tag = "sub" * bool(lower) + "sup" * bool(upper)
        return f"<m{tag}>{self.base}{lower}{upper}</m{tag}>" if tag else self.base


def _attach(parts: list[_ScriptedSign], sign: str, script: str) -> None:
    """Attach a script to the last sign; a second one of its kind applies to both."""
    if not parts:
        parts.append(_ScriptedSign(row()))
    if sign in parts[-1].scripts:
        parts[-1] = _ScriptedSign(parts[-1].markup())
    parts[-1].scripts[sign] = script


def _token(token: str) -> str:
    """Return a word or a sign of a template."""
    if token in _BASES:
        return f"<msub><mi>log</mi>{number(_BASES[token])}</msub>"
    if token.endswith(HAT) or token == "ŷ":
        letter = identifier("y" if token == "ŷ" else token[0])
        return f'<mover accent="true">{letter}<mo stretchy="false">^</mo></mover>'
    if token.isascii() and token.isdigit():
        return number(token)
    if token.isspace():
        return THIN
    return identifier(token) if token.isalpha() else operator("−" if token == "-" else token)


_OPERATORS = {"log": "log", "exp": "exp", "det": "det", "Phi": "Φ", "Gamma": "Γ", "digamma": "ψ"}
_SPECIALS = {"∞": identifier("∞"), "−∞": f"{operator('−')}{identifier('∞')}"}
_TALL = ("<mfrac", "<msqrt", "<munder", "<mtable")


class Mathml(NotationWriter):
    """Write expressions in one notation, without the `math` element around them.

    `around` wraps the markup of each part: a page adds the source of a number there.
    """

    equals = operator("=")
    draws_fractions = True
    gap = ""
    asks_equal = f"<mover>{operator('=')}{operator('?')}</mover>"
    vanishing: Mapping[str, str] = {letter: identifier(letter) for letter in "λε"}
    joins_pi = True
    phrases_are_bare = False
    arg_max = identifier("arg max")
    tight_equal = operator("=")
    colon = operator(":")
    such_that = operator("|")
    iverson_sign = number("1")
    series_signs: dict[str, str] = {  # noqa: RUF012 - a constant
        **{sign: operator(sign) for sign in ("max", "min", "median")},
        "sum": operator("∑"),
        "product": operator("∏"),
    }

    def __init__(self, notation: Notation) -> None:
        super().__init__(notation)
        self._in_fraction = False
        self.around: Callable[[nodes.Expression, str], str] = lambda part, drawn: drawn

    def marks(self, marks: Iterable[Mark]) -> str:
        """Return `marks` as MathML; a script belongs to the sign before it."""
        parts: list[_ScriptedSign] = []
        for mark in marks:
            match mark:
                case Plain(text) | Field(text, general=True):
                    for token in _TOKEN.findall(text):
                        if token in _PRIMES:
                            _attach(parts, "^", operator(_PRIMES[token]))
                        else:
                            parts.append(_ScriptedSign(_token(token)))
                case Field(text):
                    parts.append(_ScriptedSign(self.label(text)))
                case Script(sign, inner):
                    _attach(parts, sign, row(self.marks(inner)))
        return "".join(part.markup() for part in parts)

    def label(self, text: str) -> str:
        return math_sign(text) or math_text(text)

    def word(self, word: str) -> str:
        return math_text(word)

    def phrase(self, text: str) -> str:
        parts = GENERAL.split(text)  # words, and every second a letter
        return row(
            *(
                (identifier if index % 2 else math_text)(part)
                for index, part in enumerate(parts)
                if part
            )
        )

    def indexed_product(self, index: str, factor: str) -> str:
        return f"<munder><mo>∏</mo>{row(index)}</munder>{factor}"

    def write(self, expression: nodes.Expression) -> str:
        """Return `expression` as elements that may stand in a row."""
        return self.around(expression, self._markup(expression))

    def _markup(self, expression: nodes.Expression) -> str:
        match expression:
            case nodes.Integer(value):
                return number(integer_text(value))
            case nodes.Negative(term):
                return NEGATIVE + self.parenthesized(term, PRODUCT)
            case nodes.Product(factors):
                return "".join(self.factors(factors)) or number("1")
            case nodes.Quotient(nodes.Integer(), nodes.Integer()) if self._in_fraction:
                numerator, denominator = map(self.write, (expression.numerator, expression.denominator))
                return f"{numerator}{operator('/')}{denominator}"
            case nodes.Quotient(numerator, denominator):
                return f"<mfrac>{row(self.write(numerator))}{row(self.write(denominator))}</mfrac>"
            case nodes.Power(base, exponent):
                return f"<msup>{row(self.parenthesized(base, ATOM))}{row(self.write(exponent))}</msup>"
            case nodes.Function():
                return self._function(expression)
            case nodes.Special(word):
                return _SPECIALS.get(word) or math_text(word)
            case nodes.Phrase(text):
                return self.phrase(text)
        return super().write(expression)

    def _function(self, function: nodes.Function) -> str:
        inside = self.write(function.argument)
        if function.name == "sqrt":
            return f"<msqrt>{inside}</msqrt>"
        if function.name == "abs":
            return fenced("|", inside, "|")
        operand = THIN + inside if is_unbracketed(function) else self.bracketed(inside)
        return self.function_name(function) + operand

    def function_name(self, function: nodes.Function) -> str:
        """Return the name of `function`."""
        return self.marks((Plain(_OPERATORS.get(function.name, function.name)),))

    def terms(self, expression: nodes.Sum, *, in_pieces: bool = False) -> list[str]:
        """Return the terms of a sum; a leading minus is a prefix, not an operator between two terms."""
        return _opened(super().terms(expression, in_pieces=in_pieces))

    def polynomial(self, zeros: nodes.Zeros) -> list[str]:
        return _opened(super().polynomial(zeros))

    def factors(self, factors: tuple[nodes.Expression, ...]) -> list[str]:
        general = any(map(nodes.is_general, factors))
        pieces: list[str] = []
        for index, factor in enumerate(factors):
            text = self.parenthesized(factor, PRODUCT)
            if index + 1 < len(factors) and absorbs_following(factor):
                text = self.bracketed(self.write(factor))
            previous = factors[index - 1] if index else None
            is_two_pi = isinstance(factor, nodes.Pi) and isinstance(previous, nodes.Integer)
            if previous is None or is_two_pi:
                pieces.append(text)
                continue
            # 2 2^K must not be read as 22^K
            first = factor.base if isinstance(factor, nodes.Power) else factor
            digits = isinstance(previous, nodes.Integer) and isinstance(first, nodes.Integer)
            juxtaposed = general and not digits and not self.needs_sign(previous, factor)
            gap = THIN if isinstance(factor, nodes.Function) and factor.name != "sqrt" else ""
            pieces.append(gap + text if juxtaposed else self.times + text)
        return pieces

    def in_table(self, expression: nodes.Expression) -> str:
        """Return `expression` for a cell, where fractions within a fraction have a slash."""
        if not isinstance(expression, nodes.Quotient):
            return self.write(expression)
        sides = expression.numerator, expression.denominator
        if all(isinstance(side, nodes.Integer) for side in sides):
            return self.write(expression)
        self._in_fraction = True
        try:
            numerator, denominator = map(self.write, sides)
        finally:
            self._in_fraction = False
        return f"<mfrac>{row(numerator)}{row(denominator)}</mfrac>"

    def numeral(self, decimal: Decimal) -> str:
        digits, e, exponent = str(decimal).partition("e")
        if not e:
            return number(digits)
        return f"{number(digits)}{operator('×')}<msup>{number('10')}{row(number(exponent))}</msup>"

    def argmax(self, scores: tuple[tuple[str, nodes.Expression], ...]) -> str:
        return self.arg_max + self.braced(self.listed(self.write(score) for _, score in scores))

    def formula_over_cells(self, question: nodes.OverCells) -> str:
        unit, c, k, p = number("1"), identifier("c"), identifier("k"), identifier("P")
        if question.question == "rank":
            cell_probability = f"{p}{self.bracketed(c)}"
            less = f"{cell_probability}{operator('<')}{p}{self.bracketed(math_text(question.subject))}"
            cells = self.braced(f"{c}{operator(':')}{less}")
            return f"{unit}{operator('+')}{operator('|')}{cells}{operator('|')}"
        most = f"<munder>{identifier('max')}{k}</munder>{p}{self.bracketed(self.listed((k, c)))}"
        return f"{unit}{operator('−')}<munder>{operator('∑')}{c}</munder>{most}"

    def enclosed(self, text: str, brackets: str = "()") -> str:
        return fenced(brackets[0], text, brackets[1])

    def bracketed(self, text: str) -> str:
        return self.enclosed(text)

    def braced(self, text: str) -> str:
        return self.enclosed(text, "{}")

    def listed(self, parts: Iterable[str]) -> str:
        return operator(",").join(parts)

    def claim(self, line: Line) -> str:
        """Return `line` as one formula."""
        return f"{self.write(line.left)}{operator(line.relation)}{self.write(line.right)}"

    # ------------------------------------------------------------ general formulas and arrays

    def series(self, series: nodes.Series) -> str:
        lower, upper = self.series_limits(series)
        tag, ends = ("munderover", row(lower) + row(upper)) if upper else ("munder", row(lower))
        body = self.parenthesized(series.body, PRODUCT)
        return f"<{tag}>{self.series_signs[series.sign]}{ends}</{tag}>{body}"

    def integral(self, integral: nodes.Integral) -> str:
        sign = operator("∫")
        if integral.ends:
            sign = f"<msubsup>{sign}{''.join(row(self.write(end)) for end in integral.ends)}</msubsup>"
        body, by = self.parenthesized(integral.body, PRODUCT), self.write(integral.variable)
        return f"{sign}{body}{THIN}{identifier('d')}{by}"

    def subscript(self, sign: str, text: str) -> str:
        gap = THIN if sign == "argmax" else ""
        return f"<munder>{self.arg_max if sign == 'argmax' else sign}{row(text)}</munder>{gap}"

    def powered(self, base: str, exponent: int) -> str:
        return f"<msup>{row(base)}{number(str(exponent))}</msup>" if exponent > 1 else base

    def derivative(self, derivative: nodes.Derivative) -> str:
        by, order = self.write(derivative.variable), derivative.order
        if order > 1 and has_superscript(derivative.variable, self.notation):
            by = self.bracketed(by)
        function, rest = self.derived_function_and_rest(derivative.body)
        numerator = row(self.powered(self.partial, order), function)
        return f"<mfrac>{numerator}{row(self.partial + self.powered(by, order))}</mfrac>{rest}"

    def array(self, node: ArrayNode) -> str:
        match node:
            case nodes.Inverse(matrix):
                return f"<msup>{row(self.parenthesized(matrix, ATOM))}{row(number('-1'))}</msup>"
            case nodes.QuadraticForm(left, matrix, right):
                rest = self.parenthesized(matrix, ATOM) + self.parenthesized(right, ATOM)
                return self.transposed_part(left) + rest
        return super().array(node)

    def transposed_part(self, part: nodes.Expression) -> str:
        """Return `part`, a vector, transposed."""
        return f"<msup>{row(self.parenthesized(part, ATOM))}<mo>⊤</mo></msup>"

    def relation(self, *, is_inequality: bool) -> str:
        return operator(super().relation(is_inequality=is_inequality).strip())

    def vector(self, parts: list[str]) -> str:
        return self.matrix([[part] for part in parts])

    def matrix(self, rows: list[list[str]]) -> str:
        cells = ("".join(f"<mtd>{part}</mtd>" for part in row) for row in rows)
        table = "".join(f"<mtr>{row}</mtr>" for row in cells)
        return fenced("[", f"<mtable>{table}</mtable>", "]")


_SIGNS = {
    operator: "times minus plus percent factorial equal_sign less_or_equal condition_bar union inside "
    "not_inside",
    identifier: "pi nothing dots reals definite partial root_sign",
}
for _drawn, _names in _SIGNS.items():  # these are the signs of plain text
    for _name in _names.split():
        setattr(Mathml, _name, _drawn(getattr(TextMath, _name).strip()))


def fenced(left: str, text: str, right: str) -> str:
    """Return `text` between the brackets `left` and `right`, which grow with it.

    >>> fenced("(", number("2"), ")")
    '<mo stretchy="false">(</mo><mn>2</mn><mo stretchy="false">)</mo>'
    """
    if any(tag in text for tag in _TALL):
        return row(f"<mo>{left}</mo>", row(text), f"<mo>{right}</mo>")
    return f"{operator(left)}{text}{operator(right)}"


def _opened(terms: list[str]) -> list[str]:
    minus = operator("−")
    lead = [NEGATIVE + term.removeprefix(minus) for term in terms[:1] if term.startswith(minus)]
    return [*(lead or terms[:1]), *terms[1:]]
