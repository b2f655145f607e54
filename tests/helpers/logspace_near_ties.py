"""Rows whose two best classes floating point cannot tell apart, by the way their odds come about."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction as F
from typing import Any

import mpmath
import numpy as np
from scipy import sparse

from exactnb.core.arithmetic.power_product import PowerProduct
from exactnb.scale.logspace.bernoulli import BernoulliKernel
from exactnb.scale.logspace.decisions import Decisions
from exactnb.scale.logspace.model import LogModel
from exactnb.scale.logspace.multinomial import MultinomialKernel
from exactnb.scale.logspace.tables import Tables, count_rows, integer_weights

HUGE = 2**60
EVEN = (F(1, 2), F(1, 2))


@dataclass(frozen=True)
class NearTie:
    """A model, one row, the classes that win it, and the odds of class 0 against class 1."""

    model: LogModel
    row: sparse.csr_matrix
    winners: tuple[int, ...]
    odds: F | None = None  # None where they are too long to be written down

    def decisions(self) -> Decisions:
        return self.model.decide(self.row)

    def exact_odds(self) -> F | None:
        """Return the odds from the exact form of the scores."""
        decided = [self._score(label) for label in (0, 1)]
        return (decided[0] / decided[1]).rational()

    def turned(self) -> NearTie:
        """Return the same with the classes in the opposite order."""
        kernels = tuple(map(_turned, self.model.kernels))
        last = len(self.model.priors) - 1
        winners = tuple(sorted(last - label for label in self.winners))
        return NearTie(LogModel(self.model.priors[::-1], kernels), self.row, winners)

    def _score(self, label: int) -> PowerProduct:
        powers = self.model.score(self.row, label).powers
        return PowerProduct(tuple(sorted((n, F(e)) for n, e in powers.items() if n > 1 and e)))


def shares(
    *classes: Sequence[int], pseudocounts: Sequence[F] = (F(0),), groups: Sequence[range] | None = None
) -> MultinomialKernel:
    """Return a block of words or values from the counts of every class."""
    tables = Tables(np.ones(len(classes), dtype=np.int64), cells_of(classes))
    return MultinomialKernel(tables, tuple(pseudocounts), tuple(groups or (range(len(classes[0])),)))


def presence(sizes: Sequence[int], *classes: Sequence[int], amount: F = F(0)) -> BernoulliKernel:
    """Return a block of zeros and ones from the counts of ones of every class."""
    return BernoulliKernel(Tables(cells_of([sizes])[:, 0], cells_of(classes)), amount)


def cells_of(classes: Sequence[Sequence[int]]) -> np.ndarray[Any, Any]:
    """Return counts V × K, in 64 bits if they fit."""
    fits = max(map(max, classes)) < 2**62
    return np.array(classes, dtype=np.int64 if fits else object).T.copy()


def model(*kernels: MultinomialKernel | BernoulliKernel, priors: Sequence[F] = EVEN) -> LogModel:
    """Return a model of some blocks, one beside the other."""
    return LogModel(tuple(priors), kernels)


def row(*numbers: int) -> sparse.csr_matrix:
    """Return one row."""
    return sparse.csr_matrix(np.array([numbers], dtype=np.int64))


def filled(one: Sequence[int], other: Sequence[int]) -> tuple[list[int], list[int]]:
    """Return counts with one more word that makes both totals the same."""
    total = max(sum(one), sum(other)) + 1
    return [*one, total - sum(one)], [*other, total - sum(other)]


def few_words() -> NearTie:
    """Eleven words in two documents: 3⁴·11²·13·17·23²·37·53² against 2¹¹·7·19·29·59²·61·71."""
    one = (9, 9, 11, 11, 13, 17, 23, 23, 37, 53, 53)
    other = (4, 8, 8, 8, 7, 19, 29, 59, 59, 61, 71)
    odds = F(119089041053697, 119089041053696)
    return NearTie(model(shares(*filled(one, other))), row(*[1] * 11, 0), (0,), odds)


def one_word() -> NearTie:
    """One word, seen once more in one class than the 2^60 times in the other."""
    kernel = shares((HUGE + 1, HUGE - 1), (HUGE, HUGE))
    return NearTie(model(kernel), row(1, 0), (0,), F(HUGE + 1, HUGE))


def given_prior() -> NearTie:
    """Nothing is seen, and the priors differ in their 61st binary digit."""
    priors = (F(HUGE, 2 * HUGE + 1), F(HUGE + 1, 2 * HUGE + 1))
    return NearTie(model(shares((1, 2), (2, 1)), priors=priors), row(0, 0), (1,), F(HUGE, HUGE + 1))


def powers_of_two_and_three(step: int) -> NearTie:
    """2^p against 3^q, p/q being a convergent of log 3/log 2 after some partial quotients."""
    with mpmath.workprec(400):
        ratio = rest = mpmath.log(3) / mpmath.log(2)
        before, found = (1, 0), (int(rest), 1)
        for _ in range(step):
            rest = 1 / (rest - mpmath.floor(rest))
            own = int(mpmath.floor(rest))
            before, found = found, (own * found[0] + before[0], own * found[1] + before[1])
        winner = 0 if found[0] > ratio * found[1] else 1
    return NearTie(model(shares((2, 1, 3), (1, 3, 2))), row(*found, 0), (winner,))


def presence_of_one() -> NearTie:
    """A feature in half of 2^60 rows, and in one row more."""
    kernel = presence((HUGE, HUGE), (HUGE // 2, 3), (HUGE // 2 + 1, 3))
    return NearTie(model(kernel), row(1, 1), (1,), F(HUGE // 2, HUGE // 2 + 1))


def smoothed_presence() -> NearTie:
    """λ = 10⁻¹⁰: never and always against always and once, in 10^16 rows, and neither is seen."""
    amount = F(1, 10**10)
    many = 10**16
    kernel = presence((many, many), (0, many), (many, 1), amount=amount)
    odds = (many + amount) / (many - 1 + amount)
    return NearTie(model(kernel), row(0, 0), (0,), odds)


def telescoping() -> NearTie:
    """1/2·2/3·…·49/50 is 1/50, which the prior makes up for but for its 61st digit."""
    one, other = filled(range(1, 50), range(2, 51))
    total = 50 * HUGE + HUGE + 1
    priors = (F(50 * HUGE, total), F(HUGE + 1, total))
    kernel = shares(one, other)
    return NearTie(model(kernel, priors=priors), row(*[1] * 49, 0), (1,), F(HUGE, HUGE + 1))


def tiny_smoothing(digits: int) -> NearTie:
    """(1 + λ)/(1 + 2λ) against (2 + λ)/(2 + 2λ), with λ = 10^-digits."""
    amount = F(1, 10**digits)
    odds = (1 + amount) / (1 + 2 * amount) * (2 + 2 * amount) / (2 + amount)
    return NearTie(model(shares((1, 0), (2, 0), pseudocounts=(amount,))), row(1, 0), (1,), odds)


def decimal_weights() -> NearTie:
    """Rows that weigh 0.1 and 0.2 against one that weighs 0.3, the doubles taken as they are."""
    weights, over = integer_weights([0.1, 0.2, 0.3])
    tables = count_rows(
        sparse.csr_matrix(np.ones((3, 1), np.int64)), np.array([0, 0, 1]), 2, weights, over
    )
    sizes = [F(int(size), over) for size in tables.sizes]
    priors = [size / sum(sizes) for size in sizes]
    odds = (F(0.1) + F(0.2)) / F(0.3)
    kernel = MultinomialKernel(tables, (F(0),), (range(1),))
    return NearTie(model(kernel, priors=priors), row(1), (0,), odds)


def decimal_smoothing() -> NearTie:
    """λ of one word is the double 0.1, of the other 1/10."""
    doubled, tenth = F(0.1), F(1, 10)
    odds = doubled * (1 + tenth) / (tenth * (1 + doubled))
    kernel = shares((0, 1), (1, 0), pseudocounts=(doubled, tenth))
    return NearTie(model(kernel), row(1, 1), (0,), odds)


def mixed_blocks() -> NearTie:
    """Words 3 : 2, presence 2 : 3, and a value that differs in the 60th digit."""
    words = shares((3, 2), (2, 3))
    there = presence((5, 5), (2,), (3,))
    value = shares((HUGE, HUGE), (HUGE + 1, HUGE - 1))
    return NearTie(model(words, there, value), row(1, 0, 1, 1, 0), (1,), F(HUGE, HUGE + 1))


def fifty_classes() -> NearTie:
    """Fifty classes, each with one more occurrence than the one before."""
    kernel = shares(*((HUGE + k, HUGE - k) for k in range(50)))
    found = model(kernel, priors=[F(1, 50)] * 50)
    return NearTie(found, row(1, 0), (49,), F(HUGE, HUGE + 1))


def beyond_doubles() -> NearTie:
    """A word 2^53 + 1 times and another 2^53 times, which are the same as doubles: the odds are 2."""
    return NearTie(model(shares((2, 1), (1, 2))), row(2**53 + 1, 2**53), (0,))


def long_row() -> NearTie:
    """Five thousand words that are alike, and one that is not in the twelfth digit."""
    many = 10**12
    kernel = shares((*[7] * 5_000, many + 1, many - 1), (*[7] * 5_000, many, many))
    return NearTie(model(kernel), row(*[1] * 5_001, 0), (0,), F(many + 1, many))


def columns_of_values() -> NearTie:
    """Twenty columns of values, (k + 1)/(k + 2) against k/(k + 2), and a prior that almost ends it."""
    one, other = ([n for k in range(1, 21) for n in (k + more, 2 - more)] for more in (1, 0))
    groups = [range(at, at + 2) for at in range(0, 40, 2)]
    total = HUGE + 1 + 21 * HUGE
    kernel = shares(one, other, groups=groups)
    found = model(kernel, priors=(F(HUGE + 1, total), F(21 * HUGE, total)))
    return NearTie(found, row(*[1, 0] * 20), (0,), F(HUGE + 1, HUGE))


def same_words() -> NearTie:
    """Two classes with the same counts."""
    return NearTie(model(shares((1, 2, 3), (1, 2, 3))), row(1, 2, 3), (0, 1), F(1))


def permuted_words() -> NearTie:
    """The counts of one class are those of the other in another order."""
    one = (1, 10, 100, 1_000, 7, 77, 777, 7_777, 3, 33)
    return NearTie(model(shares(one, one[::-1])), row(*[3] * 10), (0, 1), F(1))


def other_factors() -> NearTie:
    """12·12·6·6 is 8·18·4·9: a tie over other factors."""
    kernel = shares(*filled((12, 12, 6, 6), (8, 18, 4, 9)))
    return NearTie(model(kernel), row(1, 1, 1, 1, 0), (0, 1), F(1))


def powers_of_six() -> NearTie:
    """6^1000 is 2^1000·3^1000, and a third class has one digit less."""
    kernel = shares((6, 1, 5), (2, 3, 7), (2, 3, 7))
    priors = (F(HUGE, 3 * HUGE - 1), F(HUGE, 3 * HUGE - 1), F(HUGE - 1, 3 * HUGE - 1))
    return NearTie(model(kernel, priors=priors), row(1_000, 1_000, 0), (0, 1), F(1))


def permuted_presence() -> NearTie:
    """BernoulliKernel with the features of one class in another order, smoothed with 3/7."""
    one = (1, 2, 3, 4, 5, 6, 7, 8)
    kernel = presence((9, 9), one, one[::-1], amount=F(3, 7))
    return NearTie(model(kernel), row(1, 0, 1, 0, 0, 1, 0, 1), (0, 1), F(1))


FAMILIES: dict[str, Callable[[], NearTie]] = {
    "few words": few_words,
    "one word": one_word,
    "given prior": given_prior,
    "2^p below 3^q": lambda: powers_of_two_and_three(24),
    "2^p above 3^q": lambda: powers_of_two_and_three(25),
    "presence": presence_of_one,
    "smoothed presence": smoothed_presence,
    "telescoping": telescoping,
    "tiny smoothing": lambda: tiny_smoothing(300),
    "smoothing below all doubles": lambda: tiny_smoothing(400),
    "decimal weights": decimal_weights,
    "decimal smoothing": decimal_smoothing,
    "mixed blocks": mixed_blocks,
    "fifty classes": fifty_classes,
    "beyond doubles": beyond_doubles,
    "long row": long_row,
    "columns of values": columns_of_values,
    "same words": same_words,
    "permuted words": permuted_words,
    "other factors": other_factors,
    "powers of six": powers_of_six,
    "permuted presence": permuted_presence,
}


def _turned(kernel: MultinomialKernel | BernoulliKernel) -> MultinomialKernel | BernoulliKernel:
    tables = kernel.tables
    return replace(
        kernel, tables=replace(tables, sizes=tables.sizes[::-1], cells=tables.cells[:, ::-1])
    )
