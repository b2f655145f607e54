"""How much a solution says: brief, standard, full; and the tables that stand for long formulas."""

from __future__ import annotations

from pathlib import Path

import pytest
from thoroughness import one_in
from worked import compiled, problem_file, solved

from exactnb import Documents, ModelChoice, Problem, Table, count, solve
from exactnb.core.expression.nodes import references
from exactnb.errors import InputError, TooMuch
from exactnb.explain.derivation import Chain, Deviations, EstimateRule, Grid, Products, RowDecisions


def blocks_of(solution):
    return [block for step in solution.verified.derivation.steps for block in step.blocks]


def brief(name: str):
    return solve(problem_file(name), level="brief")


@pytest.mark.exhaustive
def test_a_brief_solution_is_estimates_products_and_posteriors() -> None:
    """Of the estimates those that are needed, of the rest one step with numbers only."""
    steps = brief("play_tennis").verified.derivation.steps
    assert [step.title for step in steps] == ["Data", "Estimate", "Multiply, decide, normalise"]
    estimates = [row for block in steps[1].blocks if isinstance(block, Grid) for row in block.rows]
    assert list(map(str, estimates)) == ["P(k)", "Sunny", "Cool", "High", "Strong"]
    text = brief("play_tennis").text()
    assert "P(Yes, x') = 9/14 × 2/9 × 3/9 × 3/9 × 3/9                as counted" in text
    assert "18/875 > 1/189, so x' is “No”." in text
    assert "= 486/611 ≈ 0.7954" in text
    assert "of 14 rows" not in text  # beyond twenty it is shortened
    assert "6 of 150 rows." in brief("note_002_iris").text()


@one_in(3, "name", ["play_tennis", "spam_or_ham", "two_seeds", "note_004_temperature"])
def test_in_brief_no_rule_and_no_name_leads_to_a_number(name: str) -> None:
    """A line that is left has numbers on its right where its chain comes to some."""
    derivation = brief(name).verified.derivation
    blocks = [block for step in derivation.steps for block in step.blocks]
    assert not any(isinstance(block, EstimateRule | Deviations) for block in blocks)
    for chain in (block for block in blocks if isinstance(block, Chain)):
        bare = [not any(True for _ in references(line.right)) for line in chain.lines]
        assert all(bare) or not any(bare)


@one_in(3, "name", ["play_tennis", "spam_or_ham", "two_seeds"])
def test_the_levels_are_ordered_and_agree(name: str) -> None:
    """Brief says less than standard, which says no more than full; all have the same answers."""
    solutions = [solve(problem_file(name), level=level) for level in ("brief", "standard", "full")]
    lengths = [len(solution.text()) for solution in solutions]
    assert lengths[0] < lengths[1] <= lengths[2]
    for key in solutions[0]:
        assert solutions[0][key] == solutions[1][key] == solutions[2][key]


@pytest.mark.exhaustive
@pytest.mark.parametrize("name", ["pairwise_independence", "note_002_iris"])
def test_brief_solutions_compile(name: str, tmp_path: Path) -> None:
    """Left sides of any length stand above and beside each other, and nothing sticks out."""
    file = tmp_path / "brief.tex"
    file.write_text(brief(name).latex())
    compiled(file, tmp_path)


@pytest.mark.exhaustive
def test_at_the_full_level_nothing_is_left_out() -> None:
    """Every row, every estimate and every joint of a training row stands there."""
    rows = [(f"v{at}", "+" if at % 2 else "-") for at in range(250)]
    problem = Problem(Table.from_rows(rows, ["a", "y"]), {"x": {"a": "v7"}})
    usual, full = solve(problem).text(), solve(problem, level="full").text()
    assert "12 of 250 rows" in usual
    assert " of 250 rows" not in full
    assert all(f"v{at} " in full for at in range(250))


def test_a_full_table_is_paid_for() -> None:
    """What takes more cells than there is effort is refused before any is written."""
    words = " ".join(f"w{at}" for at in range(300))
    texts = Documents.of([("+" if at % 2 else "-", words) for at in range(100)])
    problem = Problem(texts, {"x": "w1"}, ask=["P(+)"])
    solve(problem, effort=20_000)
    with pytest.raises(TooMuch, match="the data"):
        solve(problem, level="full", effort=20_000)


def test_a_level_that_is_none_is_refused() -> None:
    """With the three there are, and a near match."""
    with pytest.raises(InputError, match=r"level: expected one of brief, standard, full.*'brief'"):
        solve(problem_file("play_tennis"), level="breif")


