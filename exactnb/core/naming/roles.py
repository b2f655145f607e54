"""The roles of probabilities in Bayes' rule: prior, joint, evidence, likelihood, posterior."""

from __future__ import annotations

from enum import Enum


class Role(Enum):
    """The role of a probability in Bayes' rule."""

    PRIOR = "prior"
    WITHIN = "within a class"  # P(a|k), an estimate, or P(x|k), a likelihood
    JOINT = "joint"
    EVIDENCE = "evidence"
    POSTERIOR = "posterior"
    OTHER = "other"
