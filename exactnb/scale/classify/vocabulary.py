"""Texts as sparse rows of word counts, by a vocabulary that is learnt, read or grows."""

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
from exactnb.scale.counting.texts_in_engines import UNICODE, splitter


@frozen
class Vocabulary:
    """The words that count, in order, and the name of the `split` that cuts texts into words.

    >>> pets = Vocabulary.learn(["the cat sat", "The dog"])
    >>> pets.words, pets.rows(["the dog the"]).toarray().tolist()
    (('cat', 'dog', 'sat', 'the'), [[0, 1, 0, 2]])
    """

    words: tuple[str, ...]
    split: str = UNICODE

    @classmethod
    def learn(cls, texts: Iterable[str], *, limit: int | None = None) -> Vocabulary:
        """Return the vocabulary of `texts`, or with a `limit` of its most frequent words."""
        text_counts: Counter[str] = Counter()
        for text in texts:
            text_counts.update(set(_words(text)))
        return cls.most_frequent(text_counts, limit)

    @classmethod
    def most_frequent(cls, texts_with: Mapping[str, int], limit: int | None = None) -> Vocabulary:
        """Return the vocabulary of the `limit` words that occur in most texts, or of all words.

        `texts_with` maps a word to the number of texts with it. Ties are broken alphabetically.

        >>> Vocabulary.most_frequent({"dog": 1, "cat": 1, "the": 2}, limit=2).words
        ('cat', 'the')
        """
        if limit is not None and limit < 1:
            raise InputError(f"a vocabulary has at least one word; got {limit}")
        ranked = sorted(texts_with, key=lambda word: (-texts_with[word], word))
        return cls(tuple(sorted(ranked[:limit])))

    @classmethod
    def read(cls, path: Path) -> Vocabulary:
        """Return the vocabulary in the file at `path`: a list in JSON, or a word in each line.

        Raises InputError, with the file, for anything else, and for a word that is there twice.
        """
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
            duplicate = next(word for word, times in Counter(self.words).items() if times > 1)
            raise InputError(f"{quoted(duplicate)} is there twice", at="vocabulary")

    @once
    def column_by_word(self) -> _WordColumns:
        """Return the column of every word, -1 for any other one."""
        return _WordColumns({word: place for place, word in enumerate(self.words)})

    @once
    def _split_function(self) -> Callable[[str], list[str]]:
        return splitter(self.split)

    def counts(self, text: str) -> dict[str, int]:
        """Return the counts of the vocabulary's words in `text`."""
        return dict(Counter(word for word in self._split_function(text) if word in self.column_by_word))

    def rows(self, texts: Sequence[str], *, binary: bool = False) -> sparse.csr_matrix:
        """Return the word counts of `texts` as rows, or with `binary` whether they have each word."""
        return _count_rows(
            map(self._split_function, texts),
            self.column_by_word.__getitem__,
            len(self.words),
            binary=binary,
        )


class _WordColumns(dict[str, int]):
    """The columns of words, -1 for any other word: `map` calls no Python function for a known one."""

    def __missing__(self, word: str) -> int:
        return -1


class GrowingVocabulary:
    """A vocabulary that grows: each new word gets the next column.

    >>> words = GrowingVocabulary()
    >>> words.rows(["the cat the"]).toarray().tolist(), words.rows(["dog cat"]).toarray().tolist()
    ([[2, 1]], [[0, 1, 1]])
    >>> list(words.places)
    ['the', 'cat', 'dog']
    """

    def __init__(self) -> None:
        self.places: defaultdict[str, int] = defaultdict()
        self.places.default_factory = self.places.__len__

    def rows(self, texts: Sequence[str], *, binary: bool = False) -> sparse.csr_matrix:
        """Return the word counts of `texts` as rows, or with `binary` whether they have each word."""
        return _count_rows(map(_words, texts), self.places.__getitem__, None, binary=binary)


def _count_rows(
    texts: Iterable[list[str]], column_of: Callable[[str], int], width: int | None, *, binary: bool
) -> sparse.csr_matrix:
    """Return texts, cut into words, as rows, `width` columns wide or as wide as their words need."""
    columns: list[int] = []
    ends = [0]
    for words in texts:
        columns.extend(map(column_of, words))
        ends.append(len(columns))
    indices = np.array(columns, dtype=np.int32)
    in_vocabulary = indices >= 0
    stops = np.concatenate([[0], np.cumsum(in_vocabulary)])[ends]
    indices = indices[in_vocabulary]
    shape = (len(ends) - 1, int(indices.max(initial=-1)) + 1 if width is None else width)
    rows = sparse.csr_matrix((np.ones(len(indices), dtype=np.int64), indices, stops), shape)
    rows.sum_duplicates()
    if binary:
        rows.data[:] = 1
    return rows


_words = splitter(UNICODE)
