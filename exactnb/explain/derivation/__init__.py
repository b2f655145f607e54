"""Lines with reasons, and `verify`, which alone turns them into a derivation that can be printed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from exactnb.core.lazy import lazy_exports

if TYPE_CHECKING:
    from exactnb.explain.derivation.lines import Blank as Blank
    from exactnb.explain.derivation.lines import Blanks as Blanks
    from exactnb.explain.derivation.lines import Chain as Chain
    from exactnb.explain.derivation.lines import Data as Data
    from exactnb.explain.derivation.lines import DecisionClaim as DecisionClaim
    from exactnb.explain.derivation.lines import Derivation as Derivation
    from exactnb.explain.derivation.lines import Deviations as Deviations
    from exactnb.explain.derivation.lines import EstimateRule as EstimateRule
    from exactnb.explain.derivation.lines import Extent as Extent
    from exactnb.explain.derivation.lines import FamilyStatement as FamilyStatement
    from exactnb.explain.derivation.lines import Grid as Grid
    from exactnb.explain.derivation.lines import InLambda as InLambda
    from exactnb.explain.derivation.lines import Instance as Instance
    from exactnb.explain.derivation.lines import LeaveOneOut as LeaveOneOut
    from exactnb.explain.derivation.lines import Line as Line
    from exactnb.explain.derivation.lines import Products as Products
    from exactnb.explain.derivation.lines import Query as Query
    from exactnb.explain.derivation.lines import QuestionBlock as QuestionBlock
    from exactnb.explain.derivation.lines import Remark as Remark
    from exactnb.explain.derivation.lines import RowDecisions as RowDecisions
    from exactnb.explain.derivation.lines import SameEstimates as SameEstimates
    from exactnb.explain.derivation.lines import Step as Step
    from exactnb.explain.derivation.lines import Text as Text
    from exactnb.explain.derivation.lines import Texts as Texts
    from exactnb.explain.derivation.verified import Rejected as Rejected
    from exactnb.explain.derivation.verified import Verified as Verified
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
