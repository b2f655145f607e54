"""Independence: in a model, where probabilities multiply, and in the data, where frequencies do."""

import random
from fractions import Fraction
from itertools import product
from math import prod

import pytest
from hypothesis import given
from hypothesis import strategies as st
from laws import DATA, LAW
from strategies import cases
from thoroughness import all_of, one_in
from valued import value

from exactnb import Conventions, Documents, ModelChoice, Problem, Table, solve
from exactnb.core.arithmetic.values import UNDEFINED
from exactnb.core.expression.nodes import Equal
from exactnb.core.model import data_quantities
from exactnb.core.model.quantities import Quantities
from exactnb.core.model.quantity import Effort
from exactnb.core.naming.names import Item
from exactnb.errors import InputError

# two fair coins, and whether they fell alike
COINS = [("0", "0", "1", "k"), ("0", "1", "0", "k"), ("1", "0", "0", "k"), ("1", "1", "1", "k")]
THREE = Table.from_rows(COINS, ["a", "b", "same", "y"])


def test_pairs_may_be_independent_and_three_not() -> None:
    """Each two of a, b, same are independent in the data, all three together are not."""
    problem = Problem(THREE)
    for pair in ("a,b", "a,same", "b,same"):
        assert value(problem, f"independent_in_data({pair})") is True
        assert value(problem, f"independent_in_data({pair}|k)") is True
    assert value(problem, "independent_in_data(a,b,same)") is False
    assert value(problem, "independent_in_data(a=1,b=1,same=1)") is False


def test_in_one_class_all_columns_are_independent_in_the_model() -> None:
    """Naive Bayes with a single class is a product, whatever the data."""
    assert value(Problem(THREE), "independent(a,b,same)") is True


def test_two_classes_make_columns_depend_on_each_other() -> None:
    """P(a=1) = P(b=1) = 3/4 and P(a=1,b=1) = 1/2·1·1 + 1/2·(1/2)² = 5/8, not 9/16."""
    table = Table.from_rows([("1", "1", "+"), ("1", "1", "+"), ("1", "0", "-"), ("0", "1", "-")],
                            ["a", "b", "y"])  # fmt: skip
    problem = Problem(table)
    assert value(problem, "P(a=1,b=1)") == Fraction(5, 8)
    assert value(problem, "independent(a=1,b=1)") is False
    assert value(problem, "independent(a,b)") is False


def test_cells_may_be_independent_where_columns_are_not() -> None:
    """One pair of values multiplies though the columns do not: 1/5·1/5 = 1/25 of 25 rows."""
    rows = [("u", "u")] + [("u", "v")] * 2 + [("u", "w")] * 2 + [("v", "u")] * 4
    rows += [("v", "v")] * 10 + [("w", "w")] * 6
    problem = Problem(Table.from_rows([(*row, "k") for row in rows], ["a", "b", "y"]))
    assert value(problem, "independent_in_data(a=u,b=u)") is True
    assert value(problem, "independent_in_data(a,b)") is False


def test_independence_within_a_class_is_of_its_rows() -> None:
    """In class − all four combinations occur once, in + only two."""
    rows = [*((a, b, "-") for a, b in product("01", repeat=2)), ("0", "0", "+"), ("1", "1", "+")]
    problem = Problem(Table.from_rows(rows, ["a", "b", "y"]))
    assert value(problem, "independent_in_data(a,b|-)") is True
    assert value(problem, "independent_in_data(a,b|+)") is False
    assert value(problem, "independent_in_data(a,b)") is False


def test_words_of_texts_may_be_asked() -> None:
    """As 0/1 columns, words are independent in the data or not like any columns."""
    mails = Documents.of([("+", "win cash"), ("+", "win"), ("+", "cash"), ("+", "")])
    problem = Problem(mails, models={"model": ModelChoice(family="bernoulli")})
    assert value(problem, "independent_in_data(win,cash)") is True
    assert value(problem, "independent(win,cash)") is True


@all_of("question", ["independent_in_data(a,b|-)", "independent(a,b)", "independent(a=1,b=0)"])
def test_what_is_undefined_is_not_independent(question: str) -> None:
    """In a class without rows every share is 0/0, which is neither equal to another nor different."""
    table = Table.from_rows([("1", "0", "+")], ["a", "b", "y"], classes=["+", "-"])
    problem = Problem(table, models={"model": ModelChoice(Conventions(prior="uniform"))})
    assert value(problem, question) == UNDEFINED
    assert "= undefined" in solve(problem, only=[question]).text()


