"""Densities and mass functions as textbooks state them, at given parameters.

Sources: G. Casella and R. Berger, Statistical Inference (2nd ed.), chapter 3; T. Minka, "Estimating a
Dirichlet distribution" (2000), section 3, for the Pólya urn.

How to read: `density` goes by the family of numbers, `text` by that of words; a function states each.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from math import comb, factorial, prod

from exactnb.core.arithmetic.values import UNDEFINED, Undefined
from exactnb.explain.derivation.second_reader.estimates import JOINT, Estimates, determinant, solve
from exactnb.explain.derivation.second_reader.problem import Follows
from exactnb.explain.derivation.second_reader.reals import (
    NotRead,
    Real,
    add,
    exp,
    negative,
    over,
    pi,
    power,
    times,
)

Numbers = Mapping[str, Fraction]

_TOGETHER = 100  # draws of a word whose factors are multiplied as integers


def density(of: Estimates, follows: Follows, shown: Numbers, label: str, exposure: Fraction) -> Real:
    """Return P(numbers | class) of columns that follow one family, each times the others if apart."""
    if follows.family in JOINT:
        return _normal_vector(of, follows, shown, label)
    if follows.family == "spherical":
        return _spherical(of, follows, shown, label)
    if follows.family not in _OF_ONE:
        raise NotRead(f"no naive reading of {follows.family}")
    state = _OF_ONE[follows.family]
    return times(*(state(of, follows, column, x, label, exposure) for column, x in shown.items()))


def _normal(x: Fraction, mean: Real, variance: Real) -> Real:
    away = power(add(x, negative(mean)), 2)
    exponent = negative(over(away, times(Fraction(2), variance)))
    return over(exp(exponent), power(times(Fraction(2), pi(), variance), Fraction(1, 2)))


def _gaussian(
    of: Estimates, follows: Follows, column: str, x: Fraction, label: str, exposure: Fraction
) -> Real:
    mean = of.parameter(follows, "mean", (column,), label)
    return _normal(x, mean, of.parameter(follows, "variance", (column,), label))


def _spherical(of: Estimates, follows: Follows, shown: Numbers, label: str) -> Real:
    variance = of.parameter(follows, "variance", follows.columns[:1], label)
    return times(
        *(_normal(x, of.parameter(follows, "mean", (c,), label), variance) for c, x in shown.items())
    )


def _normal_vector(of: Estimates, follows: Follows, shown: Numbers, label: str) -> Real:
    """Return the density of the columns that are shown; the others are integrated out."""
    mean, matrix = mean_and_covariance(of, follows, tuple(shown), label)
    if mean is None:
        return UNDEFINED
    away = [x - m for x, m in zip(shown.values(), mean, strict=True)]
    turned, det = solve(matrix, away), determinant(matrix)
    if turned is None:
        if len(shown) == 1:
            ((column, x),) = shown.items()
            return _gaussian(of, follows, column, x, label, Fraction(1))
        return UNDEFINED
    form = sum((a * b for a, b in zip(away, turned, strict=True)), Fraction(0))
    below = times(power(times(Fraction(2), pi()), len(shown)), det)
    return over(exp(-form / 2), power(below, Fraction(1, 2)))


def mean_and_covariance(
    of: Estimates, follows: Follows, columns: Sequence[str], label: str | None
) -> tuple[list[Fraction] | None, list[list[Fraction]]]:
    """Return the means and the covariances of some columns; None for means that are undefined."""
    means = [of.parameter(follows, "mean", (c,), label) for c in columns]
    rows = [[of.parameter(follows, "covariance", (a, b), label) for b in columns] for a in columns]
    known = [x for row in (means, *rows) for x in row]
    if any(isinstance(x, Undefined) for x in known):
        return None, []
    if not all(isinstance(x, Fraction) for x in known):
        raise NotRead("a covariance that is no fraction")
    return means, rows  # type: ignore[return-value]


def _exponential(
    of: Estimates, follows: Follows, column: str, x: Fraction, label: str, exposure: Fraction
) -> Real:
    if x < 0:
        return Fraction(0)
    rate = of.parameter(follows, "rate", (column,), label)
    return times(rate, exp(negative(times(rate, x))))


def _poisson(
    of: Estimates, follows: Follows, column: str, x: Fraction, label: str, exposure: Fraction
) -> Real:
    if x < 0:
        return Fraction(0)
    mean = times(of.parameter(follows, "rate", (column,), label), exposure)
    return over(times(power(mean, x), exp(negative(mean))), Fraction(factorial(int(x))))


def _waiting(least: int) -> Callable[..., Real]:
    """Return the mass function of a geometric distribution that begins at a number."""

    def geometric(
        of: Estimates, follows: Follows, column: str, x: Fraction, label: str, exposure: Fraction
    ) -> Real:
        if x < least:
            return Fraction(0)
        success = of.parameter(follows, "success", (column,), label)
        return times(power(add(Fraction(1), negative(success)), x - least), success)

    return geometric


def _negative_binomial(
    of: Estimates, follows: Follows, column: str, x: Fraction, label: str, exposure: Fraction
) -> Real:
    if x < 0:
        return Fraction(0)
    success, r = of.parameter(follows, "success", (column,), label), int(follows.numbers["r"])
    failed = power(add(Fraction(1), negative(success)), x)
    return times(Fraction(comb(int(x) + r - 1, int(x))), power(success, r), failed)


def _piecewise(
    of: Estimates, follows: Follows, column: str, x: Fraction, label: str, exposure: Fraction
) -> Real:
    assert of.given is not None
    points = of.given.points[column, label]
    at = [height for place, height in points if place == x]
    if at:
        return at[0]
    for (left, y), (right, w) in pairwise(points):
        if left < x < right:
            return y + (w - y) * (x - left) / (right - left)
    return Fraction(0)


_OF_ONE: Mapping[str, Callable[..., Real]] = {
    "gaussian": _gaussian,
    "exponential": _exponential,
    "poisson": _poisson,
    "geometric": _waiting(1),
    "geometric0": _waiting(0),
    "negative-binomial": _negative_binomial,
    "piecewise": _piecewise,
}


def text(of: Estimates, bags: Sequence[Mapping[str, int]], draws: Sequence[str], label: str) -> Real:
    """Return P(words | class): texts as bags, and single words, drawn after each other."""
    assert of.model.words is not None
    factors: list[Real] = []
    together: dict[str, int] = {}
    for bag in (*bags, *({word: 1} for word in draws)):
        for word, n in bag.items():
            together[word] = together.get(word, 0) + n
    if of.conventions.coefficient:
        for bag in bags:
            orders = Fraction(factorial(sum(bag.values())))
            for n in bag.values():
                orders /= factorial(n)
            factors.append(orders)
    match of.model.words.family:
        case "multinomial":
            factors += (power(of.of_word(word, label), n) for word, n in together.items() if n)
        case "dirichlet-multinomial":
            factors.append(_urn(of, together, label))
        case other:
            raise NotRead(f"no naive reading of {other}")
    return times(*factors)


def _urn(of: Estimates, words: Mapping[str, int], label: str) -> Real:
    """Draw the words one by one: each that was drawn is put back with another like it."""
    assert of.model.words is not None
    tally = of.tally
    weight = {w: of.weight_of_word(w, label) for w in (*of.model.words.columns, *words)}
    known = of.model.words.columns
    full = add(*(Fraction(tally.word(w, label)) for w in known), *(weight[w] for w in known))
    factors: list[Real] = []
    drawn = 0
    for word, n in words.items():
        own = add(Fraction(tally.word(word, label)), weight[word])
        for at in range(0, n, _TOGETHER):
            size = min(_TOGETHER, n - at)
            factors.append(over(_rising(own, at, size), _rising(full, drawn + at, size)))
        drawn += n
    return times(*factors)


def _rising(start: Real, first: int, size: int) -> Real:
    """Return the product of some numbers, each one more than the last: the start plus first, and on."""
    if not isinstance(start, Fraction):
        return times(*(add(start, Fraction(step)) for step in range(first, first + size)))
    above, below = start.as_integer_ratio()
    return Fraction(prod(above + step * below for step in range(first, first + size)), below**size)
