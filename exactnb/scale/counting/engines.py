"""The differences of engines, in one place: names of columns, collecting rows, small tables, cells.

An engine sees columns c0, c1, ...: Spark splits names at dots, and DuckDB ignores case. It groups, sums
integers and joins; floats, sorting and alphabets, which each engine treats in its own way, decide
nothing: cells are names of values, or integers in units of a decimal, and floats are refused.

How to read: `open_frame` makes an `OpenedFrame` of a frame; only its methods depend on the engine.
`group_key` returns the expression by which an engine groups a column of values, with the names of
groups; `units_per_one` the unit of a column of numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import field
from importlib import import_module
from itertools import count
from types import FunctionType
from typing import Any
from uuid import uuid4

from exactnb.core.data.frames import declared_in
from exactnb.core.data.rows import name_of, repeated
from exactnb.core.data.schema import MISSING
from exactnb.core.lazy import once
from exactnb.core.record import frozen
from exactnb.errors import HERE, InputError, near, quoted

ENGINES = ("pandas", "polars", "pyarrow", "duckdb", "pyspark")
IN_MEMORY = ("pandas", "pyarrow")
"""Engines of frames in memory: results are collected for them, even where DuckDB reads their texts."""
_SUPPORTED = "pandas, Polars, PyArrow, DuckDB and Spark are counted on"
_LIBRARIES = {"_duckdb": "duckdb", "modin": "", "dask_expr": "dask"}
_FIX = "pip install 'exactnb[frames]'"
_SETTINGS = {"default_collation": "", "python_enable_replacements": "true"}
_OWN_FUNCTIONS = "SELECT function_name FROM system.main.duckdb_functions() WHERE NOT internal"
_SET = f"SELECT name, value FROM system.main.duckdb_settings() WHERE name IN {tuple(_SETTINGS)}"
_SHADOWING = f"""{_OWN_FUNCTIONS} AND function_name IN
    (SELECT function_name FROM system.main.duckdb_functions() WHERE internal)"""

_INTEGERS = ("Int8", "Int16", "Int32", "Int64", "UInt8", "UInt16", "UInt32")
_TEXTS = ("String", "Categorical", "Enum")
_FLOATS = ("Float16", "Float32", "Float64")
_PLACES = 17  # decimals of a number up to which 10^places is a 64-bit integer, with room
_HOLE = " (pandas makes floats of whole numbers where one is missing: astype('Int64') mends that)"


@frozen(slots=True)
class EngineColumn:
    """A column: its `name`, its name `at` the engine, its type `kind`, the values which that lists."""

    name: str
    at: str
    kind: Any
    declared: tuple[Any, ...] = ()

    @property
    def type_name(self) -> str:
        """Return the name of the type, without its parameters."""
        return str(self.kind).split("(")[0]


@frozen
class OpenedFrame:
    """A `frame` of narwhals with columns c0, c1, ..., whose real names are `names`.

    `declared` maps names of columns to the values that their types list.
    """

    engine: str
    frame: Any
    names: tuple[str, ...]
    declared: Mapping[str, Sequence[Any]] = field(default_factory=dict)

    @once
    def _types(self) -> list[Any]:
        return list(self.frame.collect_schema().values())

    def column(self, name: str) -> EngineColumn:
        """Return the column called `name`."""
        index = self.names.index(name)
        kind = self._types[index]
        declared = kind.categories if isinstance(kind, narwhals().Enum) else self.declared.get(name, ())
        return EngineColumn(name, f"c{index}", kind, tuple(declared))

    def collected_frames(self, frames: Sequence[Any]) -> list[Any]:
        """Return `frames`, made of this one, in memory; Polars streams all of them at once."""
        if self.engine != "polars" or not frames or not hasattr(frames[0], "collect"):
            return [frame.collect() if hasattr(frame, "collect") else frame for frame in frames]
        natives, polars = [frame.to_native() for frame in frames], optional_library("polars")
        # Common subplans would be held in memory, however large.
        options = polars.QueryOptFlags(comm_subplan_elim=False)
        results = polars.collect_all(natives, engine="streaming", optimizations=options)
        return [narwhals().from_native(frame, eager_only=True) for frame in results]

    def fetched_rows(self, frames: Sequence[Any]) -> list[list[tuple[Any, ...]]]:
        """Return the rows of each of `frames`, made of this one.

        Raises InputError for a column of binary floats: no count is one.
        """
        collected = []
        for frame in self.collected_frames(frames):
            for name, kind in frame.schema.items():
                if kind.is_float():
                    message = f"the engine gave binary floats as {name!r}; counts are whole numbers"
                    raise InputError(message)
            collected.append(list(zip(*(frame[name].to_list() for name in frame.columns), strict=True)))
        return collected

    def table(self, columns: Mapping[str, Sequence[Any]], *, text_keys: bool) -> Any:
        """Return `columns` as a small table in the same engine.

        Cells are 64-bit integers; with `text_keys` the first column holds texts.
        """
        arrow = optional_library("pyarrow")
        kinds = [arrow.string() if text_keys else arrow.int64(), *[arrow.int64()] * (len(columns) - 1)]
        pairs = zip(columns.items(), kinds, strict=True)
        small = arrow.table({name: arrow.array(cells, kind) for (name, cells), kind in pairs})
        native: Any = self.frame.to_native()
        if self.engine == "polars":
            eager = optional_library("polars").from_arrow(small)
            built = eager.lazy() if hasattr(self.frame, "collect") else eager
        elif self.engine == "duckdb":
            rows, name = _random_name(), _random_name()
            # DuckDB looks tables up among the globals of the calling function.
            query = FunctionType(_query.__code__, {name: small})
            try:
                built = query(native, rows, f"SELECT * FROM {name}")
            except optional_library("duckdb").CatalogException:
                message = "the connection reads no tables of Python, for enable_external_access is off"
                raise InputError(f"{message}; hand its rows over as a table of PyArrow") from None
        elif self.engine == "pyspark":
            built = native.sparkSession.createDataFrame(small)
        else:
            built = small
        return narwhals().from_native(built)

    def sql(self, query: str, **columns: str) -> Any:
        """Return the result of `query` in DuckDB, where the frame is called {own}rows.

        {own} is a random prefix, also of the query's other tables, so that no name of the user's
        clashes. `columns` replace their placeholders in the query.
        """
        native, prefix = self.frame.to_native(), _random_name()
        result = native.query(f"{prefix}rows", query.format(own=prefix, **columns))
        return narwhals().from_native(result)


def open_frame(frame: Any, names: Sequence[str], *, texts: bool = False) -> OpenedFrame:
    """Return the columns `names` of `frame`, eager or lazy, for its engine; the frame does not change.

    pandas is read through PyArrow's types. With `texts`, DuckDB reads tables of PyArrow, which does not
    unnest lists.

    Raises InputError for anything but a frame of a known engine, and for columns that are not there.
    """
    engine = engine_name(frame)
    all_names = names_in(frame)
    places = [_column_index(name, all_names) for name in names]
    if (duplicate := repeated(names)) is not None:
        raise InputError(f"column {quoted(duplicate)} is asked for twice")
    short = [f"c{index}" for index in range(len(names))]
    declared: dict[str, Sequence[Any]] = {}
    if engine == "pandas":
        listed = (declared_in(frame.iloc[:, index]) or () for index in places)
        declared = dict(zip(names, listed, strict=True))
        native, engine = _from_pandas(frame, places, short), "pyarrow"
    elif engine == "pyarrow":
        native = frame.select(places).rename_columns(short)
    elif engine == "pyspark":
        native = frame.toDF(*(f"c{index}" for index in range(len(all_names))))
        native = native.select(*(f"c{index}" for index in places)).toDF(*short)
    elif engine == "polars":
        nth, pairs = optional_library("polars").nth, zip(places, short, strict=True)
        native = frame.select(nth(index).alias(c) for index, c in pairs)
    else:
        native = _from_duckdb(frame, places, short)
    if engine == "pyarrow":
        _check_dictionaries(native, names)
    if engine == "pyarrow" and texts:
        native, engine = optional_library("duckdb").connect().from_arrow(native), "duckdb"
    return OpenedFrame(engine, narwhals().from_native(native), tuple(names), declared)


def names_in(frame: Any) -> list[str]:
    """Return the names of all columns of `frame`."""
    if engine_name(frame) == "polars":
        return list(frame.collect_schema().names())
    columns = frame.column_names if hasattr(frame, "column_names") else frame.columns
    return [name_of(name) for name in columns]


def engine_name(frame: Any) -> str:
    """Return the name of the engine of `frame`; raise InputError if it is none of `ENGINES`."""
    top = type(frame).__module__.split(".")[0]
    engine = _LIBRARIES.get(top, top)
    if engine == "dask":
        message = "Dask is left out: count its partitions one by one, and merge what was counted"
        raise InputError(message)
    if engine not in ENGINES or not hasattr(type(frame), "columns"):
        raise InputError(f"expected a frame, got {type(frame).__name__}; {_SUPPORTED}")
    return engine


def _random_name() -> str:
    """Return a name in SQL that no table, view or macro of a user begins with."""
    return f"exactnb_{uuid4().hex}_"


def narwhals() -> Any:
    """Return narwhals, the interface to all engines, in its stable version."""
    return optional_library("narwhals.stable.v2")


def optional_library(name: str) -> Any:
    """Return the library `name` of the extra `frames`; raise InputError if it is not installed."""
    try:
        return import_module(name)
    except ImportError:
        missing = name.split(".")[0]
        raise InputError(f"{missing} is not installed; run: {_FIX} {missing}") from None


def _column_index(name: str, names: Sequence[str]) -> int:
    """Return the index of the column called `name`; refuse a name of none or several."""
    if names.count(name) == 1:
        return names.index(name)
    if name in names:
        raise InputError(f"column {quoted(name)} is there twice")
    raise InputError(f"there is no column {quoted(name)}{near(name, names)}")


def _query(relation: Any, name: str, query: str) -> Any:
    return relation.query(name, query)


def _from_duckdb(frame: Any, places: Sequence[int], short: Sequence[str]) -> Any:
    """Return columns of a relation, by index: names may differ in case alone.

    Raises InputError for a connection whose macros or settings would change the counts.
    """
    name = _random_name()
    user_functions = frame.query(name, _OWN_FUNCTIONS).limit(1).fetchall()
    if shadowing := frame.query(name, _SHADOWING).fetchall() if user_functions else ():
        message = f"the connection has a macro or function {quoted(min(shadowing)[0])} of its own"
        raise InputError(f"{message}, which DuckDB has too; drop it, or count on another connection")
    for key, value in frame.query(name, _SET).fetchall():
        if value != _SETTINGS[key]:
            message = f"the connection has {key} = {quoted(value)}"
            raise InputError(f"{message}; say SET {key} = {quoted(_SETTINGS[key])}")
    all_columns = ", ".join(f"r{index}" for index in range(len(frame.columns)))
    exact = [' COLLATE "binary"' * (str(kind) == "VARCHAR") for kind in frame.types]
    pairs = zip(places, short, strict=True)
    selected = ", ".join(f"r{index}{exact[index]} AS {c}" for index, c in pairs)
    return frame.query(name, f"SELECT {selected} FROM {name} AS {name}t({all_columns})")


def _check_dictionaries(table: Any, names: Sequence[str]) -> None:
    """Refuse categories that are lists or structures, such as intervals: these have no names."""
    types = optional_library("pyarrow").types
    for name, kind in zip(names, table.schema.types, strict=True):
        inner = kind.value_type if types.is_dictionary(kind) else kind
        if inner is not kind and types.is_nested(getattr(inner, "storage_type", inner)):
            message = f"its categories are of type {quoted(str(inner))}; turn them into text first"
            raise InputError(message, at=HERE.column(name))


def _from_pandas(frame: Any, places: Sequence[int], short: Sequence[str]) -> Any:
    """Return columns of pandas as PyArrow's, in which integers beside a missing cell stay integers."""
    arrow = optional_library("pyarrow")
    arrays = []
    for index in places:
        try:
            arrays.append(arrow.array(frame.iloc[:, index], from_pandas=True))
        except (arrow.ArrowException, ValueError) as error:
            reason = str(error).splitlines()[0]
            message = f"its cells are of several types ({reason}); turn them into text first"
            raise InputError(message, at=HERE.column(name_of(frame.columns[index]))) from None
    return arrow.table(dict(zip(short, arrays, strict=True)))


