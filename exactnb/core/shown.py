"""How everything that a user holds shows itself in notebooks, in Jupyter and in marimo, and in SymPy.

How to read: what shows itself derives from `Shown` and says in `_looks_` what there is besides its
text; exact values derive from `Written`, whose text is what a person writes.
"""

from __future__ import annotations

import re
import sys
from contextlib import suppress
from importlib import import_module
from typing import Any

from exactnb.errors import ExactnbError, printable, shortened

_SYMBOLIC = "exactnb.core.expression.symbolic"  # loaded where SymPy is handed a value
_VALUES = "exactnb.explain.rendering.formulas.values"  # loaded where a value shows itself


class Shown:
    """Show itself as Markdown, as LaTeX where there are formulas, and as text.

    There is no HTML: an untrusted notebook strips MathML from it.
    """

    __slots__ = ()

    def _looks_(self) -> dict[str, str]:
        """Return what is shown by its kind, markdown or latex: here, the text as it stands."""
        return {"markdown": escaped_block(str(self))}

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        """Return what Jupyter chooses from."""
        looks = {f"text/{kind}": text for kind, text in self._looks_().items()}
        return {**looks, "text/plain": str(self)}

    def _mime_(self) -> tuple[str, str]:
        """Return what marimo shows: its page takes text/markdown that its own `md` has read."""
        markdown, marimo = self._looks_()["markdown"], sys.modules.get("marimo")
        if marimo is None:
            return ("text/markdown", markdown)
        read: tuple[str, str] = marimo.md(markdown)._mime_()
        return read


class Symbolic:
    """Become SymPy's object wherever SymPy is handed this one: `sympify(value)`, `x + value`."""

    __slots__ = ()

    def _sympy_(self) -> Any:
        return import_module(_SYMBOLIC).to_sympy(self)


class Written(Shown, Symbolic):
    """Be an exact value that is written as a person writes it: 3/2 × exp(−3/32)."""

    __slots__ = ()

    def __str__(self) -> str:
        return str(_values().text(self))

    def _looks_(self) -> dict[str, str]:
        markdown, latex = _values().markdown(self), _values().latex(self)
        return {"markdown": markdown, "latex": latex}


class Numeric(Written):
    """Be an exact number that is no fraction: √2, exp(−3/32), a quotient of sums of such."""

    __slots__ = ()

    def __repr__(self) -> str:
        decimal = ""
        with suppress(ExactnbError):  # no digit of it may be known
            decimal = f" ≈ {self.decimal(6)}"
        return f"<{type(self).__name__} {shortened(str(self))}{decimal}>"

    def __float__(self) -> float:
        """Return the double next to the exact value.

        >>> from exactnb.core.arithmetic.power_product import PowerProduct
        >>> float(PowerProduct.exp(-1))
        0.36787944117144233
        """
        return float(_values().double(self))

    def decimal(self, digits: int = 20) -> str:
        """Return the value as a decimal, correctly rounded to so many significant digits.

        >>> from exactnb.core.arithmetic.power_product import PowerProduct
        >>> PowerProduct.exp(-1).decimal(4)
        '0.3679'
        """
        return str(_values().decimal(self, digits))

    def latex(self) -> str:
        r"""Return the value as a formula in LaTeX, without the dollars around it.

        >>> from exactnb.core.arithmetic.power_product import PowerProduct
        >>> print(PowerProduct.exp(-1).latex())
        \exp (-1)
        """
        return str(_values().latex_formula(self))


def escaped_block(text: str) -> str:
    r"""Return `text` as a block of Markdown in which no character has a meaning of its own.

    >>> print(escaped_block("a *b*"))
    ```text
    a *b*
    ```
    """
    fence = "`" * max(3, 1 + max(map(len, re.findall("`+", text)), default=0))
    return "\n".join([f"{fence}text", *map(printable, text.splitlines()), fence])


def _values() -> Any:
    return import_module(_VALUES)
