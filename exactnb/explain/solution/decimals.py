"""Lines in decimals: the numbers of a formula, rounded, as a person types them into a calculator.

How to read: `Decimals.line` is the door: `_shown` puts decimals in, and where these lead elsewhere,
longer ones are tried; `end` is the line behind it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace as changed
from fractions import Fraction

from exactnb.core.arithmetic.deciding import descending
from exactnb.core.arithmetic.irrational import Finite
from exactnb.core.arithmetic.matrices import Matrix, Vector
from exactnb.core.arithmetic.rational_in_lambda import RationalInLambda
from exactnb.core.arithmetic.roots import Equation, Everywhere, Points
from exactnb.core.arithmetic.rounding import Rounding, readable
from exactnb.core.arithmetic.values import Infinite, Undefined
from exactnb.core.expression import nodes
from exactnb.core.expression.evaluate import evaluate
from exactnb.core.expression.reasons import IN_DECIMALS, ROUNDED, VALUE, Rule
from exactnb.core.expression.results import Decision, NoNumber
from exactnb.core.expression.written import written
from exactnb.core.model.quantities import Quantities
from exactnb.core.model.quantity import InlineForm, Quantity
from exactnb.core.naming.names import QuantityName
from exactnb.errors import Undecidable, Unsupported
from exactnb.explain.derivation import Line
from exactnb.explain.derivation.decimals import entries_of, is_decimal, near

_MORE = (0, 2, 4, 8)
"""Figures beyond those asked for, where fewer would lead somewhere else or leave a decision open."""

_PLACES = 1_000
"""Beyond a power of ten like this nobody types a decimal, and adding two takes long."""

_NOT_ROUNDED = (Undefined, Infinite, RationalInLambda, NoNumber, Points, Equation, Everywhere)


class Decimals:
    """Write formulas with decimals in them, as many figures as they need to lead to the value.

    `counts_too` says whether that holds for what comes of counts alone: 3/6 × 2/3, or 0.5 × 0.6667.
    """

    def __init__(self, quantities: Quantities, rounding: Rounding, *, counts_too: bool = True) -> None:
        self.quantities = quantities
        self.rounding = rounding
        self.counts_too = counts_too

    def line(self, name: QuantityName) -> Line | None:
        """Return a quantity's formula with decimals for its names; None where that says nothing.

        It says nothing where nothing is put in, of whether numbers are equal, and where a number is no
        decimal: undefined, infinite, a function of λ, or so near to another that no short decimal tells
        them apart.
        """
        quantity = self.quantities[name]
        formula = quantity.formula
        counted = quantity.inline is InlineForm.COUNTED or quantity.reason.rule is Rule.COUNT
        if counted or not nodes.has_names(formula):
            return None
        value = self.quantities.value(name)
        if isinstance(value, bool | Undefined | Infinite | RationalInLambda):
            return None
        if not self.counts_too and self._is_of_counts(quantity):
            return None
        for more in _MORE:
            rounding = changed(self.rounding, figures=(self.rounding.figures or 0) + more)
            shown = self._shown(name, rounding)
            if shown is None or is_decimal(shown):
                return None
            if near(value, evaluate(shown)):
                if shown == self.quantities.substituted(formula):
                    return Line(
                        nodes.Reference(name), "=", shown, self.quantities.substitution(formula)
                    )
                of_one = not isinstance(formula, nodes.Zeros)
                exact = of_one and all(self._is_exact(*pair) for pair in self._pairs(formula, shown))
                return Line(nodes.Reference(name), "=" if exact else "≈", shown, IN_DECIMALS)
        return None

    def _is_of_counts(self, quantity: Quantity) -> bool:
        """Say whether a formula puts rational numbers together that were not measured."""
        parts = [self.quantities[name] for name in quantity.uses]
        measured = any(part.inline is InlineForm.MEASURED for part in (quantity, *parts))
        values = (self.quantities.value(part.name) for part in parts)
        return not measured and all(isinstance(value, Fraction) for value in values)

    def _shown(self, name: QuantityName, rounding: Rounding) -> nodes.Expression | None:
        """Return a formula in decimals: an estimate as its sums, all others name by name."""
        quantity = self.quantities[name]
        try:
            if quantity.inline is InlineForm.MEASURED:
                return self._of_sums(quantity.formula, rounding)
            if isinstance(quantity.formula, nodes.Zeros):
                terms = ((p, self._rounded(of, rounding)) for p, of in quantity.formula.terms)
                kept = tuple((powers, of) for powers, of in terms if of != nodes.Integer(0))
                return changed(quantity.formula, terms=kept)

            def change(part: nodes.Expression) -> nodes.Expression | None:
                return self._rounded(part, rounding) if isinstance(part, nodes.Reference) else None

            return nodes.replace(quantity.formula, change)
        except _NoDecimalError:
            return None

    def _of_sums(self, formula: nodes.Expression, rounding: Rounding) -> nodes.Expression:
        """Return an estimate as one fraction of its sums, and what is added to it."""
        if isinstance(formula, nodes.Quotient):
            return nodes.Quotient(*(self._rounded(side, rounding) for side in formula.children))
        if isinstance(formula, nodes.Sum):
            return nodes.Sum(tuple(self._of_sums(term, rounding) for term in formula.terms))
        return self._rounded(formula, rounding)

    def _rounded(self, part: nodes.Expression, rounding: Rounding) -> nodes.Expression:
        value = evaluate(part, self.quantities.value)
        if isinstance(value, Vector | Matrix):
            entries = (_decimal(entry, rounding) for entry in entries_of(value))
            return written(value).with_children(tuple(entries))
        if isinstance(value, _NOT_ROUNDED):
            raise _NoDecimalError
        return _decimal(value, rounding)

    def end(self, line: Line, value: Fraction) -> Line:
        """Return the line behind one in decimals: a rational value as a decimal."""
        shown = self.numeral(value)
        exact = line.relation == "=" or value.denominator == 1
        if exact and evaluate(shown) == value:
            return Line(line.left, "=", shown, VALUE)
        return Line(line.left, "≈", shown, ROUNDED)

    def numeral(self, value: Fraction) -> nodes.Expression:
        """Return a rational number as a decimal; a whole one as it is."""
        return as_decimal(value, self.rounding)

    def _pairs(
        self, formula: nodes.Expression, shown: nodes.Expression
    ) -> Iterator[tuple[nodes.Expression, nodes.Expression]]:
        """Yield each number that was put in, with what it stands for."""
        if isinstance(formula, nodes.Reference) or (is_decimal(shown) and shown != formula):
            yield formula, shown
        else:
            for part, other in zip(formula.children, shown.children, strict=True):
                yield from self._pairs(part, other)

    def _is_exact(self, part: nodes.Expression, shown: nodes.Expression) -> bool:
        return evaluate(part, self.quantities.value) == evaluate(shown)

    def two_best(self, name: QuantityName) -> tuple[tuple[QuantityName, nodes.Expression], ...]:
        """Return the two largest scores of a decision as names and as the decimals of its line."""
        formula, line = self.quantities[name].formula, self.line(name)
        shown = line.right if line is not None else None
        if not isinstance(formula, nodes.ArgMax) or not isinstance(shown, nodes.ArgMax):
            return ()
        if not isinstance(self.quantities.value(name), Decision):
            return ()
        scores = zip(formula.children, shown.children, strict=True)
        pairs = [(score.name, of) for score, of in scores if isinstance(score, nodes.Reference)]
        return tuple(descending(pairs, lambda pair: self.quantities.value(pair[0]))[:2])


def as_decimal(value: Finite, rounding: Rounding) -> nodes.Expression:
    """Return a number as a decimal; a whole one as it is, a negative one behind its sign.

    >>> as_decimal(Fraction(-2, 3), Rounding(figures=2))
    Negative(term=Numeral(decimal=Decimal(units=67, places=2)))
    """
    if isinstance(value, Fraction) and value.denominator == 1:
        return nodes.Integer(value.numerator)
    decimal = readable(value, rounding)
    if abs(decimal.places) <= _PLACES and decimal.value == value:
        decimal = decimal.shortest()
    return nodes.Numeral(decimal) if decimal.units >= 0 else nodes.Negative(nodes.Numeral(-decimal))


def _decimal(value: Finite, rounding: Rounding) -> nodes.Expression:
    try:
        shown = as_decimal(value, rounding)
    except (Unsupported, Undecidable):
        raise _NoDecimalError from None
    typed = shown.term if isinstance(shown, nodes.Negative) else shown
    if isinstance(typed, nodes.Numeral) and abs(typed.decimal.places) > _PLACES:
        raise _NoDecimalError
    return shown


class _NoDecimalError(Exception):
    """Say that something in a formula is no decimal."""
