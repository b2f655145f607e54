"""The classifier of large inputs: what it counts, merges, forgets, refuses, and how sure it is."""

from __future__ import annotations

from dataclasses import fields, replace
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from mpmath import mp
from scipy import sparse
from thoroughness import all_of, choose, in_both_runs, one_in

from exactnb import Conventions, ModelChoice, Problem, Table
from exactnb.core import families
from exactnb.errors import InputError
from exactnb.scale.logspace import classifier as classifier_room
from exactnb.scale.logspace import model as model_room
from exactnb.scale.logspace.classifier import Classifier, Part
from exactnb.scale.logspace.gaussian import GaussianKernel

F = Fraction
PARTS = [
    Part("multinomial", slice(0, 4)),
    Part("bernoulli", slice(4, 7), "1/2"),
    Part("categorical", slice(7, 9), sizes=(4, 4)),
    Part("gaussian", slice(9, 11), 0),
]


def mixed(seed: int, number: int = 40) -> tuple[np.ndarray, list[str]]:
    """Return rows with words, 0/1 columns, categories and measurements, and their labels."""
    chance = np.random.default_rng(seed)
    columns = [
        chance.integers(0, 3, (number, 4)), chance.integers(0, 2, (number, 3)),
        chance.integers(0, 4, (number, 2)), chance.integers(0, 9, (number, 2)) / 2,
    ]  # fmt: skip
    return np.column_stack(columns), ["ab"[i] for i in chance.integers(0, 2, number)]


def by_fractions(
    rows: np.ndarray, labels: list[str], row: np.ndarray, label: str
) -> tuple[Fraction, Fraction]:
    """Return a joint of the mixed parts: its rational factors, squared, and the exponent of e."""
    own = rows[[of == label for of in labels]]
    number = len(own)
    joint, exponent = F(number, len(rows)), F(0)
    words = int(own[:, :4].sum()) + 4
    for j in range(4):
        joint *= F(int(own[:, j].sum()) + 1, words) ** int(row[j])
    for j in range(4, 7):
        share = (int(own[:, j].sum()) + F(1, 2)) / (number + 1)
        joint *= share if row[j] else 1 - share
    for j in (7, 8):
        joint *= F(int((own[:, j] == row[j]).sum()) + 1, number + 4)
    square = joint**2
    for j in (9, 10):
        values = [F(x) for x in own[:, j]]
        mean = sum(values, F(0)) / number
        variance = sum(((x - mean) ** 2 for x in values), F(0)) / number
        exponent -= (F(row[j]) - mean) ** 2 / (2 * variance)
        square /= variance
    return square, exponent


def test_blocks_of_all_families_are_mixed() -> None:
    """Words, 0/1 columns, categories and measurements together: the labels are those of 50 digits."""
    rows, labels = mixed(1)
    found = Classifier.fit(rows, labels, PARTS).predict(rows)
    assert found.classes == ("a", "b")
    with mp.workdps(50):
        for row, label in zip(rows, found.labels, strict=True):
            scores = []
            for of in "ab":
                square, exponent = by_fractions(rows, labels, row, of)
                scores.append(mp.log(mp.mpf(square.numerator) / square.denominator) / 2
                              + mp.mpf(exponent.numerator) / exponent.denominator)  # fmt: skip
            assert label == ("a" if scores[0] > scores[1] else "b")


def test_log_posteriors_lie_within_their_bounds() -> None:
    """The true log posterior, to 50 digits, is within the bound of each, and the bound is small."""
    rows, labels = mixed(2)
    found, bounds = Classifier.fit(rows, labels, PARTS).log_posteriors(rows)
    assert bounds.max() < 1e-12
    with mp.workdps(50):
        for row, own, error in zip(rows, found, bounds, strict=True):
            logs = []
            for of in "ab":
                square, exponent = by_fractions(rows, labels, row, of)
                logs.append(mp.log(mp.mpf(square.numerator) / square.denominator) / 2
                            + mp.mpf(exponent.numerator) / exponent.denominator)  # fmt: skip
            total = mp.log(mp.exp(logs[0] - logs[1]) + 1) + logs[1]
            for true, value, bound in zip(logs, own, error, strict=True):
                assert abs(true - total - mp.mpf(value)) <= bound


