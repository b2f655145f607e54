"""Questions about a model as a whole: ranks, the Bayes error, independence, the number of parameters.

Source: R. Duda, P. Hart and D. Stork, Pattern Classification (2nd ed.), section 2.8.

How to read: `define_over_cells` lists cells; with a numeric column `define_bayes_error` adds up the
error of the best decision region by region. `define_independence` asks, exactly, whether probabilities
multiply.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import product
from math import prod
from typing import Any

from exactnb.core.arithmetic.values import Undefined, argmax_indices, compare, sign
from exactnb.core.expression import nodes
from exactnb.core.expression.evaluate import evaluate
from exactnb.core.expression.nodes import Expression, Integer, Product, Sum
from exactnb.core.expression.reasons import Reason, Rule
from exactnb.core.families.base import probability
from exactnb.core.families.block import Distributed
from exactnb.core.families.estimates import number_cell
from exactnb.core.model.data_quantities import comparison_of_sides
from exactnb.core.model.probabilities import Prediction, definitions
from exactnb.core.model.quantities import Quantities
from exactnb.core.model.quantity import Effort, Quantity
from exactnb.core.naming.names import Item, Names, Pair, QuantityName
from exactnb.errors import InputError, Unsupported, listing

_MOST_BESIDE_NUMBERS = 32
_MISSED = Reason(Rule.DEFINE, "missed where another class is likelier")
_MOST_CELLS = 1_000_000


def define_bayes_error(prediction: Prediction, name: QuantityName, effort: Effort) -> Quantity:
    """Return the quantity of `name` in `prediction`: ∑ P(k) P(another class is likelier | k).

    The sum is also over the cells of finite columns, and over these alone where no column is numeric; a
    class that is impossible in a cell contributes nothing there. Raises InputError for texts, several
    numeric columns and more than 32 cells, and Unsupported for a family without regions. `effort` pays
    for the graph of every cell.
    """
    model = prediction.model
    if not model.numeric_blocks:
        return define_over_cells(prediction, name, effort)
    model.refuse_limit_of_variances(name.place)
    column = _only_column(prediction, name)
    block = model.numeric_blocks[column]
    distributions: dict[Item, Distributed] = {}
    for label in model.class_items():
        distribution = block.distribution_with_regions(column, label)
        if distribution is None:
            raise Unsupported(f"no regions of {block.family.name} columns are added up", at=name.place)
        distributions[label] = distribution
    terms: list[nodes.Expression] = []
    for cell in product(
        *([Item("cell", c, v) for v in b.values(c)] for c, b in model.finite_features.items())
    ):
        spread, missed_joints = _possible_classes(prediction, column, cell, distributions, name, effort)
        terms += (probability(joint, (), model.name) for joint in missed_joints)
        for label in spread if len(spread) > 1 else ():
            missed = _missed_probability(column, label, spread, cell, distributions[label], model.name)
            terms.append(probability((label, *cell), (), model.name) * missed)
    return Quantity(name, nodes.Sum(tuple(terms)) if terms else nodes.Integer(0), _MISSED)


def _only_column(prediction: Prediction, name: QuantityName) -> str:
    """Return the single numeric column, or raise InputError."""
    model = prediction.model
    if model.word_block is not None:
        raise InputError("texts have no end of cells", at=name.place)
    column, *more_columns = model.numeric_blocks
    if more_columns:
        raise InputError(
            f"columns {listing(model.numeric_blocks)} hold numbers; it is worked out for one of them, "
            "which data.features can choose",
            at=name.place,
        )
    if prod(len(block.values(c)) for c, block in model.finite_features.items()) > _MOST_BESIDE_NUMBERS:
        raise InputError(
            f"more than {_MOST_BESIDE_NUMBERS} cells beside the numbers in column {column}; "
            "data.features can leave columns out",
            at=name.place,
        )
    return column


def _possible_classes(
    prediction: Prediction,
    column: str,
    cell: tuple[Item, ...],
    distributions: Mapping[Item, Distributed],
    name: QuantityName,
    effort: Effort,
) -> tuple[list[Item], list[tuple[Item, ...]]]:
    """Return the classes that are possible in a cell, and the missed joints of single-count classes.

    A class with an undefined parameter counts as possible. A class with a single possible count has no
    log-odds: at that count it competes with the best of the others, and all but one are missed.
    """
    model = prediction.model
    joints = {k: probability((k, *cell), (), model.name).name for k in distributions}
    parameter_names = (
        n for _, parts in distributions.values() for part in parts for n in nodes.references(part)
    )
    graph = Quantities([*joints.values(), *parameter_names], definitions(prediction), effort)
    class_values = {
        k: [graph.value(joints[k]), *(evaluate(part, graph.value) for part in parts)]
        for k, (_, parts) in distributions.items()
    }
    undefined = [
        k for k in distributions if any(isinstance(value, Undefined) for value in class_values[k])
    ]
    possible = [k for k in distributions if k in undefined or sign(class_values[k][0]) != 0]  # type: ignore[arg-type]
    family = model.numeric_blocks[column].family
    single = [k for k in possible if family.single is not None and class_values[k][1] == family.single]
    spread = [k for k in possible if k not in single]
    if undefined or not single:
        return possible, []
    place = number_cell(column, Fraction(family.first_integer or 0))
    items_by_class = {k: (k, *cell, place) for k in possible}
    names = {k: probability(items, (), model.name).name for k, items in items_by_class.items()}
    graph = Quantities(names.values(), definitions(prediction), effort)

    def best(labels: Sequence[Item]) -> Item:
        scores: list[Any] = [graph.value(names[k]) for k in labels]
        return labels[argmax_indices(scores, compare)[0]]

    rivals = [*single, *([best(spread)] if spread else [])]
    winner = best(rivals)
    return spread, [items_by_class[k] for k in rivals if k != winner]


def _missed_probability(
    column: str,
    label: Item,
    labels: Sequence[Item],
    cell: tuple[Item, ...],
    distribution: Distributed,
    model: str,
) -> nodes.Expression:
    """Return the probability, in the class `label`, of numbers where another class is likelier.

    Of classes that tie, the first is decided for.
    """

    def region(first: Item, second: Item) -> nodes.Expression:
        return nodes.Reference(Names(model).of_pair("region", Pair(first, second), cell))

    family, parameters = distribution
    position = labels.index(label)
    beaten = tuple(region(label, rival) for rival in labels[:position])
    beating = tuple(region(rival, label) for rival in labels[position + 1 :])
    if len(labels) == 2:  # in the region of the rival, or outside its own
        return nodes.Within(family, column, label.value, beating, beaten, parameters)
    return 1 - nodes.Within(family, column, label.value, beaten, beating, parameters)


def define_over_cells(prediction: Prediction, name: QuantityName, effort: Effort) -> Quantity:
    """Return the quantity of `name` in `prediction`: rank(x), the place of P(x), or bayes_error.

    Raises InputError for more than 10⁶ cells, for numbers and for texts, which have infinitely many.
    `effort` pays for the joints of all cells.
    """
    model = prediction.model
    observation = prediction.observe(name.subjects)
    # a Bayes error of these is added up elsewhere
    numeric = [c for c in model.numeric_blocks if c in observation.cells]
    if numeric:
        raise InputError(f"column {numeric[0]} holds numbers, of which there is no end", at=name.place)
    if model.word_block is not None and (observation.has_text() or name.head == "bayes_error"):
        raise InputError("texts have no end of cells", at=name.place)
    if name.head == "rank" and not set(observation.cells) - set(model.covariate_names):
        raise InputError("names no column", at=name.place)
    searched = model.finite_features if name.head == "bayes_error" else observation.cells
    columns = {column: block for column, block in model.finite_blocks.items() if column in searched}
    size = prod(len(block.values(column)) for column, block in columns.items())
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
    over_cells = nodes.OverCells(name.head, subject, priors, factors, indices)
    return Quantity(name, over_cells, Reason(Rule.DEFINE, description))


def define_independence(prediction: Prediction, name: QuantityName, effort: Effort) -> Quantity:
    """Return the quantity of `name` in `prediction`: whether the probability of items is a product.

    A column stands for all its values. Among many combinations, only the first that violates this is
    compared. Raises InputError for numeric columns and covariates; `effort` pays for the comparison.
    """
    items = name.subjects
    blocks = prediction.model.by_column
    columns = {column: block.values(column) for column, block in blocks.items()}
    numeric_item = next(
        (i for i in items if i.kind == "column" and not columns.get(i.variable, "0")), None
    )
    if numeric_item is not None:
        raise InputError(
            f"column {numeric_item.variable} holds numbers, of which there is no end", at=name.place
        )
    for item in items:
        if item.variable in prediction.model.covariate_names:
            noun = prediction.model.covariate(item.variable).noun
            raise InputError(f"{item.variable} is {noun}, which stands behind the bar", at=name.place)

    def sides(combination: tuple[Item, ...]) -> tuple[Expression, Expression]:
        factors = tuple(probability((item,), (), name.model) for item in combination)
        return probability(combination, (), name.model), Product(factors)

    compared = comparison_of_sides(items, columns, sides, definitions(prediction), effort)
    return Quantity(name, compared, Reason(Rule.DEFINE, "do they multiply?"))


def define_free_parameters(prediction: Prediction, name: QuantityName, _: Effort) -> Quantity:
    """Return the quantity of `name` in `prediction`: (K − 1) of the prior, and K times the features'.

    Numeric columns add one for each of their parameters; a parameter that classes share counts once.
    """
    model = prediction.model
    terms: list[Expression] = []
    size = len(model.classes)
    if model.given is None:
        if model.conventions.prior in ("mle", "smoothed"):
            terms.append(Integer(size - 1))
        needs = [
            number
            for block in model.blocks
            for number in block.free_parameter_counts(model.finite_features)
        ]
        if needs:
            is_uniform = len(needs) > 12 and len(set(needs)) == 1
            listed = Product((Integer(len(needs)), Integer(needs[0])))
            total = listed if is_uniform else Sum(tuple(map(Integer, needs)))
            terms.append(Product((Integer(size), Integer(needs[0]) if len(needs) == 1 else total)))
        if shared := sum(block.free_parameter_count() for block in model.blocks):
            terms.append(Integer(shared))
    return Quantity(name, Sum.of(terms), Reason(Rule.DEFINE, "of the prior, and in each class"))
