"""Columns of frames and matrices as naive Bayes takes them, by their kind.

pandas, Polars, PyArrow and whatever else narwhals knows are read column by column, matrices too. A cell
that is None, NaN, NA or NaT is missing.

How to read: `FrameColumns.kind` says what a column is by its type; `cells`, `numbers`, `counts` and
`booleans` read it as that. `ColumnEncoding`s, at the end, are what columns are taken for, and make rows
of them blocks of a model.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field, replace
from numbers import Number
from typing import Any

import narwhals.stable.v2 as nw
import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from exactnb.core.data.frames import declared_in
from exactnb.core.record import frozen
from exactnb.errors import HERE, InputError, near, quoted
from exactnb.scale.logspace.rows import Floats, one_hot
from exactnb.scale.logspace.widening import array_of, as_doubles, exact_number, exact_rows, widened

KINDS = ("categories", "numbers", "counts", "booleans")
"""What a column can be taken for."""

_TIMES = "name it in `categories`, or make numbers of it"


class FrameColumns:
    """The columns of a frame or a matrix, dense or sparse: `number` rows, and a name for each."""

    def __init__(self, source: Any) -> None:
        self._frame = narwhals_frame(source)
        self._source = source
        if self._frame is not None:
            self.names = list(self._frame.columns)
            self.number = len(self._frame)
        else:
            self._source = exact_rows(source) if sparse.issparse(source) else source
            self.names = list(range(source.shape[1]))
            self.number = int(source.shape[0])

    def kind(self, index: int) -> str:
        """Return the kind of column number `index` by its type, or its cells where it holds objects."""
        if sparse.issparse(self._source):
            return "counts"
        if self._frame is None:
            dtype_kind = self._source.dtype.kind
            if dtype_kind in "Mm":
                raise InputError(f"holds {self._source.dtype}; {_TIMES}", at=self.place(index))
            kinds = {"b": "booleans", "i": "numbers", "u": "numbers", "f": "numbers"}
            return kinds.get(dtype_kind) or self._cell_kind(index)
        column = self._frame[:, index]
        dtype = column.dtype
        if dtype == nw.Boolean:
            return "booleans"
        if dtype.is_numeric():
            return "numbers"
        if dtype in (nw.Categorical, nw.Enum, nw.String):
            return "categories"
        if _is_sparse(column):
            return "counts"
        if dtype == nw.Object or dtype == nw.Unknown:
            return self._cell_kind(index)
        raise InputError(f"holds {dtype}; {_TIMES}", at=self.place(index))

    def _cell_kind(self, index: int) -> str:
        cells = [cell for cell in self.cells(index) if cell is not None]
        if cells and all(isinstance(cell, bool) for cell in cells):
            return "booleans"
        if all(isinstance(cell, Number) and not isinstance(cell, complex) for cell in cells):
            return "numbers"
        odd = (c for c in cells if not isinstance(c, str | bytes | Number) or isinstance(c, complex))
        misfit = next(odd, None)
        if misfit is not None:
            raise TypeError(
                f"{self.place(index)}: argument must be a string or a number; got {misfit!r}"
            )
        return "categories"

    def place(self, index: int) -> Any:
        """Return the place of column number `index`, for messages."""
        name = self.names[index]
        return HERE.spot(f"column {name}") if isinstance(name, int) else HERE.column(name)

    def cells(self, index: int) -> list[Any]:
        """Return the cells of column number `index` as Python's values, None where one is missing."""
        if self._frame is not None:
            values: Iterable[Any] = self._frame[:, index].to_list()
        else:
            values = self._dense(index).tolist()
        return [None if _is_missing(cell) else cell for cell in values]

    def declared_values(self, index: int) -> list[Any] | None:
        """Return the values that the type of column number `index` lists; None without a list.

        Enumerations have one, and categories of pandas; those of Polars and PyArrow are what columns
        hold.
        """
        return None if self._frame is None else declared_in(self._frame[:, index].to_native())

    def numbers(self, index: int) -> Floats:
        """Return column number `index` as doubles, exactly; NaN for a missing cell.

        Raises ValueError for infinities.
        """
        numbers = self._amounts(index, np.nan)
        with self.place(index):
            numbers = as_doubles(numbers)
        if np.isinf(numbers).any():
            raise ValueError(f"Input X contains infinity: {self.place(index)}")
        return numbers

    def counts(self, places: Sequence[int]) -> Any:
        """Return the columns at `places` as a matrix, 0 for a missing cell.

        ValueError for a negative one.
        """
        if sparse.issparse(self._source):
            counts = self._source[:, list(places)]
        elif self._frame is not None and all(_is_sparse(self._frame[:, index]) for index in places):
            counts = exact_rows(self._source.iloc[:, list(places)])
        else:
            columns = [self._amounts(index, 0) for index in places]
            if not all(column.dtype == np.int64 for column in columns):
                columns = [as_doubles(column) for column in columns]
            counts = np.column_stack(columns) if columns else np.zeros((self.number, 0))
        entries = counts.data if sparse.issparse(counts) else counts
        if entries.size and not np.isfinite([entries.max(), entries.min()]).all():
            raise ValueError("Input X contains infinity or NaN among its counts")
        if entries.size and entries.min() < 0:
            raise ValueError("Negative values in data passed to MixedNB (input X), among its counts")
        return counts

    def booleans(self, index: int) -> NDArray[np.int64]:
        """Return column number `index` as 0 and 1, -1 for a missing cell; InputError for others."""
        cells = self.cells(index)
        misfit = next((cell for cell in cells if cell is not None and cell not in (0, 1)), None)
        if misfit is not None:
            raise InputError.expected("True and False, or 0 and 1", misfit, at=self.place(index))
        return np.array([-1 if cell is None else int(cell) for cell in cells], dtype=np.int64)

    def _amounts(self, index: int, missing: float) -> NDArray[Any]:
        """Return a column as integers of 64 bits or doubles, with what stands for a missing number."""
        with self.place(index):
            if self._frame is not None:
                return self._column_amounts(self._frame[:, index], index, missing)
            column = self._dense(index)
            if column.dtype.kind not in "biuf":
                return self._from_cells(index, missing)
            amounts = widened(column)
        return _with_missing_filled(amounts, np.isnan(amounts), missing)

    def _column_amounts(self, column: Any, index: int, missing: float) -> NDArray[Any]:
        if not (column.dtype.is_numeric() or column.dtype == nw.Boolean):
            return self._from_cells(index, missing)
        gone = column.is_null().to_numpy()
        if gone.any():
            column = column.fill_null(False if column.dtype == nw.Boolean else 0)
        amounts = widened(array_of(column.to_numpy()))
        return _with_missing_filled(amounts, gone | np.isnan(amounts), missing)

    def _from_cells(self, index: int, missing: float) -> NDArray[Any]:
        exact = [None if cell is None else exact_number(cell) for cell in self.cells(index)]
        filled = np.array([0 if number is None else number for number in exact], dtype=object)
        gone = np.array([number is None for number in exact], dtype=bool)
        return _with_missing_filled(widened(filled), gone, missing)

    def _dense(self, index: int) -> NDArray[Any]:
        column = self._source[:, [index]] if sparse.issparse(self._source) else self._source[:, index]
        return column.toarray().ravel() if sparse.issparse(column) else np.asarray(column)


