"""The linear form of a model: log-odds as a bias and a weight for each 0/1 column or word.

Source: C. Bishop, Pattern Recognition and Machine Learning (2006), section 4.2.3.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from exactnb.errors import InputError
from exactnb.expression.names import Item, Pair, QuantityName
from exactnb.expression.nodes import Expression, Function, Product, Quotient
from exactnb.expression.reasons import Reason, Rule
from exactnb.families.base import probability
from exactnb.model.quantities import Quantity

if TYPE_CHECKING:
    from exactnb.model.prediction import Prediction

__all__ = ["define_linear"]


def define_linear(prediction: Prediction, name: QuantityName) -> Quantity:
    """Return weight(k:l|a), the log-odds that a adds, or bias(k:l), those where nothing is there."""
    (pair,) = name.left
    assert isinstance(pair, Pair)
    _check(prediction, name)
    if name.head == "bias":
        above, below = (_bias(prediction, k, name) for k in (pair.first, pair.second))
        return Quantity(name, _log_ratio(above, below), Reason(Rule.DEFINE, "log-odds of nothing seen"))
    (item,) = name.right
    if item.kind == "word":
        words = "log of the ratio"
        first, second = (probability((item,), (k,), name.model) for k in (pair.first, pair.second))
        return Quantity(name, _log_ratio([first], [second]), Reason(Rule.DEFINE, words))
    (there, gone), (there_too, gone_too) = (
        _both(prediction, item.variable, k) for k in (pair.first, pair.second)
    )
    reason = Reason(Rule.DEFINE, "log of the odds ratio")
    if prediction.model.conventions.absent == "ignore":
        return Quantity(name, _log_ratio([there], [there_too]), reason)
    return Quantity(name, _log_ratio([there, gone_too], [there_too, gone]), reason)


def _bias(prediction: Prediction, label: Item, name: QuantityName) -> list[Expression]:
    """Return the prior and, for each 0/1 column, the probability of a 0."""
    factors: list[Expression] = [probability((label,), (), name.model)]
    if prediction.model.conventions.absent == "count":
        factors += (_both(prediction, column, label)[1] for column in prediction.model.blocks)
    return factors


def _both(prediction: Prediction, column: str, label: Item) -> tuple[Expression, Expression]:
    """Return the factors of a 1 and of a 0."""
    model = prediction.model
    block = model.blocks[column]
    one, zero = (model.cell_factor(block, value, label) for value in ("1", "0"))
    return one, zero


def _check(prediction: Prediction, name: QuantityName) -> None:
    model = prediction.model
    other = next((c for c, b in model.blocks.items() if set(b.column.values) != {"0", "1"}), None)
    if other is not None:
        raise InputError(f"{name}: column {other} is not 0/1, so the log-odds are not linear in it")
    if model.bag is not None and model.bag.family.name != "multinomial":
        raise InputError(f"{name}: with {model.bag.family.name} the log-odds are not linear")


def _log_ratio(above: list[Expression], below: list[Expression]) -> Expression:
    return Function("log", Quotient(_product(above), _product(below)))


def _product(factors: list[Expression]) -> Expression:
    return factors[0] if len(factors) == 1 else Product(tuple(factors))
