import re
from dataclasses import FrozenInstanceError, fields

import pytest
from hypothesis import given
from thoroughness import all_of, law
from trees import ONE, THREE, TREES, TWO, A, B, kinds_of_nodes

from exactnb.core.arithmetic.rounding import Decimal
from exactnb.core.expression.nodes import (
    ArgMax,
    AtMost,
    Clipped,
    Crossings,
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
    PointsNode,
    Power,
    Product,
    Quotient,
    Reference,
    Rising,
    Special,
    Sum,
    Symbol,
    Truth,
    Vanishing,
    Within,
    references,
    replace,
)
from exactnb.core.families import family


def test_parts_are_listed_in_the_order_of_the_page() -> None:
    """A fraction has its numerator first, a power its base, an argmax its scores."""
    assert Quotient(TWO, THREE).children == (TWO, THREE)
    assert Power(THREE, TWO).children == (THREE, TWO)
    assert Sum((THREE, ONE)).children == (THREE, ONE)
    assert ArgMax((("+", TWO), ("-", ONE))).children == (TWO, ONE)
    assert IndexedProduct("factor", (), (A, B)).children == (A, B)
    assert Function("log", A).children == Negative(A).children == (A,)
    assert Factorial(TWO).children == Indicator(TWO, "+").children == (TWO,)
    assert Clipped(B, A).children == AtMost(B, A).children == (B, A)
    assert Rising(ONE, A).children == (ONE, A)
    assert Equal((A, B, ONE, TWO)).children == (A, B, ONE, TWO)
    assert OverCells("rank", "x", (A, B), (((ONE, TWO),), ((TWO, THREE),)), (0, 0)).children == (
        A, B, ONE, TWO, TWO, THREE,
    )  # fmt: skip
    regions = PointsNode((A, B), "open"), PointsNode((B, ONE), "[)")
    within = Within(family("gaussian"), "x", "+", regions[:1], regions[1:], (TWO, THREE))
    assert within.children == (*regions, TWO, THREE)
    assert within.with_children((*regions[::-1], A, B)) == Within(
        family("gaussian"), "x", "+", regions[1:], regions[:1], (A, B)
    )
    crossed = Crossings("x", A, ((ONE, TWO),), ((TWO, B),), is_inequality=True)
    assert crossed.with_children(crossed.children) == crossed
    for leaf in (
        ONE,
        A,
        Truth(True),
        Vanishing(),
        Pi(),
        Special("∞"),
        Labels(("+",)),
        Phrase("", ""),
        Numeral(Decimal(1, 1)),
    ):
        assert leaf.children == ()


@all_of("kind", kinds_of_nodes())
def test_a_node_names_every_field_that_holds_parts(kind: type[Expression]) -> None:
    """A field with an expression in it is among what a node holds, and no other field is."""
    kinds = "|".join(node.__name__ for node in (Expression, *kinds_of_nodes()))
    with_parts = [of.name for of in fields(kind) if re.search(rf"\b({kinds})\b", str(of.type))]
    assert sorted(kind.holds) == sorted(with_parts)


@pytest.mark.parametrize(
    "node",
    [Quotient(ONE, TWO), ArgMax((("+", ONE),)), Indicator(ONE, "+"), Symbol("x", (ONE,), (TWO,))],
    ids=lambda node: type(node).__name__,
)
def test_a_node_refuses_parts_that_it_cannot_hold(node: Expression) -> None:
    """Too many parts or too few are an error, never dropped."""
    for parts in ((), (*node.children, THREE)):
        with pytest.raises(TypeError, match=f"{type(node).__name__} has . parts; got {len(parts)}"):
            node.with_children(parts)


def test_nodes_are_compared_by_their_form() -> None:
    """2/4 is not 1/2, 1 + 2 is not 2 + 1, and equal trees are one key."""
    assert Quotient(Integer(2), Integer(4)) != Quotient(ONE, TWO)
    assert Sum((ONE, TWO)) != Sum((TWO, ONE))
    assert Sum((ONE, TWO)) != Product((ONE, TWO))
    assert Negative(ONE) != Integer(-1)
    assert len({Quotient(ONE, TWO), Quotient(Integer(1), Integer(2))}) == 1


def test_nodes_do_not_change() -> None:
    """Assigning to a part of a node is an error."""
    with pytest.raises(FrozenInstanceError):
        ONE.value = 2  # type: ignore[misc]


def test_the_outermost_part_is_replaced() -> None:
    """A part that is answered for is replaced whole, and what was put in is not searched again."""
    inner = Sum((A, ONE))
    tree = Product((inner, A))
    assert replace(tree, lambda e: THREE if e == A else None) == Product((Sum((THREE, ONE)), THREE))
    assert replace(tree, lambda e: A if e == inner else None) == Product((A, A))
    assert replace(A, lambda e: Sum((A, A)) if e == A else None) == Sum((A, A))
    assert replace(tree, lambda e: TWO) == TWO


def test_references_come_in_order_and_repeated() -> None:
    """A name that stands twice is yielded twice, wherever it stands."""
    tree = ArgMax((("+", Product((B, A))), ("-", Quotient(ONE, Function("log", Power(B, TWO))))))
    assert list(references(tree)) == [B.name, A.name, B.name]
    assert list(references(Pi())) == []


@given(TREES)
@law(40)
def test_a_node_around_its_own_parts_is_itself(tree: Expression) -> None:
    """with_children undoes children, and replacing nothing changes nothing."""
    assert tree.with_children(tree.children) == tree
    assert replace(tree, lambda part: None) == tree


@given(TREES)
@law(20)
def test_replacing_every_reference_leaves_none(tree: Expression) -> None:
    """After every name is replaced by a number, no reference is left."""
    changed = replace(tree, lambda part: ONE if isinstance(part, Reference) else None)
    assert list(references(changed)) == []


def test_a_walk_reads_from_left_to_right() -> None:
    """A formula comes before its parts, and these come in the order in which they are read."""
    one, two, three = map(Integer, (1, 2, 3))
    half = Quotient(one, two)
    assert list(Sum((half, three)).walk()) == [Sum((half, three)), half, one, two, three]


def test_one_part_is_no_sum_and_no_product() -> None:
    """A sum of one term is that term, one of none is 0, and a product of none is 1."""
    one, two = Integer(1), Integer(2)
    assert (Sum.of([]), Sum.of([two]), Sum.of([one, two])) == (Integer(0), two, Sum((one, two)))
    assert (Product.of([]), Product.of([two]), Product.of([one, two])) == (
        one,
        two,
        Product((one, two)),
    )
