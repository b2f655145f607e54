"""Laws over the registry of families: whatever stands in its folders is tried, by its file alone.

Files of families that are no part of the package are tried with them.
"""

import itertools
from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path

import families_on_trial
import pytest
import rayleigh_family
from adding_up import TAIL, block_of, bounds, chance, summed, worth
from poisoned import problem_of
from thoroughness import all_of, choose, in_both_runs, one_in

from exactnb import Problem
from exactnb.core import families
from exactnb.core.arithmetic import values
from exactnb.core.arithmetic.roots import Points
from exactnb.core.arithmetic.values import INFINITY, Number
from exactnb.core.expression.evaluate import evaluate
from exactnb.core.expression.nodes import Pi, Within, sqrt
from exactnb.core.expression.results import Value, with_limits
from exactnb.core.expression.written import written
from exactnb.core.families.base import Observation
from exactnb.core.families.multivariate import MultivariateNormal
from exactnb.core.families.numbers import NumberFamily
from exactnb.core.families.of_numbers import negative_binomial
from exactnb.core.model.quantities import Quantities
from exactnb.core.model.quantity import Effort
from exactnb.core.naming.kinds import HEADS
from exactnb.core.naming.names import Item, QuantityName

with families_on_trial.registered():
    OF_NUMBERS = [own.name for own in families.every_family() if isinstance(own, NumberFamily)]
    COUNTS = [name for name in OF_NUMBERS if not families.family(name).is_density]
    DENSITIES = [name for name in OF_NUMBERS if families.family(name).is_density]
    JOINT = [name for name in OF_NUMBERS if families.family(name).is_joint]
    OTHERS = [name for name in families.family_names() if name not in OF_NUMBERS]
STEP = Fraction(1, 16)


@pytest.fixture(autouse=True)
def on_trial() -> Iterator[None]:
    """Let the registry find the families that are on trial."""
    with families_on_trial.registered():
        yield


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


