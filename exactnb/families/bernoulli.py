"""Bernoulli: a 0/1 column, one parameter per class; what is 0 counts with 1 − p.

Source: A. McCallum and K. Nigam, "A comparison of event models for naive Bayes text
classification", AAAI-98 workshop, section 2.1 (the multi-variate Bernoulli event model).
"""

from __future__ import annotations

from exactnb.errors import InputError, quoted
from exactnb.expression.names import Item
from exactnb.expression.nodes import Expression, Integer, Negative, Sum
from exactnb.families.base import Column, Estimator, Family, probability

__all__ = ["FAMILY", "Bernoulli"]


class Bernoulli(Family):
    """A column of 0 and 1, with p = P(column = 1 | class)."""

    name = "bernoulli"
    title = "Bernoulli"
    domain = "binary"
    shown_value = "1"
    estimator = Estimator("rows of class k with a one", "documents of class k with the word")

    def check(self, column: Column) -> None:
        """Raise InputError if a value is neither 0 nor 1."""
        other = next((value for value in column.values if value not in ("0", "1")), None)
        if other is not None:
            raise InputError(
                f"column {quoted(column.name)} holds {quoted(other)}; bernoulli needs 0 and 1"
            )

    def parameters(self, column: Column) -> tuple[str, ...]:
        """Return "1": the other probability is 1 − p."""
        return ("1",)

    def factor(self, column: Column, value: str, label: Item, model: str) -> Expression:
        """Return p for a 1 and 1 − p for a 0."""
        p = probability((column.cell("1"),), (label,), model)
        return p if value == "1" else Sum((Integer(1), Negative(p)))


FAMILY = Bernoulli()
