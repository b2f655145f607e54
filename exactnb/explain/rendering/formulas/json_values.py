"""Values as entries of a JSON document: what kind of number one is, exactly and in decimals."""

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


def entry_of(value: Value) -> dict[str, Any]:
    """Return what kind of value it is, exactly and, of a number, in twenty digits.

    A number too long to print has no exact form, but its factors.

    >>> entry_of(Fraction(1, 2))
    {'kind': 'rational', 'exact': '1/2', 'decimal': '0.5'}
    """
    if isinstance(value, RationalInLambda):
        return entry_of(limit(value))
    match value:
        case bool():
            return {"kind": "boolean", "exact": value}
        case Fraction():
            exact = spell(written(value)) if fits(value) else None
            out = {"kind": "rational", "exact": exact, "decimal": _decimal(value)}
            return out if exact is not None else out | {"factored": spell(written(value))}
        case PowerProduct() | ClosedForm() if is_rational(value):
            factored = spell(written(value))
            return {"kind": "rational", "exact": None, "factored": factored, "decimal": _decimal(value)}
        case Decision(labels):
            one = len(labels) == 1
            return {"kind": "label" if one else "labels", "exact": labels[0] if one else list(labels)}
        case Listed(groups):
            return {"kind": "set", "exact": [list(group) for group in groups]}
        case roots.Points(parts, kind) if kind != "points":
            listed = [entry_of(part) for part in parts]
            ends = _each("exact", listed) | _each("decimal", listed)
            pairs = {key: list(zip(of[::2], of[1::2], strict=True)) for key, of in ends.items()}
            return {"kind": "intervals"} | pairs | {"closed": _closed(kind)}
        case matrices.Vector(parts) | roots.Points(parts):
            listed = [entry_of(part) for part in parts]
            return {"kind": "vector"} | _each("exact", listed) | _each("decimal", listed)
        case matrices.Matrix(rows):
            table = [[entry_of(part) for part in row] for row in rows]
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
    """Return whether the first left end belongs to its interval; of other kinds, of every end."""
    if kind in ("open", "closed"):
        return kind == "closed"
    return [[left == "[", right == "]"] for left, right in zip(kind[::2], kind[1::2], strict=True)]


def _each(key: str, values: list[dict[str, Any]]) -> dict[str, Any]:
    """Return what each of several values has under a key, as a list under it."""
    return {key: [value.get(key) for value in values]}


def _decimal(value: Any) -> str | None:
    """Return twenty digits; None for a number so far from 1 that they cannot be reached."""
    try:
        return str(rounded(value, _DIGITS).shortest())
    except Unsupported:
        return None
