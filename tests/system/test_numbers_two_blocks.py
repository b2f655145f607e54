"""Two families of several columns in one model: densities that multiply, names that say a column."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest
from thoroughness import all_of, one_in
from valued import value

from exactnb import Conventions, ModelChoice, Problem, Table, solve
from exactnb.core.arithmetic import values
from exactnb.core.expression.results import Decision
from exactnb.errors import InputError
from exactnb.explain.solution.reasons import number_theorem

HEADS = ("x", "y", "u", "v")
DICE = Random(16)
ROWS = [
    [*(str(DICE.randint(-4, 5) + 2 * (k == "B")) for _ in HEADS), k] for k in "AB" for _ in range(5)
]
PAIRS: list[tuple[str, str, dict[str, Any]]] = [
    ("lda", "qda", {}), ("qda", "lda", {"covariance": "total"}),
    ("gaussian", "spherical", {"share": "features"}),
    ("gaussian", "spherical", {"share": "features", "divisor": "N-1"}),
    ("spherical", "gaussian", {"share": "all", "divisor": "N-K"}),
    ("gaussian", "spherical", {"share": "all", "epsilon": "1/2"}),
    ("gaussian", "spherical", {"share": "classes"}), ("lda", "spherical", {}), ("qda", "gaussian", {}),
]  # fmt: skip
SOME_PAIRS = one_in(3, ("first", "second", "said"), [PAIRS[at] for at in (0, 2, 5)])
EVERY_PAIR = one_in(3, ("first", "second", "said"), PAIRS)
QUERY = {"x": "1", "y": "-2", "u": "3", "v": "1/2"}


def problem(first: str, second: str, said: dict[str, Any], columns: tuple[str, ...] = HEADS) -> Problem:
    """Return x and y in one family, u and v in another; or some of these columns alone."""
    families = {"x": first, "y": first, "u": second, "v": second}
    kept = [HEADS.index(column) for column in columns]
    table = Table.from_rows([[*(row[at] for at in kept), row[-1]] for row in ROWS], [*columns, "k"])
    own = {key: value for key, value in said.items() if key != "covariance" or len(columns) == 4}
    if "covariance" in said and "lda" in (families[column] for column in columns):
        own = said
    choice = ModelChoice(Conventions(**own), families={c: families[c] for c in columns})
    return Problem(table, {"q": {c: QUERY[c] for c in columns}}, {"model": choice})


@EVERY_PAIR
def test_the_densities_of_two_blocks_multiply(first: str, second: str, said: dict[str, Any]) -> None:
    """P(x,y,u,v|k) = P(x,y|k)·P(u,v|k), each as in a model of these columns alone."""
    both = problem(first, second, said)
    one = problem(first, second, said, HEADS[:2])
    other = problem(first, second, said, HEADS[2:])
    for label in "AB":
        parts = [value(of, f"P(q|{label})") for of in (one, other)]
        assert values.compare(value(both, f"P(q|{label})"), values.multiply(parts)) == 0
    odds = [value(of, "lr(A:B|q)") for of in (one, other)]
    assert values.compare(value(both, "odds(A:B|q)"), values.multiply(odds)) == 0
    assert isinstance(value(both, "argmax(q)"), Decision)


@SOME_PAIRS
def test_every_line_is_verified_and_every_name_reads_back(
    first: str, second: str, said: dict[str, Any]
) -> None:
    """A whole solution prints in every form, and the names in it can be asked."""
    of = problem(first, second, said)
    solution = solve(of)
    assert solution.text()
    assert solution.latex()
    assert solution.markdown()
    for name in json.loads(solution.json())["quantities"]:
        assert str(of.scope.resolve(name)) == name


@SOME_PAIRS
def test_rows_left_out_are_decided_by_the_others(first: str, second: str, said: dict[str, Any]) -> None:
    """Both blocks are refitted to the rows that are left."""
    of = problem(first, second, said)
    choice = of.models["model"]
    held = 0
    for at, row in enumerate(ROWS):
        rest = Table.from_rows(ROWS[:at] + ROWS[at + 1 :], [*HEADS, "k"])
        cells = dict(zip(HEADS, row, strict=False))
        held += Problem(rest, models={"model": choice}).decide(cells) == (row[-1],)
    assert value(of, "accuracy_left_out") * len(ROWS) == held


@all_of(
    ("pair", "asked", "example"),
    [
        (0, "mean(A)", "mean(x|A)"), (0, "covariance(B)", "covariance(x,y|B)"),
        (0, "precision(A)", "covariance(x,y|A)"), (2, "variance(B)", "variance(x|B)"),
        (2, "sd(A)", "sd(x|A)"), (5, "variance", "variance(x)"), (5, "sd", "sd(x)"),
    ],
)  # fmt: skip
def test_a_name_of_two_blocks_is_asked_by_column(pair: int, asked: str, example: str) -> None:
    """What both have is refused, with the names of their columns and one to ask."""
    first, second, said = PAIRS[pair]
    of = problem(first, second, said)
    columns = f"the {first} columns x, y and the {second} columns u, v have one each"
    with pytest.raises(InputError) as refused:
        value(of, asked)
    assert columns in str(refused.value)
    assert str(refused.value).endswith(f"ask by column, as in {example}")
    assert value(of, example) is not None


def test_names_with_columns_mean_their_block() -> None:
    """The shared variance of x and y is that of both of them, and not that of u and v."""
    both = problem(*PAIRS[2])
    for columns in (HEADS[:2], HEADS[2:]):
        alone = value(problem(*PAIRS[2], columns), "variance(A)")
        for column in columns:
            assert value(both, f"variance({column}|A)") == alone
    assert value(both, "free_parameters") == 1 + 8 + 4


def test_what_one_block_has_alone_needs_no_column() -> None:
    """Of lda beside qda, only lda has one covariance of all classes."""
    of = problem(*PAIRS[0])
    assert value(of, "covariance") == value(problem(*PAIRS[0], HEADS[:2]), "covariance")


@pytest.mark.exhaustive
def test_shared_deviations_are_not_listed_as_those_of_a_column() -> None:
    """The table of deviations is of variances of one column; a shared one has none."""
    assert "x − mean" not in solve(problem(*PAIRS[2])).text()
    assert "x − mean" in solve(problem("gaussian", "spherical", {})).text()


@pytest.mark.parametrize(("pair", "of"), [(2, "class"), (5, "")])
def test_the_theorem_is_that_of_what_is_shared(pair: int, of: str) -> None:
    """A variance of x and y that is called by x is explained as one of all columns."""
    both = problem(*PAIRS[pair][:2], {"share": PAIRS[pair][2]["share"]})
    name = both.scope.resolve("variance(x|A)" if of else "variance(x)")
    found = number_theorem(both.predictions[""].model, name)
    assert found is not None
    assert found.name == ("gaussian-variance-of-class" if of else "gaussian-variance-of-all")
