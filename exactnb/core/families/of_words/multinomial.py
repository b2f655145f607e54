"""Multinomial: the words of a text are drawn one by one, each from the same distribution.

Source: A. McCallum and K. Nigam, "A comparison of event models for naive Bayes text
classification", AAAI-98 workshop, section 2.2 (the multinomial event model).
"""

from __future__ import annotations

from collections.abc import Iterator

from exactnb.core.conventions import Conventions
from exactnb.core.expression.nodes import Expression, Factorial, Integer
from exactnb.core.families.base import Bag, WordFamily, probability
from exactnb.core.families.block import SharesBlock
from exactnb.core.families.coefficients import coefficient
from exactnb.core.families.misconceptions import (
    EstimateContext,
    Misconception,
    MisconceptionFormula,
    smoothed,
    with_cells,
)
from exactnb.core.families.misconceptions_of_counting import with_tokens
from exactnb.core.families.observation import Observation
from exactnb.core.naming.names import Item, QuantityName

_TWO = Misconception(
    "two-for-vocabulary",
    "2 added to the denominator, not the size of the vocabulary",
    "λ is added for each word that was possible; how many words are that?",
)
_CLASS_VOCABULARY = Misconception(
    "vocabulary-of-the-class",
    "the number of words seen in the class, not the size of the whole vocabulary",
    "Which words are possible in a document of this class: only those that it has shown?",
)
_DOCUMENTS = Misconception(
    "documents-for-words",
    "divided by the documents of the class, not by its words",
    "Out of what is this a share: of the documents of a class, or of its words?",
)
_PRESENCE_IN_TRAINING = Misconception(
    "repeated-words-counted-once",
    "a word that is repeated in a document counted once",
    "How often does the word stand in the documents of the class, repetitions included?",
)
_PRESENCE_THROUGHOUT = Misconception(
    "repeated-words-counted-once-throughout",
    "repeated words counted once, in the total too",
    "How often does the word stand in the documents of the class, repetitions included?",
)
_PRESENCE_IN_QUERY = Misconception(
    "repeated-words-once-in-query",
    "a word that is repeated in the query taken once",
    "How often does each word stand in the query?",
)
_COEFFICIENT_MISSING = Misconception(
    "coefficient-missing",
    "the multinomial coefficient left out",
    "This is the probability of one order of the words; here a count vector is asked about.",
    is_convention=True,
)
_COEFFICIENT_ADDED = Misconception(
    "coefficient-added",
    "the multinomial coefficient put in",
    "This is the probability of a count vector; here the words come in one order.",
    is_convention=True,
)
_ARRANGEMENTS = Misconception(
    "arrangements-without-repeats",
    "n! put in without dividing by the factorials of the repeats",
    "In how many different orders can the words stand, if some of them are the same?",
)


class Multinomial(WordFamily):
    """A text as a bag of words, with θ = P(word | class)."""

    name = "multinomial"
    title = "Multinomial"
    formula = "∏ θʷ over the words, to the power of their counts"
    kernel = "words"
    in_sklearn = "MultinomialNB"
    reason = "naive Bayes"
    has_independent_draws = True
    is_usual = True

    def check(self, bag: Bag, conventions: Conventions) -> None:
        """Accept any words and any conventions."""

    def factors(
        self, bag: Bag, observation: Observation, label: Item, model: str, conventions: Conventions
    ) -> tuple[Expression, ...]:
        """Return θ of each word, to the power of how often it stands in the text.

        A text that is a count vector has n!/∏x! before it.
        """
        factors: list[Expression] = []
        for text in observation.bags:
            if conventions.coefficient:
                factors += coefficient(text)
            for word, times in text.items():
                theta = probability((bag.item(word),), (label,), model)
                factors.append(theta if times == 1 else theta**times)
        factors += (probability((bag.item(word),), (label,), model) for word in observation.draws)
        return tuple(factors)

    def misconceptions(
        self, block: SharesBlock, name: QuantityName, context: EstimateContext
    ) -> Iterator[MisconceptionFormula]:
        """Yield those of any estimate, and documents taken for words."""
        yield from super().misconceptions(block, name, context)
        share = block.estimated(name, context)
        inputs, vocabulary_size = share.inputs, len(share.inputs.values)
        for misconception, cells in ((_TWO, 2), (_CLASS_VOCABULARY, share.observed_words)):
            mistaken = with_cells(share, cells) if cells else None
            if mistaken is not None:
                yield misconception, mistaken
        yield from with_tokens(share)
        yield _DOCUMENTS, smoothed(share, inputs.hits, share.class_rows, vocabulary_size)
        if share.document_counts is not None:
            hits, trials = share.document_counts
            yield _PRESENCE_IN_TRAINING, smoothed(share, hits, inputs.trials, vocabulary_size)
            yield _PRESENCE_THROUGHOUT, smoothed(share, hits, trials, vocabulary_size)

    def factor_misconceptions(
        self, bag: Bag, observation: Observation, label: Item, model: str, conventions: Conventions
    ) -> Iterator[tuple[Misconception, tuple[Expression, ...]]]:
        """Yield what becomes of repeated words, and of the number of their arrangements."""
        counts = [text for text in observation.bags if len(text) < sum(text.values())]
        single_factors = tuple(
            probability((bag.item(word),), (label,), model)
            for text in (*observation.bags, dict.fromkeys(observation.draws, 1))
            for word in text
        )
        powers = self.factors(bag, observation, label, model, conventions)
        coefficients = [factor for text in observation.bags for factor in coefficient(text)]
        bare = powers[len(coefficients) :] if conventions.coefficient else powers
        if counts:
            yield _PRESENCE_IN_QUERY, single_factors
        if not coefficients:
            return
        if conventions.coefficient:
            yield _COEFFICIENT_MISSING, bare
        else:
            yield _COEFFICIENT_ADDED, (*coefficients, *bare)
        orders = (Factorial(Integer(sum(text.values()))) for text in observation.bags if text)
        yield _ARRANGEMENTS, (*orders, *bare)


FAMILY = Multinomial()
