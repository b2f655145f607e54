"""The table of counts of a problem that has counts instead of rows."""

from __future__ import annotations

from collections.abc import Iterable

from exactnb.core.data.rows import name_of
from exactnb.core.naming.names import Item, QuantityName, count_name
from exactnb.core.problem.problem import Problem
from exactnb.explain.derivation import Chain, Extent, Grid
from exactnb.explain.solution.chains import Chains
from exactnb.explain.solution.displays import QUERY_WORDS
from exactnb.explain.solution.levels import Level


def counts_table(problem: Problem, chains: Chains, level: Level) -> Grid | None:
    """Return the table of the counts that the solution of a `problem` uses, written by `chains`.

    Of more rows than the `level` has room for, it keeps those that the queries need. It is None where
    no count is used.
    """
    schema = problem.schema
    rows: dict[tuple[Item, ...], dict[Item, Chain]] = {}
    for name in filter(is_count, chains.quantities):
        *items, label = name.items
        rows.setdefault(tuple(items), {})[label] = chains.estimate(name)
    rows_shown = tuple(rows)
    if len(rows_shown) > level.rows:
        queried = _query_features(problem)
        rows_shown = tuple(items for items in rows_shown if not items or queried & _features(items))[
            : level.rows
        ]
    if not rows_shown:
        return None
    vocabulary = frozenset(schema.words)
    visible_words = sum(bool(vocabulary & _features(items)) for items in rows_shown)
    extent = (
        Extent(visible_words, len(vocabulary), "words", QUERY_WORDS)
        if visible_words < len(vocabulary)
        else None
    )
    general = Item("general", schema.class_variable, "k")
    heads = tuple(count_name(*items, general) for items in rows_shown)
    labels = tuple(Item("class", schema.class_variable, label) for label in schema.classes)
    cells = tuple(tuple(rows[items].get(label) for label in labels) for items in rows_shown)
    return Grid("", heads, labels, cells, extent)


def is_count(name: QuantityName) -> bool:
    """Say whether a name is a count in one class."""
    return name.head == "count" and not name.wrappers and [i.kind for i in name.items][-1:] == ["class"]


def _query_features(problem: Problem) -> set[str]:
    """Return the columns and words that occur in some query."""
    predictions = problem.predictions.values()
    observed = (p.queries[name_of(identity)] for p in predictions for identity in problem.query)
    return {name for observation in observed for name in (*observation.cells, *observation.words())}


def _features(items: Iterable[Item]) -> set[str]:
    """Return the columns of cells, and the words."""
    return {item.variable if item.kind == "cell" else item.value for item in items}
