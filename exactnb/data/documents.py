"""Documents: texts with a class, cut into words, stop words left out."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from exactnb.data.table import Row, Table, check_ids, name_of, ordered_values, repeated
from exactnb.errors import InputError, quoted

__all__ = ["Document", "Documents", "Split"]

Split = Literal["spaces", "letters", "words"]
_WORDS = re.compile(r"\w+")


@dataclass(frozen=True, slots=True)
class Document:
    """One text: its id ("" if it has none), its class, the text itself."""

    id: str
    label: str
    text: str


@dataclass(frozen=True, slots=True)
class Documents:
    """Hold texts, how they are cut, and the words that count, in order.

    >>> mails = Documents.of([("+", "b d e b"), ("-", "a c a d")], stop_words=["d", "e"])
    >>> mails.vocabulary
    ('a', 'b', 'c')
    >>> mails.presence().rows[0].cells
    ('0', '1', '0')
    """

    class_variable: str
    classes: tuple[str, ...]
    documents: tuple[Document, ...]
    split: Split
    stop_words: frozenset[str]
    vocabulary: tuple[str, ...]

    @classmethod
    def of(
        cls,
        documents: Iterable[tuple[str, str] | Document],
        *,
        class_variable: str = "class",
        classes: Sequence[str] | None = None,
        split: Split = "spaces",
        stop_words: Iterable[str] = (),
        vocabulary: Sequence[str] | None = None,
    ) -> Documents:
        """Return the documents, given as (class, text); the vocabulary is learnt unless it is given.

        A learnt vocabulary is all words but the stop words, sorted by code point.
        """
        if split not in ("spaces", "letters", "words"):
            raise InputError(f"expected spaces, letters or words; got {quoted(split)}", at="split")
        for at, words in (("stop_words", stop_words), ("vocabulary", vocabulary)):
            if isinstance(words, str):
                raise InputError("expected a list of words", at=at)
        taken = tuple(_document(d, at) for at, d in enumerate(documents, start=1))
        stops = frozenset(_as_cut(word, split) for word in stop_words)
        if vocabulary is None:
            words = {word for document in taken for word in cut(document.text, split)}
            known = tuple(sorted(words - stops))
        else:
            known = tuple(_as_cut(word, split) for word in vocabulary)
            _check_vocabulary(known, stops)
        labels = ordered_values((d.label for d in taken), classes, "classes", sort=False)
        check_ids(document.id for document in taken)
        return cls(class_variable, labels, taken, split, stops, known)

    def encode(self, text: str) -> dict[str, str]:
        """Return "1" for every word of the vocabulary that occurs in a text, "0" for the others.

        >>> Documents.of([("+", "b c")]).encode("b b x")
        {'b': '1', 'c': '0'}
        """
        words = set(cut(text, self.split)) - self.stop_words
        return {word: "1" if word in words else "0" for word in self.vocabulary}

    def presence(self) -> Table:
        """Return the table of 0/1 columns, one for each word: whether it occurs."""
        rows = tuple(
            Row(document.id, document.label, tuple(self.encode(document.text).values()))
            for document in self.documents
        )
        both = tuple(("0", "1") for _ in self.vocabulary)
        return Table(self.class_variable, self.vocabulary, self.classes, both, rows)


def cut(text: str, split: Split) -> list[str]:
    """Return the words of a text.

    >>> cut("Dr. Who?", "words"), cut("ab b", "letters"), cut("Dr. Who?", "spaces")
    (['dr', 'who'], ['a', 'b', 'b'], ['Dr.', 'Who?'])
    """
    if split == "letters":
        return [letter for letter in text if not letter.isspace()]
    if split == "words":
        return [word.lower() for word in _WORDS.findall(text.replace("_", " "))]
    return text.split()


def _document(given: object, number: int) -> Document:
    """Return a document from a pair (class, text), its names trimmed."""
    at = f"document {number}"
    if isinstance(given, Document):
        identity, label, text = given.id, given.label, given.text
    elif isinstance(given, tuple | list) and len(given) == 2:
        identity, (label, text) = "", given
    else:
        raise InputError(f"expected a class and a text; got {quoted(given)}", at=at)
    label = name_of(label)
    if label in ("", "?"):
        raise InputError("a document without a class", at=at)
    if not isinstance(text, str):
        raise InputError(f"expected a text; got {quoted(text)}", at=at)
    return Document(name_of(identity), label, text)


def _as_cut(word: str, split: Split) -> str:
    """Return a listed word as the words of a text are: in lower case if these are."""
    return word.lower() if split == "words" else word


def _check_vocabulary(words: tuple[str, ...], stop_words: frozenset[str]) -> None:
    if (double := repeated(words)) is not None:
        raise InputError(f"{quoted(double)} is listed twice", at="vocabulary")
    if (both := next((word for word in words if word in stop_words), None)) is not None:
        raise InputError(f"{quoted(both)} is a stop word too", at="vocabulary")
