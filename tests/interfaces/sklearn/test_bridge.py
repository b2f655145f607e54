"""From a fitted classifier to an exact model: what it decides, by brute force over rows and doubles."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from decimal import Decimal
from fractions import Fraction as F
from itertools import product
from statistics import mean, pvariance
from typing import Any

import numpy as np
import pandas as pd
import pytest
import sklearn.naive_bayes as theirs
from numbers_oracle import Score
from scipy import sparse
from sklearn.exceptions import NotFittedError
from sklearn.feature_extraction.text import CountVectorizer, TfidfTransformer, TfidfVectorizer
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import MinMaxScaler
from thoroughness import all_of, choose, in_both_runs, one_in

import exactnb.interfaces.sklearn as ours
from exactnb import solve
from exactnb.errors import ExactnbError, InputError
from exactnb.interfaces.sklearn import from_sklearn

ROOMS = pytest.mark.parametrize("room", [theirs, ours], ids=["theirs", "ours"])
COUNTED = {"multinomial": "MultinomialNB", "bernoulli": "BernoulliNB", "categorical": "CategoricalNB"}
KINDS = pytest.mark.parametrize("kind", COUNTED)
X, Y = np.array([[2, 0], [1, 1], [0, 3]]), ["ham", "ham", "spam"]
TEXTS, LABELS = ["cheap pills now", "lunch at noon", "cheap lunch", "pills pills"], [1, 0, 0, 1]
Rows = list[list[int]]


def fit(kind: str = "MultinomialNB", rows: Any = X, labels: Any = Y, **options: Any) -> Any:
    return getattr(theirs, kind)(**options).fit(rows, labels)


def samples(number: int) -> Iterator[tuple[Rows, list[int], Rows]]:
    """Yield rows of up to three classes, their labels, and rows to ask, so small that ties are many."""
    for seed in range(number):
        dice = random.Random(seed)
        classes, width = dice.choice((1, 2, 2, 3)), dice.choice((1, 2, 2, 3))
        labels = [*range(classes), *(dice.randrange(classes) for _ in range(dice.randint(0, 3)))]
        rows = [[dice.randint(0, 2) for _ in range(width)] for _ in labels]
        yield rows, labels, [[dice.randint(0, max(column)) for column in zip(*rows, strict=True)]
                             for _ in range(4)]  # fmt: skip


def winners(kind: str, rows: Rows, labels: list[int], alpha: F, priors: list[F], row: list[int]) -> Any:
    """Return the classes of a row by brute force: every count is taken anew, in Fractions."""
    joints = []
    for k, joint in enumerate(priors):
        own = [seen for seen, label in zip(rows, labels, strict=True) if label == k]
        for j, x in enumerate(row):
            column = [seen[j] for seen in own]
            hits, trials, values = column.count(x), len(own), max(seen[j] for seen in rows) + 1
            if kind == "multinomial":
                hits, trials, values = sum(column), sum(map(sum, own)), len(row)
            elif kind == "bernoulli":
                hits, values = sum((y > 0) == (x > 0) for y in column), 2
            for _ in range(x if kind == "multinomial" else 1):
                if not trials + values * alpha:
                    return ()
                joint *= (hits + alpha) / (trials + values * alpha)
        joints.append(joint)
    return tuple(str(k) for k, joint in enumerate(joints) if joint == max(joints) > 0)


@in_both_runs
@ROOMS
@KINDS
def test_decisions_are_those_of_the_data(room: Any, kind: str) -> None:
    """All winners of a row, ties and 0/0 too, are those that counting by hand gives, for any λ."""
    ties = 0
    for at, (rows, labels, asked) in enumerate(samples(choose(quick=12, exhaustive=60))):
        alpha, number = (0, 1, 0.5, 0.1, 1e-10)[at % 5], max(labels) + 1
        priors = [F(1, number) if at % 3 == 0 else F(labels.count(k), len(rows)) for k in range(number)]
        with np.errstate(divide="ignore", invalid="ignore"):
            fitted = getattr(room, COUNTED[kind])(alpha=alpha, fit_prior=at % 3 > 0).fit(rows, labels)
        exact = from_sklearn(fitted)
        for row in asked:
            expected = winners(kind, rows, labels, F(alpha), priors, row)
            assert exact.decide(row) == expected
            ties += len(expected) > 1
    assert ties > choose(quick=3, exhaustive=20)


@pytest.mark.exhaustive
@ROOMS
@pytest.mark.parametrize("kind", ["multinomial", "categorical"])
def test_the_stored_model_is_the_sum_of_its_doubles(room: Any, kind: str) -> None:
    """The winners are the classes with the largest sum of stored logarithms, added as Fractions."""
    for rows, labels, asked in samples(30):
        fitted = getattr(room, COUNTED[kind])(alpha=0.1).fit(rows, labels)
        exact = from_sklearn(fitted, basis="stored")
        for row in asked:
            sums = [F(float(log)) for log in fitted.class_log_prior_]
            for k, (j, x) in product(range(len(sums)), enumerate(row)):
                logs = fitted.feature_log_prob_
                sums[k] += F(logs[j][k][x]) if kind == "categorical" else F(logs[k][j]) * x
            assert exact.decide(row) == tuple(str(k) for k, s in enumerate(sums) if s == max(sums))


def test_both_answers_are_right_for_their_basis() -> None:
    """6·6 = 4·9 ties the data and not the doubles; 10¹⁵ and 10¹⁵ + 1 differ, their doubles do not."""
    tied = fit(rows=[[5, 5, 2], [3, 8, 1]], labels=["a", "b"])
    found = [from_sklearn(tied, basis=basis).decide([1, 1, 0]) for basis in ("data", "stored")]
    assert found == [("a", "b"), ("b",)]
    close = fit(rows=[[10**15, 10**15], [10**15 + 1, 10**15]], labels=["a", "b"])
    found = [from_sklearn(close, basis=basis).decide([1, 0]) for basis in ("data", "stored")]
    assert found == [("b",), ("a", "b")]


@ROOMS
def test_a_stored_gaussian_has_its_means_and_variances_as_they_are(room: Any) -> None:
    """Densities of the stored doubles decide, by enclosures; the parameters are these doubles."""
    rows = np.random.default_rng(0).normal(0, 1, (24, 2))
    fitted = room.GaussianNB().fit(rows, np.arange(24) % 3)
    exact, best = from_sklearn(fitted, basis="stored"), 0
    for row in rows[:8]:
        scores = [Score.of(F(prior)) for prior in fitted.class_prior_]
        for k, (j, x) in product(range(3), enumerate(row)):
            away, variance = F(x) - F(fitted.theta_[k, j]), F(fitted.var_[k, j])
            scores[k] *= Score(-(away**2) / (2 * variance), 1 / (2 * variance), 1)
        for k in range(3):
            best = k if scores[k].exceeds(scores[best]) else best
        assert exact.decide(row) == (str(best),)
    assert exact.explain(rows[0])["mean(x1|class=2)"] == F(fitted.theta_[2, 1])
    assert exact.explain(rows[0])["variance(x0|class=1)"] == F(fitted.var_[1, 0])


def test_our_gaussian_has_the_sums_of_its_data() -> None:
    """Means and variances are fractions of the rows, ε too; 3 lies half-way and is tied."""
    even = ours.GaussianNB(var_smoothing=0).fit([[0.0], [2.0], [4.0], [6.0]], ["a", "a", "b", "b"])
    assert from_sklearn(even).decide([3]) == ("a", "b")
    assert from_sklearn(even).decide(["3.000000000000000001"]) == ("b",)
    rows = [F(x) for x in (0.1, 0.2, 0.7, 0.9, 1.5)]
    fitted = ours.GaussianNB(priors=[0.25, 0.75]).fit([[float(x)] for x in rows], list("aaabb"))
    solution = from_sklearn(fitted).explain([0.5])
    assert (solution["P(a)"], solution["mean(x0|a)"]) == (F(1, 4), mean(rows[:3]))
    assert solution["variance(x0|a)"] == pvariance(rows[:3]) + F(1e-9) * pvariance(rows)


@ROOMS
@one_in(6, "given", [
    (CountVectorizer(), "cheap cheap", "P(cheap|1)", F(1 + 1, 5 + 6)),
    (CountVectorizer(ngram_range=(1, 2)), "cheap pills", 'P("cheap pills"|1)', F(1 + 1, 8 + 12)),
    (CountVectorizer(binary=True), "pills pills", "P(pills|1)", F(2 + 1, 4 + 6)),
    (CountVectorizer(vocabulary=["pills", "zebra"]), "zebra", "P(zebra|0)", F(1, 2)),
])  # fmt: skip
def test_texts_are_counted_by_their_vectorizer(room: Any, given: tuple[Any, ...]) -> None:
    """A pipeline, and a classifier with its vectorizer, take texts; solving agrees with deciding."""
    vectorizer, text, name, share = given
    pipeline = make_pipeline(vectorizer, room.MultinomialNB()).fit(TEXTS, LABELS)
    for exact in (from_sklearn(pipeline), from_sklearn(pipeline[-1], pipeline[0])):
        solution = exact.explain(text, title="Why")
        assert (solution[name], solution.text()[:3]) == (share, "Why")
        assert exact.decide(text) == exact.decide(pipeline[0].transform([text]))
        assert solve(exact.problem(text))["argmax(d)"].labels == exact.decide(text)


def texts(*steps: Any) -> Any:
    return make_pipeline(*steps, theirs.MultinomialNB()).fit(TEXTS, LABELS)


@all_of(("make", "options", "said"), [
    (lambda: texts(TfidfVectorizer()), {}, "expected a CountVectorizer, .* got 'TfidfVectorizer'"),
    (lambda: texts(CountVectorizer(), TfidfTransformer()), {}, "got CountVectorizer, TfidfTransformer"),
    (lambda: make_pipeline(MinMaxScaler(), fit()).fit(X, Y), {}, "got 'MinMaxScaler'"),
    (lambda: texts(CountVectorizer()), {"vectorizer": CountVectorizer()}, "has its own vectorizer"),
    (fit, {"vectorizer": CountVectorizer().fit(TEXTS)}, "6 words; the classifier has 2 features"),
    (fit, {"vectorizer": CountVectorizer()}, "not fitted"),
    (theirs.MultinomialNB, {}, "not fitted"),
    (lambda: fit("ComplementNB", labels=[0, 1, 2]), {}, "of 3 classes makes no probabilities"),
    (lambda: fit("ComplementNB", norm=True), {}, "quotients of logarithms have no exact form"),
    (lambda: fit("ComplementNB"), {"basis": "stored"}, "stores no probabilities but weights"),
    (lambda: fit("ComplementNB"), {"prior": {"ham": 1}}, "the classifier was given no prior"),
    (TfidfVectorizer, {}, "expected a fitted .* or MultinomialNB; got 'TfidfVectorizer'"),
    (lambda: fit("BernoulliNB"), {"basis": "stored"}, "BernoulliNB stores ln P alone"),
    (lambda: fit("GaussianNB"), {}, "keeps no sums of its data"),
    (lambda: fit("GaussianNB"), {"basis": "dat"}, "did you mean 'data'"),
    (lambda: theirs.MultinomialNB().fit(X, Y, [0.5, 1, 1]), {}, "class_count_: holds 1.5"),
    (lambda: fit(rows=X + 0.25), {}, "feature_count_: holds 3.5"),
    (lambda: fit(alpha=[1, 2]), {}, "an alpha for each feature"),
    (lambda: fit(alpha=0.1), {"alpha": "0.2"}, "alpha: '0.2' is not 0.1"),
    (lambda: fit(alpha=0.1), {"alpha": 0.1}, "alpha: 0.1 is a binary float"),
    (lambda: fit(class_prior=[0.3, 0.7]), {}, "prior: the shares add up to .* say which numbers"),
    (lambda: fit(class_prior=[0.3, 0.7]), {"prior": {"ham": "0.3"}}, "a number for every class"),
    (fit, {"prior": {"ham": 1}}, "the classifier was given no prior"),
    (lambda: fit(alpha=0), {"basis": "stored"}, "basis: it holds -inf"),
])  # fmt: skip
def test_what_has_no_exact_model_is_refused(make: Any, options: dict[str, Any], said: str) -> None:
    """Weights, scalers, other classifiers and numbers that were not meant: each says what it needs."""
    with np.errstate(divide="ignore"):
        fitted = make()
    with pytest.raises((ExactnbError, NotFittedError), match=said):
        from_sklearn(fitted, **options)


@pytest.mark.exhaustive
@pytest.mark.parametrize("room", [theirs, ours])
def test_the_complement_of_two_classes_is_explained(room: Any) -> None:
    """What is not ham is spam: odds, posteriors and decisions are those of the classifier."""
    fitted = room.ComplementNB(alpha=0.5, class_prior=[0.1, 0.9]).fit(X, Y)
    exact = from_sklearn(fitted)
    for row in ([2, 0], [0, 1], [3, 2]):
        solution = exact.explain(row)
        theirs_of = fitted.predict_proba([row])[0]
        assert float(solution["P(ham|d)"]) == pytest.approx(theirs_of[0], rel=1e-14)
        assert exact.decide(row) == (fitted.predict([row])[0],)
    assert exact.explain([1, 0])["P(x0|ham)"] == F(7, 10)


def test_a_number_that_was_meant_stands_for_its_double() -> None:
    """λ = 0.1 and shares of 0.3 and 0.7 may be said; unsaid they are the doubles. Equal λ are one."""
    for said, meant in (("0.1", F(1, 10)), (None, F(0.1))):
        exact = from_sklearn(fit(alpha=0.1), alpha=said)
        assert exact.explain([1, 1])["P(x0|ham)"] == (3 + meant) / (4 + 2 * meant)
    fitted = fit(class_prior=[0.3, 0.7], alpha=[0.5, 0.5])
    solution = from_sklearn(fitted, prior={"ham": "0.3", "spam": "70%"}).explain([1, 1])
    assert (solution["P(ham)"], solution["P(x0|spam)"]) == (F(3, 10), F(1, 8))
    assert from_sklearn(fit(fit_prior=False)).explain([1, 1])["P(ham)"] == F(1, 2)


@all_of("labels", [[1, 1, 0], np.array([7, 7, 5], np.int8), [True, True, False], Y])
def test_classes_of_all_types_have_their_names(labels: Any) -> None:
    """Whole numbers, NumPy's, booleans and text: a class is called as it is written."""
    exact = from_sklearn(fit(labels=labels))
    assert exact.classes == tuple(map(str, sorted(set(np.asarray(labels).tolist()))))
    said = f"“{labels[0]}”" if str(labels[0]).isalpha() else labels[0]
    assert f"so d is {said}." in exact.explain([2, 0]).text()


