"""Long texts: equal factors with a power, the same joint as word by word, and how they are verified."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction as F
from math import factorial, prod

import pytest
from hypothesis import given
from hypothesis import strategies as st
from thoroughness import all_of, law
from verifying import derived

from exactnb import Conventions, Documents, ModelChoice, Problem, Solution, solve
from exactnb.core.arithmetic.power_product import PowerProduct
from exactnb.core.arithmetic.values import compare
from exactnb.core.expression.nodes import Expression, Integer, Power, Quotient, Reference
from exactnb.core.expression.reasons import Rule
from exactnb.core.expression.results import Decision
from exactnb.core.model.parts import MANY, is_grouped
from exactnb.core.model.quantity import Effort
from exactnb.explain.derivation import Chain, Line, Rejected, Step, verify
from exactnb.explain.solution.setting import problem_source

LAW = law(6)
WORDS = [f"w{number}" for number in range(MANY + 5)]
MASKS = st.integers(0, 2 ** len(WORDS) - 1)
TEXTS = st.lists(st.tuples(st.sampled_from("+-"), MASKS, MASKS), min_size=2, max_size=5)
AMOUNTS = st.sampled_from([F(1), F(2), F(1, 3)])


def spoken(*masks: int) -> list[str]:
    """Return the words of some sets of bits, a word once for each set that holds it."""
    return [word for at, word in enumerate(WORDS) for mask in masks if mask >> at & 1]


def problem(rows: list[tuple[str, list[str]]], text: list[str], family: str, **said: object) -> Problem:
    """Return the problem of some texts over all words, with a uniform prior."""
    documents = Documents.of(
        [(label, " ".join(words)) for label, words in rows], vocabulary=WORDS, classes=["+", "-"]
    )
    choice = ModelChoice(Conventions(prior="uniform", **said), family)  # type: ignore[arg-type]
    return Problem(documents, {"x": " ".join(text)}, {"model": choice})


def opening(solution: Solution, name: str) -> Line:
    """Return the line that opens the chain of a quantity."""
    wanted = solution.problem.scope.resolve(name)
    chains = (chain for _, chain in solution.verified.derivation.chains())
    return next(c.lines[0] for c in chains if getattr(c.lines[0].left, "name", None) == wanted)


def changed(expression: Expression) -> Iterator[Expression]:
    """Yield an expression with one of its whole numbers one larger, for each of them."""
    if isinstance(expression, Integer):
        yield Integer(expression.value + 1)
    parts = expression.children
    for at, part in enumerate(parts):
        for other in changed(part):
            yield expression.with_children((*parts[:at], other, *parts[at + 1 :]))


ROWS = [("+", WORDS[::2]), ("+", WORDS[::3]), ("-", [*WORDS[::5], "w1", "w1", "w1"])]
LONG = {
    family: problem(
        ROWS, [*(WORDS if family == "multinomial" else WORDS[::4]), "w0"], family, smoothing=1
    )
    for family in ("multinomial", "bernoulli")
}
SOLVED = {family: solve(of, only=["P(+,x)"]) for family, of in LONG.items()}


def test_equal_counts_stand_together() -> None:
    """Of 205 words + shows 68 never, 102 once and 35 twice; w0, twice there, stands twice in x."""
    line = opening(SOLVED["multinomial"], "P(+,x)")
    assert line.reason.rule is Rule.GROUP
    assert line.reason.words == "equal factors together"
    assert line.right == LONG["multinomial"].define(line.left.name, Effort()).formula  # type: ignore[attr-defined]
    once, twice = set(WORDS[::2]) ^ set(WORDS[::3]), set(WORDS[::2]) & set(WORDS[::3])
    powers = [part.exponent for part in line.right.children if isinstance(part, Power)]
    never = len(WORDS) - len(once) - len(twice)
    assert powers == [Integer(never), Integer(len(once)), Integer(len(twice) + 1)]


def test_words_that_are_absent_stand_apart() -> None:
    """In a Bernoulli model counts of words that are there and of such that are not make two groups."""
    text = SOLVED["bernoulli"].text(width=104)
    assert "(1 − (1 + 1) / (count(+) + 2))" in text
    assert "((1 + 1) / (count(+) + 2))" in text


def test_two_hundred_words_are_still_written_one_by_one() -> None:
    """At 200 different words each factor is named, at 201 they are grouped, repeated words or not."""
    for size, rule in ((MANY, Rule.ASSUME), (MANY + 1, Rule.GROUP)):
        of = problem(ROWS, WORDS[:size] * 2, "multinomial", smoothing=1)
        assert of.define(of.scope.resolve("P(+,x)"), Effort()).reason.rule is rule


@LAW
@given(rows=TEXTS, missing=st.sets(st.sampled_from(WORDS), max_size=4), more=MASKS, amount=AMOUNTS)
def test_a_multinomial_joint_is_the_product_word_by_word(
    rows: list[tuple[str, int, int]], missing: set[str], more: int, amount: F
) -> None:
    """1/2 · ∏ ((times in k + λ)/(words of k + 205λ)) over every word of the text, in fractions."""
    texts = [(label, spoken(*masks)) for label, *masks in rows]
    text = [word for word in WORDS if word not in missing] + spoken(more)
    solution = solve(
        problem(texts, text, "multinomial", smoothing=amount), only=["P(+|x)", "argmax(x)"]
    )
    joints = {}
    for k in "+-":
        said = [word for label, words in texts if label == k for word in words]
        times = {word: said.count(word) for word in WORDS}
        joints[k] = F(1, 2) * prod((times[w] + amount) / (len(said) + 205 * amount) for w in text)
    assert_answers(solution, joints)


@LAW
@given(rows=TEXTS, shown=MASKS, amount=AMOUNTS, ignored=st.booleans())
def test_a_bernoulli_joint_is_the_product_over_the_vocabulary(
    rows: list[tuple[str, int, int]], shown: int, amount: F, ignored: bool
) -> None:
    """1/2 · ∏ p or 1 − p over all 205 words, or over those that are there where absence is ignored."""
    texts = [(label, spoken(*masks)) for label, *masks in rows]
    absent = "ignore" if ignored else "count"
    of = problem(texts, spoken(shown), "bernoulli", smoothing=amount, absent=absent)
    solution = solve(of, only=["P(+|x)", "argmax(x)"])
    joints = {}
    for k in "+-":
        own = [set(words) for label, words in texts if label == k]
        shares = {w: (sum(w in of for of in own) + amount) / (len(own) + 2 * amount) for w in WORDS}
        there = set(spoken(shown))
        without = [F(1) if ignored else 1 - shares[w] for w in WORDS if w not in there]
        joints[k] = F(1, 2) * prod(shares[w] for w in there) * prod(without)
    assert_answers(solution, joints)


def assert_answers(solution: Solution, joints: dict[str, F]) -> None:
    """Check joints, the posterior of + and the decision against those worked out by hand."""
    for k, joint in joints.items():
        value = solution[f"P({k},x)"]
        assert (value.rational() if isinstance(value, PowerProduct) else value) == joint
    assert solution["P(+|x)"] == joints["+"] / sum(joints.values())
    best = tuple(k for k, joint in joints.items() if joint == max(joints.values()))
    assert solution["argmax(x)"] == Decision(best)


@pytest.mark.parametrize("family", ["multinomial", "bernoulli"])
def test_a_line_with_another_number_is_rejected(family: str) -> None:
    """With any count, total, λ or power of the grouped line one larger, `verify` rejects it."""
    solution = SOLVED[family]
    source = problem_source(solution.problem)
    line = opening(solution, "P(+,x)")
    verify(derived(Step("only", "", (Chain((line,)),)), source=source), solution.quantities, source)
    others = list(changed(line.right))
    assert len(others) > 9
    for other in others:
        chain = Chain((replace(line, right=other),))
        with pytest.raises(Rejected):
            verify(derived(Step("only", "", (chain,)), source=source), solution.quantities, source)


def test_a_line_of_the_same_value_in_another_form_is_rejected() -> None:
    """Groups in another order, or 1/1 before them, are not the formula of the quantity."""
    solution = SOLVED["multinomial"]
    source = problem_source(solution.problem)
    line = opening(solution, "P(+,x)")
    parts = line.right.children
    one = Quotient(Integer(1), Integer(1))
    for factors in ((parts[0], *reversed(parts[1:])), (parts[0], one, *parts[1:])):
        chain = Chain((replace(line, right=replace(line.right, factors=factors)),))  # type: ignore[call-arg]
        with pytest.raises(Rejected, match="not the formula of this quantity"):
            verify(derived(Step("only", "", (chain,)), source=source), solution.quantities, source)


@pytest.mark.parametrize("family", ["multinomial", "bernoulli"])
def test_the_words_are_counted_anew(family: str) -> None:
    """A graph of other texts, true in itself, is rejected: the rows give other groups."""
    rows = [("+", ["w1", *WORDS[2::2]]), *ROWS[1:]]  # w1 for w0, as many words in all
    text = [*(WORDS if family == "multinomial" else WORDS[::4]), "w0"]
    other = solve(problem(rows, text, family, smoothing=1), only=["P(+,x)"])
    source = problem_source(LONG[family])
    step = Step("only", "", (Chain((opening(other, "P(+,x)"),)),))
    derivation, graph = derived(step, source=source), other.quantities
    with pytest.raises(Rejected, match="the words, counted anew, give other factors"):
        verify(derivation, graph, source, altered=tuple(graph))
    with pytest.raises(Rejected, match="a second reading gives"):
        verify(derivation, graph, source)


@pytest.mark.exhaustive
def test_deciding_does_not_multiply_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """A text of 205,000 words is decided by enclosures: no product of its size becomes a ratio."""
    sizes = [0]
    rational = PowerProduct.rational

    def watched(self: PowerProduct) -> F | None:
        sizes.append(self.bit_bound())
        return rational(self)

    monkeypatch.setattr(PowerProduct, "rational", watched)
    of = problem(ROWS, WORDS * 1_000, "multinomial", smoothing=1)
    solution = solve(of, only=["argmax(x)", "P(+|x)"])
    joint = solution["P(+,x)"]
    assert isinstance(joint, PowerProduct)
    assert joint.bit_bound() > 1_000_000
    assert max(sizes) < 50_000
    assert solution["argmax(x)"] == Decision(("-",))
    assert compare(solution["P(+|x)"], F(1, 10**1000)) == -1  # type: ignore[arg-type]


def test_the_coefficient_stands_before_the_groups() -> None:
    """A text of 205 different words can stand in 205! orders."""
    plain, counted = (
        solve(problem(ROWS, WORDS, "multinomial", smoothing=1, coefficient=said), only=["P(+,x)"])
        for said in (False, True)
    )
    assert counted["P(+,x)"] == plain["P(+,x)"] * factorial(len(WORDS))  # type: ignore[operator]


def test_cells_of_a_class_are_counted_for_each_word() -> None:
    """A word that all texts of + show has one cell there: (2 + 1)/(2 + 1), not (2 + 1)/(2 + 2)."""
    rows = [("+", WORDS), ("+", WORDS), ("-", WORDS[:1])]
    of = problem(rows, WORDS, "bernoulli", smoothing={"add": 1, "cells": "class"})
    assert solve(of, only=["P(+,x)"])["P(+,x)"] == F(1, 2)


@pytest.mark.parametrize("family", LONG)
def test_the_factors_of_a_likelihood_are_those_behind_the_prior(family: str) -> None:
    """P(x|+) and P(+,x) have the same words, counted by anyone; the joint has its prior before them."""
    of = LONG[family]
    (prediction,) = of.predictions.values()
    joint, likelihood = (
        prediction.grouped_factors(of.scope.resolve(name), lambda word, label: len(word) % 2)
        for name in ("P(+,x)", "P(x|+)")
    )
    assert joint[1:] == likelihood
    assert joint[0] == Reference(of.scope.resolve("P(+)"))


def test_a_word_with_a_rule_of_its_own_leaves_all_factors_apart() -> None:
    """Words of which one is smoothed otherwise are written one by one, however many they are."""
    for smoothings, apart in (({"w3": 2}, True), ({}, False)):
        of = problem(ROWS, WORDS, "bernoulli", smoothing=1, smoothings=smoothings)
        (prediction,) = of.predictions.values()
        (name,) = (of.scope.resolve("P(+,x)"),)
        assert is_grouped(prediction.model, prediction.observe(name.items[1:])) is not apart


BY_CLASS = {"*": "1/3", "|+": "1/2"}


@all_of(
    ("smoothing", "grouped"),
    [
        (0, "multinomial bernoulli"),
        ("perks", "multinomial bernoulli"),
        ({"add": BY_CLASS}, ""),
        ({"add": 1, "cells": 7}, "multinomial bernoulli"),
        ({"add": 1, "cells": "slot"}, "multinomial bernoulli"),
        ({"add": 1, "cells": "class"}, "multinomial"),  # 0/1 columns have cells of their own
        ({"m": 2}, "multinomial bernoulli"),
        ({"m": 2, "p": "1/3"}, "multinomial bernoulli"),
        ({"m": 2, "p": BY_CLASS}, ""),
        ({"frequency": "1/9"}, "multinomial bernoulli"),
        ("0+", "multinomial bernoulli"),
    ],
)
def test_words_are_written_together_where_equal_counts_have_equal_estimates(
    smoothing: object, grouped: str
) -> None:
    """One rule with the same numbers for all of them; a number by word or class keeps them apart."""
    found = []
    for family in ("multinomial", "bernoulli"):
        of = problem(ROWS, WORDS, family, smoothing=smoothing)
        (prediction,) = of.predictions.values()
        name = of.scope.resolve("P(+,x)")
        found += [family] if is_grouped(prediction.model, prediction.observe(name.items[1:])) else []
    assert " ".join(found) == grouped


def test_the_family_of_few_words_is_told_of_each() -> None:
    """Words that are there or not are columns, each with its family."""
    of = Problem(
        Documents.of([("+", "a b"), ("-", "a")]), {}, {"model": ModelChoice(family="bernoulli")}
    )
    (prediction,) = of.predictions.values()
    assert list(prediction.model.column_families()) == [("a", "bernoulli"), ("b", "bernoulli")]


@pytest.mark.parametrize("family", LONG)
def test_the_family_of_many_words_is_told_once(family: str) -> None:
    """Of 205 words it is told how many they are, not each by itself."""
    (prediction,) = LONG[family].predictions.values()
    assert list(prediction.model.column_families()) == [("205 words", family)]
