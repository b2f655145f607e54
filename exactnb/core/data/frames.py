"""Read DataFrames of any library: the one place that knows how columns are stored elsewhere.

No library is imported here to read its own frames: pandas, Polars and PyArrow are known by their
methods, and whatever else offers the Arrow stream is read through PyArrow.

How to read: `read_frame` and `declared_values` are the doors; `_columns` knows the libraries,
`read_cell` what a cell may hold.
"""

from __future__ import annotations

import datetime
import re
import struct
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from decimal import ROUND_HALF_EVEN, ROUND_UP, Context, Decimal
from functools import partial
from importlib import import_module
from itertools import accumulate
from math import isinf, isnan
from numbers import Rational
from typing import Any, NamedTuple

from exactnb.core.arithmetic.numerals import read_number
from exactnb.core.data.findings import Findings
from exactnb.core.data.marks import DITTO
from exactnb.core.data.rows import limited_rows, name_of, repeated, require_columns
from exactnb.errors import HERE, InputError, Place, one_of, quoted

_MIDNIGHT = datetime.time()
_NO_VALUE = {"NoneType", "NAType", "NaTType"}
LAZY = ("compute", "toArrow", "collect")
"""How Dask, Spark and Polars are asked for rows."""

_WIDTHS = {"e": re.compile(r"halffloat|float16"), "f": re.compile(r"float32|\bfloat\b")}  # Arrow: float


class _Column(NamedTuple):
    """A column as its library has it: its name, its type in words, and how to take its cells.

    `declared` are the values that its type lists, None where it lists none.
    """

    name: object
    type: str
    take: Callable[[], list[Any]]
    declared: list[Any] | None = None


def read_frame(
    frame: object,
    *,
    floats: str = "refuse",
    text: str = "text",
    findings: Findings | None = None,
    fill_down: Sequence[str] = (),
    omit: Collection[str] = (),
) -> tuple[list[str], list[list[object]]]:
    """Return the header and the rows of a DataFrame, a dictionary of columns, or of records `by_name`.

    Text, whole numbers, truth values, categories and fractions pass as they are, a Decimal as its
    digits, so that 1, 1.0 and 1.00 are one name; dates and times are in ISO's form. Null, None, NaN, NA
    and NaT become "".

    >>> read_frame({"oil": ["high", None], "leaves": [7, True], "class": ["+", "-"]})
    (['oil', 'leaves', 'class'], [['high', 7, '+'], ['', True, '-']])

    `floats="as printed"` reads a binary float as the shortest decimal that prints as it.

    >>> read_frame({"size": [0.1, 1.0, float("nan")]}, floats="as printed")[1]
    [['0.1'], ['1'], ['']]
    >>> read_frame({"size": [0.1]})
    Traceback (most recent call last):
        ...
    exactnb.errors.InputError: row 1, column 'size': 0.1 is a binary float; floats="as printed" reads
    it as '0.1'

    `text` and `findings` are as in `read_records`; in columns to `fill_down` an empty cell, or a ditto
    mark, has the value above it, and those to `omit` are not read.

    An index is no column: `reset_index()` makes it one. What pandas rounded before, such as whole
    numbers beyond 2**53 beside a hole, cannot be seen. Raises InputError with the row and the column.
    """
    Place.of("floats").read(one_of, floats, ["refuse", "as printed"])
    columns = list(_columns(frame))
    header = [_header_name(number, column) for number, column in enumerate(columns, start=1)]
    require_columns(omit, header, "omit")
    if (double := repeated(header)) is not None:
        raise InputError(f"column {quoted(double)} is there twice")
    read = [
        _cells(name, c, floats) for name, c in zip(header, columns, strict=True) if name not in omit
    ]
    header = [name for name in header if name not in omit]
    require_columns(fill_down, header, "fill_down")
    for place in map(header.index, fill_down):
        read[place] = [*accumulate(read[place], _filled)]
    try:
        rows = [list(row) for row in zip(*read, strict=True)]
    except ValueError:  # only a dictionary can have such columns
        raise InputError("the columns are not of one length") from None
    findings = findings or Findings()
    for _ in findings.noting_sums((0, dict(zip(header, row, strict=True))) for row in rows):
        pass
    for _ in findings.watched(
        # for objects that are no text stands a number: they have no spelling
        (
            (number, dict(zip(header, (c if isinstance(c, str) else "1" for c in row), strict=True)))
            for number, row in enumerate(rows, start=1)
        ),
        len(header),
        text=text,
        place=HERE.row,
    ):
        pass
    return header, list(limited_rows(rows))


