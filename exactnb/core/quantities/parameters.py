"""Parameters of numeric columns: a row for each entry of `core/naming/heads.py`."""

from __future__ import annotations

from exactnb.core.naming.heads import HEADS
from exactnb.core.naming.kinds import QuantityKind, later

_PARAMETER = later("exactnb.core.model.probabilities", "Prediction.parameter")
_BOUNDS = {"above 0": (0, None), "unit interval": (0, 1)}
_NOUNS = {"sd": "standard deviation", "success": "probability"}
_SPELLINGS = {"variance": ("var",), "covariance": ("cov",), "sd": ("std",)}

KINDS = tuple(
    QuantityKind(
        head.example,
        f"the {head.name}, {head.within}",
        _PARAMETER,
        head.shapes,
        value_of={shape: head.array for shape in ("class", "") if head.array},
        written={
            head.name: head.name + "({left}|{class})",
            f"shared {head.name}": head.name + "({left})",
            f"class {head.name}": head.name + "({class})",
            f"only {head.name}": head.name,
        },
        spellings=_SPELLINGS.get(head.name, ()),
        bounds=(f"A {_NOUNS.get(head.name, head.name)}", *_BOUNDS[head.within])
        if head.within in _BOUNDS
        else None,
    )
    for head in HEADS.values()
)
