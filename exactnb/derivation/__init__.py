"""Lines with reasons, and the one door through which they reach a printer: `verify`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from exactnb.lazy import door

if TYPE_CHECKING:
    from exactnb.derivation.lines import (
        Chain,
        Data,
        Derivation,
        Deviations,
        EstimateRule,
        Grid,
        Instance,
        Line,
        Remark,
        Step,
        Verdict,
    )
    from exactnb.derivation.verified import Rejected, Verified
    from exactnb.derivation.verifier import verify

__all__ = [
    "Chain",
    "Data",
    "Derivation",
    "Deviations",
    "EstimateRule",
    "Grid",
    "Instance",
    "Line",
    "Rejected",
    "Remark",
    "Step",
    "Verdict",
    "Verified",
    "verify",
]

_HOMES = {
    "Chain": "exactnb.derivation.lines",
    "Data": "exactnb.derivation.lines",
    "Derivation": "exactnb.derivation.lines",
    "Deviations": "exactnb.derivation.lines",
    "EstimateRule": "exactnb.derivation.lines",
    "Grid": "exactnb.derivation.lines",
    "Instance": "exactnb.derivation.lines",
    "Line": "exactnb.derivation.lines",
    "Rejected": "exactnb.derivation.verified",
    "Remark": "exactnb.derivation.lines",
    "Step": "exactnb.derivation.lines",
    "Verdict": "exactnb.derivation.lines",
    "Verified": "exactnb.derivation.verified",
    "verify": "exactnb.derivation.verifier",
}

__getattr__, __dir__ = door(__name__, _HOMES)
