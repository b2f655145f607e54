"""Columns of several kinds in one table: labels as by brute force, gaps, frames of every make."""

from __future__ import annotations

import pickle
import random
from collections import Counter
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from mixed_tables import drawn, posteriors, winners
from numpy.typing import NDArray
from scipy import sparse
from sklearn import naive_bayes
from sklearn.base import clone
from sklearn.compose import make_column_transformer
from sklearn.model_selection import GridSearchCV
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import FunctionTransformer
from thoroughness import all_of, choose, in_both_runs, one_in

import exactnb.interfaces.sklearn as ours
from exactnb.errors import InputError
from exactnb.interfaces.sklearn import MixedNB, mixed

PROBLEMS = choose(quick=8, exhaustive=40)


@in_both_runs
@one_in(6, "seed", range(6))
def test_random_tables_are_decided_as_by_brute_force(seed: int) -> None:
    """Winners, certificates and posteriors are those of Fractions and 400 bits, to the last bit.

    All kinds of columns, gaps in fitted and in asked rows, values that no row had, weights, λ = 0,
    classes without a number in a column, classes that are alike.
    """
    dice = random.Random(seed)
    met: Counter[str] = Counter()
    for _ in range(PROBLEMS):
        case = drawn(dice)
        if case.is_flat():
            with pytest.raises(ValueError, match="a variance of 0"):
                case.fitted()
            continue
        model = case.fitted()
        sets, shares = model.predict_set(case.queries), model.predict_proba(case.queries).tolist()
        for at, query in enumerate(case.queries):
            joints = case.joints(query)
            won = winners(joints)
            assert sets[at] == won, (case, query)
            expected = {0: ("undefined",), 1: ("float64", "exact")}.get(len(won), ("tie",))
            assert model.certificate_[at] in expected, (case, query)
            met[model.certificate_[at]] += 1
            true = posteriors(joints) if won else None
            assert shares[at] == true if true else all(map(np.isnan, shares[at])), (case, query)
    assert set(met) >= {"float64", "tie", "undefined"}


def rows_of(kind: str, chance: np.random.Generator) -> NDArray[Any]:
    """Return random rows that suit a classifier; every category stands in one of the first."""
    width = int(chance.integers(1, 5))
    if kind == "GaussianNB":
        return chance.normal(5, 3, (30, width)) * 2.0 ** chance.integers(-9, 9, width)
    if kind == "CategoricalNB":
        rows = chance.integers(0, 4, (30, width))
        rows[:4] = np.arange(4)[:, None]
        return rows
    return chance.integers(0, 2 if kind == "BernoulliNB" else 5, (30, width))


WAYS = {
    "GaussianNB": ("numbers", np.asarray, pd.DataFrame, pl.from_numpy),
    "MultinomialNB": ("counts", np.asarray, sparse.csr_matrix, pd.DataFrame),
    "BernoulliNB": ("booleans", np.asarray, lambda rows: pd.DataFrame(rows).astype(bool)),
    "CategoricalNB": (
        "categories",
        np.asarray,
        lambda rows: pd.DataFrame(rows).astype(pd.CategoricalDtype(range(4))),
        lambda rows: pl.from_numpy(rows).cast(pl.String).cast(pl.Enum("0123")),
    ),
}
"""A kind of columns, and the tables that rows of it come in."""


