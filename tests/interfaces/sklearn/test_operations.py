"""Work is counted where a square once hid: in rows, columns, classes, digits and batches."""

from __future__ import annotations

from pathlib import Path
from types import FrameType
from typing import Any

import numpy as np
import pytest
from calls import calls_of
from scipy import sparse

import exactnb
from exactnb.scale.logspace.tables import _cell_sums
from exactnb.sklearn import GaussianNB, MultinomialNB

Sizes = tuple[int, int, int]
_OURS = str(Path(exactnb.__file__).parent)  # an environment may lie in a folder named exactnb


def is_ours(frame: FrameType) -> bool:
    """Say whether a function is of exactnb: what scikit-learn checks depends on its version."""
    return frame.f_code.co_filename.startswith(_OURS)


def drawn(kind: type, rows: int, columns: int, classes: int) -> tuple[Any, Any]:
    """Return counts, or numbers, and labels of so many rows."""
    chance = np.random.default_rng(rows + columns + classes)
    cells = chance.poisson(0.7, (rows, columns)) if kind is MultinomialNB else None
    labels = np.arange(rows) % classes
    return (chance.normal(0, 1, (rows, columns)) if cells is None else cells), labels


def calls(kind: type, method: str, sizes: Sizes, asked: int | None = None) -> int:
    """Return how many of our functions label some rows, by a model that has labelled rows before."""
    rows, labels = drawn(kind, *sizes)
    label = getattr(kind().fit(rows, labels), method)
    label(rows)
    return calls_of(lambda: label(rows[:asked]), is_ours)


@pytest.mark.parametrize("kind", [MultinomialNB, GaussianNB])
def test_posteriors_of_all_rows_and_columns_are_worked_out_together(kind: type) -> None:
    """Eight times the rows or columns take the same calls, and five times the classes at most those."""
    calls_of_few = calls(kind, "predict_proba", (100, 16, 6))
    assert calls(kind, "predict_proba", (800, 16, 6)) == calls_of_few
    assert calls(kind, "predict_proba", (100, 128, 6)) == calls_of_few
    assert calls(kind, "predict_proba", (100, 16, 30)) <= 5 * calls_of_few


@pytest.mark.parametrize("kind", [MultinomialNB, GaussianNB])
def test_one_row_takes_few_calls_of_any_model(kind: type) -> None:
    """They are those of all rows together, however many columns and classes there are."""
    one = calls(kind, "predict", (100, 16, 6), asked=1)
    assert one <= 60
    assert calls(kind, "predict", (100, 1_000, 6), asked=1) == one
    assert calls(kind, "predict", (100, 16, 50), asked=1) == one
    assert calls(kind, "predict", (100, 16, 6)) == one


@pytest.mark.parametrize("kind", [MultinomialNB, GaussianNB])
def test_each_batch_takes_as_many_calls_as_the_one_before(kind: type) -> None:
    """Learnt and labelled in turns, what was learnt before is not gone through once more."""
    rows, labels = drawn(kind, 200, 16, 4)
    model = kind()

    def turn(start: int) -> None:
        model.partial_fit(rows[start : start + 20], labels[start : start + 20], range(4))
        model.predict(rows[:5])

    numbers = [calls_of(lambda start=start: turn(start), is_ours) for start in range(0, 200, 20)]
    assert max(numbers[2:]) <= 1.2 * numbers[1]


def test_weights_cut_into_digits_take_a_sum_for_each_digit_not_for_each_pair() -> None:
    """Doubles of three digits with weights of three have nine products, of five places."""
    chance = np.random.default_rng(6)
    rows, labels = sparse.random(300, 40, 0.3, "csr", random_state=6), np.arange(300) % 5

    code, weights = _cell_sums.__code__, chance.random(300)
    fit = MultinomialNB().fit
    assert calls_of(lambda: fit(rows, labels, weights), lambda frame: frame.f_code is code) == 5
