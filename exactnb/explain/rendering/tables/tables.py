"""The common parts of all layouts of chains and tables, and how long a bar of a probability is."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction

from exactnb.core.arithmetic.rounding import Rounding, rounded
from exactnb.core.arithmetic.values import Infinite, Undefined, limit
from exactnb.core.expression.evaluate import evaluate
from exactnb.core.expression.nodes import Expression, Numeral
from exactnb.core.expression.reasons import Rule
from exactnb.core.expression.results import NoNumber
from exactnb.core.model.quantities import Quantities
from exactnb.core.naming.names import Item
from exactnb.explain.derivation import Chain, Data, Grid, Line
from exactnb.explain.derivation.lines import DeviationRow, Deviations

_ANSWERS = (
    Rule.VALUE, Rule.DECIDE, Rule.SAME, Rule.DIFFERENTIATE, Rule.SCALE, Rule.PUT_IN, Rule.SOLUTION,
    Rule.MAXIMUM,
)  # fmt: skip
FORMS = (None, 3, 2, 1)
"""Numbers of forms of an estimate to try in a table, the fullest first; None for all forms."""

SQUARED = "squared"
"""The head of the squares in a table of deviations."""

_PLACES = 9  # decimals of an irrational share, finer than any unit


def informative_lines(chain: Chain, write: Callable[[Expression], str]) -> tuple[Line, ...]:
    """Return the lines of `chain` without a first one whose sides `write` spells alike."""
    first, *rest = chain.lines
    if rest and not first.reason.words and write(first.left) == write(first.right):
        return tuple(rest)
    return chain.lines


def answer_line(chain: Chain) -> Line | None:
    """Return the line of `chain` with the answer, the last exact one; None for any other chain."""
    if not chain.boxed:
        return None
    exact = (line for line in reversed(chain.lines) if line.reason.rule in _ANSWERS)
    answer = next((line for line in exact if not isinstance(line.right, Numeral)), None)
    return chain.lines[-1] if answer is None and len(chain.lines) == 1 else answer


def stated_reason(line: Line) -> str:
    """Return the words of a line's reason; a decision needs none."""
    return "" if line.reason.rule is Rule.DECIDE else line.reason.words


Forms = Sequence[tuple[str, Expression]]
"""The forms of an estimate, each after its relation, "" for the first one's equals sign."""


def estimate_forms(chain: Chain | None, form_count: int | None) -> Forms:
    """Return the last `form_count` forms of an estimate for a table, none of a cell without a chain.

    The first form has no equals sign; a rounded value always has its ≈. All forms for None.
    """
    if chain is None:
        return []
    lines = chain.lines[1:] or chain.lines
    first, *rest = lines if form_count is None else lines[-form_count:]
    opening = "" if first.relation == "=" else first.relation
    return [(opening, first.right), *((line.relation, line.right) for line in rest)]


def written_forms(
    forms: Forms, relate: Callable[[str], str], write: Callable[[Expression], str]
) -> list[str]:
    """Return the `forms` of an estimate as text, each after its relation if it has one.

    `relate` writes relations, `write` formulas.
    """
    pieces: list[str] = []
    for relation, form in forms:
        pieces += [relate(relation)] if relation else []
        pieces.append(write(form))
    return pieces


def fitting_form_count(grid: Grid, measure: Callable[[Expression], int], room: int) -> int | None:
    """Return how many forms each cell of `grid` may have so that all fit into `room`; None for all.

    `measure` returns the width of a formula.
    """
    chains = [*grid.chains()]
    for form_count in FORMS:
        widths = (sum(3 + measure(form) for _, form in estimate_forms(c, form_count)) for c in chains)
        if max(widths, default=0) <= room:
            return form_count
    return 1


def has_ids(table: Deviations) -> bool:
    """Say whether some rows of `table` have an id."""
    return any(any(ids) for ids in table.ids)


DeviationGroup = tuple[Item, list[tuple[str, DeviationRow]], DeviationRow]


def deviation_groups(table: Deviations) -> Iterator[DeviationGroup]:
    """Yield for each group of `table` its class, its rows with their ids, and its sums."""
    for (mean, rows, totals), ids in zip(table.groups, table.ids, strict=True):
        yield mean.right[0], list(zip(ids, rows, strict=True)), totals


def data_table(data: Data) -> tuple[bool, list[str], list[list[str]]]:
    """Return whether rows of `data` have ids, which come first then, its head, and rows and queries."""
    observations = (*data.rows, *data.queries)
    with_ids = any(row.id for row in observations)
    rows = [[*[row.id] * with_ids, *row.cells, row.label] for row in observations]
    return with_ids, [*[""] * with_ids, *data.columns, data.class_variable], rows


def column_runs(widths: Sequence[int], room: int) -> list[range]:
    """Split columns with these `widths` into runs that fit into `room`, of at least one column each.

    >>> column_runs([5, 5, 5, 20], room=12)
    [range(0, 2), range(2, 3), range(3, 4)]
    """
    groups: list[range] = []
    start, used = 0, 0
    for column, width in enumerate(widths):
        if column > start and used + width > room:
            groups.append(range(start, column))
            start, used = column, 0
        used += width
    return [*groups, range(start, len(widths))] if widths else []


def column_parts(heads: int, widths: Sequence[int], room: int) -> list[list[int]]:
    """Return the columns of each part of a table that fits into `room`, the first `heads` in all parts.

    >>> column_parts(1, [2, 5, 5, 5], room=12)
    [[0, 1, 2], [0, 3]]
    """
    groups = column_runs(widths[heads:], room - sum(widths[:heads]))
    return [[*range(heads), *(heads + column for column in group)] for group in groups]


def bar_length(quantity: Expression, full: int, quantities: Quantities) -> int | None:
    """Return how many of `full` units a probability fills, rounded down; no float is involved.

    `quantity` names it, `quantities` is the graph with its value. None if it has no value between 0
    and 1.
    """
    value = evaluate(quantity, quantities.value)
    share = None if isinstance(value, NoNumber) else limit(value)
    if share is None or isinstance(share, Undefined | Infinite):
        return None
    if not isinstance(share, Fraction):
        share = rounded(share, Rounding(places=_PLACES, rule="down")).value
    return int(share * full) if 0 <= share <= 1 else None