@pytest.mark.exhaustive
@all_of("weighted", [False, True])
@all_of("kind", WAYS)
@all_of("seed", range(4))
def test_columns_of_one_kind_are_those_of_its_classifier(kind: str, weighted: bool, seed: int) -> None:
    """Alone, each kind has the posteriors of its own classifier, to the last bit.

    That holds for weights, for batches, for priors that are given, and for tables of every make.
    scikit-learn's own classifier agrees to nine digits.
    """
    chance = np.random.default_rng([seed, weighted])
    rows, labels = rows_of(kind, chance), np.arange(30) % 3
    weights = chance.choice([0.1, 1, 3, 40], 30) if weighted else None
    amount = float(chance.choice([0.25, 0.5, 1, 2]))
    parameter = "var_smoothing" if kind == "GaussianNB" else "alpha"
    priors = [0.5, 0.25, 0.25] if chance.integers(2) else None
    named = "priors" if kind == "GaussianNB" else "class_prior"
    own = {parameter: amount, named: priors}
    reference = getattr(ours, kind)(**own).fit(rows, labels, sample_weight=weights)
    expected = reference.predict_proba(rows)
    theirs = getattr(naive_bayes, kind)(**own).fit(rows, labels, sample_weight=weights)
    np.testing.assert_allclose(expected, theirs.predict_proba(rows), rtol=1e-9)
    of_kind, *ways = WAYS[kind]
    for way in ways:
        table = way(rows)
        columns = (
            range(rows.shape[1]) if kind != "MultinomialNB" or way is not sparse.csr_matrix else []
        )
        whole = MixedNB(**{parameter: amount, of_kind: columns}, class_prior=priors)
        whole.fit(table, labels, sample_weight=weights)
        assert set(whole.kinds_.values()) == {of_kind}
        assert (whole.predict_proba(table) == expected).all()
        parts, others = clone(whole), clone(reference)
        for at in range(0, 30, 10):
            some = slice(at, at + 10)
            more = {"classes": [0, 1, 2], "sample_weight": None if weights is None else weights[some]}
            parts.partial_fit(table[some], labels[some], **more)
            others.partial_fit(rows[some], labels[some], **more)
        assert (parts.predict_proba(table) == expected).all()
        assert (others.predict_proba(rows) == expected).all()


def test_weights_do_not_change_what_is_added_to_variances() -> None:
    """Of 0, 1, 4, 6 with any weights, a tenth of the largest variance is 0.56875, as theirs has it."""
    rows, labels, weights = [[0.0], [1.0], [4.0], [6.0]], [0, 0, 1, 1], [1, 1, 1, 100]
    for kind in (MixedNB, ours.GaussianNB, naive_bayes.GaussianNB):
        model = kind(var_smoothing=0.1).fit(rows, labels, sample_weight=weights)
        assert model.epsilon_ == pytest.approx(0.56875, rel=1e-15)


def test_batches_with_new_values_and_gaps_are_the_whole() -> None:
    """A value that only a later batch has, and columns that are empty in one, change nothing."""
    table = frame()
    labels = ["go", "stay", "go", "stay", "stay", "go"]
    whole = MixedNB(counts=["visits"]).fit(table, labels)
    parts = MixedNB(counts=["visits"])
    for at in (0, 3):
        parts.partial_fit(table.iloc[at : at + 3], labels[at : at + 3], classes=["go", "stay"])
    assert parts.categories_ == {"sky": ["clear", "grey", "rain"], "size": ["S", "M", "L"]}
    assert (parts.predict_proba(table) == whole.predict_proba(table)).all()


def frame() -> pd.DataFrame:
    """Return six rows with a column of every kind, and gaps."""
    return pd.DataFrame(
        {
            "sky": ["clear", "grey", None, "grey", "rain", "clear"],
            "size": pd.Categorical(["S", "M", "M", None, "S", "L"], ["S", "M", "L"], ordered=True),
            "wind": [3.5, 9.0, np.nan, 8.0, 2.25, 4.0],
            "age": pd.array([30, None, 2**40, 8, 9, 12], dtype="Int64"),
            "open": pd.array([True, False, None, True, True, False], dtype="boolean"),
            "visits": [0, 3, 1, 0, 2, 1],
        }
    )


LABELS = ["go", "stay", "go", "stay", "stay", "go"]


def frames() -> list[Any]:
    plain = frame()
    of_polars = pl.from_pandas(plain).with_columns(pl.col("size").cast(pl.Enum(["S", "M", "L"])))
    return [plain, of_polars, of_polars.to_arrow(), plain.convert_dtypes(dtype_backend="pyarrow")]


@one_in(3, "make", range(4))
def test_frames_of_every_make_are_one_table(make: int) -> None:
    """pandas, Polars, PyArrow, and pandas over PyArrow: kinds, names and posteriors are the same."""
    reference = MixedNB(counts=["visits"]).fit(frame(), LABELS)
    table = frames()[make]
    model = MixedNB(counts=["visits"]).fit(table, LABELS)
    assert list(model.kinds_.values()) == (
        ["categories", "categories", "numbers", "numbers", "booleans", "counts"]
    )
    assert model.feature_names_in_.tolist() == list(frame().columns)
    assert (model.predict_proba(table) == reference.predict_proba(frame())).all()
    assert model.predict(table).tolist() == reference.predict(frame()).tolist()


