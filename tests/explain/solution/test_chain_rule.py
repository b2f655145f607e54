"""The chain rule before the assumption: the expansion of a joint, and what naive Bayes leaves out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction as F
from itertools import accumulate, pairwise
from math import prod

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from thoroughness import all_of, law, one_in

from exactnb import Conventions, ModelChoice, Problem, Solution, Table, solve
from exactnb.core.expression.nodes import Product
from exactnb.core.expression.spell import spell
from exactnb.explain.derivation import Line, Rejected, Remark, Step, verify
from exactnb.explain.derivation.lines import Inline
from exactnb.explain.solution.setting import problem_source

LAW = law(6)
TABLE = """[data]
table = '''
a Sky b y
1 u 1 +
1 u 0 +
0 v 1 +
0 u 0 -
'''
[model]
%s
[query]
%s
"""
SMOOTHED = TABLE % ("smoothing = 1", 'x = { a = 1, Sky = "u", b = 0 }')
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


def worked(text: str) -> Solution:
    """Return the solution of a file with the chain rule shown."""
    return solve(replace(Problem.from_text(text), chain_rule=True))


def steps(solution: Solution) -> list[Step]:
    """Return the steps that show the chain rule."""
    return [step for step in solution.verified.derivation.steps if step.key == "chain rule"]


def said(step: Step) -> Iterator[tuple[str, list[str]]]:
    """Yield the opening of every sentence, and the lines in it."""
    for block in step.blocks:
        assert isinstance(block, Remark)
        lines = [part for part in block.parts if isinstance(part, Line)]
        yield str(block.parts[0]), [f"{spell(line.left)} = {spell(line.right)}" for line in lines]


def test_each_feature_is_given_those_before() -> None:
    """P(+, x) is P(+) times three factors, and the last two lose their conditions."""
    solution = worked(SMOOTHED)
    (step,) = steps(solution)
    assert step.title == "The chain rule, before the assumption"
    assert list(said(step)) == [
        ("By the chain rule: ", ["P(+,x) = P(+) * P(a=1|+) * P(Sky=u|+,a=1) * P(b=0|+,a=1,Sky=u)"]),
        (
            "Naive Bayes drops every condition but the class: ",
            ["P(Sky=u|+,a=1) = P(Sky=u|+)", "P(b=0|+,a=1,Sky=u) = P(b=0|+)"],
        ),
    ]


def test_the_step_stands_before_the_multiplication() -> None:
    """The chain rule is read before the joints are multiplied, and in the text of the solution."""
    solution = worked(SMOOTHED)
    keys = [step.key for step in solution.verified.derivation.steps]
    assert keys.index("estimate") < keys.index("chain rule") < keys.index("multiply")
    text = " ".join(solution.text().split())
    assert "By the chain rule: P(+, x) = P(+) × P(a=1|+) × P(Sky=u|+, a=1)" in text
    assert "Naive Bayes drops every condition but the class: P(Sky=u|+, a=1) = P(Sky=u|+)" in text


def test_answers_stay_as_they_are() -> None:
    """Without the option nothing is said of it, and with it no answer changes."""
    plain, shown = solve(Problem.from_text(SMOOTHED)), worked(SMOOTHED)
    assert steps(plain) == []
    assert "chain rule" not in plain.text()
    assert {name: shown[name] for name in plain} == dict(plain)
    assert shown["P(+,x)"] == F(3, 4) * F(3, 5) * F(3, 5) * F(2, 5)


def test_columns_that_are_not_shown_are_left_out() -> None:
    """A query that shows two of three columns has three factors, in the order of the columns."""
    solution = worked(TABLE % ("smoothing = 1", "x = { b = 0, a = 1 }"))
    (step,) = steps(solution)
    assert next(said(step))[1] == ["P(+,x) = P(+) * P(a=1|+) * P(b=0|+,a=1)"]


NUMBERS = """[data]
%s
table = '''
m Sky n  y
1 u   3  +
2 u   5  +
4 v   5  -
0 u   8  -
'''
[model]
families = { %s }
[query]
x = { n = 4, Sky = "u", m = 2 }
"""


def test_numbers_have_their_factors_too() -> None:
    """Densities and rates stand in the expansion beside categories, in the order of the columns."""
    (step,) = steps(worked(NUMBERS % ("", 'm = "poisson", n = "gaussian"')))
    assert list(said(step)) == [
        ("By the chain rule: ", ["P(+,x) = P(+) * P(m=2|+) * P(Sky=u|+,m=2) * P(n=4|+,m=2,Sky=u)"]),
        (
            "Naive Bayes drops every condition but the class: ",
            ["P(Sky=u|+,m=2) = P(Sky=u|+)", "P(n=4|+,m=2,Sky=u) = P(n=4|+)"],
        ),
    ]


@all_of(
    "data, families",
    [
        ("", 'm = "lda", n = "lda"'),
        ("", 'm = "spherical", n = "spherical"'),
        ('exposure = { m = "n" }', 'm = "poisson"'),
    ],
)
def test_no_condition_is_dropped_where_columns_depend_on_each_other(data: str, families: str) -> None:
    """Columns with one density together, and a count with the time behind it, have no such step."""
    assert steps(worked(NUMBERS % (data, families))) == []


@pytest.mark.parametrize("query", ["x = { a = 1 }", "x = {}"])
def test_one_feature_needs_no_chain(query: str) -> None:
    """With one feature or none the chain rule drops no condition, and is not shown."""
    assert steps(worked(TABLE % ("smoothing = 1", query))) == []


def test_every_query_and_every_model_has_its_own() -> None:
    """Two queries in two models give four steps; one belongs to each model and query."""
    queries = 'x = { a = 1, Sky = "u" }\nz = { a = 0, b = 1 }'
    model = 'smoothing = 1\n[models.even]\nprior = "uniform"'
    solution = worked(TABLE % (model, queries))
    found = [(step.model, next(said(step))[1][0].split(" = ")[0]) for step in steps(solution)]
    names = ["P(+,x)", "P(+,z)", "P(+,x; even)", "P(+,z; even)"]
    assert found == list(zip(["", "", "even", "even"], names, strict=True))


def test_words_are_columns_in_a_bernoulli_model_alone() -> None:
    """Texts have the step where each word is a 0/1 column, and not where words are drawn."""
    (step,) = steps(worked(TEXTS % "bernoulli"))
    assert next(said(step))[1] == ["P(+,x) = P(+) * P(a=1|+) * P(b=1|+,a=1) * P(c=0|+,a=1,b=1)"]
    for family in ("multinomial", "dirichlet-multinomial"):
        assert steps(worked(TEXTS % family)) == []
    beside = "[data]\ntable = '''\nclass | u | v | text\n+ | 1 | 0 | a b\n- | 0 | 1 | b\n'''\n"
    query = '[query]\nx = { u = 1, v = 1, text = "%s" }\n'
    assert steps(worked(beside + "[model]\nsmoothing = 1\n" + query % "a")) == []
    assert len(steps(worked(beside + "[model]\nsmoothing = 1\n" + query % ""))) == 1


def test_a_condition_of_probability_zero_shows_nothing() -> None:
    """Where + never shows a = 0 and Sky = w, P(b|+, …) is 0/0, and the step is left out."""
    query = 'x = { a = 0, Sky = "w", b = 1 }'
    text = (TABLE % ("", query)).replace("0 u 0 -", "0 w 0 -")
    solution = worked(text)
    assert steps(solution) == []
    assert solution["P(+,x)"] == 0


@one_in(2, ("size", "shown"), [(30, 1), (31, 0)])
def test_thirty_features_are_written_out(size: int, shown: int) -> None:
    """A query of 30 features is expanded, and one of 31 is not."""
    names = [f"f{number}" for number in range(size)]
    table = Table.from_rows([("1",) * size + ("+",), ("0",) * size + ("-",)], [*names, "y"])
    choice = {"model": ModelChoice(Conventions(smoothing=1))}
    solution = solve(Problem(table, {"x": dict.fromkeys(names, "1")}, choice, chain_rule=True))
    assert len(steps(solution)) == shown


def test_a_wrong_expansion_is_rejected() -> None:
    """With a factor left out, whichever it is, the sentence does not verify."""
    solution = worked(SMOOTHED)
    (step,) = steps(solution)
    opening = step.blocks[0]
    assert isinstance(opening, Remark)
    for at in range(4):
        parts = tuple(_without(part, at) for part in opening.parts)
        changed = replace(step, blocks=(Remark(parts), *step.blocks[1:]))
        derivation = solution.verified.derivation
        others = tuple(changed if s is step else s for s in derivation.steps)
        with pytest.raises(Rejected):
            verify(
                replace(derivation, steps=others), solution.quantities, problem_source(solution.problem)
            )


def _without(part: Inline, at: int) -> Inline:
    if not isinstance(part, Line):
        return part
    assert isinstance(part.right, Product)
    factors = part.right.factors
    return replace(part, right=Product((*factors[:at], *factors[at + 1 :])))


ROWS = st.lists(st.tuples(*(st.sampled_from("01"),) * 3, st.sampled_from("+-")), min_size=1, max_size=6)


@LAW
@given(
    rows=ROWS,
    smoothing=st.sampled_from([0, 1, F(1, 2)]),
    cells=st.tuples(*(st.sampled_from("01"),) * 3),
)
def test_the_factors_are_ratios_of_joints(
    rows: list[tuple[str, ...]], smoothing: F, cells: tuple[str, ...]
) -> None:
    """For random tables P(c|k, a, b) = P(k, a, b, c)/P(k, a, b), and their product is P(k, x)."""
    values = {column: ["0", "1"] for column in "abc"}
    table = Table.from_rows(rows, ["a", "b", "c", "y"], classes=["+", "-"], values=values)
    choice = {"model": ModelChoice(Conventions(smoothing=smoothing, prior="uniform"))}
    names = [f"{column}={cell}" for column, cell in zip("abc", cells, strict=True)]
    query = {"x": dict(zip("abc", cells, strict=True))}
    solution = solve(Problem(table, query, choice, chain_rule=True))
    joints = [solution[f"P({','.join(('+', *names[:at]))})"] for at in range(4)]
    assume(all(isinstance(joint, F) and joint for joint in joints[:3]))
    assert len(steps(solution)) == 1
    given = [",".join(("+", *before)) for before in accumulate(([n] for n in names[:2]), initial=[])]
    factors = [solution[f"P({name}|{before})"] for name, before in zip(names, given, strict=True)]
    assert factors == [b / a for a, b in pairwise(joints)]  # type: ignore[operator]
    assert solution["P(+)"] * prod(factors) == solution["P(+,x)"]  # type: ignore[operator, type-var]
