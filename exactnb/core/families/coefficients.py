"""Powers, and in how many orders the same can come: the multinomial coefficient, the binomial one."""

from __future__ import annotations

from collections.abc import Mapping

from exactnb.core.expression.nodes import Expression, Integer, Product, factorial


def coefficient(bag: Mapping[str, int]) -> list[Expression]:
    """Return n!/∏x! as a list of one factor, or of none for a text without words.

    >>> from exactnb.core.expression.spell import spell
    >>> [spell(factor) for factor in coefficient({"a": 4, "b": 3, "c": 1})]
    ['8! / (4! * 3! * 1!)']
    """
    counts = [times for times in bag.values() if times]
    if not counts:
        return []
    return [factorial(sum(counts)) / Product.of(map(factorial, counts))]


def binomial(total: int, chosen: int) -> tuple[Expression, ...]:
    """Return n!/(k!·(n − k)!) as a tuple of one factor, or of none where it is 1.

    >>> from exactnb.core.expression.spell import spell
    >>> [spell(factor) for factor in binomial(6, 4)]
    ['6! / (4! * 2!)']
    """
    if chosen in (0, total):
        return ()
    return (factorial(total) / (factorial(chosen) * factorial(total - chosen)),)


def power(base: Expression, exponent: int) -> Expression:
    """Return a power as people write it: 1 for none, the base alone for one factor."""
    if exponent < 2:
        return base if exponent else Integer(1)
    return base**exponent
