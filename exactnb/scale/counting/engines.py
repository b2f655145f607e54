"""What engines do differently, in one place: names of columns, how rows are collected, small tables.

An engine sees columns c0, c1, ...: Spark takes dots in names apart, and DuckDB does not tell capitals.
It is asked to group, to add up whole numbers and to join: what each engine does in its own way, such as
floats, sorting and letters, decides nothing.

How to read: `opened` makes an `Opened` of a frame; its methods are all that is asked of engines by
name.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field
from importlib import import_module
from types import FunctionType
from typing import Any
from uuid import uuid4

from exactnb.core.data.frames import declared_in
from exactnb.core.data.rows import name_of, repeated
from exactnb.core.lazy import once
from exactnb.core.record import frozen
from exactnb.errors import HERE, InputError, near, quoted

ENGINES = ("pandas", "polars", "pyarrow", "duckdb", "pyspark")
IN_MEMORY = ("pandas", "pyarrow")
"""Engines whose frames another one reads where lists are unfolded."""
_TOLD = "pandas, Polars, PyArrow, DuckDB and Spark are counted on"
_LIBRARIES = {"_duckdb": "duckdb", "modin": "", "dask_expr": "dask"}
_FIX = "pip install 'exactnb[frames]'"
_SETTINGS = {"default_collation": "", "python_enable_replacements": "true"}
_OWN_FUNCTIONS = "SELECT function_name FROM system.main.duckdb_functions() WHERE NOT internal"
_SET = f"SELECT name, value FROM system.main.duckdb_settings() WHERE name IN {tuple(_SETTINGS)}"
_SHADOWING = f"""{_OWN_FUNCTIONS} AND function_name IN
    (SELECT function_name FROM system.main.duckdb_functions() WHERE internal)"""


@frozen(slots=True)
class Column:
    """A column: what it is called, where its engine has it, its type, and the values of that."""

    name: str
    at: str
    kind: Any
    declared: tuple[Any, ...] = ()

    @property
    def type_name(self) -> str:
        """Return the name of its type, without what is said beside it."""
        return str(self.kind).split("(")[0]


@frozen
class Opened:
    """A frame of an engine, as narwhals knows it, its columns c0, c1, ... in the place of `names`."""

    engine: str
    frame: Any
    names: tuple[str, ...]
    declared: Mapping[str, Sequence[Any]] = field(default_factory=dict)

    @once
    def _types(self) -> list[Any]:
        return list(self.frame.collect_schema().values())

    def column(self, name: str) -> Column:
        """Return the column that is called so."""
        at = self.names.index(name)
        kind = self._types[at]
        listed = kind.categories if isinstance(kind, narwhals().Enum) else self.declared.get(name, ())
        return Column(name, f"c{at}", kind, tuple(listed))

    def eager(self, frames: Sequence[Any]) -> list[Any]:
        """Return what was made of the frame, in memory; Polars streams all of it at once."""
        if self.engine != "polars" or not frames or not hasattr(frames[0], "collect"):
            return [frame.collect() if hasattr(frame, "collect") else frame for frame in frames]
        natives, polars = [frame.to_native() for frame in frames], library("polars")
        apart = polars.QueryOptFlags(comm_subplan_elim=False)  # what is common would be held in memory
        found = polars.collect_all(natives, engine="streaming", optimizations=apart)
        return [narwhals().from_native(frame, eager_only=True) for frame in found]

    def collected(self, frames: Sequence[Any]) -> list[list[tuple[Any, ...]]]:
        """Return the rows of what was made of the frame.

        Raises InputError for a binary float: nothing that is counted is one.
        """
        found = self.eager(frames)
        for name, kind in (item for frame in found for item in frame.schema.items()):
            if kind.is_float():
                raise InputError(f"the engine gave binary floats as {name!r}; counts are whole numbers")
        return [
            list(zip(*(frame[name].to_list() for name in frame.columns), strict=True))
            for frame in found
        ]

    def table(self, columns: Mapping[str, Sequence[Any]], *, of_texts: bool) -> Any:
        """Return a small table in the same engine: 64-bit integers, and texts in the first column."""
        arrow = library("pyarrow")
        kinds = [arrow.string() if of_texts else arrow.int64(), *[arrow.int64()] * (len(columns) - 1)]
        pairs = zip(columns.items(), kinds, strict=True)
        arrays = {name: arrow.array(cells, kind) for (name, cells), kind in pairs}
        small = arrow.table(arrays)
        native: Any = self.frame.to_native()
        if self.engine == "polars":
            eager = library("polars").from_arrow(small)
            made = eager.lazy() if hasattr(self.frame, "collect") else eager
        elif self.engine == "duckdb":
            rows, name = _random_name(), _random_name()
            ask = FunctionType(_query.__code__, {name: small})  # DuckDB looks among the globals there
            try:
                made = ask(native, rows, f"SELECT * FROM {name}")
            except library("duckdb").CatalogException:
                told = "the connection reads no tables of Python, for enable_external_access is off"
                raise InputError(f"{told}; hand its rows over as a table of PyArrow") from None
        elif self.engine == "pyspark":
            made = native.sparkSession.createDataFrame(small)
        else:
            made = small
        return narwhals().from_native(made)

    def sql(self, query: str, **columns: str) -> Any:
        """Return what DuckDB makes of the frame, which a query calls {own}rows; {own} is random.

        Names of its other tables begin so, too; `columns` are put in their places.
        """
        native, own = self.frame.to_native(), _random_name()
        return narwhals().from_native(native.query(f"{own}rows", query.format(own=own, **columns)))


def opened(frame: Any, names: Sequence[str], *, texts: bool = False) -> Opened:
    """Return some columns of a frame, eager or lazy, for its engine; the frame is not changed.

    pandas is read through PyArrow's types. With `texts`, DuckDB reads what PyArrow holds, for PyArrow
    does not unfold lists.

    Raises InputError for what is no frame, for other engines, and for columns that are not there.
    """
    engine = engine_of(frame)
    known = names_in(frame)
    places = [_place(name, known) for name in names]
    if (double := repeated(names)) is not None:
        raise InputError(f"column {quoted(double)} is asked for twice")
    short = [f"c{at}" for at in range(len(names))]
    declared: dict[str, Sequence[Any]] = {}
    if engine == "pandas":
        listed = (declared_in(frame.iloc[:, at]) or () for at in places)
        declared = dict(zip(names, listed, strict=True))
        native, engine = _from_pandas(frame, places, short), "pyarrow"
    elif engine == "pyarrow":
        native = frame.select(places).rename_columns(short)
    elif engine == "pyspark":
        native = frame.toDF(*(f"c{at}" for at in range(len(known))))
        native = native.select(*(f"c{at}" for at in places)).toDF(*short)
    elif engine == "polars":
        polars = library("polars")
        native = frame.select(polars.nth(at).alias(c) for at, c in zip(places, short, strict=True))
    else:
        native = _from_duckdb(frame, places, short)
    if engine == "pyarrow":
        _check_dictionaries(native, names)
    if engine == "pyarrow" and texts:
        native, engine = library("duckdb").connect().from_arrow(native), "duckdb"
    return Opened(engine, narwhals().from_native(native), tuple(names), declared)


def names_in(frame: Any) -> list[str]:
    """Return the names of all columns of a frame."""
    if engine_of(frame) == "polars":
        return list(frame.collect_schema().names())
    columns = frame.column_names if hasattr(frame, "column_names") else frame.columns
    return [name_of(name) for name in columns]


def engine_of(frame: Any) -> str:
    """Return what holds a frame; refuse what nothing here is counted on."""
    top = type(frame).__module__.split(".")[0]
    engine = _LIBRARIES.get(top, top)
    if engine == "dask":
        raise InputError(
            "Dask is left out: count its partitions one by one, and merge what was counted"
        )
    if engine not in ENGINES or not hasattr(type(frame), "columns"):
        raise InputError(f"expected a frame, got {type(frame).__name__}; {_TOLD}")
    return engine


def _random_name() -> str:
    """Return a name in SQL that no table, view or macro of a user has, nor one that begins so."""
    return f"exactnb_{uuid4().hex}_"


def narwhals() -> Any:
    """Return the one interface to all engines, in the form that its makers keep stable."""
    return library("narwhals.stable.v2")


def library(name: str) -> Any:
    """Return a library of the extra `frames`; refuse to go on without it."""
    try:
        return import_module(name)
    except ImportError:
        missing = name.split(".")[0]
        raise InputError(f"{missing} is not installed; run: {_FIX} {missing}") from None


def _place(name: str, known: Sequence[str]) -> int:
    """Return which column has a name; refuse one that none or several have."""
    if known.count(name) == 1:
        return known.index(name)
    if name in known:
        raise InputError(f"column {quoted(name)} is there twice")
    raise InputError(f"there is no column {quoted(name)}{near(name, known)}")


def _query(relation: Any, name: str, query: str) -> Any:
    return relation.query(name, query)


def _from_duckdb(frame: Any, places: Sequence[int], short: Sequence[str]) -> Any:
    """Return columns of a relation, by place: names may differ in capitals.

    Raises InputError for a connection whose own functions or settings would count something else.
    """
    name = _random_name()
    own = frame.query(name, _OWN_FUNCTIONS).limit(1).fetchall()
    if shadowing := frame.query(name, _SHADOWING).fetchall() if own else ():
        told = f"the connection has a macro or function {quoted(min(shadowing)[0])} of its own"
        raise InputError(f"{told}, which DuckDB has too; drop it, or count on another connection")
    for key, value in frame.query(name, _SET).fetchall():
        if value != _SETTINGS[key]:
            told = f"the connection has {key} = {quoted(value)}"
            raise InputError(f"{told}; say SET {key} = {quoted(_SETTINGS[key])}")
    every = ", ".join(f"r{at}" for at in range(len(frame.columns)))
    exact = [' COLLATE "binary"' * (str(kind) == "VARCHAR") for kind in frame.types]
    taken = ", ".join(f"r{at}{exact[at]} AS {c}" for at, c in zip(places, short, strict=True))
    return frame.query(name, f"SELECT {taken} FROM {name} AS {name}t({every})")


def _check_dictionaries(table: Any, names: Sequence[str]) -> None:
    """Refuse categories that are themselves lists or structures, such as intervals: none has a name."""
    types = library("pyarrow").types
    for name, kind in zip(names, table.schema.types, strict=True):
        own = kind.value_type if types.is_dictionary(kind) else kind
        if own is not kind and types.is_nested(getattr(own, "storage_type", own)):
            told = f"its categories are of type {quoted(str(own))}; turn them into text first"
            raise InputError(told, at=HERE.column(name))


def _from_pandas(frame: Any, places: Sequence[int], short: Sequence[str]) -> Any:
    """Return columns of pandas as PyArrow's: there whole numbers stay whole beside a hole."""
    arrow = library("pyarrow")
    arrays = []
    for at in places:
        try:
            arrays.append(arrow.array(frame.iloc[:, at], from_pandas=True))
        except (arrow.ArrowException, ValueError) as error:
            reason = str(error).splitlines()[0]
            told = f"its cells are of several types ({reason}); turn them into text first"
            raise InputError(told, at=HERE.column(name_of(frame.columns[at]))) from None
    return arrow.table(dict(zip(short, arrays, strict=True)))
