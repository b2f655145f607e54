"""Questions around a model: linear form, independence, rank, accuracy; one file for each kind."""

from __future__ import annotations

from exactnb.core.model.effort import Effort
from exactnb.core.model.probabilities import Probabilities
from exactnb.core.model.quantity import Quantity
from exactnb.core.naming.names import QuantityName
from exactnb.errors import NotYet


def define_question(prediction: Probabilities, name: QuantityName, effort: Effort) -> Quantity:
    """Return the quantity that a question is about, paid for with an effort."""
    match name.head:
        case "weight" | "bias":
            from exactnb.core.model.questions.linear import define_linear

            return define_linear(prediction, name, effort)
        case "independent":
            from exactnb.core.model.questions.independence import define_independence

            return define_independence(prediction, name, effort)
        case "bayes_error" if prediction.model.endless:
            from exactnb.core.model.questions.error import define_error_of_numbers

            return define_error_of_numbers(prediction, name, effort)
        case "rank" | "bayes_error":
            from exactnb.core.model.questions.cells import define_over_cells

            return define_over_cells(prediction, name, effort)
        case "accuracy" | "accuracy_left_out":
            from exactnb.core.model.questions.accuracy import define_accuracy

            return define_accuracy(prediction, name, effort)
        case "flips":
            from exactnb.core.model.questions.flips import define_flips

            return define_flips(prediction, name, effort)
        case "edits":
            from exactnb.core.model.questions.edits import define_edits

            return define_edits(prediction, name, effort)
        case "nearest":
            from exactnb.core.model.questions.nearby import define_nearest

            return define_nearest(prediction, name, effort)
        case "reasons":
            from exactnb.core.model.questions.nearby import define_reasons

            return define_reasons(prediction, name, effort)
        case "threshold":
            from exactnb.core.model.questions.flips import define_threshold as define
        case "free_parameters":
            from exactnb.core.model.questions.free import define_free_parameters as define
        case "boundary" | "region":
            from exactnb.core.model.questions.boundary import define_boundary as define
        case "score":
            from exactnb.core.model.questions.score import define_score as define
        case _:
            raise NotYet(f"{name.head}(...) is understood, but not worked out yet", at=name.place)
    return define(prediction, name)
