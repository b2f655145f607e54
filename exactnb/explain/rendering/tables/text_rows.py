"""Chains in fixed-width text, `left = right   reason`, broken where a line is too long.

How to read: `TextRows.chain` lays out one chain; `TextAnswers` those that lead to answers, the first
with a fraction bar, all with bars of their probabilities.
"""

from __future__ import annotations

from collections.abc import Sequence

from exactnb.core.expression.nodes import Expression, Numeral, Quotient
from exactnb.core.expression.reasons import Rule
from exactnb.core.expression.widths import display_width, filled, in_rows
from exactnb.core.model.quantities import Quantities
from exactnb.core.record import frozen
from exactnb.explain.derivation import Chain, EstimateRule, Line
from exactnb.explain.rendering.formulas.text_math import LineMath
from exactnb.explain.rendering.tables.tables import bar_length, informative_lines, stated_reason
from exactnb.explain.rendering.tables.text_tables import INDENT, centred

_REASON_ROOM = 20  # columns reserved for reasons
_GAP = 2  # blanks before a reason
_BAR = 20  # columns of a full bar
_EIGHTHS = " ▏▎▍▌▋▊▉"
_IN_NUMBERS = (Rule.SUBSTITUTE, Rule.DECIMALS)
_RELATED = 3  # columns of a relation with its blanks


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


class TextAnswers:
    """Lay out chains that lead to answers: the first in full, of the others the results."""

    def __init__(self, math: LineMath, rows: TextRows, quantities: Quantities) -> None:
        self.math = math
        self.rows = rows
        self.width = rows.width
        self.quantities = quantities

    def lay_out(self, chains: list[Chain]) -> list[str]:
        """Return `chains` that lead to answers, as plain rows if there is no fraction or no room."""
        counted = next((line for line in chains[0].lines if line.reason.rule in _IN_NUMBERS), None)
        if counted is None or not isinstance(counted.right, Quotient):
            return self.rows.chains(chains)
        return self._with_fraction(chains, counted, counted.right) or self.rows.chains(chains)

    def _with_fraction(self, chains: list[Chain], counted: Line, quotient: Quotient) -> list[str]:
        """Return answers, the first with a fraction bar, or nothing if it is too wide."""
        numerator, denominator = (
            self.math.write(quotient.numerator),
            self.math.write(quotient.denominator),
        )
        span = max(display_width(numerator), display_width(denominator)) + 2
        lefts = [self.math.write(chain.lines[0].left) for chain in chains]
        lead = len(INDENT) + max(map(display_width, lefts))
        tails = [self._tail(chain) for chain in chains]
        if lead + _RELATED + span + max(map(display_width, tails)) + 1 > self.width:
            return []
        rows: list[str] = []
        for line in chains[0].lines[: chains[0].lines.index(counted)]:
            rows += self.rows.line(filled(INDENT + lefts[0], lead), line)
        head = filled("" if rows else INDENT + lefts[0], lead)
        indent = " " * (lead + _RELATED)
        rows += [
            indent + centred(numerator, span),
            f"{head} {counted.relation} {'─' * span} {tails[0]}",
        ]
        rows.append(self._reasoned(indent + centred(denominator, span), counted.reason.words))
        for left, tail in zip(lefts[1:], tails[1:], strict=True):
            rows.append(f"{filled(INDENT + left, lead)}{' ' * (_RELATED + span + 1)}{tail}")
        return self._with_bars(rows, chains, tails)

    def _reasoned(self, row: str, reason: str) -> str:
        """Return a row with a reason at its end, if there is room."""
        row = row.rstrip()
        gap = reason_column(reason, self.width) - display_width(row)
        return row + " " * gap + reason if reason and gap >= 2 else row

    def _with_bars(self, rows: list[str], chains: list[Chain], tails: list[str]) -> list[str]:
        """Append to each answer a bar proportional to its probability, if there is room."""
        column = (
            max(display_width(row) for row in rows if any(row.endswith(tail) for tail in tails)) + 3
        )
        if column + _BAR + 1 > self.width:
            return rows
        waiting = list(zip(chains, tails, strict=True))
        widened = []
        for row in rows:
            if waiting and row.endswith(waiting[0][1]):
                chain, _ = waiting.pop(0)
                row = filled(row, column) + self._bar(chain.lines[0].left)
            widened.append(row)
        return widened

    def _tail(self, chain: Chain) -> str:
        """Return the result of a chain: its value and its decimal."""
        ends = [x for x in chain.lines if x.reason.rule in (Rule.VALUE, Rule.ROUND)]
        return " ".join(f"{line.relation} {self.math.write(line.right)}" for line in ends)

    def _bar(self, quantity: Expression) -> str:
        """Return a bar in eighths of a column."""
        full, rest = divmod(bar_length(quantity, _BAR * 8, self.quantities) or 0, 8)
        return "█" * full + (_EIGHTHS[rest] if rest else "")
