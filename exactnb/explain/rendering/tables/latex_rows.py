"""Chains as rows of aligned LaTeX, whatever display they stand in.

How to read: `LatexRows.chains` is the door: each chain becomes rows that are filled (`Row`) as far
as the width allows, its reasons behind the widest.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import takewhile

from exactnb.core.expression import nodes
from exactnb.core.expression.reasons import Rule
from exactnb.core.expression.widths import columns_of
from exactnb.core.record import frozen
from exactnb.explain.derivation import Chain, Line
from exactnb.explain.rendering.formulas.latex_lines import LatexLines, is_broken, places
from exactnb.explain.rendering.formulas.latex_math import LatexMath, without_exponential
from exactnb.explain.rendering.formulas.marks import TextMarks
from exactnb.explain.rendering.tables.tables import answer_of, reason_of, said

_LEFT_ROOM = 34  # a longer left side stands on a line of its own
_SHORT_LEFT = 12  # and a shorter one never does
_BESIDE = 8  # a reason beside what is so much too wide takes a row of its own
_APART = 0  # signs more that a row may have where only left sides are wide
_LEAST = 24  # a right side has at least so much
_BEFORE = 5  # signs of the brackets of a reason, and of the room before it
_REASONS = 2  # beside one row
_RELATED = 3  # signs of a relation with its blanks
_MOVED = ("", r"\quad ", r"\qquad ")  # what moves a row to the right, by its depth


@frozen(slots=True)
class Row:
    """A row of a display: about how wide it is, and its reason. One that is full takes no more.

    `left` stands in a column of its own; what has none begins with a `margin`, and is moved to the
    right by its `depth`. The `sign` of a whole chain in one row stands before what may hang over other
    columns.
    """

    text: str
    size: int = 0
    reason: str = ""
    full: bool = False
    left: str = ""
    sign: str = ""
    depth: int = 0
    margin: str = "  "

    def takes(self, size: int, reason: str, room: int) -> bool:
        """Say whether a line fits behind, so that there is one reason at most."""
        return not self.full and self.size + size <= room and not (self.reason and reason)

    def taking(self, text: str, size: int, reason: str) -> Row:
        """Return the row with a line behind it."""
        return replace(
            self, text=f"{self.text} {text}", size=self.size + size, reason=self.reason or reason
        )


class LatexRows:
    """Lay chains out in one notation; widths are estimated from the plain text.

    `room` is how many signs of a whole line fit, as counted in plain text.
    """

    def __init__(self, math: LatexMath, plain: TextMarks, room: int) -> None:
        self.room = room
        self.math = math
        self.plain = plain
        self.lines = LatexLines(math, plain)
        self.size = self.lines.size

    def chains(self, chains: Sequence[Chain]) -> list[list[str]]:
        """Return the rows of each chain of one display: `left &= right && reason`."""
        shown, aligned = self.laid(chains)
        return [[self._finished(row, aligned=aligned) for row in rows] for rows in shown]

    def laid(self, chains: Sequence[Chain]) -> tuple[list[list[Row]], bool]:
        """Return the rows of each chain of one display, and whether reasons have a column.

        The chains share their columns. A left side beside which there is no room for what stands on
        the right takes a row of its own, the longest first.
        """
        sizes = [self.size(chain.lines[0].left) for chain in chains]
        widest = self._widest_left(chains)
        left = max((size for size in sizes if size <= widest), default=4)
        shown: list[list[Row]] = []
        before: tuple[str, ...] = ()
        for chain, size in zip(chains, sizes, strict=True):
            lines = said(chain, self.plain.write)
            words = tuple(filter(None, map(reason_of, lines)))
            room = self.room - left if size <= widest else 0
            shown.append(self._whole(chain, lines, () if words == before else words, room))
            before = words
        pairs = zip(chains, shown, strict=True)
        reasons = max((_longest_reason(chain) for chain, whole in pairs if not whole), default=0)
        room = max(self.room - left - reasons, _LEAST)
        for at, (chain, size) in enumerate(zip(chains, sizes, strict=True)):
            shown[at] = shown[at] or self._chain(chain, room, alone=size > widest)
        return shown, left + _widest(shown) <= self.room

    def _widest_left(self, chains: Sequence[Chain]) -> int:
        """Return how wide a left side may be that has what it is equal to beside it."""
        lefts = [chain.lines[0].left for chain in chains]
        right = max(self._widest(line) for chain in chains for line in chain.lines)
        reasons = max(map(_longest_reason, chains))
        widest = min(_LEFT_ROOM, max(self.room - right, _SHORT_LEFT))
        if any(map(nodes.is_general, lefts)):
            widest = min(widest, max(self.room - reasons - _LEAST, _SHORT_LEFT))
        names = [self.plain.write(left) for left in lefts if isinstance(left, nodes.Reference)]
        longest = max(map(columns_of, names), default=0)
        if longest > widest:  # it stands on the right, and leaves less room for those on the left
            room = self.room + _APART - reasons - longest - 2 * max(name.count("=") for name in names)
            widest = min(widest, max(room, _SHORT_LEFT))
        return widest

    def _whole(
        self, chain: Chain, lines: Sequence[Line], words: tuple[str, ...], room: int
    ) -> list[Row]:
        """Return a chain in one row, if there is room for it and for all of its reasons behind it.

        Reasons that were said of the chain before are not said again.
        """
        size = sum(self.size(line.right) + _RELATED for line in lines)
        reason = ", ".join(words)
        general = nodes.is_general(lines[0].left) or not self.math.overhang
        if general or len(words) > _REASONS or size + _length(reason) > room:
            return []
        first, *rest = (self._right(chain, line) for line in lines)
        sign = self.math.related(lines[0].relation)
        row = " ".join([first, *map(self._after, lines[1:], rest)])
        return [Row(row, size, reason, left=self.math.write(lines[0].left), sign=sign)]

    def _chain(self, chain: Chain, room: int, *, alone: bool) -> list[Row]:
        """Return the rows of one chain: each takes lines while they fit, and one reason at most."""
        lines, is_proof = said(chain, self.plain.write), nodes.is_general(chain.lines[0].left)
        left = self.math.write(chain.lines[0].left)
        rows = [Row(f" {left}", full=True, margin="")] if alone else []
        for at, line in enumerate(lines):
            size, reason = self.size(line.right) + _RELATED, reason_of(line)
            said_there = is_proof and reason  # of what alone, nobody could tell
            if at and not said_there and rows[-1].takes(self._with_values(lines[at:]), reason, room):
                right = self._after(line, self._right(chain, line))
                rows[-1] = rows[-1].taking(right, size, reason)
                continue
            lead = Row("", left="" if alone or at else left)
            if alone:
                lead = replace(lead, depth=1, margin="")
            rows += self._line(chain, line, lead, room)
        return rows

    def _with_values(self, lines: Sequence[Line]) -> int:
        """Return the width of a line, with what it comes to if a reason is given for it."""
        first, *rest = lines
        values = takewhile(lambda line: not reason_of(line), rest if reason_of(first) else ())
        return sum(self.size(line.right) + _RELATED for line in (first, *values))

    def _line(self, chain: Chain, line: Line, lead: Row, room: int) -> list[Row]:
        """Return a relation, the right side and the reason in rows of their own."""
        boxed = line is answer_of(chain)
        first, *rest = [self._right(chain, line)] if boxed else self.lines.broken(line.right, room)
        size = room if rest else self.size(line.right) + _RELATED
        text = self._after(line, first)
        rows = [replace(lead, text=text, size=size, full=bool(rest))]
        rows += [Row(piece, full=True, depth=1) for piece in rest]
        if reason := reason_of(line):
            if not rest and self._is_function(line.right, room):
                return [*rows, Row(self.math.words(f"({reason})"), full=True, depth=2)]
            rows[-1] = replace(rows[-1], reason=reason)
        return rows

    def _finished(self, row: Row, *, aligned: bool) -> str:
        """Return a row with its reason beside it: in a column, or behind what hangs over that."""
        reason = self.math.words(f"({row.reason})") if row.reason else ""
        lead = (f"{row.left} &" if row.left else f"{row.margin}&") + _MOVED[row.depth]
        if row.sign and not aligned:
            behind = rf" \quad {reason}" if reason else ""
            return f"{lead}{row.sign} {self.math.hung(f'{row.text}{behind}')}"
        sign = f"{row.sign} " if row.sign else ""
        return f"{lead}{sign}{row.text}" + (f"{self.math.beside}{reason}" if reason else "")

    def _widest(self, line: Line) -> int:
        """Return the signs of the widest part of a line that is not broken, and of its reason."""
        reason = _length(line.reason.words)
        if isinstance(line.right, nodes.Quotient) and isinstance(
            line.right.numerator, nodes.Sum | nodes.Product
        ):
            return reason
        if isinstance(line.right, nodes.Zeros):
            return max(self.lines.sizes.of_terms(line.right)) + reason
        whole = self.size(line.right)
        if parts := places(line.right) if whole > self.room // 2 else ():
            sizes = (
                self.size(part.body) + (part.sign == "−") for part in parts if not is_broken(part.body)
            )
            return max(sizes, default=0) + reason
        return max(map(self.size, line.right.children), default=whole) + reason

    def _is_function(self, expression: nodes.Expression, room: int) -> bool:
        """Say whether a right side is wide and cannot be broken, for it is a function over another."""
        if not isinstance(expression, nodes.Quotient) or not isinstance(
            expression.numerator, nodes.Function
        ):
            return False
        drawn_beside = without_exponential(expression)[1] is not None
        return self.size(expression) > room + (0 if drawn_beside else _BESIDE)

    def _after(self, line: Line, right: str) -> str:
        """Return the relation of a line and what follows it."""
        text = f"{self.math.related(line.relation)} {right}"
        return self.math.rounded(text) if line.reason.rule is Rule.ROUND else text

    def _right(self, chain: Chain, line: Line) -> str:
        text = self.math.write(line.right)
        return self.math.boxed(text) if line is answer_of(chain) else text


def _length(reason: str) -> int:
    """Return the signs of a reason, with its brackets and the room before it; letters are narrow."""
    return (9 * len(reason) + 9) // 10 + _BEFORE if reason else 0


def _longest_reason(chain: Chain) -> int:
    return max(_length(line.reason.words) for line in chain.lines)


def _widest(chains: Sequence[Sequence[Row]]) -> int:
    """Return the width of the widest row, with the longest reason in a column beside it."""
    rows = [row for rows in chains for row in rows]
    return max(row.size for row in rows) + max(_length(row.reason) for row in rows)