def narwhals_frame(source: Any) -> Any:
    """Return `source` as a narwhals frame, None if it is no frame; raise InputError if it is lazy."""
    if is_frame(source):
        try:
            return nw.from_native(source, eager_only=True)
        except nw.exceptions.NarwhalsError as error:
            raise InputError(" ".join(str(error).split())) from None
    if nw.dependencies.is_polars_lazyframe(source):
        raise InputError("a lazy frame holds no rows; .collect() reads them")
    return None


def is_frame(source: Any) -> bool:
    """Say whether narwhals knows `source` as a DataFrame."""
    return bool(nw.dependencies.is_into_dataframe(source))


def _with_missing_filled(
    numbers: NDArray[Any], gone: NDArray[np.bool_], missing: float
) -> NDArray[Any]:
    """Return numbers with what stands for those that are gone; NaN stands among doubles."""
    if not gone.any():
        return numbers
    numbers = as_doubles(numbers) if missing != 0 else numbers
    return np.where(gone, np.array(missing, dtype=numbers.dtype), numbers)


def _is_sparse(column: Any) -> bool:
    """Say whether a column of pandas is sparse."""
    return hasattr(column.to_native(), "sparse")


def _is_missing(cell: Any) -> bool:
    if cell is None:
        return True
    try:
        return bool(cell != cell)
    except TypeError:  # NA of pandas is not known to differ from itself
        return True
    except ValueError:  # an array
        return False