def _filled(above: object, cell: object) -> object:
    is_ditto = isinstance(cell, str) and above != "" and DITTO.fullmatch(cell)
    return above if cell == "" or is_ditto else cell


def declared_values(frame: object, *, floats: str = "refuse") -> dict[str, list[object]]:
    """Return the values that the types of columns list, by the names of the columns.

    >>> import pandas as pd
    >>> frame = pd.DataFrame({"oil": pd.Categorical(["high"], ["low", "high"]), "leaves": [7]})
    >>> declared_values(frame)
    {'oil': ['low', 'high']}

    Categories of pandas and enumerations of Polars do; categories of Polars and dictionaries of PyArrow
    are what a column holds. Raises InputError with the column, for what `read_frame` refuses in a cell.
    """
    kind = type(frame)
    if not (isinstance(frame, Mapping | list) or hasattr(kind, "iloc") or hasattr(kind, "get_columns")):
        return {}  # a stream can be read only once
    by_column: dict[str, list[object]] = {}
    for number, column in enumerate(_columns(frame), start=1):
        if column.declared is not None:
            name = _header_name(number, column)
            with HERE.column(name):
                by_column[name] = [
                    read_cell(value, "d", column.type, floats) for value in column.declared
                ]
    return by_column


def declared_in(column: Any) -> list[Any] | None:
    """Return the values that the type of one column of pandas or Polars lists, None without a list.

    >>> import polars as pl
    >>> declared_in(pl.Series(["b"], dtype=pl.Enum(["a", "b"]))), declared_in(pl.Series(["b"]))
    (['a', 'b'], None)
    """
    categories: Any = getattr(getattr(column, "dtype", None), "categories", None)
    return list(categories.to_list()) if hasattr(categories, "to_list") else None


def by_name(records: Any) -> Mapping[object, Any] | None:
    """Return the columns of a list of dictionaries or of NumPy's structured array; None of others.

    >>> by_name([{"a": 1, "k": "x"}, {"k": "y"}])
    {'a': [1, None], 'k': ['x', 'y']}
    """
    if isinstance(records, list) and records and all(isinstance(row, Mapping) for row in records):
        names = dict.fromkeys(name for row in records for name in row)
        return {name: [row.get(name) for row in records] for name in names}
    if hasattr(type(records), "__array_struct__") and records.dtype.names and records.ndim == 1:
        return {name: records[name] for name in records.dtype.names}
    return None


def _columns(frame: Any) -> Iterator[_Column]:
    if (columns := by_name(frame)) is not None:
        frame = columns
    kind = type(frame)  # never the frame itself: its columns may have the names of methods
    if isinstance(frame, Mapping):
        for name, cells in frame.items():
            if isinstance(cells, str | bytes | Mapping) or not hasattr(cells, "__iter__"):
                raise InputError.expected("a list of cells", cells, at=HERE.column(name))
            kind_name = str(getattr(cells, "dtype", ""))
            yield _Column(name, kind_name, partial(list, cells), declared_in(cells))
        return
    ask = next((ask for ask in LAZY if hasattr(kind, ask)), None)
    if ask and not hasattr(kind, "__arrow_c_stream__"):
        raise InputError(f"a lazy {kind.__name__} holds no rows yet; give what its {ask}() returns")
    if hasattr(kind, "iloc") and hasattr(kind, "columns"):  # pandas, and those that imitate it
        if (levels := getattr(frame.columns, "nlevels", 1)) > 1:
            raise InputError(f"the column names have {levels} levels; join them into one text each")
        for index, name in enumerate(frame.columns):
            yield _pandas_column(name, frame.iloc[:, index])  # by place: a name may be there twice
    elif hasattr(kind, "get_columns"):  # Polars
        for series in frame.get_columns():
            yield _Column(series.name, str(series.dtype), series.to_list, declared_in(series))
    elif hasattr(kind, "column_names"):  # PyArrow's Table and RecordBatch
        for name, column in zip(frame.column_names, frame.columns, strict=True):
            yield _Column(name, str(column.type), column.to_pylist)
    else:
        yield from _columns(_arrow_table(frame))


def _arrow_table(frame: Any) -> Any:
    kind = type(frame)
    refusal = InputError(f"expected a DataFrame; got {quoted(kind.__name__)}")
    if not hasattr(kind, "__arrow_c_stream__"):
        raise refusal
    try:
        return import_module("pyarrow").table(frame)
    except ImportError:
        raise InputError(f"to read a {kind.__name__}, run: pip install pyarrow") from None
    except Exception:  # a stream of something else, such as a single Series
        raise refusal from None


