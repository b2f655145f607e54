"""scikit-learn's naive Bayes with proved labels: its own tests, and what it gets wrong."""

from __future__ import annotations

import os
import pickle
import re
import subprocess
import sys
from fractions import Fraction
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest
import sklearn.naive_bayes as theirs
from scipy import sparse
from sklearn.base import clone
from sklearn.feature_extraction.text import CountVectorizer, TfidfVectorizer
from sklearn.model_selection import GridSearchCV
from sklearn.pipeline import make_pipeline
from sklearn.utils.estimator_checks import check_estimator
from thoroughness import all_of, one_in

import exactnb.interfaces.sklearn as ours

KINDS = ("MultinomialNB", "BernoulliNB", "CategoricalNB", "ComplementNB", "GaussianNB")
OWN = (*KINDS, "MixedNB")
SKIPPED = {
    "check_array_api_input", "check_array_api_mixed_inputs", "check_array_api_same_namespace",
}  # fmt: skip
CONFTEST = """
import numpy as np
import pytest

@pytest.fixture
def global_random_seed():
    return 42

@pytest.fixture(params=[np.float32, np.float64])
def global_dtype(request):
    return request.param
"""


@pytest.mark.filterwarnings("ignore")
@one_in(8, "kind", OWN)
def test_estimators_keep_the_rules_of_scikit_learn(kind: str) -> None:
    """Every check that scikit-learn has for an estimator passes; what it skips is about array types."""
    results = check_estimator(getattr(ours, kind)(), on_fail=None, on_skip=None)
    statuses = {(result["check_name"], result["status"]) for result in results}
    assert [name for name, status in sorted(statuses) if status == "failed"] == []
    assert {name for name, status in statuses if status == "skipped"} <= SKIPPED
    assert len(results) > 60


@pytest.mark.exhaustive
def test_the_tests_of_scikit_learn_pass_with_the_import_replaced(tmp_path: Path) -> None:
    """Its test module for naive Bayes passes whole; what it skips needs other array libraries."""
    spec = find_spec("sklearn.tests.test_naive_bayes")
    assert spec is not None
    assert spec.origin is not None
    text = Path(spec.origin).read_text(encoding="utf-8")
    own = f"from exactnb.interfaces.sklearn import {', '.join(KINDS)}"
    text, times = re.subn(r"from sklearn\.naive_bayes import \([^)]*\)", own, text)
    assert times == 1
    (tmp_path / "test_theirs.py").write_text(text, encoding="utf-8")
    (tmp_path / "conftest.py").write_text(CONFTEST, encoding="utf-8")
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "test_theirs.py"]
    here = os.environ | {"SCIPY_ARRAY_API": "1"}
    run = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, env=here)
    assert run.returncode == 0, run.stdout[-3000:]
    passed = re.search(r"(\d+) passed", run.stdout)
    assert passed is not None
    assert int(passed[1]) >= 91 + 8 * (find_spec("array_api_strict") is not None)


def rows_of(kind: str, number: int = 60) -> tuple[np.ndarray, np.ndarray]:
    chance = np.random.default_rng(1)
    rows: np.ndarray = chance.integers(0, 2 if kind == "BernoulliNB" else 4, (number, 5))
    if kind == "GaussianNB":
        rows = chance.normal(0, 1, (number, 5))
    return rows, chance.integers(0, 3, number)


@all_of("kind", KINDS)
def test_attributes_and_predictions_are_as_theirs(kind: str) -> None:
    """On ordinary data all fitted attributes and posteriors agree to 9 digits, all labels do."""
    rows, labels = rows_of(kind)
    own, reference = getattr(ours, kind)().fit(rows, labels), getattr(theirs, kind)().fit(rows, labels)
    for name in ("class_count_", "classes_", "class_log_prior_", "feature_log_prob_", "theta_", "var_"):
        if hasattr(reference, name):
            for one, other in zip(getattr(own, name), getattr(reference, name), strict=True):
                np.testing.assert_allclose(one, other, rtol=1e-9)
    assert (own.predict(rows) == reference.predict(rows)).all()
    np.testing.assert_allclose(own.predict_proba(rows), reference.predict_proba(rows), rtol=1e-9)
    assert set(own.predict(rows[:3]).shape) == {3}
    assert own.certificate_.tolist() == ["float64"] * 3


