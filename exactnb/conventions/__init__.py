"""Every choice that two textbooks make differently: rules of smoothing, presets, and the rest."""

from __future__ import annotations

from typing import TYPE_CHECKING

from exactnb.lazy import door

if TYPE_CHECKING:
    from exactnb.conventions.choices import Conventions as Conventions
    from exactnb.conventions.pseudocounts import PseudoCounts as PseudoCounts
    from exactnb.conventions.reading import DIVISORS as DIVISORS
    from exactnb.conventions.reading import PRIORS as PRIORS
    from exactnb.conventions.reading import TIES as TIES
    from exactnb.conventions.reading import UNSEEN as UNSEEN
    from exactnb.conventions.reading import Epsilon as Epsilon
    from exactnb.conventions.rules import NONE as NONE
    from exactnb.conventions.rules import Add as Add
    from exactnb.conventions.rules import Clip as Clip
    from exactnb.conventions.rules import Frequency as Frequency
    from exactnb.conventions.rules import Gamma as Gamma
    from exactnb.conventions.rules import Limit as Limit
    from exactnb.conventions.rules import MEstimate as MEstimate
    from exactnb.conventions.rules import Smoothing as Smoothing
    from exactnb.conventions.rules import read_rule as read_rule

_HOMES = {
    "exactnb.conventions.choices": "Conventions",
    "exactnb.conventions.pseudocounts": "PseudoCounts",
    "exactnb.conventions.reading": "DIVISORS Epsilon PRIORS TIES UNSEEN",
    "exactnb.conventions.rules": "Add Clip Frequency Gamma Limit MEstimate NONE Smoothing read_rule",
}

__getattr__, __dir__ = door(__name__, _HOMES)
__all__ = __dir__()
