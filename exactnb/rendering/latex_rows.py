"""Chains as rows of aligned LaTeX, whatever display they stand in."""

from __future__ import annotations

from collections.abc import Sequence

from exactnb.derivation import Chain, Line
from exactnb.expression.nodes import (
    Expression,
    Function,
    Numeral,
    Product,
    Quotient,
    Sum,
    children,
    is_general,
)
from exactnb.expression.reasons import Rule
from exactnb.rendering.latex_lines import LatexLines, is_broken, places
from exactnb.rendering.latex_math import LatexMath
from exactnb.rendering.marks import TextMarks
from exactnb.rendering.tables import said

_ROOM = 66  # signs of a whole line that fit, as counted in plain text
_LEFT_ROOM = 34  # a longer left side stands on a line of its own
_SHORT_LEFT = 12  # and a shorter one never does
_BESIDE = 8  # a reason beside what is so much too wide takes a row of its own
_LEAST = 24  # a right side has at least so much
_SHORT = 16  # signs of a value that may stand behind another one
_LONG_ROW = 80  # characters of LaTeX, behind which nothing more is put
_BOXED = (
    Rule.VALUE,
    Rule.DECIDE,
    Rule.SAME,
    Rule.DIFFERENTIATE,
    Rule.SCALE,
    Rule.PUT_IN,
    Rule.SOLUTION,
    Rule.MAXIMUM,
)


class LatexRows:
    """Lay chains out in one notation; widths are estimated from the plain text."""

    def __init__(self, math: LatexMath, plain: TextMarks) -> None:
        self.math = math
        self.plain = plain
        self.lines = LatexLines(math, plain)
        self.size = self.lines.size

    def chains(self, chains: Sequence[Chain]) -> list[list[str]]:
        """Return the rows of each chain of one display: `left &= right && reason`.

        The chains share their columns. A left side beside which there is no room for what stands on
        the right takes a row of its own, the longest first.
        """
        sizes = [self.size(chain.lines[0].left) for chain in chains]
        right = max(self._widest(line) for chain in chains for line in chain.lines)
        reasons = max(len(line.reason.words) for chain in chains for line in chain.lines)
        widest = min(_LEFT_ROOM, max(_ROOM - right, _SHORT_LEFT))
        if any(is_general(chain.lines[0].left) for chain in chains):
            widest = min(widest, max(_ROOM - reasons - _LEAST, _SHORT_LEFT))
        left = max((size for size in sizes if size <= widest), default=4)
        room = max(_ROOM - left - reasons, _LEAST)
        pairs = zip(chains, sizes, strict=True)
        return [self._chain(chain, room, alone=size > widest) for chain, size in pairs]

    def _chain(self, chain: Chain, room: int, *, alone: bool) -> list[str]:
        """Return the rows of one chain."""
        left = self.math.write(chain.lines[0].left)
        rows = [f"& {left}"] if alone else []
        for at, line in enumerate(said(chain, self.plain.write)):
            if at > (not isinstance(line.right, Numeral)) and self._joins(line, rows[-1]):
                rows[-1] += f" {self.math.related(line.relation)} {self._right(chain, line)}"
                continue
            lead = r"&\quad " if alone else (f"{left} &" if at == 0 else "  &")
            rows += self._line(chain, line, lead, room)
        return rows

    def _line(self, chain: Chain, line: Line, lead: str, room: int) -> list[str]:
        """Return a relation, the right side and the reason in rows of their own."""
        boxed = self._boxed(chain, line)
        first, *rest = [self._right(chain, line)] if boxed else self.lines.broken(line.right, room)
        rows = [f"{lead}{self.math.related(line.relation)} {first}"]
        rows += [rf"  &\quad {piece}" for piece in rest]
        if line.reason.words and line.reason.rule is not Rule.DECIDE:
            reason = self.math.words(f"({line.reason.words})")
            if not rest and self._is_function(line.right, room):
                rows.append(rf"  &\qquad {reason}")
            else:
                rows[-1] += f" && {reason}"
        return rows

    def _joins(self, line: Line, row: str) -> bool:
        """Say whether a value is short enough to stand behind a row that has no reason."""
        value = line.reason.rule in (Rule.ROUND, Rule.VALUE) and self.size(line.right) <= _SHORT
        return value and len(row) < _LONG_ROW and " && " not in row

    def _widest(self, line: Line) -> int:
        """Return the signs of the widest part of a line that is not broken, and of its reason."""
        reason = len(line.reason.words)
        if isinstance(line.right, Quotient) and isinstance(line.right.numerator, Sum | Product):
            return reason
        whole = self.size(line.right)
        if parts := places(line.right) if whole > _ROOM // 2 else ():
            sizes = (
                self.size(part.body) + (part.sign == "−") for part in parts if not is_broken(part.body)
            )
            return max(sizes, default=0) + reason
        return max(map(self.size, children(line.right)), default=whole) + reason

    def _is_function(self, expression: Expression, room: int) -> bool:
        """Say whether a right side is wide and cannot be broken, for it is a function over another."""
        over = isinstance(expression, Quotient) and isinstance(expression.numerator, Function)
        return over and self.size(expression) > room + _BESIDE

    def _right(self, chain: Chain, line: Line) -> str:
        text = self.math.write(line.right)
        return rf"\boxed{{{text}}}" if self._boxed(chain, line) else text

    def _boxed(self, chain: Chain, line: Line) -> bool:
        exact = [x for x in chain.lines if x.reason.rule in _BOXED]
        exact = [x for x in exact if not isinstance(x.right, Numeral)]
        return chain.boxed and bool(exact) and line is exact[-1]
