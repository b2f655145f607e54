"""Posteriors as the doubles next to them: by double-doubles where these tell, else by enclosures."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import reduce

import numpy as np
from numpy.typing import NDArray

from exactnb.core.arithmetic.power_product import PowerProduct
from exactnb.errors import HERE, Undecidable
from exactnb.scale.logspace.deciding import Exact, Score
from exactnb.scale.logspace.fine.double_double import ERROR, Pair, minus, reciprocal, times, total
from exactnb.scale.logspace.fine.exponential import ERROR_OF_EXP, exponential
from exactnb.scale.logspace.fine.scores import Fine
from exactnb.scale.logspace.logs import Floats

_FAR = -2000.0  # e to this power is 0 as a double, and nothing in a sum that is 1 or more
_CLEAR = -800.0  # likewise, with room; what is left to the best class is 1 as a double
_LEAST = -1074  # the exponent of the least double
_BITS = 192
_MOST_BITS = 2**14
_MULTIPLIED = 2**22  # bits that odds may have to be multiplied out


def posteriors(
    fine: Fine,
    exact: Exact,
    named: Callable[[int], str] = "row {}".format,
    closer: Callable[[NDArray[np.int64]], Fine] | None = None,
) -> Floats:
    """Return P(k|x) of rows and classes, correctly rounded; `exact` gives scores in exact form.

    What is left open is looked at with `closer` scores of some rows first, if there are such. A class
    with a zero factor has 0, a row that is undefined NaN in all classes. Raises Undecidable where no
    double is surely the nearest, with what the row is `named`.
    """
    high, low = fine.values
    alive = np.ones(high.shape, dtype=bool) if fine.zeros is None else fine.zeros == 0
    none = ~alive.any(axis=1)
    if fine.undefined is not None:
        none |= fine.undefined.any(axis=1)
    high = np.where(alive, high, -np.inf)
    top = np.arange(len(high)), high.argmax(axis=1)
    with np.errstate(invalid="ignore", over="ignore"):  # what is no number is looked at exactly
        away = minus((high, np.where(alive, low, 0.0)), (high[top][:, None], low[top][:, None]))
        known = np.isfinite(away[0]) | ~alive
        gaps, near = away[0], known & (away[0] > _FAR)
        away = np.where(near, away[0], _FAR), np.where(near, away[1], 0.0)
        moved = 2 * fine.errors + ERROR * 2**11
        clear = ~alive | (gaps + 2 * moved < _CLEAR)
        found, sure = _rounded(*_shares(away, alive, moved))
    sure &= known.all(axis=1, keepdims=True)
    alone = clear.sum(axis=1) == high.shape[1] - 1
    found[alone], sure[alone] = ~clear[alone], True
    found[~alive], sure[~alive] = 0.0, True
    found[none], sure[none] = np.nan, True
    left = np.flatnonzero(~sure.all(axis=1))
    if closer is not None and len(left):
        scores, rows = closer(left), left.tolist()
        found[left] = posteriors(
            scores, lambda row, label: exact(rows[row], label), lambda row: named(rows[row])
        )
        return found
    for row in left.tolist():
        classes = np.flatnonzero(alive[row]).tolist()
        try:
            found[row, classes] = _exactly([exact(row, label) for label in classes])
        except Undecidable as error:
            raise error.under(HERE.spot(named(row))) from None
    return found


def _shares(
    away: Pair, alive: NDArray[np.bool_], moved: Floats
) -> tuple[Pair, Floats, NDArray[np.int32]]:
    """Return e^x/Σe^x as m·2^n, with a bound on the relative error of m; `moved` is that of each x."""
    (high, low), exponents = exponential(away)
    scales = np.where(alive, exponents, 4 * _LEAST)
    whole, rest = total((np.ldexp(high, scales), np.ldexp(low, scales)))
    inverse = reciprocal((np.where(whole > 0, whole, 1.0), rest))  # 0 where nothing is known
    found = times((high, low), (inverse[0][:, None], inverse[1][:, None]))
    relative = 2 * (moved + ERROR_OF_EXP) + (away[0].shape[1] + 8) * ERROR
    return found, relative * (1 + 2.0**-30), exponents


def _rounded(
    pair: Pair, relative: Floats, exponents: NDArray[np.int32]
) -> tuple[Floats, NDArray[np.bool_]]:
    """Return m·2^n as doubles, and where all numbers that m may be have the same one next to them.

    Source of the test: A. Ziv, Fast evaluation of elementary mathematical functions with correctly
    rounded last bit (1991).
    """
    high, low = pair
    slack = high * (relative + ERROR)
    below, above = high + (low - slack), high + (low + slack)
    found, sure = np.ldexp(below, exponents), below == above
    small = np.ldexp(high, exponents) < 2.0 ** (_LEAST + 53)  # doubles lie 2^-1074 apart
    units = exponents[small] - _LEAST
    steps = np.ldexp(high[small], units)
    whole = np.rint(steps)
    rest = (steps - whole) + np.ldexp(low[small], units)
    found[small] = np.ldexp(whole + (rest > 0.5) - (rest < -0.5), _LEAST)
    sure[small] = np.abs(np.abs(rest) - 0.5) > np.ldexp(slack[small], units) + 2.0**-50
    return found, sure


def _exactly(scores: Sequence[Score]) -> list[float]:
    """Return the shares of scores in their sum, each the double next to it."""
    products = [score.product() for score in scores]
    ratios = [product / products[0] for product in products]
    bits = _BITS
    while bits <= _MOST_BITS:
        found = _enclosed(ratios, bits)
        if found is not None:
            return found
        if bits == _BITS:  # much may cancel, if not between equal integers
            ratios = [ratio.over_coprime_base() for ratio in ratios]
        elif all(ratio.bits() < _MULTIPLIED for ratio in ratios):
            exact = [ratio.rational() for ratio in ratios]
            known = [part for part in exact if part is not None]
            if len(known) == len(exact):
                return [float(part / sum(known)) for part in known]
        bits *= 2
    raise Undecidable("a posterior lies too near the middle of two doubles to be rounded")


def _enclosed(ratios: Sequence[PowerProduct], bits: int) -> list[float] | None:
    """Return the shares by enclosures, None where these are too wide."""
    logs = [ratio.log(bits) for ratio in ratios]
    ends = [log.bounds() for log in logs]
    if any(end is None or end[1] - end[0] > 1 for end in ends):
        return None
    parts = [log.exp(bits) for log in logs]
    whole = reduce(lambda one, other: one.plus(other, bits), parts)
    shares = [share for part in parts if (share := part.over(whole, bits).bounds()) is not None]
    found = [float(lower) if lower > 0 else 0.0 for lower, _ in shares]
    held = len(shares) == len(parts) and found == [float(upper) for _, upper in shares]
    return found if held else None
