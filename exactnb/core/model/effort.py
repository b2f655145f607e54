"""The budget of work: steps are quantities and the terms of their formulas."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from exactnb.core.arithmetic.numerals import Exact, read_number
from exactnb.errors import InputError, TooMuch, quoted

_PATIENT = 1_000_000

EFFORT = 1_000_000
"""The steps that one solution, sheet, sample or question may take."""

WRITTEN = 20
"""The steps per part of a formula that is also written, checked and printed."""

TRIED = 10
"""The steps per part of a formula that every mistake is tried on."""


@dataclass(slots=True)
class Effort:
    """Count the steps that a piece of work takes, and refuse more than are allowed.

    A quantity takes one step, and one for each part of its formula. `allowed` is the budget, `usual`
    the budget at patience 1, `spent` what has been taken.

    >>> effort = Effort(100, usual=100)
    >>> effort.spend(60, "P(x)")
    >>> effort.spend(60, "P(y)")
    Traceback (most recent call last):
    ...
    exactnb.errors.TooMuch: P(y): takes 120 steps or more, 100 are allowed; --patience 2 allows 200

    Raises InputError if `allowed` is not a positive integer.
    """

    allowed: int = EFFORT
    usual: int = EFFORT
    spent: int = 0

    def __post_init__(self) -> None:
        read_effort(self.allowed)

    def anew(self) -> Effort:
        """Return an effort with the same budget, of which nothing is spent."""
        return Effort(self.allowed, self.usual)

    def spend(self, steps: int, on: object) -> None:
        """Take `steps` for the work `on` something.

        Raises TooMuch, with the patience that would suffice, if they exceed the budget.
        """
        needed = self.spent + steps
        if needed > self.allowed:
            patience = -(-needed // self.usual)
            raise TooMuch(
                f"{on}: takes {needed:,} steps or more, {self.allowed:,} are allowed; "
                f"--patience {patience:,} allows {patience * self.usual:,}"
            )
        self.spent = needed


def patient(factor: Exact | None) -> int:
    """Return the budget for `factor` times the usual patience (None: 1), at least one step.

    >>> patient("2.5"), patient(None)
    (2500000, 1000000)
    """
    patience = Fraction(1) if factor is None else read_number(factor)
    if not 0 < patience <= _PATIENT:
        raise InputError(f"expected a number from 0 to {_PATIENT:,}; got {quoted(factor)}")
    return max(int(patience * EFFORT), 1)


def read_effort(steps: object) -> int:
    """Return `steps` if it is a positive integer; raise InputError otherwise.

    >>> read_effort(5_000_000)
    5000000
    """
    if not isinstance(steps, int) or isinstance(steps, bool) or steps < 1:
        raise InputError(f"expected a positive whole number; got {quoted(steps)}", at="effort")
    return steps
