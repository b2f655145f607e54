"""Lines with reasons, and the one door through which they reach a printer: `verify`."""

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
from exactnb.derivation.verify import verify

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
