"""Multinomial: the words of a text are drawn one by one, each from the same distribution.

Source: A. McCallum and K. Nigam, "A comparison of event models for naive Bayes text
classification", AAAI-98 workshop, section 2.2 (the multinomial event model).
"""

from __future__ import annotations

from exactnb.core.conventions import Conventions
from exactnb.core.expression.nodes import Expression, Factorial, Integer
from exactnb.core.families.base import Bag, Observation, WordFamily, coefficient, probability
from exactnb.core.families.observed import ObservedText
from exactnb.core.families.protocol import Misconception
from exactnb.core.naming.names import Item

_Factors = tuple[Expression, ...]


def _each_word_once(text: ObservedText) -> _Factors | None:
    """Return θ of each word of texts once; None if none is repeated."""
    bags, draws = text.observation.bags, dict.fromkeys(text.observation.draws, 1)
    if all(len(bag) == sum(bag.values()) for bag in bags):
        return None
    words = (word for bag in (*bags, draws) for word in bag)
    return tuple(probability((text.bag.item(word),), (text.label,), text.model) for word in words)


def _with_orders(text: ObservedText, *, repeats: bool) -> _Factors | None:
    """Return the factors with the number of orders of the words, with or without `repeats`."""
    bags = [bag for bag in text.observation.bags if bag]
    orders = (Factorial(Integer(sum(bag.values()))) for bag in bags)
    coefficients = [factor for bag in bags for factor in coefficient(bag)]
    bare = _without_coefficient(text)
    return bare and (*(coefficients if repeats else orders), *bare)


def _without_coefficient(text: ObservedText) -> _Factors | None:
    """Return the factors of the words without their coefficient; None if there can be none."""
    number = sum(len(coefficient(bag)) for bag in text.observation.bags)
    return (text.right[number:] if text.conventions.coefficient else text.right) if number else None


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
    misconceptions = (
        Misconception(
            "two-for-vocabulary", "2 added to the denominator, not the size of the vocabulary",
            "λ is added for each word that was possible; how many words are that?",
            {"share": lambda share: share.with_cells(2)}),
        Misconception("tokens-for-vocabulary",
            "the number of all words added to the denominator, repeats included, not that of different "
            "words",
            "How many different words are there? Does a word count again where it is repeated?",
            {"share": lambda share: share.with_cells(share.rows)}, is_rare=True),
        Misconception("documents-for-vocabulary",
            "the documents of the class added to the denominator, not the number of different words",
            "λ is added for each word that was possible; how many words are that?",
            {"share": lambda share: share.with_cells(share.class_rows)}, is_rare=True),
        Misconception("documents-for-words", "divided by the documents of the class, not by its words",
            "Out of what is this a share: of the documents of a class, or of its words?",
            {"share": lambda share: share.smoothed(share.inputs.hits, share.class_rows)}),
        Misconception(
            "repeated-words-counted-once", "a word that is repeated in a document counted once",
            "How often does the word stand in the documents of the class, repetitions included?",
            {
                "share": lambda of: of.document_counts
                and of.smoothed(of.document_counts[0], of.inputs.trials)
            }),
        Misconception("repeated-words-counted-once-throughout",
            "repeated words counted once, in the total too",
            "How often does the word stand in the documents of the class, repetitions included?",
            {"share": lambda share: share.document_counts and share.smoothed(*share.document_counts)}),
        Misconception("texts-for-words",
            "the documents with the word counted, out of the documents of the class",
            "What is counted here: words, or documents that hold the word?",
            {"share": lambda of: of.document_counts
                and of.smoothed(of.document_counts[0], of.class_rows, 2)}),
        Misconception("repeated-words-once-in-query", "a word that is repeated in the query taken once",
            "How often does each word stand in the query?",
            {"text": _each_word_once}),
        Misconception("coefficient-missing", "the multinomial coefficient left out",
            "This is the probability of one order of the words; here a count vector is asked about.",
            {"text": lambda text: text.conventions.coefficient and _without_coefficient(text)},
            is_convention=True),
        Misconception("coefficient-added", "the multinomial coefficient put in",
            "This is the probability of a count vector; here the words come in one order.",
            {"text": lambda of: not of.conventions.coefficient and _with_orders(of, repeats=True)},
            is_convention=True),
        Misconception("arrangements-without-repeats",
            "n! put in without dividing by the factorials of the repeats",
            "In how many different orders can the words stand, if some of them are the same?",
            {"text": lambda text: _with_orders(text, repeats=False)}),
    )  # fmt: skip

    def check(self, bag: Bag, conventions: Conventions) -> None:
        """Accept any words of a `bag` and any conventions."""

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


FAMILY = Multinomial()
