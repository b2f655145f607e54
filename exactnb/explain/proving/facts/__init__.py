"""Facts that a proof may cite, each by its words, with the check that a line is an instance of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from exactnb.core.expression.nodes import Expression, Integer, Special

GIBBS = "Gibbs’ inequality"
TELESCOPE = "neighbours cancel"
LINEAR = "expectations add up"
DEFINITE = "log-determinants"
BETA, DIRICHLET = "Beta integral", "Dirichlet integral"
VARIANCE = "a multiple of a variance"
TRIGAMMA = "ψ rises faster than log"
STATIONARY = "no slope where it is largest"
"""What may be cited; `cited.py` has a check for each."""

End = Literal["vanishes", "grows"]
GOES_TO: Mapping[End, Expression] = {"vanishes": Integer(0), "grows": Special("∞")}
"""What a positive letter does, as it is said, and where it goes, as the reason of a line holds it."""
AT_ENDS = "at the lower end", "at the upper end"
"""What is said of a limit at an end of a support."""
