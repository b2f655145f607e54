"""Quantities of the data: counts and relative frequencies. They know nothing of any model."""

from __future__ import annotations

from collections.abc import Mapping

from exactnb.data.counts import Counts
from exactnb.data.table import Table
from exactnb.expression.names import Item, Pair, QuantityName
from exactnb.expression.nodes import Integer, Quotient, Reference
from exactnb.expression.reasons import Reason, Rule
from exactnb.model.quantities import Quantity, Shown

__all__ = ["BY_COUNTING", "define_of_data", "recount"]

BY_COUNTING = Reason(Rule.COUNT, "by counting")


def define_of_data(name: QuantityName, table: Table, counts: Counts) -> Quantity:
    """Return the quantity count(A) or freq(A|B)."""
    if name.head == "freq":
        left = tuple(item for item in name.left if isinstance(item, Item))
        items = tuple(sorted((*left, *name.right), key=lambda item: item.kind == "class"))
        hits = Reference(QuantityName("count", items))
        trials = Reference(QuantityName("count", name.right))
        reason = Reason(Rule.DEFINE, "relative frequency")
        return Quantity(name, Quotient(hits, trials), reason, Shown.COUNTED)
    label, cells = _parts(name.left)
    if not cells:
        number = counts.total if label is None else counts.classes[label]
    elif len(cells) == 1 and label is not None:
        ((column, value),) = cells.items()
        number = counts.cell(column, value, label)
    else:
        number = table.count(label, cells)
    return Quantity(name, Integer(number), BY_COUNTING)


def recount(name: QuantityName, table: Table) -> int:
    """Return a count taken anew, row by row."""
    label, cells = _parts(name.left)
    return table.count(label, cells)


def _parts(items: tuple[Item | Pair, ...]) -> tuple[str | None, Mapping[str, str]]:
    label: str | None = None
    cells: dict[str, str] = {}
    for item in items:
        if isinstance(item, Item) and item.kind == "class":
            label = item.value
        elif isinstance(item, Item):
            cells[item.variable] = item.value
    return label, cells
