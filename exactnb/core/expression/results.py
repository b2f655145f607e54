"""What an expression can be worth beside a number, and when two values are the same."""

from __future__ import annotations

from exactnb.core.arithmetic import matrices, roots, values
from exactnb.core.arithmetic.values import Number, Undefined
from exactnb.core.record import frozen
from exactnb.core.shown import Symbolic, Written


@frozen(slots=True)
class Decision(Written):
    """The class that is decided on, or all the labels of a tie."""

    labels: tuple[str, ...]


@frozen(slots=True)
class Listed(Symbolic):
    """A set of things in words, or of sets of them, in an order that is always the same."""

    groups: tuple[tuple[str, ...], ...]


NoNumber = (
    Decision
    | Listed
    | bool
    | matrices.Vector
    | matrices.Matrix
    | roots.Points
    | roots.Everywhere
    | roots.Equation
)
"""Values that cannot be added or compared as numbers are."""

Value = Number | NoNumber


def decided_labels(value: Value) -> tuple[str, ...]:
    """Return the labels of the decision `value`, () if it is undefined."""
    return value.labels if isinstance(value, Decision) else ()


def settled(value: Value) -> Value:
    """Return what a value is worth in an answer: where it depends on λ, its limit."""
    return value if isinstance(value, NoNumber) else values.limit(value)


def same(left: Value, right: Value) -> bool:
    """Say whether `left` and `right` are equal, exactly; undefined equals undefined.

    >>> from fractions import Fraction
    >>> same(Fraction(2, 4), Fraction(1, 2)), same(values.UNDEFINED, Fraction(0))
    (True, False)

    Raises Undecidable or Unsupported where no theorem is known that tells.
    """
    if isinstance(left, roots.Points) and isinstance(right, roots.Points):
        pairs = zip(left.parts, right.parts, strict=False)
        same_shape = len(left.parts) == len(right.parts) and left.kind == right.kind
        return same_shape and all(same(a, b) for a, b in pairs)
    if isinstance(left, Listed) and isinstance(right, Listed):  # sets have no order
        left_groups, right_groups = (sorted(map(sorted, listed.groups)) for listed in (left, right))
        return left_groups == right_groups
    if isinstance(left, NoNumber) or isinstance(right, NoNumber):
        return type(left) is type(right) and left == right
    if isinstance(left, Undefined) or isinstance(right, Undefined):
        return left == right
    return values.compare(left, right) == 0
