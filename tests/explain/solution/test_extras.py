"""Logarithms, evidence in steps, linear forms, training rows and models side by side."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction as F

import pytest
from hypothesis import given
from hypothesis import strategies as st
from thoroughness import all_of, law

from exactnb import Conventions, ModelChoice, Problem, Table, solve
from exactnb.core.arithmetic.values import Infinite, Number, add, compare, logarithm
from exactnb.core.expression.nodes import Function, Sum
from exactnb.core.expression.results import Decision
from exactnb.core.expression.spell import spell
from exactnb.errors import InputError
from exactnb.explain.derivation import DecisionClaim, Grid, Line, Remark, Step
from exactnb.explain.solution.extras import LOGARITHMS
from exactnb.explain.solution.solution import Solution

LAW = law(6)
DATA = """
[data]
table = '''
a b c y
1 1 1 +
1 0 1 +
0 1 0 +
0 1 0 -
1 1 0 -
'''
"""
SMOOTHED = DATA + "[model]\nsmoothing = 1\n"
QUERY = "[query]\nx = { a = 1, b = 0, c = 1 }\n"
ROWS = st.lists(
    st.tuples(st.sampled_from("01"), st.sampled_from("uvw"), st.sampled_from("+-")),
    min_size=1, max_size=7,
)  # fmt: skip


def worked(text: str, **changes: object) -> Solution:
    """Return the solution of a problem file, some fields of the problem changed."""
    return solve(replace(Problem.from_text(text), **changes))  # type: ignore[arg-type]


def step(solution: Solution, key: str) -> Step:
    """Return the only step of a kind."""
    (found,) = (s for s in solution.verified.derivation.steps if s.key == key)
    return found


def sentences(solution: Solution) -> list[str]:
    """Return the sentences of a solution, with canonical spelling of what they hold."""
    return [
        "".join(_said(part) for part in block.parts)
        for one in solution.verified.derivation.steps
        for block in one.blocks
        if isinstance(block, Remark)
    ]


def _said(part: str | Line | DecisionClaim) -> str:
    if isinstance(part, Line):
        return f"{spell(part.left)} {part.relation} {spell(part.right)}"
    return f"{part.decision}: {' '.join(part.labels)}" if isinstance(part, DecisionClaim) else part


def grid(solution: Solution, key: str) -> dict[str, list[str]]:
    """Return a table of values of a step: the name of each row, and its cells."""
    block = next(b for b in step(solution, key).blocks if isinstance(b, Grid))
    cells = [[spell(cell.lines[-1].right) for cell in row if cell] for row in block.cells]
    return dict(zip(map(str, block.rows), cells, strict=True))


@all_of("base, function", LOGARITHMS.items())
def test_joints_are_sums_of_logarithms(base: str, function: str) -> None:
    """P(+, x) = 3/5 · 3/5 · 2/5 · 3/5 = 54/625 and P(−, x) = 1/80 are logs of four terms each."""
    solution = worked(SMOOTHED + QUERY, log=base)
    for label, joint in (("+", F(54, 625)), ("-", F(1, 80))):
        name = solution.problem.scope.resolve(f"{function}(P({label},x))")
        formula = solution.quantities[name].formula
        assert isinstance(formula, Sum)
        assert len(formula.terms) == 4
        assert all(isinstance(term, Function) and term.name == function for term in formula.terms)
        expected = logarithm(joint, None if base == "e" else int(base))
        assert compare(solution.quantities.value(name), expected) == 0  # type: ignore[arg-type]
    wins = f"{function}(P(+,x)) > {function}(P(-,x)), so argmax(x): +."
    assert wins in sentences(solution)


def test_a_file_says_the_base() -> None:
    """Without a base no line speaks of logarithms; a file gives it as a text or a number."""
    assert "log" not in worked(SMOOTHED + QUERY).text()
    for said, base in (('"e"', "e"), ("2", "2"), ('"10"', "10"), ('""', "")):
        assert Problem.from_text(SMOOTHED + QUERY + f"[notation]\nlog = {said}\n").log == base


def test_a_zero_factor_gives_minus_infinity() -> None:
    """− never shows c, so that log2 P(−, x) is −∞, and + wins; two zeros decide nothing."""
    solution = worked(DATA + QUERY, log="2")
    assert solution["log2(P(-,x))"] == Infinite(-1)
    assert "log2(P(+,x)) > log2(P(-,x)), so argmax(x): +." in sentences(solution)
    both = "[data]\ntable = '''\na b y\n1 1 +\n0 0 -\n'''\n[query]\nx = { a = 1, b = 0 }\n"
    never = worked(both, log="2")
    assert never["log2(P(+,x))"] == never["log2(P(-,x))"] == Infinite(-1)
    assert not any("so argmax" in sentence for sentence in sentences(never))


def test_equal_logarithms_are_a_tie() -> None:
    """With a uniform prior and nothing observed both logs are those of 1/2, and equal."""
    text = DATA + '[model]\nprior = "uniform"\n[query]\nx = {}\n'
    assert "log10(P(+,x)) = log10(P(-,x)), so argmax(x): + -." in sentences(worked(text, log="10"))


def test_logarithms_of_limits_are_not_called_equal() -> None:
    """With λ → 0⁺ both logs tend to −∞, which is no reason for a decision."""
    rows = [("1", "1", "+"), ("1", "1", "+"), ("0", "0", "-"), ("0", "0", "-")]
    choice = ModelChoice(Conventions(smoothing="0+", prior={"+": "1/4", "-": "3/4"}))
    table = Table.from_rows(rows, ["a", "b", "y"])
    problem = Problem(table, {"x": {"a": "1", "b": "0"}}, {"model": choice}, log="e")
    solution = solve(problem)
    assert not any(s.startswith("log") for s in sentences(solution))
    assert solution["log(P(+,x))"] == solution["log(P(-,x))"] == Infinite(-1)
    assert solution["argmax(x)"] == Decision(("-",))


@all_of("base", ["3", 3, "E", None])
def test_another_base_is_refused(base: object) -> None:
    """A problem takes "e", 2 and 10, and a file says where another base stands."""
    with pytest.raises(InputError) as refusal:
        replace(Problem.from_text(DATA), log=base)  # type: ignore[arg-type]
    assert str(refusal.value) == f"log: expected e, 2, 10; got '{base}'"
    with pytest.raises(InputError) as refusal:
        Problem.from_text(DATA + "[notation]\nlog = 3\n")
    assert str(refusal.value) == "notation.log: expected \"e\", 2 or 10; got '3'"
    assert replace(Problem.from_text(DATA), log=2).log == "2"  # type: ignore[arg-type]


@LAW
@given(rows=ROWS, base=st.sampled_from(["e", "2", "10"]), smoothing=st.sampled_from([0, 1, F(1, 2)]))
def test_the_terms_add_up_to_the_logarithm_of_the_joint(
    rows: list[tuple[str, str, str]], base: str, smoothing: F
) -> None:
    """For random tables the sum of the logs of the factors is the log of the joint, exactly."""
    values = {"a": ["0", "1"], "b": ["u", "v", "w"]}
    table = Table.from_rows(rows, ["a", "b", "y"], values=values, classes=["+", "-"])
    choice = ModelChoice(Conventions(smoothing=smoothing, prior="uniform"))
    solution = solve(Problem(table, {"x": {"a": "1", "b": "u"}}, {"model": choice}, log=base))
    number = None if base == "e" else int(base)
    for k in "+-":
        parts = [solution[f"P({k})"], solution[f"P(a=1|{k})"], solution[f"P(b=u|{k})"]]
        terms: list[Number] = [logarithm(part, number) for part in parts]  # type: ignore[arg-type]
        found, whole = solution[f"{LOGARITHMS[base]}(P({k},x))"], add(terms)
        joint = solution[f"P({k},x)"]
        assert found == whole or compare(found, whole) == 0  # type: ignore[arg-type]
        assert (found == Infinite(-1)) == (joint == 0)


def test_the_earlier_posterior_is_the_prior() -> None:
    """P(+|a=1,b=1) = 9/14 · 3/5 / (183/280) = 36/61, and from there to c = 0 it is 96/221."""
    asked = 'ask = ["P(+|a=1)", "P(+|a=1,b=1)", "P(+|a=1,b=1,c=0)"]\n'
    solution = worked(asked + SMOOTHED)
    first = "The earlier posterior is the prior now: "
    assert [s for s in sentences(solution) if s.startswith(first)] == [
        f"{first}P(+|a=1,b=1) = (P(+|a=1) * P(b=1|+)) / P(b=1|a=1).",
        f"{first}P(+|a=1,b=1,c=0) = (P(+|a=1,b=1) * P(c=0|+)) / P(c=0|a=1,b=1).",
    ]
    assert solution["P(b=1|a=1)"] == F(183, 280)
    assert solution["P(+|a=1)"] * F(3, 5) / F(183, 280) == F(36, 61) == solution["P(+|a=1,b=1)"]  # type: ignore[operator]
    assert solution["P(+|a=1,b=1,c=0)"] == F(96, 221)


def test_other_posteriors_are_no_steps() -> None:
    """A posterior alone, of other evidence or of another class is nobody's prior."""
    for asked in (["P(+|a=1,b=1)"], ["P(+|b=1)", "P(+|a=1,c=1)"], ["P(+|a=1)", "P(-|a=1,b=1)"]):
        assert not any("earlier" in sentence for sentence in sentences(worked(SMOOTHED, ask=asked)))


