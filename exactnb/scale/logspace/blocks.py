"""Rows in blocks of columns, one block for each part: reading, checking and counting them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import accumulate, pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from exactnb.errors import InputError, listing, quoted
from exactnb.scale.logspace import readings, sums
from exactnb.scale.logspace.parts import Part, read_features, read_numbers
from exactnb.scale.logspace.readings import Readings
from exactnb.scale.logspace.sums import Sums
from exactnb.scale.logspace.tables import Tables, count_rows
from exactnb.scale.logspace.widening import exact_rows


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
    if not isinstance(rows, Blocks):
        rows = exact_rows(rows)
        return [(rows, part) for part in parts]
    if len(rows) != len(parts) or len({block.shape[0] for block in rows}) > 1:
        raise InputError(f"expected {len(parts)} blocks with as many rows each")
    blocks = (block if isinstance(block, Readings) else exact_rows(block) for block in rows)
    return [(b, replace(part, columns=slice(None))) for b, part in zip(blocks, parts, strict=True)]


def place_columns(parts: Sequence[Part]) -> list[Part]:
    """Return `parts`, each of a block of its own, with `columns` counted through all blocks."""
    ends = accumulate((part.columns.stop for part in parts), initial=0)
    return [
        replace(part, columns=slice(*bounds))
        for part, bounds in zip(parts, pairwise(ends), strict=True)
    ]


def read_block(block: Any, part: Part) -> Any:
    """Return the columns of `part` in `block`: measurements, counts, or the places of ones."""
    if part.kernel != "measures":
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
    if part.kernel != "measures":
        return count_rows(data, codes, classes, weights, denominator)
    if isinstance(data, Readings):
        return readings.sum_by_class(data, codes, classes, weights, denominator)
    return sums.sum_by_class(data, codes, classes, weights, denominator)


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