def test_columns_of_a_frame_have_its_names() -> None:
    """Features are called as in the DataFrame; with a feature d the document has another name."""
    exact = from_sklearn(fit(rows=pd.DataFrame(X, columns=["d", "ham"])))
    frame = pd.DataFrame([[1, 0]], columns=["d", "ham"])
    assert exact.explain(frame)["P(d|ham)"] == F(4, 6)
    for row in ((1, 0), frame, frame.iloc[0], sparse.csr_matrix([[1, 0]]), np.array([1.0, 0.0])):
        assert exact.problem(row).query["d*"].bags == ({"d": 1},)


@pytest.mark.parametrize(("row", "said"), [
    ([1], "a row of 1 features; expected 2"), ([1, 2, 3], "a row of 3"), ([np.nan, 1], "finite"),
    ([np.inf, 1], "finite"), (["a", 1], "finite"), ([-1, 1], "not negative; got -1"),
    ([0.5, 1], "whole numbers, not negative; got 1/2"), ("cheap", "vectorizer: a text needs"),
])  # fmt: skip
@KINDS
def test_rows_that_are_none_are_refused(kind: str, row: Any, said: str) -> None:
    """Every classifier says what is wrong with a row."""
    options = {"binarize": None} if kind == "bernoulli" else {}
    exact = from_sklearn(fit(COUNTED[kind], np.minimum(X, 1), **options))
    with pytest.raises(ExactnbError, match=said):
        exact.decide(row)


