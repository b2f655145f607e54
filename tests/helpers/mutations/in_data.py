"""Mutations of data, counts, models and types."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace
from typing import Any

from exactnb.core.arithmetic.rounding import Rounding
from exactnb.core.expression.nodes import (
    Integer,
    Sum,
)
from exactnb.core.expression.reasons import Rule
from exactnb.core.expression.written import literal
from exactnb.core.naming.names import QuantityName
from exactnb.core.quantities import QUANTITIES
from exactnb.explain.derivation import (
    Data,
    Line,
    Rejected,
)
from exactnb.explain.solution.narrative import write_derivation
from mutations.kinds import (
    Mutant,
    blocks_in,
    kind,
    mutated,
    put_at,
    with_block,
)
from mutations.subject import Subject


@kind("a row of the data")
def _data(subject: Subject, dice: random.Random) -> Mutant | None:
    found = blocks_in(subject, Data)
    found = [place for place in found if place[2].columns]
    if not found:
        return None
    s, b, data = dice.choice(found)
    if not data.columns:
        return None
    way = dice.choice(("cell", "label", "dropped", "doubled", "query", "column"))
    if way == "query" and data.queries:
        at = dice.randrange(len(data.queries))
        row = data.queries[at]
        new = replace(
            data, queries=put_at(data.queries, at, replace(row, cells=put_at(row.cells, 0, "2")))
        )
    elif way == "column":
        new = replace(data, columns=put_at(data.columns, 0, data.columns[0] + "x"))
    else:
        at = dice.randrange(len(data.rows))
        row = data.rows[at]
        rows = {
            "cell": put_at(
                data.rows, at, replace(row, cells=put_at(row.cells, -1 % len(row.cells), "2"))
            ),
            "label": put_at(data.rows, at, replace(row, label=row.label + "?")),
            "dropped": (*data.rows[:at], *data.rows[at + 1 :]),
        }
        new = replace(data, rows=rows.get(way, (*data.rows, row)))
    return Mutant(with_block(subject, s, b, new), new != data, way)


@kind("the class variable")
def _class_variable(subject: Subject, dice: random.Random) -> Mutant | None:
    found = blocks_in(subject, Data)
    if not found:
        return None
    s, b, data = dice.choice(found)
    if not data.columns:
        return None
    new = replace(data, class_variable=dice.choice((*data.columns, "class?")))
    return Mutant(with_block(subject, s, b, new), True, "another class variable")


@kind("model of a step")
def _model(subject: Subject, dice: random.Random) -> Mutant | None:
    if len(subject.cases) < 2:
        return None
    step = dice.choice(subject.derivation.steps)
    new = replace(step, model=dice.choice(tuple(subject.cases)))
    told = {n for block in step.blocks for n in _names_in(block) if not QUANTITIES[n.head].of_data}
    false = any(name.model != new.model for name in told)
    return Mutant(replace(subject.derivation, steps=(new,)), false, f"model {new.model!r}")


def _names_in(block: Any) -> Iterator[QuantityName]:
    """Yield every name that is anywhere in a part of a derivation."""
    if isinstance(block, QuantityName):
        yield block
    elif isinstance(block, tuple):
        for part in block:
            yield from _names_in(part)
    elif is_dataclass(block):
        for at in fields(block):
            yield from _names_in(getattr(block, at.name))


@kind("name of a model that there is not")
def _strange_model(subject: Subject, dice: random.Random) -> Mutant | None:
    step = dice.choice(subject.derivation.steps)
    new = replace(step, model="another")
    return Mutant(replace(subject.derivation, steps=(new,)), True, f"{step.key} of another model")


@kind("something that is no block")
def _no_block(subject: Subject, dice: random.Random) -> Mutant | None:
    step = dice.choice(subject.derivation.steps)
    odd: Any = dice.choice(("of 17 rows", 7, None, Integer(7), (), step, dice.choice(step.blocks[:1])))
    new = replace(step, blocks=(*step.blocks, (odd,) if odd is step.blocks[0] else odd))
    return Mutant(replace(subject.derivation, steps=(new,)), True, repr(odd)[:60])


@kind("a list for a tuple")
def _a_list(subject: Subject, dice: random.Random) -> Mutant | None:
    s = dice.randrange(len(subject.derivation.steps))
    step = subject.derivation.steps[s]
    b = dice.randrange(len(step.blocks))
    block: Any = step.blocks[b]
    made = [replace(step, blocks=list(step.blocks)), replace(step, about=list(step.about))]
    held = [f.name for f in fields(block) if isinstance(getattr(block, f.name), tuple)]
    at = dice.choice(held)
    thawed = replace(block, **{at: list(getattr(block, at))})
    made.append(replace(step, blocks=put_at(step.blocks, b, thawed)))
    return Mutant(replace(subject.derivation, steps=(dice.choice(made),)), True, "a list")


@kind("count in a line")
def _count(subject: Subject, dice: random.Random) -> Mutant | None:
    def change(line: Line) -> Line | None:
        if isinstance(line.right, Integer):
            return replace(line, right=Integer(abs(line.right.value + dice.choice((-1, 1, 2)))))
        return replace(line, right=Sum((line.right, Integer(1))))  # rows with weights

    return mutated(subject, dice, change, lambda line: line.reason.rule is Rule.COUNT)


@kind("count in the graph")
def _count_in_graph(subject: Subject, dice: random.Random) -> Mutant | None:
    if dice.random() < 0.8:  # a whole derivation each time
        return None
    counts = [n for n in subject.quantities if n.head in ("count", "tokens")]
    if not counts:
        return None
    name = dice.choice(counts)
    worth = subject.environment[str(name)]
    assert worth is not None
    wrong = subject.quantities.with_formulas({name: literal(worth + 1)})
    try:
        made = write_derivation(subject.problem, wrong, Rounding(figures=4), with_data=True)
    except Rejected:
        return None
    chains = [chain for _, chain in made.chains()]
    false = any(subject.is_false(line) for chain in chains for line in chain.lines)
    return Mutant(made, false, f"{name} = {worth + 1}", wrong)
