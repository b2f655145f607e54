"""Every demand of `verify` on rules in words refuses something that no other does.

Each forgery is true in every other way: with its demand dropped, it would be printed.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest
from forgeries import ROWS, Subject, forged_in, mixed, numbers, one, refused, two_models, values, words

from exactnb import Conventions, Documents, ModelChoice, Problem, Table, solve
from exactnb.core.expression.nodes import Expression, Integer, Phrase, Product, Quotient, Sum
from exactnb.core.naming.names import Item, Pair
from exactnb.explain.derivation import EstimateRule, Rejected, Step
from exactnb.explain.derivation.lines import Instance

# Rules in words


def rule(role: str, of: Subject | None = None) -> EstimateRule:
    return next(r for r in (of or values()).blocks(EstimateRule) if r.role == role)


@refused("a rule has instances")
def a_rule_for_nothing() -> None:
    values().of(replace(rule("prior"), instances=()))


@refused("gaussian has rules for its parameters, not of its own")
def a_rule_of_a_family_of_numbers() -> None:
    numbers().of(replace(rule("mean", numbers()), role="gaussian"))


@refused("the left side of this rule is not for the value '0'")
def a_rule_for_the_other_value() -> None:
    values().of(replace(rule("bernoulli"), value="0"))


@refused("'rows of class +' is not what this rule counts")
def a_rule_in_other_words() -> None:
    own = rule("bernoulli")
    right = Quotient(own.right.numerator, replace(own.right.denominator, text="rows of class +"))
    values().of(replace(own, right=right))


@refused("P(Sky=red|+) is no instance of this rule")
def a_rule_with_an_instance_of_another_family() -> None:
    own = rule("bernoulli")
    other = rule("categorical").instances[0]
    values().of(replace(own, instances=(*own.instances, other)))


@refused("P(a=1|+) is no instance of this rule")
def a_rule_of_the_prior_with_a_parameter() -> None:
    own = rule("prior")
    values().of(replace(own, instances=(*own.instances, rule("bernoulli").instances[0])))


@refused("P(+) is no instance of this rule")
def a_rule_of_a_family_with_a_prior() -> None:
    own = rule("bernoulli")
    values().of(replace(own, instances=(*own.instances, rule("prior").instances[0])))


@refused("P(win|+) is no instance of this rule")
def a_rule_of_columns_with_a_word() -> None:
    own = rule("bernoulli")
    word = replace(own.instances[0].name, left=(Item("word", "", "win"),))
    values().of(replace(own, instances=(*own.instances, Instance(word, own.instances[0].roles))))


@refused("P(a=1|+; other) is no instance of this rule")
def a_rule_with_an_instance_of_no_model() -> None:
    own = rule("bernoulli")
    other = replace(own.instances[0].name, model="other")
    values().of(replace(own, instances=(*own.instances, replace(own.instances[0], name=other))))


@refused("P(a=1) is no instance of this rule")
def a_rule_of_the_prior_with_a_value() -> None:
    own = rule("prior")
    other = replace(own.instances[0].name, left=(Item("cell", "a", "1"),))
    values().of(replace(own, instances=(*own.instances, replace(own.instances[0], name=other))))


@refused("P(a=1|+,Sky=red) is no instance of this rule")
def a_rule_with_more_behind_the_bar() -> None:
    own = rule("bernoulli")
    (label,) = own.instances[0].name.right
    other = replace(own.instances[0].name, right=(label, Item("cell", "Sky", "red")))
    values().of(replace(own, instances=(*own.instances, replace(own.instances[0], name=other))))


@refused("is no instance of this rule")
def a_rule_with_a_column() -> None:
    own = rule("bernoulli")
    other = replace(own.instances[0].name, left=(Item("column", "a", ""),))
    values().of(replace(own, instances=(*own.instances, replace(own.instances[0], name=other))))


@refused("P(x=2|+) is no instance of this rule")
def a_rule_of_values_with_a_number() -> None:
    own = rule("categorical", numbers())
    other = replace(own.instances[0].name, left=(Item("cell", "x", "2"),))
    numbers().of(replace(own, instances=(*own.instances, replace(own.instances[0], name=other))))


@refused("is no instance of this rule")
def a_rule_of_columns_with_a_word_of_texts() -> None:
    own = rule("categorical", mixed())
    word = rule("multinomial", mixed()).instances[0]
    mixed().of(replace(own, instances=(*own.instances, word)))


@refused("P(a=1|x) is no instance of this rule")
def a_rule_with_a_query_for_a_class() -> None:
    own = rule("bernoulli")
    other = replace(own.instances[0].name, right=(Item("query", "", "x"),))
    values().of(replace(own, instances=(*own.instances, replace(own.instances[0], name=other))))


@refused("P(+:-) is no instance of this rule")
def a_rule_of_the_prior_with_a_pair() -> None:
    own = rule("prior")
    (first,), (second,) = (instance.name.left for instance in own.instances)
    pair = replace(own.instances[0].name, left=(Pair(first, second),))
    values().of(replace(own, instances=(*own.instances, replace(own.instances[0], name=pair))))


@refused("odds(+) is no instance of this rule")
def a_rule_of_the_prior_with_odds() -> None:
    own = rule("prior")
    odds = replace(own.instances[0].name, head="odds")
    values().of(replace(own, instances=(*own.instances, replace(own.instances[0], name=odds))))


@refused("log(P(+)) is no instance of this rule")
def a_rule_of_the_prior_with_a_logarithm() -> None:
    own = rule("prior")
    wrapped = values().name("log(P(+))")
    values().of(replace(own, instances=(*own.instances, Instance(wrapped, own.instances[0].roles))))


@refused("P(+,x) is no instance of this rule")
def a_rule_with_a_joint() -> None:
    own = rule("prior")
    joint = Instance(values().name("P(+,x)"), own.instances[0].roles)
    values().of(replace(own, instances=(*own.instances, joint)))


@refused("P(+|x) is no instance of this rule")
def a_rule_of_the_prior_with_a_posterior() -> None:
    own = rule("prior")
    posterior = Instance(values().name("P(+|x)"), own.instances[0].roles)
    values().of(replace(own, instances=(*own.instances, posterior)))


@refused("P(win|+) is no instance of this rule")
def a_rule_of_the_prior_with_a_word() -> None:
    own = rule("prior", words())
    word = rule("multinomial", words()).instances[-2]
    words().of(replace(own, instances=(*own.instances, word)))


@refused("P(+) is no instance of this rule")
def a_rule_of_words_with_a_prior() -> None:
    own = rule("multinomial", words())
    words().of(replace(own, instances=(*own.instances, rule("prior", words()).instances[0])))


@refused("P(a=1|+) does not count what the rule says")
def an_instance_that_counts_something_else() -> None:
    own = rule("bernoulli")
    first, *rest = own.instances
    roles = tuple((role, values().ref("count(a=1,-)")) for role, _ in first.roles)
    values().of(replace(own, instances=(replace(first, roles=roles), *rest)))


@refused("the rule does not give the formula of P(a=1|+)")
def a_rule_that_gives_another_formula() -> None:
    own = rule("bernoulli")
    values().of(replace(own, right=Product((own.right, Integer(1)))))


# Rules in words for the parameters of numbers


@refused("mean(x|+) is no instance of this rule")
def a_rule_of_rates_with_a_mean() -> None:
    own = rule("rate", numbers())
    numbers().of(replace(own, instances=(*own.instances, rule("mean", numbers()).instances[0])))


@refused("mean(x|+; other) is no instance of this rule")
def a_rule_of_means_with_an_instance_of_no_model() -> None:
    own = rule("mean", numbers())
    other = replace(own.instances[0].name, model="other")
    numbers().of(replace(own, instances=(*own.instances, replace(own.instances[0], name=other))))


@refused("log(mean(x|+)) is no instance of this rule")
def a_rule_of_means_with_a_logarithm() -> None:
    own = rule("mean", numbers())
    other = replace(own.instances[0].name, wrappers=("log",))
    numbers().of(replace(own, instances=(*own.instances, replace(own.instances[0], name=other))))


@refused("the left side of this rule is not mean(x|+)")
def a_rule_for_another_shape() -> None:
    numbers().of(replace(rule("mean", numbers()), value="j"))


@refused("the rule is not that of mean(x|+)")
def a_rule_of_numbers_in_other_words() -> None:
    own = rule("mean", numbers())
    numbers().of(replace(own, right=Sum((own.right, Integer(0)))))


@refused("mean(x|+) does not count what the rule says")
def a_mean_that_adds_up_something_else() -> None:
    own = rule("mean", numbers())
    first, second = own.instances
    numbers().of(replace(own, instances=(replace(first, roles=second.roles), second)))


@refused("the rule does not give the formula of rate(y|+)")
def a_rule_of_what_the_graph_gives_otherwise() -> None:
    """What is given in the graph is measured nowhere, so no count is taken of it."""
    of = numbers()
    step = Step("only", "", (rule("rate", of),))
    of.verify(replace(of.derivation, steps=(step,)), **{"rate(y|+)": one(8, 2)})


test_a_forgery_is_refused_by_its_own_demand = forged_in(__name__)


def test_a_rule_is_told_for_the_model_of_its_instances() -> None:
    """The words of a smoothed model are not those of the one beside it."""
    of = two_models()
    smoothed = [r for r in of.blocks(EstimateRule) if r.role == "bernoulli"][-1]
    assert smoothed.instances[0].name.model == "one"
    of.of(smoothed, model="one")
    with pytest.raises(Rejected, match=r"is not what this rule counts|does not give the formula"):
        of.of(replace(smoothed, instances=rule(smoothed.role, of).instances))


def test_the_words_of_a_prior_and_of_a_column_follow_their_own_rules() -> None:
    """Beside a prior by relative frequency, λ is spread over the values that a class shows."""
    smoothing = {"add": 1, "cells": "class"}
    table = Table.from_rows(ROWS, ["a", "Sky", "class"])
    choice = ModelChoice(Conventions(smoothing=smoothing, prior="mle"))
    of = Subject(solve(Problem(table, {"x": {"a": "1", "Sky": "red"}}, {"m": choice})))
    seen = rule("categorical", of)
    assert "number of values seen in class k" in [part.text for part in texts_in(seen.right)]
    of.of(seen)


def texts_in(part: Expression) -> list[Phrase]:
    return (
        [part] if isinstance(part, Phrase) else [word for of in part.children for word in texts_in(of)]
    )


def test_words_and_columns_of_words_are_counted_in_words_of_their_own() -> None:
    """A rule about presence speaks of documents, one about a column of rows; neither does for both."""
    texts = Documents.of([("+", "win cash"), ("-", "cash")])
    choice = ModelChoice(Conventions(smoothing=Fraction(1)), families={"text": "bernoulli"})
    of = Subject(solve(Problem(texts, {"q": "win"}, {"model": choice})))
    of.verify(of.derivation)
    assert of.solution["P(win=1|+)"] == Fraction(2, 3)
