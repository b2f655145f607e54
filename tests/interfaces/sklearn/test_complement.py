"""Complement naive Bayes: labels as by brute force, ties, zeros, near ties, and what is undecided."""

from __future__ import annotations

import pickle
import random
from collections import Counter
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
import sklearn.naive_bayes as theirs
from complements import drawn, posteriors, winners
from scipy import sparse
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.pipeline import make_pipeline
from thoroughness import all_of, choose, in_both_runs, one_in

from exactnb.errors import Undecidable
from exactnb.interfaces.sklearn import ComplementNB, MultinomialNB
from exactnb.scale.logspace import complement, row_models
from exactnb.scale.logspace.complement import LogSum, Quotients

PROBLEMS = choose(quick=30, exhaustive=35)


@in_both_runs
@pytest.mark.parametrize("norm", [False, True])
@one_in(96, "seed", range(6))
def test_random_problems_are_decided_as_by_brute_force(seed: int, norm: bool) -> None:
    """Winners, certificates and posteriors are those of Fractions, and of 600 bits with norm=True.

    λ from 0 to 1 and by feature, weights, one class to four, counts of 10^15 beside one more, rows that
    show nothing, classes that are alike; sparse rows and dense ones.
    """
    dice = random.Random(f"{seed} {norm}")
    met: Counter[str] = Counter()
    for number in range(PROBLEMS):
        case = drawn(dice)
        model = case.model(norm=norm)
        asked: Any = np.array(case.queries)
        asked = sparse.csr_matrix(asked) if number % 2 else asked
        found, shares = model.predict_set(asked), model.predict_proba(asked).tolist()
        for at, query in enumerate(case.queries):
            scores = case.normalised(query) if norm else case.scores(query)
            won = winners(scores)
            assert found[at] == won, (case, query)
            expected = {0: ("undefined",), 1: ("float64", "exact")}.get(len(won), ("tie",))
            assert model.certificate_[at] in expected, (case, query)
            met[model.certificate_[at]] += 1
            true = posteriors(scores, norm=norm)
            assert shares[at] == true if true else all(map(np.isnan, shares[at])), (case, query)
    assert set(met) >= {"float64", "tie", "undefined"}


def test_two_classes_are_multinomial_with_a_uniform_prior() -> None:
    """What is not of one class is of the other: all posteriors are the same, to the last bit."""
    chance = np.random.default_rng(3)
    rows, labels = chance.integers(0, 6, (50, 8)), chance.integers(0, 2, 50)
    one = ComplementNB(alpha=0.3).fit(rows, labels)
    other = MultinomialNB(alpha=0.3, fit_prior=False).fit(rows, labels)
    assert (one.predict_proba(rows) == other.predict_proba(rows)).all()


def test_a_word_of_one_class_alone_wins_without_smoothing() -> None:
    """With alpha = 0 its share elsewhere is 0: one over 0 wins, and two such are undefined."""
    rows = np.array([[2, 0, 1], [0, 1, 1], [0, 0, 3]])
    model = ComplementNB(alpha=0).fit(rows, ["a", "b", "c"])
    asked = [[1, 0, 5], [0, 1, 0], [1, 1, 0], [0, 0, 1]]
    assert model.predict_set(asked) == [("a",), ("b",), (), ("c",)]
    assert model.certificate_.tolist() == ["float64", "float64", "undefined", "float64"]
    assert model.predict_proba(asked)[:2].tolist() == [[1, 0, 0], [0, 1, 0]]
    joint = model.predict_joint_log_proba(asked)
    np.testing.assert_allclose(joint[0], [np.inf, np.log(3) + 5 * np.log(1.5), 6 * np.log(2.5)])


