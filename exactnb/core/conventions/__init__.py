"""Every choice that two textbooks make differently: rules of smoothing, presets, and the rest."""

from __future__ import annotations

from typing import TYPE_CHECKING

from exactnb.core.lazy import lazy_exports

if TYPE_CHECKING:
    from exactnb.core.conventions.choices import Conventions as Conventions
    from exactnb.core.conventions.reading import *
    from exactnb.core.conventions.rules import *

_HOMES = {
    "exactnb.core.conventions.choices": "Conventions",
    "exactnb.core.conventions.reading": "DIVISORS Epsilon PRIORS TIES UNSEEN",
    "exactnb.core.conventions.rules": (
        "Add Clip Frequency Gamma Limit MEstimate NONE PseudoCounts Smoothing read_rule"
    ),
}

__getattr__, __dir__ = lazy_exports(__name__, _HOMES)
__all__ = __dir__()
