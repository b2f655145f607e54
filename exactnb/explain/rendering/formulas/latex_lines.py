"""Right sides in LaTeX, broken into rows where they are too wide.

How: `expression.breaking` says where; `Sizes` says how wide each part is drawn; rows are filled with
as many parts as there is room for. A part that is too wide by itself is broken in its own way: a
fraction becomes its numerator in parentheses over the rest, a set one row for each of its ends.
"""

from __future__ import annotations

from exactnb.core.expression import nodes
from exactnb.core.expression.breaking import Part, parts
from exactnb.core.expression.precedence import POWER, PRODUCT
from exactnb.explain.rendering.formulas.latex_math import LatexMath
from exactnb.explain.rendering.formulas.marks import TextMarks
from exactnb.explain.rendering.formulas.sizes import Sizes

_BETWEEN = 3  # signs that an operator takes with its blanks
_BRACKET = 2  # signs that are kept for a bracket and its blank


def places(expression: nodes.Expression) -> tuple[Part, ...]:
    """Return the parts that rows are filled with; letters that stand side by side stay together."""
    if not isinstance(expression, nodes.Product | nodes.Sum | nodes.Equal | nodes.ArgMax):
        return ()
    beside = isinstance(expression, nodes.Product) and nodes.is_general(expression)
    return () if beside else parts(expression)


def is_broken(part: nodes.Expression) -> bool:
    """Say whether a part is broken itself where it is too long."""
    return isinstance(part, nodes.Equal) or _over_one(part)


