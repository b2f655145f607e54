"""Python's signs write formulas: what is written stays as it is, and only numbers are taken in."""

import operator
from decimal import Decimal
from fractions import Fraction

import pytest
import sympy
from hypothesis import given
from hypothesis import strategies as st
from thoroughness import all_of, law
from trees import ONE, THREE, TREES, TWO, A, B

from exactnb.core.expression.nodes import (
    Expression,
    Integer,
    Negative,
    Power,
    Product,
    Quotient,
    Sum,
    exp,
    log,
    sqrt,
)
from exactnb.core.expression.spell import spell
from exactnb.core.expression.tree import node
from exactnb.explain.proving.writing.formulas import index, span

HALF = Quotient(ONE, TWO)
SIGNS = {
    operator.add: lambda one, other: Sum((one, other)),
    operator.sub: lambda one, other: Sum((one, Negative(other))),
    operator.mul: lambda one, other: Product((one, other)),
    operator.truediv: Quotient,
    operator.pow: Power,
}
EVERY_SIGN = pytest.mark.parametrize("sign", SIGNS, ids=lambda sign: sign.__name__)
WRITTEN: list[tuple[Expression, Expression]] = [
    (A / (B + A), Quotient(A, Sum((B, A)))),
    (TWO / Integer(4), Quotient(TWO, Integer(4))),
    (A + B + ONE, Sum((A, B, ONE))),
    (A - B - ONE, Sum((A, Negative(B), Negative(ONE)))),
    (A + (B + ONE), Sum((A, Sum((B, ONE))))),
    (A - (B - ONE), Sum((A, Negative(Sum((B, Negative(ONE))))))),
    (A * B * TWO, Product((A, B, TWO))),
    (A * (B * TWO), Product((A, Product((B, TWO))))),
    (2 * A * log(B), Product((TWO, A, log(B)))),
    (-(A**2), Negative(Power(A, TWO))),
    ((-A) ** 2, Power(Negative(A), TWO)),
    (1 - A, Sum((ONE, Negative(A)))),
    (A * -3, Product((A, Negative(THREE)))),
    (A ** Fraction(1, 2), Power(A, HALF)),
    (A + Fraction(-1, 2), Sum((A, Negative(HALF)))),
    (exp(0) * sqrt(Fraction(4, 2)), Product((exp(Integer(0)), sqrt(TWO)))),
]  # fmt: skip


@all_of(("written", "tree"), WRITTEN)
def test_a_formula_stays_as_it_is_written(written: Expression, tree: Expression) -> None:
    """Terms and factors on the left go on, those on the right stay together, nothing is reduced."""
    assert written == tree
    assert str(written) == spell(tree)


@EVERY_SIGN
@given(one=TREES, other=TREES)
@law(3)
def test_a_sign_writes_one_node(sign: operator, one: Expression, other: Expression) -> None:
    """A sign between two formulas that are no sum and no product is the node of its own."""
    if isinstance(one, Sum | Product):
        one = log(one)
    assert sign(one, other) == SIGNS[sign](one, other)


@EVERY_SIGN
@given(number=st.integers() | st.fractions(), tree=TREES)
@law(3)
def test_a_number_is_its_literal_on_either_side(
    sign: operator, number: int | Fraction, tree: Expression
) -> None:
    """An int or a Fraction stands for its literal, a negative one with the minus sign outermost.

    Python 3.11 makes a float of a Fraction to a power, which is refused: `node` makes it a formula.
    """
    literal = node(number)
    assert isinstance(literal, Negative) == (number < 0)
    if sign is not operator.pow or isinstance(number, int):
        assert sign(number, tree) == sign(literal, tree)
    assert sign(tree, number) == sign(tree, literal)


@EVERY_SIGN
@all_of("other", [0.5, 1j, "1", None, Decimal("0.5"), (1,)])
def test_what_is_not_exact_is_no_part_of_a_formula(sign: operator, other: object) -> None:
    """A float, and anything else that is no int, no Fraction and no formula, is refused."""
    for sides in ((A, other), (other, A)):
        with pytest.raises(TypeError):
            sign(*sides)


@EVERY_SIGN
def test_sympy_takes_formulas_for_its_own(sign: operator) -> None:
    """A sign between a formula and an object of SymPy is SymPy's."""
    x = sympy.Symbol("x")
    assert sign(THREE, x) == sign(3, x)
    assert sign(x, THREE) == sign(x, 3)


def test_equality_compares_trees() -> None:
    """Two formulas are equal if they are written alike, whatever their values are."""
    assert A + B == A + B
    assert A + B != B + A
    assert TWO / Integer(4) != HALF
    assert hash(A / 2) == hash(A / 2)


@EVERY_SIGN
def test_an_index_stands_without_its_range(sign: operator) -> None:
    """In a formula, an index that knows its range is the index alone."""
    k = index("k", span("K"))
    assert sign(k, 1) == sign(k.index, 1)
    assert sign(A, k) == sign(A, k.index)
    assert -k == Negative(k.index)
    assert str(k) == "k"
