"""The one fact about expectations that may be cited: that they are linear."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from exactnb.derivation.declared import Declared, Refused
from exactnb.derivation.lines import Line
from exactnb.derivation.reading import depends
from exactnb.expression.nodes import (
    Call,
    Expression,
    Negative,
    Product,
    Quotient,
    Series,
    Sum,
    Symbol,
)

if TYPE_CHECKING:
    from exactnb.derivation.proving import Equation

__all__ = ["linearity_problem"]


def linearity_problem(declared: Declared, accepted: Sequence[Equation], line: Line) -> str:
    """Return why a line is no instance of the linearity of the expectation, or nothing.

    On the left stands the expectation of a letter that was shown to be a sum; on the right its terms,
    each with its own expectation (Casella and Berger, Statistical Inference, theorem 4.6.6).
    """
    letter = _drawn_in(line.left)
    if line.relation != "=" or not isinstance(letter, Symbol):
        return "on the left stands the expectation of a letter"
    known = (e.line for e in accepted if not e.conditional and e.line.relation == "=")
    for formula in (e.right for e in known if e.left == letter):
        try:
            if _Expected(declared).of(formula) == line.right:
                return ""
        except Refused:
            continue
    return "the right side is not that of a sum, term by term"


def _drawn_in(expression: Expression) -> Expression | None:
    """Return what an expectation is of, None for any other formula."""
    match expression:
        case Call("E", (drawn,), (), ()):
            return drawn
    return None


class _Expected:
    """Push an expectation inwards, up to letters and products of letters that are drawn."""

    def __init__(self, declared: Declared) -> None:
        self.declared = declared
        said = (_drawn_in(known.left) for known in declared.definitions)
        self.drawn = [part for formula in said if formula for part in _factors(formula)]

    def of(self, expression: Expression) -> Expression:
        """Return the expectation of a formula; raise Refused if it is not that of a sum."""
        if self._is_fixed(expression):
            return expression
        match expression:
            case Sum(terms):
                return Sum(tuple(map(self.of, terms)))
            case Negative(term):
                return Negative(self.of(term))
            case Series(sign="sum", where=None, body=body):
                return replace(expression, body=self.of(body))
            case Quotient(above, below) if self._is_fixed(below):
                return Quotient(self.of(above), below)
            case Product(factors):
                return self._of_product(factors)
            case Symbol():
                return Call("E", (expression,))
        raise Refused("the expectation of what is no sum of products")

    def _of_product(self, factors: tuple[Expression, ...]) -> Expression:
        moving = tuple(factor for factor in factors if not self._is_fixed(factor))
        fixed = tuple(factor for factor in factors if factor not in moving)
        if len(moving) == 1:
            inner = self.of(moving[0])
        elif all(isinstance(factor, Symbol) for factor in moving):
            inner = Call("E", (Product(moving),))
        else:
            raise Refused("the expectation of a product of sums")
        return Product((*fixed, inner)) if fixed else inner

    def _is_fixed(self, expression: Expression) -> bool:
        """Say whether a formula does not depend on anything that is drawn."""
        return not any(depends(self.declared, expression, letter) for letter in self.drawn)


def _factors(expression: Expression) -> list[Symbol]:
    parts = expression.factors if isinstance(expression, Product) else (expression,)
    return [part for part in parts if isinstance(part, Symbol)]
