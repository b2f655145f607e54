"""What an expression can come to: a number, or something that is none."""

from __future__ import annotations

from dataclasses import dataclass

from exactnb.arithmetic import matrices, roots
from exactnb.arithmetic.values import Number

__all__ = ["Decision", "NoNumber", "Value"]


@dataclass(frozen=True, slots=True)
class Decision:
    """The class that is decided on, or all the labels of a tie."""

    labels: tuple[str, ...]


NoNumber = (
    Decision
    | bool
    | matrices.Vector
    | matrices.Matrix
    | roots.Points
    | roots.Everywhere
    | roots.Equation
)
"""Values that cannot be added or compared as numbers are."""

Value = Number | NoNumber