@one_in(3, "name", COUNTS)
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
    faster than a geometric series, no more than that is left. Where the place is known to a step only,
    the logarithm of the density bends down, so that it rises by no more than it did before.
    """
    block, column = block_of(problem)
    if block.points:
        least, top, most = (x for x, _ in block.points[column, label.value])
    else:
        assert block.sample is not None
        numbers = [x for x, _ in block.sample.source.numbers_with_times(column, label.value)]
        least, most = block.family.first_integer, None
        top = sum(numbers, Fraction(0)) / len(numbers) if least is None else Fraction(least)

    def height(x: Fraction) -> tuple[Fraction, Fraction]:
        return chance(problem, label, x)

    while least is not None and not block.points and height(top + STEP)[0] > height(top)[1]:
        top += STEP
    if top == least:
        return area(height, top, least, most)
    peak = height(top)[1] ** 2 / min(height(top + step)[0] for step in (STEP, -STEP))
    return area(height, top, least, most, peak)


def area(
    height: Callable[[Fraction], tuple[Fraction, Fraction]],
    top: Fraction,
    least: Fraction | int | None = None,
    most: Fraction | None = None,
    peak: Fraction | None = None,
) -> tuple[Fraction, Fraction]:
    """Return bounds of the area under what rises up to its top and falls after it.

    Where that is known to a step only, no height next to it is more than the peak.
    """
    low = high = Fraction(0)
    for step in (STEP, -STEP):
        near = height(top)
        near = near[0], near[1] if peak is None else max(near[1], peak)
        for x in itertools.count(top + step, step):
            if (least is not None and x < least) or (most is not None and x > most):
                break
            far = height(x)
            low, high = low + STEP * far[0], high + STEP * near[1]
            quotient = far[1] / near[0]
            if quotient < 1 and (rest := STEP * far[1] / (1 - quotient)) < Fraction(1, 1000):
                high += rest
                break
            near = far
    return low, high


@pytest.mark.exhaustive
@one_in(9, "name", DENSITIES)
def test_the_interval_of_a_densitys_integral_contains_one(name):
    """In every class the area under the density of a column lies between bounds around 1."""
    problem = problem_of(name)
    for label in problem.predictions[""].model.class_items():
        low, high = integrated(problem, label)
        assert low <= 1 <= high
        assert high - low < Fraction(1, 4)


def of_two(problem: Problem, label: Item, x: Fraction) -> tuple[tuple[Fraction, Fraction], Fraction]:
    """Return bounds of the area under the joint density of two columns beside an x, and that of x.

    Given x, a normal column lies about its mean plus covariance over variance times the way to x.
    """
    block, _ = block_of(problem)
    first, second = block.cells
    known: dict[QuantityName, Value] = {}

    def value(name: QuantityName) -> Value:
        if name not in known:
            known[name] = Quantities([name], problem.define, Effort()).value(name)
        return known[name]

    def number(text: str) -> Fraction:
        found = value(problem.resolve(text, "test", Effort()))
        assert isinstance(found, Fraction)
        return found

    def height(y: Fraction) -> tuple[Fraction, Fraction]:
        formula, _ = block.factor_line({first: str(x), second: str(y)}, label)
        return bounds(with_limits(evaluate(formula, value)))

    k = label.value
    has_covariance = "covariance" in {head.name for head in block.family.heads}
    tied = number(f"covariance({first},{second}|{k})") if has_covariance else Fraction(0)
    slope = tied / number(f"variance({first}|{k})")
    top = number(f"mean({second}|{k})") + slope * (x - number(f"mean({first}|{k})"))
    alone, _ = block.factor_line({first: str(x)}, label)
    low, high = area(height, top)
    return (low, high), bounds(with_limits(evaluate(alone, value)))[0]


@pytest.mark.exhaustive
@pytest.mark.parametrize("name", JOINT)
def test_a_joint_density_of_two_columns_has_the_areas_of_one(name):
    """The joint density over all y beside an x is that of x alone, of which the area is 1."""
    problem = problem_of(name)
    for label, x in zip(problem.predictions[""].model.class_items(), (Fraction(2), 6), strict=True):
        (low, high), alone = of_two(problem, label, Fraction(x))
        assert low <= alone <= high
        assert high - low < alone / 3


@pytest.mark.exhaustive
def test_without_one_of_its_roots_a_joint_density_breaks_a_law(monkeypatch):
    """With the root of 2π·det Σ, not of (2π)²·det Σ, a joint density has areas that are too large."""
    right = MultivariateNormal.factor

    def with_one_root(self, block, shown, label):
        found = right(self, block, shown, label)
        return found if len(shown) == 1 else found * sqrt(2 * Pi())

    monkeypatch.setattr(MultivariateNormal, "factor", with_one_root)
    problem = problem_of("qda")
    (low, _), alone = of_two(problem, problem.predictions[""].model.class_items()[0], Fraction(2))
    assert low > alone


@all_of("name", OF_NUMBERS)
def test_a_family_has_the_parameters_that_it_declares(name):
    """Every parameter of a family of numbers is one of its heads, and these are in the table."""
    own = families.family(name)
    block, _ = block_of(problem_of(name))
    heads = {parameter.head for names in own.parameters_across_classes(block) for parameter in names}
    assert heads - {"P"} <= {head.name for head in own.heads}
    assert all(HEADS[head.name] is head for head in own.heads)


def test_a_negative_binomial_is_tried_because_it_is_there():
    """The file of a family is all that there has to be: the laws above have its name."""
    assert "negative-binomial" in COUNTS


def test_a_rayleigh_is_tried_because_it_is_there():
    """A file of at most 60 lines is all that there is of a Rayleigh distribution, and laws try it."""
    assert "rayleigh" in DENSITIES
    assert len(Path(rayleigh_family.__file__).read_text().splitlines()) <= 60


def whole(problem: Problem, label: Item, region: Points) -> tuple[Fraction, Fraction]:
    """Return bounds of the probability of a region in a class."""
    block, column = block_of(problem)
    distribution, parameters = block.distribution_with_regions(column, label)
    node = Within(distribution, column, label.value, (written(region),), (), parameters)
    return bounds(worth(problem, node))


@in_both_runs
@pytest.mark.parametrize("name", DENSITIES)
def test_the_probability_of_an_interval_is_the_area_of_its_density(name):
    """Between two steps it lies between the step times the lower end and times the higher one."""
    problem = problem_of(name)
    for label in problem.predictions[""].model.class_items():
        for x in (Fraction(n, 4) for n in range(1, choose(quick=5, exhaustive=40))):
            before, *ends, after = (chance(problem, label, x + at * STEP) for at in range(-1, 3))
            low, high = whole(problem, label, Points((x, x + STEP), "open"))
            assert STEP * min(end[0] for end in ends) <= high
            if before[0] > ends[0][1] or after[0] > ends[1][1]:  # else its top may lie between them
                assert low <= STEP * max(end[1] for end in ends)


@pytest.mark.parametrize("name", COUNTS)
def test_the_probability_of_counts_is_the_sum_of_theirs(name):
    """What lies between two counts, and what lies beyond one, is what the counts have."""
    problem = problem_of(name)
    for label in problem.predictions[""].model.class_items():
        least = block_of(problem)[0].family.first_integer
        few = [chance(problem, label, Fraction(x)) for x in range(least, least + 5)]
        low, high = whole(problem, label, Points((Fraction(least), Fraction(least + 4)), "[]"))
        assert sum(x for x, _ in few) <= high
        assert low <= sum(x for _, x in few)
        beyond = whole(problem, label, Points((Fraction(least + 4), INFINITY), "open"))
        assert low + beyond[0] <= 1 <= high + beyond[1]
        assert high + beyond[1] - low - beyond[0] < TAIL


def test_without_its_coefficient_a_negative_binomial_breaks_a_law(monkeypatch):
    """Without C(x + r − 1, x) the probabilities of a negative binomial do not add up to 1."""
    monkeypatch.setattr(negative_binomial, "binomial", lambda total, chosen: ())
    problem = problem_of("negative-binomial")
    _, high = summed(problem, problem.predictions[""].model.class_items()[0])
    assert high < 1
