"""Read what stands for a number by its order or size: max, min, medians, |x − m|, 1[x ≤ θ], x_(n).

How to read: `order_statistic` reads numbers by their order, `indicator` and those below it what is 1
or 0; `count_of_places` counts with them, `mean` is a bar over a formula.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

from exactnb.core.expression import nodes
from exactnb.core.expression.nodes import Call, Expression, Function, Integer, Symbol
from exactnb.core.expression.reading.derivations.series import (
    SeriesParser,
    implied_index,
    is_bare_datum,
    with_data_index,
)
from exactnb.core.expression.reading.derivations.signs import BRACKETS, COVARIANCE, ORDERS, REST, WHOLE
from exactnb.core.expression.reading.refusal import Refusal

_COMPARISONS = ("=", "≠", "<", "≤", ">", "≥", "∈")


class OrderParser(SeriesParser):
    """Read numbers by their order, distances, and indicators."""

    def order_statistic(self, name: str) -> Expression:
        """Return the largest, smallest or middle one of numbers: max_i x_i, max(x_1, …, x_n)."""
        self.take()
        letter = ""
        if self.take_if("_"):
            names = [token.text for token in self.group_tokens() if token.kind == "name"]
            letter = names[0] if names else ""
            self.skip_group()
        parts = [self.power()] if self.begins_plain() else self.bracketed_list()
        body, letter = parts[0], letter or implied_index(parts[0])
        if len(parts) > 1:
            body = _general_member(parts)
            letter = "i"
        elif is_bare_datum(body):
            body, letter = with_data_index(body), "i"
        indices = {index for part in body.walk() if isinstance(part, Symbol)
                   for index in (*part.lower, *part.upper)}  # fmt: skip
        if Symbol(letter) not in indices:  # the largest value of a function is another thing
            raise Refusal("the largest or smallest is read of numbers with an index")
        sign: Literal["max", "min", "median"] = ORDERS[name]
        return nodes.Series(sign, nodes.Index(letter), WHOLE, body)

    def begins_plain(self) -> bool:
        """Say whether an operand without brackets stands here."""
        return not self.is_sign(*BRACKETS)

    def bracketed_list(self) -> list[Expression]:
        """Return what stands in brackets, with commas between."""
        closing = BRACKETS[self.take().text]
        inner = self.is_sign("{", "{(", "(") and closing == "}"
        inner &= self.ahead(len(self.bracket_tokens()) + 2).text == closing  # not max{(x_i + 1)/2}
        parts = self.bracketed_list() if inner else [self.sum()]
        while self.take_if(","):
            parts.append(self.sum())
        self.expect(closing)
        return parts

    def absolute_value(self) -> Expression:
        """Return the absolute value between two bars."""
        self.take()
        if self.is_sign("{(") and self.ahead(2).text in (":", "|"):  # |{i: x_i = k}|
            elements = self.cardinality()
            self.expect("|")
            return elements
        self.enter_level()
        open_bars, self.open_bars = self.open_bars, 1
        inner = self.sum()
        self.open_bars = open_bars
        self.expect("|")
        self.depth -= 1
        is_set = isinstance(inner, Symbol) and inner != COVARIANCE and not is_bare_datum(inner)
        if isinstance(inner, Symbol) and is_set and not (inner.lower or inner.upper):
            return Call("size", (inner,))  # |D|
        return Function("abs", inner)

    def sign_function(self) -> Expression:
        """Return the sign of a number: it divided by its distance from 0, where it has none at 0."""
        self.take()
        argument = self.bracket() if self.is_sign(*BRACKETS) else self.power()
        return nodes.Quotient(argument, Function("abs", argument))

    def has_equation(self) -> bool:
        """Say whether the bracket here holds a comparison, which makes it an indicator."""
        inner = self.bracket_tokens()
        return any(depth == 1 and token.text in _COMPARISONS for depth, token in inner)

    def indicator(self) -> Expression:
        """Return the product of the indicators in a bracket, one for each comparison."""
        if not self.is_sign(*BRACKETS):
            raise self.unreadable()
        closing = BRACKETS[self.take().text]
        factors: list[Expression] = []
        while True:
            left = self.sum()
            while self.is_sign(*_COMPARISONS):
                relation = self.take().text
                right = self.sum()
                factors.append(_comparison_indicator(left, relation, right))
                left = right
            if not self.take_if(",", ";"):
                break
        if not factors:
            raise Refusal("an indicator is of a comparison")
        self.expect(closing)
        return nodes.Product.of(factors)

    def count_of_places(self) -> Expression:
        """Return the number of places with a property: #{i : x_i = 1} is Σ_i 1[x_i = 1]."""
        self.take()
        if self.is_sign("_"):  # a number by its name: #_NB
            return self.with_scripts(Symbol("#"))
        if self.here.kind == "word":  # of things by their name: #heads
            return Symbol("#", (Symbol(self.take().text),))
        return self.cardinality()

    def cardinality(self) -> Expression:
        """Return the number of places in the set here."""
        opening, index = self.take(), self.take()
        if opening.text not in ("{", "{(", "(") or index.kind != "name" or not self.is_sign(":", "|"):
            raise Refusal("the number of such elements is not read")
        self.tokens[self.at] = opening  # what stands behind the colon is a bracket with comparisons
        return nodes.Series("sum", nodes.Index(index.text), WHOLE, self.indicator())

    def mean(self) -> Expression:
        """Return the mean of data, or of a formula of them, in the group here: x^2 below a bar."""
        if self.begins_plain():
            raise self.unreadable()
        parts = self.bracketed_list()
        body = parts[0] if len(parts) == 1 else _general_member(parts)
        body = with_data_index(body)
        letter = implied_index(body)
        match body:
            case Symbol(name, (Symbol(),), ()):
                return Symbol(name + "\u0304")
        if Symbol(letter) not in [index for part in body.walk() if isinstance(part, Symbol)
                                  for index in part.lower]:  # fmt: skip
            raise Refusal("a mean is read of data")
        return nodes.Quotient(nodes.Series("sum", nodes.Index(letter), WHOLE, body), Symbol("n"))

    def indicator_with_subscript(self) -> Expression:
        r"""Return an indicator with what it says below it: 1_{x ≤ θ}, 1_{[0, θ]}(x)."""
        self.take()
        if not self.is_sign("{"):
            raise self.unreadable()
        if self.has_equation():
            return self.indicator()
        self.take()
        if self.is_sign("{", "{("):
            inner = self.indicator()
            self.expect("}")
            return inner
        place = self.at
        for _ in self.interval_token_range():
            self.take()
        self.expect("}")
        if not self.is_sign("("):
            raise self.unreadable()
        number = self.bracket()
        end, self.at = self.at, place
        factors = self.interval_indicators(number)
        self.at = end
        return nodes.Product.of(factors)

    def interval_token_range(self) -> range:
        """Return as many places as an interval has tokens: (0, θ], [0, ∞)."""
        depth, closing = 0, 0
        for index in range(40):
            depth += (self.ahead(index).text in ("(", "[")) - (self.ahead(index).text in (")", "]"))
            if not depth:
                closing = index
                break
        if not closing:
            raise self.unreadable()
        return range(closing + 1)

    def interval_indicators(self, number: Expression) -> list[Expression]:
        """Return the indicators that a number lies in the interval here."""
        if not self.is_sign("[", "("):
            raise self.unreadable()
        is_low_closed = self.take().text == "["
        low = self.sum()
        self.expect(",")
        high = self.sum()
        if not self.is_sign("]", ")"):
            raise self.unreadable()
        is_high_closed = self.take().text == "]"
        factors = []
        for left, right, is_closed in ((low, number, is_low_closed), (number, high, is_high_closed)):
            if not any(isinstance(part, nodes.Special) for part in (*left.walk(), *right.walk())):
                factors.append(_comparison_indicator(left, "≤" if is_closed else "<", right))
        return factors


def _comparison_indicator(left: Expression, relation: str, right: Expression) -> Expression:
    """Return 1 if a comparison holds, else 0."""
    match relation:
        case "=":
            return nodes.Iverson(left, right)
        case "≤":
            return nodes.AtMost(left, right)
        case "≥":
            return nodes.AtMost(right, left)
        case "<":
            return _negated_indicator(nodes.AtMost(right, left))
        case ">":
            return _negated_indicator(nodes.AtMost(left, right))
    raise Refusal("an indicator is of a comparison")


def _negated_indicator(indicator: Expression) -> Expression:
    return nodes.Sum((Integer(1), nodes.Negative(indicator)))


def _general_member(parts: list[Expression]) -> Expression:
    """Return x_i for x_1, …, x_n."""
    first = parts[0]
    if isinstance(first, Symbol) and REST in parts and (first.lower or first.upper) == (Integer(1),):
        names = {getattr(part, "letter", "") for part in parts if part != REST}
        if names == {first.letter}:
            return replace(first, lower=(Symbol("i"),), upper=())
    raise Refusal("the largest or smallest of such numbers is not read")
