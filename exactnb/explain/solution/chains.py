"""Chains of lines as a person writes them: formula, numbers as counted, value, decimal.

How to read: `Chains.write` puts a chain together: `_opening_lines`, the formula; `_lines_in_numbers`,
the formula with numbers in it; `_result_lines`, its value; `decimal_line`. A line that would be too
long to read is omitted.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from exactnb.core.arithmetic import roots
from exactnb.core.arithmetic.algebraic import AlgebraicRoot
from exactnb.core.arithmetic.closed_form import ClosedForm
from exactnb.core.arithmetic.germs import Germ
from exactnb.core.arithmetic.matrices import Matrix, Vector
from exactnb.core.arithmetic.rounding import Rounding, is_printable, rounded_in_full
from exactnb.core.arithmetic.values import Infinite, Undefined, is_rational, limit
from exactnb.core.expression.evaluate import evaluate
from exactnb.core.expression.nodes import (
    Entry,
    Expression,
    Function,
    IndexedProduct,
    Indicator,
    Labels,
    Numeral,
    OverCells,
    Product,
    QuadraticForm,
    Reference,
    Within,
    Zeros,
    has_names,
    references,
    replace,
)
from exactnb.core.expression.reasons import DECIDED, EXPANDED, ROUNDED, TENDS, VALUE, Rule
from exactnb.core.expression.results import Decision, NoNumber, Value
from exactnb.core.expression.spell import spell
from exactnb.core.expression.written import is_long, leading_term, written
from exactnb.core.families.estimates import arrangements
from exactnb.core.model.quantities import Quantities
from exactnb.core.model.quantity import InlineForm, Quantity
from exactnb.core.naming.names import QuantityName
from exactnb.errors import Unsupported
from exactnb.explain.derivation import Chain, Line
from exactnb.explain.solution.decimals import Decimals, decimal_node

_MAX_BITS = 3_300  # bits of a number with a thousand digits
_MAX_FORM = 80  # characters of a quadratic form that is printed with its numbers
_MAX_EQUATION = 60  # characters of an exact equation, or of exact points, printed next to decimals


class Chains:
    """Write the chain of any quantity of the graph `quantities`, its decimals rounded by `rounding`.

    With `in_decimals` formulas are filled with decimals, and with `counts_too` those of counts as well.
    """

    def __init__(
        self,
        quantities: Quantities,
        rounding: Rounding,
        *,
        in_decimals: bool = False,
        counts_too: bool = True,
    ) -> None:
        self.quantities = quantities
        self.rounding = rounding
        self.decimals = Decimals(quantities, rounding, counts_too=counts_too) if in_decimals else None

    def write(
        self,
        name: QuantityName,
        *,
        general: IndexedProduct | None = None,
        final: bool = False,
        boxed: bool = False,
        decimal: bool = True,
        reduced: bool = True,
        without_formula: bool = False,
    ) -> Chain:
        """Return the chain of the quantity `name`.

        `general` is a product over an index that abbreviates the last factors. `final` and `boxed` mark
        an answer. `decimal` appends a decimal, and `reduced` the value in lowest terms in a line of its
        own. `without_formula` begins with the numbers: a rule in words already gives the formula.
        """
        quantity, value = self.quantities[name], self.quantities.value(name)
        left, formula = Reference(name), quantity.formula
        if quantity.reason.rule is Rule.COUNT and is_long(formula):
            return Chain(tuple(self.decimal_line(left, value)), final, boxed)
        lines = _opening_lines(left, quantity, general)
        if (ending := self._decimal_lines(name)) is not None:
            return Chain((*(() if without_formula else lines), *ending), final, boxed)
        is_read = isinstance(formula, OverCells | Entry)  # as it is: nothing is put in for its names
        if has_names(formula) and not is_read and not self._is_unreadable(formula):
            lines = self._lines_in_numbers(left, formula, lines, without_formula=without_formula)
        if _counts_right_rows(formula):  # a table already lists the decision about each row
            lines = [Line(left, "=", self.quantities.as_counted(name), VALUE)]
        last = lines[-1].right
        if isinstance(value, Germ):
            lines += self._limit_lines(left, quantity, value)
        elif not isinstance(last, Numeral) or last.decimal.value != value:
            lines += self._result_lines(left, quantity, last, reduced=reduced, decimal=decimal)
        return Chain(tuple(lines), final, boxed)

    def _lines_in_numbers(
        self, left: Reference, formula: Expression, opening: list[Line], *, without_formula: bool
    ) -> list[Line]:
        """Return the opening lines, the formula in numbers, and then with its forms worked out."""
        numbers = self.quantities.with_operands(formula)
        readable = not is_long(numbers)
        lines = [] if readable and without_formula else list(opening)
        if readable:
            lines.append(Line(left, "=", numbers, self.quantities.substitution_reason(formula)))
        # A matrix in numbers is a step of its own; readers work forms and determinants out before the
        # rest.
        evaluated = replace(numbers, _form_value)
        if evaluated != numbers and not is_long(evaluated):
            if readable and _longest_form(numbers) > _MAX_FORM:
                del lines[-1]  # a form in two numbers is readable; of a larger one only the value is
            if isinstance(formula, Zeros) and len(formula.variables) > 1:
                lines.clear()  # in names it would fill half a page
            lines.append(Line(left, "=", evaluated, VALUE))
        arranged = replace(numbers, arrangements)
        if arranged != numbers and not is_long(arranged):
            lines.append(Line(left, "=", arranged, VALUE))
        return lines

    def _limit_lines(self, left: Reference, quantity: Quantity, value: Germ) -> list[Line]:
        """Return the leading term and the limit of a germ; an estimate stays as it was counted."""
        if quantity.inline is InlineForm.COUNTED:
            return []
        end, decimals = limit(value), self.decimal_line(left, value)
        # a decimal that only repeats the limit says nothing new
        new = (
            d
            for d in decimals
            if not isinstance(d.right, Numeral) or not d.right.decimal.is_exactly(end)
        )
        reason = TENDS[value.letter]
        lines = [Line(left, "→", written(end), reason), *new]
        if end == 0 or isinstance(end, Infinite):  # how fast is what decides
            leading = leading_term(value)
            if not is_long(leading) and len(spell(leading)) <= _MAX_FORM:
                lines.insert(0, Line(left, "∼", leading, reason))
        return lines

    def _result_lines(
        self, left: Reference, quantity: Quantity, last: Expression, *, reduced: bool, decimal: bool
    ) -> list[Line]:
        """Return the value as it was counted, in lowest terms and as a decimal, each once."""
        value = self.quantities.value(quantity.name)
        steps = []
        if quantity.inline in (InlineForm.COUNTED, InlineForm.MEASURED):
            steps.append(self.quantities.as_counted(quantity.name))
            if self.decimals is not None:  # a whole number has no decimal: it stands there itself
                is_integer = isinstance(value, Fraction) and value.denominator == 1
                reduced, decimal = is_integer, True
        if reduced and not self._is_clearer_as_decimal(value):
            steps.append(written(value))
        lines: list[Line] = []
        for step in steps:
            if is_long(step):  # beyond a thousand digits the decimal says more
                decimal = True
            elif step != last and spell(step) != spell(last):  # 5/6 as counted is in lowest terms
                lines.append(Line(left, "=", step, DECIDED if isinstance(step, Labels) else VALUE))
                last = step
        return [*lines, *(self.decimal_line(left, value) if decimal else ())]

    def _decimal_lines(self, name: QuantityName) -> list[Line] | None:
        """Return the lines after the formula, in decimals; None where the chain stays exact."""
        value, inline = self.quantities.value(name), self.quantities[name].inline
        if isinstance(value, Germ) and inline is InlineForm.MEASURED:
            counted = Line(Reference(name), "=", self.quantities.as_counted(name), VALUE)
            return [counted, Line(counted.left, "→", written(limit(value)), TENDS[value.letter])]
        line = self.decimals.line_in_decimals(name) if self.decimals is not None else None
        if self.decimals is None or line is None:
            return None
        if value == Fraction(0) and isinstance(self.quantities[name].formula, Product):
            return None  # 0/5 as counted names the zero factor, 0 as a decimal does not
        if isinstance(value, Decision):
            return [line, Line(line.left, "=", written(value), DECIDED)]
        if isinstance(value, Fraction):
            return [line, self.decimals.decimal_line_after(line, value)]
        if isinstance(value, roots.Points | roots.Equation | roots.Everywhere):
            exact = closed_form(self.quantities, name, _MAX_EQUATION)
            equation = [] if exact is None else [Line(line.left, "=", exact, VALUE)]
            return [line, *equation, *self.decimal_line(line.left, value)]
        return [line, *(end for end in self.decimal_line(line.left, value) if end.right != line.right)]

    def closed_form_chain(self, name: QuantityName) -> Chain | None:
        """Return the formula of `name`, its closed form and the decimal; None if that is too long."""
        exact = closed_form(self.quantities, name)
        if exact is None:
            return None
        left, quantity = Reference(name), self.quantities[name]
        lines = (Line(left, "=", quantity.formula, quantity.reason), Line(left, "=", exact, VALUE))
        return Chain((*lines, *self.decimal_line(left, self.quantities.value(name))))

    def _is_clearer_as_decimal(self, value: Value) -> bool:
        """Say whether a rational number is such a sum, or so long, that the decimal says more."""
        if isinstance(value, Fraction):
            return not is_printable(value)
        if isinstance(value, roots.Points):
            return any(isinstance(part, AlgebraicRoot) for part in value.parts)
        if not isinstance(value, ClosedForm):
            return False
        terms = (*value.numerator, *value.denominator)
        return is_rational(value) or not all(
            is_printable(c) and m.bit_bound() < _MAX_BITS for c, m in terms
        )

    def _is_unreadable(self, formula: Expression) -> bool:
        """Say whether the numbers of a formula are functions of λ, or longer than a page."""
        if _counts_right_rows(formula):
            return True
        names = (n for n in references(formula) if self.quantities[n].inline is InlineForm.VALUE)
        numbers = (
            v for v in map(self.quantities.value, names) if not isinstance(v, NoNumber | Fraction)
        )
        return any(isinstance(v, Germ) or is_rational(v) for v in numbers)

    def estimate_chain(self, name: QuantityName) -> Chain:
        """Return the chain of the estimate `name`, which stays as it was counted."""
        return self.write(name, decimal=False, reduced=False)

    def decimal_line(self, left: Expression, value: Value) -> list[Line]:
        """Return the line that ends a chain with a decimal, if one says more than the value does."""
        if isinstance(value, Vector | Matrix | roots.Points):
            return self._decimals_line(left, value)
        if isinstance(value, NoNumber):
            return []
        number = limit(value)
        if isinstance(number, Undefined | Infinite):
            return []
        if isinstance(number, Fraction) and number.denominator == 1 and is_printable(number):
            return []
        try:
            decimal = rounded_in_full(number, self.rounding)
        except Unsupported:  # so far from 1 that its digits cannot be reached
            return []
        is_rational_number = isinstance(number, Fraction) and not isinstance(value, Germ)
        if is_rational_number and decimal.value == number:
            return [Line(left, "=", Numeral(decimal.shortest()), VALUE)]
        return [Line(left, "≈", Numeral(decimal), ROUNDED)]

    def _decimals_line(self, left: Expression, value: Vector | Matrix | roots.Points) -> list[Line]:
        """Return the line of a vector, a matrix or points in decimals, unless they are there."""
        parts: tuple[Any, ...] = sum(value.rows, ()) if isinstance(value, Matrix) else value.parts
        if any(isinstance(part, Undefined | Germ) for part in parts):
            return []
        rounded = [
            written(part) if isinstance(part, Infinite) else decimal_node(part, self.rounding)
            for part in parts
        ]
        pairs = zip(rounded, parts, strict=True)
        if all(not isinstance(x, Numeral) or x.decimal.value == part for x, part in pairs):
            return []
        return [Line(left, "≈", written(value).with_children(tuple(rounded)), ROUNDED)]

    def zero_factor_lines(self, name: QuantityName) -> tuple[Line, ...]:
        """Return one line for each estimate that makes the quantity `name` zero or undefined."""
        return tuple(self.zero_line(culprit) for culprit in self.quantities.causes_of_zero(name))

    def zero_line(self, culprit: QuantityName) -> Line:
        """Return the line in which the estimate `culprit` makes a product zero or undefined."""
        counted = self.quantities.as_counted(culprit)
        if is_long(counted):
            counted = written(self.quantities.value(culprit))
        if self.quantities.value(culprit) != Fraction(1):
            return Line(Reference(culprit), "=", counted, VALUE)
        return Line(1 - Reference(culprit), "=", 1 - counted, VALUE)  # the factor is 1 − p, and p is 1


def _opening_lines(left: Reference, quantity: Quantity, general: IndexedProduct | None) -> list[Line]:
    """Return the line of a formula, after a line that abbreviates its last factors by an index."""
    formula, reason = quantity.formula, quantity.reason
    if general is None or not isinstance(formula, Product) or len(general.terms) < 2:
        return [Line(left, "=", formula, reason)]
    leading = formula.factors[: len(formula.factors) - len(general.terms)]
    general_line = Line(left, "=", Product((*leading, general)), reason)
    return [general_line, Line(left, "=", formula, EXPANDED)]


def closed_form(quantities: Quantities, name: QuantityName, most: int = _MAX_FORM) -> Expression | None:
    """Return the exact value of `name` in `quantities`; None if it exceeds `most` characters."""
    exact = written(quantities.value(name))
    return exact if not is_long(exact) and len(spell(exact)) <= most else None


def _form_value(part: Expression) -> Expression | None:
    """Return the number of a form or a determinant, a polynomial with its coefficients as numbers.

    The probability of a region becomes the sum of values of Φ that defines it.
    """
    if isinstance(part, Zeros):
        return part.with_children(tuple(written(evaluate(c)) for _, c in part.terms))
    if isinstance(part, Within):
        from exactnb.core.expression.array_values import expand_probability

        return expand_probability(part, evaluate)
    if isinstance(part, QuadraticForm) or (isinstance(part, Function) and part.name == "det"):
        return written(evaluate(part))
    return None


def _longest_form(expression: Expression) -> int:
    """Return the length of the longest form in an expression, in characters."""
    if isinstance(expression, QuadraticForm):
        return len(spell(expression))
    return max(map(_longest_form, expression.children), default=0)


def _counts_right_rows(formula: Expression) -> bool:
    """Say whether a formula counts the rows about which a decision is right."""
    return any(isinstance(part, Indicator) for part in formula.walk())
