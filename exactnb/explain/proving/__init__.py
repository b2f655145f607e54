"""Theorems for data of any size: their lines, and what shows that each of them holds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from exactnb.explain.derivation.verified import StepProver
from exactnb.explain.derivation.verifier import verify_theorem

if TYPE_CHECKING:
    from exactnb.explain.derivation.lines import Derivation, Step
    from exactnb.explain.derivation.verified import Verified


def prove(derivation: Derivation, *, anew: bool = True) -> Verified:
    """Return a derivation that rests on no data, only on theorems, as one that may be printed.

    What was proved before is proved again if `anew`. Raises Rejected at the first line that does not
    hold.
    """
    return verify_theorem(derivation, new_prover if anew else cached_prover)


def new_prover(steps: Sequence[Step]) -> StepProver:
    """Return what accepts the steps of one theorem, each line by its certificate."""
    from exactnb.explain.proving.prover import Prover

    return Prover()


def cached_prover(steps: Sequence[Step]) -> StepProver:
    """Return what accepts the steps of one theorem: those that were proved before as they are."""
    from exactnb.explain.proving.proof_digests import Accepted, is_recorded

    return Accepted(steps) if is_recorded(steps) else new_prover(steps)
