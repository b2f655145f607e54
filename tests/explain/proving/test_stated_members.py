"""Laws of families by their densities: random ones are largest where they say, false ones refused."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import pairwise

import mpmath
import pytest
import sympy
from members_drawn import faulty, member
from thoroughness import choose, in_both_runs

from exactnb.core.expression import nodes
from exactnb.core.expression.symbolic import to_sympy
from exactnb.core.families.declared.specification import Interval, Range, Specification, Whole
from exactnb.core.families.deriving.estimator import ROWS, TOTAL, OneSum
from exactnb.core.families.deriving.finding import derive_estimator
from exactnb.errors import Unsupported
from exactnb.explain.proving.stated.families import theorem_of_specification

MEMBERS = range(choose(quick=1, exhaustive=12))
FAULTY = range(choose(quick=2, exhaustive=15))
DIGITS = 60


def numbers_in(range_: Range, dice: random.Random, known: dict[str, Fraction]) -> Fraction:
    """Return a number of a range."""

    def end(formula: nodes.Expression) -> Fraction:
        value = to_sympy(formula).subs({sympy.Symbol(name): of for name, of in known.items()})
        return Fraction(str(value))

    if isinstance(range_, Whole):
        most = 4 if range_.last is None else end(range_.last) - end(range_.first)
        return end(range_.first) + dice.randint(0, int(most))
    low, high = (None if e is None else end(e) for e in (range_.low, range_.high))
    step = Fraction(dice.randint(1, 11), dice.randint(12, 17))
    if low is not None and high is not None:
        return low + (high - low) * step
    return (low or 0) + step * dice.choice((1, 3, 9)) * (1 if low is not None else dice.choice((1, -1)))


def worth(formula: nodes.Expression, letters: dict[str, object]) -> sympy.Expr:
    """Return the value of a formula, to many digits."""
    apart = nodes.replace(formula, {TOTAL: nodes.Symbol("_S"), ROWS: nodes.Symbol("_n")}.get)
    places = {sympy.Symbol(name): sympy.sympify(of) for name, of in letters.items()}
    value = to_sympy(apart).subs(places).replace(sympy.Function("root"), root)
    return sympy.N(value, DIGITS)


def root(letter: sympy.Symbol, formula: sympy.Expr, level: sympy.Expr) -> sympy.Float:
    """Return the positive place at which a formula has the value `level`, as mpmath works it out."""
    gap = sympy.lambdify(letter, formula - level, "mpmath")
    with mpmath.workdps(DIGITS + 10):
        powers = [mpmath.mpf(2) ** -n for n in range(64, 0, -1)]
        near_1 = [1 - power for power in reversed(powers)]  # 1 itself may be an open end
        places = [*powers, *near_1[1:], *(1 / power for power in reversed(powers))]
        ((low, high),) = ((a, b) for a, b in pairwise(places) if gap(a) * gap(b) <= 0)
        return sympy.Float(mpmath.findroot(gap, (low, high), solver="anderson"), DIGITS + 10)


def log_likelihood(
    specification: Specification, data: list[Fraction], letters: dict[str, object]
) -> sympy.Expr:
    """Return the sum of the logarithms of the density at the data."""
    return sum(sympy.log(worth(specification.formula, {**letters, "x": x})) for x in data)


def assert_largest(found: OneSum, dice: random.Random) -> None:
    """Compare the likelihood at the estimate with that at forty other places of the domain."""
    specification = found.specification
    known: dict[str, Fraction] = {}
    for name, range_ in specification.constants.items():
        known[name] = numbers_in(range_, dice, known)
    data = [numbers_in(specification.support, dice, known) for _ in range(4)]
    total = sum(worth(found.statistic, {**known, "x": x}) for x in data)
    seen = {**known, "_S": total, "_n": len(data)}
    if not all(worth(more, seen) > worth(less, seen) for more, less in found.conditions):
        return
    ((name, range_),) = specification.parameters.items()
    estimate = worth(found.estimate, seen)
    assert isinstance(range_, Interval)
    best = log_likelihood(specification, data, {**known, name: estimate})
    product = worth(found.log_likelihood, {**seen, name: estimate})
    rest = best - product  # what does not depend on the parameter
    for _ in range(choose(quick=8, exhaustive=12)):
        place = numbers_in(range_, dice, known)
        there = log_likelihood(specification, data, {**known, name: place})
        assert there < best or abs(place - estimate) < Fraction(1, 10**DIGITS)
        formula = worth(found.log_likelihood, {**seen, name: place})
        assert abs(there - formula - rest) < sympy.Float(10) ** (
            10 - DIGITS
        )  # digits that are worked out


@pytest.mark.exhaustive
@pytest.mark.parametrize("seed", MEMBERS)
def test_estimates_of_random_families_are_largest(seed: int) -> None:
    """What is proved of a random family is where its likelihood is largest; the rest is refused."""
    dice = random.Random(f"member {seed}")
    specification = member(dice)
    try:
        found = derive_estimator(specification)
        theorem_of_specification(found)
    except Unsupported:
        return
    assert_largest(found, dice)


@in_both_runs
@pytest.mark.parametrize("seed", FAULTY)
def test_what_is_no_density_has_no_theorem(seed: int) -> None:
    """A density with a factor too much, or on another support, is refused, whatever was found."""
    specification = faulty(random.Random(f"faulty {seed}"))
    with pytest.raises(Unsupported):
        theorem_of_specification(derive_estimator(specification))
