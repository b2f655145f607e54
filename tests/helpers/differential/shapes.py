"""The oracle's log-odds as functions: weights, boundaries, regions, discriminants and matrices."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from fractions import Fraction

import mpmath

from differential.exact import (
    UNDEFINED,
    Irrational,
    Term,
    Untold,
    Worth,
    logarithm,
    ratio,
    real,
)
from differential.measures import determinant, inverse, quadratic
from differential.oracle import Oracle, Seen
from differential.spec import Ask

__all__ = ["SHAPES", "Array", "Untold", "lowest", "polynomial"]

Array = list


FIRST = {"exponential": 0, "poisson": 0, "geometric0": 0, "geometric": 1, "negative-binomial": 0}


def lowest(family: str) -> int | None:
    """Return the least number that a family draws, if there is one."""
    return FIRST.get(family)


def _numbers(oracle: Oracle) -> list[str]:
    return [c.name for c in oracle.spec.columns if not c.is_discrete and c.kind != "exposure"]


def _log_odds(oracle: Oracle, pair: tuple[str, ...], cells: dict[str, str]) -> mpmath.mpf:
    found = oracle.odds(pair, Seen(cells=cells))
    if isinstance(found, str) or found == 0:
        raise Untold
    number = real(found) if isinstance(found, Fraction) else found.number
    return mpmath.log(number)


def polynomial(oracle: Oracle, ask: Ask) -> tuple[list[mpmath.mpf], int | None]:
    """Return the log-odds as a polynomial of the one column that is free, and where that begins."""
    cells = dict(oracle.seen(ask.given).cells)
    (free,) = (c for c in _numbers(oracle) if c not in cells)
    low = lowest(oracle.model.families[free])
    start = low or 0
    y = [_log_odds(oracle, ask.pair, {**cells, free: str(start + n)}) for n in range(3)]
    a = (y[2] - 2 * y[1] + y[0]) / 2
    b = y[1] - y[0] - a
    c = y[0]
    return [_zero(p, y) for p in (c - b * start + a * start**2, b - 2 * a * start, a)], low


def _zero(value: mpmath.mpf, beside: list[mpmath.mpf]) -> mpmath.mpf:
    """Return 0 for what is 0 but for the last digits."""
    largest = max(abs(y) for y in beside)
    return mpmath.mpf(0) if abs(value) <= largest * mpmath.mpf(10) ** -60 else value


def _roots(
    oracle: Oracle, ask: Ask
) -> tuple[list[mpmath.mpf], Callable[[mpmath.mpf], mpmath.mpf], int | None]:
    (c, b, a), low = polynomial(oracle, ask)
    if not (a or b):
        raise Untold
    if not a:
        roots = [-c / b]
    else:
        inside = b * b - 4 * a * c
        if abs(inside) < (b * b + abs(4 * a * c)) * mpmath.mpf(10) ** -55:
            inside = mpmath.mpf(0)
        far = mpmath.sqrt(inside) if inside >= 0 else None
        roots = [] if far is None else sorted({(-b - far) / (2 * a), (-b + far) / (2 * a)})
    if low is not None:
        roots = [root for root in roots if root >= low]
    return roots, lambda x: a * x * x + b * x + c, low


def boundary(oracle: Oracle, ask: Ask) -> Array:
    """Return the points where two classes tie, in ascending order."""
    return _roots(oracle, ask)[0]


def region(oracle: Oracle, ask: Ask) -> Array:
    """Return the intervals in which the first class is likelier; None is an end that is not there."""
    roots, value, low = _roots(oracle, ask)
    ends = [None if low is None else mpmath.mpf(low), *roots, None]
    found = []
    for a, b in itertools.pairwise(ends):
        if a is None and b is None:
            middle = mpmath.mpf(0)
        elif a is None or b is None:
            middle = b - 1 if a is None else a + 1
        else:
            middle = (a + b) / 2
        if value(middle) > 0:
            found.append([a, b])
    return found


def _steps(oracle: Oracle, column: str) -> tuple[dict[str, str], dict[str, str]]:
    """Return cells that differ in one column by 1, the others of its family at 0."""
    family = oracle.model.families[column]
    together = oracle.data.joint() if column in oracle.data.joint() else [column]
    start = lowest(family) or 0
    low = {c: str(start) for c in together}
    return low, {**low, column: str(start + 1)}


def weight(oracle: Oracle, ask: Ask) -> Worth:
    """Return what one more in a column, or one word, adds to the log-odds."""
    item = ask.given[0]
    k, j = ask.pair
    if item[0] == "word":
        thetas = [oracle.data.theta(item[1], label) for label in (k, j)]
        if None in thetas:
            return UNDEFINED
        return logarithm(oracle.settled(ratio([Term(thetas[0])], [Term(thetas[1])])))
    if item[0] == "presence-of":
        low, high = Seen(presence={item[1]: "0"}), Seen(presence={item[1]: "1"})
    else:
        low, high = (Seen(cells=cells) for cells in _steps(oracle, item[1]))
    return _log_ratio(oracle, [(high, k), (low, j)], [(high, j), (low, k)])


def _log_ratio(oracle: Oracle, above: list[tuple[Seen, str]], below: list[tuple[Seen, str]]) -> Worth:
    terms = []
    for part in (above, below):
        found = Term()
        for seen, label in part:
            factor = oracle.likelihood(seen, label)
            if factor is None:
                return UNDEFINED
            found = found * factor
        terms.append(found)
    return logarithm(oracle.settled(ratio([terms[0]], [terms[1]])))


def bias(oracle: Oracle, ask: Ask) -> Worth:
    """Return the log-odds where every column is 0, continued to it where it is never 0."""
    k, j = ask.pair
    priors = [oracle.data.prior(label) for label in (k, j)]
    if None in priors:
        return UNDEFINED
    above, below = Term(priors[0]), Term(priors[1])
    parts: list[Seen] = []
    inverted: list[Seen] = []
    done: set[str] = set()
    for column in oracle.spec.columns:
        name, family = column.name, oracle.model.families[column.name]
        if name in done or name in oracle.data.bag():
            continue
        low, high = _steps(oracle, name)
        done |= set(low)
        parts.append(Seen(cells=low))
        if lowest(family) == 1:
            parts.append(Seen(cells=low))
            inverted.append(Seen(cells=high))
    if oracle.spec.is_text and oracle.model.families["text"] == "bernoulli":
        parts.append(Seen(text=()))
    for seen, upright in [*((s, True) for s in parts), *((s, False) for s in inverted)]:
        mine, other = oracle.likelihood(seen, k), oracle.likelihood(seen, j)
        if mine is None or other is None:
            return UNDEFINED
        above, below = above * (mine if upright else other), below * (other if upright else mine)
    return logarithm(oracle.settled(ratio([above], [below])))


def score(oracle: Oracle, ask: Ask) -> Worth:
    """Return the discriminant of a class: what all classes share is left out."""
    data, label = oracle.data, ask.of[0][1]
    cells = oracle.seen(ask.given).cells
    columns = [c for c in data.joint() if c in cells]
    matrix = [[data.covariance(a, b, label) for b in columns] for a in columns]
    prior = data.prior(label)
    if prior is None or any(not isinstance(entry, Fraction) for row in matrix for entry in row):
        raise Untold
    if not prior:
        return "-infinite"
    precision = inverse(matrix)
    means = [data.mean(c, label) for c in columns]
    x = [Fraction(cells[c]) for c in columns]
    square = prior**2
    if data.model.families[columns[0]] == "lda":
        rest = quadratic(precision, x, means) - quadratic(precision, means, means) / 2
    else:
        away = [a - m for a, m in zip(x, means, strict=True)]
        rest = -quadratic(precision, away, away) / 2
        square /= determinant(matrix)
    if square == 1:
        return rest
    return Irrational(real(rest) + mpmath.log(real(square)) / 2)


def matrix(oracle: Oracle, ask: Ask) -> Array:
    """Return a covariance matrix, or its inverse."""
    columns = oracle.data.joint()
    label = ask.of[0][1] if ask.of else oracle.classes[0]
    found = [[oracle.data.covariance(a, b, label) for b in columns] for a in columns]
    if any(not isinstance(entry, Fraction) for row in found for entry in row):
        raise Untold
    return inverse(found) if ask.form == "precision" else found


def means(oracle: Oracle, ask: Ask) -> Array:
    """Return the means of a class."""
    found = [oracle.data.mean(c, ask.of[0][1]) for c in oracle.data.joint()]
    if None in found:
        raise Untold
    return found


SHAPES = {
    "boundary": boundary, "region": region, "weight": weight, "bias": bias, "score": score,
    "precision": matrix,
}  # fmt: skip
