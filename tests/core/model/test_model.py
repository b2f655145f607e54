from collections.abc import Mapping, Sequence
from fractions import Fraction

import pytest
from thoroughness import all_of

from exactnb.core.arithmetic.integers import Ratio
from exactnb.core.conventions import Conventions, read_rule
from exactnb.core.data.counts import Counts, count
from exactnb.core.data.documents import Documents
from exactnb.core.data.parameters import Parameters
from exactnb.core.data.schema import Schema
from exactnb.core.data.summaries import read_parameters
from exactnb.core.data.table import Table
from exactnb.core.expression.reasons import Rule
from exactnb.core.expression.spell import spell
from exactnb.core.families import family
from exactnb.core.families.base import Bag, Column, Observation
from exactnb.core.families.values import ValueBlock
from exactnb.core.families.words import WordBlock
from exactnb.core.model.model import Model, rule_text
from exactnb.core.model.quantity import InlineForm
from exactnb.core.naming.names import Item, QuantityName
from exactnb.errors import InputError

TABLE = Table.from_rows(
    [("1", "Blue", "+"), ("0", "Grey", "+"), ("1", "Grey", "-")],
    ["a", "Sky", "y"],
    values={"Sky": ["Blue", "Grey", "Red"]},
    classes=["+", "-"],
)


def model(conventions: Conventions, table: Table = TABLE, name: str = "") -> Model:
    """Return the model of a table: 0/1 columns Bernoulli, others categorical."""
    columns = [Column(c, v) for c, v in zip(table.columns, table.values, strict=True)]
    binary = {column.name: column.values == ("0", "1") for column in columns}
    families = {c.name: "bernoulli" if binary[c.name] else "categorical" for c in columns}
    blocks = blocks_of(columns, families, conventions, name)
    return Model(name, table.schema, blocks, conventions, count(table))


def blocks_of(
    columns: Sequence[Column], families: Mapping[str, str], conventions: Conventions, name: str = "",
    given: Parameters | None = None,
) -> tuple[ValueBlock, ...]:  # fmt: skip
    """Return the columns of each family as a block."""
    labels = tuple(Item("class", "y", label) for label in ("+", "-"))
    return tuple(
        ValueBlock(
            family(own), {c.name: c for c in columns if families[c.name] == own}, labels, name,
            conventions, given,
        )
        for own in dict.fromkeys(families.values())
    )  # fmt: skip


def prior(conventions: Conventions) -> tuple[str, str, Rule]:
    """Return how P(+) is written and why."""
    plus = model(conventions).class_item("+")
    quantity = model(conventions).define_prior(QuantityName("P", (plus,)), plus)
    return spell(quantity.formula), quantity.reason.words, quantity.reason.rule


@all_of(
    ("conventions", "text", "words", "rule"),
    [
        (Conventions(), "count(+) / count()", "MLE", Rule.DEFINE),
        (Conventions(prior="uniform"), "1/2", "uniform prior", Rule.DEFINE),
        (Conventions(prior={"+": "3/6", "-": "0.5"}), "3/6", "given", Rule.GIVEN),
        (Conventions(prior={"+": 1, "-": 0}), "1", "given", Rule.GIVEN),
        (Conventions(prior="smoothed"), "count(+) / count()", "MLE", Rule.DEFINE),
        (
            Conventions(prior="smoothed", smoothing=1),
            "(count(+) + 1) / (count() + 2)",
            "smoothed",
            Rule.DEFINE,
        ),
        (
            Conventions(prior="smoothed", smoothing=1, prior_smoothing="1/2"),
            "(count(+) + 1/2) / (count() + 2 * 1/2)",
            "smoothed",
            Rule.DEFINE,
        ),
    ],
)
def test_the_prior_follows_the_convention(
    conventions: Conventions, text: str, words: str, rule: Rule
) -> None:
    """Counted, equal, given or smoothed: the formula and its reason say which."""
    assert prior(conventions) == (text, words, rule)


def test_parameters_are_estimates_or_complements() -> None:
    """A 0 of a 0/1 column is 1 − p, everything else is estimated by counts."""
    plain, plus = model(Conventions()), model(Conventions()).class_item("+")
    for column, value, text, shown in [
        ("a", "1", "count(a=1,+) / count(+)", InlineForm.COUNTED),
        ("a", "0", "1 - P(a=1|+)", InlineForm.EXPANDED),
        ("Sky", "Red", "count(Sky=Red,+) / count(+)", InlineForm.COUNTED),
    ]:
        cell = Item("cell", column, value)
        quantity = plain.define_share(QuantityName("P", (cell,), (plus,)), cell, plus)
        assert spell(quantity.formula) == text
        assert quantity.inline is shown


