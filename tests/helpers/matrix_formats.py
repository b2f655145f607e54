"""Types of numbers and formats of sparse rows that the log-space path is handed."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy import sparse

WHOLE = ("bool", "int8", "uint8", "int16", "uint16", "int32", "uint32", "int64", "uint64")


FLOATS = ("float16", "float32", "float64", "longdouble")


SPARSE = tuple(kind for kind in (*WHOLE, *FLOATS) if kind != "float16")  # SciPy has no such rows


FORMATS = ("csr", "csc", "coo", "bsr")


def top(kind: str) -> int:
    """Return the largest whole number of a type, up to which all are numbers of it."""
    if kind == "bool":
        return 1
    if kind in WHOLE:
        return int(np.iinfo(kind).max)
    return 2 ** {"float16": 11, "float32": 24, "float64": 53, "longdouble": 63}[kind] - 1


def held(kind: str, places: list[tuple[int, int, Any]], form: str, shape: tuple[int, int]) -> Any:
    """Return a sparse matrix that holds numbers as they come, one place many times if it is said so."""
    rows, columns, numbers = zip(*places, strict=True) if places else ((), (), ())
    data = np.array(numbers, dtype=kind)
    if form == "coo":
        return sparse.coo_matrix((data, (rows, columns)), shape=shape)
    if form == "bsr":
        order = np.argsort(rows, kind="stable")
        ends = np.searchsorted(np.array(rows)[order], np.arange(shape[0] + 1))
        blocks = data[order].reshape(-1, 1, 1)
        return sparse.bsr_matrix((blocks, np.array(columns)[order], ends), shape=shape)
    lines, others = (rows, columns) if form == "csr" else (columns, rows)
    order = np.argsort(lines, kind="stable")
    made = sparse.csr_matrix if form == "csr" else sparse.csc_matrix
    ends = np.searchsorted(np.array(lines, dtype=int)[order], np.arange(shape[form == "csc"] + 1))
    return made((data[order], np.array(others, dtype=int)[order], ends), shape=shape)
