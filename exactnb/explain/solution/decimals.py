"""Lines in decimals: the numbers of a formula, rounded, as a person types them into a calculator.

How to read: `Decimals.line_in_decimals` is the door: `_with_decimals` puts decimals in, and longer ones
are tried where these do not lead to the value; `decimal_line_after` is the line after it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace as changed
from fractions import Fraction
from functools import partial

from exactnb.core.arithmetic.germs import Germ
from exactnb.core.arithmetic.irrational import Finite
from exactnb.core.arithmetic.matrices import Matrix, Vector
from exactnb.core.arithmetic.roots import Equation, Everywhere, Points
from exactnb.core.arithmetic.rounding import Rounding, rounded_in_full
from exactnb.core.arithmetic.values import Infinite, Undefined, sorted_descending
from exactnb.core.expression import nodes
from exactnb.core.expression.evaluate import evaluate
from exactnb.core.expression.reasons import IN_DECIMALS, ROUNDED, VALUE, Rule
from exactnb.core.expression.results import Decision, NoNumber
from exactnb.core.expression.written import written
from exactnb.core.model.quantities import Quantities, rewrite_sides
from exactnb.core.model.quantity import InlineForm, Quantity
from exactnb.core.naming.names import QuantityName
from exactnb.errors import Undecidable, Unsupported
from exactnb.explain.derivation import Line
from exactnb.explain.derivation.decimals import flat_entries, is_decimal, within_percent

_EXTRA_FIGURES = (0, 2, 4, 8)
"""Figures beyond the usual ones, tried where fewer miss the value or leave a decision open."""

_MAX_PLACES = 1_000
"""Places of a decimal that somebody may type. Sums of far longer ones would take long."""

_NOT_ROUNDED = (Undefined, Infinite, Germ, NoNumber, Points, Equation, Everywhere)


class Decimals:
    """Write formulas of the graph `quantities` with decimals, of enough figures to lead to the value.

    `rounding` is the shortest rounding to try. With `counts_too` fractions as counted become decimals
    as well: 0.5 × 0.6667 instead of 3/6 × 2/3.
    """

    def __init__(self, quantities: Quantities, rounding: Rounding, *, counts_too: bool = True) -> None:
        self.quantities = quantities
        self.rounding = rounding
        self.counts_too = counts_too

    def line_in_decimals(self, name: QuantityName) -> Line | None:
        """Return the formula of the quantity `name` with decimals for its names, or None.

        It is None where the formula has no names, where it asks whether numbers are equal, and where a
        number has no decimal: it is undefined, infinite, a function of λ, or so near to another one
        that no short decimal tells the two apart.
        """
        quantity = self.quantities[name]
        formula = quantity.formula
        counted = quantity.inline is InlineForm.COUNTED or quantity.reason.rule is Rule.COUNT
        if counted or not nodes.has_names(formula):
            return None
        value = self.quantities.value(name)
        if isinstance(value, bool | Undefined | Infinite | Germ):
            return None
        if not self.counts_too and self._combines_counts(quantity):
            return None
        for extra_figures in _EXTRA_FIGURES:
            rounding = changed(self.rounding, figures=(self.rounding.figures or 0) + extra_figures)
            rounded = self._with_decimals(name, rounding)
            if rounded is None or is_decimal(rounded):
                return None
            if within_percent(value, evaluate(rounded)):
                left = nodes.Reference(name)
                if rounded == self.quantities.with_operands(formula):
                    return Line(left, "=", rounded, self.quantities.substitution_reason(formula))
                is_evaluated = not isinstance(formula, nodes.Zeros)
                exact = is_evaluated and all(
                    evaluate(part, self.quantities.value) == evaluate(decimal)
                    for part, decimal in self._parts_with_decimals(formula, rounded)
                )
                return Line(left, "=" if exact else "≈", rounded, IN_DECIMALS)
        return None

    def _combines_counts(self, quantity: Quantity) -> bool:
        """Say whether a formula combines rational numbers of counts alone, none of measurements."""
        parts = [self.quantities[name] for name in quantity.uses]
        measured = any(part.inline is InlineForm.MEASURED for part in (quantity, *parts))
        values = (self.quantities.value(part.name) for part in parts)
        return not measured and all(isinstance(value, Fraction) for value in values)

    def _with_decimals(self, name: QuantityName, rounding: Rounding) -> nodes.Expression | None:
        """Return a formula in decimals: of an estimate each sum, of any other formula each name."""
        quantity = self.quantities[name]
        try:
            if quantity.inline is InlineForm.MEASURED:
                write = partial(self._rounded, rounding=rounding)
                return rewrite_sides(quantity.formula, write, write)
            if isinstance(quantity.formula, nodes.Zeros):
                terms = ((powers, self._rounded(c, rounding)) for powers, c in quantity.formula.terms)
                nonzero = tuple(term for term in terms if term[1] != nodes.Integer(0))
                return changed(quantity.formula, terms=nonzero)

            def change(part: nodes.Expression) -> nodes.Expression | None:
                return self._rounded(part, rounding) if isinstance(part, nodes.Reference) else None

            return nodes.replace(quantity.formula, change)
        except _NoDecimalError:
            return None

    def _rounded(self, part: nodes.Expression, rounding: Rounding) -> nodes.Expression:
        value = evaluate(part, self.quantities.value)
        if isinstance(value, Vector | Matrix):
            entries = (_decimal(entry, rounding) for entry in flat_entries(value))
            return written(value).with_children(tuple(entries))
        if isinstance(value, _NOT_ROUNDED):
            raise _NoDecimalError
        return _decimal(value, rounding)

    def decimal_line_after(self, line: Line, value: Fraction) -> Line:
        """Return the line after `line`, which is in decimals: the rational `value` as a decimal."""
        numeral = self.numeral(value)
        exact = line.relation == "=" or value.denominator == 1
        if exact and evaluate(numeral) == value:
            return Line(line.left, "=", numeral, VALUE)
        return Line(line.left, "≈", numeral, ROUNDED)

    def numeral(self, value: Fraction) -> nodes.Expression:
        """Return the rational number `value` as a decimal; an integer stays an integer."""
        return decimal_node(value, self.rounding)

    def _parts_with_decimals(
        self, formula: nodes.Expression, rounded: nodes.Expression
    ) -> Iterator[tuple[nodes.Expression, nodes.Expression]]:
        """Yield each part of a formula that decimals replace, with the decimal."""
        if isinstance(formula, nodes.Reference) or (is_decimal(rounded) and rounded != formula):
            yield formula, rounded
        else:
            for part, rounded_part in zip(formula.children, rounded.children, strict=True):
                yield from self._parts_with_decimals(part, rounded_part)

    def two_best_scores(self, name: QuantityName) -> tuple[tuple[QuantityName, nodes.Expression], ...]:
        """Return the two largest scores of the decision `name`, each with its decimal in the line.

        It is empty where the decision has no line in decimals.
        """
        formula, line = self.quantities[name].formula, self.line_in_decimals(name)
        rounded = line.right if line is not None else None
        if not isinstance(formula, nodes.ArgMax) or not isinstance(rounded, nodes.ArgMax):
            return ()
        if not isinstance(self.quantities.value(name), Decision):
            return ()
        scores = zip(formula.children, rounded.children, strict=True)
        pairs = [(score.name, number) for score, number in scores if isinstance(score, nodes.Reference)]
        return tuple(sorted_descending(pairs, lambda pair: self.quantities.value(pair[0]))[:2])


def decimal_node(value: Finite, rounding: Rounding) -> nodes.Expression:
    """Return `value` as a decimal by `rounding`; an integer stays one, a negative one has a sign node.

    Raises Unsupported or Undecidable for a number whose decimal cannot be decided.

    >>> decimal_node(Fraction(-2, 3), Rounding(figures=2))
    Negative(term=Numeral(decimal=Decimal(units=67, places=2)))
    """
    if isinstance(value, Fraction) and value.denominator == 1:
        return nodes.Integer(value.numerator)
    decimal = rounded_in_full(value, rounding)
    if abs(decimal.places) <= _MAX_PLACES and decimal.value == value:
        decimal = decimal.shortest()
    return nodes.Numeral(decimal) if decimal.units >= 0 else nodes.Negative(nodes.Numeral(-decimal))


def _decimal(value: Finite, rounding: Rounding) -> nodes.Expression:
    try:
        expression = decimal_node(value, rounding)
    except (Unsupported, Undecidable):
        raise _NoDecimalError from None
    numeral = expression.term if isinstance(expression, nodes.Negative) else expression
    if isinstance(numeral, nodes.Numeral) and abs(numeral.decimal.places) > _MAX_PLACES:
        raise _NoDecimalError
    return expression


class _NoDecimalError(Exception):
    """Signal inside this file that a number of a formula has no decimal."""
