"""Derivations over columns of numbers: names are worth the exact values that solve finds for them.

Those are held against an independent oracle in `laws/test_numbers.py`; here the lines between them
are judged, by expressions evaluated to 120 digits.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from math import inf
from typing import Self

import reading
from hypothesis import Phase, given, settings
from numbers_drawn import Drawn, cases

from exactnb import Conventions, ModelChoice, Problem, Table, solve
from exactnb.core.arithmetic import matrices, roots
from exactnb.core.arithmetic.rounding import Rounding, rounded
from exactnb.core.arithmetic.values import Infinite, Undefined
from exactnb.core.expression.general_nodes import Zeros
from exactnb.core.expression.nodes import Function, IndexedProduct, Integer, Product, Reference, Sum
from exactnb.core.expression.results import Decision, Value
from exactnb.core.expression.written import literal
from exactnb.core.naming.names import Item, Pair, QuantityName
from exactnb.explain.derivation import Line
from exactnb.explain.solution.setting import problem_source
from mutations.arrays import Array, Curve, Roots
from mutations.judging import Named
from mutations.subject import Subject
from mutations.values import NONSENSE, Worth, evaluate, parts_within

__all__ = ["OfNumbers", "has_numbers", "problems_of_numbers"]

DIGITS = Rounding(figures=100)
DRAWN = 10
BLOCKS = ("lda", "qda", "spherical")


@dataclass(frozen=True)
class OfNumbers(Subject):
    """A derivation whose names are worth what the graph says."""

    @classmethod
    def of(cls, title: str, problem: Problem) -> Self:  # type: ignore[override]
        """Return the derivation of a problem."""
        verified = solve(problem).verified
        environment = {
            str(name): worth(value) for name, value in verified.quantities.values_by_name.items()
        }
        return cls(
            title, problem, dict.fromkeys(problem.predictions), verified.quantities,
            verified.derivation, problem_source(problem), environment,
        )  # fmt: skip

    def meant(self, name: QuantityName) -> Worth:
        """Return the value of a name of the graph."""
        return self.environment.get(str(name), NONSENSE)

    def knows(self, model: str, column: str, value: str) -> bool:
        """Say whether a column that holds values has this one."""
        return value in self.problem.schema.columns.get(column, ())

    def decided(self, name: QuantityName, *, given: bool = False) -> tuple[str, ...] | None:
        """Return the labels decided on for what stands left in a name, or behind its bar."""
        side = name.right if given else name.left
        shown = tuple(i for i in side if isinstance(i, Item) and i.kind != "class")
        asked = str(QuantityName("argmax", shown, (), name.model))
        if asked not in self.environment:
            raise reading.Unreadable(f"{asked} is not known")
        return self.environment[asked]

    def named(self, name: QuantityName, *, given: bool = False) -> Named:
        """Return the class, or the two of a pair, and the items of one side of a name."""
        side = name.right if given else name.left
        items = tuple(i for i in side if isinstance(i, Item))
        pair = next(((p.first.value, p.second.value) for p in side if isinstance(p, Pair)), None)
        labels = [i.value for i in items if i.kind == "class"]
        return Named(pair, labels[0] if labels else None, items=items)

    def strays(self, line: Line) -> bool:
        """Say whether the factors under ∏ are labelled as those of another class or query."""
        assert isinstance(line.left, Reference)
        name = line.left.name
        label = self.named(name).label or self.named(name, given=True).label
        observed = ", ".join(i.spell() for i in self.named(name).items if i.kind != "class")
        signs = [dict(p.fields) for p in parts_within(line.right) if isinstance(p, IndexedProduct)]
        return any(sign != {"x": observed, "class": label} for sign in signs)


def worth(value: Value) -> Worth:
    """Return a value of the package as one of the tests: decimals where it is irrational."""
    match value:
        case Fraction() | bool():
            return value
        case Undefined():
            return None
        case Infinite(sign):
            return inf * sign
        case Decision(labels):
            return labels
        case matrices.Vector(parts):
            return Array(tuple((part,) for part in parts))
        case matrices.Matrix(rows):
            return Array(rows)
        case roots.Points(parts, kind):
            return Roots(tuple(map(worth, parts)), kind)
        case roots.Everywhere():
            return Curve(())
        case roots.Equation(variables, terms, times, argument, above):
            parts = {powers: Integer(number) for powers, number in terms}
            nothing = (0,) * len(variables)
            if argument is not None:
                logarithm = Product((Integer(times), Function("log", literal(argument))))
                parts[nothing] = Sum((parts.get(nothing, Integer(0)), logarithm))
            return evaluate(Zeros(variables, tuple(parts.items()), is_inequality=above), {})
    decimal = rounded(value, DIGITS)
    return Decimal(f"{decimal.units}e{-decimal.places}")


def has_numbers(problem: Problem) -> bool:
    """Say whether a column of some model holds numbers, or is of a family that the problem states."""
    models = [prediction.model for prediction in problem.predictions.values()]
    return any(m.numeric_blocks or any(b.family.letters for b in m.blocks) for m in models)


def problems_of_numbers(dice: random.Random) -> Iterator[tuple[str, Problem]]:
    """Yield random problems: columns side by side, and blocks of columns."""
    drawn: list[Drawn] = []

    @settings(max_examples=DRAWN, derandomize=True, database=None, phases=[Phase.generate])
    @given(cases())
    def draw(case: Drawn) -> None:
        drawn.append(case)

    draw()
    for at, case in enumerate(drawn):
        yield f"numbers, no. {at}", case.problem()
    for family in ("gaussian", "exponential", "poisson"):
        yield f"regions of {family}", _regions(dice, family)
    for family in BLOCKS:
        yield f"a block of {family}", _block(dice, family)


def _regions(dice: random.Random, family: str) -> Problem:
    rows = [(dice.randint(0, 9), k) for k in ("oat", "rye") for _ in range(5)]
    return Problem(
        Table.from_rows(rows, ["x", "kind"], label="kind"),
        models={"model": ModelChoice(Conventions(), family=family)},
        ask=("region(oat:rye)", "region(rye:oat)", "boundary(oat:rye)"),
    )


def _block(dice: random.Random, family: str) -> Problem:
    rows = [(dice.randint(0, 9), dice.randint(0, 9), k) for k in ("oat", "rye") for _ in range(4)]
    table = Table.from_rows(rows, ["x", "y", "kind"], label="kind")
    return Problem(
        table, query={"s": {"x": "3/2", "y": "4"}},
        models={"model": ModelChoice(Conventions(), family=family)},
        ask=("boundary(oat:rye)", "region(oat:rye)"),
    )  # fmt: skip