def test_near_ties_are_decided_exactly() -> None:
    """10^15 beside 10^15 + 1: floating point leaves it open, and scikit-learn has it wrong or even."""
    big = 10**15
    rows = np.array([[big, big + 1], [big + 1, big], [1, 1]])
    model = ComplementNB(alpha=1).fit(rows, [0, 1, 2])
    asked = np.array([[1, 0], [0, 1], [1, 1]])
    assert model.predict_set(asked) == [(1,), (0,), (0, 1)]
    assert model.certificate_.tolist() == ["exact", "exact", "tie"]
    scores = [Fraction(2 * big + 5, big + 3), Fraction(2 * big + 5, big + 2), Fraction(2)]
    assert scores[1] > scores[2] > scores[0]
    assert model.predict_proba(asked)[0].tolist() == [float(of / sum(scores)) for of in scores]


def test_normalised_near_ties_are_told_apart_by_more_bits() -> None:
    """Quotients of logarithms that agree to 30 digits are decided, and equal ones are ties by form."""
    big = 2**60
    rows = np.array([[big, 3, 5], [big + 1, 3, 5], [7, 9, 11]], dtype=object)
    model = ComplementNB(norm=True).fit(rows.astype(np.int64), [0, 1, 2])
    asked = np.array([[0, 1, 0], [1, 0, 0], [1, 1, 1], [3, 3, 3]])
    sets = model.predict_set(asked)
    assert [len(of) for of in sets] == [1, 1, 3, 3]
    assert model.certificate_.tolist()[2:] == ["tie", "tie"]
    assert (model.predict_proba(asked)[2:] == 1 / 3).all()


def quotient(above: dict[int, Any], below: dict[int, Any]) -> Quotients:
    return Quotients(((1, LogSum(above), LogSum(below)),), row=7)


EQUAL = [
    ({4: 1}, {8: 1}, {9: 1}, {27: 1}),  # 2/3 by two bases
    ({6: 1}, {10: 1}, {6: 2}, {10: 2}),
    ({12: 1, 3: -1}, {5: 1}, {2: 2}, {5: 1}),
    ({6: 1}, {35: 1}, {36: Fraction(1, 2)}, {5: 1, 7: 1}),
    ({}, {5: 1}, {}, {7: 1}),
]


@all_of(("above", "below", "top", "bottom"), EQUAL)
def test_quotients_that_are_equal_by_form_are_ties(
    above: Any, below: Any, top: Any, bottom: Any
) -> None:
    """ln 4/ln 8 is ln 9/ln 27, ln 6/ln 35 is half of ln 36 over ln 5 + ln 7: no bits would tell."""
    one, other = quotient(above, below), quotient(top, bottom)
    assert one.compare(other) == other.compare(one) == 0
    assert (one / other).rational() == 1


def test_rational_quotients_are_compared_as_fractions() -> None:
    """2/3 beside 2/3 + 10^-40 is decided though 64 bits are too few."""
    near = quotient({2: Fraction(2, 3) + Fraction(1, 10**40)}, {2: 1})
    assert near.compare(quotient({9: 1}, {27: 1})) == 1
    assert quotient({9: 1}, {27: 1}).compare(near) == -1


def test_what_enclosures_do_not_tell_is_said_to_be_undecided(monkeypatch: pytest.MonkeyPatch) -> None:
    """With no more than 64 bits two quotients that differ at 2^-200 are open: the row is named."""
    near = {3: 1 + Fraction(1, 2**200)}
    one, other = quotient({3: 1}, {5: 1, 7: 1}), quotient(near, {5: 1, 7: 1})
    assert other.compare(one) == 1
    monkeypatch.setattr(complement, "_LAST_BITS", 64)
    alone = quotient({3: 1, 11: Fraction(1, 2**200)}, {5: 1, 7: 1})
    with pytest.raises(
        Undecidable, match=r"row 7: two quotients .* with norm=False every row is decided"
    ):
        alone.compare(one)


