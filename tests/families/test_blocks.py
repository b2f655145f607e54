"""Blocks: what a model asks of columns and words, whatever they hold, is answered alike."""

from fractions import Fraction as F

import pytest
from poisoned import problem_of

from exactnb import Conventions, ModelChoice, Problem, Table, families
from exactnb.expression.spell import spell
from exactnb.families.block import Block
from exactnb.families.observation import Observation
from exactnb.model.model import Model
from exactnb.naming.names import Item

ROWS = [("1", "u", "2", "3", "a"), ("0", "v", "4", "1", "a"), ("1", "v", "1", "2", "b")]


def mixed() -> Model:
    """Return a model of a 0/1 column, one of values, one of counts and one of measurements."""
    chosen = {"n": {"negative-binomial": {"r": 2}}, "x": "gaussian"}
    choice = ModelChoice(Conventions(smoothing=1), families=chosen)
    table = Table.from_rows(ROWS, ["bit", "word", "n", "x", "class"])
    return Problem(table, models={"model": choice}).predictions[""].model


def test_a_model_is_a_prior_and_blocks() -> None:
    """There is a block for each family, and every column is in one of them."""
    model = mixed()
    assert [block.family.name for block in model.blocks] == [
        "bernoulli", "categorical", "negative-binomial", "gaussian",
    ]  # fmt: skip
    assert list(model.by_column) == ["bit", "word", "n", "x"]
    assert all(column in block.cells for column, block in model.by_column.items())


def test_factors_stand_in_the_order_of_the_columns() -> None:
    """The likelihood has one factor for each cell, whatever its column holds, in their order."""
    model = mixed()
    seen = Observation({"x": "3", "n": "2", "word": "u", "bit": "0"})
    found = [spell(factor) for factor in model.factors(seen, model.class_item("a"))]
    assert found == ["1 - P(bit=1|a)", "P(word=u|a)", "P(n=2|a)", "P(x=3|a)"]


def test_what_is_ignored_was_forgotten_by_its_block() -> None:
    """Only a 0/1 column forgets a 0; a count of 0 is a count."""
    cells = {"bit": "0", "word": "u", "n": "0"}
    assert [block.uninformative(cells) for block in mixed().blocks] == [
        frozenset({"bit"}), frozenset(), frozenset(), frozenset(),
    ]  # fmt: skip


def test_linear_terms_are_what_is_there() -> None:
    """A 1 counts once, a number as often as it says, a 0 not at all."""
    seen = Observation({"bit": "1", "n": "0", "x": "5/2"})
    there = [of for block in mixed().blocks for of in block.linear_terms(seen)]
    assert there == [(Item("column", "bit", ""), F(1)), (Item("column", "x", ""), F(5, 2))]


@pytest.mark.parametrize("name", families.names())
def test_every_block_answers_for_what_it_shows(name: str) -> None:
    """Factors are of its own columns; parameters have a name in each class, or one for all."""
    problem = problem_of(name)
    prediction = problem.predictions[""]
    labels = prediction.model.class_items()
    for block in prediction.model.blocks:
        assert isinstance(block, Block)
        assert block.family.name == name
        for seen in prediction.queries.values():
            columns = {column for column, _ in block.factors(seen, labels[0])}
            assert columns <= {*block.cells, ""}
            assert bool(columns) is True
        assert all(len(names) in (1, len(labels)) for names in block.parameters())
