"""Decide many observations by one model, exactly and without a derivation.

The log-odds of each class against the first are enclosed in balls, from coefficients that are computed
once per set of columns. If the balls of two classes overlap, the exact scores are compared.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import prod
from typing import TYPE_CHECKING

from exactnb.core.arithmetic.enclosure import Ball, exact, weighted_sums
from exactnb.core.arithmetic.irrational import Finite
from exactnb.core.arithmetic.numerals import number_in
from exactnb.core.arithmetic.values import enclose as enclose_value
from exactnb.core.expression.evaluate import evaluate
from exactnb.core.expression.nodes import Expression, Function
from exactnb.core.expression.results import Decision, Value
from exactnb.core.families.base import Observation, probability
from exactnb.core.lazy import once_each
from exactnb.core.model.quantities import Quantities
from exactnb.core.model.quantity import Define, Effort
from exactnb.core.naming.names import Item, QuantityName
from exactnb.core.record import frozen

if TYPE_CHECKING:
    from exactnb.core.model.model import Model

_BITS = 128

Monomial = tuple[str, ...]
"""Columns whose numbers are multiplied; the empty one is 1."""


@frozen
class Decider:
    """Decide observations by a `model`; `define` gives its quantities, each evaluated once.

    One `effort` pays for all decisions.
    """

    model: Model
    define: Define
    effort: Effort

    def decide(self, observation: Observation, items: tuple[Item, ...]) -> Value:
        """Return the decision about `observation`, whose name has `items`.

        Only a close decision costs effort: it is made from the exact joints. Raises TooMuch then.
        """
        scores = self._scores(observation)
        for position, score in enumerate(scores or ()):
            assert scores is not None
            if all(score.is_above(rival) for rival in scores[:position] + scores[position + 1 :]):
                return Decision((self.model.classes[position],))
        name = self.model.names.decision(items)
        return Quantities([name], self.define, self.effort).value(name)

    def _scores(self, observation: Observation) -> list[Ball] | None:
        """Return the log-odds of each class against the first, or None if they are not all finite."""
        model = self.model
        if observation.words() or set(observation.cells) & set(model.covariate_names):
            return None
        columns = tuple(column for column in model.endless if column in observation.cells)
        numbers = {column: number_in(observation.cells[column]) for column in columns}
        lowest = ((model.endless[column].family.lower, number) for column, number in numbers.items())
        if any(least is not None and number < least for least, number in lowest):
            return None  # below a support densities are 0
        rows = self._coefficients(columns)
        offsets = [self._listed_score(observation, label) for label in model.class_items()]
        if rows is None or any(offset is None for offset in offsets):
            return None
        one = Fraction(1)
        weights = [one, *(prod((numbers[c] for c in monomial), start=one) for monomial in rows[0])]
        pairs = zip(offsets, rows[1], strict=True)
        balls = ([offset, *row] for offset, row in pairs if offset is not None)
        return weighted_sums(weights, balls, _BITS)

    def _listed_score(self, observation: Observation, label: Item) -> Ball | None:
        """Return the logarithm of the prior times the factors of columns with finitely many values."""
        model = self.model
        factors: list[Expression] = [probability((label,), (), model.name)]
        for block in model.blocks:
            if block.is_finite:
                factors += (factor for _, factor in block.factors(observation, label))
        logarithms = [self._logarithm(factor) for factor in factors]
        balls = [ball for ball in logarithms if ball is not None]
        if len(balls) < len(logarithms):
            return None
        return weighted_sums([Fraction(1)] * len(balls), [balls], _BITS)[0]

    @once_each
    def _coefficients(self, columns: tuple[str, ...]) -> tuple[list[Monomial], list[list[Ball]]] | None:
        """Return the monomials of the log-ratios against the first class, and a row for each class."""
        labels = self.model.class_items()
        tables = [dict(self._ratio(columns, label)) for label in labels[1:]]
        if any(ball is None for table in tables for ball in table.values()):
            return None
        # One family writes the log-ratios of all classes, so that they have the same monomials.
        monomials = list(tables[0]) if tables else []
        rows = [[ball for ball in table.values() if ball is not None] for table in tables]
        return monomials, [[exact(0)] * len(monomials), *rows]

    def _ratio(self, columns: tuple[str, ...], label: Item) -> Iterator[tuple[Monomial, Ball | None]]:
        """Yield the coefficients of the log-ratio of a class against the first."""
        constants: list[Ball | None] = []
        for block in dict.fromkeys(self.model.endless[column] for column in columns):
            for group in block.together(columns):
                ratio = block.log_ratio(group, (label, self.model.class_items()[0]))
                if ratio is None:
                    yield (), None
                    return
                for monomial, coefficient in ratio.items():
                    ball = self._ball(coefficient)
                    if monomial:
                        yield monomial, ball
                    else:
                        constants.append(ball)
        finite_constants = [ball for ball in constants if ball is not None]
        constant = weighted_sums([Fraction(1)] * len(finite_constants), [finite_constants], _BITS)[0]
        yield (), constant if len(finite_constants) == len(constants) else None

    @once_each
    def _logarithm(self, factor: Expression) -> Ball | None:
        """Return the logarithm of a factor, None where it is 0 or undefined."""
        return self._ball(Function("log", factor))

    def _ball(self, expression: Expression) -> Ball | None:
        """Return a ball around the value of an expression, None where it is not finite."""
        value = evaluate(expression, self._value)
        return enclose_value(value, _BITS) if isinstance(value, Finite) else None

    @once_each
    def _value(self, name: QuantityName) -> Value:
        return evaluate(self.define(name, self.effort).formula, self._value)
