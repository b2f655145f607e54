"""Where the numbers of a page come from: a factor is an estimate, a count is rows of the data.

Numbers are put in for names and nothing else changes from line to line (`verify` makes sure of it), so
the number that stands where a name stood before is that quantity's.
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

_OF_ROWS = ("count", "tokens")  # heads of what is counted
_PUT_IN = (Rule.EXPAND, Rule.SUBSTITUTE, Rule.DECIMALS)


class Origins:
    """Know what each part of a page is, as far as the reader has seen where that stands."""

    def __init__(self) -> None:
        self.data: Data | None = None
        self._shown: set[QuantityName] = set()
        self._parts: dict[int, tuple[Expression, QuantityName]] = {}
        self._rows: set[QuantityName] = set()
        self._zeros: set[QuantityName] = set()

    def home(self, name: QuantityName, *, is_zero: bool = False) -> dict[str, str]:
        """Return the attributes of the place where a quantity is worked out.

        A zero is one wherever it stands as a factor.
        """
        self._shown.add(name)
        self._zeros |= {name} if is_zero else set()
        return {"data_of": name.spell()} | self._rows_of(name)

    def traced(self, chain: Chain) -> Chain:
        """Return a chain whose numbers are known by the names that stood in their places."""
        lines: list[Line] = []
        for line in chain.lines:
            if lines and line.reason.rule in _PUT_IN:
                lines.append(replace(line, right=self._put_in(lines[-1].right, line.right)))
            else:
                lines.append(line)
        return replace(chain, lines=tuple(lines))

    def traced_grid(self, grid: Grid) -> Grid:
        """Return a table of estimates, each of them traced."""
        cells = (tuple(of and self.traced(of) for of in row) for row in grid.cells)
        return replace(grid, cells=tuple(cells))

    def around(self, part: Expression, drawn: str) -> str:
        """Return a part as it is drawn, with what it is if that can be pointed at."""
        name = self._name_of(part)
        if name is None:
            return drawn
        rows = self._rows_of(name) if name.head in _OF_ROWS else {}
        if name not in self._shown and not rows and name not in self._rows:
            return drawn
        zero = name in self._zeros and not isinstance(part, Reference)
        kind = "zero" if zero else None
        return element("mrow", drawn, data_of=name.spell(), **rows, class_=kind)

    def _name_of(self, part: Expression) -> QuantityName | None:
        if isinstance(part, Reference):
            return part.name
        _, name = self._parts.get(id(part), (part, None))
        return name

    def _put_in(self, before: Expression, after: Expression) -> Expression:
        """Return the later of two formulas, its numbers known by the names in the earlier one."""
        name = self._name_of(before)
        if name is not None:
            if isinstance(after, Reference):
                return after
            own = copy(after)  # equal numbers stand in several places
            self._parts[id(own)] = own, name
            return own
        if type(before) is not type(after) or len(before.children) != len(after.children):
            return after
        pairs = zip(before.children, after.children, strict=True)
        return after.with_children(tuple(self._put_in(old, new) for old, new in pairs))

    def _rows_of(self, name: QuantityName) -> dict[str, str]:
        """Return the rows behind a quantity as an attribute, which one element of a page has."""
        if self.data is None or name in self._rows:
            return {}
        rows = rows_behind(name, self.data)
        if rows is None:
            return {}
        self._rows.add(name)
        return {"data_rows": " ".join(map(str, rows))}


def rows_behind(name: QuantityName, data: Data) -> list[int] | None:
    """Return the places of the rows that show all that a quantity is about: class, cells, words.

    None for what is not about rows, or about something that the table does not show.
    """
    places = {column: at for at, column in enumerate(data.columns)}
    about = [
        (item, places.get(item.value if item.kind == "word" else item.variable))
        for item in (*name.before, *name.right)
    ]
    if not about and name.head != "count":
        return None
    if any(at is None and item.kind != "class" for item, at in about):
        return None

    def shows(row: Row, item: Item, at: int | None) -> bool:
        if at is None or item.kind == "class":
            return row.label == item.value
        match item.kind:
            case "cell":
                return row.cells[at] == item.value
            case "word":
                return row.cells[at] not in ("", "0")
        return row.cells[at] != ""

    rows = enumerate(data.rows)
    return [n for n, row in rows if all(shows(row, item, at) for item, at in about)]
