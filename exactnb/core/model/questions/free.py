"""The number of free parameters of a model."""

from __future__ import annotations

from exactnb.core.expression.nodes import Expression, Integer, Product, Sum
from exactnb.core.expression.reasons import Reason, Rule
from exactnb.core.model.effort import Effort
from exactnb.core.model.probabilities import Prediction
from exactnb.core.model.quantity import Quantity
from exactnb.core.naming.names import QuantityName


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
    formula = terms[0] if len(terms) == 1 else Sum(tuple(terms)) if terms else Integer(0)
    return Quantity(name, formula, Reason(Rule.DEFINE, "of the prior, and in each class"))
