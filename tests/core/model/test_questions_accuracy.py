"""Accuracy on the training rows: as they are, and each left out in turn."""

import random
from dataclasses import replace
from fractions import Fraction

import pytest
from by_hand import over
from hypothesis import given
from laws import DATA, EVERY_FAMILY, LAW, worth
from plain import Column, Row, Seen
from strategies import Case, cases
from thoroughness import all_of

from exactnb import Conventions, Documents, ModelChoice, Problem, Table, solve
from exactnb.core.arithmetic.rounding import Rounding
from exactnb.core.data.summaries import read_counts
from exactnb.core.expression.nodes import Integer, Product, Quotient, has_names
from exactnb.core.expression.results import Value
from exactnb.core.expression.spell import spell
from exactnb.core.model import deciding
from exactnb.core.model.quantities import Quantities
from exactnb.core.model.quantity import Effort, Quantity
from exactnb.core.naming.names import QuantityName
from exactnb.errors import InputError, Unsupported
from exactnb.explain.derivation import verify
from exactnb.explain.derivation.verified import Rejected
from exactnb.explain.solution.narrative import write_derivation
from exactnb.explain.solution.setting import problem_source

HEADER = ["id", "mood", "spoon", "soup"]
ROWS = [("d1", "happy", "wooden", "leek"), ("d2", "happy", "silver", "leek"),
        ("d3", "grumpy", "silver", "onion"), ("d4", "grumpy", "silver", "leek")]  # fmt: skip


def of_rows(rows=ROWS, *, asked=(), **said):
    """Return the solution of a small table, in which some questions are asked."""
    table = Table.from_rows(rows, HEADER)
    choice = ModelChoice(Conventions(**said))
    return solve(Problem(table, models={"model": choice}, ask=list(asked)))


def test_accuracy_by_hand() -> None:
    """Of four rows the last is decided for onion, 1/4 against 1/6, and is leek: 3/4."""
    solution = of_rows(asked=["accuracy"])
    assert (solution["P(onion,d4)"], solution["P(leek,d4)"]) == (Fraction(1, 4), Fraction(1, 6))
    assert solution["accuracy"] == Fraction(3, 4)
    assert "3/4" in solution.text()


def test_each_row_is_left_out_in_turn() -> None:
    """Without itself only d2 is decided rightly: wooden and onion are then never seen, 1/4."""
    solution = of_rows(asked=["accuracy_left_out"])
    assert solution["accuracy_left_out"] == Fraction(1, 4)


def test_smoothing_changes_what_is_left_out() -> None:
    """With λ = 1 the rows d1 and d2 are decided rightly without themselves, the others are not."""
    solution = of_rows(asked=["accuracy", "accuracy_left_out"], smoothing=1, prior="smoothed")
    brute = plain_case(ROWS, Fraction(1), "smoothed")
    rights = [left_out(brute, at) for at in range(4)]
    assert solution["accuracy_left_out"] == Fraction(sum(rights), 4)
    assert solution["accuracy"] == Fraction(sum(right(brute, row) for row in brute.rows), 4)


def test_a_tie_is_no_decision() -> None:
    """A row whose classes tie counts as not decided, or goes to the first where that is the rule."""
    rows = [("d1", "happy", "tin", "leek"), ("d2", "happy", "tin", "onion")]
    assert of_rows(rows)["accuracy"] == 0
    assert of_rows(rows, tie="first")["accuracy"] == Fraction(1, 2)


def test_rows_count_by_their_weight() -> None:
    """A row of weight 3 that is decided rightly counts three times in both numbers."""
    table = Table.from_rows(
        [("u", "3", "k"), ("u", "1", "l"), ("v", "1/2", "l")], ["a", "w", "y"], weight="w"
    )
    solution = solve(Problem(table))
    # u is decided for k, 3 against 1, v for l: 3 and 1/2 of 9/2 are right
    assert solution["accuracy"] == Fraction(7, 9)


