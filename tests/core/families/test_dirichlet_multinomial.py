"""The Dirichlet-multinomial: θ integrated out, so that a word drawn counts for the next."""

import dataclasses
from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from math import prod

import pytest
from hypothesis import given
from hypothesis import strategies as st
from thoroughness import all_of, choose, in_both_runs, law, one_in

from exactnb import Conventions, Documents, ModelChoice, Problem, Solution, Table, solve
from exactnb.core.expression.nodes import Expression, IndexedProduct, Integer, Rising, Sum, replace
from exactnb.core.expression.results import are_equal
from exactnb.core.expression.spell import spell
from exactnb.core.families import family
from exactnb.core.families.base import Bag, Observation
from exactnb.core.naming.names import Item
from exactnb.errors import InputError
from exactnb.explain.derivation import Chain, Rejected, verify
from exactnb.explain.solution.setting import problem_source

URN = family("dirichlet-multinomial")
PLUS = Item("class", "y", "+")
BAG = Bag(("a", "b"), ("+", "-"))
TEXTS = [("+", "a a b"), ("-", "b")]


def solved(texts: list[tuple[str, str]], query: str, **said: object) -> Solution:
    """Return the solution of texts and one query x, with α = 1 unless it is said."""
    conventions = Conventions(**{"smoothing": 1, **said})  # type: ignore[arg-type]
    models = {"model": ModelChoice(conventions, "dirichlet-multinomial")}
    return solve(Problem(Documents.of(texts), {"x": query}, models))


def factors(seen: Observation, **said: object) -> list[str]:
    """Return the factors of what is seen, as they are written."""
    found = URN.factors(BAG, seen, PLUS, "", Conventions(**{"smoothing": 1, **said}))  # type: ignore[union-attr,arg-type]
    return [spell(factor) for factor in found]


def test_a_text_is_a_quotient_of_rising_products() -> None:
    """Of a a b, (c + 1)(c + 2) of a and (c + 1) of b stand over three steps from n + 2."""
    above = "(count(a,+) + 1) * (count(a,+) + 2) * (count(b,+) + 1)"
    below = "(tokens(+) + 2) * (tokens(+) + 3) * (tokens(+) + 4)"
    assert factors(Observation(bags=({"a": 2, "b": 1},))) == [f"({above}) / ({below})"]


def test_texts_and_words_are_drawn_from_one_urn() -> None:
    """A text, and a word drawn after it, are one quotient: the word counts for what follows."""
    both = factors(Observation(bags=({"a": 1},), draws=("a",)))
    assert both == factors(Observation(bags=({"a": 2},))) == factors(Observation(draws=("a", "a")))


def test_one_word_is_its_estimate() -> None:
    """A single word has the factor P(word|class), and no word has none."""
    assert factors(Observation(draws=("a",))) == ["P(a|+)"]
    assert factors(Observation(bags=({"b": 1},))) == ["P(b|+)"]
    assert factors(Observation(bags=({},))) == factors(Observation()) == []


def test_nothing_is_added_that_is_zero() -> None:
    """With α = 1/2 the first step adds 1/2 and 2·1/2; with α = 0 it adds nothing."""
    seen = Observation(bags=({"a": 2},))
    assert factors(seen, smoothing="1/2") == [
        "((count(a,+) + 1/2) * (count(a,+) + 3/2)) / ((tokens(+) + 1) * (tokens(+) + 2))"
    ]
    assert factors(seen, smoothing=0) == [
        "(count(a,+) * (count(a,+) + 1)) / (tokens(+) * (tokens(+) + 1))"
    ]


def test_draws_by_hand() -> None:
    """After a a b with α = 1, the text a a b has 3/5·4/6·2/7 = 4/35, not (3/5)²·2/5."""
    solution = solved(TEXTS, "a b a")
    assert solution["P(x|+)"] == Fraction(3, 5) * Fraction(4, 6) * Fraction(2, 7) == Fraction(4, 35)
    assert solution["P(x|-)"] == Fraction(1, 3) * Fraction(2, 4) * Fraction(2, 5)
    assert solution["P(a|+)"] == Fraction(3, 5)
    posterior = Fraction(4, 35) / (Fraction(4, 35) + Fraction(1, 15))
    assert solution["P(+|x)"] == posterior == Fraction(12, 19)
    assert "θ integrated out" in solution.text()


