"""What can be typed as an answer in one line, and what is not."""

from __future__ import annotations

from exactnb.core.arithmetic import matrices, roots
from exactnb.core.expression.results import Listed, Value
from exactnb.core.naming.names import QuantityName
from exactnb.core.quantities import QUANTITIES


def kind_of_answer(name: QuantityName, value: Value) -> str:
    """Return what kind of answer a quantity needs; "" where none can be typed.

    >>> from exactnb.core.arithmetic.values import UNDEFINED
    >>> kind_of_answer(QuantityName("argmax"), UNDEFINED)
    'label'
    """
    kind = QUANTITIES[name.head].value
    if kind in ("label", "truth", "sets"):
        return kind
    if isinstance(value, Listed):
        return "sets" if any(len(of) > 1 for of in value.groups) else "set"
    if isinstance(value, matrices.Vector | roots.Points):
        return "numbers"
    return "" if isinstance(value, matrices.Matrix | roots.Equation | roots.Everywhere) else "number"
