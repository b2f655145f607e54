"""Estimates by each rule of smoothing: how they are written, and what they are worth."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from thoroughness import all_of, law
from valued import plain_value

from exactnb.core.arithmetic.values import UNDEFINED
from exactnb.core.conventions.rules import read_rule
from exactnb.core.expression.nodes import Integer, Phrase, Product, Sum
from exactnb.core.expression.results import Value, with_limits
from exactnb.core.expression.spell import spell
from exactnb.core.families.estimates import (
    ROLES,
    EstimatedShare,
    EstimateInputs,
    estimate,
    roles,
    rule_formula,
)
from exactnb.teach.misconceptions import misconceptions

COUNTS = st.lists(st.integers(0, 30), min_size=1, max_size=6)
LAMBDAS = st.fractions(0, 5, max_denominator=12)
Rule = object


def trial(hits: int, trials: int, cells: int, *, value: str = "v0", label: str = "k", seen: int = 1):
    """Return what an estimate rests on, its counts as numbers; the values are v0, v1 ..."""
    values = tuple(f"v{at}" for at in range(cells))
    return EstimateInputs(Integer(hits), Integer(trials), values, value, label, seen)


def shown(rule: Rule, *counted: int, **options: object) -> str:
    """Return how an estimate is written."""
    return spell(estimate(read_rule(rule, ""), trial(*counted, **options)))  # type: ignore[arg-type]


def all_values(rule: Rule, counts: list[int], label: str = "k") -> list[Value]:
    """Return the estimates of all values of one column, of which some were counted so often."""
    found = []
    read, total = read_rule(rule, ""), sum(counts)  # type: ignore[arg-type]
    for at, hits in enumerate(counts):
        of = trial(hits, total, len(counts), value=f"v{at}", label=label)
        found.append(plain_value(estimate(read, of)))
    return found


@all_of(
    ("hits", "trials", "smoothing", "cells", "text", "worth"),
    [
        (2, 4, "0", 2, "2/4", Fraction(1, 2)),
        (2, 4, "1", 2, "(2 + 1) / (4 + 2)", Fraction(1, 2)),
        (0, 5, "1", 3, "(0 + 1) / (5 + 3)", Fraction(1, 8)),
        (2, 4, "1/2", 2, "(2 + 1/2) / (4 + 2 * 1/2)", Fraction(1, 2)),
        (3, 9, "3/7", 4, "(3 + 3/7) / (9 + 4 * 3/7)", Fraction(8, 25)),
        (0, 0, "1", 2, "(0 + 1) / (0 + 2)", Fraction(1, 2)),
        (0, 0, "0", 2, "0/0", UNDEFINED),
        (0, 7, "0", 2, "0/7", 0),
    ],
)
def test_estimates_are_written_with_their_pseudo_counts(
    hits: int, trials: int, smoothing: str, cells: int, text: str, worth: Value
) -> None:
    """Nothing is added that is zero, and a factor of 1 is not written."""
    found = estimate(read_rule(smoothing, ""), trial(hits, trials, cells))
    assert spell(found) == text
    assert plain_value(found) == worth


@all_of(
    ("rule", "text", "worth"),
    [
        ("laplace", "(1 + 1) / (4 + 3)", Fraction(2, 7)),
        ("jeffreys", "(1 + 1/2) / (4 + 3 * 1/2)", Fraction(3, 11)),
        ("perks", "(1 + 1/3) / (4 + 1)", Fraction(4, 15)),
        ({"add": 1, "cells": 5}, "(1 + 1) / (4 + 5)", Fraction(2, 9)),
        ({"add": 2, "cells": "3/2"}, "(1 + 2) / (4 + 3/2 * 2)", Fraction(3, 7)),
        ({"add": 1, "cells": "slot"}, "(1 + 1) / (4 + 4)", Fraction(1, 4)),
        ({"add": 1, "cells": "class"}, "(1 + 1) / (4 + 2)", Fraction(1, 3)),
        ({"add": {"*": 1, "v1": 2}}, "(1 + 1) / (4 + 4)", Fraction(1, 4)),
        ({"add": {"*": 1, "|l": 7}}, "(1 + 1) / (4 + 3)", Fraction(2, 7)),
        ({"add": {"*": 1, "|k": 7}}, "(1 + 7) / (4 + 21)", Fraction(8, 25)),
        ({"m": 3}, "(1 + 3 * 1/3) / (4 + 3)", Fraction(2, 7)),
        ({"m": 1}, "(1 + 1/3) / (4 + 1)", Fraction(4, 15)),
        ({"m": 0}, "1/4", Fraction(1, 4)),
        ({"m": 2, "p": "1/5"}, "(1 + 2 * 1/5) / (4 + 2)", Fraction(7, 30)),
        ({"m": 2, "p": {"*": "1/4", "v0": "1/2"}}, "(1 + 2 * 1/2) / (4 + 2)", Fraction(1, 3)),
        ({"dirichlet": 2, "take": "mean"}, "(1 + 2) / (4 + 3 * 2)", Fraction(3, 10)),
        ({"dirichlet": 2, "take": "mode"}, "(1 + 1) / (4 + 3)", Fraction(2, 7)),
        ({"dirichlet": 1, "take": "mode"}, "1/4", Fraction(1, 4)),
        ({"frequency": "1/10"}, "(1/4 + 1/10) / (1 + 3 * 1/10)", Fraction(7, 26)),
        ({"clip": "1/3"}, "clip(1/4, 1/3)", Fraction(1, 3)),
        ({"clip": "1/10"}, "clip(1/4, 1/10)", Fraction(1, 4)),
    ],
)
def test_every_rule_is_written_as_its_formula(rule: Rule, text: str, worth: Fraction) -> None:
    """One hit in four trials of a column with three values, two of them seen in the class."""
    found = estimate(read_rule(rule, ""), trial(1, 4, 3, seen=2))  # type: ignore[arg-type]
    assert spell(found) == text
    assert plain_value(found) == worth


def test_clipping_moves_both_ends() -> None:
    """c/n below ε is ε, above 1 − ε it is 1 − ε, and 0/0 stays undefined."""
    rule = read_rule({"clip": "1/10"}, "")
    worth = [plain_value(estimate(rule, trial(hits, 4, 2))) for hits in (0, 2, 4)]
    assert worth == [Fraction(1, 10), Fraction(1, 2), Fraction(9, 10)]
    assert plain_value(estimate(rule, trial(0, 0, 2))) == UNDEFINED
    assert plain_value(estimate(read_rule({"frequency": 1}, ""), trial(0, 0, 2))) == UNDEFINED


def test_a_limit_is_written_with_its_lambda() -> None:
    """The estimate as λ → 0⁺ holds λ itself; what was never seen tends to 0, and 0/0 to 1/m."""
    assert shown("0+", 0, 4, 3) == "(0 + lambda) / (4 + 3 * lambda)"
    worth = [
        plain_value(estimate(read_rule("0+", ""), trial(*of)))
        for of in ((0, 4, 3), (2, 4, 3), (0, 0, 3))
    ]
    assert [with_limits(each) for each in worth] == [0, Fraction(1, 2), Fraction(1, 3)]


def test_one_template_gives_every_estimate() -> None:
    """An estimate is the template with its own expressions in the roles, all of which are known."""
    phrases = {role: Phrase(role, role) for role in ROLES}
    for rule in (1, "perks", {"m": 2, "p": {"*": "1/4", "v0": "1/2"}}, {"add": {"*": 1, "v0": 2}}):
        read = read_rule(rule, "")  # type: ignore[arg-type]
        found = roles(read, trial(1, 4, 3))
        assert set(found) <= set(ROLES)
        assert rule_formula(read, found) == estimate(read, trial(1, 4, 3))
        assert spell(rule_formula(read, phrases)).startswith("(hits + ")


def test_the_number_of_cells_may_be_a_quantity() -> None:
    """An expression takes the place of the number of values."""
    cells = Product((Integer(2), Integer(3)))
    parts = {"hits": Integer(1), "trials": Sum((Integer(1), Integer(3))), "cells": cells}
    assert plain_value(rule_formula(read_rule(1, ""), parts)) == Fraction(2, 10)
    assert plain_value(rule_formula(read_rule("1/2", ""), parts)) == Fraction(3, 14)


@given(COUNTS, LAMBDAS)
@law(20)
def test_estimates_add_up_to_one(counts: list[int], smoothing: Fraction) -> None:
    """Over all values (c+λ)/(n+mλ) adds up to 1, unless nothing was counted and nothing added."""
    estimates = all_values(smoothing, counts)
    if sum(counts) + smoothing == 0:
        assert estimates == [UNDEFINED] * len(counts)
    else:
        assert sum(e for e in estimates if isinstance(e, Fraction)) == 1


@given(COUNTS.filter(any), LAMBDAS, LAMBDAS)
@law(12)
def test_the_rules_of_distributions_add_up_to_one(
    counts: list[int], one: Fraction, other: Fraction
) -> None:
    """λ by place, m-estimates, Dirichlet means and modes, and frequencies add up to 1 too."""
    rules = [
        {"add": {"*": one, "v0": other}},
        {"add": {"*": one, "|k": other}},
        {"m": one},
        {"dirichlet": one, "take": "mean"},
        {"dirichlet": one + 1, "take": "mode"},
        {"frequency": one},
        "perks",
    ]
    for rule in rules:
        estimates = all_values(rule, counts)
        assert sum(e for e in estimates if isinstance(e, Fraction)) == 1, rule


@given(COUNTS, st.fractions(Fraction(1, 12), 5, max_denominator=12))
@law(20)
def test_smoothing_draws_towards_equal_shares(counts: list[int], smoothing: Fraction) -> None:
    """A smoothed estimate lies between the relative frequency and 1/m, and is never 0."""
    share, total = Fraction(1, len(counts)), sum(counts)
    for count, found in zip(counts, all_values(smoothing, counts), strict=True):
        assert isinstance(found, Fraction)
        assert found > 0
        frequency = Fraction(count, total) if total else share
        assert min(frequency, share) <= found <= max(frequency, share)


@given(COUNTS.filter(any), st.fractions(Fraction(1, 12), 5, max_denominator=12))
@law(12)
def test_an_m_estimate_is_additive_smoothing(counts: list[int], smoothing: Fraction) -> None:
    """(c + m·1/d)/(n + m) with m = d·λ is (c + λ)/(n + dλ), and so is a Dirichlet's mean with a = λ."""
    plain = all_values(smoothing, counts)
    assert all_values({"m": smoothing * len(counts)}, counts) == plain
    assert all_values({"dirichlet": smoothing, "take": "mean"}, counts) == plain
    assert all_values({"dirichlet": smoothing + 1, "take": "mode"}, counts) == plain
    assert all_values({"add": smoothing, "cells": len(counts)}, counts) == plain


