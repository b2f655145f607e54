"""What may be printed: a derivation that was accepted, and the views of it that leave something out."""

from __future__ import annotations

from dataclasses import replace

from exactnb.core.model.quantities import Quantities
from exactnb.core.naming.names import QuantityName
from exactnb.core.record import frozen
from exactnb.core.shown import Shown
from exactnb.errors import ExactnbError
from exactnb.explain.derivation.lines import Block, Chain, Derivation, Remark, Step

READINGS = "readings"
"""The key of the step that says how many quantities were read twice."""


class Rejected(ExactnbError):
    """Name a line that does not hold: its step, its rule, both sides and both values."""

    exit_code = 70  # a fault in here, not in what was given


@frozen(slots=True)
class Readings:
    """How many quantities two readers agree on, and which ones only one of them reads, and why."""

    twice: int
    once: tuple[tuple[QuantityName, str], ...] = ()

    def __str__(self) -> str:
        return f"{self.twice} of {self.twice + len(self.once)} quantities read twice"


NO_READINGS = Readings(0)


class Verified(Shown):
    """A derivation every line of which was accepted. Only `verify` and `prove` make one."""

    __slots__ = ("derivation", "quantities", "readings")
    derivation: Derivation
    quantities: Quantities
    readings: Readings

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


def seal(derivation: Derivation, quantities: Quantities, readings: Readings = NO_READINGS) -> Verified:
    """Return what was accepted as what may be printed; for `verify` and this file alone."""
    verified = object.__new__(Verified)
    object.__setattr__(verified, "derivation", derivation)
    object.__setattr__(verified, "quantities", quantities)
    object.__setattr__(verified, "readings", readings)
    return verified


def brief(verified: Verified) -> Verified:
    """Return a verified derivation without its details: what is left was accepted with them."""
    steps = []
    for step in verified.derivation.steps:
        blocks = (_without_details(block) for block in step.blocks)
        steps.append(replace(step, blocks=tuple(block for block in blocks if block is not None)))
    return seal(
        replace(verified.derivation, steps=tuple(steps)), verified.quantities, verified.readings
    )


def with_checks(verified: Verified) -> Verified:
    """Return a verified derivation in which each line of a theorem says how it was accepted."""
    steps = []
    for step in verified.derivation.steps:
        if step.theorem:
            blocks = (_checked(block) if isinstance(block, Chain) else block for block in step.blocks)
            step = replace(step, blocks=tuple(blocks))
        steps.append(step)
    return seal(
        replace(verified.derivation, steps=tuple(steps)), verified.quantities, verified.readings
    )


def with_readings(verified: Verified) -> Verified:
    """Return a verified derivation that ends by saying how many quantities were read twice."""
    readings, derivation = verified.readings, verified.derivation
    remarks = [Remark((f"{readings}: two readers of the problem that share no formula agree.",))]
    remarks += [Remark((f"Read by one reader only: {name} ({why}).",)) for name, why in readings.once]
    step = Step(READINGS, "Two readers", tuple(remarks))
    steps = (*derivation.steps, step)
    return seal(replace(derivation, steps=steps), verified.quantities, readings)


def _without_details(block: Block) -> Block | None:
    if not isinstance(block, Chain):
        return block
    lines = tuple(line for line in block.lines if not line.detail)
    return replace(block, lines=lines) if lines else None


def _checked(chain: Chain) -> Chain:
    lines = []
    for line in chain.lines:
        words = f"{line.reason.words} [{line.reason.rule.accepted}]".strip()
        lines.append(replace(line, reason=replace(line.reason, words=words)))
    return replace(chain, lines=tuple(lines))
