"""Tables of cases whose worths are closed forms or decimals, as text.

A worth may also be a product with roots and powers of e ("2/3 * √(1/3) * e^(-11/8) * 1/√π"), the
logarithm of one ("log 2 * e^(1/2)"), or rounded half up to the digits that are there ("≈ 0.0340").
"""

from __future__ import annotations

import re
from decimal import Decimal
from fractions import Fraction

from mpmath.ctx_mp import MPContext
from tables_of_values import Worth, fraction, worth

from exactnb import ExactnbError, Problem, solve
from exactnb.core.arithmetic.power_product import PowerProduct
from exactnb.core.arithmetic.rounding import Rounding, rounded
from exactnb.core.arithmetic.values import logarithm
from exactnb.core.expression.results import Value, are_equal

__all__ = ["MP", "closed", "digits", "wrong"]

F = Fraction
MP = MPContext()
MP.dps = 60


def closed(text: str) -> PowerProduct:
    """Return a product of fractions, of roots and of powers of e and of π."""
    value = PowerProduct()
    for factor in text.split(" * "):
        if factor == "1/√π":
            value *= PowerProduct(root_pi=-1)
        elif factor == "1/π":
            value *= PowerProduct(root_pi=-2)
        elif factor.startswith("e^("):
            value *= PowerProduct.exp(F(factor[3:-1]))
        elif factor.startswith("√("):
            value *= PowerProduct.of(F(factor[2:-1])) ** F(1, 2)
        else:
            value *= PowerProduct.of(fraction(factor))
    return value


def digits(value: object, figures: int = 30) -> str:
    """Return the worth of a number of mpmath, rounded to 30 digits or fewer."""
    return f"≈ {MP.nstr(value, figures, strip_zeros=False)}"


def is_worth(name: str, value: Value | bool, text: str) -> bool:
    """Say whether a value is what a table of cases says."""
    if text.startswith("≈ "):
        shown = Decimal(text[2:])
        told = rounded(value, Rounding(figures=len(shown.as_tuple().digits)))  # type: ignore[arg-type]
        return Decimal(str(told)) == shown
    if isinstance(value, bool) or text in ("true", "false"):
        return value is worth(name, text)
    if re.search("[√e]", text) is None or name.startswith("argmax") or text == "undefined":
        return are_equal(value, worth(name, text))  # type: ignore[arg-type]
    if text.startswith("log "):
        return are_equal(value, logarithm(closed(text[4:])))
    return are_equal(value, closed(text))


def wrong(problem: str, expected: Worth) -> dict[str, str]:
    """Return what is not worth what a table says, by its name, with the value it has."""
    solution = solve(Problem.from_text(problem))
    found: dict[str, str] = {}
    for name, text in expected.items():
        try:
            value = solution[name]
        except ExactnbError as error:
            found[name] = f"refused: {error}"
            continue
        if not is_worth(name, value, text):
            found[name] = f"{value}, not {text}"
    return found
