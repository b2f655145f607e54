"""Expressions in MathML, which browsers render without a script.

How to read: `Mathml._markup` has a case for each node that differs from a line of text; the order of
terms and factors and the parentheses are those of `spell.py` and of the precedence table.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from exactnb.core.arithmetic.integers import integer_text
from exactnb.core.arithmetic.rounding import Decimal
from exactnb.core.expression import nodes
from exactnb.core.expression.precedence import ATOM, PRODUCT, is_bare, is_open
from exactnb.core.naming.notation import Notation, Plain
from exactnb.explain.derivation import Line
from exactnb.explain.rendering.formulas.mathml_general import MathmlGeneral, fenced
from exactnb.explain.rendering.formulas.mathml_names import (
    NEGATIVE,
    THIN,
    identifier,
    math_text,
    number,
    operator,
    row,
)

_OPERATORS = {"log": "log", "exp": "exp", "det": "det", "Phi": "Φ", "Gamma": "Γ"}
_SPECIALS = {"∞": identifier("∞"), "−∞": f"{operator('−')}{identifier('∞')}"}


class Mathml(MathmlGeneral):
    """Write expressions in one notation, without the `math` element around them.

    `around` wraps the markup of each part: a page adds the source of a number there.
    """

    draws_fractions = True
    gap = ""
    times = operator("×")
    minus = operator("−")
    plus = operator("+")
    percent = operator("%")
    asks_equal = f"<mover>{operator('=')}{operator('?')}</mover>"
    pi = identifier("π")
    small = identifier("λ")
    joins_pi = True
    phrases_are_bare = False

    def __init__(self, notation: Notation) -> None:
        super().__init__(notation)
        self._in_fraction = False
        self.around: Callable[[nodes.Expression, str], str] = lambda part, drawn: drawn

    def write(self, expression: nodes.Expression) -> str:
        """Return `expression` as elements that may stand in a row."""
        return self.around(expression, self._markup(expression))

    def _markup(self, expression: nodes.Expression) -> str:
        match expression:
            case nodes.Integer(value):
                return number(integer_text(value))
            case nodes.Sum():
                return "".join(self.terms(expression)) or number("0")
            case nodes.Negative(term):
                return NEGATIVE + self.within(term, PRODUCT)
            case nodes.Product(factors):
                return "".join(self.factors(factors)) or number("1")
            case nodes.Quotient(nodes.Integer(), nodes.Integer()) if self._in_fraction:
                numerator, denominator = map(self.write, (expression.numerator, expression.denominator))
                return f"{numerator}{operator('/')}{denominator}"
            case nodes.Quotient(numerator, denominator):
                return f"<mfrac>{row(self.write(numerator))}{row(self.write(denominator))}</mfrac>"
            case nodes.Power(base, exponent):
                return f"<msup>{row(self.within(base, ATOM))}{row(self.write(exponent))}</msup>"
            case nodes.Function():
                return self._function(expression)
            case nodes.Factorial(argument):
                return f"{self.within(argument, ATOM)}{operator('!')}"
            case nodes.Clip(term, floor):
                return self.word("clip") + self.bracketed(self.listed(map(self.write, (term, floor))))
            case nodes.Indicator(decision, label):
                inside = f"{self.write(decision)}{operator('=')}{self.labels((label,))}"
                return f"{operator('[')}{inside}{operator(']')}"
            case nodes.Special(word):
                return _SPECIALS.get(word) or math_text(word)
            case nodes.Phrase(text):
                return self.phrase(text)
        return super().write(expression)

    def _function(self, function: nodes.Function) -> str:
        inside = self.write(function.argument)
        if function.name == "sqrt":
            return f"<msqrt>{inside}</msqrt>"
        operand = THIN + inside if is_bare(function) else self.bracketed(inside)
        return self.function_name(function) + operand

    def function_name(self, function: nodes.Function) -> str:
        """Return the name of `function`."""
        return self.marks((Plain(_OPERATORS.get(function.name, function.name)),))

    def terms(self, expression: nodes.Sum, *, in_pieces: bool = False) -> list[str]:
        """Return the terms of a sum; a leading minus is a prefix, not an operator between two terms.

        `expression` and `in_pieces` are those of `Inline.terms`.
        """
        return _opened(super().terms(expression, in_pieces=in_pieces))

    def polynomial(self, zeros: nodes.Zeros) -> list[str]:
        """Return the terms of `zeros`, a polynomial, each but the first after its sign."""
        return _opened(super().polynomial(zeros))

    def factors(self, factors: tuple[nodes.Expression, ...]) -> list[str]:
        """Return `factors` with the signs between them; letters are juxtaposed."""
        general = any(map(nodes.is_general, factors))
        pieces: list[str] = []
        for index, factor in enumerate(factors):
            text = self.within(factor, PRODUCT)
            if index + 1 < len(factors) and is_open(factor):
                text = self.bracketed(self.write(factor))
            previous = factors[index - 1] if index else None
            if previous is None or (
                isinstance(factor, nodes.Pi) and isinstance(previous, nodes.Integer)
            ):
                pieces.append(text)
                continue
            digits = isinstance(previous, nodes.Integer) and _begins_with_digit(factor)
            juxtaposed = general and not digits and not self.need_sign(previous, factor)
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
        """Return `decimal`, with a power of ten as a power."""
        digits, e, exponent = str(decimal).partition("e")
        if not e:
            return number(digits)
        return f"{number(digits)}{operator('×')}<msup>{number('10')}{row(number(exponent))}</msup>"

    def argmax(self, scores: tuple[tuple[str, nodes.Expression], ...]) -> str:
        """Return `scores`, the largest of which decides."""
        return self.arg_max + self.braced(self.listed(self.write(score) for _, score in scores))

    def cell_question(self, question: nodes.OverCells) -> str:
        """Return a `question` about all cells of a table, with its subject in words."""
        one, c, k, p = number("1"), identifier("c"), identifier("k"), identifier("P")
        if question.question == "rank":
            cell_probability = f"{p}{self.bracketed(c)}"
            less = f"{cell_probability}{operator('<')}{p}{self.bracketed(math_text(question.subject))}"
            cells = self.braced(f"{c}{operator(':')}{less}")
            return f"{one}{operator('+')}{operator('|')}{cells}{operator('|')}"
        most = f"<munder>{identifier('max')}{k}</munder>{p}{self.bracketed(self.listed((k, c)))}"
        return f"{one}{operator('−')}<munder>{operator('∑')}{c}</munder>{most}"

    def bracketed(self, text: str) -> str:
        """Return `text` in parentheses, which grow with it."""
        return fenced("(", text, ")")

    def braced(self, text: str) -> str:
        """Return `text`, the elements of a set, in braces."""
        return fenced("{", text, "}")

    def listed(self, parts: Iterable[str]) -> str:
        """Return `parts` separated by commas."""
        return operator(",").join(parts)

    def claim(self, line: Line) -> str:
        """Return `line` as one formula."""
        return f"{self.write(line.left)}{operator(line.relation)}{self.write(line.right)}"


def _opened(terms: list[str]) -> list[str]:
    minus = operator("−")
    lead = [NEGATIVE + term.removeprefix(minus) for term in terms[:1] if term.startswith(minus)]
    return [*(lead or terms[:1]), *terms[1:]]


def _begins_with_digit(factor: nodes.Expression) -> bool:
    """Say whether a factor starts with a digit: 2 2^K must not be read as 22^K."""
    first = factor.base if isinstance(factor, nodes.Power) else factor
    return isinstance(first, nodes.Integer)
