"""Scopes to resolve names in: of one view, meant in every model and in the data alike."""

from collections.abc import Collection, Mapping, Sequence

from exactnb.core.naming.names import Item
from exactnb.core.naming.scope import Scope, View
from exactnb.core.quantities import QUANTITIES


def scope_of(
    variable: str,
    classes: Sequence[str],
    columns: Mapping[str, tuple[str, ...]],
    binary: Collection[str] = frozenset(),
    queries: Mapping[str, Collection[str]] | None = None,
    models: Sequence[str] = ("model",),
    words: Collection[str] = (),
) -> Scope:
    """Return a scope in which every model and the data see the same columns and words.

    `queries` maps each id to the columns that it fixes; the first of `models` is the default.
    """
    view = View(columns, frozenset(binary), words, queries or {})
    views = {"" if model == models[0] else model: view for model in models}
    return Scope(variable, tuple(classes), QUANTITIES, views, view, tuple(models), models[0])


def cell(column: str, value: str) -> Item:
    """Return the item `column=value`."""
    return Item("cell", column, value)
