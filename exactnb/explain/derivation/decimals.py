"""What rounded decimals may stand for: a value, a part of a formula, the numbers that are put in."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction

from exactnb.core.arithmetic import matrices, roots, values
from exactnb.core.arithmetic.rounding import Decimal
from exactnb.core.arithmetic.values import Infinite, Number, Undefined
from exactnb.core.expression import nodes
from exactnb.core.expression.evaluate import evaluate
from exactnb.core.expression.results import NoNumber, Value, same
from exactnb.core.expression.spell import spell
from exactnb.core.expression.written import written

_PLACES = 5_000  # of a decimal that is written out


def rounds(value: Value, shown: nodes.Expression) -> bool:
    """Say whether a decimal is within half a unit of its last digit of the value, decided exactly.

    A negative one may stand behind its sign, a whole number as it is. Of a vector, a matrix or points
    all are.
    """
    if isinstance(value, matrices.Vector | matrices.Matrix | roots.Points):
        entries = value.parts if isinstance(value, roots.Points) else entries_of(value)
        shape, decimals = written(value), shown.children
        if len(decimals) != len(entries) or not decimals:
            return False
        return shape.with_children(decimals) == shown and all(map(rounds, entries, decimals))
    if isinstance(shown, nodes.Special) and isinstance(value, Infinite):
        return shown == written(value)  # an end of an interval
    if isinstance(value, Undefined | NoNumber):
        return False
    if isinstance(shown, nodes.Integer):
        return same(value, Fraction(shown.value))
    value = values.limit(value)
    if isinstance(shown, nodes.Negative):
        value, shown = values.negate(value), shown.term
    if not isinstance(shown, nodes.Numeral):
        return False
    lower, upper = _within(shown.decimal)
    return values.compare(value, lower) >= 0 and values.compare(value, upper) <= 0


def entries_of(value: matrices.Vector | matrices.Matrix) -> tuple[Fraction, ...]:
    """Return the entries of a vector, or of a matrix row by row."""
    return sum(value.rows, ()) if isinstance(value, matrices.Matrix) else value.parts


def _within(decimal: Decimal) -> tuple[Number, Number]:
    """Return the numbers that a decimal may be rounded from; many zeros are not written out."""
    if abs(decimal.places) <= _PLACES:
        middle, half = decimal.value, decimal.visible_half_unit
        return middle - half, middle + half
    unit = values.power(Fraction(10), -Fraction(decimal.places))
    halves = (Fraction(2 * decimal.units + side, 2) for side in (-1, 1))
    lower, upper = (values.multiply([half, unit]) for half in halves)
    return lower, upper


def is_decimal(expression: nodes.Expression) -> bool:
    """Say whether an expression is one number as it is typed: digits, a point, a sign."""
    part = expression.term if isinstance(expression, nodes.Negative) else expression
    return isinstance(part, nodes.Numeral | nodes.Integer)


def stands_for(shown: nodes.Expression, value: Value) -> bool:
    """Say whether a number, as it is written, is a value or the value rounded."""
    if nodes.has_names(shown):
        return False
    return rounds(value, shown) or same(value, evaluate(shown))


def rounded_parts(
    pattern: nodes.Expression, shown: nodes.Expression, value_of: Callable[[nodes.Expression], Value]
) -> str:
    """Return what is wrong if `shown` is not `pattern` with decimals for some of its parts, else ""."""
    if (is_decimal(shown) or isinstance(shown, nodes.Vector | nodes.Matrix)) and shown != pattern:
        held = stands_for(shown, value_of(pattern))
        return "" if held else f"{spell(shown)} is not {spell(pattern)}, rounded"
    if isinstance(pattern, nodes.Reference):
        return "a decimal stands for each name"
    if isinstance(pattern, nodes.Zeros):
        pattern = _without_zeros(pattern, value_of)
    return parts_problem(pattern, shown, "decimals", lambda a, b: rounded_parts(a, b, value_of))


def parts_problem(
    pattern: nodes.Expression,
    shown: nodes.Expression,
    what: str,
    problem_of: Callable[[nodes.Expression, nodes.Expression], str],
) -> str:
    """Return what is wrong with one of the parts of a node, or with the node around them, else ""."""
    parts, others = pattern.children, shown.children
    if type(pattern) is not type(shown) or len(parts) != len(others):
        return f"the form changes where only {what} are put in"
    # The parts may be alike and the node not (log2 for log): a node of the same kind with these parts
    # has to be what is shown, or something was changed beside the numbers.
    if pattern.with_children(others) != shown:
        return f"{spell(shown)} stands for {spell(pattern)}"
    return next(filter(None, map(problem_of, parts, others)), "")


def _without_zeros(
    polynomial: nodes.Zeros, value_of: Callable[[nodes.Expression], Value]
) -> nodes.Zeros:
    """Return a polynomial without the terms whose coefficient is 0."""
    terms = polynomial.terms
    return replace(polynomial, terms=tuple(t for t in terms if value_of(t[1]) != Fraction(0)))


def near(value: Value, worked: Value) -> bool:
    """Say whether what decimals lead to differs from a value by less than one part in a hundred.

    Of a decision, nothing differs; of points, none does; of a matrix, the largest entry is the measure.
    """
    if isinstance(value, roots.Points):
        return (
            isinstance(worked, roots.Points)
            and (value.kind, len(value.parts)) == (worked.kind, len(worked.parts))
            and all(map(near, value.parts, worked.parts))
        )
    if isinstance(value, roots.Equation):  # each of its coefficients is looked at by itself
        return isinstance(worked, roots.Equation) and worked.variables == value.variables
    if isinstance(value, matrices.Vector | matrices.Matrix):
        if not isinstance(worked, type(value)) or isinstance(worked, roots.Points):
            return False
        before, after = entries_of(value), entries_of(worked)
        most = max(map(abs, before), default=Fraction(0)) / 100
        away = (abs(one - other) for one, other in zip(before, after, strict=True))
        return len(before) == len(after) and max(away, default=Fraction(0)) <= most
    if isinstance(value, Infinite | Undefined | NoNumber) or isinstance(worked, NoNumber | Undefined):
        return same(value, worked)
    first, second = values.limit(value), values.limit(worked)
    if isinstance(first, Infinite | Undefined) or isinstance(second, Infinite | Undefined):
        return False
    from exactnb.core.arithmetic.nearness import is_near

    return is_near(first, second, Fraction(1, 100))
