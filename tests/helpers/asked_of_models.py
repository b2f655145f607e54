"""What becomes of a name that is asked for: its formula, why, the numbers in it, what it is worth."""

from __future__ import annotations

from collections.abc import Iterator

from spelled_well import spelled

from exactnb import Problem
from exactnb.core.arithmetic.values import Undefined
from exactnb.core.expression.results import Value
from exactnb.core.expression.written import written
from exactnb.core.model.deciding import Decider, row_decisions, wrong_decisions
from exactnb.core.model.probabilities import definitions
from exactnb.core.model.quantities import Quantities
from exactnb.core.model.quantity import Effort
from exactnb.core.naming.names import QuantityName
from exactnb.core.quantities import QUANTITIES
from exactnb.errors import ExactnbError

__all__ = ["answered"]


def answered(problem: Problem, text: str) -> Iterator[str]:
    """Yield what a name is worth, and how that is found; or why it is refused."""
    effort = Effort()
    try:
        name = problem.scope.resolve(text)
        graph = Quantities([name], problem.define, effort)
        value = graph.value(name)
    except ExactnbError as error:
        yield f"! {error}"
        return
    quantity = graph[name]
    reason = quantity.reason.words or "no reason"
    yield f"{spelled(quantity.formula)} [{reason}, {quantity.inline.value}]"
    if spelled(graph.as_counted(name)) != spelled(quantity.formula):
        reason = graph.substitution_reason(quantity.formula).words
        yield f"= {spelled(graph.as_counted(name))} [{reason}]"
    yield f"= {_worth(value)}"
    if not QUANTITIES[name.head].of_data and (
        isinstance(value, Undefined) or (value == 0 and value is not False)
    ):
        yield f"because of {', '.join(map(str, graph.causes_of_zero(name)))}"
    yield f"{effort.spent} steps"
    if name.head in ("accuracy", "accuracy_left_out"):
        rows = row_decisions(problem.predictions[name.model], name, graph)
        yield "; ".join(f"{row} {label}: {', '.join(of) or 'undefined'}" for row, label, of in rows)
        yield f"wrong: {', '.join(row for row, *_ in wrong_decisions(rows)) or 'none'}"
    if name.head == "argmax":
        yield _decided(problem, name)


def _decided(problem: Problem, name: QuantityName) -> str:
    """Return how a decision is made where many are: by enclosing the scores, or by the joints."""
    prediction = problem.predictions[name.model]
    effort = Effort()
    decider = Decider(prediction.model, definitions(prediction), effort)
    seen = prediction.model.without_ignored(prediction.observe(name.subjects))
    value = decider.decide(seen, name.subjects)
    return f"decided {'by the joints' if effort.spent else 'at once'}: {_worth(value)}"


def _worth(value: Value) -> str:
    return spelled(written(value))
