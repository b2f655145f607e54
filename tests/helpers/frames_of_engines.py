"""Engines that the tests count on: frames of each, made of one table of PyArrow."""

from __future__ import annotations

import os
import warnings
from collections.abc import Callable, Iterator
from functools import cache
from importlib import import_module
from typing import Any

import pytest
from programs import missing, needs

__all__ = ["ENGINES", "frame_of", "rows_of", "stop_spark"]

ENGINES = (
    "pandas",
    "polars",
    "polars streaming",
    "pyarrow",
    "duckdb",
    pytest.param("spark", marks=[pytest.mark.exhaustive, pytest.mark.xdist_group("spark")]),
)
"""Names of all engines; Spark takes up to 80 seconds to start, and is for exhaustive runs."""

_LOCAL = {
    "spark.driver.host": "127.0.0.1",
    "spark.driver.bindAddress": "127.0.0.1",
    "spark.driver.memory": "2g",
    "spark.driver.extraJavaOptions": "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC",  # soon compiled
    "spark.ui.enabled": "false",
    "spark.ui.showConsoleProgress": "false",
    "spark.sql.shuffle.partitions": "2",
}


def frame_of(engine: str, table: Any) -> Any:
    """Return a table as a frame of an engine."""
    return _MAKERS[engine](table)


def rows_of(frame: Any) -> list[tuple[Any, ...]]:
    """Return the rows of a frame of any engine, sorted."""
    import narwhals.stable.v2 as nw

    known = nw.from_native(frame)
    eager = known.collect() if isinstance(known, nw.LazyFrame) else known
    return sorted(eager.rows(), key=repr)


def _pandas(table: Any) -> Any:
    import pandas as pd
    import pyarrow as pa

    whole = {pa.int8(): pd.Int8Dtype(), pa.int32(): pd.Int32Dtype(), pa.int64(): pd.Int64Dtype()}
    return table.to_pandas(types_mapper=whole.get)


def _polars(table: Any) -> Any:
    import polars as pl

    return pl.from_arrow(table)


def _duckdb(table: Any) -> Any:
    duckdb: Any = import_module("duckdb")
    return duckdb.connect().from_arrow(table)


def _spark(table: Any) -> Any:
    return spark().createDataFrame(table).repartition(2)


_MAKERS: dict[str, Callable[[Any], Any]] = {
    "pandas": _pandas,
    "polars": _polars,
    "polars streaming": lambda table: _polars(table).lazy(),
    "pyarrow": lambda table: table,
    "duckdb": _duckdb,
    "spark": _spark,
}


@cache
def spark() -> Any:
    """Return Spark in this process, with two threads, on the loopback interface alone."""
    needs("java", package="default-jre-headless")
    os.environ["SPARK_LOCAL_IP"] = "127.0.0.1"
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            builder: Any = import_module("pyspark.sql").SparkSession.builder
        except ImportError:
            missing("pyspark")
        session = builder.master("local[2]").config(map=_LOCAL).getOrCreate()
    session.sparkContext.setLogLevel("ERROR")
    return session


def stop_spark() -> Iterator[None]:
    """Stop Spark at the end, if it was started."""
    yield
    if spark.cache_info().currsize:
        spark().stop()
