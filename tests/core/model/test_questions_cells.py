"""Questions that look at every cell: the rank of an observation, and the Bayes error."""

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from laws import DATA, LAW, worth
from plain import Seen
from strategies import cases

from exactnb import Conventions, Documents, ModelChoice, Problem, Table, solve
from exactnb.core.arithmetic.power_product import PowerProduct
from exactnb.core.arithmetic.values import add, compare, multiply
from exactnb.core.expression.evaluate import evaluate
from exactnb.core.expression.nodes import Function, Integer, OverCells, Quotient
from exactnb.core.naming.names import Item
from exactnb.errors import InputError, Unsupported

HALF = Quotient(Integer(1), Integer(2))
ROWS = [("happy", "wooden", "leek"), ("happy", "silver", "leek"), ("grumpy", "silver", "onion"),
        ("grumpy", "silver", "leek")]  # fmt: skip
QUERY = {"x": {"mood": "grumpy", "spoon": "wooden"}, "half": {"mood": "happy"}, "none": {}}
SOUPS = Problem(Table.from_rows(ROWS, ["mood", "spoon", "soup"]), QUERY)


def test_ranks_by_hand() -> None:
    """P(c) is 1/12 for grumpy and wooden, then 1/6, 1/3 and 5/12: ranks 1 to 4."""
    solution = solve(SOUPS)
    cells = [("grumpy", "wooden"), ("happy", "wooden"), ("happy", "silver"), ("grumpy", "silver")]
    for rank, (mood, spoon) in enumerate(cells, start=1):
        assert solution[f"rank(mood={mood},spoon={spoon})"] == rank
    assert solution["rank(x)"] == 1
    assert [solution[f"P(mood={m},spoon={s})"] for m, s in cells] == [
        Fraction(1, 12), Fraction(1, 6), Fraction(1, 3), Fraction(5, 12),
    ]  # fmt: skip


def test_a_rank_is_among_the_cells_of_the_columns_that_are_named() -> None:
    """With one column named its values alone are ranked: happy and grumpy tie at 1/2."""
    solution = solve(SOUPS)
    assert solution["P(mood=happy)"] == solution["P(mood=grumpy)"] == Fraction(1, 2)
    assert solution["rank(half)"] == solution["rank(mood=grumpy)"] == 1
    assert solution["rank(spoon=silver)"] == 2


def test_cells_that_tie_have_one_rank() -> None:
    """Of four equal cells each has the rank 1, and a cell above them the rank 5."""
    rows = [("u", "k"), ("v", "k"), ("w", "k"), ("x", "k"), ("z", "k"), ("z", "k")]
    solution = solve(Problem(Table.from_rows(rows, ["a", "y"])))
    assert [solution[f"rank(a={value})"] for value in "uvwxz"] == [1, 1, 1, 1, 5]


def test_the_bayes_error_by_hand() -> None:
    """Only grumpy and silver is shown by both classes: the error is its smaller joint, 1/6."""
    assert solve(SOUPS)["bayes_error"] == Fraction(1, 6)


def test_classes_that_never_meet_have_no_error() -> None:
    """A column that tells the classes apart leaves an error of 0; one that is alike in both, 1/2."""
    told = Table.from_rows([("u", "k"), ("v", "l")], ["a", "y"])
    alike = Table.from_rows([("u", "k"), ("u", "l")], ["a", "y"])
    assert solve(Problem(told))["bayes_error"] == 0
    assert solve(Problem(alike))["bayes_error"] == Fraction(1, 2)


def test_without_columns_the_error_is_that_of_the_prior() -> None:
    """With nothing to observe the best guess is the largest class: 1 − 3/4."""
    table = Table.from_rows([("k",), ("k",), ("k",), ("l",)], ["y"])
    assert solve(Problem(table))["bayes_error"] == Fraction(1, 4)


@pytest.mark.parametrize("question", ["rank(none)", "rank(lunch=1)"])
def test_what_has_no_cell_has_no_rank(question: str) -> None:
    """An observation of nothing is no cell of anything."""
    with pytest.raises(InputError):
        solve(SOUPS, only=[question])


def test_texts_have_no_end_of_cells() -> None:
    """Words that are drawn have neither rank nor error; columns beside a text have ranks."""
    mails = Documents.of([("+", "a b"), ("-", "b")])
    problem = Problem(mails, {"x": "a"})
    for question in ("rank(x)", "rank(a)", "bayes_error"):
        with pytest.raises(InputError, match="texts have no end of cells"):
            solve(problem, only=[question])
    binary = Problem(mails, {"x": "a"}, {"model": ModelChoice(family="bernoulli")})
    assert solve(binary)["rank(x)"] in range(1, 5)


def test_too_many_cells_are_refused() -> None:
    """More than a million cells are not listed."""
    columns = [f"c{at}" for at in range(21)]
    table = Table.from_rows([("1",) * 21 + ("k",), ("0",) * 21 + ("l",)], [*columns, "y"])
    problem = Problem(table, {"x": dict.fromkeys(columns, 1)})
    for question in ("bayes_error", "rank(x)"):
        with pytest.raises(InputError, match="more than 1,000,000 cells to look at"):
            solve(problem, only=[question])


def test_an_undefined_estimate_leaves_no_rank() -> None:
    """A class without rows and smoothing makes rank and error undefined."""
    table = Table.from_rows([("u", "k")], ["a", "y"], classes=["k", "l"])
    choice = ModelChoice(Conventions(prior="uniform"))
    solution = solve(Problem(table, {"x": {"a": "u"}}, {"model": choice}))
    assert str(solution["rank(x)"]) == str(solution["bayes_error"]) == "undefined"


