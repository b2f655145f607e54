"""Costs that grow with what is asked, and not with its square: counted in calls, never timed."""

from __future__ import annotations

import cProfile
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path
from pstats import Stats
from types import FrameType

import pytest
from calls import calls_of
from thoroughness import one_in
from worked import problem_file

import exactnb
from exactnb import Conventions, ModelChoice, Problem, Table, audit, derive, solve
from exactnb.core.arithmetic import closed_form
from exactnb.core.model import deciding
from exactnb.core.model.model import define_parameter
from exactnb.core.naming.names import Item, QuantityName
from exactnb.core.problem.printed import Printed
from exactnb.explain.derivation.second_reader.reader import SecondReader
from exactnb.explain.solution.extras import update_names
from exactnb.explain.solution.setting import problem_as_read
from exactnb.teach.alternatives.alternative import Alternative
from exactnb.teach.grading.answer_key import AnswerKey
from exactnb.teach.grading.discrimination import discrimination_by
from exactnb.teach.variants.visibility import GradedLevels, Visibility

MOODS = [("happy", "wooden", "leek"), ("happy", "silver", "leek"), ("grumpy", "silver", "onion")]
COLUMNS = ["mood", "spoon", "soup"]
TABLE = Table.from_rows(MOODS, COLUMNS)
QUERY = {"mood": "grumpy", "spoon": "silver"}
SMOOTHED = ModelChoice(Conventions(smoothing=1))


def queries(number: int) -> Problem:
    """Return a problem with so many queries."""
    return Problem(TABLE, {f"x{at}": QUERY for at in range(number)})


def models(number: int) -> Problem:
    """Return a problem with so many models."""
    choices = {f"m{at}": ModelChoice(Conventions(smoothing=at + 1)) for at in range(number)}
    return Problem(TABLE, {"x": QUERY}, choices)


def classes(number: int) -> Problem:
    """Return a problem with so many classes, of a row each."""
    rows = [("grumpy" if at % 2 else "happy", f"c{at}") for at in range(number)]
    table = Table.from_rows(rows, ["mood", "soup"])
    return Problem(table, {"x": {"mood": "happy"}}, {"model": SMOOTHED})


def values(number: int) -> Problem:
    """Return a problem with a column of so many values."""
    rows = [(f"v{at}", "leek" if at % 2 else "onion") for at in range(number)]
    return Problem(Table.from_rows(rows, ["mood", "soup"]), {}, {"model": SMOOTHED})


def measured(number: int) -> Problem:
    """Return a problem with so many columns of measurements."""
    rows = [
        (*(f"{(7 * at + 3 * c) % 11}.{at}" for c in range(number)), "ab"[at % 2]) for at in range(6)
    ]
    columns = [f"x{c}" for c in range(number)]
    model = ModelChoice(family="gaussian")
    return Problem(
        Table.from_rows(rows, [*columns, "soup"]), {"x": dict.fromkeys(columns, "3")}, {"model": model}
    )


def left_out(number: int, ask: str = "accuracy_left_out") -> Problem:
    """Return a problem that decides so many rows of measurements, each without itself."""
    rows = [(f"{30 * (at % 2) + (7 * at) % 23}.{at % 10}", "ab"[at % 2]) for at in range(number)]
    model = ModelChoice(family="gaussian")
    return Problem(
        Table.from_rows(rows, ["x", "soup"]), {"new": {"x": "31"}}, {"model": model}, ask=[ask]
    )


def densities(number: int) -> Problem:
    """Return a problem of so many classes, of three measurements each."""
    rows = [
        (f"{(7 * at + 3 * (at // number)) % 23}.{at % 10}", f"c{at % number}")
        for at in range(3 * number)
    ]
    model = ModelChoice(family="gaussian")
    return Problem(Table.from_rows(rows, ["x", "soup"]), {"new": {"x": "7"}}, {"model": model})


