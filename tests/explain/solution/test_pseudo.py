"""Smoothing as pseudo-documents: the rows that are added, what counting them gives, and refusals."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction as F

import pytest
from hypothesis import given
from hypothesis import strategies as st
from thoroughness import all_of, law

from exactnb import Conventions, Documents, ModelChoice, Problem, Solution, Table, solve
from exactnb.core.expression.spell import spell
from exactnb.errors import InputError
from exactnb.explain.derivation import Data, Line, Rejected, Remark, Step, verify
from exactnb.explain.solution.pseudo import with_pseudo_rows
from exactnb.explain.solution.setting import problem_source

LAW = law(6)
SKY = """[data]
table = '''
a Sky y
1 u +
1 u +
0 v +
0 u -
'''
[model]
smoothing = 2
[query]
x = { a = 1, Sky = "u" }
"""
TEXTS = """[data]
table = '''
class | text
+ | a b b
+ | b
- | a a c
'''
[model]
smoothing = 1
family = "%s"
[query]
x = "a b"
"""
COUNTS = "[data]\ncounts = '''\n + -\ntotal 3 1\nSky=u 2 1\nSky=v 1 0\n'''\n[model]\nsmoothing = 1\n"
ONE = "pseudo-documents: needs one λ for all, a whole number above zero"


def shown(text: str) -> Problem:
    """Return the problem of a file with pseudo-documents."""
    return replace(Problem.from_text(text), pseudo_documents=True)


def step(solution: Solution) -> Step:
    """Return the step that shows the pseudo-documents."""
    (found,) = (s for s in solution.verified.derivation.steps if s.key == "pseudo")
    return found


def claims(solution: Solution, opening: str) -> list[str]:
    """Return what the sentence claims that begins so, in canonical spelling."""
    remarks = [b for b in step(solution).blocks if isinstance(b, Remark)]
    parts = next((r.parts for r in remarks if str(r.parts[0]).startswith(opening)), ())
    lines = (part for part in parts if isinstance(part, Line))
    return [f"{spell(line.left)} {line.relation} {spell(line.right)}" for line in lines]


def rows(solution: Solution) -> list[str]:
    """Return the rows of the table that were added, their cells and their class."""
    (table,) = (block for block in step(solution).blocks if isinstance(block, Data))
    return [" ".join((*r.cells, r.label)) for r in table.rows if r.id.startswith("pseudo")]


def test_every_value_is_added_to_every_class() -> None:
    """With λ = 2 each class gets two rows for each value: ones before zeros, the last value first."""
    solution = solve(shown(SKY))
    assert rows(solution) == ["1 v +", "1 v +", "0 u +", "0 u +", "1 v -", "1 v -", "0 u -", "0 u -"]
    assert step(solution).title == "Smoothing as pseudo-documents"
    assert claims(solution, "Relative frequencies") == [
        "P(a=1|+) = 4/7", "P(a=1|-) = 2/5", "P(Sky=u|+) = 4/7", "P(Sky=u|-) = 3/5",
        "P(Sky=v|+) = 3/7", "P(Sky=v|-) = 2/5",
    ]  # fmt: skip


def test_the_prior_would_be_smoothed_too() -> None:
    """Counted in all twelve rows + has 7/12, less than 3/4, and − has 5/12, more than 1/4."""
    found = claims(solve(shown(SKY)), "Counted in them too")
    assert found == ["P(+) > 7/12", "P(-) < 5/12"]
    smoothed = SKY.replace("smoothing = 2", 'smoothing = 2\nprior = "smoothed"\nprior_smoothing = 4')
    assert claims(solve(shown(smoothed)), "Counted in them too") == ["P(+) = 7/12", "P(-) = 5/12"]


def test_a_bernoulli_model_adds_a_full_and_an_empty_document() -> None:
    """With λ = 1 each class gets all words once and none once, so that P(a=1|+) is 2 of 4."""
    solution = solve(shown(TEXTS % "bernoulli"))
    assert rows(solution) == ["1 1 1 +", "0 0 0 +", "1 1 1 -", "0 0 0 -"]
    assert claims(solution, "Relative")[:4] == [
        "P(a=1|+) = 2/4", "P(a=1|-) = 2/3", "P(b=1|+) = 3/4", "P(b=1|-) = 1/3",
    ]  # fmt: skip
    assert claims(solution, "Counted in them too") == ["P(+) > 4/7", "P(-) < 3/7"]


@pytest.mark.parametrize("family", ["multinomial", "dirichlet-multinomial"])
def test_words_that_are_drawn_need_one_document(family: str) -> None:
    """A class gets each word once more: 2 of 7 words of + are an a. Of the prior nothing is said."""
    solution = solve(shown(TEXTS % family))
    assert rows(solution) == ["1 1 1 +", "1 1 1 -"]
    assert claims(solution, "Relative")[:4] == [
        "P(a|+) = 2/7",
        "P(a|-) = 3/6",
        "P(b|+) = 4/7",
        "P(b|-) = 1/6",
    ]
    assert claims(solution, "Counted in them too") == []


def test_answers_stay_as_they_are() -> None:
    """The step is added to the solution, and changes neither a value nor another step."""
    plain, solution = solve(Problem.from_text(SKY)), solve(shown(SKY))
    assert dict(plain) == dict(solution)
    others = [s for s in solution.verified.derivation.steps if s.key != "pseudo"]
    assert others == list(plain.verified.derivation.steps)
    assert "pseudo 8" in solution.text()


def test_a_long_table_is_left_out_but_counted() -> None:
    """With λ = 30 the rows do not fit on a page, and the sentence still holds: 32 of 63."""
    solution = solve(shown(SKY.replace("= 2", "= 30")))
    assert not any(isinstance(block, Data) for block in step(solution).blocks)
    assert claims(solution, "Relative")[0] == "P(a=1|+) = 32/63"


@pytest.mark.exhaustive
@all_of(
    ("said", "message"),
    [
        ('smoothing = "1/2"', ONE),
        ("smoothing = 0", ONE),
        ("", ONE),
        ('smoothing = "perks"', ONE),
        ('smoothing = "0+"', ONE),
        ("smoothing = { m = 2 }", ONE),
        ("smoothing = { add = 1, cells = 3 }", ONE),
        ('smoothing = { add = { "*" = 1, u = 2 } }', ONE),
        ("smoothing = 1\nsmoothings = { a = 2 }", ONE),
        ("smoothings = { a = 1 }", ONE),
        ("smoothing = 1001", "pseudo-documents: λ is too large to write its rows out"),
    ],
)
def test_only_one_whole_lambda_can_be_written_out(said: str, message: str) -> None:
    """Half a row, none, different numbers and other rules are refused, with the reason."""
    with pytest.raises(InputError) as refusal:
        solve(shown(SKY.replace("smoothing = 2", said)))
    assert str(refusal.value) == message


def test_counts_alone_have_no_rows() -> None:
    """Where only counts are known there is nothing to add rows to."""
    with pytest.raises(InputError) as refusal:
        solve(shown(COUNTS))
    assert str(refusal.value) == "pseudo-documents: there are no rows to add pseudo-rows to"


@all_of("rows", ["", "\n+", "\n+\n-"])
def test_classes_alone_get_no_rows(rows: str) -> None:
    """Where no column is counted there is nothing to add, and perhaps no row to divide by."""
    model = "[model]\nsmoothing = 1\nprior = 'uniform'\n"
    with pytest.raises(InputError) as refusal:
        solve(shown(f"[data]\ntable = '''y{rows}'''\nclasses = ['+', '-']\n{model}"))
    assert str(refusal.value) == "pseudo-documents: no column is counted, so no pseudo-rows are added"


def test_a_pseudo_row_that_is_changed_is_rejected() -> None:
    """`verify` accepts the table of the problem alone: with one row less it is another."""
    solution = solve(shown(SKY))
    derivation = solution.verified.derivation
    (table,) = (block for block in step(solution).blocks if isinstance(block, Data))
    fewer = replace(table, rows=table.rows[:-1])
    blocks = tuple(fewer if block is table else block for block in step(solution).blocks)
    steps = tuple(replace(s, blocks=blocks) if s.key == "pseudo" else s for s in derivation.steps)
    source = problem_source(solution.problem)
    with pytest.raises(Rejected):
        verify(replace(derivation, steps=steps), solution.quantities, source)


CELLS = st.tuples(st.sampled_from("01?"), st.sampled_from("uvw?"), st.sampled_from("+-"))


@LAW
@given(rows=st.lists(CELLS, min_size=1, max_size=6), times=st.integers(1, 3))
def test_counting_the_larger_table_gives_the_smoothed_estimates(
    rows: list[tuple[str, str, str]], times: int
) -> None:
    """For random tables, MLE on the rows with pseudo-rows is smoothing on the rows without."""
    values = {"a": ["0", "1"], "b": ["u", "v", "w"]}
    table = Table.from_rows(rows, ["a", "b", "y"], values=values, classes=["+", "-"])
    choice = {"model": ModelChoice(Conventions(smoothing=times, prior="uniform"))}
    problem = Problem(table, {"x": {"a": "1"}}, choice, pseudo_documents=True)
    counted = solve(Problem(with_pseudo_rows(problem)))  # type: ignore[arg-type]
    solution = solve(problem)
    for k in "+-":
        for cell in ("a=1", "b=u", "b=v", "b=w"):
            assert counted[f"P({cell}|{k})"] == solution[f"P({cell}|{k})"]


@LAW
@given(
    texts=st.lists(
        st.tuples(st.sampled_from("+-"), st.text("abc ", max_size=7)), min_size=1, max_size=5
    ),
    times=st.integers(1, 3),
    family=st.sampled_from(["bernoulli", "multinomial"]),
)
def test_counting_the_larger_set_of_texts_gives_the_smoothed_estimates(
    texts: list[tuple[str, str]], times: int, family: str
) -> None:
    """For random texts, MLE on the texts with pseudo-documents is smoothing on those without."""
    data = Documents.of(texts, vocabulary=["a", "b", "c"], classes=["+", "-"], split="letters")
    smoothed = {"model": ModelChoice(Conventions(smoothing=times, prior="uniform"), family)}
    problem = Problem(data, {}, smoothed, pseudo_documents=True)
    plain = {"model": ModelChoice(Conventions(), family)}
    counted, solution = solve(Problem(with_pseudo_rows(problem), {}, plain)), solve(problem)
    for k in "+-":
        for word in "abc":
            name = f"P({word}=1|{k})" if family == "bernoulli" else f"P({word}|{k})"
            assert isinstance(counted[name], F)
            assert counted[name] == solution[name]
