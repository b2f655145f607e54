"""Columns of exact numbers, some missing: labels and posteriors against Fractions and 2,000 digits."""

from __future__ import annotations

import random
from fractions import Fraction

import numpy as np
import pytest
from mpmath import mp
from thoroughness import all_of, choose, in_both_runs

from exactnb.errors import InputError
from exactnb.scale.logspace import Classifier, Part
from exactnb.scale.logspace.parts import Blocks
from exactnb.scale.logspace.rational_tables import pair_of_doubles
from exactnb.scale.logspace.readings import Readings

KINDS = {
    "plain": lambda dice: Fraction(dice.randrange(-50, 50), 10),
    "long": lambda dice: Fraction(dice.randrange(10**30), 10**29),
    "far": lambda dice: 10**25 + Fraction(dice.randrange(100), 7),
    "huge": lambda dice: Fraction(dice.randrange(1, 50) * 10**400),
    "tiny": lambda dice: Fraction(dice.randrange(1, 50), 10**400),
}


def column(numbers: list[Fraction | None]) -> Readings:
    known = list(dict.fromkeys(x for x in numbers if x is not None))
    places = np.array([-1 if x is None else known.index(x) for x in numbers], dtype=np.int64)
    return Readings.from_fractions([(x.numerator, x.denominator) for x in known], places)


@pytest.mark.parametrize("denominator", [1, 3, 10, 10**15, 2**53 - 1, 2**53, 2**53 + 1, 10**400])
@all_of("dtype", [np.int64, object])
def test_pairs_are_the_nearest_doubles_and_the_nearest_of_the_rest(denominator: int, dtype) -> None:
    """In whole arrays, as far as 2^53, they are those of divisions of integers, one by one."""
    dice = random.Random(denominator)
    numbers = [
        0,
        1,
        -1,
        2**53,
        -(2**53),
        *(dice.randrange(2 ** dice.randrange(54)) for _ in range(300)),
    ]
    for more in ([], [2**53 + 1]):
        numerators = (*numbers, *more)
        pair = Readings.from_numerators(np.array(numerators, dtype=dtype), denominator).pairs_of_doubles
        expected = [pair_of_doubles(number, denominator) for number in numerators]
        assert list(zip(*(part.tolist() for part in pair), strict=True)) == expected


def logarithm(number: Fraction) -> object:
    return mp.log(mp.mpf(number.numerator) / number.denominator)


def fitted_by_hand(train, labels, epsilon: Fraction, less: int) -> dict[str, tuple[object, list]]:
    """Return ln of each class's size, and mean, variance and its logarithm of each column in it."""
    columns, found = list(zip(*train, strict=True)), {}
    largest = Fraction(0)
    for of in columns:
        shown = [x for x in of if x is not None]
        mean = sum(shown) / Fraction(len(shown))
        largest = max(largest, sum((x - mean) ** 2 for x in shown) / len(shown))
    for label in sorted(set(labels)):
        estimates = []
        for of in columns:
            own = [y for y, k in zip(of, labels, strict=True) if k == label and y is not None]
            mean = sum(own) / Fraction(len(own))
            variance = sum((y - mean) ** 2 for y in own) / (len(own) - less) + epsilon * largest
            estimates.append((mean, variance, logarithm(variance)))
        found[label] = mp.log(labels.count(label)), estimates
    return found


def joints(fitted: dict[str, tuple[object, list]], row) -> dict[str, object]:
    """Return the log joint of each class to 2,000 digits, by the textbook."""
    found = {}
    for label, (total, estimates) in fitted.items():
        for (mean, variance, log), x in zip(estimates, row, strict=True):
            if x is not None:
                exponent = (x - mean) ** 2 / variance
                total -= (log + mp.mpf(exponent.numerator) / exponent.denominator) / 2
        found[label] = total
    return found