def _pandas_column(name: object, series: Any) -> _Column:
    if (declared := declared_in(series)) is None:
        return _Column(name, str(series.dtype), series.tolist)
    values = [*declared, None]  # the code of a hole is -1; an array would make floats of whole numbers
    codes = series.cat.codes
    kind = f"{series.dtype} of {series.dtype.categories.dtype}"
    return _Column(name, kind, lambda: [values[c] for c in codes], declared)


def _header_name(number: int, column: _Column) -> str:
    place = HERE.spot(f"column {number}")
    if name := place.read(name_of, column.name):
        return name
    raise InputError("it has no name", at=place)


def _cells(name: str, column: _Column, floats: str) -> list[object]:
    try:
        raw_cells = column.take()
    except Exception as error:  # a library may raise anything, over text that is not UTF-8 for one
        reason = f"a column of type {quoted(column.type)} cannot be read ({type(error).__name__})"
        raise InputError(f"{reason}; turn it into text first", at=HERE.column(name)) from None
    width = next((w for w, pattern in _WIDTHS.items() if pattern.search(column.type.lower())), "d")
    cells = []
    for row, raw in enumerate(raw_cells, start=1):
        try:
            cells.append(read_cell(raw, width, column.type, floats))
        except InputError as error:
            is_integer = isinstance(raw, float) and raw.is_integer()
            hole = is_integer and any(isinstance(cell, float) and isnan(cell) for cell in raw_cells)
            why = " (pandas makes floats of whole numbers where one is missing)" if hole else ""
            place = HERE.row(row).column(name)
            raise error.saying(error.message + why).under(place) from None
    return cells


def read_cell(raw: Any, width: str, type_name: str, floats: str) -> object:
    """Return what `name_of` reads of a cell; a float of `width` as its shortest decimal, or refused.

    >>> read_cell(0.1, "d", "", "as printed"), read_cell(None, "d", "", "refuse")
    ('0.1', '')
    >>> read_cell(datetime.datetime(2024, 1, 2), "d", "", "refuse")
    '2024-01-02'

    Raises InputError that names the type of the column for any other object.
    """
    if type(raw).__name__ in _NO_VALUE:  # before any comparison: pandas' NA refuses to be compared
        return ""
    if getattr(raw, "shape", None) == () and raw.dtype.kind in "biuf":  # a NumPy scalar
        width, raw = raw.dtype.char, raw.item()
    if isinstance(raw, str | Rational):
        return raw
    if isinstance(raw, datetime.datetime) and raw.time() == _MIDNIGHT:  # pandas has no dates alone
        raw = raw.date()
    if isinstance(raw, datetime.date | datetime.time):  # a duration is spelled by each library anew
        return str(raw)
    if isinstance(raw, Decimal):
        return "" if raw.is_nan() else _digits(raw)
    if not isinstance(raw, float):
        kind = f"{type(raw).__name__}, in a column of type {quoted(type_name or 'object')}"
        raise InputError(f"expected a name or a number; got a {kind}; turn it into text first")
    if isnan(raw):
        return ""
    if isinf(raw):
        raise InputError(f"expected a finite number; got {raw}")
    printed = _shortest(raw, width)
    if floats == "refuse":
        fix = f'floats="as printed" reads it as {quoted(printed)}'
        raise InputError(f"{float(printed)!r} is a binary float; {fix}")
    return printed


def _shortest(number: float, width: str) -> str:
    """Return the shortest decimal that is this float again, as wide as it was stored.

    >>> _shortest(0.10000000149011612, "f"), _shortest(0.10000000149011612, "d")
    ('0.1', '0.10000000149011612')
    """
    for digits in range(1, 10 if width in "ef" else 1):
        for rounding in (ROUND_HALF_EVEN, ROUND_UP):  # a power of two has more room above it
            near = Context(digits, rounding).plus(Decimal(number))
            with suppress(OverflowError):  # beyond the largest of its width
                if struct.unpack(width, struct.pack(width, float(near)))[0] == number:
                    return _digits(near)
    return _digits(Decimal(repr(number)))


def _digits(number: Decimal) -> str:
    """Return a decimal without exponent or idle zeros: equal numbers are one name.

    >>> _digits(Decimal("1.50")), _digits(Decimal("1E+3")), _digits(Decimal("-0.0"))
    ('1.5', '1000', '0')
    """
    read_number(number)  # which refuses infinities, and numerals that are too long
    text = f"{number:f}"
    text = text.rstrip("0").rstrip(".") if "." in text else text
    return "0" if text == "-0" else text
