"""Read tables of counts and of parameters: a column for each class, a row for each cell or word."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Generic, TypeVar

from exactnb.arithmetic.numerals import read_ratio
from exactnb.arithmetic.ratio import Ratio
from exactnb.data.counts import Counts
from exactnb.data.parameters import Parameters
from exactnb.data.readers import read_summary_text
from exactnb.data.schema import Number, Schema, as_number
from exactnb.data.table import name_of, ordered_values, repeated
from exactnb.errors import InputError, NotYet, near, quoted
from exactnb.expression.formula import read_formula
from exactnb.expression.grammar import parse
from exactnb.expression.nodes import Expression

__all__ = ["read_counts", "read_lettered_counts", "read_parameters"]

_LATER = re.compile(r"(sum|squares|mean|variance|sd|rate|success|covariance|points) *\(.*\)")
_SHORT = 18  # digits of a count that is read at once: there may be many
Values = Mapping[str, Sequence[str]]
T = TypeVar("T")


def read_counts(
    text: str,
    *,
    class_variable: str | None = None,
    classes: Sequence[str] | None = None,
    values: Values | None = None,
) -> Counts:
    r"""Return the counts in a text table: rows `total`, `column=value`, or a word or 0/1 column.

    >>> counts = read_counts("- | + \ntotal | 2 | 3\na=1 | 0 | 1")
    >>> counts.sizes, counts.cell("a", "0", "+")
    ({'-': 2, '+': 3}, 2)

    Raises InputError for totals that disagree, and for more than a total.
    """
    read = _read(text, _count, class_variable, classes, values, special="total")
    if "prior" in read.schema.words:
        raise InputError("counts have no prior; say it in model.prior", at="row 'prior'")
    sizes = dict(read.special)
    for column in read.columns:
        _fill_counts(read, column, sizes)
    sized = bool(sizes)
    whole = {label: as_number(Fraction(sizes.get(label, 0))) for label in read.classes}
    return Counts(read.schema, whole, read.cells, read.words, read.words, sized)


def read_lettered_counts(
    text: str, *, class_variable: str | None = None, classes: Sequence[str] | None = None
) -> tuple[Schema, dict[str, Expression], dict[tuple[str, str, str], Expression]]:
    r"""Return the totals and counts in a text table whose cells may hold letters, such as d_1 + 100.

    The counts are those of a column, value and class; of a word, the column is "".

    >>> schema, totals, counts = read_lettered_counts("y | 1 | 0\ndog | 3 | 0\ntotal | d_1 + 100 | 1")
    >>> schema.classes, counts["", "dog", "1"]
    (('1', '0'), Integer(value=3))
    """
    read = _read(text, read_formula, class_variable, classes, None, special="total")
    words = {("", word, label): formula for (word, label), formula in read.words.items()}
    return read.schema, dict(read.special), {**read.cells, **words}


def read_parameters(
    text: str,
    *,
    class_variable: str | None = None,
    classes: Sequence[str] | None = None,
    values: Values | None = None,
) -> Parameters:
    r"""Return the parameters in a text table: rows `prior`, `column=value`, or a word or 0/1 column.

    >>> given = read_parameters("coin | fair | bent\nprior | 1/2 | 1/2\nheads | 1/2 | 0.9")
    >>> given.words["heads", "bent"], given.schema.class_variable
    (Ratio(9, 10), 'coin')

    Raises InputError for probabilities that do not add up to exactly 1.
    """
    read = _read(text, _share, class_variable, classes, values, special="prior")
    if "total" in read.schema.words:
        raise InputError("parameters have no total; it goes with counts", at="row 'total'")
    prior = dict(read.special) or None
    if prior is not None:
        total = sum((share.value for share in prior.values()), Fraction(0))
        if total != 1:
            raise InputError(f"the probabilities add up to {total}, not to 1", at="row 'prior'")
    for column in read.columns:
        _check_shares(read, column)
    return Parameters(read.schema, prior, read.cells, read.words)


@dataclass
class _Summary(Generic[T]):
    schema: Schema
    special: dict[str, T] = field(default_factory=dict)
    cells: dict[tuple[str, str, str], T] = field(default_factory=dict)
    words: dict[tuple[str, str], T] = field(default_factory=dict)

    @property
    def classes(self) -> tuple[str, ...]:
        return self.schema.classes

    @property
    def columns(self) -> Mapping[str, tuple[str, ...]]:
        return self.schema.columns

    def shown(self, column: str) -> list[str]:
        """Return the values of a column that have a row."""
        label = self.classes[0]
        return [v for v in self.columns[column] if (column, v, label) in self.cells]


def _read(
    text: str,
    read_cell: Callable[[str], T],
    class_variable: str | None,
    classes: Sequence[str] | None,
    values: Values | None,
    *,
    special: str,
) -> _Summary[T]:
    """Read the rows of a summary; nothing is compared with anything yet."""
    corner, header, rows = read_summary_text(text)
    if (double := repeated(header)) is not None:
        raise InputError(f"class {quoted(double)} is there twice", at="line 1")
    if corner and class_variable not in (None, corner):
        raise InputError(f"the corner of the header is {quoted(corner)}", at="class")
    labels = ordered_values(header, classes, "classes", sort=False)
    if set(labels) != set(header):
        lacking = next(label for label in labels if label not in header)
        raise InputError(f"class {quoted(lacking)} has no column", at="line 1")
    special_row: dict[str, T] = {}
    cells: dict[tuple[str, str, str], T] = {}
    words: dict[tuple[str, str], T] = {}
    found: dict[str, list[str]] = {}
    seen: set[tuple[str, str]] = set()
    for line, name, numbers in rows:
        column, value = _row_name(name, line)
        if (column, value) in seen:
            raise InputError(f"row {quoted(name)} is there twice", at=f"line {line}")
        seen.add((column, value))
        for label, number in zip(header, numbers, strict=True):
            try:
                read = read_cell(number)
            except InputError as error:
                at = f"line {line}, class {quoted(label)}"
                raise InputError(error.message, at=at) from None
            if name == special:
                special_row[label] = read
            elif value:
                cells[column, value, label] = read
            else:
                words[column, label] = read
        if value:
            found.setdefault(column, []).append(value)
    for column in values or {}:
        if column not in found:
            raise InputError(f"unknown column {quoted(column)}{near(column, found)}", at="values")
    columns = {
        column: ordered_values(shown, (values or {}).get(column), f"values.{column}")
        for column, shown in found.items()
    }
    bare = tuple(dict.fromkeys(word for word, _ in words))
    both = next((word for word in bare if word in columns), None)
    if both is not None:
        raise InputError(f"{quoted(both)} stands with a value and without one")
    schema = Schema(class_variable or corner or "class", labels, columns, bare)
    return _Summary(schema, special_row, cells, words)


def _row_name(name: str, line: int) -> tuple[str, str]:
    """Return column and value of a row's name; "" as the value for a word or 0/1 column."""
    if _LATER.fullmatch(name):
        raise NotYet(f"{name} is understood, but not worked out yet", at=f"line {line}")
    try:
        syntax = parse(f"P({name})")
    except InputError:
        syntax = None
    if syntax is None or len(syntax.left) != 1 or syntax.right or syntax.model:
        raise InputError(f'expected "column=value" or a name; got {quoted(name)}', at=f"line {line}")
    item = syntax.left[0]
    if item.sign == ":" or item.negated:
        raise InputError(f'expected "column=value" or a name; got {quoted(name)}', at=f"line {line}")
    return name_of(item.first), name_of(item.second)


