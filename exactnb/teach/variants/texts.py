"""Texts drawn anew: as long as those of their class, all words of the vocabulary among them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence

from exactnb.core.arithmetic.draws import Draws
from exactnb.core.data.documents import Documents, cut
from exactnb.teach.variants.amounts import one_of

Words = Sequence[list[str]]
"""Texts as their words."""


def texts_drawn(
    documents: Documents, by_class: Mapping[str, Sequence[str]], seen: Collection[str]
) -> Callable[[Sequence[str], Draws], list[str]]:
    """Return what draws texts for the classes of rows; words left out stay where they are.

    Each text is as long as one of its class, its words as frequent as there. Words that are `seen` in
    queries stay in the classes that have them. In every other draw a class lacks a word, without which
    nothing tells its vocabulary from that of all.
    """
    counted = set(documents.vocabulary)
    words = {label: [cut(text, documents.split) for text in own] for label, own in by_class.items()}
    shown = {label: [w for text in own for w in text if w in counted] for label, own in words.items()}
    spaced = documents.split != "letters" or any(" " in t for own in by_class.values() for t in own)

    def draw(labels: Sequence[str], draws: Draws) -> list[str]:
        pools = {label: [*own, *documents.vocabulary] for label, own in shown.items()}
        if documents.vocabulary and draws.below(2):
            label, lacked = one_of(list(pools), draws), one_of(documents.vocabulary, draws)
            pools[label] = [word for word in pools[label] if word != lacked] or pools[label]
        drawn = [
            [one_of(pools[label], draws) if w in counted else w for w in one_of(words[label], draws)]
            for label in labels
        ]
        for label, own in shown.items():
            mine = [text for text, other in zip(drawn, labels, strict=True) if other == label]
            _put_in([w for w in documents.vocabulary if w in seen and w in own], mine, counted, draws)
        _put_in(documents.vocabulary, drawn, counted, draws)
        return [(" " if spaced else "").join(text) for text in drawn]

    return draw


def _put_in(needed: Sequence[str], texts: Words, counted: Collection[str], draws: Draws) -> None:
    """Put words that are needed and missing into texts, in the place of one that stands there twice."""
    for word in needed:
        often = Counter(w for text in texts for w in text if w in counted)
        spots = [(text, at) for text in texts for at, w in enumerate(text) if often[w] > 1]
        if not often[word] and spots:
            text, at = one_of(spots, draws)
            text[at] = word
