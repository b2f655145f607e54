"""`Verified`, a derivation that was accepted and may be printed, and the checks that any needs.

How to read: shorter versions of a `Verified` follow it. `TheoremChecker` checks any derivation, and the
steps of theorems in it, which hold for data of any size: their lines are accepted by a prover, of which
this file knows the interface alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any, NoReturn, Protocol

from exactnb.core.arithmetic.rounding import number_text
from exactnb.core.expression.results import Value
from exactnb.core.expression.spell import spell
from exactnb.core.model.quantities import Quantities
from exactnb.core.naming.names import QuantityName
from exactnb.core.record import frozen
from exactnb.core.shown import Shown
from exactnb.errors import HERE, ExactnbError, Unsupported
from exactnb.explain.derivation import lines
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

    def __copy__(self) -> Verified:
        return self

    def __deepcopy__(self, memo: object) -> Verified:
        return self

    def __reduce__(self) -> NoReturn:
        """Refuse to be pickled: who reads a pickle could not know that it was verified."""
        raise Unsupported("what is verified is not pickled: pickle its Problem, or what it renders")

    def __delattr__(self, name: str) -> None:
        raise AttributeError("a Verified does not change")


def seal_unchecked(
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


def without_details(verified: Verified) -> Verified:
    """Return `verified` without its details: the remaining lines were accepted with them."""
    blocks = ((step, map(_without_details, step.blocks)) for step in verified.derivation.steps)
    return _with_steps(verified, (replace(s, blocks=tuple(filter(None, part))) for s, part in blocks))


def with_checks(verified: Verified) -> Verified:
    """Return `verified` with the check that accepted each line of a theorem."""
    steps = verified.derivation.steps
    checked = (
        replace(s, blocks=tuple(map(_with_check_names, s.blocks))) if s.theorem else s for s in steps
    )
    return _with_steps(verified, checked)


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
    return seal_unchecked(derivation, verified.quantities, verified.readings)


def _without_details(block: Block) -> Block | None:
    if not isinstance(block, Chain):
        return block
    lines = tuple(line for line in block.lines if not line.detail)
    return replace(block, lines=lines) if lines else None


def _with_check_names(block: Block) -> Block:
    if not isinstance(block, Chain):
        return block
    lines = []
    for line in block.lines:
        reason_text = f"{line.reason.words} [{line.reason.rule.acceptance_label}]".strip()
        lines.append(replace(line, reason=replace(line.reason, words=reason_text)))
    return replace(block, lines=tuple(lines))


class StepProver(Protocol):
    """Accept the steps of one theorem, in order."""

    def step_problems(self, step: lines.Step) -> Iterable[tuple[lines.Line, str]]:
        """Yield each line of `step` with what is wrong with it, or ""."""


NewProver = Callable[[Sequence[lines.Step]], StepProver]
"""A function that returns a prover for the steps of one theorem."""


class TheoremChecker:
    """Check the parts of a derivation, and the steps of theorems in it by a `prover`."""

    def __init__(self, prover: NewProver | None) -> None:
        self.place = HERE.spot("theorem")
        self.prover = prover
        self.steps: tuple[lines.Step, ...] = ()
        self.provers: dict[str, StepProver] = {}

    def check_derivation(self, derivation: lines.Derivation) -> None:
        """Check `derivation`, which has no data; raise Rejected where it fails."""
        self.demand(is_frozen(derivation), "a derivation holds tuples, nothing that can change")
        self.steps = derivation.steps
        self.demand(not derivation.setting and not derivation.models, "a theorem has no model")
        for step in derivation.steps:
            self.demand(bool(step.theorem), "without data, every step is one of a theorem")
            self.check_theorem(step)

    def check_theorem(self, step: lines.Step) -> None:
        """Check `step`, which holds for all data, in the scope of its theorem; raise Rejected."""
        self.place = HERE.spot(f"step {step.key!r}")
        if self.prover is None:
            raise Rejected("nothing that proves steps of theorems was given", at=self.place)
        self.demand(not step.about and step.model is None, "a theorem is about no data")
        self.check_text(step.title)
        for block in step.blocks:
            is_chain = isinstance(block, lines.Chain | lines.Remark)
            self.demand(is_chain, f"a theorem holds chains, not {block!r}")
            self.demand(not isinstance(block, lines.Chain) or bool(block.lines), "a chain has lines")
            for part in block.parts if isinstance(block, lines.Remark) else ():
                if not isinstance(part, lines.Line):
                    self.check_text(part)
        # One prover for each theorem: what a step assumes or proves holds for later steps of that one.
        if step.theorem not in self.provers:
            theorem_steps = (sibling for sibling in self.steps if sibling.theorem == step.theorem)
            self.provers[step.theorem] = self.prover(tuple(theorem_steps))
        for line, problem in self.provers[step.theorem].step_problems(step):
            self.check_text(line.reason.words)
            self.require(not problem, line, problem)

    def check_text(self, text: object) -> None:
        """Raise Rejected unless `text` is a string without numbers: nothing would verify them."""
        self.demand(isinstance(text, str), f"prose holds text, not {text!r}")
        bare = not any(character.isnumeric() for character in str(text))
        self.demand(bare, f"no number stands in prose unverified: {text!r}")

    def reject_if(self, problem: str) -> None:
        """Raise Rejected with a `problem`, but for ""."""
        if problem:
            raise Rejected(f"does not hold: {problem}", at=self.place)

    def demand(self, holds: bool, requirement: str) -> None:
        """Raise Rejected with a `requirement` unless it `holds`."""
        self.reject_if("" if holds else requirement)

    def require(self, holds: bool, line: lines.Line, problem: str, *sides: Value) -> None:
        """Raise Rejected with a `line`, its `problem` and the values of `sides`, unless it `holds`."""
        if holds:
            return
        claim = f"{spell(line.left)} {line.relation} {spell(line.right)}"
        values = f" ({' against '.join(map(value_text, sides))})" if sides else ""
        rule = line.reason.rule.value
        raise Rejected(f"{claim}: {problem}{values}, under the rule {rule!r}", at=self.place)


def value_text(value: Value) -> str:
    """Return `value` as a message has it, a fraction in at most a few digits."""
    return number_text(value) if isinstance(value, Fraction) else str(value)


def is_frozen(whole: Any) -> bool:
    """Say whether `whole` consists of frozen dataclasses, tuples and simple values alone."""
    visited, waiting = set(), [whole]
    while waiting:
        part = waiting.pop()
        if id(part) in visited:  # names and numbers are shared by many lines
            continue
        visited.add(id(part))
        if isinstance(part, tuple):
            waiting.extend(part)
        elif (members := getattr(type(part), "__dataclass_fields__", None)) is not None:
            waiting.extend([getattr(part, name) for name in members])
        elif isinstance(part, list | dict | set | bytearray):
            return False
    return True
