from fractions import Fraction

import pytest

from exactnb.conventions import Conventions
from exactnb.data.counts import Counts
from exactnb.data.table import Table
from exactnb.errors import InputError
from exactnb.expression.names import QuantityName
from exactnb.expression.reasons import Rule
from exactnb.expression.spell import spell
from exactnb.families import family
from exactnb.families.base import Column
from exactnb.model.model import Block, Model
from exactnb.model.quantities import Shown

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
    blocks = {
        c.name: Block(c, family("bernoulli" if binary[c.name] else "categorical")) for c in columns
    }
    counts = Counts.of(table)
    return Model(name, table.class_variable, table.classes, blocks, conventions, counts)


def prior(conventions: Conventions) -> tuple[str, str, Rule]:
    """Return how P(+) is written and why."""
    plus = model(conventions).class_item("+")
    quantity = model(conventions).prior(QuantityName("P", (plus,)), plus)
    return spell(quantity.formula), quantity.reason.words, quantity.reason.rule


@pytest.mark.parametrize(
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
        ("a", "1", "count(a=1,+) / count(+)", Shown.COUNTED),
        ("a", "0", "1 - P(a=1|+)", Shown.EXPANDED),
        ("Sky", "Red", "count(Sky=Red,+) / count(+)", Shown.COUNTED),
    ]:
        cell = plain.blocks[column].column.cell(value)
        quantity = plain.parameter(QuantityName("P", (cell,), (plus,)), cell, plus)
        assert spell(quantity.formula) == text
        assert quantity.shown is shown


def test_every_column_has_its_own_smoothing() -> None:
    """A column's own λ, and the number of its own values, stand in its estimates."""
    mixed = model(Conventions(smoothing=1, smoothings={"Sky": "1/2"}), name="m")
    plus = mixed.class_item("+")
    texts = []
    for column, value in (("a", "1"), ("Sky", "Red")):
        cell = mixed.blocks[column].column.cell(value)
        name = QuantityName("P", (cell,), (plus,), "m")
        texts.append(spell(mixed.parameter(name, cell, plus).formula))
    assert texts == [
        "(count(a=1,+) + 1) / (count(+) + 2)",
        "(count(Sky=Red,+) + 1/2) / (count(+) + 3 * 1/2)",
    ]


def test_factors_stand_in_the_order_of_the_columns() -> None:
    """Whatever the order of the cells, and cells that are not named have no factor."""
    plain = model(Conventions(), name="m")
    plus = plain.class_item("+")
    factors = plain.factors({"Sky": "Blue", "a": "0"}, plus)
    assert [spell(f) for f in factors] == ["1 - P(a=1|+; m)", "P(Sky=Blue|+; m)"]
    assert plain.factors({}, plus) == ()


@pytest.mark.parametrize(
    ("conventions", "told"),
    [
        (Conventions(smoothings={"sky": 1}), "smoothings: unknown column 'sky' (did you mean 'Sky'?)"),
        (Conventions(prior={"+": "1/2", "minus": "1/2"}), "prior: unknown class 'minus'"),
        (
            Conventions(prior={"+": "1/2", "-": "1/4", "− ": "1/4"}),
            "prior: unknown class '−'",
        ),
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
        Model("", "y", ("+", "-"), {"Sky": Block(column, family("bernoulli"))}, Conventions(),
              Counts.of(TABLE))  # fmt: skip
