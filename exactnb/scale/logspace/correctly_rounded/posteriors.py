"""Posteriors less than a unit in the last place away, or the nearest doubles.

They are made from double-doubles where the bounds of these suffice, else from enclosures.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import reduce

import numpy as np
from numpy.typing import NDArray

from exactnb.core.arithmetic.power_product import PowerProduct
from exactnb.errors import HERE, Undecidable
from exactnb.scale.logspace.correctly_rounded.double_double import (
    ERROR,
    ERROR_OF_EXP,
    Pair,
    exponential,
    minus,
    reciprocal,
    sum_along_last_axis,
    times,
)
from exactnb.scale.logspace.correctly_rounded.fixed_point import PreciseScores
from exactnb.scale.logspace.decisions import ExactScore, Score
from exactnb.scale.logspace.rows import Floats

_FAR = -2000.0  # e to this power is 0 as a double, and lost in a sum of 1 or more
_CLEAR = -800.0  # likewise, with a margin; the posterior of the best class is then 1 as a double
_LEAST = -1074  # the exponent of the least double
_FAITHFUL = 2.0**-55  # at most a quarter of a unit in the last place
_BITS = 192
_MOST_BITS = 2**14
_MULTIPLIED = 2**22  # bits of odds up to which they are multiplied out


def posteriors(
    precise: PreciseScores,
    exact: ExactScore,
    row_name: Callable[[int], str] = "row {}".format,
    *,
    nearest: bool = False,
) -> Floats:
    """Return P(k|x) for the rows and classes (n × K) of `precise`: doubles next to the true numbers.

    Each is less than a unit in the last place away; with `nearest` no double is nearer. Rows that
    bounds leave open are scored by `exact`. A class with a zero factor has 0, an undefined row NaN in
    all classes. Raises Undecidable, with the `row_name` of the row's index, where such a row has no
    double that is surely the nearest.
    """
    high, low = precise.values
    alive = np.ones(high.shape, dtype=bool) if precise.zeros is None else precise.zeros == 0
    undefined = ~alive.any(axis=1)
    if precise.undefined is not None:
        undefined |= precise.undefined.any(axis=1)
    high = np.where(alive, high, -np.inf)
    best = np.arange(len(high)), high.argmax(axis=1)
    with np.errstate(invalid="ignore", over="ignore"):  # scores that are NaN are decided exactly
        # e to the power of a score itself would often be 0, or beyond all doubles.
        differences = minus(
            (high, np.where(alive, low, 0.0)), (high[best][:, None], low[best][:, None])
        )
        computed = np.isfinite(differences[0]) | ~alive
        gaps, near = differences[0], computed & (differences[0] > _FAR)
        differences = np.where(near, differences[0], _FAR), np.where(near, differences[1], 0.0)
        difference_errors = 2 * precise.errors + ERROR * 2**11
        clear = ~alive | (gaps + 2 * difference_errors < _CLEAR)
        rounded = _round_to_nearest if nearest else _round_faithfully
        result, sure = rounded(*_scaled_shares(differences, alive, difference_errors))
    sure &= computed.all(axis=1, keepdims=True)
    # The best class alone is not far below itself: it has 1 as a double, all others 0.
    certain = clear.sum(axis=1) == high.shape[1] - 1
    result[certain], sure[certain] = ~clear[certain], True
    result[~alive], sure[~alive] = 0.0, True
    result[undefined], sure[undefined] = np.nan, True
    for row in np.flatnonzero(~sure.all(axis=1)).tolist():
        classes = np.flatnonzero(alive[row]).tolist()
        try:
            result[row, classes] = _shares_of_exact_scores([exact(row, label) for label in classes])
        except Undecidable as error:
            raise error.under(HERE.spot(row_name(row))) from None
    return result


def _scaled_shares(
    differences: Pair, alive: NDArray[np.bool_], difference_errors: Floats
) -> tuple[Pair, Floats, NDArray[np.int32]]:
    """Return e^x/Σe^x as m·2^n, with a bound on the relative error of m.

    `difference_errors` bound the error of each x.
    """
    (high, low), exponents = exponential(differences)
    scales = np.where(alive, exponents, 4 * _LEAST)
    total_high, total_low = sum_along_last_axis((np.ldexp(high, scales), np.ldexp(low, scales)))
    # The total is 0 where no score of the row is a number.
    inverse = reciprocal((np.where(total_high > 0, total_high, 1.0), total_low))
    quotient = times((high, low), (inverse[0][:, None], inverse[1][:, None]))
    relative = 2 * (difference_errors + ERROR_OF_EXP) + (differences[0].shape[1] + 8) * ERROR
    return quotient, relative * (1 + 2.0**-30), exponents


def _round_faithfully(
    pair: Pair, relative: Floats, exponents: NDArray[np.int32]
) -> tuple[Floats, NDArray[np.bool_]]:
    """Return m·2^n as doubles, and where these are less than a unit in the last place off.

    The bound is a quarter of a unit, below the normal doubles an eighth; rounding loses half, there
    three quarters.
    """
    return np.ldexp(pair[0], exponents), np.broadcast_to(relative < _FAITHFUL, pair[0].shape).copy()


def _round_to_nearest(
    pair: Pair, relative: Floats, exponents: NDArray[np.int32]
) -> tuple[Floats, NDArray[np.bool_]]:
    """Return m·2^n as doubles, and where all numbers within the bound of m round to the same double.

    Source of the test: A. Ziv, Fast evaluation of elementary mathematical functions with correctly
    rounded last bit (1991).
    """
    high, low = pair
    slack = high * (relative + ERROR)
    lower, upper = high + (low - slack), high + (low + slack)
    doubles, sure = np.ldexp(lower, exponents), lower == upper
    # There `ldexp` would round what was rounded before: these are rounded to steps of 2^-1074 at once.
    small = np.ldexp(high, exponents) < 2.0 ** (_LEAST + 53)  # doubles lie 2^-1074 apart
    units = exponents[small] - _LEAST
    steps = np.ldexp(high[small], units)
    integers = np.rint(steps)
    rest = (steps - integers) + np.ldexp(low[small], units)
    doubles[small] = np.ldexp(integers + (rest > 0.5) - (rest < -0.5), _LEAST)
    sure[small] = np.abs(np.abs(rest) - 0.5) > np.ldexp(slack[small], units) + 2.0**-50
    return doubles, sure


def _shares_of_exact_scores(scores: Sequence[Score]) -> list[float]:
    """Return the shares of scores in their sum, each the nearest double."""
    products = [score.product() for score in scores]
    ratios = [product / products[0] for product in products]
    bits = _BITS
    while bits <= _MOST_BITS:
        shares = _shares_by_enclosures(ratios, bits)
        if shares is not None:
            return shares
        # Over a coprime base all that can cancel does. Only where two enclosures did not suffice may a
        # share be a rational in the middle of two doubles: multiplying out is dear.
        if bits == _BITS:
            ratios = [ratio.over_coprime_base() for ratio in ratios]
        elif all(ratio.bit_bound() < _MULTIPLIED for ratio in ratios):
            exact = [ratio.rational() for ratio in ratios]
            rationals = [part for part in exact if part is not None]
            if len(rationals) == len(exact):
                return [float(part / sum(rationals)) for part in rationals]
        bits *= 2
    raise Undecidable("a posterior lies too near the middle of two doubles to be rounded")


def _shares_by_enclosures(ratios: Sequence[PowerProduct], bits: int) -> list[float] | None:
    """Return the shares by enclosures; None if these are too wide to round."""
    logs = [ratio.enclose_log(bits) for ratio in ratios]
    ends = [log.bounds() for log in logs]
    if any(end is None or end[1] - end[0] > 1 for end in ends):
        return None
    parts = [log.exp(bits) for log in logs]
    evidence = reduce(lambda first, second: first.plus(second, bits), parts)
    shares = [
        share for part in parts if (share := part.divided_by(evidence, bits).bounds()) is not None
    ]
    lower_ends = [float(lower) if lower > 0 else 0.0 for lower, _ in shares]
    agree = len(shares) == len(parts) and lower_ends == [float(upper) for _, upper in shares]
    return lower_ends if agree else None