def test_counts_are_merged_and_forgotten() -> None:
    """Two halves added are the whole, and the whole without one half is the other."""
    rows, labels = mixed(3)
    first, second, whole = (
        Classifier.fit(rows[part], labels[part], PARTS, classes="ab")
        for part in (slice(0, 25), slice(25, 40), slice(0, 40))
    )
    assert (first + second).sizes == whole.sizes
    assert (first + second).predict(rows).labels == whole.predict(rows).labels
    back = whole - second
    assert back.sizes == first.sizes
    assert back.predict(rows).labels == first.predict(rows).labels
    ours, _ = back.log_posteriors(rows)
    theirs, _ = first.log_posteriors(rows)
    assert (ours == theirs).all()


@pytest.mark.parametrize("weights", [[2] * 40, [F(1, 3)] * 40, [0.1] * 40], ids=["2", "1/3", "0.1"])
def test_equal_weights_change_no_share(weights: list[Any]) -> None:
    """Without smoothing, all rows weighing the same is as if none were weighted, to the last bit."""
    rows, labels = mixed(4)
    parts = [replace(part, amount=0) for part in PARTS]
    plain = Classifier.fit(rows, labels, parts)
    weighted = Classifier.fit(rows, labels, parts, weights=weights)
    assert weighted.sizes == tuple(F(weights[0]) * size for size in plain.sizes)
    assert weighted.predict(rows).sets == plain.predict(rows).sets
    ours, _ = weighted.log_posteriors(rows)
    theirs, bounds = plain.log_posteriors(rows)
    assert np.array_equal(np.isneginf(ours), np.isneginf(theirs))
    both = np.isfinite(ours)
    assert (abs(ours - theirs)[both] <= 4 * bounds[both]).all()


def test_a_weight_of_three_is_three_rows() -> None:
    """A row that weighs 3 counts as if it stood there three times."""
    rows, labels = mixed(5)
    times = [1 + i % 3 for i in range(40)]
    repeated = np.repeat(rows, times, axis=0)
    names = [label for label, n in zip(labels, times, strict=True) for _ in range(n)]
    one = Classifier.fit(rows, labels, PARTS, weights=times)
    other = Classifier.fit(repeated, names, PARTS)
    assert one.sizes == other.sizes
    assert one.predict(rows).labels == other.predict(rows).labels


def test_dense_and_sparse_rows_are_the_same() -> None:
    """Sparse, dense, with duplicates, unsorted and with 64-bit places: one matrix."""
    rows, labels = mixed(6)
    words = rows[:, :4].astype(np.int64)
    made = sparse.csr_matrix(words)
    coo = sparse.coo_matrix(words)
    doubled = sparse.coo_matrix(
        (np.tile(coo.data, 2), (np.tile(coo.row, 2), np.tile(coo.col, 2))), coo.shape
    )
    loose = sparse.csr_matrix((doubled.data, (doubled.row, doubled.col)), shape=coo.shape)
    wide = made.copy()
    wide.indices, wide.indptr = wide.indices.astype(np.int64), wide.indptr.astype(np.int64)
    plain = Classifier.fit(words, labels, [Part("multinomial")])
    for other in (made, sparse.csc_matrix(words), wide):
        again = Classifier.fit(other, labels, [Part("multinomial")])
        assert (again.counts[0].cells == plain.counts[0].cells).all()  # type: ignore[union-attr]
        assert again.predict(other).labels == plain.predict(words).labels
    twice = Classifier.fit(loose, labels, [Part("multinomial")])
    assert (twice.counts[0].cells == 2 * plain.counts[0].cells).all()  # type: ignore[union-attr]


def test_another_lambda_counts_nothing_anew() -> None:
    """The same counts with λ = 1/7 are those of a fit with λ = 1/7."""
    rows, labels = mixed(7)
    words = rows[:, :4].astype(int)
    first = Classifier.fit(words, labels, [Part("multinomial")])
    other = Classifier.fit(words, labels, [Part("multinomial", amount="1/7")])
    changed = first.with_amounts("1/7")
    assert changed.counts is first.counts
    assert (changed.log_posteriors(words)[0] == other.log_posteriors(words)[0]).all()


