"""What each kind of block is about: all names that it writes."""

from __future__ import annotations

from fractions import Fraction

from thoroughness import all_of

from exactnb.core.expression.nodes import Integer, Quotient, Reference
from exactnb.core.expression.reasons import VALUE
from exactnb.core.naming.names import Item, QuantityName
from exactnb.explain.derivation import (
    Blank,
    Blanks,
    Chain,
    Data,
    DecisionClaim,
    EstimateRule,
    Grid,
    InLambda,
    LeaveOneOut,
    Line,
    Products,
    QuestionBlock,
    Remark,
    RowDecisions,
    SameEstimates,
)
from exactnb.explain.derivation.lines import Block, Deviations, Instance, names_in

A, B, C = (QuantityName("P", (Item("query", "", text),)) for text in "abc")
LINE = Line(Reference(A), "=", Quotient(Reference(B), Reference(C)), VALUE)
PLUS = Item("class", "y", "+")
ONE = Integer(1)


@all_of(
    ("block", "names"),
    [
        (Chain((LINE, LINE)), [A, B, C, A, B, C]),
        (Grid("", (B,), (PLUS, PLUS), ((None, Chain((LINE,))),)), [B, A, B, C]),
        (Deviations("x", ((A, (), (ONE, ONE, ONE)), (B, (), (ONE, ONE, ONE)))), [A, B]),
        (EstimateRule("prior", "", ONE, (Instance(A, ()), Instance(B, ()))), [A, B]),
        (RowDecisions(A, ()), [A]),
        (Products(A, ((Reference(B), ONE, ONE, True),)), [A, B]),
        (InLambda(A, (), (), ()), [A]),
        (LeaveOneOut(A, ()), [A]),
        (SameEstimates((A, "Sky"), (B, C), ""), [A, B, C]),
        (QuestionBlock((), (A, B)), [A, B]),
        (Blanks((Blank("1", A, Fraction(1)), Blank("2", B, Fraction(2)))), [A, B]),
        (Remark(("As ", LINE, ", it is ", DecisionClaim(B, ("+",)))), [A, B, C, B]),
        (Data("y", (), (), ()), []),
    ],
)
def test_every_name_that_a_block_writes_is_its_own(block: Block, names: list[QuantityName]) -> None:
    """Names stand in lines, cells, heads of rows, instances, questions, verdicts, and in front."""
    assert list(names_in(block)) == names
