"""Every choice that two textbooks make differently: rules of smoothing, presets, and the rest."""

from exactnb.conventions.choices import PRIORS, TIES, UNSEEN, Conventions
from exactnb.conventions.places import ByPlace
from exactnb.conventions.rules import (
    NONE,
    Add,
    Clip,
    Frequency,
    Limit,
    MEstimate,
    Smoothing,
    read_rule,
)

__all__ = [
    "NONE",
    "PRIORS",
    "TIES",
    "UNSEEN",
    "Add",
    "ByPlace",
    "Clip",
    "Conventions",
    "Frequency",
    "Limit",
    "MEstimate",
    "Smoothing",
    "read_rule",
]
