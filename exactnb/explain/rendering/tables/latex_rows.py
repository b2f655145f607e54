"""Chains as rows of aligned LaTeX, in any display environment.

How to read: `LatexRows.chains` is the entry: each chain becomes rows (`DisplayRow`), filled as far as
the width allows, with reasons in a column after the widest.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import takewhile

from exactnb.core.expression import nodes
from exactnb.core.expression.reasons import Rule
from exactnb.core.expression.widths import display_width
from exactnb.core.record import frozen
from exactnb.explain.derivation import Chain, Line
from exactnb.explain.rendering.formulas.latex_lines import LatexLines, is_breakable, row_parts
from exactnb.explain.rendering.formulas.latex_math import LatexMath, split_off_exponential
from exactnb.explain.rendering.formulas.text_math import TextMath
from exactnb.explain.rendering.tables.tables import answer_line, informative_lines, stated_reason

_LEFT_ROOM = 34  # widest left side in a column; a wider one has a row of its own
_SHORT_LEFT = 12  # width up to which a left side is always in the column
_EXCESS = 8  # excess width of a formula at which its reason moves to a row of its own
_LEAST = 24  # least width of right sides
_BEFORE = 5  # width of the brackets of a reason and the gap before it
_REASONS = 2  # most reasons after a chain in one row
_RELATED = 3  # width of a relation with its blanks
_INDENTS = ("", r"\quad ", r"\qquad ")  # indentation of a row, by its depth


@frozen(slots=True)
class DisplayRow:
    """A row of a display with its approximate width and its reason; one that is `full` takes no more.

    `left` occupies a column of its own; a row without it begins with `margin` and is indented by
    `depth`. `sign` is the relation of a chain that fits in one row, whose `text` may extend across
    other columns.
    """

    text: str
    size: int = 0
    reason: str = ""
    full: bool = False
    left: str = ""
    sign: str = ""
    depth: int = 0
    margin: str = "  "


class LatexRows(LatexLines):
    """Lay out chains in one notation; widths are estimated from plain text.

    `math` writes formulas, `plain` measures them, `room` is the width of a line in characters.
    """

    def __init__(self, math: LatexMath, plain: TextMath, room: int) -> None:
        super().__init__(math, plain)
        self.plain, self.room = plain, room

    def chains(self, chains: Sequence[Chain]) -> list[list[str]]:
        """Return the rows of each of `chains`, which form one display: `left &= right && reason`."""
        rows_by_chain, aligned = self.lay_out(chains)
        return [[self._row_with_reason(row, aligned=aligned) for row in rows] for rows in rows_by_chain]

    def lay_out(self, chains: Sequence[Chain]) -> tuple[list[list[DisplayRow]], bool]:
        """Return the rows of each of `chains`, one display, and whether reasons have a column.

        The chains share their columns. A left side that leaves too little room for the right side
        takes a row of its own, the longest first.
        """
        sizes = [self.size(chain.lines[0].left) for chain in chains]
        widest = self._name_column_width(chains)
        name_width = max((size for size in sizes if size <= widest), default=4)
        rows_by_chain: list[list[DisplayRow]] = []
        previous: tuple[str, ...] = ()
        for chain, size in zip(chains, sizes, strict=True):
            lines = informative_lines(chain, self.plain.write)
            stated = tuple(filter(None, map(stated_reason, lines)))
            room = self.room - name_width if size <= widest else 0
            new = () if stated == previous else stated
            rows_by_chain.append(self._single_row(chain, lines, new, room))
            previous = stated
        pairs = zip(chains, rows_by_chain, strict=True)
        reasons = max((_longest_reason(chain) for chain, rows in pairs if not rows), default=0)
        room = max(self.room - name_width - reasons, _LEAST)
        for index, (chain, size) in enumerate(zip(chains, sizes, strict=True)):
            rows_by_chain[index] = rows_by_chain[index] or self._chain_rows(
                chain, room, alone=size > widest
            )
        return rows_by_chain, name_width + _widest_row_and_reason(rows_by_chain) <= self.room

    def _name_column_width(self, chains: Sequence[Chain]) -> int:
        """Return the greatest width of a left side that shares its row with the right side."""
        lefts = [chain.lines[0].left for chain in chains]
        right = max(self._widest_part(line) for chain in chains for line in chain.lines)
        reasons = max(map(_longest_reason, chains))
        widest = min(_LEFT_ROOM, max(self.room - right, _SHORT_LEFT))
        if any(map(nodes.is_general, lefts)):
            widest = min(widest, max(self.room - reasons - _LEAST, _SHORT_LEFT))
        names = [self.plain.write(left) for left in lefts if isinstance(left, nodes.Reference)]
        longest = max(map(display_width, names), default=0)
        if longest > widest:  # this name recurs on right sides, which need its width
            room = self.room - reasons - longest - 2 * max(name.count("=") for name in names)
            widest = min(widest, max(room, _SHORT_LEFT))
        return widest

    def _single_row(
        self, chain: Chain, lines: Sequence[Line], reasons: tuple[str, ...], room: int
    ) -> list[DisplayRow]:
        """Return a chain as one row, if it fits together with all of its reasons.

        Reasons that the chain before states as well are omitted by the caller.
        """
        size = sum(self.size(line.right) + _RELATED for line in lines)
        reason = ", ".join(reasons)
        general = nodes.is_general(lines[0].left) or not self.math.overhang
        if general or len(reasons) > _REASONS or size + _reason_width(reason) > room:
            return []
        first, *rest = (self._right(chain, line) for line in lines)
        sign = self.math.relation_sign(lines[0].relation)
        row = " ".join([first, *map(self._relation_and_right_side, lines[1:], rest)])
        return [DisplayRow(row, size, reason, left=self.math.write(lines[0].left), sign=sign)]

    def _chain_rows(self, chain: Chain, room: int, *, alone: bool) -> list[DisplayRow]:
        """Return the rows of one chain: each takes lines while they fit, and at most one reason."""
        lines = informative_lines(chain, self.plain.write)
        is_proof = nodes.is_general(chain.lines[0].left)
        left = self.math.write(chain.lines[0].left)
        rows = [DisplayRow(f" {left}", full=True, margin="")] if alone else []
        for index, line in enumerate(lines):
            size, reason = self.size(line.right) + _RELATED, stated_reason(line)
            row = rows[-1] if index else None
            # in a proof, each reason belongs to one line, elsewhere a row has one at most
            joins = row is not None and not row.full and not (reason and (is_proof or row.reason))
            if row and joins and row.size + self._width_with_values(lines[index:]) <= room:
                text = f"{row.text} {self._relation_and_right_side(line, self._right(chain, line))}"
                reason = row.reason or reason
                rows[-1] = replace(row, text=text, size=row.size + size, reason=reason)
                continue
            lead = DisplayRow("", left="" if alone or index else left)
            if alone:
                lead = replace(lead, depth=1, margin="")
            rows += self._line_rows(chain, line, lead, room)
        return rows

    def _width_with_values(self, lines: Sequence[Line]) -> int:
        """Return the width of a line, with the values that follow it if it has a reason."""
        first, *rest = lines
        values = takewhile(lambda line: not stated_reason(line), rest if stated_reason(first) else ())
        return sum(self.size(line.right) + _RELATED for line in (first, *values))

    def _line_rows(self, chain: Chain, line: Line, lead: DisplayRow, room: int) -> list[DisplayRow]:
        """Return a relation, the right side and the reason in rows of their own."""
        boxed = line is answer_line(chain)
        first, *rest = [self._right(chain, line)] if boxed else self.broken_rows(line.right, room)
        size = room if rest else self.size(line.right) + _RELATED
        text = self._relation_and_right_side(line, first)
        rows = [replace(lead, text=text, size=size, full=bool(rest))]
        rows += [DisplayRow(piece, full=True, depth=1) for piece in rest]
        if reason := stated_reason(line):
            if not rest and self._is_function(line.right, room):
                return [*rows, DisplayRow(self.math.prose(f"({reason})"), full=True, depth=2)]
            rows[-1] = replace(rows[-1], reason=reason)
        return rows

    def _row_with_reason(self, row: DisplayRow, *, aligned: bool) -> str:
        """Return a row with its reason: in a column, or right after text that crosses columns."""
        reason = self.math.prose(f"({row.reason})") if row.reason else ""
        lead = (f"{row.left} &" if row.left else f"{row.margin}&") + _INDENTS[row.depth]
        if row.sign and not aligned:
            suffix = rf" \quad {reason}" if reason else ""
            return f"{lead}{row.sign} {self.math.overflowing_row(f'{row.text}{suffix}')}"
        sign = f"{row.sign} " if row.sign else ""
        return f"{lead}{sign}{row.text}" + (f"{self.math.reason_gap}{reason}" if reason else "")

    def _widest_part(self, line: Line) -> int:
        """Return the width of the widest unbreakable part of a line, and of its reason."""
        reason = _reason_width(line.reason.words)
        match line.right:
            case nodes.Quotient(nodes.Sum() | nodes.Product()):
                return reason
            case nodes.Zeros():
                return max(self.sizes.term_widths(line.right)) + reason
        width = self.size(line.right)
        if parts := row_parts(line.right) if width > self.room // 2 else ():
            unbroken = (part for part in parts if not is_breakable(part.body))
            sizes = (self.size(part.body) + (part.sign == "−") for part in unbroken)
            return max(sizes, default=0) + reason
        return max(map(self.size, line.right.children), default=width) + reason

    def _is_function(self, expression: nodes.Expression, room: int) -> bool:
        """Say whether a right side is wide and cannot be broken: a quotient with a function above."""
        match expression:
            case nodes.Quotient(nodes.Function()):
                has_exponential = split_off_exponential(expression)[1] is not None
                return self.size(expression) > room + (0 if has_exponential else _EXCESS)
        return False

    def _relation_and_right_side(self, line: Line, right: str) -> str:
        """Return the relation of a line and its right side."""
        text = f"{self.math.relation_sign(line.relation)} {right}"
        return self.math.rounded % text if line.reason.rule is Rule.ROUND else text

    def _right(self, chain: Chain, line: Line) -> str:
        text = self.math.write(line.right)
        return self.math.boxed % text if line is answer_line(chain) else text


def _reason_width(reason: str) -> int:
    """Return the width of a reason with its brackets and gap; letters are narrower than signs."""
    return (9 * len(reason) + 9) // 10 + _BEFORE if reason else 0


def _longest_reason(chain: Chain) -> int:
    return max(_reason_width(line.reason.words) for line in chain.lines)


def _widest_row_and_reason(chains: Sequence[Sequence[DisplayRow]]) -> int:
    """Return the width of the widest row and of the longest reason in a column after it."""
    rows = [row for rows in chains for row in rows]
    return max(row.size for row in rows) + max(_reason_width(row.reason) for row in rows)
