"""Texts as rows of word counts: a vocabulary that is learnt or given, and a sparse matrix."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path

import numpy as np
from scipy import sparse

from exactnb.core.data.readers import read_text_file
from exactnb.core.lazy import once
from exactnb.core.record import frozen
from exactnb.errors import InputError, Place, quoted
from exactnb.scale.counting.splitting import UNICODE, splitter


@frozen
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
        known = self._known.__getitem__
        return _rows(map(self._cut, texts), known, len(self.words), binary=binary)

    @once
    def _known(self) -> _Known:
        return _Known(self.places)


class _Known(dict[str, int]):
    """The columns of words, -1 for any other word."""

    def __missing__(self, word: str) -> int:
        return -1


class Words:
    """Words in the order in which they are met: each that is new has the next column.

    >>> words = Words()
    >>> words.rows(["the cat the"]).toarray().tolist(), words.rows(["dog cat"]).toarray().tolist()
    ([[2, 1]], [[0, 1, 1]])
    >>> list(words.places)
    ['the', 'cat', 'dog']
    """

    def __init__(self) -> None:
        self.places: defaultdict[str, int] = defaultdict()
        self.places.default_factory = self.places.__len__

    def rows(self, texts: Sequence[str], *, binary: bool = False) -> sparse.csr_matrix:
        """Return how often each word stands in each text, or with `binary` whether it does."""
        return _rows(map(_words, texts), self.places.__getitem__, None, binary=binary)


def _rows(
    texts: Iterable[list[str]], place_of: Callable[[str], int], width: int | None, *, binary: bool
) -> sparse.csr_matrix:
    """Return texts, cut into words, as rows; without a `width` as wide as the largest place needs."""
    found: list[int] = []
    ends = [0]
    for words in texts:
        found.extend(map(place_of, words))
        ends.append(len(found))
    places = np.array(found, dtype=np.int32)
    known = places >= 0
    stops = np.concatenate([[0], np.cumsum(known)])[ends]
    places = places[known]
    shape = (len(ends) - 1, int(places.max(initial=-1)) + 1 if width is None else width)
    rows = sparse.csr_matrix((np.ones(len(places), dtype=np.int64), places, stops), shape)
    rows.sum_duplicates()
    if binary:
        rows.data[:] = 1
    return rows


def words_of(text: str) -> frozenset[str]:
    """Return the different words of a text."""
    return frozenset(_words(text))


_words = splitter(UNICODE)
