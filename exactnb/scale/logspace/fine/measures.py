"""Scores of measurements to some 80 bits: products of rows [z², z] and a table [A; B], both cut."""

from __future__ import annotations

import numpy as np

from exactnb.scale.logspace.fine.cutting import added, bits_of, cut, lost
from exactnb.scale.logspace.fine.double_double import ERROR, Pair, plus, two_product, two_sum
from exactnb.scale.logspace.fine.scores import Fine
from exactnb.scale.logspace.logs import Floats
from exactnb.scale.logspace.scores import TINY

_PIECE = 1024  # rows that are worked on at once
_COARSE = 2.0**-62  # a bound that would leave too many posteriors open
_RANGE = 400  # bits that a column may be away from 1: squares of all but nothing are normal doubles


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
    bits, top = bits_of(terms), max(int(np.frexp(largest)[1]), -_RANGE)
    error = lost(terms, bits) * 2.0**top + ERROR * float(np.abs(constants[0]).max()) + TINY
    if not error < _COARSE:
        return None
    first, second, third = cut((weights[0].T, weights[1].T), 2.0 ** (top - bits), bits)
    rest = second + third
    z = np.ldexp(away[0], -exponents), np.ldexp(away[1], -exponents)
    square, below = two_product(z[0], z[0])
    vector = np.concatenate([square, z[0]]), np.concatenate([below + 2 * z[0] * z[1], z[1]])
    head, middle, tail = cut(vector, 2.0**-bits, bits)
    small = third @ head + rest @ middle + (first + rest) @ tail
    found = added((first @ head, second @ head, first @ middle), small)
    return plus(found, (constants[0][:, None], constants[1][:, None])), 2 * error
