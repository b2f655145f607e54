"""Formulas as text, if they are written as people write them: nothing is a sum of one term."""

from __future__ import annotations

from exactnb.core.expression.nodes import Expression, Product, Sum
from exactnb.core.expression.spell import spell

__all__ = ["spelled"]


def spelled(formula: Expression) -> str:
    """Return a formula as text; no sum or product in it has a single part, which text would hide.

    >>> from exactnb.core.expression.nodes import Integer
    >>> spelled(Sum((Integer(1), Integer(2))))
    '1 + 2'
    """
    waiting = [formula]
    while waiting:
        part = waiting.pop()
        waiting += part.children
        assert not isinstance(part, Sum | Product) or len(part.children) > 1, spell(formula)
    return spell(formula)
