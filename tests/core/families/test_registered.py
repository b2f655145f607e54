"""Registration is enough: a family in one file, unknown to the package, goes through all of it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from fractions import Fraction as F
from pathlib import Path

import families_on_trial
import numpy as np
import pytest
import toy_family
from adding_up import TAIL, summed
from answering import blamed, given
from pages.registries import families_table
from thoroughness import one_in

from exactnb import Problem, solve
from exactnb.errors import InputError
from exactnb.explain.rendering import formats
from exactnb.explain.solution.sampling import sample
from exactnb.interfaces.cli import main
from exactnb.interfaces.cli.commands.new import problem_file
from exactnb.scale.classify.fields import RecordSource
from exactnb.scale.classify.labelling import Labelling
from exactnb.scale.logspace import Classifier, Part

NAME = toy_family.FAMILY.name
TEXT = f"""[data]
table = '''
fails  sky   class
2      blue  a
4      grey  a
1      blue  b
0      blue  b
2      grey  b
'''
[model]
families = {{ fails = "{NAME}" }}
[query]
x = {{ fails = 4, sky = "grey" }}
"""
P_A, P_B = F(4, 10), F(6, 9)  # 2 · 2 successes and 6 failures; 2 · 3 and 3


@pytest.fixture(autouse=True)
def registered() -> Iterator[None]:
    """Let the registry find its file."""
    with families_on_trial.registered():
        yield


def pmf(x: int, p: F) -> F:
    return (x + 1) * p**2 * (1 - p) ** x


def test_it_is_solved_beside_other_columns() -> None:
    """The estimates are 4/10 and 6/9, and the posterior is that of the factors worked by hand."""
    solution = solve(Problem.from_text(TEXT))
    assert (solution["success(fails|a)"], solution["success(fails|b)"]) == (P_A, P_B)
    joint_a, joint_b = F(2, 5) * pmf(4, P_A) * F(1, 2), F(3, 5) * pmf(4, P_B) * F(1, 3)
    assert solution["P(a|x)"] == joint_a / (joint_a + joint_b)
    assert solution["boundary(a:b)"] is not None


@one_in(3, "to", formats.names())
def test_it_is_printed_in_every_format(to: str) -> None:
    """Its title and its rule stand in the text, and JSON says its name; a PDF is typeset of text."""
    text = solve(Problem.from_text(TEXT)).written(to)
    if isinstance(text, bytes):
        assert text.startswith(b"%PDF-")
        return
    assert "Two successes" in text or NAME in text
    if to == "json":
        (model,) = json.loads(text)["models"].values()
        assert model["families"] == {"fails": NAME, "sky": "categorical"}


def test_what_people_do_wrong_with_it_is_named(tmp_path: Path) -> None:
    """A mistake that its file states is found, and what follows from it too."""
    grader = given(tmp_path, TEXT, "P(fails=4|a)")
    answer = str(pmf(4, P_A) / 5)
    found = grader.judge(grader.asked["P(fails=4|a)"], answer)
    assert blamed(found) == {"one-order-only"}


@pytest.mark.exhaustive
def test_it_is_drawn_from() -> None:
    """A sample of a thousand rows holds whole numbers of about the mean that it has by the formula."""
    rows = [int(row[0]) for row in sample(Problem.from_text(TEXT), 1_000, 7, given="b").rows]
    mean = F(sum(rows), len(rows))
    assert min(rows) == 0
    assert abs(mean - 2 * (1 - P_B) / P_B) < F(1, 5)


def test_one_case_is_decided_among_many() -> None:
    """Decisions by enclosures are those of the solution."""
    problem = Problem.from_text(TEXT)
    for x in range(12):
        (found,) = problem.decide({"fails": x, "sky": "grey"})
        a, b = F(2, 5) * pmf(x, P_A) * F(1, 2), F(3, 5) * pmf(x, P_B) * F(1, 3)
        assert found == ("a" if a > b else "b")


def test_what_cannot_count_it_says_so() -> None:
    """Kernels in floating point have none for it: they name it, and those that they have."""
    source = RecordSource(Path("mails.csv"), "class", "text", "", "utf-8", (), 1_000)
    with pytest.raises(InputError, match=f"as bernoulli, multinomial; {NAME} is worked out by solve"):
        Labelling(source, family=NAME)
    with pytest.raises(InputError, match=rf"expected one of bernoulli, .*; got '{NAME}'"):
        Classifier.fit(np.array([[1], [2]]), ["a", "b"], [Part(NAME)])


def test_it_has_a_file_to_start_from_and_a_row_in_the_table(capsys: pytest.CaptureFixture[str]) -> None:
    """`new` lists it, and writes a problem that is solved; the table of families would have a row."""
    assert main(["new", "--list"]) == 0
    assert f"{NAME}" in capsys.readouterr().out
    assert solve(Problem.from_text(problem_file(NAME)))["success(a|one)"] == F(6, 12)
    row = f"| `{NAME}` | numbers | {toy_family.FAMILY.formula} | `success(c\\|k)` |"
    assert row in families_table()


def law_problem() -> Problem:
    """Return a problem with one column of it."""
    return Problem.from_text(TEXT.replace('sky = "grey"', "").replace("fails = 4, ", "fails = 4"))


def test_its_probabilities_add_up_to_one() -> None:
    """The law over the registry holds for it."""
    problem = law_problem()
    for label in problem.predictions[""].model.class_items():
        low, high = summed(problem, label)
        assert low <= 1 <= high
        assert high - low < 2 * TAIL


def test_a_law_finds_a_wrong_formula(monkeypatch: pytest.MonkeyPatch) -> None:
    """With one order only, the probabilities of the toy do not add up to 1."""
    right = toy_family.TwoSuccesses.factor

    def one_order(self, block, shown, label):
        found = right(self, block, shown, label)
        return type(found)(found.factors[1:]) if hasattr(found, "factors") else found

    monkeypatch.setattr(toy_family.TwoSuccesses, "factor", one_order)
    problem = law_problem()
    _, high = summed(problem, problem.predictions[""].model.class_items()[0])
    assert high < 1
