"""What every printer does first: the check at its door, and leaving out lines that say nothing."""

from __future__ import annotations

from collections.abc import Callable

from exactnb.derivation import Chain, Line, Verified
from exactnb.expression.nodes import Expression

__all__ = ["required", "said"]


def required(given: object) -> Verified:
    """Return a `Verified` derivation; raise TypeError for anything else."""
    if not isinstance(given, Verified):
        raise TypeError(f"only a Verified derivation is printed (got {type(given).__name__})")
    return given


def said(chain: Chain, write: Callable[[Expression], str]) -> tuple[Line, ...]:
    """Return the lines of a chain without an opening one whose two sides look the same."""
    first, *rest = chain.lines
    if rest and not first.reason.words and write(first.left) == write(first.right):
        return tuple(rest)
    return chain.lines
