"""The parts of rows: which columns follow which family, the checks of their cells, and their blocks.

How to read: a `Part` is some columns; `Blocks` is rows, which have been through `widening.exact_rows`,
as one block for each part: `read_block` checks it, `count_block` counts it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field, replace
from fractions import Fraction
from itertools import accumulate, pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from exactnb.core import families
from exactnb.core.arguments import require
from exactnb.core.arithmetic.numerals import Exact, read_number
from exactnb.core.data.rows import in_list
from exactnb.core.record import frozen
from exactnb.errors import InputError, Place, listing, one_of, quoted
from exactnb.scale.logspace import limbs, readings
from exactnb.scale.logspace.limbs import Sums
from exactnb.scale.logspace.readings import Readings
from exactnb.scale.logspace.rows import Floats, one_hot
from exactnb.scale.logspace.tables import Tables, count_rows
from exactnb.scale.logspace.widening import Rows, as_doubles, exact_rows

_LARGEST = 2**53  # whole numbers up to this are doubles


@frozen
class Part:
    """Some columns, their family, and its smoothing.

    `kind` is "multinomial", "bernoulli", "categorical" or "gaussian". `amount`, an exact number, is λ,
    or the ε added to every variance; if it is `relative`, it is that share of the largest variance of a
    column over all rows. `sizes` are the numbers of values of categorical columns, which hold
    0, 1, 2, ..., or -1 where a value is missing. A `clip` moves the shares of bernoulli columns into
    [clip, 1 − clip] instead of adding to counts. Variances of gaussian columns divide by n − `less`.

    >>> Part("bernoulli", slice(0, 3), amount="1/2").amount
    '1/2'

    `Classifier.fit` raises InputError for a part that does not suit the rows.
    """

    kind: str
    columns: slice = field(default_factory=lambda: slice(None))
    amount: Exact = 1
    sizes: tuple[int, ...] = ()
    clip: Exact = 0
    less: int = 0
    relative: bool = False

    @property
    def kernel_name(self) -> str:
        """Return the kernel of the family: "words", "presence", "values" or "measures"."""
        return families.family(one_of(self.kind, families.families_with_kernel())).kernel


def check_amounts(part: Part) -> None:
    """Refuse a `part` with a negative amount, a clip outside of [0, 1/2), or a `less` but 0 and 1."""
    for key, limit in (("amount", None), ("clip", Fraction(1, 2))):
        number = read_number(getattr(part, key))
        if number < 0 or (limit is not None and number >= limit):
            limits = "is not negative" if limit is None else "lies from 0 to below 1/2"
            raise InputError(f"{limits}; got {number}", at=key)
    if part.less not in (0, 1):
        raise InputError(f"expected 0 or 1; got {part.less}", at="less")


def with_bounds(part: Part, rows: Rows) -> Part:
    """Return `part` with its columns as a range within `rows`, and with the sizes of its columns.

    The sizes of categorical columns, where they are not set, follow from the largest values in `rows`.
    """
    kernel = part.kernel_name
    check_amounts(part)
    start, stop, _ = part.columns.indices(rows.shape[1])
    sizes = part.sizes
    if kernel == "values" and not sizes:
        codes = _category_codes(rows, part)
        tops = codes.max(axis=0).tolist() if len(codes) else [0] * (stop - start)
        sizes = tuple(max(top, 0) + 1 for top in tops)
    return replace(part, columns=slice(start, stop), sizes=sizes)


def share_groups(part: Part, counts: Tables) -> tuple[range, ...]:
    """Return the ranges of features of `part` that share a total, in the order of `counts`.

    They are all words, or the values of each column.
    """
    if part.kernel_name != "values":
        return (range(counts.cells.shape[0]),)
    return tuple(range(start, stop) for start, stop in pairwise(np.cumsum((0, *part.sizes)).tolist()))


def _dense_columns(rows: Rows, part: Part) -> NDArray[Any]:
    """Return the columns of a part as a dense matrix."""
    columns = rows[:, part.columns]
    dense: NDArray[Any] = columns.toarray() if sparse.issparse(columns) else columns
    return dense


def read_numbers(rows: Rows, part: Part) -> Floats:
    """Return the columns of `part` in `rows` as doubles.

    Raises InputError for NaN, an infinity, and an integer that is no double.
    """
    numbers = as_doubles(_dense_columns(rows, part))
    if not np.isfinite(numbers).all():
        raise InputError("expected finite numbers; got NaN or an infinity")
    return numbers


def read_features(rows: Rows, part: Part) -> Any:
    """Return the features of `part` in `rows`: a matrix of integers, or `Places` of ones for values.

    Raises InputError for a negative count, a fraction, and a value beyond the sizes of the part.
    """
    if part.kernel_name == "values":
        values = _category_codes(rows, part)
        for column, size in enumerate(part.sizes):
            if len(values) and values[:, column].max() >= size:
                value = int(values[:, column].max())
                raise InputError(f"column {column} holds {value}; its values are 0 to {size - 1}")
        return one_hot(values, part.sizes)
    matrix = rows if part.columns == slice(0, rows.shape[1]) else rows[:, part.columns]
    if not sparse.issparse(matrix):
        dense = _as_counts(matrix)
        return np.minimum(dense, 1) if part.kernel_name == "presence" else dense
    data = _as_counts(matrix.data)
    if part.kernel_name == "presence" and data.size and data.max() > 1:
        data = np.ones_like(data)
    return sparse.csr_matrix((data, matrix.indices, matrix.indptr), matrix.shape)


def _category_codes(rows: Rows, part: Part) -> NDArray[np.int64]:
    """Return the values of categorical columns; -1 for a missing one."""
    return _as_counts(_dense_columns(rows, part), least=-1)


def _as_counts(numbers: NDArray[Any], least: int = 0) -> NDArray[np.int64]:
    """Return counts as 64-bit integers; refuse numbers below `least`, fractions, and 2^53 or more."""
    if not numbers.size:
        return numbers.astype(np.int64)
    low, high = numbers.min(), numbers.max()
    if not (np.isfinite(low) and np.isfinite(high)):
        raise InputError("expected finite counts; got NaN or an infinity")
    if low < least:
        rule = "a count is not negative" if not least else "categories are 0, 1, 2, ..., or -1 for none"
        raise InputError(f"{rule}; got {low}")
    if high >= _LARGEST:
        raise InputError(f"a count of {high}; those below 2^53 are exact doubles")
    integers = numbers.astype(np.int64, copy=False)
    if integers.dtype != numbers.dtype and (integers != numbers).any():
        raise InputError("expected whole numbers as counts")
    return integers


class Blocks(tuple[Any, ...]):
    """Rows as blocks of columns, one for each part: matrices n × d, or `Readings` of one column."""

    __slots__ = ()

    def row(self, index: int) -> Blocks:
        """Return the row at `index`, as `Blocks` of one row."""
        return Blocks(block[index : index + 1] for block in self)


def rows_by_part(rows: Any, parts: Sequence[Part]) -> list[tuple[Any, Part]]:
    """Return a pair for each of `parts`: the matrix that holds its columns, and the part itself.

    `rows` are one matrix n × d, which all parts then share, or `Blocks`, of which each part gets its
    own block and all columns of it. Raises InputError where the numbers of blocks and of parts differ.
    """
    for number, part in enumerate(in_list(parts, "parts", "parts"), start=1):
        require(part, Part, "a Part", Place.of("parts")[number])
    if not isinstance(rows, Blocks):
        rows = exact_rows(rows)
        return [(rows, part) for part in parts]
    if len(rows) != len(parts) or len({block.shape[0] for block in rows}) > 1:
        raise InputError(f"expected {len(parts)} blocks with as many rows each")
    blocks = (block if isinstance(block, Readings) else exact_rows(block) for block in rows)
    return [(b, replace(part, columns=slice(None))) for b, part in zip(blocks, parts, strict=True)]


def offset_columns(parts: Sequence[Part]) -> list[Part]:
    """Return `parts`, each of a block of its own, with `columns` counted through all blocks."""
    ends = accumulate((part.columns.stop for part in parts), initial=0)
    return [
        replace(part, columns=slice(*bounds))
        for part, bounds in zip(parts, pairwise(ends), strict=True)
    ]


def read_block(block: Any, part: Part) -> Any:
    """Return the columns of `part` in `block`: measurements, counts, or the places of ones."""
    if part.kernel_name != "measures":
        return read_features(block, part)
    return block if isinstance(block, Readings) else read_numbers(block, part)


def count_block(
    block: Any,
    part: Part,
    codes: NDArray[np.int64],
    classes: int,
    weights: NDArray[Any] | None = None,
    denominator: int = 1,
) -> Tables | Sums:
    """Return the sufficient statistics of `part` by class.

    `block` is n × d, `codes` has the class of each row as a number below `classes`. `weights`, where
    rows count more or less than once, are integers over one `denominator`.
    """
    data = read_block(block, part)
    if part.kernel_name != "measures":
        return count_rows(data, codes, classes, weights, denominator)
    if isinstance(data, Readings):
        return readings.sum_by_class(data, codes, classes, weights, denominator)
    return limbs.sum_by_class(data, codes, classes, weights, denominator)


def class_codes(row_count: int, labels: Sequence[Any], classes: Sequence[Any]) -> NDArray[np.int64]:
    """Return the index of each of `labels` in `classes`, n of them.

    Raises InputError for a label that is no class, and if there are not `row_count` labels.
    """
    places = {label: place for place, label in enumerate(classes)}
    try:
        codes = np.fromiter(map(places.__getitem__, labels), dtype=np.int64, count=len(labels))
    except KeyError:
        unknown = next(label for label in labels if label not in places)
        expected = f"the classes are {listing(map(str, classes))}"
        raise InputError(f"{quoted(unknown)} is no class; {expected}") from None
    if row_count != len(codes):
        raise InputError(f"{row_count} rows, but {len(codes)} labels")
    return codes
