"""What MixedNB has counted is an exact model, which decides and derives what it predicts."""

from __future__ import annotations

import random
from fractions import Fraction as F
from typing import Any

import pandas as pd
import polars as pl
import pytest
from mixed_tables import drawn
from thoroughness import all_of

from exactnb import solve
from exactnb.errors import ExactnbError
from exactnb.interfaces.sklearn import MixedNB, from_sklearn

LABELS = ["go", "stay", "go", "stay", "stay", "go"]


def table() -> pd.DataFrame:
    return pd.DataFrame(
        {
            "sky": ["clear", "grey", None, "grey", "rain", "clear"],
            "wind": [3.5, 9.0, 8.5, 8.0, 2.25, 4.0],
            "open": pd.array([True, False, None, True, True, False], dtype="boolean"),
            "bus": [0, 3, 1, 0, 2, 1],
            "car": [1, 0, 0, 2, 1, 1],
        }
    )


def fitted(**options: Any) -> Any:
    return MixedNB(counts=["bus", "car"], alpha=0.5, **options).fit(table(), LABELS)


@pytest.mark.parametrize("make", [lambda t: t, pl.from_pandas])
def test_a_row_of_a_table_is_derived(make: Any) -> None:
    """Estimates are counted by hand: 2 of 2 clear among 3 values, 5 of 8 rides by bus, λ = 1/2."""
    model = fitted()
    exact = from_sklearn(model)
    for at in range(6):
        row = make(table())[at : at + 1]
        assert exact.decide(row) == tuple(model.predict(row))
    solution = exact.explain(make(table())[5:6])
    assert solution["P(sky=clear|go)"] == F(5, 7)
    assert solution["P(bus|stay)"] == F(11, 18)
    assert solution["P(open=False|go)"] == F(1, 2)
    assert solution["mean(wind|stay)"] == F(77, 12)
    assert solve(exact.problem(make(table())[2:3]))["argmax(d)"].labels == ("stay",)


def test_rows_are_lists_and_series_too() -> None:
    """A row of pandas, or a list of cells, with gaps; what is not shown has no factor."""
    exact = from_sklearn(fitted())
    assert exact.decide(table().iloc[1]) == ("stay",)
    with pytest.warns(UserWarning, match="does not have valid feature names"):
        shown = exact.show([None, 4.0, True, 0, 2])
    assert (shown.cells, shown.bags) == ({"open": "True", "wind": "4"}, ({"car": 2},))


@pytest.mark.exhaustive
def test_random_tables_are_decided_alike() -> None:
    """Without gaps in numbers the exact model has the winners of the classifier, ties and 0/0 too."""
    dice, tried = random.Random(3), 0
    for _ in range(200):
        case = drawn(dice)
        numbers = [at for at, kind in enumerate(case.kinds) if kind == "numbers"]
        if case.is_flat() or any(row[at] is None for row in case.rows for at in numbers):
            continue
        model = case.fitted()
        exact = from_sklearn(model)
        for query, won in zip(case.queries, model.predict_set(case.queries), strict=True):
            assert exact.decide(query) == tuple(map(str, won)), (case, query)
            tried += 1
    assert tried > 60


def test_a_column_that_is_always_missing_says_nothing() -> None:
    """No value of a column was ever seen: the exact model goes without it."""
    model = MixedNB(categories=[1]).fit([["a", None], ["b", None]], [0, 1])
    assert from_sklearn(model).decide(["a", None]) == ("0",)


def test_priors_and_lambda_are_what_was_meant() -> None:
    """λ = 0.1 and shares of 0.3 and 0.7 may be said; uniform ones are so."""
    model = MixedNB(alpha=0.1, class_prior=[0.3, 0.7]).fit([["a"], ["b"]], ["x", "y"])
    solution = from_sklearn(model, alpha="0.1", prior={"x": "0.3", "y": "0.7"}).explain(["a"])
    assert (solution["P(x)"], solution["P(x0=a|x)"]) == (F(3, 10), F(11, 12))
    even = MixedNB(fit_prior=False).fit([["a"], ["b"], ["b"]], ["x", "y", "y"])
    assert from_sklearn(even).explain(["a"])["P(x)"] == F(1, 2)
    empty = MixedNB().partial_fit([["a"], ["b"]], ["x", "y"], classes=["x", "y", "z"])
    assert from_sklearn(empty).decide(["a"]) == ("x",)


REFUSED = [
    (lambda: MixedNB().fit([[1.0], [None], [3.0]], [0, 0, 1]), {}, "'x0': gaps in a column of numbers"),
    (lambda: MixedNB().fit([[1, "a"], ["1", "b"]], [0, 1]), {}, "two values have the same name"),
    (lambda: MixedNB().fit([["a"], ["b"]], [1, 2]), {"basis": "stored"}, "basis: MixedNB counts"),
    (lambda: MixedNB().fit([["a"], ["b"]], [1, 2]), {"prior": {"1": 1}}, "was given no prior"),
    (lambda: MixedNB().fit([["a"], ["b"]], [1, 2]), {"alpha": "2"}, "'2' is not 1.0"),
]


@all_of(("make", "options", "said"), REFUSED)
def test_what_has_no_exact_model_is_refused(make: Any, options: Any, said: str) -> None:
    """Gaps among numbers, names that are one, and what was not meant: each says why."""
    model = make()
    with pytest.raises(ExactnbError, match=said):
        from_sklearn(model, **options)


def test_rows_that_are_none_are_refused() -> None:
    """Two rows, and fractions of counts, are no row of a table."""
    exact = from_sklearn(fitted())
    with pytest.raises(ExactnbError, match="expected one row; got 2"):
        exact.decide(table().iloc[:2])
    with pytest.raises(ExactnbError, match=r"expected whole numbers as counts; got 0\.5"):
        exact.decide(table().iloc[[0]].assign(bus=0.5))