@in_both_runs
@pytest.mark.parametrize("kind", KINDS)
def test_labels_and_posteriors_are_those_of_2000_digits(kind: str) -> None:
    """Numbers of 30 digits, beyond doubles on both sides and missing ones are decided exactly."""
    dice = random.Random(kind)
    for _ in range(choose(quick=1, exhaustive=6)):

        def drawn(least: int) -> list[list[Fraction | None]]:
            rows = [[KINDS[kind](dice), KINDS["plain"](dice)] for _ in range(12)]
            return [[x if at < least or dice.random() < 0.7 else None for x in row]
                    for at, row in enumerate(rows)]  # fmt: skip

        train, test = drawn(6), drawn(0)
        labels = list("ab" * 6)
        less, share = dice.choice([0, 1]), dice.choice(["0", "1/1000"])
        parts = [Part("gaussian", amount=share, less=less, relative=True)] * 2

        def blocks(rows: list[list[Fraction | None]]) -> Blocks:
            return Blocks(map(column, map(list, zip(*rows, strict=True))))

        fitted = Classifier.fit(blocks(train), labels, parts)
        found, shares = fitted.predict(blocks(test)), fitted.posteriors(blocks(test))
        with mp.workdps(2000):
            by_hand = fitted_by_hand(train, labels, Fraction(share), less)
            for row, winners, share_of in zip(test, found.sets, shares.tolist(), strict=True):
                logs = joints(by_hand, row)
                best = max(logs.values())
                assert winners == tuple(
                    k for k, log in logs.items() if best - log < mp.mpf(10) ** -1900
                )
                whole = sum(mp.exp(log - best) for log in logs.values())
                assert share_of == [float(mp.exp(log - best) / whole) for log in logs.values()]


@in_both_runs
@pytest.mark.parametrize("kind", ["plain", "long", "far"])
def test_scores_lie_within_their_bounds(kind: str) -> None:
    """The double-doubles and the doubles of a column are as near to the true logarithms as they say."""
    dice = random.Random(kind)
    for _ in range(choose(quick=5, exhaustive=40)):
        x = [KINDS[kind](dice) for _ in range(12)]
        (kernel,) = Classifier.fit(
            Blocks([column(x)]), list("ab" * 6), [Part("gaussian", amount="1/9")]
        ).model.kernels
        asked = [KINDS[dice.choice(["plain", kind])](dice) for _ in range(10)]
        fine = kernel.precise_scores(column([*asked, None]))
        scores = kernel.scores(column([*asked, None]))
        assert np.abs(fine.values[0][-1]).max() == np.abs(scores.values[-1]).max() == 0
        with mp.workdps(200):
            for row, number in enumerate(asked):
                for label, k in enumerate("ab"):
                    own = [y for y, other in zip(x, "ab" * 6, strict=True) if other == k]
                    mean = sum(own) / Fraction(len(own))
                    variance = sum((y - mean) ** 2 for y in own) / len(own) + Fraction(1, 9)
                    exponent = (number - mean) ** 2 / (2 * variance)
                    true = -mp.log(2 * mp.pi * variance.numerator / variance.denominator) / 2
                    true -= mp.mpf(exponent.numerator) / exponent.denominator
                    high, low = (mp.mpf(float(part[row, label])) for part in fine.values)
                    error = mp.mpf(float(fine.errors[row, 0]))
                    assert abs(high + low - true) <= error
                    assert kind == "far" or error < (1 + abs(true)) * mp.mpf(2) ** -80
                    near, bound = scores.values[row, label], scores.errors[row, label]
                    assert abs(mp.mpf(float(near)) - true) <= mp.mpf(float(bound))


