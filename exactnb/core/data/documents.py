"""Documents: texts with a class, cut into words, stop words left out.

How to read: `Documents.of` is the door; `cut` is what words are, `marked` and `beginning` show a text
by them.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import field, replace
from typing import Literal, get_args

from exactnb.core.arguments import require
from exactnb.core.data.findings import Doubt
from exactnb.core.data.rows import (
    RowCells,
    as_cells,
    check_ids,
    limited_rows,
    name_of,
    ordered_values,
    read_columns,
    repeated,
    unlabelled_queries,
)
from exactnb.core.data.schema import MISSING, Case, Number, Schema
from exactnb.core.data.showing import TabularDisplay, summary_line
from exactnb.core.naming.grammar import is_numeral
from exactnb.core.record import frozen
from exactnb.errors import HERE, InputError, Place, printable, quoted

Split = Literal["spaces", "letters", "words", "items"]
SPLITS: tuple[Split, ...] = get_args(Split)
_PIECES = {
    "spaces": re.compile(r"\S+"),
    "letters": re.compile(r"\S"),
    "words": re.compile(r"[^\W_]+"),
    "items": re.compile(r"[^\s,;](?:[^,;\n]*[^\s,;])?"),
    "unicode": re.compile(r"\b\w\w+\b"),
    "ascii": re.compile(r"[A-Za-z0-9]+"),
}
"""What a word is: by the four rules of problems, then by the two of large inputs."""


BETWEEN: Mapping[str, str] = {"items": ", "}
"""What stands between words that are put together again, where it is no blank."""


@frozen(slots=True)
class Document:
    """One text: its id ("" if it has none), its class, the text itself, the cells beside it."""

    id: str
    label: str
    text: str
    cells: tuple[str, ...] = ()
    weight: Number = 1


@frozen(slots=True)
class Documents(TabularDisplay):
    """Hold texts, how they are cut, the words that count, in order, and the columns beside the text.

    >>> mails = Documents.of([("+", "b d e b"), ("-", "a c a d")], stop_words=["d", "e"])
    >>> mails.vocabulary
    ('a', 'b', 'c')
    >>> dict(next(mails.cases()).words)
    {'b': 2}
    """

    class_variable: str
    classes: tuple[str, ...]
    documents: tuple[Document, ...]
    split: Split
    stop_words: frozenset[str]
    vocabulary: tuple[str, ...]
    text: str = "text"
    columns: tuple[str, ...] = ()
    values: tuple[tuple[str, ...], ...] = ()
    at: Place = field(default=HERE, compare=False, repr=False)
    listed: frozenset[str] = field(default=frozenset(), compare=False, repr=False)
    """The columns whose values were listed, not learnt from the rows; "" stands for the vocabulary."""
    absent: str = ""
    missing: tuple[str, ...] = field(default=MISSING, compare=False, repr=False)
    fold_case: bool = field(default=False, compare=False, repr=False)
    unlabelled: tuple[tuple[str, Mapping[str, str]], ...] = ()
    """The ids and cells of documents without a class, which become queries."""
    doubts: tuple[Doubt, ...] = field(default=(), compare=False, repr=False)
    """What looks like a slip in the file of the documents, and does not show in them."""

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
        text: str = "text",
        columns: Sequence[str] = (),
        values: Mapping[str, Sequence[str]] | None = None,
        at: Place = HERE,
        missing: Sequence[str] = MISSING,
        fold_case: bool = False,
        unlabelled: Iterable[tuple[int, Document]] = (),
        doubts: tuple[Doubt, ...] = (),
    ) -> Documents:
        """Return the documents, given as (class, text); the vocabulary is learnt unless it is given.

        A learnt vocabulary is all words but the stop words, sorted by code point. `columns` names
        the cells beside a text, `values` what these may hold, `text` the column of texts; `missing` are
        the marks of a missing cell beside a text, `unlabelled` those without a class, by number;
        `fold_case` says that queries are read in lower case, as the labels and cells were.
        The documents stand at the place `at`, and `doubts` are about their file.
        """
        if split not in SPLITS:
            raise InputError.expected("spaces, letters, words or items", split, at="split")
        for key, words in (("stop_words", stop_words), ("vocabulary", vocabulary)):
            if isinstance(words, str):
                raise InputError("expected a list of words", at=key)
        texts = tuple(
            _document(d, at.spot(f"document {n}")) for n, d in enumerate(limited_rows(documents), 1)
        )
        stops = frozenset(_as_cut(word, split) for word in stop_words)
        if vocabulary is None:
            words = {word for document in texts for word in cut(document.text, split)}
            vocabulary_words = tuple(sorted(words - stops))
        else:
            vocabulary_words = tuple(_as_cut(word, split) for word in vocabulary)
            if (double := repeated(vocabulary_words)) is not None:
                raise InputError(f"{quoted(double)} is listed twice", at="vocabulary")
            if (both := next((word for word in vocabulary_words if word in stops), None)) is not None:
                raise InputError(f"{quoted(both)} is a stop word too", at="vocabulary")
        labels = ordered_values((d.label for d in texts), classes, Place.of("classes"), sort=False)
        ids = [document.id for document in (*texts, *(document for _, document in unlabelled))]
        check_ids(ids)
        values = require(
            {} if values is None else values, Mapping, "{ column = [value, ...] }", "values"
        )
        for column in columns:
            if column in vocabulary_words:
                way = f'; if it is not asked for, say omit = ["{column}"]'
                raise InputError(f"{quoted(column)} is a column and a word of the texts{way}", at=at)
        column_values, cells = read_columns([d.cells for d in texts], columns, values)
        if cells is not None:  # numbers are read once, and go with their cells
            pairs = zip(texts, cells, strict=True)
            texts = tuple(replace(document, cells=row_cells) for document, row_cells in pairs)
        of_words = ("",) if vocabulary is not None else ()
        listed = frozenset(values).union(of_words, (class_variable,) if classes is not None else ())
        data = cls(
            class_variable,
            labels,
            texts,
            split,
            stops,
            vocabulary_words,
            text,
            tuple(columns),
            column_values,
            at,
            listed,
            missing=tuple(missing),
            fold_case=fold_case,
            doubts=doubts,
        )
        queries = (
            (n, d.id, RowCells({text: d.text, **as_cells(columns, d.cells)})) for n, d in unlabelled
        )
        if split != "items" and (example := list_among([d.text for d in texts])):
            listed_items = Doubt(
                f"“{printable(text)}” has lists of items, as “{example}”", split="items"
            )
            data = replace(data, doubts=(*data.doubts, listed_items))
        named = unlabelled_queries(queries, data.schema, ids)
        return replace(data, unlabelled=named) if named else data

    def __repr__(self) -> str:
        number = len(self.documents)
        size = f"{number:,} text{'s' * (number != 1)}, {len(self.vocabulary):,} words"
        return summary_line("Documents", size, self.columns, self.class_variable, self.classes)

    def _header_and_rows(self) -> tuple[list[str], list[list[str]]]:
        """Return the header and the rows as they are shown: the class first, the text last."""
        has_ids = any(document.id for document in self.documents)
        header = ["id"] * has_ids + [self.class_variable, *self.columns, self.text]
        rows = [
            [d.id] * has_ids + [d.label, *(c or "?" for c in d.cells), d.text] for d in self.documents
        ]
        return header, rows

    @property
    def schema(self) -> Schema:
        """Return what there is to observe."""
        columns = dict(zip(self.columns, self.values, strict=True))
        return Schema(
            self.class_variable,
            self.classes,
            columns,
            self.vocabulary,
            self.text,
            self.absent,
            missing=self.missing,
            fold_case=self.fold_case,
        )

    def words_of(self, text: str) -> list[str]:
        """Return the words of a text that are no stop words, in their order.

        >>> Documents.of([("+", "b c")], stop_words=["c"]).words_of("b c b x")
        ['b', 'b', 'x']
        """
        return [word for word in cut(text, self.split) if word not in self.stop_words]

    def cases(self) -> Iterator[Case]:
        """Yield the documents as they are counted."""
        vocabulary = frozenset(self.vocabulary)
        for document in self.documents:
            words = Counter(word for word in self.words_of(document.text) if word in vocabulary)
            cells = {c: v for c, v in zip(self.columns, document.cells, strict=True) if v}
            yield Case(document.id, document.label, cells, words, document.weight)


def cut(text: str, split: str) -> list[str]:
    """Return the words of `text`, cut as `split` says: as problems do, or in an input of any size.

    >>> cut("Dr. Who?", "words"), cut("ab b", "letters"), cut("Dr. Who?", "spaces")
    (['dr', 'who'], ['a', 'b', 'b'], ['Dr.', 'Who?'])
    >>> cut("Sore throat, Fever", "items")
    ['Sore throat', 'Fever']
    >>> cut("A café, 2 cafés", "unicode"), cut("A café, 2 cafés", "ascii")
    (['café', 'cafés'], ['a', 'caf', '2', 'caf', 's'])
    """
    if split == "spaces":  # as the pattern does, but quicker
        return text.split()
    if split == "unicode":  # in lower case first, as scikit-learn does: that of İ has two characters
        return _PIECES[split].findall(text.lower())
    words: list[str] = _PIECES[split].findall(text)
    # Cut first: the lower case of the Kelvin sign is an ASCII k.
    return [word.lower() for word in words] if split in ("words", "ascii") else words


def list_among(cells: Sequence[str]) -> str:
    """Return one of the `cells` that is a list, where most have items that others have too; else "".

    >>> list_among(["Fever, Sore throat", "Cough", "Cough, Fever", "Sore throat, Cough"])
    'Fever, Sore throat'
    >>> list_among(["Well played, lads!", "No, thanks"])
    ''
    """
    cells = list(dict.fromkeys(cells))
    lists = [cell for cell in cells if re.search("[,;] ?\\S", cell)]
    times = Counter(item for cell in cells for item in {*cut(cell, "items")} if len(lists) > 1)
    again = [n for n in times.values() if n > 1]
    is_named = len(again) > 2 and not any(map(is_numeral, times))  # fewer come again by chance
    return lists[0] if is_named and 4 * sum(again) >= 3 * sum(times.values()) else ""


def marked(text: str, split: Split, words: Collection[str]) -> tuple[tuple[str, bool], ...]:
    """Return `text` in pieces, each with whether it is one of `words`; runs of blanks become one.

    `split` says what a word is.

    >>> marked("No  cash, no win", "words", {"cash", "no"})
    (('No', True), (' ', False), ('cash', True), (', ', False), ('no', True), (' win', False))
    """
    plain = " ".join(text.split())
    pieces: list[tuple[str, bool]] = []

    def add(piece: str, mark: bool) -> None:
        if pieces and pieces[-1][1] == mark:
            piece = pieces.pop()[0] + piece
        if piece:
            pieces.append((piece, mark))

    end = 0
    for match in _PIECES[split].finditer(plain):
        word = match[0].lower() if split == "words" else match[0]
        if word in words:
            add(plain[end : match.start()], False)
            add(match[0], True)
            end = match.end()
    add(plain[end:], False)
    return tuple(pieces)


def beginning(text: str, split: Split, length: int) -> tuple[str, int]:
    """Return the first `length` words of `text` as they stand in it, and the number of all its words.

    `split` says what a word is.

    >>> beginning("To be, or not", "words", 2)
    ('To be', 4)
    """
    plain = " ".join(text.split())
    ends = [match.end() for match in _PIECES[split].finditer(plain)]
    return (plain if len(ends) <= length else plain[: ends[length - 1]]), len(ends)


def _document(raw: object, place: Place) -> Document:
    """Return a document from a pair (class, text), its names trimmed."""
    cells: tuple[str, ...] = ()
    weight: Number = 1
    if isinstance(raw, Document):
        identity, label, text = raw.id, raw.label, raw.text
        cells, weight = raw.cells, raw.weight
    elif isinstance(raw, tuple | list) and len(raw) == 2:
        identity, (label, text) = "", raw
    else:
        raise InputError.expected("a class and a text", raw, at=place)
    label = place.read(name_of, label)
    if label == "" or (label == "?" and not isinstance(raw, Document)):
        raise InputError("a document without a class", at=place)
    if not isinstance(text, str):
        raise InputError.expected("a text", text, at=place)
    return Document(name_of(identity), label, text, cells, weight)


def _as_cut(word: str, split: Split) -> str:
    """Return a listed word as the words of a text are: in lower case if these are."""
    return word.lower() if split == "words" else word
