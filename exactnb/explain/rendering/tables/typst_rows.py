"""Chains as rows for Typst, which measures them: left side, right side and reason."""

from __future__ import annotations

from collections.abc import Sequence

from exactnb.explain.derivation import Chain
from exactnb.explain.rendering.formulas.latex_lines import LatexLines
from exactnb.explain.rendering.formulas.text_math import TextMath
from exactnb.explain.rendering.formulas.typst_inline import TypstInline, displayed
from exactnb.explain.rendering.pages.typst_text import markup
from exactnb.explain.rendering.tables.latex_rows import DisplayRow, LatexRows


class TypstRows:
    """Lay out chains in one notation, typeset and spoken; both break rows at the same places.

    `inline` writes formulas, `plain` measures them, `room` is the width of a line in characters.
    """

    def __init__(self, inline: TypstInline, plain: TextMath, room: int) -> None:
        self.math = LatexRows(inline.math, plain, room)
        self.spoken = LatexRows(inline.spoken, plain, room)

    @property
    def lines(self) -> tuple[LatexLines, LatexLines]:
        """Return the breakers of formulas, typeset and spoken."""
        return self.math.lines, self.spoken.lines

    def chains(self, chains: Sequence[Chain]) -> str:
        """Return `chains`, which share their columns."""
        pairs = zip(self.math.lay_out(chains)[0], self.spoken.lay_out(chains)[0], strict=True)
        return f"#chains(\n{''.join(_chain(*rows) for rows in pairs)});"


def _chain(math_rows: Sequence[DisplayRow], spoken_rows: Sequence[DisplayRow]) -> str:
    alone = "" if math_rows[0].margin else "alone: true,"
    rows = "".join(f"    {_row(*row)},\n" for row in zip(math_rows, spoken_rows, strict=True))
    return f"  chain({alone}\n{rows}  ),\n"


def _row(math: DisplayRow, spoken: DisplayRow) -> str:
    left = displayed(math.left, spoken.left) if math.left else "none"
    right = displayed(f"{math.sign} {math.text}", f"{spoken.sign} {spoken.text}")
    reason = f", why: [{markup(f'({math.reason})')}]" if math.reason else ""
    depth = f", depth: {math.depth}" if math.depth else ""
    return f"row({left}, {right}{reason}{depth})"
