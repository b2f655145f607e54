"""The Bayes error where one column holds numbers: what the best decision misses, region by region.

Source: R. Duda, P. Hart and D. Stork, Pattern Classification (2nd ed.), section 2.8.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import product
from math import prod
from typing import TYPE_CHECKING

from exactnb.arithmetic.values import Undefined, sign
from exactnb.errors import InputError, Unsupported, listing
from exactnb.expression.evaluate import evaluate
from exactnb.expression.names import Item, Pair, QuantityName
from exactnb.expression.nodes import (
    Expression,
    Integer,
    Negative,
    Product,
    Reference,
    Sum,
    Within,
    references,
)
from exactnb.expression.reasons import Reason, Rule
from exactnb.families.base import probability
from exactnb.model.effort import Effort
from exactnb.model.numbers import exposure_in
from exactnb.model.quantities import Quantities, Quantity
from exactnb.model.questions.defining import definitions

if TYPE_CHECKING:
    from exactnb.model.prediction import Prediction

__all__ = ["define_error_of_numbers"]

_MOST_CELLS = 32
_MISSED = Reason(Rule.DEFINE, "missed where another class is likelier")
_EDGES = {"poisson": Fraction(0), "geometric": Fraction(1)}
"""Parameters whose logarithms, or those of 1 − p, are no numbers."""

Distribution = tuple[str, tuple[Expression, ...]]


def define_error_of_numbers(prediction: Prediction, name: QuantityName, effort: Effort) -> Quantity:
    """Return what is missed: P(k) times the probability, in k, of where another class is likelier.

    This is added up over the classes, and over the cells of the columns that hold values. A class that
    a cell cannot have misses nothing there. Raises InputError for texts, several columns of numbers and
    many cells.
    """
    model = prediction.model
    column = _only_column(prediction, name)
    block, exposure = model.numbers[column], exposure_in(model, column, {})
    known: dict[Item, Distribution] = {}
    for label in model.class_items():
        found = block.family.distribution(block, column, label, exposure)
        if found is None:
            raise Unsupported(f"{name}: no regions of {block.family.name} columns are added up")
        known[label] = found
    terms: list[Expression] = []
    for cell in product(
        *([b.column.cell(v) for v in b.column.values] for b in model.known_blocks.values())
    ):
        labels = _possible(prediction, cell, known, name, effort)
        for label in labels if len(labels) > 1 else ():
            missed = _missed(column, label, labels, cell, known[label], model.name)
            terms.append(Product((probability((label, *cell), (), model.name), missed)))
    formula = Sum(tuple(terms)) if terms else Integer(0)
    return Quantity(name, formula, _MISSED)


def _only_column(prediction: Prediction, name: QuantityName) -> str:
    """Return the one column of numbers."""
    model = prediction.model
    if model.bag is not None:
        raise InputError(f"{name}: texts have no end of cells")
    column, *others = model.numbers
    if others:
        raise InputError(
            f"{name}: columns {listing(model.numbers)} hold numbers; it is worked out for one of them, "
            "which data.features can choose"
        )
    if prod(len(block.column.values) for block in model.known_blocks.values()) > _MOST_CELLS:
        raise InputError(
            f"{name}: more than {_MOST_CELLS} cells beside the numbers in column {column}; "
            "data.features can leave columns out"
        )
    return column


def _possible(
    prediction: Prediction, cell: Sequence[Item], known: Mapping[Item, Distribution],
    name: QuantityName, effort: Effort,
) -> list[Item]:  # fmt: skip
    """Return the classes that a cell can have; those too of which something is undefined.

    Raises Unsupported for several of them where one shows a single count only.
    """
    joints = {k: probability((k, *cell), (), prediction.model.name).name for k in known}
    of_numbers = (n for _, parts in known.values() for part in parts for n in references(part))
    graph = Quantities([*joints.values(), *of_numbers], definitions(prediction), effort)
    found: list[Item] = []
    edges: list[str] = []
    for label, (kind, parts) in known.items():
        worth = [graph.value(joints[label]), *(evaluate(part, graph.value) for part in parts)]
        undefined = any(isinstance(value, Undefined) for value in worth)
        if undefined or sign(worth[0]) != 0:  # type: ignore[arg-type]
            found.append(label)
            if not undefined and worth[1] == _EDGES.get(kind):
                edges += (f"{parameter} is {worth[1]}" for parameter in references(parts[0]))
    if edges and len(found) > 1:
        raise Unsupported(
            f"{name}: {edges[0]}, so that its class shows one count only and has no log-odds; "
            "other rows, or a Gamma prior for rates, would do"
        )
    return found


def _missed(
    column: str, label: Item, labels: Sequence[Item], cell: tuple[Item, ...],
    distribution: Distribution, model: str,
) -> Expression:  # fmt: skip
    """Return the probability of the numbers where another class is likelier.

    Of those that tie, the first is taken: it is likelier than no other, and no other than it.
    """

    def region(first: Item, second: Item) -> Expression:
        return Reference(QuantityName("region", (Pair(first, second),), cell, model))

    kind, parameters = distribution
    at = labels.index(label)
    beaten = tuple(region(label, other) for other in labels[:at])
    beating = tuple(region(other, label) for other in labels[at + 1 :])
    if len(labels) == 2:  # in the region of the other, or out of its own
        return Within(kind, column, label.value, beating, beaten, parameters)
    best = Within(kind, column, label.value, beaten, beating, parameters)
    return Sum((Integer(1), Negative(best)))
