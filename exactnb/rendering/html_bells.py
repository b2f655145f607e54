"""What the picture of one column of numbers shows, taken from the values of a solution."""

from __future__ import annotations

from fractions import Fraction

from exactnb.arithmetic.rounding import Rounding, rounded
from exactnb.arithmetic.values import Infinite, Undefined, limit
from exactnb.derivation import Data
from exactnb.errors import ExactnbError
from exactnb.expression.results import NoNumber
from exactnb.model.quantities import Quantities
from exactnb.naming.names import QuantityName
from exactnb.naming.notation import Notation
from exactnb.rendering.html_densities import Bell, picture
from exactnb.rendering.html_text import element

_DIGITS = Rounding(figures=9)  # more than can be seen
_MOST = 4  # classes of a picture, and queries


def bells(quantities: Quantities, notation: Notation, data: Data, model: str) -> str:
    """Return the picture of a single column that is normally distributed in each class, or nothing."""
    if len(data.columns) != 1 or (model, data.columns[0]) not in notation.densities:
        return ""
    known = _numbers(quantities, model)
    column, found = data.columns[0], []
    labels = [of for head, columns, of in known if head == "P" and not columns]
    for label in labels:
        variance = known.get(("variance", (column,), label), known.get(("variance", (column,), "")))
        mean, prior = known.get(("mean", (column,), label)), known[("P", (), label)]
        if mean is None or variance is None or variance <= 0:
            return ""
        rows = (row.cells[0] for row in data.rows if row.label == label)
        seen = tuple(x for x in map(_read, rows) if x is not None)
        found.append(Bell(label, prior, mean, variance, seen))
    if not 1 < len(found) <= _MOST or len(found) != len({row.label for row in data.rows}):
        return ""
    asked = [(row.id, x) for row in data.queries if (x := _read(row.cells[0])) is not None]
    try:
        drawn = picture(column, found, asked[:_MOST])
    except (OverflowError, ZeroDivisionError):  # too far apart for machine numbers, or no height
        return ""
    if not drawn:
        return ""
    marked = "; ▲ what is asked about" if asked else ""
    said = f"Prior times density of each class; dashed lines where the decision changes{marked}."
    return f"{drawn}\n{element('p', said, class_='key')}"


def _numbers(quantities: Quantities, model: str) -> dict[tuple[str, tuple[str, ...], str], float]:
    """Return priors, means and variances of a model by their heads, columns and class."""
    out = {}
    for name in quantities:
        if name.model != model or name.head not in ("P", "mean", "variance") or name.wrappers:
            continue
        columns = tuple(item.variable for item in name.before if item.kind == "column")
        label = next((i.value for i in (*name.before, *name.right) if i.kind == "class"), "")
        if name.head == "P" and (name.right or len(name.before) != 1 or not label):
            continue
        value = _value(quantities, name)
        if value is not None:
            out[name.head, columns, label] = value
    return out


def _value(quantities: Quantities, name: QuantityName) -> float | None:
    """Return a value for a picture; None for one that no place in it stands for."""
    value = quantities.value(name)
    number = None if isinstance(value, NoNumber) else limit(value)
    if number is None or isinstance(number, Undefined | Infinite):
        return None
    try:
        return float(number if isinstance(number, Fraction) else rounded(number, _DIGITS).value)
    except (ExactnbError, OverflowError):
        return None


def _read(cell: str) -> float | None:
    """Return a cell as a number for a picture, if it is a plain one."""
    try:
        return float(Fraction(cell))
    except (ValueError, ZeroDivisionError, OverflowError):
        return None
