"""Independence under a model, tested exactly: whether the probabilities multiply."""

from __future__ import annotations

from typing import TYPE_CHECKING

from exactnb.errors import InputError
from exactnb.expression.names import Item, QuantityName
from exactnb.expression.nodes import Equal, Expression, Product
from exactnb.expression.reasons import Reason, Rule
from exactnb.families.base import probability
from exactnb.model.data_quantities import combinations_of
from exactnb.model.quantities import Quantity

if TYPE_CHECKING:
    from exactnb.model.prediction import Prediction

__all__ = ["define_independence"]


def define_independence(prediction: Prediction, name: QuantityName) -> Quantity:
    """Return whether the items of a list multiply; columns, whether all their values do."""
    items = tuple(item for item in name.left if isinstance(item, Item))
    whole = next(
        (i for i in items if i.kind == "column" and i.variable in prediction.model.numbers), None
    )
    if whole is not None:
        raise InputError(f"{name}: column {whole.variable} holds numbers, of which there is no end")
    for item in items:
        if item.variable in prediction.model.behind:
            raise InputError(f"{name}: {item.variable} is an exposure, which stands behind the bar")
    columns = {c: block.column.values for c, block in prediction.model.blocks.items()}
    pairs: list[Expression] = []
    for some in combinations_of(items, columns):
        each = tuple(probability((item,), (), name.model) for item in some)
        pairs += [probability(some, (), name.model), Product(each)]
    return Quantity(name, Equal(tuple(pairs)), Reason(Rule.DEFINE, "do they multiply?"))