def test_the_next_word_rests_on_those_before() -> None:
    """P(a|x,+) after a b a is one more draw: (2 + 1 + 2)/(3 + 2 + 3) = 5/8."""
    solution = solved(TEXTS, "a b a")
    assert solution["P(a|+,x)"] == Fraction(5, 8)
    assert solution["P(a,a|+)"] == Fraction(3, 5) * Fraction(4, 6)


def test_many_rows_are_near_the_plug_in() -> None:
    """With ever more rows the quotient comes near the product of estimates, from another side."""
    small, large = ([("+", "a b" * n), ("-", "b")] for n in (1, 500))
    first, second = (solved(texts, "a a") for texts in (small, large))
    gaps = [abs(s["P(x|+)"] - s["P(a|+)"] ** 2) for s in (first, second)]  # type: ignore[operator]
    assert gaps[1] < gaps[0]


@all_of(
    "rule",
    [
        {"m": 2},
        {"clip": "1/10"},
        {"frequency": 1},
        "0+",
        {"add": 1, "cells": 7},
        {"add": 1, "cells": "slot"},
    ],
)
def test_the_rule_adds_numbers_to_counts(rule: object) -> None:
    """Only rules that add α to each count are those of a Dirichlet; others are refused."""
    with pytest.raises(InputError) as refusal:
        solved(TEXTS, "a", smoothing=rule)
    told = "model.smoothing: dirichlet-multinomial needs numbers to add to the counts"
    assert str(refusal.value) == told


def test_alpha_may_differ_by_word_and_class() -> None:
    """With α = 2 for a, but 3 for a in −, the sums are 3 and 4."""
    rule = {"add": {"*": 1, "a": 2, "a|-": 3}}
    solution = solved(TEXTS, "a a", smoothing=rule)
    assert solution["P(x|+)"] == Fraction(4, 6) * Fraction(5, 7)
    assert solution["P(x|-)"] == Fraction(3, 5) * Fraction(4, 6)


def test_given_probabilities_leave_nothing_to_integrate() -> None:
    """Integer columns may be drawn from an urn too; with given numbers there is none."""
    table = Table.from_rows([(2, 1, "+"), (0, 1, "-")], ["a", "b", "y"])
    choice = ModelChoice(Conventions(smoothing=1), "dirichlet-multinomial")
    solution = solve(Problem(table, {"x": {"a": 2, "b": 1}}, {"model": choice}))
    assert solution["P(+|x)"] == Fraction(12, 19)


def test_no_product_over_an_index_stands_for_an_urn() -> None:
    """The words of an urn are not independent: no ∏ over them is written for their probability."""
    solution = solved(TEXTS, "a b a", coefficient=True)
    assert "3! / (2! × 1!)" in solution.text()
    lines = (line for _, chain in solution.verified.derivation.chains() for line in chain.lines)
    parts = [part for line in lines for part in (line.right, *line.right.children)]
    assert not any(isinstance(part, IndexedProduct) for part in parts)


WORDS = st.lists(st.sampled_from("ab"), max_size=5)


@given(WORDS, WORDS, st.sampled_from([Fraction(1, 2), Fraction(1), Fraction(3, 7)]))
@law(10)
def test_drawing_one_by_one_is_drawing_at_once(
    one: list[str], asked: list[str], alpha: Fraction
) -> None:
    """The probability of a text is that of its words in turn, each counted once it is drawn."""
    texts = [("+", " ".join([*one, "a"])), ("-", "b")]
    solution = solved(texts, " ".join(asked), smoothing=alpha, prior="uniform")
    drawn, likelihood = [*one, "a"], Fraction(1)
    for word in asked:
        known = len({"a", "b"})
        likelihood *= (drawn.count(word) + alpha) / (len(drawn) + known * alpha)
        drawn.append(word)
    assert solution["P(x|+)"] == likelihood


