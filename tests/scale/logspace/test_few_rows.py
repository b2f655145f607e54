"""A few rows of weights that are fractions cost the logarithms of their own columns."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
import pytest
from scipy import sparse
from thoroughness import one_in

from exactnb.scale.logspace import multinomial
from exactnb.scale.logspace.complement import ComplementKernel
from exactnb.scale.logspace.model import LogModel
from exactnb.scale.logspace.multinomial import MultinomialKernel
from exactnb.scale.logspace.tables import Tables, count_rows

WIDTH, CLASSES = 500, 3
KINDS = ("multinomial", "complement")
AMOUNTS = (Fraction(0), Fraction(1), Fraction(1, 3), Fraction(0.1), Fraction(10**20))


def weighted_tables(seed: int, classes: int = CLASSES) -> Tables:
    """Return counts of random fractions, with columns and a class in which all are 0."""
    chance = np.random.default_rng(seed)
    rows = chance.random((40, WIDTH)) * (chance.random((40, WIDTH)) < 0.3)
    rows[:, ::7] = 0
    labels = chance.integers(0, classes - (seed % 3 == 0), 40)
    return count_rows(sparse.csr_matrix(rows), labels, classes)


def few_rows(seed: int, number: int = 3) -> sparse.csr_matrix:
    """Return rows of a few fractions each; the first is empty."""
    chance = np.random.default_rng(seed)
    rows = chance.random((number, WIDTH)) * (chance.random((number, WIDTH)) < 0.02)
    rows[0] = 0 if number > 1 else rows[0]
    return sparse.csr_matrix(rows)


def kernel_of(kind: str, tables: Tables, amount: Fraction) -> Any:
    """Return a kernel that has no logarithms yet."""
    if kind == "complement":
        return ComplementKernel.from_tables(tables, (amount,))
    return MultinomialKernel(tables, (amount,), (range(WIDTH),))


@pytest.fixture
def logarithms(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Return how many numbers logarithms were taken of, call by call."""
    numbers: list[int] = []
    ratios = multinomial.log_ratio_table

    def counting(numerators: Any, denominators: Any) -> Any:
        numbers.append(len(numerators))
        return ratios(numerators, denominators)

    monkeypatch.setattr(multinomial, "log_ratio_table", counting)
    return numbers


@pytest.mark.parametrize("form", [sparse.csr_matrix, lambda rows: rows.toarray()])
@pytest.mark.parametrize("kind", KINDS)
def test_one_label_costs_the_logarithms_of_its_columns(
    form: Any, kind: str, logarithms: list[int]
) -> None:
    """Besides those of the row's features, one for the others in each class, and one for 0."""
    row = few_rows(1, 1)
    kernel_of(kind, weighted_tables(1), Fraction(1)).scores(form(row))
    assert 0 < sum(logarithms) <= CLASSES * (row.nnz + 1) + 1 < WIDTH / 2


def test_many_labels_one_by_one_cost_little_more_than_all_at_once(logarithms: list[int]) -> None:
    """From the row on that would make it dearer, the whole table is kept."""
    tables, row = weighted_tables(2), few_rows(2, 1)
    assert kernel_of("multinomial", tables, Fraction(1)).finite_log_weights.shape == (WIDTH, CLASSES)
    whole = sum(logarithms)
    kernel = kernel_of("multinomial", tables, Fraction(1))
    for _ in range(50):
        kernel.scores(row)
    assert whole < sum(logarithms) - whole <= 1.5 * whole + 1
    assert "finite_log_weights" in kernel.__dict__


@one_in(24, ("kind", "amount", "classes"), product(KINDS, AMOUNTS, (2, CLASSES)))
def test_scores_of_a_few_rows_are_those_of_the_whole_table(
    kind: str, amount: Fraction, classes: int
) -> None:
    """Scores, marks of zeros and of 0/0, labels and posteriors are the same, bit for bit."""
    for seed in range(3):
        tables, rows = weighted_tables(seed, classes), few_rows(seed)
        whole, few = (kernel_of(kind, tables, amount) for _ in range(2))
        held = whole.complement if kind == "complement" else whole
        assert held.finite_log_weights.shape == (WIDTH, classes)  # from now on it is whole
        one, two = whole.scores(rows), few.scores(rows)
        assert one.values.tobytes() == two.values.tobytes()
        assert one.errors.tobytes() == two.errors.tobytes()
        for name in ("zeros", "undefined"):
            marks = [getattr(scores, name) for scores in (one, two)]
            zero = np.zeros((3, classes))
            assert np.array_equal(*(zero if mark is None else zero + mark for mark in marks))
        models = [LogModel((Fraction(1),) * classes, (kernel,)) for kernel in (whole, few)]
        first, second = (model.decide(rows) for model in models)
        assert first.sets(range(99)) == second.sets(range(99))
        posteriors = [model.posteriors(rows) for model in models]
        assert np.array_equal(*posteriors, equal_nan=True)
        fresh = LogModel((Fraction(1),) * classes, (kernel_of(kind, tables, amount),))
        assert np.array_equal(fresh.posteriors(rows), posteriors[0], equal_nan=True)


@pytest.mark.parametrize("form", [sparse.csr_matrix, lambda rows: rows.toarray()])
def test_negative_numbers_of_a_few_rows_are_refused(form: Any) -> None:
    """A kernel of a few columns refuses what the whole one does."""
    row = form(-few_rows(1, 1))
    with pytest.raises(ValueError, match="a count is not negative"):
        kernel_of("multinomial", weighted_tables(1), Fraction(1)).scores(row)
