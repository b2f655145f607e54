"""Chains in fixed-width text, `left = right   reason`, broken where a line is too long."""

from __future__ import annotations

from collections.abc import Sequence

from exactnb.core.expression.nodes import Expression, Numeral, Quotient
from exactnb.core.expression.widths import display_width, in_rows
from exactnb.core.record import frozen
from exactnb.explain.derivation import Chain, EstimateRule, Line
from exactnb.explain.rendering.formulas.text_math import LineMath
from exactnb.explain.rendering.tables.tables import informative_lines, stated_reason
from exactnb.explain.rendering.tables.text_tables import INDENT

_REASON_ROOM = 20  # columns reserved for reasons
_GAP = 2  # blanks before a reason


@frozen(slots=True)
class _LineParts:
    """A line before its layout: the left side, and the right side in pieces that may be broken."""

    left: str
    relation: str
    pieces: list[str]
    reason: str
    decimal: bool = False


class TextRows:
    """Lay out chains in one notation, within `width` columns; `math` writes formulas."""

    def __init__(self, math: LineMath, width: int) -> None:
        self.math = math
        self.breakable = type(math)(math.notation, breakable=True)
        self.width = width

    def chains(self, chains: Sequence[Chain]) -> list[str]:
        """Return the rows of all `chains`."""
        return [row for chain in chains for row in self.chain(chain)]

    def chain(self, chain: Chain) -> list[str]:
        """Return the rows of `chain`; a long left side has a row of its own."""
        line_parts = [self._split(line) for line in informative_lines(chain, self.math.write)]
        left = line_parts[0].left
        alone = display_width(left) > self.width // 2 - 6 and not self._fits(line_parts)
        rows = [INDENT + left] if alone else []
        start = INDENT + (" " * 4 if alone else left)
        for index, line in enumerate(line_parts):
            tail = f" {line.relation} {line.pieces[0]}"
            joins = line.decimal and index > 0 and not line_parts[index - 1].reason
            if (
                joins and display_width(rows[-1] + tail) <= self.width
            ):  # a decimal continues the row of its fraction
                rows[-1] += tail
                continue
            lead = start if index == 0 or alone else " " * display_width(start)
            rows += self._lay_out(f"{lead} {line.relation} ", line)
        return rows

    def line(self, left: str, line: Line) -> list[str]:
        """Return `line` after `left`, a left side that is already laid out."""
        return self._lay_out(f"{left} {line.relation} ", self._split(line))

    def rule(self, rule: EstimateRule) -> list[str]:
        """Return `rule` in words."""
        left = self.math.general(rule.role, rule.value)
        return self._lay_out(f"{INDENT}{left} = ", _LineParts(left, "=", self._pieces(rule.right), ""))

    def _fits(self, line_parts: list[_LineParts]) -> bool:
        """Say whether a chain of one line fits into one row."""
        only = line_parts[0]
        row = f"{INDENT}{only.left} {only.relation} {' '.join(only.pieces)}  {only.reason}"
        return len(line_parts) == 1 and display_width(row) <= self.width

    def _lay_out(self, lead: str, line: _LineParts) -> list[str]:
        """Return one line of a chain, broken between factors or terms where it is too long.

        If the reason does not fit after the last row, the last part moves into a new row with it.
        """
        indent = " " * display_width(lead)
        room = self.width - len(indent)
        rows = in_rows(line.pieces, " ", room)
        column = reason_column(line.reason, self.width)
        if self._lacks_room(indent + rows[-1], line.reason):
            *most, last = line.pieces
            if most and _is_part(last) and not self._lacks_room(indent + last, line.reason):
                rows = [*in_rows(most, " ", room), *in_rows([last], " ", room)]
        indented = [(indent if index else lead) + row for index, row in enumerate(rows)]
        if not line.reason:
            return indented
        if self._lacks_room(indented[-1], line.reason):
            return [*indented, " " * column + line.reason]
        gap = column - display_width(indented[-1])
        if gap < _GAP:  # right-aligned, it may still fit
            gap = self.width - display_width(line.reason) - display_width(indented[-1])
        indented[-1] += " " * gap + line.reason
        return indented

    def _lacks_room(self, row: str, reason: str) -> bool:
        """Say whether a reason does not fit after a row."""
        return bool(reason) and display_width(row) + _GAP + display_width(reason) > self.width

    def _split(self, line: Line) -> _LineParts:
        reason = self.math.word(stated_reason(line))
        decimal = isinstance(line.right, Numeral)
        return _LineParts(
            self.math.write(line.left), line.relation, self._pieces(line.right), reason, decimal
        )

    def _pieces(self, expression: Expression) -> list[str]:
        """Return an expression in pieces; the numerator of a long fraction is cut at once."""
        pieces = self.breakable.pieces(expression)
        if isinstance(expression, Quotient) and len(pieces) == 2:
            numerator, denominator = pieces
            if numerator.startswith("(") and display_width(numerator) > self.width // 2:
                first, *rest = self.breakable.pieces(expression.numerator)
                *most, last = [f"({first}", *rest]
                return [*most, f"{last})", denominator]
        return pieces


def _is_part(piece: str) -> bool:
    """Say whether a piece is a complete factor or term, with balanced brackets."""
    is_balanced = all(
        piece.count(opening) == piece.count(closing) for opening, closing in ("()", "[]", "{}")
    )
    return is_balanced and not piece.startswith(("<", ">"))


def reason_column(reason: str, width: int) -> int:
    """Return the column where `reason` begins; a long one ends at the page's `width`.

    >>> reason_column("as counted", 80), reason_column("x" * 30, 80)
    (60, 50)
    """
    return width - max(_REASON_ROOM, display_width(reason))