@all_of(
    ("rule", "filled"),
    [
        (0, {"hits", "trials", "cells"}), (1, {"hits", "trials", "cells"}),
        ({"add": {"*": 1, "v0": 2}}, {"hits", "trials", "cells", "pseudocount", "total"}),
        ({"add": 1, "cells": 5}, {"hits", "trials"}), ({"m": 2}, {"hits", "trials", "cells"}),
        ({"m": 2, "p": "1/3"}, {"hits", "trials", "cells"}),
        ({"m": 2, "p": {"*": "1/4", "v0": "1/2"}}, {"hits", "trials", "cells", "default"}),
        ({"frequency": "1/10"}, {"hits", "trials", "cells"}), ({"clip": "1/10"}, {"hits", "trials"}),
    ],
)  # fmt: skip
def test_a_rule_asks_for_no_more_than_it_writes(rule: Rule, filled: set[str]) -> None:
    """Numbers by place are asked for where they differ, cells where they are counted."""
    found = roles(read_rule(rule, ""), trial(2, 4, 3))  # type: ignore[arg-type]
    assert set(found) == filled


@pytest.mark.parametrize(
    ("rule", "swapped"), [(0, ["2 / (2 + 3)"]), (1, ["2 / (2 + 3)", "(2 + 1) / ((2 + 3) + 2)"])]
)
def test_a_conditional_the_other_way_round_is_a_mistake(rule: Rule, swapped: list[str]) -> None:
    """Of 2 and 3 hits in two classes, 2/5 is P(class | value), bare and with λ for each class."""
    read, of = read_rule(rule, ""), trial(2, 4, 2)  # type: ignore[arg-type]
    counts = Integer(8), Integer(4), (Integer(2), Integer(3))
    share = EstimatedShare(read, of, *counts, 2, 3)
    found = misconceptions()["conditional-swapped"].formulas["share"](share)
    assert [spell(formula) for formula in found] == swapped
