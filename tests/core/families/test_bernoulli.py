import pytest
from mistaken import mistaken
from thoroughness import all_of

from exactnb import Conventions, ModelChoice, Problem, Table
from exactnb.core.conventions import read_rule
from exactnb.core.expression.spell import spell
from exactnb.core.families import family, family_names
from exactnb.core.families.base import Column, count_reference, probability, rule_phrases
from exactnb.core.families.estimates import EstimateInputs, estimate
from exactnb.core.families.numbers import NumberFamily
from exactnb.core.naming.names import Item
from exactnb.errors import InputError, listing

BERNOULLI, CATEGORICAL = family("bernoulli"), family("categorical")
WORD = Column("lunch", ("0", "1"))
SKY = Column("Sky", ("Blue", "Grey", "Red"))
PLUS = Item("class", "y", "+")


def test_families_are_found_by_name() -> None:
    """Every name of the list is a family of that name, and one object."""
    assert set(family_names()) >= {"bernoulli", "categorical"}
    for name in family_names():
        assert family(name).name == name
        assert family(name) is family(name)
        assert family(name).title
        if isinstance(family(name), NumberFamily):
            continue
        assert family(name).domain in ("binary", "nominal", "words")
        words = rule_phrases(family(name), "rows", read_rule(1, ""))
        assert words["hits"]
        assert words["trials"]


@all_of(
    ("name", "hint"),
    [
        ("bernouli", " (did you mean 'bernoulli'?)"),
        ("Categorical", " (did you mean 'categorical'?)"),
        ("base", ""),
        ("numbers", ""),
        ("sample", ""),
        ("smoothing", ""),
        ("__init__", ""),
        ("", ""),
        ("../model", ""),
    ],
)
def test_an_unknown_family_is_refused_with_a_near_match(name: str, hint: str) -> None:
    """The message lists families, as many as fit; modules that hold no family are none."""
    with pytest.raises(InputError) as refusal:
        family(name)
    assert str(refusal.value) == f"expected one of {listing(family_names())}; got {name!r}{hint}"


def test_bernoulli_has_one_parameter() -> None:
    """p belongs to the 1; what is 0 counts with 1 − p."""
    assert BERNOULLI.parameters(WORD) == ("1",)
    assert spell(BERNOULLI.factor(WORD, "1", PLUS, "")) == "P(lunch=1|+)"
    assert spell(BERNOULLI.factor(WORD, "0", PLUS, "")) == "1 - P(lunch=1|+)"
    assert spell(BERNOULLI.factor(WORD, "0", PLUS, "laplace")) == "1 - P(lunch=1|+; laplace)"


def test_categorical_has_a_parameter_for_every_value() -> None:
    """Each value is its own factor."""
    assert CATEGORICAL.parameters(SKY) == ("Blue", "Grey", "Red")
    assert spell(CATEGORICAL.factor(SKY, "Red", PLUS, "")) == "P(Sky=Red|+)"


@all_of(
    "smoothing, binary, nominal",
    [
        ("0", "count(lunch=1,+)/count(+)", "count(Sky=Red,+)/count(+)"),
        ("1", "(count(lunch=1,+) + 1)/(count(+) + 2)", "(count(Sky=Red,+) + 1)/(count(+) + 3)"),
        (
            "1/2",
            "(count(lunch=1,+) + 1/2)/(count(+) + 2 * 1/2)",
            "(count(Sky=Red,+) + 1/2)/(count(+) + 3 * 1/2)",
        ),
        ("2", "(count(lunch=1,+) + 2)/(count(+) + 2 * 2)", "(count(Sky=Red,+) + 2)/(count(+) + 3 * 2)"),
    ],
)
def test_estimates_are_written_as_they_are_counted(smoothing: str, binary: str, nominal: str) -> None:
    """(c+λ)/(n+mλ): m is 2 for a 0/1 column and the number of values for a categorical one."""
    for column, value, text in ((WORD, "1", binary), (SKY, "Red", nominal)):
        hits = count_reference(column.cell(value), PLUS)
        trial = EstimateInputs(
            hits, count_reference(PLUS), column.values, value, "+", len(column.values)
        )
        found = estimate(read_rule(smoothing, "smoothing"), trial)
        assert spell(found).replace(" / ", "/") == text


def test_what_is_counted_is_said_in_words() -> None:
    """The rule in words counts rows or documents, and says where some do not show the column."""
    rule = read_rule(1, "")
    assert rule_phrases(BERNOULLI, "rows", rule)["hits"] == "rows of class k with a one"
    said = rule_phrases(BERNOULLI, "documents", rule, word=True)["hits"]
    assert said == "documents of class k with the word"
    assert rule_phrases(CATEGORICAL, "rows", rule)["hits"] == "rows of class k with the value"
    assert rule_phrases(None, "rows", rule)["trials"] == "rows"
    trials = rule_phrases(CATEGORICAL, "rows", rule, partial=True)["trials"]
    assert trials == "rows of class k that show the column"
    for cells, told in (("class", "number of values seen in class k"),
                        ("slot", "number of cells, one more for what is unseen")):  # fmt: skip
        assert (
            rule_phrases(CATEGORICAL, "rows", read_rule({"add": 1, "cells": cells}, ""))["cells"]
            == told
        )


def test_columns_that_do_not_suit_are_refused() -> None:
    """Bernoulli needs 0 and 1, categorical needs values; the message names the column."""
    BERNOULLI.check(Column("a", ("1",)))
    CATEGORICAL.check(Column("a", ("0", "1")))
    with pytest.raises(InputError) as refusal:
        BERNOULLI.check(Column("Wind", ("0", "Weak")))
    assert str(refusal.value) == "column 'Wind' holds 'Weak'; bernoulli needs 0 and 1"
    with pytest.raises(InputError) as refusal:
        BERNOULLI.check(Column("a", ()))
    assert str(refusal.value) == "column 'a' has no values; list 0 and 1 in data.values"
    with pytest.raises(InputError) as refusal:
        CATEGORICAL.check(Column("Wind", ()))
    assert str(refusal.value) == "column 'Wind' has no values; list them in data.values"


def test_references_are_canonical() -> None:
    """Counts have the class last, probabilities have it behind the bar."""
    assert spell(count_reference(WORD.cell("1"), PLUS)) == "count(lunch=1,+)"
    assert spell(count_reference()) == "count()"
    assert spell(probability((WORD.cell("0"),), (PLUS,), "m")) == "P(lunch=0|+; m)"


@all_of(
    "rule, columns, has_vocabulary",
    [(0, 3, False), (1, 3, True), (1, 2, False), ({"m": 2}, 3, False)],
)
def test_the_vocabulary_is_a_mistake_where_it_is_another_number(rule, columns, has_vocabulary) -> None:
    """Dividing by so many columns is told from dividing by two, if something is added at all."""
    header = [f"c{number}" for number in range(columns)]
    table = Table.from_rows([("1",) * columns + ("+",), ("0",) * columns + ("-",)], [*header, "y"])
    choice = ModelChoice(Conventions(smoothing=rule))
    found = mistaken(Problem(table, models={"model": choice}), "P(c0=1|+)")
    texts = [spell(formula) for _, formula in found]
    wide = f"(count(c0=1,+) + 1) / (count(+) + {columns})"
    assert (wide in texts and columns != 2) == has_vocabulary
