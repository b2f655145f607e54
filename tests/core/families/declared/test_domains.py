"""An estimate outside of the parameter's domain goes to the edge, or there is none."""

from __future__ import annotations

import random
from collections.abc import Callable
from fractions import Fraction

import pytest
from thoroughness import choose, in_both_runs

from exactnb import Family, Problem, solve
from exactnb.errors import Unsupported
from exactnb.explain.solution.own_families import theorem_of_family

F = Fraction
Estimate = Callable[[list[Fraction]], Fraction]


def mean(numbers: list[Fraction]) -> Fraction:
    return sum(numbers) / F(len(numbers))


FORMS: dict[str, tuple[str, str, Estimate, tuple[int, ...]]] = {
    "rate": ("density = 't exp(-t x)'", "x > 0", lambda xs: 1 / mean(xs), (1, 2, 3, 5)),
    "mean": ("density = 'exp(-x/t)/t'", "x > 0", mean, (1, 2, 3, 5)),
    "count": ("mass = 'exp(-t) t^x/x!'", "x in {0, 1, ...}", mean, (0, 1, 2, 4)),
    "normal": ("density = 'exp(-(x-t)^2/2)/sqrt(2 pi)'", "x real", mean, (-1, 0, 2)),
    "bit": ("mass = 't^x (1-t)^(1-x)'", "x in {0, 1}", mean, (0, 1)),
}
"""Densities of a parameter t, each with its support, the estimate of all t, and some numbers."""
PROBLEM = """
[families.f]
{form}
support = '{support}'
parameters = {{ t = '{domain}' }}
[data]
table = '''
x | class
{table}
'''
[model]
families = {{ x = 'f' }}
[query]
q = {{ x = 1 }}
"""


def clamped(best: Fraction, low: Fraction, high: Fraction, brackets: str) -> Fraction | None:
    """Return where a function that rises up to `best` and falls behind it is largest between ends."""
    if best <= low:
        return low if brackets[0] == "[" else None
    if best >= high:
        return high if brackets[1] == "]" else None
    return best


@in_both_runs
@pytest.mark.parametrize("seed", range(choose(quick=1, exhaustive=10)))
def test_estimates_are_clamped_to_the_domain(seed: int) -> None:
    """The estimate of each class lies in the domain, as both readers say; or the problem is refused."""
    dice = random.Random(f"domain {seed}")
    name = dice.choice(sorted(FORMS))
    form, support, estimate, numbers = FORMS[name]
    unit = 4 if name == "bit" else 1
    low = F(dice.randint(0, 2), unit) or F(1, 8 * unit)
    high = low + F(dice.choice((1, 1, 2)), unit)
    brackets = dice.choice("([") + dice.choice(")]")
    signs = ["<=" if bracket in "[]" else "<" for bracket in brackets]
    domain = f"{low} {signs[0]} t {signs[1]} {high}"
    rows = {k: [F(dice.choice(numbers)) for _ in range(3)] for k in "ab"}
    expected = {k: clamped(estimate(xs), low, high, brackets) for k, xs in rows.items()}
    table = "\n".join(f"{x} | {k}" for k, xs in rows.items() for x in xs)
    problem = Problem.from_text(PROBLEM.format(form=form, support=support, domain=domain, table=table))
    if None in expected.values():
        with pytest.raises(Unsupported, match="the likelihood rises to an end that"):
            solve(problem)
        return
    solution = solve(problem)
    assert {k: solution[f"t(x|{k})"] for k in "ab"} == expected
    assert "Read by one reader only" not in solution.text()


@pytest.mark.exhaustive
@pytest.mark.parametrize("domain", ["1 <= t <= 3", "t >= 1", "0 <= t < 1", "t < 1"])
def test_the_theorem_has_a_case_beyond_each_end(domain: str) -> None:
    """Beyond an end of what is expected the slope has one sign, and a step says where that leads."""
    family = Family.of(
        density="exp(-(x-t)^2/2)/sqrt(2 pi)", support="x real", parameters={"t": domain}
    ).declared
    steps = [step.title for step in theorem_of_family(family).steps()]
    ends = {"t >= 1": ["less"], "t < 1": ["more"]}.get(domain, ["less", "more"])
    assert steps[3:-1] == [f"If {side} is seen than can be expected" for side in ends]