def test_a_tie_of_decimals_is_a_tie() -> None:
    """0.2 is in the middle of 0.1 ± 0.05 and 0.3 ± 0.05; of the doubles next to these it is not."""
    text = ["0.05", "0.15", "0.25", "0.35"]
    rows = Blocks([column(list(map(Fraction, text)))])
    exact = Classifier.fit(rows, list("aabb"), [Part("gaussian", amount=0)])
    found = exact.predict(Blocks([column([Fraction("0.2"), None])]))
    assert found.sets == [("a", "b"), ("a", "b")]
    assert found.certificates == ["tie", "tie"]
    doubles = Classifier.fit([[float(x)] for x in text], list("aabb"), [Part("gaussian", amount=0)])
    assert doubles.predict([[0.2]]).certificates == ["exact"]


def test_sums_are_of_what_is_shown() -> None:
    """Each column has its own number of rows; merged and forgotten, the sums are the same."""
    x = column([Fraction("0.1"), None, Fraction("2.5"), Fraction("0.1")])
    parts = [Part("gaussian", amount=0)]
    whole = Classifier.fit(Blocks([x]), list("aabb"), parts)
    (sums,) = whole.counts
    assert (sums.sizes, whole.sizes) == ((1, 2), (2, 2))
    assert sums.totals.fractions == ((Fraction("0.1"),), (Fraction("2.6"),))
    assert sums.squares.fractions == ((Fraction("0.01"),), (Fraction("6.26"),))
    halves = [
        Classifier.fit(Blocks([x[at : at + 2]]), labels, parts, classes="ab")
        for at, labels in ((0, "aa"), (2, "bb"))
    ]
    assert (halves[0] + halves[1]).counts == whole.counts
    assert (whole - halves[1]).counts == halves[0].counts
    weighted = Classifier.fit(Blocks([x]), list("aabb"), parts, weights=["1/2", 1, 3, 1])
    assert weighted.counts[0].totals.fractions == ((Fraction("0.05"),), (Fraction("7.6"),))


def test_blocks_of_matrices_are_one_matrix() -> None:
    """Counts beside measurements give the same as columns of one matrix, left out too."""
    dice = np.random.default_rng(1)
    words, numbers = dice.integers(0, 3, (12, 4)), dice.integers(0, 50, (12, 1))
    labels = list("abc" * 4)
    parts = [Part("multinomial", slice(0, 4)), Part("gaussian", slice(4, 5), amount=0)]
    together = np.hstack([words, numbers])
    one = Classifier.fit(together, labels, parts)
    readings = column([Fraction(int(x)) for x in numbers[:, 0]])
    for block in (numbers, readings):
        rows = Blocks([words, block])
        other = Classifier.fit(rows, labels, parts)
        assert (other.counts[1], other.parts, other.width) == (one.counts[1], one.parts, one.width)
        assert other.predict(rows).sets == one.predict(together).sets
        assert other.leave_one_out(rows, labels).sets == one.leave_one_out(together, labels).sets
        assert other.posteriors(rows).tolist() == one.posteriors(together).tolist()


def test_blocks_that_do_not_fit_are_refused() -> None:
    """Too few blocks, of other lengths, or of another width are told in one line."""
    parts = [Part("multinomial"), Part("gaussian", amount=0)]
    words, x = np.ones((2, 3)), column([Fraction(1), Fraction(2)])
    with pytest.raises(InputError, match="expected 2 blocks with as many rows each"):
        Classifier.fit(Blocks([words]), "ab", parts)
    with pytest.raises(InputError, match="expected 2 blocks with as many rows each"):
        Classifier.fit(Blocks([words, x[:1]]), "ab", parts)
    more = Blocks([np.ones((4, 3)), column([Fraction(n) for n in (1, 2, 4, 7)])])
    fitted = Classifier.fit(more, "aabb", parts)
    with pytest.raises(InputError, match="rows of 3 columns; those counted have 4"):
        fitted.predict(Blocks([words[:, :2], x]))
    with pytest.raises(InputError, match=r"less: expected 0 or 1; got 2"):
        Classifier.fit(more, "aabb", [parts[0], Part("gaussian", less=2)])
