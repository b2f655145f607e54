"""The table of mutations, and the ways to reach into a derivation."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from exactnb.core.expression.nodes import Expression
from exactnb.core.expression.spell import spell
from exactnb.core.model.quantities import Quantities
from exactnb.explain.derivation import (
    Chain,
    Derivation,
    Grid,
    Line,
    Remark,
)
from mutations.subject import Subject
from mutations.subjects import subjects


@dataclass(frozen=True)
class Mutant:
    """A derivation with one change, and whether it is false by an evaluation of our own."""

    derivation: Derivation
    is_false: bool
    what: str
    quantities: Quantities | None = None


Mutate = Callable[[Subject, random.Random], Mutant | None]
MUTATIONS: dict[str, Mutate] = {}


def kind(name: str) -> Callable[[Mutate], Mutate]:
    """Enter a mutation into the table."""

    def enter(mutate: Mutate) -> Mutate:
        MUTATIONS[name] = mutate
        return mutate

    return enter


def with_block(subject: Subject, step: int, block: int, new: Any) -> Derivation:
    """Return the one step, with one block changed: a derivation is checked step by step."""
    old = subject.derivation.steps[step]
    blocks = (*old.blocks[:block], new, *old.blocks[block + 1 :])
    return replace(subject.derivation, steps=(replace(old, blocks=blocks),))


def blocks_in(subject: Subject, kind_of: type) -> list[tuple[int, int, Any]]:
    steps = enumerate(subject.derivation.steps)
    found = ((s, b, block) for s, step in steps for b, block in enumerate(step.blocks))
    return [(s, b, block) for s, b, block in found if isinstance(block, kind_of)]


def put_at(items: tuple[Any, ...], at: int, new: Any) -> tuple[Any, ...]:
    return (*items[:at], new, *items[at + 1 :])


def places(subject: Subject) -> list[tuple[Line, Callable[[Line], Derivation]]]:
    """Return every line of a derivation, and how to put another in its place."""
    found: list[tuple[Line, Callable[[Line], Derivation]]] = []

    def chain(s: int, b: int, of: Chain, wrap: Callable[[Chain], Any]) -> None:
        for at, line in enumerate(of.lines):
            found.append(
                (
                    line,
                    lambda new, at=at: with_block(
                        subject, s, b, wrap(replace(of, lines=put_at(of.lines, at, new)))
                    ),
                )
            )

    for s, b, block in blocks_in(subject, Chain):
        chain(s, b, block, lambda new: new)
    for s, b, block in blocks_in(subject, Grid):
        for r, c, cell in grid_shown(block):
            chain(
                    s, b, cell,
                    lambda new, block=block, r=r, c=c: replace(
                        block, cells=put_at(block.cells, r, put_at(block.cells[r], c, new))
                    ),
                )  # fmt: skip
    for s, b, block in blocks_in(subject, Remark):
        for at, part in enumerate(block.parts):
            if isinstance(part, Line):
                found.append(
                    (
                        part,
                        lambda new, s=s, b=b, block=block, at=at: with_block(
                            subject, s, b, Remark(put_at(block.parts, at, new))
                        ),
                    )
                )
    return found


def grid_shown(grid: Grid) -> list[tuple[int, int, Chain]]:
    """Return the cells of a table that are not left out."""
    cells = ((r, c, cell) for r, row in enumerate(grid.cells) for c, cell in enumerate(row))
    return [(r, c, cell) for r, c, cell in cells if cell is not None]


def mutated(
    subject: Subject,
    dice: random.Random,
    change: Callable[[Line], Line | None],
    only: Callable[[Line], bool] | None = None,
) -> Mutant | None:
    """Return the derivation with one random line changed, of all or of those that are chosen."""
    places = [place for place in cached_places(subject.title) if only is None or only(place[0])]
    if not places:
        return None
    line, put_in = dice.choice(places)
    new = change(line)
    if new is None or new == line:
        return None
    return Mutant(put_in(new), subject.is_false(new), told(new))


def told(line: Line) -> str:
    return f"{spell(line.left)} {line.relation} {spell(line.right)} [{line.reason.rule.value}]"


@cache
def cached_places(title: str) -> Any:
    (found,) = (places(subject) for subject in subjects() if subject.title == title)
    return found


def at_random(
    expression: Expression, dice: random.Random, change: Callable[[Expression], Expression | None]
) -> Expression | None:
    """Return the expression with one random part changed, of those that the change applies to."""
    ways = [way for way in changes(expression, change) if way != expression]
    return dice.choice(ways) if ways else None


def changes(
    expression: Expression, change: Callable[[Expression], Expression | None]
) -> Iterator[Expression]:
    changed = change(expression)
    if changed is not None:
        yield changed
    parts = expression.children
    for at, part in enumerate(parts):
        for other in changes(part, change):
            yield expression.with_children(put_at(parts, at, other))


def on_a_side(
    subject: Subject, dice: random.Random, change: Callable[[Expression], Expression | None]
) -> Mutant | None:
    side = dice.choice(("left", "right", "right", "right"))

    def on_line(line: Line) -> Line | None:
        new = at_random(getattr(line, side), dice, change)
        return None if new is None else replace(line, **{side: new})

    return mutated(subject, dice, on_line)


def with_right(
    line: Line, dice: random.Random, change: Callable[[Expression], Expression | None]
) -> Line | None:
    """Return a line with one random part of its right side changed."""
    new = at_random(line.right, dice, change)
    return None if new is None else replace(line, right=new)
