"""Double-doubles, logarithms in fixed point and exponentials: nothing is off by more than is said."""

from __future__ import annotations

import random
from fractions import Fraction as F
from math import prod

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from mpmath import mp
from scipy import sparse
from thoroughness import all_of, law

from exactnb.scale.logspace.correctly_rounded.double_double import (
    ERROR,
    ERROR_OF_EXP,
    Pair,
    exponential,
    minus,
    plus,
    product_of_terms,
    reciprocal,
    sum_along_last_axis,
    sum_of_terms,
    times,
    two_product,
    two_sum,
)
from exactnb.scale.logspace.correctly_rounded.fixed_point import FixedPoint, cut_rows, limb_products

NUMBERS = st.floats(-1e100, 1e100).filter(lambda x: not x or abs(x) > 1e-100)
SHARES = st.floats(-1, 1)


def pair(high: float, part: float) -> Pair:
    """Return a number with a low part of at most half a unit of the high one."""
    return np.array([high]), np.array([part * np.spacing(abs(high)) / 2 if high else 0.0])


def exactly(found: Pair) -> F:
    return F(float(found[0][0])) + F(float(found[1][0]))


def is_near(found: Pair, true: F) -> bool:
    """Say whether a result is as near as is said, and its high part the double next to it."""
    return abs(exactly(found) - true) <= F(ERROR) * abs(true) and float(found[0][0]) == float(
        exactly(found)
    )


@given(NUMBERS, NUMBERS)
@law(30, 90)
def test_sums_and_products_of_doubles_are_exact(a: float, b: float) -> None:
    """The low part is just what the high part has lost."""
    assert exactly(two_sum(np.array([a]), np.array([b]))) == F(a) + F(b)
    assert exactly(two_product(np.array([a]), np.array([b]))) == F(a) * F(b)


@given(NUMBERS, SHARES, NUMBERS, SHARES)
@law(50, 150)
def test_operations_are_within_their_error(a: float, c: float, b: float, d: float) -> None:
    """Sums, differences, products and reciprocals are right to 2^-100 of what they are."""
    one, other = pair(a, c), pair(b, d)
    assert is_near(plus(one, other), exactly(one) + exactly(other))
    assert is_near(minus(one, other), exactly(one) - exactly(other))
    assert is_near(times(one, other), exactly(one) * exactly(other))
    if b:
        assert is_near(reciprocal(other), 1 / exactly(other))


@given(NUMBERS, SHARES, st.integers(-3, 3), SHARES)
@law(30, 90)
def test_sums_that_cancel_are_within_their_error(a: float, c: float, ulps: int, d: float) -> None:
    """Where high parts cancel, the low ones are all that is left, and nothing of them is lost."""
    one, other = pair(a, c), pair(-(a + ulps * np.spacing(abs(a))), d)
    assert is_near(plus(one, other), exactly(one) + exactly(other))


@given(st.lists(st.tuples(st.floats(1e-300, 1e300), SHARES), min_size=1, max_size=9))
@law(30, 90)
def test_products_of_terms_are_within_their_error(terms: list[tuple[float, float]]) -> None:
    """A product beyond the range of doubles is right to 2^-100 for each factor."""
    factors = [pair(*term) for term in terms]
    high, low = (np.concatenate(part)[:, None] for part in zip(*factors, strict=True))
    product, exponents = product_of_terms((high, low))
    true = prod(map(exactly, factors))
    error = exactly(product) * F(2) ** int(exponents[0]) - true
    assert abs(error) <= len(terms) * F(ERROR) * true


def test_sums_keep_every_part() -> None:
    """1 + 2^-60 + 2^-90, along the last axis one after the other, along the first in halves."""
    high = np.array([[1.0, 2.0**-60, 2.0**-90], [2.0, 3.0, 4.0]])
    for found in (
        sum_along_last_axis((high, np.zeros((2, 3)))),
        sum_of_terms((high.T, np.zeros((3, 2)))),
    ):
        assert F(found[0][0]) + F(found[1][0]) == 1 + F(1, 2**60) + F(1, 2**90)
        assert found[0][1] == 9


@all_of("capacity", [1, 14, 15, 28, 40, 55], apart=3)
@all_of("largest", [1, 9, 10**6, 2**90, 10**300])
def test_limbs_are_logarithms_and_leave_room_for_rows(capacity: int, largest: int) -> None:
    """The limbs make up ln n to a unit; no sum reaches 2^62, and scores are right to 2^-75."""
    fixed = FixedPoint.for_rows(capacity, largest)
    dice = random.Random(capacity)
    numbers = [1, largest, *(dice.randrange(1, largest + 1) for _ in range(20))]
    limbs = fixed.log_ratio_table(numbers, numbers)
    assert np.abs(limbs).max().item() * 2**capacity < 2**62
    assert F(2) ** (capacity + 1 - fixed.fraction) <= F(1, 2**75)
    places = [fixed.width * (fixed.limbs - 1 - at) for at in range(fixed.limbs)]
    with mp.workprec(fixed.fraction + 60):
        for i, above in enumerate(numbers):
            for j, below in enumerate(numbers):
                whole = sum(int(limb[i, j]) << place for limb, place in zip(limbs, places, strict=True))
                true = (mp.log(above) - mp.log(below)) * mp.mpf(2) ** fixed.fraction
                assert abs(true - whole) <= 1.02
                assert above != below or whole == 0
    alike = fixed.log_quotients(numbers, numbers[::-1])
    assert (alike == limbs[:, range(22), range(21, -1, -1)]).all()


