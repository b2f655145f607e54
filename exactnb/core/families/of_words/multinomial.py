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
    Beside,
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
_OF_CLASS = Misconception(
    "vocabulary-of-the-class",
    "the number of words seen in the class, not the size of the whole vocabulary",
    "Which words are possible in a document of this class: only those that it has shown?",
)
_DOCUMENTS = Misconception(
    "documents-for-words",
    "divided by the documents of the class, not by its words",
    "Out of what is this a share: of the documents of a class, or of its words?",
)
_ONCE_IN_TRAINING = Misconception(
    "repeated-words-counted-once",
    "a word that is repeated in a document counted once",
    "How often does the word stand in the documents of the class, repetitions included?",
)
_ONCE_THROUGHOUT = Misconception(
    "repeated-words-counted-once-throughout",
    "repeated words counted once, in the total too",
    "How often does the word stand in the documents of the class, repetitions included?",
)
_ONCE_IN_QUERY = Misconception(
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
    is_apart = True
    is_usual = True

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
                out.append(theta if times == 1 else theta**times)
        out += (probability((bag.item(word),), (label,), model) for word in seen.draws)
        return tuple(out)

    def misconceptions(
        self, block: SharesBlock, name: QuantityName, beside: Beside
    ) -> Iterator[MisconceptionFormula]:
        """Yield those of any estimate, and documents taken for words."""
        yield from super().misconceptions(block, name, beside)
        given = block.estimated(name, beside)
        inputs, words = given.inputs, len(given.inputs.values)
        for misconception, cells in ((_TWO, 2), (_OF_CLASS, given.seen)):
            other = with_cells(given, cells) if cells else None
            if other is not None:
                yield misconception, other
        yield from with_tokens(given)
        yield _DOCUMENTS, smoothed(given, inputs.hits, given.of_class, words)
        if given.texts is not None:
            hits, trials = given.texts
            yield _ONCE_IN_TRAINING, smoothed(given, hits, inputs.trials, words)
            yield _ONCE_THROUGHOUT, smoothed(given, hits, trials, words)

    def factor_misconceptions(
        self, bag: Bag, seen: Observation, label: Item, model: str, conventions: Conventions
    ) -> Iterator[tuple[Misconception, tuple[Expression, ...]]]:
        """Yield what becomes of repeated words, and of the number of their arrangements."""
        counts = [words for words in seen.bags if len(words) < sum(words.values())]
        drawn = tuple(
            probability((bag.item(word),), (label,), model)
            for words in (*seen.bags, dict.fromkeys(seen.draws, 1))
            for word in words
        )
        powers = self.factors(bag, seen, label, model, conventions)
        first = [factor for words in seen.bags for factor in coefficient(words)]
        bare = powers[len(first) :] if conventions.coefficient else powers
        if counts:
            yield _ONCE_IN_QUERY, drawn
        if not first:
            return
        if conventions.coefficient:
            yield _COEFFICIENT_MISSING, bare
        else:
            yield _COEFFICIENT_ADDED, (*first, *bare)
        orders = (Factorial(Integer(sum(words.values()))) for words in seen.bags if words)
        yield _ARRANGEMENTS, (*orders, *bare)


FAMILY = Multinomial()
