"""A derivation to be changed, and what is false in it."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from decimal import Decimal
from fractions import Fraction
from typing import Any

import reading
from brute import Case

from exactnb import Problem, solve
from exactnb.core.expression.general_nodes import MatrixNode, PointsNode, VectorNode
from exactnb.core.expression.nodes import (
    Expression,
    IndexedProduct,
    Integer,
    Negative,
    Numeral,
    Reference,
    Special,
)
from exactnb.core.expression.reasons import Rule
from exactnb.core.expression.spell import spell
from exactnb.core.model.quantities import Quantities
from exactnb.core.naming.names import QuantityName
from exactnb.explain.derivation import Derivation, Line
from exactnb.explain.derivation.verifier import ProblemSource
from exactnb.explain.solution.setting import problem_source
from mutations.arrays import Array, Curve, Roots, flattened
from mutations.judging import Judged, Named, split, worth_of
from mutations.values import Worth, alike, decimal_of, evaluate, parts_within, settled

__all__ = ["Subject", "contains"]

_MANY = Array | Curve | Roots


def contains(line: Line, *kinds: type) -> bool:
    return any(isinstance(part, kinds) for part in parts_within(line.right))


@dataclass(frozen=True)
class Subject:
    """A derivation to be mutated, and the means to say what is false in it."""

    title: str
    problem: Problem
    cases: Mapping[str, Case]
    quantities: Quantities
    derivation: Derivation
    source: ProblemSource
    environment: dict[str, Worth] = field(default_factory=dict)

    @classmethod
    def of(cls, title: str, problem: Problem, case: Case | None = None) -> Subject:
        """Return a problem's derivation, and its data as plain cases, one for each model."""
        verified = solve(problem).verified
        cases: dict[str, Case] = {short: Judged.of(problem, short) for short in problem.predictions}
        if case is not None:  # which was not read out of the problem
            cases = {"": case}
        environment = {}
        for name in verified.quantities:
            with suppress(ZeroDivisionError, reading.Unreadable):  # λ over no cells at all
                environment[str(name)] = worth_of(cases, name)
        return cls(
            title, problem, cases, verified.quantities, verified.derivation, problem_source(problem),
            environment,
        )  # fmt: skip

    @property
    def classes(self) -> tuple[str, ...]:
        """Return the labels of the classes."""
        return self.problem.schema.classes

    def worth(self, expression: Expression) -> Worth:
        """Return the value of an expression, evaluated here; of a decision, its labels."""
        return evaluate(expression, self.environment)

    def decided(self, name: QuantityName, *, given: bool = False) -> tuple[str, ...] | None:
        """Return the labels decided on for what stands left in a name, or behind its bar."""
        case = self.cases[name.model]
        return case.decided(self.named(name, given=given).seen)

    def named(self, name: QuantityName, *, given: bool = False) -> Named:
        """Return what stands left in a name, or behind its bar."""
        return split(self.cases[name.model], name.right if given else name.left)

    def meant(self, name: QuantityName) -> Worth:
        """Return what a name is worth by its meaning; NONSENSE where it has none."""
        return worth_of(self.cases, name)

    def knows(self, model: str, column: str, value: str) -> bool:
        """Say whether a column has a value in a model."""
        return any(c.name == column and value in c.values for c in self.cases[model].blocks)

    def is_false(self, line: Line) -> bool:
        """Say whether a line does not hold. Raises Unreadable where it cannot be told."""
        left, right = self.worth(line.left), self.worth(line.right)
        if contains(line, IndexedProduct) and self.strays(line):
            return True
        if line.relation == "=":
            return not alike(left, right)
        if line.relation == "→":
            return not alike(settled(left), right)
        if line.relation == "∼":  # the quotient tends to 1
            is_number = isinstance(left, Fraction) and isinstance(right, Fraction) and right != 0
            return not (is_number and settled(left / right) == 1)
        if line.relation == "≈":
            return self.differs(line, left)
        if isinstance(left, bool | tuple) or isinstance(right, bool | tuple) or None in (left, right):
            return True
        if alike(left, right) or isinstance(left, _MANY) or isinstance(right, _MANY):
            return True
        less = Fraction(left) < Fraction(right) if _are_finite(left, right) else left < right
        return less != (line.relation == "<")

    def differs(self, line: Line, expected: Worth) -> bool:
        """Say whether the right side of a line is not what is expected, by its own relation."""
        if line.relation == "≈" and line.reason.rule is Rule.DECIMALS:
            return not _is_near(self.worth(line.right), expected)
        if line.relation == "≈":
            return not _is_rounded(line.right, expected)
        left = expected if line.relation == "=" else settled(expected)
        return not alike(left, self.worth(line.right))

    def strays(self, line: Line) -> bool:
        """Say whether the factors under ∏ are, as they are labelled, not worth what stands there."""
        assert isinstance(line.left, Reference)
        name = line.left.name
        case, left = self.cases[name.model], self.named(name)
        observed = ", ".join(item.spell() for item in left.items if item.kind != "class")
        for part in parts_within(line.right):
            if isinstance(part, IndexedProduct):
                fields = dict(part.fields)
                if fields["x"] != observed or fields["class"] not in case.classes:
                    return True
                seen = left.seen
                if part.role == "draw":
                    seen = replace(seen, cells={})
                case = replace(case, coefficient=False)
                shown = case.likelihood(fields["class"], seen)
                if not alike(shown, self.worth(replace(part))):
                    return True
        return False


