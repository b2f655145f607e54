"""No score of the log-space path is further from the true one than its bound says."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction as F
from math import ulp
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from logspace_drawn import drawn, table
from logspace_near_ties import FAMILIES, model, presence, row, shares
from scipy import sparse
from thoroughness import all_of, choose, in_both_runs, is_exhaustive, law, one_in

from exactnb.core.arithmetic.enclosure import double_double_logs, log_form
from exactnb.scale.logspace import logs
from exactnb.scale.logspace.bernoulli import BernoulliKernel
from exactnb.scale.logspace.decisions import Scores, add_scores, rounding_error_growth
from exactnb.scale.logspace.logs import integer_logs, log_of_product, log_quotients, log_ratio_table
from exactnb.scale.logspace.model import LogModel
from exactnb.scale.logspace.multinomial import MultinomialKernel
from exactnb.scale.logspace.tables import Levels, Tables

BITS = 400
AMOUNTS = (F(0), F(1), F(1, 10**300), F(10**12), F(0.1), F(3, 7), F(1, 10**6))


def away(value: float | F, powers: Mapping[int, int | F], bits: int = BITS) -> F:
    """Return how far a double is from the log of a product, rounded up."""
    factors = [(n, F(e)) for n, e in powers.items() if n > 1 and e]
    lower, upper = log_form(factors, F(0), 0, bits).bounds()
    exact = value if isinstance(value, F) else F(float(value))
    return max(abs(exact - lower), abs(exact - upper))


def holds_within(value: float, powers: Mapping[int, int | F], units: str, bits: int = BITS) -> bool:
    """Say whether a double is within some 2^-53ths of the size of the log of a product."""
    factors = [(n, F(e)) for n, e in powers.items() if n > 1 and e]
    lower, upper = log_form(factors, F(0), 0, bits).bounds()
    least = 0 if lower <= 0 <= upper else min(abs(lower), abs(upper))
    return away(value, powers, bits) <= F(units) / 2**53 * least


def product(factors: Iterable[tuple[F, int]]) -> dict[int, int]:
    """Return positive fractions to some powers as powers of integers."""
    powers: dict[int, int] = {}
    for number, exponent in factors:
        powers[number.numerator] = powers.get(number.numerator, 0) + exponent
        powers[number.denominator] = powers.get(number.denominator, 0) - exponent
    return powers


def quotient(one: Mapping[int, int], other: Mapping[int, int]) -> dict[int, int]:
    """Return a product of powers over another."""
    return {number: one.get(number, 0) - other.get(number, 0) for number in {*one, *other}}


def of_shares(kernel: MultinomialKernel, seen: Sequence[int], label: int) -> dict[int, int]:
    """Return P(x|k) by the definition, zeros left out."""
    cells = [F(int(c), kernel.tables.denominator) for c in kernel.tables.cells[:, label]]
    pseudocounts = (
        kernel.pseudocounts * len(cells) if len(kernel.pseudocounts) == 1 else kernel.pseudocounts
    )
    factors = []
    for group in kernel.groups:
        total = sum((cells[j] + pseudocounts[j] for j in group), F(0))
        if total:
            factors += [((cells[j] + pseudocounts[j]) / total, seen[j]) for j in group if seen[j]]
    return product((share, times) for share, times in factors if share)


def of_presence(kernel: BernoulliKernel, seen: Sequence[int], label: int) -> dict[int, int]:
    """Return P(x|k) by the definition, for a class where no factor is zero."""
    over = kernel.tables.denominator
    size = F(int(kernel.tables.sizes[label]), over) + 2 * kernel.pseudocount
    there = [(F(int(c), over) + kernel.pseudocount) / size for c in kernel.tables.cells[:, label]]
    return product((p if x else 1 - p, 1) for p, x in zip(there, seen, strict=True))


def check(kernel: MultinomialKernel | BernoulliKernel, rows: list[list[int]], bits: int = BITS) -> None:
    """Assert that every score is within its bound, alone and with a prior, in single precision too.

    Rows are sparse and dense. In single precision the scores of presence in few classes are less that
    of the first, and so are those of shares in two.
    """
    width, classes = kernel.tables.cells.shape
    whole = model(kernel, priors=[F(1, classes)] * classes)
    by_definition = of_shares if isinstance(kernel, MultinomialKernel) else of_presence
    for single, dense in ((False, False), (True, False), (False, True)):
        shown = [seen for seen in rows if not single or max(seen, default=0) < 2**24]
        matrix = table(shown, width).toarray() if dense else table(shown, width)
        alone, together = (of.scores(matrix, single=single) for of in (kernel, whole))
        relative = single and classes <= (6 if isinstance(kernel, BernoulliKernel) else 2)
        assert not relative or not alone.values[:, 0].any()
        for scores, prior in ((alone, F(1)), (together, F(1, classes))):
            errors = np.broadcast_to(scores.errors, scores.values.shape)
            for at, seen in enumerate(shown):
                for label in range(classes):
                    true: Any = by_definition(kernel, seen, label)  # type: ignore[operator]
                    true[prior.denominator] = true.get(prior.denominator, 0) - 1
                    if relative:
                        true = quotient(true, by_definition(kernel, seen, 0))  # type: ignore[operator]
                    assert away(scores.values[at, label], true, bits) <= F(float(errors[at, label]))
    check_finely(kernel, rows, bits)


def check_finely(kernel: MultinomialKernel | BernoulliKernel, rows: list[list[int]], bits: int) -> None:
    """Assert that the scores in double-doubles are within their bounds."""
    width, classes = kernel.tables.cells.shape
    by_definition = of_shares if isinstance(kernel, MultinomialKernel) else of_presence
    for matrix in (table(rows, width), table(rows, width).toarray()):
        fine = kernel.precise_scores(matrix)
        for at, seen in enumerate(rows):
            for label in range(classes):
                true: Any = by_definition(kernel, seen, label)  # type: ignore[operator]
                value = sum(F(float(part[at, label])) for part in fine.values)
                assert away(value, true, bits) <= F(float(fine.errors[at, 0]))


# --- tables of logarithms ---

WHOLE = st.one_of(st.integers(1, 50), st.integers(1, 2**200), st.integers(2**53 - 4, 2**53 + 4))
NEAR = st.tuples(WHOLE, st.integers(0, 3)).map(lambda pair: (pair[0], pair[0] + pair[1]))


@given(st.lists(WHOLE, min_size=1, max_size=4), st.lists(WHOLE, min_size=1, max_size=4))
@law(15, 45)
def test_log_ratios_are_within_their_claim(above: list[int], below: list[int]) -> None:
    """ln(a/b) is within 1.002·2^-53 of its size for every pair."""
    found = log_ratio_table(above, below)
    for i, a in enumerate(above):
        for j, b in enumerate(below):
            assert a == b or holds_within(found[i, j], {a: 1, b: -1}, "1.002")
            assert a != b or found[i, j] == 0


@given(st.lists(NEAR, min_size=1, max_size=5))
@law(15, 45)
def test_logs_of_quotients_near_one_are_within_their_claim(pairs: list[tuple[int, int]]) -> None:
    """ln(a/b) keeps its digits where a and b differ by a few units, however large they are."""
    above, below = [a for a, _ in pairs], [b for _, b in pairs]
    for found, a, b in zip(log_quotients(above, below), above, below, strict=True):
        assert found == 0 if a == b else holds_within(found, {a: 1, b: -1}, "1.002", 1_000)


@all_of("digits", [5, 16, 40, 300, 900], apart=3)
def test_logs_about_the_threshold_are_within_their_claim(digits: int) -> None:
    """Ratios about 2^-20, where they begin to be taken anew, keep the claim, next to powers of 2."""
    dice = random.Random(digits)
    above, below = [], []
    for _ in range(210 if digits < 18 else 60):  # short ones are taken together, if they are many
        a = dice.randrange(10**digits, 10 ** (digits + 1))
        size = F(1, 2 ** dice.randint(15, 22)) * (1 + F(dice.randrange(-8, 9), 2**53))
        above.append(a)
        below.append(max(int(a * (1 - size + size**2 / 2)), 1))
    for found, a, b in zip(log_quotients(above, below), above, below, strict=True):
        assert found == 0 if a == b else holds_within(found, {a: 1, b: -1}, "1.002", 8_000)


@in_both_runs
def test_logs_of_many_integers_are_within_their_claim(monkeypatch) -> None:
    """ln n is the sum of two doubles to 2^-84, next to each step of the table and to powers of 2.

    Once that table is made, no logarithm is taken by itself.
    """
    dice, wide = random.Random(7), choose(quick=10, exhaustive=1)
    halves = [half << dice.randint(0, 49) for half in range(2**11, 2**12 + 1, wide)]
    near = [number + more for number in halves for more in (-1, 0, 1)]
    powers = [2**power + more for power in range(1, 61) for more in (-1, 0, 1)]
    numbers = [
        *range(1, 200),
        *near,
        *powers,
        *(dice.randrange(1, 2**62) for _ in range(200)),
        2**62 - 1,
    ]
    assert max(numbers) < 2**62
    integer_logs(numbers)
    taken: list[int] = []
    monkeypatch.setattr(
        logs, "double_double_logs", lambda of: taken.append(len(of)) or double_double_logs(of)
    )
    for number, high, low in zip(numbers, *integer_logs(numbers), strict=True):
        lower, upper = log_form([(number, F(1))], F(0), 0, BITS).bounds()
        assert abs(F(float(high)) + F(float(low)) - lower) + upper - lower <= F(1, 2**84)
    assert taken == []
    integer_logs([*numbers, 2**62])  # which is no sum of two doubles with an integer of 64 bits
    assert taken == [len(numbers) + 1]


def test_logs_of_the_priors_of_many_classes_are_taken_together(monkeypatch) -> None:
    """Two calls take those of 200 classes, from 1/10^300 to 10^12 and 0, each within the claim."""
    dice, tables = random.Random(5), Tables(np.ones(200, np.int64), np.ones((1, 200), np.int64))
    kernel = MultinomialKernel(tables, (F(1),), (range(1),))
    priors = [F(0), F(1), F(1, 10**300), F(10**12), *(F(dice.randint(1, 10**6), 7) for _ in range(196))]
    calls: list[int] = []
    noted = lambda of: calls.append(len(of)) or integer_logs(of)  # noqa: E731
    monkeypatch.setattr(logs, "integer_logs", noted)
    found = LogModel(tuple(priors), (kernel,)).finite_log_priors
    assert len(calls) == 2
    assert found[:2].tolist() == [0.0, 0.0]
    for value, prior in zip(found[2:], priors[2:], strict=True):
        assert holds_within(value, product([(prior, 1)]), "1.002")


@pytest.mark.parametrize("largest", [3, 10**5, 10**9])
def test_levels_take_no_more_room_than_their_table(monkeypatch, largest: int) -> None:
    """640 counts up to 10^9 have as many levels at most, whose table has a column for each class."""
    rooms: list[int] = []

    def counted(places: np.ndarray, minlength: int, count=np.bincount) -> np.ndarray:
        rooms.append(minlength)
        return count(places, minlength=minlength)

    monkeypatch.setattr(np, "bincount", counted)
    cells = np.random.default_rng(largest).integers(0, largest, (64, 10)) | 1
    levels = Levels(cells)
    assert rooms[0] <= (cells.size + 1) * 10
    of_levels = np.repeat(np.array(levels.values)[:, None], 10, axis=1)
    assert levels.entries_by_level(of_levels).tolist() == cells.tolist()


@given(st.dictionaries(st.integers(2, 10**9), st.fractions(-9, 9, max_denominator=6), max_size=4))
@law(15, 45)
def test_logs_of_products_are_within_their_claim(powers: dict[int, F]) -> None:
    """The logarithm of a product is rounded once, and 0 if the product is 1."""
    found = log_of_product(powers)
    assert holds_within(found, powers, "1.001", 2_000)


def test_logs_of_products_near_one_keep_their_digits() -> None:
    """2^p/3^q of convergents, (n + 1)/n of a thousand digits, and 6·6 = 4·9."""
    assert log_of_product({6: 2, 4: -1, 9: -1}) == 0.0
    assert holds_within(log_of_product({2: 301_994, 3: -190_537}), {2: 301_994, 3: -190_537}, "1.001")
    for digits in (20, 100, 250):
        near = {10**digits + 1: 1, 10**digits: -1}
        assert holds_within(log_of_product(near), near, "1.001", 4_000)
        assert log_of_product(near) == float(f"1e-{digits}")


def test_the_parts_of_a_log_are_the_doubles_next_to_it() -> None:
    """ln n is the sum of two doubles to 2^-100 of its size, the first of them the nearest."""
    numbers = [2, 3, 10, 2**53 + 1, 10**300, 7**5_000]
    for number, high, low in zip(numbers, *double_double_logs(numbers), strict=True):
        assert abs(low) <= ulp(high) / 2
        lower, upper = log_form([(number, F(1))], F(0), 0, BITS).bounds()
        assert abs(F(high) + F(low) - lower) + upper - lower <= lower / 2**100


def test_growth_is_an_upper_bound() -> None:
    """n·u/(1 − n·u) is not rounded below its exact value."""
    for number in (1, 2, 3, 10, 1_000, 10**6 + 3, 2**40 + 1):
        exact = F(number, 2**53) / (1 - F(number, 2**53))
        assert exact <= F(float(rounding_error_growth(number))) <= exact * (1 + F(1, 2**39))


# --- shares: multinomial and categorical ---

COUNTS: dict[str, tuple[tuple[int, ...], ...]] = {
    "small": ((1, 2, 3, 4), (4, 3, 2, 1), (0, 0, 0, 9)),
    "huge": ((2**40, 1, 2**20, 0), (1, 2**40, 3, 5), (2**40, 2**40, 2**40, 2**40)),
    "about 2^53": ((2**53 - 1, 2**53, 2**53 + 1, 1), (2**53, 2**53 - 1, 0, 3), (2**61, 1, 1, 1)),
    "beyond 64 bits": ((2**70, 2**63, 1, 0), (2**63 - 1, 2**64 + 1, 2**63, 1), (1, 1, 1, 2**90)),
    "shares near 1": ((10**15, 0, 1, 0), (10**15 + 1, 1, 0, 0), (1, 10**17, 0, 0)),
}
SEEN = [
    [0, 0, 0, 0],
    [1, 0, 0, 0],
    [1, 1, 1, 1],
    [2**40, 0, 0, 1],
    [2**24 - 1, 2**23 - 1, 2**22 + 1, 3],
    [2**53 + 1, 2**53 - 1, 3, 2**53 + 3],
    [2**63 - 1, 2**63 - 513, 2**62 + 1, 1],
]


@one_in(6, "amount", AMOUNTS, ids=float)
@one_in(6, "counts", COUNTS)
def test_scores_of_shares_are_within_their_bounds(counts: str, amount: F) -> None:
    """Counts up to 2^90, rows up to 2^63, λ from 10^-300 to 10^12: no score is out of its bounds."""
    check(shares(*COUNTS[counts], pseudocounts=(amount,)), SEEN, 3_000)
    check(shares(*COUNTS[counts][:2], pseudocounts=(amount,)), SEEN, 3_000)


@pytest.mark.exhaustive
@all_of("counts", COUNTS)
def test_scores_with_pseudocounts_by_feature_are_within_their_bounds(counts: str) -> None:
    """λ of every feature for itself, in two groups, and the totals of each."""
    pseudocounts = (F(1, 10**300), F(0.1), F(10**12), F(0))
    kernel = shares(*COUNTS[counts], pseudocounts=pseudocounts, groups=(range(2), range(2, 4)))
    check(kernel, SEEN, 3_000)


def test_one_feature_has_the_share_one() -> None:
    """With one feature every share is 1: the scores are 0, and their bounds are next to nothing."""
    kernel = shares((3,), (2**60,), pseudocounts=(F(1, 3),))
    check(kernel, [[0], [1], [2**53 + 1]])
    assert not kernel.scores(table([[1]], 1)).values.any()


@all_of("digits", [15, 200, 310, 400])
def test_shares_as_near_to_one_as_doubles_are_to_zero(digits: int) -> None:
    """ln(1 − 10^-digits), normal, subnormal or less than all doubles, is within its bound."""
    whole = model(shares((1, 0), (2, 0), pseudocounts=(F(1, 10**digits),)))
    for seen in ([1, 0], [2**40, 0], [2**53, 1]):
        scores = whole.scores(row(*seen))
        for label in (0, 1):
            true = of_shares(whole.kernels[0], seen, label)  # type: ignore[arg-type]
            true[2] = true.get(2, 0) - 1
            assert away(scores.values[0, label], true, 5_000) <= F(float(scores.errors[0, 0]))


@all_of("size", [1e25, 1e290])
@all_of("digits", [300, 312, 322])
def test_the_largest_rows_of_the_least_entries_are_within_their_bounds(
    digits: int, size: float
) -> None:
    """Where an entry is no normal double, what its rounding loses is times as large as the row says."""
    kernel = shares((10, 0), (0, 3), pseudocounts=(F(3, 10**digits),))
    rows = sparse.csr_matrix(np.array([[size, 0], [0, size], [size, 1]]))
    scores, fine = kernel.scores(rows), kernel.precise_scores(rows)
    errors = np.broadcast_to(scores.errors, scores.values.shape)
    for at, seen in enumerate(rows.toarray().astype(object).tolist()):
        for label in range(2):
            true = of_shares(kernel, [int(x) for x in seen], label)
            assert away(scores.values[at, label], true, 6000) <= F(float(errors[at, label]))
            value = sum(F(float(part[at, label])) for part in fine.values)
            assert away(value, true, 6000) <= F(float(fine.errors[at, 0]))


@pytest.mark.exhaustive
def test_thousands_of_features_and_many_classes() -> None:
    """4,000 features in one row and 60 classes: every score is within its bound."""
    dice = random.Random(1)
    long = shares(
        *([dice.randrange(50) for _ in range(4_000)] for _ in range(2)), pseudocounts=(F(1, 2),)
    )
    check(long, [[dice.randrange(1, 9) for _ in range(4_000)]])
    wide = shares(*([dice.randrange(9) for _ in range(5)] for _ in range(60)), pseudocounts=(F(1),))
    check(wide, [[3, 1, 4, 1, 5], [2**40, 0, 0, 0, 1]])


@pytest.mark.exhaustive
def test_bounds_hold_in_every_order_of_columns() -> None:
    """Columns in any order, tables in Fortran order, unsorted rows: scores move within their bounds."""
    dice = random.Random(2)
    counts = [[dice.randrange(10**6) for _ in range(200)] for _ in range(3)]
    seen = [dice.randrange(10**5) for _ in range(200)]
    plain = shares(*counts, pseudocounts=(F(0.1),))
    check(plain, [seen])
    for _ in range(20):
        order = dice.sample(range(200), 200)
        turned = shares(*([of_class[j] for j in order] for of_class in counts), pseudocounts=(F(0.1),))
        matrix = sparse.csr_matrix(np.array([[seen[j] for j in order]]))
        scores, first = turned.scores(matrix), plain.scores(table([seen], 200))
        assert (np.abs(scores.values - first.values) <= scores.errors + first.errors).all()
    fortran = replace(plain, tables=replace(plain.tables, cells=np.asfortranarray(plain.tables.cells)))
    assert np.array_equal(fortran.finite_log_weights, plain.finite_log_weights)
    back = sparse.csr_matrix((seen[::-1], np.arange(200)[::-1], [0, 200]), shape=(1, 200))
    assert (np.abs(plain.scores(back).values - first.values) <= 2 * first.errors).all()


@all_of("kind", [np.int8, np.uint16, np.int32, np.uint64, np.float32, float, bool])
def test_whole_numbers_of_any_type_have_the_same_scores(kind: Any) -> None:
    """Rows of any type of whole numbers are summed in doubles."""
    kernel = shares((1, 2, 3), (3, 2, 2), pseudocounts=(F(1, 3),))
    scores = kernel.scores(table([[1, 0, 1]], 3).astype(kind))
    assert scores.values.dtype == np.float64
    assert np.array_equal(scores.values, kernel.scores(table([[1, 0, 1]], 3)).values)


# --- presence ---

ONES: dict[str, tuple[tuple[int, ...], tuple[tuple[int, ...], ...]]] = {
    "small": ((9, 5, 4), ((1, 2, 3, 4), (4, 3, 2, 1), (1, 1, 1, 3))),
    "one of very many": (
        (2**61, 2**53 + 1, 7),
        ((1, 2**60, 2**61 - 1, 5), (2**53, 1, 2, 3), (1, 6, 3, 2)),
    ),
    "beyond 64 bits": (
        (2**80, 2**70, 3),
        ((1, 2**79, 2**80 - 1, 5), (2**69 + 1, 1, 2, 3), (1, 2, 1, 2)),
    ),
    "never and always": ((10**15, 10**15, 1), ((0, 10**15, 0, 1), (10**15, 0, 1, 0), (0, 1, 0, 1))),
}
SHOWN = [[0, 0, 0, 0], [1, 1, 1, 1], [1, 0, 1, 0], [0, 1, 0, 0]]


@one_in(8, "amount", AMOUNTS, ids=float)
@one_in(4, "ones", ONES)
def test_scores_of_presence_are_within_their_bounds(ones: str, amount: F) -> None:
    """Counts up to 2^80 and any λ, never and always included: no score is out of its bounds."""
    sizes, counts = ONES[ones]
    if not amount and ones == "never and always":
        return  # only zero factors
    check(presence(sizes, *counts, amount=amount), SHOWN, 3_000)
    check(presence(sizes * 3, *counts * 3, amount=amount), SHOWN, 3_000)


@pytest.mark.exhaustive
@in_both_runs
def test_a_thousand_features_that_are_there_or_not() -> None:
    """A row that shows 0, 1, 500 or all of 1,000 features has scores within their bounds."""
    dice = random.Random(4)
    counts = [[dice.randrange(1, 400) for _ in range(1_000)] for _ in range(2)]
    rows = [[int(at < number) for at in range(1_000)] for number in (0, 1, 500, 1_000)]
    check(presence((400, 400), *counts, amount=F(1, 10**6)), rows)
    check(presence((400, 400), *counts, amount=F(1, 10**6)), [r[::-1] for r in rows])
    if is_exhaustive():
        check(presence((400,) * 8, *counts * 4, amount=F(1, 10**6)), rows)


@pytest.mark.exhaustive
def test_a_first_look_at_few_classes_is_decided_alike_from_any_first_class() -> None:
    """Of 1 to 8 classes in any order, rows of many ones have the labels that doubles alone give."""
    dice = np.random.default_rng(11)
    counts = dice.integers(1, 99, (8, 600)).tolist()
    rows = sparse.csr_matrix((dice.random((700, 600)) < 0.3).astype(np.int64))
    for number in range(1, 9):
        for turn in range(number):
            order = [(turn + at) % number for at in range(number)]
            kernel = presence((200,) * number, *(counts[at] for at in order), amount=F(1))
            whole = model(kernel, priors=[F(1, number)] * number)
            found = whole.decide(rows)
            assert found.labels.tolist() == whole.scores(rows).values.argmax(axis=1).tolist()
            assert set(found.certificate_names()) == {"float64"}


# --- priors, sums of blocks, whole models ---


@all_of(
    "priors",
    [
        (F(1, 10**300), 1 - F(1, 10**300)),
        (F(1, 2**60), 1 - F(1, 2**60)),
        (F(0), F(1)),
        (F(1, 10**320), 1 - F(1, 10**320)),
        (F(1, 10**400), 1 - F(1, 10**400)),
        tuple(F(2 * k, 100 * 101) for k in range(1, 101)),
    ],
)
def test_logs_of_priors_are_within_their_bounds(priors: tuple[F, ...]) -> None:
    """Priors next to 0 and 1 have scores within their bounds, and a prior of 0 counts as a zero."""
    kernel = shares(*[(1, 1)] * len(priors))
    scores = model(kernel, priors=priors).scores(row(0, 0))
    errors = np.broadcast_to(scores.errors, scores.values.shape)
    for label, prior in enumerate(priors):
        if prior:
            true = product([(prior, 1)])
            assert away(scores.values[0, label], true, 5_000) <= F(float(errors[0, label]))
        assert (scores.zeros is not None and scores.zeros[0, label] > 0) == (not prior)


DOUBLES = st.floats(-1e6, 0) | st.floats(-1e-300, 0)


@given(st.lists(st.tuples(DOUBLES, st.floats(0, 1)), min_size=1, max_size=6))
@law(20, 60)
def test_sums_of_blocks_are_within_their_bounds(parts: list[tuple[float, float]]) -> None:
    """The bound of a sum is at least the sum of the bounds and what the sum itself has lost.

    Each bound is at least two roundings of its value, as those of all scores are.
    """
    parts = [(value, error + 2**-52 * abs(value)) for value, error in parts]
    one = add_scores([Scores(np.array([[value]]), np.array([[error]])) for value, error in parts])
    lost = abs(F(float(one.values[0, 0])) - sum(F(value) for value, _ in parts))
    assert lost + sum(F(error) for _, error in parts) <= F(float(one.errors[0, 0]))


@all_of("name", FAMILIES)
def test_scores_of_near_ties_are_within_their_bounds(name: str) -> None:
    """Rows that are hard to decide have scores within their bounds."""
    case = FAMILIES[name]()
    scores = case.model.scores(case.row)
    errors = np.broadcast_to(scores.errors, scores.values.shape)
    for label in range(len(case.model.priors)):
        powers = case.model.score(case.row, label).powers
        assert away(scores.values[0, label], powers, 5_000) <= F(float(errors[0, label]))


@in_both_runs
def test_scores_of_random_models_are_within_their_bounds() -> None:
    """Of random models, mixed blocks included, the log of each joint is within its bound."""
    dice = random.Random(8)
    for _ in range(choose(quick=50, exhaustive=150)):
        case = drawn(dice)
        scores = case.model().scores(table(case.queries, case.parts[-1].columns.stop))
        errors = np.broadcast_to(scores.errors, scores.values.shape)
        for at, query in enumerate(case.queries):
            for label, joint in enumerate(case.joints(query)):
                if joint:
                    true = product([(joint, 1)])
                    assert away(scores.values[at, label], true) <= F(float(errors[at, label]))


# --- the bounds are not wide ---


def test_bounds_are_near_for_rows_like_texts() -> None:
    """For rows of 10 to 200 words of 2,000, bounds are below 10,000 units in the last place."""
    dice = random.Random(9)
    counts = [[dice.randrange(100) for _ in range(2_000)] for _ in range(4)]
    rows = [[0] * 2_000 for _ in range(20)]
    for seen in rows:
        for j in dice.sample(range(2_000), dice.randint(10, 200)):
            seen[j] = 1
    words = shares(*counts, pseudocounts=(F(1),))
    there = presence((200,) * 4, *counts, amount=F(1))
    for kernel in (words, there):
        scores = model(kernel, priors=[F(1, 4)] * 4).scores(table(rows, 2_000))
        assert (scores.errors <= 10_000 * np.spacing(np.abs(scores.values))).all()


def test_bounds_of_usual_data_leave_no_row_to_exact_arithmetic() -> None:
    """Of 1,000 rows like texts all are decided by their bounds."""
    dice = np.random.default_rng(10)
    counts = dice.integers(0, 100, (5, 300)).tolist()
    rows = sparse.csr_matrix((dice.random((1_000, 300)) < 0.2).astype(np.int64))
    for kernel in (shares(*counts, pseudocounts=(F(1),)), presence((200,) * 5, *counts, amount=F(1))):
        names = model(kernel, priors=[F(1, 5)] * 5).decide(rows).certificate_names()
        assert set(names) == {"float64"}
