"""Exact values by themselves, as a person writes them: in text, in Markdown, in LaTeX."""

from __future__ import annotations

from exactnb.core.expression.nodes import Expression
from exactnb.core.expression.results import Value, settled
from exactnb.core.expression.written import written
from exactnb.core.naming.notation import Notation, Style
from exactnb.explain.rendering.formulas.marks import TextMarks

_PLAIN = Notation(Style("plain", "", {}))


def text(value: Value) -> str:
    """Return a value in a line.

    >>> from exactnb.core.arithmetic.power_product import PowerProduct
    >>> text(PowerProduct.of(2))
    '2'
    """
    return TextMarks(_PLAIN).write(_expression(value))


def markdown(value: Value) -> str:
    """Return a value as a displayed formula."""
    from exactnb.explain.rendering.formulas.markdown_math import MarkdownMath

    return f"$$\n{MarkdownMath(_PLAIN).write(_expression(value))}\n$$"


def latex(value: Value) -> str:
    """Return a value as a displayed formula."""
    from exactnb.explain.rendering.formulas.latex_math import LuaMath

    return rf"$\displaystyle {LuaMath(_PLAIN).write(_expression(value))}$"


def _expression(value: Value) -> Expression:
    return written(settled(value))
