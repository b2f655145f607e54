"""A quantity that the package has never heard of, in one file: −log₂ P(x), in bits."""

from __future__ import annotations

from typing import TYPE_CHECKING

from exactnb.core.naming.kinds import QuantityKind

if TYPE_CHECKING:
    from exactnb.core.model.probabilities import Prediction
    from exactnb.core.model.quantity import Effort, Quantity
    from exactnb.core.naming.names import QuantityName


def define_surprise(prediction: Prediction, name: QuantityName, effort: Effort) -> Quantity:
    """Return −log₂ P(x)."""
    from exactnb.core.expression.nodes import Function, Negative, Reference
    from exactnb.core.expression.reasons import Reason, Rule
    from exactnb.core.model.quantity import Quantity

    evidence = Reference(prediction.model.names.evidence(name.subjects))
    formula = Negative(Function("log2", evidence))
    return Quantity(name, formula, Reason(Rule.DEFINE, "surprise in bits"))


KINDS = (
    QuantityKind(
        "surprise(x)",
        "−log₂ P(x): how many bits an observation tells",
        define_surprise,
        ("observed",),
        spellings=("surprisal",),
        explored="How surprising it is",
    ),
)
