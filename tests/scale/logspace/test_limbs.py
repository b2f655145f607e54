"""Numbers in limbs: sums by class and counts that are those of fractions, whatever their sizes."""

from __future__ import annotations

import tracemalloc
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import sparse
from thoroughness import all_of, one_in

from exactnb.errors import InputError
from exactnb.scale.logspace import limbs, tables
from exactnb.scale.logspace.limbs import (
    as_scaled_integers,
    digits_and_exponent,
    largest_sizes,
    plain_and_weighted_sums,
)
from exactnb.scale.logspace.tables import count_rows, integer_weights

F = Fraction
SCALES = (1.0, 1e-300, 1e300, 5e-324, 1e150, 1e-150)
WEIGHTS = {
    "small": lambda chance, n: chance.integers(0, 5, n),
    "doubles": lambda chance, n: integer_weights(chance.random(n))[0],
    "none": lambda chance, n: np.zeros(n, dtype=np.int64),
    "long": lambda chance, n: chance.integers(0, 2**40, n).astype(object) ** 7,
    "far apart": lambda chance, n: 2 ** chance.integers(0, 600, n).astype(object),
}  # fmt: skip


def sums(numbers: list[Fraction], weights: list[Fraction]) -> tuple[Fraction, Fraction, Fraction]:
    """Return Σw, Σwx and Σwx²."""
    pairs = list(zip(weights, numbers, strict=True))
    return (
        sum(weights, F(0)),
        sum((w * x for w, x in pairs), F(0)),
        sum((w * x * x for w, x in pairs), F(0)),
    )


@one_in(32, ("scale", "kind"), product(SCALES, WEIGHTS), exhaustive=3)
def test_sums_of_doubles_of_every_size_and_weight_are_those_of_fractions(
    scale: float, kind: str
) -> None:
    """Σw, Σwx and Σwx² are exact: of near and far sizes, with holes, of one row and of thousands."""
    chance = np.random.default_rng(SCALES.index(scale))
    for number, mix in ((1, False), (40, True), (2100, False)):
        rows = chance.normal(0, 1, (number, 2)) * scale
        rows[:, 1] = np.where(chance.random(number) < 0.3, 0.0, rows[:, 1])
        if mix:
            rows[::3] = chance.normal(0, 1, (len(rows[::3]), 2)) + 1e9
        rows[~np.isfinite(rows)] = np.finfo(float).max
        labels = chance.integers(0, 2, number)
        weights = WEIGHTS[kind](chance, number)
        found = plain_and_weighted_sums(rows, labels, 2, weights, 3)
        for label, column in product(range(2), range(2)):
            own = labels == label
            numbers = [F(x) for x in rows[own, column].tolist()]
            shares = [F(int(w), 3) for w in weights[own]]
            for of, exact in zip(found, ([F(1)] * len(numbers), shares), strict=True):
                got = of.sizes[label], of.totals[label][column], of.squares[label][column]
                assert got == sums(numbers, exact)


def test_a_column_in_limbs_and_one_that_is_not_stand_side_by_side() -> None:
    """What 11 limbs of 20 bits do not hold is added up one by one, beside columns that they hold."""
    rows = np.array([[1.5, 1.0], [2.5, 1e-200], [-1.0, 1e200]])
    plain, _ = plain_and_weighted_sums(rows, np.zeros(3, dtype=np.int64), 1)
    assert plain.totals[0] == (F(3), F(1) + F(1e-200) + F(1e200))
    assert plain.squares[0] == (F(19, 2), F(1) + F(1e-200) ** 2 + F(1e200) ** 2)


