"""Everything that a model defines: its probabilities, and the questions around it."""

from __future__ import annotations

from dataclasses import field, replace

from exactnb.core.model.effort import Effort
from exactnb.core.model.probabilities import Probabilities
from exactnb.core.model.quantity import Quantity
from exactnb.core.model.questions import define_question
from exactnb.core.naming.names import QuantityName
from exactnb.core.record import frozen


@frozen
class Prediction(Probabilities):
    """Define what a model says about what is seen, and what is asked of it as a whole.

    An answer is kept with what it cost: it may take a while, and is asked several times.
    """

    _answered: dict[QuantityName, tuple[Quantity, int]] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )

    def question(self, name: QuantityName, effort: Effort) -> Quantity:
        """Return what a question asks for; it costs as much whoever asked first."""
        if name not in self._answered:
            before = effort.spent
            found = define_question(self, name, effort)
            self._answered[name] = found, effort.spent - before
        else:
            effort.spend(self._answered[name][1], name)
        return self._answered[name][0]

    def anew(self) -> Prediction:
        """Return the same prediction with nothing answered yet: all is worked out again."""
        return replace(self)
