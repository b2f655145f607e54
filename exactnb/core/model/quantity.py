"""A quantity: a name, its formula and its reason; and the building of a graph, within a budget of work.

Steps of the budget are quantities and the terms of their formulas.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from typing import Protocol

from exactnb.core.arithmetic.numerals import Exact, read_number, read_whole
from exactnb.core.expression.nodes import Expression, references, size
from exactnb.core.expression.reasons import Reason
from exactnb.core.naming.names import QuantityName
from exactnb.core.record import frozen
from exactnb.errors import InputError, Place, TooMuch, Unsupported

_PATIENT = 1_000_000

EFFORT = 1_000_000
"""The steps that one solution, sheet, sample or question may take."""

WRITTEN = 20
"""The steps per part of a formula that is also written, checked and printed."""

TRIED = 10
"""The steps per part of a formula that every mistake is tried on."""


@dataclass(slots=True)
class Effort:
    """Count the steps that a piece of work takes, and refuse more than are allowed.

    A quantity takes one step, and one for each part of its formula. `allowed` is the budget, `usual`
    the budget at patience 1, `spent` what has been taken.

    >>> effort = Effort(100, usual=100)
    >>> effort.spend(60, "P(x)")
    >>> effort.spend(60, "P(y)")
    Traceback (most recent call last):
    ...
    exactnb.errors.TooMuch: P(y): takes 120 steps or more, 100 are allowed; --patience 2
    (effort=2000000) allows 200

    Raises InputError if `allowed` is not a positive integer.
    """

    allowed: int = EFFORT
    usual: int = EFFORT
    spent: int = 0

    def __post_init__(self) -> None:
        self.allowed = read_effort(self.allowed)

    def fresh_copy(self) -> Effort:
        """Return an effort with the same budget, of which nothing is spent."""
        return Effort(self.allowed, self.usual)

    def spend(self, steps: int, on: object) -> None:
        """Take `steps` for the work `on` something.

        Raises TooMuch, with the patience that would suffice, if they exceed the budget.
        """
        needed = self.spent + steps
        if needed > self.allowed:
            patience = -(-needed // self.usual)
            raise TooMuch(
                f"{on}: takes {needed:,} steps or more, {self.allowed:,} are allowed; "
                f"--patience {patience:,} (effort={patience * EFFORT}) allows {patience * self.usual:,}"
            )
        self.spent = needed


def budget_for_patience(factor: Exact | None) -> int:
    """Return the budget for `factor` times the usual patience (None: 1), at least one step.

    >>> budget_for_patience("2.5"), budget_for_patience(None)
    (2500000, 1000000)
    """
    patience = Fraction(1) if factor is None else read_number(factor)
    if not 0 < patience <= _PATIENT:
        raise InputError.expected(f"a number from 0 to {_PATIENT:,}", factor)
    return max(int(patience * EFFORT), 1)


def read_effort(steps: object) -> int:
    """Return `steps` if it is a positive integer; raise InputError otherwise.

    >>> read_effort(5_000_000)
    5000000
    """
    return Place.of("effort").read(read_whole, steps, 1)


class InlineForm(Enum):
    """The form of a quantity in the line of another, once numbers are put in."""

    COUNTED = "as counted"  # an estimate: 3/6
    EXPANDED = "expanded"  # a sum: 9/64 + 9/128
    VALUE = "value"  # a result: 9/64
    MEASURED = "as measured"  # an estimate from numbers: its value, a decimal if finite


@frozen(slots=True)
class Quantity:
    """A name, its formula over other names, the reason, and the form in lines of other quantities."""

    name: QuantityName
    formula: Expression
    reason: Reason
    inline: InlineForm = InlineForm.VALUE

    @property
    def uses(self) -> tuple[QuantityName, ...]:
        """Return the distinct names in the formula, in order."""
        return tuple(dict.fromkeys(references(self.formula)))


class Define(Protocol):
    """A function that gives every name its quantity."""

    def __call__(self, name: QuantityName, effort: Effort, /) -> Quantity:
        """Return the quantity of `name`; `effort` pays for the search of its formula."""


def extend(
    graph: dict[QuantityName, Quantity],
    targets: Iterable[QuantityName],
    define: Callable[[QuantityName], Quantity],
) -> None:
    """Add `targets` and all that they depend on to `graph`, each after the names it uses.

    Raises Unsupported if a quantity depends on itself.
    """
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
            # A name stays on the stack until all that it uses is in the graph. Recursion would fail on
            # deep graphs; and an open name that is met again depends on itself.
            quantity = open_[name] = define(name)
            waiting = [used for used in quantity.uses if used not in graph]
            if any(used in open_ for used in waiting):
                raise Unsupported(f"{name} rests on itself")
            stack.extend(reversed(waiting))


def charged_quantity(
    name: QuantityName, define: Define, effort: Effort, purpose: object = None
) -> Quantity:
    """Return the quantity `name`, after `effort` has paid for its search and its formula's parts.

    Raises TooMuch if it does not suffice; the error names `purpose`, or else `name`.
    """
    quantity = define(name, effort)
    effort.spend(1 + size(quantity.formula), purpose or name)
    return quantity


def extend_charged(
    graph: dict[QuantityName, Quantity], target: QuantityName, define: Define, effort: Effort
) -> None:
    """Add `target` and all that it depends on to `graph`; `effort` pays, and TooMuch names `target`."""
    extend(graph, [target], lambda name: charged_quantity(name, define, effort, target))


def unaffordable_names(
    names: Iterable[QuantityName], define: Define, effort: Effort
) -> dict[QuantityName, TooMuch]:
    """Return those of `names` that one `effort` for all of them does not suffice for, with the error.

    Other errors are ignored here: they are raised when the quantity is evaluated.
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
