"""Blocks: what a model asks of columns and words, whatever they hold, is answered alike."""

from fractions import Fraction as F

import pytest
from poisoned import problem_of
from thoroughness import all_of

from exactnb import Conventions, ModelChoice, Problem, Table, solve
from exactnb.core import families
from exactnb.core.data.moments import Moments
from exactnb.core.expression.spell import spell
from exactnb.core.families.base import Observation
from exactnb.core.families.block import Block, SharesBlock
from exactnb.core.families.numbers import NumberBlock
from exactnb.core.families.of_numbers.gaussian import Gaussian
from exactnb.core.model.model import Model
from exactnb.core.naming.names import Item
from exactnb.errors import InputError

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


def test_columns_have_one_line_where_they_have_one_density() -> None:
    """One column of numbers has a line, several only together in a plane, values and nothing none."""
    table = Table.from_rows([(*"12", "a"), (*"35", "a"), (*"81", "b"), (*"27", "b")], ["x", "y", "k"])
    for family, of_both in (("gaussian", False), ("lda", True), ("categorical", False)):
        choice = ModelChoice(family=family)
        (block,) = Problem(table, models={"model": choice}).predictions[""].model.blocks
        lines = [block.has_factor_line(columns) for columns in (("x",), ("x", "y"), (), ("z",))]
        assert lines == [family != "categorical", of_both, False, False]


def test_factors_stand_in_the_order_of_the_columns() -> None:
    """The likelihood has one factor for each cell, whatever its column holds, in their order."""
    model = mixed()
    seen = Observation({"x": "3", "n": "2", "word": "u", "bit": "0"})
    found = [spell(factor) for factor in model.factors(seen, model.class_item("a"))]
    assert found == ["1 - P(bit=1|a)", "P(word=u|a)", "P(n=2|a)", "P(x=3|a)"]


def test_what_is_ignored_was_forgotten_by_its_block() -> None:
    """Only a 0/1 column forgets a 0; a count of 0 is a count."""
    cells = {"bit": "0", "word": "u", "n": "0"}
    assert [block.uninformative_columns(cells) for block in mixed().blocks] == [
        frozenset({"bit"}), frozenset(), frozenset(), frozenset(),
    ]  # fmt: skip


def test_linear_terms_are_what_is_there() -> None:
    """A 1 counts once, a number as often as it says, a 0 not at all."""
    seen = Observation({"bit": "1", "n": "0", "x": "5/2"})
    there = [of for block in mixed().blocks for of in block.linear_terms(seen)]
    assert there == [(Item("column", "bit", ""), F(1)), (Item("column", "x", ""), F(5, 2))]


@all_of("name", families.family_names())
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
        assert all(len(names) in (1, len(labels)) for names in block.parameters_across_classes())


TEXTS = "[data]\ntable = '''\nclass text\n+ p q q\n- r\n'''\n"


def test_words_are_tallied_where_there_is_a_text() -> None:
    """Whole texts and words drawn beside them, each as often as it stands there; else nothing."""
    for family, cells in (("multinomial", {}), ("bernoulli", {"p": "1", "q": "0", "a": "1"})):
        problem = Problem.from_text(f'{TEXTS}[model]\nfamily = "{family}"\n')
        (block,) = problem.predictions[""].model.blocks
        assert isinstance(block, SharesBlock)
        seen = Observation(cells, bags=({"p": 2}, {"r": 1}), draws=("q", "q"))
        found = list(block.word_occurrences(seen, {"a": None}))
        if cells:
            assert found == [("p", True, 1), ("q", False, 1)]
            assert block.word_item("p") == Item("cell", "p", "1")
        else:
            assert found == [("p", True, 2), ("r", True, 1), ("q", True, 1), ("q", True, 1)]
            assert block.word_item("p") == Item("word", "", "p")
            assert list(block.word_occurrences(Observation(draws=("q",)), ())) == []
            times = {item.value: n for item, n in block.items_with_own_factor(seen)}
            assert times == {"p": 2, "r": 1, "q": 2}


def test_given_numbers_are_not_added_up() -> None:
    """Another source of sums is no matter where nothing is estimated, and is used where it is."""
    model = mixed().with_counts(mixed().counts)
    (block,) = (block for block in model.blocks if block.family.name == "gaussian")
    other = Moments(model.counts)
    found = block.with_source(other)
    assert isinstance(found, NumberBlock)
    assert found.sample is not None
    assert found.sample.source is other
    rows = "k | a | b\nprior | 1/2 | 1/2\nmean(x) | 0 | 1\nvariance(x) | 1 | 1"
    given = Problem.from_text(f"[data]\nparameters = '''\n{rows}\n'''\n").predictions[""].model
    assert given.blocks[0].with_source(other) is given.blocks[0]


