"""What any derivation has to be, and the steps of theorems in it, which hold for data of any size.

A theorem's own lines are accepted by a prover, of which the verifier knows nothing but its interface.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import is_dataclass
from fractions import Fraction
from typing import Any, Protocol

from exactnb.core.arithmetic.rounding import number_text
from exactnb.core.expression.results import Value
from exactnb.core.expression.spell import spell
from exactnb.errors import HERE
from exactnb.explain.derivation import lines
from exactnb.explain.derivation.verified import Rejected


class Prover(Protocol):
    """What accepts the steps of one theorem, in their order."""

    def step(self, step: lines.Step) -> Iterable[tuple[lines.Line, str]]:
        """Yield each line of a step with what is wrong with it, which may be nothing."""


NewProver = Callable[[Sequence[lines.Step]], Prover]
"""What returns a prover for the steps of one theorem."""


class TheoremChecker:
    """Check what a derivation is made of, and the steps of theorems in it."""

    def __init__(self, prover: NewProver | None) -> None:
        self.place = HERE.spot("theorem")
        self.prover = prover
        self.steps: tuple[lines.Step, ...] = ()
        self.provers: dict[str, Prover] = {}

    def derivation(self, derivation: lines.Derivation) -> None:
        """Check a derivation that rests on no data."""
        self.demand(is_frozen(derivation), "a derivation holds tuples, nothing that can change")
        self.steps = derivation.steps
        self.demand(not derivation.setting and not derivation.models, "a theorem has no model")
        for step in derivation.steps:
            self.demand(bool(step.theorem), "without data, every step is one of a theorem")
            self.theorem(step)

    def theorem(self, step: lines.Step) -> None:
        """Check a step that holds for all data, in the scope of its theorem."""
        self.place = HERE.spot(f"step {step.key!r}")
        if self.prover is None:
            raise Rejected("nothing that proves steps of theorems was given", at=self.place)
        self.demand(not step.about and step.model is None, "a theorem is about no data")
        self.text(step.title)
        for block in step.blocks:
            self.demand(
                isinstance(block, lines.Chain | lines.Remark), f"a theorem holds chains, not {block!r}"
            )
            self.demand(not isinstance(block, lines.Chain) or bool(block.lines), "a chain has lines")
            for part in block.parts if isinstance(block, lines.Remark) else ():
                if not isinstance(part, lines.Line):
                    self.text(part)
        # What a step assumes or shows holds for the later ones of its theorem, and of no other.
        if step.theorem not in self.provers:
            own = tuple(other for other in self.steps if other.theorem == step.theorem)
            self.provers[step.theorem] = self.prover(own)
        for line, problem in self.provers[step.theorem].step(step):
            self.text(line.reason.words)
            self.require(not problem, line, problem)

    def text(self, text: object) -> None:
        """Demand that words are text without a number, which nothing would have checked."""
        self.demand(isinstance(text, str), f"prose holds text, not {text!r}")
        bare = not any(character.isnumeric() for character in str(text))
        self.demand(bare, f"no number stands in prose unverified: {text!r}")

    def accept(self, problem: str) -> None:
        """Go on where nothing is wrong; raise Rejected with what is."""
        if problem:
            raise Rejected(f"does not hold: {problem}", at=self.place)

    def demand(self, held: bool, what: str) -> None:
        """Raise Rejected with what has to hold, if it does not."""
        self.accept("" if held else what)

    def require(self, held: bool, line: lines.Line, problem: str, *sides: Value) -> None:
        """Raise Rejected with a line, what is wrong with it and what its sides are worth."""
        if held:
            return
        shown = f"{spell(line.left)} {line.relation} {spell(line.right)}"
        worth = f" ({' against '.join(map(_told, sides))})" if sides else ""
        rule = line.reason.rule.value
        raise Rejected(f"{shown}: {problem}{worth}, under the rule {rule!r}", at=self.place)


def _told(value: Value) -> str:
    return number_text(value) if isinstance(value, Fraction) else str(value)


def is_frozen(part: Any, seen: set[int] | None = None) -> bool:
    """Say whether a value is made of frozen dataclasses, tuples and simple values alone."""
    seen = set() if seen is None else seen
    if id(part) in seen:  # names and numbers stand in many lines
        return True
    seen.add(id(part))
    if isinstance(part, tuple):
        return all(is_frozen(item, seen) for item in part)
    if is_dataclass(part):
        return all(is_frozen(getattr(part, name), seen) for name in part.__dataclass_fields__)
    return not isinstance(part, list | dict | set | bytearray)
