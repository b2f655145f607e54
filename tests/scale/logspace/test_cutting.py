"""Products of cut matrices: within their bounds of sums to 600 bits, or refused."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from mpmath import mp
from scipy import sparse
from thoroughness import all_of, one_in

from exactnb.scale.logspace.bernoulli import BernoulliKernel
from exactnb.scale.logspace.correctly_rounded import cutting
from exactnb.scale.logspace.correctly_rounded.cutting import (
    cut,
    factor_bits,
    log_ratio_pairs,
    suits_cutting,
)
from exactnb.scale.logspace.gaussian import GaussianKernel
from exactnb.scale.logspace.limbs import sum_by_class
from exactnb.scale.logspace.multinomial import MultinomialKernel
from exactnb.scale.logspace.rows import one_hot
from exactnb.scale.logspace.tables import Tables, count_rows
from exactnb.scale.logspace.widening import exact_rows

F = Fraction
ONE = F(1)
BITS = 600


def log(number: int) -> mp.mpf:
    return mp.log(mp.mpf(number))


def kernel(cells: np.ndarray, pseudocount: Fraction = ONE) -> MultinomialKernel:
    sizes = np.ones(cells.shape[1], dtype=np.int64)
    return MultinomialKernel(Tables(sizes, cells), (pseudocount,), (range(len(cells)),))


def true_score(shares: MultinomialKernel, row: np.ndarray, label: int) -> mp.mpf:
    """Return Σ x·ln(N/D) from its definition."""
    (below,) = [shares.denominators(group)[label] for group in shares.groups]
    times, added = shares.common_pseudocounts
    total = mp.mpf(0)
    for x, count in zip(row.tolist(), shares.tables.cells[:, label], strict=True):
        total += mp.mpf(x) * (log(times * int(count) + added[0]) - log(below)) if x else 0
    return total


CELLS = {
    "usual": lambda chance: chance.integers(0, 50, (40, 3)),
    "counts of 10^15, one apart": lambda chance: 10**15 + chance.integers(0, 2, (40, 3)),
    "one feature has all": lambda chance: np.array([[10**15, 1, 0]] + [[0, 0, 0]] * 39),
    "very large": lambda chance: chance.integers(1, 99, (40, 3)).astype(object) ** 9,
}  # fmt: skip
ROWS = {
    "fractions": lambda chance: chance.random((6, 40)) * (chance.random((6, 40)) < 0.5),
    "halves": lambda chance: chance.integers(0, 9, (6, 40)) / 2,
    "far apart": lambda chance: np.exp(chance.normal(0, 8, (6, 40))),
    "tiny": lambda chance: chance.random((6, 40)) * 1e-300,
    "subnormal": lambda chance: chance.integers(0, 3, (6, 40)) * 5e-324,
    "whole": lambda chance: chance.integers(0, 99, (6, 40)).astype(np.float64),
}


@all_of("of", CELLS, apart=12)
@all_of("what", ROWS)
@all_of("form", [np.asarray, sparse.csr_matrix])
def test_fine_scores_of_rows_are_within_their_bounds(of: str, what: str, form) -> None:
    """Sparse and dense rows of fractions have the scores that 600 bits give, to their bounds."""
    chance = np.random.default_rng(11)
    shares, rows = kernel(CELLS[of](chance), F(1, 3)), ROWS[what](chance)
    rows[0] = 0
    with mp.workprec(BITS):
        true = [[true_score(shares, row, label) for label in range(3)] for row in rows]
        fine = shares.precise_scores(form(rows))
        for at, label in np.ndindex(len(rows), 3):
            high, low = (mp.mpf(float(part[at, label])) for part in fine.values)
            assert abs(true[at][label] - (high + low)) <= float(fine.errors[at, 0])


def test_fine_scores_of_usual_fractions_have_seventy_bits() -> None:
    """For rows like TF-IDF the bound is below 2^-68: one posterior in some thousands is left open."""
    chance = np.random.default_rng(12)
    rows = sparse.random(50, 40, 0.3, format="csr", random_state=1)
    assert suits_cutting(rows)
    assert kernel(CELLS["usual"](chance)).precise_scores(rows).errors.max() < 2.0**-68


def test_dense_and_sparse_rows_are_scored_alike() -> None:
    """Dense rows have the scores and bounds of sparse ones within what both claim."""
    chance = np.random.default_rng(13)
    cells = chance.integers(0, 20, (30, 4))
    for model, rows in (
        (kernel(cells), chance.integers(0, 5, (20, 30))),
        (BernoulliKernel(Tables(np.full(4, 20), cells), F(1)), chance.integers(0, 2, (20, 30))),
    ):
        dense, thin = model.scores(rows), model.scores(sparse.csr_matrix(rows))
        errors = dense.errors + thin.errors
        assert (np.abs(dense.values - thin.values) <= errors).all()


@pytest.mark.parametrize("pseudocount", [F(0), F(1, 2)])
def test_places_of_ones_are_scored_as_sparse_rows(pseudocount: Fraction) -> None:
    """Categories looked up where they stand have the scores, zeros and 0/0 of a sparse matrix."""
    chance = np.random.default_rng(17)
    values = chance.integers(-1, 3, (40, 4))
    places = one_hot(values, [3, 4, 3, 3])
    labels = chance.integers(0, 3, 40)
    tables = count_rows(places, labels % 2, 3)
    assert (tables.cells == count_rows(places.sparse(), labels % 2, 3).cells).all()
    groups = (range(3), range(3, 7), range(7, 10), range(10, 13))
    model = MultinomialKernel(tables, (pseudocount,), groups)
    here, there = model.scores(places), model.scores(places.sparse())
    assert (np.abs(here.values - there.values) <= here.errors + there.errors).all()
    for one, other in ((here.zeros, there.zeros), (here.undefined, there.undefined)):
        assert (one is None) == (other is None) == bool(pseudocount)
        assert one is None or (one == other).all()
    assert (
        model.precise_scores(places[3:9]).values[0]
        == model.precise_scores(places.sparse()[3:9]).values[0]
    ).all()


def test_rows_are_not_sorted_and_stay_as_they_were_given() -> None:
    """Rows that hold every place once come through the door in their own order."""
    given = sparse.csr_matrix((np.array([1, 2]), np.array([5, 1]), np.array([0, 2])), (1, 6))
    assert exact_rows(given).indices.tolist() == [5, 1]


def test_cut_parts_are_the_number() -> None:
    """The first two parts are multiples of their units, and all three add up to what was cut."""
    chance = np.random.default_rng(14)
    high = chance.uniform(-1, 1, 200)
    low = high * 2.0**-54 * chance.uniform(-1, 1, 200)
    bits = factor_bits(60)
    first, second, rest = cut((high, low), 2.0**-bits, bits)
    for whole, a, b, c in zip(zip(high, low, strict=True), first, second, rest, strict=True):
        assert (F(a) * 2**bits).denominator == 1 == (F(b) * 2 ** (2 * bits)).denominator
        assert abs(sum(map(F, whole)) - F(a) - F(b) - F(c)) <= F(2) ** -(52 + 2 * bits)
        assert abs(F(c)) <= F(2) ** -(2 * bits)


@all_of("number", [1, 2, 3, 60, 64, 65, 5000])
def test_sums_of_products_of_first_parts_fit_doubles(number: int) -> None:
    """So many products of two factors of `bits_of` bits stay within 2^53."""
    assert number * 4 ** factor_bits(number) <= 2**53


def test_logs_of_ratios_as_pairs_are_within_their_claim() -> None:
    """ln(a/b) in two doubles is within 2^-98 of 1 + the bits of a and b, next to 1 too."""
    numbers = [1, 2, 3, 10**15, 10**15 + 1, 2**200 + 1, 2**200, 2**1500 - 1]
    high, low = log_ratio_pairs(numbers, numbers)
    with mp.workprec(BITS):
        for i, a in enumerate(numbers):
            for j, b in enumerate(numbers):
                off = abs(log(a) - log(b) - mp.mpf(high[i, j]) - mp.mpf(low[i, j]))
                assert off <= mp.mpf(2) ** -98 * (1 + max(a, b).bit_length())


def test_measures_that_spread_too_far_are_added_up_term_by_term() -> None:
    """Beside an outlier of 10^60 a matrix product would keep too few bits."""
    rows = np.random.default_rng(15).normal(0, 1, (30, 2))
    model = GaussianKernel.from_sums(sum_by_class(rows, np.arange(30) % 2, 2))
    far = np.concatenate([rows, [[1e60, 0.0]]])
    centre = np.array(model.centre, dtype=np.float64)
    assert cutting.measured_scores(rows, centre, *model._quadratics) is not None
    assert cutting.measured_scores(far, centre, *model._quadratics) is None
    assert np.isfinite(model.precise_scores(far).errors).all()


@one_in(6, "width", [1, 2, 40, 700])
def test_measures_of_every_width_are_within_their_bounds(width: int) -> None:
    """Sums of up to 1,400 terms are within their bounds of those to 600 bits."""
    chance = np.random.default_rng(16)
    rows = chance.normal(3, 2, (12, width))
    model = GaussianKernel.from_sums(sum_by_class(rows, np.arange(12) % 2, 2))
    fine = model.precise_scores(rows[:3])
    with mp.workprec(BITS):
        for at, row in enumerate(rows[:3].tolist()):
            for label in range(2):
                true = mp.mpf(0)
                for x, mean, variance in zip(
                    row, model.means[label], model.variances[label], strict=True
                ):
                    spread = mp.mpf(variance.numerator) / variance.denominator
                    form = (F(x) - mean) ** 2 / variance
                    true -= (
                        mp.mpf(form.numerator) / form.denominator / 2 + mp.log(2 * mp.pi * spread) / 2
                    )
                found = sum(mp.mpf(float(part[at, label])) for part in fine.values)
                assert abs(true - found) <= float(fine.errors[at, 0]) < 2.0**-60
