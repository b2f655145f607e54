"""Decimals in lines of a derivation: 8/13 = 0.615 says that 8/13 is that, rounded."""

from __future__ import annotations

import re
from fractions import Fraction

from exactnb.core.expression import nodes
from exactnb.core.expression.nodes import Expression
from exactnb.core.expression.written import literal

_DECIMAL = re.compile(r"(\d*\.(\d+))(?:\s*\\?(%))?")


def rounding_indicator(text: str, left: Expression, right: Expression) -> Expression | None:
    """Return what is 1 where `left` is at most half a unit of the last digit of the decimal `right`.

    `text` is the line, which has its digits: 0.50 is nearer to a half than 0.5. None where `right` is
    no decimal.

    >>> print(rounding_indicator("p = 0.62", nodes.Symbol("p"), literal(Fraction("0.62"))))
    [abs(p - 31/50) <= 1/200]
    """
    if isinstance(right, nodes.Negative):
        left, right = -left, right.term  # −log 9 = −2.20
    for match in _DECIMAL.finditer(text):
        of = Fraction(1, 100 if match[3] else 1)  # 15.4 % has three digits
        if literal(of * Fraction(match[1])) == right:
            distance = nodes.Function("abs", left - right)
            return nodes.AtMost(distance, literal(of / (2 * 10 ** len(match[2]))))
    return None
