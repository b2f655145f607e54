"""Change one thing in a theorem; where that makes a line false, `prove` must reject it.

What is false is decided by `instances.py`, which knows nothing of the checker: a changed line, or the
first line that a changed definition or assumption makes false.
`python tests/explain/proving/test_theorems_mutation.py` tries more of them, and prints how many of
every theorem were false, and how many were rejected.
"""

from __future__ import annotations

import random
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import islice
from pathlib import Path

if __name__ == "__main__":
    sys.path[:0] = [str(Path(__file__).parents[2] / "helpers"), str(Path(__file__).parents[3])]

from drawn import Unlucky
from exact_numbers import Unjudged
from families_by_formula import ROWS, Row
from instances import Judge, says_something
from mutations.kinds import put_at
from mutations_of_theorems import mutants, weaker
from proofs import copied
from theorem_scopes import Claim, claims
from thoroughness import choose, in_both_runs, one_in

from exactnb.core.expression.nodes import Call, Extremum
from exactnb.core.expression.reasons import Rule
from exactnb.core.expression.spell import spell
from exactnb.core.families.deriving.finding import derive_estimator
from exactnb.errors import ExactnbError, Unsupported
from exactnb.explain.derivation import Chain, Derivation, Line, Rejected, Remark, Step
from exactnb.explain.proving import prove
from exactnb.explain.proving.prover import Prover
from exactnb.explain.proving.stated.families import theorem_of_specification
from exactnb.explain.proving.theorems import names, theorem

SEED = "theorems"
SLOW = (Rule.SAME, Rule.DIFFERENTIATE, Rule.SOLUTION)
NAMING = (Rule.GIVEN, Rule.DEFINE, Rule.COUNT)
INSTANCES = choose(quick=2, exhaustive=3)
POINTS = choose(quick=4, exhaustive=6)
"""At how many instances a line is judged, and with how many places an estimate is compared there."""
UNLUCKY = 300
"""How many draws may fail for a changed assumption before it is left alone."""
CRASHES = (LookupError, TypeError, AttributeError, ValueError, ArithmeticError, AssertionError)
"""What a formula that is none may raise; `prove` rejects it then."""
ATTEMPTS = choose(quick=5, exhaustive=8)
"""How many changes of a line are judged at most."""


@dataclass(frozen=True)
class Effort:
    """How many false mutations of a line are tried.

    Normal forms, which are slow, have laws of their own in test_theorems_oracle.py. `scopes` is how
    many definitions and assumptions are changed, and `ways` how often each; of the lines, one in
    `apart` is.
    """

    of_normal_forms: int
    of_others: int
    scopes: int
    ways: int
    apart: int = 1

    def of(self, rule: Rule) -> int:
        """Return how many false mutations of a line under a rule are tried."""
        return self.of_normal_forms if rule in SLOW else self.of_others


STATED = Effort(1, 1, 0, 0, apart=5)
AGAIN = Effort(2, 2, 1, 1)
QUICK, EXHAUSTIVE, THOROUGH = Effort(1, 1, 1, 1, apart=3), Effort(1, 1, 1, 1), Effort(10, 20, 100, 12)


@dataclass
class Tally:
    """How many false mutations of a theorem were tried, of which lines, and what was let through."""

    false: Counter[str] = field(default_factory=Counter)
    rejected: Counter[str] = field(default_factory=Counter)
    let_through: list[str] = field(default_factory=list)

    def enter(self, rule: Rule, rejected: bool, kind: str, line: Line) -> None:
        """Count a false mutation."""
        self.false[rule.name] += 1
        self.rejected[rule.name] += rejected
        if not rejected:
            self.let_through.append(f"{kind}: {_told(line)}")


@cache
def trial(name: str, effort: Effort) -> Tally:
    """Try mutations of every line of a theorem, and of some definitions and assumptions."""
    return trial_of(theorem(name).steps(), random.Random(f"{SEED} {name}"), effort)


def trial_of(steps: tuple[Step, ...], dice: random.Random, effort: Effort) -> Tally:
    """Try mutations of some steps, which are all of a theorem."""
    tally = Tally()
    judge, every = Judge(dice, INSTANCES, points=POINTS), list(claims(steps))
    lines = zip(every, _provers(steps), strict=True)
    for claim, prover in islice(lines, 0, None, effort.apart):
        rule = claim.line.reason.rule
        for kind, line in islice(_false_lines(claim, judge, dice), effort.of(rule)):
            tally.enter(rule, _is_rejected(prover, steps, claim, line), kind, line)
    scopes = [claim for claim in every if _is_of_scope(claim.line)]
    for claim in dice.sample(scopes, min(effort.scopes, len(scopes))):
        for kind, other, last in _false_scopes(claim, steps, effort, dice):
            rejected = _rejects(_up_to(_with(steps, claim, other), last))
            tally.enter(claim.line.reason.rule, rejected, kind, other or claim.line)
    return tally


def _is_of_scope(line: Line) -> bool:
    """Say whether a line is a definition or an assumption that the oracle takes as it is said.

    It works expectations out itself, so others are of no instance.
    """
    rule = line.reason.rule
    if isinstance(line.left, Call) and line.left.head == "E":
        return False
    return rule is Rule.ASSUME or (rule in NAMING and not isinstance(line.right, Extremum))


def _false_lines(claim: Claim, judge: Judge, dice: random.Random) -> Iterator[tuple[str, Line]]:
    """Yield mutations of a line that the oracle shows to be false."""
    if says_something(claim.line):
        for kind, line in islice(mutants(claim, dice), ATTEMPTS):
            with suppress(Unjudged):  # what the oracle cannot judge is no mutation that it shows
                if judge.verdict(replace(claim, line=line)).word == "false":
                    yield kind, line


