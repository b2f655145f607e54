"""What is counted of one feature, by class: values, words, texts that hold a word, sums of numbers.

How to read: each kind adds itself to its like (`+`), audits itself against the sizes of the classes,
and yields its rows; `tally.py` puts features together and makes them of rows.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import field
from fractions import Fraction
from itertools import chain
from typing import TypeVar

from exactnb.core.arithmetic.integers import exact_text
from exactnb.core.data.places import in_class
from exactnb.core.lazy import once
from exactnb.core.record import frozen
from exactnb.errors import InputError, Place, quoted

_LONGEST = 3_300  # bits of a count: Python shows no number of more than 4,300 digits
Amount = int | Fraction
Of = TypeVar("Of", bound=str | None)
ByClass = Mapping[str, Mapping[Of, int]]
"""For each class, how often each value or word was counted."""


@frozen(slots=True)
class Row:
    """One row of counts, as a file has it: what it counts, of which feature, class and value.

    `total` is Σx and `squares` Σx² of a row of kind number, None elsewhere, and where numbers are
    missing.
    """

    kind: str
    feature: str | None
    label: str | None
    value: str | None
    n: int
    total: Amount | None = None
    squares: Amount | None = None

    def cells(self) -> tuple[str | int | None, ...]:
        """Return what a file has in its columns; sums are text, for they may be of any length."""
        total, squares = (None if x is None else exact_text(x) for x in (self.total, self.squares))
        return self.kind, self.feature, self.label, self.value, self.n, total, squares


@frozen(slots=True)
class Sum:
    """How many numbers, Σx and Σx², exactly."""

    n: int = 0
    total: Fraction = Fraction(0)
    squares: Fraction = Fraction(0)

    def __add__(self, other: Sum) -> Sum:
        return Sum(self.n + other.n, self.total + other.total, self.squares + other.squares)


@frozen
class Sizes:
    """How many rows each class has."""

    of: Mapping[str, int]

    def beside(self, *counts: Mapping[str, object]) -> Iterator[tuple[str, int]]:
        """Yield the classes that have rows or counts, with their sizes.

        A file may have many empty classes and many features: each is not looked at for each.
        """
        for label in dict.fromkeys(chain(self._with_rows, *counts)):
            yield label, self.of[label]

    @once
    def _with_rows(self) -> tuple[str, ...]:
        return tuple(label for label, size in self.of.items() if size)


@frozen(slots=True)
class Values:
    """A column of values: rows by class and value, None where a row shows none."""

    counts: ByClass[str | None]
    kind = "value"

    @property
    def values(self) -> tuple[str, ...]:
        """Return all values, in alphabetical order; one that is missing is none."""
        found = {value for of in self.counts.values() for value in of if value is not None}
        return tuple(sorted(found))

    def __add__(self, other: Values) -> Values:
        return Values(_added(self.counts, other.counts))

    def audit(self, sizes: Sizes, at: Place) -> None:
        """Refuse counts that do not add up to the rows of each class."""
        _check(self.counts, sizes.of, at)
        for label, size in sizes.beside(self.counts):
            _conserved(sum(self.counts.get(label, {}).values()), size, in_class(at, label))

    def rows(self, name: str) -> Iterator[Row]:
        """Yield a row for every class and value."""
        yield from _rows(self.kind, name, self.counts)


@frozen(slots=True)
class Words:
    """How often each word stands in the texts of a class, cut as `split` says.

    `tokens` are all words of a class, counted by themselves.
    """

    counts: ByClass[str]
    split: str
    tokens: Mapping[str, int]
    kind = "word"

    @property
    def words(self) -> tuple[str, ...]:
        """Return all words, in alphabetical order."""
        return tuple(sorted({word for of in self.counts.values() for word in of}))

    def __add__(self, other: Words) -> Words:
        counts = _added(self.counts, other.counts)
        return Words(counts, self.split, summed(self.tokens, other.tokens))

    def audit(self, sizes: Sizes, at: Place) -> None:
        """Refuse counts that do not add up to the tokens of each class."""
        _check(self.counts, sizes.of, at)
        _check({label: {None: n} for label, n in self.tokens.items()}, sizes.of, at)
        for label, size in sizes.beside(self.counts, self.tokens):
            here, number = in_class(at, label), self.tokens.get(label, 0)
            _conserved(sum(self.counts.get(label, {}).values()), number, here, "token")
            if number and not size:
                raise InputError("has words, and no text", at=here)

    def rows(self, name: str) -> Iterator[Row]:
        """Yield how texts are cut, the tokens, and a row for every class and word."""
        yield Row("split", name, None, self.split, 1)
        for label in sorted(self.tokens):
            yield Row("tokens", name, label, None, self.tokens[label])
        yield from _rows(self.kind, name, self.counts)


@frozen(slots=True)
class Presence:
    """How many texts of a class hold each word, cut as `split` says."""

    counts: ByClass[str]
    split: str
    kind = "presence"

    @property
    def words(self) -> tuple[str, ...]:
        """Return all words, in alphabetical order."""
        return tuple(sorted({word for of in self.counts.values() for word in of}))

    def __add__(self, other: Presence) -> Presence:
        return Presence(_added(self.counts, other.counts), self.split)

    def audit(self, sizes: Sizes, at: Place) -> None:
        """Refuse a word that stands in more texts than there are."""
        _check(self.counts, sizes.of, at)
        for label, of in self.counts.items():
            for word, n in of.items():
                if n > sizes.of[label]:
                    message = f"{quoted(word)} in {n:,} texts; the class has {sizes.of[label]:,}"
                    raise InputError(message, at=in_class(at, label))

    def rows(self, name: str) -> Iterator[Row]:
        """Yield how texts are cut, and a row for every class and word."""
        yield Row("split", name, None, self.split, 1)
        yield from _rows(self.kind, name, self.counts)


@frozen(slots=True)
class Numbers:
    """The sums of a column of numbers by class, and how many rows show none."""

    sums: Mapping[str, Sum]
    missing: Mapping[str, int] = field(default_factory=dict)
    kind = "number"

    def __add__(self, other: Numbers) -> Numbers:
        labels = dict.fromkeys((*self.sums, *other.sums))
        none = Sum()
        sums = {k: self.sums.get(k, none) + other.sums.get(k, none) for k in labels}
        return Numbers(sums, summed(self.missing, other.missing))

    def audit(self, sizes: Sizes, at: Place) -> None:
        """Refuse numbers that are not as many as rows, and sums that no numbers have."""
        _check({label: {None: of.n} for label, of in self.sums.items()}, sizes.of, at)
        _check({label: {None: n} for label, n in self.missing.items()}, sizes.of, at)
        for label, size in sizes.beside(self.sums, self.missing):
            here, of = in_class(at, label), self.sums.get(label, Sum())
            _conserved(of.n + self.missing.get(label, 0), size, here)
            if of.total**2 > of.n * of.squares or (not of.n and of.squares):
                message = f"Σx² of {exact_text(of.squares)} is less than (Σx)²/n allows"
                raise InputError(message if of.n else "has sums, and no numbers", at=here)

    def rows(self, name: str) -> Iterator[Row]:
        """Yield the sums of every class, and how many rows lack the number."""
        for label in sorted(self.sums):
            of = self.sums[label]
            yield Row(self.kind, name, label, None, of.n, of.total, of.squares)
        for label in sorted(label for label, n in self.missing.items() if n):
            yield Row(self.kind, name, label, None, self.missing[label])


Feature = Values | Words | Presence | Numbers


def summed(one: Mapping[Of, int], other: Mapping[Of, int]) -> dict[Of, int]:
    """Return the sums of counts.

    >>> summed({"a": 1}, {"a": 2, "b": 0})
    {'a': 3, 'b': 0}
    """
    found = dict(one)
    for key, n in other.items():
        found[key] = found.get(key, 0) + n
    return found


def _added(one: ByClass[Of], other: ByClass[Of]) -> dict[str, dict[Of, int]]:
    """Return the sums of two tables of counts."""
    labels = dict.fromkeys((*one, *other))
    return {label: summed(one.get(label, {}), other.get(label, {})) for label in labels}


def _check(counts: ByClass[Of], classes: Collection[str], at: Place) -> None:
    """Refuse counts of a class that is none, and what is no count."""
    for label, of in counts.items():
        if label not in classes:
            raise InputError(f"{quoted(label)} is no class", at=at)
        for value, n in of.items():
            if type(n) is not int or n < 0:
                place = in_class(at, label)
                with place if value is None else place.spot(f"value {quoted(value)}"):
                    read_count(n)


def read_count(given: object) -> int:
    """Return a count as an int; refuse what is no whole number, or negative.

    >>> read_count(3.0)
    Traceback (most recent call last):
        ...
    exactnb.errors.InputError: expected a whole number; got 3.0, a float: cast it to a 64-bit integer
    """
    if isinstance(given, float):
        fix = "a float: cast it to a 64-bit integer"
        raise InputError(f"expected a whole number; got {given!r}, {fix}")
    try:
        if isinstance(given, bool):
            raise TypeError
        number = int(given.__index__())  # type: ignore[attr-defined]  # NumPy's integers too
    except (AttributeError, TypeError):
        raise InputError(f"expected a whole number; got {quoted(str(given))}") from None
    if number.bit_length() > _LONGEST:
        raise InputError("a count of more than 1,000 digits")
    if number < 0:
        raise InputError(f"a count is not negative; got {exact_text(number)}")
    return number


def _conserved(found: int, size: int, at: Place, what: str = "row") -> None:
    if found != size:
        has = f"{size:,} {what}{'s' * (size != 1)}"
        raise InputError(f"the counts add up to {found:,}; the class has {has}", at=at)


def _rows(kind: str, name: str, counts: ByClass[Of]) -> Iterator[Row]:
    """Yield the counts in order; that of a value that is missing comes first."""
    for label in sorted(counts):
        of = counts[label]
        for value in sorted(of, key=lambda value: (value is not None, value or "")):
            if of[value] or value is not None:
                yield Row(kind, name, label, value, of[value])
