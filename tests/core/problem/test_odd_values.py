"""Values that are no argument at all are refused in one line, whatever library they are of."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from datetime import date
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
from thoroughness import all_of

from exactnb import Problem, Table, solve
from exactnb.core.data.dialect import DIALECT
from exactnb.core.problem.choice import KEYWORDS
from exactnb.core.problem.from_table import _KEYS
from exactnb.errors import ExactnbError

ODD = (
    None, pd.NA, pd.NaT, float("nan"), 0.5, -1, True, 1j, Decimal("NaN"), Fraction(1, 3), b"sun",
    {"sun"}, date(2024, 1, 1), np.array(3), np.array(["sun", None]), np.ones((2, 2)), np.bool_(True),
    [], {}, [["a"]], {1: 2}, {None: "sun"}, {"x": {"sky": float("nan")}}, {"x": ["sun"]}, object(), ...,
    pd.Series([1]), pd.DataFrame({"sky": ["sun"]}), pl.Series([1]), pa.table({"sky": ["sun"]}), len,
)  # fmt: skip
ROWS = pd.DataFrame({"sky": ["sun", "rain", "sun"], "play": ["yes", "no", "yes"]})
OF_TABLES = "label id features values classes weight missing declared doubts binarize fold_case at"
OF_PROBLEMS = "query title source ask digits exposure questions mistakes printed models notation_style"

DOORS: dict[str, Callable[[object], object]] = {
    **{key: lambda odd, key=key: solve(ROWS, **{key: odd})  # type: ignore[misc]
       for key in (*DIALECT, *_KEYS, *KEYWORDS, *OF_PROBLEMS.split())},
    **{f"table {key}": lambda odd, key=key: Table.from_rows([("u", "k")], ["a", "b"], **{key: odd})
       for key in OF_TABLES.split()},  # type: ignore[misc]
    "source": Problem.from_document,
    "rows": lambda odd: Table.from_rows(odd, ["a", "b"]),
    "columns": lambda odd: Table.from_rows([("u", "k")], odd),
    "cell": lambda odd: solve({"a": [odd, "u"], "k": ["x", "y"]}),  # type: ignore[arg-type]
    "value": lambda odd: solve(ROWS, query={"sky": odd}),
    "model": lambda odd: Problem(ROWS).model_named(odd),  # type: ignore[arg-type]
}  # fmt: skip


@all_of("door", DOORS)
def test_a_door_reads_or_refuses_any_value(door: str) -> None:
    """No library's own error comes out of a door: what was given, and what is needed."""
    for odd in ODD:
        with suppress(ExactnbError):
            DOORS[door](odd)
