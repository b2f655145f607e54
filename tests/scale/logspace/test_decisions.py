"""The log-space path decides every row as Fractions do: at random, in near ties, weighted, merged."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction as F
from typing import Any

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from logspace_drawn import drawn, table
from logspace_near_ties import FAMILIES, NearTie, model, presence, row, shares
from scipy import sparse
from thoroughness import all_of, choose, in_both_runs, law, one_in

from exactnb import Conventions, Documents, ModelChoice, Problem, Table
from exactnb.errors import InputError
from exactnb.scale.logspace import model as model_file
from exactnb.scale.logspace.bernoulli import BernoulliKernel
from exactnb.scale.logspace.decisions import Score, Scores, decide
from exactnb.scale.logspace.model import LogModel
from exactnb.scale.logspace.multinomial import MultinomialKernel
from exactnb.scale.logspace.tables import Tables, count_rows, integer_weights

SMOOTHINGS = ("0", "1", "1/2", "3/7", "1/1000000")


def same(one: Tables, other: Tables) -> bool:
    """Say whether two tables hold the same numbers, over whatever denominators."""
    pairs = ((one.sizes, other.sizes), (one.cells, other.cells))
    mine, theirs = other.denominator, one.denominator  # cross-multiplied, in Python's integers
    return all((a.astype(object) * mine == b.astype(object) * theirs).all() for a, b in pairs)


PROBLEMS = choose(quick=100, exhaustive=220)


@in_both_runs
@one_in(6, "seed", range(6))
def test_random_problems_are_decided_as_by_fractions(seed: int) -> None:
    """Of random problems every row has the winners that brute force gives it, and says how.

    Multinomial, Bernoulli and categorical blocks, alone and together; λ from 0 to 1 and by feature;
    priors from the data, uniform and given; classes without rows, empty rows, weights, zeros, 0/0
    and ties.
    """
    dice = random.Random(seed)
    met: Counter[str] = Counter()
    for number in range(PROBLEMS):
        case = drawn(dice)
        decisions = case.decisions(dense=bool(number % 2))
        names = decisions.certificate_names()
        for at, query in enumerate(case.queries):
            winners = case.winners(query)
            assert decisions.sets(range(99))[at] == winners, (case, query)
            assert decisions.labels[at] == (winners[0] if winners else -1)
            expected = {0: ("undefined",), 1: ("float64", "exact")}.get(len(winners), ("tie",))
            assert names[at] in expected, (case, query)
        met.update(names)
    assert all(met[name] > PROBLEMS * 2 // 5 for name in ("float64", "tie", "undefined"))


@pytest.mark.exhaustive
def test_zeros_and_undefined_factors_stand_where_they_do_in_fractions() -> None:
    """A score is marked undefined where brute force meets 0/0, and zero where the joint is 0."""
    dice = random.Random(77)
    for number in range(300):
        case = drawn(dice)
        rows = table(case.queries, case.parts[-1].columns.stop)
        scores = case.model().scores(rows.toarray() if number % 2 else rows)
        for at, query in enumerate(case.queries):
            for label, joint in enumerate(case.joints(query)):
                undefined = scores.undefined is not None and bool(scores.undefined[at, label])
                zero = scores.zeros is not None and scores.zeros[at, label] > 0
                assert undefined == (joint is None)
                assert undefined or zero == (joint == 0)


@all_of("name", FAMILIES)
@all_of("turned", [False, True])
def test_near_ties_are_decided_exactly(name: str, turned: bool) -> None:
    """What floating point cannot tell apart is decided exactly, in both orders of the classes."""
    case = FAMILIES[name]()
    case = case.turned() if turned else case
    for decisions in (case.decisions(), case.model.decide(case.row.toarray())):
        assert decisions.sets(range(99)) == [case.winners]
        assert decisions.certificate_names() == ["exact" if len(case.winners) == 1 else "tie"]


@all_of("name", [name for name in FAMILIES if FAMILIES[name]().odds is not None])
def test_near_ties_have_the_odds_that_were_built(name: str) -> None:
    """The exact form of the scores gives the odds by hand, and these the winner of the first two."""
    case = FAMILIES[name]()
    assert case.odds is not None
    assert case.exact_odds() == case.odds
    assert (case.odds >= 1) == (0 in case.winners)


def test_the_largest_float_score_is_not_always_the_winner() -> None:
    """A plain argmax is wrong for at least ten of the families, in one order of classes or both."""

    def wrong(case: NearTie) -> bool:
        best = int(case.model.scores(case.row).values.argmax())
        return best != case.winners[0]

    cases = [make() for make in FAMILIES.values()]
    assert sum(wrong(case) or wrong(case.turned()) for case in cases if len(case.winners) == 1) >= 10


def test_a_tie_does_not_depend_on_the_order_of_columns() -> None:
    """A tie has the same classes whichever way the columns of model and row stand."""
    dice = random.Random(5)
    one = [dice.randrange(1, 10**6) for _ in range(60)]
    seen = np.array([[3] * 60])
    for _ in range(40):
        dice.shuffle(one)
        classes = [dice.sample(one, 60) for _ in range(3)]
        smoothed = model(shares(*classes, pseudocounts=(F(1, 3),)), priors=[F(1, 3)] * 3)
        there = model(presence((10**6,) * 3, *classes, amount=F(2)), priors=[F(1, 3)] * 3)
        assert smoothed.decide(sparse.csr_matrix(seen)).sets(range(99)) == [(0, 1, 2)]
        assert there.decide(sparse.csr_matrix(np.ones_like(seen))).sets(range(99)) == [(0, 1, 2)]


def test_a_class_without_words_makes_rows_with_words_undefined() -> None:
    """Without smoothing 0/0 is undefined where a word is seen; an empty row goes by the prior alone."""
    rows = sparse.csr_matrix(np.array([[1, 0], [0, 0], [0, 1]]))
    plain = model(shares((1, 2), (0, 0)), priors=(F(1), F(0)))
    assert plain.decide(rows).sets(range(99)) == [(), (0,), ()]
    assert plain.decide(rows).certificate_names() == ["undefined", "float64", "undefined"]
    smoothed = model(shares((1, 2), (0, 0), pseudocounts=(F(1),)), priors=(F(1), F(0)))
    assert smoothed.decide(rows).sets(range(99)) == [(0,), (0,), (0,)]


@pytest.mark.parametrize("floor", [F(0), F(1, 100)])
def test_presence_without_rows_is_undefined(floor: F) -> None:
    """A class without rows makes every row 0/0 without smoothing, shares that are clipped too."""
    tables = Tables(np.array([4, 0]), np.array([[3, 0], [1, 0]]))
    found = model(BernoulliKernel(tables, F(0), floor)).decide(
        sparse.csr_matrix(np.eye(2, dtype=np.int64))
    )
    assert found.certificate_names() == ["undefined", "undefined"]


def test_a_group_without_a_total_is_undefined_only_where_it_is_seen() -> None:
    """0/0 of one column leaves a row alone in which that value is missing."""
    kernel = shares((2, 1, 3, 0), (1, 1, 0, 0), groups=(range(2), range(2, 4)))
    rows = sparse.csr_matrix(np.array([[1, 0, 0, 0], [0, 1, 1, 0], [0, 1, 0, 1]]))
    assert model(kernel).decide(rows).sets(range(99)) == [(0,), (), ()]


def test_zero_factors_lose_and_all_zero_is_undefined() -> None:
    """A class with a zero factor or prior loses to any other; if all have one, none wins."""
    rows = sparse.csr_matrix(np.array([[1, 0], [0, 1], [1, 1], [0, 0]]))
    apart = shares((5, 0), (0, 1))
    assert model(apart).decide(rows).sets(range(99)) == [(0,), (1,), (), (0, 1)]
    assert model(apart, priors=(F(0), F(1))).decide(rows).sets(range(99)) == [(), (1,), (), (1,)]
    there = presence((4, 4), (4, 1), (0, 1))
    assert model(there).decide(rows).sets(range(99)) == [(0,), (1,), (0,), (1,)]


def test_what_is_stored_as_zero_is_not_there() -> None:
    """A zero that a sparse table stores is worth the same as one that it leaves out."""
    tables = Tables(np.array([1, 1]), np.array([[1, 0], [0, 1]]))
    stored = sparse.csr_matrix((np.array([1, 0]), np.array([1, 0]), np.array([0, 2])), shape=(1, 2))
    for kernel in (MultinomialKernel(tables, (F(0),), (range(2),)), BernoulliKernel(tables, F(1))):
        assert (
            model(kernel).decide(stored).sets(range(99))
            == model(kernel).decide(row(0, 1)).sets(range(99))
            == [(1,)]
        )
    silent = sparse.csr_matrix((np.array([0]), np.array([0]), np.array([0, 1])), shape=(1, 2))
    assert model(BernoulliKernel(tables, F(1))).decide(silent).sets(range(99)) == [(0, 1)]


def test_pieces_are_decided_like_the_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rows that are decided in pieces have the labels, certificates and ties of all at once."""
    dice = random.Random(3)
    for _ in range(40):
        case = drawn(dice)
        whole = case.decisions()
        with monkeypatch.context() as patch:
            patch.setattr(model_file, "_SCORES", 2 * len(case.priors))
            pieces = case.decisions()
        assert pieces.labels.tolist() == whole.labels.tolist()
        assert pieces.certificate_names() == whole.certificate_names()
        assert pieces.sets(range(99)) == whole.sets(range(99))


