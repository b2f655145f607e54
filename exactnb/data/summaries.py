"""Read tables of counts and of parameters: a column for each class, a row for each cell or word."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Generic, TypeVar

from exactnb.arithmetic.numerals import read_number, read_ratio
from exactnb.arithmetic.ratio import Ratio
from exactnb.arithmetic.rounding import number_text
from exactnb.data.cells import unquoted
from exactnb.data.counts import Counts
from exactnb.data.parameters import Parameters
from exactnb.data.places import in_class, in_row
from exactnb.data.readers import read_summary_text
from exactnb.data.schema import Number, Schema, as_number
from exactnb.data.table import name_of, ordered_values, repeated
from exactnb.errors import HERE, InputError, Place, near, quoted
from exactnb.expression.formula import read_formula
from exactnb.expression.nodes import Expression
from exactnb.naming.grammar import parse
from exactnb.naming.heads import HEADS

_OF_COLUMNS = re.compile(r"([a-z]+) *\(.*\)")
_SUMS = {"sum": 1, "squares": 1, "products": 2}
_PARAMETERS = {head.name: head.given for head in HEADS.values() if head.given} | {"points": 1}
"""The rows about numeric columns, with how many columns each names."""

_NOT_NEGATIVE = ("squares", *(head.name for head in HEADS.values() if head.within == "above 0"))
_SAYING = {
    "spread": {head.name for head in HEADS.values() if head.says == "spread"},
    "place": {"points", *(head.name for head in HEADS.values() if head.says == "place")},
}
"""Rows of which a column has one at most."""

_SHORT = 18  # digits of a count that is read at once: there may be many
Values = Mapping[str, Sequence[str]]
T = TypeVar("T")
Points = tuple[tuple[Fraction, Fraction], ...]
OfColumns = Fraction | Points
"""What a row about numeric columns holds: a number, or the points of a density."""


def read_counts(
    text: str,
    *,
    class_variable: str | None = None,
    classes: Sequence[str] | None = None,
    values: Values | None = None,
    at: Place = HERE,
) -> Counts:
    r"""Return the counts in a text table: rows `total`, `column=value`, or a word or 0/1 column.

    >>> counts = read_counts("- | + \ntotal | 2 | 3\na=1 | 0 | 1")
    >>> counts.sizes, counts.cell("a", "0", "+")
    ({'-': 2, '+': 3}, 2)

    `at` is where the rows stand. Raises InputError for totals that disagree, and for more than a total.
    """
    read = _read(text, _count, class_variable, classes, values, at, special="total", heads=_SUMS)
    if "prior" in read.schema.words:
        raise InputError("counts have no prior; say it in model.prior", at=in_row(at, "prior"))
    sizes = dict(read.special)
    for column, shown in read.columns.items():
        if shown:
            _fill_counts(read, column, sizes)
    sized = bool(sizes)
    whole = {label: as_number(Fraction(sizes.get(label, 0))) for label in read.classes}
    moments = _moments(read, whole, sized=sized)
    return Counts(read.schema, whole, read.cells, read.words, read.words, sized, moments)


def read_lettered_counts(
    text: str,
    *,
    class_variable: str | None = None,
    classes: Sequence[str] | None = None,
    at: Place = HERE,
) -> tuple[Schema, dict[str, Expression], dict[tuple[str, str, str], Expression]]:
    r"""Return the totals and counts in a text table whose cells may hold letters, such as d_1 + 100.

    The counts are those of a column, value and class; of a word, the column is "".

    >>> schema, totals, counts = read_lettered_counts("y | 1 | 0\ndog | 3 | 0\ntotal | d_1 + 100 | 1")
    >>> schema.classes, counts["", "dog", "1"]
    (('1', '0'), Integer(value=3))
    """
    read = _read(text, read_formula, class_variable, classes, None, at, special="total")
    words = {("", word, label): formula for (word, label), formula in read.words.items()}
    return read.schema, dict(read.special), {**read.cells, **words}


def read_parameters(
    text: str,
    *,
    class_variable: str | None = None,
    classes: Sequence[str] | None = None,
    values: Values | None = None,
    at: Place = HERE,
) -> Parameters:
    r"""Return the parameters in a text table: rows `prior`, `column=value`, or a word or 0/1 column.

    >>> given = read_parameters("coin | fair | bent\nprior | 1/2 | 1/2\nheads | 1/2 | 0.9")
    >>> given.words["heads", "bent"], given.schema.class_variable
    (Ratio(9, 10), 'coin')

    `at` is where the rows stand. Raises InputError for probabilities that do not add up to exactly 1.
    """
    read = _read(text, _share, class_variable, classes, values, at, special="prior", heads=_PARAMETERS)
    if "total" in read.schema.words:
        raise InputError("parameters have no total; it goes with counts", at=in_row(at, "total"))
    prior = dict(read.special) or None
    if prior is not None:
        total = sum((share.value for share in prior.values()), Fraction(0))
        if total != 1:
            raise InputError(
                f"the probabilities add up to {number_text(total)}, not to 1",
                at=in_row(at, "prior"),
            )
    for column, shown in read.columns.items():
        if shown:
            _check_shares(read, column)
    numbers = {key: value for key, value in read.numbers.items() if isinstance(value, Fraction)}
    points = {(c[0], k): v for (_, c, k), v in read.numbers.items() if isinstance(v, tuple)}
    return Parameters(read.schema, prior, read.cells, read.words, numbers, points)


@dataclass
class _Summary(Generic[T]):
    at: Place
    schema: Schema
    special: dict[str, T] = field(default_factory=dict)
    cells: dict[tuple[str, str, str], T] = field(default_factory=dict)
    words: dict[tuple[str, str], T] = field(default_factory=dict)
    numbers: dict[tuple[str, tuple[str, ...], str], OfColumns] = field(default_factory=dict)

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
    at: Place,
    *,
    special: str,
    heads: Mapping[str, int] | None = None,
) -> _Summary[T]:
    """Read the rows of a summary; nothing is compared with anything yet."""
    corner, header, rows = at.read(read_summary_text, text)
    if (double := repeated(header)) is not None:
        raise InputError(f"class {quoted(double)} is there twice", at=at.line(1))
    if corner and class_variable not in (None, corner):
        raise InputError(f"the corner of the header is {quoted(corner)}", at="class")
    labels = ordered_values(header, classes, Place.of("classes"), sort=False)
    if set(labels) != set(header):
        lacking = next(label for label in labels if label not in header)
        raise InputError(f"class {quoted(lacking)} has no column", at=at.line(1))
    special_row: dict[str, T] = {}
    cells: dict[tuple[str, str, str], T] = {}
    words: dict[tuple[str, str], T] = {}
    measured: dict[tuple[str, tuple[str, ...], str], OfColumns] = {}
    found: dict[str, list[str]] = {}
    seen: set[tuple[str, ...]] = set()
    for line, name, numbers in rows:
        here = at.line(line)
        if of_columns := _of_columns(name, heads or {}, here):
            head, *named = of_columns
            if (key := (head, *sorted(named))) in seen:
                raise InputError(f"row {quoted(name)} is there twice", at=here)
            seen.add(key)
            for column in named:
                found.setdefault(column, [])
            for label, number in zip(header, numbers, strict=True):
                measured[head, tuple(named), label] = in_class(here, label).read(_number, head, number)
            continue
        column, value = _row_name(name, here)
        if (column, value) in seen:
            raise InputError(f"row {quoted(name)} is there twice", at=here)
        seen.add((column, value))
        for label, number in zip(header, numbers, strict=True):
            try:
                read = read_cell(number)
            except InputError as error:  # the place is made only where it is told
                raise error.under(in_class(here, label)) from None
            if name == special:
                special_row[label] = read
            elif value:
                cells[column, value, label] = read
            else:
                words[column, label] = read
        if value:
            found.setdefault(column, []).append(value)
    at.read(_check_kinds, measured, found, (word for word, _ in words))
    for column in values or {}:
        if column not in found:
            raise InputError(f"unknown column {quoted(column)}{near(column, found)}", at="values")
    columns = {
        column: ordered_values(shown, (values or {}).get(column), Place.of("values") / column)
        for column, shown in found.items()
    }
    bare = tuple(dict.fromkeys(word for word, _ in words))
    both = next((word for word in bare if word in columns), None)
    if both is not None:
        raise InputError(f"{quoted(both)} stands with a value and without one", at=at)
    schema = Schema(class_variable or corner or "class", labels, columns, bare)
    return _Summary(at, schema, special_row, cells, words, measured)


def _of_columns(name: str, heads: Mapping[str, int], at: Place) -> tuple[str, ...]:
    """Return the head and the columns of a row about numeric columns; nothing for any other row."""
    bare = unquoted(name)  # CSV quotes a cell with a comma in it, as in "covariance(a,b)"
    match = _OF_COLUMNS.fullmatch(name) or _OF_COLUMNS.fullmatch(bare)
    if match is None or (bare != name and match[1] not in heads):
        return ()
    head, name = match[1], bare
    if head not in heads:
        of = "counts" if head in _SUMS else "parameters"
        if not heads:
            raise InputError(f"{quoted(name)} is about numbers, which do not go with letters", at=at)
        if head in (*_SUMS, *_PARAMETERS):
            raise InputError(f"{quoted(name)} goes with data.{of}", at=at)
        hint = near(head, heads)
        raise InputError(f"expected one of {', '.join(heads)}; got {quoted(head)}{hint}", at=at)
    syntax = at.read(parse, name)
    plain = all(not item.sign and not item.negated for item in syntax.left)
    if not plain or syntax.bar or syntax.model or len(syntax.left) != heads[head]:
        example = f"{head}({', '.join('ab'[: heads[head]])})"
        raise InputError(f"expected {example}, of columns; got {quoted(name)}", at=at)
    return (head, *(name_of(item.first) for item in syntax.left))


def _number(head: str, given: str) -> OfColumns:
    """Return a number about columns, or the points of a density: "0:0 4:1/2"."""
    if head != "points":
        number = read_number(given)
        if number < 0 and head in _NOT_NEGATIVE:
            raise InputError(f"{head} is not negative; got {given}")
        return number
    pairs = [point.partition(":") for point in given.split()]
    if len(pairs) < 2 or any(not sign for _, sign, _ in pairs):
        raise InputError(f"expected points such as 0:0 4:1/2; got {quoted(given)}")
    return tuple((read_number(x), read_number(y)) for x, _, y in pairs)


def _check_kinds(
    measured: Mapping[tuple[str, tuple[str, ...], str], OfColumns],
    found: Mapping[str, Sequence[str]],
    words: Iterable[str],
) -> None:
    """Refuse a column with numbers about it and values too, and rows that do not go together."""
    heads: dict[str, set[str]] = {}
    for head, columns, _ in measured:
        for column in columns:
            heads.setdefault(column, set()).add(head)
    bare = set(words)
    for column, of in heads.items():
        if found[column] or column in bare:
            raise InputError(f"{quoted(column)} is a numeric column and has values too")
        for together in _SAYING.values():
            if len(both := sorted(of & together)) > 1:
                raise InputError(f"column {quoted(column)} has rows {' and '.join(both)}; one says it")


def _moments(
    read: _Summary[Number], sizes: Mapping[str, Number], *, sized: bool
) -> dict[tuple[tuple[str, ...], str], Number]:
    """Return Σx and Σx² as they are given; refuse what no numbers can add up to."""
    found: dict[tuple[tuple[str, ...], str], Number] = {}
    for (head, columns, label), number in read.numbers.items():
        assert isinstance(number, Fraction)
        found[columns * 2 if head == "squares" else columns, label] = as_number(number)
    if found and not sized:
        raise InputError("sums of numbers need a row 'total'", at=read.at)
    for (columns, label), squares in found.items():
        if len(columns) == 2 and columns[0] == columns[1]:
            total = found.get((columns[:1], label), 0)
            if Fraction(total) ** 2 > Fraction(squares) * Fraction(sizes[label]):
                raise InputError(
                    f"squares({columns[0]}) of {squares} is less than sum({columns[0]})²/total allows",
                    at=in_class(read.at, label),
                )
    return found


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
        at = in_class(read.at.column(column), label)
        if len(left_out) > 1:
            raise InputError(f"no rows for {', '.join(map(quoted, left_out))}", at=at)
        if label not in sizes and left_out:
            raise InputError(f"needs a row 'total', or one for {quoted(left_out[0])}", at=at)
        size = sizes.setdefault(label, known)
        if known > size:
            raise InputError(
                f"counts add up to {number_text(known)}, more than the total {number_text(size)}", at=at
            )
        if not left_out and known != size:
            raise InputError(
                f"counts add up to {number_text(known)}, the total is {number_text(size)}", at=at
            )
        if left_out:
            read.cells[column, left_out[0], label] = as_number(Fraction(size - known))


def _check_shares(read: _Summary[Ratio], column: str) -> None:
    """Compare the probabilities of a column with 1; one value may be left out."""
    shown, values = read.shown(column), read.columns[column]
    left_out = [value for value in values if value not in shown]
    for label in read.classes:
        total = sum((read.cells[column, value, label].value for value in shown), Fraction(0))
        at = in_class(read.at.column(column), label)
        if len(left_out) > 1:
            raise InputError(f"no rows for {', '.join(map(quoted, left_out))}", at=at)
        if total > 1 or (not left_out and total != 1):
            raise InputError(f"the probabilities add up to {number_text(total)}, not to 1", at=at)
