"""Questions about all cells: the rank of an observation, and the Bayes error."""

from __future__ import annotations

from exactnb.core.expression.nodes import OverCells
from exactnb.core.expression.reasons import Reason, Rule
from exactnb.core.families.base import probability
from exactnb.core.model.effort import Effort
from exactnb.core.model.probabilities import Prediction
from exactnb.core.model.quantity import Quantity
from exactnb.core.naming.names import QuantityName
from exactnb.errors import InputError

_MOST_CELLS = 1_000_000


def define_bayes_error(prediction: Prediction, name: QuantityName, effort: Effort) -> Quantity:
    """Return the quantity of `name`, bayes_error, summed over cells or, with numbers, over regions."""
    if not prediction.model.endless:
        return define_over_cells(prediction, name, effort)
    from exactnb.core.model.questions.error import define_error_of_numbers

    return define_error_of_numbers(prediction, name, effort)


def define_over_cells(prediction: Prediction, name: QuantityName, effort: Effort) -> Quantity:
    """Return the quantity of `name`: rank(x), the place of P(x) among all cells, or bayes_error.

    Raises InputError for more than 10⁶ cells, for numbers and for texts, which have infinitely many.
    `effort` pays for the joints of all cells.
    """
    model = prediction.model
    observation = prediction.observed(name.subjects)
    numeric = [
        c for c in model.endless if c in observation.cells
    ]  # a Bayes error of these is added up elsewhere
    if numeric:
        raise InputError(f"column {numeric[0]} holds numbers, of which there is no end", at=name.place)
    if model.word_block is not None and (observation.has_text() or name.head == "bayes_error"):
        raise InputError("texts have no end of cells", at=name.place)
    if name.head == "rank" and not set(observation.cells) - set(model.covariate_names):
        raise InputError("names no column", at=name.place)
    searched = model.finite_features if name.head == "bayes_error" else observation.cells
    columns = {column: block for column, block in model.listed.items() if column in searched}
    size = 1
    for column, block in columns.items():
        size *= len(block.values(column))
        if size > _MOST_CELLS:
            raise InputError(f"more than {_MOST_CELLS:,} cells to look at", at=name.place)
    for column, block in columns.items():
        value = observation.cells.get(column)
        if name.head == "rank" and value not in block.values(column):
            raise InputError(f"{column}={value} is none of its values, so it is no cell", at=name.place)
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
    indices = tuple(
        block.values(column).index(observation.cells[column])
        for column, block in columns.items()
        if name.head == "rank"
    )
    description = "cells that are less probable" if name.head == "rank" else "all but the best class"
    subject = ", ".join(item.spell() for item in name.left)
    return Quantity(
        name, OverCells(name.head, subject, priors, factors, indices), Reason(Rule.DEFINE, description)
    )