def test_undecided_rows_are_named_by_their_place(monkeypatch: pytest.MonkeyPatch) -> None:
    """The row that is open is told as it stands among all, whatever the pieces they are cut into."""
    rows, weights = [[1, 0, 0], [1, 0, 0], [2, 3, 5]], [2**300, 2**300 + 1, 1]
    model = ComplementNB(norm=True).fit(rows, [0, 1, 2], sample_weight=weights)
    assert model.predict([[0, 1, 0]]).tolist() == [1]
    monkeypatch.setattr(row_models, "_AT_ONCE", 6)
    monkeypatch.setattr(complement, "_LAST_BITS", 64)
    with pytest.raises(Undecidable, match="row 5: "):
        model.predict([[0, 0, 0]] * 5 + [[0, 1, 0]])


@pytest.mark.parametrize("norm", [False, True])
def test_pieces_are_decided_like_the_whole(norm: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Rows in pieces of two have the labels, posteriors and logarithms of all of them at once."""
    chance = np.random.default_rng(5)
    rows, labels = chance.integers(0, 3, (31, 6)), np.arange(31) % 3
    for kind in (np.array, sparse.csr_matrix):
        model = ComplementNB(norm=norm).fit(rows, labels)
        whole = model.predict_set(kind(rows)), model.predict_proba(kind(rows))
        with monkeypatch.context() as small:
            small.setattr(row_models, "_AT_ONCE", 6)
            assert model.predict_set(kind(rows)) == whole[0]
            assert (model.predict_proba(kind(rows)) == whole[1]).all()


@pytest.mark.parametrize("norm", [False, True])
def test_weights_of_tf_idf_are_classified(norm: bool) -> None:
    """Texts through a pipeline: labels as theirs, posteriors near theirs, and of rows one by one."""
    texts = ["cheap pills now", "lunch at noon", "cheap lunch", "pills pills", "noon train", "a train"]
    labels = [1, 0, 0, 1, 2, 2]
    own, reference = (
        make_pipeline(TfidfVectorizer(), room(norm=norm)).fit(texts, labels)
        for room in (ComplementNB, theirs.ComplementNB)
    )
    assert (own.predict(texts) == reference.predict(texts)).all()
    found = own.predict_proba(texts)
    np.testing.assert_allclose(found, reference.predict_proba(texts), rtol=1e-12)
    assert [own.predict_proba([text])[0].tolist() for text in texts] == found.tolist()
    again = pickle.loads(pickle.dumps(own))
    assert (again.predict_proba(texts) == found).all()


@pytest.mark.parametrize("norm", [False, True])
def test_other_batches_forget_what_was_made_of_the_first(norm: bool) -> None:
    """`feature_all_` and the weights follow `partial_fit`."""
    model = ComplementNB(norm=norm).partial_fit([[1, 2]], ["a"], classes=["a", "b"])
    assert model.feature_all_.tolist() == [1, 2]
    first = model.feature_log_prob_
    model.partial_fit([[5, 1]], ["b"])
    assert model.feature_all_.tolist() == [6, 3]
    assert (model.feature_log_prob_ != first).any()


@pytest.mark.parametrize("norm", [False, True])
def test_one_class_is_as_theirs(norm: bool) -> None:
    """A single class has the prior in its joint and the posterior 1."""
    own, reference = (
        room(norm=norm, class_prior=[0.5]).fit([[1, 2]], ["a"])
        for room in (ComplementNB, theirs.ComplementNB)
    )
    assert own.predict([[3, 1]]).tolist() == ["a"]
    assert own.predict_proba([[3, 1]]).tolist() == [[1.0]]
    joints = [of.predict_joint_log_proba([[3, 1]]) for of in (own, reference)]
    np.testing.assert_allclose(*joints, rtol=1e-14)


def test_counts_beyond_64_bits_are_added_exactly() -> None:
    """Sums of all classes that no 64 bits hold are Python's integers."""
    big = 2**62 - 1
    model = ComplementNB().fit(np.array([[big, 0], [big, 1], [big, 2]]), [0, 1, 2])
    assert model._kernel.tables.cells.tolist() == [[2 * big] * 3, [3, 2, 1]]
    assert model.predict_set([[0, 1], [1, 0]]) == [(2,), (0,)]
