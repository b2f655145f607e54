"""A budget of work: what a graph costs, and that a question costs as much whoever asks first."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from large_tables import SMOOTHED, table
from thoroughness import all_of, one_in

from exactnb import (
    Conventions,
    Documents,
    ExactnbError,
    Grader,
    ModelChoice,
    Problem,
    Table,
    derive,
    sample,
    solve,
)
from exactnb.core.expression.nodes import Integer, Quotient, Reference, Sum
from exactnb.core.expression.reasons import Reason, Rule
from exactnb.core.model.quantities import Quantities
from exactnb.core.model.quantity import (
    EFFORT,
    TRIED,
    WRITTEN,
    Effort,
    Quantity,
    budget_for_patience,
    charged_quantity,
)
from exactnb.core.model.questions.counterfactuals import candidate_edits
from exactnb.core.naming.names import QuantityName
from exactnb.errors import InputError, TooMuch
from exactnb.explain.solution.explained import explain
from exactnb.explain.solution.solved_quantities import default_quantities
from exactnb.scale.classify.fields import RecordSource
from exactnb.scale.classify.labelling import Labelling
from exactnb.scale.explaining.exact_model import explain_record
from exactnb.teach.grading.reports.instructor_feedback import mistakes_for_instructor

SMALL = Problem(table(8, 2), query={"x": {"c0": "a"}}, models=SMOOTHED)


def graph(of: Problem, effort: Effort, *names: str) -> Quantities:
    """Return the graph of some quantities, paid for with an effort."""
    return Quantities([of.scope.resolve(each) for each in names], of.define, effort)


def test_a_graph_costs_its_quantities_and_the_parts_of_their_formulas() -> None:
    """P(k)/2 with P(k) = 3/8 costs 1 + 3 and 1 + 3."""

    def define(name: QuantityName, _: Effort) -> Quantity:
        inner = Reference(QuantityName("P", (), (), "other"))
        formula = Quotient(inner, Integer(2)) if not name.model else Quotient(Integer(3), Integer(8))
        return Quantity(name, formula, Reason(Rule.DEFINE))

    effort = Effort()
    found = Quantities([QuantityName("P", ())], define, effort)
    assert effort.spent == found.size == 8
    Quantities([QuantityName("P", ())], define, Effort(8))
    with pytest.raises(TooMuch, match="takes 8 steps or more, 7 are allowed"):
        Quantities([QuantityName("P", ())], define, Effort(7))


@pytest.mark.exhaustive
def test_every_graph_has_a_budget() -> None:
    """A graph without end is refused, whoever asks for it."""

    def define(name: QuantityName, _: Effort) -> Quantity:
        after = Reference(QuantityName("P", (), (), str(len(seen))))
        seen.append(name)
        return Quantity(name, Sum((after,) * 1_000), Reason(Rule.DEFINE))

    seen: list[QuantityName] = []
    with pytest.raises(TooMuch, match=f"{EFFORT:,} are allowed; --patience 2 .effort=2000000. allows"):
        Quantities([QuantityName("P", ())], define, Effort())
    assert len(seen) == EFFORT // 1_002 + 1


@all_of(
    "name",
    [
        "accuracy",
        "accuracy_left_out",
        "bayes_error",
        "rank(c0=a)",
        "independent(c0,c1,c2,c3)",
        "P(+|x)",
    ],
)
def test_what_a_question_costs_does_not_depend_on_who_asked_before(name: str) -> None:
    """The second who asks pays what the first did, and the same in another problem."""
    of = Problem(table(12, 4), query={"x": {"c0": "a"}}, models=SMOOTHED)
    costs = []
    for problem in (of, of, replace(of)):
        effort = Effort()
        graph(problem, effort, name)
        costs.append(effort.spent)
    assert len(set(costs)) == 1
    assert costs[0] > 0


@all_of(
    "name, least",
    [
        ("accuracy_left_out", 12 * 2 * 4),  # rows, classes, columns
        ("bayes_error", 3**4 * 2),  # cells, classes
        ("rank(c0=a,c1=b)", 3**2 * 2),
        ("independent(c0,c1,c2,c3)", 2 * 3**4),
    ],
)
def test_what_is_looked_through_is_paid_for(name: str, least: int) -> None:
    """Rows, cells and combinations cost something too, not only the formula that comes of them."""
    problem = Problem(table(12, 4), models=SMOOTHED)
    effort = Effort()
    graph(problem, effort, name)
    assert effort.spent >= least
    with pytest.raises(TooMuch, match=r"steps or more"):
        graph(replace(problem), Effort(effort.spent - 1), name)
    graph(replace(problem), Effort(effort.spent), name)


def test_each_edit_is_paid_for() -> None:
    """Each edit that is tried costs a quarter of the graph of the decision, and a step."""
    asked, decided = Effort(), Effort()
    found = graph(SMALL, asked, "edits(x)")
    cost = len(graph(SMALL, decided, "argmax(x)")) // 4 + 1
    (prediction,) = SMALL.predictions.values()
    tried = len(candidate_edits(prediction, SMALL.scope.resolve("edits(x)")))
    assert asked.spent == tried * cost + decided.spent + found.size


def test_a_solution_has_one_budget_for_all_that_is_asked() -> None:
    """`effort` allows a solution or refuses it, in one line that says what would do."""
    solution = solve(SMALL)
    needed = WRITTEN * solution.quantities.size
    assert solve(SMALL, effort=needed).text() == solution.text()
    with pytest.raises(TooMuch) as caught:
        solve(SMALL, effort=needed - 1)
    said = f"the solution: takes {needed:,} steps or more, {needed - 1:,} are allowed"
    assert str(caught.value) == f"{said}; --patience 1 (effort=1000000) allows 1,000,000"
    with pytest.raises(TooMuch):
        solve(SMALL, effort=10)
    assert len(Quantities(default_quantities(SMALL), SMALL.define, Effort())) < needed


@all_of("effort", [0, -1, 1.5, True, "many", None])
def test_an_effort_is_a_positive_whole_number(effort: object) -> None:
    """Anything else is refused at the argument."""
    with pytest.raises(InputError, match=r"^effort: expected a whole number from 1"):
        solve(SMALL, effort=effort)  # type: ignore[arg-type]


def test_patience_is_a_number_up_to_a_million() -> None:
    """A million times the usual is the most, a part of a step is one, and nothing is no patience."""
    assert [budget_for_patience(times) for times in (1_000_000, "0.5", "1e-9")] == [10**12, 500_000, 1]
    for times in (0, -1, 1_000_001):
        with pytest.raises(InputError, match=rf"^expected a number from 0 to 1,000,000; got '{times}'"):
            budget_for_patience(times)


@pytest.mark.exhaustive
def test_a_problem_that_asks_too_much_can_be_made() -> None:
    """Reading a problem spends little; whoever works it out says that it is too much."""
    wide = Problem(table(40, 12), models=SMOOTHED, ask=["accuracy_left_out", "bayes_error", "P(+)"])
    with pytest.raises(TooMuch, match=r"bayes_error: takes 1,\d{3},\d{3} steps or more") as caught:
        solve(wide)
    assert isinstance(caught.value, ExactnbError)
    assert solve(wide, only=["P(+)"])["P(+)"] == 0.5


GIVEN = 123_456
WORDS = Documents.of([("+", "a b"), ("-", "a a")])
ASKED = ["P(+|x)", "accuracy", "bayes_error", "boundary(+:-)"]
HEIGHTS = Table.from_rows([(n, "+-"[int(n) % 2]) for n in "1234567"], ["h", "k"])
GAUSSIAN = {"model": ModelChoice(families={"h": "gaussian"})}
TALL = Problem(HEIGHTS, {"x": {"h": "3"}}, GAUSSIAN)


def labelled(folder: Path) -> Labelling:
    """Return what labels two texts by themselves."""
    path = folder / "texts.csv"
    path.write_text("id,class,text\n1,+,a b\n2,-,a\n")
    return Labelling(RecordSource(path))


def graded(problem: Problem, effort: int) -> object:
    """Return the reports of a sheet with a mistake, and more than the problem asks for."""
    grader = Grader(problem, effort=effort)
    report = grader.grade({"P(+|x)": "1/3", "P(x|+)": "1/7", "accuracy_left_out": "1"})
    return [mistakes_for_instructor(grader, each) for each in report.graded]


DOORS: dict[str, Callable[[Path], object]] = {
    "a solution": lambda _: solve(SMALL, effort=GIVEN),
    "what is asked of it later": lambda _: [solve(SMALL, effort=GIVEN)[name] for name in ASKED[:3]],
    "the chain rule and logarithms": lambda _: solve(
        replace(SMALL, chain_rule=True, log="2"), effort=GIVEN
    ),
    "a region": lambda _: solve(TALL, only=["region(+:-)"], effort=GIVEN),
    "an explanation": lambda _: explain(SMALL, "x", effort=GIVEN)["accuracy"],
    "an explanation of zeros": lambda _: explain(
        Problem(table(2, 1), query={"x": {"c0": "c"}}), "x", effort=GIVEN
    ),
    "a record that is explained": lambda at: explain_record(labelled(at), "1", effort=GIVEN),
    "a decision": lambda _: SMALL.decide({"c0": "a"}, effort=GIVEN),
    "a decision after others": lambda _: [
        TALL.decide({"h": "3"}, effort=GIVEN) for _ in range(2)
    ],
    "a sample of rows": lambda _: sample(SMALL, 2, 1, effort=GIVEN),
    "a sample of texts": lambda _: sample(
        Problem(WORDS, models=DRAWN), 2, 1, length=3, effort=GIVEN
    ),
    "numbers in a theorem": lambda _: derive("prior-mle", Problem(table(8, 2)), effort=GIVEN),
}  # fmt: skip
DRAWN = {"model": ModelChoice(Conventions(smoothing=1), family="dirichlet-multinomial")}


@pytest.fixture
def efforts(monkeypatch: pytest.MonkeyPatch) -> Iterator[set[int]]:
    """Give what every effort allows that is made in a test."""
    made: set[int] = set()
    check = Effort.__post_init__

    def seen(self: Effort) -> None:
        check(self)
        made.add(self.allowed)

    monkeypatch.setattr(Effort, "__post_init__", seen)
    return made


READ = EFFORT // 10  # what a problem may take to be read


@one_in(3, "door", DOORS)
def test_an_effort_reaches_every_graph(door: str, efforts: set[int], tmp_path: Path) -> None:
    """What a call is allowed is allowed to all that it makes, and to what its answer makes later."""
    DOORS[door](tmp_path)
    assert efforts - {READ} == {GIVEN}


def test_the_effort_of_a_grader_reaches_every_graph(efforts: set[int]) -> None:
    """A tenth pays for the questions and a sheet, as each is worked out with all mistakes."""
    assert any(graded(SMALL, GIVEN))
    assert {allowed for allowed in efforts - {READ} if allowed % GIVEN} == {GIVEN // TRIED}


def test_what_is_asked_is_named_by_its_place() -> None:
    """An item of the list of a problem is told by its place there, one of the argument as such."""
    asking = replace(SMALL, ask=["P(+)", "bayes_error"])
    with pytest.raises(TooMuch, match=r"^ask\[2\]: bayes_error: takes"):
        solve(asking, effort=12)
    with pytest.raises(TooMuch, match=r"^only: bayes_error: takes"):
        solve(asking, only=iter(["bayes_error"]), effort=12)


def test_what_is_too_much_is_told_by_its_name() -> None:
    """By its own, or by that of what was asked for, on the way to which it lies."""
    problem = Problem.from_text("[data]\ntable = '''\na k\nu +\nv -\n'''\n")
    name = problem.scope.resolve("P(+)")
    for asked, told in ((None, "P(+)"), ("the sheet", "the sheet")):
        with pytest.raises(TooMuch, match=rf"^{re.escape(told)}: takes 4 steps or more, 1 are allowed"):
            charged_quantity(name, problem.define, Effort(1), asked)
