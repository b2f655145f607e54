"""Write an expression on one line. `spell` is the plain ASCII form, with canonical names.

Printers that write on one line derive from `Inline` and change its symbols, not its structure.
"""

from __future__ import annotations

from exactnb.arithmetic.integers import integer_text
from exactnb.expression.names import QuantityName
from exactnb.expression.nodes import (
    ArgMax,
    Clip,
    Equal,
    Expression,
    Factorial,
    Function,
    Indexed,
    Indicator,
    Integer,
    Labels,
    Lambda,
    Negative,
    Numeral,
    OverCells,
    Pi,
    Power,
    Product,
    Quotient,
    Reference,
    Special,
    Sum,
    Truth,
    Words,
)
from exactnb.expression.precedence import ATOM, POWER, PRODUCT, precedence

__all__ = ["Inline", "spell"]


class Inline:
    """Write expressions on one line; parentheses come from the precedence table alone."""

    times = " * "
    minus = "-"
    pi = "pi"
    small = "lambda"
    phrases_are_bare = True  # words stand in the line as they are, blanks and all
    asked = " ?= "
    specials: dict[str, str] = {"∞": "infinity", "−∞": "-infinity"}  # noqa: RUF012 - a constant

    def write(self, expression: Expression) -> str:
        """Return an expression as one line of text."""
        match expression:
            case Integer(value):
                return integer_text(value).replace("-", self.minus)
            case Numeral(decimal):
                return str(decimal).replace("-", self.minus)
            case Reference(name):
                return self.name(name)
            case Sum(terms):
                return self._sum(terms)
            case Product(factors):
                return self.times.join(self.within(factor, PRODUCT) for factor in factors) or "1"
            case Indexed():
                return self.indexed(expression)
            case Quotient(above, below):
                slash = "/" if _is_numeral(above) and _is_numeral(below) else " / "
                return f"{self.numerator(above)}{slash}{self.within(below, POWER)}"
            case Power(base, exponent):
                return f"{self.within(base, ATOM)}^{self.within(exponent, ATOM)}"
            case Negative(term):
                return self.minus + self.within(term, PRODUCT)
            case Function(name, argument):
                return f"{name}({self.write(argument)})"
            case Factorial(argument):
                return f"{self.within(argument, ATOM)}!"
            case Clip(term, floor):
                return f"{self.word('clip')}({self.write(term)}, {self.write(floor)})"
            case Indicator(decision, label):
                return f"[{self.write(decision)} = {self.labels((label,))}]"
            case Equal(sides):
                shown = [self.write(side) for side in sides]
                pairs = zip(shown[::2], shown[1::2], strict=True)
                return ", ".join(f"{left}{self.asked}{right}" for left, right in pairs)
            case OverCells():
                return self.over_cells(expression)
            case Truth(value):
                return self.word("true" if value else "false")
            case Lambda():
                return self.small
            case Pi():
                return self.pi
            case ArgMax(scores):
                return self.argmax(scores)
            case Labels(labels):
                return self.labels(labels)
            case Special(word):
                return self.specials.get(word, word)
            case Words(text):
                return self.word(text)

    def name(self, name: QuantityName) -> str:
        """Return a quantity's name."""
        return name.spell()

    def word(self, word: str) -> str:
        """Return a word of the tool's own, such as true or clip."""
        return word

    def labels(self, labels: tuple[str, ...]) -> str:
        """Return class labels."""
        return ", ".join(labels)

    def indexed(self, product: Indexed) -> str:
        """Return a product over an index: here, written out."""
        return self.write(Product(product.terms))

    def over_cells(self, question: OverCells) -> str:
        """Return a question about all cells, in words: it would be long otherwise."""
        if question.question == "rank":
            return f"1 + {self.word('number of cells c with')} P(c) < P({question.subject})"
        return f"1 - {self.word('sum over all cells c of the largest')} P(k, c)"

    def argmax(self, scores: tuple[tuple[str, Expression], ...]) -> str:
        """Return the scores of which the largest decides."""
        return "argmax of " + ", ".join(self.write(score) for _, score in scores)

    def numerator(self, above: Expression) -> str:
        """Return what stands before a slash; a name needs no parentheses there."""
        return self.write(above) if isinstance(above, Reference) else self.within(above, POWER)

    def within(self, part: Expression, needed: int) -> str:
        """Return a part, in parentheses if it holds together less tightly than needed."""
        text = self.write(part)
        return f"({text})" if self.precedence(part) < needed else text

    def precedence(self, part: Expression) -> int:
        """Return how tightly a part holds together as it is written here."""
        return precedence(part)

    def _sum(self, terms: tuple[Expression, ...]) -> str:
        text = ""
        for term in terms:
            negative = isinstance(term, Negative)
            part = term.term if isinstance(term, Negative) else term
            body = self.within(part, PRODUCT)
            if (
                isinstance(part, Quotient)
                and self.phrases_are_bare
                and isinstance(part.numerator, Words)
            ):
                body = f"({body})"
            if text:
                text += f" {self.minus if negative else '+'} {body}"
            else:
                text = self.minus + body if negative else body
        return text or "0"


def _is_numeral(expression: Expression) -> bool:
    """Say whether an expression is an integer or a fraction of two: 3, 5/2."""
    if isinstance(expression, Quotient):
        parts = (expression.numerator, expression.denominator)
        return all(isinstance(part, Integer) for part in parts)
    return isinstance(expression, Integer)


def spell(expression: Expression) -> str:
    """Return an expression in plain ASCII, unambiguous by `*`, `/` and parentheses.

    >>> spell(Product((Quotient(Integer(1), Integer(2)), Sum((Integer(1), Negative(Integer(3)))))))
    '1/2 * (1 - 3)'
    """
    return Inline().write(expression)
