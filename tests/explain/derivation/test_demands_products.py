"""Every demand of `verify` on products over an index refuses something that no other does.

Each forgery is true in every other way: with its demand dropped, it would be printed.
"""

from __future__ import annotations

from dataclasses import replace

import pytest
from forgeries import (
    GENERAL,
    Subject,
    forged_in,
    general,
    joint,
    long_text,
    mixed,
    of_one_word,
    of_values,
    one,
    refused,
    values,
    words,
)

from exactnb import Conventions, Documents, ModelChoice, Problem, solve
from exactnb.core.expression.nodes import (
    Power,
    Product,
    Sum,
)
from exactnb.core.expression.reasons import Reason, Rule
from exactnb.explain.derivation import Chain, Line, Rejected, Step


@refused(GENERAL)
def a_general_factor_of_another_class() -> None:
    line, (first, *rest) = joint(values())
    of_values(replace(line, right=Product((first, general("factor", "-", "x", *rest)))))


@refused(GENERAL)
def a_general_factor_of_a_quantity_without_a_class() -> None:
    line = values().formula("P(x)")
    of_values(replace(line, right=Sum((general("factor", "", "x", line.right),))))


@refused(GENERAL)
def a_word_under_the_product_over_columns() -> None:
    of = of_one_word()
    line, (first, word) = joint(of, "P(+,q)")
    of.of(Chain((replace(line, right=Product((first, general("factor", "+", "q", word)))),)))


@refused(GENERAL)
def a_general_factor_of_nothing() -> None:
    line, factors = joint(values())
    of_values(replace(line, right=Product((*factors, general("factor", "+", "x")))))


@refused(GENERAL)
def a_general_factor_of_a_part() -> None:
    line, (first, second, third) = joint(values())
    of_values(replace(line, right=Product((first, general("factor", "+", "x", second), third))))


@refused(GENERAL)
def a_general_factor_of_the_end_alone() -> None:
    line, (first, second, third) = joint(values())
    of_values(replace(line, right=Product((first, second, general("factor", "+", "x", third)))))


@refused(GENERAL)
def a_general_factor_with_the_prior_in_it() -> None:
    line, factors = joint(values())
    of_values(replace(line, right=Product((general("factor", "+", "x", *factors),))))


@refused(GENERAL)
def words_under_the_product_over_columns() -> None:
    line, (first, *rest) = joint(words(), "P(+,q)")
    words().of(Chain((replace(line, right=Product((first, general("factor", "+", "q", *rest)))),)))


@refused(GENERAL)
def columns_under_the_product_over_words() -> None:
    line, (first, *rest) = joint(values())
    of_values(replace(line, right=Product((first, general("draw", "+", "x", *rest)))))


@refused(GENERAL)
def the_prior_under_the_product_over_words() -> None:
    line, factors = joint(words(), "P(+,q)")
    words().of(Chain((replace(line, right=Product((general("draw", "+", "q", *factors),))),)))


@refused(GENERAL)
def a_word_before_the_product_over_words() -> None:
    line, (first, second, third) = joint(words(), "P(+,q)")
    right = Product((first, second, general("draw", "+", "q", third)))
    words().of(Chain((replace(line, right=right),)))


@refused(GENERAL)
def columns_under_a_product_in_another_order() -> None:
    line, (first, second, third) = joint(values())
    of_values(replace(line, right=Product((first, general("factor", "+", "x", third, second)))))


@refused(GENERAL)
def words_under_a_product_in_another_order() -> None:
    line, (first, second, third) = joint(words(), "P(+,q)")
    right = Product((first, general("draw", "+", "q", third, second)))
    words().of(Chain((replace(line, right=right),)))


@refused(GENERAL)
def two_columns_before_the_product_over_words() -> None:
    of = mixed()
    line, (*others, first, second) = joint(of, "P(+,q)")
    assert len(others) == 3
    of.of(Chain((replace(line, right=Product((*others, general("draw", "+", "q", first, second)))),)))


@refused("the words, counted anew, give other factors")
def words_that_were_counted_otherwise() -> None:
    of = long_text()
    line, (first, *rest) = joint(of, "P(-,q)")
    other = Product((first, *reversed(rest)))
    of.verify(
        replace(of.derivation, steps=(Step("only", "", (Chain((replace(line, right=other),)),)),)),
        **{"P(-,q)": other},
    )


@refused("a formula opens the chain of a named quantity")
def words_of_no_quantity() -> None:
    of_values(Line(one(1, 2), "=", one(2, 4), Reason(Rule.GROUP, "equal factors together")))


@refused("not the formula of this quantity")
def words_that_are_not_grouped_as_in_the_graph() -> None:
    of = long_text()
    line, factors = joint(of, "P(-,q)")
    of.of(Chain((replace(line, right=Product(factors[::-1])),)))


test_a_forgery_is_refused_by_its_own_demand = forged_in(__name__)


def test_a_text_of_equal_factors_has_one_factor() -> None:
    """Of words that were all counted once, P(q|+) is one power, counted anew."""
    of = long_text()
    whole = Subject(solve(of.solution.problem, only=["P(q|+)"]))
    whole.verify(whole.derivation)
    assert isinstance(whole.formula("P(q|+)").right, Power)


def test_a_likelihood_may_be_a_product_over_its_words_alone() -> None:
    """P(q|+) is the product over the words of q, without a prior before it."""
    of = Subject(solve(words().solution.problem, only=["P(q|+)"]))
    line = of.formula("P(q|+)")
    of.of(Chain((replace(line, right=general("draw", "+", "q", *line.right.factors)),)))
    with pytest.raises(Rejected, match=GENERAL):
        of.of(Chain((replace(line, right=general("draw", "+", "q", *line.right.factors[::-1])),)))


def test_arrangements_may_stand_before_the_product_over_words() -> None:
    """Behind the prior stands n!/∏x!, then the words, as one product."""
    texts = Documents.of([("+", "win win cash"), ("-", "lunch cash win")])
    choice = ModelChoice(Conventions(coefficient=True), families={"text": "multinomial"})
    of = Subject(solve(Problem(texts, {"q": "win cash win"}, {"model": choice})))
    of.verify(of.derivation)
    line, (prior, arrangements, *rest) = joint(of, "P(+,q)")
    right = Product((prior, arrangements, general("draw", "+", "q", *rest)))
    of.of(Chain((replace(line, right=right),)))
