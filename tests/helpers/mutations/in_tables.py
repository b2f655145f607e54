"""Mutations of tables: cells, headings, corners."""

from __future__ import annotations

import random
from dataclasses import replace
from fractions import Fraction

from exactnb.core.expression.written import literal
from exactnb.core.naming.names import Item, QuantityName
from exactnb.explain.derivation import (
    Deviations,
    Grid,
)
from mutations.kinds import (
    Mutant,
    blocks_in,
    grid_shown,
    kind,
    put_at,
    with_block,
)
from mutations.subject import Subject


@kind("cells of a table swapped")
def _cells(subject: Subject, dice: random.Random) -> Mutant | None:
    if not (found := blocks_in(subject, Grid)):
        return None
    s, b, grid = dice.choice(found)
    places = [(r, c) for r, c, _ in grid_shown(grid)]
    if len(places) < 2:
        return None
    (r, c), (t, d) = dice.sample(places, 2)
    one, other = grid.cells[r][c], grid.cells[t][d]
    cells = put_at(grid.cells, r, put_at(grid.cells[r], c, other))
    cells = put_at(cells, t, put_at(cells[t], d, one))
    return _grid_mutant(subject, s, b, replace(grid, cells=cells))


@kind("cell of a table from elsewhere")
def _cell(subject: Subject, dice: random.Random) -> Mutant | None:
    if not (found := blocks_in(subject, Grid)):
        return None
    s, b, grid = dice.choice(found)
    _, _, elsewhere = dice.choice(found)
    r, c = dice.randrange(len(grid.rows)), dice.randrange(len(grid.columns))
    other = dice.choice(dice.choice(elsewhere.cells))
    cells = put_at(grid.cells, r, put_at(grid.cells[r], c, other))
    return _grid_mutant(subject, s, b, replace(grid, cells=cells))


@kind("heading of a row")
def _row(subject: Subject, dice: random.Random) -> Mutant | None:
    if not (found := blocks_in(subject, Grid)):
        return None
    s, b, grid = dice.choice(found)
    _, _, elsewhere = dice.choice(found)
    rows = put_at(grid.rows, dice.randrange(len(grid.rows)), dice.choice(elsewhere.rows))
    return _grid_mutant(subject, s, b, replace(grid, rows=rows))


@kind("heading of a column")
def _column(subject: Subject, dice: random.Random) -> Mutant | None:
    if not (found := blocks_in(subject, Grid)):
        return None
    s, b, grid = dice.choice(found)
    at = dice.randrange(len(grid.columns))
    other = dice.choice(subject.problem.predictions[""].model.class_items())
    columns = put_at(grid.columns, at, dice.choice((other, replace(other, value="nothing"))))
    return _grid_mutant(subject, s, b, replace(grid, columns=columns))


@kind("corner of a table")
def _corner(subject: Subject, dice: random.Random) -> Mutant | None:
    grids = [(s, b, grid) for s, b, grid in blocks_in(subject, Grid) if grid.corner]
    if not grids:
        return None
    s, b, grid = dice.choice(grids)
    return _grid_mutant(
        subject, s, b, replace(grid, corner=dice.choice(tuple(subject.problem.schema.variables())))
    )


@kind("a column of a table left out")
def _short(subject: Subject, dice: random.Random) -> Mutant | None:
    if not (found := blocks_in(subject, Grid)):
        return None
    s, b, grid = dice.choice(found)
    if len(grid.columns) < 2:
        return None
    at = dice.randrange(len(grid.columns))
    columns = (*grid.columns[:at], *grid.columns[at + 1 :])
    return Mutant(with_block(subject, s, b, replace(grid, columns=columns)), True, "fewer columns")


