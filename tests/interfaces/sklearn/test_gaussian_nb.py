"""GaussianNB: what waits until it is asked for, and what does not grow with columns and batches."""

from __future__ import annotations

import pickle
from typing import Any

import numpy as np
import pytest

import exactnb.interfaces.sklearn as ours
from exactnb.scale.logspace import gaussian
from exactnb.scale.logspace.gaussian import GaussianKernel
from exactnb.scale.logspace.limbs import Sums
from exactnb.scale.logspace.rational_tables import RationalTable


def rows(number: int, columns: int) -> tuple[Any, Any]:
    """Return random measurements of three classes."""
    labels = np.arange(number) % 3
    chance = np.random.default_rng(columns)
    return chance.normal(0, 1, (number, columns)) + labels[:, None], labels


def test_batches_are_added_up_and_nothing_else(monkeypatch: pytest.MonkeyPatch) -> None:
    """Batches make no means, no Fractions and no variances but those of a column that varies."""
    made: list[str] = []
    for late in (vars(Sums)["means"], vars(RationalTable)["fractions"], vars(Sums)["variances"]):

        def counted(table: Any, find: Any = late.find) -> Any:
            name, own = find.__name__, table if isinstance(table, RationalTable) else table.totals
            made.append(f"{name} of {own.shape[1]}")
            return find(table)

        counted.__name__ = late.find.__name__
        monkeypatch.setattr(late, "find", counted)
    X, y = rows(40, 60)
    model = ours.GaussianNB()
    for start in range(0, 40, 8):
        model.partial_fit(X[start : start + 8], y[start : start + 8], [0, 1, 2])
    assert made == ["variances of 1"] * 5
    assert (model.theta_ == ours.GaussianNB().fit(X, y).theta_).all()
    assert (model.var_ == ours.GaussianNB().fit(X, y).var_).all()


def test_a_later_parameter_is_that_of_a_later_fit() -> None:
    """Variances that are made late have the smoothing that was fitted."""
    X, y = rows(30, 2)
    model = ours.GaussianNB(var_smoothing=0.5).fit(X, y)
    expected = model.var_.tolist()
    again = ours.GaussianNB(var_smoothing=0.5).fit(X, y).set_params(var_smoothing=0.25)
    assert again.var_.tolist() == expected
    assert again.epsilon_ == model.epsilon_ > again.fit(X, y).epsilon_


@pytest.mark.parametrize("smoothing", [0.0, 1e-9])
def test_columns_that_do_not_vary_are_refused_at_once(smoothing: float) -> None:
    """A variance of 0 is an error of the fit: of any column without smoothing, of all with it."""
    X, y = rows(30, 3)
    X[:, 0] = 1.0
    model = ours.GaussianNB(var_smoothing=smoothing)
    if smoothing:
        model.fit(X, y)
        X[:] = 1.0
    with pytest.raises(ValueError, match="a variance of 0 with n_samples=30"):
        model.fit(X, y)


def test_a_pickle_holds_sums_and_no_tables() -> None:
    """A classifier that has predicted is pickled as one that has not; its copy predicts the same."""
    X, y = rows(60, 8)
    model = ours.GaussianNB().fit(X, y)
    fresh = len(pickle.dumps(model))
    posteriors = model.predict_proba(X).tolist()
    assert (len(model.theta_), len(model.var_)) == (3, 3)
    copy = pickle.loads(pickle.dumps(model))
    model._last.clear()
    assert len(pickle.dumps(model)) == fresh
    assert copy.predict_proba(X).tolist() == posteriors
    assert copy.theta_.tolist() == model.theta_.tolist()


@pytest.mark.exhaustive
def test_columns_of_few_rows_are_added_in_halves(monkeypatch: pytest.MonkeyPatch) -> None:
    """Few rows are scored term by term in whole arrays: the columns are not added one by one."""
    added: list[int] = []
    sums = gaussian.sum_of_terms
    monkeypatch.setattr(gaussian, "sum_of_terms", lambda terms: added.append(1) or sums(terms))
    counts = []
    for columns in (100, 800):
        X, y = rows(6, columns)
        kernel = ours.GaussianNB().fit(X, y)._model.kernels[0]
        assert isinstance(kernel, GaussianKernel)
        added.clear()
        refined = kernel._scores_term_by_term(X)
        counts.append(len(added))
        exact = [
            [kernel.score(X[[row]], label).product().enclose_log(200) for label in range(3)]
            for row in (0, 5)
        ]
        for row, logs in zip((0, 5), exact, strict=True):
            for label, log in enumerate(logs):
                low, high = log.bounds()
                value = sum(map(gaussian.Fraction, (part[row, label] for part in refined.values)))
                error = gaussian.Fraction(float(refined.errors[row, 0]))
                assert low - error <= value <= high + error
    assert counts == [1, 1]
