"""Every demand of `verify` on lines and their rules refuses something that no other does.

Each forgery is true in every other way: with its demand dropped, it would be printed.
"""

from __future__ import annotations

from dataclasses import replace

from forgeries import (
    COUNTING,
    forged_in,
    joint,
    limit,
    of_values,
    one,
    refused,
    values,
)
from thoroughness import all_of

from exactnb.core.arithmetic.rounding import Decimal
from exactnb.core.expression.evaluate import evaluate
from exactnb.core.expression.nodes import (
    ArgMax,
    IndexedProduct,
    Integer,
    Labels,
    MatrixNode,
    Numeral,
    Power,
    Product,
    Quotient,
    Special,
    VectorNode,
)
from exactnb.core.expression.reasons import (
    AS_COUNTED,
    EXPANDED,
    ROUNDED,
    SUBSTITUTED,
    VALUE,
    Reason,
    Rule,
)
from exactnb.explain.derivation import Chain, Line, Remark
from exactnb.explain.derivation.decimals import rounds_to

BOTH = VectorNode((one(1, 8), one(1, 2)))
SQUARE = MatrixNode(((one(1, 8), one(1, 2)), (Integer(0), one(1, 3))))
NONE, THIRD = Numeral(Decimal(0, 1)), Numeral(Decimal(3, 1))


# Lines


@refused("'≈' does not go with this rule")
def a_value_that_is_nearly_equal() -> None:
    of_values(Line(values().ref("P(+|x)"), "≈", one(1), VALUE))


@refused("a product over an index stands in a formula only")
def a_value_written_with_a_product_over_an_index() -> None:
    line = Line(one(1, 2), "=", Product((IndexedProduct("factor", (), (one(1, 2),)), one(1))), VALUE)
    of_values(line)


@refused("a product over an index stands in a formula only")
def a_left_side_with_a_product_over_an_index() -> None:
    of_values(Line(IndexedProduct("factor", (), (one(1, 2),)), "=", one(1, 2), VALUE))


@refused("not the value, rounded")
def a_rounded_value_that_is_cut_off() -> None:
    of_values(Line(one(2, 3), "≈", Numeral(Decimal(66, 2)), ROUNDED))


@refused("not the value, rounded")
def a_rounded_vector_with_an_entry_too_many() -> None:
    shown = VectorNode((Numeral(Decimal(5, 1)), Numeral(Decimal(5, 1))))
    of_values(Line(VectorNode((one(1, 2),)), "≈", shown, ROUNDED))


@refused("a rounded value is a decimal")
def an_infinite_value_that_is_rounded() -> None:
    of_values(Line(one(1, 0), "≈", Special("∞"), ROUNDED))


@refused("not the limit")
def a_limit_that_is_another_number() -> None:
    left = limit().ref("P(+,x)")
    limit().of(Chain((Line(left, "→", one(1, 2), Reason(Rule.LIMIT, "as λ → 0⁺")),)))


@refused("not the limit")
def a_limit_of_what_does_not_vary() -> None:
    of_values(Line(one(1, 2), "→", one(1, 2), Reason(Rule.LIMIT, "as λ → 0⁺")))


@refused("not the leading term")
def a_leading_term_that_is_another() -> None:
    terms = [line for line in limit().chain("P(-,x)").lines if line.relation == "∼"]
    twice = Product((Integer(2), terms[0].right))
    limit().of(Chain((replace(terms[0], right=twice),)))


@refused("not the leading term")
def a_leading_term_of_a_number() -> None:
    of_values(Line(one(1, 2), "∼", one(1, 2), Reason(Rule.LIMIT, "as λ → 0⁺")))


@refused("not the limit")
def a_limit_that_still_varies() -> None:
    left = limit().ref("P(+,x)")
    limit().of(Chain((Line(left, "→", left, Reason(Rule.LIMIT, "as λ → 0⁺")),)))


