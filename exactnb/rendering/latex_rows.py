"""Chains as rows of aligned LaTeX, broken where they are too long, whatever display they stand in."""

from __future__ import annotations

from collections.abc import Sequence

from exactnb.arithmetic.roots import brackets_of
from exactnb.derivation import Chain, Line
from exactnb.expression.letters import symbol_marks
from exactnb.expression.nodes import (
    ArgMax,
    Call,
    Derivative,
    Equal,
    Expression,
    Factorial,
    Form,
    Function,
    Indexed,
    Inverse,
    Matrix,
    Negative,
    Numeral,
    Points,
    Power,
    Product,
    Quotient,
    Reference,
    Rising,
    Series,
    Sum,
    Symbol,
    Vector,
    Within,
    Zeros,
    children,
    is_general,
)
from exactnb.expression.precedence import POWER, PRODUCT
from exactnb.expression.reasons import Rule
from exactnb.naming.notation import Field, Mark, Script
from exactnb.rendering.latex_math import LatexMath
from exactnb.rendering.marks import TextMarks
from exactnb.rendering.tables import said
from exactnb.rendering.widths import columns_of

__all__ = ["LatexRows"]

_ROOM = 66  # signs of a whole line that fit, as counted in plain text
_LEFT_ROOM = 34  # a longer left side stands on a line of its own
_SHORT_LEFT = 12  # and a shorter one never does
_BESIDE = 8  # a reason beside what is so much too wide takes a row of its own
_LEAST = 24  # a right side has at least so much
_BOXED = (
    Rule.VALUE, Rule.DECIDE, Rule.SAME, Rule.DIFFERENTIATE, Rule.SCALE, Rule.PUT_IN, Rule.SOLUTION,
    Rule.MAXIMUM,
)  # fmt: skip


