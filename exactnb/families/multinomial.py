"""Multinomial: the words of a text are drawn one by one, each from the same distribution.

Source: A. McCallum and K. Nigam, "A comparison of event models for naive Bayes text
classification", AAAI-98 workshop, section 2.2 (the multinomial event model).
"""

from __future__ import annotations

from collections.abc import Mapping

from exactnb.conventions import Conventions
from exactnb.expression.names import Item
from exactnb.expression.nodes import Expression, Factorial, Integer, Power, Product, Quotient
from exactnb.families.base import Bag, BagFamily, Observation, probability

__all__ = ["FAMILY", "Multinomial", "coefficient"]


class Multinomial(BagFamily):
    """A text as a bag of words, with θ = P(word | class)."""

    name = "multinomial"
    title = "Multinomial"
    reason = "naive Bayes"

    def check(self, bag: Bag, conventions: Conventions) -> None:
        """Accept any words and any conventions."""

    def factors(
        self, bag: Bag, seen: Observation, label: Item, model: str, conventions: Conventions
    ) -> tuple[Expression, ...]:
        """Return θ of each word, to the power of how often it stands in the text.

        A text that is a count vector has n!/∏x! before it.
        """
        out: list[Expression] = []
        for words in seen.bags:
            if conventions.coefficient:
                out += coefficient(words)
            for word, times in words.items():
                theta = probability((bag.item(word),), (label,), model)
                out.append(theta if times == 1 else Power(theta, Integer(times)))
        out += (probability((bag.item(word),), (label,), model) for word in seen.draws)
        return tuple(out)


def coefficient(words: Mapping[str, int]) -> list[Expression]:
    """Return n!/∏x! as a list of one factor, or of none for a text without words.

    >>> from exactnb.expression.spell import spell
    >>> [spell(factor) for factor in coefficient({"a": 4, "b": 3, "c": 1})]
    ['8! / (4! * 3! * 1!)']
    """
    counts = [times for times in words.values() if times]
    if not counts:
        return []
    below = [Factorial(Integer(times)) for times in counts]
    rest: Expression = below[0] if len(below) == 1 else Product(tuple(below))
    return [Quotient(Factorial(Integer(sum(counts))), rest)]


FAMILY = Multinomial()
