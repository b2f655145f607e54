"""Chains as rows of a grid: the left side, what it is, and why; on a phone, below each other."""

from __future__ import annotations

from collections.abc import Sequence

from exactnb.core.expression.nodes import Reference
from exactnb.core.expression.reasons import Rule
from exactnb.explain.derivation import Chain, Line
from exactnb.explain.rendering.formulas.html_lines import HtmlLines, formula
from exactnb.explain.rendering.formulas.html_origins import Origins
from exactnb.explain.rendering.formulas.marks import TextMarks
from exactnb.explain.rendering.formulas.mathml import Mathml
from exactnb.explain.rendering.formulas.mathml_names import operator
from exactnb.explain.rendering.pages.html_text import element, escaped
from exactnb.explain.rendering.tables.tables import answer_of, reason_of, said

_LEFT = 20  # signs of a left side that has a column; a longer one has a row of its own
_BEHIND = 16  # signs of a value that stands behind another one, in its row
_IN_GREY = (Rule.ROUND,)


class HtmlRows:
    """Lay chains out in one notation."""

    def __init__(self, math: Mathml, plain: TextMarks, origins: Origins) -> None:
        self.math = math
        self.plain = plain
        self.origins = origins
        self.lines = HtmlLines(math, plain)

    def chains(self, chains: Sequence[Chain]) -> str:
        """Return chains that share their columns."""
        return element("div", "\n".join(map(self._chain, chains)), class_="chains")

    def _chain(self, chain: Chain) -> str:
        """Return one chain; a value that needs no reason stands behind the row before it."""
        chain, left = self.origins.traced(chain), chain.lines[0].left
        kind = "left alone" if self.lines.size(left) > _LEFT else "left"
        drawn = self.lines.formulas(left)
        home = self.origins.home(left.name) if isinstance(left, Reference) else {}
        out = [element("div", drawn, class_=kind, **home)]
        rows: list[tuple[str, str]] = []
        for line in said(chain, self.plain.write):
            shown, reason = self._right(chain, line), escaped(reason_of(line))
            if rows and not reason and not rows[-1][1] and self._is_short(line):
                rows[-1] = f"{rows[-1][0]}\n{shown}", ""
            else:
                rows.append((shown, reason))
        for shown, reason in rows:
            out.append(element("div", shown, class_="right"))
            out.append(element("div", reason, class_="why") if reason else "")
        return element("div", "\n".join(filter(None, out)), class_="chain")

    def _right(self, chain: Chain, line: Line) -> str:
        """Return the relation and what follows it: the answer in a box, a rounded value in grey."""
        body = self.lines.formulas(line.right)
        if line is answer_of(chain):
            body = element("span", body, class_="answer")
        whole = f"{formula(operator(line.relation))}\n{body}"
        return element("span", whole, class_="decimal") if line.reason.rule in _IN_GREY else whole

    def _is_short(self, line: Line) -> bool:
        """Say whether a value may stand behind another one."""
        return line.reason.rule in (Rule.ROUND, Rule.VALUE) and self.lines.size(line.right) <= _BEHIND
