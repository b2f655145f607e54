"""About how wide a formula is drawn: fractions are stacked, what is lowered or raised is small."""

from __future__ import annotations

from collections.abc import Sequence

from exactnb.core.expression import nodes
from exactnb.core.expression.letters import symbol_marks
from exactnb.core.expression.widths import columns_of
from exactnb.core.naming.templates import Field, Mark, Script
from exactnb.explain.rendering.formulas.latex_math import has_slashes, without_exponential
from exactnb.explain.rendering.formulas.marks import TextMarks

_RELATIONS = "|="  # signs with room around them


class Sizes:
    """Measure formulas in signs of plain text; printers know no fonts, and compare sizes only."""

    def __init__(self, plain: TextMarks) -> None:
        self.plain = plain
        self.notation = plain.notation

    def of(self, expression: nodes.Expression) -> int:
        """Return about how many signs wide an expression is drawn: fractions stacked, marks small."""
        match expression:
            case nodes.Quotient(above, below) if has_slashes(above, below):
                return max(columns_of(self.plain.write(side)) for side in (above, below)) + 1
            case nodes.Quotient():
                scale, power = without_exponential(expression)
                fraction = max(self.of(scale.numerator), self.of(scale.denominator)) + 1
                return fraction if power is None else fraction + self.of(power)
            case nodes.Product(parts) | nodes.Sum(parts):
                grouped = sum(isinstance(part, nodes.Sum) for part in parts)
                beside = isinstance(expression, nodes.Product) and nodes.is_general(expression)
                gaps = (2 if beside else 5) * (len(parts) - 1)  # in halves of a sign
                return sum(map(self.of, parts)) + (gaps + 1) // 2 + 2 * grouped
            case nodes.Power(base, exponent):
                return self.of(base) + self.of(exponent) + 2 * isinstance(base, nodes.Quotient)
            case nodes.Reference(name):
                return self._of_marks(self.notation.marks(name))
            case nodes.Indexed(role, fields):
                named = {key: (Field(value),) for key, value in fields}
                return 4 + self._of_marks(self.notation.role(role, named))
            case nodes.ArgMax(scores):
                return 10 + sum(self.of(score) + 2 for _, score in scores)
            case nodes.Equal(sides):
                return sum(self.of(side) + 3 for side in sides)
            case nodes.Matrix(rows):
                widths = ([self.of(row[at]) for row in rows] for at in range(len(rows[0])))
                return 2 + sum(max(column) + 2 for column in widths)
            case nodes.Vector(parts):
                return 2 + max(map(self.of, parts))
            case nodes.Inverse(part):
                return self.of(part) + 2
            case nodes.Within(inside=inside, outside=outside):
                ends = (end for region in (*inside, *outside) for end in region.children)
                return 10 + sum(self.of(end) + 3 for end in ends)
            case nodes.Form(left, matrix, right):
                return sum(map(self.of, (left, matrix, right))) + 6
            case nodes.Rising(first, last):
                grouped = isinstance(first, nodes.Sum) + isinstance(last, nodes.Sum)
                return self.of(first) + self.of(last) + 2 * grouped + 7
            case nodes.Factorial(part) | nodes.Negative(part) | nodes.Percent(part):
                return self.of(part) + 1
            case nodes.Symbol():
                return self._of_marks(symbol_marks(expression, self.notation))
            case nodes.Call(head, left, right, lower):
                marks = symbol_marks(nodes.Symbol(head, lower))
                return self._of_marks(marks) + 2 + sum(self.of(part) + 2 for part in (*left, *right))
            case nodes.Function(_, part):
                return 6 + self.of(part)
            case nodes.Series(body=body):
                return 4 + self.of(body)
            case nodes.Integral(variable, body):
                return 5 + self.of(body) + self.of(variable)
            case nodes.Words(text):
                return (9 * columns_of(text) + 9) // 10  # letters of words are narrow
            case nodes.Derivative():
                return 8
        return columns_of(self.plain.write(expression))

    def of_terms(self, zeros: nodes.Zeros) -> list[int]:
        """Return the widths of the terms of a polynomial, as printers divide it, signs included."""
        sizes = []
        for powers, coefficient in zeros.terms:
            used = [name for name, power in zip(zeros.variables, powers, strict=True) if power]
            letters = sum(columns_of(name) + 4 for name in used)
            constant = coefficient.terms if isinstance(coefficient, nodes.Sum) and not used else None
            for part in constant or (coefficient,):
                grouped = 2 * (bool(used) and isinstance(part, nodes.Sum))
                sizes.append(self.of(part) + grouped + letters + 3)
        return sizes or [1]

    def _of_marks(self, marks: Sequence[Mark]) -> int:
        """Return the width of a name: what is lowered and raised is drawn smaller, and stacked."""
        size = stacked = 0
        for mark in marks:
            if isinstance(mark, Script):
                script = (8 * self._of_marks(mark.marks) + 9) // 10
                size, stacked = size + max(0, script - stacked), max(script, stacked)
            else:
                size += columns_of(mark.text) + sum(map(mark.text.count, _RELATIONS))
                stacked = 0
        return size