class LatexLines:
    """Break right sides in one notation."""

    def __init__(self, math: LatexMath, plain: TextMarks) -> None:
        self.math = math
        self.sizes = Sizes(plain)
        self.size = self.sizes.of

    def broken(self, expression: nodes.Expression, room: int) -> list[str]:
        """Return a right side in rows, each about as wide as there is room for."""
        if self.size(expression) <= room:
            return [self.math.write(expression)]
        match expression:
            case nodes.Zeros():
                return self._polynomial(expression, room)
            case nodes.Points(points, "points") | nodes.Listing(points):
                return self._points(points, room)
            case nodes.Points():
                return self._intervals(expression, room)
            case nodes.Quotient() if self._is_wide(expression, room):
                return self._over(expression, room)
            case nodes.ArgMax():
                return self._argmax(self._filled(expression, room))
        return self._filled(expression, room) or [self.math.write(expression)]

    def _filled(self, expression: nodes.Expression, room: int) -> list[str]:
        """Return parts in rows, as many as go into each; none for what has no parts."""
        rows: list[str] = []
        taken = room + 1
        for at, part in enumerate(places(expression)):
            opening = self.math.opening_minus if part.sign == "−" else ""
            lead = self.math.leads[part.sign] if at else opening
            size = self.size(part.body) + (part.sign == "−") + _BETWEEN
            first, *rest = self._part(part.body, room - _BETWEEN)
            if taken + size > room:
                rows.append(lead + first)
                taken = size
            else:
                between = ", " if part.sign == "," else lead.removeprefix(self.math.empty)
                rows[-1] += f" {between}{first}"
                taken += size
            rows += rest
        return rows

    def _part(self, part: nodes.Expression, room: int) -> list[str]:
        """Return a part in rows: in one, unless it is a wide fraction or question."""
        match part:
            case nodes.Equal((left, right)) if self.size(part) > room:
                above, below = (self.broken(side, room - 4) for side in (left, right))
                return [*above, f"{self.math.asked.strip()} {below[0]}", *below[1:]]
            case nodes.Equal():
                return [self.math.write(part)]
            case nodes.Quotient() if self._is_wide(part, room):
                return self._over(part, room)
        return [self.math.within(part, PRODUCT)]

    def _argmax(self, rows: list[str]) -> list[str]:
        """Return scores in rows; a brace that stretches cannot be broken over rows, so none does."""
        before, behind = self.math.braces
        *most, last = rows
        first, *rest = [*(f"{row}," for row in most), f"{last} {behind}"]
        return [f"{self.math.arg_max} {before} {first}", *rest]

    def _points(self, points: tuple[nodes.Expression, ...], room: int) -> list[str]:
        """Return points, or things in words, in rows: a new row for each."""
        before, behind = self.math.braces
        if not points:
            return [f"{before} {behind}"]
        *most, last = points
        rows: list[str] = []
        for part in most:
            rows += self._end(part, "" if rows else f"{before} ", ",", room)
        return rows + self._end(last, "" if rows else f"{before} ", f" {behind}", room)

    def _intervals(self, points: nodes.Points, room: int) -> list[str]:
        """Return intervals in rows; one that is too wide is broken between its ends."""
        rows: list[str] = []
        for at, part in enumerate(parts(points)):
            assert isinstance(part.body, nodes.Points)
            pair, left, right = part.body.parts, part.body.kind[0], part.body.kind[1]
            lead = f"{self.math.union.strip()} " if at else ""
            if sum(map(self.size, pair)) + 6 <= room:
                rows.append(lead + self.math.write(part.body))
                continue
            rows += self._end(pair[0], f"{lead}{self.math.opening(left)} ", ",", room)
            rows += self._end(pair[1], "", f" {self.math.closing(right)}", room)
        return rows

    def _end(self, part: nodes.Expression, before: str, behind: str, room: int) -> list[str]:
        """Return a number in rows; all but the last, which is short, may hang over."""
        *most, last = self.broken(part, room - _BRACKET)
        rows = [*(self.math.hung(row) for row in most), f"{last}{behind}"]
        return [f"{before}{rows[0]}", *rows[1:]]

    def _polynomial(self, zeros: nodes.Zeros, room: int) -> list[str]:
        """Return a polynomial equal to 0 in rows."""
        terms = [*self.math.polynomial(zeros), f"{self.math.compared(above=zeros.above)} 0"]
        sizes = [*(min(size, room) for size in self.sizes.of_terms(zeros)), 4]
        rows: list[list[str]] = [[]]
        taken = 0
        for term, size in zip(terms, sizes, strict=True):
            if taken and taken + size > room:
                rows.append([self.math.empty])
                taken = 0
            rows[-1].append(term)
            taken += size + 1
        *most, last = self._with_variable(zeros, [" ".join(row).strip() for row in rows])
        return [*(self.math.hung(row) for row in most), last]

    def _with_variable(self, zeros: nodes.Zeros, rows: list[str]) -> list[str]:
        """Put the rows of a polynomial of one variable in braces, with the variable before it."""
        if len(zeros.variables) != 1:
            return rows
        before, behind = self.math.braces
        rows[0] = f"{before} {self.math.variable(zeros.variables[0])}{self.math.such_that}{rows[0]}"
        rows[-1] += f" {behind}"
        return rows

    def _is_wide(self, quotient: nodes.Quotient, room: int) -> bool:
        """Say whether a fraction bar would be too long, and its numerator can be broken."""
        widest = max(map(self.size, (quotient.numerator, quotient.denominator)))
        return widest > room and _over_one(quotient)

    def _over(self, quotient: nodes.Quotient, room: int) -> list[str]:
        """Return a quotient in rows: the numerator in parentheses, then what it is over."""
        above = self.broken(quotient.numerator, room - _BRACKET)
        below = self.broken(quotient.denominator, room - 2 * _BRACKET)
        if len(below) == 1:
            below = [self.math.within(quotient.denominator, POWER)]
        else:
            below = self._in_brackets(below)
        return [*self._in_brackets(above), f"{self.math.over_rest}{below[0]}", *below[1:]]

    def _in_brackets(self, rows: list[str]) -> list[str]:
        """Put brackets around rows; such as grow would have to open and close in one of them."""
        before, behind = self.math.grouped
        rows = [f"{before}{rows[0]}", *rows[1:]]
        return [*rows[:-1], f"{rows[-1]}{behind}"]


def _over_one(part: nodes.Expression) -> bool:
    """Say whether a part is a fraction whose numerator can be broken."""
    return isinstance(part, nodes.Quotient) and isinstance(part.numerator, nodes.Sum | nodes.Product)
