"""Every choice that two textbooks make differently: rules of smoothing, presets, and the rest."""

from __future__ import annotations

from typing import TYPE_CHECKING

from exactnb.lazy import door

if TYPE_CHECKING:
    from exactnb.conventions.choices import Conventions
    from exactnb.conventions.pseudocounts import PseudoCounts
    from exactnb.conventions.reading import DIVISORS, PRIORS, TIES, UNSEEN, Epsilon
    from exactnb.conventions.rules import (
        NONE,
        Add,
        Clip,
        Frequency,
        Gamma,
        Limit,
        MEstimate,
        Smoothing,
        read_rule,
    )

__all__ = [
    "DIVISORS",
    "NONE",
    "PRIORS",
    "TIES",
    "UNSEEN",
    "Add",
    "Clip",
    "Conventions",
    "Epsilon",
    "Frequency",
    "Gamma",
    "Limit",
    "MEstimate",
    "PseudoCounts",
    "Smoothing",
    "read_rule",
]

_HOMES = {
    "Add": "exactnb.conventions.rules",
    "Clip": "exactnb.conventions.rules",
    "Conventions": "exactnb.conventions.choices",
    "DIVISORS": "exactnb.conventions.reading",
    "Epsilon": "exactnb.conventions.reading",
    "Frequency": "exactnb.conventions.rules",
    "Gamma": "exactnb.conventions.rules",
    "Limit": "exactnb.conventions.rules",
    "MEstimate": "exactnb.conventions.rules",
    "NONE": "exactnb.conventions.rules",
    "PRIORS": "exactnb.conventions.reading",
    "PseudoCounts": "exactnb.conventions.pseudocounts",
    "Smoothing": "exactnb.conventions.rules",
    "TIES": "exactnb.conventions.reading",
    "UNSEEN": "exactnb.conventions.reading",
    "read_rule": "exactnb.conventions.rules",
}

__getattr__, __dir__ = door(__name__, _HOMES)
