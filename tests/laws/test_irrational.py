"""Irrational scores, through the graph itself, and the edges of what the laws draw."""

import itertools
from fractions import Fraction

from laws import worth
from thoroughness import all_of

from exactnb import Conventions, ModelChoice, Problem, Table, solve
from exactnb.core.arithmetic.rounding import Rounding
from exactnb.core.expression.nodes import (
    ArgMax,
    Expression,
    Function,
    Integer,
    Negative,
    Product,
    Quotient,
    Reference,
    Sum,
)
from exactnb.core.expression.reasons import Reason, Rule
from exactnb.core.expression.results import Decision
from exactnb.core.model.quantities import Quantities
from exactnb.core.model.quantity import Effort, Quantity
from exactnb.core.naming.names import Item, QuantityName

SCORE = Product(
    (Function("sqrt", Integer(2)), Function("exp", Negative(Quotient(Integer(1), Integer(2)))))
)
BY_HAND = Reason(Rule.DEFINE, "by hand")


def by_hand(**formulas: Expression) -> Quantities:
    """Return a graph of hand-made quantities, each named by a class of its own."""

    def define(name: QuantityName, _: Effort) -> Quantity:
        return Quantity(name, formulas[name.left[0].value], BY_HAND)

    return Quantities([named(key) for key in formulas], define, Effort())


def named(key: str) -> QuantityName:
    return QuantityName("P", (Item("class", "y", key),))


def ref(key: str) -> Reference:
    return Reference(named(key))


def test_scores_with_one_irrational_factor_give_rational_posteriors():
    """Scores √2·e^(-1/2) times 1, 3 and 4 have the posteriors 1/8, 3/8 and 1/2, exactly."""
    scores = {f"s{n}": Product((Integer(n), SCORE)) for n in (1, 3, 4)}
    evidence = {"e": Sum(tuple(ref(key) for key in scores))}
    posteriors = {f"p{n}": Quotient(ref(f"s{n}"), ref("e")) for n in (1, 3, 4)}
    decision = {"d": ArgMax(tuple((key, ref(key)) for key in scores))}
    graph = by_hand(**scores, **evidence, **posteriors, **decision)
    found = [graph.value(named(key)) for key in posteriors]
    assert found == [Fraction(1, 8), Fraction(3, 8), Fraction(1, 2)]
    assert graph.value(named("d")) == Decision(("s4",))


def test_equal_irrational_scores_are_an_exact_tie():
    """√8·e^(-1/2) and 2·√2·e^(-1/2), written differently, tie and share the posterior."""
    other = Product((Function("exp", Quotient(Integer(-1), Integer(2))), Function("sqrt", Integer(8))))
    graph = by_hand(
        a=Product((Integer(2), SCORE)),
        b=other,
        e=Sum((ref("a"), ref("b"))),
        p=Quotient(ref("a"), ref("e")),
        d=ArgMax((("a", ref("a")), ("b", ref("b")))),
    )
    assert graph.value(named("p")) == Fraction(1, 2)
    assert graph.value(named("d")) == Decision(("a", "b"))


@all_of("rounding", [Rounding(figures=4), Rounding(places=3), Rounding(figures=30)])
def test_rounding_an_irrational_graph_at_each_node_ends(rounding):
    """With rounding after each step every irrational node becomes a decimal near its exact value."""
    graph = by_hand(
        s=SCORE,
        t=Product((Integer(3), Function("sqrt", Integer(3)))),
        e=Sum((ref("s"), ref("t"))),
        p=Quotient(ref("s"), ref("e")),
        l=Function("log", ref("p")),
        q=Sum((Integer(1), Negative(ref("p")))),
    )
    found = graph.evaluate(rounding=rounding)
    assert all(isinstance(value, Fraction) for value in found.values())
    assert all(rounding.apply(value) == value for value in found.values())
    # √2·e^(-1/2) to 38 digits
    assert found[named("s")] == rounding.apply(Fraction("0.85776388496070679648018964127877247812"))
    assert found[named("e")] == rounding.apply(found[named("s")] + found[named("t")])
    assert found[named("p")] == rounding.apply(found[named("s")] / found[named("e")])
    assert found[named("q")] == rounding.apply(1 - found[named("p")])


def test_rounding_at_a_half_that_is_exact_ends():
    """√2·√2·√(1/16) is exactly one half, and is rounded as such: no enclosure could tell."""
    root = Function("sqrt", Integer(2))
    quarter = Function("sqrt", Quotient(Integer(1), Integer(16)))
    graph = by_hand(h=Product((root, root, quarter)))
    assert graph.evaluate(rounding=Rounding(places=0))[named("h")] == 1
    half_even = Rounding(places=0, rule="half-even")
    assert graph.evaluate(rounding=half_even)[named("h")] == 0


def test_one_class_alone_is_certain():
    """A problem with a single class gives it the posterior 1, and decides for it."""
    table = Table.from_rows([("1", "+"), ("0", "+")], ["a", "class"])
    solution = solve(Problem(table, query={"x": {"a": "1"}}))
    assert solution["P(+|x)"] == 1
    assert "There is no other class, so x is +." in solution.text()


@all_of(
    "prior, smoothing", list(itertools.product(("uniform", "smoothed"), (Fraction(0), Fraction(1))))
)
def test_a_class_without_rows_is_legal_under_another_prior(prior, smoothing):
    """A class without rows has undefined parameters without smoothing, uniform ones with it."""
    table = Table.from_rows([("1", "+"), ("0", "+")], ["a", "class"], classes=["+", "-"])
    choice = ModelChoice(Conventions(prior=prior, prior_smoothing=1 if prior == "smoothed" else None,
                                     smoothing=smoothing))  # fmt: skip
    solution = solve(Problem(table, query={"x": {"a": "1"}}, models={"model": choice}))
    if smoothing:
        assert solution["P(a=1|-)"] == Fraction(1, 2)
        assert worth(solution["P(-|x)"]) is not None
    else:
        assert worth(solution["P(a=1|-)"]) is None
        assert worth(solution["P(+|x)"]) is None
        assert "undefined" in solution.text()
