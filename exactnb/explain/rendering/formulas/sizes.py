"""The approximate width of a formula in print: fractions are stacked, scripts are small."""

from __future__ import annotations

from collections.abc import Sequence

from exactnb.core.expression import nodes
from exactnb.core.expression.letters import symbol_marks
from exactnb.core.expression.widths import display_width
from exactnb.core.naming.notation import Field, Mark, Script
from exactnb.explain.rendering.formulas.latex_math import has_slashes, without_exponential
from exactnb.explain.rendering.formulas.text_math import TextMath

_RELATIONS = "|="  # signs with spacing


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
                scale, power = without_exponential(expression)
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
            case nodes.Indexed(role, fields):
                marks = {key: (Field(value),) for key, value in fields}
                return 4 + self._marks_width(self.notation.role(role, marks))
            case nodes.ArgMax(scores):
                return 10 + sum(self.width(score) + 2 for _, score in scores)
            case nodes.Equal(sides):
                return sum(self.width(side) + 3 for side in sides)
            case nodes.Matrix(rows):
                widths = ([self.width(row[at]) for row in rows] for at in range(len(rows[0])))
                return 2 + sum(max(column) + 2 for column in widths)
            case nodes.Vector(parts):
                return 2 + max(map(self.width, parts))
            case nodes.Inverse(part):
                return self.width(part) + 2
            case nodes.Within(inside=inside, outside=outside):
                ends = (end for region in (*inside, *outside) for end in region.children)
                return 10 + sum(self.width(end) + 3 for end in ends)
            case nodes.Form(left, matrix, right):
                return sum(map(self.width, (left, matrix, right))) + 6
            case nodes.Rising(first, last):
                grouped = isinstance(first, nodes.Sum) + isinstance(last, nodes.Sum)
                return self.width(first) + self.width(last) + 2 * grouped + 7
            case nodes.Factorial(part) | nodes.Negative(part) | nodes.Percent(part):
                return self.width(part) + 1
            case nodes.Symbol():
                return self._marks_width(symbol_marks(expression, self.notation))
            case nodes.Call(head, left, right, lower):
                arguments = sum(self.width(part) + 2 for part in (*left, *right))
                return self._marks_width(symbol_marks(nodes.Symbol(head, lower))) + 2 + arguments
            case nodes.Function(_, part):
                return 6 + self.width(part)
            case nodes.Series(body=body):
                return 4 + self.width(body)
            case nodes.Integral(variable, body):
                return 5 + self.width(body) + self.width(variable)
            case nodes.Phrase(text):
                return (9 * display_width(text) + 9) // 10  # prose is narrower than formulas
            case nodes.Derivative():
                return 8
        return display_width(self.plain.write(expression))

    def term_widths(self, zeros: nodes.Zeros) -> list[int]:
        """Return the widths of the terms of `zeros`, with signs, as printers cut the polynomial."""
        sizes = []
        for powers, coefficient in zeros.terms:
            used = [name for name, power in zip(zeros.variables, powers, strict=True) if power]
            letters = sum(display_width(name) + 4 for name in used)
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
