"""A self-contained HTML page whose formulas are MathML, which browsers draw without a script.

How to read: `document` assembles the page; each hook writes one kind of block, chains and pictures with
the help of the `html_*.py` files of the neighbouring folders, tables by the functions at the end.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import groupby

from exactnb.core.arithmetic.values import Undefined
from exactnb.core.data.table import Row
from exactnb.core.expression.nodes import Expression
from exactnb.core.expression.reasons import Rule
from exactnb.core.naming.names import Item, QuantityName
from exactnb.core.naming.notation import Notation
from exactnb.errors import Unsupported
from exactnb.explain.derivation import Chain, Data, Deviations, EstimateRule, Grid, Line, Verified
from exactnb.explain.derivation.lines import InLambda, Step
from exactnb.explain.rendering.formats.latex import LatexPrinter
from exactnb.explain.rendering.formulas.html_lines import HtmlLines, Origins, math_element
from exactnb.explain.rendering.formulas.mathml import Mathml, operator
from exactnb.explain.rendering.formulas.text_math import TextMath
from exactnb.explain.rendering.hooks import Cells, Page, TextRow
from exactnb.explain.rendering.pages.html_text import (
    element,
    escaped,
    folding_part,
    label,
    page,
    scrolling_table,
)
from exactnb.explain.rendering.pictures.curves import html_curves
from exactnb.explain.rendering.pictures.html_charts import Bar, bar_chart
from exactnb.explain.rendering.pictures.html_pictures import pictures
from exactnb.explain.rendering.printer import Format, Printer
from exactnb.explain.rendering.tables.tables import (
    SQUARED,
    answer_line,
    bar_length,
    data_table,
    deviation_groups,
    estimate_forms,
    fitting_form_count,
    has_ids,
    written_forms,
)

_LONG = 7  # steps from which on a page has a table of contents
_FULL = 1000  # length of a full bar
_ROOM = 40  # widest cell of estimates, in characters of plain text
_INPUT_STEPS = ("data", "questions")  # keys of steps
_LINK = re.compile(r"https?://[A-Za-z0-9._~:/?#&=%+,;()-]+")


class HtmlPrinter(Printer[str]):
    """Write steps that fold, with their formulas, tables and pictures."""

    mark = element("mark", "%s")
    answer_room = element("span", "", class_="blank")
    text = staticmethod(escaped)

    def __init__(self, verified: Verified, notation: Notation, page: Page) -> None:
        self.key = ""
        # before the base class: it calls `use_notation`, which hands them on
        self.origins = Origins()
        super().__init__(verified, notation, page)
        # a derivation of theorems has neither models nor quantities
        self.is_sheet = bool(self.derivation.models) and not self.quantities
        self.latex = LatexPrinter(verified, notation, Page(fragment=True))

    def use_notation(self, notation: Notation) -> None:
        self.math, self.plain = Mathml(notation), TextMath(notation)
        self.math.around = self.origins.markup_with_origin
        self.rows = HtmlLines(self.math, self.plain, self.origins)

    def section(self, number: int, step: Step) -> list[str]:
        """Return step `number`; the estimates are followed by a picture of numeric columns."""
        self.key = step.key
        parts = super().section(number, step)
        if step.key == "estimate" and self.origins.data is not None:
            parts += pictures(self.quantities, self.notation, self.origins.data, step.model or "")
        return parts

    def document(self, head: list[str], sections: list[list[str]]) -> str:
        """Assemble the page: `head`, a table of contents if there are many `sections`, and the steps.

        Steps that state the problem are open; the others stay closed until the reader has made a
        guess. On paper, all are open.
        """
        steps = []
        pairs = zip(self.derivation.steps, sections, strict=True)
        for number, (step, section) in enumerate(pairs, start=1):
            is_open = number == 1 or self.is_sheet or _needs_no_work(step)
            inside = "\n".join([*section[1:], *self._hidden_latex(number, step)])
            steps.append(folding_part(section[0], inside, f"step{number}", is_open=is_open))
        contents = self._list_of_contents(sections) if len(sections) >= _LONG else []
        body = [element("header", "\n".join(head)), *contents, element("main", "\n".join(steps))]
        return page(self.derivation.title or "Solution", "\n".join(body))

    def _hidden_latex(self, number: int, step: Step) -> list[str]:
        """Return the LaTeX of a step in a hidden element, for the script to copy."""
        try:
            lines = self.latex.step(number, step).splitlines()
        except Unsupported:  # pdflatex cannot typeset some label
            return []
        return [element("template", "\n".join(map(escaped, lines)), class_="latex")] if lines else []

    def _list_of_contents(self, sections: list[list[str]]) -> list[str]:
        """Return a list of links to the steps."""
        links = []
        for number, section in enumerate(sections, start=1):
            title = section[0].partition("</span>")[2].removesuffix("</h2>")
            links.append(element("li", element("a", title.strip(), href=f"#step{number}")))
        return [element("nav", element("ol", "\n".join(links)), aria_label="Contents")]

    def head(self) -> list[str]:
        derivation = self.derivation
        parts = [element("h1", self.text(derivation.title))] if derivation.title else []
        parts += [self.setting(derivation.setting)] if derivation.setting else []
        linked = " ".join(
            element("a", self.text(word), href=word) if _LINK.fullmatch(word) else self.text(word)
            for word in self.cited_source.split(" ")
        )
        return parts + ([element("p", linked)] if derivation.source else [])

    def heading(self, number: int, title: str) -> str:
        return element("h2", f"{element('span', str(number), class_='number')} {title}")

    def setting(self, assumed: Sequence[str]) -> str:
        return element("p", " · ".join(map(self.text, assumed)), class_="setting")

    def chains(self, chains: list[Chain]) -> list[str]:
        parts = [self.rows.chains(chains)]
        for final, run in groupby(chains, key=lambda chain: chain.final):
            parts += self._bar_chart([*run]) if final else []
        return parts

    def _bar_chart(self, chains: list[Chain]) -> list[str]:
        """Return a bar chart of final probabilities, labelled as in their lines."""
        bars = []
        for chain in chains:
            quantity = chain.lines[0].left
            filled = bar_length(quantity, _FULL, self.quantities)
            if filled is None:
                return []
            value = self.plain.write(chain.lines[-1].right)
            bars.append(Bar(self.plain.write(quantity), value, filled, answer_line(chain) is not None))
        return [bar_chart(bars, "Probabilities")]

    def curves(self, table: InLambda) -> list[str]:
        return [picture] if (picture := html_curves(table)) else []

    def grids(self, grids: list[Grid]) -> list[str]:
        """Lay out `grids`, and warn of the effect of an estimate that is zero."""
        tables = map(self._grid_table, map(self.origins.traced_grid, grids))
        body = element("div", "\n".join(tables), class_="grids")
        chains = (chain for grid in grids for chain in grid.chains())
        if not any(map(self._is_zero, chains)):
            return [body]
        warning = "An estimate of zero is marked: as a factor, it makes the whole product zero."
        return [body, element("p", warning, class_="warning")]

    def _grid_table(self, grid: Grid) -> str:
        """Return a table of estimates with their steps."""
        form_count = fitting_form_count(grid, lambda part: len(self.plain.write(part)), _ROOM)
        rows = []
        for head, cells in zip(grid.rows, grid.cells, strict=True):
            row = [_head_cell(label(head) if isinstance(head, str) else self._row_name(head), "row")]
            for chain in cells:
                if chain is None:
                    row.append(element("td", ""))
                    continue
                forms = written_forms(estimate_forms(chain, form_count), operator, self.math.in_table)
                row.append(element("td", math_element("".join(forms)), **self._cell_attributes(chain)))
            rows.append("".join(row))
        corner = _head_cell(escaped(grid.corner), "col")
        heads = [corner, *(_head_cell(label(item.value), "col") for item in grid.columns)]
        return element("div", _table(heads, rows), class_="grid")

    def _row_name(self, name: QuantityName) -> str:
        """Return the name that heads a row, with its text for screen readers."""
        spoken = element("span", escaped(self.plain.name(name)), class_="said")
        return spoken + element("math", self.math.name(name), aria_hidden="true")

    def _cell_attributes(self, chain: Chain) -> dict[str, str | None]:
        """Return the attributes of an estimate's cell: name, source rows, and whether it is zero."""
        name = chain.lines[0].subject
        if self.is_sheet or name is None:
            return {}
        zero = self._is_zero(chain)
        return {"class_": "zero" if zero else None} | self.origins.attributes_of(name, is_zero=zero)

    def _is_zero(self, chain: Chain) -> bool:
        """Say whether a chain estimates a probability as zero."""
        name = chain.lines[0].subject
        if self.is_sheet or self.key != "estimate" or name is None or name.head != "P":
            return False
        value = self.quantities.value(name)
        return not isinstance(value, Undefined) and value == 0

    def data(self, data: Data) -> list[str]:
        query = data.queries[0] if len(data.queries) == 1 and not self.is_sheet else None
        if not self.is_sheet:  # a sheet must not lead from numbers to answers
            self.origins.data = data
        with_ids, columns, _ = data_table(data)
        heads = [_head_cell(escaped(column), "col") for column in columns]
        rows = [_data_row(row, query, with_ids=with_ids) for row in data.rows]
        query_rows = [_data_row(row, None, with_ids=with_ids) for row in data.queries]
        parts = [scrolling_table(_table(heads, rows, query_rows, class_="data"), "Data")]
        if query is not None and 'class="as"' in parts[0]:
            key = f"{element('span', 'Shaded', class_='as')}: as in {self.label_in_sentence(query.id)}."
            parts.append(element("p", key, class_="key"))
        return parts

    def deviations(self, table: Deviations) -> list[str]:
        column, with_ids = escaped(table.column), has_ids(table)
        rows = []
        for class_item, group, totals in deviation_groups(table):
            for identity, numbers in group:
                cells = [label(class_item.value), *[label(identity)] * with_ids]
                cells += [math_element(self.math.in_table(part)) for part in numbers]
                rows.append("".join(element("td", cell) for cell in cells))
            sums = [
                "sum",
                *[""] * with_ids,
                *(math_element(self.math.in_table(part)) for part in totals),
            ]
            rows.append("".join(element("td", cell, class_="sum") for cell in sums))
        heads = [""] * (1 + with_ids) + [column, f"{column} − mean", SQUARED]
        return [
            scrolling_table(_table([_head_cell(text, "col") for text in heads], rows), "Deviations")
        ]

    def rule(self, rule: EstimateRule) -> list[str]:
        left = math_element(self.math.general_name(rule.role, rule.value) + operator("="))
        return [element("div", f"{left}\n{self.rows.formulas(rule.right)}", class_="rule")]

    def paragraph(self, sentence: str) -> list[str]:
        return [element("p", sentence)]

    def table(self, head: TextRow, rows: Cells, layout: str, footer_rows: int = 0) -> list[str]:
        classes = ["text" if kind == "p" else None for kind in layout]
        row_cells = [
            "".join(element("td", cell, class_=kind) for cell, kind in zip(row, classes, strict=True))
            for row in rows
        ]
        split = len(row_cells) - footer_rows
        heads = [_head_cell(text, "col") for text in head]
        table = _table(heads, row_cells[:split], row_cells[split:], class_="plain")
        return [scrolling_table(table, "Table")]

    def formula(self, expression: Expression) -> str:
        """Return `expression` as several formulas, between which a browser may break the line."""
        return self.rows.formulas(expression)

    def item(self, item: Item) -> str:
        return math_element(self.math.item(item)) if item.kind == "cell" else self.label(item.value)

    def label(self, label_: str) -> str:
        return label(label_)

    def claim(self, line: Line) -> str:
        return self.rows.claim(line)


