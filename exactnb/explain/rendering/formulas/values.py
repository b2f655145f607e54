"""Exact values by themselves, in text, Markdown and LaTeX."""

from __future__ import annotations

from exactnb.core.expression.nodes import Expression
from exactnb.core.expression.results import Value, settled
from exactnb.core.expression.written import written
from exactnb.core.naming.notation import Notation, Style
from exactnb.explain.rendering.formulas.text_math import TextMath

_PLAIN = Notation(Style("plain", "", {}))


def text(value: Value) -> str:
    """Return `value` on one line.

    >>> from exactnb.core.arithmetic.power_product import PowerProduct
    >>> text(PowerProduct.of(2))
    '2'
    """
    return TextMath(_PLAIN).write(_expression(value))


def markdown(value: Value) -> str:
    """Return `value` as a displayed formula."""
    from exactnb.explain.rendering.formulas.markdown_math import MarkdownMath

    return f"$$\n{MarkdownMath(_PLAIN).write(_expression(value))}\n$$"


def latex(value: Value) -> str:
    """Return `value` as a displayed formula."""
    from exactnb.explain.rendering.formulas.latex_math import LuaMath

    return rf"$\displaystyle {LuaMath(_PLAIN).write(_expression(value))}$"


def _expression(value: Value) -> Expression:
    return written(settled(value))
