"""Lines with reasons, and the one door through which they reach a printer: `verify`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from exactnb.lazy import door

if TYPE_CHECKING:
    from exactnb.derivation.lines import AsBefore as AsBefore
    from exactnb.derivation.lines import Chain as Chain
    from exactnb.derivation.lines import Decisions as Decisions
    from exactnb.derivation.lines import Derivation as Derivation
    from exactnb.derivation.lines import Deviations as Deviations
    from exactnb.derivation.lines import EstimateRule as EstimateRule
    from exactnb.derivation.lines import Grid as Grid
    from exactnb.derivation.lines import InLambda as InLambda
    from exactnb.derivation.lines import Instance as Instance
    from exactnb.derivation.lines import LeftOut as LeftOut
    from exactnb.derivation.lines import Line as Line
    from exactnb.derivation.lines import Products as Products
    from exactnb.derivation.lines import Remark as Remark
    from exactnb.derivation.lines import Step as Step
    from exactnb.derivation.lines import Verdict as Verdict
    from exactnb.derivation.stated import Asked as Asked
    from exactnb.derivation.stated import Blank as Blank
    from exactnb.derivation.stated import Blanks as Blanks
    from exactnb.derivation.stated import Data as Data
    from exactnb.derivation.stated import Extent as Extent
    from exactnb.derivation.stated import Query as Query
    from exactnb.derivation.stated import Text as Text
    from exactnb.derivation.stated import Texts as Texts
    from exactnb.derivation.verified import Rejected as Rejected
    from exactnb.derivation.verified import Verified as Verified
    from exactnb.derivation.verifier import verify as verify

_HOMES = {
    "exactnb.derivation.lines": (
        "AsBefore Chain Decisions Derivation Deviations EstimateRule Grid InLambda Instance LeftOut "
        "Line Products Remark Step Verdict"
    ),
    "exactnb.derivation.stated": "Asked Blank Blanks Data Extent Query Text Texts",
    "exactnb.derivation.verified": "Rejected Verified",
    "exactnb.derivation.verifier": "verify",
}

__getattr__, __dir__ = door(__name__, _HOMES)
__all__ = __dir__()