@frozen(slots=True)
class GroupKey:
    """The expression by which an engine groups a column of values, and the `name` of each group.

    The name is None for missing values. `declared` are the values that the type of the column lists,
    whether some row has them or not.
    """

    expression: Any
    name: Callable[[Any], str | None]
    is_text: bool = False
    declared: tuple[str, ...] = ()

    def unused_cell(self, cells: Collection[Any]) -> Any:
        """Return a cell of the same type that is not among `cells`."""
        if self.is_text:
            return "-" * (1 + max(map(len, cells), default=0))
        return next(number for number in count() if number not in cells)


def group_key(column: EngineColumn) -> GroupKey:
    """Return the key of `column`, which holds text, integers or booleans.

    Raises InputError for other types.
    """
    nw, name = narwhals(), column.type_name
    cells = nw.col(column.at)
    if name in _TEXTS:
        with HERE.column(column.name):
            declared = tuple(filter(None, map(_cell_name, column.declared)))
        return GroupKey(cells.cast(nw.String), _cell_name, is_text=True, declared=declared)
    if name in _INTEGERS:
        return GroupKey(cells.cast(nw.Int64), _cell_name)
    if name == "Boolean":
        return GroupKey(cells.cast(nw.Int64), lambda x: None if x is None else name_of(bool(x)))
    way = "cast it to text" if name not in _FLOATS else f"cast it to whole numbers, or to text{_HOLE}"
    expected = "text, whole numbers of up to 64 bits or truth values"
    raise InputError(f"expected {expected}; got {column.kind}: {way}", at=HERE.column(column.name))