@all_of("kind", ["BernoulliNB", "CategoricalNB", "MultinomialNB"])
def test_posteriors_are_the_doubles_next_to_fractions(kind: str) -> None:
    """With α = 1/2, counted by hand: not one unit of the last place is off."""
    rows, labels = rows_of(kind)
    model = getattr(ours, kind)(alpha=0.5).fit(rows, labels)
    half = Fraction(1, 2)
    tables = [list(map(Fraction, rows[labels == k].sum(axis=0).tolist())) for k in range(3)]
    for row, found in zip(rows, model.predict_proba(rows).tolist(), strict=True):
        joints = []
        for label, cells in enumerate(tables):
            size = int((labels == label).sum())
            joint = Fraction(size)
            for column, seen in enumerate(row.tolist()):
                if kind == "MultinomialNB":
                    joint *= ((cells[column] + half) / (sum(cells) + 5 * half)) ** seen
                elif kind == "BernoulliNB":
                    joint *= ((cells[column] if seen else size - cells[column]) + half) / (size + 1)
                else:
                    alike = int((rows[labels == label, column] == seen).sum())
                    joint *= (alike + half) / (size + half * int(rows[:, column].max() + 1))
            joints.append(joint)
        assert found == [float(joint / sum(joints)) for joint in joints]


@all_of("kind", OWN)
def test_batches_are_the_whole_exactly(kind: str) -> None:
    """Three batches give the same bits as all rows at once, with smoothed variances too."""
    rows, labels = rows_of(kind)
    options = {"var_smoothing": 0.5} if kind == "GaussianNB" else {}
    whole = getattr(ours, kind)(**options).fit(rows, labels)
    parts = getattr(ours, kind)(**options)
    for at in range(0, 60, 20):
        parts.partial_fit(rows[at : at + 20], labels[at : at + 20], classes=[0, 1, 2])
    assert (parts.predict_log_proba(rows) == whole.predict_log_proba(rows)).all()


@all_of("kind", OWN)
def test_estimators_are_cloned_pickled_and_searched(kind: str) -> None:
    """Clones have the parameters, pickles the predictions, and a grid search finds its way."""
    rows, labels = rows_of(kind)
    model = getattr(ours, kind)().fit(rows, labels)
    model.predict(rows)
    again = pickle.loads(pickle.dumps(model))
    assert (again.predict_log_proba(rows) == model.predict_log_proba(rows)).all()
    assert clone(model).get_params() == model.get_params()
    name = "var_smoothing" if kind == "GaussianNB" else "alpha"
    found = GridSearchCV(getattr(ours, kind)(), {name: [0.5, 1.0]}, cv=2).fit(rows, labels)
    assert found.best_params_[name] in (0.5, 1.0)


def test_texts_go_through_pipelines() -> None:
    """Counts, tf-idf weights and set_output: a pipeline with the import changed."""
    texts, labels = ["cheap pills now", "lunch at noon", "cheap lunch", "pills pills"], [1, 0, 0, 1]
    for vectorizer in (CountVectorizer(), TfidfVectorizer()):
        model = make_pipeline(vectorizer, ours.MultinomialNB()).fit(texts, labels)
        assert model.predict(["pills", "noon"]).tolist() == [1, 0]
        assert set(model[-1].certificate_) == {"float64"}


def test_ties_are_given_to_the_first_class_and_told() -> None:
    """Two classes alike but for the order of columns: theirs gives the second, the rule the first."""
    rows, asked = np.array([[6, 5, 5, 3, 7], [3, 5, 6, 7, 5]]), np.ones((1, 5), dtype=int)
    assert theirs.MultinomialNB().fit(rows, [0, 1]).predict(asked).tolist() == [1]
    model = ours.MultinomialNB().fit(rows, [0, 1])
    assert model.predict(asked).tolist() == [0]
    assert model.certificate_.tolist() == ["tie"]
    assert model.predict_set(asked) == [(0, 1)]


@pytest.mark.filterwarnings("ignore:divide by zero:RuntimeWarning")
@pytest.mark.filterwarnings("ignore:invalid value:RuntimeWarning")
def test_no_smoothing_has_zeros_and_no_nan() -> None:
    """With alpha = 0 theirs has NaN for rows whose posterior exists; ours has it."""
    rows, asked = np.array([[2, 0], [1, 1]]), [[0, 1], [1, 0], [0, 0]]
    reference = theirs.MultinomialNB(alpha=0).fit(rows, [0, 1]).predict_proba(asked)
    assert np.isnan(reference).tolist() == [[False, False], [True, True], [True, True]]
    model = ours.MultinomialNB(alpha=0).fit(rows, [0, 1])
    found = model.predict_proba(asked)
    assert found[0].tolist() == [0.0, 1.0]
    assert found[1:].tolist() == [[2 / 3, 1 / 3], [1 / 2, 1 / 2]]
    assert model.predict(asked).tolist() == [1, 0, 0]