def test_rows_that_are_alike_are_written_once() -> None:
    """Equal rows stand in the formula once, with the number of them before the indicator."""
    rows = [("", *row[1:]) for row in (*ROWS, ROWS[0], ROWS[0])]
    problem = Problem(Table.from_rows(rows, HEADER))
    name = problem.scope.resolve("accuracy")
    graph = Quantities([name], problem.define, Effort())
    assert repr(graph[name].formula).count("Indicator(") == 4
    assert (
        graph.value(name) == of_rows([(f"e{at}", *row[1:]) for at, row in enumerate(rows)])["accuracy"]
    )


def test_rows_that_are_all_alike_are_one_term() -> None:
    """Two rows that are the same are decided once, and counted twice."""
    of = Problem(Table.from_rows([("1", "p"), ("1", "p")], ["a", "y"], classes=["p", "q"]),
                 models={"model": ModelChoice(Conventions(prior="uniform", smoothing=1))})  # fmt: skip
    formula = of.define(of.scope.resolve("accuracy"), Effort()).formula
    assert isinstance(formula.numerator, Product)
    assert answers(of) == [1, 1]


def test_a_row_alone_is_decided_by_nothing_without_itself() -> None:
    """Where the only row is left out there is no prior, and nothing is decided."""
    assert answers(Problem(Table.from_rows([("1", "p")], ["a", "y"]))) == [1, 0]


def test_without_rows_there_is_no_accuracy() -> None:
    """Counts alone, given numbers and an empty table have no rows to decide."""
    counts = read_counts("y k l\ntotal 3 4\na=1 1 2")
    for question in ("accuracy", "accuracy_left_out"):
        with pytest.raises(InputError, match="there are no training rows"):
            Problem(counts, ask=[question])


def test_too_many_kinds_of_rows_are_refused() -> None:
    """More than 2,000 different rows are not decided one by one."""
    rows = [(f"v{at}", "k") for at in range(2001)]
    with pytest.raises(Unsupported, match="more than 2,000 different rows"):
        Problem(Table.from_rows(rows, ["a", "y"]), ask=["accuracy"])


def plain_case(rows, smoothing: Fraction, prior: str) -> Case:
    """Return some rows of the table as a case in plain Python."""
    columns = (Column("mood", ("happy", "grumpy"), "categorical"),
               Column("spoon", ("wooden", "silver"), "categorical"))  # fmt: skip
    found = tuple((row[-1], row[1:3]) for row in rows)
    return Case(("leek", "onion"), columns, found, {}, smoothing, prior=prior)


def shown(case: Case, row: Row) -> Seen:
    """Return what a row shows: its cells, its text as 0/1 columns, or its words."""
    cells = {c.name: v for c, v in zip(case.columns, row.cells, strict=True) if v}
    draws = tuple(row.words)
    if case.vocabulary is None:
        draws = tuple(w for w in case.bag_words for _ in range(int(cells.get(w, "0"))))
    elif not case.bag_family:
        words = [c.name for c in case.blocks[len(case.columns) :]]
        cells |= {w: str(int(w in row.words)) for w in words if w in case.vocabulary}
        draws = ()
    known = {column.name for column in case.blocks}
    return case.relevant(Seen({c: v for c, v in cells.items() if c in known}, (), draws))


def right(case: Case, row: Row) -> bool:
    """Say whether a row is decided for its own class alone."""
    return case.decided(shown(case, row)) == (row.label,)


def left_out(case: Case, at: int) -> bool:
    """Say whether a row is decided rightly by the other rows."""
    other = replace(case, rows=(*case.rows[:at], *case.rows[at + 1 :]))
    return not other.is_refused and right(other, case.rows[at])


@EVERY_FAMILY
@LAW
@given(data=DATA)
def test_accuracy_is_what_deciding_every_row_gives(families, data):
    """Both numbers equal those of a loop over the rows, each decided with and without itself."""
    case = data.draw(cases(families, refused=False))
    solution = solve(case.problem(), only=["free_parameters"])
    total = sum(row.weight for row in case.rows)
    for name, held in (
        ("accuracy", [right(case, row) for row in case.rows]),
        ("accuracy_left_out", [left_out(case, at) for at in range(len(case.rows))]),
    ):
        hits = sum((row.weight for row, ok in zip(case.rows, held, strict=True) if ok), Fraction(0))
        assert worth(solution[name]) == over(hits, total), name