def test_texts_of_one_length_add_up_to_one() -> None:
    """Over all sequences of three words the probabilities add up to 1, in each class."""
    texts = product("ab", repeat=3)
    shares = [solved(TEXTS, " ".join(text))["P(x|-)"] for text in texts]
    assert sum(shares) == 1  # type: ignore[arg-type]
    assert prod(shares) > 0  # type: ignore[arg-type,operator]


@one_in(4, "alpha", ["1", "1/2", "1/3", "0.137"])
@in_both_runs
@pytest.mark.parametrize("times", choose(quick=[200], exhaustive=[200, 4_000]))
def test_a_long_text_is_written_with_its_ends(alpha: str, times: int) -> None:
    """Beyond 200 draws a rising product is its first and last factor, and the last counts on.

    P(a once more | a drawn n times) is the share that a has in the urn by then.
    """
    (written,) = factors(Observation(bags=({"a": times, "b": 2},)), smoothing=alpha)
    assert written.count("* ... *") == 2
    assert len(written) < 200
    share = solved(TEXTS[:1], "a " * times, smoothing=alpha)["P(a|x)"]
    assert are_equal(share, (2 + Fraction(alpha) + times) / (3 + 2 * Fraction(alpha) + times))


def test_two_hundred_draws_are_written_out() -> None:
    """Every factor of 200 draws stands there; of 201 the ends, but for words of three draws or less."""
    (whole,) = urn_factors({"a": 197, "b": 3})
    assert sum(isinstance(part, Sum) for part in _nodes(whole)) == 400
    (ends,) = urn_factors({"a": 198, "b": 3})
    assert sum(isinstance(part, Rising) for part in _nodes(ends)) == 2
    assert spell(ends).count("count(b,+)") == 3
    (short,) = urn_factors({"a": 197, "b": 4})
    assert sum(isinstance(part, Rising) for part in _nodes(short)) == 3


def test_the_draws_of_a_long_text_multiply() -> None:
    """The joint of 300 draws is the prior times the shares in the urn, draw by draw."""
    urn, drawn = {"a": Fraction(3), "b": Fraction(2)}, Fraction(1, 2)
    for word in ["a"] * 250 + ["b"] * 50:
        drawn *= urn[word] / sum(urn.values())
        urn[word] += 1
    assert solved(TEXTS, "a " * 250 + "b " * 50)["P(+,x)"] == drawn


def test_the_work_does_not_grow_with_the_draws() -> None:
    """A word drawn 10,000 times has as many nodes in its factor as one drawn 1,000 times."""
    sizes = {len(list(_nodes(*urn_factors({"a": times})))) for times in (1_000, 10_000, 100_000)}
    assert len(sizes) == 1


def urn_factors(words: dict[str, int]) -> tuple[Expression, ...]:
    """Return the factors of one text."""
    return URN.factors(BAG, Observation(bags=(words,)), PLUS, "", Conventions(smoothing=1))  # type: ignore[union-attr]


def _nodes(*parts: Expression) -> Iterator[Expression]:
    for part in parts:
        yield part
        yield from _nodes(*part.children)


@pytest.mark.parametrize("at", [0, 1])
def test_the_ends_of_a_long_text_are_verified(at: int) -> None:
    """A rising product with another last factor is rejected, in the formula and in the numbers."""
    solution = solved(TEXTS, "a " * 201)
    derivation = solution.verified.derivation
    step = next(step for step in derivation.steps if step.key == "multiply")
    chain = step.blocks[0]
    assert isinstance(chain, Chain)

    def longer(part: Expression) -> Expression | None:
        return Rising(part.first, Sum((part.last, Integer(1)))) if isinstance(part, Rising) else None

    line = chain.lines[at]
    assert any(isinstance(part, Rising) for part in _nodes(line.right))
    lines = list(chain.lines)
    lines[at] = dataclasses.replace(line, right=replace(line.right, longer))
    wrong = dataclasses.replace(step, blocks=(Chain(tuple(lines)), *step.blocks[1:]))
    steps = tuple(wrong if one is step else one for one in derivation.steps)
    with pytest.raises(Rejected):
        verify(
            dataclasses.replace(derivation, steps=steps),
            solution.quantities,
            problem_source(solution.problem),
        )
