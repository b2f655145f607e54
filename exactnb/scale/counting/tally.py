"""The exact counts of a training set; tallies of its parts are added with `+`.

How to read: `Tally` has the counts, `from_rows` makes one of plain rows, such as GROUP BY returns, and
`audited` shows that nothing was lost on the way.
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
from exactnb.core.data.schema import in_class
from exactnb.core.data.showing import TabularDisplay, summary_line
from exactnb.core.record import frozen
from exactnb.errors import HERE, InputError, Place, listing, near, quoted
from exactnb.scale.counting.features import (
    ClassSizes,
    CountRow,
    Feature,
    Numbers,
    NumberSums,
    Presence,
    Values,
    Words,
    add_counts,
    read_count,
)

_LONG = re.compile(r"(-?)([0-9]{1,20000})(?:/([1-9][0-9]{0,20000}))?")
_AT_ONCE = 2**13  # rows per step of a digest

KINDS = ("part", "class", "split", "tokens", "value", "word", "presence", "number")
"""Kinds of rows, in the order of a file."""


@frozen(slots=True)
class TallyPart:
    """Some of the rows that were counted, such as those of a file: their name and their number."""

    name: str
    rows: int


@frozen(slots=True)
class Tally(TabularDisplay):
    """Hold the number of rows of each class, and the counts of their features.

    `label` is the name of the class, `parts` are the rows that were counted, by a unique id such as the
    digest of a file: tallies with a common part cannot be added.

    >>> rows = [("class", "play", "yes", None, 2), ("value", "sky", "yes", "rain", 2)]
    >>> morning = Tally.from_rows(rows)
    >>> both = morning + Tally.from_rows(rows)
    >>> both, both.features["sky"].counts
    (<Tally of 4 rows: sky; class play (yes)>, {'yes': {'rain': 4}})
    """

    label: str = ""
    classes: Mapping[str, int] = field(default_factory=dict)
    features: Mapping[str, Feature] = field(default_factory=dict)
    parts: Mapping[str, TallyPart] = field(default_factory=dict)

    def __repr__(self) -> str:
        size = f"{sum(self.classes.values()):,} rows"
        return summary_line("Tally", size, self.features, self.label, self.classes)

    def _header_and_rows(self) -> tuple[list[str], list[list[str]]]:
        """Return the columns and the cells of the table that notebooks show: the rows of a file."""
        return ["kind", "feature", "class", "value", "n", "sum", "squares"], [
            ["" if cell is None else str(cell) for cell in row.cells()] for row in self.rows()
        ]

    @classmethod
    def from_rows(cls, rows: Iterable[CountRow | Sequence[Any]]) -> Tally:
        """Return the tally of `rows`: kind, feature, class, value, n, and Σx and Σx² of numbers.

        A row of kind class has the name of the class as its feature. `n` counts rows in a row of kind
        value, occurrences of a word in the texts of a class in one of kind word, texts with the word in
        one of kind presence. A missing value is None; missing numbers have no sums. Sums are exact:
        int, Fraction or Decimal.

        >>> Tally.from_rows([("class", "play", "yes", None, 2), ("value", "sky", "yes", "rain", 1)])
        Traceback (most recent call last):
            ...
        exactnb.errors.InputError: feature 'sky', class 'yes': the counts add up to 1; the class has 2
        rows

        Raises InputError for rows that contradict each other, for cells that are no counts, and as
        `audited` does.
        """
        reader = _Reader()
        for row in rows:
            if not isinstance(row, CountRow):
                expected = "kind, feature, class, value, n, and Σx and Σx² of numbers"
                if not hasattr(row, "__len__"):
                    raise InputError.expected(f"rows of {expected}", row)
                if not 5 <= len(row) <= 7:
                    raise InputError(f"expected rows of {expected}; got {len(row)} cells")
                row = CountRow(*row)
            reader.add(row)
        return reader.tally().audited()

    def rows(self) -> Iterator[CountRow]:
        """Yield all counts as rows in a fixed order: equal tallies have equal rows."""
        for identity in sorted(self.parts):
            part = self.parts[identity]
            yield CountRow("part", part.name, None, identity, part.rows)
        for label in sorted(self.classes):
            yield CountRow("class", self.label, label, None, self.classes[label])
        for name in sorted(self.features):
            yield from self.features[name].rows(name)

    @property
    def digest(self) -> str:
        """Return the SHA-256 of the counts, which does not depend on the parts."""
        return digest_of(replace(self, parts={}).rows())

    def audited(self) -> Tally:
        """Return the same tally; raise InputError if something was lost or counted twice.

        The counts of every column, missing ones included, must add up to the rows of each class, the
        words of a class to its tokens, and the rows of the parts, if there are parts, to all rows.
        """
        for label, size in self.classes.items():
            in_class(HERE, label).read(read_count, size)
        sizes = ClassSizes(self.classes)
        for name, feature in self.features.items():
            feature.audit(sizes, feature_place(name))
        total = sum(self.classes.values())
        part_rows = 0
        for part in self.parts.values():
            part_rows += HERE.spot(f"part {quoted(part.name)}").read(read_count, part.rows)
        if self.parts and part_rows != total:
            raise InputError(f"the parts have {part_rows:,} rows, the classes {total:,}")
        return self

    def __add__(self, other: Tally) -> Tally:
        """Return the counts of the rows of both; an empty tally adds nothing.

        Raises InputError if features or their kinds differ, and for a part that both counted.
        """
        if not isinstance(other, Tally):
            return NotImplemented
        if not self.classes and not self.features:
            return other
        if not other.classes and not other.features:
            return self
        duplicate = next((self.parts[key].name for key in self.parts if key in other.parts), None)
        if duplicate is not None:
            raise InputError(f"part {quoted(duplicate)} is counted in both")
        if bool(self.parts) != bool(other.parts):
            raise InputError("one says which parts it counted, the other does not")
        if self.label != other.label:
            raise InputError(f"the class is {quoted(other.label)}; it was {quoted(self.label)}")
        features = {
            name: _add_features(name, self.features.get(name), other.features.get(name))
            for name in {**self.features, **other.features}
        }
        classes = add_counts(self.classes, other.classes)
        return Tally(self.label, classes, features, {**self.parts, **other.parts})


def digest_of(rows: Iterable[CountRow]) -> str:
    """Return the SHA-256 of `rows` in their order.

    >>> digest_of(Tally().rows())[:8]
    'e3b0c442'
    """
    digest = sha256()
    remaining = iter(rows)
    while batch := [row.cells() for row in islice(remaining, _AT_ONCE)]:
        digest.update(json.dumps(batch).encode())
    return digest.hexdigest()


def feature_place(name: str) -> Place:
    """Return the place of the feature `name`, for errors."""
    return HERE.spot(f"feature {quoted(name)}")


def _add_features(name: str, first: Feature | None, second: Feature | None) -> Feature:
    """Return the sum of two features; refuse a missing one, and kinds or rules that differ."""
    place = feature_place(name)
    if first is None or second is None:
        raise InputError("is counted in one of both only", at=place)
    first, second = _empty_presence_as_words(first, second), _empty_presence_as_words(second, first)
    if first.kind != second.kind:
        raise InputError(f"is counted as {first.kind} and as {second.kind}", at=place)
    split, other_split = (getattr(feature, "split", "") for feature in (first, second))
    if split != other_split:
        raise InputError(f"texts are cut as {quoted(split)} and as {quoted(other_split)}", at=place)
    return first + second  # type: ignore[operator]  # they are of one kind


def _empty_presence_as_words(feature: Feature, partner: Feature) -> Feature:
    """Return presence without any word as words: of such texts GROUP BY returns no row."""
    if isinstance(feature, Presence) and isinstance(partner, Words) and not feature.counts:
        return Words({}, feature.split, {})
    return feature


class _Reader:
    """Read rows one by one, and combine them into features."""

    def __init__(self) -> None:
        self.label: str | None = None
        self.classes: dict[str, int] = {}
        self.parts: dict[str, TallyPart] = {}
        self.kinds: dict[str, str] = {}
        self.splits: dict[str, str] = {}
        self.tokens: dict[str, dict[str, int]] = {}
        self.counts: dict[str, dict[str, dict[Any, int]]] = {}
        self.sums: dict[str, dict[str, NumberSums]] = {}
        self.missing: dict[str, dict[str, int]] = {}

    def add(self, row: CountRow) -> None:
        """Read `row`; raise InputError, with its place, if it contradicts an earlier one."""
        if row.kind not in KINDS:
            hint = near(row.kind, KINDS) if isinstance(row.kind, str) else ""
            raise InputError(f"expected a kind of {listing(KINDS)}; got {quoted(row.kind)}{hint}")
        try:
            self._add(row, _require_text(row.feature, "feature"), read_count(row.n))
        except InputError as error:  # making a place for each of millions of rows takes long
            raise error.under(_place(row)) from None

    def _add(self, row: CountRow, feature: str, n: int) -> None:
        """Read a row by its kind, with its feature and count already checked."""
        if row.kind != "number" and (row.total is not None or row.squares is not None):
            raise InputError("sums need numbers")
        if row.kind == "part":
            _set_once(self.parts, _require_text(row.value, "value"), TallyPart(feature, n))
        elif row.kind == "split":
            _set_once(self.splits, feature, _require_text(row.value, "value"))
        elif row.kind == "class":
            if self.label not in (None, feature):
                raise InputError(f"the class is {quoted(self.label)}; got {quoted(feature)}")
            self.label = feature
            _set_once(self.classes, _require_text(row.label, "class"), n)
        elif row.kind == "tokens":
            _set_once(self.tokens.setdefault(feature, {}), _require_text(row.label, "class"), n)
        else:
            self._read_feature_count(row, feature, _require_text(row.label, "class"), n)

    def _read_feature_count(self, row: CountRow, feature: str, label: str, n: int) -> None:
        """Read a row with a count of a feature."""
        if self.kinds.setdefault(feature, row.kind) != row.kind:
            raise InputError(f"is counted as {self.kinds[feature]} and as {row.kind}")
        if row.kind != "number":
            value = (
                None if row.kind == "value" and row.value is None else _require_text(row.value, "value")
            )
            _set_once(self.counts.setdefault(feature, {}).setdefault(label, {}), value, n)
        elif row.total is None and row.squares is None:
            _set_once(self.missing.setdefault(feature, {}), label, n)
        else:
            sums = NumberSums(n, _exact_sum(row.total), _exact_sum(row.squares))
            _set_once(self.sums.setdefault(feature, {}), label, sums)

    def tally(self) -> Tally:
        """Return the tally of all rows."""
        if self.label is None:
            if self.kinds or self.tokens or any(part.rows for part in self.parts.values()):
                raise InputError("there is no row of kind class")
            return Tally()  # GROUP BY of an empty table returns no rows
        for name in self.tokens:
            self.kinds.setdefault(name, "word")
        for name in self.splits:  # of texts without words
            self.kinds.setdefault(name, "presence")
        features = {name: self._build_feature(name, kind) for name, kind in self.kinds.items()}
        return Tally(self.label or "", self.classes, features, self.parts)

    def _build_feature(self, name: str, kind: str) -> Feature:
        """Return one feature; refuse rows that do not belong to its kind."""
        counts, place = self.counts.get(name, {}), feature_place(name)
        for row, is_there, kinds, meaning in (
            ("split", name in self.splits, ("word", "presence"), "how texts are cut (unicode, ascii)"),
            ("tokens", name in self.tokens, ("word",), "how many words each class has"),
        ):
            if is_there and kind not in kinds:
                raise InputError(f"a row of kind {row} is there for a {kind}", at=place)
            if kind in kinds and not is_there:
                raise InputError(f"no row of kind {row} says {meaning}", at=place)
        if kind == "number":
            missing = {label: n for label, n in self.missing.get(name, {}).items() if n}
            return Numbers(self.sums.get(name, {}), missing)
        if kind == "value":
            return Values(
                {k: {v: n for v, n in by_value.items() if n or v} for k, by_value in counts.items()}
            )
        if kind == "presence":
            return Presence(counts, self.splits[name])
        return Words(counts, self.splits[name], self.tokens[name])


def _place(row: CountRow) -> Place:
    """Return the place of a row: its feature, class and value."""
    feature = "" if row.feature is None else f" {quoted(row.feature)}"
    place = HERE.spot(f"{row.kind}{feature}")
    place = place if row.label is None else in_class(place, row.label)
    return place if row.value is None else place.spot(f"value {quoted(row.value)}")


def _set_once(table: dict[Any, Any], key: Any, value: Any) -> None:
    """Set a key that is not set yet; refuse a second row for it."""
    if key in table:
        raise InputError("is there twice; each is counted once in a file, and files are merged")
    table[key] = value


def _require_text(raw: object, noun: str) -> str:
    if not isinstance(raw, str) or (not raw and noun != "value"):
        got = "nothing" if raw in (None, "") else quoted(str(raw))
        raise InputError(f"expected text as {noun}; got {got}")
    return raw


def _exact_sum(raw: Any) -> Fraction:
    """Return a sum with any number of digits; refuse a float."""
    if type(raw) in (int, Fraction):
        return Fraction(raw)
    digits = _LONG.fullmatch(raw) if isinstance(raw, str) else None
    if digits is None or len(raw) <= MAX_DIGITS:
        return read_number(raw)
    numerator, denominator = read_integer(digits[2]), read_integer(digits[3] or "1")
    return Fraction(-numerator if digits[1] else numerator, denominator)
