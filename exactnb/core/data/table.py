"""A table of observations: one row each, a class and a value in every column.

How to read: `Table.from_rows` is the one constructor, whatever the rows come from; `RowReader` reads
a row, and the `_check_*` refuse what names of columns cannot be.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import field, replace
from functools import partial
from pathlib import Path
from typing import Any

from exactnb.core.arguments import check_kinds, require
from exactnb.core.arithmetic.numerals import read_number
from exactnb.core.data.files import as_path
from exactnb.core.data.findings import Doubt, Findings, rows_without_class, without_class
from exactnb.core.data.rows import (
    UNLABELLED,
    as_cells,
    check_ids,
    class_column,
    in_list,
    limited_rows,
    name_of,
    ordered_values,
    read_columns,
    read_weight,
    repeated,
    require_columns,
    unlabelled_queries,
)
from exactnb.core.data.schema import MISSING, Case, Number, Schema, compared
from exactnb.core.data.showing import TabularDisplay, summary_line
from exactnb.core.naming.grammar import is_numeral
from exactnb.core.record import frozen
from exactnb.errors import HERE, InputError, Place, near, one_of, quoted

_NAME = ((str, int, type(None)), "the name of a column")
_BY_COLUMN = ((Mapping, type(None)), "{ column = [value, ...] }")
_KINDS: Mapping[str, tuple[Any, str]] = {
    **dict.fromkeys(("label", "id", "weight"), _NAME),
    **dict.fromkeys(("values", "declared"), _BY_COLUMN),
    **dict.fromkeys(("binarize", "fold_case"), (bool, "true or false")),
    "at": (Place, "a Place"),
}


@frozen(slots=True)
class Row:
    """One observation: its id ("" if it has none), its class, its cells in the order of the columns.

    A missing cell is "". `weight` is how often the row counts.
    """

    id: str
    label: str
    cells: tuple[str, ...]
    weight: Number = 1


@frozen(slots=True)
class Table(TabularDisplay):
    """Hold observations as names: text is compared character by character.

    `values` lists the values of each column, in order; `classes` the labels; `at` is where the rows
    stand, for who finds a fault in one of them. `absent` is the value that stands for a missing cell
    where that is one.

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
    listed: frozenset[str] = field(default=frozenset(), compare=False, repr=False)
    """The columns whose values were listed, not learnt from the rows."""
    absent: str = ""
    missing: tuple[str, ...] = field(default=MISSING, compare=False, repr=False)
    fold_case: bool = field(default=False, compare=False, repr=False)
    unlabelled: tuple[tuple[str, Mapping[str, str]], ...] = ()
    """The ids and cells of rows without a class, which become queries."""
    doubts: tuple[Doubt, ...] = field(default=(), compare=False, repr=False)
    """What looks like a slip in the file of the rows, and does not show in them."""

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
        declared: Mapping[str, Sequence[object]] | None = None,
        doubts: Sequence[Doubt] = (),
        unlabelled: str = "error",
        binarize: bool = False,
        fold_case: bool = False,
        at: Place = HERE,
    ) -> Table:
        """Return the table of some rows, each as long as `columns`.

        `label` names the class column (else `class`, else the last), `id` the column of row ids,
        `weight` that of rational weights, `features` the columns used (else all others). `values` and
        `classes` may list more than the rows show, and so may `declared`, of any column of which these
        say nothing; `missing` are the marks of a missing cell. A row without a class is an "error", a
        "query" or left out ("drop"), as `unlabelled` says. `binarize` makes 1 of numbers above 0, in
        columns of nothing else than numbers from 0 on; `fold_case` reads classes and values in lower
        case. The rows stand at the place `at`; `doubts` are about their file. Raises InputError that
        names the row and the column.
        """
        check_kinds(
            {"label": label, "id": id, "weight": weight, "values": values, "declared": declared}
            | {"binarize": binarize, "fold_case": fold_case, "at": at},
            _KINDS,
        )
        columns = columns if isinstance(columns, str) else in_list(columns, "columns")
        columns = [at.line(1).read(name_of, column) for column in columns]
        missing = in_list(missing, "missing", "marks")
        doubts = [require(doubt, Doubt, "a Doubt", "doubts") for doubt in in_list(doubts, "doubts")]
        _check_columns(columns, at)
        Place.of("unlabelled").read(one_of, unlabelled, UNLABELLED)
        if label is None:
            label = at.read(class_column, columns, ("id" if id is None else id,), weight)
        check_roles(columns, label, id, weight)
        id_column = id if id is not None else "id"
        used = [c for c in columns if c not in (label, id_column, weight)]
        if features is not None:
            used = chosen_columns(features, used)
        places = [columns.index(column) for column in used]
        missing = tuple(dict.fromkeys(compared(("", *map(name_of, missing)), fold_case)))
        marks = frozenset(missing)
        of_types = declared_names(declared or {}, marks, fold_case)
        if classes is None:
            classes = of_types.get(name_of(label))
        listed = {c: of_types[c] for c in used if c in of_types} | dict(values or {})
        place, rows = columns.index(label), list(limited_rows(rows))
        refusal = partial(without_class, label, doubts, (row[place] for row in rows))
        reader = RowReader(columns, place, id_column, weight, places, marks,
                           refusal, unlabelled, fold_case, at)  # fmt: skip
        every = [reader.row(number, cells) for number, cells in enumerate(rows, start=1)]
        if binarize:
            every = _binarized(every)
        table_rows = [row for row in every if row.label]
        unlabelled_rows = [
            (number, row.id, as_cells(used, row.cells))
            for number, row in enumerate(every, start=1)
            if not row.label and unlabelled == "query"
        ]
        ids = [*(row.id for row in table_rows), *(identity for _, identity, _ in unlabelled_rows)]
        check_ids(ids, "id" if id is None else "")
        labels = ordered_values(
            (row.label for row in table_rows), classes, Place.of("classes"), sort=False, marks=marks
        )
        require_columns(listed, used, "values")
        column_values, cells = read_columns([row.cells for row in table_rows], used, listed, marks)
        if not table_rows and classes is None:
            raise InputError("the table has a header and no rows", at=at)
        if cells is not None:  # numbers are read once, and go with their cells
            read = zip(table_rows, cells, strict=True)
            table_rows = [Row(row.id, row.label, row_cells, row.weight) for row, row_cells in read]
        doubts += rows_without_class(len(every) - len(table_rows), unlabelled, reader.unweighted)
        table = cls(
            label,
            tuple(used),
            labels,
            column_values,
            tuple(table_rows),
            weight or "",
            at,
            frozenset((*listed, label) if classes is not None else listed),
            missing=missing,
            fold_case=fold_case,
            doubts=tuple(doubts),
        )
        return (
            replace(table, unlabelled=unlabelled_queries(unlabelled_rows, table.schema, ids))
            if unlabelled_rows
            else table
        )

    @classmethod
    def from_csv(cls, path: str | Path, **choices: Any) -> Table:
        """Return the table in a file that ends in one of `TABLE_ENDINGS`; `choices` as in `from_rows`.

        `label` names the class column (else `class`, else the last). Further ones say how the file is
        written: `encoding` is UTF-8 unless a byte order mark or you say otherwise, `delimiter` (comma,
        semicolon, tab, bar, blank, or the sign) what the header shows; `decimal=","` reads 3,9 as 3.9.
        `header` is false, or the names, where the first line has none; `skip="1, 3-5"` leaves out these
        lines, `strip="£,"` reads £ 21,500 as 21500, `fill_down="month"` an empty cell of that column as
        the one above it, `rest="text"` all that the other cells leave of a line as its text, and `omit`
        lists columns to leave out.

        >>> table = Table.from_csv("worked_examples/homework/play_tennis.csv")
        >>> table.class_variable, table.classes, len(table.rows)
        ('PlayTennis', ('No', 'Yes'), 14)

        Raises InputError with the file, the line and what was expected.
        """
        from exactnb.core.data.dialect import DIALECT, Dialect
        from exactnb.core.data.readers import read_table_file

        dialect = Dialect(**{key: choices.pop(key) for key in DIALECT if key in choices})
        findings = Findings()
        header, rows = read_table_file(as_path(path), dialect=dialect, findings=findings)
        with Place.file(path):
            choices["weight"] = findings.column_of_weights(choices.get("weight"))
            choices |= {"declared": findings.declared, "doubts": findings.doubts}
            return cls.from_rows(rows, header, **choices)

    @classmethod
    def from_frame(cls, frame: object, *, floats: str = "refuse", **choices: Any) -> Table:
        """Return the table in a DataFrame (pandas, Polars, PyArrow), or in a dictionary of columns.

        `choices` are those of `from_rows`. Binary floats are refused, or read `floats="as printed"`:
        0.1 is 1/10. Categories of pandas and enumerations of Polars declare all values of a column, and
        all classes: those that no row shows count too.

        >>> frame = {"size": [0.5, 1.0], "class": ["-", "+"]}
        >>> Table.from_frame(frame, floats="as printed").values_of("size")
        ('0.5', '1')

        Raises InputError with the row and the column, for a float that is refused and for an object
        that is no name.
        """
        from exactnb.core.data.frames import declared_values, read_frame

        findings = Findings(declared_values(frame, floats=floats))
        header, rows = read_frame(frame, floats=floats, findings=findings)
        return cls.from_rows(
            rows, header, declared=findings.declared, doubts=findings.doubts, **choices
        )

    def __repr__(self) -> str:
        size = f"{len(self.rows):,} row{'s' * (len(self.rows) != 1)}"
        return summary_line("Table", size, self.columns, self.class_variable, self.classes)

    def _header_and_rows(self) -> tuple[list[str], list[list[str]]]:
        """Return the header and the rows as they are shown: names first, the class last."""
        has_ids = any(row.id for row in self.rows)
        header = ["id"] * has_ids + [*self.columns, self.class_variable]
        rows = [[row.id] * has_ids + [*(c or "?" for c in row.cells), row.label] for row in self.rows]
        return header, rows

    @property
    def schema(self) -> Schema:
        """Return what there is to observe."""
        names = self.class_variable, self.classes, dict(zip(self.columns, self.values, strict=True))
        return Schema(*names, absent=self.absent, missing=self.missing, fold_case=self.fold_case)

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
        wanted = [(self._place(column), value) for column, value in cells.items()]
        return sum(
            row.weight
            for row in self.rows
            if label in (None, row.label)
            and all(row.cells[column] == value for column, value in wanted)
        )

    def values_of(self, column: str) -> tuple[str, ...]:
        """Return the values of a column, in order."""
        return self.values[self._place(column)]

    def _place(self, column: str) -> int:
        if column not in self.columns:
            raise InputError(f"unknown column {quoted(column)}{near(str(column), self.columns)}")
        return self.columns.index(column)


