"""Checks of rounded decimals: in the place of a value, of a part of a formula, of its numbers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction

from exactnb.core.arithmetic import matrices, roots, values
from exactnb.core.arithmetic.rounding import Decimal
from exactnb.core.arithmetic.values import Infinite, Number, Undefined
from exactnb.core.expression import nodes
from exactnb.core.expression.evaluate import evaluate
from exactnb.core.expression.results import NoNumber, Value, are_equal
from exactnb.core.expression.spell import spell
from exactnb.core.expression.written import written

_MAX_PLACES = 5_000  # of a decimal that is written out


def rounds_to(value: Value, decimal: nodes.Expression) -> bool:
    """Say whether `decimal` is `value` within half a unit of its last digit, decided exactly.

    A negative number has a sign node before its decimal, and an integer is equal. For a vector, a
    matrix or points all entries have to be.
    """
    if isinstance(value, matrices.Vector | matrices.Matrix | roots.Points):
        entries = value.parts if isinstance(value, roots.Points) else flat_entries(value)
        shape, decimals = written(value), decimal.children
        if len(decimals) != len(entries) or not decimals:
            return False
        return shape.with_children(decimals) == decimal and all(map(rounds_to, entries, decimals))
    if isinstance(decimal, nodes.Special) and isinstance(value, Infinite):
        return decimal == written(value)  # an end of an interval
    if isinstance(value, Undefined | NoNumber):
        return False
    if isinstance(decimal, nodes.Integer):
        return are_equal(value, Fraction(decimal.value))
    value = values.limit(value)
    if isinstance(decimal, nodes.Negative):
        value, decimal = values.negate(value), decimal.term
    if not isinstance(decimal, nodes.Numeral):
        return False
    lower, upper = _rounding_interval(decimal.decimal)
    return values.compare(value, lower) >= 0 and values.compare(value, upper) <= 0


def flat_entries(value: matrices.Vector | matrices.Matrix) -> tuple[Fraction, ...]:
    """Return the entries of `value`, a vector, or a matrix row by row."""
    return sum(value.rows, ()) if isinstance(value, matrices.Matrix) else value.parts


def _rounding_interval(decimal: Decimal) -> tuple[Number, Number]:
    """Return the ends of the interval that a decimal is rounded from."""
    # With thousands of places a power product takes the place of a fraction full of zeros.
    if abs(decimal.places) <= _MAX_PLACES:
        middle, half = decimal.value, decimal.visible_half_unit
        return middle - half, middle + half
    unit = values.power(Fraction(10), -Fraction(decimal.places))
    halves = (Fraction(2 * decimal.units + side, 2) for side in (-1, 1))
    lower, upper = (values.multiply([half, unit]) for half in halves)
    return lower, upper


def is_decimal(expression: nodes.Expression) -> bool:
    """Say whether `expression` is one number as it is typed: digits, a point, a sign."""
    part = expression.term if isinstance(expression, nodes.Negative) else expression
    return isinstance(part, nodes.Numeral | nodes.Integer)


def stands_for(expression: nodes.Expression, value: Value) -> bool:
    """Say whether `expression`, which has no names, is `value` exactly or rounded."""
    if nodes.has_names(expression):
        return False
    return rounds_to(value, expression) or are_equal(value, evaluate(expression))


def rounded_parts_problem(
    pattern: nodes.Expression,
    rounded: nodes.Expression,
    evaluate_part: Callable[[nodes.Expression], Value],
) -> str:
    """Return what is wrong if `rounded` is not `pattern` with decimals for some parts, else "".

    `evaluate_part` returns the exact value of a part of the pattern.
    """
    if (
        is_decimal(rounded) or isinstance(rounded, nodes.VectorNode | nodes.MatrixNode)
    ) and rounded != pattern:
        is_rounded = stands_for(rounded, evaluate_part(pattern))
        return "" if is_rounded else f"{spell(rounded)} is not {spell(pattern)}, rounded"
    if isinstance(pattern, nodes.Reference):
        return "a decimal stands for each name"
    if isinstance(pattern, nodes.Zeros):
        terms = (term for term in pattern.terms if evaluate_part(term[1]) != Fraction(0))
        pattern = replace(pattern, terms=tuple(terms))
    return parts_problem(
        pattern, rounded, "decimals", lambda a, b: rounded_parts_problem(a, b, evaluate_part)
    )


def parts_problem(
    pattern: nodes.Expression,
    filled: nodes.Expression,
    kind: str,
    check: Callable[[nodes.Expression, nodes.Expression], str],
) -> str:
    """Return what is wrong if `filled` is not the node `pattern` with other parts, else "".

    `check` returns what is wrong with a part of both, and `kind` names the replacements in messages.
    """
    parts, filled_parts = pattern.children, filled.children
    if type(pattern) is not type(filled) or len(parts) != len(filled_parts):
        return f"the form changes where only {kind} are put in"
    # The parts may agree and the node differ (log2 for log): a node of the same kind with these parts
    # has to be the one printed, or something else than the numbers was changed.
    if pattern.with_children(filled_parts) != filled:
        return f"{spell(filled)} stands for {spell(pattern)}"
    return next(filter(None, map(check, parts, filled_parts)), "")


def within_percent(value: Value, approximation: Value) -> bool:
    """Say whether `approximation`, worked out from decimals, is within one hundredth of `value`.

    A decision has to be the same, each point near; of a matrix the largest entry is the measure.
    """
    if isinstance(value, roots.Points):
        return (
            isinstance(approximation, roots.Points)
            and (value.kind, len(value.parts)) == (approximation.kind, len(approximation.parts))
            and all(map(within_percent, value.parts, approximation.parts))
        )
    if isinstance(value, roots.Equation):  # `rounded_parts_problem` checks each coefficient
        return isinstance(approximation, roots.Equation) and approximation.variables == value.variables
    if isinstance(value, matrices.Vector | matrices.Matrix):
        if not isinstance(approximation, type(value)) or isinstance(approximation, roots.Points):
            return False
        exact_entries, approximate_entries = flat_entries(value), flat_entries(approximation)
        tolerance = max(map(abs, exact_entries), default=Fraction(0)) / 100
        differences = (
            abs(exact - approximate)
            for exact, approximate in zip(exact_entries, approximate_entries, strict=True)
        )
        return (
            len(exact_entries) == len(approximate_entries)
            and max(differences, default=Fraction(0)) <= tolerance
        )
    if isinstance(value, Infinite | Undefined | NoNumber) or isinstance(
        approximation, NoNumber | Undefined
    ):
        return are_equal(value, approximation)
    first, second = values.limit(value), values.limit(approximation)
    if isinstance(first, Infinite | Undefined) or isinstance(second, Infinite | Undefined):
        return False
    from exactnb.core.arithmetic.values import is_near

    return is_near(first, second, Fraction(1, 100))
