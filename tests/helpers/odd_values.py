"""Values that no argument is: of Python, NumPy, pandas, Polars and PyArrow."""

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
from thoroughness import choose

from exactnb.errors import ExactnbError

__all__ = ["ODD", "read_or_refused"]

ODD = (
    None, pd.NA, pd.NaT, float("nan"), 0.5, -1, True, 1j, Decimal("NaN"), Fraction(1, 3), b"sun",
    {"sun"}, date(2024, 1, 1), np.array(3), np.array(["sun", None]), np.ones((2, 2)), np.bool_(True),
    [], {}, [["a"]], {1: 2}, {None: "sun"}, {"x": {"sky": float("nan")}}, {"x": ["sun"]}, object(), ...,
    pd.Series([1]), pd.DataFrame({"sky": ["sun"]}), pl.Series([1]), pa.table({"sky": ["sun"]}), len,
)  # fmt: skip


def read_or_refused(door: Callable[[object], object], number: int) -> None:
    """Hand each odd value to a `door`: no library's own error comes out of it.

    In a quick run the door of this `number` gets a fourth of them.
    """
    for odd in ODD[choose(quick=slice(number % 4, None, 4), exhaustive=slice(None))]:
        with suppress(ExactnbError):
            door(odd)
