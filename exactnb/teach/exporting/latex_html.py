r"""HTML whose formulas are LaTeX between \( and \), for systems that typeset them with MathJax.

How to read: `statement`, `solution` and `quantity_formula` are the doors; `_Printer` prints Markdown's
formulas in HTML, and texts as `plain_html.py` does.
"""

from __future__ import annotations

from collections.abc import Sequence

from exactnb.explain.derivation import Chain
from exactnb.explain.rendering.formats.markdown import MarkdownPrinter
from exactnb.explain.rendering.hooks import Page, TextRow
from exactnb.explain.rendering.pages.html_text import element, escaped
from exactnb.explain.solution.printed import PrintedDerivation
from exactnb.teach.exporting.items import AssessmentItem, ItemPart
from exactnb.teach.exporting.plain_html import course_text, with_table_rules

_END = r" \\ "
_EMPTY_ROW = (
    f"{_END} & {_END}"  # an empty row: room behind a row would need a bracket after backslashes
)


def statement(item: AssessmentItem) -> str:
    """Return the given and observed facts of an `item`."""
    return _printer(item.statement).render()


def solution(item: AssessmentItem) -> str:
    """Return the worked solution of all parts of an `item`."""
    return _printer(item.solution, head=False).render()


def quantity_formula(item: AssessmentItem, part: ItemPart) -> str:
    """Return the sentence of a `part` of an `item`, and the quantity that it asks for as a formula."""
    return part.asked_by(_printer(item.statement))


def _printer(printed: PrintedDerivation, *, head: bool = True) -> _QuestionPrinter:
    printer = _QuestionPrinter(printed.verified, printed.notation(), Page(fragment=True))
    printer.has_head = head
    return printer


class _QuestionPrinter(MarkdownPrinter):
    """Print paragraphs, tables and displayed formulas."""

    has_head = True

    def head(self) -> list[str]:
        if not self.has_head:
            return []
        setting, title = self.derivation.setting, self.derivation.title
        lines = [element("p", element("strong", course_text(title)))] if title else []
        lines += [self.setting(setting)] if any(setting) else []
        return lines + (self.paragraph(self.text(self.cited_source)) if self.derivation.source else [])

    def document(self, head: list[str], sections: list[list[str]]) -> str:
        return "\n".join([*head, *(part for section in sections for part in section)])

    def heading(self, number: int, title: str) -> str:
        return element("h4", title)

    def setting(self, assumed: Sequence[str]) -> str:
        return element("p", f"<em>{', '.join(map(course_text, assumed))}.</em>")

    def chains(self, chains: list[Chain]) -> list[str]:
        body = _EMPTY_ROW.join(_END.join(rows) for rows in self.rows.chains(chains))
        return [self.display(rf"\begin{{aligned}} {body} \end{{aligned}}")]

    def paragraph(self, sentence: str) -> list[str]:
        return [element("p", sentence)]

    def table(
        self, head: TextRow, rows: Sequence[TextRow], layout: str, footer_rows: int = 0
    ) -> list[str]:
        head_rows = element("thead", _row("th", head)) if any(head) else ""
        body = element("tbody", "".join(_row("td", row) for row in rows))
        return [with_table_rules(element("table", head_rows + body))]

    def inline(self, formula: str) -> str:
        return rf"\({_without_values(formula)}\)"

    def display(self, formula: str) -> str:
        return rf"\[{_without_values(formula)}\]"

    def marked(self, phrase: str) -> str:
        return element("strong", course_text(phrase))

    def blank(self) -> str:
        return "_" * 12

    def text(self, raw: str) -> str:
        return course_text(raw)


def _without_values(formula: str) -> str:
    """Return a formula for HTML; `{@` would open a value, the wide form is the same letter."""
    return escaped(formula.strip()).replace("@", "\uff20")


def _row(tag: str, cells: Sequence[str]) -> str:
    return element("tr", "".join(element(tag, cell) for cell in cells))
