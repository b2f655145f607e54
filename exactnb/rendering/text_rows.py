"""Chains in fixed-width text: lines broken where they are too long, answers with their bars."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby

from exactnb.arithmetic.rounding import Rounding, rounded
from exactnb.arithmetic.values import Infinite, Undefined, limit
from exactnb.derivation import Chain, EstimateRule, Line
from exactnb.expression.breaking import outermost, unmarked
from exactnb.expression.evaluate import NoNumber, evaluate
from exactnb.expression.nodes import Expression, Numeral, Quotient
from exactnb.expression.reasons import Rule
from exactnb.model.quantities import Quantities
from exactnb.rendering.marks import TextMarks
from exactnb.rendering.tables import said
from exactnb.rendering.text_tables import INDENT, centred
from exactnb.rendering.widths import columns_of, filled

__all__ = ["TIED", "TextRows", "listed", "wrapped"]

_REASON_ROOM = 20  # columns kept for reasons at the right edge
_BAR = 20  # columns of a full bar
_BAR_PLACES = 9  # decimals of a share that is drawn: more than can be seen
TIED = "\N{NO-BREAK SPACE}"
"""The blank inside a formula in a sentence, where no row ends while it can be helped."""


@dataclass(frozen=True, slots=True)
class _Shown:
    """A line ready to be laid out: its left side, and its right side in pieces that may be broken."""

    left: str
    relation: str
    pieces: list[str]
    reason: str
    decimal: bool = False


class TextRows:
    """Lay chains out in one notation, within a width."""

    def __init__(self, marks: TextMarks, width: int, quantities: Quantities) -> None:
        self.marks = marks
        self.breakable = type(marks)(marks.notation, breakable=True)
        self.width = width
        self.quantities = quantities

    def chains(self, chains: Sequence[Chain]) -> list[str]:
        """Return chains below each other; answers that follow each other are drawn together."""
        out: list[str] = []
        for final, run in groupby(chains, key=lambda chain: chain.final):
            out += (
                self.answers([*run]) if final else [row for chain in run for row in self.chain(chain)]
            )
        return out

    def chain(self, chain: Chain) -> list[str]:
        """Return the rows of one chain."""
        shown = [self.line(line) for line in said(chain, self.marks.write)]
        out: list[str] = []
        left = shown[0].left
        alone = columns_of(left) > self.width // 2 - 6 and not self.fits(shown)
        if alone:
            out.append(INDENT + left)
        start = INDENT + (" " * 4 if alone else left)
        for at, line in enumerate(shown):
            tail = f" {line.relation} {line.pieces[0]}"
            joins = line.decimal and at > 0 and not shown[at - 1].reason
            if joins and columns_of(out[-1] + tail) <= self.width:  # a decimal behind its fraction
                out[-1] += tail
                continue
            lead = start if at == 0 or alone else " " * columns_of(start)
            out += self.laid_out(f"{lead} {line.relation} ", line)
        return out

    def fits(self, shown: list[_Shown]) -> bool:
        """Say whether a chain of one line goes into one row."""
        only = shown[0]
        whole = f"{INDENT}{only.left} {only.relation} {' '.join(only.pieces)}  {only.reason}"
        return len(shown) == 1 and columns_of(whole) <= self.width

    def laid_out(self, lead: str, line: _Shown) -> list[str]:
        """Return one line of a chain, broken between factors or terms where it is too long."""
        room = self.width - columns_of(lead)
        rows = _in_rows(line.pieces, " ", room)
        out = [(lead if at == 0 else " " * columns_of(lead)) + row for at, row in enumerate(rows)]
        if line.reason:
            column = self.width - max(_REASON_ROOM, columns_of(line.reason))
            gap = column - columns_of(out[-1])
            if gap < 2:
                gap = self.width - columns_of(line.reason) - columns_of(out[-1])
            if gap >= 2:
                out[-1] += " " * gap + line.reason
            else:
                out.append(" " * column + line.reason)
        return out

    def line(self, line: Line) -> _Shown:
        reason = self.marks.word(line.reason.words) if line.reason.rule is not Rule.DECIDE else ""
        decimal = isinstance(line.right, Numeral)
        left, pieces = self.marks.write(line.left), self.pieces(line.right)
        return _Shown(left, line.relation, pieces, reason, decimal)

    def pieces(self, expression: Expression) -> list[str]:
        """Return an expression in pieces; the numerator of a long fraction is broken at once."""
        pieces = self.breakable.pieces(expression)
        if isinstance(expression, Quotient) and len(pieces) == 2:
            above, below = pieces
            if above.startswith("(") and columns_of(above) > self.width // 2:
                first, *rest = self.breakable.pieces(expression.numerator)
                *before, last = [f"({first}", *rest]
                return [*before, f"{last})", below]
        return pieces

    def answers(self, chains: list[Chain]) -> list[str]:
        """Return the final chains: the first drawn with a fraction bar, all with their bars."""
        first = chains[0]
        quotient = next((x.right for x in first.lines if x.reason.rule is Rule.SUBSTITUTE), None)
        if not isinstance(quotient, Quotient):
            return [row for chain in chains for row in self.chain(chain)]
        above, below = self.marks.write(quotient.numerator), self.marks.write(quotient.denominator)
        span = max(columns_of(above), columns_of(below)) + 2
        lefts = [self.marks.write(chain.lines[0].left) for chain in chains]
        lead = 3 + max(map(columns_of, lefts))
        tails = [self.tail(chain) for chain in chains]
        if lead + 3 + span + max(map(columns_of, tails)) + 1 > self.width:
            return [row for chain in chains for row in self.chain(chain)]
        out = []
        for line in first.lines:
            if line.reason.rule is Rule.SUBSTITUTE:
                break
            left = filled(INDENT + lefts[0], lead)
            out += self.laid_out(f"{left} {line.relation} ", self.line(line))
        bar = "─" * span
        reason = next(x.reason.words for x in first.lines if x.reason.rule is Rule.SUBSTITUTE)
        top = " " * (lead + 3) + centred(above, span)
        head = "" if out else INDENT + lefts[0]
        out += [top, f"{filled(head, lead)} = {bar} {tails[0]}"]
        out.append(_reasoned(" " * (lead + 3) + centred(below, span), reason, self.width))
        for left, tail in zip(lefts[1:], tails[1:], strict=True):
            out.append(INDENT + left + " " * (lead - 3 - columns_of(left) + span + 4) + tail)
        return self.with_bars(out, chains, tails)

    def with_bars(self, rows: list[str], chains: list[Chain], tails: list[str]) -> list[str]:
        """Put a bar as long as the probability behind each answer, if there is room for it."""
        column = max(columns_of(row) for row in rows if any(row.endswith(tail) for tail in tails)) + 3
        if column + _BAR + 1 > self.width:
            return rows
        waiting = list(zip(chains, tails, strict=True))
        out = []
        for row in rows:
            if waiting and row.endswith(waiting[0][1]):
                chain, _ = waiting.pop(0)
                row = row + " " * (column - columns_of(row)) + self.bar(chain.lines[0].left)
            out.append(row)
        return out

    def tail(self, chain: Chain) -> str:
        ends = [x for x in chain.lines if x.reason.rule in (Rule.VALUE, Rule.ROUND)]
        return " ".join(f"{line.relation} {self.marks.write(line.right)}" for line in ends)

    def bar(self, left: Expression) -> str:
        """Return a bar in eighths of a column, its length cut down, never rounded by a float."""
        value = evaluate(left, self.quantities.value)
        if isinstance(value, NoNumber):
            return ""
        share = limit(value)
        if isinstance(share, Undefined | Infinite):
            return ""
        if not isinstance(share, Fraction):
            share = rounded(share, Rounding(places=_BAR_PLACES, rule="down")).value
        eighths = int(share * _BAR * 8)
        eighths = max(0, min(eighths, _BAR * 8))
        return "█" * (eighths // 8) + (" ▏▎▍▌▋▊▉"[eighths % 8] if eighths % 8 else "")

    def rule(self, rule: EstimateRule) -> list[str]:
        left = self.marks.general(rule.role, rule.value)
        return self.laid_out(f"{INDENT}{left} = ", _Shown(left, "=", self.pieces(rule.right), ""))


def _reasoned(row: str, reason: str, width: int) -> str:
    column = width - max(_REASON_ROOM, columns_of(reason))
    row = row.rstrip()
    gap = column - columns_of(row)
    return row + " " * gap + reason if reason and gap >= 2 else row


def _in_rows(pieces: list[str], joint: str, room: int) -> list[str]:
    """Return pieces joined into rows that fit, as many as go into each."""
    rows: list[str] = []
    for piece in _short(pieces, room):
        if rows and columns_of(rows[-1]) + columns_of(joint) + columns_of(piece) <= room:
            rows[-1] += joint + piece
        else:
            rows.append(piece)
    return [unmarked(row) for row in rows] or [""]


def listed(parts: list[str], room: int) -> list[str]:
    """Return parts with dots between them, as many to a row as go; a long one takes several."""
    rows: list[str] = []
    for part in parts:
        if rows and columns_of(rows[-1]) + columns_of(part) + 3 <= room:
            rows[-1] += f" · {part}"
        else:
            rows += wrapped(part, room)
    return rows


def _short(pieces: list[str], room: int) -> Iterator[str]:
    """Yield pieces, those that are longer than a row cut where a sign begins, or at blanks."""
    for piece in pieces:
        if columns_of(piece) <= room:
            yield piece
            continue
        parts = outermost(piece)
        if len(parts) > 1:
            yield from _short(parts, room)
        else:
            yield from piece.split(" ")  # between factors that stand side by side, or words


def wrapped(text: str, room: int) -> list[str]:
    """Return text in rows; a formula in it is not broken unless it is longer than a row."""
    words: list[str] = []
    for word in text.split(" "):
        long = columns_of(word) > room
        words += word.split(TIED) if long else [word.replace(TIED, " ")]
    return _in_rows(words, " ", room)
