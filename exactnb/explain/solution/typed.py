"""What can be typed as an answer in one line, and what is not."""

from __future__ import annotations

from exactnb.core.arithmetic import matrices, roots
from exactnb.core.expression.results import Decision, Listed, Value
from exactnb.core.naming.names import QuantityName


def kind_of_answer(name: QuantityName, value: Value) -> str:
    """Return what kind of answer a quantity needs; "" where none can be typed.

    >>> kind_of_answer(QuantityName("accuracy"), True)
    'truth'
    """
    if isinstance(value, Decision) or name.head == "argmax":
        return "label"
    if isinstance(value, Listed):
        return "sets" if name.head == "reasons" or any(len(of) > 1 for of in value.groups) else "set"
    if isinstance(value, bool) or name.head.startswith("independent"):
        return "truth"
    if isinstance(value, matrices.Vector | roots.Points):
        return "numbers"
    return "" if isinstance(value, matrices.Matrix | roots.Equation | roots.Everywhere) else "number"
