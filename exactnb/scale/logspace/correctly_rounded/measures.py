"""Scores of measurements to some 80 bits: products of rows [z², z] and a table [A; B], both cut."""

from __future__ import annotations

import numpy as np

from exactnb.scale.logspace.correctly_rounded.cutting import add_parts, cut, factor_bits, product_loss
from exactnb.scale.logspace.correctly_rounded.double_double import (
    ERROR,
    Pair,
    plus,
    two_product,
    two_sum,
)
from exactnb.scale.logspace.correctly_rounded.scores import PreciseScores
from exactnb.scale.logspace.logs import Floats
from exactnb.scale.logspace.scores import TINY

_PIECE = 1024  # rows per pass: they fit the processor's cache
_COARSE = 2.0**-62  # bounds above this would leave too many posteriors open
_RANGE = 400  # largest exponent of a column, up or down: squares of its numbers stay normal doubles


def scores(rows: Floats, centre: Floats, table: Pair, constants: Pair) -> PreciseScores | None:
    """Return C + Σ A·z² + B·z for `rows` x (n × d), z = x − `centre`.

    `table` has A over B (2d × K), `constants` C (K), all of them sums of two doubles. Returns None for
    columns that spread too far: there a sum term by term keeps more digits.
    """
    number, width = rows.shape[0], constants[0].size
    high, low, errors = np.empty((width, number)), np.empty((width, number)), np.empty(number)
    for start in range(0, number, _PIECE):
        piece = slice(start, start + _PIECE)
        result = _piece_scores(rows[piece], centre, table, constants)
        if result is None:
            return None
        (high[:, piece], low[:, piece]), errors[piece] = result
    return PreciseScores((high.T, low.T), errors[:, None])


def _piece_scores(
    rows: Floats, centre: Floats, table: Pair, constants: Pair
) -> tuple[Pair, float] | None:
    """Return the scores of a piece, K × n, and one bound for all of them; None if it is coarse."""
    centred = two_sum(rows.T, -centre[:, None])
    exponents = np.frexp(np.abs(centred[0]).max(axis=1))[1][:, None]
    if not np.isfinite(centred[0]).all() or (np.abs(exponents) > _RANGE).any():
        return None
    scaled = np.concatenate([2 * exponents, exponents])
    weights = np.ldexp(table[0], scaled), np.ldexp(table[1], scaled)
    terms, largest = len(scaled), float(np.abs(weights[0]).max(initial=0.0))
    bits, top = factor_bits(terms), max(int(np.frexp(largest)[1]), -_RANGE)
    error = product_loss(terms, bits) * 2.0**top + ERROR * float(np.abs(constants[0]).max()) + TINY
    if not error < _COARSE:
        return None
    first, second, third = cut((weights[0].T, weights[1].T), 2.0 ** (top - bits), bits)
    rest = second + third
    z = np.ldexp(centred[0], -exponents), np.ldexp(centred[1], -exponents)
    square, square_low = two_product(z[0], z[0])
    vector = np.concatenate([square, z[0]]), np.concatenate([square_low + 2 * z[0] * z[1], z[1]])
    head, middle, tail = cut(vector, 2.0**-bits, bits)
    small = third @ head + rest @ middle + (first + rest) @ tail
    total = add_parts((first @ head, second @ head, first @ middle), small)
    return plus(total, (constants[0][:, None], constants[1][:, None])), 2 * error
