"""Theorems for data of any size: their lines, and what shows that each of them holds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from exactnb.derivation.verifier import Prover, verify_theorem

if TYPE_CHECKING:
    from exactnb.derivation.lines import Derivation
    from exactnb.derivation.verified import Verified

__all__ = ["new_prover", "prove"]


def prove(derivation: Derivation) -> Verified:
    """Return a derivation that rests on no data, only on theorems, as one that may be printed.

    Raises Rejected at the first line that does not hold.
    """
    return verify_theorem(derivation, new_prover)


def new_prover() -> Prover:
    """Return what accepts the steps of one theorem."""
    from exactnb.proving.prover import Prover as OfForms

    return OfForms()