@refused("the sides differ (1/3 against 1/4)")
def a_value_that_is_another() -> None:
    of_values(Line(values().ref("P(+,x)"), "=", one(1, 4), VALUE))


@refused("1/2 < 1/3: the comparison does not hold (1/2 against 1/3)")
def a_comparison_that_does_not_hold() -> None:
    values().of(Remark((Line(one(1, 2), "<", one(1, 3), Reason(Rule.COMPARE)),)))


@refused("the sides differ (1 against about 1.0000000000000000000e1200)")
def a_value_that_is_another_and_very_long() -> None:
    of_values(Line(one(1), "=", Integer(10**1_200), VALUE))


@refused("the sides differ (")
def a_value_that_is_irrational() -> None:
    of_values(Line(one(1), "=", Power(Integer(2), one(1, 2)), VALUE))


@refused("the comparison does not hold")
def a_comparison_of_what_is_undefined_behind() -> None:
    values().of(Remark((Line(one(1, 3), ">", one(0, 0), Reason(Rule.COMPARE)),)))


@refused("the comparison does not hold")
def a_comparison_with_a_decision() -> None:
    values().of(Remark((Line(one(1, 3), ">", Labels(("+",)), Reason(Rule.COMPARE)),)))


@refused("the comparison does not hold")
def a_comparison_with_what_is_undefined() -> None:
    values().of(Remark((Line(one(0, 0), "<", one(1, 3), Reason(Rule.COMPARE)),)))


# The rules of lines


@refused("a formula opens the chain of a named quantity")
def a_formula_of_a_number() -> None:
    of_values(replace(values().formula("P(+)"), left=one(3, 4)))


@refused("a formula opens the chain of a named quantity")
def a_formula_behind_a_formula() -> None:
    of_values(values().formula("P(+)"), values().formula("P(+)"))


@refused("the reason is 'MLE'")
def a_formula_with_another_reason() -> None:
    of_values(replace(values().formula("P(+)"), reason=Reason(Rule.DEFINE, "as told")))


@refused("not the formula of this quantity")
def a_formula_that_is_worth_the_same() -> None:
    of_values(replace(values().formula("P(+)"), right=one(3, 4)))


@refused("not the formula of this quantity")
def a_formula_with_equal_factors_exchanged() -> None:
    line, (first, second, third) = joint(values())
    of_values(replace(line, right=Product((first, third, second))))


@refused("not the same product written out")
def a_product_written_out_with_equal_factors_exchanged() -> None:
    line, (first, second, third) = joint(values())
    of_values(line, replace(line, right=Product((first, third, second)), reason=EXPANDED))


@refused("only a count is counted")
def a_number_that_is_not_counted() -> None:
    of_values(Line(one(1, 2), "=", one(1, 2), COUNTING))


@refused("the reason is 'by counting'")
def a_count_with_another_reason() -> None:
    line = Line(values().ref("count(a=1,+)"), "=", Integer(2), Reason(Rule.COUNT, "as told"))
    of_values(line)


@refused("the reason is 'by counting'")
def a_count_behind_another_line() -> None:
    left = values().ref("count(a=1,+)")
    of_values(Line(left, "=", one(4, 2), VALUE), Line(left, "=", Integer(2), COUNTING))


@refused("counting the rows gives 2")
def a_count_that_is_no_whole_number() -> None:
    of_values(Line(values().ref("count(a=1,+)"), "=", one(4, 2), COUNTING))


@refused("nothing stands before it to be written out")
def a_product_written_out_of_nothing() -> None:
    of_values(replace(values().formula("P(+,x)"), reason=EXPANDED))


@refused("a product written out has no reason of its own")
def a_product_written_out_with_a_reason() -> None:
    line = values().formula("P(+,x)")
    of_values(line, replace(line, reason=Reason(Rule.EXPAND, "as told")))


@refused("not the same product written out")
def a_product_written_out_in_another_order() -> None:
    line, factors = joint(values())
    of_values(line, replace(line, right=Product(factors[::-1]), reason=EXPANDED))


