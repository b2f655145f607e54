"""Exploring: what would change a decision, in all formats, and how its lines are checked."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from fractions import Fraction as F
from pathlib import Path
from types import ModuleType

import pytest
from thoroughness import one_in
from worked import PROBLEMS, problem_file

from exactnb import Problem
from exactnb.core.arithmetic.rounding import Decimal
from exactnb.core.expression.nodes import Integer, Numeral, PointsNode
from exactnb.core.expression.reasons import Reason, Rule
from exactnb.core.expression.written import listing
from exactnb.core.model.quantities import Quantities
from exactnb.core.model.quantity import Quantity
from exactnb.core.model.questions import counterfactuals, flips
from exactnb.errors import InputError
from exactnb.explain.derivation import InLambda, LeaveOneOut, Rejected, verify
from exactnb.explain.proving import new_prover
from exactnb.explain.rendering.formats import names
from exactnb.explain.solution.exploring import explore
from exactnb.explain.solution.setting import problem_source
from exactnb.explain.solution.solution import Solution
from exactnb.interfaces.cli import main

EXAMPLES = sorted(file.stem for file in PROBLEMS if re.search(r"^\[?query\b", file.read_text(), re.M))
TENNIS = "play_tennis"


def tennis() -> Solution:
    return explore(Problem.read(problem_file(TENNIS)))


def test_each_search_is_made_once(monkeypatch) -> None:
    """Other cells and other λ are searched once for all that follows from them.

    Of 126 edits, 49 differ in what they change among the counts of the query: these are decided.
    """
    searches: Counter[str] = Counter()

    def count_calls(module: ModuleType, name: str) -> None:
        search = getattr(module, name)

        def counted(*given: object, **options: object) -> object:
            searches[name] += 1
            return search(*given, **options)

        monkeypatch.setattr(module, name, counted)

    of_cells, of_lambda = (
        ["cell_flips", "candidate_edits"],
        ["with_lambda", "joints_in_lambda", "decision_changes"],
    )
    for name in (*of_cells, "_decision_after"):
        count_calls(counterfactuals, name)
    for name in of_lambda:
        count_calls(flips, name)
    tennis()
    assert searches == {**dict.fromkeys([*of_cells, *of_lambda], 1), "_decision_after": 49}


WITHOUT_LAMBDA = ("buses", "hardy_weinberg", "equal_seeds")
"""Examples in which no estimate is smoothed, or an ε tends to 0: there is no λ to change."""


@one_in(112, "name", EXAMPLES, exhaustive=6)
def test_every_problem_is_explored_and_printed(name: str) -> None:
    """Each question has a verified answer or a sentence that says why not, in every format."""
    if name == "note_002_iris":  # 150 rows of numbers are edited for long
        return
    problem = Problem.read(problem_file(name))
    found = explore(problem, [str(next(iter(problem.query)))])
    for to in names():
        if to != "pdf":
            assert found.render(to)
    keys = [step.key for step in found.verified.derivation.steps]
    assert keys[0] == "decide"
    cells = {"boundary"} if "boundary" in keys else {"reasons", "nearest"}
    if "boundary" not in keys and name not in WITHOUT_LAMBDA:
        cells.add("flips")
    assert {"edits", *cells} <= set(keys)


def test_play_tennis_is_told_as_a_teacher_would() -> None:
    """The observations from the one that counts most, what decides, and D6 on which it hangs."""
    text = tennis().text()
    worth = [text.index(f"LR(No:Yes|{of})") for of in (
        "Outlook=Sunny", "Humidity=High", "Wind=Strong", "Temperature=Cool",
    )]  # fmt: skip
    assert worth == sorted(worth)
    assert "Whatever the other observations are, x' is “No”." in text
    assert "8.019      ∞       Yes" in text
    assert "D6        0          Yes" in text
    assert "(2 + λ) / (9 + 3 × λ)" in text


@pytest.mark.parametrize("tie", ["report", "first"])
def test_where_every_joint_is_zero_for_each_lambda_nothing_is_decided(tie: str) -> None:
    """Column b is not smoothed, and no class shows w: no λ is a flip, and beside none is a class."""
    model = f"smoothing = 1\nsmoothings = {{ b = 0 }}\ntie = '{tie}'"
    table = "[data]\ntable = '''\na b class\nu p K\nv q K\nu q L\n'''\nvalues = { b = ['p', 'q', 'w'] }"
    text = f"{table}\n[model]\n{model}\n[query]\nx = {{ a = 'u', b = 'w' }}"
    found = explore(Problem.from_text(text)).verified.derivation.steps
    tables = [block for step in found for block in step.blocks if isinstance(block, InLambda)]
    assert [(block.flips, block.decided) for block in tables] == [((), ((),))]


def test_what_cannot_be_asked_is_refused_in_a_line() -> None:
    """A query that is none has a near match; a problem without queries has nothing to explore."""
    problem = Problem.read(problem_file(TENNIS))
    with pytest.raises(InputError, match="there is no query 'x'"):
        explore(problem, ["x"])
    with pytest.raises(InputError, match="no query to explore"):
        explore(replace(problem, query={}))


def forged(block: InLambda | LeaveOneOut) -> str:
    """Return why a solution with another block of its kind is rejected."""
    right = tennis()
    derivation, graph = right.verified.derivation, right.quantities
    steps = tuple(
        replace(step, blocks=tuple(block if type(b) is type(block) else b for b in step.blocks))
        for step in derivation.steps
    )
    with pytest.raises(Rejected) as rejected:
        verify(replace(derivation, steps=steps), graph, problem_source(right.problem), new_prover)
    return str(rejected.value)


def block_of(kind: type[InLambda] | type[LeaveOneOut]) -> InLambda | LeaveOneOut:
    blocks = (block for step in tennis().verified.derivation.steps for block in step.blocks)
    return next(block for block in blocks if isinstance(block, kind))


@pytest.mark.exhaustive
def test_a_forged_table_is_rejected() -> None:
    """Another decision, decimal, joint, row or posterior than the right one names itself."""
    of_lambda, left_out = block_of(InLambda), block_of(LeaveOneOut)
    assert isinstance(of_lambda, InLambda)
    assert isinstance(left_out, LeaveOneOut)
    yes, no = of_lambda.joints
    wrong = Numeral(Decimal(8020, 3))
    assert "something else is decided" in forged(replace(of_lambda, decided=(("Yes",), ("No",))))
    assert "not rounded so" in forged(replace(of_lambda, flips=(wrong,)))
    assert "not those of the model" in forged(replace(of_lambda, joints=((yes[0], no[1]), no)))
    (row, decimal, labels), *rest = left_out.rows
    assert "not those of the data" in forged(replace(left_out, rows=tuple(rest)))
    for other in ((row, Numeral(Decimal(7916, 4)), labels), (row, decimal, ("Yes",))):
        assert "without D1 something else follows" in forged(replace(left_out, rows=(other, *rest)))


@one_in(
    16,
    ("head", "formula", "message"),
    [
        ("edits", listing([("D6 left out",)]), "D6: Temperature Hot for Cool is missing"),
        ("edits", listing([("D1 left out",), ("D6 left out",)]), "D1 left out is none of"),
        ("reasons", listing([("Outlook=Sunny",)]), "Outlook=Sunny is none of"),
        ("reasons", listing([]), "is missing"),
        ("nearest", listing([("Outlook=Overcast",)]), "Humidity=Normal is missing"),
        ("nearest", Integer(2), "is a set"),
        ("flips", PointsNode(()), "changes 1 times, not 0"),
        ("flips", PointsNode((Integer(5000),)), "no class takes over"),
        ("flips", PointsNode((Integer(8),)), "no"),
        ("flips", PointsNode((Numeral(Decimal(80191489960249477926, 19)),)), "no two joints are equal"),
        ("threshold", Integer(1), "a second reading gives"),
    ],
)
def test_a_forged_answer_is_rejected(head: str, formula: object, message: str) -> None:
    """What the verifier finds itself has to be what is said: nothing more, nothing less."""
    right = tennis()
    derivation, graph = right.verified.derivation, right.quantities
    (name,) = (name for name in graph if name.head == head)
    other = graph.with_formulas({name: formula}, Reason(Rule.DEFINE, "forged"))  # type: ignore[dict-item]
    with pytest.raises(Rejected, match=message):
        verify(derivation, other, problem_source(right.problem), new_prover)


def test_a_row_that_cannot_be_left_out_is_said_to_be_missing() -> None:
    """The one row of a class stays: the table has the others, and forging it in or one out is seen."""
    rows = {"r1": "1 +", "r2": "0 +", "r3": "1 +", "r4": "0 -"}
    table = "\n".join(["id a class", *(f"{row} {cells}" for row, cells in rows.items())])
    problem = Problem.from_document({"data": {"table": table}, "query": {"x": {"a": "0"}}})
    found = explore(problem)
    text = " ".join(found.text().split())
    assert "A row that is missing here cannot be left out" in text
    derivation, graph = found.verified.derivation, found.quantities
    (left,) = (b for s in derivation.steps for b in s.blocks if isinstance(b, LeaveOneOut))
    assert [(row, labels) for row, _, labels in left.rows] == [
        ("r1", ("+", "-")), ("r2", ("-",)), ("r3", ("+", "-")),
    ]  # fmt: skip
    for forged_rows in (left.rows[1:], (*left.rows, ("r4", *left.rows[0][1:]))):
        other = replace(left, rows=forged_rows)
        steps = tuple(
            replace(step, blocks=tuple(other if block is left else block for block in step.blocks))
            for step in derivation.steps
        )
        with pytest.raises(Rejected, match="not those of the data"):
            verify(replace(derivation, steps=steps), graph, problem_source(problem), new_prover)


def test_the_command_prints_what_is_asked(capsys: pytest.CaptureFixture[str]) -> None:
    """`exactnb explore` takes ids of queries, another query, a format; what is wrong is one line."""
    problem = str(problem_file(TENNIS))
    assert main(["explore", problem, "x'", "--to", "markdown"]) == 0
    assert "mathrm{reasons}" in capsys.readouterr().out
    assert main(["explore", problem, "--query", "Overcast, Normal"]) == 0
    assert "reasons(x')" in capsys.readouterr().out
    assert main(["explore", problem, "y"]) == 2
    assert "there is no query 'y'" in capsys.readouterr().err


def test_another_query_may_be_asked_beside_numbers_in_print(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """Numbers in print are those of the queries of the file: beside another one they do not matter."""
    file = tmp_path / "printed.toml"
    table = "data.table = '''\na k\n1 +\n0 +\n1 -\n'''\n"
    queries = "query.q = { a = 1 }\nquery.r = { a = 0 }\n"
    file.write_text(f'{table}{queries}printed."argmax(r)" = "+"\nprinted."P(+)" = "2/3"\n')
    for command in ("explore", "solve"):
        assert main([command, str(file), "--query", "a=0"]) == 0
        assert capsys.readouterr().err == ""


@pytest.mark.exhaustive
def test_what_decides_is_told_by_how_many_there_are() -> None:
    """Sunny and High decide whatever the others are; where all are needed, none can be spared."""
    assert "Whatever the other observations are" in tennis().text()
    table = "a b class\n0 0 -\n0 1 -\n1 0 -\n1 1 +\n1 1 +\n0 0 -"
    problem = Problem.from_document({"data": {"table": table}, "query": {"x": {"a": "1", "b": "1"}}})
    text = explore(problem).text()
    assert "No observation can be spared: with all of them, x is +." in text
    assert "Whatever the other" not in text


@pytest.mark.exhaustive
def test_a_model_without_smoothing_has_no_lambda() -> None:
    """Numbers alone are never smoothed: the boundary is worked out, and nothing is said of λ."""
    table = "x class\n1 +\n2 +\n5 -\n7 -"
    problem = Problem.from_document(
        {"data": {"table": table}, "model": {"family": "gaussian"}, "query": {"q": {"x": "3"}}}
    )
    assert "λ" not in explore(problem).text()
    assert "boundary(+:−) = " in explore(problem).text()


@pytest.mark.exhaustive
def test_quantities_that_rest_on_nothing_are_kept_apart() -> None:
    """What is found is asked like any other quantity, by its name in any spelling."""
    found = tennis()
    assert found["threshold(Yes:No|x')"] == F(4374, 4999)
    assert isinstance(found.quantities, Quantities)
    assert all(isinstance(quantity, Quantity) for quantity in found.quantities.values())
