"""Questions that look at every cell: the rank of an observation, and the Bayes error."""

from __future__ import annotations

from exactnb.errors import InputError
from exactnb.expression.nodes import OverCells
from exactnb.expression.reasons import Reason, Rule
from exactnb.families.base import probability
from exactnb.model.effort import Effort
from exactnb.model.probabilities import Probabilities
from exactnb.model.quantity import Quantity
from exactnb.naming.names import Item, QuantityName

_MOST_CELLS = 1_000_000


def define_over_cells(prediction: Probabilities, name: QuantityName, effort: Effort) -> Quantity:
    """Return rank(x), the place of P(x) among all cells, or bayes_error.

    Raises InputError for more than 10⁶ cells, and for words, of which there is no end.
    """
    model = prediction.model
    seen = prediction.observed(item for item in name.left if isinstance(item, Item))
    numeric = [c for c in model.endless if name.head == "bayes_error" or c in seen.cells]
    if numeric:
        raise InputError(f"{name}: column {numeric[0]} holds numbers, of which there is no end")
    if model.word_block is not None and (seen.words() or seen.bags or name.head == "bayes_error"):
        raise InputError(f"{name}: texts have no end of cells")
    if name.head == "rank" and not set(seen.cells) - set(model.covariate_names):
        raise InputError(f"{name}: names no column")
    named = model.known if name.head == "bayes_error" else seen.cells
    columns = {column: block for column, block in model.listed.items() if column in named}
    size = 1
    for column, block in columns.items():
        size *= len(block.values(column))
        if size > _MOST_CELLS:
            raise InputError(f"{name}: more than {_MOST_CELLS:,} cells to look at")
    for column, block in columns.items():
        value = seen.cells.get(column)
        if name.head == "rank" and value not in block.values(column):
            raise InputError(f"{name}: {column}={value} was never seen, it is no cell")
    labels = model.class_items()
    effort.spend(size * len(labels), name)
    priors = tuple(probability((label,), (), model.name) for label in labels)
    factors = tuple(
        tuple(
            tuple(block.factor(column, value, label) for label in labels)
            for value in block.values(column)
        )
        for column, block in columns.items()
    )
    at = tuple(
        block.values(column).index(seen.cells[column])
        for column, block in columns.items()
        if name.head == "rank"
    )
    words = "cells that are less probable" if name.head == "rank" else "all but the best class"
    subject = ", ".join(item.spell() for item in name.left)
    return Quantity(
        name, OverCells(name.head, subject, priors, factors, at), Reason(Rule.DEFINE, words)
    )