@pytest.mark.exhaustive
def test_a_first_look_in_single_precision_changes_no_decision(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rows that single precision leaves open are looked at again; labels, ties and proofs stay."""
    dice = random.Random(4)
    open_rows = 0
    tried = 400
    for _ in range(tried):
        case = drawn(dice)
        whole = case.decisions()
        with monkeypatch.context() as patch:
            patch.setattr(model_file, "_LARGE", 0)
            looked = case.decisions()
        open_rows += len(whole.ties)
        assert looked.labels.tolist() == whole.labels.tolist()
        assert looked.certificate_names() == whole.certificate_names()
        assert looked.sets(range(99)) == whole.sets(range(99))
    assert open_rows > tried // 4


@pytest.mark.parametrize("most", [2**24 - 1, 2**24, 2**53 - 1])
def test_numbers_beyond_single_precision_take_no_first_look(
    most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A word that stands 2^24 times or more in a row would be rounded, so doubles decide at once."""
    monkeypatch.setattr(model_file, "_LARGE", 0)
    looks: list[bool] = []
    plain = MultinomialKernel.scores

    def watched(kernel: MultinomialKernel, rows: sparse.csr_matrix, *, single: bool = False) -> Scores:
        looks.append(single)
        return plain(kernel, rows, single=single)

    monkeypatch.setattr(MultinomialKernel, "scores", watched)
    found = model(shares((1, 2), (2, 1))).decide(table([[most, most - 1]], 2))
    assert found.sets(range(99)) == [(1,)]
    assert looks[0] is (most < 2**24)


@pytest.mark.exhaustive
@pytest.mark.parametrize("common", [True, False])
def test_classes_within_their_bounds_of_the_best_are_decided_exactly(common: bool) -> None:
    """No class is left out that its bound may lift to what another's leaves it, to the last bit."""
    chance = np.random.default_rng(6)
    number = 20_000
    best = np.ldexp(chance.random(number) + 1, chance.integers(-3, 4, number))
    best *= chance.choice([-1, 1], number)
    unit = np.spacing(np.abs(best))
    errors = unit * np.ldexp(chance.random((2, number)) + 0.5, chance.integers(-3, 55, (2, number)))
    errors[:, ::4] = np.abs(best[::4]) * (0.4 + chance.random(len(best[::4])) / 10)
    if common:
        errors[1] = errors[0]
    other = (best - errors[0]) - errors[1] + unit * chance.integers(-48, 49, number) / 16
    values, bounds = np.array([best, other]), errors if not common else errors[:1]
    asked: set[int] = set()

    def exact(row: int, label: int) -> Score:
        asked.add(row)
        return Score({2: 1 - label})

    found = decide(Scores(values.T, bounds.T), exact)
    assert 1_000 < len(asked) < number - 1_000
    for at in set(range(number)) - asked:
        (a, b), (e, f) = (list(map(F, of[:, at].tolist())) for of in (values, errors))
        assert a - e > b + f if found.labels[at] == 0 else b - f > a + e


def test_no_rows_have_no_decisions() -> None:
    """A table without rows has no labels."""
    found = model(shares((1, 2), (2, 1))).decide(sparse.csr_matrix((0, 2), dtype=np.int64))
    assert (found.labels.tolist(), found.certificate_names(), found.sets(range(99))) == ([], [], [])


# --- the same problems as exactnb solves them ---


def _priors(dice: random.Random, labels: list[str], sizes: list[F]) -> tuple[Any, tuple[F, ...]]:
    kind = dice.choice(("mle", "uniform", "given"))
    if kind == "given":
        sizes = [F(dice.randrange(4)) for _ in sizes]
    if kind == "mle" and not all(sizes):  # a problem refuses to estimate the prior of no rows
        kind = "uniform"
    if kind == "uniform" or not any(sizes):
        sizes = [F(1)] * len(sizes)
    found = tuple(size / sum(sizes) for size in sizes)
    return (dict(zip(labels, found, strict=True)) if kind == "given" else kind), found


@one_in(8, "seed", range(60))
def test_columns_are_decided_as_by_problems(seed: int) -> None:
    """Columns of values and of zeros and ones, weighted: the winners are those of `Problem.decide`."""
    dice = random.Random(seed)
    labels, values = ["A", "B", "C"][: dice.randint(2, 3)], {"a": ["u", "v", "w"], "b": ["u", "v"]}
    heads = [*values, "c", "d"]
    weighing = (F(1), F(1), F(2), F(1, 3)) if dice.randrange(2) else (F(1),)
    data = []
    for _ in range(dice.randint(1, 8)):
        cells = [dice.choice(values.get(head, ["0", "1"])) for head in heads]
        data.append((*cells, dice.choice(labels), dice.choice(weighing)))
    seen = {head: values.get(head, ["0", "1"]) for head in heads}
    known = Table.from_rows(
        data, [*heads, "k", "n"], label="k", weight="n", values=seen, classes=labels
    )
    smooth, ones = dice.choice(SMOOTHINGS), dice.choice(SMOOTHINGS)
    sizes = [sum((r[-1] for r in data if r[-2] == label), F(0)) for label in labels]
    prior, priors = _priors(dice, labels, sizes)
    rules = Conventions(smoothing=smooth, smoothings={"c": ones, "d": ones}, prior=prior)
    choice = ModelChoice(rules, families={"c": "bernoulli", "d": "bernoulli"})
    problem = Problem(known, models={"model": choice})

    def encoded(cells: Any) -> list[int]:
        shown = [
            int(cell == v) for head, cell in zip(values, cells, strict=False) for v in values[head]
        ]
        return shown + [int(cell) for cell in cells[2:4]]

    weights, over = integer_weights([r[-1] for r in data])
    own = np.array([labels.index(r[-2]) for r in data])
    tables = count_rows(table([encoded(r) for r in data], 7), own, len(labels), weights, over)
    there = Tables(tables.sizes, tables.cells[5:], over)
    columns = Tables(tables.sizes, tables.cells[:5], over)
    block = MultinomialKernel(columns, (F(smooth),), (range(3), range(3, 5)))
    found = LogModel(priors, (block, BernoulliKernel(there, F(ones))))
    queries = [[dice.choice(seen[head]) for head in heads] for _ in range(4)]
    sets = found.decide(table([encoded(query) for query in queries], 7)).sets(range(99))
    for query, winners in zip(queries, sets, strict=True):
        expected = problem.decide(dict(zip(heads, query, strict=True)))
        assert tuple(labels[k] for k in winners) == expected


@pytest.mark.parametrize("family", ["multinomial", "bernoulli"])
@one_in(12, "seed", range(30))
def test_texts_are_decided_as_by_problems(seed: int, family: str) -> None:
    """Words counted, or present and absent: the winners are those of `Problem.decide`, ties and all."""
    dice = random.Random(seed)
    words, labels = ["ant", "bee", "cow", "dog"], ["A", "B", "C"][: dice.randint(2, 3)]
    data = [(dice.choice(labels), " ".join(dice.choices(words, k=dice.randrange(6)))) for _ in range(5)]
    data.append((labels[0], "ant"))
    smooth = dice.choice(SMOOTHINGS)
    sizes = [F(sum(own == label for own, _ in data)) for label in labels]
    prior, priors = _priors(dice, labels, sizes)
    choice = ModelChoice(Conventions(smoothing=smooth, prior=prior), family=family)
    known = Documents.of(data, classes=labels, vocabulary=words)
    problem = Problem(known, models={"model": choice})

    def encoded(text: str) -> list[int]:
        counts = [text.split().count(word) for word in words]
        return counts if family == "multinomial" else [min(count, 1) for count in counts]

    own = np.array([labels.index(label) for label, _ in data])
    tables = count_rows(table([encoded(text) for _, text in data], 4), own, len(labels))
    kernel = MultinomialKernel(tables, (F(smooth),), (range(4),))
    block = kernel if family == "multinomial" else BernoulliKernel(tables, F(smooth))
    texts = [" ".join(dice.choices(words, k=dice.randrange(5))) for _ in range(5)] + [data[0][1]]
    sets = LogModel(priors, (block,)).decide(table([encoded(text) for text in texts], 4))
    for text, winners in zip(texts, sets.sets(range(99)), strict=True):
        assert tuple(labels[k] for k in winners) == problem.decide(text)


# --- counting: weights, merging and forgetting ---

NUMBERS = st.sampled_from([0, 1, 2, 3, 10**6, 2**31, 2**53 + 1, 2**61, 2**62, 2**63 - 1])
ROWS = st.lists(NUMBERS, min_size=3, max_size=3)
SHAPE = (3, 2)


@given(st.lists(st.tuples(ROWS, st.integers(0, 1)), max_size=5))
@law(15, 45)
def test_counts_are_exact_beyond_64_bits(data: list[tuple[list[int], int]]) -> None:
    """Sums of counts that 64 bits do not hold are the sums of Python's integers."""
    rows, labels = [r for r, _ in data], np.array([label for _, label in data], dtype=np.int64)
    tables = count_rows(table(rows, 3), labels, 2)
    for j in range(3):
        for k in range(2):
            assert int(tables.cells[j, k]) == sum(r[j] for r, label in data if label == k)
    for k in range(2):
        assert tables.totals(slice(0, 3))[k] == sum(sum(r) for r, label in data if label == k)


WEIGHING = st.sampled_from([0, 1, 5, 2**61, F(1, 3), F(7, 2**70), 0.1, 1e-300, 1e300, 2.0**-60])


@given(
    st.lists(
        st.tuples(st.lists(NUMBERS, min_size=3, max_size=3), st.integers(0, 1), WEIGHING), max_size=5
    )
)
@law(15, 45)
def test_weighted_counts_are_exact(data: list[tuple[list[int], int, Any]]) -> None:
    """A weighted count is the sum of weights times counts; a float weight is the double that it is."""
    rows, labels = [r for r, _, _ in data], np.array([label for _, label, _ in data], dtype=np.int64)
    weights, over = integer_weights([weight for _, _, weight in data])
    tables = count_rows(table(rows, 3), labels, 2, weights, over)
    for k in range(2):
        own = [(r, F(weight)) for r, label, weight in data if label == k]
        assert F(int(tables.sizes[k]), over) == sum(weight for _, weight in own)
        for j in range(3):
            assert F(int(tables.cells[j, k]), over) == sum(r[j] * weight for r, weight in own)


def _array(numbers: list[list[int]]) -> np.ndarray[Any, Any]:
    return np.array(numbers, dtype=np.int64)


CELLS = st.lists(st.lists(NUMBERS, min_size=2, max_size=2), min_size=3, max_size=3)
OVER = st.sampled_from([1, 2, 3, 2**55, 2**70, 10**30])
TABLES = st.builds(
    lambda sizes, cells, over: Tables(_array([sizes])[0], _array(cells), over),
    st.lists(NUMBERS, min_size=2, max_size=2), CELLS, OVER,
)  # fmt: skip


NOTHING, FINE = (
    Tables(_array([[n, n]])[0], _array([[n, n]] * 3), over) for n, over in ((0, 1), (1, 2**70))
)


@given(TABLES, TABLES, TABLES)
@example(NOTHING, NOTHING, FINE)
@law(20, 60)
def test_tables_are_merged_and_forgotten_exactly(one: Tables, two: Tables, three: Tables) -> None:
    """Tables add up in any order, and what was added is forgotten without a trace, beyond 64 bits."""
    both = one + two
    for j, k in np.ndindex(SHAPE):
        parts = [F(int(t.cells[j, k]), t.denominator) for t in (one, two)]
        assert F(int(both.cells[j, k]), both.denominator) == sum(parts)
    assert same(both, two + one)
    assert same((one + two) + three, one + (two + three))
    assert same(both - two, one)
    assert same((one + two + three) - one - three, two)


def test_more_than_was_counted_is_not_forgotten() -> None:
    """Forgetting more than there is, or tables of another shape, is refused."""
    small, large = (Tables(np.array([n]), np.array([[n]])) for n in (1, 2))
    with pytest.raises(InputError, match="more is to be forgotten than was counted"):
        small - large
    with pytest.raises(InputError, match=r"tables of shape \(1, 1\) and \(2, 1\)"):
        small + Tables(np.array([1]), np.array([[1], [1]]))


@all_of("seed", range(20))
def test_whole_weights_are_repeated_rows(seed: int) -> None:
    """A row that weighs 3 counts as three rows; a class that is merged in pieces is counted at once."""
    dice = random.Random(seed)
    rows = [[dice.randrange(3) for _ in range(3)] for _ in range(6)]
    labels, weights = [dice.randrange(2) for _ in rows], [dice.randrange(4) for _ in rows]
    repeated = [at for at, weight in enumerate(weights) for _ in range(weight)]
    whole, over = integer_weights(weights)
    weighed = count_rows(table(rows, 3), np.array(labels), 2, whole, over)
    plain = count_rows(
        table([rows[at] for at in repeated], 3), np.array([labels[at] for at in repeated], int), 2
    )
    halves, half = integer_weights([F(weight, 2) for weight in weights])
    twice = count_rows(table(rows, 3), np.array(labels), 2, halves, half)
    first, second = (count_rows(table(rows[s], 3), np.array(labels[s]), 2, whole[s]) for s in _HALVES)
    assert same(weighed, plain)
    assert same(twice + twice, plain)
    assert same(first + second, plain)
    assert same(weighed - second, first)


_HALVES = (slice(0, 3), slice(3, 6))
