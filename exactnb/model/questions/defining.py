"""What defines the quantities of a model and of its data together, for a graph of their own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from exactnb.expression.scope import OF_DATA
from exactnb.families.sample import Source
from exactnb.model.data_quantities import DataQuantities
from exactnb.model.quantities import Define

if TYPE_CHECKING:
    from exactnb.model.prediction import Prediction

__all__ = ["definitions"]


def definitions(prediction: Prediction, source: Source | None = None) -> Define:
    """Return the quantities of a model and of the counts it rests on; `source` adds numbers up."""
    model = prediction.model
    words = model.bag.bag.words if model.bag is not None else ()
    data = DataQuantities(model.counts, words, source=source)
    return lambda name: data.define(name) if name.head in OF_DATA else prediction.define(name)
