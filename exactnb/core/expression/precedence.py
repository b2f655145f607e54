"""The one table of precedences, and where a long formula may be broken. Every printer asks them.

`breakable_parts` says what the outermost places of a tree are, for printers that measure each part by
itself. A printer that writes on one line marks every place while it walks the tree, with a sign that
stands for the blank and says how many brackets are around it; a row then ends where these are fewest.
"""

from __future__ import annotations

import re

from exactnb.core.arithmetic.roots import brackets_of
from exactnb.core.expression import nodes
from exactnb.core.record import frozen

SUM, PRODUCT, QUOTIENT, POWER, ATOM = range(5)

_INLINE = {
    **dict.fromkeys((nodes.Sum, nodes.Negative, nodes.Equal), SUM),
    **dict.fromkeys((nodes.Product, nodes.IndexedProduct, nodes.Rising, nodes.QuadraticForm), PRODUCT),
    **dict.fromkeys((nodes.Series, nodes.Derivative, nodes.Extremum, nodes.Integral), PRODUCT),
    nodes.Quotient: QUOTIENT,
    **dict.fromkeys((nodes.Power, nodes.Factorial, nodes.Percent, nodes.Inverse), POWER),
}
_STACKED = _INLINE | {nodes.Quotient: POWER}  # a fraction bar groups by itself, but not as a base

PLACE = "\ue000"
"""A blank at which a row may end, outside of all brackets.

The signs that follow it are for places inside of one, two and more brackets. They are of the private
use area: labels are printed without such signs, and templates of notations may not hold any.
"""

_DEPTHS = 256
_PLACES = "".join(chr(ord(PLACE) + depth) for depth in range(_DEPTHS))
_DEEPER = str.maketrans(_PLACES[:-1], _PLACES[1:])
_UNMARKED = str.maketrans(dict.fromkeys(_PLACES, " "))
_PLACE = re.compile(f"[{_PLACES}]")
_IN_NAME = re.compile(r"(?P<open>[(\[{])|(?P<close>[)\]}])|(?<=,) | (?=(?:[×*+−/≟<>=-]|\?=) )")


def precedence(expression: nodes.Expression, *, stacked: bool = False) -> int:
    """Return how tightly an expression holds together; less than what is needed means parentheses.

    `stacked` is for outputs that draw fractions with a bar.

    >>> half = nodes.Quotient(nodes.Integer(1), nodes.Integer(2))
    >>> precedence(half) < precedence(half, stacked=True)
    True
    """
    if isinstance(expression, nodes.Integer) and expression.value < 0:
        return SUM
    if isinstance(expression, nodes.Numeral) and expression.decimal.units < 0:
        return SUM
    if is_unbracketed(expression):
        return PRODUCT
    table = _STACKED if stacked else _INLINE
    return next((table[kind] for kind in type(expression).__mro__ if kind in table), ATOM)


def is_unbracketed(expression: nodes.Expression) -> bool:
    """Say whether the function `expression` has no parentheses, as log θ, but unlike Γ(θ).

    >>> [is_unbracketed(nodes.Function("log", part)) for part in (nodes.Symbol("θ"), nodes.Integer(2))]
    [True, False]
    """
    bracketed = ("Gamma", "abs", "digamma")
    if not isinstance(expression, nodes.Function) or expression.name in bracketed:
        return False
    return isinstance(expression.argument, nodes.Symbol | nodes.Call)


def absorbs_following(expression: nodes.Expression) -> bool:
    """Say whether the factor `expression` would take in what follows it, as a sum sign does."""
    if isinstance(expression, nodes.Product) and expression.factors:
        return absorbs_following(expression.factors[-1])
    return is_unbracketed(expression) or isinstance(
        expression, nodes.Series | nodes.Derivative | nodes.Extremum
    )


def is_scientific(part: nodes.Expression) -> bool:
    """Say whether the numeral `part` has a power of ten: 1.2 × 10⁻⁷, which is a product."""
    return isinstance(part, nodes.Numeral) and "e" in str(part.decimal)


@frozen(slots=True)
class RowPart:
    """A part of a formula that may begin a row, and the sign before it: × + − / , or ∪."""

    sign: str
    body: nodes.Expression


def breakable_parts(expression: nodes.Expression) -> tuple[RowPart, ...]:
    """Return what an expression may be broken into at its outermost signs; nothing for most kinds.

    The sign of the first part is written only where it is a minus.

    >>> from exactnb.core.expression.nodes import Integer
    >>> [part.sign for part in breakable_parts(nodes.Sum((Integer(1), nodes.Negative(Integer(2)))))]
    ['+', '−']
    """
    match expression:
        case nodes.Sum(terms):
            return tuple(
                RowPart("−", term.term) if isinstance(term, nodes.Negative) else RowPart("+", term)
                for term in terms
            )
        case nodes.Product(factors):
            return tuple(RowPart("×", factor) for factor in factors)
        case nodes.Quotient(numerator, denominator):
            return RowPart("", numerator), RowPart("/", denominator)
        case nodes.Equal(sides):
            return tuple(
                RowPart(",", nodes.Equal(pair)) for pair in zip(sides[::2], sides[1::2], strict=True)
            )
        case nodes.ArgMax(scores):
            return tuple(RowPart(",", score) for _, score in scores)
        case nodes.PointsNode(points, "points") | nodes.Listing(points):
            return tuple(RowPart(",", point) for point in points)
        case nodes.PointsNode(ends, kind):
            pairs = list(zip(ends[::2], ends[1::2], strict=True))
            brackets = brackets_of(kind, len(pairs))
            return tuple(
                RowPart("∪", nodes.PointsNode(pair, left + right))
                for pair, (left, right) in zip(pairs, brackets, strict=True)
            )
    return ()


def deeper_breaks(text: str) -> str:
    """Return text with its places inside of one more bracket."""
    return text.translate(_DEEPER)


def cut_outermost(text: str) -> list[str]:
    """Return `text` in pieces, cut at those of its places that the fewest brackets are around.

    >>> cut_outermost(f"a{PLACE}+ (b{deeper_breaks(PLACE)}− c)")[0]
    'a'
    """
    places = _PLACE.findall(text)
    return text.split(min(places)) if places else [text]


def breaks_as_blanks(text: str) -> str:
    """Return text with a blank at each of its places.

    >>> breaks_as_blanks(f"a{PLACE}+ b")
    'a + b'
    """
    return text.translate(_UNMARKED)


def mark_name_breaks(text: str, depth: int = 0) -> tuple[str, int]:
    """Mark the places in the fixed text of a name; say how many brackets are open behind it.

    A name is no tree: its places are behind commas and before signs. What a user has called something
    is not looked at, so that no label is broken at a sign of its own.

    >>> mark_name_breaks("P(a,")[1]
    1
    """
    marked, done = "", 0
    for match in _IN_NAME.finditer(text):
        depth += (match["open"] is not None) - (match["close"] is not None)
        if match[0] == " ":
            marked += text[done : match.start()] + _PLACES[max(depth, 0)]
            done = match.end()
    return marked + text[done:], depth
