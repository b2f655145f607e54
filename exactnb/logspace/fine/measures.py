"""Scores of measurements to some 80 bits by matrix products of doubles, most of which are exact.

Rows [z², z] and the table [A; B] are cut into a part of few bits, another one, and what is left. The
products of the first parts fit doubles, and those with what is left are so small that their rounding
does not matter (after K. Ozaki, T. Ogita, S. Oishi, S. Rump, Error-free transformations of matrix
multiplication, 2012).
"""

from __future__ import annotations

import numpy as np

from exactnb.logspace.fine.double_double import Pair, two_product, two_sum
from exactnb.logspace.fine.scores import Fine
from exactnb.logspace.logs import Floats
from exactnb.logspace.scores import TINY

_PIECE = 1024  # rows that are worked on at once
_RANGE = 400  # bits that a column may be away from 1: squares of all but nothing are normal doubles
_COARSE = 2.0**-66  # a bound that would leave too many posteriors open


def scores(rows: Floats, centre: Floats, table: Pair, constants: Pair) -> Fine | None:
    """Return C + Σ A·z² + B·z of rows z = x − centre (n × d) and a table A over B (2d × K).

    None stands for columns that spread too far: there a sum term by term keeps more digits.
    """
    number, width = rows.shape[0], constants[0].size
    high, low, errors = np.empty((width, number)), np.empty((width, number)), np.empty(number)
    for at in range(0, number, _PIECE):
        piece = slice(at, at + _PIECE)
        found = _of_piece(rows[piece], centre, table, constants)
        if found is None:
            return None
        (high[:, piece], low[:, piece]), errors[piece] = found
    return Fine((high.T, low.T), errors[:, None])


def _of_piece(rows: Floats, centre: Floats, table: Pair, constants: Pair) -> tuple[Pair, float] | None:
    """Return the scores, K × n, and one bound for all of them."""
    away = two_sum(rows.T, -centre[:, None])
    exponents = np.frexp(np.abs(away[0]).max(axis=1))[1][:, None]
    if not np.isfinite(away[0]).all() or (np.abs(exponents) > _RANGE).any():
        return None
    scaled = np.concatenate([2 * exponents, exponents])
    weights = np.ldexp(table[0], scaled), np.ldexp(table[1], scaled)
    terms, largest = len(scaled), float(np.abs(weights[0]).max(initial=0.0))
    bits = (53 - max(terms - 1, 1).bit_length()) // 2
    top = max(int(np.frexp(largest)[1]), -_RANGE)
    sizes = terms * 2.0**top + float(np.abs(constants[0]).max())
    error = (terms + 16) * 2.0 ** -(2 * bits + 51) * sizes + TINY
    if not error < _COARSE:
        return None
    first, second, third = _cut((weights[0].T, weights[1].T), 2.0 ** (top - bits), bits)
    rest = second + third
    z = np.ldexp(away[0], -exponents), np.ldexp(away[1], -exponents)
    square, lost = two_product(z[0], z[0])
    vector = np.concatenate([square, z[0]]), np.concatenate([lost + 2 * z[0] * z[1], z[1]])
    head, middle, tail = _cut(vector, 2.0**-bits, bits)
    small = third @ head + rest @ middle + (first + rest) @ tail
    found = _sum((first @ head, second @ head, first @ middle), small, constants)
    return found, error


def _cut(pair: Pair, unit: float, bits: int) -> tuple[Floats, Floats, Floats]:
    """Return a sum of two doubles cut at the unit, at one 2^bits as small, and what is left."""
    border = 1.5 * 2**52 * unit
    first = (pair[0] + border) - border
    rest = pair[0] - first
    border *= 2.0**-bits
    second = (rest + border) - border
    return first, second, (rest - second) + pair[1]


def _sum(exact: tuple[Floats, Floats, Floats], small: Floats, constants: Pair) -> Pair:
    """Return the sum of products, of what is small beside them, and of constants (K)."""
    more, lost = two_sum(exact[1], exact[2])
    high, low = two_sum(exact[0], more)
    high, last = two_sum(high, constants[0][:, None])
    return two_sum(high, low + (lost + small) + (last + constants[1][:, None]))
