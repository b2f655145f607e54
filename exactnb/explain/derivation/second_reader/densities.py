"""Densities and mass functions as textbooks state them, at given parameters.

Sources: G. Casella and R. Berger, Statistical Inference (2nd ed.), chapter 3; T. Minka, "Estimating a
Dirichlet distribution" (2000), section 3, for the Pólya urn.

How to read: `density` goes by the family of numbers, `text_probability` by that of words; there is a
function for each family.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from math import comb, factorial, prod

from exactnb.core.arithmetic.values import UNDEFINED, Undefined
from exactnb.explain.derivation.second_reader.estimates import JOINT, Estimates, determinant, solve
from exactnb.explain.derivation.second_reader.problem import ColumnGroup
from exactnb.explain.derivation.second_reader.reals import (
    NotRead,
    Real,
    add,
    divide,
    exp,
    negative,
    pi,
    power,
    times,
)

Numbers = Mapping[str, Fraction]

_DRAWS_TOGETHER = 100  # draws of a word whose factors are multiplied as integers


def density(
    estimates: Estimates, group: ColumnGroup, numbers: Numbers, label: str, exposure: Fraction
) -> Real:
    """Return P(numbers | class) of the columns in `group`, at the parameters in `estimates`.

    `numbers` are the observed ones by column, `label` the class, and `exposure` the factor of a rate.
    Raises NotRead for a family without a rule here.
    """
    if group.typed is not None:
        from exactnb.explain.derivation.second_reader import typed

        ((column, x),) = numbers.items()
        parameter = estimates.parameter(group, group.typed.letter, (column,), label)
        return typed.density(group.typed, group.numbers, x, parameter)
    if group.family in JOINT:
        return _normal_vector(estimates, group, numbers, label)
    if group.family == "spherical":
        return _spherical(estimates, group, numbers, label)
    if group.family not in _DENSITIES:
        raise NotRead(f"no naive reading of {group.family}")
    state = _DENSITIES[group.family]
    return times(
        *(state(estimates, group, column, x, label, exposure) for column, x in numbers.items())
    )


def _normal(x: Fraction, mean: Real, variance: Real) -> Real:
    square = power(add(x, negative(mean)), 2)
    exponent = negative(divide(square, times(Fraction(2), variance)))
    return divide(exp(exponent), power(times(Fraction(2), pi(), variance), Fraction(1, 2)))


def _gaussian(
    estimates: Estimates, group: ColumnGroup, column: str, x: Fraction, label: str, exposure: Fraction
) -> Real:
    mean = estimates.parameter(group, "mean", (column,), label)
    return _normal(x, mean, estimates.parameter(group, "variance", (column,), label))


def _spherical(estimates: Estimates, group: ColumnGroup, numbers: Numbers, label: str) -> Real:
    variance = estimates.parameter(group, "variance", group.columns[:1], label)
    return times(
        *(
            _normal(x, estimates.parameter(group, "mean", (c,), label), variance)
            for c, x in numbers.items()
        )
    )


def _normal_vector(estimates: Estimates, group: ColumnGroup, numbers: Numbers, label: str) -> Real:
    """Return the normal density of the observed columns; the others are integrated out."""
    mean, matrix = mean_and_covariance(estimates, group, tuple(numbers), label)
    if mean is None:
        return UNDEFINED
    deviation = [x - m for x, m in zip(numbers.values(), mean, strict=True)]
    solution, det = solve(matrix, deviation), determinant(matrix)
    if solution is None:
        if len(numbers) == 1:
            ((column, x),) = numbers.items()
            return _gaussian(estimates, group, column, x, label, Fraction(1))
        return UNDEFINED
    form = sum((a * b for a, b in zip(deviation, solution, strict=True)), Fraction(0))
    determinant_factor = times(power(times(Fraction(2), pi()), len(numbers)), det)
    return divide(exp(-form / 2), power(determinant_factor, Fraction(1, 2)))


def mean_and_covariance(
    estimates: Estimates, group: ColumnGroup, columns: Sequence[str], label: str | None
) -> tuple[list[Fraction] | None, list[list[Fraction]]]:
    """Return the means and covariances of `columns` of a `group` in the class `label`.

    `estimates` has the parameters. The means are None if one parameter is undefined; raises NotRead for
    a covariance that is no fraction.
    """
    means = [estimates.parameter(group, "mean", (c,), label) for c in columns]
    rows = [[estimates.parameter(group, "covariance", (a, b), label) for b in columns] for a in columns]
    entries = [x for row in (means, *rows) for x in row]
    if any(isinstance(x, Undefined) for x in entries):
        return None, []
    if not all(isinstance(x, Fraction) for x in entries):
        raise NotRead("a covariance that is no fraction")
    return means, rows  # type: ignore[return-value]


def _exponential(
    estimates: Estimates, group: ColumnGroup, column: str, x: Fraction, label: str, exposure: Fraction
) -> Real:
    if x < 0:
        return Fraction(0)
    rate = estimates.parameter(group, "rate", (column,), label)
    return times(rate, exp(negative(times(rate, x))))


def _poisson(
    estimates: Estimates, group: ColumnGroup, column: str, x: Fraction, label: str, exposure: Fraction
) -> Real:
    if x < 0:
        return Fraction(0)
    mean = times(estimates.parameter(group, "rate", (column,), label), exposure)
    return divide(times(power(mean, x), exp(negative(mean))), Fraction(factorial(int(x))))


def _geometric_from(smallest: int) -> Callable[..., Real]:
    """Return the mass function of a geometric distribution with this smallest value."""

    def geometric(
        estimates: Estimates,
        group: ColumnGroup,
        column: str,
        x: Fraction,
        label: str,
        exposure: Fraction,
    ) -> Real:
        if x < smallest:
            return Fraction(0)
        success = estimates.parameter(group, "success", (column,), label)
        return times(power(add(Fraction(1), negative(success)), x - smallest), success)

    return geometric


def _negative_binomial(
    estimates: Estimates, group: ColumnGroup, column: str, x: Fraction, label: str, exposure: Fraction
) -> Real:
    if x < 0:
        return Fraction(0)
    success, r = estimates.parameter(group, "success", (column,), label), int(group.numbers["r"])
    failed = power(add(Fraction(1), negative(success)), x)
    return times(Fraction(comb(int(x) + r - 1, int(x))), power(success, r), failed)


def _piecewise(
    estimates: Estimates, group: ColumnGroup, column: str, x: Fraction, label: str, exposure: Fraction
) -> Real:
    assert estimates.given is not None
    points = estimates.given.points[column, label]
    at = [height for place, height in points if place == x]
    if at:
        return at[0]
    for (left, y), (right, w) in pairwise(points):
        if left < x < right:
            return y + (w - y) * (x - left) / (right - left)
    return Fraction(0)


_DENSITIES: Mapping[str, Callable[..., Real]] = {
    "gaussian": _gaussian,
    "exponential": _exponential,
    "poisson": _poisson,
    "geometric": _geometric_from(1),
    "geometric0": _geometric_from(0),
    "negative-binomial": _negative_binomial,
    "piecewise": _piecewise,
}


def text_probability(
    estimates: Estimates, bags: Sequence[Mapping[str, int]], draws: Sequence[str], label: str
) -> Real:
    """Return P(words | class) of texts as `bags`, and of single words, `draws`, in the class `label`.

    `estimates` has the parameters and the family of words; raises NotRead for a family without a rule
    here.
    """
    assert estimates.model.word_family is not None
    factors: list[Real] = []
    times_by_word: dict[str, int] = {}
    for bag in (*bags, *({word: 1} for word in draws)):
        for word, n in bag.items():
            times_by_word[word] = times_by_word.get(word, 0) + n
    if estimates.conventions.coefficient:
        for bag in bags:
            orders = Fraction(factorial(sum(bag.values())))
            for n in bag.values():
                orders /= factorial(n)
            factors.append(orders)
    match estimates.model.word_family.family:
        case "multinomial":
            factors += (
                power(estimates.word_share(word, label), n) for word, n in times_by_word.items() if n
            )
        case "dirichlet-multinomial":
            factors.append(_urn(estimates, times_by_word, label))
        case other:
            raise NotRead(f"no naive reading of {other}")
    return times(*factors)


def _urn(estimates: Estimates, times_by_word: Mapping[str, int], label: str) -> Real:
    """Return the probability of the words drawn one by one, each put back with another like it."""
    assert estimates.model.word_family is not None
    tally = estimates.tally
    weight = {
        w: estimates.word_weight(w, label)
        for w in (*estimates.model.word_family.columns, *times_by_word)
    }
    vocabulary = estimates.model.word_family.columns
    total_weight = add(
        *(Fraction(tally.word(w, label)) for w in vocabulary), *(weight[w] for w in vocabulary)
    )
    factors: list[Real] = []
    draws = 0
    for word, n in times_by_word.items():
        word_weight = add(Fraction(tally.word(word, label)), weight[word])
        for at in range(0, n, _DRAWS_TOGETHER):
            size = min(_DRAWS_TOGETHER, n - at)
            factors.append(
                divide(
                    _rising_product(word_weight, at, size),
                    _rising_product(total_weight, draws + at, size),
                )
            )
        draws += n
    return times(*factors)


def _rising_product(start: Real, first: int, size: int) -> Real:
    """Return the rising product (start + first)(start + first + 1)... of `size` factors."""
    if not isinstance(start, Fraction):
        return times(*(add(start, Fraction(step)) for step in range(first, first + size)))
    numerator, denominator = start.as_integer_ratio()
    return Fraction(
        prod(numerator + step * denominator for step in range(first, first + size)), denominator**size
    )