def test_an_accuracy_is_a_table_of_rows() -> None:
    """Each row with its class and the decision; of 8 in 14 the six others are wrong."""
    solution = solved("play_tennis_accuracy_left_out")
    (step,) = (step for step in solution.verified.derivation.steps if step.key == "asked")
    (table, chain) = step.blocks
    assert isinstance(table, RowDecisions)
    assert table.rows[:2] == (("D1", "No", ("Yes",)), ("D2", "No", ("No",)))
    assert len(table.rows) == 14
    assert sum(row[2] == (row[1],) for row in table.rows) == 8
    assert len(chain.lines) == 3
    assert "D1      No       Yes     wrong" in solution.text()
    assert r"$D_{1}$ & $\text{No}$ & $\text{Yes}$ & wrong" in solution.latex()


def test_independence_of_columns_is_a_table() -> None:
    """One line for each pair of values, with both sides in numbers; one equation stays a formula."""
    rows = [("1", "u", "+"), ("1", "v", "+"), ("0", "u", "-"), ("1", "v", "-")]
    table = Table.from_rows(rows, ["a", "Sky", "class"])
    ask = ["independent_in_data(a,Sky)", "independent(a=1,Sky=u)"]
    solution = solve(Problem(table, {}, ask=ask))
    (products,) = (block for block in blocks_of(solution) if isinstance(block, Products))
    assert [row[-1] for row in products.rows] == [False] * 4
    rows = [" ".join(row.split()) for row in solution.text().splitlines()]
    assert "freq(a=1, Sky=v) 2/4 3/4 × 2/4 no" in rows
    assert "independent in data(a, Sky) = false" in rows
    said = " ".join(solution.text().split())
    assert "independent(a=1, Sky=u) = P(a=1, Sky=u) ≟ P(a=1) × P(Sky=u)" in said


def test_deviations_keep_the_order_and_the_ids_of_the_rows() -> None:
    """Equal numbers are not drawn together, and each row has its id."""
    rows = [("r1", "5", "+"), ("r2", "3", "+"), ("r3", "5", "+"), ("r4", "2", "-"), ("r5", "4", "-")]
    table = Table.from_rows(rows, ["id", "x", "y"])
    choice = ModelChoice(families={"x": "gaussian"})
    solution = solve(Problem(table, {"q": {"x": "3"}}, {"model": choice}))
    (found,) = (block for block in blocks_of(solution) if isinstance(block, Deviations))
    assert found.ids == (("r1", "r2", "r3"), ("r4", "r5"))
    text = " ".join(solution.text().split())
    assert "+ r1 5 0.6667 0.4444 + r2 3 −1.333 1.778 + r3 5 0.6667 0.4444 sum 13 0 2.667" in text
    assert "| + | $r_{2}$ | $3$ |" in " ".join(solution.markdown().split())
    assert "{+} & r_{2} & 3 &" in solution.latex()


@pytest.mark.exhaustive
def test_deviations_of_counts_are_those_of_the_numbers_that_were_counted() -> None:
    """Counts of rows, merged and with a row taken away, show them as they were counted, without ids."""
    rows = [("6", "oat"), ("9", "oat"), ("8", "oat"), ("6", "rye"), ("7", "rye")]
    whole = count(Table.from_rows(rows, ["length", "kind"]))
    one = count(Table.from_rows(rows[:1], ["length", "kind"]))
    choice = ModelChoice(families={"length": "gaussian"})
    for counts in (whole, whole + one - one):
        solution = solve(Problem(counts, {"s": {"length": "7"}}, {"model": choice}))
        (found,) = (block for block in blocks_of(solution) if isinstance(block, Deviations))
        assert found.ids == (("", "", ""), ("", ""))
        assert "oat 6 −1.667 2.778 oat 9 1.333 1.778 oat 8" in " ".join(solution.text().split())


def test_the_steps_of_a_model_stand_together() -> None:
    """What is asked of a model follows its own steps; then comes the next model."""
    models = [step.model for step in solved("note_004_temperature").verified.derivation.steps]
    named = [model for model in models if model is not None]
    assert named == sorted(named)


def test_what_models_share_is_printed_once() -> None:
    """The second model of the temperatures has the means of the first, and says so."""
    text = solved("note_004_temperature").text()
    assert "As in n: P(k), μ_k." in text
    assert text.count("μ_k =") == 1
    assert text.count("temp − mean") == 1
    assert text.count("σ_k² =") == 2