@refused("the reason is 'as counted'")
def numbers_with_another_reason() -> None:
    line = values().formula("P(+)")
    of_values(line, Line(line.left, "=", one(3, 4), Reason(Rule.SUBSTITUTE, "as told")))


@refused("nothing stands before it to put numbers into")
def numbers_put_into_nothing() -> None:
    of_values(Line(one(3, 4), "=", one(3, 4), AS_COUNTED))


@refused("a name is left where a number belongs")
def numbers_put_in_for_some_names() -> None:
    line, (first, *_) = joint(values())
    of_values(line, Line(line.left, "=", Product((first, one(2, 3), one(2, 3))), AS_COUNTED))


@refused("2/3 is not P(+)")
def numbers_put_in_for_other_names() -> None:
    line = values().formula("P(+,x)")
    of_values(line, Line(line.left, "=", Product((one(2, 3), one(3, 4), one(2, 3))), AS_COUNTED))


@refused("P(a=1|+) was counted as 2/3")
def numbers_put_in_reduced() -> None:
    line = values().formula("P(+,x)")
    of_values(line, Line(line.left, "=", Product((one(3, 4), one(4, 6), one(2, 3))), AS_COUNTED))


@refused("the form changes where only numbers are put in")
def numbers_put_into_another_form() -> None:
    line = values().formula("P(+,x)")
    of_values(line, Line(line.left, "=", one(1, 3), AS_COUNTED))


@refused("the form changes where only numbers are put in")
def numbers_put_in_with_a_factor_more() -> None:
    line = values().formula("P(+,x)")
    right = Product((one(3, 4), one(2, 3), one(2, 3), one(1)))
    of_values(line, Line(line.left, "=", right, AS_COUNTED))


@refused("the form changes where only numbers are put in")
def numbers_put_into_a_product_for_a_quotient() -> None:
    line = values().formula("P(+|x)")
    of_values(line, Line(line.left, "=", Product((one(1, 3), one(3))), SUBSTITUTED))


@refused("8 stands for 2")
def numbers_put_in_beside_a_changed_one() -> None:
    before = Line(one(8), "=", Power(Integer(2), Integer(3)), VALUE)
    other = Power(Integer(8), Integer(1))
    of_values(before, Line(before.left, "=", other, SUBSTITUTED))


@refused("a value has no reason of its own")
def a_value_with_a_reason() -> None:
    of_values(Line(values().ref("P(+,x)"), "=", one(1, 3), Reason(Rule.VALUE, "as told")))


@refused("a decision has no scores of its own")
def a_decision_as_a_value() -> None:
    of_values(Line(values().ref("argmax(x)"), "=", ArgMax((("+", one(2)), ("-", one(1)))), VALUE))


@refused("a name is left in a value")
def a_value_with_a_name() -> None:
    of_values(Line(one(1, 3), "=", values().ref("P(+,x)"), VALUE))


@refused("a rounded value has no reason of its own")
def a_rounded_value_with_a_reason() -> None:
    of_values(Line(one(1, 3), "≈", Numeral(Decimal(33, 2)), Reason(Rule.ROUND, "as told")))


@refused("the reason is 'as λ → 0⁺'")
def a_limit_with_another_reason() -> None:
    line = next(line for line in limit().chain("P(-|x)").lines if line.relation == "→")
    limit().of(Chain((replace(line, reason=Reason(Rule.LIMIT, "as told")),)))


@refused("the reason is 'as λ → 0⁺'")
def a_limit_of_another_letter() -> None:
    line = next(line for line in limit().chain("P(-|x)").lines if line.relation == "→")
    limit().of(Chain((replace(line, reason=Reason(Rule.LIMIT, "as ε → 0⁺")),)))


@refused("a name is left in a limit")
def a_limit_with_a_name() -> None:
    of = limit()
    line = next(line for line in of.chain("P(-|x)").lines if line.relation == "→")
    right = Product((line.right, Power(of.ref("count(+)"), Integer(0))))
    of.of(Chain((replace(line, right=right),)))