def _count(given: str) -> Number:
    if given.isascii() and given.isdigit() and len(given) < _SHORT:
        return int(given)
    number = read_ratio(given).value
    if number < 0:
        raise InputError(f"a count must not be negative; got {given}")
    return as_number(number)


def _share(given: str) -> Ratio:
    share = read_ratio(given)
    if not 0 <= share.value <= 1:
        raise InputError(f"a probability lies between 0 and 1; got {given}")
    return share


def _fill_counts(read: _Summary[Number], column: str, sizes: dict[str, Number]) -> None:
    """Compare a column with the totals; a value that is left out gets the rest."""
    shown, values = read.shown(column), read.columns[column]
    left_out = [value for value in values if value not in shown]
    for label in read.classes:
        known = sum(read.cells[column, value, label] for value in shown)
        at = f"column {quoted(column)}, class {quoted(label)}"
        if len(left_out) > 1:
            raise InputError(f"no rows for {', '.join(map(quoted, left_out))}", at=at)
        if label not in sizes and left_out:
            raise InputError(f"needs a row 'total', or one for {quoted(left_out[0])}", at=at)
        size = sizes.setdefault(label, known)
        if known > size:
            raise InputError(f"counts add up to {known}, more than the total {size}", at=at)
        if not left_out and known != size:
            raise InputError(f"counts add up to {known}, the total is {size}", at=at)
        if left_out:
            read.cells[column, left_out[0], label] = as_number(Fraction(size - known))


def _check_shares(read: _Summary[Ratio], column: str) -> None:
    """Compare the probabilities of a column with 1; one value may be left out."""
    shown, values = read.shown(column), read.columns[column]
    left_out = [value for value in values if value not in shown]
    for label in read.classes:
        total = sum((read.cells[column, value, label].value for value in shown), Fraction(0))
        at = f"column {quoted(column)}, class {quoted(label)}"
        if len(left_out) > 1:
            raise InputError(f"no rows for {', '.join(map(quoted, left_out))}", at=at)
        if total > 1 or (not left_out and total != 1):
            raise InputError(f"the probabilities add up to {total}, not to 1", at=at)