def _binarized(rows: list[Row]) -> list[Row]:
    """Return rows with 1 in the place of numbers above 0, in columns of numbers from 0 on."""
    columns = []
    for cells in zip(*(row.cells for row in rows), strict=True):
        present = {cell for cell in cells if cell}
        if all(map(is_numeral, present)) and all(read_number(cell) >= 0 for cell in present):
            cells = tuple(cell and str(int(read_number(cell) > 0)) for cell in cells)
        columns.append(cells)
    pairs = zip(rows, zip(*columns, strict=True), strict=True) if columns else ()
    return [Row(row.id, row.label, cells, row.weight) for row, cells in pairs] or rows


def declared_names(
    values: Mapping[str, Sequence[object]], marks: Collection[str], fold_case: bool
) -> dict[str, list[str]]:
    """Return the `values` that types list by column, each once, without `marks` of missing cells.

    They are in lower case if `fold_case` says so.

    >>> declared_names({"sky": ["Red", "RED", "?"]}, ["?"], fold_case=True)
    {'sky': ['red']}
    """
    declared = {}
    for column, listed in values.items():
        names = compared(map(name_of, in_list(listed, "declared")), fold_case)
        declared[name_of(column)] = [*dict.fromkeys(name for name in names if name not in marks)]
    return declared


