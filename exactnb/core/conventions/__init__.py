"""Every choice that two textbooks make differently: rules of smoothing, presets, and the rest."""

from __future__ import annotations

from typing import TYPE_CHECKING

from exactnb.core.lazy import lazy_exports

if TYPE_CHECKING:
    from exactnb.core.conventions.choices import Conventions as Conventions
    from exactnb.core.conventions.reading import DIVISORS as DIVISORS
    from exactnb.core.conventions.reading import PRIORS as PRIORS
    from exactnb.core.conventions.reading import TIES as TIES
    from exactnb.core.conventions.reading import UNSEEN as UNSEEN
    from exactnb.core.conventions.reading import Epsilon as Epsilon
    from exactnb.core.conventions.rules import NONE as NONE
    from exactnb.core.conventions.rules import Add as Add
    from exactnb.core.conventions.rules import Clip as Clip
    from exactnb.core.conventions.rules import Frequency as Frequency
    from exactnb.core.conventions.rules import Gamma as Gamma
    from exactnb.core.conventions.rules import Limit as Limit
    from exactnb.core.conventions.rules import MEstimate as MEstimate
    from exactnb.core.conventions.rules import PseudoCounts as PseudoCounts
    from exactnb.core.conventions.rules import Smoothing as Smoothing
    from exactnb.core.conventions.rules import read_rule as read_rule

_HOMES = {
    "exactnb.core.conventions.choices": "Conventions",
    "exactnb.core.conventions.reading": "DIVISORS Epsilon PRIORS TIES UNSEEN",
    "exactnb.core.conventions.rules": (
        "Add Clip Frequency Gamma Limit MEstimate NONE PseudoCounts Smoothing read_rule"
    ),
}

__getattr__, __dir__ = lazy_exports(__name__, _HOMES)
__all__ = __dir__()
