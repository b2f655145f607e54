"""Values as entries of a JSON document: the kind of number, its exact form and its decimals."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from exactnb.core.arithmetic import matrices, roots
from exactnb.core.arithmetic.closed_form import ClosedForm
from exactnb.core.arithmetic.power_product import PowerProduct
from exactnb.core.arithmetic.rational_in_lambda import RationalInLambda
from exactnb.core.arithmetic.rounding import Rounding, fits, rounded
from exactnb.core.arithmetic.values import Infinite, Undefined, is_rational, limit
from exactnb.core.expression.results import Decision, Listed, Value
from exactnb.core.expression.spell import spell
from exactnb.core.expression.written import written
from exactnb.errors import Unsupported

_DIGITS = Rounding(figures=20)


def value_entry(value: Value) -> dict[str, Any]:
    """Return the kind of `value`, its exact form and, for numbers, twenty digits.

    A number too long to print has a factored form instead of an exact one.

    >>> value_entry(Fraction(1, 2))
    {'kind': 'rational', 'exact': '1/2', 'decimal': '0.5'}
    """
    if isinstance(value, RationalInLambda):
        return value_entry(limit(value))
    match value:
        case bool():
            return {"kind": "boolean", "exact": value}
        case Fraction():
            exact = spell(written(value)) if fits(value) else None
            rational = {"kind": "rational", "exact": exact, "decimal": _decimal(value)}
            return rational if exact is not None else rational | {"factored": spell(written(value))}
        case PowerProduct() | ClosedForm() if is_rational(value):
            factored = spell(written(value))
            return {"kind": "rational", "exact": None, "factored": factored, "decimal": _decimal(value)}
        case Decision(labels):
            is_unique = len(labels) == 1
            return {
                "kind": "label" if is_unique else "labels",
                "exact": labels[0] if is_unique else list(labels),
            }
        case Listed(groups):
            return {"kind": "set", "exact": [list(group) for group in groups]}
        case roots.Points(parts, kind) if kind != "points":
            listed = [value_entry(part) for part in parts]
            ends = _values_under("exact", listed) | _values_under("decimal", listed)
            pairs = {
                key: list(zip(values[::2], values[1::2], strict=True)) for key, values in ends.items()
            }
            return {"kind": "intervals"} | pairs | {"closed": _closed(kind)}
        case matrices.Vector(parts) | roots.Points(parts):
            listed = [value_entry(part) for part in parts]
            return (
                {"kind": "vector"} | _values_under("exact", listed) | _values_under("decimal", listed)
            )
        case matrices.Matrix(rows):
            table = [[value_entry(part) for part in row] for row in rows]
            entries: list[list[Any]] = [[entry["exact"] for entry in row] for row in table]
            decimal = [[entry["decimal"] for entry in row] for row in table]
            return {"kind": "matrix", "exact": entries, "decimal": decimal}
        case roots.Everywhere():
            return {"kind": "everywhere", "exact": "everywhere"}
        case roots.Equation():
            return {"kind": "equation", "exact": spell(written(value))}
        case Undefined():
            return {"kind": "undefined", "exact": None}
        case Infinite(sign):
            return {"kind": "infinite", "exact": "infinity" if sign > 0 else "-infinity"}
        case _:
            return {"kind": "closed", "exact": spell(written(value)), "decimal": _decimal(value)}


def _closed(kind: str) -> bool | list[list[bool]]:
    """Return whether intervals include their ends: one bool, or one for each end where they differ."""
    if kind in ("open", "closed"):
        return kind == "closed"
    return [[left == "[", right == "]"] for left, right in zip(kind[::2], kind[1::2], strict=True)]


def _values_under(key: str, values: list[dict[str, Any]]) -> dict[str, Any]:
    """Return the entries that several values have under a key, as a list under the same key."""
    return {key: [value.get(key) for value in values]}


def _decimal(value: Any) -> str | None:
    """Return twenty digits; None for a number so large or small that they are out of reach."""
    try:
        return str(rounded(value, _DIGITS).shortest())
    except Unsupported:
        return None
