"""Dirichlet-multinomial: θ is not estimated but integrated out, so each word drawn counts for the next.

Source: T. Minka, "Estimating a Dirichlet distribution" (2000), section 3 (the Pólya distribution).
"""

from __future__ import annotations

from fractions import Fraction

from exactnb.core.conventions import Add, Conventions
from exactnb.core.expression.nodes import Expression, Integer, Product, Rising
from exactnb.core.expression.written import literal
from exactnb.core.families.base import (
    Bag,
    Observation,
    WordFamily,
    coefficient,
    count_reference,
    probability,
    tokens_reference,
)
from exactnb.core.families.of_words.multinomial import FAMILY as MULTINOMIAL
from exactnb.core.families.protocol import Misconception
from exactnb.core.naming.names import Item
from exactnb.errors import InputError

_LISTED_DRAWS = 200  # draws of a text whose factors all stand there
_ENDS = 3  # factors in a row that need no dots


class DirichletMultinomial(WordFamily):
    """A text as draws from an urn: after a word is drawn, it counts once more."""

    name = "dirichlet-multinomial"
    title = "Dirichlet-multinomial"
    formula = "draws from an urn: θ integrated out"
    reason = "θ integrated out"
    has_independent_draws = False
    misconceptions = (
        Misconception("estimates-plugged-in", "θ estimated and put in, not integrated out",
            "Does a word that was drawn change how likely it is to be drawn again?",
            {"text": lambda text: text.factors(MULTINOMIAL)}),
    )  # fmt: skip

    def check(self, bag: Bag, conventions: Conventions) -> None:
        """Raise InputError unless the smoothing adds numbers to the counts: those of the Dirichlet."""
        rule = conventions.smoothing
        if not isinstance(rule, Add) or rule.cells is not None:
            raise InputError("dirichlet-multinomial needs numbers to add to the counts", at="smoothing")

    def factors(
        self, bag: Bag, observation: Observation, label: Item, model: str, conventions: Conventions
    ) -> tuple[Expression, ...]:
        """Return (c + α)(c + α + 1)... of each word over (n + Σα)(n + Σα + 1)... of them all."""
        rule = conventions.smoothing
        assert isinstance(rule, Add)
        times_by_word = {word: times for word, times in observation.words().items() if times}
        factors: list[Expression] = []
        if conventions.coefficient:
            factors += (factor for text in observation.bags for factor in coefficient(text))
        total = sum(times_by_word.values())
        if total == 0:
            return tuple(factors)
        if total == 1:
            (word,) = times_by_word
            return (*factors, probability((bag.item(word),), (label,), model))
        pseudocounts, size = rule.pseudocounts, len(bag.words)
        numerator: list[Expression] = []
        for word, times in times_by_word.items():
            alpha = (
                Fraction(1, size)
                if pseudocounts is None
                else pseudocounts.number_for(word, label.value)
            )
            count = count_reference(bag.item(word), label)
            numerator += _rising_factorial(count, alpha, times, is_long=total > _LISTED_DRAWS)
        everything = Fraction(1) if pseudocounts is None else pseudocounts.total(bag.words, label.value)
        tokens = tokens_reference(label)
        denominator = _rising_factorial(tokens, everything, total, is_long=total > _LISTED_DRAWS)
        return (*factors, Product.of(numerator) / Product.of(denominator))


def _rising_factorial(
    count: Expression, added: Fraction, times: int, *, is_long: bool
) -> list[Expression]:
    """Return (c + α)(c + α + 1)..., in a long text with dots for what is between the ends."""
    if is_long and times > _ENDS:
        return [Rising(_plus(count, added), _plus(count, added + times - 1))]
    return [_plus(count, added + step) for step in range(times)]


def _plus(count: Expression, added: Fraction) -> Expression:
    number = literal(added)
    return count if number == Integer(0) else count + number


FAMILY = DirichletMultinomial()
