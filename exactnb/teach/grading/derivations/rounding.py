"""Decimals in lines of a derivation: 8/13 = 0.615 says that 8/13 is that, rounded."""

from __future__ import annotations

import re
from fractions import Fraction

from exactnb.core.expression import nodes
from exactnb.core.expression.nodes import Expression
from exactnb.core.expression.written import literal

_DECIMAL = re.compile(r"(\d*\.(\d+))(?:\s*\\?(%))?")


def rounding_indicator(text: str, left: Expression, right: Expression) -> Expression | None:
    """Return what is 1 where `left` is as near to the decimal `right` as rounding lets it be.

    A decimal stands for what is at most half a unit of its last digit away; `right` may be a sum of
    several. `text` is the line, which has the digits: 0.50 is nearer to a half than 0.5. None where
    there is no decimal, or what is none.

    >>> print(rounding_indicator("p = 0.62", nodes.Symbol("p"), literal(Fraction("0.62"))))
    [abs(p - 31/50) <= 1/200]
    """
    if isinstance(right, nodes.Negative):
        left, right = -left, right.term  # −log 9 = −2.20
    terms = right.terms if isinstance(right, nodes.Sum) else (right,)
    units = [
        _half_unit(text, each.term if isinstance(each, nodes.Negative) else each) for each in terms
    ]
    known = [unit for unit in units if unit is not None]
    if len(known) < len(terms):
        return None
    return nodes.AtMost(nodes.Function("abs", left - right), literal(sum(known, Fraction(0))))


def _half_unit(text: str, decimal: Expression) -> Fraction | None:
    """Return half a unit of the last digit of a `decimal` in `text`, None of what is none."""
    for match in _DECIMAL.finditer(text):
        of = Fraction(1, 100 if match[3] else 1)  # 15.4 % has three digits
        if literal(of * Fraction(match[1])) == decimal:
            return of * Fraction(1, 2 * 10 ** len(match[2]))
    return None