def formula_of(problem: Problem) -> str:
    """Return the formula of the accuracy with each row left out, as it is spelled."""
    quantities = solve(problem, only=["accuracy_left_out"]).quantities
    return spell(quantities[problem.scope.resolve("accuracy_left_out")].formula)


def test_a_row_left_out_keeps_classes_values_and_words() -> None:
    """Without its only row a class has P(*) = 0, and the others their scores; values stay too."""
    rows = [("u", "+"), ("v", "+"), ("w", "-"), ("w", "-"), ("u", "*")]
    model = ModelChoice(Conventions(smoothing=1))
    problem = Problem(Table.from_rows(rows, ["a", "y"]), models={"model": model})
    text = formula_of(problem)
    assert "[argmax of 1/5, 1/10, 0 = *]" in text
    assert "[argmax of 1/16, 1/10, 1/8 = +]" in text  # v is a value still: (0 + 1)/(1 + 3)


def test_words_that_only_one_document_has_stay_words() -> None:
    """Left out, "a z" is two words of three: 1/3·(1/4)² against 2/3·(1/6)²."""
    texts = [("+", "a z"), ("+", "b"), ("-", "b b"), ("-", "b")]
    model = ModelChoice(Conventions(smoothing=1))
    problem = Problem(Documents.of(texts), models={"model": model})
    assert "[argmax of 1/48, 1/54 = +]" in formula_of(problem)


NUMBERS = {
    "gaussian": (ModelChoice(family="gaussian"), lambda draws: str(draws.randrange(40))),
    "shared": (
        ModelChoice(Conventions(share="classes"), family="gaussian"),
        lambda draws: str(draws.randrange(4)),
    ),
    "a part of all": (
        ModelChoice(Conventions(epsilon={"relative": "1"}), family="gaussian"),
        lambda draws: str(draws.randrange(4)),
    ),
    "qda": (ModelChoice(family="qda"), lambda draws: f"{draws.randrange(400)}/7"),
    "lda": (ModelChoice(family="lda"), lambda draws: f"{draws.randrange(400)}/7"),
    "poisson": (ModelChoice(family="poisson"), lambda draws: str(draws.randrange(5))),
    "geometric": (ModelChoice(family="geometric"), lambda draws: str(draws.randrange(1, 5))),
    "beside values": (
        ModelChoice(families={"a": "gaussian", "b": "categorical"}),
        lambda draws: str(draws.randrange(3)),
    ),
}


def measured(kind: str, rows: int = 14) -> Problem:
    """Return a problem of two columns and three classes, with rows that are alike and close."""
    choice, numeral = NUMBERS[kind]
    draws = random.Random(kind)
    table = [(numeral(draws), numeral(draws), "pqr"[at % 3]) for at in range(rows)]
    return Problem(Table.from_rows(table, ["a", "b", "y"]), models={"model": choice})


def answers(problem: Problem) -> list[Value]:
    """Return both accuracies."""
    names = list(map(problem.scope.resolve, ("accuracy", "accuracy_left_out")))
    graph = Quantities(names, problem.define, Effort())
    return [graph.value(name) for name in names]


@pytest.mark.exhaustive
@pytest.mark.parametrize("kind", NUMBERS)
def test_intervals_decide_rows_as_exact_scores_do(kind: str, monkeypatch) -> None:
    """Both accuracies are the same, however many rows it takes to find decisions by intervals."""
    by_scores = answers(measured(kind))
    monkeypatch.setattr(deciding, "_FACTORS", 0)
    monkeypatch.setattr(deciding, "_SHOWN", 0)
    assert answers(measured(kind)) == by_scores


@pytest.mark.parametrize(
    ("shown", "factors", "many"), [(2, 11, True), (3, 11, False), (2, 12, False), (0, 0, True)]
)
def test_so_many_rows_and_factors_are_decided_by_intervals(
    shown: int, factors: int, many: bool, monkeypatch
) -> None:
    """Three rows, two classes and two columns are 12 factors: more than 2 rows, more than 11."""
    monkeypatch.setattr(deciding, "_SHOWN", shown)
    monkeypatch.setattr(deciding, "_FACTORS", factors)
    rows = [("1", "2", "p"), ("3", "3", "p"), ("4", "7", "q")]
    choice = {"model": ModelChoice(family="poisson")}
    of, effort = Problem(Table.from_rows(rows, ["a", "b", "y"]), models=choice), Effort()
    formula = of.define(of.scope.resolve("accuracy"), effort).formula
    assert has_names(formula.numerator) is not many  # decisions stand there by name, or as they are
    assert effort.spent == (12 if many else 0)


