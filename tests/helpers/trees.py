"""Random display trees, with nodes of every kind."""

from __future__ import annotations

from dataclasses import is_dataclass

from hypothesis import strategies as st

from exactnb.core.arithmetic.rounding import Decimal
from exactnb.core.expression import nodes
from exactnb.core.expression.nodes import (
    ArgMax,
    Clipped,
    Equal,
    Expression,
    Factorial,
    Function,
    IndexedProduct,
    Indicator,
    Integer,
    Labels,
    Negative,
    Numeral,
    OverCells,
    Phrase,
    Pi,
    Power,
    Product,
    Quotient,
    Reference,
    Rising,
    Special,
    Sum,
    Truth,
    Vanishing,
)
from exactnb.core.expression.tree import Fixed, Nested, Several
from exactnb.core.naming.names import Item, QuantityName


def kinds_of_nodes() -> list[type[Expression]]:
    """Return every kind of node; a dataclass with slots is made from one that is not in its file."""
    known = [node for base in (Expression, Fixed, Several, Nested) for node in base.__subclasses__()]
    return [node for node in known if is_dataclass(node) and getattr(nodes, node.__name__, 0) is node]


ONE, TWO, THREE = Integer(1), Integer(2), Integer(3)


A = Reference(QuantityName("P", (Item("cell", "a", "1"),)))


B = Reference(QuantityName("P", (Item("cell", "b", "1"),)))


LEAVES = (
    st.integers(-3, 3).map(Integer)
    | st.sampled_from(
        [A, B, Pi(), Special("∞"), Labels(("+",)), Phrase("rows", "n"), Truth(True), Vanishing()]
    )
    | st.builds(Numeral, st.builds(Decimal, st.integers(-9, 9), st.integers(0, 3)))
)


def larger(trees: st.SearchStrategy[Expression]) -> st.SearchStrategy[Expression]:
    """Return the trees of one node around smaller ones."""
    several = st.lists(trees, max_size=3).map(tuple)
    scores = st.lists(st.tuples(st.sampled_from(["+", "-", "0"]), trees), max_size=3).map(tuple)
    return (
        several.map(Sum)
        | several.map(Product)
        | st.builds(Quotient, trees, trees)
        | st.builds(Power, trees, trees)
        | trees.map(Negative)
        | st.builds(Function, st.sampled_from(["log", "exp"]), trees)
        | several.map(lambda terms: IndexedProduct("factor", (("class", "+"),), terms))
        | st.builds(ArgMax, scores, st.booleans())
        | trees.map(Factorial)
        | st.builds(Rising, trees, trees)
        | st.builds(Clipped, trees, trees)
        | trees.map(lambda decision: Indicator(decision, "+"))
        | several.filter(bool).map(lambda sides: Equal((*sides, *sides)))
        | st.builds(over_cells, trees, trees)
    )


def over_cells(one: Expression, other: Expression) -> OverCells:
    """Return a question over the cells of two columns and two classes."""
    factors = (((one, other), (other, one)), ((one, one), (other, other), (ONE, one)))
    return OverCells("rank", "x", (one, other), factors, (1, 2))


TREES = st.recursive(LEAVES, larger, max_leaves=10)
