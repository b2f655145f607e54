"""Where two classes tie, and where one is likelier, as columns of numbers vary."""

from __future__ import annotations

from exactnb.core.naming.kinds import QuantityKind, later

_BOUNDARY = later("exactnb.core.model.questions.boundary", "define_boundary")

KINDS = (
    QuantityKind(
        "boundary(k:l|B)",
        "where two classes tie: points, the first `boundary(k:l)[1]`; of two columns a curve in whole "
        "numbers",
        _BOUNDARY,
        ("pair", "pair | observed"),
        value="places",
        indexed=True,
    ),
    QuantityKind(
        "region(k:l|B)",
        "where the first is likelier: intervals, or a side of the curve",
        _BOUNDARY,
        ("pair", "pair | observed"),
        value="places",
    ),
)
