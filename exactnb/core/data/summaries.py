"""Read tables of counts and of parameters: a column for each class, a row for each cell or word.

How to read: the three public readers call `_read`, which gathers the rows (`SummaryRows`) and makes a
schema of them; then each compares the numbers it holds: `_moments`, `_fill_counts`, `_check_shares`.
`summary_rows.py` reads the names of rows.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Generic, TypeVar

from exactnb.core.arithmetic.integers import Ratio
from exactnb.core.arithmetic.numerals import read_ratio, read_share
from exactnb.core.arithmetic.rounding import number_text
from exactnb.core.data.counts import Counts
from exactnb.core.data.findings import Doubt
from exactnb.core.data.parameters import Parameters
from exactnb.core.data.readers import read_summary_text
from exactnb.core.data.rows import ordered_values, repeated, require_columns
from exactnb.core.data.schema import Number, Schema, as_number, in_class, in_row
from exactnb.core.data.summary_rows import (
    PARAMETERS,
    SUMS,
    TOTAL,
    Measurement,
    as_people_write,
    column_and_value,
    head_and_columns,
    read_measurement,
)
from exactnb.core.expression.letters import count_formula
from exactnb.core.expression.nodes import Expression
from exactnb.core.naming.grammar import is_numeral
from exactnb.core.naming.kinds import HEADS
from exactnb.errors import HERE, InputError, Place, quoted

Values = Mapping[str, Sequence[str]]
T = TypeVar("T")
_SAYING = {
    "spread": {head.name for head in HEADS.values() if head.describes == "spread"},
    "place": {"points", *(head.name for head in HEADS.values() if head.describes == "place")},
}
"""Rows of which a column has one at most."""

_SHORT = 18  # digits of a count that is read at once: there may be many


def read_counts(
    text: str,
    *,
    class_variable: str | None = None,
    classes: Sequence[str] | None = None,
    values: Values | None = None,
    place: Place = HERE,
) -> Counts:
    r"""Return the counts in a text table: rows `total`, `column=value`, or a word or 0/1 column.

    >>> counts = read_counts("- | + \ntotal | 2 | 3\na=1 | 0 | 1")
    >>> counts.sizes, counts.cell("a", "0", "+")
    ({'-': 2, '+': 3}, 2)

    A row `total(column)` says in how many rows of a class the column is not missing. The rows stand at
    `place`. Raises InputError for totals that disagree, and for more than a total.
    """
    schema, rows = _read(
        text, _count, class_variable, classes, values, place, special=TOTAL, heads=SUMS
    )
    if "prior" in schema.words:
        raise InputError("counts have no prior; say it in model.prior", at=in_row(place, "prior"))
    sizes = dict(rows.special_row)
    own = _own_totals(rows, sizes)
    for column, listed, omitted in _value_columns(schema, rows):
        _fill_counts(rows, column, listed, omitted, sizes, own)
    sized = bool(sizes)
    class_sizes = {label: as_number(Fraction(sizes.get(label, 0))) for label in schema.classes}
    moments = _moments(rows, class_sizes, own, sized=sized)
    shown = {pair: n for pair, n in own.items() if any(columns == pair[:1] for columns, _ in moments)}
    of_words = rows.words, rows.words
    return Counts(schema, class_sizes, rows.cells, *of_words, sized, moments, shown, rows.notes)


def read_symbolic_counts(
    text: str,
    *,
    class_variable: str | None = None,
    classes: Sequence[str] | None = None,
    place: Place = HERE,
) -> tuple[Schema, dict[str, Expression], dict[tuple[str, str, str], Expression]]:
    r"""Return the totals and counts in a text table whose cells may hold letters, such as d_1 + 100.

    The counts are those of a column, value and class; of a word, the column is "".

    >>> schema, totals, counts = read_symbolic_counts("y | 1 | 0\ndog | 3 | 0\ntotal | d_1 + 100 | 1")
    >>> schema.classes, counts["", "dog", "1"]
    (('1', '0'), Integer(value=3))
    """
    schema, rows = _read(text, count_formula, class_variable, classes, None, place, special="total")
    words = {("", word, label): formula for (word, label), formula in rows.words.items()}
    return schema, rows.special_row, {**rows.cells, **words}


def read_parameters(
    text: str,
    *,
    class_variable: str | None = None,
    classes: Sequence[str] | None = None,
    values: Values | None = None,
    letters: Collection[str] = (),
    place: Place = HERE,
) -> Parameters:
    r"""Return the parameters in a text table: rows `prior`, `column=value`, or a word or 0/1 column.

    >>> given = read_parameters("coin | fair | bent\nprior | 1/2 | 1/2\nheads | 1/2 | 0.9")
    >>> given.words["heads", "bent"], given.schema.class_variable
    (Ratio(9, 10), 'coin')

    `letters` are those of parameters that somebody stated, and `place` is where the rows stand. Raises
    InputError for probabilities that do not add up to exactly 1.
    """
    heads = {**PARAMETERS, **dict.fromkeys(letters, 1)}
    read = _read(text, read_share, class_variable, classes, values, place, special="prior", heads=heads)
    schema, rows = read
    if "total" in schema.words:
        raise InputError("parameters have no total; only counts have one", at=in_row(place, "total"))
    prior = rows.special_row or None
    if prior is not None:
        total = sum((share.value for share in prior.values()), Fraction(0))
        if total != 1:
            raise InputError(
                f"the probabilities add up to {number_text(total)}, not to 1", at=in_row(place, "prior")
            )
    for column, listed, omitted in _value_columns(schema, rows):
        _check_shares(rows, column, listed, omitted)
    numbers = {key: value for key, value in rows.measured.items() if isinstance(value, Fraction)}
    points = {(c[0], k): v for (_, c, k), v in rows.measured.items() if isinstance(v, tuple)}
    return Parameters(schema, prior, rows.cells, rows.words, numbers, points)


def _value_columns(
    schema: Schema, rows: SummaryRows[T]
) -> Iterator[tuple[str, Sequence[str], Sequence[str]]]:
    """Yield each column of values, those that have a row, and the one that may be left out."""
    first = schema.classes[0]
    for column, values in schema.columns.items():
        listed = [value for value in values if (column, value, first) in rows.cells]
        omitted = [value for value in values if value not in listed]
        if len(omitted) > 1:
            place = in_class(rows.at.column(column), first)
            raise InputError(f"no rows for {', '.join(map(quoted, omitted))}", at=place)
        if values:
            yield column, listed, omitted


def _read(
    text: str,
    read_cell: Callable[[str], T],
    class_variable: str | None,
    classes: Sequence[str] | None,
    values: Values | None,
    place: Place,
    *,
    special: str,
    heads: Mapping[str, int] | None = None,
) -> tuple[Schema, SummaryRows[T]]:
    """Read the rows of a summary, and what they show; nothing is compared with anything yet."""
    corner, header, rows = place.read(read_summary_text, text)
    notes = list[Doubt]()
    if special == TOTAL and heads is SUMS:
        corner, header, rows, notes = as_people_write(corner, header, rows, _is_count)
    labels = _labels(header, classes, place)
    if corner and class_variable not in (None, corner):
        raise InputError(f"the corner of the header is {quoted(corner)}", at="class")
    reader = SummaryRows(header, read_cell, special, heads or {}, place)
    reader.notes = tuple(notes)
    for line, name, numbers in rows:
        reader.add(line, name, numbers)
    place.read(_check_kinds, reader.measured, reader.values, (word for word, _ in reader.words))
    columns = reader.columns(values or {})
    bare = tuple(dict.fromkeys(word for word, _ in reader.words))
    both = next((word for word in bare if word in columns), None)
    if both is not None:
        raise InputError(f"{quoted(both)} stands with a value and without one", at=place)
    return Schema(class_variable or corner or "class", labels, columns, bare), reader


def _labels(header: Sequence[str], classes: Sequence[str] | None, place: Place) -> tuple[str, ...]:
    """Return the classes of a header in order; refuse one that is there twice, or not at all."""
    if (double := repeated(header)) is not None:
        raise InputError(f"class {quoted(double)} is there twice", at=place.line(1))
    labels = ordered_values(header, classes, Place.of("classes"), sort=False)
    if set(labels) != set(header):
        lacking = next(label for label in labels if label not in header)
        raise InputError(f"class {quoted(lacking)} has no column", at=place.line(1))
    return labels


def _check_kinds(
    measured: Mapping[tuple[str, tuple[str, ...], str], Measurement],
    values: Mapping[str, Sequence[str]],
    words: Iterable[str],
) -> None:
    """Refuse a column with numbers about it and values too, and rows that do not go together."""
    heads: dict[str, set[str]] = {}
    for head, columns, _ in measured:
        for column in columns if head != TOTAL else ():
            heads.setdefault(column, set()).add(head)
    bare = set(words)
    for column, column_heads in heads.items():
        if values[column] or column in bare:
            raise InputError(f"{quoted(column)} is a numeric column and has values too")
        for together in _SAYING.values():
            if len(both := sorted(column_heads & together)) > 1:
                raise InputError(f"column {quoted(column)} has rows {' and '.join(both)}; one says it")


def _own_totals(
    rows: SummaryRows[Number], sizes: Mapping[str, Number]
) -> dict[tuple[str, str], Number]:
    """Take the totals of single columns out of `rows`, by column and class."""
    own = {}
    for head, columns, label in [key for key in rows.measured if key[0] == TOTAL]:
        number, place = (
            rows.measured.pop((head, columns, label)),
            in_class(rows.at.column(columns[0]), label),
        )
        assert isinstance(number, Fraction)
        if not sizes:
            raise InputError(f"{TOTAL}({columns[0]}) needs a row {TOTAL!r}, of all rows", at=place)
        if number > sizes[label]:
            most = number_text(Fraction(sizes[label]))
            raise InputError(f"{number_text(number)} is more than the total {most}", at=place)
        own[columns[0], label] = as_number(number)
    for column in dict.fromkeys(column for column, _ in own):
        if not rows.values[column] and all(columns != (column,) for _, columns, _ in rows.measured):
            raise InputError(f"no other row is about {quoted(column)}", at=rows.at.column(column))
    return own


def _moments(
    rows: SummaryRows[Number],
    sizes: Mapping[str, Number],
    own: Mapping[tuple[str, str], Number],
    *,
    sized: bool,
) -> dict[tuple[tuple[str, ...], str], Number]:
    """Return Σx and Σx² as they are given; refuse what no numbers can add up to."""
    sums: dict[tuple[tuple[str, ...], str], Number] = {}
    for (head, columns, label), number in rows.measured.items():
        assert isinstance(number, Fraction)
        sums[columns * 2 if head == "squares" else columns, label] = as_number(number)
    if sums and not sized:
        raise InputError("sums of numbers need a row 'total'", at=rows.at)
    for (columns, label), squares in sums.items():
        if len(columns) == 2 and columns[0] == columns[1]:
            total, size = sums.get((columns[:1], label), 0), own.get((columns[0], label), sizes[label])
            if Fraction(total) ** 2 > Fraction(squares) * Fraction(size):
                raise InputError(
                    f"squares({columns[0]}) of {squares} is less than sum({columns[0]})²/total allows",
                    at=in_class(rows.at, label),
                )
    return sums


def _is_count(raw: str) -> bool:
    """Say whether a cell holds a count, which may be a sum of weights."""
    return is_numeral(raw) and "%" not in raw


def _count(raw: str) -> Number:
    if raw.isascii() and raw.isdigit() and len(raw) < _SHORT:
        return int(raw)
    number = read_ratio(raw).value
    if number < 0:
        raise InputError(f"a count must not be negative; got {raw}")
    return as_number(number)


def _fill_counts(
    rows: SummaryRows[Number],
    column: str,
    listed: Sequence[str],
    omitted: Sequence[str],
    sizes: dict[str, Number],
    own: Mapping[tuple[str, str], Number],
) -> None:
    """Compare a column with its own totals, or with all; a value that is left out gets the rest."""
    for label in rows.header:
        counted = sum(rows.cells[column, value, label] for value in listed)
        place = in_class(rows.at.column(column), label)
        if label not in sizes and omitted:
            raise InputError(f"needs a row 'total', or one for {quoted(omitted[0])}", at=place)
        size = own[column, label] if (column, label) in own else sizes.setdefault(label, counted)
        if counted > size or (counted != size and not omitted):
            relation = "more than the total" if counted > size else "the total is"
            sums = f"counts add up to {number_text(counted)}"
            way = f"; a row {TOTAL}({column}) says in how many it is not missing"
            is_own = counted > size or (column, label) in own
            raise InputError(f"{sums}, {relation} {number_text(size)}{'' if is_own else way}", at=place)
        if omitted:
            rows.cells[column, omitted[0], label] = as_number(Fraction(size - counted))


def _check_shares(
    rows: SummaryRows[Ratio], column: str, listed: Sequence[str], omitted: Sequence[str]
) -> None:
    """Compare the probabilities of a column with 1; one value may be left out."""
    for label in rows.header:
        total = sum((rows.cells[column, value, label].value for value in listed), Fraction(0))
        place = in_class(rows.at.column(column), label)
        if total > 1 or (not omitted and total != 1):
            raise InputError(f"the probabilities add up to {number_text(total)}, not to 1", at=place)


class SummaryRows(Generic[T]):
    """Take the rows of a summary one by one, each under its name once.

    `place` is where the summary stands; `values` are the values of each column, in order; a column of
    numbers has none.
    """

    def __init__(
        self,
        header: Sequence[str],
        read_cell: Callable[[str], T],
        special: str,
        heads: Mapping[str, int],
        place: Place,
    ) -> None:
        self.header, self.read_cell, self.special, self.heads = header, read_cell, special, heads
        self.at = place
        self.notes: tuple[Doubt, ...] = ()
        self.special_row: dict[str, T] = {}
        self.cells: dict[tuple[str, str, str], T] = {}
        self.words: dict[tuple[str, str], T] = {}
        self.measured: dict[tuple[str, tuple[str, ...], str], Measurement] = {}
        self.values: dict[str, list[str]] = {}
        self.row_keys: set[tuple[str, ...]] = set()

    def add(self, line: int, name: str, numbers: Sequence[str]) -> None:
        """Take the row `name` of a `line` with its `numbers`, whatever it is about."""
        here = self.at.line(line)
        if about := head_and_columns(name, self.heads, here):
            self._add_measured(here, name, about, numbers)
            return
        column, value = column_and_value(name, here)
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
            read = in_class(here, label).read(read_measurement, head, number)
            self.measured[head, tuple(columns), label] = read

    def _register(self, key: tuple[str, ...], here: Place, name: str) -> None:
        if key in self.row_keys:
            raise InputError(f"row {quoted(name)} is there twice", at=here)
        self.row_keys.add(key)

    def columns(self, values: Values) -> dict[str, tuple[str, ...]]:
        """Return the values of each column in order; `values` may list more than have a row."""
        require_columns(values, self.values, "values")
        place = Place.of("values")
        pairs = self.values.items()
        return {
            c: ordered_values(column_values, values.get(c), place / c) for c, column_values in pairs
        }
