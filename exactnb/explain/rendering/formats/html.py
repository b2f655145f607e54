"""One HTML page by itself, with the formulas as MathML, which browsers draw without any script.

How to read: `document` puts the page together; the hooks write a kind of block each, with what the
`html_*.py` files beside this folder know of it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import groupby

from exactnb.core.arithmetic.values import Undefined
from exactnb.core.expression.nodes import Expression, Reference
from exactnb.core.expression.reasons import Rule
from exactnb.core.naming.names import Item
from exactnb.core.naming.notation import Notation
from exactnb.explain.derivation import Chain, Data, Deviations, EstimateRule, Grid, Line, Verified
from exactnb.explain.derivation.lines import InLambda, Step
from exactnb.explain.rendering.formulas.html_latex import LatexSteps
from exactnb.explain.rendering.formulas.html_lines import formula
from exactnb.explain.rendering.formulas.html_origins import Origins
from exactnb.explain.rendering.formulas.marks import TextMarks
from exactnb.explain.rendering.formulas.mathml import Mathml
from exactnb.explain.rendering.formulas.mathml_names import operator
from exactnb.explain.rendering.hooks import Page, Row
from exactnb.explain.rendering.pages.html_labels import label
from exactnb.explain.rendering.pages.html_page import folded, page
from exactnb.explain.rendering.pages.html_text import element, escaped
from exactnb.explain.rendering.pictures.bars import length
from exactnb.explain.rendering.pictures.html_charts import Bar, bar_chart
from exactnb.explain.rendering.pictures.html_curves import curves
from exactnb.explain.rendering.pictures.html_pictures import pictures
from exactnb.explain.rendering.printer import Format, Printer
from exactnb.explain.rendering.tables.html_rows import HtmlRows
from exactnb.explain.rendering.tables.html_tables import HtmlTables
from exactnb.explain.rendering.tables.tables import answer_of

_LONG = 7  # steps of a solution that has contents
_FULL = 1000
_GIVEN = ("data", "questions")  # keys of steps
_LINK = re.compile(r"https?://[A-Za-z0-9._~:/?#&=%+,;()-]+")


class HtmlPrinter(Printer[str]):
    """Print steps that fold, each with its formulas, tables and pictures."""

    def __init__(self, verified: Verified, notation: Notation, page: Page) -> None:
        self.key = ""
        self.origins = Origins()
        super().__init__(verified, notation, page)
        self.is_sheet = bool(self.derivation.models) and not self.quantities  # theorems have neither
        self.latex = LatexSteps(verified, notation)

    def use_notation(self, notation: Notation) -> None:
        """Go on in a notation."""
        self.math, self.plain = Mathml(notation), TextMarks(notation)
        self.math.around = self.origins.around
        self.rows = HtmlRows(self.math, self.plain, self.origins)
        self.tables = HtmlTables(self.math, self.plain)

    def section(self, number: int, step: Step) -> list[str]:
        """Return one step; what a zero means depends on which it is."""
        self.key = step.key
        out = super().section(number, step)
        if step.key == "estimate" and self.origins.data is not None:
            out += pictures(self.quantities, self.notation, self.origins.data, step.model or "")
        return out

    def document(self, head: list[str], sections: list[list[str]]) -> str:
        """Return a page: the head, contents if there are many steps, each step in a part that folds.

        What is given is open, the rest waits for the reader to have guessed; on paper all is open.
        """
        steps = []
        for number, (step, of) in enumerate(zip(self.derivation.steps, sections, strict=True), start=1):
            given = number == 1 or self.is_sheet or _is_given(step)
            inside = "\n".join([*of[1:], *self.latex.copied(number, step)])
            steps.append(folded(of[0], inside, f"step{number}", is_open=given))
        contents = self._contents(sections) if len(sections) >= _LONG else []
        body = [element("header", "\n".join(head)), *contents, element("main", "\n".join(steps))]
        return page(self.derivation.title or "Solution", "\n".join(body))

    def _contents(self, sections: list[list[str]]) -> list[str]:
        """Return links to the steps."""
        links = []
        for number, of in enumerate(sections, start=1):
            title = of[0].partition("</span>")[2].removesuffix("</h2>")
            links.append(element("li", element("a", title.strip(), href=f"#step{number}")))
        return [element("nav", element("ol", "\n".join(links)), aria_label="Contents")]

    def head(self) -> list[str]:
        """Return the title, what is assumed, and the source with its link."""
        derivation = self.derivation
        out = [element("h1", self.text(derivation.title))] if derivation.title else []
        out += [self.setting(derivation.setting)] if derivation.setting else []
        words = (self._linked(word) for word in derivation.source.split(" "))
        return out + ([element("p", f"Source: {' '.join(words)}")] if derivation.source else [])

    def _linked(self, word: str) -> str:
        """Return a word of the source; an address becomes a link, which nothing is loaded from."""
        return element("a", self.text(word), href=word) if _LINK.fullmatch(word) else self.text(word)

    def heading(self, number: int, title: str) -> str:
        """Return the heading of a step."""
        return element("h2", f"{element('span', str(number), class_='number')} {title}")

    def setting(self, assumed: Sequence[str]) -> str:
        """Return what is assumed, with dots between."""
        return element("p", " · ".join(map(self.text, assumed)), class_="setting")

    def chains(self, chains: list[Chain]) -> list[str]:
        """Return chains in columns, and the answers among them as a picture too."""
        out = [self.rows.chains(chains)]
        for final, run in groupby(chains, key=lambda chain: chain.final):
            out += self._bars([*run]) if final else []
        return out

    def _bars(self, chains: list[Chain]) -> list[str]:
        """Return the probabilities that chains lead to as bars, named and valued as in their lines."""
        bars = []
        for chain in chains:
            left = chain.lines[0].left
            filled = length(left, _FULL, self.quantities)
            if filled is None:
                return []
            value = self.plain.write(chain.lines[-1].right)
            bars.append(Bar(self.plain.write(left), value, filled, answer_of(chain) is not None))
        return [bar_chart(bars, "Probabilities")]

    def curves(self, table: InLambda) -> list[str]:
        """Return the posteriors over λ as a picture, where there is something to draw."""
        return [drawn] if (drawn := curves(table)) else []

    def grids(self, grids: list[Grid]) -> list[str]:
        """Return tables of estimates side by side, and what it means that one of them is zero."""
        tables = (self.tables.grid(self.origins.traced_grid(grid), self._said_of) for grid in grids)
        shown = element("div", "\n".join(tables), class_="grids")
        chains = (chain for grid in grids for chain in grid.chains())
        if not any(map(self._is_zero, chains)):
            return [shown]
        warning = "An estimate of zero is marked: as a factor, it makes the whole product zero."
        return [shown, element("p", warning, class_="warning")]

    def _said_of(self, chain: Chain) -> dict[str, str | None]:
        """Return what is said of an estimate: its name, the rows behind it, whether it is zero."""
        left = chain.lines[0].left
        if self.is_sheet or not isinstance(left, Reference):
            return {}
        zero = self._is_zero(chain)
        return {"class_": "zero" if zero else None} | self.origins.home(left.name, is_zero=zero)

    def _is_zero(self, chain: Chain) -> bool:
        """Say whether a chain is the estimate of a probability, and zero."""
        left = chain.lines[0].left
        if self.is_sheet or self.key != "estimate":
            return False
        if not isinstance(left, Reference) or left.name.head != "P":
            return False
        value = self.quantities.value(left.name)
        return not isinstance(value, Undefined) and value == 0

    def data(self, data: Data) -> list[str]:
        """Return the data as a table, with a key to what is shaded."""
        query = data.queries[0] if len(data.queries) == 1 and not self.is_sheet else None
        if not self.is_sheet:  # which shows no way to answers
            self.origins.data = data
        out = [self.tables.data(data, "Data", query)]
        if query is not None and 'class="as"' in out[0]:
            key = f"{element('span', 'Shaded', class_='as')}: as in {self.said(query.id)}."
            out.append(element("p", key, class_="key"))
        return out

    def deviations(self, table: Deviations) -> list[str]:
        """Return numbers, distances and squares."""
        return [self.tables.deviations(table, "Deviations")]

    def rule(self, rule: EstimateRule) -> list[str]:
        """Return a rule in words."""
        left = formula(self.math.general(rule.role, rule.value) + operator("="))
        return [element("div", f"{left}\n{self.rows.lines.formulas(rule.right)}", class_="rule")]

    def paragraph(self, sentence: str) -> list[str]:
        """Return a sentence as a paragraph."""
        return [element("p", sentence)]

    def table(self, head: Row, rows: Sequence[Row], layout: str, below: int = 0) -> list[str]:
        """Return a table, the last rows in a part of their own."""
        return [self.tables.typeset(head, rows, layout, below, "Table")]

    def formula(self, expression: Expression) -> str:
        """Return an expression as formulas, between which a line may be broken."""
        return self.rows.lines.formulas(expression)

    def marked(self, words: str) -> str:
        """Return words that are marked."""
        return element("mark", self.text(words))

    def blank(self) -> str:
        """Return a line to write on."""
        return element("span", "", class_="blank")

    def text(self, given: str) -> str:
        """Return text in which nothing is a tag."""
        return escaped(given)

    def item(self, item: Item) -> str:
        """Return a cell as a formula, any other label as text."""
        return formula(self.math.item(item)) if item.kind == "cell" else self.label(item.value)

    def label(self, label_: str) -> str:
        """Return a label: a letter as in formulas, anything else as text."""
        return label(label_)

    def claim(self, line: Line) -> str:
        """Return a line as formulas, between which a line may be broken."""
        return self.rows.lines.claim(line)


def _is_given(step: Step) -> bool:
    """Say whether a step says what is known and works nothing out."""
    lines = [line for chain in step.chains() for line in chain.lines]
    return step.key in _GIVEN or (bool(lines) and all(line.reason.rule is Rule.GIVEN for line in lines))


FORMAT = Format(".html", "text/html", HtmlPrinter)