LINEAR = ["log_odds(+:-|x)", "bias(+:-)", "weight(+:-|a)", "weight(+:-|b)", "weight(+:-|c)"]


def test_a_linear_form_adds_the_weights_of_what_is_there() -> None:
    """Log 864/125 is the bias log 128/125 and the weights log 3/2 of a, log 9/2 of c; b is absent."""
    solution = worked(SMOOTHED + QUERY, ask=LINEAR)
    expected = "As a linear form: log_odds(+:-|x) = bias(+:-) + weight(+:-|a) + weight(+:-|c)."
    assert sentences(solution)[-1] == expected
    for fewer in (LINEAR[:1] + LINEAR[2:], LINEAR[:2] + LINEAR[3:]):
        assert "linear form" not in worked(SMOOTHED + QUERY, ask=fewer).text()


def test_a_linear_form_of_words_counts_them() -> None:
    """A word that stands twice in a text has its weight twice."""
    text = "[data]\ntable = '''\nclass | text\n+ | a b\n- | a a b c\n'''\n[model]\nsmoothing = 1\n"
    names = ["log_odds(+:-|x)", "bias(+:-)", "weight(+:-|a)", "weight(+:-|c)"]
    solution = worked(text + '[query]\nx = "a c a"\n', ask=names)
    expected = "As a linear form: log_odds(+:-|x) = bias(+:-) + 2 * weight(+:-|a) + weight(+:-|c)."
    assert sentences(solution)[-1] == expected


