"""Waiting for several successes: negative binomial columns."""

from __future__ import annotations

from exactnb.explain.proving.own_densities import theorem_by_density

NEGATIVE_BINOMIAL = theorem_by_density(
    "negative-binomial-mle",
    "The MLE of a negative binomial distribution",
    "negative-binomial",
    "success j|k MLE",
    "whole numbers of failures before the last success of a row",
)
