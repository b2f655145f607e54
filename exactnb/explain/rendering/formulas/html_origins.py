"""The source of each number on a page: a factor comes from an estimate, a count from rows of the data.

From one line to the next, numbers replace names and nothing else changes (`verify` ensures it), so a
number has the quantity whose name was at its place before.
"""

from __future__ import annotations

from copy import copy
from dataclasses import replace

from exactnb.core.data.table import Row
from exactnb.core.expression.nodes import Expression, Reference
from exactnb.core.expression.reasons import Rule
from exactnb.core.naming.names import Item, QuantityName
from exactnb.explain.derivation import Chain, Data, Grid, Line
from exactnb.explain.rendering.pages.html_text import element

_COUNTS = ("count", "tokens")  # heads of names of counts
_PUT_IN = (Rule.EXPAND, Rule.SUBSTITUTE, Rule.DECIMALS)


class Origins:
    """Track which quantity each part of a page is, as far as the page has been written."""

    def __init__(self) -> None:
        self.data: Data | None = None
        self._shown: set[QuantityName] = set()
        self._parts: dict[int, tuple[Expression, QuantityName]] = {}
        self._rows: set[QuantityName] = set()
        self._zeros: set[QuantityName] = set()

    def home(self, name: QuantityName, *, is_zero: bool = False) -> dict[str, str]:
        """Return the attributes of the element that works out `name`.

        With `is_zero`, the zero is marked wherever it occurs as a factor.
        """
        self._shown.add(name)
        self._zeros |= {name} if is_zero else set()
        return {"data_of": name.spell()} | self._row_attributes(name)

    def traced(self, chain: Chain) -> Chain:
        """Return `chain` with each number identified by the name that it replaced."""
        lines: list[Line] = []
        for line in chain.lines:
            if lines and line.reason.rule in _PUT_IN:
                lines.append(replace(line, right=self._with_origins(lines[-1].right, line.right)))
            else:
                lines.append(line)
        return replace(chain, lines=tuple(lines))

    def traced_grid(self, grid: Grid) -> Grid:
        """Return `grid`, a table of estimates, with each chain traced."""
        cells = (tuple(chain and self.traced(chain) for chain in row) for row in grid.cells)
        return replace(grid, cells=tuple(cells))

    def around(self, part: Expression, markup: str) -> str:
        """Return `markup`, which draws `part`, with attributes for its source if it has one."""
        name = self._quantity_name(part)
        if name is None:
            return markup
        rows = self._row_attributes(name) if name.head in _COUNTS else {}
        if name not in self._shown and not rows and name not in self._rows:
            return markup
        zero = name in self._zeros and not isinstance(part, Reference)
        kind = "zero" if zero else None
        return element("mrow", markup, data_of=name.spell(), **rows, class_=kind)

    def _quantity_name(self, part: Expression) -> QuantityName | None:
        if isinstance(part, Reference):
            return part.name
        _, name = self._parts.get(id(part), (part, None))
        return name

    def _with_origins(self, earlier: Expression, later: Expression) -> Expression:
        """Return the later formula, each number in it registered under the name that it replaced."""
        name = self._quantity_name(earlier)
        if name is not None:
            if isinstance(later, Reference):
                return later
            # The same node can stand at several places, so each gets a copy with an id of its own; the
            # table holds the copy, since Python reuses the id of a node that is gone.
            copied = copy(later)
            self._parts[id(copied)] = copied, name
            return copied
        if type(earlier) is not type(later) or len(earlier.children) != len(later.children):
            return later
        pairs = zip(earlier.children, later.children, strict=True)
        return later.with_children(tuple(self._with_origins(old, new) for old, new in pairs))

    def _row_attributes(self, name: QuantityName) -> dict[str, str]:
        """Return the source rows of a quantity as an attribute; one element of a page has them."""
        if self.data is None or name in self._rows:
            return {}
        rows = source_rows(name, self.data)
        if rows is None:
            return {}
        self._rows.add(name)
        return {"data_rows": " ".join(map(str, rows))}


def source_rows(name: QuantityName, data: Data) -> list[int] | None:
    """Return the indices of the rows of `data` that contain all parts of `name`: class, cells, words.

    None for a quantity that is not about rows, or about a column that the table does not print.
    """
    places = {column: column_index for column_index, column in enumerate(data.columns)}
    about = [
        (item, places.get(item.value if item.kind == "word" else item.variable))
        for item in (*name.subjects, *name.right)
    ]
    if not about and name.head != "count":
        return None
    if any(column_index is None and item.kind != "class" for item, column_index in about):
        return None

    def shows(row: Row, item: Item, column_index: int | None) -> bool:
        if column_index is None or item.kind == "class":
            return row.label == item.value
        match item.kind:
            case "cell":
                return row.cells[column_index] == item.value
            case "word":
                return row.cells[column_index] not in ("", "0")
        return row.cells[column_index] != ""

    rows = enumerate(data.rows)
    return [n for n, row in rows if all(shows(row, item, column_index) for item, column_index in about)]