@pytest.mark.parametrize("shown", [0, 40])
def test_a_row_that_no_class_can_have_without_it_is_decided_wrongly(shown: int, monkeypatch) -> None:
    """Each row has a value of its own: left out, it is undecided, by intervals and by scores."""
    monkeypatch.setattr(deciding, "_SHOWN", shown)
    monkeypatch.setattr(deciding, "_FACTORS", 0)
    rows = [(f"v{n}", str(n), "pq"[n % 2]) for n in range(4)]
    choice = {"model": ModelChoice(families={"a": "poisson"})}
    of = Problem(Table.from_rows(rows, ["c", "a", "y"]), models=choice)
    assert answers(of) == [1, 0]


@all_of("kind", NUMBERS, apart=6)
def test_a_row_is_left_out_as_if_it_had_never_been_there(kind: str) -> None:
    """Subtracting a row decides it as the table without it does."""
    problem = measured(kind)
    rows = list(problem.cases())
    hits = 0
    for at, row in enumerate(rows):
        others = [(*case.cells.values(), case.label) for case in rows[:at] + rows[at + 1 :]]
        table = Table.from_rows(others, ["a", "b", "y"], values=problem.schema.columns)
        rest = Problem(table, models=problem.models)
        hits += rest.decide(dict(row.cells)) == (row.label,)
    assert answers(problem)[1] == Fraction(hits, len(rows))


@pytest.mark.exhaustive
def test_many_rows_of_numbers_have_no_quantities_of_their_own() -> None:
    """Of 60 rows and 45 columns of numbers, only the decisions stand in the accuracy."""
    draws = random.Random(1)
    names = [f"c{at}" for at in range(45)]
    rows = [(*(str(draws.randrange(99)) for _ in names), "pq"[at % 2]) for at in range(60)]
    choice = {"model": ModelChoice(family="gaussian")}
    problem = Problem(Table.from_rows(rows, [*names, "y"]), models=choice)
    name = problem.scope.resolve("accuracy")
    assert len(Quantities([name], problem.define, Effort())) == 2


@pytest.mark.exhaustive
def test_a_question_is_worked_out_once_and_verified_once(monkeypatch) -> None:
    """Reading and solving a problem leave each row out once, and verifying it once more."""
    asked = []
    whole = deciding.define_accuracy

    def counted(*of):
        asked.append(of[1].head)
        return whole(*of)

    monkeypatch.setattr(deciding, "define_accuracy", counted)
    problem = measured("gaussian")
    solve(replace(problem, ask=["accuracy_left_out"]))
    assert asked == ["accuracy_left_out"] * 2


@pytest.mark.exhaustive
@pytest.mark.parametrize("asked", ["accuracy", "accuracy_left_out"])
@pytest.mark.parametrize("many", [False, True])
def test_no_other_decisions_about_rows_are_printed(asked: str, many: bool, monkeypatch) -> None:
    """A share of other rows is rejected, though its line holds: each row is decided once more."""
    if many:
        monkeypatch.setattr(deciding, "_FACTORS", 0)
        monkeypatch.setattr(deciding, "_SHOWN", 0)
    problem = measured("gaussian")
    name = problem.scope.resolve(asked)

    def other(of: QuantityName, effort: Effort) -> Quantity:
        quantity = problem.define(of, effort)
        if of != name:
            return quantity
        return replace(quantity, formula=Quotient(Integer(14), quantity.formula.denominator))  # type: ignore[union-attr]

    for define, held in ((problem.define, True), (other, False)):
        graph = Quantities([name], define, Effort())
        if held:
            derivation = write_derivation(
                problem, graph, Rounding(figures=4), with_data=False, why=False
            )
            verify(derivation, graph, problem_source(problem))
        else:
            with pytest.raises(Rejected, match="rests on other decisions than those about the rows"):
                verify(derivation, graph, problem_source(problem))
