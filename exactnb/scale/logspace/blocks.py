"""Rows in blocks, one for each part: how they are given, what they hold, what is counted of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import accumulate, pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from exactnb.errors import InputError, listing, quoted
from exactnb.scale.logspace import readings, sums
from exactnb.scale.logspace.parts import Part, features, numbers
from exactnb.scale.logspace.readings import Readings
from exactnb.scale.logspace.sums import Sums
from exactnb.scale.logspace.tables import Tables, counted
from exactnb.scale.logspace.widening import exact_rows


class Blocks(tuple[Any, ...]):
    """Rows as blocks of columns, one for each part: matrices n × d, or `Readings` of one column."""

    __slots__ = ()

    def row(self, at: int) -> Blocks:
        """Return one of the rows."""
        return Blocks(block[at : at + 1] for block in self)


def blocks_of(rows: Any, parts: Sequence[Part]) -> list[tuple[Any, Part]]:
    """Return the rows of each part, and the part with its place in them.

    They are one matrix, of which each part has columns, or `Blocks`. Raises InputError for blocks that
    are not as many as the parts.
    """
    if not isinstance(rows, Blocks):
        rows = exact_rows(rows)
        return [(rows, part) for part in parts]
    if len(rows) != len(parts) or len({block.shape[0] for block in rows}) > 1:
        raise InputError(f"expected {len(parts)} blocks with as many rows each")
    blocks = (block if isinstance(block, Readings) else exact_rows(block) for block in rows)
    return [(b, replace(part, columns=slice(None))) for b, part in zip(blocks, parts, strict=True)]


def side_by_side(parts: Sequence[Part]) -> list[Part]:
    """Return the parts of blocks with their columns in the row that these are together."""
    ends = accumulate((part.columns.stop for part in parts), initial=0)
    return [replace(part, columns=slice(*of)) for part, of in zip(parts, pairwise(ends), strict=True)]


def held(block: Any, part: Part) -> Any:
    """Return what a block holds of a part: measurements, counts, or the places of ones."""
    if part.kernel != "measures":
        return features(block, part)
    return block if isinstance(block, Readings) else numbers(block, part)


def counts_of(
    block: Any,
    part: Part,
    codes: NDArray[np.int64],
    classes: int,
    weights: NDArray[Any] | None = None,
    denominator: int = 1,
) -> Tables | Sums:
    """Return what is counted of a part, by the class of each row; `weights` are over a denominator."""
    found = held(block, part)
    if part.kernel != "measures":
        return counted(found, codes, classes, weights, denominator)
    if isinstance(found, Readings):
        return readings.summed(found, codes, classes, weights, denominator)
    return sums.summed(found, codes, classes, weights, denominator)


def codes_of(number: int, labels: Sequence[Any], classes: Sequence[Any]) -> NDArray[np.int64]:
    """Return the place of the class of every row, of which there are so many."""
    places = {label: at for at, label in enumerate(classes)}
    try:
        codes = np.fromiter(map(places.__getitem__, labels), dtype=np.int64, count=len(labels))
    except KeyError:
        other = next(label for label in labels if label not in places)
        known_are = f"the classes are {listing(map(str, classes))}"
        raise InputError(f"{quoted(other)} is no class; {known_are}") from None
    if number != len(codes):
        raise InputError(f"{number} rows, but {len(codes)} labels")
    return codes
