"""What printers share about chains and tables: lines that say nothing, tables that are too wide."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from exactnb.core.expression.nodes import Expression, Numeral
from exactnb.core.expression.reasons import Rule
from exactnb.core.naming.names import Item
from exactnb.explain.derivation import Chain, Grid, Line
from exactnb.explain.derivation.lines import DeviationRow, Deviations

_ANSWERS = (
    Rule.VALUE,
    Rule.DECIDE,
    Rule.SAME,
    Rule.DIFFERENTIATE,
    Rule.SCALE,
    Rule.PUT_IN,
    Rule.SOLUTION,
    Rule.MAXIMUM,
)


def said(chain: Chain, write: Callable[[Expression], str]) -> tuple[Line, ...]:
    """Return the lines of a chain without an opening one whose two sides look the same."""
    first, *rest = chain.lines
    if rest and not first.reason.words and write(first.left) == write(first.right):
        return tuple(rest)
    return chain.lines


def answer_of(chain: Chain) -> Line | None:
    """Return the line of a chain that holds the answer, the last exact one, if it leads to one."""
    if not chain.boxed:
        return None
    exact = (line for line in reversed(chain.lines) if line.reason.rule in _ANSWERS)
    found = next((line for line in exact if not isinstance(line.right, Numeral)), None)
    return chain.lines[-1] if found is None and len(chain.lines) == 1 else found


def reason_of(line: Line) -> str:
    """Return the words of a reason; that of a decision is seen."""
    return "" if line.reason.rule is Rule.DECIDE else line.reason.words


FORMS = (None, 3, 2, 1)
"""How many of the last forms of an estimate stand in a table, from the fullest down; None for all."""


def forms_of(chain: Chain, kept: int | None) -> list[tuple[str, Expression]]:
    """Return what an estimate is and comes to in a table, each form with the relation before it.

    An equality needs none before the first form; a rounded value has its ≈ wherever it stands.
    """
    lines = chain.lines[1:] or chain.lines
    first, *rest = lines if kept is None else lines[-kept:]
    opening = "" if first.relation == "=" else first.relation
    return [(opening, first.right), *((line.relation, line.right) for line in rest)]


def written_forms(
    chain: Chain,
    kept: int | None,
    relate: Callable[[str], str],
    write: Callable[[Expression], str],
) -> list[str]:
    """Return the forms of an estimate as they are written, each behind its relation, if it has one."""
    out: list[str] = []
    for relation, form in forms_of(chain, kept):
        out += [relate(relation)] if relation else []
        out.append(write(form))
    return out


def fullest(grid: Grid, width_of: Callable[[Expression], int], room: int) -> int | None:
    """Return how many forms of each cell leave none of them wider than there is room."""
    chains = [*grid.chains()]
    for kept in FORMS:
        widths = (sum(3 + width_of(form) for _, form in forms_of(c, kept)) for c in chains)
        if max(widths, default=0) <= room:
            return kept
    return 1


SQUARED = "squared"
"""The head of the squares in a table of deviations."""


def has_ids(table: Deviations) -> bool:
    """Say whether some of the rows behind a table of deviations have an id."""
    return any(any(ids) for ids in table.ids)


def of_deviations(table: Deviations) -> list[tuple[Item, list[tuple[str, DeviationRow]], DeviationRow]]:
    """Return the class of each group of a table, with its rows, each with its id, and their sums."""
    groups = []
    for (mean, rows, totals), ids in zip(table.groups, table.ids, strict=True):
        groups.append((mean.right[0], list(zip(ids, rows, strict=True)), totals))
    return groups


def in_groups(widths: Sequence[int], room: int) -> list[range]:
    """Return runs of columns, each as many as there is room for, at least one.

    >>> in_groups([5, 5, 5, 20], room=12)
    [range(0, 2), range(2, 3), range(3, 4)]
    """
    groups: list[range] = []
    start, taken = 0, 0
    for at, width in enumerate(widths):
        if at > start and taken + width > room:
            groups.append(range(start, at))
            start, taken = at, 0
        taken += width
    return [*groups, range(start, len(widths))] if widths else []
