"""A quantity: a name, its formula and the reason for it; and how a graph of them is built and paid."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from enum import Enum
from typing import Protocol

from exactnb.core.expression.nodes import Expression, references, size
from exactnb.core.expression.reasons import Reason
from exactnb.core.model.effort import Effort
from exactnb.core.naming.names import QuantityName
from exactnb.core.record import frozen
from exactnb.errors import TooMuch, Unsupported


class InlineForm(Enum):
    """How a quantity stands in the line of another, once numbers are put in."""

    COUNTED = "as counted"  # an estimate: 3/6
    EXPANDED = "expanded"  # a sum: 9/64 + 9/128
    VALUE = "value"  # a result: 9/64
    MEASURED = "as measured"  # an estimate from numbers: its value, a decimal if that has an end


@frozen(slots=True)
class Quantity:
    """A name, the formula for it over other names, and the reason for the formula."""

    name: QuantityName
    formula: Expression
    reason: Reason
    inline: InlineForm = InlineForm.VALUE

    @property
    def uses(self) -> tuple[QuantityName, ...]:
        """Return the names in the formula, each once, in order."""
        return tuple(dict.fromkeys(references(self.formula)))


class Define(Protocol):
    """What gives every name its quantity; what it takes to find a formula is spent of an effort."""

    def __call__(self, name: QuantityName, effort: Effort, /) -> Quantity:
        """Return the quantity of a name."""


def extend(
    graph: dict[QuantityName, Quantity],
    targets: Iterable[QuantityName],
    define: Callable[[QuantityName], Quantity],
) -> None:
    """Put in what some names rest on, and they themselves, each after all that it uses."""
    open_: dict[QuantityName, Quantity] = {}
    stack = list(reversed(tuple(targets)))
    while stack:
        name = stack[-1]
        if name in graph:
            stack.pop()
        elif name in open_:
            graph[name] = open_.pop(name)
            stack.pop()
        else:
            # A name stays on the stack until all that it uses is in; so deep graphs need no deep
            # recursion, and a name that is open when it is met again would rest on itself.
            quantity = open_[name] = define(name)
            waiting = [used for used in quantity.uses if used not in graph]
            if any(used in open_ for used in waiting):
                raise Unsupported(f"{name} rests on itself")
            stack.extend(reversed(waiting))


def charged_quantity(
    name: QuantityName, define: Define, effort: Effort, purpose: object = None
) -> Quantity:
    """Return a quantity that is paid for: what it took to find its formula, and the formula's parts.

    What it is for is `purpose`, if not the quantity itself.
    """
    quantity = define(name, effort)
    effort.spend(1 + size(quantity.formula), purpose or name)
    return quantity


def extend_charged(
    graph: dict[QuantityName, Quantity], target: QuantityName, define: Define, effort: Effort
) -> None:
    """Put in a quantity that is asked for and what it rests on, all of it paid for."""
    extend(graph, [target], lambda name: charged_quantity(name, define, effort, target))


def unaffordable(
    names: Iterable[QuantityName], define: Define, effort: Effort
) -> dict[QuantityName, TooMuch]:
    """Return which of some quantities, in turn, an effort for all of them does not do for, and why.

    What goes wrong otherwise is left to whoever works them out.
    """
    graph: dict[QuantityName, Quantity] = {}
    errors: dict[QuantityName, TooMuch] = {}
    for name in names:
        try:
            extend_charged(graph, name, define, effort)
        except TooMuch as error:
            errors[name] = error
        except Exception:
            pass
    return errors
