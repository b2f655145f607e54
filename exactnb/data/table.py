"""A table of observations: one row each, a class and a value in every column."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any, TypeVar

from exactnb.arithmetic.integers import exact_text, integer_text
from exactnb.arithmetic.numerals import NumberText, number_in, read_number, read_ratio
from exactnb.data.schema import Case, Number, Schema, as_number
from exactnb.errors import HERE, InputError, Place, near, quoted
from exactnb.naming.names import is_numeral

_ROWS = 1_000_000  # of a table, wherever it comes from
_Of = TypeVar("_Of")

MISSING = ("", "?")
"""The marks of a missing cell, unless it is said otherwise."""


@dataclass(frozen=True, slots=True)
class Row:
    """One observation: its id ("" if it has none), its class, its cells in the order of the columns.

    A missing cell is "". `weight` is how often the row counts.
    """

    id: str
    label: str
    cells: tuple[str, ...]
    weight: Number = 1


@dataclass(frozen=True, slots=True)
class Table:
    """Hold observations as names: text is compared character by character.

    `values` lists the values of each column, in order; `classes` the labels; `at` is where the rows
    stand, for who finds a fault in one of them.

    >>> table = Table.from_rows([("wooden", "grumpy"), ("silver", "happy")], ["spoon", "mood"])
    >>> table.classes, table.values
    (('grumpy', 'happy'), (('wooden', 'silver'),))
    """

    class_variable: str
    columns: tuple[str, ...]
    classes: tuple[str, ...]
    values: tuple[tuple[str, ...], ...]
    rows: tuple[Row, ...]
    weight: str = ""
    at: Place = field(default=HERE, compare=False, repr=False)

    @classmethod
    def from_rows(
        cls,
        rows: Iterable[Sequence[object]],
        columns: Sequence[str],
        *,
        label: str | None = None,
        id: str | None = None,
        features: Sequence[str] | None = None,
        values: Mapping[str, Sequence[str]] | None = None,
        classes: Sequence[str] | None = None,
        weight: str | None = None,
        missing: Sequence[str] = MISSING,
        at: Place = HERE,
    ) -> Table:
        """Return the table of some rows, each as long as `columns`.

        `label` names the class column (else `class`, else the last), `id` the column of row ids,
        `weight` that of rational weights, `features` the columns used (else all others). `values` and
        `classes` may list more than the rows show; `missing` are the marks of a missing cell; `at` is
        where the rows stand. Raises InputError that names the row and the column.
        """
        columns = [at.line(1).read(name_of, column) for column in columns]
        _check_columns(columns, at)
        label = label if label is not None else ("class" if "class" in columns else columns[-1])
        known_id = id if id is not None else "id"
        if id is not None and id not in columns:
            raise InputError(f"unknown column {quoted(id)}{near(id, columns)}", at="id")
        if id is not None and id == label:
            raise InputError(f"{quoted(id)} is the class column", at="id")
        if label not in columns:
            raise InputError(f"unknown column {quoted(label)}{near(label, columns)}", at="class")
        if weight is not None and weight not in columns:
            raise InputError(f"unknown column {quoted(weight)}{near(weight, columns)}", at="weight")
        if weight is not None and weight in (label, id):
            raise InputError(f"{quoted(weight)} is the class or the id", at="weight")
        used = [c for c in columns if c not in (label, known_id, weight)]
        if isinstance(features, str):
            raise InputError("expected a list of columns", at="features")
        if features is not None:
            for feature in features:
                if feature not in used:
                    raise InputError(
                        f"unknown column {quoted(feature)}{near(feature, used)}", at="features"
                    )
            if (double := repeated(features)) is not None:
                raise InputError(f"{quoted(double)} is listed twice", at="features")
            used = [name_of(feature) for feature in features]
        places = [columns.index(column) for column in used]
        marks = frozenset(("", *map(name_of, missing)))
        reader = _RowReader(columns, columns.index(label), known_id, weight, places, marks, at)
        taken = [reader.row(number, cells) for number, cells in enumerate(few(rows), start=1)]
        check_ids(row.id for row in taken)
        labels = ordered_values(
            (row.label for row in taken), classes, Place.of("classes"), sort=False, marks=marks
        )
        listed = dict(values or {})
        for column in listed:
            if column not in used:
                raise InputError(f"unknown column {quoted(column)}{near(column, used)}", at="values")
        found = tuple(
            ordered_values(
                (row.cells[place] for row in taken if row.cells[place]),
                listed.get(column),
                Place.of("values") / column,
                marks=marks,
            )
            for place, column in enumerate(used)
        )
        if not taken and classes is None:
            raise InputError("the table has a header and no rows", at=at)
        if (cells := with_numbers([row.cells for row in taken], found)) is not None:
            read = zip(taken, cells, strict=True)
            taken = [Row(row.id, row.label, shown, row.weight) for row, shown in read]
        return cls(label, tuple(used), labels, found, tuple(taken), weight or "", at)

    @classmethod
    def from_csv(cls, path: str | Path, *, label: str | None = None) -> Table:
        """Return the table in a CSV, TSV or text file, cut as its first line says, the header."""
        from exactnb.data.readers import read_table_file

        header, rows = read_table_file(Path(path))
        with Place.file(path):
            return cls.from_rows(rows, header, label=label)

    @classmethod
    def from_frame(cls, frame: object, *, floats: str = "refuse", **choices: Any) -> Table:
        """Return the table in a DataFrame (pandas, Polars, PyArrow); `choices` as in `from_rows`.

        Binary floats are refused, or read `floats="as printed"`: 0.1 is 1/10.
        """
        from exactnb.data.frames import read_frame

        header, rows = read_frame(frame, floats=floats)
        return cls.from_rows(rows, header, **choices)

    @property
    def schema(self) -> Schema:
        """Return what there is to observe."""
        columns = dict(zip(self.columns, self.values, strict=True))
        return Schema(self.class_variable, self.classes, columns)

    def cases(self) -> Iterator[Case]:
        """Yield the rows as they are counted."""
        for row in self.rows:
            cells = {c: v for c, v in zip(self.columns, row.cells, strict=True) if v}
            yield Case(row.id, row.label, cells, weight=row.weight)

    def count(self, label: str | None, cells: Mapping[str, str]) -> Number:
        """Return the number of rows of a class (None: of any) that show all the cells.

        >>> Table.from_rows([("1", "+"), ("0", "+")], ["a", "class"]).count("+", {"a": "1"})
        1
        """
        wanted = [(self.columns.index(column), value) for column, value in cells.items()]
        return sum(
            row.weight
            for row in self.rows
            if label in (None, row.label) and all(row.cells[at] == value for at, value in wanted)
        )

    def values_of(self, column: str) -> tuple[str, ...]:
        """Return the values of a column, in order."""
        return self.values[self.columns.index(column)]


def few(rows: Iterable[_Of]) -> Iterator[_Of]:
    """Yield the rows of a table; refuse one that is too long to be worked out line by line.

    >>> list(few("ab"))
    ['a', 'b']
    """
    for number, row in enumerate(rows, start=1):
        if number > _ROWS:
            raise InputError(f"more than {_ROWS:,} rows; exactnb classify reads larger tables")
        yield row


def name_of(given: object) -> str:
    """Return a name as text: 1 and "1" are the same, true and "true" too.

    >>> name_of(" sea  level "), name_of(1), name_of(True)
    ('sea  level', '1', 'true')

    Raises InputError for floats and for anything that is not text, a whole number or a truth value.
    """
    if isinstance(given, str):
        name = given.strip()
        if not name.isascii() and any("\ud800" <= c <= "\udfff" for c in name):
            raise InputError(f"{quoted(name)} is not Unicode text")
        return name
    if isinstance(given, bool):
        return "true" if given else "false"
    if isinstance(given, (int, Fraction, Decimal)):
        read_ratio(given)  # which refuses numerals that are too long, and NaN
        return format(given, "f") if isinstance(given, Decimal) else exact_text(given)
    if isinstance(given, float):
        raise InputError(f'{given!r} is a binary float; write "{given!r}" if it is a name')
    try:
        return integer_text(given.__index__())  # type: ignore[attr-defined]  # NumPy's integers
    except (AttributeError, TypeError):
        pass
    raise InputError(f"expected a name or a whole number; got {quoted(given)} ({type(given).__name__})")


def ordered_values(
    found: Iterable[str],
    listed: Sequence[str] | None,
    at: Place,
    *,
    sort: bool = True,
    marks: Collection[str] = MISSING,
) -> tuple[str, ...]:
    """Return values in order: those listed, else numerals ascending, else by first appearance.

    >>> ordered_values(["10", "9", "10"], None, HERE), ordered_values(["1"], None, HERE)
    (('9', '10'), ('0', '1'))

    Raises InputError for a value that the list does not have, or has twice.
    """
    seen = list(dict.fromkeys(found))
    if isinstance(listed, str):
        raise InputError("expected a list of names", at=at)
    if listed is not None:
        names = [at.read(name_of, value) for value in listed]
        if (double := repeated(names)) is not None:
            raise InputError(f"{quoted(double)} is listed twice", at=at)
        unusable = next((name for name in names if name in marks), None)
        if unusable is not None:
            raise InputError(f"{quoted(unusable)} marks a missing cell, it is no name", at=at)
        known = set(names)
        for value in seen:
            if value not in known:
                raise InputError(f"the data has {quoted(value)}, which is not listed", at=at)
        return _read(names) if sort else tuple(names)
    if not sort or not seen:
        return tuple(seen)
    found = _read(["0", "1"] if set(seen) <= {"0", "1"} else seen)
    if all(isinstance(value, NumberText) and is_numeral(value) for value in found):
        return tuple(sorted(found, key=number_in))
    return found


def _read(names: Sequence[str]) -> tuple[str, ...]:
    """Return names that can all be read as numbers with these, so that none is read again."""
    try:
        return tuple(NumberText(name, read_number(name)) for name in names)
    except InputError:  # they are names, or such as 1/0
        return tuple(names)


def with_numbers(
    rows: Sequence[tuple[str, ...]], values: Sequence[tuple[str, ...]]
) -> list[tuple[str, ...]] | None:
    """Return the cells of rows with the numbers that the values of their columns were read as.

    None where no column holds numbers.
    """
    known: list[dict[str, str]] = [
        {str(value): value for value in of if isinstance(value, NumberText)} for of in values
    ]
    if not rows or not any(known):
        return None
    columns = (  # column by column: there may be a million rows
        map({"": "", **of}.__getitem__, column) if of else column
        for of, column in zip(known, zip(*rows, strict=True), strict=True)
    )
    return list(zip(*columns, strict=True))


def _check_columns(columns: list[str], at: Place) -> None:
    if len(columns) < 1:
        raise InputError("a table needs a header", at=at.line(1))
    for column in columns:
        if not column:
            raise InputError("a column without a name", at=at.line(1))
    if (double := repeated(columns)) is not None:
        raise InputError(f"column {quoted(double)} is there twice", at=at.line(1))


@dataclass(frozen=True, slots=True)
class _RowReader:
    """Read rows of one header: where the class, the id, the weight and the columns stand."""

    header: list[str]
    label: int
    id: str
    weight: str | None
    places: list[int]
    marks: frozenset[str]
    at: Place

    def row(self, number: int, cells: Sequence[object]) -> Row:
        """Return a row; places are made only where something is told of them."""
        if isinstance(cells, str | Mapping):
            message = f"expected a list of cells; got {quoted(cells)}"
            raise InputError(message, at=self.at.row(number))
        if len(cells) != len(self.header):
            message = f"{len(cells)} cells, the header has {len(self.header)}"
            raise InputError(message, at=self.at.row(number))
        names = []
        for column, cell in zip(self.header, cells, strict=True):
            try:
                names.append(name_of(cell))
            except InputError as error:
                raise error.under(self.at.row(number).column(column)) from None
        if names[self.label] in self.marks:
            at = self.at.row(number).column(self.header[self.label])
            raise InputError("a row without a class", at=at)
        identity = names[self.header.index(self.id)] if self.id in self.header else ""
        taken = (names[place] for place in self.places)
        shown = tuple("" if name in self.marks else name for name in taken)
        if self.weight is None:
            return Row(identity, names[self.label], shown)
        at = self.at.row(number).column(self.weight)
        weight = read_weight(names[self.header.index(self.weight)], at)
        return Row(identity, names[self.label], shown, weight)


def read_weight(given: str, at: Place) -> Number:
    """Return the weight of a row; raise InputError with the place if it is no number, or negative."""
    weight = at.read(read_number, given)
    if weight < 0:
        raise InputError(f"a weight must not be negative; got {given}", at=at)
    return as_number(weight)


def check_ids(ids: Iterable[str]) -> None:
    """Raise InputError for an id that is there twice; "" is no id."""
    if (double := repeated(identity for identity in ids if identity)) is not None:
        raise InputError(f"the id {quoted(double)} is there twice", at="id")


def repeated(names: Iterable[str]) -> str | None:
    """Return the first name that stands twice, if one does.

    >>> repeated("abcb")
    'b'
    """
    seen: set[str] = set()
    for name in names:
        if name in seen:
            return name
        seen.add(name)
    return None
