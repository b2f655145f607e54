"""No part of a table can be changed, left out, doubled or exchanged: `verify` refuses each change.

Changes are made by the types of the fields alone, so that a field or a table which is added later is
tried too. Lines have judges of their own (`test_mutation.py`), since a changed line may be true.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields, is_dataclass, replace
from enum import Enum
from fractions import Fraction
from functools import cache
from itertools import islice
from typing import Any, get_args

from forgeries import Subject
from thoroughness import choose, in_both_runs, one_in

from exactnb import Conventions, Documents, Family, ModelChoice, Problem, Table, solve
from exactnb.core.arithmetic.rounding import Decimal
from exactnb.core.expression.nodes import Expression, Integer, Numeral, Sum
from exactnb.core.naming.names import QuantityName
from exactnb.explain.derivation import (
    Blanks,
    Chain,
    Derivation,
    EstimateRule,
    Grid,
    Rejected,
    Remark,
    SameEstimates,
    verify,
)
from exactnb.explain.derivation.lines import Block
from exactnb.explain.proving import new_prover
from exactnb.explain.solution.exploring import explore
from exactnb.explain.solution.setting import problem_source

pytestmark = in_both_runs
CLAIMS = (Chain, Grid, EstimateRule, Remark, SameEstimates)
"""Blocks made of claims: a changed line may hold, one claim less is true, and so is another order."""
TABLES = tuple(kind for kind in get_args(Block) if kind not in CLAIMS)
ROWS = [("1", "u", "+"), ("1", "v", "+"), ("0", "u", "-"), ("1", "v", "-"), ("0", "v", "+")]


def values() -> Subject:
    """Return five rows, and each question that a table answers."""
    ask = ["accuracy", "accuracy_left_out", "independent(a,b)", "P(+|x)"]
    table = Table.from_rows(ROWS, ["a", "b", "k"])
    choice = ModelChoice(Conventions(smoothing=1))
    return Subject(solve(Problem(table, {"x": {"a": "1", "b": "u"}}, {"m": choice}, ask=ask)))


def numbers() -> Subject:
    """Return rows with ids, and deviations of their numbers."""
    rows = [("r1", "1", "+"), ("r2", "4", "+"), ("r3", "5", "-"), ("r4", "9", "-")]
    table = Table.from_rows(rows, ["n", "x", "k"], id="n")
    choice = ModelChoice(families={"x": "gaussian"})
    return Subject(solve(Problem(table, {"q": {"x": "2"}}, {"m": choice})))


def texts() -> Subject:
    documents = Documents.of([("+", "win win cash"), ("-", "lunch"), ("+", "cash")])
    return Subject(
        solve(Problem(documents, {"x": "win lunch"}, {"m": ModelChoice(Conventions(smoothing=1))}))
    )


def explored() -> Subject:
    """Return what λ and each row decide about a query."""
    table = Table.from_rows([("u", "-"), ("v", "+"), ("v", "+"), ("w", "+")], ["s", "k"])
    return Subject(
        explore(Problem(table, {"x": {"s": "u"}}, {"m": ModelChoice(Conventions(smoothing=1))}))
    )


def stated() -> Subject:
    """Return numbers of a family that the problem states."""
    family = Family.of(density="s exp(-s x)", support="x > 0", parameters={"s": "s > 0"}, name="own")
    table = Table.from_rows([("1", "+"), ("4", "+"), ("5", "-")], ["x", "k"])
    return Subject(solve(Problem(table, {"q": {"x": "2"}}, families={"x": family})))


@dataclass(frozen=True)
class OfSheet(Subject):
    """A problem sheet, whose questions are those that its problem asks."""

    @property
    def derivation(self) -> Derivation:
        return self.solution.sheet().verified.derivation

    def verify(self, derivation: Derivation, **formulas: Expression) -> None:
        source = problem_source(self.solution.problem)
        source = replace(source, displays=(*source.displays, *self.blocks(Blanks)))
        verify(derivation, self.solution.quantities, source, new_prover)


def sheet() -> Subject:
    return OfSheet(values().solution)


SUBJECTS = {each.__name__: cache(each) for each in (values, numbers, texts, explored, stated, sheet)}


def changes(part: Any) -> Iterator[Any]:
    """Yield what may stand in the place of a part: another value, a row less, more, or elsewhere."""
    match part:
        case bool():
            yield not part
        case int():
            yield part + 1
        case Fraction():
            yield part + 1
        case str():
            yield part + "x"
            yield "nothing"
        case Enum():
            yield next(other for other in type(part) if other is not part)
        case Numeral():
            yield Numeral(Decimal(part.decimal.units + 1, part.decimal.places))
        case Expression():
            yield Sum((part, Integer(1)))
        case QuantityName():
            yield replace(part, head="odds")
        case tuple():
            for at, each in enumerate(part):
                yield part[:at] + part[at + 1 :]
                yield part[: at + 1] + part[at:]
                if at and part[at - 1] != each:
                    yield (*part[: at - 1], each, part[at - 1], *part[at + 1 :])
                yield from ((*part[:at], other, *part[at + 1 :]) for other in changes(each))
        case None:
            return
        case _:
            assert is_dataclass(part), part
            for field in fields(part):
                for other in changes(getattr(part, field.name)):
                    yield replace(part, **{field.name: other})


def accepted(subject: Subject, kind: type) -> tuple[int, list[str]]:
    """Return how many changes of tables of a kind were tried, and those that `verify` accepts."""
    tried, kept = 0, []
    for at, step in enumerate(subject.derivation.steps):
        for place, block in enumerate(step.blocks):
            every = changes(block) if type(block) is kind else iter(())
            for changed in islice(every, 0, None, choose(quick=72, exhaustive=3)):
                blocks = (*step.blocks[:place], changed, *step.blocks[place + 1 :])
                steps = (*subject.derivation.steps[:at], replace(step, blocks=blocks))
                tried += 1
                try:
                    subject.verify(replace(subject.derivation, steps=steps))
                except Rejected:
                    continue
                kept.append(f"{step.key}: {changed}")
    return tried, kept


@one_in(3, "kind", TABLES, ids=lambda kind: kind.__name__)
def test_no_changed_table_is_accepted(kind: type) -> None:
    """Each field of each table, each row dropped, doubled or exchanged with the one before."""
    total = 0
    for subject in SUBJECTS.values():
        tried, kept = accepted(subject(), kind)
        total += tried
        assert kept == []
    assert total