def asked(number: int) -> Problem:
    """Return a problem that asks the same so many times."""
    return Problem(TABLE, {"x": QUERY}, ask=["P(leek|mood=grumpy)", "P(leek|x)"] * (number // 2))


def misprinted(number: int) -> Problem:
    """Return a problem of so many queries, each with a number in print that is wrong."""
    prints = [Printed(f"P(leek|x{at})", f"{2 + at % 5}/7") for at in range(number)]
    return replace(queries(number), printed=prints)


def by_json(problem: Problem) -> object:
    """Solve a problem, and print it as JSON."""
    return solve(problem).json()


def rows_and_models(number: int) -> Problem:
    """Return a problem with so many named rows and models."""
    rows = [(f"r{at}", "grumpy" if at % 3 else "happy", "ab"[at % 2]) for at in range(4 * number)]
    table = Table.from_rows(rows, ["id", "mood", "soup"])
    return Problem(table, {}, {f"m{at}": SMOOTHED for at in range(number)})


def calls(
    problem: Callable[[int], Problem], number: int, work: Callable[[Problem], object] = solve
) -> int:
    """Return how many functions are called to solve a problem of a size."""
    profile = cProfile.Profile()
    profile.runcall(lambda: work(problem(number)))
    return Stats(profile).total_calls  # type: ignore[attr-defined, no-any-return]


@one_in(
    3,
    ("problem", "size", "work"),
    [
        *((of, 12, solve) for of in (queries, classes, values, asked)),
        (models, 6, solve),
        pytest.param(queries, 24, by_json, marks=pytest.mark.exhaustive),
        pytest.param(measured, 8, solve, marks=pytest.mark.exhaustive),
        (rows_and_models, 12, lambda problem: problem.scope),
    ],
)
def test_twice_as_much_takes_twice_the_work(
    problem: Callable[[int], Problem], size: int, work: Callable[[Problem], object]
) -> None:
    """From n to 2n and from 2n to 4n, the calls grow by a and by 2a; a square would make that 4a."""
    calls(problem, 4, work)  # what is loaded once
    few, more, many = (calls(problem, times * size, work) for times in (1, 2, 4))
    assert many - more < 2.06 * (more - few)


@pytest.mark.exhaustive
def test_an_audit_reads_another_query_in_the_numbers_that_rest_on_it() -> None:
    """Each of n changed queries is compared with n numbers, but makes formulas of its own alone."""
    calls(misprinted, 3, audit)  # what is loaded once
    few, more, many = (calls(misprinted, number, audit) for number in (6, 12, 24))
    assert many - more < 2.6 * (more - few)


@pytest.mark.exhaustive
def test_each_row_that_is_left_out_takes_the_same_work(monkeypatch: pytest.MonkeyPatch) -> None:
    """By intervals, as many rows are decided, twice the rows take twice the calls."""
    monkeypatch.setattr(deciding, "_FACTORS", 0)
    assert left_out(48).scope  # what is loaded once
    test_twice_as_much_takes_twice_the_work(left_out, 48, lambda problem: problem.scope)


@pytest.mark.exhaustive
def test_a_row_left_out_changes_the_parameters_of_its_class(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without each of 48 rows a mean and a variance are estimated, by all rows those of two classes."""
    monkeypatch.setattr(deciding, "_FACTORS", 0)
    parameters = define_parameter.__code__
    counted = calls_of(lambda: left_out(48).scope, lambda frame: frame.f_code is parameters)
    assert counted == 2 * 48 + 2 * 2


@pytest.mark.exhaustive
@one_in(2, "question", ["accuracy_left_out", "edits(new)"])
def test_the_second_reader_counts_no_row_again_for_each(question: str) -> None:
    """It subtracts the row that is left out or edited: twice the rows take twice its calls."""

    def reading(rows: int) -> int:
        problem = left_out(rows, question)
        name, reader = problem.scope.resolve(question), SecondReader(problem_as_read(problem))
        return calls_of(lambda: reader.value(name))

    reading(4)  # what is loaded once
    few, more, many = map(reading, (24, 48, 96))
    assert many - more < 2.06 * (more - few)


@pytest.mark.exhaustive
def test_a_posterior_of_densities_is_enclosed_once_at_each_precision() -> None:
    """Rounding, ordering and checking it share two balls around its sums: eight classes make 36."""
    problem = densities(8)
    sums = closed_form._enclose_sum.__code__
    assert calls_of(lambda: solve(problem), lambda frame: frame.f_code is sums) <= 2 * 2 * (8 + 1)


@pytest.mark.exhaustive
def test_a_mistake_is_carried_through_a_sheet_once() -> None:
    """Seven questions, and each wrong value typed as an answer, share what a mistake leads to."""
    problem = Problem.read(problem_file("homework/sheet"))
    key = AnswerKey(problem, problem.questions)

    def work() -> list[Visibility]:
        return list(GradedLevels(key, discrimination_by(key), None).values())

    followed = Alternative.value_function.__code__
    carried = calls_of(work, lambda frame: frame.f_code is followed)
    assert len(key.alternatives.misconceptions) <= carried <= len(key.alternatives.common_single)


def test_an_earlier_posterior_is_looked_up() -> None:
    """A posterior that is asked for twice is updated once, from the one on most of its evidence."""
    problem = Problem(TABLE, {}, {"model": SMOOTHED})
    leek = Item("class", "soup", "leek")
    mood, spoon = Item("cell", "mood", "grumpy"), Item("cell", "spoon", "silver")
    first = QuantityName("P", (leek,), (mood,))
    both = QuantityName("P", (leek,), (mood, spoon))
    asked_for = [both, first, both, QuantityName("P", (leek,), (spoon,))]
    found = update_names(asked_for, problem.predictions)
    assert found[0] == first
    assert len(found) == 3


def crossings(work: Callable[[], object]) -> int:
    """Return how often a function of one room of the package calls one of another."""
    package = str(Path(exactnb.__file__).parent)

    @cache
    def room(file: str) -> str:
        if not file.startswith(package) or file.endswith("record.py"):
            return ""  # how records are compared is each one's own, though one file has it
        return "/".join(Path(file).relative_to(package).parts[:-1][:2])

    def crosses(frame: FrameType) -> bool:
        caller = frame.f_back
        here, there = (room(each.f_code.co_filename) if each else "" for each in (frame, caller))
        return bool(here and there) and here != there

    return calls_of(work, crosses)


CROSSINGS = [
    ("gaussian-mean", 13_000),
    ("categorical-map", 44_000),
    ("poisson-mle", 34_000),
]
"""Theorems, each with how often at most the checker asks other rooms for something."""


@pytest.mark.exhaustive
@pytest.mark.parametrize(("name", "most"), CROSSINGS)
def test_a_proof_works_in_its_own_room(name: str, most: int) -> None:
    """The checker of theorems asks other rooms for whole results, not for each small part."""
    derive(name, anew=True)  # what is loaded once
    assert crossings(lambda: derive(name, anew=True)) <= most
