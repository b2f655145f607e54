"""An alternative by itself: what it is called, what it changes, how two are made together."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from exactnb import Problem
from exactnb.core.arithmetic.rounding import Rounding
from exactnb.core.data.edits import Edit
from exactnb.core.data.schema import Case
from exactnb.core.expression.nodes import Integer, Quotient
from exactnb.core.families.protocol import Misconception
from exactnb.core.model.quantities import Quantities
from exactnb.core.model.quantity import Effort
from exactnb.core.naming.names import QuantityName
from exactnb.teach.alternatives.alternative import (
    Alternative,
    alternatives_of_changes,
    column_by_column,
    combined,
    second_after_first,
)

TABLE = """
data.table = '''
a b class
u s +
v t +
v s +
u s -
'''
query.x = { a = "u", b = "s" }
query.y = { b = "t" }
"""
PROBLEM = Problem.from_text(TABLE)
PLAIN = Misconception("plain", "done otherwise", "")
OTHER = Misconception("other", "done as elsewhere", "", is_convention=True)
RARE = Misconception("rare", "hardly done", "", is_rare=True)
RESULT = Misconception("result", "given instead", "", is_in_result=True)
HALF, THIRD = Quotient(Integer(1), Integer(2)), Quotient(Integer(1), Integer(3))
EDIT = Edit("dropped", 1, Case("", "+", {}), ())


def named(text: str) -> QuantityName:
    return PROBLEM.scope.resolve(text)


def graph_of(*asked: str) -> Quantities:
    return Quantities([named(each) for each in asked], PROBLEM.define, Effort())


def made(*misconceptions: Misconception, detail: str = "", **formulas: object) -> Alternative:
    """Return an alternative that replaces formulas: P(+), or what is given."""
    given = formulas.get("of", {named("P(+)"): HALF})
    return Alternative(misconceptions, given, detail)  # type: ignore[arg-type]


def test_what_an_alternative_is_called() -> None:
    """By the ids of its misconceptions and the detail; in words by what was done."""
    one, two = made(PLAIN), made(PLAIN, OTHER, detail="column a")
    assert (one.id, one.name, one.words, one.switch_count) == (
        "plain",
        "plain",
        "done otherwise",
        1,
    )
    assert (two.id, two.name, two.switch_count) == ("plain+other", "plain+other (column a)", 2)
    assert two.words == "done otherwise; done as elsewhere (column a)"


def test_what_kind_an_alternative_is() -> None:
    """Rare or made in a result if one of its steps is, a convention if all are."""
    kinds = [(each.is_rare, each.is_convention, each.is_only_in_result) for each in (
        made(PLAIN), made(PLAIN, RARE), made(PLAIN, OTHER), made(OTHER), made(RESULT, PLAIN),
    )]  # fmt: skip
    assert kinds == [
        (False, False, False), (True, False, False), (False, False, False), (False, True, False),
        (False, False, True),
    ]  # fmt: skip


def test_what_is_believed_is_neither_misread_nor_rounded() -> None:
    """An edit, another problem, or a rounding is no misconception."""
    plain = made(PLAIN)
    assert plain.is_misconception
    assert plain.first_edit is None
    rounded = replace(plain, rounding=Rounding(places=1))
    edited, other = replace(plain, edits=(EDIT,)), replace(plain, problem=PROBLEM)
    assert not any(each.is_misconception for each in (rounded, edited, other))
    assert edited.first_edit is EDIT


def test_the_same_formulas_have_the_same_key() -> None:
    """Whatever they are called; rounding, and whether a result is meant, tell them apart."""
    of = {named("P(+)"): HALF, named("P(-)"): THIRD}
    turned = dict(reversed(of.items()))
    assert made(PLAIN, of=of).equivalence_key == made(OTHER, detail="b", of=turned).equivalence_key
    plain = made(PLAIN)
    rounding = Rounding(places=1)
    others = [
        plain, made(RESULT), made(PLAIN, of={named("P(+)"): THIRD}), replace(plain, rounding=rounding),
        replace(plain, rounding=rounding, rounded=frozenset()),
        replace(plain, rounding=rounding, is_result_unrounded=True),
        replace(plain, rounding=Rounding(places=2)),
    ]  # fmt: skip
    assert len({each.equivalence_key for each in others}) == len(others)


def test_what_is_believed_goes_on_and_a_result_does_not() -> None:
    """P(+) = 1/2 for 3/4 changes the posterior if it is believed, and P(+) alone if it is given so."""
    graph = graph_of("P(+|y)", "P(+)", "P(y)")
    # P(+,y) = 3/4 · 1/3, P(-,y) = 0
    assert [graph.value(name) for name in graph.targets] == [1, Fraction(3, 4), Fraction(1, 4)]
    believed, given = made(PLAIN).value_function(graph), made(RESULT).value_function(graph)
    assert [believed(name) for name in graph.targets] == [1, Fraction(1, 2), Fraction(1, 6)]
    assert [given(name) for name in graph.targets] == [1, Fraction(1, 2), Fraction(1, 4)]
    prior, evidence = named("P(+)"), named("P(y)")
    assert made(PLAIN).changes_for(evidence) == {prior: HALF}
    assert made(RESULT).changes_for(evidence) == {}
    assert made(RESULT).changes_for(prior) == {prior: HALF}


def test_what_is_rounded_goes_on_unless_it_is_left_long() -> None:
    """P(+,x) = 3/4 · 1/3 · 2/3: of estimates 0.8 · 0.3 · 0.7, all of it 0.2, before the end as long."""
    graph = graph_of("P(+,x)")
    (name,) = graph.targets
    tenth, estimates = Rounding(places=1), frozenset(map(named, ("P(+)", "P(a=u|+)", "P(b=s|+)")))
    early = Alternative((PLAIN,), {}, "", tenth)
    values = {
        "estimates": replace(early, rounded=estimates).value_function(graph)(name),
        "every": early.value_function(graph)(name),
        "before": replace(early, is_result_unrounded=True).value_function(graph)(name),
        "after a change": replace(early, formulas={named("P(+)"): THIRD}).value_function(graph)(name),
    }
    product = Fraction(8, 10) * Fraction(3, 10) * Fraction(7, 10)
    assert values == {
        "estimates": product, "every": Fraction(2, 10), "before": product,
        "after a change": Fraction(1, 10),  # 0.3 · 0.3 · 0.7 = 0.063
    }  # fmt: skip


def test_changes_of_one_detail_are_one_alternative() -> None:
    """A misconception is made in all its places at once; another detail is another alternative."""
    plus, minus = named("P(+)"), named("P(-)")
    found = [*alternatives_of_changes([
        (PLAIN, "", plus, HALF), (OTHER, "", plus, THIRD), (PLAIN, "", minus, HALF),
        (PLAIN, "column a", minus, THIRD),
    ])]  # fmt: skip
    assert [(each.id, each.detail, each.formulas) for each in found] == [
        ("plain", "", {plus: HALF, minus: HALF}),
        ("other", "", {plus: THIRD}),
        ("plain", "column a", {minus: THIRD}),
    ]


def test_two_are_made_together_in_different_steps() -> None:
    """Not where both change one formula, and not where one is a rounding."""
    one, other = made(PLAIN, detail="a"), made(RESULT, detail="b", of={named("P(-)"): THIRD})
    pair = combined(one, other)
    assert pair is not None
    assert (pair.id, pair.detail, pair.parts) == ("plain+result", "a, b", (one, other))
    assert pair.formulas == {named("P(+)"): HALF, named("P(-)"): THIRD}
    assert combined(one, replace(one, detail="b")) is None
    rounding = Alternative((PLAIN,), {}, "", Rounding(places=1))
    assert combined(one, rounding) is None
    assert combined(rounding, one) is None
    nameless = combined(made(PLAIN), other)
    assert nameless is not None
    assert nameless.detail == "b"
    # of the two, what is made in a result is made there alone
    assert pair.changes_for(named("P(+)")) == {named("P(+)"): HALF}
    assert pair.changes_for(named("P(-)")) == {named("P(+)"): HALF, named("P(-)"): THIRD}


def test_an_alternative_to_another_problem_is_made_after_it() -> None:
    """Its formulas go before those of the problem; edits and problem are its own, if it has any."""
    problem = replace(PROBLEM, title="another")
    first = replace(made(OTHER, detail="λ = 1"), problem=problem, edits=(EDIT,))
    then = made(PLAIN, detail="a", of={named("P(+)"): THIRD, named("P(-)"): HALF})
    pair = second_after_first(first, then)
    assert (pair.id, pair.detail, pair.parts) == ("other+plain", "λ = 1, a", (first, then))
    assert pair.formulas == {named("P(+)"): THIRD, named("P(-)"): HALF}
    assert (pair.problem, pair.edits) == (problem, (EDIT,))
    later = replace(then, problem=PROBLEM, edits=(replace(EDIT, row=2),), detail="")
    second = second_after_first(first, later)
    assert (second.problem, second.edits, second.detail) == (PROBLEM, later.edits, "λ = 1")


def test_what_is_done_in_several_columns_may_be_done_in_one() -> None:
    """Two columns are two ways; a single one is the whole, and a prior has none."""
    a, b = named("P(a=u|+)"), named("P(b=s|+)")
    several = made(PLAIN, detail="way 2", of={a: HALF, b: THIRD, named("P(b=t|+)"): HALF})
    assert [(each.detail, each.formulas) for each in column_by_column(several)] == [
        ("way 2, in column a alone", {a: HALF}),
        ("way 2, in column b alone", {b: THIRD, named("P(b=t|+)"): HALF}),
    ]
    assert [each.detail for each in column_by_column(made(PLAIN, of={a: HALF, b: HALF}))] == [
        "in column a alone", "in column b alone",
    ]  # fmt: skip
    assert not [*column_by_column(made(PLAIN, of={a: HALF, named("P(a=v|+)"): THIRD}))]
    assert not [*column_by_column(made(PLAIN))]


@pytest.mark.parametrize("kind", [PLAIN, RESULT])
def test_two_that_are_written_alike_are_two(kind: Misconception) -> None:
    """Each is one of its kind."""
    assert made(kind) != made(kind)