def test_a_block_without_numbers_has_none_to_ask_for() -> None:
    """What only blocks of numbers have is none of a block of values: no line, no ratio, no corner."""
    block, label = mixed().blocks[0], Item("class", "class", "a")
    name = mixed().names.parameter("mean", ("bit",), label)
    assert (block.has(name), block.family.joint_heads(block), [*block.array_names()]) == (
        False,
        frozenset(),
        [],
    )
    assert block.canonical(name) == block.short_name(name) == name
    assert block.estimate(name) is block.derived_formula(name) is block.supplied_value(name) is None
    assert block.numbers_about_mean(name) is block.distribution_with_regions("bit", label) is None
    assert block.log_ratio(("bit",), (label, label)) is None
    assert block.has_factor_line(("bit",)) is False
    assert block.corners("bit", label) == block.score(("bit",), {}, label) == ()
    assert [*block.factor_groups(["x", "bit"])] == [("bit",)]
    assert block.with_column_names() is block.with_source(Moments(mixed().counts)) is block
    assert block.family.choices_text(block) == ()
    assert block.free_parameter_count() == 0
    assert block.spelled_cell("bit", "1.0") == "1.0"
    assert spell(block.factor("bit", "0", label)) == "1 - P(bit=1|a)"
    assert mixed().blocks[2].spelled_cell("n", "1.0") == "1"
    with pytest.raises(LookupError, match="bernoulli has no lines for factors"):
        block.factor_line({"bit": "1"}, label)


def test_words_have_no_cells() -> None:
    """What only columns have is none of the words: no cell, no value; each has a parameter."""
    (block,) = Problem.from_text(TEXTS).predictions[""].model.blocks
    assert isinstance(block, SharesBlock)
    assert (block.cells, block.values(""), block.words) == ((), (), ("p", "q", "r"))
    assert block.word_block("p") is block.shares_block(Item("word", "", "p")) is block
    assert block.shares_block(Item("cell", "p", "1")) is None
    assert block.is_parameter(Item("word", "", "p"))
    assert block.with_words(("new",)) is block
    assert block.notation_key(Item("word", "", "p")) == ("word", "")
    assert [*block.share_columns()] == [("", ("p", "q", "r"))]
    share = block.share_from_others(Item("word", "", "p"), Item("class", "class", "+"))
    assert spell(share) == "P(p|+)"
    with pytest.raises(InputError, match="words have no cells"):
        block.read("p", "1")
    values = mixed().blocks[1]
    assert isinstance(values, SharesBlock)
    assert values.notation_key(Item("cell", "word", "u")) == ("word", "u")
    assert values.word_block("word") is values
    assert values.word_block("bit") is None
    assert values.shares_block(Item("cell", "bit", "1")) is None
    assert values.shares_block(Item("word", "word", "u")) is None
    assert [*values.tokens(Observation({"word": "u"}))] == []


def test_a_word_is_drawn_beside_those_before_it() -> None:
    """From an urn the next word has the text with it over the text without; alone, its own share."""
    label = Item("class", "class", "+")
    said = {
        "dirichlet-multinomial": (
            "((count(p,+) + 1) * (count(p,+) + 2)) / ((tokens(+) + 3) * (tokens(+) + 4))",
            "P(p|+)",
        ),
        "multinomial": ("P(p|+)", ""),
    }
    for family, (above, below) in said.items():
        text = f'{TEXTS}[model]\nfamily = "{family}"\nsmoothing = 1\n'
        (block,) = Problem.from_text(text).predictions[""].model.blocks
        (word, over, under), *_ = block.outcomes("", label, ("p",))
        assert word == "p"
        assert [spell(factor) for _, factor in over] == [above]
        assert [spell(factor) for _, factor in under] == [below] * bool(below)


@pytest.mark.exhaustive
def test_names_of_parameters_are_listed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """However many parameters a solution names, blocks list the names of all of them a few times."""
    listed, parameters = [], Gaussian.parameters_across_classes
    monkeypatch.setattr(
        Gaussian,
        "parameters_across_classes",
        lambda self, block: listed.append(1) or parameters(self, block),
    )
    lengths = []
    for columns in (2, 12):
        table = Table.from_rows(
            [[*map(str, range(at, at + columns)), "ab"[at % 2]] for at in range(6)],
            [*(f"x{at}" for at in range(columns)), "class"],
        )
        choice = ModelChoice(family="gaussian")
        listed.clear()
        solve(Problem(table, {"x": {f"x{at}": "3" for at in range(columns)}}, {"m": choice})).text()
        lengths.append(len(listed))
    assert lengths[0] == lengths[1]
