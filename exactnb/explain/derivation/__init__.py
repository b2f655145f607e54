"""Lines with reasons, and `verify`, which alone turns them into a derivation that can be printed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from exactnb.core.lazy import lazy_exports

if TYPE_CHECKING:
    from exactnb.explain.derivation.lines import *
    from exactnb.explain.derivation.verified import *
    from exactnb.explain.derivation.verifier import verify as verify

_HOMES = {
    "exactnb.explain.derivation.lines": (
        "Chain DecisionClaim Derivation Deviations EstimateRule FamilyStatement Grid InLambda Instance "
        "LeaveOneOut Line Products Remark RowDecisions SameEstimates Step "
        "Blank Blanks Data Extent Query QuestionBlock Text Texts"
    ),
    "exactnb.explain.derivation.verified": "Rejected Verified",
    "exactnb.explain.derivation.verifier": "verify",
}

__getattr__, __dir__ = lazy_exports(__name__, _HOMES)
__all__ = __dir__()
