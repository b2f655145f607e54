"""Chains of lines as a person writes them: formula, numbers as counted, value, decimal."""

from __future__ import annotations

from fractions import Fraction

from exactnb.arithmetic.rounding import Rounding, fits, rounded
from exactnb.arithmetic.values import Infinite, Undefined, is_rational
from exactnb.derivation import Chain, Line
from exactnb.expression.evaluate import Decision, Value
from exactnb.expression.names import QuantityName
from exactnb.expression.nodes import (
    Expression,
    Indexed,
    Integer,
    Labels,
    Negative,
    Numeral,
    Product,
    Reference,
    Sum,
    references,
)
from exactnb.expression.reasons import AS_COUNTED, DECIDED, ROUNDED, VALUE, WRITTEN_OUT
from exactnb.expression.written import written
from exactnb.model.quantities import Quantities, Shown

__all__ = ["Chains"]


class Chains:
    """Write the chain of any quantity of a graph; decimals are rounded as `rounding` says."""

    def __init__(self, quantities: Quantities, rounding: Rounding) -> None:
        self.quantities = quantities
        self.rounding = rounding

    def of(
        self,
        name: QuantityName,
        *,
        general: Indexed | None = None,
        final: bool = False,
        boxed: bool = False,
        decimal: bool = True,
        reduced: bool = True,
    ) -> Chain:
        """Return the chain of a quantity.

        `general` is a product over an index that stands for the factors after the first; `reduced`
        brings an estimate as counted to lowest terms in a line of its own.
        """
        quantity = self.quantities[name]
        left = Reference(name)
        formula = quantity.formula
        lines: list[Line] = []
        if general is not None and isinstance(formula, Product) and len(formula.factors) > 2:
            opening = Product((formula.factors[0], general))
            lines.append(Line(left, "=", opening, quantity.reason))
            lines.append(Line(left, "=", formula, WRITTEN_OUT))
        else:
            lines.append(Line(left, "=", formula, quantity.reason))
        if any(True for _ in references(formula)):
            numbers = self.quantities.substituted(formula)
            lines.append(Line(left, "=", numbers, AS_COUNTED))
        value = self.quantities.value(name)
        steps = []
        if quantity.shown is Shown.COUNTED:
            steps.append(self.quantities.as_counted(name))
        if reduced and not (isinstance(value, Fraction) and not fits(value)):
            steps.append(written(value))  # beyond a thousand digits the decimal says more
        for step in steps:
            if step != lines[-1].right:
                rule = DECIDED if isinstance(step, Labels) else VALUE
                lines.append(Line(left, "=", step, rule))
        if decimal:
            lines += self.decimal(left, value)
        return Chain(tuple(lines), final, boxed)

    def estimate(self, name: QuantityName) -> Chain:
        """Return the chain of an estimate, which stays as it was counted."""
        return self.of(name, decimal=False, reduced=False)

    def decimal(self, left: Expression, value: Value) -> list[Line]:
        """Return the line that ends a chain with a decimal, if one says more than the value does."""
        if isinstance(value, Decision | Undefined | Infinite):
            return []
        if isinstance(value, Fraction) and value.denominator == 1:
            return []
        shown = rounded(value, self.rounding)
        if shown.places < 0:  # whole numbers are written to the last digit
            shown = rounded(value, Rounding(places=0, rule=self.rounding.rule))
        if is_rational(value) and isinstance(value, Fraction) and shown.value == value:
            return [Line(left, "=", Numeral(shown.shortest()), VALUE)]
        return [Line(left, "≈", Numeral(shown), ROUNDED)]

    def zero_factors(self, name: QuantityName) -> tuple[Line, ...]:
        """Return one line for each estimate that makes a quantity zero or undefined."""
        return tuple(self._zero(culprit) for culprit in self.quantities.culprits(name))

    def _zero(self, culprit: QuantityName) -> Line:
        counted = self.quantities.as_counted(culprit)
        if self.quantities.value(culprit) != Fraction(1):
            return Line(Reference(culprit), "=", counted, VALUE)
        sides = (Sum((Integer(1), Negative(part))) for part in (Reference(culprit), counted))
        left, right = sides  # it is 1 − p that is zero
        return Line(left, "=", right, VALUE)
