"""The counts of one feature by class: values, words, presence of words in texts, sums of numbers.

How to read: each kind adds counts of its own kind (`+`), audits itself against the sizes of the
classes, and yields its rows; `tally.py` combines features, and reads them from rows.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import field
from fractions import Fraction
from itertools import chain
from typing import Any, TypeVar

from exactnb.core.arithmetic.integers import exact_text
from exactnb.core.data.schema import in_class
from exactnb.core.lazy import once
from exactnb.core.record import frozen
from exactnb.errors import InputError, Place, quoted

_LONGEST = 3_300  # bits of a count: Python shows no number of more than 4,300 digits
Amount = int | Fraction
Value = TypeVar("Value", bound=str | None)
ByClass = Mapping[str, Mapping[Value, int]]
"""For each class, the count of each value or word."""


@frozen(slots=True)
class CountRow:
    """One row of counts, as in a file: the `kind` of count, its feature, class and value, and `n`.

    `total` is Σx and `squares` Σx² in a row of kind number; they are None in all others, and in the
    row that counts missing numbers.
    """

    kind: str
    feature: str | None
    label: str | None
    value: str | None
    n: int
    total: Amount | None = None
    squares: Amount | None = None

    def cells(self) -> tuple[str | int | None, ...]:
        """Return the cells of the row in a file; sums are text, for they may have any length."""
        total, squares = (None if x is None else exact_text(x) for x in (self.total, self.squares))
        return self.kind, self.feature, self.label, self.value, self.n, total, squares


@frozen(slots=True)
class NumberSums:
    """The exact number n, Σx (`total`) and Σx² (`squares`) of some numbers."""

    n: int = 0
    total: Fraction = Fraction(0)
    squares: Fraction = Fraction(0)

    def __add__(self, other: NumberSums) -> NumberSums:
        return NumberSums(self.n + other.n, self.total + other.total, self.squares + other.squares)


@frozen
class ClassSizes:
    """The number of rows of each class."""

    by_class: Mapping[str, int]

    def classes_with_rows_or_counts(self, *counts: Mapping[str, object]) -> Iterator[tuple[str, int]]:
        """Yield the classes that have rows, or an entry in some of `counts`, with their sizes.

        A file may have many empty classes and many features: to visit every pair would take too long.
        """
        for label in dict.fromkeys(chain(self._classes_with_rows, *counts)):
            yield label, self.by_class[label]

    @once
    def _classes_with_rows(self) -> tuple[str, ...]:
        return tuple(label for label, size in self.by_class.items() if size)


class CountedByName:
    """A feature whose `counts` are of values or words, by class."""

    __slots__ = ()
    counts: ByClass[Any]

    @property
    def names(self) -> tuple[str, ...]:
        """Return all values or words, in alphabetical order."""
        return tuple(sorted({name for _, name, _ in self.nonmissing_cells()}))

    def nonmissing_cells(self) -> Iterator[tuple[str, str, int]]:
        """Yield class, value or word, and count of each cell, without those of missing values."""
        for label, class_counts in self.counts.items():
            yield from ((label, name, n) for name, n in class_counts.items() if name is not None)


@frozen(slots=True)
class Values(CountedByName):
    """A column of values: the number of rows by class and value, None for missing values."""

    counts: ByClass[str | None]
    kind = "value"

    def __add__(self, other: Values) -> Values:
        return Values(_add_by_class(self.counts, other.counts))

    def audit(self, sizes: ClassSizes, where: Place) -> None:
        """Raise InputError at `where` for counts that do not add up to `sizes`."""
        _check_cells(self.counts, sizes.by_class, where)
        for label, size in sizes.classes_with_rows_or_counts(self.counts):
            _require_sum(sum(self.counts.get(label, {}).values()), size, in_class(where, label))

    def rows(self, name: str) -> Iterator[CountRow]:
        """Yield a row for every class and value of the feature `name`."""
        yield from _count_rows(self.kind, name, self.counts)


@frozen(slots=True)
class Words(CountedByName):
    """The occurrences of each word in the texts of a class, split by the rule `split`.

    `tokens` are the numbers of all words by class, counted separately.
    """

    counts: ByClass[str]
    split: str
    tokens: Mapping[str, int]
    kind = "word"

    def __add__(self, other: Words) -> Words:
        counts = _add_by_class(self.counts, other.counts)
        return Words(counts, self.split, add_counts(self.tokens, other.tokens))

    def audit(self, sizes: ClassSizes, where: Place) -> None:
        """Raise InputError at `where` for counts that do not add up to the tokens.

        A class of which `sizes` has no rows may have no words.
        """
        _check_cells(self.counts, sizes.by_class, where)
        _check_cells({label: {None: n} for label, n in self.tokens.items()}, sizes.by_class, where)
        for label, size in sizes.classes_with_rows_or_counts(self.counts, self.tokens):
            place, number = in_class(where, label), self.tokens.get(label, 0)
            _require_sum(sum(self.counts.get(label, {}).values()), number, place, "token")
            if number and not size:
                raise InputError("has words, and no text", at=place)

    def rows(self, name: str) -> Iterator[CountRow]:
        """Yield rows of the feature `name`: the rule of splitting, the tokens, every class and word."""
        yield CountRow("split", name, None, self.split, 1)
        for label in sorted(self.tokens):
            yield CountRow("tokens", name, label, None, self.tokens[label])
        yield from _count_rows(self.kind, name, self.counts)


@frozen(slots=True)
class Presence(CountedByName):
    """The number of texts of a class with each word, split by the rule `split`."""

    counts: ByClass[str]
    split: str
    kind = "presence"

    def __add__(self, other: Presence) -> Presence:
        return Presence(_add_by_class(self.counts, other.counts), self.split)

    def audit(self, sizes: ClassSizes, where: Place) -> None:
        """Raise InputError at `where` for a word in more texts of a class than `sizes` has."""
        _check_cells(self.counts, sizes.by_class, where)
        for label, class_counts in self.counts.items():
            for word, n in class_counts.items():
                if n > sizes.by_class[label]:
                    message = f"{quoted(word)} in {n:,} texts; the class has {sizes.by_class[label]:,}"
                    raise InputError(message, at=in_class(where, label))

    def rows(self, name: str) -> Iterator[CountRow]:
        """Yield rows of the feature `name`: the rule of splitting, and every class and word."""
        yield CountRow("split", name, None, self.split, 1)
        yield from _count_rows(self.kind, name, self.counts)


@frozen(slots=True)
class Numbers:
    """The sums of a column of numbers by class, and the numbers of rows where it is missing."""

    sums: Mapping[str, NumberSums]
    missing: Mapping[str, int] = field(default_factory=dict)
    kind = "number"

    def __add__(self, other: Numbers) -> Numbers:
        labels = dict.fromkeys((*self.sums, *other.sums))
        none = NumberSums()
        sums = {k: self.sums.get(k, none) + other.sums.get(k, none) for k in labels}
        return Numbers(sums, add_counts(self.missing, other.missing))

    def audit(self, sizes: ClassSizes, where: Place) -> None:
        """Raise InputError at `where` if numbers and missing ones do not add up to `sizes`.

        It is raised, too, for sums that no numbers can have.
        """
        for numbers in ({label: class_sum.n for label, class_sum in self.sums.items()}, self.missing):
            _check_cells({label: {None: n} for label, n in numbers.items()}, sizes.by_class, where)
        for label, size in sizes.classes_with_rows_or_counts(self.sums, self.missing):
            place, class_sum = in_class(where, label), self.sums.get(label, NumberSums())
            _require_sum(class_sum.n + self.missing.get(label, 0), size, place)
            if class_sum.total**2 > class_sum.n * class_sum.squares or (
                not class_sum.n and class_sum.squares
            ):
                message = f"Σx² of {exact_text(class_sum.squares)} is less than (Σx)²/n allows"
                raise InputError(message if class_sum.n else "has sums, and no numbers", at=place)

    def rows(self, name: str) -> Iterator[CountRow]:
        """Yield rows of the feature `name`: sums by class, and numbers of missing ones."""
        for label in sorted(self.sums):
            class_sum = self.sums[label]
            yield CountRow(
                self.kind, name, label, None, class_sum.n, class_sum.total, class_sum.squares
            )
        for label in sorted(label for label, n in self.missing.items() if n):
            yield CountRow(self.kind, name, label, None, self.missing[label])


Feature = Values | Words | Presence | Numbers


def add_counts(first: Mapping[Value, int], second: Mapping[Value, int]) -> dict[Value, int]:
    """Return the sum of two tables of counts, `first` and `second`, key by key.

    >>> add_counts({"a": 1}, {"a": 2, "b": 0})
    {'a': 3, 'b': 0}
    """
    total = dict(first)
    for key, n in second.items():
        total[key] = total.get(key, 0) + n
    return total


def _add_by_class(first: ByClass[Value], second: ByClass[Value]) -> dict[str, dict[Value, int]]:
    """Return the sum of two tables of counts by class."""
    labels = dict.fromkeys((*first, *second))
    return {label: add_counts(first.get(label, {}), second.get(label, {})) for label in labels}


def _check_cells(counts: ByClass[Value], classes: Collection[str], where: Place) -> None:
    """Refuse counts of an unknown class, and cells that are no counts."""
    for label, class_counts in counts.items():
        if label not in classes:
            raise InputError(f"{quoted(label)} is no class", at=where)
        for value, n in class_counts.items():
            if type(n) is not int or n < 0:
                place = in_class(where, label)
                with place if value is None else place.spot(f"value {quoted(value)}"):
                    read_count(n)


def read_count(raw: object) -> int:
    """Return the count `raw` as an int; raise InputError for a fraction, a float, a negative number.

    >>> read_count(3.0)
    Traceback (most recent call last):
        ...
    exactnb.errors.InputError: expected a whole number; got 3.0, a float: cast it to a 64-bit integer
    """
    if isinstance(raw, float):
        fix = "a float: cast it to a 64-bit integer"
        raise InputError(f"expected a whole number; got {raw!r}, {fix}")
    try:
        if isinstance(raw, bool):
            raise TypeError
        number = int(raw.__index__())  # type: ignore[attr-defined]  # NumPy's integers too
    except (AttributeError, TypeError):
        raise InputError(f"expected a whole number; got {quoted(str(raw))}") from None
    if number.bit_length() > _LONGEST:
        raise InputError("a count of more than 1,000 digits")
    if number < 0:
        raise InputError(f"a count is not negative; got {exact_text(number)}")
    return number


def _require_sum(counted: int, size: int, place: Place, noun: str = "row") -> None:
    """Refuse counts that do not add up to the size of a class."""
    if counted != size:
        class_size = f"{size:,} {noun}{'s' * (size != 1)}"
        raise InputError(f"the counts add up to {counted:,}; the class has {class_size}", at=place)


def _count_rows(kind: str, name: str, counts: ByClass[Value]) -> Iterator[CountRow]:
    """Yield the counts in alphabetical order, that of a missing value first."""
    for label in sorted(counts):
        class_counts = counts[label]
        for value in sorted(class_counts, key=lambda value: (value is not None, value or "")):
            if class_counts[value] or value is not None:
                yield CountRow(kind, name, label, value, class_counts[value])