def test_an_unseen_category_is_refused_and_a_border_makes_zeros_and_ones() -> None:
    """A value beyond those counted is refused, with its column; at the border of binarize is a 0."""
    exact = from_sklearn(fit("CategoricalNB", min_categories=[3, 4]))
    assert exact.explain([2, 3])["P(x0=1|ham)"] == F(1 + 1, 2 + 3)
    with pytest.raises(InputError, match="x0: expected 0 to 2; got '3'"):
        exact.decide([3, 0])
    border = from_sklearn(fit("BernoulliNB", binarize=1.0))
    assert border.problem([1, 1.5]).query["d"].cells == {"x0": "0", "x1": "1"}
    assert border.explain([2, 0])["P(x0=1|ham)"] == F(1 + 1, 2 + 2)
    with pytest.raises(InputError, match="x0: expected 0 to 1; got '2'"):
        from_sklearn(fit("BernoulliNB", np.minimum(X, 1), binarize=None)).decide([2, 0])


def test_rows_of_narrow_types_show_their_sums() -> None:
    """100 + 100 + 100 beside 150 in bytes are 300 and 150, and long doubles are numbers too."""
    exact = from_sklearn(theirs.MultinomialNB().fit([[5, 1], [1, 5]], ["a", "b"]))
    data = np.array([100, 100, 100, 150], np.uint8)
    assert exact.decide(sparse.csr_matrix((data, [0, 0, 0, 1], [0, 4]), (1, 2))) == ("a",)
    assert exact.decide(np.array([300, 150], np.longdouble)) == ("a",)
    border = from_sklearn(
        theirs.BernoulliNB(binarize=np.float32(0.5)).fit([[1, 0], [0, 1]], ["a", "b"])
    )
    assert border.decide([1, 0]) == ("a",)


@all_of("basis", ["data", "stored"])
def test_long_numbers_of_doubles_are_rounded_where_they_are_explained(basis: str) -> None:
    """1.8 and 1/3 as doubles have fifty digits; they are written ≈1.8 and ≈0.3333, and stay exact."""
    rows = [[1.8, 2.1], [1.7, 3.3], [0.2, 1.1], [0.1, 0.9], [0.3, 1.0]]
    solution = from_sklearn(ours.GaussianNB().fit(rows, list("aabbb")), basis=basis).explain(
        [1.8, 1 / 3]
    )
    text = solution.text()
    assert "(a:b|x0≈1.8)" in text
    assert "(a:b|x1≈0.3333)" in text
    assert not re.search(r"\d{13}", text)
    assert r"x_{1} \approx \text{0.3333}" in solution.latex()
    assert f"lr(a:b|x1={Decimal(1 / 3)})" in solution