def test_training_rows_stand_in_one_table() -> None:
    """Five rows show four different things; 27/125 · 3/5 = 0.1296 is the first joint of +."""
    found = grid(worked(SMOOTHED, ask=["accuracy"]), "rows")
    assert list(found) == [
        f"P(k,{cells})" for cells in ("a=1,b=1,c=1", "a=1,b=0,c=1", "a=0,b=1,c=0", "a=1,b=1,c=0")
    ]
    joints = [[F(cell) for cell in row] for row in found.values()]
    assert joints == [
        [F(81, 625), F(3, 80)], [F(54, 625), F(1, 80)], [F(36, 625), F(9, 80)], [F(54, 625), F(9, 80)],
    ]  # fmt: skip


def test_models_stand_side_by_side() -> None:
    """Relative frequencies give 864/989 ≈ 0.8736 for +, a uniform prior 576/701, and both decide so.

    Each row names its model, the first one too.
    """
    solution = worked(SMOOTHED + QUERY + '[models.u]\nprior = "uniform"\n')
    found = grid(solution, "compare")
    assert list(found.values()) == [["0.8736", "0.1264"], ["0.8217", "0.1783"]]
    assert "P(k|x) [model]   864/989 ≈ 0.8736   125/989 ≈ 0.1264" in solution.text()
    assert "ŷ(x) [model] = +, ŷ(x) [u] = +" in solution.text()
    decided = sentences(solution)[-1]
    assert decided.startswith("Decided: ")
    assert decided.count(" = +") == 2
    assert solution["argmax(x)"] == Decision(("+",))
