"""Every choice that two textbooks make differently: rules of smoothing, presets, and the rest."""

from exactnb.conventions.choices import DIVISORS, PRIORS, TIES, UNSEEN, Conventions, Epsilon
from exactnb.conventions.pseudocounts import PseudoCounts
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
