"""The block of the words of texts: their parameters are shares of the words of a class.

How to read: first what words and their parameters are, then how an estimate is made, then the factors
of a text and how one is drawn.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping
from fractions import Fraction

from exactnb.core.arithmetic.integers import Ratio
from exactnb.core.conventions import Conventions, Smoothing
from exactnb.core.conventions.rules import depends_on_observed_values
from exactnb.core.data.counts import Counts
from exactnb.core.data.parameters import Parameters
from exactnb.core.expression.nodes import Integer, Sum
from exactnb.core.families.base import (
    Bag,
    Observation,
    WordFamily,
    count_reference,
    tokens_reference,
)
from exactnb.core.families.block import Factors, Outcomes, SharesBlock
from exactnb.core.families.estimates import EstimateContext, EstimatedShare, EstimateInputs
from exactnb.core.families.observed import ObservedText
from exactnb.core.families.protocol import Misconception
from exactnb.core.lazy import once
from exactnb.core.naming.names import Item, QuantityName
from exactnb.core.record import frozen
from exactnb.errors import InputError


@frozen(eq=False)
class WordBlock(SharesBlock):
    """The words of texts, which follow one family."""

    is_finite = False
    draws_words = True
    family: WordFamily
    bag: Bag
    classes: tuple[Item, ...]
    model: str
    conventions: Conventions
    supplied: Parameters | None = None

    @property
    def cells(self) -> tuple[str, ...]:
        return ()

    @property
    def words(self) -> tuple[str, ...]:
        return self.bag.words

    def read(self, column: str, value: object) -> Mapping[str, str]:
        """Refuse: words stand in texts, or are counted in columns, not in cells."""
        raise InputError("words have no cells")

    @once
    def reason(self) -> str:
        """Return why the factors stand as they do."""
        return self.family.reason

    def check(self) -> None:
        self.family.check(self.bag, self.conventions)

    def tokens(self, observation: Observation) -> Iterator[Item]:
        yield from (self.bag.item(word) for word, n in observation.words().items() for _ in range(n))

    def word_block(self, word: str) -> WordBlock:
        """Return itself: words of texts are drawn."""
        return self

    @property
    def is_tallied(self) -> bool:
        """Say whether each word is drawn apart from the others."""
        return self.family.has_independent_draws

    def word_occurrences(
        self, observation: Observation, columns: Container[str]
    ) -> Iterator[tuple[str, bool, int]]:
        """Yield words of whole texts in `observation`, and those drawn besides; no `columns`."""
        if any(observation.bags):
            yield from ((word, True, n) for bag in observation.bags for word, n in bag.items())
            yield from ((word, True, 1) for word in observation.draws)

    def word_item(self, word: str) -> Item:
        return self.bag.item(word)

    def has_item(self, item: Item) -> bool:
        return item.kind == "word"

    def items(self) -> Iterator[Item]:
        return map(self.bag.item, self.words)

    def share_columns(self) -> Iterator[tuple[str, tuple[str, ...]]]:
        yield "", self.words

    def rule(self, item: Item) -> Smoothing:
        return self.conventions.smoothing

    def supplied_share(self, item: Item, label: Item) -> Ratio | None:
        assert self.supplied is not None
        return self.supplied.words.get((item.value, label.value))

    def estimate_inputs(
        self, item: Item, label: Item, counts: Counts, *, partial: bool = False
    ) -> EstimateInputs:
        """Return the `counts` of `item` in `label`: how often the word is there, of all its words."""
        k, words, observed_words = label.value, self.words, 0
        if depends_on_observed_values(self.rule(item)):  # all words are looked at
            observed_words = sum(counts.word(word, k) > 0 for word in words)
        return EstimateInputs(
            count_reference(item, label), tokens_reference(label), words, item.value, k, observed_words
        )

    def estimated_share(self, name: QuantityName, context: EstimateContext) -> EstimatedShare:
        """Return `name`, a share of a class's words, with those of all and of texts, from `context`."""
        (item,), (label,) = name.subjects, name.right
        document_counts = None
        if documents := context.document_frequencies(label.value):
            counted = documents.get(item.value, 0), sum(documents.values())
            document_counts = Integer(counted[0]), Integer(counted[1])
        return self.share(
            item,
            label,
            self.estimate_inputs(item, label, context.counts),
            rows=Sum(tuple(map(tokens_reference, self.classes))),
            columns=len(self.words),
            observed_values=context.observed_words(label.value),
            document_counts=document_counts,
        )

    def notation_key(self, item: Item) -> tuple[str, str]:
        """Return what stands for any word."""
        return "word", ""

    def free_parameter_counts(self, visible_columns: Container[str]) -> Iterator[int]:
        """Yield one less than there are words, where their probabilities are estimated."""
        if self.family.has_independent_draws:
            yield max(len(self.words) - 1, 0)

    def factors(self, observation: Observation, label: Item) -> Factors:
        factors = self.family.factors(self.bag, observation, label, self.model, self.conventions)
        return tuple(("", factor) for factor in factors)

    def mistaken_factors(
        self, misconception: Misconception, observation: Observation, label: Item
    ) -> Factors | None:
        if "text" not in misconception.formulas:
            return None
        text = ObservedText(self.family, self.bag, observation, label, self.model, self.conventions)
        factors = misconception.formulas["text"](text)
        return tuple(("", factor) for factor in factors) if factors else None

    def items_with_own_factor(self, observation: Observation) -> Iterator[tuple[Item, int]]:
        """Yield the words of `observation`, if each is drawn apart from the others."""
        if self.family.has_independent_draws:
            yield from ((self.bag.item(word), times) for word, times in observation.words().items())

    def linear_terms(self, observation: Observation) -> Iterator[tuple[Item, Fraction]]:
        """Yield the words of `observation`, each as often as it stands there."""
        yield from ((self.bag.item(word), Fraction(n)) for word, n in observation.words().items())

    def outcomes(self, column: str, label: Item, previous: tuple[str, ...] = ()) -> Outcomes:
        """Yield the words, given those before them if they are not drawn apart."""
        # An urn has a memory: its next word is the factor of all words over that of those before.
        previous = () if self.family.has_independent_draws else previous
        previous_factors = self.factors(Observation(draws=previous), label) if previous else ()
        for word in self.words:
            yield word, self.factors(Observation(draws=(*previous, word)), label), previous_factors