def coins(columns: int, classes: str, draws: random.Random) -> Problem:
    """Return a problem of some 0/1 columns."""
    names = [f"c{at}" for at in range(columns)]
    rows = [(*(draws.choice("01") for _ in names), classes[at % len(classes)]) for at in range(30)]
    return Problem(Table.from_rows(rows, [*names, "y"]))


@all_of("question", ["independent", "independent_in_data"])
@all_of("columns", [6, 10, 14])
def test_of_many_combinations_the_first_that_fails_is_compared(question: str, columns: int) -> None:
    """One pair of sides shows that columns are not independent, of 64 combinations or 16,384."""
    problem = coins(columns, "kl", random.Random(columns))
    name = problem.scope.resolve(f"{question}({','.join(problem.schema.columns)})")
    graph = Quantities([name], problem.define, Effort())
    assert graph.value(name) is False
    assert isinstance(compared := graph[name].formula, Equal)
    assert len(compared.pairs) == 2
    assert len(graph) < 20 * columns


def test_columns_that_are_independent_are_compared_in_all_combinations() -> None:
    """With one class the model multiplies everywhere, so all 64 combinations are compared."""
    problem = coins(6, "k", random.Random(1))
    name = problem.scope.resolve("independent(c0,c1,c2,c3,c4,c5)")
    graph = Quantities([name], problem.define, Effort())
    assert graph.value(name) is True
    assert isinstance(compared := graph[name].formula, Equal)
    assert len(compared.pairs) == 2 * 64


@one_in(3, "seed", range(12))
def test_looking_for_the_first_says_what_all_say(seed: int, monkeypatch) -> None:
    """The answer does not depend on how many combinations are listed."""
    problem = coins(3, "kl"[: 1 + seed % 2], random.Random(seed))
    questions = ["independent(c0,c1,c2)", "independent_in_data(c0,c1)", "independent_in_data(c0,c2|k)"]
    listed = [value(problem, question) for question in questions]
    monkeypatch.setattr(data_quantities, "_LISTED_PAIRS", 0)
    fresh = Problem(problem.data)
    assert [value(fresh, question) for question in questions] == listed


@pytest.mark.exhaustive
def test_too_many_combinations_are_refused() -> None:
    """Of more than 2,000 combinations so many are compared; where all of them multiply, it says so."""
    values = [f"v{at}" for at in range(50)]
    table = Table.from_rows([("v0", "v0", "k")], ["a", "b", "y"], values={"a": values, "b": values})
    for question in ("independent(a,b)", "independent_in_data(a,b)"):
        with pytest.raises(InputError, match="more than 2,000 combinations to compare"):
            value(Problem(table), question)


def test_the_answer_is_printed_with_its_comparisons() -> None:
    """The solution shows each pair that is compared, and the word that it comes to."""
    solution = solve(Problem(THREE, ask=["independent_in_data(a,b,same)"]))
    assert solution["independent_in_data(a,b,same)"] is False
    assert "= false" in solution.text()
    assert '"exact": false' in solution.json()


@LAW
@given(data=DATA)
def test_both_are_what_a_list_of_all_combinations_says(data) -> None:
    """The answer is whether the probability of each combination is the product of its parts."""
    case = data.draw(cases(("bernoulli", "categorical"), refused=False, limits=False))
    columns = case.blocks[:2]
    problem = case.problem()
    if len(columns) < 2:
        return
    spelled = ",".join(Item("column", column.name, "").spell() for column in columns)
    label = data.draw(st.sampled_from((None, *case.classes)))
    rows = [row for row in case.rows if label in (None, row.label)]

    listed = {column.name for column in case.columns}  # a text always shows whether a word is there

    def frequency(cells: dict[str, str]) -> Fraction | None:
        showing = [r for r in rows if not any(case.shows(r, c, "") for c in listed & cells.keys())]
        hits = [r for r in showing if all(case.shows(r, c, v) for c, v in cells.items())]
        total = sum(row.weight for row in showing)
        return sum((row.weight for row in hits), Fraction(0)) / total if total else None

    held: list[bool | None] = []
    for combination in product(*(column.values for column in columns)):
        cells = dict(zip((column.name for column in columns), combination, strict=True))
        each = [frequency({c: v}) for c, v in cells.items()]
        parts = None if None in each else prod(each)  # type: ignore[type-var]
        held.append(None if parts is None else frequency(cells) == parts)
    behind = "" if label is None else f"|{Item('query', '', label).spell()}"
    expected = UNDEFINED if None in held else all(held)
    assert value(problem, f"independent_in_data({spelled}{behind})") == expected
