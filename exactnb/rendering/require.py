"""The check at the door of every printer."""

from __future__ import annotations

from exactnb.derivation import Verified

__all__ = ["required"]


def required(given: object) -> Verified:
    """Return a `Verified` derivation; raise TypeError for anything else."""
    if not isinstance(given, Verified):
        raise TypeError(f"only a Verified derivation is printed (got {type(given).__name__})")
    return given
