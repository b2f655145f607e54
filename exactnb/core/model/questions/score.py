"""Discriminant scores of lda and qda: log prior plus log density, without what all classes share.

Source: T. Hastie, R. Tibshirani and J. Friedman, The Elements of Statistical Learning (2nd ed.),
section 4.3, equations 4.10 and 4.12.
"""

from __future__ import annotations

from exactnb.core.expression.nodes import Expression, Function, Reference, Sum, references
from exactnb.core.expression.reasons import Reason, Rule
from exactnb.core.families.base import probability
from exactnb.core.model.effort import Effort
from exactnb.core.model.numbers import is_factor
from exactnb.core.model.probabilities import Prediction
from exactnb.core.model.quantity import Quantity
from exactnb.core.naming.names import QuantityName
from exactnb.errors import InputError


def define_score(prediction: Prediction, name: QuantityName, _: Effort) -> Quantity:
    """Return the quantity of `name`, score(k|x); InputError if x has no columns of lda or qda."""
    model = prediction.model
    (label,) = name.subjects
    observation = prediction.observed(name.right)
    terms: list[Expression] = [Function("log", probability((label,), (), model.name))]
    has_score = False
    for factor in model.factors(observation, label):
        columns = _columns(factor) if _has_line(prediction, factor) else ()
        score = model.by_column[columns[0]].score(columns, observation.cells, label) if columns else ()
        has_score = has_score or bool(score)
        terms += score or (Function("log", factor),)
    if not has_score:
        raise InputError("scores are of the columns of lda and qda, and none is seen", at=name.place)
    return Quantity(name, Sum(tuple(terms)), Reason(Rule.DEFINE, "discriminant"))


def _has_line(prediction: Prediction, factor: Expression) -> bool:
    return isinstance(factor, Reference) and is_factor(prediction.model, factor.name)


def _columns(factor: Expression) -> tuple[str, ...]:
    (name,) = references(factor)
    return tuple(item.variable for item in name.subjects)
