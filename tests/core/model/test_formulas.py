"""What each quantity is defined as, for which reason, and what it is worth: by hand, of four rows."""

from __future__ import annotations

from fractions import Fraction as F

import pytest
from thoroughness import all_of

from exactnb import Conventions, Documents, ModelChoice, Problem, Table
from exactnb.core.arithmetic.values import INFINITY
from exactnb.core.expression.reasons import Rule
from exactnb.core.expression.spell import spell
from exactnb.core.model.quantities import Quantities
from exactnb.core.model.quantity import Effort, Quantity
from exactnb.errors import InputError

ROWS = [("1", "red", "+"), ("1", "blue", "+"), ("0", "red", "-"), ("0", "red", "o")]
TABLE = Table.from_rows(ROWS, ["a", "Sky", "y"])
PROBLEM = Problem(TABLE, {"x": {"a": "1", "Sky": "red"}})
TWO = Problem(Table.from_rows(ROWS[:3], ["a", "Sky", "y"]), {"x": {"a": "1", "Sky": "red"}})


def asked(text: str, problem: Problem = PROBLEM) -> tuple[Quantity, object]:
    """Return a quantity of a problem, and its value."""
    name = problem.scope.resolve(text)
    quantities = Quantities([name], problem.define, Effort())
    return quantities[name], quantities.value(name)


@all_of(
    ("text", "formula", "words", "value"),
    [
        ("P(+|x)", "P(+,x) / P(x)", "Bayes' rule", F(1)),
        ("P(+,a=1|Sky=red)", "P(+,a=1,Sky=red) / P(Sky=red)", "conditional probability", F(1, 3)),
        ("P(Sky=red|a=1)", "P(a=1,Sky=red) / P(a=1)", "conditional probability", F(1, 2)),
        ("P(Sky=red|a=1,+)", "P(a=1,Sky=red|+) / P(a=1|+)", "conditional probability", F(1, 2)),
        ("P(x|+)", "P(a=1|+) * P(Sky=red|+)", "naive Bayes", F(1, 2)),
        ("P(x)", "P(+,x) + P(-,x) + P(o,x)", "total probability", F(1, 4)),
        ("P(a=1)", "P(+,a=1) + P(-,a=1) + P(o,a=1)", "total probability", F(1, 2)),
        ("P(+)", "count(+) / count()", "MLE", F(1, 2)),
        ("odds(+:-|x)", "P(+,x) / P(-,x)", "odds", INFINITY),
        ("odds(+|x)", "P(+,x) / (P(-,x) + P(o,x))", "odds", INFINITY),
        ("odds(+)", "P(+) / (P(-) + P(o))", "odds", F(1)),
        ("odds(-)", "P(-) / (P(+) + P(o))", "odds", F(1, 3)),
        ("odds(+:-)", "P(+) / P(-)", "odds", F(2)),
        ("lr(-:+|Sky=red)", "P(Sky=red|-) / P(Sky=red|+)", "likelihood ratio", F(2)),
        (
            "log2(P(+,x))",
            "log2(P(+)) + log2(P(a=1|+)) + log2(P(Sky=red|+))",
            "logarithm of a product",
            F(-2),
        ),
        ("-log2(P(x))", "-log2(P(x))", "", F(2)),
        ("log_odds(+:-)", "log(odds(+:-))", "log-odds", None),
        ("rank(x)", "1 + number of cells c with P(c) < P(x)", "cells that are less probable", F(2)),
    ],
)
def test_a_quantity_has_its_formula_and_its_reason(text, formula: str, words: str, value) -> None:
    """The formula in other names, the words for it, and its value, all by hand."""
    quantity, found = asked(text)
    assert (spell(quantity.formula), quantity.reason.words) == (formula, words)
    assert value is None or found == value


def test_the_odds_of_two_classes_have_one_joint_below() -> None:
    """Without a third class, the odds of one class are those against the other."""
    quantity, _ = asked("odds(+|x)", TWO)
    assert spell(quantity.formula) == "P(+,x) / P(-,x)"
    assert quantity.formula == asked("odds(+:-|x)", TWO)[0].formula


def test_the_odds_of_one_class_alone_are_refused() -> None:
    """There is nothing to compare a single class with."""
    alone = Problem(Table.from_rows(ROWS[:2], ["a", "Sky", "y"]), {"x": {"a": "1"}})
    with pytest.raises(InputError, match="odds need at least two classes"):
        asked("odds(+|x)", alone)


def test_what_stands_on_both_sides_of_a_bar_is_refused() -> None:
    """P(+|-) asks for a class given a class."""
    with pytest.raises(InputError):
        asked("P(+|-)")


def many_words(**said: object) -> Problem:
    words = [f"w{first}{second}" for first in "abcdefghij" for second in "abcdefghijklmnopqrstuvwxyz"]
    texts = Documents.of([("+", " ".join(words)), ("-", " ".join(words[:3]))])
    choice = ModelChoice(Conventions(**said), families={"text": "multinomial"})  # type: ignore[arg-type]
    return Problem(texts, {"q": " ".join(words)}, {"model": choice})


@all_of(
    "smoothing",
    [0, 1, {"m": 2}, {"m": 2, "p": "1/260"}, {"add": 1, "cells": "class"}, {"frequency": "1/10"}],
)
def test_equal_factors_of_a_long_text_stand_together(smoothing) -> None:
    """Of 260 words 3 stand once in the class and 257 never: two factors, each with its power."""
    quantity, _ = asked("P(-,q)", many_words(smoothing=smoothing))
    assert quantity.reason.rule is Rule.GROUP
    powers = [spell(factor).rpartition("^")[2] for factor in quantity.formula.factors[1:]]
    assert sorted(powers) == ["257", "3"]


def test_factors_with_numbers_of_their_own_stand_alone() -> None:
    """Where a word has another λ than the rest, each factor is written by its name."""
    for own in ({"add": {"*": 1, "waa": 2}}, {"m": 2, "p": {"*": "1/300", "waa": "41/300"}}):
        quantity, _ = asked("P(-,q)", many_words(smoothing=own))
        assert quantity.reason.rule is Rule.ASSUME
        assert len(quantity.formula.factors) == 261


@all_of(
    ("said", "told"),
    [({}, {"prior": "mle", "smoothing": "0"}),
     ({"share": "classes", "divisor": "N-K"},
      {"prior": "mle", "smoothing": "0", "share": "classes", "divisor": "N-K"}),
     ({"epsilon": "1/2"}, {"prior": "mle", "smoothing": "0", "epsilon": "1/2"}),
     ({"prior": {"+": "1/4", "-": "3/4"}}, {"prior": "+: 1/4, -: 3/4", "smoothing": "0"}),
     ({"tie": "first", "coefficient": True},
      {"prior": "mle", "smoothing": "0", "tie": "first", "coefficient": "true"})],
)  # fmt: skip
def test_conventions_are_spelled_without_their_defaults(said, told) -> None:
    """The prior and the smoothing are always told, the rest only where it was chosen."""
    assert Conventions(**said).spelled(numbers=True) == told
