"""What can be typed as an answer in one line, and what is not."""

from __future__ import annotations

from exactnb.core.arithmetic import matrices, roots
from exactnb.core.expression.results import Listed, Value
from exactnb.core.naming.names import QuantityName
from exactnb.core.quantities import QUANTITIES


def answer_kind(name: QuantityName, value: Value) -> str:
    """Return the kind of answer that the quantity `name` needs, by the kind of its `value`.

    It is "label", "set", "sets", "truth", "number" or "numbers", and "" for a value that cannot be
    typed in one line.

    >>> from exactnb.core.arithmetic.values import UNDEFINED
    >>> answer_kind(QuantityName("argmax"), UNDEFINED)
    'label'
    """
    kind = QUANTITIES[name.head].value
    if kind in ("label", "truth", "sets"):
        return kind
    if isinstance(value, Listed):
        return "sets" if any(len(group) > 1 for group in value.groups) else "set"
    if isinstance(value, matrices.Vector | roots.Points):
        return "numbers"
    return "" if isinstance(value, matrices.Matrix | roots.Equation | roots.Everywhere) else "number"
