"""Change one thing in a line of a theorem; where that makes it false, `prove` must reject it.

What is false is decided by `instances.py`, which knows nothing of the checker. Run as a program, this
file prints a table: how many false mutations of every theorem were tried, and how many were rejected.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cache

import pytest
from drawn import Unlucky
from exact_numbers import Unjudged
from instances import Judge, says_something
from mutations_of_theorems import mutants
from theorem_scopes import Claim, claims

from exactnb.derivation import Chain, Derivation, Line, Rejected, Remark, Step, prove
from exactnb.derivation.proving import Prover
from exactnb.derivation.theorems import names, theorem
from exactnb.expression.nodes import Extremum
from exactnb.expression.reasons import Rule
from exactnb.expression.spell import spell

SEED = "theorems"
ENOUGH = 10
OF_NAMES = 2
"""How many false mutations of a line are tried, and how many of a definition that others rest on."""
ATTEMPTS = 80
INSTANCES = 5
NAMING = (Rule.GIVEN, Rule.DEFINE, Rule.COUNT)


@dataclass
class Tally:
    """How many false mutations of a theorem were tried, of which lines, and what was let through."""

    false: Counter[str] = field(default_factory=Counter)
    rejected: Counter[str] = field(default_factory=Counter)
    fewest: int = 0
    let_through: list[str] = field(default_factory=list)


@cache
def trial(name: str) -> Tally:
    """Try mutations of every line of a theorem, and of every definition."""
    dice, tally, steps = random.Random(f"{SEED} {name}"), Tally(), theorem(name).steps()
    provers = list(_provers(steps))
    judge = Judge(dice, INSTANCES)
    every = list(claims(steps))
    for claim, prover in zip(every, provers, strict=True):
        rule = claim.line.reason.rule
        if says_something(claim.line):
            false = _false_lines(claim, judge, dice)
            for kind, line in false:
                rejected = _is_rejected(prover, steps, claim, line)
                _enter(tally, rule.name, rejected, f"{name}, {kind}: {_told(line)}")
        elif rule in NAMING and not isinstance(claim.line.right, Extremum):
            for kind, line, last in _false_definitions(claim, steps, dice):
                rejected = _rejects(_up_to(_with(steps, claim, line), last))
                _enter(tally, rule.name, rejected, f"{name}, {kind}: {_told(line)}")
    return tally


def _enter(tally: Tally, rule: str, rejected: bool, what: str) -> None:
    tally.false[rule] += 1
    tally.rejected[rule] += rejected
    if not rejected:
        tally.let_through.append(what)


def _false_lines(claim: Claim, judge: Judge, dice: random.Random) -> list[tuple[str, Line]]:
    """Return mutations of a line that the oracle shows to be false."""
    found: list[tuple[str, Line]] = []
    for attempt, (kind, line) in enumerate(mutants(claim, dice)):
        if len(found) == ENOUGH or attempt == ATTEMPTS:
            break
        if judge.verdict(replace(claim, line=line)).word == "false":
            found.append((kind, line))
    return found


def _false_definitions(
    claim: Claim, steps: tuple[Step, ...], dice: random.Random
) -> Iterator[tuple[str, Line, Claim]]:
    """Yield mutations of a definition, with the first line that they make false."""
    found = 0
    for attempt, (kind, line) in enumerate(mutants(claim, dice)):
        if found == OF_NAMES or attempt == ATTEMPTS // 2:
            return
        if line.left != claim.line.left or line.relation != "=":
            continue
        judge = Judge(dice, INSTANCES)
        for later in claims(_with(steps, claim, line)):
            place = (later.step, later.block, later.number)
            if place > (claim.step, claim.block, claim.number):
                try:
                    word = judge.verdict(later).word
                except (Unlucky, Unjudged):
                    break
                if word == "false":
                    found += 1
                    yield kind, line, later
                    break


# the checker


def _provers(steps: tuple[Step, ...]) -> Iterator[Prover]:
    """Yield the checker as it is before every line of a theorem that it accepts."""
    prover = Prover()
    for step in steps:
        lines = prover.step(step)
        while True:
            before = _copy(prover)
            found = next(lines, None)
            if found is None:
                break
            assert not found[1], found
            yield before


def _copy(prover: Prover) -> Prover:
    lists = {name: list(of) for name, of in vars(prover).items() if isinstance(of, list)}
    return replace(prover, **lists)


def _is_rejected(prover: Prover, steps: tuple[Step, ...], claim: Claim, line: Line) -> bool:
    """Say whether a theorem with another line, the last one, is rejected."""
    try:
        if _copy(prover).line(line, claim.before):
            return True
    except Exception:
        pass
    return _rejects(_up_to(_with(steps, claim, line), claim))


def _rejects(steps: tuple[Step, ...]) -> bool:
    try:
        prove(Derivation("a mutated theorem", "", (), steps))
    except Rejected:
        return True
    return False


def _with(steps: tuple[Step, ...], claim: Claim, line: Line) -> tuple[Step, ...]:
    """Return the steps with another line in the place of a claim."""
    step = steps[claim.step]
    block = step.blocks[claim.block]
    if isinstance(block, Chain):
        changed = replace(block, lines=_put(block.lines, claim.number, line))
    else:
        assert isinstance(block, Remark)
        at = [n for n, part in enumerate(block.parts) if isinstance(part, Line)][claim.number]
        changed = replace(block, parts=_put(block.parts, at, line))
    return _put(steps, claim.step, replace(step, blocks=_put(step.blocks, claim.block, changed)))


def _up_to(steps: tuple[Step, ...], claim: Claim) -> tuple[Step, ...]:
    """Return the steps up to a line, which comes last."""
    step = steps[claim.step]
    *blocks, block = step.blocks[: claim.block + 1]
    if isinstance(block, Chain):
        block = replace(block, lines=block.lines[: claim.number + 1], boxed=False)
    return (*steps[: claim.step], replace(step, blocks=(*blocks, block)))


def _put(items, at, new):
    return (*items[:at], new, *items[at + 1 :])


def _told(line: Line) -> str:
    by = ", ".join(map(spell, line.reason.by))
    shown = f"{spell(line.left)} {line.relation} {spell(line.right)}"
    return f"{shown} [{line.reason.rule.value}{': ' if by else ''}{by}]"


def table() -> str:
    """Return the counts of the trial, a row for each theorem and rule."""
    rows = [f"{'theorem':28} {'rule':14} {'false':>6} {'rejected':>9}"]
    total = Tally()
    for name in names():
        tally = trial(name)
        for rule, false in tally.false.items():
            rows.append(f"{name:28} {rule:14} {false:6} {tally.rejected[rule]:9}")
        total.false += tally.false
        total.rejected += tally.rejected
    for rule, false in total.false.items():
        rows.append(f"{'all':28} {rule:14} {false:6} {total.rejected[rule]:9}")
    rows.append(f"{'all':43} {total.false.total():6} {total.rejected.total():9}")
    return "\n".join(rows)


@pytest.mark.parametrize("name", names())
def test_no_false_mutation_is_accepted(name: str) -> None:
    """Prove rejects a theorem in which one line is false."""
    tally = trial(name)
    assert tally.let_through == []
    assert tally.rejected == tally.false


if __name__ == "__main__":
    print(table())
