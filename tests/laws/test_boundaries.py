"""The laws of boundaries and regions: every family of numbers, zeros among priors and factors."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations, pairwise
from math import ceil, floor
from random import Random

from blocks_drawn import Values
from thoroughness import choose, in_both_runs, one_in

from exactnb import Problem
from exactnb.core.arithmetic import values
from exactnb.core.arithmetic.roots import Everywhere, Points
from exactnb.core.arithmetic.rounding import Rounding, rounded
from exactnb.core.arithmetic.values import UNDEFINED
from exactnb.core.expression.results import are_equal
from exactnb.core.families import every_family
from exactnb.core.families.numbers import NumberFamily
from exactnb.errors import InputError

NUMBERS = {own.name: own for own in every_family() if isinstance(own, NumberFamily)}


def shares(draw: Random, size: int) -> list[Fraction]:
    """Return probabilities that add up to 1, zeros among them."""
    while not any(parts := [draw.choice((0, 0, 1, 1, 2, 3)) for _ in range(size)]):
        pass
    return [Fraction(part, sum(parts)) for part in parts]


def polygon(draw: Random) -> str:
    """Return points of a piecewise density: zeros, steps at the ends and even stretches among them."""
    xs = sorted(draw.sample(range(6), draw.randint(2, 4)))
    heights = [draw.choice((0, 0, 1, 1, 2)) for _ in xs]
    points = list(zip(xs, heights, strict=True))
    area = sum(Fraction(y + w, 2) * (z - x) for (x, y), (z, w) in pairwise(points))
    return " ".join(f"{x}:{y / area}" for x, y in points) if area else polygon(draw)


def drawn(family: NumberFamily, draw: Random) -> str:
    """Return a random problem file: a column x of a family, a column z of values, given priors."""
    classes = ["a", "b", "c"][: draw.choice((2, 2, 3))]
    priors = shares(draw, len(classes))
    if not family.heads:
        lines = {
            "y": classes,
            "prior": priors,
            "points(x)": [polygon(draw) for _ in classes],
            "z=u": (of_u := [draw.choice((0, 0, 1, Fraction(1, 3))) for _ in classes]),
            "z=v": [1 - share for share in of_u],
        }
        table = "\n".join(" | ".join([head, *map(str, row)]) for head, row in lines.items())
        return f"[data]\nparameters = '''\n{table}\n'''\n[model]\nfamilies = {{ x = 'piecewise' }}\n"
    least = family.first_integer or 0
    cells = [least, least, least + 1, least + 3, least + 4]
    labels = [k for k in classes for _ in range(draw.randint(1, 3))]
    rows = "\n".join(f"{draw.choice(cells)} {draw.choice('uuv')} {k}" for k in labels)
    hyper = ", ".join(f"{of.name} = {draw.choice(of.examples)}" for of in family.hyper)
    choice = f"{{ {family.name} = {{ {hyper} }} }}" if hyper else f"'{family.name}'"
    prior = ", ".join(f"{k} = '{p}'" for k, p in zip(classes, priors, strict=True))
    share = "share = 'classes'\n" if family.name == "gaussian" and draw.random() < 0.5 else ""
    return (
        f"[data]\nvalues = {{ z = ['u', 'v'] }}\ntable = '''\nx z y\n{rows}\n'''\n"
        f"[model]\n{share}prior = {{ {prior} }}\nfamilies = {{ x = {choice} }}\n"
    )


def joint(solution: Values, label: str, x: Fraction, given: str) -> values.Number:
    """Return P(class, x, what is given)."""
    cell = f"P({label},x={x}{',' * bool(given)}{given})"
    return solution[cell]  # type: ignore[return-value]


def is_in(x: Fraction, points: Points) -> bool:
    """Say whether a number lies in one of some intervals."""
    for left, right, brackets in points.intervals():
        apart = values.compare(left, x), values.compare(x, right)
        if all(
            side < 0 or (side == 0 and end in "[]") for side, end in zip(apart, brackets, strict=True)
        ):
            return True
    return False


def tried(family: NumberFamily, points: Points) -> Iterator[Fraction]:
    """Yield numbers that a column can have: whole ones, those between them, and beside some points."""
    near = [rounded(point, Rounding(figures=30)).value for point in points.parts]
    wholes = {Fraction(n) for n in range(-2, 8)}.union(*({floor(x), ceil(x)} for x in near))
    halves = {x + Fraction(1, 2) for x in wholes} if family.is_density else set()
    within = {x for x in near if family.is_density}
    least = -100 if family.first_integer is None else family.first_integer
    yield from (Fraction(x) for x in sorted(wholes | halves | within) if x >= least)


def is_open(solution: Values, family: NumberFamily, pair: tuple[str, ...], given: str) -> bool:
    """Say whether a density is undefined, no class of two can be, or one shows a single count."""
    xs = [Fraction((family.first_integer or 0) + more) for more in range(9)]
    joints = [joint(solution, k, x, given) for k in pair for x in xs]
    if UNDEFINED in joints or not any(map(values.sign, joints)):
        return True
    positive = [sum(values.sign(solution[f"P(x={x}|{k})"]) > 0 for x in xs) for k in pair]  # type: ignore[arg-type]
    return family.first_integer is not None and 1 in positive


SEEDS = choose(quick=1, exhaustive=8)


@in_both_runs
@one_in(4, "name", NUMBERS)
def test_two_classes_meet_where_their_joints_are_equal_and_positive(name: str) -> None:
    """A boundary is the same read backwards; in each of its points both joints are equal and positive.

    Every number that is tried, corners of densities among them, at which they are is one of its points.
    A region has the numbers at which the first joint is larger, and no other.
    """
    family = NUMBERS[name]
    for seed in range(SEEDS):
        text = drawn(family, Random(f"{name} {seed}"))
        try:
            problem = Problem.from_text(text)
        except InputError:  # a covariance is singular
            assert family.is_joint, text
            continue
        for pair in combinations(problem.schema.classes, 2):
            for given in ("", "z=u"):
                meet(Values(problem), family, pair, given, text)


def meet(solution: Values, family: NumberFamily, pair: tuple[str, ...], given: str, text: str) -> None:
    """Assert that the boundary and both regions of two classes are where their joints say."""
    (found, ahead), (back, beaten) = (
        [solution[f"{head}({k}:{j}{'|' * bool(given)}{given})"] for head in ("boundary", "region")]
        for k, j in (pair, pair[::-1])
    )
    where = f"{text} {pair} {given} {found}"
    assert are_equal(found, back), where
    if found == UNDEFINED:
        assert ahead == beaten == UNDEFINED, where
        assert is_open(solution, family, pair, given), where
        return
    everywhere = isinstance(found, Everywhere)
    points = found if isinstance(found, Points) else Points(())
    assert isinstance(ahead, Points)
    assert isinstance(beaten, Points)
    for x in tried(family, points):
        joints = [joint(solution, k, x, given) for k in pair]
        sign = values.compare(*joints)
        assert (is_in(x, ahead), is_in(x, beaten)) == (sign > 0, sign < 0), f"{where} {x}"
        ties = sign == 0 < values.sign(joints[0])
        if any(are_equal(x, point) for point in points.parts):
            assert ties, f"{where} {x}"
        elif not everywhere and x.denominator == 1:
            assert not ties, f"{where} {x}"
        assert not everywhere or sign == 0, f"{where} {x}"
