"""Tables in HTML: the data with what the query shows shaded, estimates with their zeros in red."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from exactnb.core.data.table import Row
from exactnb.core.naming.names import QuantityName
from exactnb.explain.derivation import Chain, Data, Deviations, Grid
from exactnb.explain.rendering.formulas.html_lines import formula
from exactnb.explain.rendering.formulas.marks import TextMarks
from exactnb.explain.rendering.formulas.mathml import Mathml
from exactnb.explain.rendering.formulas.mathml_names import operator
from exactnb.explain.rendering.pages.html_labels import label
from exactnb.explain.rendering.pages.html_text import element, escaped
from exactnb.explain.rendering.tables.tables import (
    SQUARED,
    fullest,
    has_ids,
    of_deviations,
    written_forms,
)

_ROOM = 40  # signs of a cell, as counted in plain text


class HtmlTables:
    """Lay tables out in one notation."""

    def __init__(self, math: Mathml, plain: TextMarks) -> None:
        self.math = math
        self.plain = plain

    def grid(self, grid: Grid, attributes: Callable[[Chain], dict[str, str | None]]) -> str:
        """Return estimates as a table, each with its steps and with what is said of its cell."""
        kept = fullest(grid, lambda part: len(self.plain.write(part)), _ROOM)
        rows = []
        for head, cells in zip(grid.rows, grid.cells, strict=True):
            shown = [_head(label(head) if isinstance(head, str) else self._named(head), "row")]
            for chain in cells:
                known = {} if chain is None else attributes(chain)
                shown.append(element("td", "" if chain is None else self._cell(chain, kept), **known))
            rows.append("".join(shown))
        corner = _head(escaped(grid.corner), "col")
        heads = [corner, *(_head(label(item.value), "col") for item in grid.columns)]
        return element("div", _table(heads, rows), class_="grid")

    def _named(self, name: QuantityName) -> str:
        """Return the name that heads a row, with words for who cannot see a formula there."""
        said = element("span", escaped(self.plain.name(name)), class_="said")
        return said + element("math", self.math.name(name), aria_hidden="true")

    def _cell(self, chain: Chain, kept: int | None) -> str:
        return formula("".join(written_forms(chain, kept, operator, self.math.in_table)))

    def data(self, data: Data, name: str, query: Row | None) -> str:
        """Return the data as a table, the queries as its last rows; what `query` shows is shaded."""
        named = any(row.id for row in (*data.rows, *data.queries))
        columns = map(escaped, (*data.columns, data.class_variable))
        heads = [_head(text, "col") for text in ([""] * named + [*columns])]
        rows = [self._data_row(row, query, named=named) for row in data.rows]
        asked = [self._data_row(row, None, named=named) for row in data.queries]
        return scrolled(_table(heads, rows, asked, class_="data"), name)

    def _data_row(self, row: Row, query: Row | None, *, named: bool) -> str:
        cells = [_head(label(row.id), "row")] if named else []
        for at, cell in enumerate(row.cells):
            alike = query is not None and cell != "" and cell == query.cells[at]
            shown = label(cell)
            cells.append(element("td", shown, class_="as" if alike else None))
        return "".join([*cells, element("td", label(row.label), class_="class")])

    def deviations(self, table: Deviations, name: str) -> str:
        """Return numbers, distances and squares, the sums of each class below its own."""
        column, named = escaped(table.column), has_ids(table)
        rows = []
        for of, group, totals in of_deviations(table):
            for identity, numbers in group:
                cells = [label(of.value), *[label(identity)] * named]
                cells += [formula(self.math.in_table(part)) for part in numbers]
                rows.append("".join(element("td", cell) for cell in cells))
            sums = ["sum", *[""] * named, *(formula(self.math.in_table(part)) for part in totals)]
            rows.append("".join(element("td", cell, class_="sum") for cell in sums))
        heads = [""] * (1 + named) + [column, f"{column} − mean", SQUARED]
        return scrolled(_table([_head(text, "col") for text in heads], rows), name)

    def typeset(
        self, head: Sequence[str], rows: Sequence[Sequence[str]], layout: str, below: int, name: str
    ) -> str:
        """Return cells that are typeset already; the last `below` rows stand in a body of their own."""
        shown = [
            "".join(
                element("td", cell, class_="text" if kind == "p" else None)
                for cell, kind in zip(row, layout, strict=True)
            )
            for row in rows
        ]
        split = len(shown) - below
        heads = [_head(text, "col") for text in head]
        return scrolled(_table(heads, shown[:split], shown[split:], class_="plain"), name)


def scrolled(table: str, name: str) -> str:
    """Return a table in a part that scrolls, by keyboard too, where a page is too narrow for it."""
    return element("div", table, class_="scroll", role="group", tabindex="0", aria_label=name)


def _table(
    heads: Sequence[str], rows: Sequence[str], asked: Sequence[str] = (), class_: str | None = None
) -> str:
    """Return a table of rows that hold their cells, the last of them in a part of their own."""
    parts = [element("thead", element("tr", "".join(heads)))] if heads else []
    parts += [_body(of) for of in (rows, asked) if of]
    return element("table", "\n".join(parts), class_=class_)


def _body(rows: Sequence[str]) -> str:
    return element("tbody", "\n" + "\n".join(element("tr", row) for row in rows) + "\n")


def _head(text: str, scope: str) -> str:
    return element("th", text, scope=scope) if text else element("td", "")
