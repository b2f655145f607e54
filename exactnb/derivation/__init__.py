"""Lines with reasons, and the one door through which they reach a printer: `verify`."""

from exactnb.derivation.lines import (
    AsBefore,
    Chain,
    Decisions,
    Derivation,
    Deviations,
    EstimateRule,
    Grid,
    Instance,
    Line,
    Products,
    Remark,
    Step,
    Verdict,
)
from exactnb.derivation.stated import Asked, Blank, Blanks, Data, Extent, Query, Text, Texts
from exactnb.derivation.verified import Rejected, Verified
from exactnb.derivation.verify import verify

__all__ = [
    "AsBefore",
    "Asked",
    "Blank",
    "Blanks",
    "Chain",
    "Data",
    "Decisions",
    "Derivation",
    "Deviations",
    "EstimateRule",
    "Extent",
    "Grid",
    "Instance",
    "Line",
    "Products",
    "Query",
    "Rejected",
    "Remark",
    "Step",
    "Text",
    "Texts",
    "Verdict",
    "Verified",
    "verify",
]
