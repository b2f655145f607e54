"""Chains in fixed-width text: `left = right   reason`, broken where a line is too long."""

from __future__ import annotations

from collections.abc import Sequence

from exactnb.core.expression.nodes import Expression, Numeral, Quotient
from exactnb.core.expression.widths import columns_of, in_rows
from exactnb.core.record import frozen
from exactnb.explain.derivation import Chain, EstimateRule, Line
from exactnb.explain.rendering.formulas.marks import LineMarks
from exactnb.explain.rendering.tables.tables import reason_of, said
from exactnb.explain.rendering.tables.text_tables import INDENT

_REASON_ROOM = 20  # columns kept for reasons at the right edge
_GAP = 2  # columns before a reason


@frozen(slots=True)
class _Shown:
    """A line ready to be laid out: its left side, and its right side in pieces that may be broken."""

    left: str
    relation: str
    pieces: list[str]
    reason: str
    decimal: bool = False


class TextRows:
    """Lay chains out in one notation, within a width."""

    def __init__(self, marks: LineMarks, width: int) -> None:
        self.marks = marks
        self.breakable = type(marks)(marks.notation, breakable=True)
        self.width = width

    def chains(self, chains: Sequence[Chain]) -> list[str]:
        """Return chains below each other."""
        return [row for chain in chains for row in self.chain(chain)]

    def chain(self, chain: Chain) -> list[str]:
        """Return the rows of one chain; a long left side has a row of its own."""
        shown = [self._shown(line) for line in said(chain, self.marks.write)]
        left = shown[0].left
        alone = columns_of(left) > self.width // 2 - 6 and not self._fits(shown)
        out = [INDENT + left] if alone else []
        start = INDENT + (" " * 4 if alone else left)
        for at, line in enumerate(shown):
            tail = f" {line.relation} {line.pieces[0]}"
            joins = line.decimal and at > 0 and not shown[at - 1].reason
            if joins and columns_of(out[-1] + tail) <= self.width:  # a decimal behind its fraction
                out[-1] += tail
                continue
            lead = start if at == 0 or alone else " " * columns_of(start)
            out += self._laid_out(f"{lead} {line.relation} ", line)
        return out

    def line(self, left: str, line: Line) -> list[str]:
        """Return one line behind a left side that is laid out already."""
        return self._laid_out(f"{left} {line.relation} ", self._shown(line))

    def rule(self, rule: EstimateRule) -> list[str]:
        """Return a rule in words."""
        left = self.marks.general(rule.role, rule.value)
        return self._laid_out(f"{INDENT}{left} = ", _Shown(left, "=", self._pieces(rule.right), ""))

    def _fits(self, shown: list[_Shown]) -> bool:
        """Say whether a chain of one line goes into one row."""
        only = shown[0]
        whole = f"{INDENT}{only.left} {only.relation} {' '.join(only.pieces)}  {only.reason}"
        return len(shown) == 1 and columns_of(whole) <= self.width

    def _laid_out(self, lead: str, line: _Shown) -> list[str]:
        """Return one line of a chain, broken between factors or terms where it is too long.

        Where the reason has no room behind the last row, the last part goes into a row with it.
        """
        indent = " " * columns_of(lead)
        room = self.width - len(indent)
        rows = in_rows(line.pieces, " ", room)
        column = reason_column(line.reason, self.width)
        if self._lacks_room(indent + rows[-1], line.reason):
            *most, last = line.pieces
            if most and _is_part(last) and not self._lacks_room(indent + last, line.reason):
                rows = [*in_rows(most, " ", room), *in_rows([last], " ", room)]
        out = [(indent if at else lead) + row for at, row in enumerate(rows)]
        if not line.reason:
            return out
        if self._lacks_room(out[-1], line.reason):
            return [*out, " " * column + line.reason]
        gap = column - columns_of(out[-1])
        if gap < _GAP:  # it may still end where the row does
            gap = self.width - columns_of(line.reason) - columns_of(out[-1])
        out[-1] += " " * gap + line.reason
        return out

    def _lacks_room(self, row: str, reason: str) -> bool:
        """Say whether there is a reason that does not fit behind a row."""
        return bool(reason) and columns_of(row) + _GAP + columns_of(reason) > self.width

    def _shown(self, line: Line) -> _Shown:
        reason = self.marks.word(reason_of(line))
        decimal = isinstance(line.right, Numeral)
        return _Shown(
            self.marks.write(line.left), line.relation, self._pieces(line.right), reason, decimal
        )

    def _pieces(self, expression: Expression) -> list[str]:
        """Return an expression in pieces; the numerator of a long fraction is broken at once."""
        pieces = self.breakable.pieces(expression)
        if isinstance(expression, Quotient) and len(pieces) == 2:
            above, below = pieces
            if above.startswith("(") and columns_of(above) > self.width // 2:
                first, *rest = self.breakable.pieces(expression.numerator)
                *before, last = [f"({first}", *rest]
                return [*before, f"{last})", below]
        return pieces


def _is_part(piece: str) -> bool:
    """Say whether a piece is a factor or a term, with all of the brackets that it is in."""
    whole = all(piece.count(opening) == piece.count(closing) for opening, closing in ("()", "[]", "{}"))
    return whole and not piece.startswith(("<", ">"))


def reason_column(reason: str, width: int) -> int:
    """Return where reasons begin; a long one ends where the page does.

    >>> reason_column("as counted", 80), reason_column("x" * 30, 80)
    (60, 50)
    """
    return width - max(_REASON_ROOM, columns_of(reason))
