"""The parts of rows: which columns follow which family, and what they hold, checked.

Rows have come through the door of `widening.py`.
"""

from __future__ import annotations

from dataclasses import field, replace
from fractions import Fraction
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from exactnb.core import families
from exactnb.core.arithmetic.numerals import Exact, read_number
from exactnb.core.record import frozen
from exactnb.errors import InputError, one_of
from exactnb.scale.logspace.logs import Floats
from exactnb.scale.logspace.rows import one_hot
from exactnb.scale.logspace.tables import Tables
from exactnb.scale.logspace.widening import Rows, as_doubles

_LARGEST = 2**53  # whole numbers up to this are doubles


@frozen
class Part:
    """Some columns, the family that they follow, and what is added: λ, or ε to every variance.

    `kind` is "multinomial", "bernoulli", "categorical" or "gaussian", `amount` an exact number. `sizes`
    are the numbers of values of categorical columns, which hold 0, 1, 2, ..., or -1 where a value is
    missing. A `clip` moves the shares of bernoulli columns into [clip, 1 − clip] instead of adding to
    counts. Variances of gaussian columns are over the rows, or over so many `less`: 1 for n − 1; a
    `relative` amount is that share of the largest variance that all rows have in any column.

    >>> Part("bernoulli", slice(0, 3), amount="1/2").amount
    '1/2'

    What does not suit the rows is refused by `Classifier.fit`, with an InputError.
    """

    kind: str
    columns: slice = field(default_factory=lambda: slice(None))
    amount: Exact = 1
    sizes: tuple[int, ...] = ()
    clip: Exact = 0
    less: int = 0
    relative: bool = False

    @property
    def kernel(self) -> str:
        """Return what counts the family: its words, their presence, values or measurements."""
        return families.family(one_of(self.kind, families.with_kernel())).kernel


def check_amounts(part: Part) -> None:
    """Refuse what is added, or clipped, where it is negative or too much."""
    for key, top in (("amount", None), ("clip", Fraction(1, 2))):
        number = read_number(getattr(part, key))
        if number < 0 or (top is not None and number >= top):
            limits = "is not negative" if top is None else "lies from 0 to below 1/2"
            raise InputError(f"{limits}; got {number}", at=key)
    if part.less not in (0, 1):
        raise InputError(f"expected 0 or 1; got {part.less}", at="less")


def settled(part: Part, rows: Rows) -> Part:
    """Return a part with its columns as a range, and the numbers of values it has seen."""
    kernel = part.kernel
    check_amounts(part)
    start, stop, _ = part.columns.indices(rows.shape[1])
    sizes = part.sizes
    if kernel == "values" and not sizes:
        codes = _codes(rows, part)
        tops = codes.max(axis=0).tolist() if len(codes) else [0] * (stop - start)
        sizes = tuple(max(top, 0) + 1 for top in tops)
    return replace(part, columns=slice(start, stop), sizes=sizes)


def groups(part: Part, counts: Tables) -> tuple[range, ...]:
    """Return the features of a part that share a total: all of its words, or the values of a column."""
    if part.kernel != "values":
        return (range(counts.cells.shape[0]),)
    ends = np.cumsum((0, *part.sizes)).tolist()
    return tuple(range(start, stop) for start, stop in pairwise(ends))


def _dense(rows: Rows, part: Part) -> NDArray[Any]:
    taken = rows[:, part.columns]
    found: NDArray[Any] = taken.toarray() if sparse.issparse(taken) else taken
    return found


def numbers(rows: Rows, part: Part) -> Floats:
    """Return measurements as doubles; refuse what is not finite, or is none exactly."""
    found = as_doubles(_dense(rows, part))
    if not np.isfinite(found).all():
        raise InputError("expected finite numbers; got NaN or an infinity")
    return found


def features(rows: Rows, part: Part) -> Any:
    """Return the features of a part as a matrix of whole numbers, or as the places of ones."""
    if part.kernel == "values":
        values = _codes(rows, part)
        for column, size in enumerate(part.sizes):
            if len(values) and values[:, column].max() >= size:
                value = int(values[:, column].max())
                raise InputError(f"column {column} holds {value}; its values are 0 to {size - 1}")
        return one_hot(values, part.sizes)
    whole = rows if part.columns == slice(0, rows.shape[1]) else rows[:, part.columns]
    if not sparse.issparse(whole):
        dense = _whole(whole)
        return np.minimum(dense, 1) if part.kernel == "presence" else dense
    data = _whole(whole.data)
    if part.kernel == "presence" and data.size and data.max() > 1:
        data = np.ones_like(data)
    return sparse.csr_matrix((data, whole.indices, whole.indptr), whole.shape)


def _codes(rows: Rows, part: Part) -> NDArray[np.int64]:
    """Return the values of categorical columns; -1 for one that is missing."""
    return _whole(_dense(rows, part), least=-1)


def _whole(given: NDArray[Any], least: int = 0) -> NDArray[np.int64]:
    """Return counts as 64-bit integers; refuse what is too small, not whole, or beyond 2^53."""
    if not given.size:
        return given.astype(np.int64)
    low, high = given.min(), given.max()
    if not (np.isfinite(low) and np.isfinite(high)):
        raise InputError("expected finite counts; got NaN or an infinity")
    if low < least:
        what = "a count is not negative" if not least else "categories are 0, 1, 2, ..., or -1 for none"
        raise InputError(f"{what}; got {low}")
    if high >= _LARGEST:
        raise InputError(f"a count of {high}; those below 2^53 are exact doubles")
    found = given.astype(np.int64, copy=False)
    if found.dtype != given.dtype and (found != given).any():
        raise InputError("expected whole numbers as counts")
    return found
