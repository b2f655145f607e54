"""Lines with reasons, and the one door through which they reach a printer: `verify`."""

from exactnb.derivation.lines import (
    Chain,
    Data,
    Derivation,
    EstimateRule,
    Grid,
    Instance,
    Line,
    Remark,
    Step,
    Verdict,
)
from exactnb.derivation.verify import Rejected, Verified, verify

__all__ = [
    "Chain",
    "Data",
    "Derivation",
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
