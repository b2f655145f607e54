"""Read a derivative: as a fraction of LaTeX, as dl/dt, or as an operator before a term."""

from __future__ import annotations

from dataclasses import replace

from exactnb.core.expression import nodes
from exactnb.core.expression.nodes import Call, Expression, Integer, Symbol
from exactnb.core.expression.reading.derivations.letters import LetterReader
from exactnb.core.expression.reading.derivations.signs import ABOVE, PRIME
from exactnb.core.expression.reading.refusal import Refusal
from exactnb.core.expression.reading.tokens import END


class Slopes(LetterReader):
    """Read derivatives."""

    def slope_fraction(self) -> Expression | None:
        r"""Return a derivative that is written as a fraction of LaTeX, None if this is another one."""
        start = self.at
        self.take()
        if not self.is_sign("{"):
            order = self.take_d_and_order()
            if order is None:
                self.at = start
                return None
            body: Expression | None = None
        else:
            self.take()
            order = self.take_d_and_order()
            if order is None:
                self.at = start
                return None
            body = None if self.is_sign("}") else self.sum()
            self.expect("}")
        if self.ahead(self.is_sign("{")).text not in ("d", "partial", "wrapped", "{"):
            self.at = start  # \frac{d}{E}, a letter over another one
            return None
        self.expect("{")
        variable = self.differentiation_letter(order)
        self.expect("}")
        return self.derivative_of(body, variable)

    def slope_inline(self) -> Expression | None:
        """Return a derivative that is written as d/dt or dl/dt, None if this is a letter."""
        start = self.at
        name = self.here.text
        order = self.take_d_and_order()
        if order is None:
            self.at = start
            return None
        if name == "partial" and self.is_sign("_"):
            self.take()
            by = self.superscript()
            if not isinstance(by, Symbol):
                raise self.unreadable()
            return self.derivative_of(
                None, (by, self.raised_order() if order == 1 and self.is_sign("^") else order)
            )
        try:
            body = None if self.is_sign("/") else self.power()
            if name == "partial" and self.is_at_end_of_side():
                return self.derivative_of(body, (PRIME, order))  # ∇ℓ
            if not self.take_if("/"):
                raise self.unreadable()
            variable = self.differentiation_letter(order)
        except Refusal:
            if name == "partial":
                raise
            self.at = start
            return None
        return self.derivative_of(body, variable)

    def take_d_and_order(self) -> int | None:
        """Go past d or ∂, and return the order raised behind it; None if neither stands here."""
        start = self.at
        if self.here.text == "wrapped":
            self.take()
        braced = self.here.text == "{" and self.ahead(1).text == "d" and self.take_if("{")
        if self.here.text not in ("d", "partial"):
            self.at = start
            return None
        self.take()
        if braced:
            self.expect("}")
        if self.is_sign("^") or (self.is_sign("_") and self.ahead(1).text == "2"):  # d2l/dp2
            self.take()
            order = self.superscript()
            if not isinstance(order, Integer):
                raise Refusal("a derivative of such an order is not read")
            return order.value
        return 1

    def differentiation_letter(self, order: int) -> tuple[Symbol, int]:
        """Return the letter of a derivative behind its d, and how often it is differentiated by it.

        `order` is that of the d above: ∂²ℓ/∂τ² is no derivative by τ².
        """
        if self.take_d_and_order() is None:
            raise self.unreadable()
        bracketed = self.take_if("(")
        operand = self.operand()
        is_index = self.is_sign("^") and self.ahead(1 + (self.ahead(1).text == "{")).kind == "name"
        if isinstance(operand, Symbol) and is_index:
            self.take()
            operand = replace(operand, upper=(self.superscript(),))  # θ_j^k
        if bracketed:
            inner = self.square_as_letter(operand)
            self.expect(")")
            return inner, (self.raised_order() if self.is_sign("^") else 1)
        if not isinstance(operand, Symbol):
            raise Refusal("the letter of a derivative is not read")
        if not self.is_sign("^"):
            if order == 2 and operand.lower[-1:] == (Integer(2),) and not self.is_latex():  # d2l/dp2
                return replace(operand, lower=operand.lower[:-1]), 2
            return operand, 1
        exponent = self.raised_order()
        if operand.letter in ("σ", "s", "τ") and exponent == 2 and order == 1:
            return replace(operand, letter=operand.letter + "²"), 1
        return operand, exponent

    def square_as_letter(self, operand: Expression) -> Symbol:
        """Return `operand`, σ before a square, as the letter σ² of its own; any other as it is."""
        if self.is_sign("^") and isinstance(operand, Symbol):
            self.raised_order()
            return replace(operand, letter=operand.letter + "²")
        if isinstance(operand, Symbol):
            return operand
        raise self.unreadable()

    def raised_order(self) -> int:
        """Return a whole number that is raised."""
        self.expect("^")
        exponent = self.superscript()
        if not isinstance(exponent, Integer):
            raise self.unreadable()
        return exponent.value

    def derivative_of(self, body: Expression | None, variable: tuple[Symbol, int]) -> Expression:
        """Return the derivative of `body` by `variable`, a letter with the order.

        None: of the term here.
        """
        letter, order = variable
        if body is None:
            if self.here == END:
                raise Refusal("a derivative of nothing is not read")
            if self.here.text in ("log", "ln") and self.ahead(1).text == "=":
                self.take()
                body = nodes.Function("log", ABOVE)
            elif self.is_sign("="):
                body = ABOVE
            elif self.is_sign("[", "(", "{(", "{"):
                start, body = self.at, self.bracket()
                if self.is_sign("^"):  # d/dm (x − m)² is of the square
                    self.at = start
                    body = self.power()
            elif self.is_second_way(f"slope {self.at}"):
                body = self.sum()
            else:
                body = self.product()
        elif isinstance(body, Symbol):
            body = Call(body.letter, (), (), body.lower)
        if isinstance(body, Call) and body.head == "l":
            body = Call("ℓ", body.left, body.right, body.lower)
        return nodes.Derivative(body, letter, order)
