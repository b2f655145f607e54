"""Flips, thresholds, edits, nearest queries and reasons, against brute force that shares no code."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction as F
from itertools import combinations, pairwise, product
from random import Random

import pytest
from thoroughness import all_of, choose, in_both_runs
from worked import problem_file

from exactnb import Problem, Table, solve
from exactnb.core.arithmetic.roots import Points
from exactnb.core.arithmetic.rounding import Rounding, rounded_in_full
from exactnb.core.arithmetic.values import compare
from exactnb.core.expression.results import Decision, Listed
from exactnb.core.expression.spell import spell
from exactnb.core.expression.written import written
from exactnb.core.model.quantity import Effort
from exactnb.core.model.questions.counterfactuals import cell_flips
from exactnb.core.model.questions.flips import (
    decision_changes,
    graph_in_lambda,
    joints_in_lambda,
    labels_at,
)
from exactnb.core.naming.names import Item
from exactnb.errors import ExactnbError, InputError, TooMuch, Unsupported

# ------------------------------------------------------------------ brute force, by itself

Rows = list[tuple[tuple[str, ...], str]]


def decide(
    rows: Rows, values: list[list[str]], classes: list[str], query: tuple[str, ...], added: F
) -> tuple[str, ...]:
    """Return the labels of the largest joint, by counting; none if all are zero or one is 0/0."""
    joints = {}
    for k in classes:
        own = [cells for cells, label in rows if label == k]
        joint: F | None = F(len(own), len(rows))
        for at, value in enumerate(query):
            below = len(own) + added * len(values[at])
            if not below or joint is None:
                joint = None
                break
            joint *= (sum(cells[at] == value for cells in own) + added) / below
        joints[k] = joint
    worth = [joint for joint in joints.values() if joint is not None]
    if len(worth) < len(joints) or not any(worth):
        return ()
    return tuple(k for k in classes if joints[k] == max(worth))


def drawn(seed: int) -> tuple[Rows, list[list[str]], list[str], tuple[str, ...], F]:
    """Return a random table, the values of its columns, its classes, a query, and λ."""
    random = Random(seed)
    classes = list("KLM"[: random.choice((2, 2, 3))])
    sizes = [random.choice((2, 3)) for _ in range(random.choice((2, 3)))]
    values = [[f"{'abc'[at]}{n}" for n in range(size)] for at, size in enumerate(sizes)]
    rows = [
        (tuple(random.choice(of) for of in values), random.choice(classes))
        for _ in range(random.randint(5, 10))
    ]
    labels = [label for _, label in rows]
    rows += [(tuple(of[0] for of in values), k) for k in classes if k not in labels]
    query = tuple(random.choice(of) for of in values)
    return rows, values, classes, query, random.choice((F(0), F(1), F(1, 2), F(2)))


def problem_of(
    rows: Rows, values: list[list[str]], classes: list[str], query: tuple[str, ...], added: F
) -> Problem:
    names = ["A", "B", "C"][: len(values)]
    table = "\n".join(
        [" ".join(["id", *names, "class"])]
        + [" ".join([f"r{n}", *cells, label]) for n, (cells, label) in enumerate(rows, start=1)]
    )
    listed = dict(zip(names, values, strict=True))
    return Problem.from_document(
        {
            "data": {"table": table, "values": listed, "classes": classes},
            "model": {"smoothing": str(added), "unseen": "zero"},
            "query": {"x": dict(zip(names, query, strict=True))},
        }
    )


def single_edits(rows: Rows, values: list[list[str]], classes: list[str]) -> Iterator[tuple[str, Rows]]:
    for n, (cells, label) in enumerate(rows):

        def instead(*others: tuple[tuple[str, ...], str], n: int = n) -> Rows:
            return [*rows[:n], *others, *rows[n + 1 :]]

        yield f"r{n + 1} left out", instead()
        yield f"r{n + 1} twice", instead((cells, label), (cells, label))
        for other in classes:
            if other != label:
                yield f"r{n + 1}: {other} for {label}", instead((cells, other))
        for at, of in enumerate(values):
            for value in of:
                if value != cells[at]:
                    changed = (*cells[:at], value, *cells[at + 1 :])
                    yield f"r{n + 1}: {'ABC'[at]} {value} for {cells[at]}", instead((changed, label))


def sets(listed: object) -> set[frozenset[str]]:
    assert isinstance(listed, Listed)
    assert len(set(map(frozenset, listed.groups))) == len(listed.groups)
    return set(map(frozenset, listed.groups))


SEEDS = choose(quick=range(5), exhaustive=range(40))


@in_both_runs
@pytest.mark.parametrize("seed", SEEDS)
def test_edits_are_those_of_brute_force(seed: int) -> None:
    """Every single edit that changes the decision is listed, and no other; a class may not be lost."""
    rows, values, classes, query, added = drawn(seed)
    before = decide(rows, values, classes, query, added)
    expected = {
        frozenset((text,))
        for text, others in single_edits(rows, values, classes)
        if {label for _, label in others} == set(classes)
        and decide(others, values, classes, query, added) != before
    }
    assert sets(solve(problem_of(*drawn(seed)), only=["edits(x)"])["edits(x)"]) == expected


@in_both_runs
@pytest.mark.parametrize("seed", SEEDS)
def test_nearest_and_reasons_are_those_of_brute_force(seed: int) -> None:
    """The smallest changes that flip and the smallest sets that decide are as they are defined.

    A cell of the query may hold what no row has: it is changed, or stays as it is.
    """
    rows, values, classes, query, added = drawn(seed)
    if seed % 2:
        query = ("none", *query[1:])
    cells = [dict.fromkeys((*of, cell)) for of, cell in zip(values, query, strict=True)]
    decided = {other: decide(rows, values, classes, other, added) for other in product(*cells)}

    def shown(cells: tuple[str, ...], at: Iterator[int] | range | tuple[int, ...]) -> frozenset[str]:
        return frozenset(f"{'ABC'[place]}={cells[place]}" for place in at)

    away: dict[frozenset[str], int] = {}
    for other, labels in decided.items():
        places = tuple(at for at, value in enumerate(other) if value != query[at])
        if labels != decided[query]:
            away[shown(other, places)] = len(places)
    least = min(away.values(), default=0)
    reasons = [
        kept
        for number in range(len(query) + 1)
        for kept in combinations(range(len(query)), number)
        if all(
            labels == decided[query]
            for other, labels in decided.items()
            if all(other[at] == query[at] for at in kept)
        )
    ]
    smallest = [kept for kept in reasons if not any(set(of) < set(kept) for of in reasons)]
    found = solve(problem_of(rows, values, classes, query, added), only=["nearest(x)", "reasons(x)"])
    assert sets(found["nearest(x)"]) == {of for of, number in away.items() if number == least}
    assert sets(found["reasons(x)"]) == {shown(query, kept) for kept in smallest}


@in_both_runs
@pytest.mark.parametrize("seed", choose(quick=range(2), exhaustive=range(20)))
def test_the_decision_changes_at_each_flip_and_nowhere_else(seed: int) -> None:
    """On a fine grid of λ the decision changes just where a flip lies between two of its numbers."""
    rows, values, classes, query, _ = drawn(seed)
    found = solve(problem_of(rows, values, classes, query, F(1)), only=["flips(λ|x)"])["flips(λ|x)"]
    assert isinstance(found, Points)
    grid = [F(n, 23) for n in range(1, 600)] + [F(10**n) for n in range(2, 9)]
    ends = [decide(rows, values, classes, query, added) for added in grid]
    for (low, before), (high, after) in pairwise(zip(grid, ends, strict=True)):
        flips = [at for at in found.parts if compare(at, low) > 0 and compare(at, high) < 0]
        on_it = any(compare(at, end) == 0 for at in found.parts for end in (low, high))
        if not on_it:
            assert (before != after) == (len(flips) % 2 == 1) or len(flips) > 1
            assert flips or before == after
    for at in found.parts:  # and by whole problems, close to it on either side
        assert not isinstance(at, ExactnbError)
        near = F(rounded_in_full(at, Rounding(places=9)).value)  # type: ignore[arg-type]
        sides = []
        for added in (near - F(1, 10**6), near + F(1, 10**6)):
            (labels,) = [
                problem_of(rows, values, classes, query, added).decide(
                    {"A": query[0]} | {"ABC"[n]: value for n, value in enumerate(query)}
                )
            ]
            assert labels == decide(rows, values, classes, query, added)
            sides.append(labels)
        assert sides[0] != sides[1]


# ------------------------------------------------------------------ by hand


def asked(name: str, quantity: str) -> object:
    return solve(Problem.read(problem_file(name)), only=[quantity])[quantity]


def decimals(value: object, places: int) -> list[str]:
    assert isinstance(value, Points)
    return [str(rounded_in_full(part, Rounding(places=places))) for part in value.parts]  # type: ignore[arg-type]


def test_note_001_flips_at_a_root_of_the_sixth_degree() -> None:
    """(4, 3, 1) is spam up to λ = 0.80890052..., the root of λ⁶ + 36λ⁵ + 489λ⁴ + ... − 10053."""
    value = asked("note_001_multinomial", "flips(λ|x*)")
    assert decimals(value, 15) == ["0.808900520990911"]
    assert isinstance(value, Points)
    polynomial = "λ^6 + 36 * λ^5 + 489 * λ^4 + 3032 * λ^3 + 7899 * λ^2 + 3780 * λ - 10053"
    assert spell(written(value.parts[0])) == f"{{λ : {polynomial} = 0}}[2]"


def test_play_tennis_becomes_yes_beyond_eight() -> None:
    """The day x' is decided No up to λ = 8.01915..., then Yes."""
    assert decimals(asked("play_tennis", "flips(λ|x')"), 5) == ["8.01915"]