def test_where_all_is_impossible_nothing_is_claimed() -> None:
    """A word of each class and none of the other: 0/0, no winner, and posteriors that are NaN."""
    model = ours.MultinomialNB(alpha=0).fit(np.array([[1, 0], [0, 1]]), ["a", "b"])
    assert model.predict_set([[1, 1]]) == [()]
    assert model.certificate_.tolist() == ["undefined"]
    assert np.isnan(model.predict_proba([[1, 1]])).all()
    assert model.predict([[1, 1]]).tolist() == ["a"]


def test_a_lambda_for_each_feature_makes_probabilities() -> None:
    """With alpha = [1, 4] theirs has a probability of 5/4; here it is (c + α)/(n + 2α)."""
    rows, labels = np.array([[1, 0], [1, 1], [0, 1]]), [0, 0, 1]
    reference = theirs.BernoulliNB(alpha=[1, 4]).fit(rows, labels)
    assert np.exp(reference.feature_log_prob_).max() == pytest.approx(1.25)
    model = ours.BernoulliNB(alpha=[1, 4]).fit(rows, labels)
    shares = [[3 / 4, 5 / 10], [1 / 3, 5 / 9]]
    np.testing.assert_allclose(np.exp(model.feature_log_prob_), shares, rtol=1e-15)
    np.testing.assert_allclose(model.predict_proba(rows).sum(axis=1), 1, rtol=1e-15)


def test_a_tiny_lambda_loses_no_digits() -> None:
    """With alpha = 1e-10 theirs is wrong in the eighth digit, for it takes log(1 − exp(log p))."""
    rows, labels, asked = np.array([[1, 1], [1, 0], [1, 1], [0, 1]]), [0, 0, 0, 1], [[0, 1]]
    alpha = Fraction(1e-10)
    below = 3 + 2 * alpha, 1 + 2 * alpha
    first = Fraction(3, 4) * alpha / below[0] * (2 + alpha) / below[0]
    second = Fraction(1, 4) * (1 + alpha) / below[1] * (1 + alpha) / below[1]
    true = float(first / (first + second))
    own, reference = (
        room.BernoulliNB(alpha=1e-10).fit(rows, labels).predict_proba(asked)[0, 0]
        for room in (ours, theirs)
    )
    assert own == true
    assert abs(reference / true - 1) > 1e-9


@pytest.mark.exhaustive
def test_long_documents_keep_every_digit() -> None:
    """Theirs is off by a hundred units of the last place and more; ours is the nearest double."""
    chance = np.random.default_rng(8)
    words = chance.dirichlet(np.full(2_000, 0.2), 2)
    rows = np.array([chance.multinomial(3_000, words[at % 2]) for at in range(6)])
    asked = np.array([chance.multinomial(400, words.mean(axis=0)) for _ in range(20)])
    own, reference = (
        room.MultinomialNB().fit(rows, [0, 1] * 3).predict_proba(asked) for room in (ours, theirs)
    )
    tables = [[int(count) + 1 for count in rows[label::2].sum(axis=0)] for label in (0, 1)]
    for row, found in zip(asked, own.tolist(), strict=True):
        odds = Fraction(sum(tables[0]), sum(tables[1])) ** -int(row.sum())
        for times, one, other in zip(row.tolist(), *tables, strict=True):
            odds *= Fraction(one, other) ** times
        assert found == [float(odds / (1 + odds)), float(1 / (1 + odds))]
    least = own.argmin(axis=1)[:, None]
    units = np.abs(reference - own) / np.spacing(own)
    assert np.median(np.take_along_axis(units, least, axis=1)) > 100


@all_of("kind", ["MultinomialNB", "BernoulliNB", "ComplementNB"])
def test_weights_are_exact(kind: str) -> None:
    """Weights of 0.1 are the doubles that they are: ten of them weigh more than 1."""
    rows, labels = rows_of(kind)
    model = getattr(ours, kind)(alpha=0.5).fit(rows, labels, sample_weight=np.full(60, 0.1))
    counted = [int((labels == label).sum()) for label in range(3)]
    assert model.class_count_.tolist() == [float(Fraction(0.1) * n) for n in counted]


def test_sparse_rows_of_all_kinds_are_one_matrix() -> None:
    """CSR, CSC and COO, with stored zeros, duplicates and 64-bit places, give the same model."""
    rows, labels = rows_of("MultinomialNB")
    plain = ours.MultinomialNB().fit(rows, labels)
    stored = sparse.csr_matrix(rows)
    stored.data[0] = 0
    cleaned = stored.toarray()
    for other in (sparse.csc_matrix(rows), sparse.coo_matrix(rows), sparse.csr_array(rows)):
        assert (ours.MultinomialNB().fit(other, labels).feature_count_ == plain.feature_count_).all()
    again = ours.MultinomialNB().fit(stored, labels)
    assert (again.feature_count_ == ours.MultinomialNB().fit(cleaned, labels).feature_count_).all()
    assert stored.nnz == sparse.csr_matrix(rows).nnz


