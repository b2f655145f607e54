"""The nodes of formulas that somebody states, which have a value where ours would be refused.

Printers and checks know them as the nodes that they are kinds of; `evaluate` alone asks whether a node
`is_stated`, and lets what has no exact form stay a number that is known by enclosures.
"""

from __future__ import annotations

from exactnb.core.expression import nodes
from exactnb.core.expression.nodes import Expression


class Stated:
    """A node whose value may be known by enclosures alone."""

    __slots__ = ()
    is_stated = True


class StatedZeros(Stated, nodes.Zeros):
    """Where the log-ratio of a stated family is 0, or positive."""

    __slots__ = ()


_KINDS: dict[type[Expression], type[Expression]] = {
    kind: type(f"Stated{kind.__name__}", (Stated, kind), {"__slots__": (), "__doc__": kind.__doc__})
    for kind in (
        nodes.Sum, nodes.Product, nodes.Quotient, nodes.Power, nodes.Negative, nodes.Function,
        nodes.Factorial,
    )
}  # fmt: skip
"""The kind of a stated formula for each that has a value of its own."""
globals().update({kind.__name__: kind for kind in _KINDS.values()})  # where copies look for them


def stated(formula: Expression) -> Expression:
    """Return a formula as somebody's own: printed alike, with a value at every step.

    >>> half = nodes.Integer(1) / 2
    >>> print(stated(nodes.Integer(2) ** nodes.sqrt(2)), stated(half) == stated(half))
    2^sqrt(2) True
    """
    parts = formula.children
    inner = formula.with_children(tuple(map(stated, parts))) if parts else formula
    kind = _KINDS.get(type(inner))
    if kind is None:
        return inner
    fields = {name: getattr(inner, name) for name in ("name", *inner.holds) if hasattr(inner, name)}
    return kind(**fields)
