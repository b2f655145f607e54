"""Sample texts: as long as those of their class, together with all words of the vocabulary."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence

from exactnb.core.arithmetic.draws import Draws
from exactnb.core.data.documents import BETWEEN, Documents, cut
from exactnb.teach.variants.amounts import choose

Words = Sequence[list[str]]
"""Texts as their words."""


def text_sampler(
    documents: Documents, by_class: Mapping[str, Sequence[str]], observed: Collection[str]
) -> Callable[[Sequence[str], Draws], list[str]]:
    """Return a sampler of texts for the classes of rows; ignored words stay where they are.

    Each text is as long as one of its class in `by_class`, with words as frequent as there. Words that
    are `observed` in queries stay in the classes that have them. In every other draw a class lacks a
    word, since otherwise its vocabulary is that of all classes, and confusing the two changes nothing.
    `documents` are the template's.
    """
    counted = set(documents.vocabulary)
    tokens = {k: [cut(text, documents.split) for text in texts] for k, texts in by_class.items()}
    bags = {k: [w for text in texts for w in text if w in counted] for k, texts in tokens.items()}
    spaced = documents.split != "letters" or any(" " in t for texts in by_class.values() for t in texts)

    def draw(labels: Sequence[str], draws: Draws) -> list[str]:
        pools = {label: [*bag, *documents.vocabulary] for label, bag in bags.items()}
        if documents.vocabulary and draws.below(2):
            label, lacked = choose(list(pools), draws), choose(documents.vocabulary, draws)
            pools[label] = [word for word in pools[label] if word != lacked] or pools[label]
        texts = [
            [choose(pools[label], draws) if w in counted else w for w in choose(tokens[label], draws)]
            for label in labels
        ]
        for label, bag in bags.items():
            mine = [text for text, text_label in zip(texts, labels, strict=True) if text_label == label]
            required = [w for w in documents.vocabulary if w in observed and w in bag]
            _put_in(required, mine, counted, draws)
        _put_in(documents.vocabulary, texts, counted, draws)
        between = BETWEEN.get(documents.split, " " * spaced)
        return [between.join(text) for text in texts]

    return draw


def _put_in(needed: Sequence[str], texts: Words, counted: Collection[str], draws: Draws) -> None:
    """Put missing words that are needed into texts, each in place of one that occurs twice."""
    for word in needed:
        often = Counter(w for text in texts for w in text if w in counted)
        spots = [(text, index) for text in texts for index, w in enumerate(text) if often[w] > 1]
        if not often[word] and spots:
            text, index = choose(spots, draws)
            text[index] = word
