"""Scores of complements, normalised ones, and of columns with gaps lie within their bounds."""

from __future__ import annotations

import random
from fractions import Fraction as F
from typing import Any

import mpmath
import numpy as np
from scipy import sparse
from thoroughness import choose, in_both_runs, one_in

from exactnb.scale.logspace.complement import ComplementKernel, NormalisedKernel
from exactnb.scale.logspace.gaussian import GappedKernel, GaussianKernel
from exactnb.scale.logspace.tables import Tables

BITS = 2_500  # ln(1 + 10^-600) has its first digit after 2,000
CASES = choose(quick=15, exhaustive=100)
LAMBDAS = (F(1), F(1, 3), F(1, 10**300), F(10**12), F(0.1))


def log(number: F) -> Any:
    return mpmath.log(mpmath.mpf(number.numerator)) - mpmath.log(mpmath.mpf(number.denominator))


def tables(dice: random.Random) -> Tables:
    width, classes = dice.randint(2, 6), dice.randint(1, 4)
    most = dice.choice((3, 1000, 10**15, 2**61, 2**90))
    cells = [[dice.choice((0, 1, most, dice.randrange(most + 1))) for _ in range(classes)]
             for _ in range(width)]  # fmt: skip
    kind = object if most > 2**61 else np.int64
    return Tables(np.ones(classes, dtype=np.int64), np.array(cells, dtype=kind), dice.choice((1, 1, 7)))


def asked(dice: random.Random, width: int) -> Any:
    numbers: tuple[Any, ...] = dice.choice(((0, 1, 2), (0, 1, 2**52), (0.0, 0.1, 3.75, 1e-300, 1e9)))
    rows = np.array([[dice.choice(numbers) for _ in range(width)] for _ in range(3)])
    return rows if dice.randrange(2) else sparse.csr_matrix(rows)


def check(found: Any, fine: Any, true: list[list[Any]]) -> None:
    """See that scores in doubles, and in double-doubles, are no further off than they say."""
    values, errors = found.values, np.broadcast_to(found.errors, found.values.shape)
    (high, low), bounds = fine.values, np.broadcast_to(fine.errors, fine.values[0].shape)
    for at, of in np.ndenumerate(np.array(true, dtype=object)):
        assert abs(mpmath.mpf(values[at]) - of) <= errors[at], at
        assert abs(mpmath.mpf(high[at]) + mpmath.mpf(low[at]) - of) <= bounds[at], at
        assert abs(values[at] - of) <= 2.0**-44 * (1 + abs(of)), at  # and bounds are near


@in_both_runs
@one_in(2, "norm", [False, True])
def test_scores_of_complements_are_within_their_bounds(norm: bool) -> None:
    """Counts to 2^90, λ from 10^-300 to 10^12 and by feature, whole numbers and doubles."""
    dice = random.Random(f"complements {norm}")
    for _ in range(CASES):
        held = tables(dice)
        width, classes = held.cells.shape
        amounts = tuple(dice.choice(LAMBDAS) for _ in range(dice.choice((1, width))))
        kernel: Any = ComplementKernel.from_tables(held, amounts)
        kernel = NormalisedKernel(kernel.complement) if norm else kernel
        rows = asked(dice, width)
        dense = rows.toarray() if sparse.issparse(rows) else rows
        true = []
        with mpmath.workprec(BITS):
            weights = []
            for label in range(classes):
                counts = [sum(map(int, cells)) - int(cells[label]) for cells in held.cells]
                added = amounts * width if len(amounts) == 1 else amounts
                above = [F(c, held.denominator) + a for c, a in zip(counts, added, strict=True)]
                weights.append([log(n / sum(above)) for n in above])
            for row in dense.tolist():
                of_row = []
                for logs in weights:
                    score = sum(
                        (mpmath.mpf(x) * g for x, g in zip(row, logs, strict=True)), mpmath.mpf(0)
                    )
                    of_row.append(score / sum(logs) if norm else -score)
                true.append(of_row)
            check(kernel.scores(rows), kernel.precise_scores(rows), true)


def test_scores_of_columns_with_gaps_are_those_of_their_numbers() -> None:
    """Full rows have the scores of columns without gaps, others those of the columns they show."""
    known = [[(F(1, 3), F(2)), (F(10**9), F(1, 10**6)), None], [(F(1), F(1, 7)), None, (F(2), F(3))]]
    columns = GappedKernel.of_columns(known)
    whole = GaussianKernel(columns.means, columns.variances)
    rows = np.array(
        [[0.5, 1.25], [np.nan, 1.0], [1e9, -2.0], [np.nan, np.nan], [-1e200, 3.0], [4.0, np.nan]]
    )
    full = ~np.isnan(rows).any(axis=1)
    assert (columns.scores(rows).values[full] == whole.scores(rows[full]).values).all()
    found, fine = columns.scores(rows), columns.precise_scores(rows)
    assert found.undefined is not None
    assert fine.undefined is not None
    for row, cells in enumerate(rows):
        there = np.flatnonzero(~np.isnan(cells)).tolist()
        for label in range(3):
            undefined = any(known[at][label] is None for at in there)
            assert found.undefined[row, label] == fine.undefined[row, label] == undefined
            with mpmath.workprec(BITS):
                true = mpmath.mpf(0)
                for at in there:
                    mean, variance = (table[label][at] for table in (columns.means, columns.variances))
                    away, twice = F(float(cells[at])) - mean, 2 * variance
                    square = away * away / twice
                    true -= mpmath.mpf(square.numerator) / square.denominator
                    true -= (log(twice) + mpmath.log(mpmath.pi)) / 2
                assert abs(mpmath.mpf(found.values[row, label]) - true) <= found.errors[row, 0]
                value = mpmath.mpf(fine.values[0][row, label]) + mpmath.mpf(fine.values[1][row, label])
                if np.isfinite(fine.values[0][row, label]):
                    assert abs(value - true) <= fine.errors[row, 0]
            if not undefined and there:
                ends = columns.score(rows[row : row + 1], label).product().enclose_log(400).bounds()
                assert ends is not None
                with mpmath.workprec(BITS):
                    low, high = (mpmath.mpf(end.numerator) / end.denominator for end in ends)
                    room = abs(true) * mpmath.mpf(2) ** -2000
                    assert low - room <= true <= high + room
