"""Definitions of the quantities of a model and of its data together, for a separate graph."""

from __future__ import annotations

from exactnb.core.data.power_sums import Source
from exactnb.core.model.data_quantities import DataQuantities
from exactnb.core.model.effort import Effort
from exactnb.core.model.probabilities import Prediction
from exactnb.core.model.quantity import Define, Quantity
from exactnb.core.naming.names import QuantityName


def definitions(prediction: Prediction, source: Source | None = None) -> Define:
    """Return the definitions of the quantities of a model and of its counts; `source` has the sums."""
    model, kinds = prediction.model, prediction.kinds
    data = DataQuantities(model.counts, kinds, model.vocabulary, source=source)

    def define(name: QuantityName, effort: Effort) -> Quantity:
        of_data = kinds[name.head].of_data
        return data.define(name, effort) if of_data else prediction.define(name, effort)

    return define
