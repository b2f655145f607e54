"""Every choice that two textbooks make differently: rules of smoothing, presets, and the rest."""

from exactnb.conventions.choices import DIVISORS, PRIORS, TIES, UNSEEN, Conventions, Epsilon
from exactnb.conventions.places import ByPlace
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
    "ByPlace",
    "Clip",
    "Conventions",
    "Epsilon",
    "Frequency",
    "Gamma",
    "Limit",
    "MEstimate",
    "Smoothing",
    "read_rule",
]
