"""Right sides in LaTeX, broken into rows where they are too wide.

How to read: `precedence.parts` says where a break is allowed and `FormulaSizes` how wide each part
is, approximately; a row takes as many parts as fit. A part that is too wide by itself is broken in its
own way: a fraction becomes its numerator in parentheses divided by the denominator, a set has a row for
each element.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from exactnb.core.expression import nodes
from exactnb.core.expression.letters import symbol_marks
from exactnb.core.expression.precedence import POWER, PRODUCT, RowPart, breakable_parts
from exactnb.core.expression.widths import display_width
from exactnb.core.naming.notation import Field, Mark, Script
from exactnb.explain.rendering.formulas.latex_math import LatexMath, has_slashes, split_off_exponential
from exactnb.explain.rendering.formulas.text_math import TextMath

_RELATIONS = "|="  # signs with spacing
_BETWEEN = 3  # width of an operator with its blanks
_BRACKET = 2  # width of a bracket with its blank
_AROUND: Mapping[type[nodes.Expression], tuple[int, int]] = {
    nodes.ArgMax: (10, 2), nodes.Equal: (0, 3), nodes.Function: (6, 0), nodes.QuadraticForm: (6, 0),
    nodes.Inverse: (2, 0), nodes.Factorial: (1, 0), nodes.Negative: (1, 0), nodes.Percent: (1, 0),
}  # fmt: skip
"""The width of a node's own signs, and that of a gap for each of its parts."""


class FormulaSizes:
    """Measure formulas in characters of plain text: printers know no fonts, and only compare widths."""

    def __init__(self, plain: TextMath) -> None:
        self.plain = plain
        self.notation = plain.notation

    def width(self, expression: nodes.Expression) -> int:
        """Return the approximate width of `expression` in characters."""
        match expression:
            case nodes.Quotient(above, below) if has_slashes(above, below):
                return max(display_width(self.plain.write(side)) for side in (above, below)) + 1
            case nodes.Quotient():
                scale, power = split_off_exponential(expression)
                fraction = max(self.width(scale.numerator), self.width(scale.denominator)) + 1
                return fraction if power is None else fraction + self.width(power)
            case nodes.Product(parts) | nodes.Sum(parts):
                grouped = sum(isinstance(part, nodes.Sum) for part in parts)
                juxtaposed = isinstance(expression, nodes.Product) and nodes.is_general(expression)
                gaps = (2 if juxtaposed else 5) * (len(parts) - 1)  # in halves of a character
                return sum(map(self.width, parts)) + (gaps + 1) // 2 + 2 * grouped
            case nodes.Power(base, exponent):
                return self.width(base) + self.width(exponent) + 2 * isinstance(base, nodes.Quotient)
            case nodes.Reference(name):
                return self._marks_width(self.notation.marks(name))
            case nodes.IndexedProduct(role, fields):
                marks = {key: (Field(value),) for key, value in fields}
                return 4 + self._marks_width(self.notation.role_marks(role, marks))
            case nodes.MatrixNode(rows):
                widths = ([self.width(row[index]) for row in rows] for index in range(len(rows[0])))
                return 2 + sum(max(column) + 2 for column in widths)
            case nodes.VectorNode(parts):
                return 2 + max(map(self.width, parts))
            case nodes.Within(inside=inside, outside=outside):
                ends = (end for region in (*inside, *outside) for end in region.children)
                return 10 + sum(self.width(end) + 3 for end in ends)
            case nodes.Rising(first, last):
                grouped = isinstance(first, nodes.Sum) + isinstance(last, nodes.Sum)
                return self.width(first) + self.width(last) + 2 * grouped + 7
            case nodes.Symbol():
                return self._marks_width(symbol_marks(expression, self.notation))
            case nodes.Call(head, left, right, lower):
                arguments = sum(self.width(part) + 2 for part in (*left, *right))
                return self._marks_width(symbol_marks(nodes.Symbol(head, lower))) + 2 + arguments
            case nodes.Series(body=body):
                return 4 + self.width(body)
            case nodes.Integral(variable, body):
                return 5 + self.width(body) + self.width(variable)
            case nodes.Phrase(text):
                return (9 * display_width(text) + 9) // 10  # prose is narrower than formulas
            case nodes.Derivative():
                return 8
        for kind, (extra, gap) in _AROUND.items():
            if isinstance(expression, kind):
                return extra + sum(self.width(part) + gap for part in expression.children)
        return display_width(self.plain.write(expression))

    def term_widths(self, zeros: nodes.Zeros) -> list[int]:
        """Return the widths of the terms of `zeros`, with signs, as printers cut the polynomial."""
        sizes = []
        for powers, coefficient in zeros.terms:
            used = [name for name, power in zip(zeros.variables, powers, strict=True) if power]
            names = (
                used
                if zeros.scale is None
                else [self.plain.write(zeros.scale.applied_to(n)) for n in used]
            )
            letters = sum(display_width(name) + 4 for name in names)
            constant = coefficient.terms if isinstance(coefficient, nodes.Sum) and not used else None
            for part in constant or (coefficient,):
                grouped = 2 * (bool(used) and isinstance(part, nodes.Sum))
                sizes.append(self.width(part) + grouped + letters + 3)
        return sizes or [1]

    def _marks_width(self, marks: Sequence[Mark]) -> int:
        """Return the width of a name, whose scripts are smaller, and stacked where there are two."""
        size = stacked = 0
        for mark in marks:
            if isinstance(mark, Script):
                script = (8 * self._marks_width(mark.marks) + 9) // 10
                size, stacked = size + max(0, script - stacked), max(script, stacked)
            else:
                size += display_width(mark.text) + sum(map(mark.text.count, _RELATIONS))
                stacked = 0
        return size