@refused("a comparison stands alone, without a reason of its own")
def a_comparison_with_a_reason() -> None:
    values().of(Remark((Line(one(1, 2), ">", one(1, 3), Reason(Rule.COMPARE, "as told")),)))


@refused("a comparison stands alone, without a reason of its own")
def a_comparison_in_a_chain() -> None:
    left = one(1, 2)
    of_values(Line(left, "=", one(2, 4), VALUE), Line(left, ">", one(1, 3), Reason(Rule.COMPARE)))


@refused("a decision has no reason of its own")
def a_decision_with_a_reason() -> None:
    line = values().formula("argmax(x)")
    of_values(line, Line(line.left, "=", Labels(("+",)), Reason(Rule.DECIDE, "as told")))


@refused("a decision is a class")
def a_decision_that_is_written_as_scores() -> None:
    line = values().formula("argmax(x)")
    of_values(line, replace(line, reason=Reason(Rule.DECIDE)))


test_a_forgery_is_refused_by_its_own_demand = forged_in(__name__)


@all_of(
    ("value", "shown", "held"),
    [
        (one(1, 3), Numeral(Decimal(33, 2)), True),
        (one(1, 8), Numeral(Decimal(12, 2)), True),  # both neighbours of a tie are near enough
        (one(1, 8), Numeral(Decimal(13, 2)), True),
        (one(1, 8), Numeral(Decimal(14, 2)), False),
        (BOTH, VectorNode((Numeral(Decimal(13, 2)), Numeral(Decimal(5, 1)))), True),
        (BOTH, VectorNode((Numeral(Decimal(13, 2)), Numeral(Decimal(6, 1)))), False),
        (BOTH, VectorNode((Numeral(Decimal(13, 2)),)), False),
        (BOTH, Numeral(Decimal(13, 2)), False),
        (one(1204, 10), Numeral(Decimal(12, -1)), True),  # 120 has no digit that was rounded away
        (one(1206, 10), Numeral(Decimal(12, -1)), False),
        (one(1, 0), Numeral(Decimal(1, 0)), False),
        (one(-1, 0), Numeral(Decimal(-1, 0)), False),
        (one(0, 0), Numeral(Decimal(0, 0)), False),
        (Labels(("+",)), Numeral(Decimal(0, 0)), False),
        (BOTH, MatrixNode(((Numeral(Decimal(13, 2)), Numeral(Decimal(5, 1))),)), False),
        (SQUARE, MatrixNode(((Numeral(Decimal(13, 2)), Numeral(Decimal(5, 1))), (NONE, THIRD))), True),
        (SQUARE, MatrixNode(((Numeral(Decimal(13, 2)), Numeral(Decimal(5, 1))), (THIRD, NONE))), False),
        (SQUARE, MatrixNode(((Numeral(Decimal(13, 2)), Numeral(Decimal(5, 1)), NONE, THIRD),)), False),
        (one(1, 0), Special("∞"), True),
        (one(0, 0), Special("undefined"), False),
        (Quotient(Integer(10**6000 + 1), Integer(10**12000)), Numeral(Decimal(1, 6000)), True),
        (Quotient(Integer(14), Integer(10**6001)), Numeral(Decimal(1, 6000)), True),
        (Quotient(Integer(16), Integer(10**6001)), Numeral(Decimal(1, 6000)), False),
        (Quotient(Integer(6), Integer(10**6001)), Numeral(Decimal(1, 6000)), True),
        (Quotient(Integer(4), Integer(10**6001)), Numeral(Decimal(1, 6000)), False),
    ],
)  # fmt: skip
def test_a_decimal_is_within_half_a_unit_of_its_last_digit(value, shown, held) -> None:
    """However many zeros stand before its digits; an infinite value is its own sign alone."""
    worth = values().solution.quantities.value
    assert rounds_to(evaluate(value, worth), shown) is held
