"""Chains as rows of a grid: left side, right side and reason; on a phone, one below the other."""

from __future__ import annotations

from collections.abc import Sequence

from exactnb.core.expression.nodes import Reference
from exactnb.core.expression.reasons import Rule
from exactnb.explain.derivation import Chain, Line
from exactnb.explain.rendering.formulas.html_lines import HtmlLines, formula
from exactnb.explain.rendering.formulas.html_origins import Origins
from exactnb.explain.rendering.formulas.mathml import Mathml
from exactnb.explain.rendering.formulas.mathml_names import operator
from exactnb.explain.rendering.formulas.text_math import TextMath
from exactnb.explain.rendering.pages.html_text import element, escaped
from exactnb.explain.rendering.tables.tables import answer_line, informative_lines, stated_reason

_LEFT = 20  # widest left side in a column; a wider one has a row of its own
_APPENDED = 16  # widest value that continues the row of another
_IN_GREY = (Rule.ROUND,)


class HtmlRows:
    """Lay out chains in one notation.

    `math` writes formulas, `plain` measures them, `origins` tracks the sources of numbers.
    """

    def __init__(self, math: Mathml, plain: TextMath, origins: Origins) -> None:
        self.math = math
        self.plain = plain
        self.origins = origins
        self.lines = HtmlLines(math, plain)

    def chains(self, chains: Sequence[Chain]) -> str:
        """Return `chains`, which share their columns."""
        return element("div", "\n".join(map(self._chain, chains)), class_="chains")

    def _chain(self, chain: Chain) -> str:
        """Return one chain; a short value without a reason continues the row before it."""
        chain, left = self.origins.traced(chain), chain.lines[0].left
        kind = "left alone" if self.lines.size(left) > _LEFT else "left"
        markup = self.lines.formulas(left)
        home = self.origins.home(left.name) if isinstance(left, Reference) else {}
        cells = [element("div", markup, class_=kind, **home)]
        rows: list[tuple[str, str]] = []
        for line in informative_lines(chain, self.plain.write):
            value, reason = self._right(chain, line), escaped(stated_reason(line))
            if rows and not reason and not rows[-1][1] and self._is_short(line):
                rows[-1] = f"{rows[-1][0]}\n{value}", ""
            else:
                rows.append((value, reason))
        for value, reason in rows:
            cells.append(element("div", value, class_="right"))
            cells.append(element("div", reason, class_="why") if reason else "")
        return element("div", "\n".join(filter(None, cells)), class_="chain")

    def _right(self, chain: Chain, line: Line) -> str:
        """Return the relation and the right side: the answer in a box, a rounded value in grey."""
        body = self.lines.formulas(line.right)
        if line is answer_line(chain):
            body = element("span", body, class_="answer")
        equation = f"{formula(operator(line.relation))}\n{body}"
        return element("span", equation, class_="decimal") if line.reason.rule in _IN_GREY else equation

    def _is_short(self, line: Line) -> bool:
        """Say whether a value may continue the row before it."""
        return line.reason.rule in (Rule.ROUND, Rule.VALUE) and self.lines.size(line.right) <= _APPENDED
