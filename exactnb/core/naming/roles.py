"""What a probability is, told by its name: a prior, a joint, the evidence, a posterior."""

from __future__ import annotations

from enum import Enum


class Role(Enum):
    """The kinds of probabilities that Bayes' rule tells apart."""

    PRIOR = "prior"
    WITHIN = "within a class"  # of one thing or of all that is seen: an estimate, a likelihood
    JOINT = "joint"
    EVIDENCE = "evidence"
    POSTERIOR = "posterior"
    OTHER = "other"
