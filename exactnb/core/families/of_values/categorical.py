"""Categorical: a column with finitely many values, one parameter for each value and class.

Source: T. Mitchell, Machine Learning (1997), section 6.9.
"""

from __future__ import annotations

from exactnb.core.expression.nodes import Expression
from exactnb.core.families.base import Column, ValueFamily, probability
from exactnb.core.naming.names import Item
from exactnb.errors import InputError, quoted


class Categorical(ValueFamily):
    """A column of words, with θ = P(column = value | class)."""

    name = "categorical"
    title = "Categorical"
    formula = "θ of each value"
    kernel = "values"
    in_sklearn = "CategoricalNB"
    domain = "nominal"
    is_usual = True
    rule_value = "v"
    hits = ("rows of class k with the value", "documents of class k with the value")

    def check(self, column: Column) -> None:
        """Raise InputError for a column without any value."""
        if not column.values:
            raise InputError(f"column {quoted(column.name)} has no values; list them in data.values")

    def parameters(self, column: Column) -> tuple[str, ...]:
        return column.values

    def factor(self, column: Column, value: str, label: Item, model: str) -> Expression:
        return probability((column.cell(value),), (label,), model)


FAMILY = Categorical()