def units_per_one(column: EngineColumn) -> int:
    """Return the number of units per 1 in `column`: 1 for integers, 100 for decimals of two places.

    Raises InputError for a column of another type.
    """
    name, kind = column.type_name, column.kind
    if name in _INTEGERS:
        return 1
    if name == "Decimal" and kind.scale <= _PLACES:
        unit: int = 10 ** int(kind.scale)
        return unit
    way = f"cast it to a decimal of at most {_PLACES} places{_HOLE if name in _FLOATS else ''}"
    message = f"expected whole numbers or decimals; got {kind}; {way}"
    raise InputError(message, at=HERE.column(column.name))


def check_text(column: EngineColumn) -> None:
    """Refuse a `column` that holds no text."""
    if column.type_name not in _TEXTS:
        raise InputError(f"expected text; got {column.kind}", at=HERE.column(column.name))


def as_units(column: EngineColumn, unit: int) -> Any:
    """Return an expression for the cells of `column`, small numbers, as integers in its `unit`."""
    nw = narwhals()
    if unit == 1:
        return nw.col(column.at).cast(nw.Int64)
    # A decimal of 18 digits: engines size the product by the largest decimal that a type can hold.
    return (nw.col(column.at).cast(nw.Decimal(18, int(column.kind.scale))) * unit).cast(nw.Int64)


def _cell_name(cell: Any) -> str | None:
    """Return the name of the value in a cell, None if it marks a missing one."""
    name = None if cell is None else name_of(cell)
    return None if name in MISSING else name
