"""In how many orders the same can come: the multinomial coefficient, and the binomial one."""

from __future__ import annotations

from collections.abc import Mapping

from exactnb.core.expression.nodes import Expression, Factorial, Integer, Product, Quotient


def coefficient(words: Mapping[str, int]) -> list[Expression]:
    """Return n!/∏x! as a list of one factor, or of none for a text without words.

    >>> from exactnb.core.expression.spell import spell
    >>> [spell(factor) for factor in coefficient({"a": 4, "b": 3, "c": 1})]
    ['8! / (4! * 3! * 1!)']
    """
    counts = [times for times in words.values() if times]
    if not counts:
        return []
    below = [Factorial(Integer(times)) for times in counts]
    rest: Expression = below[0] if len(below) == 1 else Product(tuple(below))
    return [Quotient(Factorial(Integer(sum(counts))), rest)]


def binomial(total: int, chosen: int) -> tuple[Expression, ...]:
    """Return n!/(k!·(n − k)!) as a tuple of one factor, or of none where it is 1.

    >>> from exactnb.core.expression.spell import spell
    >>> [spell(factor) for factor in binomial(6, 4)]
    ['6! / (4! * 2!)']
    """
    if chosen in (0, total):
        return ()
    below = Product((Factorial(Integer(chosen)), Factorial(Integer(total - chosen))))
    return (Quotient(Factorial(Integer(total)), below),)
