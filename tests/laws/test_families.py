"""Laws over the registry of families: whatever stands in its folders is tried, by its file alone."""

import itertools
from collections.abc import Iterator
from fractions import Fraction

import pytest
from poisoned import problem_of

from exactnb import Problem, families
from exactnb.arithmetic import values
from exactnb.arithmetic.rounding import Rounding, rounded
from exactnb.arithmetic.values import Number
from exactnb.expression.evaluate import evaluate
from exactnb.expression.nodes import Expression
from exactnb.expression.results import settled
from exactnb.families.numbers import NumberBlock, NumberFamily
from exactnb.families.observation import Observation
from exactnb.families.of_numbers import negative_binomial
from exactnb.model.effort import Effort
from exactnb.model.quantities import Quantities
from exactnb.naming.heads import HEADS
from exactnb.naming.names import Item

OF_NUMBERS = [own.name for own in families.every_family() if isinstance(own, NumberFamily)]
COUNTS = [name for name in OF_NUMBERS if not families.family(name).is_density]
DENSITIES = [name for name in OF_NUMBERS if families.family(name).is_density]
OTHERS = [name for name in families.names() if name not in OF_NUMBERS]
FORTY = Rounding(figures=40)
TAIL = Fraction(1, 10**12)
STEP = Fraction(1, 16)


def worth(problem: Problem, formula: Expression) -> Number:
    """Return the value of a formula over the quantities of a problem."""

    def value(name):
        return Quantities([name], problem.define, Effort()).value(name)

    return settled(evaluate(formula, value))


def bounds(number: Number) -> tuple[Fraction, Fraction]:
    """Return rationals below and above a value, 40 digits apart."""
    if isinstance(number, Fraction):
        return number, number
    decimal = rounded(number, FORTY)
    return decimal.value - decimal.half_unit, decimal.value + decimal.half_unit


def whole_of_values(problem: Problem, label: Item) -> Iterator[Number]:
    """Yield what the values of each column add up to, and the words of one draw."""
    (prediction,) = problem.predictions.values()
    model = prediction.model
    for column, listed in problem.schema.columns.items():
        factors = [model.factors(Observation({column: v}), label) for v in listed]
        yield values.add([worth(problem, factor) for (factor,) in factors])
    if words := problem.schema.words:
        factors = [model.factors(Observation(draws=(word,)), label) for word in words]
        yield values.add([worth(problem, factor) for (factor,) in factors])


@pytest.mark.parametrize("name", OTHERS)
def test_the_probabilities_of_values_and_of_one_draw_add_up_to_one(name):
    """In every class, the values of a column, and the words of a single draw, have exactly 1 in all."""
    problem = problem_of(name)
    (prediction,) = problem.predictions.values()
    found = [w for k in prediction.model.class_items() for w in whole_of_values(problem, k)]
    assert found
    assert set(found) == {Fraction(1)}


def block_of(problem: Problem) -> tuple[NumberBlock, str]:
    """Return the block of a problem's first column of numbers, and this column."""
    (prediction,) = problem.predictions.values()
    column, block = next(iter(prediction.model.numbers.items()))
    return block, column


def chance(problem: Problem, label: Item, x: Fraction) -> tuple[Fraction, Fraction]:
    """Return bounds of the probability, or density, of a number in a class."""
    block, column = block_of(problem)
    formula = block.family.factor(block, {column: x}, label)
    return bounds(worth(problem, formula))


def summed(problem: Problem, label: Item) -> tuple[Fraction, Fraction]:
    """Return bounds of Σ P(x) over all whole numbers from the least.

    Once the quotients of neighbours fall, or stay, below 1, what is left is at most a geometric series.
    """
    block, _ = block_of(problem)
    assert block.family.lower is not None
    low = high = Fraction(0)
    before: tuple[Fraction, Fraction] | None = None
    for x in itertools.count(block.family.lower):
        below, above = chance(problem, label, Fraction(x))
        low, high = low + below, high + above
        if before is not None and before[0] > 0 and (quotient := above / before[0]) < Fraction(9, 10):
            rest = above * quotient / (1 - quotient)
            if rest < TAIL:
                return low, high + rest
        before = below, above
    raise AssertionError("counts go on for ever")


@pytest.mark.parametrize("name", COUNTS)
def test_the_probabilities_of_counts_add_up_to_one(name):
    """In every class the probabilities of whole numbers add up to 1, but for a tail below 10⁻¹²."""
    problem = problem_of(name)
    for label in problem.predictions[""].model.class_items():
        low, high = summed(problem, label)
        assert low <= 1 <= high
        assert high - low < 2 * TAIL


def integrated(problem: Problem, label: Item) -> tuple[Fraction, Fraction]:
    """Return bounds of the integral of a density that rises up to one place and falls after it.

    On either side of that place it lies, between two steps, between its values there. Where it falls
    faster than a geometric series, no more than that is left.
    """
    block, column = block_of(problem)
    if block.points:
        least, top, most = (x for x, _ in block.points[column, label.value])
    else:
        assert block.sample is not None
        numbers = [x for x, _ in block.sample.source.listed(column, label.value)]
        least, most = block.family.lower, None
        top = sum(numbers, Fraction(0)) / len(numbers) if least is None else Fraction(least)
    low = high = Fraction(0)
    for step in (STEP, -STEP):
        near = chance(problem, label, top)
        for x in itertools.count(top + step, step):
            if (least is not None and x < least) or (most is not None and x > most):
                break
            far = chance(problem, label, x)
            low, high = low + STEP * far[0], high + STEP * near[1]
            quotient = far[1] / near[0]
            if quotient < 1 and (rest := STEP * far[1] / (1 - quotient)) < Fraction(1, 1000):
                high += rest
                break
            near = far
    return low, high


@pytest.mark.parametrize("name", DENSITIES)
def test_the_interval_of_a_densitys_integral_contains_one(name):
    """In every class the area under the density of a column lies between bounds around 1."""
    problem = problem_of(name)
    for label in problem.predictions[""].model.class_items():
        low, high = integrated(problem, label)
        assert low <= 1 <= high
        assert high - low < Fraction(1, 4)


@pytest.mark.parametrize("name", OF_NUMBERS)
def test_a_family_has_the_parameters_that_it_declares(name):
    """Every parameter of a family of numbers is one of its heads, and these are in the table."""
    own = families.family(name)
    block, _ = block_of(problem_of(name))
    heads = {parameter.head for names in own.parameters(block) for parameter in names}
    assert heads - {"P"} <= {head.name for head in own.heads}
    assert all(HEADS[head.name] is head for head in own.heads)


def test_a_negative_binomial_is_tried_because_it_is_there():
    """The file of a family is all that there has to be: the laws above have its name."""
    assert "negative-binomial" in COUNTS


def test_without_its_coefficient_a_negative_binomial_breaks_a_law(monkeypatch):
    """Without C(x + r − 1, x) the probabilities of a negative binomial do not add up to 1."""
    monkeypatch.setattr(negative_binomial, "binomial", lambda total, chosen: ())
    problem = problem_of("negative-binomial")
    _, high = summed(problem, problem.predictions[""].model.class_items()[0])
    assert high < 1
