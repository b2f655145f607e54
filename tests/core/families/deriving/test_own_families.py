"""The package's own families: their estimates are those that follow from their densities.

Run this file to write the records anew that are kept of them.
"""

from __future__ import annotations

import json
import random
from dataclasses import fields, is_dataclass, replace
from fractions import Fraction
from pathlib import Path

import mpmath
import pytest
import sympy
from families_by_formula import EDGES, ROWS
from thoroughness import all_of, one_in

from exactnb import Problem, Solution, solve
from exactnb.core.expression import nodes
from exactnb.core.expression.nodes import Expression
from exactnb.core.expression.spell import spell
from exactnb.core.expression.symbolic import to_sympy
from exactnb.core.families import family, family_names
from exactnb.core.families.declared.specification import Specification, Whole
from exactnb.core.families.deriving.estimator import ALL_ROWS, RECORDS, TOTAL, recorded_estimator
from exactnb.core.families.deriving.estimator import ROWS as N
from exactnb.core.families.deriving.finding import derive_estimator
from exactnb.core.model.quantities import Quantities
from exactnb.core.model.quantity import Effort

STATED: dict[str, Specification] = {row.specification.name: row.specification for row in ROWS}
STATED |= {specification.name: specification for specification, _, _ in EDGES}
OWN = {
    "exponential": ("exponential", "", "rate"),
    "poisson": ("poisson", "", "rate"),
    "geometric-failures": ("geometric0", "", "success"),
    "geometric-trials": ("geometric", "", "success"),
    "negative-binomial": ("negative-binomial", "r = 3", "success"),
    "bernoulli": ("bernoulli", "", "P"),
    "gaussian-mean": ("gaussian", "", "mean"),
    "gaussian-variance": ("gaussian", "", "variance"),
}
"""Densities by their names, each with the family of the package, its option and its parameter."""
ESTIMATED = [
    (f"{name}-{number}", *stated)
    for name in family_names()
    for number, stated in enumerate(family(name).densities)
    if "Gaussian" not in {of.__name__ for of in type(family(name)).__mro__[1:]}
]
"""What the package's families state of themselves: densities, each with the estimate."""
POOLED = """
[families.pooled]
density = "exp(-(x-m)^2/(2 v))/sqrt(2 pi v)"
support = "x real"
parameters = { m = "m real", v = "v > 0" }
shared = ["v"]
"""
WORKED = Path(__file__).parents[4] / "worked_examples"
KEPT = tuple(json.loads(RECORDS.read_text("utf-8")))
CELLS = {"geometric-trials": (1, 2, 5), "bernoulli": (0, 1, 1), "gaussian-mean": ("-3/2", 4, 7)}


def table(name: str) -> dict[str, list[Fraction]]:
    """Return random numbers of two classes, in each of which both differ."""
    dice = random.Random(name)
    cells = CELLS.get(name, (1, 2, 4, 9))
    first = [Fraction(cells[0]), Fraction(cells[1])]
    return {
        label: [*first, *(Fraction(dice.choice(cells)) for _ in range(rows))]
        for label, rows in (("a", 3), ("b", 5))
    }


@one_in(4, "name", OWN)
def test_own_estimates_follow_from_their_densities(name: str) -> None:
    """In every class an estimate is worth what the density alone leads to, S and n put in."""
    family, option, head = OWN[name]
    numbers = table(name)
    rows = "\n".join(f"{x} {label}" for label, xs in numbers.items() for x in xs)
    kind = f"{{ x = {{ {family} = {{ {option} }} }} }}" if option else f'{{ x = "{family}" }}'
    data = f"[data]\ntable = '''\nx k\n{rows}\n'''\n"
    model = f"[model]\nfamilies = {kind}\nsmoothing = 0\n[query]\nq = {{ x = 1 }}\n"
    problem = Problem.from_text(data + model)
    (block,) = problem.predictions[""].model.blocks
    found = derive_estimator(STATED[name])
    names = problem.predictions[""].model.names
    for item, (label, xs) in zip(block.classes, numbers.items(), strict=True):
        assert item.value == label
        mean = sum(xs) / len(xs)
        letters = {"m": mean, "r": Fraction(3), "v": Fraction(1)}
        places = {sympy.Symbol(letter): sympy.Rational(of) for letter, of in letters.items()}
        statistic = to_sympy(found.statistic).subs(places)
        total = sum(statistic.subs(sympy.Symbol("x"), sympy.Rational(x)) for x in xs)
        apart = nodes.replace(found.estimate, {TOTAL: nodes.Symbol("_S"), N: nodes.Symbol("_n")}.get)
        places |= {sympy.Symbol("_S"): total, sympy.Symbol("_n"): sympy.Integer(len(xs))}
        if head == "P":
            every = (of for shared in block.parameters_across_classes() for of in shared)
            target = next(of for of in every if str(of) == f"P(x=1|{label})")
        else:
            target = names.parameter(head, ["x"], item)
        quantities = Quantities([target], problem.define, Effort(10_000))
        assert quantities.value(target) == Fraction(str(to_sympy(apart).subs(places)))


