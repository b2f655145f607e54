"""Write an expression on one line. `spell` is the plain ASCII form, with canonical names.

Printers that write on one line derive from `Inline` and change its symbols, not its structure.

How to read: `Inline.write` has a case for each node of arithmetic, `_statement` for all others; the
methods below write what takes more than a line. Signs and words are attributes, for subclasses to
change.
"""

from __future__ import annotations

from collections.abc import Mapping

from exactnb.core.arithmetic.integers import integer_text
from exactnb.core.arithmetic.rounding import Decimal
from exactnb.core.expression import nodes
from exactnb.core.expression.general_nodes import ArrayNode, GeneralNode
from exactnb.core.expression.one_line import Lines
from exactnb.core.expression.precedence import (
    ATOM,
    POWER,
    PRODUCT,
    absorbs_following,
    breakable_parts,
    cut_outermost,
    is_unbracketed,
)
from exactnb.core.naming.names import QuantityName


class Inline(Lines):
    """Write expressions on one line; parentheses come from the precedence table alone."""

    pi, factorial = "pi", "!"
    vanishing: Mapping[str, str] = {"λ": "lambda", "ε": "epsilon"}
    joins_pi = False  # 2π, not 2 × π
    draws_fractions = False  # with a bar, which groups by itself
    phrases_are_bare = True  # words stand in the line as they are, blanks and all
    asks_equal = " ?= "
    functions: dict[str, str] = {}  # noqa: RUF012 - a constant
    specials: dict[str, str] = {"∞": "infinity", "−∞": "-infinity"}  # noqa: RUF012 - a constant

    def write(self, expression: nodes.Expression) -> str:
        match expression:
            case nodes.Integer(value):
                return integer_text(value).replace("-", self.minus)
            case nodes.Numeral(decimal):
                return self.numeral(decimal)
            case nodes.Reference(name):
                return self.name(name)
            case nodes.Sum():
                return self.gap.join(self.terms(expression)) or self.write(nodes.Integer(0))
            case nodes.Product(factors):
                return self._side_by_side(self.factors(factors)) or "1"
            case nodes.IndexedProduct():
                return self.product_over_index(expression)
            case nodes.Quotient():
                return self.gap.join(self.fraction_pieces(expression))
            case nodes.Power(base, nodes.Integer(exponent)) if exponent >= 0 and nodes.is_general(base):
                return self.parenthesized(base, ATOM) + self.exponent_text(exponent)
            case nodes.Power(base, exponent):
                superscript = self.parenthesized(exponent, ATOM)
                if isinstance(exponent, nodes.Call | nodes.Iverson):
                    superscript = self.bracketed(superscript)
                return f"{self.parenthesized(base, ATOM)}^{superscript}"
            case nodes.Negative(term):
                return self.minus + self.parenthesized(term, PRODUCT)
            case nodes.Function("abs", argument):
                return self.absolute(self.write(argument))
            case nodes.Function(name, argument):
                inside, sign = self.write(argument), self.functions.get(name, name)
                return (
                    f"{sign} {inside}"
                    if is_unbracketed(expression)
                    else f"{sign}({self.deeper_breaks(inside)})"
                )
            case nodes.Factorial(argument):
                return f"{self.parenthesized(argument, ATOM)}{self.factorial}"
            case nodes.Percent(hundredths):
                return self.parenthesized(hundredths, ATOM) + self.percent
            case nodes.Rising(first, last):
                ends = self.parenthesized(first, PRODUCT), self.parenthesized(last, PRODUCT)
                return f"{self.multiplication_sign}{self.dots}{self.multiplication_sign}".join(ends)
            case nodes.Clipped(term, floor):
                ends = self.write(term), self.write(floor)
                return f"{self.word('clip')}{self.enclosed(self.listed(ends))}"
            case nodes.AtMost(left, right):
                inside = self.less_or_equal.join(map(self.write, (left, right)))
                return f"{self.iverson_sign}{self.enclosed(inside, '[]')}"
        return self._statement(expression)

    def _statement(self, expression: nodes.Expression) -> str:
        """Return what is no arithmetic: what is decided or claimed, words, arrays, general formulas."""
        match expression:
            case nodes.Indicator(decision, label):
                sides = self.write(decision), self.labels((label,))
                return self.enclosed(f"{self.gap}{self.equal_sign.lstrip()}".join(sides), "[]")
            case nodes.Equal((left, right)):
                return f"{self.write(left)}{self.gap}{self.asks_equal.lstrip()}{self.write(right)}"
            case nodes.Equal():
                return self.listed(self.write(part.body) for part in breakable_parts(expression))
            case nodes.OverCells():
                return self.formula_over_cells(expression)
            case expression if isinstance(expression, ArrayNode):
                return self.array(expression)
            case nodes.Truth(value):
                return self.word("true" if value else "false")
            case nodes.Vanishing(letter):
                return self.vanishing[letter]
            case nodes.Pi():
                return self.pi
            case nodes.ArgMax(scores):
                return self.argmax(scores)
            case nodes.Labels(labels):
                return self.labels(labels)
            case nodes.Listing(things):
                return self.braced(self.listed(map(self.write, things)))
            case nodes.Special(word):
                return self.specials.get(word, word)
            case nodes.Phrase(text):
                return self.phrase(text)
            case expression if isinstance(expression, GeneralNode):
                return self.general_formula(expression)
        raise TypeError(f"no way to write a {type(expression).__name__}")

    def absolute(self, text: str) -> str:
        """Return the absolute value of what `text` is."""
        return f"abs({self.deeper_breaks(text)})"

    def numeral(self, decimal: Decimal) -> str:
        """Return a decimal as it is typed."""
        return str(decimal).replace("-", self.minus)

    def factors(self, factors: tuple[nodes.Expression, ...]) -> list[str]:
        """Return the factors of a product, each but the first with the sign before it, if any.

        Numbers and fractions have a sign between them; letters stand side by side.
        """
        general = any(map(nodes.is_general, factors))
        sign = self.times.strip()
        texts: list[str] = []
        for index, factor in enumerate(factors):
            text = self.parenthesized(factor, PRODUCT)
            if index + 1 < len(factors) and absorbs_following(factor):
                text = self.bracketed(self.write(factor))
            digits = bool(texts) and texts[-1][-1].isdigit() and text[0].isdigit()  # 2 2^K is no 22^K
            is_pi_after_integer = (
                isinstance(factor, nodes.Pi)
                and index > 0
                and isinstance(factors[index - 1], nodes.Integer)
            )
            if is_pi_after_integer and self.joins_pi:
                texts[-1] += text
                continue
            is_juxtaposed = general and not digits and not self.needs_sign(factors[index - 1], factor)
            texts.append(text if index == 0 or is_juxtaposed else f"{sign} {text}")
        return texts

    def _side_by_side(self, factors: list[str]) -> str:
        """Return factors in a line, which may be broken before a sign."""
        sign, line = f"{self.times.strip()} ", "".join(factors[:1])
        for factor in factors[1:]:
            line += (self.gap if factor.startswith(sign) else " ") + factor
        return line

    def terms(self, total: nodes.Sum, *, in_pieces: bool = False) -> list[str]:
        """Return the terms of the sum `total`, each but the first with its sign before it.

        Words over words are in parentheses, but where they are a piece by themselves.
        """
        texts: list[str] = []
        for part in breakable_parts(total):
            body = self.parenthesized(part.body, PRODUCT)
            if self.phrases_are_bare and not in_pieces:
                match part.body:
                    case nodes.Quotient(nodes.Phrase(), _):
                        body = self.bracketed(body)
            sign = self.minus if part.sign == "−" else self.plus
            if texts:
                texts.append(f"{sign} {body}")
            else:
                texts.append(sign + body if sign == self.minus else body)
        return texts

    def fraction_pieces(self, quotient: nodes.Quotient) -> list[str]:
        """Return numerator and denominator of `quotient`; numbers stay together."""
        numerator, denominator = quotient.numerator, quotient.denominator
        texts = self.numerator(numerator), self.parenthesized(denominator, POWER)
        if _is_numeral(numerator) and _is_numeral(denominator):
            return ["/".join(texts)]
        return [texts[0], f"/ {texts[1]}"]

    def pieces(self, expression: nodes.Expression) -> list[str]:
        """Return an expression in pieces, between which a line is broken first where it is too long."""
        match expression:
            case nodes.Sum():
                return self.terms(expression, in_pieces=True) or ["0"]
            case nodes.Product(factors):
                return self.factors(factors) or ["1"]
            case nodes.Quotient():
                return self.fraction_pieces(expression)
        return cut_outermost(self.write(expression))

    def needs_sign(self, previous: nodes.Expression, factor: nodes.Expression) -> bool:
        """Say whether `previous` and the next `factor` need a sign between: numbers, and fractions.

        Beside a fraction with a bar a letter needs none, beside one with a slash it does.
        """
        quotients = [isinstance(part, nodes.Quotient) for part in (previous, factor)]
        if (all if self.draws_fractions else any)(quotients):
            return True
        return not nodes.is_general(previous) and not nodes.is_general(factor)

    def name(self, name: QuantityName) -> str:
        """Return a quantity's name."""
        return name.spell()

    def word(self, word: str) -> str:
        """Return a word of the tool's own, such as true or clip."""
        return word

    def phrase(self, text: str) -> str:
        """Return `text`, a phrase of a rule."""
        return self.word(text)

    def labels(self, labels: tuple[str, ...]) -> str:
        return ", ".join(labels)

    def product_over_index(self, product: nodes.IndexedProduct) -> str:
        """Return a product over an index: here, written out."""
        return self.write(nodes.Product(product.terms))

    def formula_over_cells(self, question: nodes.OverCells) -> str:
        """Return a question about all cells, in words: it would be long otherwise."""
        if question.question == "rank":
            count = f"{self.word('number of cells c with')} P(c){self.gap}< P({question.subject})"
            return f"1{self.gap}+ {count}"
        return f"1{self.gap}- {self.word('sum over all cells c of the largest')} P(k, c)"

    def argmax(self, scores: tuple[tuple[str, nodes.Expression], ...]) -> str:
        """Return the scores of which the largest decides."""
        return "argmax of " + self.listed(self.write(score) for _, score in scores)

    def numerator(self, expression: nodes.Expression) -> str:
        """Return `expression` before a slash; a name needs no parentheses there."""
        is_name = isinstance(expression, nodes.Reference)
        return self.write(expression) if is_name else self.parenthesized(expression, POWER)


def _is_numeral(expression: nodes.Expression) -> bool:
    """Say whether an expression is an integer or a fraction of two: 3, 5/2."""
    if isinstance(expression, nodes.Quotient):
        parts = (expression.numerator, expression.denominator)
        return all(isinstance(part, nodes.Integer) for part in parts)
    return isinstance(expression, nodes.Integer | nodes.Numeral)


def spell(expression: nodes.Expression) -> str:
    """Return an expression in plain ASCII, unambiguous by `*`, `/` and parentheses.

    >>> one, two, three = map(nodes.Integer, (1, 2, 3))
    >>> spell(nodes.Product((nodes.Quotient(one, two), nodes.Sum((one, nodes.Negative(three))))))
    '1/2 * (1 - 3)'
    """
    return Inline().write(expression)
