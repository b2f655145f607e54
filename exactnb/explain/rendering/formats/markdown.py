"""Markdown with math for GitHub, Jupyter and marimo; KaTeX renders the formulas too."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from exactnb.core.expression.nodes import Expression
from exactnb.core.expression.spell import spell
from exactnb.core.naming.names import Item
from exactnb.core.naming.notation import Mark, Notation
from exactnb.explain.derivation import Chain, Data, EstimateRule, Grid, Line
from exactnb.explain.rendering.formulas.latex_math import GENERAL, LatexMath
from exactnb.explain.rendering.formulas.text_math import TextMath
from exactnb.explain.rendering.hooks import Cells, TextRow
from exactnb.explain.rendering.pages.latex_text import math_sign
from exactnb.explain.rendering.pages.markdown_text import (
    NEXT_ROW,
    inline,
    label,
    link,
    math_text,
    paragraph,
    pipe_table,
    text,
)
from exactnb.explain.rendering.printer import Format, Printer
from exactnb.explain.rendering.tables.latex_rows import LatexRows
from exactnb.explain.rendering.tables.tables import (
    data_table,
    estimate_forms,
    fitting_form_count,
    written_forms,
)

_ROOM = 80  # width of a line that needs no scrolling
_CELL = 60  # widest cell, in characters of plain text
_END = " \\\\\n"  # GitHub keeps a double backslash only at the end of a line
_APART = f"{_END}  &{_END}"  # hence an empty row, not \\[5pt]


_ACTIVE = str.maketrans({"<": r"\lt ", ">": r"\gt ", "[": r"\lbrack ", "]": r"\rbrack ", "*": r"\ast "})
_LOOSE = re.compile(r"(?<![A-Za-z0-9])_(?! )")


class MarkdownMath(LatexMath):
    r"""Write expressions with commands made of letters, since Markdown eats any other backslash.

    GitHub refuses `\operatorname`, takes `<` for a tag and `*` for emphasis; pandoc knows no
    `\thinspace`, which is a small blank here, and ends the rows of a matrix with `\\` only.
    """

    signs: Mapping[str, str] = {**LatexMath.signs, "`": math_text("`"), "@": math_text("@")}
    relations: Mapping[str, str] = {**LatexMath.relations, "<": r"\lt", ">": r"\gt"}
    thin_space = r"{\scriptstyle\ }"
    colon = r"{:}{\scriptstyle\ }"
    overhang = ""
    in_cell = r"\frac"
    reason_gap = " && "
    percent = math_text("%")
    next_row = NEXT_ROW
    braces = (r"\lbrace", r"\rbrace")
    arg_max = r"\arg\max"
    root_sign = r"\mathop{\mathrm{root}}"
    upright = r"\mathrm"
    prose = staticmethod(math_text)

    def write(self, expression: Expression) -> str:
        """Return `expression` for math mode, free of anything that Markdown acts on."""
        return _without_active_signs(super().write(expression))

    def marks(self, marks: Iterable[Mark], *, superscript: bool = False) -> str:
        return _without_active_signs(super().marks(marks, superscript=superscript))

    def opening(self, bracket: str) -> str:
        r"""Return the left `bracket` of an interval; of the `\Big` family, pandoc lacks `\Bigl`."""
        return _without_active_signs(rf"\mathopen{{\Big{bracket}}}")

    def closing(self, bracket: str) -> str:
        return _without_active_signs(super().closing(bracket))

    def label(self, text: str) -> str:
        sign = math_sign(text)
        return math_text(text) if sign is None else sign

    def phrase(self, text: str) -> str:
        """Return `text`, a phrase of a rule; letters are formulas between pieces of text."""
        letters = iter(GENERAL.split(text))  # and the letters between them
        return "".join((math_text(part) if part else "") + next(letters, "") for part in letters)


def _without_active_signs(formula: str) -> str:
    """Replace signs by commands, and add a blank to an underscore that could begin emphasis."""
    return _LOOSE.sub("_ ", formula.translate(_ACTIVE))


class MarkdownPrinter(Printer[str]):
    """Write paragraphs, pipe tables and displayed formulas.

    Wide tables are not broken: Markdown viewers scroll. A dialect of Markdown derives from this class
    and overrides how text and formulas are written.
    """

    mark = "**%s**"
    answer_room = r"\_" * 12

    def use_notation(self, notation: Notation) -> None:
        self.math = MarkdownMath(notation)
        self.rows = LatexRows(self.math, TextMath(notation), _ROOM)

    def document(self, head: list[str], sections: list[list[str]]) -> str:
        return "\n\n".join([*head, *(part for section in sections for part in section)]) + "\n"

    def head(self) -> list[str]:
        derivation = self.derivation
        parts = [f"# {text(derivation.title)}"] if derivation.title else []
        parts += [self.setting(derivation.setting)] if derivation.setting else []
        return parts + ([link(self.cited_source)] if derivation.source else [])

    def heading(self, number: int, title: str) -> str:
        """Return `title` as the heading of a step; Markdown headings carry no `number`."""
        return f"## {title}"

    def setting(self, assumed: Sequence[str]) -> str:
        return f"*{', '.join(map(self.text, assumed))}.*"

    def chains(self, chains: list[Chain]) -> list[str]:
        body = _APART.join(_END.join(rows) for rows in self.rows.chains(chains))
        return [self.display(f"\\begin{{aligned}}\n{body}\n\\end{{aligned}}")]

    def grids(self, grids: list[Grid]) -> list[str]:
        return [part for grid in grids for part in self._grid(grid)]

    def _grid(self, grid: Grid) -> list[str]:
        form_count = fitting_form_count(grid, lambda part: len(spell(part)), _CELL)
        rows = []
        for head, cells in zip(grid.rows, grid.cells, strict=True):
            row_head = self.label(head) if isinstance(head, str) else self.inline(self.math.name(head))
            rows.append([row_head, *(self._cell(chain, form_count) for chain in cells)])
        heads = [self.text(grid.corner), *(self.label(item.value) for item in grid.columns)]
        return self.table(heads, rows, "l" + "c" * len(grid.columns))

    def _cell(self, chain: Chain | None, form_count: int | None) -> str:
        if chain is None:
            return ""
        stated = estimate_forms(chain, form_count)
        forms = " ".join(written_forms(stated, self.math.relation_sign, self.math.in_table))
        return self.inline(rf"\displaystyle {forms}" if r"\frac" in forms else forms)

    def data(self, data: Data) -> list[str]:
        with_ids, heads, cells = data_table(data)
        rows = [[*map(self.label, row)] for row in cells]
        layout = "l" * with_ids + "c" * (len(heads) - with_ids)
        return self.table([*map(self.text, heads)], rows, layout, len(data.queries))

    def rule(self, rule: EstimateRule) -> list[str]:
        left, right = self.math.general_name(rule.role, rule.value), self.math.write(rule.right)
        return [self.display(f"{left} = {right}")]

    def paragraph(self, sentence: str) -> list[str]:
        return [paragraph(sentence)]

    def table(self, head: TextRow, rows: Cells, layout: str, footer_rows: int = 0) -> list[str]:
        """Return a pipe table, which needs a `head` and has no rule before its `footer_rows`."""
        all_rows = [head or [""] * len(layout), *rows]
        return [pipe_table(all_rows, ["c" if kind == "c" else "l" for kind in layout])]

    def inline(self, formula: str) -> str:
        """Return `formula`, which is LaTeX, within a line."""
        return inline(formula)

    def display(self, formula: str) -> str:
        """Return `formula`, which is LaTeX, on display."""
        return f"$$\n{formula}\n$$"

    def formula(self, expression: Expression) -> str:
        return self.inline(self.math.write(expression))

    def text(self, raw: str) -> str:
        """Escape `raw` so that Markdown reads no link, tag, cell or formula in it."""
        return text(raw)

    def item(self, item: Item) -> str:
        return self.inline(self.math.item(item)) if item.kind == "cell" else self.label(item.value)

    def label(self, label_: str) -> str:
        return label(label_, self.text, self.inline)

    def claim(self, line: Line) -> str:
        return self.inline(self.math.claim(line))


FORMAT = Format(".md", "text/markdown", MarkdownPrinter)
