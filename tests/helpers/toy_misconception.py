"""A misconception that the package has never heard of, in one file."""

from __future__ import annotations

from exactnb.core.families.protocol import Misconception

ROWS = (
    Misconception(
        "odds-for-prior",
        "the odds of a class given for its prior",
        "Out of what is a prior a share: of all rows, or of those of the other classes?",
        {"prior": lambda step: step.right / (1 - step.right)},
        is_in_result=True,
    ),
)