def test_note_000_flips_at_the_root_of_three() -> None:
    """The point p11 flips at √3, which is said as a root; p00 never does."""
    value = asked("note_000_eight_rows", "flips(λ|p11)")
    assert isinstance(value, Points)
    assert [spell(written(part)) for part in value.parts] == ["sqrt(3)"]


def test_the_threshold_of_play_tennis() -> None:
    """The prior of Yes at which Yes and No tie is 4374/4999; then their odds are 1."""
    assert asked("play_tennis", "threshold(Yes:No|x')") == F(4374, 4999)
    problem = Problem.read(problem_file("play_tennis"))
    ratio = solve(problem, only=["lr(Yes:No|x')"])["lr(Yes:No|x')"]
    assert ratio * F(4374, 625) == 1


def test_the_four_edits_of_play_tennis_are_about_d6() -> None:
    """Only D6 was cool without tennis: without it, or with it otherwise, x' would be a Yes."""
    value = asked("play_tennis", "edits(x')")
    assert value == Listed((
        ("D6 left out",), ("D6: Yes for No",),
        ("D6: Temperature Hot for Cool",), ("D6: Temperature Mild for Cool",),
    ))  # fmt: skip


def test_sunny_and_high_decide_alone() -> None:
    """A sunny, humid day is No whatever temperature and wind are; a dry or a grey one would be Yes."""
    assert asked("play_tennis", "reasons(x')") == Listed((("Outlook=Sunny", "Humidity=High"),))
    nearest = asked("play_tennis", "nearest(x')")
    assert sets(nearest) == {frozenset(("Humidity=Normal",)), frozenset(("Outlook=Overcast",))}


