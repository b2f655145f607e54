"""Chains as rows for Typst, which measures them: the left side, what it is, and why."""

from __future__ import annotations

from collections.abc import Sequence

from exactnb.explain.derivation import Chain
from exactnb.explain.rendering.formulas.latex_lines import LatexLines
from exactnb.explain.rendering.formulas.marks import TextMarks
from exactnb.explain.rendering.formulas.typst_inline import TypstInline, displayed
from exactnb.explain.rendering.pages.typst_text import markup
from exactnb.explain.rendering.tables.latex_rows import LatexRows, Row


class TypstRows:
    """Lay chains out in one notation, drawn and said alike: rows are filled by their plain text."""

    def __init__(self, inline: TypstInline, plain: TextMarks, room: int) -> None:
        self.drawn = LatexRows(inline.drawn, plain, room)
        self.said = LatexRows(inline.said, plain, room)

    @property
    def lines(self) -> tuple[LatexLines, LatexLines]:
        """Return what breaks a formula, drawn and said."""
        return self.drawn.lines, self.said.lines

    def chains(self, chains: Sequence[Chain]) -> str:
        """Return chains that share their columns."""
        pairs = zip(self.drawn.laid(chains)[0], self.said.laid(chains)[0], strict=True)
        return f"#chains(\n{''.join(_chain(*rows) for rows in pairs)});"


def _chain(drawn: Sequence[Row], said: Sequence[Row]) -> str:
    alone = "" if drawn[0].margin else "alone: true,"
    rows = "".join(f"    {_row(*row)},\n" for row in zip(drawn, said, strict=True))
    return f"  chain({alone}\n{rows}  ),\n"


def _row(drawn: Row, said: Row) -> str:
    left = displayed(drawn.left, said.left) if drawn.left else "none"
    right = displayed(f"{drawn.sign} {drawn.text}", f"{said.sign} {said.text}")
    reason = f", why: [{markup(f'({drawn.reason})')}]" if drawn.reason else ""
    depth = f", depth: {drawn.depth}" if drawn.depth else ""
    return f"row({left}, {right}{reason}{depth})"
