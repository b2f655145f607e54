"""`Verified`, a derivation that was accepted and may be printed, and shorter versions of it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from exactnb.core.model.quantities import Quantities
from exactnb.core.naming.names import QuantityName
from exactnb.core.record import frozen
from exactnb.core.shown import Shown
from exactnb.errors import ExactnbError
from exactnb.explain.derivation.lines import Block, Chain, Derivation, Remark, Step

READINGS = "readings"
"""The key of the step with the number of quantities that were read twice."""


class Rejected(ExactnbError):
    """The error of a line that does not hold: its step, its rule, both sides and both values."""

    exit_code = 70  # a fault of exactnb, not of its input


@frozen(slots=True)
class ReadingCounts:
    """The number of quantities that two readers agree on, and those that one reads alone, with why."""

    read_twice: int
    read_once: tuple[tuple[QuantityName, str], ...] = ()

    def __str__(self) -> str:
        return f"{self.read_twice} of {self.read_twice + len(self.read_once)} quantities read twice"


NO_READINGS = ReadingCounts(0)


class Verified(Shown):
    """A derivation whose lines were all accepted. Only `verify` and `prove` make one."""

    __slots__ = ("derivation", "quantities", "readings")
    derivation: Derivation
    quantities: Quantities
    readings: ReadingCounts

    def __init__(self) -> None:
        raise TypeError("only verify() makes a Verified")

    def __init_subclass__(cls) -> None:
        raise TypeError("Verified has no subclasses")

    def __repr__(self) -> str:
        return f"<Verified {self.derivation!r}>"

    def __str__(self) -> str:
        return str(self.derivation)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("a Verified does not change")

    def __delattr__(self, name: str) -> None:
        raise AttributeError("a Verified does not change")


def seal(
    derivation: Derivation, quantities: Quantities, readings: ReadingCounts = NO_READINGS
) -> Verified:
    """Return an accepted `derivation` with its `quantities` and `readings` as a Verified.

    Only `verify` and this file may call it.
    """
    verified = object.__new__(Verified)
    object.__setattr__(verified, "derivation", derivation)
    object.__setattr__(verified, "quantities", quantities)
    object.__setattr__(verified, "readings", readings)
    return verified


def brief(verified: Verified) -> Verified:
    """Return `verified` without its details: the remaining lines were accepted with them."""
    steps = []
    for step in verified.derivation.steps:
        blocks = (_without_details(block) for block in step.blocks)
        steps.append(replace(step, blocks=tuple(block for block in blocks if block is not None)))
    return _with_steps(verified, steps)


def with_checks(verified: Verified) -> Verified:
    """Return `verified` with the check that accepted each line of a theorem."""
    steps = []
    for step in verified.derivation.steps:
        if step.theorem:
            blocks = (_checked(block) if isinstance(block, Chain) else block for block in step.blocks)
            step = replace(step, blocks=tuple(blocks))
        steps.append(step)
    return _with_steps(verified, steps)


def with_readings(verified: Verified) -> Verified:
    """Return `verified` with a last step: the number of quantities that were read twice."""
    readings = verified.readings
    remarks = [Remark((f"{readings}: two readers of the problem that share no formula agree.",))]
    for name, why in readings.read_once:
        remarks.append(Remark((f"Read by one reader only: {name} ({why}).",)))
    step = Step(READINGS, "Two readers", tuple(remarks))
    return _with_steps(verified, (*verified.derivation.steps, step))


def _with_steps(verified: Verified, steps: Iterable[Step]) -> Verified:
    derivation = replace(verified.derivation, steps=tuple(steps))
    return seal(derivation, verified.quantities, verified.readings)


def _without_details(block: Block) -> Block | None:
    if not isinstance(block, Chain):
        return block
    lines = tuple(line for line in block.lines if not line.detail)
    return replace(block, lines=lines) if lines else None


def _checked(chain: Chain) -> Chain:
    lines = []
    for line in chain.lines:
        reason_text = f"{line.reason.words} [{line.reason.rule.accepted}]".strip()
        lines.append(replace(line, reason=replace(line.reason, words=reason_text)))
    return replace(chain, lines=tuple(lines))