BAD = [
    ("MultinomialNB", np.array([[-1, 2], [1, 1]]), "Negative values"),
    ("ComplementNB", np.array([[-1, 2], [1, 1]]), "Negative values"),
    ("MultinomialNB", np.array([[np.nan, 2], [1, 1]]), "contains NaN"),
    ("MultinomialNB", np.array([[np.inf, 2], [1, 1]]), "contains infinity"),
    ("BernoulliNB", np.array([["a", "b"], ["c", "d"]], dtype=object), "could not convert string"),
    ("CategoricalNB", np.array([[-1, 2], [1, 1]]), "Negative values"),
    ("GaussianNB", np.array([[np.nan, 2], [1, 1]]), "contains NaN"),
]


@all_of(("kind", "rows", "said"), BAD)
def test_bad_rows_have_their_errors(kind: str, rows: np.ndarray, said: str) -> None:
    """Negative, broken and foreign numbers have scikit-learn's error, word for word."""
    with pytest.raises(ValueError, match=said) as own:
        getattr(ours, kind)().fit(rows, [0, 1])
    with pytest.raises(ValueError, match=said) as reference:
        getattr(theirs, kind)().fit(rows, [0, 1])
    assert str(own.value) == str(reference.value)


@all_of("form", [np.asarray, sparse.csr_matrix])
@all_of("ask", ["predict", "predict_proba", "predict_log_proba"])
def test_negative_numbers_are_refused_in_rows_to_label(form, ask: str) -> None:
    """A negative count has no probability; scikit-learn's classifier gives it one."""
    model = ours.MultinomialNB().fit([[1, 2], [3, 1], [0, 4]], [0, 1, 2])
    with pytest.raises(ValueError, match="a count is not negative; got -1"):
        getattr(model, ask)(form([[2, 0], [-1, 2]]))


@pytest.mark.parametrize("classes", [2, 3])
def test_what_stands_twice_in_a_row_to_label_is_added_up(classes: int) -> None:
    """The terms of a place are those of its sum, in ties and posteriors too."""
    model = ours.MultinomialNB().fit([[1, 2, 3], [3, 2, 1], [1, 1, 1]][:classes], range(classes))
    data = np.array([2, 1, 2, 1, 4, 3, 3])
    twice = sparse.csr_matrix((data, [2, 0, 0, 2, 1, 2, 0], [0, 4, 5, 7]), shape=(3, 3))
    dense = [[3, 0, 3], [0, 4, 0], [3, 0, 3]]
    assert model.predict_set(twice) == model.predict_set(dense)
    assert (model.predict_proba(twice) == model.predict_proba(dense)).all()
    assert twice.nnz == 7


def test_sums_of_doubles_that_are_no_doubles_are_decided_exactly() -> None:
    """0.1 and 0.2 in one place are less than the double next to their sum in another."""
    model = ours.MultinomialNB().fit([[1, 3], [3, 1]], ["a", "b"])
    for last, labels in ((0.1 + 0.2, ("a",)), (0.30000000000000004, ("a",)), (0.3, ("b",))):
        row = sparse.csr_matrix(([0.1, last, 0.2], [0, 1, 0], [0, 3]), shape=(1, 2))
        assert model.predict_set(row) == [labels]
        assert model.certificate_.tolist() == ["exact"]
    row = sparse.csr_matrix(([0.1, 0.2, 0.2, 0.1], [0, 1, 0, 1], [0, 4]), shape=(1, 2))
    assert model.predict_set(row) == [("a", "b")]


def test_an_unseen_category_is_an_index_error() -> None:
    """A category beyond those counted is refused as theirs is; min_categories makes room for it."""
    model = ours.CategoricalNB().fit([[0], [1]], [0, 1])
    with pytest.raises(IndexError, match="index 2 is out of bounds"):
        model.predict([[2]])
    assert ours.CategoricalNB(min_categories=3).fit([[0], [1]], [0, 1]).predict_set([[2]]) == [(0, 1)]


def test_one_class_and_empty_rows_are_answers() -> None:
    """With one class every row has it; a row without words is decided by the prior."""
    assert ours.MultinomialNB().fit([[1, 2]], ["a"]).predict([[3, 0]]).tolist() == ["a"]
    model = ours.MultinomialNB().fit([[1, 0], [0, 1], [0, 2]], [0, 1, 1])
    assert model.predict([[0, 0]]).tolist() == [1]
