"""Powers, and in how many orders the same can come: the multinomial coefficient, the binomial one."""

from __future__ import annotations

from collections.abc import Mapping

from exactnb.core.expression.nodes import Expression, Integer, Product, factorial


def coefficient(bag: Mapping[str, int]) -> list[Expression]:
    """Return n!/∏x! of the words in `bag`: one factor, or none for a text without words.

    >>> from exactnb.core.expression.spell import spell
    >>> [spell(factor) for factor in coefficient({"a": 4, "b": 3, "c": 1})]
    ['8! / (4! * 3! * 1!)']
    """
    counts = [times for times in bag.values() if times]
    if not counts:
        return []
    return [factorial(sum(counts)) / Product.of(map(factorial, counts))]


def binomial(total: int, chosen: int) -> tuple[Expression, ...]:
    """Return n!/(k!·(n − k)!), n = `total` and k = `chosen`: one factor, or none where it is 1.

    >>> from exactnb.core.expression.spell import spell
    >>> [spell(factor) for factor in binomial(6, 4)]
    ['6! / (4! * 2!)']
    """
    if chosen in (0, total):
        return ()
    return (factorial(total) / (factorial(chosen) * factorial(total - chosen)),)


def power(base: Expression, exponent: int) -> Expression:
    """Return a power as people write it: 1 for an `exponent` of 0, the base alone for 1."""
    if exponent < 2:
        return base if exponent else Integer(1)
    return base**exponent