@pytest.mark.exhaustive
@all_of(
    "path, column",
    [
        ("two_seeds/two_seeds.toml", "length"),
        ("temperature/note_004_temperature.toml", "temp"),
    ],
)
def test_shared_variances_are_those_of_the_density_alone(path: str, column: str) -> None:
    """On worked examples, classes that share a variance have what the Gaussian density leads to."""
    text = (WORKED / path).read_text("utf-8")
    before, after = text[text.index("[data]") : text.index("[model]")], text[text.index("[query]") :]

    def solved(family: str, more: str = "") -> Solution:
        model = f'[model]\nfamilies = {{ {column} = "{family}" }}\n{more}smoothing = 0\n'
        return solve(Problem.from_text(f"{before}{POOLED}{model}{after}"))

    ours, stated = solved("gaussian", 'share = "classes"\ndivisor = "N"\n'), solved("pooled")
    prediction = ours.problem.predictions[""]
    for k in prediction.model.classes:
        assert ours[f"mean({column}|{k})"] == stated[f"m({column}|{k})"]
        for query in ours.problem.query:
            assert ours[f"P({k}|{query})"] == stated[f"P({k}|{query})"]
    assert ours[f"variance({column})"] == stated[f"v({column})"]


def test_nine_estimates_are_stated_with_their_densities() -> None:
    """Every family with one parameter states its density; Bernoulli and Gaussian do, pooled too."""
    assert [name for name, *_ in ESTIMATED] == [
        "bernoulli-0", "exponential-0", "gaussian-0", "gaussian-1", "gaussian-2", "geometric-0",
        "geometric0-0", "negative-binomial-0", "poisson-0",
    ]  # fmt: skip


@one_in(4, ("name", "stated", "estimate"), ESTIMATED, ids=[name for name, *_ in ESTIMATED])
def test_stated_estimates_are_derived_anew(
    name: str, stated: Specification, estimate: Expression
) -> None:
    """The estimate in a family's file is the one that its density leads to."""
    found = derive_estimator(stated)
    signs = (N, ALL_ROWS, *(statistic.sign for statistic in found.statistics))
    marks = {sign: nodes.Symbol(f"_{sign.role}") for sign in signs}
    *_, derived = (found.cases[0].estimates or {}).values()
    apart = [to_sympy(nodes.replace(each, marks.get)) for each in (derived, estimate)]
    assert sympy.simplify(apart[0] - apart[1]) == 0


@pytest.mark.parametrize(
    ("name", "stated", "estimate"), ESTIMATED, ids=[name for name, *_ in ESTIMATED]
)
def test_stated_densities_add_up_to_one(name: str, stated: Specification, estimate: Expression) -> None:
    """By quadrature, or term by term, all values of what a family states add up to 1."""
    places = {sympy.Symbol(of): sympy.Rational(2, 5) for of in (*stated.parameters, "v", "μ")}
    formula = to_sympy(stated.formula).subs({**places, sympy.Symbol("r"): 3})
    worth, support = sympy.lambdify(sympy.Symbol("x"), formula, "mpmath"), stated.support
    with mpmath.workdps(30):
        if isinstance(support, Whole):
            first, last = (to_sympy(end or nodes.Integer(400)) for end in (support.first, support.last))
            added = mpmath.fsum(worth(mpmath.mpf(x)) for x in range(int(first), int(last) + 1))
        else:
            added = mpmath.quad(worth, [-mpmath.inf if support.low is None else 0, 1, mpmath.inf])
        assert mpmath.almosteq(added, 1, mpmath.mpf(10) ** -8)


@all_of("name", KEPT)
def test_kept_records_are_those_that_are_derived(name: str) -> None:
    """What theorems are written from without SymPy is what SymPy finds for the density.

    How probable more than a number is, our families state: their theorems say nothing of it.
    """
    ((stated, _),) = family(name).densities
    assert recorded_estimator(name, stated) == replace(derive_estimator(stated), tail=None)  # type: ignore[type-var]


def kept(name: str) -> object:
    """Return the record of a family as its file has it."""

    def spelled(part: object) -> object:
        if isinstance(part, Expression):
            return spell(part)
        if isinstance(part, tuple):
            return list(map(spelled, part))
        if is_dataclass(part):
            return {field.name: spelled(getattr(part, field.name)) for field in fields(part)}
        return part

    ((stated, _),) = family(name).densities
    record = spelled(replace(derive_estimator(stated), tail=None))  # type: ignore[type-var]
    assert isinstance(record, dict)
    return {key: part for key, part in record.items() if key != "specification"}


if __name__ == "__main__":
    lines = (f"{json.dumps(name)}: {json.dumps(kept(name), ensure_ascii=False)}" for name in KEPT)
    RECORDS.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")