ROWS = {
    "counts": np.array([[0, 1, 3], [7, 0, 0]]),
    "whole doubles": np.array([[0.0, 1.0, 2.0**50], [7.0, 0.0, 0.0]]),
    "large": np.array([[2**40, 1, 2**52 + 1], [3, 2**61 - 1, 0]]),
    "beyond signed": np.array([[2**64 - 1, 1, 0], [2**63, 0, 5]], dtype=np.uint64),
    "fractions": np.array([[0.1, 0.0, 1.5], [1e-9, 2.0**40 + 0.5, 0.0]]),
    "large doubles": np.array([[1e80, 0.0, 1.0], [1e70, 0.0, 0.0]]),
    "none": np.zeros((2, 3), dtype=np.int64),
    "ones": np.array([[True, False, True], [False, True, False]]),
}


@all_of("name", ROWS)
def test_rows_are_cut_without_loss(name: str) -> None:
    """The digits make up every number, but for what is said to be lost, and capacities hold."""
    rows = ROWS[name]
    parts, lost = cut_rows(sparse.csr_matrix(rows))
    assert name in ("fractions", "large doubles") or not lost.any()
    sums = [[F(0)] * 3 for _ in range(2)]
    for part in parts:
        digits = part.rows.toarray()
        assert (digits.sum(axis=1, keepdims=True) <= part.sums).all()
        assert part.sums.max() < 2**part.bits_of_largest_sum
        for i, j in np.ndindex(2, 3):
            sums[i][j] += int(digits[i, j]) * F(2) ** int(part.exponents[i, 0])
    for i, j in np.ndindex(2, 3):
        left = F(rows[i, j].item()) - sums[i][j]
        assert 0 <= left <= F(float(lost[i, 0]))
    assert (lost[:, 0] <= rows.max(axis=1) * 2.0**-119).all()


def test_products_of_limbs_are_exact() -> None:
    """Random limbs of either sign, rows up to the capacity: the sum is that of whole numbers."""
    dice = np.random.default_rng(3)
    fixed = FixedPoint.for_rows(21, 10**6)
    limbs = [dice.integers(-(2**fixed.width), 2**fixed.width, (50, 3)) for _ in range(fixed.limbs)]
    rows = sparse.csr_matrix(dice.integers(0, 2**15, (20, 50)))
    ((part,), _) = cut_rows(rows)
    values, sizes = limb_products(part, limbs, fixed)
    for i, k in np.ndindex(20, 3):
        true = F(0)
        for at, limb in enumerate(limbs):
            whole = sum(int(x) * int(w) for x, w in zip(rows[i].toarray()[0], limb[:, k], strict=True))
            true += F(whole) * F(2) ** (fixed.width * (fixed.limbs - 1 - at) - fixed.fraction)
        found = F(values[0][i, k]) + F(values[1][i, k])
        assert abs(found - true) <= 4 * fixed.limbs * F(ERROR) * F(sizes[i, k])


def test_exponentials_are_within_their_error() -> None:
    """e^x of 4,000 numbers from −2^11 to 2^11, tiny ones and those next to multiples of ln 2/512."""
    dice = np.random.default_rng(4)
    usual, near = dice.uniform(-2048, 2048, 1_500), dice.uniform(-1, 1, 1_000)
    tiny = dice.choice([-1, 1], 500) * 10.0 ** -dice.uniform(0, 30, 500)
    steps = np.rint(dice.uniform(-5e5, 5e5, 1_000)) * (np.log(2) / 512)
    high = np.concatenate([usual, near, tiny, steps, [0.0, 2048.0, -2048.0]])
    low = np.spacing(np.abs(high)) * dice.uniform(-0.5, 0.5, high.size)
    (first, second), exponents = exponential((high, low))
    assert 0.99 < first.min() < first.max() < 2.01
    worst = mp.mpf(0)
    with mp.workprec(300):
        for a, b, c, d, n in zip(high, low, first, second, exponents.tolist(), strict=True):
            true = mp.exp(mp.mpf(a) + mp.mpf(b)) / mp.mpf(2) ** n
            worst = max(worst, abs((mp.mpf(c) + mp.mpf(d)) / true - 1))
    assert ERROR_OF_EXP / 64 < worst < ERROR_OF_EXP