def test_words_left_out_put_in_or_exchanged_flip_a_text() -> None:
    """One word changes the decision about (4, 3, 1); each way is a text that is decided otherwise."""
    problem = Problem.read(problem_file("note_001_multinomial"))
    (query,) = problem.query
    value = solve(problem, only=[f"nearest({query})"])[f"nearest({query})"]
    assert sets(value)
    assert {len(group) for group in sets(value)} == {1}


def of_many_classes(number: int) -> Problem:
    """Return a table with a row of each class, and a query."""
    rows = [("uv"[at % 2], f"k{at}") for at in range(number)]
    return Problem(Table.from_rows(rows, ["a", "class"]), {"x": {"a": "u"}})


def test_flips_of_twelve_classes_are_found_and_of_no_more() -> None:
    """Every second class shows u, and stays ahead for every λ; with a class more it is refused."""
    found = solve(of_many_classes(12), only=["flips(λ|x)"])
    assert found["flips(λ|x)"] == Points(())
    with pytest.raises(Unsupported, match="flips of more than 12 classes"):
        solve(of_many_classes(13), only=["flips(λ|x)"])


ONE, TWO, ZERO = (F(1),), (F(2),), (F(0),)


@pytest.mark.parametrize("first", [False, True])
def test_scores_that_tie_are_decided_together_or_by_the_first(first: bool) -> None:
    """Of scores 1, 1 and λ/2 the first two tie up to 2, where all do; of scores of 0 none is ahead."""
    scores = {"+": (ONE, ONE), "-": (TWO, TWO), "?": ((F(0), F(1)), TWO)}
    ahead = ("+",) if first else ("+", "-")
    found = decision_changes(scores, first=first)
    assert [(flip and flip.at, labels) for flip, labels in found] == [(None, ahead), (F(2), ("?",))]
    assert labels_at(scores, F(2), first=first) == (("+",) if first else ("+", "-", "?"))
    assert labels_at({"+": (ZERO, ONE), "-": (ZERO, TWO)}, F(1), first=first) == ()


def beside_numbers(model: str, family: str, x: str = "4") -> Problem:
    """Return a column of values and one of numbers, and a query."""
    table = "a x class\nu 1 k\nv 3 k\nu 4 l\nu 8 l"
    families = f"families = {{ x = '{family}' }}"
    return Problem.from_text(
        f"[data]\ntable = '''\n{table}\n'''\n[model]\n{model}\n{families}\n"
        f"[query]\nq = {{ a = 'u', x = '{x}' }}"
    )


