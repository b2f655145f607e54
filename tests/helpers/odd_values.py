"""Values that no argument is: of Python, NumPy, pandas, Polars and PyArrow."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa

__all__ = ["ODD"]

ODD = (
    None, pd.NA, pd.NaT, float("nan"), 0.5, -1, True, 1j, Decimal("NaN"), Fraction(1, 3), b"sun",
    {"sun"}, date(2024, 1, 1), np.array(3), np.array(["sun", None]), np.ones((2, 2)), np.bool_(True),
    [], {}, [["a"]], {1: 2}, {None: "sun"}, {"x": {"sky": float("nan")}}, {"x": ["sun"]}, object(), ...,
    pd.Series([1]), pd.DataFrame({"sky": ["sun"]}), pl.Series([1]), pa.table({"sky": ["sun"]}), len,
)  # fmt: skip