def _check_columns(columns: list[str], place: Place) -> None:
    if len(columns) < 1:
        raise InputError("a table needs a header", at=place.line(1))
    for column in columns:
        if not column:
            raise InputError("a column without a name", at=place.line(1))
    if (double := repeated(columns)) is not None:
        raise InputError(f"column {quoted(double)} is there twice", at=place.line(1))


def check_roles(columns: Sequence[str], label: str, id: str | None, weight: str | None) -> None:
    """Raise InputError for an `id`, `label` or `weight` that is none of `columns`, or is another."""
    require_columns([] if id is None else [id], columns, "id")
    if id is not None and id == label:
        raise InputError(f"{quoted(id)} is the class column", at="id")
    require_columns([label], columns, "class")
    require_columns([] if weight is None else [weight], columns, "weight")
    if weight is not None and weight in (label, id):
        raise InputError(f"{quoted(weight)} is the class or the id", at="weight")


def chosen_columns(features: Sequence[str], columns: Sequence[str]) -> list[str]:
    """Return the `features` chosen among `columns`; raise InputError for one that is none of them."""
    features = [*map(name_of, in_list(features, "features", "columns"))]
    require_columns(features, columns, "features")
    if (double := repeated(features)) is not None:
        raise InputError(f"{quoted(double)} is listed twice", at="features")
    return features


