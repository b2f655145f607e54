"""Gaussian blocks in floating point: exact sums, scores within their bounds, decisions proved."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from mpmath import mp
from thoroughness import all_of

from exactnb.core.arithmetic import enclosure, in_python
from exactnb.scale.logspace.classifier import Classifier, Part
from exactnb.scale.logspace.gaussian import GaussianKernel
from exactnb.scale.logspace.limbs import Sums, sum_by_class
from exactnb.scale.logspace.model import LogModel

F = Fraction
HALF = (F(1, 2), F(1, 2))


def true_score(kernel: GaussianKernel, row: np.ndarray, label: int) -> mp.mpf:
    """Return log P(x|k) from its definition, to as many digits as mpmath works with."""
    total = mp.mpf(0)
    for x, mean, variance in zip(row, kernel.means[label], kernel.variances[label], strict=True):
        form = (F(float(x)) - mean) ** 2 / variance
        spread = mp.mpf(variance.numerator) / variance.denominator
        total -= mp.mpf(form.numerator) / form.denominator / 2 + mp.log(2 * mp.pi * spread) / 2
    return total


CASES = {
    "usual": (0.0, 1.0, 3), "far from zero": (1e9, 1.0, 2), "very far": (2.0**52, 4.0, 2),
    "tiny": (0.0, 1e-140, 2), "huge": (0.0, 1e140, 2), "narrow": (1.0, 1e-8, 4), "wide": (0.0, 1.0, 60),
    "subnormal squares": (0.0, 1e-153, 1), "subnormal scales": (0.0, 1e150, 1),
}  # fmt: skip


@all_of("name", CASES, apart=3)
def test_scores_lie_within_their_bounds(name: str) -> None:
    """The true score, to 400 digits, is within both bounds, also at the means and far from them."""
    middle, spread, width = CASES[name]
    chance = np.random.default_rng(3)
    rows = middle + spread * chance.normal(0, 1, (24, width))
    labels = np.arange(24) % 3
    kernel = GaussianKernel.from_sums(sum_by_class(rows, labels, 3))
    means = np.array([[float(m) for m in of] for of in kernel.means])
    asked = np.concatenate([rows[:6], means, middle + 1e3 * spread * chance.normal(0, 1, (3, width))])
    scores, fine = kernel.scores(asked), kernel.precise_scores(asked)
    errors = np.broadcast_to(scores.errors, scores.values.shape)
    with mp.workdps(400):
        for at, row in enumerate(asked):
            for label in range(3):
                true = true_score(kernel, row, label)
                assert abs(true - mp.mpf(float(scores.values[at, label]))) <= float(errors[at, label])
                if name.startswith("subnormal") and np.isnan(fine.values[0][at, label]):
                    continue  # too large to be split in two: such rows are looked at exactly
                found = sum(mp.mpf(float(part[at, label])) for part in fine.values)
                assert abs(true - found) <= float(fine.errors[at, 0])


def test_bounds_of_usual_data_are_near() -> None:
    """For measurements of usual size the bound is below a billionth of a unit of the score."""
    chance = np.random.default_rng(4)
    rows = chance.normal(5, 2, (300, 10))
    kernel = GaussianKernel.from_sums(sum_by_class(rows, np.arange(300) % 2, 2))
    assert kernel.scores(rows).errors.max() < 1e-9
    assert kernel.precise_scores(rows).errors.max() < 1e-24


def test_a_class_takes_as_many_logarithms_of_one_column_as_of_many(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Variances are multiplied before a logarithm is taken: of numerators, denominators and π."""
    taken = [0]
    plain = in_python.arb.log

    def counting(number: Any) -> Any:
        taken[0] += 1
        return plain(number)

    monkeypatch.setattr(enclosure, "flint", lambda: in_python)
    monkeypatch.setattr(in_python.arb, "log", counting)
    chance = np.random.default_rng(5)
    numbers = []
    for columns in (1, 40):
        rows = chance.normal(0, 1, (12, columns))
        kernel = GaussianKernel.from_sums(sum_by_class(rows, np.arange(12) % 3, 3))
        taken[0] = 0
        assert np.isfinite(kernel.halved_coefficients[1]).all()
        numbers.append(taken[0])
    assert numbers[0] == numbers[1] == 3 * 3


def test_sums_are_those_of_fractions() -> None:
    """Σx and Σx² of doubles of all sizes are exact: 1e16 + 1 − 1e16 is 1."""
    rows = np.array([[1e16, 5e-324], [1.0, 1.0], [-1e16, 0.1], [0.1, -0.0]])
    found = sum_by_class(rows, np.array([0, 0, 0, 1]), 2)
    exact = [[F(float(x)) for x in row] for row in rows]
    assert found.sizes == (3, 1)
    assert found.totals[0] == tuple(sum(column, F(0)) for column in zip(*exact[:3], strict=True))
    assert found.totals[0][0] == 1
    assert found.squares[1] == (F(0.1) ** 2, F(0))


def test_sums_are_added_and_forgotten() -> None:
    """Two sets of rows added, and one forgotten again, leave the other; weights count as repeats."""
    rows, labels = np.array([[1.5], [2.5], [7.0]]), np.array([0, 1, 0])
    whole, first = sum_by_class(rows, labels, 2), sum_by_class(rows[:1], labels[:1], 2)
    rest = sum_by_class(rows[1:], labels[1:], 2)
    assert first + rest == whole
    assert whole - rest == first
    assert sum_by_class(rows, labels, 2, np.array([2, 1, 0])) == sum_by_class(
        np.array([[1.5], [1.5], [2.5]]), np.array([0, 0, 1]), 2
    )