def row_parts(expression: nodes.Expression) -> tuple[RowPart, ...]:
    """Return the parts of `expression` that fill rows; juxtaposed letters stay together."""
    if not isinstance(expression, nodes.Product | nodes.Sum | nodes.Equal | nodes.ArgMax):
        return ()
    juxtaposed = isinstance(expression, nodes.Product) and nodes.is_general(expression)
    return () if juxtaposed else breakable_parts(expression)


def is_breakable(part: nodes.Expression) -> bool:
    """Say whether `part` is itself broken if it is too long."""
    return isinstance(part, nodes.Equal) or _has_breakable_numerator(part)


class LatexLines:
    """Break right sides in one notation: `math` writes them, `plain` measures them."""

    def __init__(self, math: LatexMath, plain: TextMath) -> None:
        self.math = math
        self.sizes = FormulaSizes(plain)
        self.size = self.sizes.width

    def broken_rows(self, expression: nodes.Expression, room: int) -> list[str]:
        """Return `expression` in rows of about `room` signs."""
        if self.size(expression) <= room:
            return [self.math.write(expression)]
        match expression:
            case nodes.Zeros():
                return self._polynomial_rows(expression, room)
            case nodes.PointsNode(points, "points") | nodes.Listing(points):
                return self._set_rows(points, room)
            case nodes.PointsNode():
                return self._interval_rows(expression, room)
            case nodes.Quotient() if self._is_wide(expression, room):
                return self._division_rows(expression, room)
            case nodes.ArgMax():
                return self._scores_in_braces(self._filled_rows(expression, room))
        return self._filled_rows(expression, room) or [self.math.write(expression)]

    def _filled_rows(self, expression: nodes.Expression, room: int) -> list[str]:
        """Return parts in rows, as many in each as fit; no rows for an expression without parts."""
        rows: list[str] = []
        width = room + 1
        for index, part in enumerate(row_parts(expression)):
            opening = self.math.opening_minus if part.sign == "−" else ""
            lead = self.math.leads[part.sign] if index else opening
            size = self.size(part.body) + (part.sign == "−") + _BETWEEN
            first, *rest = self._part_rows(part.body, room - _BETWEEN)
            if width + size > room:
                rows.append(lead + first)
                width = size
            else:
                between = ", " if part.sign == "," else lead.removeprefix(self.math.empty)
                rows[-1] += f" {between}{first}"
                width += size
            rows += rest
        return rows

    def _part_rows(self, part: nodes.Expression, room: int) -> list[str]:
        """Return a part in rows: in one, unless it is a wide fraction or equation."""
        match part:
            case nodes.Equal((left, right)) if self.size(part) > room:
                first, *rest = self.broken_rows(right, room - 4)
                equation = f"{self.math.asks_equal.strip()} {first}"
                return [*self.broken_rows(left, room - 4), equation, *rest]
            case nodes.Equal():
                return [self.math.write(part)]
            case nodes.Quotient() if self._is_wide(part, room):
                return self._division_rows(part, room)
        return [self.math.parenthesized(part, PRODUCT)]

    def _scores_in_braces(self, rows: list[str]) -> list[str]:
        """Put rows of scores in braces of fixed size, since braces that grow cannot span rows."""
        opening, closing = self.math.braces
        *most, last = rows
        listed = [*(f"{row}," for row in most), last]
        return _rows_between_brackets(listed, f"{self.math.arg_max} {opening} ", f" {closing}")

    def _set_rows(self, points: tuple[nodes.Expression, ...], room: int) -> list[str]:
        """Return the elements of a set, each in a new row."""
        opening, closing = self.math.braces
        if not points:
            return [f"{opening} {closing}"]
        rows: list[str] = []
        for number, part in enumerate(points, start=1):
            suffix = f" {closing}" if number == len(points) else ","
            rows += self._number_rows(part, "" if rows else f"{opening} ", suffix, room)
        return rows

    def _interval_rows(self, points: nodes.PointsNode, room: int) -> list[str]:
        """Return intervals in rows; one that is too wide is broken between its ends."""
        rows: list[str] = []
        for index, part in enumerate(breakable_parts(points)):
            assert isinstance(part.body, nodes.PointsNode)
            pair, left, right = part.body.parts, part.body.kind[0], part.body.kind[1]
            lead = f"{self.math.union.strip()} " if index else ""
            if sum(map(self.size, pair)) + 6 <= room:
                rows.append(lead + self.math.write(part.body))
                continue
            rows += self._number_rows(pair[0], f"{lead}{self.math.opening(left)} ", ",", room)
            rows += self._number_rows(pair[1], "", f" {self.math.closing(right)}", room)
        return rows

    def _number_rows(self, part: nodes.Expression, prefix: str, suffix: str, room: int) -> list[str]:
        """Return a number in rows; all but the last, short row may overflow."""
        *most, last = self.broken_rows(part, room - _BRACKET)
        rows = [*(self.math.overflowing_row(row) for row in most), f"{last}{suffix}"]
        return [f"{prefix}{rows[0]}", *rows[1:]]

    def _polynomial_rows(self, zeros: nodes.Zeros, room: int) -> list[str]:
        """Return a polynomial equal to 0 in rows."""
        relation = self.math.relation(is_inequality=zeros.is_inequality)
        terms = [*self.math.polynomial(zeros), f"{relation}0"]
        sizes = [*(min(size, room) for size in self.sizes.term_widths(zeros)), 4]
        rows: list[list[str]] = [[]]
        width = 0
        for term, size in zip(terms, sizes, strict=True):
            if width and width + size > room:
                rows.append([self.math.empty])
                width = 0
            rows[-1].append(term)
            width += size + 1
        texts = [" ".join(row).strip() for row in rows]
        if len(zeros.variables) == 1:  # in braces, after the variable
            opening, closing = self.math.braces
            variable = self.math.variable(zeros.variables[0])
            texts = _rows_between_brackets(
                texts, f"{opening} {variable}{self.math.such_that}", f" {closing}"
            )
        *most, last = texts
        return [*(self.math.overflowing_row(row) for row in most), last]

    def _is_wide(self, quotient: nodes.Quotient, room: int) -> bool:
        """Say whether a fraction bar is too long and the numerator can be broken."""
        widest = max(map(self.size, (quotient.numerator, quotient.denominator)))
        return widest > room and _has_breakable_numerator(quotient)

    def _division_rows(self, quotient: nodes.Quotient, room: int) -> list[str]:
        """Return a quotient in rows: the numerator in parentheses, then the division."""
        numerator = self.broken_rows(quotient.numerator, room - _BRACKET)
        denominator = self.broken_rows(quotient.denominator, room - 2 * _BRACKET)
        if len(denominator) == 1:
            denominator = [self.math.parenthesized(quotient.denominator, POWER)]
        else:
            denominator = _rows_between_brackets(denominator, *self.math.grouped)
        denominator[0] = f"{self.math.slash_before_rest}{denominator[0]}"
        return [*_rows_between_brackets(numerator, *self.math.grouped), *denominator]


def _rows_between_brackets(rows: Sequence[str], opening: str, closing: str) -> list[str]:
    """Put rows between brackets of fixed size, since brackets that grow cannot span rows."""
    *most, last = [f"{opening}{rows[0]}", *rows[1:]]
    return [*most, f"{last}{closing}"]


def _has_breakable_numerator(part: nodes.Expression) -> bool:
    """Say whether a part is a fraction whose numerator can be broken."""
    return isinstance(part, nodes.Quotient) and isinstance(part.numerator, nodes.Sum | nodes.Product)