def test_every_column_has_its_own_smoothing() -> None:
    """A column's own λ, and the number of its own values, stand in its estimates."""
    mixed = model(Conventions(smoothing=1, smoothings={"Sky": "1/2"}), name="m")
    plus = mixed.class_item("+")
    texts = []
    for column, value in (("a", "1"), ("Sky", "Red")):
        cell = Item("cell", column, value)
        name = QuantityName("P", (cell,), (plus,), "m")
        texts.append(spell(mixed.define_share(name, cell, plus).formula))
    assert texts == [
        "(count(a=1,+) + 1) / (count(+) + 2)",
        "(count(Sky=Red,+) + 1/2) / (count(+) + 3 * 1/2)",
    ]


def test_factors_stand_in_the_order_of_the_columns() -> None:
    """Whatever the order of the cells, and cells that are not named have no factor."""
    plain = model(Conventions(), name="m")
    plus = plain.class_item("+")
    factors = plain.factors(Observation({"Sky": "Blue", "a": "0"}), plus)
    assert [spell(f) for f in factors] == ["1 - P(a=1|+; m)", "P(Sky=Blue|+; m)"]
    assert plain.factors(Observation(), plus) == ()


@all_of(
    "conventions, told",
    [
        (Conventions(smoothings={"sky": 1}), "smoothings: unknown column 'sky' (did you mean 'Sky'?)"),
        (Conventions(prior={"+": "1/2", "minus": "1/2"}), "prior: unknown class 'minus'"),
        (Conventions(prior={"+": "1/2", "-": "1/4", "− ": "1/4"}), "prior: unknown class '−'"),
        (Conventions(prior={"+": 1}), "prior: class '-' has no prior"),
    ],
)
def test_conventions_that_do_not_fit_the_data_are_refused(conventions: Conventions, told: str) -> None:
    """Unknown columns and classes are named, and every class needs its given prior."""
    with pytest.raises(InputError) as refusal:
        model(conventions)
    assert str(refusal.value) == told


def test_a_class_without_rows_needs_another_prior() -> None:
    """Relative frequencies refuse it and name the ways out; other priors take it."""
    table = Table.from_rows([("1", "+")], ["a", "y"], classes=["+", "none"])
    with pytest.raises(InputError) as refusal:
        model(Conventions(), table)
    assert str(refusal.value) == (
        "prior: class 'none' has no rows to estimate its prior from; "
        'give the prior, or say "uniform" or "smoothed"'
    )
    for conventions in (
        Conventions(prior="uniform"),
        Conventions(prior="smoothed"),
        Conventions(prior={"+": Fraction(1, 3), "none": Fraction(2, 3)}),
    ):
        assert model(conventions, table).classes == ("+", "none")


def test_a_family_must_suit_its_column() -> None:
    """A Bernoulli column of words is refused when the model is made."""
    column = Column("Sky", ("Blue", "Grey"))
    with pytest.raises(InputError, match="column 'Sky' holds 'Blue'; bernoulli needs 0 and 1"):
        Model("", TABLE.schema, blocks_of([column], {"Sky": "bernoulli"}, Conventions()), Conventions(),
              count(TABLE))  # fmt: skip


def test_a_column_with_gaps_is_estimated_from_the_rows_that_show_it() -> None:
    """Where some rows do not show a column, the trials are the counts of its values together."""
    rows = [("1", "Blue", "+"), ("0", "?", "+"), ("?", "Grey", "-")]
    table = Table.from_rows(rows, ["a", "Sky", "y"], values={"Sky": ["Blue", "Grey"]})
    gaps = model(Conventions(smoothing=1), table)
    assert gaps.incomplete_columns == {"a", "Sky"}
    plus, cell = gaps.class_item("+"), Item("cell", "Sky", "Blue")
    found = gaps.define_share(QuantityName("P", (cell,), (plus,)), cell, plus)
    shown = "count(Sky=Blue,+) + count(Sky=Grey,+)"
    assert spell(found.formula) == f"(count(Sky=Blue,+) + 1) / (({shown}) + 2)"
    assert model(Conventions()).incomplete_columns == frozenset()


def test_words_have_parameters_of_their_own() -> None:
    """A word's estimate is of its count out of the words of the class."""
    mails = Documents.of([("+", "a b b"), ("-", "b")])
    labels = tuple(Item("class", "class", label) for label in ("+", "-"))
    conventions = Conventions(smoothing=1)
    bag = Bag(("a", "b"), ("+", "-"))
    block = WordBlock(family("multinomial"), bag, labels, "m", conventions)
    words = Model("m", mails.schema, (block,), conventions, count(mails))
    plus, item = words.class_item("+"), bag.item("b")
    found = words.define_share(QuantityName("P", (item,), (plus,), "m"), item, plus)
    assert spell(found.formula) == "(count(b,+) + 1) / (tokens(+) + 2)"
    assert [i.spell() for i in words.parameter_items()] == ["a", "b"]
    assert list(words.column_families()) == [("a", "multinomial"), ("b", "multinomial")]
    seen = Observation(bags=({"b": 2},))
    assert [spell(factor) for factor in words.factors(seen, plus)] == ["P(b|+; m)^2"]


