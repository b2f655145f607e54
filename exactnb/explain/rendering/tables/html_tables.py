"""Tables in HTML: data with the cells of a query shaded, estimates with zeros marked."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from exactnb.core.data.table import Row
from exactnb.core.naming.names import QuantityName
from exactnb.explain.derivation import Chain, Data, Deviations, Grid
from exactnb.explain.rendering.formulas.html_lines import formula
from exactnb.explain.rendering.formulas.mathml import Mathml
from exactnb.explain.rendering.formulas.mathml_names import operator
from exactnb.explain.rendering.formulas.text_math import TextMath
from exactnb.explain.rendering.pages.html_text import element, escaped, label
from exactnb.explain.rendering.tables.tables import (
    SQUARED,
    deviation_groups,
    fitting_form_count,
    has_ids,
    written_forms,
)

_ROOM = 40  # widest cell, in characters of plain text


class HtmlTables:
    """Lay out tables in one notation: `math` writes formulas, `plain` measures them."""

    def __init__(self, math: Mathml, plain: TextMath) -> None:
        self.math = math
        self.plain = plain

    def grid(self, grid: Grid, attributes: Callable[[Chain], dict[str, str | None]]) -> str:
        """Return `grid`, estimates with their steps; `attributes` returns those of a cell."""
        form_count = fitting_form_count(grid, lambda part: len(self.plain.write(part)), _ROOM)
        rows = []
        for head, cells in zip(grid.rows, grid.cells, strict=True):
            row = [_head(label(head) if isinstance(head, str) else self._row_name(head), "row")]
            for chain in cells:
                if chain is None:
                    row.append(element("td", ""))
                    continue
                forms = written_forms(chain, form_count, operator, self.math.in_table)
                row.append(element("td", formula("".join(forms)), **attributes(chain)))
            rows.append("".join(row))
        corner = _head(escaped(grid.corner), "col")
        heads = [corner, *(_head(label(item.value), "col") for item in grid.columns)]
        return element("div", _table(heads, rows), class_="grid")

    def _row_name(self, name: QuantityName) -> str:
        """Return the name that heads a row, with its text for screen readers."""
        spoken = element("span", escaped(self.plain.name(name)), class_="said")
        return spoken + element("math", self.math.name(name), aria_hidden="true")

    def data(self, data: Data, name: str, query: Row | None) -> str:
        """Return `data` as a table called `name`, its queries last.

        Cells that agree with `query` are shaded.
        """
        with_ids = any(row.id for row in (*data.rows, *data.queries))
        columns = map(escaped, (*data.columns, data.class_variable))
        heads = [_head(text, "col") for text in ([""] * with_ids + [*columns])]
        rows = [self._data_row(row, query, with_ids=with_ids) for row in data.rows]
        query_rows = [self._data_row(row, None, with_ids=with_ids) for row in data.queries]
        return scrolled(_table(heads, rows, query_rows, class_="data"), name)

    def _data_row(self, row: Row, query: Row | None, *, with_ids: bool) -> str:
        cells = [_head(label(row.id), "row")] if with_ids else []
        for column, cell in enumerate(row.cells):
            matches_query = query is not None and cell != "" and cell == query.cells[column]
            content = label(cell)
            cells.append(element("td", content, class_="as" if matches_query else None))
        return "".join([*cells, element("td", label(row.label), class_="class")])

    def deviations(self, table: Deviations, name: str) -> str:
        """Return `table`, deviations and squares with the sums of each class, called `name`."""
        column, with_ids = escaped(table.column), has_ids(table)
        rows = []
        for class_item, group, totals in deviation_groups(table):
            for identity, numbers in group:
                cells = [label(class_item.value), *[label(identity)] * with_ids]
                cells += [formula(self.math.in_table(part)) for part in numbers]
                rows.append("".join(element("td", cell) for cell in cells))
            sums = ["sum", *[""] * with_ids, *(formula(self.math.in_table(part)) for part in totals)]
            rows.append("".join(element("td", cell, class_="sum") for cell in sums))
        heads = [""] * (1 + with_ids) + [column, f"{column} − mean", SQUARED]
        return scrolled(_table([_head(text, "col") for text in heads], rows), name)

    def typeset(
        self,
        head: Sequence[str],
        rows: Sequence[Sequence[str]],
        layout: str,
        footer_rows: int,
        name: str,
    ) -> str:
        """Return typeset cells as a table called `name`; the last `footer_rows` form a body.

        `head`, `rows` and `layout` are those of `Hooks.table`.
        """
        classes = ["text" if kind == "p" else None for kind in layout]
        row_cells = [
            "".join(element("td", cell, class_=kind) for cell, kind in zip(row, classes, strict=True))
            for row in rows
        ]
        split = len(row_cells) - footer_rows
        heads = [_head(text, "col") for text in head]
        return scrolled(_table(heads, row_cells[:split], row_cells[split:], class_="plain"), name)


def scrolled(table: str, name: str) -> str:
    """Return `table`, called `name`, in an element that scrolls, by keyboard too, on narrow screens."""
    return element("div", table, class_="scroll", role="group", tabindex="0", aria_label=name)


def _table(
    heads: Sequence[str], rows: Sequence[str], query_rows: Sequence[str] = (), class_: str | None = None
) -> str:
    """Return a table of rows that contain their cells; query rows form a body of their own."""
    parts = [element("thead", element("tr", "".join(heads)))] if heads else []
    for group in filter(None, (rows, query_rows)):
        lines = "\n".join(element("tr", row) for row in group)
        parts.append(element("tbody", f"\n{lines}\n"))
    return element("table", "\n".join(parts), class_=class_)


def _head(text: str, scope: str) -> str:
    return element("th", text, scope=scope) if text else element("td", "")
