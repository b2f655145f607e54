"""Slips and rewritings planted in printed lines of theorems, for the judge of derivations.

A slip changes one thing in a side (`mutations_of_theorems.py`) so that the line is false at an instance
of the theorem's letters; the oracle of theorems says so, which shares no code with the judge. A
rewriting (`rewritings_of_theorems.py`) is worth the same at every instance that is tried.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cache
from itertools import islice
from random import Random

from drawn import Instance, Unlucky, draw
from exact_numbers import Unjudged, compare
from instances import Judge, says_something
from mutations.kinds import put_at
from mutations_of_theorems import KINDS, changes, mutants
from rewritings_of_theorems import REWRITINGS
from theorem_scopes import Claim, claims, free

from exactnb.core.expression.nodes import Extremum, Symbol
from exactnb.core.expression.reasons import Rule
from exactnb.core.naming.notation import Notation
from exactnb.core.problem.styles import style
from exactnb.explain.derivation import Chain, Line, Remark, Step
from exactnb.explain.derivation.verified import Verified, seal_unchecked
from exactnb.explain.rendering.formats import render
from exactnb.explain.solution.derived import derive
from exactnb.teach.grading.derivations.grader import verify_derivation
from exactnb.teach.grading.derivations.lines import parsed
from exactnb.teach.grading.working.working import Working

NAMING = (Rule.GIVEN, Rule.DEFINE, Rule.COUNT)
OF_SOLUTIONS = (Rule.SCALE, Rule.PUT_IN, Rule.SOLUTION, Rule.ASSUME)
TRIES = 8
"""How many changes of a line are tried until the oracle finds that one is false."""


@dataclass(frozen=True)
class Planted:
    """The text of a theorem with a slip or rewriting: the line of the text, and what stands there."""

    theorem: str
    text: str
    line: int
    row: str
    rule: Rule
    kind: str


def planted(theorem: str, to: str, notation: str, dice: Random) -> Planted | None:
    """Return the print of a theorem with a slip in one line; None if none of those tried is one."""
    claim = dice.choice([each for each in _claims(theorem) if _may_slip(each.line)])
    for kind, line in islice(_changes(claim, dice), TRIES):
        with suppress(Unjudged, Unlucky, ArithmeticError):
            if _is_false(theorem, claim, line, dice):
                return _with(claim, line, kind, theorem, to, notation)
    return None


def rewritten(theorem: str, to: str, notation: str, dice: Random) -> Planted | None:
    """Return the print of a theorem with one side written in another way; None if none was tried."""
    claim = dice.choice([each for each in _claims(theorem) if _may_slip(each.line)])
    ways = [
        (name, side)
        for name, change in REWRITINGS.items()
        for side in changes(claim.line.right, claim.scope, change)
    ]
    for name, side in dice.sample(ways, min(len(ways), TRIES)):
        with suppress(Unjudged, Unlucky, ArithmeticError):
            instance = draw(claim.scope, dice)
            at = instance.place(free(side, claim.line.right))
            if compare(instance.value(side, at), instance.value(claim.line.right, at)) == 0:
                line = replace(claim.line, right=side)
                return _with(claim, line, name, theorem, to, notation)
    return None


def _with(claim: Claim, line: Line, kind: str, theorem: str, to: str, notation: str) -> Planted | None:
    """Return the print of a theorem with another `line`; None where it is spelled as it was."""
    text = _print(_changed(_verified(theorem), claim, line), to, notation)
    at = _first_other(text, _print(_verified(theorem), to, notation))
    if at is None:
        return None
    row = text.split("\n")[at - 1].strip()
    return Planted(theorem, text, at, row, claim.line.reason.rule, kind)


@cache
def _verified(theorem: str) -> Verified:
    return derive(theorem).verified


@cache
def _claims(theorem: str) -> list[Claim]:
    return list(claims(_verified(theorem).derivation.steps))


def _may_slip(line: Line) -> bool:
    """Say whether a line is an equation of formulas, and assumes no value."""
    rule = line.reason.rule
    if line.relation != "=" or isinstance(line.right, Extremum):
        return False
    if rule is Rule.ASSUME:
        return not isinstance(line.left, Symbol)
    return says_something(line) or rule in NAMING


def _changes(claim: Claim, dice: Random) -> Iterator[tuple[str, Line]]:
    """Yield changes of the right side, and of the left one of an equation that is solved."""
    was = claim.line
    for kind, line in mutants(claim, dice):
        is_printed = line.left == was.left or (claim.before is None and was.reason.rule in OF_SOLUTIONS)
        same = (line.relation, line.reason) == (was.relation, was.reason)
        if kind in KINDS and is_printed and same:
            yield kind, line


def _is_false(theorem: str, claim: Claim, line: Line, dice: Random) -> bool:
    """Say whether a changed line fails at an instance, where what it rests on holds."""
    rule, scope = line.reason.rule, claim.scope
    if rule in NAMING:  # beside the definition as it was
        line = replace(line, reason=replace(line.reason, rule=Rule.SAME))
        scope = scope.after(claim.line)
    elif not any(_fails(each, claim, line) for each in _at_solutions(theorem, claim, dice)):
        return False  # it holds where its step says: Σ n_k = μ, once μ is n
    elif rule in OF_SOLUTIONS:
        return True
    verdict = Judge(dice, 3, points=4).verdict(replace(claim, line=line, scope=scope))
    return verdict.word == "false"


def _at_solutions(theorem: str, claim: Claim, dice: Random) -> Iterator[Instance]:
    """Yield instances in which the letters of a step have the values that it finds for them."""
    of_step = [each.line for each in _claims(theorem) if each.step == claim.step]
    found = tuple((line.left, line.right) for line in of_step if line.reason.rule is Rule.SOLUTION)
    for _ in range(6):
        yield draw(claim.scope, dice).within(claim.scope, found)


def _fails(instance: Instance, claim: Claim, line: Line) -> bool:
    """Say whether a changed equation fails in an instance in which the equation holds."""
    at = instance.place(free(line.left, line.right, claim.line.left, claim.line.right))

    def holds(each: Line) -> bool:
        return compare(instance.value(each.left, at), instance.value(each.right, at)) == 0

    with suppress(Unjudged):
        return holds(claim.line) and not holds(line)
    return False


def _changed(verified: Verified, claim: Claim, line: Line) -> Verified:
    """Return a theorem with another line, unproved."""
    derivation = verified.derivation
    step = derivation.steps[claim.step]
    block = step.blocks[claim.block]
    new: Chain | Remark
    if isinstance(block, Remark):
        at = [n for n, part in enumerate(block.parts) if isinstance(part, Line)][claim.number]
        new = Remark(put_at(block.parts, at, line))
    else:
        assert isinstance(block, Chain)
        new = replace(block, lines=put_at(block.lines, claim.number, line))
    steps: tuple[Step, ...] = put_at(
        derivation.steps, claim.step, replace(step, blocks=put_at(step.blocks, claim.block, new))
    )
    return seal_unchecked(replace(derivation, steps=steps), verified.quantities, verified.readings)


def _print(verified: Verified, to: str, notation: str) -> str:
    is_ascii, is_latex = to == "ascii", to == "latex"
    to = "text" if is_ascii else to
    return render(to, verified, Notation(style(notation)), unicode=not is_ascii, fragment=is_latex)


def _first_other(text: str, right: str) -> int | None:
    """Return the line of the first statement in `text` that is another one than in `right`."""
    was, now = (
        [
            ([token.text for token in statement.tokens], statement.line)
            for statement, _, _ in parsed(each)
        ]
        for each in (right, text)
    )
    return next((line for (old, _), (new, line) in zip(was, now, strict=False) if old != new), None)


def outcome(slip: Planted) -> str:
    """Return whether a slip is refuted "at" its line or "before" it, or what its line is taken for.

    A definition is refuted "after" it, where its letter is used. Else a line is "unread", "open" or
    "accepted".
    """
    working = verify_derivation(slip.theorem, slip.text)
    first = working.first_wrong
    if first is not None and (first <= slip.line or slip.rule in NAMING):
        return "at" if first == slip.line else "before" if first < slip.line else "after"
    return _taken_for(working, slip)


def outcome_of_right(rewriting: Planted) -> str:
    """Return whether a line beside a rewriting is "accused", or what the new one is taken for."""
    working = verify_derivation(rewriting.theorem, rewriting.text)
    return _taken_for(working, rewriting) if working.first_wrong is None else "accused"


def _taken_for(working: Working, changed: Planted) -> str:
    verdicts = {line.verdict for line in working.lines if line.place[0] == changed.line}
    return next((each for each in ("unread", "open") if each in verdicts), "accepted")
