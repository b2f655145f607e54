"""The laws of conditioning, for whatever may stand on either side of the bar, under all conventions."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from laws import DATA, EVERY_FAMILY, LAW, drawn, worth
from strategies import Case
from thoroughness import all_of
from valued import value

from exactnb import Problem
from exactnb.core.naming.names import Item

ADDING_UP = {"add", "mean", "mode", "frequency", "perks", "0+"}


def adds_up(case: Case) -> bool:
    """Say whether estimates add up to 1: clipped ones of two do, of three they need not."""
    widths = (len(case.classes), len(case.vocabulary or ()), *(len(c.values) for c in case.columns))
    known = ADDING_UP | {"clip"} if max(widths) <= 2 else ADDING_UP
    return all(rule.kind in known for rule in case.rules())


def observed(data: Any, case: Case) -> list[str]:
    """Return some of what can be observed: a query perhaps, cells beside it, a word."""
    fixed: set[str] = set()
    found = []
    if data.draw(st.booleans()):
        identity = data.draw(st.sampled_from(sorted(case.queries)))
        fixed = set(case.queries[identity])
        found.append(Item("query", "", identity).spell())
        if "text" in fixed:
            fixed |= {column.name for column in case.blocks}
    for column in case.blocks:
        if column.name not in fixed and column.values and data.draw(st.booleans()):
            found.append(Item("cell", column.name, data.draw(st.sampled_from(column.values))).spell())
    if case.bag_words and data.draw(st.booleans()):
        found.append(case.word(data.draw(st.sampled_from(case.bag_words))).spell())
    return found


def any_case(data: Any, families: tuple[str, ...], **options: bool) -> Case:
    """Return a case in which what is absent is ignored as often as not."""
    absent = data.draw(st.sampled_from(("ignore", "count")))
    return replace(drawn(data, families, **options), absent=absent)


def sides(data: Any, case: Case) -> tuple[str, str]:
    """Return two lists of things that can happen together, neither of them empty."""
    things = observed(data, case)
    if data.draw(st.booleans()):
        things.append(case.label(data.draw(st.sampled_from(case.classes))).spell())
    assume(len(things) > 1)
    things = data.draw(st.permutations(things))
    at = data.draw(st.integers(1, len(things) - 1))
    return ",".join(things[:at]), ",".join(things[at:])


@EVERY_FAMILY
@LAW
@given(data=DATA)
def test_a_joint_probability_is_a_conditional_one_times_that_of_the_condition(families, data):
    """P(A|B)·P(B) = P(A, B), whatever A and B are made of: classes, cells, words, queries."""
    case = any_case(data, families)
    one, other = sides(data, case)
    problem = case.problem()
    both = worth(value(problem, f"P({one},{other})"))
    condition = worth(value(problem, f"P({other})"))
    conditional = worth(value(problem, f"P({one}|{other})"))
    if condition is None:
        assert conditional is None
    elif condition != 0 and not case.is_limit:
        assert both == (None if conditional is None else conditional * condition)


@EVERY_FAMILY
@LAW
@given(data=DATA)
def test_odds_are_prior_odds_times_the_likelihood_ratio(families, data):
    """odds(k:l|A) = odds(k:l)·lr(k:l|A), wherever neither is 0 or without bound."""
    case = any_case(data, families, limits=False)
    things = observed(data, case)
    assume(things)
    problem = case.problem()
    pair = ":".join(Item("query", "", k).spell() for k in case.classes[:2])
    names = f"odds({pair}|{','.join(things)})", f"odds({pair})", f"lr({pair}|{','.join(things)})"
    found = [value(problem, name) for name in names]
    assume(all(isinstance(of, Fraction) and of != 0 for of in found))
    after, before, ratio = map(worth, found)
    assert before is not None
    assert ratio is not None
    assert after == before * ratio


@EVERY_FAMILY
@LAW
@given(data=DATA)
def test_a_probability_lies_between_0_and_1(families, data):
    """Where the rules add up, nothing is likelier than what is certain."""
    case = any_case(data, families)
    assume(case.unseen != "zero")
    assume(adds_up(case))
    one, other = sides(data, case)
    problem = case.problem()
    for name in (f"P({one})", f"P({one},{other})", f"P({one}|{other})"):
        found = worth(value(problem, name))
        assert found is None or 0 <= found <= 1


IGNORING = """
[data]
table = '''
id a b k
r1 1 1 +
r2 0 1 +
r3 0 1 +
r4 1 0 -
r5 0 1 -
'''
[model]
absent = "ignore"
[query]
x = { a = 0, b = 1 }
"""


@all_of(
    ("name", "expected"),
    [
        ("P(b=1|+,a=0)", "1"), ("P(a=0|+,b=1)", "2/3"), ("P(a=0,b=1|+)", "2/3"),
        ("P(a=0,b=1)", "1/2"), ("P(+|a=0)", "2/3"), ("odds(+:-|a=0)", "2"), ("lr(+:-|a=0)", "4/3"),
        ("P(x|+)", "1"), ("P(x)", "4/5"), ("P(+|x)", "3/4"), ("P(r2|+)", "1"), ("P(r4|-)", "1/2"),
    ],
)  # fmt: skip
def test_only_what_a_query_or_row_shows_loses_its_zeros(name: str, expected: str) -> None:
    """With absent = "ignore" x and r2 show b = 1 alone; a = 0 is as probable as it ever was."""
    assert value(Problem.from_text(IGNORING), name) == Fraction(expected)


def test_a_query_names_what_it_ignores() -> None:
    """A column that a query says is 0 is not asked about beside that query, ignored or not."""
    with pytest.raises(Exception, match="'a' occurs twice"):
        value(Problem.from_text(IGNORING), "P(a=1|x)")


IMPOSSIBLE = """
[data]
classes = ["+", "-"]
table = '''
a b k
1 1 +
0 1 +
'''
[model]
smoothing = 1
prior = { "+" = 1, "-" = 0 }
[query]
x = { a = 1, b = 0 }
"""


@all_of(
    ("name", "expected"),
    [
        ("P(x|-)", "1/4"), ("P(a=1|-)", "1/2"), ("P(a=1,b=0|-)", "1/4"), ("P(b=0|-,a=1)", "1/2"),
        ("lr(+:-|x)", "1/2"), ("P(-|x)", "0"), ("P(+|x)", "1"), ("P(x,-)", "0"), ("odds(-:+|x)", "0"),
        ("P(x)", "1/8"), ("lr(-:+|a=1,b=0)", "2"),
    ],
)  # fmt: skip
def test_a_class_that_cannot_be_has_its_likelihood(name: str, expected: str) -> None:
    """P(x|k) is the model's factor where P(k) = 0 too; posterior and ratio follow their formulas."""
    assert value(Problem.from_text(IMPOSSIBLE), name) == Fraction(expected)


@all_of("name", ["P(x|-)", "lr(+:-|x)", "P(-|x)", "P(+|x)", "P(x)", "P(-,x)"])
def test_what_was_never_estimated_is_undefined(name: str) -> None:
    """Without smoothing a class without rows has no likelihood, a prior of 0 beside it or not."""
    assert worth(value(Problem.from_text(IMPOSSIBLE.replace("smoothing = 1", "")), name)) is None