def test_memory_is_bounded_by_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rows decided in pieces of a few have the labels, certificates and ties of all at once."""
    chance = np.random.default_rng(8)
    rows = chance.integers(0, 2, (50, 3))
    labels = ["ab"[i] for i in chance.integers(0, 2, 50)]
    fitted = Classifier.fit(rows, labels, [Part("bernoulli", amount=0)], prior="uniform")
    whole = fitted.predict(rows)
    monkeypatch.setattr(model_room, "_SCORES", 14)
    pieces = fitted.predict(rows)
    assert (pieces.sets, pieces.certificates) == (whole.sets, whole.certificates)
    assert pieces.labels == whole.labels


@in_both_runs
def test_the_labels_are_those_of_the_exact_path() -> None:
    """Up to 200 small tables with ties and zeros: the labels are those that `Problem.decide` gives."""
    chance = np.random.default_rng(9)
    certificates = set()
    for _ in range(choose(quick=35, exhaustive=200)):
        rows = chance.integers(0, 2, (6, 2))
        labels = ["ab"[i] for i in (0, 1, *chance.integers(0, 2, 4))]
        amount = ("0", "1", "1/2")[int(chance.integers(0, 3))]
        table = [(*map(str, row), label) for row, label in zip(rows.tolist(), labels, strict=True)]
        choice = ModelChoice(Conventions(smoothing=amount), family="bernoulli")
        values = {"x": ["0", "1"], "y": ["0", "1"]}
        data = Table.from_rows(table, ["x", "y", "k"], values=values)
        problem = Problem(data, models={"model": choice})
        found = Classifier.fit(rows, labels, [Part("bernoulli", amount=amount)])
        queries = np.array([[0, 0], [0, 1], [1, 0], [1, 1]])
        predictions = found.predict(queries)
        certificates |= set(predictions.certificates)
        for query, own in zip(queries.tolist(), predictions.sets, strict=True):
            assert own == problem.decide({"x": str(query[0]), "y": str(query[1])})
    assert {"float64", "tie", "undefined"} <= certificates


def test_no_rows_and_no_columns_are_answers() -> None:
    """No row to predict gives no label; without columns the prior decides."""
    rows = np.array([[1, 0], [0, 2], [0, 1]])
    fitted = Classifier.fit(rows, ["a", "b", "b"], [Part("multinomial")])
    assert fitted.predict(np.empty((0, 2), dtype=int)).labels == []
    for kind in families.families_with_kernel():
        bare = Classifier.fit(rows[:, :0], ["a", "b", "b"], [Part(kind)])
        assert bare.predict(rows[:, :0]).labels == ["b"] * 3
        assert bare.posteriors(rows[:, :0]).tolist() == [[1 / 3, 2 / 3]] * 3


REFUSED = [
    ([[-1.0]], {}, "a count is not negative; got -1.0"),
    ([[0.5]], {}, "expected whole numbers as counts"),
    ([[float("nan")]], {}, "expected finite counts; got NaN or an infinity"),
    ([[float("inf")]], {}, "expected finite counts; got NaN or an infinity"),
    ([[2.0**53]], {}, "those below 2^53 are exact doubles"),
    ([["x"]], {}, "expected a matrix of numbers"),
    ([[1], [2]], {}, "2 rows, but 1 labels"),
    ([[1]], {"classes": ["b"]}, "'a' is no class; the classes are b"),
    ([[1]], {"weights": [1, 2]}, "1 rows, but 2 weights"),
    ([[1]], {"weights": [-1]}, "a weight must not be negative"),
    ([[1]], {"weights": [float("nan")]}, "weights: expected a finite number; got nan"),
]


@all_of(("rows", "options", "said"), REFUSED)
def test_what_cannot_be_counted_is_refused(rows: list[Any], options: dict[str, Any], said: str) -> None:
    """Negative, broken, infinite and missing counts are refused in one line, as weights are."""
    with pytest.raises(InputError, match=said.replace("^", r"\^").replace("[", r"\[")):
        Classifier.fit(np.array(rows), ["a"], [Part("multinomial")], **options)


def test_an_unknown_kind_has_a_near_match() -> None:
    """A family that there is none of is refused with those there are."""
    with pytest.raises(InputError, match="did you mean 'bernoulli'"):
        Classifier.fit(np.array([[1]]), ["a"], [Part("bernouli")])


def test_an_unseen_category_is_refused() -> None:
    """A category beyond those that were counted is refused, with the column."""
    fitted = Classifier.fit(np.array([[0], [1]]), ["a", "b"], [Part("categorical")])
    with pytest.raises(InputError, match="column 0 holds 2; its values are 0 to 1"):
        fitted.predict(np.array([[2]]))


def test_a_column_that_does_not_vary_has_no_density() -> None:
    """A variance of 0 is refused; with something added to it there is a density."""
    rows, labels = np.array([[1.0], [1.0], [2.0], [4.0]]), ["a", "a", "b", "b"]
    with pytest.raises(InputError, match="a variance is positive"):
        Classifier.fit(rows, labels, [Part("gaussian", amount=0)]).predict(rows)
    assert (
        Classifier.fit(rows, labels, [Part("gaussian", amount="1/100")]).predict(rows).labels == labels
    )


def test_more_than_was_counted_cannot_be_forgotten() -> None:
    """Counts that were never taken cannot be taken away."""
    one = Classifier.fit(np.array([[1, 0]]), ["a"], [Part("multinomial")], classes="ab")
    two = Classifier.fit(np.array([[0, 1]]), ["a"], [Part("multinomial")], classes="ab")
    with pytest.raises(InputError, match="more is to be forgotten than was counted"):
        _ = one - two


LEFT_OUT = {
    "multinomial": [Part("multinomial")],
    "bernoulli": [Part("bernoulli", slice(3, 5))],
    "categorical": [Part("categorical", sizes=(3, 3, 3, 2, 2))],
    "mixed": [Part("multinomial", slice(0, 3)), Part("bernoulli", slice(3, 5))],
    "measured": [Part("multinomial", slice(0, 3)), Part("gaussian", slice(3, 5), "1/4")],
    "unbiased": [Part("gaussian", slice(0, 5), "1/4", less=1)],
    "relative": [Part("gaussian", slice(0, 5), "1/4", relative=True)],
}


@pytest.mark.parametrize("kind", LEFT_OUT)
@one_in(32, "amount", ["0", "1", "3/7", "3602879701896397/36028797018963968"])
def test_leaving_one_out_is_forgetting_it(kind: str, amount: str) -> None:
    """Every row is decided as by the counts without it, ties and 0/0 too; the last λ is a double."""
    chance = np.random.default_rng(10)
    for _ in range(6):
        number = int(chance.integers(4, 9))
        rows = np.column_stack([chance.integers(0, 3, (number, 3)), chance.integers(0, 2, (number, 2))])
        labels = [0, 0, 1, 1, *chance.integers(0, 2, number - 4).tolist()]
        parts = [p if p.kind == "gaussian" else replace(p, amount=amount) for p in LEFT_OUT[kind]]
        whole = Classifier.fit(rows, labels, parts, classes=range(2))
        found = whole.leave_one_out(rows, labels)
        for at in range(number):
            one = Classifier.fit(rows[at : at + 1], labels[at : at + 1], parts, classes=range(2))
            assert found.sets[at] == (whole - one).predict(rows[at : at + 1]).sets[0]


@one_in(3, "size", [1e-160, 1e150, 1.0])
def test_measurements_without_a_row_are_scored_together(
    size: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Leaving 60 rows out makes a model for those alone that bounds leave open."""
    chance = np.random.default_rng(3)
    labels = np.arange(60) % 3
    rows = (chance.normal(0, 1, (60, 4)) + labels[:, None] + 1e6) * size
    whole = Classifier.fit(rows, labels, [Part("gaussian", amount=0, less=1)])
    expected = [whole.without(rows[[at]], labels[at]).predict(rows[[at]]).sets[0] for at in range(60)]
    made = []
    from_sums = GaussianKernel.from_sums
    monkeypatch.setattr(
        GaussianKernel, "from_sums", lambda *sums: made.append(sums) or from_sums(*sums)
    )
    found = Classifier(*(getattr(whole, of.name) for of in fields(whole))).leave_one_out(rows, labels)
    assert found.sets == expected
    assert len(made) == 1 + found.certificates.count("exact")
    assert len(made) < 10 or size != 1.0


