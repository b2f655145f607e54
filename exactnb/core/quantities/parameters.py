"""Parameters of numeric columns: a row for each entry of `core/naming/heads.py`."""

from __future__ import annotations

from exactnb.core.naming.heads import HEADS, OWN
from exactnb.core.naming.kinds import QuantityKind, later

_PARAMETER = later("exactnb.core.model.probabilities", "Prediction.parameter")
_SPELLINGS = {"variance": ("var",), "covariance": ("cov",), "sd": ("std",)}

KINDS = tuple(
    QuantityKind(
        head.example,
        f"the {head.name}, {head.within}"
        if head is not OWN
        else "a parameter by its letter, of a family of your own; `s(c|k)` for short",
        _PARAMETER,
        head.shapes,
        value_of={shape: head.array for shape in ("class", "") if head.array},
        written={
            head.name: (head.letter if head is OWN else head.name) + "({left}|{class})",
            f"shared {head.name}": head.name + "({left})",
            f"class {head.name}": head.name + "({class})",
            f"only {head.name}": head.name,
        },
        spellings=_SPELLINGS.get(head.name, ()),
    )
    for head in HEADS.values()
)
