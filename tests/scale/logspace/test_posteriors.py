"""Posteriors are the doubles next to the true numbers, whatever they are made of."""

from __future__ import annotations

import pickle
import random
from collections.abc import Callable
from fractions import Fraction as F
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from logspace_drawn import drawn, table
from logspace_near_ties import FAMILIES, model, presence, row, shares
from mpmath import mp
from scipy import sparse
from thoroughness import all_of, choose, in_both_runs, law, one_in

import exactnb.scale.logspace.correctly_rounded.posteriors as file
from exactnb.errors import Undecidable
from exactnb.scale.logspace import row_models
from exactnb.scale.logspace.classifier import Classifier, Part
from exactnb.scale.logspace.correctly_rounded.fixed_point import PreciseScores
from exactnb.scale.logspace.decisions import Score
from exactnb.scale.logspace.gaussian import GaussianKernel
from exactnb.scale.logspace.model import LogModel
from exactnb.scale.logspace.multinomial import MultinomialKernel
from exactnb.scale.logspace.tables import Tables


@pytest.fixture
def exact_rows(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Count the rows that are looked at exactly."""
    seen: list[int] = []
    plain = file._shares_of_exact_scores

    def watched(scores: Any) -> list[float]:
        seen.append(len(scores))
        return plain(scores)

    monkeypatch.setattr(file, "_shares_of_exact_scores", watched)
    return seen


def shared(joints: list[F]) -> list[float]:
    """Return posteriors by Fractions; a Fraction becomes the double next to it."""
    return [float(joint / sum(joints)) for joint in joints]


@in_both_runs
def test_posteriors_of_random_problems_are_those_of_fractions(exact_rows: list[int]) -> None:
    """Of problems of mixed blocks, rational λ and weights, each posterior is the nearest double."""
    dice, problems = random.Random(21), choose(quick=25, exhaustive=300)
    asked = 0
    for _ in range(problems):
        case = drawn(dice)
        rows = table(case.queries, case.parts[-1].columns.stop)
        found = case.model().posteriors(rows, nearest=True)
        sets = case.decisions().certificate_names()
        for query, shares_of, name in zip(case.queries, found.tolist(), sets, strict=True):
            asked += 1
            if name == "undefined":
                assert np.isnan(shares_of).all()
            else:
                assert shares_of == shared(case.joints(query))
    assert asked > problems
    assert len(exact_rows) < asked / 1_000


def less_than_a_unit_away(found: list[float], joints: list[F]) -> bool:
    """Say whether each is a double, and less than its last place from the true share of a joint."""
    pairs = zip(found, joints, strict=True)
    return all(abs(F(one) - of / sum(joints)) < F(float(np.spacing(one))) for one, of in pairs)


@in_both_runs
def test_posteriors_in_arrays_are_less_than_a_unit_away(exact_rows: list[int]) -> None:
    """Of mixed blocks, learned in parts and pickled, and of many classes: no row is enclosed for it."""
    dice = random.Random(29)
    for _ in range(choose(quick=20, exhaustive=400)):
        case = drawn(dice)
        found = case.model().posteriors(table(case.queries, case.parts[-1].columns.stop))
        sets = case.decisions().certificate_names()
        for query, shares_of, name in zip(case.queries, found.tolist(), sets, strict=True):
            assert name == "undefined" or less_than_a_unit_away(shares_of, case.joints(query))
    chance = np.random.default_rng(30)
    for words, classes in ((3_000, 3), (20, 60)):
        labels = np.arange(2 * classes) % classes
        rows = chance.integers(0, 3, (2 * classes, words))
        halves = [
            Classifier.fit(rows[half], labels[half].tolist(), [Part("multinomial")])
            for half in (slice(classes), slice(classes, None))
        ]
        fitted = pickle.loads(pickle.dumps(halves[0] + halves[1]))
        of_class = [(rows[labels == label].sum(axis=0) + 1).tolist() for label in range(classes)]
        found = fitted.posteriors(rows[:2]).tolist()
        for row_asked, shares_of in zip(rows[:2].tolist(), found, strict=True):
            joints = [F(1)] * classes
            for label, counts in enumerate(of_class):
                above = 1
                for number, times in zip(counts, row_asked, strict=True):
                    above *= number**times
                joints[label] = F(above, sum(counts) ** sum(row_asked))
            assert less_than_a_unit_away(shares_of, joints)
    assert not exact_rows


@pytest.mark.exhaustive
def test_posteriors_by_enclosures_are_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    """If double-doubles told nothing, enclosures would give the same doubles."""
    dice = random.Random(22)
    for _ in range(60):
        case = drawn(dice)
        rows = table(case.queries, case.parts[-1].columns.stop)
        plain = case.model().posteriors(rows, nearest=True)
        with monkeypatch.context() as patch:
            patch.setattr(file, "ERROR_OF_EXP", 1.0)
            assert np.array_equal(case.model().posteriors(rows, nearest=True), plain, equal_nan=True)
        with monkeypatch.context() as patch:
            patch.setattr(row_models, "_AT_ONCE", 2 * len(case.priors))
            assert np.array_equal(case.model().posteriors(rows, nearest=True), plain, equal_nan=True)


@all_of("name", FAMILIES)
def test_posteriors_of_near_ties_are_rounded_rightly(name: str) -> None:
    """Odds next to 1 give the double next to 1/2, and 1/2 itself only where that is nearest."""
    case = FAMILIES[name]()
    found = case.model.posteriors(case.row, nearest=True)[0]
    if case.odds is not None and len(found) == 2:
        assert found.tolist() == shared([case.odds, F(1)])
    assert set(np.flatnonzero(found == found.max()).tolist()) >= set(case.winners)


MIDDLES = {
    "just below 1": (F(2**54 - 1), F(1)),
    "next to that": (F(2**54), F(1)),
    "above 1/2": (F(2**53 + 1), F(2**53 - 1)),
    "between subnormals": (F(1), F(2**1074) * 2 / 3 - 1),
    "half the least": (F(1), F(2**1075) - 1),
    "less than half": (F(1), F(2**1075)),
    "more than half": (F(1), F(2**1075) - 2),
    "a subnormal": (F(3), F(2**1070)),
    "between normal and not": (F(2**53 - 1), F(2**1075)),
    "the least normal": (F(1), F(2**1022) - 1),
    "a quarter": (F(1), F(3)),
    "a third": (F(1), F(2)),
}


@all_of("name", MIDDLES)
def test_numbers_in_the_middle_of_two_doubles_go_to_the_even_one(name: str) -> None:
    """Priors that are such numbers come back as Python's own division of integers rounds them."""
    one, other = MIDDLES[name]
    priors = (one / (one + other), other / (one + other))
    whole = model(shares((1, 1), (1, 1)), priors=priors)
    found = whole.posteriors(row(1, 2), nearest=True)
    assert found.tolist() == [[float(priors[0]), float(priors[1])]]


@given(st.integers(2**51, 2**53), st.integers(-4, 4), st.integers(-1140, -1060), st.floats(-1, 1))
@law(20, 45)
def test_the_nearest_double_is_that_of_the_fraction(
    whole: int, units: int, n: int, part: float
) -> None:
    """Double-doubles about the least doubles, and next to their middles, are rounded as exactly."""
    high = float(F(2 * whole + units, 2**53))
    low = part * 2.0**-54 * high
    found, sure = file._round_to_nearest(
        (np.array([high]), np.array([low])), np.array([2.0**-90]), np.array([n], dtype=np.int32)
    )
    true = (F(high) + F(low)) * F(2) ** n
    assert not sure[0] or found[0] == float(true)
    assert sure[0] or n < -1022 or abs(part) > 0.9


def test_halves_of_the_least_steps_go_where_the_low_part_says() -> None:
    """(k + 1/2)·2^-1074 and a little more or less, for k even and odd."""
    for k in (2**51, 2**51 + 1, 3, 4):
        steps = F(2 * k + 1, 2)
        high = float(steps / 2**51)
        for low in (high * 2.0**-55, -high * 2.0**-55):
            pair = np.array([high]), np.array([low])
            found, sure = file._round_to_nearest(
                pair, np.array([2.0**-90]), np.array([51 - 1074], dtype=np.int32)
            )
            assert (found[0], sure[0]) == ((k + (low > 0)) * 2.0**-1074, k >= 2**51)


def test_ties_are_shared_equally() -> None:
    """Three classes that are alike have 1/3 each, and a class with a zero factor has none."""
    kernel = shares((1, 2), (1, 2), (1, 2), (3, 0))
    found = model(kernel, priors=[F(1, 4)] * 4).posteriors(row(2, 1))
    assert found.tolist() == [[1 / 3, 1 / 3, 1 / 3, 0.0]]


def test_presence_and_long_rows_are_right() -> None:
    """Rows of 1,000 ones, with posteriors from 1 down to 10^-600, are those of Fractions."""
    dice = random.Random(23)
    counts = [[dice.randrange(1, 400) for _ in range(1_000)] for _ in range(3)]
    rows = [[int(dice.random() < share) for _ in range(1_000)] for share in (0.0, 0.1, 0.5, 0.9, 1.0)]
    whole = model(presence((400,) * 3, *counts, amount=F(1, 2)), priors=[F(1, 3)] * 3)
    for seen, found in zip(rows, whole.posteriors(table(rows, 1_000)).tolist(), strict=True):
        joints = [F(1)] * 3
        for label in range(3):
            for count, there in zip(counts[label], seen, strict=True):
                joints[label] *= (count if there else 400 - count) + F(1, 2)
        assert found == shared(joints)


@pytest.mark.parametrize("amount", [F(1), F(1, 10**300), F(0.1)], ids=float)
def test_words_by_the_million_are_right(amount: F) -> None:
    """Rows whose numbers are large, or no whole numbers, have the posteriors of exact powers."""
    kernel = shares((5, 3, 0), (4, 3, 1), pseudocounts=(amount,))
    rows = np.array(
        [[3e5, 0, 0], [2**40, 2**41, 0], [0.1, 0.7, 1e-6], [1e-3, 2.5, 0.0], [2.0**60, 0, 3]]
    )
    found = model(kernel).posteriors(sparse.csr_matrix(rows))
    shares_of = [[F(c) + amount for c in of] for of in ((5, 3, 0), (4, 3, 1))]
    with mp.workprec(4_000):
        for seen, (one, other) in zip(rows.tolist(), found.tolist(), strict=True):
            log = mp.mpf(0)
            for x, a, b in zip(seen, *shares_of, strict=True):
                odds = (a / sum(shares_of[0])) / (b / sum(shares_of[1]))
                log += mp.mpf(x) * (mp.log(odds.numerator) - mp.log(odds.denominator))
            assert one == float(1 / (1 + mp.exp(-log)))
            assert other == float(1 / (1 + mp.exp(log)))


def test_what_is_left_of_numbers_beyond_all_digits_is_in_the_bound() -> None:
    """400 words that stand 2^-19.5 times beside one that stands 2^100 times, whose share is 1."""
    tables = Tables(np.array([1, 1]), np.array([[3, 4], [10**8, 10**9], *([[0, 0]] * 399)]))
    kernel = MultinomialKernel(tables, (F(1),), (range(1), range(1, 401)))
    seen = np.full((1, 401), 2.0**-19.5)
    seen[0, 0] = 2.0**100
    fine = kernel.precise_scores(sparse.csr_matrix(seen))
    with mp.workprec(400):
        for label, total in enumerate((10**8 + 400, 10**9 + 400)):
            true = mp.mpf(seen[0, 1]) * (mp.log(total - 399) - 400 * mp.log(total))
            found = mp.mpf(fine.values[0][0, label]) + mp.mpf(fine.values[1][0, label])
            assert abs(true - found) <= fine.errors[0, 0]
            assert abs(true - found) >= fine.errors[0, 0] / 2**12


@one_in(6, "scale", [1.0, 1e-3, 1e9, 1e-150, 1e-153, 1e150])
def test_posteriors_of_measurements_are_right(scale: float, exact_rows: list[int]) -> None:
    """Normal densities, near the means and far, give the doubles next to what 2,000 bits give."""
    dice = np.random.default_rng(24)
    means = [[F(float(x)) for x in dice.normal(3, 1, 4) * scale] for _ in range(3)]
    spreads = [[F(float(x)) ** 2 for x in dice.uniform(0.5, 2, 4) * scale] for _ in range(3)]
    kernel = GaussianKernel(tuple(map(tuple, means)), tuple(map(tuple, spreads)))
    whole = LogModel((F(1, 2), F(1, 3), F(1, 6)), (kernel,))
    rows = np.concatenate([dice.normal(3, 2, (40, 4)), dice.normal(3, 50, (20, 4))]) * scale
    found = whole.posteriors(rows, nearest=True)
    with mp.workprec(2_000):
        for seen, shares_of in zip(rows.tolist(), found.tolist(), strict=True):
            joints = []
            for prior, mean, spread in zip(whole.priors, means, spreads, strict=True):
                form = sum(
                    (F(x) - m) ** 2 / (2 * v) for x, m, v in zip(seen, mean, spread, strict=True)
                )
                under = mp.sqrt(ratio(np.prod(spread)))
                joints.append(ratio(prior) * mp.exp(-ratio(form)) / under)
            assert shares_of == [float(joint / sum(joints)) for joint in joints]
    assert len(exact_rows) <= (60 if scale in (1e-150, 1e-153, 1e150) else 0)


def ratio(number: Any) -> mp.mpf:
    return mp.mpf(number.numerator) / number.denominator


def test_blocks_of_all_kinds_are_added() -> None:
    """Words, presence, categories and measurements at once: as by definition, to 400 digits."""
    dice = np.random.default_rng(25)
    counts = dice.integers(0, 4, (30, 5))
    rows = np.concatenate(
        [
            counts,
            dice.integers(0, 2, (30, 3)),
            dice.integers(0, 3, (30, 2)),
            dice.normal(0, 1, (30, 2)),
        ],
        axis=1,
    )
    labels = [("a", "b", "c")[at % 3] for at in range(30)]
    parts = [
        Part("multinomial", slice(0, 5)), Part("bernoulli", slice(5, 8), amount="1/2"),
        Part("categorical", slice(8, 10)), Part("gaussian", slice(10, 12), amount="1/100"),
    ]  # fmt: skip
    fitted = Classifier.fit(rows, labels, parts)
    found = fitted.posteriors(rows)
    read = fitted._columns_by_part(rows)
    with mp.workdps(400):
        for at in range(30):
            scores = [fitted.model.exact_score(read, at, label) for label in range(3)]
            joints = [value(score) for score in scores]
            assert found[at].tolist() == [float(joint / sum(joints)) for joint in joints]
    logs, errors = fitted.log_posteriors(rows)
    assert (np.abs(np.exp(logs) - found) <= (errors + 1e-15) * found + 1e-300).all()


def value(score: Score) -> mp.mpf:
    found = mp.exp(ratio(score.exponential)) * mp.sqrt(mp.pi) ** score.root_pi
    for number, exponent in score.powers.items():
        found *= mp.mpf(number) ** ratio(F(exponent))
    return found


def test_where_nothing_is_known_there_is_no_number() -> None:
    """A row that is 0/0 has NaN, beside rows that are as ever; no rows have no posteriors."""
    whole = model(shares((1, 0), (2, 0), pseudocounts=(F(0),)))
    found = whole.posteriors(table([[1, 0], [0, 1], [0, 0]], 2))
    assert found[[0, 2]].tolist() == [[0.5, 0.5]] * 2
    assert np.isnan(found[1]).all()
    assert whole.posteriors(sparse.csr_matrix((0, 2), dtype=np.int64)).shape == (0, 2)


@pytest.mark.exhaustive
def test_far_classes_need_no_enclosures(exact_rows: list[int]) -> None:
    """Where one class leads by far its share is 1, however large the scores and their bounds are."""
    dice = np.random.default_rng(27)
    labels = dice.integers(0, 3, 200)
    rows = dice.normal(0, 1, (200, 5)) + labels[:, None]
    fitted = Classifier.fit(rows, labels.tolist(), [Part("gaussian", amount=0)])
    for far in (1e6, 1e9, 1e30, 1e100):
        rows[:, 0] = far
        found = fitted.posteriors(rows)
        assert (np.sort(found, axis=1) == [0.0, 0.0, 1.0]).all()
        assert found.argmax(axis=1).tolist() == fitted.predict(rows).decisions.labels.tolist()
    assert not exact_rows
    rows[:, 0] = 1e160  # beyond the range of squares
    assert (np.sort(fitted.posteriors(rows[:5]), axis=1) == [0.0, 0.0, 1.0]).all()
    assert exact_rows


def test_a_lead_counts_only_beyond_its_bound() -> None:
    """A class that is 2,000 behind, each score off by up to 500, is looked at exactly."""

    def exact(row: int, label: int) -> Score:
        return Score({2: label})

    behind = np.array([[0.0, -2_000.0]] * 2), np.zeros((2, 2))
    found = file.posteriors(PreciseScores(behind, np.array([[500.0], [100.0]])), exact)
    assert found.tolist() == [[1 / 3, 2 / 3], [1.0, 0.0]]


def test_enclosures_have_no_zero_below_zero() -> None:
    """(5/6)^10,000 is below the doubles, 2^-10^30 is far below, and neither is −0.0."""
    for powers in ({5: 10_000, 6: -10_000}, {2: -(10**30)}):
        for scores in ([Score(powers), Score({})], [Score({}), Score(powers)]):
            found = file._shares_of_exact_scores(scores)
            assert sorted(found) == [0.0, 1.0]
            assert not np.signbit(found).any()


@all_of("size", [1e16, 1e57, 1e100, 1e200, 1.7e308])
def test_the_largest_numbers_of_words_are_right(size: float) -> None:
    """Ties stay ties, and leaders have all; there is no −0.0 and no warning."""
    tied = Classifier.fit(np.array([[1, 7, 2], [3, 3, 4]]), [0, 1], [Part("multinomial")]).model
    clear = Classifier.fit(np.array([[4, 3, 1], [5, 3, 0]]), [0, 1], [Part("multinomial")]).model
    rows = sparse.csr_matrix([[size, size, 0.0], [1.0, 0.0, 1.0]])
    shares_of = tied.posteriors((rows,)).tolist()
    assert shares_of[0] == [0.5, 0.5]
    found = clear.posteriors((sparse.csr_matrix([[size, 0.0, 0.0]]),))
    assert found.tolist() == [[0.0, 1.0]]
    assert not np.signbit(found).any()


def test_one_large_row_leaves_the_others_as_they_are(exact_rows: list[int]) -> None:
    """Fractions are cut row by row: 1e20 in one row is no loss to the next."""
    dice = np.random.default_rng(28)
    whole = model(
        shares(*dice.integers(1, 9, (3, 20)).tolist(), pseudocounts=(F(1),)), priors=[F(1, 3)] * 3
    )
    rows = dice.random((50, 20)) * (dice.random((50, 20)) < 0.3)
    plain = whole.posteriors(sparse.csr_matrix(rows))
    for large in (1e20, 1e60):
        more = np.concatenate([rows, [[large, *[0.25] * 19]]])
        assert np.array_equal(whole.posteriors(sparse.csr_matrix(more))[:50], plain)
    counts = dice.integers(0, 3, (50, 20))
    plain = whole.posteriors(sparse.csr_matrix(counts))
    more = np.concatenate([counts, [[2**60, *[1] * 19]]])
    assert np.array_equal(whole.posteriors(sparse.csr_matrix(more))[:50], plain)
    assert not exact_rows


def test_tables_in_fixed_point_are_not_pickled() -> None:
    """Two of them are kept beside a model, and its copies make their own."""
    whole = model(shares((1, 2), (2, 1)))
    plain = pickle.dumps(whole)
    rows = [row(1, 2), row(2**16, 1), row(2**30, 1), row(2**40, 2)]
    found = [whole.posteriors(each).tolist() for each in rows]
    kernel = whole.kernels[0]
    assert len(kernel._table_cache._entries) == 2  # type: ignore[union-attr]
    again = pickle.loads(pickle.dumps(whole))
    assert len(pickle.dumps(again)) < len(plain) + 1_000
    assert [again.posteriors(each).tolist() for each in rows] == found


@all_of("broken", [np.nan, np.inf, -np.inf])
def test_scores_that_are_no_numbers_are_looked_at_exactly(broken: float) -> None:
    """Beside a row that is as it should be; the exact scores have the odds 1 : 3."""
    values = np.array([[0.0, 0.0], [broken, 0.0], [0.0, broken]])
    fine = PreciseScores((values, np.zeros((3, 2))), np.zeros((3, 1)))
    with np.errstate(invalid="ignore"):
        found = file.posteriors(fine, lambda row, label: Score({3: label}))
    assert found.tolist() == [[0.5, 0.5], [0.25, 0.75], [0.25, 0.75]]


def test_a_number_that_cannot_be_rounded_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where no number of bits tells, this is said."""
    monkeypatch.setattr(file, "_MOST_BITS", 0)
    monkeypatch.setattr(file, "ERROR_OF_EXP", 1.0)
    with pytest.raises(Undecidable, match="too near the middle"):
        model(shares((1, 2), (2, 1))).posteriors(row(1, 0))


def by_fractions(counts: list[list[int]], seen: dict[int, int]) -> Callable[[int], F]:
    def joint(label: int) -> F:
        found, below = F(1), sum(counts[label]) + len(counts[label])
        for feature, times in seen.items():
            found *= F(counts[label][feature] + 1, below) ** times
        return found

    return joint


@pytest.mark.exhaustive
def test_documents_have_the_posteriors_of_fractions(exact_rows: list[int]) -> None:
    """Documents of 300 of 5,000 words in eight classes: each posterior is the nearest double."""
    dice = np.random.default_rng(26)
    weights = dice.dirichlet(np.full(5_000, 0.1), 8)
    counts = [dice.multinomial(20_000, of).tolist() for of in weights]
    rows = [dice.multinomial(300, weights[at % 8]) for at in range(120)]
    whole = model(shares(*counts, pseudocounts=(F(1),)), priors=[F(1, 8)] * 8)
    found = whole.posteriors(sparse.csr_matrix(np.array(rows)), nearest=True)
    for seen, shares_of in zip(rows, found.tolist(), strict=True):
        joint = by_fractions(counts, {int(j): int(seen[j]) for j in np.flatnonzero(seen)})
        assert shares_of == shared([joint(label) for label in range(8)])
    assert not exact_rows


MIDDLE = {"a": F(2**53 + 1, 2**55), "b": F(2**53 - 1, 2**55), "c": F(1, 2)}


def middling(*classes: tuple[int, int, int]) -> Classifier:
    """Return a model of words in whose rows 36 to a power stands in a as 6·6, and in b as 4·9.

    So their posteriors are as the priors are, 2^53 + 1 to 2^53 − 1.
    """
    counts = np.array([(5, 5, 1), (3, 8, 0), *classes])
    names = "abc"[: len(counts)]
    prior = {k: MIDDLE[k] * (1 if "c" in names else 2) for k in names}
    return Classifier.fit(counts, list(names), [Part("multinomial")], prior=prior)


@all_of("times", [1, 10, 10**6, 10**9])
def test_what_cancels_over_a_coprime_base_is_cancelled_first(times: int) -> None:
    """1/2 + 2^-54 lies midway between two doubles, and goes to 1/2, however long the row is."""
    fitted = middling()
    asked = np.array([[times, times, 0], [1, 0, 0]])
    found = fitted.posteriors(asked, nearest=True)
    assert found[0].tolist() == [0.5, 0.5 - 2.0**-54]
    assert (found[1] == fitted.posteriors(asked[1:], nearest=True)[0]).all()


def test_a_row_that_cannot_be_rounded_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """A third class, less likely by 36 to the millionth, leaves open on which side of the middle."""
    monkeypatch.setattr(row_models, "_AT_ONCE", 6)  # two rows at once
    fitted = middling((0, 0, 12))
    asked = np.array([[1, 0, 0], [0, 1, 0], [0, 0, 1], [10**6, 10**6, 0]])
    with pytest.raises(Undecidable, match="row 3: a posterior lies too near the middle"):
        fitted.posteriors(asked, nearest=True)
    assert fitted.posteriors(asked[:3], nearest=True).shape == (3, 3)
    assert fitted.posteriors(asked).shape == (4, 3)  # both neighbours are less than a unit away