def test_a_column_that_is_not_shown_is_as_if_it_were_not_there() -> None:
    """With a gap in each row of a column, posteriors are those of a model without it."""
    table = frame()
    whole = MixedNB(counts=["visits"]).fit(table, LABELS)
    for column in ("sky", "size", "wind", "age", "open"):
        asked = table.copy()
        asked[column] = pd.Series([None] * 6, dtype=asked[column].dtype)
        less = MixedNB(counts=["visits"], var_smoothing=0).fit(table.drop(columns=column), LABELS)
        exact = clone(whole).set_params(var_smoothing=0).fit(table, LABELS)
        found = exact.predict_proba(asked)
        assert (found == less.predict_proba(asked.drop(columns=column))).all(), column


def test_a_class_without_numbers_in_a_column_is_undefined_where_it_is_shown() -> None:
    """No mean, no density: 0/0 for rows that show a number, and a decision for those that do not."""
    rows = [[1.0, "a"], [2.0, "b"], [None, "a"]]
    model = MixedNB().fit(np.array(rows, dtype=object), [0, 0, 1])
    assert model.kinds_ == {0: "numbers", 1: "categories"}
    assert model.predict_set([[1.0, "a"], [None, "a"]]) == [(), (0,)]
    assert model.certificate_.tolist() == ["undefined", "float64"]
    assert np.isnan(model.theta_[1, 0])
    assert model.theta_[0, 0] == 1.5


def test_unseen_values_are_dropped_or_refused() -> None:
    """Dropped they are as gaps; refused they are named, with the row, the column and a near match."""
    rows, labels = [["red", 1.0], ["green", 2.0], ["red", 4.0], ["green", 8.0]], [0, 0, 1, 1]
    model = MixedNB().fit(rows, labels)
    assert (model.predict_proba([["reed", 2.0]]) == model.predict_proba([[None, 2.0]])).all()
    strict = MixedNB(unseen="error").fit(rows, labels)
    said = r"column 0, row 1: 'reed' is in no row that was fitted \(did you mean 'red'\?\)"
    with pytest.raises(InputError, match=said):
        strict.predict([["red", 2.0], ["reed", 2.0]])


def test_categories_that_a_type_lists_are_counted_where_no_row_has_them() -> None:
    """pandas' categories and enumerations have places, and λ, for values that no row shows."""
    kinds = pd.CategoricalDtype(["a", "b", "c"])
    listed = MixedNB().fit(pd.DataFrame({"x": pd.Series(["a", "b"], dtype=kinds)}), [0, 1])
    seen = MixedNB().fit(pd.DataFrame({"x": ["a", "b"]}), [0, 1])
    assert (listed.categories_, seen.categories_) == ({"x": ["a", "b", "c"]}, {"x": ["a", "b"]})
    asked = pd.DataFrame({"x": ["a"]})
    assert listed.predict_proba(asked).tolist() == [[2 / 3, 1 / 3]]
    codes = pa.DictionaryArray.from_arrays([0, 1], ["a", "b", "in no row"])
    assert MixedNB().fit(pa.table({"x": codes}), [0, 1]).categories_ == {"x": ["a", "b"]}
    both = pl.DataFrame(
        {"x": ["a", "b"], "y": ["p", "q"]}, schema={"x": pl.Categorical, "y": pl.Categorical}
    )
    assert MixedNB().fit(both, [0, 1]).categories_ == {"x": ["a", "b"], "y": ["p", "q"]}


NUMBERS = [
    [True, False, None, True],
    [1, 2**53 + 2, None, 5],
    [0.5, None, 2.0, 1.0],
    [Fraction(1, 2), Decimal("0.25"), None, 3],
    [np.float16(0.1), np.float32(0.1), np.int8(3), None],
]


@all_of("cells", NUMBERS)
def test_cells_of_python_are_the_numbers_they_are(cells: list[Any]) -> None:
    """Objects that are numbers are added up exactly; all of them booleans are a column of these."""
    rows = np.array([cells], dtype=object).T
    model = MixedNB(numbers=[0]).fit(rows, [0, 1, 0, 1])
    own = [[Fraction(x) for x in map(plain, cells[at::2]) if x is not None] for at in (0, 1)]
    assert model.theta_.tolist() == [[float(sum(of) / len(of))] for of in own]
    kind = "booleans" if cells[0] is True else "numbers"
    assert MixedNB().fit(rows, [0, 1, 0, 1]).kinds_ == {0: kind}


