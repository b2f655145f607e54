"""Values that a question needs before its formula can be written."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from exactnb.expression.names import QuantityName
from exactnb.expression.scope import OF_DATA
from exactnb.model.data_quantities import DataQuantities
from exactnb.model.quantities import Quantities, Quantity

if TYPE_CHECKING:
    from exactnb.model.prediction import Prediction

__all__ = ["worked_out"]


def worked_out(prediction: Prediction, names: Iterable[QuantityName]) -> Quantities:
    """Return the graph of some quantities of a model, its counts those that the model was made with."""
    model = prediction.model
    data = DataQuantities(model.counts, model.bag.bag.words if model.bag is not None else ())

    def define(name: QuantityName) -> Quantity:
        return data.define(name) if name.head in OF_DATA else prediction.define(name)

    return Quantities(names, define)