ALWAYS_K = "prior = { k = 1, l = 0 }"


@pytest.mark.parametrize("prior", ["", ALWAYS_K])
@pytest.mark.parametrize(
    ("smoothing", "message"),
    [("smoothing = 1", "no quotients of polynomials"), ("smoothings = { a = 0 }", "λ stands in none")],
)
def test_joints_beside_a_density_have_no_flips(prior: str, smoothing: str, message: str) -> None:
    """With λ in a joint it is no quotient of polynomials, without it there is none; a joint of 0 is."""
    with pytest.raises(Unsupported, match=message):
        solve(beside_numbers(f"{smoothing}\n{prior}", "gaussian"), only=["flips(λ|q)"])


@pytest.mark.parametrize("model", [f"smoothing = 1\n{ALWAYS_K}", "smoothings = { a = 0, x = 0 }"])
def test_joints_that_are_numbers_have_no_flips(model: str) -> None:
    """A class that cannot be has a joint of 0 for every λ; what is not smoothed has one of its own."""
    of = beside_numbers(model, "categorical")
    assert solve(of, only=["flips(λ|q)"])["flips(λ|q)"] == Points(())


def test_the_zeros_of_flips_are_paid_for() -> None:
    """Joints of 8 coefficients in all take 8³/8 steps more than their graph."""
    of = of_many_classes(2)
    (prediction,), items = of.predictions.values(), of.scope.resolve("flips(λ|x)").right
    graph, both = Effort(), Effort()
    graph_in_lambda(prediction, items, graph)
    scores = joints_in_lambda(prediction, items, both)
    number = sum(len(side) for score in scores.values() for side in score)
    assert number == 8
    assert both.spent - graph.spent == 64
    with pytest.raises(TooMuch, match="flips: takes"):
        joints_in_lambda(prediction, items, Effort(graph.spent + 1))


@all_of(
    ("name", "quantity", "message"),
    [
        ("note_004_temperature", "reasons(QUERY)", "no end"),
        ("note_004_temperature", "nearest(QUERY)", "no end"),
        ("note_001_multinomial", "reasons(QUERY)", "no end of texts"),
        ("note_000_two_features", "edits(QUERY)", "there are no rows"),
        ("note_000_two_features", "flips(λ|QUERY)", "the numbers are given"),
    ],
)
def test_what_cannot_be_explored_says_why(name: str, quantity: str, message: str) -> None:
    """Numbers, words and given numbers have no end of other values, or nothing to edit: it is said."""
    problem = Problem.read(problem_file(name))
    query = next(iter(problem.query))
    asked_for = quantity.replace("QUERY", str(query))
    with pytest.raises((InputError, Unsupported), match=message):
        solve(problem, only=[asked_for])


@all_of(
    ("text", "message"),
    [
        ("flips(x')", "flips is of λ"),
        ("flips(λ)", "takes cells, words or queries behind the bar"),
        ("flips(λ|Yes)", "takes cells, words or queries behind the bar"),
        ("threshold(Yes:No)", "takes cells, words or queries behind the bar"),
        ("threshold(Yes|x')", "is of a pair of classes"),
        ("edits(Yes)", "is of cells, words or queries"),
        ("reasons(x'|Yes)", "takes no bar"),
        ("log(flips(λ|x'))", "a set of places"),
    ],
)
def test_names_that_are_wrong_are_refused(text: str, message: str) -> None:
    """Each of the names has one shape; an error shows it."""
    with pytest.raises(InputError, match=message):
        solve(Problem.read(problem_file("play_tennis")), only=[text])


def test_lambda_may_be_spelled_out() -> None:
    """flips(lambda|x) is flips(λ|x), and ties report what they are."""
    problem = Problem.read(problem_file("play_tennis"))
    solution = solve(problem, only=["flips(lambda|x')", "argmax(x')"])
    assert "flips(λ|x')" in solution
    assert solution["argmax(x')"] == Decision(("No",))


def test_more_than_twenty_thousand_other_queries_are_refused() -> None:
    """14 columns of two values have 16,384 rows, which are tried; 15 columns have too many."""
    for columns in (14, 15):
        names = [f"c{at}" for at in range(columns)]
        table = Table.from_rows([(*"0" * columns, "+"), (*"1" * columns, "-")], [*names, "y"])
        (prediction,) = Problem(table, {"x": dict.fromkeys(names, "1")}).predictions.values()
        items = (Item("query", "", "x"),)
        if columns == 15:
            with pytest.raises(Unsupported, match="32,768 other queries; at most 20,000 are tried"):
                next(cell_flips(prediction, items, Effort()))
        else:
            assert next(cell_flips(prediction, items, Effort()))