def _false_scopes(
    claim: Claim, steps: tuple[Step, ...], effort: Effort, dice: random.Random
) -> Iterator[tuple[str, Line | None, Claim]]:
    """Yield mutations of a definition or an assumption, with the first line that they make false."""
    changes: list[tuple[str, Line | None]]
    if claim.line.reason.rule is Rule.ASSUME:
        changes = list(weaker(claim))
    else:
        same = (claim.line.left, claim.line.relation)
        changes = [of for of in mutants(claim, dice) if (of[1].left, of[1].relation) == same]
    for kind, line in dice.sample(changes, min(effort.ways, len(changes))):
        last = _first_false(claim, _with(steps, claim, line), dice)
        if last is not None:
            yield kind, line, last


def _first_false(changed: Claim, steps: tuple[Step, ...], dice: random.Random) -> Claim | None:
    judge = Judge(dice, INSTANCES, UNLUCKY, POINTS)
    for claim in claims(steps):
        if claim.place >= changed.place:
            try:
                if judge.verdict(claim).word == "false":
                    return claim
            except (Unlucky, Unjudged):
                return None
    return None


# the checker


def _provers(steps: tuple[Step, ...]) -> Iterator[Prover]:
    """Yield the checker as it is before every line of a theorem that it accepts."""
    prover = Prover()
    for step in steps:
        lines = prover.step_problems(step)
        while True:
            before = copied(prover)
            found = next(iter(lines), None)
            if found is None:
                break
            assert not found[1], found
            yield before


def _is_rejected(prover: Prover, steps: tuple[Step, ...], claim: Claim, line: Line) -> bool:
    """Say whether a theorem with another line, the last one, is rejected.

    Only if the checker, as it is before that line, does not say so, all lines are checked again.
    """
    try:
        if copied(prover).line_problem(line, claim.before):
            return True
    except (ExactnbError, *CRASHES):
        pass
    return _rejects(_up_to(_with(steps, claim, line), claim))


def _rejects(steps: tuple[Step, ...]) -> bool:
    try:
        prove(Derivation("a mutated theorem", "", (), steps))
    except Rejected:
        return True
    return False


def _with(steps: tuple[Step, ...], claim: Claim, line: Line | None) -> tuple[Step, ...]:
    """Return the steps with another line, or none, in the place of a claim."""
    step = steps[claim.step]
    block = step.blocks[claim.block]
    new: Chain | Remark
    if isinstance(block, Remark):
        at = [n for n, part in enumerate(block.parts) if isinstance(part, Line)][claim.number]
        new = Remark(put_at(block.parts, at, line or ""))
    else:
        assert isinstance(block, Chain)
        lines = put_at(block.lines, claim.number, line)
        kept = tuple(of for of in lines if of is not None)
        new = replace(block, lines=kept) if kept else Remark(("",))
    return put_at(steps, claim.step, replace(step, blocks=put_at(step.blocks, claim.block, new)))


def _up_to(steps: tuple[Step, ...], claim: Claim) -> tuple[Step, ...]:
    """Return the steps up to a line, which comes last."""
    step = steps[claim.step]
    *blocks, block = step.blocks[: claim.block + 1]
    if isinstance(block, Chain):
        block = replace(block, lines=block.lines[: claim.number + 1], boxed=False)
    return (*steps[: claim.step], replace(step, blocks=(*blocks, block)))


def _told(line: Line) -> str:
    by = ", ".join(map(spell, line.reason.by))
    shown = f"{spell(line.left)} {line.relation} {spell(line.right)}"
    return f"{shown} [{line.reason.rule.value}{': ' if by else ''}{by}]"


def table() -> str:
    """Return the counts of a thorough trial, a row for each theorem and rule."""
    rows = [f"{'theorem':28} {'rule':14} {'false':>6} {'rejected':>9}"]
    total = Tally()
    for name in names():
        tally = trial(name, THOROUGH)
        for rule, false in sorted(tally.false.items()):
            rows.append(f"{name:28} {rule:14} {false:6} {tally.rejected[rule]:9}")
        rows += [f"    let through: {what}" for what in tally.let_through]
        total.false += tally.false
        total.rejected += tally.rejected
    for rule, false in sorted(total.false.items()):
        rows.append(f"{'all':28} {rule:14} {false:6} {total.rejected[rule]:9}")
    rows.append(f"{'all':43} {total.false.total():6} {total.rejected.total():9}")
    return "\n".join(rows)


@in_both_runs
@one_in(48, "name", names(), exhaustive=2)
def test_no_false_mutation_is_accepted(name: str) -> None:
    """Prove rejects a theorem in which one thing is changed so that a line is false."""
    tally = trial(name, choose(quick=QUICK, exhaustive=EXHAUSTIVE))
    if tally.false.total() < len(theorem(name).steps()):  # of few lines, each is tried more often
        tally = trial(name, choose(quick=QUICK, exhaustive=AGAIN))
    assert tally.let_through == []
    assert tally.rejected == tally.false
    assert tally.false.total() >= choose(quick=1, exhaustive=len(theorem(name).steps()))


@in_both_runs
@one_in(48, "row", ROWS, ids=[row.specification.name for row in ROWS], exhaustive=2)
def test_no_false_mutation_of_a_stated_family_is_accepted(row: Row) -> None:
    """Of the theorem that is written for a density, one changed thing makes a line false: refused."""
    try:
        steps = theorem_of_specification(derive_estimator(row.specification)).steps()
    except Unsupported:
        return  # a test of its own says which are not proved
    dice = random.Random(f"{SEED} {row.specification.name}")
    tally = trial_of(steps, dice, choose(quick=STATED, exhaustive=replace(EXHAUSTIVE, apart=2)))
    assert tally.let_through == []


if __name__ == "__main__":
    print(table())
