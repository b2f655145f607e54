"""A density of SymPy's as text: an expression in x, or a random variable of `sympy.stats`.

SymPy prints it, and the bounded reader reads what it prints: nothing of SymPy's stays in the family.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import sympy
from sympy.printing.str import StrPrinter

from exactnb.core.families.declared.specification import VARIABLE
from exactnb.errors import InputError, listing, quoted

_NAMED = {
    sympy.S.Naturals0: "x in {0, 1, ...}",
    sympy.S.Naturals: "x in {1, 2, ...}",
    sympy.S.Reals: "x real",
}


def as_texts(
    density: Any,
    support: str | None,
    parameters: Mapping[str, str] | None,
    constants: Mapping[str, str] | None,
) -> dict[str, object]:
    """Return the keys of a family that `density` is: its formula, its support and its letters.

    >>> from sympy import exp, symbols
    >>> x, s = symbols("x s", positive=True)
    >>> texts = as_texts(x / s**2 * exp(-(x**2) / (2 * s**2)), "x > 0", None, None)
    >>> texts["density"], texts["parameters"]
    ('x*exp(-x**2/(2*s**2))/s**2', {'s': 's > 0'})

    Raises InputError for what is no density of one number, and where it has to be said which letter is
    estimated.
    """
    x = sympy.Symbol(VARIABLE)
    is_density = True
    if hasattr(density, "pspace"):
        from sympy.stats import density as density_of

        is_density = bool(density.pspace.is_Continuous)
        support = support or _support_text(density.pspace.distribution.set, open_ends=is_density)
        density = density_of(density)(x)
    if not isinstance(density, sympy.Expr):
        what = "expected an expression of SymPy in x, or a random variable of sympy.stats"
        raise InputError(f"{what}; got {quoted(density)}")
    if isinstance(density, sympy.Piecewise):
        density = density.args[0].expr
    if support is None:
        raise InputError('say what x may be, as in "x > 0"', at="support")
    symbols = {symbol.name: symbol for symbol in density.free_symbols}
    symbols.pop(VARIABLE, None)
    letters = [name for name in symbols if name not in (constants or {})]
    if parameters is None and len(letters) != 1:
        what = "say which letter is estimated, as in {'s': 's > 0'}"
        raise InputError(f"{what}; it has {listing(sorted(letters)) or 'none'}", at="parameters")
    parameters = parameters or {letters[0]: _range_text(symbols[letters[0]])}
    ranges = {name: _range_text(symbol) for name, symbol in symbols.items() if name not in parameters}
    form = "density" if is_density and "{" not in support else "mass"
    texts: dict[str, object] = {form: _Printer().doprint(density), "support": support}
    return {**texts, "parameters": dict(parameters), "constants": {**ranges, **(constants or {})}}


def _range_text(symbol: Any) -> str:
    """Return what SymPy knows of a symbol, as a range."""
    name = symbol.name
    if symbol.is_integer and symbol.is_nonnegative:
        return f"{name} in {{{int(bool(symbol.is_positive))}, ...}}"
    if symbol.is_positive:
        return f"{name} > 0"
    return f"{name} >= 0" if symbol.is_nonnegative else f"{name} real"


def _support_text(domain: Any, *, open_ends: bool) -> str | None:
    """Return a set of SymPy's as a range; None for one that has to be said."""
    if not isinstance(domain, sympy.Set):
        return None
    if domain in _NAMED:
        return _NAMED[domain]
    if not isinstance(domain, sympy.Interval) or not open_ends:
        return None
    low, high = domain.start, domain.end
    left = "" if low == -sympy.oo else f"{_Printer().doprint(low)} < "
    right = "" if high == sympy.oo else f" < {_Printer().doprint(high)}"
    return f"{left}{VARIABLE}{right}"


class _Printer(StrPrinter):  # type: ignore[misc]
    """SymPy's own text, with the names that formulas have here."""

    def _print_gamma(self, part: Any) -> str:
        return f"Gamma({self._print(part.args[0])})"

    def _print_factorial(self, part: Any) -> str:
        return f"({self._print(part.args[0])})!"

    def _print_binomial(self, part: Any) -> str:
        return f"C({self._print(part.args[0])}, {self._print(part.args[1])})"

    def _print_beta(self, part: Any) -> str:
        first, second = part.args
        return (
            f"({self._print(sympy.gamma(first) * sympy.gamma(second) / sympy.gamma(first + second))})"
        )

    def _print_Exp1(self, part: Any) -> str:
        return "e"