@frozen(slots=True)
class RowReader:
    """Read rows of one header: where the class, the id, the weight and the columns stand.

    `refusal` returns the message about a row without a class, of which `unlabelled` says what becomes.
    Rows without a weight are in `unweighted`.
    """

    header: list[str]
    label: int
    id: str
    weight: str | None
    places: list[int]
    marks: frozenset[str]
    refusal: Callable[[], str]
    unlabelled: str
    fold_case: bool
    at: Place
    unweighted: list[int] = field(default_factory=list)

    def row(self, number: int, cells: Sequence[object]) -> Row:
        """Return the row `number` with its `cells`; places are made only for errors: rows are many."""
        if isinstance(cells, str | bytes | Mapping) or not hasattr(cells, "__len__"):
            raise InputError.expected("a list of cells", cells, at=self.at.row(number))
        if len(cells) != (width := len(self.header)):
            raise InputError(f"{len(cells)} cells, the header has {width}", at=self.at.row(number))
        names = []
        for column, cell in zip(self.header, cells, strict=True):
            try:
                names.append(name_of(cell))
            except InputError as error:
                raise error.under(self.at.row(number).column(column)) from None
        label, *chosen = compared((names[n] for n in (self.label, *self.places)), self.fold_case)
        label = "" if label in self.marks else label
        if not label and self.unlabelled == "error":
            raise InputError(self.refusal(), at=self.at.row(number).column(self.header[self.label]))
        identity = names[self.header.index(self.id)] if self.id in self.header else ""
        row_cells = tuple("" if name in self.marks else name for name in chosen)
        if self.weight is None or not label:
            return Row(identity, label, row_cells)
        place = self.at.row(number).column(self.weight)
        (raw,) = compared([names[self.header.index(self.weight)]], self.fold_case)
        weight = read_weight(raw, self.marks, self.unlabelled, place)
        self.unweighted.extend([number] * (raw in self.marks))
        return Row(identity, label, row_cells, weight)
