"""Lines with reasons, and the one door through which they reach a printer: `verify`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from exactnb.lazy import door

if TYPE_CHECKING:
    from exactnb.derivation.lines import (
        AsBefore,
        Chain,
        Decisions,
        Derivation,
        Deviations,
        EstimateRule,
        Grid,
        InLambda,
        Instance,
        LeftOut,
        Line,
        Products,
        Remark,
        Step,
        Verdict,
    )
    from exactnb.derivation.stated import Asked, Blank, Blanks, Data, Extent, Query, Text, Texts
    from exactnb.derivation.verified import Rejected, Verified
    from exactnb.derivation.verifier import verify

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
    "InLambda",
    "Instance",
    "LeftOut",
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

_HOMES = {
    "AsBefore": "exactnb.derivation.lines",
    "Asked": "exactnb.derivation.stated",
    "Blank": "exactnb.derivation.stated",
    "Blanks": "exactnb.derivation.stated",
    "Chain": "exactnb.derivation.lines",
    "Data": "exactnb.derivation.stated",
    "Decisions": "exactnb.derivation.lines",
    "Derivation": "exactnb.derivation.lines",
    "Deviations": "exactnb.derivation.lines",
    "EstimateRule": "exactnb.derivation.lines",
    "Extent": "exactnb.derivation.stated",
    "Grid": "exactnb.derivation.lines",
    "InLambda": "exactnb.derivation.lines",
    "Instance": "exactnb.derivation.lines",
    "LeftOut": "exactnb.derivation.lines",
    "Line": "exactnb.derivation.lines",
    "Products": "exactnb.derivation.lines",
    "Query": "exactnb.derivation.stated",
    "Rejected": "exactnb.derivation.verified",
    "Remark": "exactnb.derivation.lines",
    "Step": "exactnb.derivation.lines",
    "Text": "exactnb.derivation.stated",
    "Texts": "exactnb.derivation.stated",
    "Verdict": "exactnb.derivation.lines",
    "Verified": "exactnb.derivation.verified",
    "verify": "exactnb.derivation.verifier",
}

__getattr__, __dir__ = door(__name__, _HOMES)
