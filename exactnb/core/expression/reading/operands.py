"""Read the names, functions, brackets and LaTeX commands that a formula is made of.

`Cursor` knows where the reader is, `Figures` reads numbers, `Operands` whatever else stands between two
signs, and `Parser` the signs: each builds on the one before it.

How to read: `Operands.operand` looks at one token and hands it to the method for its kind; what a
LaTeX command takes is read by `argument`.
"""

from __future__ import annotations

from abc import abstractmethod

from exactnb.core.expression import nodes
from exactnb.core.expression.reading.cursor import Level
from exactnb.core.expression.reading.digits import numeral
from exactnb.core.expression.reading.evaluation import factorial_argument
from exactnb.core.expression.reading.figures import FRACTIONS, Figures
from exactnb.core.expression.reading.refusal import Refusal
from exactnb.core.expression.reading.tokens import CLOSING, Token
from exactnb.errors import quoted

E = nodes.Function("exp", nodes.Integer(1))
"""The number e."""

_BINOMIALS = frozenset({"binom", "dbinom", "tbinom"})
_CHOOSING = frozenset({"C", "nCr", "ncr", "binom", "choose"})
_RATIONALS = frozenset({"fraction", "rational", "decimal"})
_FUNCTIONS = frozenset({"ln", "log", "exp", "sqrt"})
_SPECIAL = {"undefined": "undefined", "undef": "undefined", "infinity": "∞", "inf": "∞", "∞": "∞"}
_LOGARITHMS = {"e": "log", "2": "log2", "10": "log10"}


