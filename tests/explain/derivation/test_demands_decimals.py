"""Every demand of `verify` on lines in decimals refuses something that no other does."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from forgeries import Subject, forged_in, of_values, one, refused, values
from thoroughness import all_of

from exactnb import ModelChoice, Problem, Table, solve
from exactnb.core.arithmetic.roots import Equation, Points
from exactnb.core.arithmetic.rounding import Decimal
from exactnb.core.expression.evaluate import evaluate
from exactnb.core.expression.nodes import (
    ArgMax,
    Expression,
    Integer,
    Labels,
    Negative,
    Numeral,
    Product,
    Sum,
    VectorNode,
    Zeros,
)
from exactnb.core.expression.reasons import IN_DECIMALS, ROUNDED
from exactnb.core.expression.results import Value
from exactnb.core.expression.spell import spell
from exactnb.explain.derivation import Deviations, Line
from exactnb.explain.derivation.decimals import rounded_parts_problem, stands_for, within_percent


def numeral(text: str) -> Numeral:
    whole, _, part = text.partition(".")
    return Numeral(Decimal(int(whole + part), len(part)))


THIRD, TWO_THIRDS, HALF = numeral("0.3333"), numeral("0.6667"), numeral("0.5")
JOINT = values().formula("P(+,x)")
"""3/4 × 2/3 × 2/3: the prior, and the two columns."""


def product(*factors: str) -> Product:
    return Product(tuple(map(numeral, factors)))


def in_decimals(right: object, relation: str = "≈", **changes: object) -> None:
    """Verify the joint of + in these decimals."""
    line = replace(Line(JOINT.left, relation, right, IN_DECIMALS), **changes)
    of_values(JOINT, line, Line(JOINT.left, "≈", THIRD, ROUNDED))


def test_a_joint_in_decimals_is_accepted() -> None:
    """What the forgeries below are changes of is a line that holds."""
    in_decimals(product("0.75", "0.6667", "0.6667"))


@refused("0.6666 is not P(a=1|+), rounded")
def a_factor_that_is_cut_off() -> None:
    in_decimals(product("0.75", "0.6666", "0.6667"))


@refused("the form changes where only decimals are put in")
def a_factor_that_is_left_out() -> None:
    in_decimals(product("0.75", "0.4444"))


@refused("its decimals do not lead to the value")
def decimals_that_are_too_short() -> None:
    in_decimals(product("0.8", "0.7", "0.7"))


@refused("its decimals do not lead to the value")
def decimals_whose_hundredth_is_not_that_of_the_value() -> None:
    in_decimals(product("0.75", "0.67", "0.67"))  # 0.336675, and 1/3 and its hundredth are 0.336666…


@refused("the sides differ")
def decimals_that_are_called_equal() -> None:
    in_decimals(product("0.75", "0.6667", "0.6667"), "=")


@refused("the reason is 'in decimals'")
def decimals_with_another_reason() -> None:
    in_decimals(product("0.75", "0.6667", "0.6667"), reason=replace(IN_DECIMALS, words="as counted"))


@refused("a value alone is rounded")
def a_value_alone_in_decimals() -> None:
    in_decimals(THIRD)


@refused("a decimal stands for each name")
def a_name_among_decimals() -> None:
    in_decimals(Product((numeral("0.75"), *JOINT.right.factors[1:])))


@refused("its decimals do not lead to the value")
def a_decision_that_decimals_turn_round() -> None:
    left = values().ref("argmax(x)")
    scores = ArgMax((("+", THIRD), ("-", numeral("0.4"))))
    of_values(values().formula("argmax(x)"), Line(left, "≈", scores, IN_DECIMALS))


@refused("the deviations are not those of the rows")
def a_deviation_that_is_cut_off() -> None:
    table = Table.from_rows(
        [("1", "+"), ("2", "+"), ("2", "+"), ("9", "-"), ("8", "-")], ["x", "class"]
    )
    choice = ModelChoice(families={"x": "gaussian"})
    solution = solve(Problem(table, {"q": {"x": "2"}}, {"model": choice}))
    of = Subject(solution)
    shown = next(iter(of.blocks(Deviations)))
    (mean, ((x, _, square), *rest), total), *others = shown.groups
    cut = (x, Negative(numeral("0.6666")), square)
    of.of(replace(shown, groups=((mean, (cut, *rest), total), *others)), key="estimate", model="")


test_a_forgery_is_refused_in_words_of_its_own = forged_in(__name__)


@all_of(
    ("value", "shown", "held"),
    [
        (one(2, 3), TWO_THIRDS, True),
        (one(2, 3), numeral("0.6666"), False),
        (one(1, 2), HALF, True),
        (Negative(one(2, 3)), Negative(TWO_THIRDS), True),
        (Negative(one(2, 3)), TWO_THIRDS, False),
        (one(4), Integer(4), True),
        (one(4), Integer(5), False),
        (VectorNode((one(1, 3), one(1, 2))), VectorNode((THIRD, HALF)), True),
        (VectorNode((one(1, 3), one(1, 2))), VectorNode((HALF, THIRD)), False),
        (VectorNode((one(1, 3), one(1, 2))), VectorNode((THIRD,)), False),
        (one(0, 0), Integer(0), False),
        (one(3, 4), values().ref("P(+)"), False),
    ],
)
def test_a_number_stands_for_what_it_is_or_rounds(value: object, shown: object, held: bool) -> None:
    """A decimal stands for a value exactly, or rounded to half a unit of its last digit."""
    worth = values().solution.quantities.value
    assert stands_for(shown, evaluate(value, worth)) is held


@all_of(
    ("value", "worked", "held"),
    [
        (one(1), one(1009, 1000), True),
        (one(1), one(1011, 1000), False),
        (Negative(one(1)), one(1), False),
        (one(0), one(0), True),
        (one(0), one(1, 10**9), False),
        (one(1, 10**400), one(1005, 1000 * 10**400), True),
        (VectorNode((one(100), one(0))), VectorNode((one(100), one(1))), True),
        (VectorNode((one(100), one(0))), VectorNode((one(100), one(2))), False),
        (one(0, 0), one(0, 0), True),
        (one(1, 0), one(1), False),
        (one(1), one(1, 0), False),
        (one(1), one(0, 0), False),
        (one(1), Labels(("+",)), False),
        (Labels(("+",)), one(1), False),
        (Labels(("+",)), Labels(("+",)), True),
        (one(1, 0), one(1, 0), True),
        (VectorNode((one(1),)), one(1), False),
        (VectorNode((one(1),)), VectorNode((one(1), one(1))), False),
    ],
)
def test_near_is_one_part_in_a_hundred(value: object, worked: object, held: bool) -> None:
    """However small the value is; of a vector, the largest entry is the measure."""
    worth = values().solution.quantities.value
    assert within_percent(evaluate(value, worth), evaluate(worked, worth)) is held


@all_of(
    "shown, why",
    [
        (product("0.3333", "0.6667"), ""),
        (Sum((THIRD, TWO_THIRDS)), "the form changes where only decimals are put in"),
        (product("0.3333", "0.6667", "1"), "the form changes where only decimals are put in"),
        (product("0.6667", "0.3333"), "0.6667 is not 1/3, rounded"),
    ],
)
def test_decimals_stand_where_the_parts_stood(shown: Expression, why: str) -> None:
    """1/3 × 2/3 in decimals is a product of two, in its order."""
    pattern = Product((one(1, 3), one(2, 3)))
    assert rounded_parts_problem(pattern, shown, evaluate) == why


def test_zeros_have_no_term_without_a_coefficient() -> None:
    """In decimals x²/3 + 0·x − 2/3 is written without its x; only there, and with all other terms."""
    third, two = one(1, 3), Negative(one(2, 3))
    pattern = Zeros(("x",), (((2,), third), ((1,), one(0)), ((0,), two)))
    right = Zeros(("x",), (((2,), THIRD), ((0,), Negative(TWO_THIRDS))))
    assert rounded_parts_problem(pattern, right, evaluate) == ""
    for terms in (right.terms[:1], (((2,), THIRD), ((1,), Integer(0)), ((0,), Negative(TWO_THIRDS)))):
        assert "the form changes" in rounded_parts_problem(
            pattern, replace(right, terms=terms), evaluate
        )
    other = replace(right, variables=("y",))
    assert rounded_parts_problem(pattern, other, evaluate).endswith(
        "stands for " + spell(replace(pattern, terms=(((2,), third), ((0,), two))))
    )


@all_of(
    ("worked", "held"),
    [
        (Points((Fraction(1), Fraction(2))), True),
        (Points((Fraction(1), Fraction(201, 100))), True),
        (Points((Fraction(1), Fraction(203, 100))), False),
        (Points((Fraction(1),)), False),
        (Points((Fraction(1), Fraction(2), Fraction(3))), False),
        (Points((Fraction(1), Fraction(2)), "open"), False),
        (Fraction(1), False),
    ],
)
def test_points_are_near_one_by_one(worked: Value, held: bool) -> None:
    """As many points, of one kind, each near to its own."""
    assert within_percent(Points((Fraction(1), Fraction(2))), worked) is held


def test_an_equation_is_near_to_those_of_its_variables() -> None:
    """Coefficients of x + y = 0 are looked at by themselves; x + z = 0 and a number are none such."""

    def line(slope: int, *variables: str) -> Equation:
        return Equation(variables, (((1, 0), slope), ((0, 1), 1)), 0, None, False)

    assert within_percent(line(1, "x", "y"), line(2, "x", "y"))
    assert not within_percent(line(1, "x", "y"), line(1, "x", "z"))
    assert not within_percent(line(1, "x", "y"), Fraction(0))