def _is_rounded(shown: Expression, worth: Worth) -> bool:
    """Say whether each numeral that is shown is the correct rounding of a number."""
    if isinstance(shown, VectorNode | MatrixNode | PointsNode):
        if not isinstance(worth, Array | Roots):
            return False
        parts, all_of_it = shown.children, flattened(worth)
        shape = len(all_of_it) - len(parts)
        if shape < 0 or flattened(evaluate(shown, {}))[:shape] != all_of_it[:shape]:
            return False
        return all(map(_is_rounded, parts, all_of_it[shape:]))
    if isinstance(shown, Special | Integer):  # an end of an interval, a whole number
        return alike(evaluate(shown, {}), worth)
    if isinstance(shown, Negative) and isinstance(worth, Fraction | Decimal):
        return _is_rounded(shown.term, -worth)
    if not isinstance(shown, Numeral):
        raise reading.Unreadable("≈ without a decimal")
    worth = settled(worth)
    known = isinstance(worth, Fraction | Decimal)
    return known and reading.is_rounded(spell(shown), Fraction(worth))


def _is_near(shown: Worth, worth: Worth) -> bool:
    """Say whether what decimals lead to is within a hundredth of a value, of many of the largest."""
    if isinstance(worth, Array | Curve | Roots):
        if type(shown) is not type(worth):
            return False
        pairs = list(zip(flattened(shown), flattened(worth), strict=False))
        numbers = [(one, other) for one, other in pairs if isinstance(other, Fraction | Decimal)]
        most = max((abs(Fraction(other)) for _, other in numbers), default=Fraction(0))
        near = (abs(Fraction(one) - Fraction(other)) <= most / 100 for one, other in numbers)
        others = (alike(one, other) for one, other in pairs if (one, other) not in numbers)
        return len(flattened(shown)) == len(flattened(worth)) and all(near) and all(others)
    if not isinstance(shown, Fraction | Decimal) or not isinstance(worth, Fraction | Decimal):
        return alike(shown, worth)
    if isinstance(shown, Decimal) or isinstance(worth, Decimal):  # of a millionth power, too
        shown, worth = decimal_of(shown), decimal_of(worth)
    return abs(shown - worth) <= abs(worth) / 100  # type: ignore[operator]


def _are_finite(*worths: Any) -> bool:
    return not any(isinstance(worth, float) for worth in worths)