@all_of("number, width", [(0, 3), (1, 1), (127, 2), (128, 2), (300, 1), (9_000, 3), (70, 0)])
def test_the_largest_size_of_a_column_may_stand_in_any_row(number: int, width: int) -> None:
    """It is that of one row after the other, and what is no number is met wherever it stands."""
    rows = np.random.default_rng(number).normal(size=(number, width))
    for order in "CF":
        found = largest_sizes(np.asarray(rows, order=order))
        assert found.tolist() == [max(map(abs, column), default=0.0) for column in rows.T.tolist()]
    for at in {0, number // 2, number - 1} if rows.size else ():
        broken = rows.copy()
        broken[at, width - 1] = np.nan
        assert np.isnan(largest_sizes(broken)).tolist() == [False] * (width - 1) + [True]


def test_thousands_of_full_limbs_and_digits_are_added_up_exactly() -> None:
    """Sums of 5000 rows are exact where all limbs are nearly full, and so are the digits of weights."""
    chance = np.random.default_rng(8)
    rows = 1 - chance.random((5000, 1)) / 2**8
    weights = 2**62 - chance.integers(1, 2**45, 5000)
    found = plain_and_weighted_sums(rows, np.zeros(5000, dtype=np.int64), 1, weights)
    numbers = [F(x) for x in rows[:, 0].tolist()]
    for of, exact in zip(found, ([F(1)] * 5000, [F(int(w)) for w in weights]), strict=True):
        assert (of.sizes[0], of.totals[0][0], of.squares[0][0]) == sums(numbers, exact)


NUMBERS = st.lists(st.floats(min_value=0, allow_infinity=False), max_size=6)


@given(NUMBERS, st.integers(1, 60))
def test_digits_are_the_numbers(numbers: list[float], bits: int) -> None:
    """Σ d·2^(e + bits·i) is each number, and every digit is below 2^bits."""
    parts, exponent = digits_and_exponent(np.array(numbers), bits)
    for at, number in enumerate(numbers):
        own = [int(part[at]) for part in parts]
        assert all(0 <= digit < 2**bits for digit in own)
        assert (
            sum((digit * F(2) ** (exponent + bits * i) for i, digit in enumerate(own)), F(0)) == number
        )


@given(st.lists(st.floats(allow_nan=False, allow_infinity=False), max_size=6))
def test_whole_numbers_times_a_power_of_two_are_the_numbers(numbers: list[float]) -> None:
    """Doubles are Python's integers times one power of two, exactly."""
    whole, exponent = as_scaled_integers(np.array(numbers))
    assert [n * F(2) ** exponent for n in whole.tolist()] == [F(x) for x in numbers]


@all_of("kind", WEIGHTS, apart=3)
@all_of("scale", [1.0, 1e-300, 1e300])
@all_of("form", [sparse.csr_matrix, np.asarray])
def test_counts_of_fractions_with_weights_are_those_of_fractions(form, scale: float, kind: str) -> None:
    """Counts of doubles are exact over one denominator, of sparse and dense rows, weighted or not."""
    chance = np.random.default_rng(5)
    rows = chance.random((30, 4)) * scale * (chance.random((30, 4)) < 0.6)
    rows[0, 0] = 1.0
    labels, weights = chance.integers(0, 3, 30), WEIGHTS[kind](chance, 30)
    for of_rows, below in ((None, 1), (weights, 7)):
        found = count_rows(form(rows), labels, 3, of_rows, below)
        exact = [F(1)] * 30 if of_rows is None else [F(int(w), below) for w in of_rows]
        for label in range(3):
            own = np.flatnonzero(labels == label).tolist()
            assert F(int(found.sizes[label]), found.denominator) == sum((exact[i] for i in own), F(0))
            for column in range(4):
                total = sum((exact[i] * F(float(rows[i, column])) for i in own), F(0))
                assert F(int(found.cells[column, label]), found.denominator) == total


DENSE = {
    "integers": lambda chance, n: chance.integers(0, 9, (n, 50)),
    "whole doubles": lambda chance, n: chance.integers(0, 9, (n, 50)).astype(float),
    "large integers": lambda chance, n: chance.integers(0, 2**50, (n, 50)),
    "fractions": lambda chance, n: chance.random((n, 50)),
}  # fmt: skip


@one_in(8, ("kind", "weighted"), product(DENSE, [False, True]))
def test_dense_rows_are_counted_without_a_copy(
    kind: str, weighted: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Sixteen times the rows take at most twice the memory, but for the factors of the rows."""
    monkeypatch.setattr(tables, "_COPIED", 2**12)
    monkeypatch.setattr(tables, "_PIECE", 2**12)
    chance, peaks = np.random.default_rng(1), []
    for number in (500, 8_000):
        rows, labels = DENSE[kind](chance, number), chance.integers(0, 3, number)
        weights = chance.integers(1, 5, number) if weighted else None
        count_rows(rows[:1], labels[:1], 3)  # what is made once is there
        tracemalloc.start()
        count_rows(rows, labels, 3, weights)
        peaks.append(tracemalloc.get_traced_memory()[1] - 16 * number)  # of a row: its size, its weight
        tracemalloc.stop()
    assert peaks[1] < 2 * peaks[0]
    assert peaks[1] < 8_000 * 50 * 8 / 4  # bytes of the rows


@pytest.mark.parametrize("kind", DENSE)
@pytest.mark.parametrize("weighted", [False, True])
def test_counts_do_not_depend_on_the_pieces(
    kind: str, weighted: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Dense rows counted in pieces have the counts of sparse ones, the last piece whole or not."""
    chance = np.random.default_rng(2)
    rows, labels = DENSE[kind](chance, 70), chance.integers(0, 3, 70)
    rows = np.vstack([np.rint(rows * 4)[:40], rows[40:]]).astype(rows.dtype)  # first whole, then not
    weights = chance.integers(1, 5, 70) if weighted else None
    whole = count_rows(sparse.csr_matrix(rows), labels, 3, weights)
    for cells in (50, 16 * 50, 35 * 50, 2**16):
        monkeypatch.setattr(tables, "_COPIED", cells)
        monkeypatch.setattr(tables, "_PIECE", cells)
        counts = count_rows(rows, labels, 3, weights)
        assert (counts.cells.astype(object) * whole.denominator).tolist() == (
            whole.cells.astype(object) * counts.denominator
        ).tolist()
        assert [F(int(n), counts.denominator) for n in counts.sizes] == [
            F(int(n), whole.denominator) for n in whole.sizes
        ]


def test_negative_numbers_in_a_late_piece_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """A count below zero is refused wherever it stands in dense rows."""
    monkeypatch.setattr(tables, "_PIECE", 1)
    rows = np.ones((40, 2))
    rows[39, 1] = -1
    with pytest.raises(InputError, match="not negative; got -1"):
        count_rows(rows, np.zeros(40, dtype=np.int64), 1)


@pytest.mark.parametrize("weighted", [False, True])
def test_many_classes_take_the_passes_of_one(weighted: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """The rows are cut into limbs once, by pieces of rows and of columns, whatever their classes."""
    chance, passes = np.random.default_rng(3), []
    rows, weights = chance.normal(0, 1, (3000, 40)), chance.integers(0, 300, 3000)
    add = limbs._Moments.add

    def counting(cells: limbs._Moments, piece: np.ndarray, *more: Any) -> None:
        passes.append(piece.shape)
        add(cells, piece, *more)

    monkeypatch.setattr(limbs._Moments, "add", counting)
    for classes in (1, 100):
        labels = chance.integers(0, classes, 3000)
        plain_and_weighted_sums(rows, labels, classes, weights if weighted else None)
    assert passes == 2 * [(1024, 40), (1024, 40), (952, 40)]


@one_in(
    32,
    ("classes", "scale", "kind", "small"),
    product((1, 3, 30), (1.0, 1e-310, 1e300), WEIGHTS, (0, 1)),
    exhaustive=3,
)
def test_sums_of_many_classes_are_those_of_each(
    classes: int, scale: float, kind: str, small: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each class has the sums of its own rows, of few classes or many, in 64 bits or beyond."""
    if small:
        monkeypatch.setattr(limbs, "_ROWS", 20)
        monkeypatch.setattr(limbs, "_PIECE", 7)
    chance = np.random.default_rng(classes)
    rows = chance.normal(0, 1, (50, 3)) * scale
    rows[::4, 1] = 0.0
    rows[::9, 2] = 1e-200  # of many limbs
    labels = chance.choice(np.arange(classes)[: max(classes - 4, 1)], 50)  # some have no rows
    weights = WEIGHTS[kind](chance, 50)
    for of_all, alone in zip(
        plain_and_weighted_sums(rows, labels, classes, weights, 3),
        zip(
            *(
                plain_and_weighted_sums(rows[own], labels[own] * 0, 1, weights[own], 3)
                for own in (labels == label for label in range(classes))
            ),
            strict=True,
        ),
        strict=True,
    ):
        for label, one in enumerate(alone):
            assert of_all.sizes[label] == one.sizes[0]
            assert of_all.totals[label] == one.totals[0]
            assert of_all.squares[label] == one.squares[0]
    for label in np.unique(labels).tolist():
        own = labels == label
        exact = sums([F(x) for x in rows[own, 0].tolist()], [F(int(w), 3) for w in weights[own]])
        assert (of_all.sizes[label], of_all.totals[label][0], of_all.squares[label][0]) == exact


@pytest.mark.parametrize("kind", ["int64", "float64"])
def test_dense_counts_copy_a_few_rows_at_a_time(kind: str) -> None:
    """A fit takes a small part of the memory that its rows have."""
    rows = np.random.default_rng(6).poisson(0.5, (2_000, 500)).astype(kind)
    labels = np.arange(2_000) % 5
    count_rows(rows, labels, 5)  # what is loaded once is no part of it
    tracemalloc.start()
    count_rows(rows, labels, 5)
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert most < rows.nbytes / 16


@all_of("spread", [0, 60, 300, 700])
def test_products_of_digits_of_one_place_fit_together(spread: int) -> None:
    """Of digits that are all ones, and of a dozen digits each, the sums are those of Fractions."""
    near = np.nextafter(np.ldexp(1.0, [0, -spread // 2, -spread, 0]), 0)
    rows, weights = np.tile(near, (257, 1))[:, ::-1], np.resize(near, 257)
    numerators, denominator = integer_weights(weights)
    table = count_rows(
        sparse.csr_matrix(rows), np.zeros(257, dtype=np.int64), 1, numerators, denominator
    )
    total = sum(map(F, weights.tolist()))
    found = [F(int(n), table.denominator) for n in table.cells[:, 0]]
    assert found == [total * F(x) for x in rows[0].tolist()]
