"""Take the rows of a table of counts or parameters one by one: what each is about, and its numbers."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Generic, TypeVar

from exactnb.core.arithmetic.numerals import read_number
from exactnb.core.data.cells import unquoted
from exactnb.core.data.places import in_class
from exactnb.core.data.rows import name_of, ordered_values
from exactnb.core.naming.grammar import parse
from exactnb.core.naming.heads import HEADS
from exactnb.errors import InputError, Place, near, quoted

_HEAD_AND_COLUMNS = re.compile(r"([a-z]+|[^\W\d_]) *\(.*\)")

SUMS = {"sum": 1, "squares": 1, "products": 2}

PARAMETERS = {head.name: head.given_columns for head in HEADS.values() if head.given_columns} | {
    "points": 1
}
"""The rows about numeric columns, with how many columns each names."""

_NOT_NEGATIVE = ("squares", *(head.name for head in HEADS.values() if head.within == "above 0"))

Values = Mapping[str, Sequence[str]]
T = TypeVar("T")
Points = tuple[tuple[Fraction, Fraction], ...]
Measurement = Fraction | Points
"""What a row about numeric columns holds: a number, or the points of a density."""


class SummaryRows(Generic[T]):
    """Take the rows of a summary one by one, each under its name once.

    `at` is where the summary stands; `values` are the values of each column, in order; a column of
    numbers has none.
    """

    def __init__(
        self,
        header: Sequence[str],
        read_cell: Callable[[str], T],
        special: str,
        heads: Mapping[str, int],
        at: Place,
    ) -> None:
        self.header, self.read_cell, self.special, self.heads = header, read_cell, special, heads
        self.at = at
        self.special_row: dict[str, T] = {}
        self.cells: dict[tuple[str, str, str], T] = {}
        self.words: dict[tuple[str, str], T] = {}
        self.measured: dict[tuple[str, tuple[str, ...], str], Measurement] = {}
        self.values: dict[str, list[str]] = {}
        self.row_keys: set[tuple[str, ...]] = set()

    def add(self, line: int, name: str, numbers: Sequence[str]) -> None:
        """Take the row `name` of a `line` with its `numbers`, whatever it is about."""
        here = self.at.line(line)
        if head_and_columns := _head_and_columns(name, self.heads, here):
            self._add_measured(here, name, head_and_columns, numbers)
            return
        column, value = _row_name(name, here)
        self._register((column, value), here, name)
        for label, number in zip(self.header, numbers, strict=True):
            try:
                read = self.read_cell(number)
            except InputError as error:  # the place is made for an error only
                raise error.under(in_class(here, label)) from None
            if name == self.special:
                self.special_row[label] = read
            elif value:
                self.cells[column, value, label] = read
            else:
                self.words[column, label] = read
        if value:
            self.values.setdefault(column, []).append(value)

    def _add_measured(
        self, here: Place, name: str, head_and_columns: tuple[str, ...], numbers: Sequence[str]
    ) -> None:
        head, *columns = head_and_columns
        self._register((head, *sorted(columns)), here, name)  # covariance(a,b) is covariance(b,a)
        for column in columns:
            self.values.setdefault(column, [])
        for label, number in zip(self.header, numbers, strict=True):
            read = in_class(here, label).read(_number, head, number)
            self.measured[head, tuple(columns), label] = read

    def _register(self, key: tuple[str, ...], here: Place, name: str) -> None:
        if key in self.row_keys:
            raise InputError(f"row {quoted(name)} is there twice", at=here)
        self.row_keys.add(key)

    def columns(self, values: Values) -> dict[str, tuple[str, ...]]:
        """Return the values of each column in order; `values` may list more than have a row."""
        for column in values:
            if column not in self.values:
                hint = near(column, self.values)
                raise InputError(f"unknown column {quoted(column)}{hint}", at="values")
        at = Place.of("values")
        pairs = self.values.items()
        return {c: ordered_values(column_values, values.get(c), at / c) for c, column_values in pairs}


def _head_and_columns(name: str, heads: Mapping[str, int], at: Place) -> tuple[str, ...]:
    """Return the head and the columns of a row about numeric columns; nothing for any other row."""
    bare = unquoted(name)  # CSV quotes a cell with a comma in it, as in "covariance(a,b)"
    match = _HEAD_AND_COLUMNS.fullmatch(name) or _HEAD_AND_COLUMNS.fullmatch(bare)
    if match is None or (match[1] not in heads and (bare != name or not match[1].islower())):
        return ()
    head, name = match[1], bare
    if head not in heads:
        kind = "counts" if head in SUMS else "parameters"
        if not heads:
            raise InputError(f"{quoted(name)} is about numbers, which do not go with letters", at=at)
        if head in (*SUMS, *PARAMETERS):
            raise InputError(f"{quoted(name)} goes with data.{kind}", at=at)
        hint = near(head, heads)
        raise InputError(f"expected one of {', '.join(heads)}; got {quoted(head)}{hint}", at=at)
    syntax = at.read(parse, name)
    plain = all(not item.sign and not item.negated for item in syntax.left)
    if not plain or syntax.bar or syntax.model or len(syntax.left) != heads[head]:
        example = f"{head}({', '.join('ab'[: heads[head]])})"
        raise InputError(f"expected {example}, of columns; got {quoted(name)}", at=at)
    return (head, *(name_of(item.first) for item in syntax.left))


def _number(head: str, raw: str) -> Measurement:
    """Return a number about columns, or the points of a density: "0:0 4:1/2"."""
    if head != "points":
        number = read_number(raw)
        if number < 0 and head in _NOT_NEGATIVE:
            raise InputError(f"{head} is not negative; got {raw}")
        return number
    pairs = [point.partition(":") for point in raw.split()]
    if len(pairs) < 2 or any(not sign for _, sign, _ in pairs):
        raise InputError(f"expected points such as 0:0 4:1/2; got {quoted(raw)}")
    return tuple((read_number(x), read_number(y)) for x, _, y in pairs)


def _row_name(name: str, at: Place) -> tuple[str, str]:
    """Return column and value of a row's name; "" as the value for a word or 0/1 column."""
    try:
        syntax = parse(f"P({name})")
    except InputError:
        syntax = None
    if syntax is None or len(syntax.left) != 1 or syntax.right or syntax.model:
        raise InputError(f'expected "column=value" or a name; got {quoted(name)}', at=at)
    item = syntax.left[0]
    if item.sign == ":" or item.negated:
        raise InputError(f'expected "column=value" or a name; got {quoted(name)}', at=at)
    return name_of(item.first), name_of(item.second)
