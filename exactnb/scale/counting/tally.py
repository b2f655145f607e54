"""What was counted of a whole training set, as exact integers: tallies of its parts add up with `+`.

How to read: `Tally` is what is held, `from_rows` makes one of plain rows, as any GROUP BY gives them,
and `audited` shows that nothing was lost on the way.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import field, replace
from fractions import Fraction
from hashlib import sha256
from itertools import islice
from typing import Any

from exactnb.core.arithmetic.integers import read_integer
from exactnb.core.arithmetic.numerals import MAX_DIGITS, read_number
from exactnb.core.data.places import in_class
from exactnb.core.data.showing import TabularDisplay, summary_line
from exactnb.core.record import frozen
from exactnb.errors import HERE, InputError, Place, listing, near, quoted
from exactnb.scale.counting.features import (
    Feature,
    Numbers,
    Presence,
    Row,
    Sizes,
    Sum,
    Values,
    Words,
    read_count,
    summed,
)

_LONG = re.compile(r"(-?)([0-9]{1,20000})(?:/([1-9][0-9]{0,20000}))?")
_AT_ONCE = 2**13  # rows of which a digest is taken

KINDS = ("part", "class", "split", "tokens", "value", "word", "presence", "number")
"""What a row may count, in the order of a file."""


@frozen(slots=True)
class Part:
    """Some of the rows that were counted, such as those of a file, and how many they are."""

    name: str
    rows: int


@frozen(slots=True)
class Tally(TabularDisplay):
    """Hold how many rows each class has, and what was counted of their features.

    `label` is what the class is called, `parts` are the rows that were counted, by an id that no other
    rows have, such as the digest of a file: what shares a part is not added up.

    >>> rows = [("class", "play", "yes", None, 2), ("value", "sky", "yes", "rain", 2)]
    >>> morning = Tally.from_rows(rows)
    >>> both = morning + Tally.from_rows(rows)
    >>> both, both.features["sky"].counts
    (<Tally of 4 rows: sky; class play (yes)>, {'yes': {'rain': 4}})
    """

    label: str = ""
    classes: Mapping[str, int] = field(default_factory=dict)
    features: Mapping[str, Feature] = field(default_factory=dict)
    parts: Mapping[str, Part] = field(default_factory=dict)

    def __repr__(self) -> str:
        size = f"{sum(self.classes.values()):,} rows"
        return summary_line("Tally", size, self.features, self.label, self.classes)

    def _header_and_rows(self) -> tuple[list[str], list[list[str]]]:
        """Return the rows as they stand in a file."""
        head = ["kind", "feature", "class", "value", "n", "sum", "squares"]
        return head, [
            ["" if cell is None else str(cell) for cell in row.cells()] for row in self.rows()
        ]

    @classmethod
    def from_rows(cls, rows: Iterable[Row | Sequence[Any]]) -> Tally:
        """Return the tally that rows tell: kind, feature, class, value, n, and Σx and Σx² of numbers.

        A row of kind class has the name of the class as its feature. The `n` of value is rows, of word
        how often it stands in the texts of a class, of presence the texts that hold it; a value that is
        None is missing, and so is a number without sums. Sums are exact: int, Fraction or Decimal.

        >>> Tally.from_rows([("class", "play", "yes", None, 2), ("value", "sky", "yes", "rain", 1)])
        Traceback (most recent call last):
            ...
        exactnb.errors.InputError: feature 'sky', class 'yes': the counts add up to 1; the class has 2
        rows

        Raises InputError for rows that contradict each other, for what is no count, and as `audited`.
        """
        reader = _Reader()
        for row in rows:
            reader.add(row if isinstance(row, Row) else _row(row))
        return reader.tally().audited()

    def rows(self) -> Iterator[Row]:
        """Yield all that was counted as rows, in one order: equal tallies have equal rows."""
        for identity in sorted(self.parts):
            part = self.parts[identity]
            yield Row("part", part.name, None, identity, part.rows)
        for label in sorted(self.classes):
            yield Row("class", self.label, label, None, self.classes[label])
        for name in sorted(self.features):
            yield from self.features[name].rows(name)

    @property
    def digest(self) -> str:
        """Return what tells these counts from others, whatever the parts that they are of."""
        return digest_of(replace(self, parts={}).rows())

    def audited(self) -> Tally:
        """Return the same tally, once it is shown that nothing was lost or counted twice.

        The counts of every column add up to the rows of each class, one that is missing included; the
        words of a class to its tokens, and the rows of the parts to those of all classes, where these
        are known.
        """
        for label, size in self.classes.items():
            in_class(HERE, label).read(read_count, size)
        sizes = Sizes(self.classes)
        for name, feature in self.features.items():
            feature.audit(sizes, feature_place(name))
        number = sum(self.classes.values())
        of_parts = 0
        for part in self.parts.values():
            of_parts += HERE.spot(f"part {quoted(part.name)}").read(read_count, part.rows)
        if self.parts and of_parts != number:
            raise InputError(f"the parts have {of_parts:,} rows, the classes {number:,}")
        return self

    def __add__(self, other: Tally) -> Tally:
        """Return what was counted of the rows of both; nothing counted adds nothing.

        Raises InputError for other features or kinds of them, and for rows that both counted.
        """
        if not isinstance(other, Tally):
            return NotImplemented
        if not self.classes and not self.features:
            return other
        if not other.classes and not other.features:
            return self
        twice = next((self.parts[key].name for key in self.parts if key in other.parts), None)
        if twice is not None:
            raise InputError(f"part {quoted(twice)} is counted in both")
        if bool(self.parts) != bool(other.parts):
            raise InputError("one says which parts it counted, the other does not")
        if self.label != other.label:
            raise InputError(f"the class is {quoted(other.label)}; it was {quoted(self.label)}")
        features = {
            name: _added(name, self.features.get(name), other.features.get(name))
            for name in {**self.features, **other.features}
        }
        classes = summed(self.classes, other.classes)
        return Tally(self.label, classes, features, {**self.parts, **other.parts})


def digest_of(rows: Iterable[Row]) -> str:
    """Return the SHA-256 of rows in their order.

    >>> digest_of(Tally().rows())[:8]
    'e3b0c442'
    """
    found = sha256()
    of = iter(rows)
    while some := [row.cells() for row in islice(of, _AT_ONCE)]:
        found.update(json.dumps(some).encode())
    return found.hexdigest()


def feature_place(name: str) -> Place:
    """Return the place of what is said of a feature."""
    return HERE.spot(f"feature {quoted(name)}")


def _added(name: str, one: Feature | None, other: Feature | None) -> Feature:
    """Return the sum of features; refuse one that is not counted, or is counted as something else."""
    at = feature_place(name)
    if one is None or other is None:
        raise InputError("is counted in one of both only", at=at)
    one, other = _of_words(one, other), _of_words(other, one)
    if one.kind != other.kind:
        raise InputError(f"is counted as {one.kind} and as {other.kind}", at=at)
    split, another = (getattr(feature, "split", "") for feature in (one, other))
    if split != another:
        raise InputError(f"texts are cut as {quoted(split)} and as {quoted(another)}", at=at)
    return one + other  # type: ignore[operator]  # they are of one kind


def _of_words(one: Feature, other: Feature) -> Feature:
    """Return what is counted of texts that hold no word, of which GROUP BY tells nothing, as words."""
    if isinstance(one, Presence) and isinstance(other, Words) and not one.counts:
        return Words({}, one.split, {})
    return one


class _Reader:
    """Take rows one by one, each once, and put features together of them."""

    def __init__(self) -> None:
        self.label: str | None = None
        self.classes: dict[str, int] = {}
        self.parts: dict[str, Part] = {}
        self.kinds: dict[str, str] = {}
        self.splits: dict[str, str] = {}
        self.tokens: dict[str, dict[str, int]] = {}
        self.counts: dict[str, dict[str, dict[Any, int]]] = {}
        self.sums: dict[str, dict[str, Sum]] = {}
        self.missing: dict[str, dict[str, int]] = {}

    def add(self, row: Row) -> None:
        """Take one row."""
        if row.kind not in KINDS:
            hint = near(row.kind, KINDS) if isinstance(row.kind, str) else ""
            raise InputError(f"expected a kind of {listing(KINDS)}; got {quoted(row.kind)}{hint}")
        try:
            self._add(row, _text(row.feature, "feature"), read_count(row.n))
        except InputError as error:  # the place is made only where it is told: there are many rows
            raise error.under(_place(row)) from None

    def _add(self, row: Row, feature: str, n: int) -> None:
        if row.kind != "number" and (row.total is not None or row.squares is not None):
            raise InputError("sums go with numbers")
        if row.kind == "part":
            _put(self.parts, _text(row.value, "value"), Part(feature, n))
        elif row.kind == "split":
            _put(self.splits, feature, _text(row.value, "value"))
        elif row.kind == "class":
            if self.label not in (None, feature):
                raise InputError(f"the class is {quoted(self.label)}; got {quoted(feature)}")
            self.label = feature
            _put(self.classes, _text(row.label, "class"), n)
        elif row.kind == "tokens":
            _put(self.tokens.setdefault(feature, {}), _text(row.label, "class"), n)
        else:
            self._count(row, feature, _text(row.label, "class"), n)

    def _count(self, row: Row, feature: str, label: str, n: int) -> None:
        """Take a row of what was counted of a feature."""
        if self.kinds.setdefault(feature, row.kind) != row.kind:
            raise InputError(f"is counted as {self.kinds[feature]} and as {row.kind}")
        if row.kind != "number":
            is_missing = row.kind == "value" and row.value is None
            value = None if is_missing else _text(row.value, "value")
            _put(self.counts.setdefault(feature, {}).setdefault(label, {}), value, n)
        elif row.total is None and row.squares is None:
            _put(self.missing.setdefault(feature, {}), label, n)
        else:
            sums = Sum(n, _exact(row.total), _exact(row.squares))
            _put(self.sums.setdefault(feature, {}), label, sums)

    def tally(self) -> Tally:
        """Return what the rows tell together."""
        if self.label is None:
            if self.kinds or self.tokens or any(part.rows for part in self.parts.values()):
                raise InputError("there is no row of kind class")
            return Tally()  # of no rows at all there are no groups
        for name in self.tokens:
            self.kinds.setdefault(name, "word")
        for name in self.splits:  # of texts that hold no words
            self.kinds.setdefault(name, "presence")
        features = {name: self._feature(name, kind) for name, kind in self.kinds.items()}
        return Tally(self.label or "", self.classes, features, self.parts)

    def _feature(self, name: str, kind: str) -> Feature:
        counts, at = self.counts.get(name, {}), feature_place(name)
        splits, tokens = name in self.splits, name in self.tokens
        if splits != (kind in ("word", "presence")):
            how = "says how texts are cut (unicode, ascii)" if not splits else f"is there for a {kind}"
            raise InputError(f"{'no' if not splits else 'a'} row of kind split {how}", at=at)
        if tokens != (kind == "word"):
            how = "says how many words each class has" if not tokens else f"is there for a {kind}"
            raise InputError(f"{'no' if not tokens else 'a'} row of kind tokens {how}", at=at)
        if kind == "number":
            missing = {label: n for label, n in self.missing.get(name, {}).items() if n}
            return Numbers(self.sums.get(name, {}), missing)
        if kind == "value":
            return Values({k: {v: n for v, n in of.items() if n or v} for k, of in counts.items()})
        if kind == "presence":
            return Presence(counts, self.splits[name])
        return Words(counts, self.splits[name], self.tokens[name])


def _place(row: Row) -> Place:
    """Return where a row stands: its feature, class and value."""
    at = (
        HERE.spot(f"{row.kind} {quoted(row.feature)}")
        if row.feature is not None
        else HERE.spot(row.kind)
    )
    at = at if row.label is None else in_class(at, row.label)
    return at if row.value is None else at.spot(f"value {quoted(row.value)}")


def _row(cells: Sequence[Any]) -> Row:
    if not 5 <= len(cells) <= 7:
        told = "kind, feature, class, value, n, and Σx and Σx² of numbers"
        raise InputError(f"expected rows of {told}; got {len(cells)} cells")
    return Row(*cells)


def _put(table: dict[Any, Any], key: Any, value: Any) -> None:
    if key in table:
        raise InputError("is there twice; each is counted once in a file, and files are merged")
    table[key] = value


def _text(given: object, what: str) -> str:
    if not isinstance(given, str) or (not given and what != "value"):
        got = "nothing" if given in (None, "") else quoted(str(given))
        raise InputError(f"expected text as {what}; got {got}")
    return given


def _exact(given: Any) -> Fraction:
    """Return a sum, however many digits it has; a float is none."""
    if type(given) in (int, Fraction):
        return Fraction(given)
    digits = _LONG.fullmatch(given) if isinstance(given, str) else None
    if digits is None or len(given) <= MAX_DIGITS:
        return read_number(given)
    above, below = read_integer(digits[2]), read_integer(digits[3] or "1")
    return Fraction(-above if digits[1] else above, below)
