"""The probability of a region, written out as its distribution states it."""

from __future__ import annotations

from fractions import Fraction

from exactnb.core.arithmetic import values
from exactnb.core.arithmetic.values import Number, Undefined
from exactnb.core.expression import nodes
from exactnb.core.expression.array_nodes import ExactValue, Within
from exactnb.core.expression.array_values import combined_region
from exactnb.core.expression.evaluate import evaluate
from exactnb.core.expression.results import NoNumber
from exactnb.core.expression.written import number, written

_TERMS = 8  # of a sum of probabilities of counts, and of areas
_NOTHING = (nodes.Integer(0), -nodes.Integer(0))


def expand_probability(node: Within) -> nodes.Expression | None:
    """Return how the probability of regions is worked out; None where that would be long.

    All parts of the node are numbers.
    """
    parts = [evaluate(part) for part in node.children]
    if any(isinstance(part, Undefined) for part in parts):
        return None
    terms: list[nodes.Expression] = []
    region = combined_region(node, parts)
    for interval_terms in node.distribution.terms(region, node.parameters, _written):
        nonzero = [term for term in interval_terms if term not in _NOTHING]
        if len(terms) > _TERMS or any(map(_is_long, nonzero)):
            return None
        terms += sorted(nonzero, key=lambda term: isinstance(term, nodes.Negative))
    return nodes.replace(nodes.Sum.of(terms), _without_roots)


def _written(place: Number) -> nodes.Expression:
    return number(place) if isinstance(place, Fraction) else written(place)


def _is_long(term: nodes.Expression) -> bool:
    """Say whether a sum in a term has many terms, or a value by itself, which is never printed."""
    return any(
        isinstance(part, ExactValue) or (isinstance(part, nodes.Sum) and len(part.terms) > _TERMS)
        for part in term.walk()
    )


def _without_roots(part: nodes.Expression) -> nodes.Expression | None:
    """Return what is divided by the root of a square as divided by its base, and by nothing for 1."""
    match part:
        case nodes.Quotient(dividend, nodes.Function("sqrt", square)):
            value = evaluate(square)
            root = None if isinstance(value, NoNumber) else values.power(value, Fraction(1, 2))
            if isinstance(root, Fraction):
                return dividend if root == 1 else dividend / number(root)
    return None
