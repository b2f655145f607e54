"""A budget of work: what a graph costs, and that a question costs as much whoever asks first."""

from __future__ import annotations

from dataclasses import replace

import pytest

from exactnb import Conventions, ExactnbError, ModelChoice, Problem, Table, solve
from exactnb.errors import InputError, TooMuch
from exactnb.expression.nodes import Integer, Quotient, Reference, Sum
from exactnb.expression.reasons import Reason, Rule
from exactnb.model.effort import EFFORT, Effort
from exactnb.model.quantities import Quantities, Quantity
from exactnb.naming.names import QuantityName
from exactnb.solution.worked import asked_by_default

LETTERS = "abcdefghij"


def table(rows: int, columns: int) -> Table:
    """Return rows of a few values, two classes in turn."""
    names = [f"c{at}" for at in range(columns)]
    of = [
        (*(LETTERS[(row * (at + 2) + row // 3) % 3] for at in range(columns)), "+-"[row % 2])
        for row in range(rows)
    ]
    return Table.from_rows(of, [*names, "k"])


SMOOTHED = {"model": ModelChoice(Conventions(smoothing=1))}
SMALL = Problem(table(8, 2), query={"x": {"c0": "a"}}, models=SMOOTHED)


def graph(of: Problem, effort: Effort, *names: str) -> Quantities:
    """Return the graph of some quantities, paid for with an effort."""
    return Quantities([of.scope.resolve(each) for each in names], of.define, effort)


def test_a_graph_costs_its_quantities_and_the_parts_of_their_formulas() -> None:
    """P(k)/2 with P(k) = 3/8 costs 1 + 3 and 1 + 3."""

    def define(name: QuantityName, _: Effort | None = None) -> Quantity:
        inner = Reference(QuantityName("P", (), (), "other"))
        formula = Quotient(inner, Integer(2)) if not name.model else Quotient(Integer(3), Integer(8))
        return Quantity(name, formula, Reason(Rule.DEFINE))

    effort = Effort()
    found = Quantities([QuantityName("P", ())], define, effort)
    assert effort.spent == found.size == 8
    Quantities([QuantityName("P", ())], define, Effort(8))
    with pytest.raises(TooMuch, match="takes 8 steps or more, 7 are allowed"):
        Quantities([QuantityName("P", ())], define, Effort(7))


def test_every_graph_has_a_budget() -> None:
    """A graph without end is refused, whoever asks for it."""

    def define(name: QuantityName, _: Effort | None = None) -> Quantity:
        after = Reference(QuantityName("P", (), (), str(len(seen))))
        seen.append(name)
        return Quantity(name, Sum((after,) * 1_000), Reason(Rule.DEFINE))

    seen: list[QuantityName] = []
    with pytest.raises(TooMuch, match=f"{EFFORT:,} are allowed; --patience 2 allows 2,000,000"):
        Quantities([QuantityName("P", ())], define)
    assert len(seen) == EFFORT // 1_002 + 1


@pytest.mark.parametrize(
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


@pytest.mark.parametrize(
    ("name", "least"),
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


def test_a_solution_has_one_budget_for_all_that_is_asked() -> None:
    """`effort` allows a solution or refuses it, in one line that says what would do."""
    solution = solve(SMALL)
    needed = 10 * solution.quantities.size
    assert solve(SMALL, effort=needed).text() == solution.text()
    with pytest.raises(TooMuch) as caught:
        solve(SMALL, effort=needed - 1)
    said = f"the solution: takes {needed:,} steps or more, {needed - 1:,} are allowed"
    assert str(caught.value) == f"{said}; --patience 1 allows 1,000,000"
    with pytest.raises(TooMuch):
        solve(SMALL, effort=10)
    assert len(Quantities(asked_by_default(SMALL), SMALL.define)) < needed


@pytest.mark.parametrize("effort", [0, -1, 1.5, True, "many", None])
def test_an_effort_is_a_positive_whole_number(effort: object) -> None:
    """Anything else is refused at the argument."""
    with pytest.raises(InputError, match=r"^effort: expected a positive whole number"):
        solve(SMALL, effort=effort)  # type: ignore[arg-type]


def test_a_problem_that_asks_too_much_can_be_made() -> None:
    """Reading a problem spends little; whoever works it out says that it is too much."""
    wide = Problem(table(40, 12), models=SMOOTHED, ask=["accuracy_left_out", "bayes_error", "P(+)"])
    with pytest.raises(TooMuch, match=r"bayes_error: takes 1,\d{3},\d{3} steps or more") as caught:
        solve(wide)
    assert isinstance(caught.value, ExactnbError)
    assert solve(wide, only=["P(+)"])["P(+)"] == 0.5
