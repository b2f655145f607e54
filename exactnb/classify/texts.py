"""Texts as rows of word counts: a vocabulary that is learnt or given, and a sparse matrix."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from scipy import sparse

from exactnb.counting.splitting import UNICODE, splitter
from exactnb.data.readers import read_text_file
from exactnb.errors import InputError, Place, quoted
from exactnb.lazy import once


@dataclass(frozen=True)
class Vocabulary:
    """The words that count, in order, and how texts are cut: of two letters or more, in lower case.

    >>> known = Vocabulary.learn(["the cat sat", "The dog"])
    >>> known.words, known.rows(["the dog the"]).toarray().tolist()
    (('cat', 'dog', 'sat', 'the'), [[0, 1, 0, 2]])
    """

    words: tuple[str, ...]
    split: str = UNICODE

    @classmethod
    def learn(cls, texts: Iterable[str], *, most: int | None = None) -> Vocabulary:
        """Return the words of some texts, in alphabetical order; at most the `most` frequent."""
        found: Counter[str] = Counter()
        for text in texts:
            found.update(words_of(text))
        return cls.most_frequent(found, most)

    @classmethod
    def most_frequent(cls, texts_with: Mapping[str, int], most: int | None = None) -> Vocabulary:
        """Return the words that stand in most texts, in alphabetical order; all of them without `most`.

        Of words that stand in equally many texts, the first in alphabetical order are taken.

        >>> Vocabulary.most_frequent({"dog": 1, "cat": 1, "the": 2}, most=2).words
        ('cat', 'the')
        """
        if most is not None and most < 1:
            raise InputError(f"a vocabulary has at least one word; got {most}")
        ranked = sorted(texts_with, key=lambda word: (-texts_with[word], word))
        return cls(tuple(sorted(ranked[:most])))

    @classmethod
    def read(cls, path: Path) -> Vocabulary:
        """Return the words in a file: a list in JSON, or a word in each line."""
        with Place.file(path):
            content = read_text_file(path)
            if path.suffix.lower() != ".json":
                return cls(tuple(line.strip() for line in content.splitlines() if line.strip()))
            try:
                words = json.loads(content)
            except (ValueError, RecursionError):
                raise InputError("not readable as JSON") from None
            if not isinstance(words, list) or not all(isinstance(word, str) for word in words):
                raise InputError("expected a list of words")
            return cls(tuple(words))

    def __post_init__(self) -> None:
        if len(set(self.words)) < len(self.words):
            twice = next(word for word, times in Counter(self.words).items() if times > 1)
            raise InputError(f"{quoted(twice)} is there twice", at="vocabulary")

    @once
    def places(self) -> dict[str, int]:
        """Return the column of every word."""
        return {word: place for place, word in enumerate(self.words)}

    @once
    def _cut(self) -> Callable[[str], list[str]]:
        return splitter(self.split)

    def counts(self, text: str) -> dict[str, int]:
        """Return how often each word that counts stands in a text."""
        return dict(Counter(word for word in self._cut(text) if word in self.places))

    def rows(self, texts: Sequence[str], *, binary: bool = False) -> sparse.csr_matrix:
        """Return how often each word stands in each text, or with `binary` whether it does."""
        data: list[int] = []
        columns: list[int] = []
        ends = [0]
        for text in texts:
            counts = Counter(self.places[word] for word in self._cut(text) if word in self.places)
            for place in sorted(counts):
                columns.append(place)
                data.append(1 if binary else counts[place])
            ends.append(len(columns))
        shape = (len(ends) - 1, len(self.words))
        arrays = (np.array(data, dtype=np.int64), np.array(columns, dtype=np.int32), np.array(ends))
        return sparse.csr_matrix(arrays, shape)


def words_of(text: str) -> frozenset[str]:
    """Return the different words of a text."""
    return frozenset(_words(text))


_words = splitter(UNICODE)