def plain(cell: Any) -> Any:
    return cell.item() if isinstance(cell, np.generic) else cell


REFUSED = [
    ({"numbers": ["wnd"]}, {}, r"numbers: 'wnd' is no column \(did you mean 'wind'\?\)"),
    ({"numbers": "wind"}, {}, "'numbers' parameter .* must be an array-like"),
    ({"numbers": [9]}, {}, "numbers: '9' is no column"),
    ({"numbers": ["wind"], "counts": ["wind"]}, {}, "counts: 'wind' is among numbers too"),
    ({"numbers": ["sky"]}, {}, "column 'sky': "),
    (
        {"booleans": ["wind"]},
        {},
        r"column 'wind': expected True and False, or 0 and 1; got '3\.5'",
    ),
    ({"counts": ["wind"]}, {"wind": [-1.0] * 6}, "Negative values"),
    ({}, {"wind": [np.inf] * 6}, "contains infinity: column 'wind'"),
    ({}, {"when": pd.to_datetime(["2020-01-01"] * 6)}, "column 'when': holds Datetime.*name it in"),
    ({}, {"wind": [2**53 + 1, 2, 3, 4, 5, 6]}, r"column 'wind', row 0: '9007199254740993' is no exact"),
    (
        {},
        {"age": pd.array([2**53 + 1, None, 1, 2, 3, 4], "Int64")},
        "column 'age', row 0: .* is no exact",
    ),
    ({"var_smoothing": 0}, {"wind": [1.0] * 6}, "column 'wind': a variance of 0 in the class 'go'"),
    ({"class_prior": [1]}, {}, "Number of priors"),
    ({"alpha": -1}, {}, "'alpha' parameter"),
    ({"unseen": "zero"}, {}, "'unseen' parameter"),
]


@all_of(("options", "columns", "said"), REFUSED)
def test_what_is_no_table_is_refused(options: Any, columns: Any, said: str) -> None:
    """Names that are no column, kinds that do not suit, cells that are no numbers: all by name."""
    table = frame().assign(**columns)
    with pytest.raises(ValueError, match=said):
        MixedNB(**options).fit(table, LABELS)


def test_columns_in_another_order_and_missing_ones_are_refused() -> None:
    """As everywhere in scikit-learn, with its words."""
    model = MixedNB().fit(frame(), LABELS)
    with pytest.raises(ValueError, match="same order"):
        model.predict(frame()[[*frame().columns][::-1]])
    with pytest.raises(ValueError, match=r"missing|expecting"):
        model.predict(frame().drop(columns="sky"))
    with pytest.raises(ValueError, match=r"0 sample\(s\)"):
        MixedNB().fit(frame().iloc[:0], [])


def test_tables_that_cannot_be_read_are_refused_in_a_line() -> None:
    """Two columns of one name, frames without rows yet, and times in an array."""
    twice = pd.DataFrame([[1.0, 2.0], [3.0, 4.0]], columns=["a", "a"])
    times = np.array([["2020-01-01"], ["2020-01-02"]], dtype="M8[ns]")
    refused = [
        (twice, "unique column names"),
        (pl.LazyFrame({"a": [1, 2]}), "collect"),
        (times, "holds datetime64"),
    ]
    for rows, said in refused:
        with pytest.raises(InputError, match=said) as error:
            MixedNB().fit(rows, [0, 1])
        assert "\n" not in str(error.value)


