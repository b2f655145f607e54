"""Quantities of the data: counts and relative frequencies. They know nothing of any model."""

from __future__ import annotations

from collections.abc import Mapping

from exactnb.data.counts import Counts
from exactnb.data.table import Table
from exactnb.expression.names import Item, Pair, QuantityName
from exactnb.expression.nodes import Integer, Quotient, Reference
from exactnb.expression.reasons import Reason, Rule
from exactnb.model.quantities import Quantity, Shown

__all__ = ["BY_COUNTING", "counted_parts", "define_of_data"]

BY_COUNTING = Reason(Rule.COUNT, "by counting")


def define_of_data(name: QuantityName, table: Table, counts: Counts) -> Quantity:
    """Return the quantity count(A) or freq(A|B)."""
    if name.head == "freq":
        left = tuple(item for item in name.left if isinstance(item, Item))
        places = {column: at for at, column in enumerate(table.columns)}
        last = len(places)  # the class stands behind the columns
        items = tuple(
            sorted(
                (*left, *name.right),
                key=lambda item: places.get(item.variable, last) if item.kind == "cell" else last,
            )
        )
        hits = Reference(QuantityName("count", items))
        trials = Reference(QuantityName("count", name.right))
        reason = Reason(Rule.DEFINE, "relative frequency")
        return Quantity(name, Quotient(hits, trials), reason, Shown.COUNTED)
    label, cells = counted_parts(name.left)
    if not cells:
        number = counts.total if label is None else counts.classes[label]
    elif len(cells) == 1 and label is not None:
        ((column, value),) = cells.items()
        number = counts.cell(column, value, label)
    else:
        number = table.count(label, cells)
    return Quantity(name, Integer(number), BY_COUNTING)


def counted_parts(items: tuple[Item | Pair, ...]) -> tuple[str | None, Mapping[str, str]]:
    """Return the class (None for any) and the cells that a count is of."""
    label: str | None = None
    cells: dict[str, str] = {}
    for item in items:
        if isinstance(item, Item) and item.kind == "class":
            label = item.value
        elif isinstance(item, Item):
            cells[item.variable] = item.value
    return label, cells
