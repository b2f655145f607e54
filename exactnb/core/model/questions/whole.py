"""Independence under a model, tested exactly: do probabilities multiply; the number of parameters."""

from __future__ import annotations

from exactnb.core.expression.nodes import Expression, Integer, Product, Sum
from exactnb.core.expression.reasons import Reason, Rule
from exactnb.core.families.base import probability
from exactnb.core.model.data_quantities import compared_sides
from exactnb.core.model.probabilities import Prediction, definitions
from exactnb.core.model.quantity import Effort, Quantity
from exactnb.core.naming.names import Item, QuantityName
from exactnb.errors import InputError


def define_independence(prediction: Prediction, name: QuantityName, effort: Effort) -> Quantity:
    """Return the quantity of `name`: whether the probability of its items is the product of theirs.

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

    compared = compared_sides(items, columns, sides, definitions(prediction), effort)
    return Quantity(name, compared, Reason(Rule.DEFINE, "do they multiply?"))


def define_free_parameters(prediction: Prediction, name: QuantityName, _: Effort) -> Quantity:
    """Return the quantity of `name`: (K − 1), if the prior is estimated, plus K times the features'.

    Numeric columns add one for each of their parameters; a parameter that classes share counts once.
    """
    model = prediction.model
    terms: list[Expression] = []
    size = len(model.classes)
    if model.given is None:
        if model.conventions.prior in ("mle", "smoothed"):
            terms.append(Integer(size - 1))
        needs = [number for block in model.blocks for number in block.needs(model.finite_features)]
        if needs:
            is_uniform = len(needs) > 12 and len(set(needs)) == 1
            listed = Product((Integer(len(needs)), Integer(needs[0])))
            total = listed if is_uniform else Sum(tuple(map(Integer, needs)))
            terms.append(Product((Integer(size), Integer(needs[0]) if len(needs) == 1 else total)))
        if shared := sum(block.free_parameter_count() for block in model.blocks):
            terms.append(Integer(shared))
    return Quantity(name, Sum.of(terms), Reason(Rule.DEFINE, "of the prior, and in each class"))
