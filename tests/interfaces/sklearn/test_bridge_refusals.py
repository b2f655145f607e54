"""Rows, priors and columns that the bridge from scikit-learn refuses, or takes as scikit-learn does."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
import pytest
import sklearn.naive_bayes as theirs
from thoroughness import all_of

import exactnb.interfaces.sklearn as ours
from exactnb.errors import ExactnbError, InputError
from exactnb.interfaces.sklearn import from_sklearn

X, Y = np.array([[2, 0], [1, 1], [0, 3]]), ["ham", "ham", "spam"]


def fit(rows: Any = X, **options: Any) -> Any:
    return theirs.MultinomialNB(**options).fit(rows, Y)


@all_of("row", [["1/0", "1"], [[1, 2], [3]], [[1], [2]], [[1, 0], [0, 1]]])
def test_rows_that_are_none(row: Any) -> None:
    """Fractions with a zero below, ragged rows and rows that are two are refused."""
    with pytest.raises(ExactnbError):
        from_sklearn(fit()).decide(row)


def test_columns_in_another_order() -> None:
    """A frame whose columns stand in another order is refused, or read by name."""
    frame = pd.DataFrame(X, columns=["b", "a"])
    exact = from_sklearn(fit(frame))
    try:
        found = exact.decide(frame[["a", "b"]].iloc[[2]])
    except ExactnbError:
        return
    assert found == exact.decide(frame.iloc[[2]])


@pytest.mark.parametrize("options", [{"alpha": "0.2"}, {"prior": {"x": 1}}])
def test_what_the_stored_model_has_no_use_for(options: dict[str, Any]) -> None:
    """λ and a prior that were meant are no part of the stored model."""
    with pytest.raises(InputError):
        from_sklearn(fit(alpha=0.1), basis="stored", **options)


@pytest.mark.parametrize("prior", [[("ham", "0.3")], 5])
def test_a_prior_that_is_no_table(prior: Any) -> None:
    """A prior that is no mapping is refused."""
    with pytest.raises(InputError):
        from_sklearn(fit(class_prior=[0.3, 0.7]), prior=prior)


@pytest.mark.parametrize("room", [theirs, ours])
def test_a_class_without_rows(room: Any) -> None:
    """After partial_fit a class may have no rows; its prior is 0, and others are decided."""
    fitted = room.MultinomialNB().partial_fit(X, Y, classes=["ham", "spam", "void"])
    assert from_sklearn(fitted).decide([1, 0]) == ("ham",)


@all_of("kind", ["BernoulliNB", "CategoricalNB", "GaussianNB"])
def test_a_column_without_a_name_is_refused(kind: str) -> None:
    """A frame may have a column whose name is empty; no quantity can be called by it."""
    frame = pd.DataFrame(X + np.eye(3, 2, dtype=int), columns=["", "x"])
    with pytest.raises(InputError, match="a column without a name"):
        from_sklearn(getattr(ours, kind)().fit(frame, Y))


def test_counts_where_zeros_and_ones_were_expected_are_refused() -> None:
    """BernoulliNB with binarize=None takes counts, of which no probability can be made."""
    fitted = theirs.BernoulliNB(binarize=None).fit(X, Y)
    with pytest.raises(InputError, match="more than once in a row"):
        from_sklearn(fitted)


def test_counts_are_not_written_out_one_by_one() -> None:
    """A word that stands there 10⁸ times is explained, without a list of as many words."""
    assert from_sklearn(fit()).explain([10**8, 1]).text()