def test_given_numbers_are_parameters_or_complements() -> None:
    """What is given is a parameter under that reason, what is left out is 1 minus the others."""
    given = read_parameters("y + -\nprior 1/2 1/2\na=1 2/6 1\nSky=Blue 1/4 1/2\nSky=Grey 1/2 0",
                            values={"Sky": ["Blue", "Grey", "Red"]})  # fmt: skip
    columns = [Column(c, v) for c, v in given.schema.columns.items()]
    families = {c.name: "bernoulli" if c.name == "a" else "categorical" for c in columns}
    blocks = blocks_of(columns, families, Conventions(), given=given)
    counts = Counts(given.schema, {"+": 0, "-": 0}, {}, sized=False)
    told = Model("", given.schema, blocks, Conventions(), counts, given)
    plus = told.class_item("+")
    for column, value, text, rule in [
        ("a", "1", "2/6", Rule.GIVEN),
        ("a", "0", "1 - P(a=1|+)", Rule.DEFINE),
        ("Sky", "Blue", "1/4", Rule.GIVEN),
        ("Sky", "Red", "1 - P(Sky=Blue|+) - P(Sky=Grey|+)", Rule.DEFINE),
    ]:
        cell = Item("cell", column, value)
        found = told.define_share(QuantityName("P", (cell,), (plus,)), cell, plus)
        assert (spell(found.formula), found.reason.rule) == (text, rule)
    assert spell(told.define_prior(QuantityName("P", (plus,)), plus).formula) == "1/2"


def test_a_value_has_a_parameter_of_its_own_or_none() -> None:
    """A 1 has one, and any value that has no complement; a 0 has none, nor has what is in no column."""
    cells = [Item("cell", *of) for of in (("a", "1"), ("a", "0"), ("Sky", "Red"), ("b", "1"))]
    assert [*map(model(Conventions()).is_parameter, cells)] == [True, False, True, False]


def test_parameters_stand_in_the_order_of_the_columns() -> None:
    """Columns of one family are a block, and those of another may stand between them."""
    table = Table.from_rows([("1", "u", "0", "+"), ("0", "v", "1", "-")], ["a", "b", "c", "y"])
    found = model(Conventions(), table).parameter_items()
    assert [item.spell() for item in found] == ["a=1", "b=u", "b=v", "c=1"]


def test_each_column_is_told_with_its_family() -> None:
    """In the order of the data, and before any words."""
    assert list(model(Conventions()).column_families()) == [("a", "bernoulli"), ("Sky", "categorical")]


def test_given_logarithms_are_logarithms_of_the_parameters() -> None:
    """Where −1 and 0 are given for P(a=1|+) and P(a=1|−), the first is 1/e; so it is with a prior."""
    schema = Schema("y", ("+", "-"), {"a": ("0", "1")})
    shares = {("a", "1", "+"): Ratio(-1, 1), ("a", "1", "-"): Ratio(0, 1)}
    given = Parameters(schema, {"+": Ratio(-2, 1), "-": Ratio(0, 1)}, shares, logarithms=True)
    blocks = blocks_of([Column("a", ("0", "1"))], {"a": "bernoulli"}, Conventions(), given=given)
    counts = Counts(schema, {"+": 0, "-": 0}, {}, sized=False)
    told = Model("", schema, blocks, Conventions(), counts, given)
    plus, cell = told.class_item("+"), Item("cell", "a", "1")
    assert (
        spell(told.define_share(QuantityName("P", (cell,), (plus,)), cell, plus).formula) == "exp(-1)"
    )
    assert spell(told.define_prior(QuantityName("P", (plus,)), plus).formula) == "exp(-2)"


@all_of(
    ("rule", "words"),
    [(0, "MLE"), (1, "smoothed"), ("perks", "smoothed"), ("0+", "smoothed"), ({"m": 2}, "m-estimate"),
     ({"frequency": 1}, "frequency, added to"), ({"clip": 0}, "clipped")],
)  # fmt: skip
def test_every_rule_has_a_name_for_its_estimates(rule: object, words: str) -> None:
    """The reason beside an estimate says by which kind of rule it was made."""
    assert rule_text(read_rule(rule, "")) == words  # type: ignore[arg-type]


def test_absence_may_be_ignored() -> None:
    """With absent = "ignore" a 0 of a 0/1 column is not looked at, a value of another column is."""
    ignoring = model(Conventions(absent="ignore"))
    plus = ignoring.class_item("+")
    shown = Observation({"a": "0", "Sky": "Red"})
    assert ignoring.without_ignored(shown) == Observation({"Sky": "Red"}, ignored=("a",))
    assert ignoring.without_ignored(Observation({"a": "1"})) == Observation({"a": "1"})
    assert model(Conventions()).without_ignored(shown) == shown
    assert [spell(factor) for factor in ignoring.factors(shown, plus)] == [
        "1 - P(a=1|+)", "P(Sky=Red|+)",
    ]  # fmt: skip