def test_a_tie_is_halfway_between_equal_variances() -> None:
    """Means 0 and 3 with one variance: 3/2 is tied, the double beside it is not."""
    kernel = GaussianKernel(((F(0),), (F(3),)), ((F(1),), (F(1),)))
    model = LogModel(HALF, (kernel,))
    above, below = np.nextafter(1.5, 2), np.nextafter(1.5, 1)
    found = model.decide(np.array([[1.5], [above], [below]]))
    assert found.sets(range(99)) == [(0, 1), (1,), (0,)]
    assert found.certificate_names() == ["tie", "exact", "exact"]


def test_rows_far_away_are_decided_by_the_variances() -> None:
    """At 1e200, where squares are no doubles, the larger variance wins, or else the nearer mean."""
    wide = GaussianKernel(((F(0),), (F(1),)), ((F(1),), (F(2),)))
    even = GaussianKernel(((F(0),), (F(1),)), ((F(1),), (F(1),)))
    rows = np.array([[1e200], [-1e200]])
    for kernel, winners in ((wide, [(1,), (1,)]), (even, [(1,), (0,)])):
        found = LogModel(HALF, (kernel,)).decide(rows)
        assert found.sets(range(99)) == winners
        assert found.certificate_names() == ["exact", "exact"]


def test_an_offset_leaves_no_row_undecided() -> None:
    """A billion added to every number changes no label, and every label is proved by bounds."""
    chance = np.random.default_rng(6)
    rows = np.round(chance.normal(0, 2, (400, 5)), 3)
    labels = (rows[:, 0] + chance.normal(0, 1, 400) > 0).astype(np.int64)
    found = []
    for offset in (0.0, 1e9):
        kernel = GaussianKernel.from_sums(sum_by_class(rows + offset, labels, 2))
        found.append(LogModel(HALF, (kernel,)).decide(rows + offset))
    assert set(found[1].certificate_names()) == {"float64"}
    assert np.mean(found[0].labels == found[1].labels) > 0.99  # the rows are other doubles


def test_sums_hold_what_they_say() -> None:
    """Sums are values: the same rows in another order have equal ones."""
    rows, labels = np.array([[1.0], [2.0], [4.0]]), np.array([0, 1, 0])
    assert isinstance(sum_by_class(rows, labels, 2), Sums)
    assert sum_by_class(rows[::-1], labels[::-1], 2) == sum_by_class(rows, labels, 2)


def test_entries_below_the_normal_doubles_are_in_the_bound() -> None:
    """1/σ² halfway between two of the least doubles is wrong by 2^-1075, and 2^1023 of it by 2^-52.

    Two other columns make the density at the means about 1, so that no other term hides the loss.
    """
    wide, narrow = F(2) ** 1074 / (2**34 + F(1, 2)), F(1, 2**520)
    rest = 1 / (wide * narrow * F(int(8 * mp.pi**3 * 2**40), 2**40))
    kernel = GaussianKernel(((F(0),) * 3,) * 2, ((wide, narrow, rest), (2 * wide, narrow, rest / 2)))
    asked = np.array([[1.3e154, 0.0, 0.0], [-1e154, 0.0, 0.0], [1.0, 0.0, 0.0]])
    scores = kernel.scores(asked)
    errors = np.broadcast_to(scores.errors, scores.values.shape)
    with mp.workdps(700):
        for row, values, bounds in zip(asked, scores.values, errors, strict=True):
            for label in range(2):
                true = true_score(kernel, row, label)
                assert abs(true - mp.mpf(float(values[label]))) <= float(bounds[label])
    assert errors.max() < 1e-12


EXTREME = {
    "1e300": [1e300, 2e300, 5e300, 9e300], "1e-300": [1e-300, 2e-300, 5e-300, 9e-300],
    "least": [0.0, 5e-324, 1e-323, 3e-323], "largest": [1e308, -1e308, 1.7e308, -1.7e308],
    "at the root": [1e154, 2e154, 3e154, 9e154], "both ends": [1e-300, 2e-300, 1e300, 3e300],
}  # fmt: skip


@all_of("name", EXTREME, apart=3)
def test_doubles_of_every_size_are_decided(name: str) -> None:
    """Where squares and variances are no doubles, labels and posteriors are those of mpmath."""
    rows = np.array(EXTREME[name])[:, None]
    fitted = Classifier.fit(rows, ["a", "a", "b", "b"], [Part("gaussian", amount=0)])
    kernel = fitted.model.kernels[0]
    assert isinstance(kernel, GaussianKernel)
    labels, shares = fitted.predict(rows).labels, fitted.posteriors(rows)
    logs, bounds = fitted.log_posteriors(rows)
    with mp.workdps(1500):
        for at, row in enumerate(rows):
            joints = [mp.exp(true_score(kernel, row, label)) for label in range(2)]
            assert labels[at] == ("a" if joints[0] > joints[1] else "b")
            for label, joint in enumerate(joints):
                share = joint / sum(joints)
                assert shares[at, label] == nearest(share)
                if np.isinf(logs[at, label]):
                    assert mp.log(share) < -(2**1023)
                else:
                    assert abs(mp.log(share) - mp.mpf(float(logs[at, label]))) <= bounds[at, label]
                    assert bounds[at, label] <= 1e-11 * max(1, abs(logs[at, label]))


def nearest(number: mp.mpf) -> float:
    """Return the double next to a number from 0 to 1, rounded once, also where they are least."""
    return float(F(int(mp.nint(number * mp.mpf(2) ** 3000)), 2**3000))
