"""Texts as rows of word counts: a vocabulary that is learnt or given, and a sparse matrix."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from scipy import sparse

from exactnb.errors import InputError, quoted

__all__ = ["Vocabulary"]

_WORD = re.compile(r"\b\w\w+\b")


@dataclass(frozen=True)
class Vocabulary:
    """The words that count, in order: of two letters or more, in lower case.

    >>> known = Vocabulary.learn(["the cat sat", "The dog"])
    >>> known.words, known.rows(["the dog the"]).toarray().tolist()
    (('cat', 'dog', 'sat', 'the'), [[0, 1, 0, 2]])
    """

    words: tuple[str, ...]

    @classmethod
    def learn(cls, texts: Iterable[str], *, most: int | None = None) -> Vocabulary:
        """Return the words of some texts, in alphabetical order; at most the `most` frequent.

        Frequent is what stands in many texts; of words that stand in equally many, the first in
        alphabetical order is taken.
        """
        found: Counter[str] = Counter()
        for text in texts:
            found.update(set(_words(text)))
        if most is not None and most < 1:
            raise InputError(f"a vocabulary has at least one word; got {most}")
        ranked = sorted(found, key=lambda word: (-found[word], word))
        return cls(tuple(sorted(ranked[:most])))

    def __post_init__(self) -> None:
        if len(set(self.words)) < len(self.words):
            twice = next(word for word, times in Counter(self.words).items() if times > 1)
            raise InputError(f"{quoted(twice)} is there twice", at="vocabulary")

    @cached_property
    def places(self) -> dict[str, int]:
        """Return the column of every word."""
        return {word: place for place, word in enumerate(self.words)}

    def rows(self, texts: Sequence[str], *, binary: bool = False) -> sparse.csr_matrix:
        """Return how often each word stands in each text, or with `binary` whether it does."""
        data: list[int] = []
        columns: list[int] = []
        ends = [0]
        for text in texts:
            counts = Counter(self.places[word] for word in _words(text) if word in self.places)
            for place in sorted(counts):
                columns.append(place)
                data.append(1 if binary else counts[place])
            ends.append(len(columns))
        shape = (len(ends) - 1, len(self.words))
        arrays = (np.array(data, dtype=np.int64), np.array(columns, dtype=np.int32), np.array(ends))
        return sparse.csr_matrix(arrays, shape)


def _words(text: str) -> list[str]:
    return _WORD.findall(text.lower())
