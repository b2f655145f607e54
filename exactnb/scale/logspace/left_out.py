"""Leave-one-out: the score of every row in its own class, once the row itself is forgotten."""

from __future__ import annotations

from collections import Counter

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from exactnb.core.record import frozen
from exactnb.errors import InputError
from exactnb.scale.logspace.bernoulli import BernoulliKernel
from exactnb.scale.logspace.logs import Floats, log_of_product, log_quotients
from exactnb.scale.logspace.multinomial import MultinomialKernel
from exactnb.scale.logspace.scores import TINY, Scores, growth

_MORE = 8
_LARGEST = 2**52  # whole numbers that are added up as doubles, exactly
Codes = NDArray[np.int64]


@frozen
class OwnScores:
    """The scores of rows in their own class: values, bounds, zero factors, and what is 0/0."""

    values: Floats
    errors: Floats
    zeros: NDArray[np.int64]
    undefined: NDArray[np.bool_]


def replaced(scores: Scores, codes: Codes, own: OwnScores) -> Scores:
    """Return the scores of rows with those of their own classes, `codes`, put in their places."""
    every = np.arange(len(codes))
    shape = scores.values.shape
    values = scores.values.copy()
    errors = np.broadcast_to(scores.errors, shape).copy()
    zeros = np.zeros(shape, dtype=np.int64) if scores.zeros is None else scores.zeros.copy()
    undefined = np.zeros(shape, dtype=bool) if scores.undefined is None else scores.undefined.copy()
    values[every, codes], errors[every, codes] = own.values, own.errors
    zeros[every, codes], undefined[every, codes] = own.zeros, own.undefined
    return Scores(values, errors, zeros, undefined)


def fits(kernel: object) -> bool:
    """Say whether a block is counted, in numbers that 64 bits surely hold."""
    if isinstance(kernel, MultinomialKernel):
        tops = [max(kernel.denominators(group)) for group in kernel.groups]
        return kernel.tables.cells.dtype != object and max(tops, default=0) < _LARGEST
    if isinstance(kernel, BernoulliKernel):
        top = kernel.total(max(map(int, kernel.tables.sizes), default=0))
        return kernel.tables.cells.dtype != object and top < _LARGEST
    return False


def without(
    kernel: MultinomialKernel | BernoulliKernel, rows: sparse.csr_matrix, codes: Codes
) -> OwnScores:
    """Return the scores of rows, sparse and of whole numbers, in classes that have forgotten them."""
    if isinstance(kernel, MultinomialKernel):
        return _of_shares(kernel, rows, codes)
    return _of_presence(kernel, rows, codes)


def _of_shares(kernel: MultinomialKernel, rows: sparse.csr_matrix, codes: Codes) -> OwnScores:
    lengths = np.diff(rows.indptr)
    number = rows.shape[0]
    at = np.repeat(np.arange(number), lengths)
    groups = np.searchsorted([group.start for group in kernel.groups], rows.indices, side="right") - 1
    times, added = kernel.scale
    unit = kernel.tables.denominator
    if int(rows.data.max(initial=0)) * unit >= _LARGEST:  # more than any count, and than 64 bits hold
        raise InputError("more is to be forgotten than was counted")
    counts = kernel.tables.cells[rows.indices, codes[at]] - rows.data * unit
    if (counts < 0).any():
        raise InputError("more is to be forgotten than was counted")
    more = np.array(added)[rows.indices] if len(added) > 1 else added[0]
    above = counts * times + more
    below = np.array([kernel.denominators(group) for group in kernel.groups])
    places = at * len(kernel.groups) + groups
    seen = np.bincount(places, weights=rows.data, minlength=number * len(kernel.groups))
    rest = below[groups, codes[at]] - seen.astype(np.int64)[places] * times * unit
    logs = log_quotients(np.maximum(above, 1), np.maximum(rest, 1))
    logs[(above == 0) | (rest == 0)] = 0.0
    values = np.bincount(at, weights=rows.data * logs, minlength=number).astype(np.float64)
    errors = growth(lengths + _MORE) * np.abs(values) + TINY
    zeros = np.bincount(at, weights=above == 0, minlength=number).astype(np.int64)
    undefined = np.bincount(at, weights=rest == 0, minlength=number) > 0
    return OwnScores(values, errors, zeros, undefined)


def _of_presence(kernel: BernoulliKernel, rows: sparse.csr_matrix, codes: Codes) -> OwnScores:
    lengths = np.diff(rows.indptr)
    number, width = rows.shape
    at = np.repeat(np.arange(number), lengths)
    cells, unit = kernel.tables.cells, kernel.tables.denominator
    sizes = [int(size) - unit for size in kernel.tables.sizes]
    present = cells[rows.indices, codes[at]] - unit
    absent = np.array(sizes)[codes[at]] - present - unit
    if (present < 0).any() or any(sizes[label] < 0 for label in set(codes.tolist())):
        raise InputError("more is to be forgotten than was counted")
    left = [max(size, 0) for size in sizes]
    above = [kernel.numerator(int(c), left[k]) for c, k in zip(present, codes[at], strict=True)]
    other = [
        kernel.numerator(int(c), left[k]) if c >= 0 else 1
        for c, k in zip(absent, codes[at], strict=True)
    ]
    logs = log_quotients([n or 1 for n in above], [n or 1 for n in other])
    bases, alone = [], []
    for label, size in enumerate(left):
        powers: Counter[int] = Counter()
        none = 0
        counts, often = np.unique(cells[:, label], return_counts=True)
        for count, times in zip(counts.tolist(), often.tolist(), strict=True):
            if count > size:  # every row shows it, so the one that is forgotten does too
                continue
            share = kernel.numerator(size - count, size)
            powers[share or 1] += times
            none += 0 if share else times
            powers[kernel.total(size) or 1] -= times
        for_all = int((cells[:, label] > size).sum())
        powers[kernel.total(size) or 1] -= for_all
        bases.append(log_of_product(powers))
        alone.append(none)
    base = np.array(bases)[codes]
    values = base + np.bincount(at, weights=logs, minlength=number).astype(np.float64)
    largest = np.zeros(number)
    np.maximum.at(largest, at, np.abs(logs))
    errors = growth(lengths + _MORE) * (np.abs(base) + lengths * largest) + TINY
    there = np.array([n == 0 for n in above], dtype=np.float64)
    gone = np.array([n == 0 for n in other], dtype=np.float64)
    zeros = np.array(alone)[codes] + np.bincount(at, weights=there - gone, minlength=number)
    empty = np.array([not kernel.total(size) for size in left])
    undefined = empty[codes] if width else np.zeros(number, dtype=bool)
    return OwnScores(values, errors, np.rint(zeros).astype(np.int64), undefined)
