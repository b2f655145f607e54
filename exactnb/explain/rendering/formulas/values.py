"""Exact values by themselves: in text, Markdown and LaTeX, and as entries of a JSON document."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from exactnb.core.arithmetic import matrices, roots
from exactnb.core.arithmetic.closed_form import ClosedForm
from exactnb.core.arithmetic.germs import Germ
from exactnb.core.arithmetic.irrational import Finite
from exactnb.core.arithmetic.power_product import PowerProduct
from exactnb.core.arithmetic.rounding import Rounding, is_printable, rounded
from exactnb.core.arithmetic.values import Infinite, Undefined, is_rational, limit
from exactnb.core.expression.nodes import Expression
from exactnb.core.expression.results import Decision, Listed, NoNumber, Value, with_limits
from exactnb.core.expression.spell import spell
from exactnb.core.expression.written import written
from exactnb.core.naming.notation import Notation, Style
from exactnb.core.problem.choice import read_digits
from exactnb.errors import InputError, Unsupported
from exactnb.explain.rendering.formulas.text_math import TextMath

_PLAIN = Notation(Style("plain", "", {}))
_DIGITS = Rounding(figures=20)


def text(value: Value) -> str:
    """Return `value` on one line.

    >>> from exactnb.core.arithmetic.power_product import PowerProduct
    >>> text(PowerProduct.of(2))
    '2'
    """
    return TextMath(_PLAIN).write(_expression(value))


def markdown(value: Value) -> str:
    """Return `value` as a displayed formula."""
    from exactnb.explain.rendering.formats.markdown import MarkdownMath

    return f"$$\n{MarkdownMath(_PLAIN).write(_expression(value))}\n$$"


def latex(value: Value) -> str:
    """Return `value` as a displayed formula."""
    return rf"$\displaystyle {latex_formula(value)}$"


def latex_formula(value: Value) -> str:
    r"""Return `value` as a formula in LaTeX.

    >>> print(latex_formula(Fraction(1, 2)))
    \frac{1}{2}
    """
    from exactnb.explain.rendering.formulas.latex_math import LuaMath

    return LuaMath(_PLAIN).write(_expression(value))


def decimal(value: Value, digits: int) -> str:
    """Return a number, `value`, correctly rounded to so many significant `digits`.

    >>> decimal(Fraction(2, 3), 3)
    '0.667'

    Raises InputError for what is no finite number.
    """
    digits = read_digits(digits)
    settled_value = with_limits(value)
    if isinstance(settled_value, NoNumber | Infinite | Undefined | Germ):
        raise InputError(f"{text(value)} is no number with digits")
    return str(rounded(settled_value, Rounding(figures=digits)))


def double(value: Finite) -> float:
    """Return the double next to a number `value`.

    >>> double(Fraction(1, 3))
    0.3333333333333333
    """
    if isinstance(value, Fraction):
        return float(value)
    figures = 20
    while True:  # it ends: an irrational number is never half-way between two doubles
        near = rounded(value, Rounding(figures=figures))
        error = Fraction(1, 2) / Fraction(10) ** near.places
        low, high = float(near.value - error), float(near.value + error)
        if low == high:
            return low
        figures *= 2


def _expression(value: Value) -> Expression:
    return written(with_limits(value))


def value_entry(value: Value) -> dict[str, Any]:
    """Return the kind of `value`, its exact form and, for numbers, twenty digits.

    A number too long to print has a factored form instead of an exact one.

    >>> value_entry(Fraction(1, 2))
    {'kind': 'rational', 'exact': '1/2', 'decimal': '0.5'}
    """
    if isinstance(value, Germ):
        return value_entry(limit(value))
    match value:
        case bool():
            return {"kind": "boolean", "exact": value}
        case Fraction():
            exact = spell(written(value)) if is_printable(value) else None
            rational = {"kind": "rational", "exact": exact, "decimal": _decimal(value)}
            return rational if exact is not None else rational | {"factored": spell(written(value))}
        case PowerProduct() | ClosedForm() if is_rational(value):
            factored = spell(written(value))
            return {"kind": "rational", "exact": None, "factored": factored, "decimal": _decimal(value)}
        case Decision(labels):
            if len(labels) == 1:
                return {"kind": "label", "exact": labels[0]}
            return {"kind": "labels", "exact": list(labels)}
        case Listed(groups):
            return {"kind": "set", "exact": [list(group) for group in groups]}
        case roots.Points(parts, kind) if kind != "points":
            listed = [value_entry(part) for part in parts]
            entry: dict[str, Any] = {"kind": "intervals"}
            for key, ends in _exact_and_decimal(listed).items():
                entry[key] = list(zip(ends[::2], ends[1::2], strict=True))
            return entry | {"closed": _includes_ends(kind)}
        case matrices.Vector(parts) | roots.Points(parts):
            return {"kind": "vector"} | _exact_and_decimal([value_entry(part) for part in parts])
        case matrices.Matrix(rows):
            table = [_exact_and_decimal([value_entry(part) for part in row]) for row in rows]
            return {"kind": "matrix"} | {
                key: [row[key] for row in table] for key in ("exact", "decimal")
            }
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


def _includes_ends(kind: str) -> bool | list[list[bool]]:
    """Return whether intervals include their ends: one bool, or one for each end where they differ."""
    if kind in ("open", "closed"):
        return kind == "closed"
    return [[left == "[", right == "]"] for left, right in zip(kind[::2], kind[1::2], strict=True)]


def _exact_and_decimal(entries: list[dict[str, Any]]) -> dict[str, list[Any]]:
    """Return the exact forms and the decimals of several entries, each as a list."""
    return {key: [entry.get(key) for entry in entries] for key in ("exact", "decimal")}


def _decimal(value: Any) -> str | None:
    """Return twenty digits; None for a number so large or small that they are out of reach."""
    try:
        return str(rounded(value, _DIGITS).shortest())
    except Unsupported:
        return None