class LatexRows:
    """Lay chains out in one notation; widths are estimated from the plain text."""

    def __init__(self, math: LatexMath, plain: TextMarks) -> None:
        self.math = math
        self.plain = plain

    def chains(self, chains: Sequence[Chain]) -> list[list[str]]:
        """Return the rows of each chain of one display: `left &= right && reason`.

        The chains share their columns. A left side beside which there is no room for what stands on
        the right takes a row of its own, the longest first.
        """
        sizes = [self._size(chain.lines[0].left) for chain in chains]
        right = max(self._widest(line) for chain in chains for line in chain.lines)
        reasons = max(len(line.reason.words) for chain in chains for line in chain.lines)
        widest = min(_LEFT_ROOM, max(_ROOM - right, _SHORT_LEFT))
        if any(is_general(chain.lines[0].left) for chain in chains):
            widest = min(widest, max(_ROOM - reasons - _LEAST, _SHORT_LEFT))
        left = max((size for size in sizes if size <= widest), default=4)
        room = max(_ROOM - left - reasons, _LEAST)
        pairs = zip(chains, sizes, strict=True)
        return [self.chain(chain, room, alone=size > widest) for chain, size in pairs]

    def chain(self, chain: Chain, room: int, *, alone: bool) -> list[str]:
        """Return the rows of one chain."""
        left = self.math.write(chain.lines[0].left)
        rows: list[str] = []
        if alone:
            rows.append(f"& {left}")
        for at, line in enumerate(said(chain, self.plain.write)):
            lead = r"&\quad " if alone else (f"{left} &" if at == 0 else "  &")
            relation = self.math.related(line.relation)
            joined = line.reason.rule in (Rule.ROUND, Rule.VALUE) and at > 1 and len(rows[-1]) < 80
            if joined and r"\text" not in rows[-1] and self._short(line):
                rows[-1] += f" {relation} {self._right(chain, line)}"
                continue
            words = line.reason.words if line.reason.rule is not Rule.DECIDE else ""
            pieces = self.broken(line.right, room) if not self._boxed(chain, line) else []
            pieces = pieces or [self._right(chain, line)]
            rows.append(f"{lead}{relation} {pieces[0]}")
            rows += [rf"  &\quad {piece}" for piece in pieces[1:]]
            if not words:
                continue
            reason = self.math.words(f"({words})")
            if len(pieces) == 1 and self._is_function(line.right, room):
                rows.append(rf"  &\qquad {reason}")
            else:
                rows[-1] += f" && {reason}"
        return rows

    def _widest(self, line: Line) -> int:
        """Return the signs of the widest part of a line that is not broken, and of its reason."""
        whole = self._size(line.right)
        if isinstance(line.right, Quotient) and isinstance(line.right.numerator, Sum | Product):
            return len(line.reason.words)
        parts = self._parts(line.right) if whole > _ROOM // 2 else []
        widest = max((self._size(part) for _, part in parts if not _is_broken(part)), default=0)
        if not parts:
            widest = max(map(self._size, children(line.right)), default=whole)
        return widest + len(line.reason.words)

    def broken(self, expression: Expression, room: int) -> list[str]:
        """Return a right side in rows, broken between factors or terms where it is too long."""
        if self._size(expression) <= room:
            return [self.math.write(expression)]
        if isinstance(expression, Zeros):
            return self._polynomial(expression, room)
        if isinstance(expression, Points) and expression.kind != "points":
            return self._intervals(expression, room)
        if isinstance(expression, Points):
            return self._points(expression, room)
        parts = self._parts(expression)
        if isinstance(expression, Quotient) and self._is_wide(expression, room):
            return self._over(expression, room)
        if not parts:
            return [self.math.write(expression)]
        rows: list[str] = []
        taken = room + 1
        for at, (sign, part) in enumerate(parts):
            lead = "" if at == 0 and sign != "{}- " else sign
            size = self._size(part) + 3
            pieces = self._pieces(part, room - 3)
            if taken + size > room:
                rows += [lead + pieces[0], *pieces[1:]]
            else:
                rows[-1] += " " + lead.removeprefix("{}") + pieces[0]
                rows += pieces[1:]
            taken = size if taken + size > room else taken + size
        if isinstance(expression, Equal):
            return [row.removeprefix(", ") for row in rows]
        if isinstance(expression, ArgMax):  # a brace that stretches cannot be broken over rows
            rows = [row.removeprefix(", ") + "," for row in rows[:-1]] + [rows[-1].removeprefix(", ")]
            before, behind = self.math.braces
            rows[0] = f"{self.math.arg_max} {before} {rows[0]}"
            rows[-1] += f" {behind}"
        return rows

    def _parts(self, expression: Expression) -> list[tuple[str, Expression]]:
        """Return what an expression may be broken into, each part with the sign before it."""
        match expression:
            case Product(factors) if not is_general(expression):
                return [(r"{}\times ", factor) for factor in factors]
            case Sum(terms):
                signs = ("{}- " if isinstance(term, Negative) else "{}+ " for term in terms)
                return list(zip(signs, terms, strict=True))
            case Equal(sides):
                pairs = zip(sides[::2], sides[1::2], strict=True)
                return [(", ", Equal(pair)) for pair in pairs]
            case ArgMax(scores):
                return [(", ", score) for _, score in scores]
        return []

    def _points(self, points: Points, room: int) -> list[str]:
        """Return points in rows, a new row for each that is long."""
        before, behind = self.math.braces
        *most, last = points.parts or (None,)
        if last is None:
            return [f"{before} {behind}"]
        rows: list[str] = []
        for part in most:
            rows += self._end(part, "" if rows else f"{before} ", ",", room)
        return rows + self._end(last, "" if rows else f"{before} ", f" {behind}", room)

    def _end(self, part: Expression, before: str, behind: str, room: int) -> list[str]:
        """Return a number in rows; all but the last, which is short, may hang over."""
        *most, last = self.broken(part, room - 2)
        rows = [*(self.math.overhang % row for row in most), f"{last}{behind}"]
        return [f"{before}{rows[0]}", *rows[1:]]

    def _intervals(self, points: Points, room: int) -> list[str]:
        """Return intervals in rows; one that is too wide is broken between its ends."""
        rows: list[str] = []
        pairs = list(zip(points.parts[::2], points.parts[1::2], strict=True))
        for at, (pair, (left, right)) in enumerate(
            zip(pairs, brackets_of(points.kind, len(pairs)), strict=True)
        ):
            lead = f"{self.math.union.strip()} " if at else ""
            if sum(map(self._size, pair)) + 6 <= room:
                rows.append(lead + self.math.write(Points(pair, left + right)))
                continue
            before = rf"\Bigl{left} "
            for end, closing in zip(pair, (",", rf" \Bigr{right}"), strict=True):
                rows += self._end(end, f"{lead}{before}", closing, room)
                lead = before = ""
        return rows

    def _polynomial(self, zeros: Zeros, room: int) -> list[str]:
        """Return a polynomial equal to 0 in rows."""
        behind = f"{self.math.compared(above=zeros.above)} 0"
        terms = [*self.math.polynomial(zeros), behind]
        sizes = [*(min(columns_of(term), room) for term in self.plain.polynomial(zeros)), 4]
        rows, taken = [""], 0
        for term, size in zip(terms, sizes, strict=True):
            if taken and taken + size > room:
                rows.append("{}")
                taken = 0
            rows[-1] += f" {term}"
            taken += size + 1
        if len(zeros.variables) == 1:
            before, behind = self.math.braces
            variable = self.math.variable(zeros.variables[0])
            rows[0] = f"{before} {variable}{self.math.such_that}{rows[0].strip()}"
            rows[-1] += f" {behind}"
        *most, last = [row.strip() for row in rows]
        return [*(self.math.overhang % row for row in most), last]

    def _pieces(self, part: Expression, room: int) -> list[str]:
        """Return a part in rows: in one, unless it is a wide fraction or question."""
        if isinstance(part, Equal) and self._size(part) > room and len(part.pairs) == 2:
            left, right = (self.broken(side, room - 4) for side in part.pairs)
            return [*left, self.math.asked.strip() + " " + right[0], *right[1:]]
        if isinstance(part, Quotient) and self._is_wide(part, room):
            return self._over(part, room)
        body = part.term if isinstance(part, Negative) else part
        return [
            self.math.within(body, PRODUCT) if not isinstance(part, Equal) else self.math.write(part)
        ]

    def _size(self, expression: Expression) -> int:
        """Return about how many signs wide an expression is drawn: fractions stacked, marks small."""
        match expression:
            case Quotient(above, below):
                return max(self._size(above), self._size(below)) + 1
            case Product(parts) | Sum(parts):
                grouped = sum(isinstance(part, Sum) for part in parts)
                gap = 1 if isinstance(expression, Product) and is_general(expression) else 3
                return sum(map(self._size, parts)) + gap * (len(parts) - 1) + 2 * grouped
            case Power(base, exponent):
                return self._size(base) + self._size(exponent) + 2 * isinstance(base, Quotient)
            case Reference(name):
                return self._marked(self.plain.notation.marks(name))
            case Indexed(role, fields):
                named = {key: (Field(value),) for key, value in fields}
                return 4 + self._marked(self.plain.notation.role(role, named))
            case ArgMax(scores):
                return 10 + sum(self._size(score) + 2 for _, score in scores)
            case Equal(sides):
                return sum(self._size(side) + 3 for side in sides)
            case Matrix(rows):
                widths = ([self._size(row[at]) for row in rows] for at in range(len(rows[0])))
                return 2 + sum(max(column) + 2 for column in widths)
            case Vector(parts):
                return 2 + max(map(self._size, parts))
            case Inverse(part):
                return self._size(part) + 2
            case Within(inside=inside, outside=outside):
                ends = (end for region in (*inside, *outside) for end in children(region))
                return 10 + sum(self._size(end) + 3 for end in ends)
            case Form(left, matrix, right):
                return sum(map(self._size, (left, matrix, right))) + 6
            case Rising(first, last):
                grouped = isinstance(first, Sum) + isinstance(last, Sum)
                return self._size(first) + self._size(last) + 2 * grouped + 7
            case Factorial(part) | Negative(part):
                return self._size(part) + 1
            case Symbol():
                return self._marked(symbol_marks(expression, self.plain.notation))
            case Call(head, left, right, lower):
                marks = symbol_marks(Symbol(head, lower))
                return self._marked(marks) + 2 + sum(self._size(part) + 2 for part in (*left, *right))
            case Function(_, part):
                return 4 + self._size(part)
            case Series(body=body):
                return 4 + self._size(body)
            case Derivative():
                return 8
        return columns_of(self.plain.write(expression))

    def _marked(self, marks: Sequence[Mark]) -> int:
        """Return the width of a name: what is lowered or raised is drawn smaller."""
        size = 0
        for mark in marks:
            if isinstance(mark, Script):
                size += (7 * self._marked(mark.marks) + 9) // 10
            else:
                size += columns_of(mark.text)
        return size

    def _is_function(self, expression: Expression, room: int) -> bool:
        """Say whether a right side is wide and cannot be broken, for it is a function over another."""
        over = isinstance(expression, Quotient) and isinstance(expression.numerator, Function)
        return over and self._size(expression) > room + _BESIDE

    def _is_wide(self, quotient: Quotient, room: int) -> bool:
        """Say whether a fraction bar would be too long, and its numerator can be broken."""
        widest = max(map(self._size, (quotient.numerator, quotient.denominator)))
        return widest > room and isinstance(quotient.numerator, Sum | Product)

    def _over(self, quotient: Quotient, room: int) -> list[str]:
        """Return a quotient in rows: the numerator in parentheses, then what it is over."""
        above = self.broken(quotient.numerator, room - 2)
        below = self.broken(quotient.denominator, room - 4)
        if len(below) == 1:
            below = [self.math.within(quotient.denominator, POWER)]
        else:
            below = [rf"\bigl( {below[0]}", *below[1:-1], rf"{below[-1]} \bigr)"]
        rows = [rf"\bigl( {above[0]}", *above[1:-1]]
        rows += [rf"{above[-1]} \bigr)"] if len(above) > 1 else []
        if len(above) == 1:
            rows[0] += r" \bigr)"
        return [*rows, rf"{{}}\big/ {below[0]}", *below[1:]]

    def _right(self, chain: Chain, line: Line) -> str:
        text = self.math.write(line.right)
        return rf"\boxed{{{text}}}" if self._boxed(chain, line) else text

    def _boxed(self, chain: Chain, line: Line) -> bool:
        exact = [x for x in chain.lines if x.reason.rule in _BOXED]
        exact = [x for x in exact if not isinstance(x.right, Numeral)]
        return chain.boxed and bool(exact) and line is exact[-1]

    def _short(self, line: Line) -> bool:
        return self._size(line.right) <= 16


def _is_broken(part: Expression) -> bool:
    """Say whether a part is broken itself where it is too long."""
    return isinstance(part, Equal) or (
        isinstance(part, Quotient) and isinstance(part.numerator, Sum | Product)
    )