def _needs_no_work(step: Step) -> bool:
    """Say whether a step only states the problem: data, questions or given numbers."""
    lines = [line for chain in step.chains() for line in chain.lines]
    is_given_numbers = bool(lines) and all(line.reason.rule is Rule.GIVEN for line in lines)
    return is_given_numbers or step.key in _INPUT_STEPS


def _data_row(row: Row, query: Row | None, *, with_ids: bool) -> str:
    cells = [_head_cell(label(row.id), "row")] if with_ids else []
    for column, cell in enumerate(row.cells):
        matches_query = query is not None and cell != "" and cell == query.cells[column]
        content = label(cell)
        cells.append(element("td", content, class_="as" if matches_query else None))
    return "".join([*cells, element("td", label(row.label), class_="class")])


def _table(
    heads: Sequence[str], rows: Sequence[str], query_rows: Sequence[str] = (), class_: str | None = None
) -> str:
    """Return a table of rows that contain their cells; query rows form a body of their own."""
    parts = [element("thead", element("tr", "".join(heads)))] if heads else []
    for group in filter(None, (rows, query_rows)):
        lines = "\n".join(element("tr", row) for row in group)
        parts.append(element("tbody", f"\n{lines}\n"))
    return element("table", "\n".join(parts), class_=class_)


def _head_cell(text: str, scope: str) -> str:
    return element("th", text, scope=scope) if text else element("td", "")


FORMAT = Format(".html", "text/html", HtmlPrinter)
