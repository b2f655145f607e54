"""Densities and mass functions as textbooks state them, at given parameters.

Sources: G. Casella and R. Berger, Statistical Inference (2nd ed.), chapter 3; T. Minka, "Estimating a
Dirichlet distribution" (2000), section 3, for the Pólya urn.

How to read: `density` goes by the family of numbers, `text_probability` by that of words; there is a
function for each family. A little linear algebra comes last.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import partial
from itertools import pairwise
from math import comb, factorial, prod

from exactnb.core.arithmetic.values import UNDEFINED, Undefined
from exactnb.core.record import frozen
from exactnb.explain.derivation.second_reader.counting import ColumnGroup
from exactnb.explain.derivation.second_reader.estimates import JOINT, Estimates
from exactnb.explain.derivation.second_reader.reals import *

Numbers = Mapping[str, Fraction]

_DRAWS_TOGETHER = 100  # draws of a word whose factors are multiplied as integers


def density(
    estimates: Estimates, group: ColumnGroup, numbers: Numbers, label: str, exposure: Fraction
) -> Real:
    """Return P(numbers | class) of the columns in `group`, at the parameters in `estimates`.

    `numbers` are the observed ones by column, `label` the class, and `exposure` the factor of a rate.
    Raises NotRead for a family without a rule here.
    """
    if group.stated is not None:
        from exactnb.explain.derivation.second_reader import typed

        ((column, x),) = numbers.items()
        parameters = {
            letter: estimates.parameter(group, letter, (column,), label)
            for letter, _ in group.stated.parameters
        }
        return typed.density(group.stated, group.numbers, x, parameters)
    if group.family in JOINT:
        return _normal_vector(estimates, group, numbers, label)
    if group.family not in _DENSITIES:
        raise NotRead(f"no naive reading of {group.family}")
    state = _DENSITIES[group.family]
    columns = (_ClassColumn(estimates, group, column, label, exposure) for column in numbers)
    return times(*map(state, columns, numbers.values()))


@frozen(slots=True)
class _ClassColumn:
    """A column of numbers in one class."""

    estimates: Estimates
    group: ColumnGroup
    name: str
    label: str
    exposure: Fraction

    def parameter(self, head: str) -> Real:
        return self.estimates.parameter(self.group, head, (self.name,), self.label)


def _gaussian(column: _ClassColumn, x: Fraction) -> Real:
    mean, variance = column.parameter("mean"), column.parameter("variance")
    exponent = negate(divide(power(subtract(x, mean), 2), times(Fraction(2), variance)))
    return divide(exp(exponent), power(times(Fraction(2), pi(), variance), Fraction(1, 2)))


def _normal_vector(estimates: Estimates, group: ColumnGroup, numbers: Numbers, label: str) -> Real:
    """Return the normal density of the observed columns; the others are integrated out."""
    mean, matrix = mean_and_covariance(estimates, group, tuple(numbers), label)
    if mean is None:
        return UNDEFINED
    deviation = [x - m for x, m in zip(numbers.values(), mean, strict=True)]
    solution, det = solve(matrix, deviation), determinant(matrix)
    if solution is None:
        if len(numbers) == 1:
            ((name, x),) = numbers.items()
            return _gaussian(_ClassColumn(estimates, group, name, label, Fraction(1)), x)
        return UNDEFINED
    determinant_factor = times(power(times(Fraction(2), pi()), len(numbers)), det)
    return divide(exp(-dot(deviation, solution) / 2), power(determinant_factor, Fraction(1, 2)))


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


def _exponential(column: _ClassColumn, x: Fraction) -> Real:
    if x < 0:
        return Fraction(0)
    rate = column.parameter("rate")
    return times(rate, exp(negate(times(rate, x))))


def _poisson(column: _ClassColumn, x: Fraction) -> Real:
    if x < 0:
        return Fraction(0)
    mean = times(column.parameter("rate"), column.exposure)
    return divide(times(power(mean, x), exp(negate(mean))), Fraction(factorial(int(x))))


def _geometric(column: _ClassColumn, x: Fraction, smallest: int = 1) -> Real:
    if x < smallest:
        return Fraction(0)
    success = column.parameter("success")
    return times(power(subtract(Fraction(1), success), x - smallest), success)


def _negative_binomial(column: _ClassColumn, x: Fraction) -> Real:
    if x < 0:
        return Fraction(0)
    success, r = column.parameter("success"), int(column.group.numbers["r"])
    failed = power(subtract(Fraction(1), success), x)
    return times(Fraction(comb(int(x) + r - 1, int(x))), power(success, r), failed)


def _piecewise(column: _ClassColumn, x: Fraction) -> Real:
    assert column.estimates.given is not None
    points = column.estimates.given.points[column.name, column.label]
    heights = [height for place, height in points if place == x]
    if heights:
        return heights[0]
    for (left, y), (right, w) in pairwise(points):
        if left < x < right:
            return y + (w - y) * (x - left) / (right - left)
    return Fraction(0)


_DENSITIES: Mapping[str, Callable[[_ClassColumn, Fraction], Real]] = {
    "gaussian": _gaussian, "spherical": _gaussian, "exponential": _exponential, "poisson": _poisson,
    "geometric": _geometric, "geometric0": partial(_geometric, smallest=0),
    "negative-binomial": _negative_binomial, "piecewise": _piecewise,
}  # fmt: skip


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
            repeated_words = ((word, n) for word, n in times_by_word.items() if n)
            factors += (power(estimates.word_share(word, label), n) for word, n in repeated_words)
        case "dirichlet-multinomial":
            factors.append(_polya_urn(estimates, times_by_word, label))
        case other:
            raise NotRead(f"no naive reading of {other}")
    return times(*factors)


def _polya_urn(estimates: Estimates, times_by_word: Mapping[str, int], label: str) -> Real:
    """Return the probability of the words drawn one by one, each put back with another like it."""
    assert estimates.model.word_family is not None
    vocabulary = estimates.model.word_family.columns
    weights = {
        word: add(Fraction(estimates.tally.word(word, label)), estimates.word_pseudo_count(word, label))
        for word in (*vocabulary, *times_by_word)
    }
    total = add(*(weights[word] for word in vocabulary))
    factors: list[Real] = []
    draws = 0
    for word, n in times_by_word.items():
        for index in range(0, n, _DRAWS_TOGETHER):
            size = min(_DRAWS_TOGETHER, n - index)
            word_product = _rising_product(weights[word], index, size)
            factors.append(divide(word_product, _rising_product(total, draws + index, size)))
        draws += n
    return times(*factors)


def _rising_product(start: Real, first: int, size: int) -> Real:
    """Return the rising product (start + first)(start + first + 1)... of `size` factors."""
    if not isinstance(start, Fraction):
        return times(*(add(start, Fraction(step)) for step in range(first, first + size)))
    numerator, denominator = start.as_integer_ratio()
    terms = (numerator + step * denominator for step in range(first, first + size))
    return Fraction(prod(terms), denominator**size)


def dot(left: Sequence[Fraction], right: Sequence[Fraction]) -> Fraction:
    """Return the sum of the products of the vectors `left` and `right`."""
    return sum((a * b for a, b in zip(left, right, strict=True)), Fraction(0))


def determinant(rows: Sequence[Sequence[Fraction]]) -> Fraction:
    """Return the determinant of the matrix `rows`."""
    return _eliminated(rows)[1]


def solve(rows: Sequence[Sequence[Fraction]], right: Sequence[Fraction]) -> list[Fraction] | None:
    """Return the x with `rows` · x = `right`; None if the matrix is singular."""
    system, product = _eliminated([[*row, b] for row, b in zip(rows, right, strict=True)])
    return [row[-1] for row in system] if product else None


def _eliminated(rows: Sequence[Sequence[Fraction]]) -> tuple[list[list[Fraction]], Fraction]:
    """Return `rows` with the unit matrix on their left, and the determinant of what stood there.

    If that is 0, the rows are left as they are when a column without a pivot is met.
    """
    matrix, product = [list(row) for row in rows], Fraction(1)
    for index in range(len(matrix)):
        pivot = next((i for i in range(index, len(matrix)) if matrix[i][index]), None)
        if pivot is None:
            return matrix, Fraction(0)
        if pivot != index:
            matrix[index], matrix[pivot], product = matrix[pivot], matrix[index], -product
        product *= matrix[index][index]
        matrix[index] = [x / matrix[index][index] for x in matrix[index]]
        for i, row in enumerate(matrix):
            if i != index and (factor := row[index]):
                matrix[i] = [x - factor * y for x, y in zip(row, matrix[index], strict=True)]
    return matrix, product