def test_many_columns_of_numbers_are_decided_as_those_of_one_block(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Blocks of two columns have the posteriors of one block, with gaps, to the last bit."""
    chance = np.random.default_rng(9)
    rows, labels = chance.normal(size=(50, 7)), np.arange(50) % 3
    rows[chance.random(rows.shape) < 0.1] = np.nan
    whole = MixedNB().fit(rows, labels)
    shares, tables = whole.predict_proba(rows), (whole.theta_, whole.var_)
    monkeypatch.setattr(mixed, "_TOGETHER", 2)
    parts = MixedNB().fit(rows, labels)
    assert len(parts._model.kernels) == len(whole._model.kernels) + 3
    assert (parts.predict_proba(rows) == shares).all()
    assert all(
        (one == other).all() for one, other in zip((parts.theta_, parts.var_), tables, strict=True)
    )


def test_a_batch_that_is_refused_leaves_the_model_as_it_was() -> None:
    """Values of a batch that is not counted are not known afterwards."""
    model = MixedNB().partial_fit([["a", 1.0], ["b", 2.0]], [0, 0], classes=[0, 1])
    with pytest.raises(ValueError, match=r"column 1: expected a finite number; got inf"):
        model.partial_fit([["c", np.inf]], [1])
    assert model.categories_ == {0: ["a", "b"]}
    model.partial_fit([["c", 3.0], ["c", 4.0]], [1, 1])
    assert model.categories_ == {0: ["a", "b", "c"]}
    assert model.predict([["c", 3.0]]).tolist() == [1]


def test_posteriors_are_features_with_names() -> None:
    """`transform` and `set_output` give a frame by class, for pandas and Polars; pipelines go on."""
    table = frame()
    model = MixedNB().set_output(transform="pandas").fit(table, LABELS)
    found = model.transform(table.iloc[1:3])
    assert (
        found.columns.tolist()
        == model.get_feature_names_out().tolist()
        == ["mixednb_go", "mixednb_stay"]
    )
    assert found.index.tolist() == [1, 2]
    assert (found.to_numpy() == model.predict_proba(table.iloc[1:3])).all()
    assert isinstance(model.set_output(transform="polars").transform(table), pl.DataFrame)


def test_pipelines_that_give_frames_and_searches_go_through() -> None:
    """A ColumnTransformer whose output is a frame, pickles, and a grid search."""
    table = frame()
    first = make_column_transformer(
        (FunctionTransformer(np.sqrt, feature_names_out="one-to-one"), ["wind"]),
        ("passthrough", ["sky", "visits"]),
        verbose_feature_names_out=False,
    )
    pipeline = make_pipeline(first.set_output(transform="pandas"), MixedNB(counts=["visits"]))
    model = pipeline.fit(table, LABELS)[-1]
    assert set(model.kinds_.values()) == {"counts", "categories", "numbers"}
    assert (
        pickle.loads(pickle.dumps(pipeline)).predict_proba(table) == pipeline.predict_proba(table)
    ).all()
    search = GridSearchCV(MixedNB(), {"alpha": [0.5, 1.0]}, cv=2).fit(frame(), LABELS)
    assert search.best_params_["alpha"] in (0.5, 1.0)


def test_sparse_columns_of_a_frame_are_counts() -> None:
    """Columns that are sparse are words of one vocabulary, beside others."""
    counts = pd.DataFrame({"x": [0, 1, 2, 0], "y": [1, 0, 0, 3]})
    thin = counts.astype(pd.SparseDtype("int64", 0))
    labels = [0, 1, 1, 0]
    model = MixedNB().fit(thin, labels)
    assert set(model.kinds_.values()) == {"counts"}
    other = ours.MultinomialNB().fit(counts, labels)
    assert (model.predict_proba(thin) == other.predict_proba(counts)).all()


def test_weights_are_repeated_rows() -> None:
    """Whole weights are rows that stand there several times, in every column and with gaps.

    That holds but for `var_smoothing`, which refers to variances without weights.
    """
    heavy = [2, 0, 3, 1, 1, 2]
    again = frame().loc[np.repeat(np.arange(6), heavy)]
    options: dict[str, Any] = {"counts": ["visits"], "var_smoothing": 0}
    one = MixedNB(**options).fit(frame(), LABELS, sample_weight=heavy)
    other = MixedNB(**options).fit(again, np.repeat(LABELS, heavy))
    assert one.categories_["sky"] == other.categories_["sky"] + ["grey"] * (
        "grey" not in other.categories_["sky"]
    )
    assert (one.predict_proba(frame()) == other.predict_proba(frame())).all()


def test_complex_numbers_are_no_categories() -> None:
    """A column of complex numbers is refused by its name, in a frame and in an array."""
    for table in (pd.DataFrame({"x": [1j, 2]}), np.array([[1j], [2]], dtype=object)):
        with pytest.raises(TypeError, match=r"column .*must be a string or a number; got"):
            MixedNB().fit(table, [0, 1])