def test_ranks_in_the_limit_by_hand() -> None:
    """P(c) tends to 1/12, 1/6, 1/3 and 5/12 as λ does to 0; the error is still 1/6."""
    choice = ModelChoice(Conventions(smoothing="0+"))
    solution = solve(Problem(SOUPS.data, SOUPS.query, {"model": choice}))
    cells = [("grumpy", "wooden"), ("happy", "wooden"), ("happy", "silver"), ("grumpy", "silver")]
    assert [solution[f"rank(mood={m},spoon={s})"] for m, s in cells] == [1, 2, 3, 4]
    assert solution["bayes_error"] == Fraction(1, 6)
    assert "→ 1/6" in solve(solution.problem, only=["bayes_error"]).text()


def test_cells_of_one_limit_are_ranked_for_small_lambdas() -> None:
    """Of four cells that tend to 0 one tends to it twice as fast: it alone has the rank 1."""
    rows = [("u", "p", "k"), ("u", "p", "k"), ("v", "q", "l")]
    values = {"a": ["u", "v", "w"], "b": ["p", "q", "r"]}
    table = Table.from_rows(rows, ["a", "b", "y"], values=values)
    solution = solve(Problem(table, {}, {"model": ModelChoice(Conventions(smoothing="0+"))}))
    # P(w, r) is of the order λ², P(w, p) and P(u, r) are of λ
    assert solution["P(a=w,b=r)"] == solution["P(a=w,b=p)"] == 0
    assert solution["rank(a=w,b=r)"] == 1
    assert solution["rank(a=w,b=q)"] < solution["rank(a=w,b=p)"]
    assert solution["rank(a=u,b=r)"] == solution["rank(a=w,b=p)"]
    assert solution["bayes_error"] == 0


def test_cells_with_irrational_probabilities_are_listed() -> None:
    """A column whose estimates are given by their logarithms has a rank and an error too."""
    cells = [HALF, Function("exp", Integer(-1))], [Function("exp", Integer(-2)), HALF]
    factors = (tuple(tuple(of) for of in zip(*cells, strict=True)),)
    missed = evaluate(OverCells("bayes_error", "", (HALF, HALF), factors), {}.__getitem__)
    both = add([PowerProduct.exp(-1), PowerProduct.exp(-2)])
    assert compare(missed, multiply([Fraction(1, 2), both])) == 0
    assert evaluate(OverCells("rank", "x", (HALF, HALF), factors, (0,)), {}.__getitem__) == 1
    assert evaluate(OverCells("rank", "x", (HALF, HALF), factors, (1,)), {}.__getitem__) == 2


def test_many_cells_that_are_no_fractions_are_refused() -> None:
    """More than 20,000 cells whose probabilities are limits are not listed."""
    columns = [f"c{at}" for at in range(15)]
    table = Table.from_rows([("1",) * 15 + ("k",), ("0",) * 15 + ("l",)], [*columns, "y"])
    problem = Problem(table, {}, {"model": ModelChoice(Conventions(smoothing="0+"))})
    with pytest.raises(Unsupported, match="more than 20,000 cells"):
        solve(problem, only=["bayes_error"])


@LAW
@given(data=DATA)
def test_both_are_what_a_list_of_all_cells_gives(data) -> None:
    """The rank counts the cells with less probability; the error is 1 less the best joints."""
    case = data.draw(cases(("bernoulli", "categorical"), refused=False, limits=False))
    assume(case.absent == "count" and case.known_blocks)
    assume(all(share is not None for share in case.estimates().values()))
    solution = solve(case.problem(), only=["free_parameters"])
    named = data.draw(st.lists(st.sampled_from(case.blocks), min_size=1, unique=True))
    named = [column for column in case.blocks if column in named]
    for columns, question in ((named, "rank"), (case.known_blocks, "bayes_error")):
        totals, missed = {}, Fraction(0)
        for combination in product(*(column.values for column in columns)):
            seen = Seen(dict(zip((c.name for c in columns), combination, strict=True)))
            joints = [case.joint(label, seen) for label in case.classes]
            totals[combination] = sum(joints)  # type: ignore[arg-type]
            missed += totals[combination] - max(joints)  # type: ignore[type-var,operator]
        if question == "bayes_error":
            assert worth(solution["bayes_error"]) == missed
        else:
            chosen = data.draw(st.sampled_from(sorted(totals)))
            cells = [Item("cell", c.name, v).spell() for c, v in zip(columns, chosen, strict=True)]
            less = sum(total < totals[chosen] for total in totals.values())
            assert worth(solution[f"rank({','.join(cells)})"]) == 1 + less


def test_numbers_have_no_rank_and_columns_of_values_beside_them_do() -> None:
    """Of a column of numbers there is no end of cells; the other column has its two."""
    rows = [("1", "u", "+"), ("3", "v", "+"), ("4", "v", "-"), ("8", "v", "-")]
    choice = ModelChoice(families={"x": "gaussian", "s": "categorical"})
    of = Problem(Table.from_rows(rows, ["x", "s", "y"]), models={"m": choice})
    assert solve(of, only=["rank(s=v)"])["rank(s=v)"] == 2
    with pytest.raises(InputError, match="column x holds numbers, of which there is no end"):
        solve(of, only=["rank(x=1,s=v)"])