@frozen
class ColumnEncoding:
    """The names and kinds of columns, and the places of the values of each categorical one."""

    names: tuple[Any, ...]
    kinds: tuple[str, ...]
    values: Mapping[int, Mapping[Any, int]] = field(default_factory=dict)

    @classmethod
    def of(cls, columns: FrameColumns, columns_by_kind: Mapping[str, Any]) -> ColumnEncoding:
        """Return the kind of each of `columns`: by `columns_by_kind`, or else by its type."""
        chosen: dict[int, str] = {}
        for kind in KINDS:
            for column in [] if columns_by_kind[kind] is None else list(columns_by_kind[kind]):
                place = _column_index(column, columns.names, kind)
                if chosen.setdefault(place, kind) != kind:
                    raise InputError(f"{quoted(str(column))} is among {chosen[place]} too", at=kind)
        kinds = (chosen.get(index) or columns.kind(index) for index in range(len(columns.names)))
        return cls(tuple(columns.names), tuple(kinds))

    def column_indices(self, *kinds: str) -> list[int]:
        """Return which columns are of some kinds."""
        return [index for index, kind in enumerate(self.kinds) if kind in kinds]

    def column_sizes(self) -> list[int]:
        """Return how many values there are of each column of categories or booleans."""
        return [
            2 if self.kinds[index] == "booleans" else len(self.values.get(index, ()))
            for index in self.column_indices("categories", "booleans")
        ]

    def with_values_of(self, columns: FrameColumns) -> ColumnEncoding:
        """Return the encoding that knows the values of more rows, those of `columns`.

        Those that the type of a column lists come first, then others, in order.
        """
        values = {index: dict(positions) for index, positions in self.values.items()}
        for index in self.column_indices("categories"):
            position_of_value = values.setdefault(index, {})
            try:
                unlisted = dict.fromkeys(cell for cell in columns.cells(index) if cell is not None)
            except TypeError:
                raise TypeError(
                    f"{columns.place(index)}: argument must be a string or a number"
                ) from None
            for value in [*(columns.declared_values(index) or ()), *_sorted_if_possible(unlisted)]:
                position_of_value.setdefault(value, len(position_of_value))
        return replace(self, values=values)

    def blocks(self, columns: FrameColumns, unseen: str) -> tuple[Any, ...]:
        """Return rows as blocks: ones for categories, counts if there are any, columns of numbers.

        What is `unseen` is skipped if that is "drop", and refused if it is "error".
        """
        places = self.column_indices("categories", "booleans")
        values = np.full((columns.number, len(places)), -1, dtype=np.int64)
        for column, index in enumerate(places):
            if self.kinds[index] == "booleans":
                values[:, column] = columns.booleans(index)
            else:
                values[:, column] = self._encoded(columns, index, unseen)
        parts: list[Any] = [one_hot(values, self.column_sizes())]
        if counts := self.column_indices("counts"):
            parts.append(columns.counts(counts))
        return *parts, *(columns.numbers(index)[:, None] for index in self.column_indices("numbers"))

    def _encoded(self, columns: FrameColumns, index: int, unseen: str) -> list[int]:
        positions, cells = self.values[index], columns.cells(index)
        try:
            codes = [-1 if cell is None else positions.get(cell, -1) for cell in cells]
        except TypeError:
            raise TypeError(f"{columns.place(index)}: argument must be a string or a number") from None
        if unseen == "error" and -1 in codes:
            for row, cell in enumerate(cells):
                if cell is not None and cell not in positions:
                    hint = near(cell, map(str, positions)) if isinstance(cell, str) else ""
                    message = f"{quoted(str(cell))} is in no row that was fitted{hint}"
                    place = columns.place(index).spot(f"row {row}")
                    raise InputError(f'{message}; unseen="drop" skips it', at=place)
        return codes


def _column_index(column: Any, names: Sequence[Any], kind: str) -> int:
    """Return the place of a column that is called by its name or its place."""
    if column in names:
        return list(names).index(column)
    if isinstance(column, int | np.integer) and -len(names) <= column < len(names):
        return int(column) % len(names)
    hint = near(column, map(str, names)) if isinstance(column, str) else ""
    raise InputError(f"{quoted(str(column))} is no column{hint}", at=kind)


def _sorted_if_possible(values: Any) -> list[Any]:
    try:
        return sorted(values)
    except TypeError:  # of several types
        return sorted(values, key=lambda value: (type(value).__name__, str(value)))
