"""Smoothing with λ → 0⁺: every answer is a limit, and a decision is what holds for every small λ."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction as F
from itertools import product
from math import prod

import pytest
from hypothesis import given
from hypothesis import strategies as st
from thoroughness import all_of, law

from exactnb import Conventions, Documents, ModelChoice, Problem, Solution, Table, solve
from exactnb.core.arithmetic.germs import Germ
from exactnb.core.arithmetic.roots import Points
from exactnb.core.arithmetic.values import INFINITY, UNDEFINED, Infinite, add, enclose, negate
from exactnb.core.expression.reasons import TENDS
from exactnb.core.expression.results import Decision

LAW = law(3, exhaustive=8)
CLASSES = ["+", "-", "~"]
SKY = ["u", "v", "w"]
AT = (F(1, 10**60), F(1, 10**61))
"""Numbers so small that λ → 0⁺ can be seen at them: all coefficients have a few digits."""

Rows = list[tuple[str, str, str]]
Of = Callable[[F], F]


def problem(rows: Rows, prior: object = "uniform", tie: str = "report", **query: str) -> Problem:
    """Return the problem of a 0/1 column and a nominal one with λ → 0⁺."""
    values = {"a": ["0", "1"], "Sky": SKY}
    table = Table.from_rows(rows, ["a", "Sky", "y"], values=values, classes=CLASSES)
    choice = ModelChoice(Conventions(smoothing="0+", prior=prior, tie=tie))  # type: ignore[arg-type]
    return Problem(table, {"x": query}, {"model": choice})


def limit_of(function: Of) -> F | Infinite:
    """Return the limit of a quotient of polynomials, from its values at two tiny numbers."""
    near, nearer = map(function, AT)
    if abs(nearer) > 10**40:
        return Infinite(1 if nearer > 0 else -1)
    found = nearer.limit_denominator(10**15)
    assert abs(nearer - found) <= abs(near - found) < F(1, 10**40)
    return found


def winners(joints: dict[str, Of]) -> Decision:
    """Return the classes whose joints are the largest at both tiny numbers."""
    found = set()
    for at in AT:
        worth = {k: joint(at) for k, joint in joints.items()}
        found.add(tuple(k for k in joints if worth[k] == max(worth.values())))
    (labels,) = found
    return Decision(labels)


def smoothed(hits: int, trials: int, values: int) -> Of:
    """Return an additive estimate as a function of λ."""
    return lambda at: (hits + at) / (trials + values * at)


def assert_limits(solution: Solution, joints: dict[str, Of]) -> None:
    """Check joints, evidence, posteriors, odds and the decision against their limits."""
    for k, joint in joints.items():
        assert solution[f"P({k},x)"] == limit_of(joint)
        posterior = limit_of(lambda at, of=joint: of(at) / sum(other(at) for other in joints.values()))
        assert solution[f"P({k}|x)"] == posterior
    plus, *others = CLASSES
    for k in others:
        odds = limit_of(lambda at, k=k: joints[k](at) / joints[plus](at))
        assert solution[f"odds({k}:{plus}|x)"] == odds
    assert solution["P(x)"] == limit_of(lambda at: sum((of(at) for of in joints.values()), F(0)))
    assert solution["argmax(x)"] == winners(joints)


ONE_EACH: Rows = [("1", "u", "+"), ("1", "u", "+"), ("0", "v", "+"), ("0", "u", "-"), ("0", "w", "~")]


def test_zeros_are_told_apart_by_their_order() -> None:
    """Of a = 1 and w: + never shows w, ~ never a, − neither, so that + and ~ are as 2/9 to 1."""
    solution = solve(problem(ONE_EACH, a="1", Sky="w"))
    # + is 1/3 · 2/3 · λ/3, ~ is 1/3 · λ · 1 and − is 1/3 · λ · λ
    assert [solution[f"P({k},x)"] for k in CLASSES] == [0, 0, 0]
    assert [solution[f"P({k}|x)"] for k in CLASSES] == [F(2, 11), 0, F(9, 11)]
    assert solution["argmax(x)"] == Decision(("~",))
    assert solution["odds(+:~|x)"] == F(2, 9)
    assert solution["odds(+:-|x)"] == INFINITY
    assert solution["odds(-:+|x)"] == 0
    assert solution["log_odds(-:+|x)"] == Infinite(-1)


def test_the_last_line_says_what_the_others_tend_to() -> None:
    """The lines of a joint are identities in λ up to the one that says what they tend to."""
    solution = solve(problem(ONE_EACH, a="1", Sky="w"))
    wanted = solution.problem.scope.resolve("P(~,x)")
    assert isinstance(solution.quantities.value(wanted), Germ)
    text = solution.text()
    assert "= 1/3 × (0 + λ) / (1 + 2 × λ) × (1 + λ) / (1 + 3 × λ)" in text
    assert "→ 0 " in text
    assert TENDS["λ"].words in text
    assert "For every λ that is small enough P(~, x) > P(+, x), so x is “~”." in text


def test_equal_functions_are_a_tie() -> None:
    """Classes with the same counts have the same joint for every λ, and the first is taken if told."""
    rows: Rows = [("1", "u", "+"), ("1", "u", "-"), ("0", "w", "~")]
    solution = solve(problem(rows, a="1", Sky="v"))
    assert solution["argmax(x)"] == Decision(("+", "-"))
    assert "For every λ that is small enough P(+, x) = P(−, x)" in solution.text()
    first = solve(problem(rows, tie="first", a="1", Sky="v"))
    assert first["argmax(x)"] == Decision(("+",))


def test_equal_limits_are_no_tie() -> None:
    """2/2 and 1/1 both tend to 1, but (2 + λ)/(2 + 2λ) is the larger of the two for every λ."""
    rows: Rows = [("1", "u", "+"), ("1", "u", "+"), ("1", "u", "-"), ("0", "w", "~")]
    solution = solve(problem(rows, a="1"))
    assert solution["P(+|x)"] == solution["P(-|x)"] == F(1, 2)
    assert solution["argmax(x)"] == Decision(("+",))


def test_a_class_without_rows_is_even() -> None:
    """Where nothing was counted λ/(2λ) is 1/2 and λ/(3λ) is 1/3, whatever λ is."""
    solution = solve(problem([("1", "u", "+"), ("0", "v", "-")], a="1", Sky="u"))
    assert solution["P(a=1|~)"] == F(1, 2)
    assert solution["P(Sky=u|~)"] == F(1, 3)
    assert solution["P(~,x)"] == F(1, 18)
    assert solution["P(+|x)"] == F(6, 7)


def test_a_prior_of_zero_stays_zero() -> None:
    """A class with a given prior of 0 has a joint of 0 that no λ lifts."""
    prior = {"+": "1/2", "-": 0, "~": "1/2"}
    solution = solve(problem(ONE_EACH, prior, a="0", Sky="u"))
    assert solution["P(-,x)"] == 0
    assert solution["P(-|x)"] == 0
    # ~ never shows u, so that its joint tends to 0
    assert solution["P(+|x)"] == 1
    gone = solve(problem(ONE_EACH, {"+": 0, "-": 0, "~": 1}, a="1", Sky="u"))
    assert gone["P(~|x)"] == 1
    assert gone["odds(+:-|x)"] == UNDEFINED


def test_the_error_is_the_limit_of_what_is_missed() -> None:
    """Only a = 0 with u stays possible for two classes: − has 1/3, and + misses 1/3 · 1/3 · 2/3."""
    solution = solve(problem(ONE_EACH, a="1"), only=["bayes_error"])
    assert solution["bayes_error"] == F(2, 27)
    assert "→ 2/27" in solution.text()
    assert isinstance(solution.quantities.value(solution.problem.scope.resolve("bayes_error")), Germ)


MEASURED = """
[data]
table = '''
a n y
1 0 p
1 1 p
0 1/2 q
0 7 q
0 9 q
'''
[model]
smoothing = "0+"
families = { n = "FAMILY" }
[query]
x = { a = 1, n = 2 }
z = { a = 0, n = 2 }
"""


@all_of("family", ["gaussian", "lda", "qda", "spherical", "exponential"], apart=6)
def test_limits_beside_numbers_are_those_of_small_lambdas(family: str) -> None:
    """Joints hold e and π and a λ: their limits and decisions are those at λ = 10⁻⁶⁰."""
    text = MEASURED.replace("FAMILY", family)
    limit = solve(Problem.from_text(text))
    near = solve(Problem.from_text(text.replace('"0+"', '"1e-60"')))
    for query in ("x", "z"):
        assert limit[f"argmax({query})"] == near[f"argmax({query})"]
        for name in (f"P(p,{query})", f"P(q,{query})", f"P({query})", f"P(p|{query})", f"P(q|{query})"):
            away = add([limit[name], negate(near[name])])  # type: ignore[arg-type, list-item]
            assert abs(enclose(away, 400).bounds()[0]) < F(1, 10**50), name  # type: ignore[arg-type]
    assert limit["odds(p:q|x)"] == INFINITY
    assert limit["log_odds(p:q|z)"] == Infinite(-1)
    assert (limit["rank(a=1)"], limit["accuracy"]) == (near["rank(a=1)"], near["accuracy"])
    assert limit["accuracy_left_out"] == near["accuracy_left_out"]
    assert limit["independent(a=1,n=2)"] is near["independent(a=1,n=2)"] is False


@pytest.mark.exhaustive
def test_where_the_limit_of_a_boundary_is_nowhere() -> None:
    """Given a = 1 the log-odds grow without end: the points run away, and p is likelier everywhere."""
    solution = solve(Problem.from_text(MEASURED.replace("FAMILY", "gaussian")))
    assert solution["region(p:q|a=1)"] == Points((Infinite(-1), INFINITY), "open")
    assert solution["region(p:q|a=0)"] == Points((), "open")
    assert solution["boundary(p:q|a=1)"] == Points(())
    assert len(solution["boundary(p:q)"].parts) == 2  # type: ignore[union-attr]
    assert "+ ∞ > 0" in solve(solution.problem, only=["region(p:q|a=1)"]).text()
    assert "− ∞ > 0" in solve(solution.problem, only=["region(p:q|a=0)"]).text()


@LAW
@given(rows=st.lists(st.tuples(st.sampled_from("01"), st.sampled_from(SKY), st.sampled_from(CLASSES)),
                     min_size=1, max_size=7),
       a=st.sampled_from("01"), sky=st.sampled_from(SKY))  # fmt: skip
def test_ranks_and_errors_are_those_of_small_lambdas(rows: Rows, a: str, sky: str) -> None:
    """For random tables the order of cells is that at λ = 10⁻⁶⁰, and the error tends to that there."""
    joints: dict[tuple[str, str], list[Of]] = {}
    for cell in product("01", SKY):
        joints[cell] = []
        for k in CLASSES:
            own = [row for row in rows if row[2] == k]
            factors = [smoothed(0, 0, 3), smoothed(sum(row[0] == cell[0] for row in own), len(own), 2)]
            factors.append(smoothed(sum(row[1] == cell[1] for row in own), len(own), 3))
            joints[cell].append(_product(factors))

    def missed(at: F) -> F:
        worth = [[joint(at) for joint in of] for of in joints.values()]
        return sum((sum(of) - max(of) for of in worth), F(0))

    solution = solve(problem(rows, a=a, Sky=sky))
    assert solution["bayes_error"] == limit_of(missed)
    totals = {cell: sum(joint(AT[0]) for joint in of) for cell, of in joints.items()}
    own = totals[a, sky]
    assert solution["rank(x)"] == 1 + sum(total < own for total in totals.values())
    assert solution[f"rank(a={a},Sky={sky})"] == solution["rank(x)"]


TEXT = st.text("abc", max_size=4)
CELLS = st.tuples(st.sampled_from("01"), st.sampled_from(SKY), st.sampled_from(CLASSES))


@LAW
@given(rows=st.lists(CELLS, min_size=1, max_size=7), a=st.sampled_from("01"), sky=st.sampled_from(SKY),
       prior=st.sampled_from(["uniform", "smoothed"]))  # fmt: skip
def test_answers_of_a_table_are_limits(rows: Rows, a: str, sky: str, prior: str) -> None:
    """For random tables and three classes joints, posteriors and odds are what they tend to."""
    joints: dict[str, Of] = {}
    for k in CLASSES:
        own = [row for row in rows if row[2] == k]
        size = len(own)
        factors = [
            smoothed(size, len(rows), 3) if prior == "smoothed" else smoothed(0, 0, 3),
            smoothed(sum(row[0] == a for row in own), size, 2),
            smoothed(sum(row[1] == sky for row in own), size, 3),
        ]
        joints[k] = _product(factors)
    assert_limits(solve(problem(rows, prior, a=a, Sky=sky)), joints)


@LAW
@given(
    texts=st.lists(st.tuples(st.sampled_from(CLASSES), TEXT), min_size=1, max_size=5),
    text=TEXT, family=st.sampled_from(["bernoulli", "multinomial"]),
)  # fmt: skip
def test_answers_of_texts_are_limits(texts: list[tuple[str, str]], text: str, family: str) -> None:
    """For random texts, words that are drawn or looked at, answers are what they tend to."""
    data = Documents.of(
        [(k, " ".join(words)) for k, words in texts], vocabulary=["a", "b", "c"], classes=CLASSES
    )
    choice = ModelChoice(Conventions(smoothing="0+", prior="uniform"), family)
    joints: dict[str, Of] = {}
    for k in CLASSES:
        own = [words for label, words in texts if label == k]
        if family == "bernoulli":
            factors = [
                smoothed(sum((w in words) == (w in text) for words in own), len(own), 2) for w in "abc"
            ]
        else:
            said = "".join(own)
            factors = [smoothed(said.count(word), len(said), 3) for word in text]
        joints[k] = _product([smoothed(0, 0, 3), *factors])
    assert_limits(solve(Problem(data, {"x": " ".join(text)}, {"model": choice})), joints)


def _product(factors: Iterable[Of]) -> Of:
    kept = list(factors)
    return lambda at: prod((factor(at) for factor in kept), start=F(1))