class Operands(Figures):
    """Read one operand at a time; what stands between operands is left to the parser."""

    @abstractmethod
    def expression(self, floor: Level) -> nodes.Expression:
        """Return the longest formula that holds together more tightly than `floor`."""

    @abstractmethod
    def extended(self, left: nodes.Expression, floor: Level) -> nodes.Expression:
        """Return a formula that begins with an operand, with all that belongs to it."""

    @abstractmethod
    def continues_product(self) -> bool:
        """Say whether what stands here multiplies or divides what stands before it."""

    def operand(self, floor: Level) -> nodes.Expression:
        self.enter_level()
        tree = self._operand(floor)
        self.depth -= 1
        return tree

    def _operand(self, floor: Level) -> nodes.Expression:
        token = self.here
        if token.kind == "number":
            return self.number_begun_by(self.take().text)
        if token.kind == "name":
            return self.name_operand(token.text)
        if token.kind == "command":
            return self.commanded(token.text)
        if self.is_sign(*CLOSING):
            return self.bracket()
        if self.is_sign("+", "-"):
            sign = self.take().text
            term = self.expression(max(floor, Level.SIGN))
            return nodes.Negative(term) if sign == "-" else term
        raise self.unexpected()

    def bracket(self) -> nodes.Expression:
        """Return what stands between two brackets: a formula, or a list."""
        closing = CLOSING[self.take().text]
        separate, self.commas_separate = self.commas_separate, self.separates
        tree = self.listed()
        self.commas_separate = separate
        self.expect(closing)
        return tree

    def listed(self) -> nodes.Expression:
        """Return a formula, or a list of those that have commas or semicolons between them."""
        parts = [self.expression(Level.LOWEST)]
        separators = set()
        while self.is_sign(",", ";"):
            separators.add(self.take().text)
            parts.append(self.expression(Level.LOWEST))
        if len(separators) > 1:
            raise Refusal("a list with commas and semicolons; write one of them between numbers")
        return nodes.VectorNode(tuple(parts)) if len(parts) > 1 else parts[0]

    # names

    def name_operand(self, name: str) -> nodes.Expression:
        """Return the number that a name stands for, or a function of what follows it."""
        name = name if len(name) == 1 else name.casefold()
        if name == "e":
            self.take()
            return E
        if name in ("pi", "π"):
            self.take()
            return nodes.Pi()
        if name in _SPECIAL:
            self.take()
            return nodes.Special(_SPECIAL[name])
        if name == "√":
            self.take()
            return nodes.Function("sqrt", self.operand(Level.ATOM))
        if name in _FUNCTIONS:
            self.take()
            return self._function(name)
        if name in _RATIONALS and self.ahead(1).text == "(":
            self.take()
            parts = self.arguments()  # Fraction(2, 3), as Python prints a fraction
            return nodes.Quotient(*parts) if len(parts) > 1 else parts[0]
        if name in _CHOOSING and self.ahead(1).text == "(":
            self.take()
            return self.binomial(*self.arguments(fewest=2))
        raise self.unexpected()

    def _function(self, name: str) -> nodes.Expression:
        """Return a function: with brackets around its argument, or of the one number that follows."""
        base = "e"
        if name == "log":
            base = self._logarithm_base() or self.interpretation.log
            if not base:
                base = "10" if self.is_second_way("log") else "e"
        commas = self.commas_read
        if self.is_sign(*CLOSING):
            argument = self.bracket()
            if name == "log" and self.commas_read > commas:
                raise Refusal("log(2,8) is read in two ways; write log_2(8), or a point in a decimal")
        else:
            argument = self.operand(Level.ATOM)
            if self.is_sign("^", "!"):
                raise Refusal(
                    f"is it {name}(…){self.here.text} or {name}(…{self.here.text})? write brackets"
                )
            if self.continues_product() and self.is_second_way("argument"):
                argument = self.extended(argument, Level.SIGN)
        if name in ("exp", "sqrt"):
            return nodes.Function(name, argument)
        if base in _LOGARITHMS:
            return nodes.Function(_LOGARITHMS[base], argument)
        return nodes.Quotient(nodes.Function("log", argument), nodes.Function("log", numeral(base)))

    def _logarithm_base(self) -> str:
        """Return the base that stands at a logarithm: log2(8), log_10 5, none if there is none."""
        if self.take_if("_"):
            braced = self.take_if("{")
            base = self.take().text
            if braced:
                self.expect("}")
            if base != "e" and not (base.isdigit() and int(base) > 1):
                raise Refusal(f"{quoted(base)} is no base of a logarithm; write log_2(…) or log_10(…)")
            return base
        after = self.ahead(1)
        begins = after.kind in ("number", "name", "command") or after.text in CLOSING
        if self.here.text in ("2", "10") and self.here.glued and begins:
            return self.take().text
        return ""

    def arguments(self, fewest: int = 1) -> list[nodes.Expression]:
        """Return what stands in parentheses, with a comma between two: C(n, k)."""
        separate, self.commas_separate = self.commas_separate, True
        self.expect("(")
        parts = [self.expression(Level.LOWEST)]
        if fewest > 1 or self.is_sign(","):
            self.expect(",")
            parts.append(self.expression(Level.LOWEST))
        self.expect(")")
        self.commas_separate = separate
        return parts

    def binomial(self, total: nodes.Expression, chosen: nodes.Expression) -> nodes.Expression:
        """Return the binomial coefficient of `total` and `chosen` as the factorials it stands for."""
        rest = factorial_argument(total) - factorial_argument(chosen)
        if rest < 0:
            return nodes.Integer(0)
        return nodes.Quotient(
            nodes.Factorial(total),
            nodes.Product((nodes.Factorial(chosen), nodes.Factorial(nodes.Integer(rest)))),
        )

    # commands of LaTeX

    def commanded(self, command: str) -> nodes.Expression:
        r"""Return what a command of LaTeX stands for: \frac36, \binom{8}{4}, \sqrt[3]{8}."""
        if command in FRACTIONS:
            self.take()
            return nodes.Quotient(self.argument(), self.argument())
        if command in _BINOMIALS:
            self.take()
            return self.binomial(self.argument(), self.argument())
        if command == "sqrt":
            self.take()
            if not self.is_sign("["):
                return nodes.Function("sqrt", self.argument())
            index = self.bracket()
            return nodes.Power(self.argument(), nodes.Quotient(nodes.Integer(1), index))
        raise self.unexpected()

    def argument(self) -> nodes.Expression:
        """Return what LaTeX takes for an argument: a group, a command, or a single digit."""
        token = self.here
        if token.kind == "number" and token.text.isdigit():
            digit, more = token.text[0], token.text[1:]
            self.take()
            if more:  # TeX takes one digit, and the rest is read next: \frac12 is a half
                self.at -= 1
                self.tokens[self.at] = Token("number", more, True)
            return nodes.Integer(int(digit))
        if token.kind in ("name", "command") or self.is_sign(*CLOSING):
            return self.operand(Level.ATOM)
        raise self.unexpected()