def test_priors_without_a_row_are_two_for_each_class(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leaving each of 30 rows of 15 classes out takes 30 logarithms of priors, not 225."""
    asked = []
    log = classifier_room.log_of_product
    monkeypatch.setattr(
        classifier_room, "log_of_product", lambda powers: asked.append(powers) or log(powers)
    )
    rows, labels = np.eye(30, dtype=np.int64), [at // 2 for at in range(30)]
    found = Classifier.fit(rows, labels, [Part("multinomial")]).leave_one_out(rows, labels)
    assert len(asked) == 30
    assert [len(winners) for winners in found.sets] == [14] * 30


def test_the_only_row_cannot_be_left_out() -> None:
    """Without its only row nothing is left to take a prior from."""
    one = Classifier.fit(np.array([[1]]), ["a"], [Part("multinomial")])
    with pytest.raises(InputError, match="without its only row"):
        one.leave_one_out(np.array([[1]]), ["a"])


MEASURED = [
    ([[float("nan")], [1.0]], "expected finite numbers; got NaN or an infinity"),
    ([[float("inf")], [1.0]], "expected finite numbers; got NaN or an infinity"),
    ([[2**53 + 1], [1]], r"row 0, column 0: '9007199254740993' is no exact double"),
    ([["x"], ["y"]], "expected a matrix of numbers"),
]


@all_of("rows, said", MEASURED)
def test_what_is_no_double_is_refused(rows: list[Any], said: str) -> None:
    """Measurements are finite doubles, when a model is fitted and when rows are classified."""
    part = [Part("gaussian", amount=1)]
    with pytest.raises(InputError, match=said):
        Classifier.fit(np.array(rows), ["a", "b"], part)
    fitted = Classifier.fit(np.array([[1.0], [2.0]]), ["a", "b"], part)
    with pytest.raises(InputError, match=said):
        fitted.predict(np.array(rows))


def test_variances_beyond_doubles_are_decided_exactly() -> None:
    """A variance so small that one over it is no double leaves every row to exact arithmetic."""
    rows = np.array([[0.0], [1e-200], [1.0], [3.0]])
    fitted = Classifier.fit(rows, ["a", "a", "b", "b"], [Part("gaussian", amount=0)])
    found = fitted.predict(rows)
    assert found.labels == ["a", "a", "b", "b"]
    assert found.certificates == ["exact"] * 4
    with mp.workdps(50):  # σ is half of 1e-200, and 1
        share = mp.mpf(1e-200) / 2 * mp.exp(mp.mpf("-3/2"))
    assert fitted.posteriors(rows)[0].tolist() == [1.0, float(share)]


def test_only_what_is_no_double_is_refused() -> None:
    """Whole numbers beyond 2^53 are measured if doubles hold them, as nanoseconds of seconds do."""
    seconds = np.array([[1_700_000_000], [1_700_000_007], [1_600_000_000], [1_600_000_001]]) * 10**9
    fitted = Classifier.fit(seconds, ["a", "a", "b", "b"], [Part("gaussian")])
    assert fitted.predict(seconds).labels == ["a", "a", "b", "b"]
    assert fitted.counts[0].totals[0] == (F(3_400_000_007 * 10**9),)  # type: ignore[union-attr]


def test_what_is_given_stays_as_it_is() -> None:
    """A sparse matrix that stores a zero is the same after it was counted and classified."""
    data = (np.array([1.0, 0, 2]), np.array([0, 1, 2]), np.array([0, 2, 3]))
    rows = sparse.csr_matrix(data, shape=(2, 3))
    Classifier.fit(rows, ["a", "b"], [Part("multinomial")]).predict(rows)
    assert rows.toarray().tolist() == [[1, 0, 0], [0, 0, 2]]
    assert rows.nnz == 3


def test_rows_beyond_doubles_are_decided_exactly() -> None:
    """At 1e200 the squares are no doubles: the class with the larger variance wins, exactly."""
    rows = np.array([[0.0], [1.0], [1.0], [5.0]])
    fitted = Classifier.fit(rows, ["a", "a", "b", "b"], [Part("gaussian", amount=0)])
    found = fitted.predict(np.array([[1e200], [-1e200], [0.5]]))
    assert found.labels == ["b", "b", "a"]
    assert found.certificates == ["exact", "exact", "float64"]


NEGATIVE = [
    (Part("multinomial", amount="-1/2"), "mle", "amount: is not negative; got -1/2"),
    (Part("bernoulli", clip="9/10"), "mle", "clip: lies from 0 to below 1/2; got 9/10"),
    (Part("multinomial"), {"a": "3/2", "b": "-1/2"}, "prior: needs a number for every class"),
    (Part("multinomial"), {"a": "1"}, "prior: needs a number for every class"),
]


@all_of("part, prior, said", NEGATIVE)
def test_what_is_no_share_is_refused(part: Part, prior: Any, said: str) -> None:
    """Negative λ and priors, and a clip of a half or more, make no probabilities."""
    rows = np.array([[1, 0], [0, 1]])
    with pytest.raises(InputError, match=said):
        Classifier.fit(rows, ["a", "b"], [part], prior=prior).predict(rows)


def test_rows_have_the_columns_that_were_counted() -> None:
    """A row with a column more or less is refused."""
    fitted = Classifier.fit(np.array([[1, 0], [0, 1]]), ["a", "b"], [Part("multinomial")])
    with pytest.raises(InputError, match="rows of 3 columns; those counted have 2"):
        fitted.predict(np.array([[1, 0, 5]]))


def test_a_row_of_less_weight_cannot_be_left_out_whole() -> None:
    """Where a row weighed a half, a whole one cannot be forgotten."""
    rows, labels = np.array([[2, 0], [0, 1], [1, 1]]), ["a", "b", "b"]
    fitted = Classifier.fit(rows, labels, [Part("multinomial")], weights=["1/2", 2, 2])
    with pytest.raises(InputError, match="more is to be forgotten than was counted"):
        fitted.leave_one_out(rows, labels)
