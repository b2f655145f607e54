"""The table of counts that were given, where there are no rows."""

from __future__ import annotations

from collections.abc import Iterable

from exactnb.core.data.rows import name_of
from exactnb.core.naming.names import Item, QuantityName, count_name
from exactnb.core.problem.problem import Problem
from exactnb.explain.derivation import Chain, Extent, Grid
from exactnb.explain.solution.chains import Chains
from exactnb.explain.solution.displays import OF_QUERY
from exactnb.explain.solution.levels import Level


def given_counts(problem: Problem, chains: Chains, level: Level) -> Grid | None:
    """Return a table of the counts that are used; of too many, those that the queries need."""
    schema = problem.schema
    rows: dict[tuple[Item, ...], dict[Item, Chain]] = {}
    for name in filter(is_count, chains.quantities):
        *items, label = name.items
        rows.setdefault(tuple(items), {})[label] = chains.estimate(name)
    kept = tuple(rows)
    if len(kept) > level.rows:
        seen = _seen(problem)
        kept = tuple(items for items in kept if not items or seen & _named(items))[: level.rows]
    if not kept:
        return None
    words = frozenset(schema.words)
    shown = sum(bool(words & _named(items)) for items in kept)
    extent = Extent(shown, len(words), "words", OF_QUERY) if shown < len(words) else None
    general = Item("general", schema.class_variable, "k")
    heads = tuple(count_name(*items, general) for items in kept)
    labels = tuple(Item("class", schema.class_variable, label) for label in schema.classes)
    cells = tuple(tuple(rows[items].get(label) for label in labels) for items in kept)
    return Grid("", heads, labels, cells, extent)


def is_count(name: QuantityName) -> bool:
    """Say whether a name is a count in one class."""
    return name.head == "count" and not name.wrappers and [i.kind for i in name.items][-1:] == ["class"]


def _seen(problem: Problem) -> set[str]:
    """Return the columns and words that some query shows."""
    predictions = problem.predictions.values()
    observed = (p.queries[name_of(identity)] for p in predictions for identity in problem.query)
    return {name for seen in observed for name in (*seen.cells, *seen.words())}


def _named(items: Iterable[Item]) -> set[str]:
    """Return the columns of cells, and the words."""
    return {item.variable if item.kind == "cell" else item.value for item in items}