@kind("a row or class of a table twice")
def _twice(subject: Subject, dice: random.Random) -> Mutant | None:
    if not (found := blocks_in(subject, Grid)):
        return None
    s, b, grid = dice.choice(found)
    if dice.random() < 0.5:
        new = replace(grid, rows=(*grid.rows, grid.rows[0]), cells=(*grid.cells, grid.cells[0]))
    else:
        cells = tuple((*row, row[0]) for row in grid.cells)
        new = replace(grid, columns=(*grid.columns, grid.columns[0]), cells=cells)
    return Mutant(with_block(subject, s, b, new), True, "twice")


@kind("heading of another head")
def _heading(subject: Subject, dice: random.Random) -> Mutant | None:
    grids = [g for g in blocks_in(subject, Grid) if isinstance(g[2].rows[0], QuantityName)]
    if not grids:
        return None
    s, b, grid = dice.choice(grids)
    at = dice.randrange(len(grid.rows))
    rows = put_at(grid.rows, at, replace(grid.rows[at], head="odds"))
    return _grid_mutant(subject, s, b, replace(grid, rows=rows))


@kind("number in a table of deviations")
def _deviation(subject: Subject, dice: random.Random) -> Mutant | None:
    if not (found := blocks_in(subject, Deviations)):
        return None
    s, b, table = dice.choice(found)
    g = dice.randrange(len(table.groups))
    mean, rows, sums = table.groups[g]
    r, c = dice.randrange(len(rows) + 1), dice.randrange(len(sums))
    row = (*rows, sums)[r]
    wrong = put_at(row, c, literal(subject.worth(row[c]) + dice.choice((-1, 1, Fraction(1, 3)))))
    group = (mean, rows, wrong) if r == len(rows) else (mean, put_at(rows, r, wrong), sums)
    new = replace(table, groups=put_at(table.groups, g, group))
    return Mutant(with_block(subject, s, b, new), True, str(group)[:200])


@kind("class or row of a table of deviations")
def _deviations(subject: Subject, dice: random.Random) -> Mutant | None:
    if not (found := blocks_in(subject, Deviations)):
        return None
    s, b, table = dice.choice(found)
    g = dice.randrange(len(table.groups))
    mean, rows, sums = table.groups[g]
    other, _, _ = dice.choice(table.groups)
    at = dice.randrange(len(rows))
    group = dice.choice((
        (other, rows, sums), (mean, rows[:at] + rows[at + 1 :], sums), (mean, (*rows, rows[at]), sums),
        (mean, rows, sums),
    ))  # fmt: skip
    groups = put_at(table.groups, g, group)
    new = replace(table, groups=groups)
    if dice.random() < 0.2:
        new = replace(table, groups=groups[1:], ids=table.ids[1:])
    false = not set(new.groups) <= set(table.groups)  # one may be left out
    return Mutant(with_block(subject, s, b, new), false, str(group)[:200])


def _grid_mutant(subject: Subject, s: int, b: int, grid: Grid) -> Mutant:
    """Return a mutated table: false if a number in it is not what its row and column say."""
    return Mutant(with_block(subject, s, b, grid), table_is_false(subject, s, grid), str(grid)[:200])


def table_is_false(subject: Subject, s: int, grid: Grid) -> bool:
    model = subject.derivation.steps[s].model or ""
    for head, cells in zip(grid.rows, grid.cells, strict=True):
        for label, chain in zip(grid.columns, cells, strict=False):
            if chain is None:
                continue
            if label.value not in subject.classes:
                return True
            if isinstance(head, QuantityName):
                swap = lambda item, label=label: label if item.kind == "general" else item  # noqa: E731
                name = replace(
                    head, left=tuple(map(swap, head.left)), right=tuple(map(swap, head.right))
                )
            else:
                name = QuantityName("P", (Item("cell", grid.corner, head),), (label,), model)
                known = subject.knows(model, grid.corner, head)
                if not known and str(name) not in subject.environment:
                    return True
            expected = subject.meant(name)
            if any(subject.differs(line, expected) for line in chain.lines[1:] or chain.lines):
                return True
    return False
