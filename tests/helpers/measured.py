"""What laws of columns of numbers hold against an independent oracle."""

from __future__ import annotations

from fractions import Fraction

from numbers_drawn import Drawn, Row
from numbers_oracle import Oracle, Score, Worth, label, total

from exactnb import Solution
from exactnb.core.arithmetic import values
from exactnb.core.arithmetic.power_product import PowerProduct
from exactnb.core.arithmetic.rounding import Rounding, rounded
from exactnb.core.expression.results import Decision, Value, are_equal

SIXTY = Rounding(figures=60)


def agrees(value: Value, expected: Worth) -> bool:
    """Say whether a value is the rational expected, or its 60 digits are those of an interval."""
    if expected is None:
        return value == values.UNDEFINED
    if isinstance(expected, Fraction):
        return value == expected
    if isinstance(value, Fraction):
        return False
    decimal = rounded(value, SIXTY)
    assert (expected.high - expected.low) * 10**20 < decimal.half_unit, "the oracle is too coarse"
    low, high = decimal.value - decimal.half_unit, decimal.value + decimal.half_unit
    return low <= expected.high and expected.low <= high


def worth(score: Score | None) -> Worth:
    return None if score is None else total([score])


def exactly(score: Score | None) -> Value:
    """Return the value of the package that equals a score."""
    if score is None:
        return values.UNDEFINED
    root = PowerProduct.of(score.square) ** Fraction(1, 2)
    return root * PowerProduct.exp(score.power) * PowerProduct(root_pi=-score.pis)


def assert_scores(solution: Solution, oracle: Oracle) -> None:
    """Assert that factors, likelihoods and joints are the oracle's, exactly and in 60 digits."""
    for query, cells in oracle.case.queries.items():
        for k in oracle.case.classes:
            scores = oracle.factors(cells, k)
            scores |= {f"P({query}|{label(k)})": oracle.likelihood(cells, k)}
            scores |= {f"P({label(k)},{query})": oracle.joint(cells, k)}
            for name, score in scores.items():
                assert agrees(solution[name], worth(score)), name
                assert are_equal(solution[name], exactly(score)), name


def decision(labels: tuple[str, ...] | None) -> Value:
    return values.UNDEFINED if labels is None else Decision(labels)


def different(left: dict[str, Value], right: dict[str, Value]) -> list[str]:
    """Return the names under which two solutions say different things."""
    assert left.keys() == right.keys()
    return [name for name, value in left.items() if not alike(value, right[name])]


def alike(left: Value, right: Value) -> bool:
    """Say whether two values are equal; a tie may list its labels in any order."""
    if isinstance(left, Decision) and isinstance(right, Decision):
        return set(left.labels) == set(right.labels)
    return are_equal(left, right)


def same_posteriors(found: Solution, expected: Solution, case: Drawn) -> None:
    """Assert that two solutions have the same posteriors and decisions."""
    names = [f"P({label(k)}|{query})" for k in case.classes for query in case.queries]
    names += [f"argmax({query})" for query in case.queries]
    assert [name for name in names if not alike(found[name], expected[name])] == []


def right(case: Drawn, row: Row) -> bool:
    """Say whether a row is decided for its own class alone."""
    return Oracle(case).winners(row.cells) == (row.label,)
