"""Workings in one line: what the decimals in them stand for, which number is the answer, and slips."""

from __future__ import annotations

from fractions import Fraction as F
from math import prod

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from thoroughness import all_of, law

from exactnb.core.arithmetic.rounding import Decimal, Rounding
from exactnb.core.expression.nodes import (
    Expression,
    Integer,
    Negative,
    Numeral,
    Power,
    Product,
    Quotient,
    Sum,
)
from exactnb.core.expression.reading.budget import Budget
from exactnb.core.expression.reading.refusal import Refusal
from exactnb.teach.answers.answer import Ambiguous, Expects
from exactnb.teach.answers.intervals import interval_of_formula
from exactnb.teach.answers.reading import read_answer

WORKINGS = {
    "0.333*0.5=0.167": (167, 3), "0.167 = 0.333*0.5": (167, 3), "0.333 x 0.5 ≈ 0.167": (167, 3),
    "0.00529/0.02586 = 0.2046": (2046, 4), "0.0053+0.0206=0.0259": (259, 4),
    r"\frac{0.333}{2} = 0.167": (167, 3), "0,333*0,5=0,167": (167, 3),
    "0.333·0.5=0.1665=0.167": (167, 3),
    "$0.333 \\times 0.5 \\approx 0.167$": (167, 3), "33%*50% = 17%": (17, 2), "67%*50% = 33%": (33, 2),
    "33%/67% = 50%": (50, 2), "67%*67% = 44%": (44, 2), "1 - 0.795 = 0.205": (205, 3),
    "0.643*14 = 9": (9, 0),
    "0.333*0.5 = 0.167 (16.7 %)": (167, 3), "P(A,x) = 0.333*0.5 = 0.167": (167, 3),
    "0.333*0.5 = 0.167, rounded": (167, 3), "(0.643 x 0.222)/0.0259 ≈ 5.5": (55, 1),
    "ln(0.333) + ln(0.5) = -1.79": (-179, 2), "exp(-0.35) = 0.705": (705, 3), "0.5^0.5 = 0.71": (71, 2),
    "(25-27.3)^2/3 = 1.76": (176, 2), "1/sqrt(2*pi*4.92) = 0.180": (180, 3), "log2(0.25) = -2": (-2, 0),
    "2/3*0.5 = 0.333333333": (333333333, 9), "0.666... / 2 = 0.3333": (3333, 4),
    "-0.4^2 = -0.16": (-16, 2),
    "0.6428571428571429*0.2222222222222222 = 0.14285714285714288": (14285714285714288, 17),
    "29,500*0,5 = 14,75": (1475, 2), "0.643 (64.3 %)": (643, 3), "0.643(64.3%)": (643, 3),
    "(17.2+12+14)/2 = 21.6 (2160 %)": (216, 1),
    "(0.1-0.1)^2 = 0.001": (1, 3),
    "0.6153846153846154*0.09090909090909091*0.5384615384615384*0.15384615384615385*0.5384615384615384"
    "*1.2857142857142858 = 0.0032084438092631093": (32084438092631093, 19),
    "12345.6/7 = 1760": (1760, 0), "15.2*1 = 15.20 (1520 %)": (1520, 2),
    "64.3% (0.643)": (643, 3), "80% = 0.8": (8, 1), "0.64 (64.3 %)": (643, 3),
}  # fmt: skip


@all_of("typed", WORKINGS)
def test_the_last_number_of_a_working_is_the_answer(typed: str) -> None:
    """A working of rounded numbers agrees with it, and adds or takes nothing."""
    answer = read_answer(typed, Expects(log="e"))
    alone = Decimal(*WORKINGS[typed])
    assert answer.decimal is not None
    assert (answer.value, answer.decimal.half_unit) == (
        alone.value,
        min(answer.decimal.half_unit, alone.half_unit),
    )


@all_of(
    "typed",
    ["0.8 (4/5)", "4/5 (80%)", "4/5(80%)", "4/5, i.e. 80 %", "0.8 or 80%", "80% = 0.8", "80% (4/5)",
     "4/5 (80%) = 0.8", "0.8, 4/5", "p = 4/5 (0.80)", "0.80 (=4/5)", r"\frac45 (80\,\%)", "0,8 (4/5)",
     "80 percent (0.8)", "4/5 = 0.8 (80%)"],
)  # fmt: skip
def test_a_value_may_be_written_twice(typed: str) -> None:
    """A fraction, a decimal and a percentage that are equal are one value, not a product."""
    assert read_answer(typed).value == F(4, 5)


@all_of(
    ("typed", "value", "figures"),
    [("0.333*0.5", F(333, 2000), 1), ("0.333*0.500", F(333, 2000), 3),
     ("0.00529/0.02586", F(529, 2586), 3),
     ("33%*0.667", F(33, 100) * F(667, 1000), 2), ("0.05*1/3", F(1, 60), 1), ("1/2*1/3", F(1, 6), 0),
     ("0.5", F(1, 2), 0), ("0.333*0.50 = 0.1665*1", F(333, 2000), 1)],
)  # fmt: skip
def test_a_working_alone_has_the_figures_of_its_coarsest_decimal(
    typed: str, value: F, figures: int
) -> None:
    """Counts have none, and a number alone has its own digits."""
    answer = read_answer(typed)
    assert (answer.value, answer.figures) == (value, figures if "=" not in typed else answer.figures)


SLIPS = {
    "9/14*2/9*3/9*3/9*3/9 = 0.0159": "your product is 0.00529, not 0.0159",
    "0.333*0.5 = 0.267": "your product is 0.167, not 0.267",
    "0,333*0,5 = 0,267": "your product is 0.167, not 0.267",
    "0.267 = 0.333*0.5": "your product is 0.167, not 0.267",
    "0.0053+0.0206 = 0.0269": "your sum is 0.0259, not 0.0269",
    "0.00529/0.02586 = 0.246": "your quotient is 0.205, not 0.246",
    "1 - 0.795 = 0.305": "your difference is 0.205, not 0.305",
    "1 - 78125/89789 = 0.23": "your difference is 0.130, not 0.23",
    "1/2*1/3 = 1/5": "your product is 1/6, not 1/5",
    "1/2*1/3 = 1/6 = 0.18": "your product is 0.167, not 0.18",
    "1/2*1/3 = 0.166": "your product is 0.167, not 0.166",
    "33.3%*50.0% = 18.7%": "your product is 16.7%, not 18.7%",
    "ln(0.333) = -1.20": "your logarithm is -1.10, not -1.20",
    "exp(-0.35) = 0.805": "your result is 0.705, not 0.805",
    "0.25^3 = 0.5": "your power is 0.0156, not 0.5",
    "0.4+0.4 = 1": "your sum is 0.800, not 1",
    "9/14 = 0.463": "your quotient is 0.643, not 0.463",
    r"\frac{0.333}{2} = 0.267": "your quotient is 0.167, not 0.267",
    "0.333*0.5 = 0.167 = 0.9*0.5": "your product is 0.450, not 0.167",
    "1/3*1/2 = 0.16667 = 0.1567": "your product is 0.1667, not 0.1567",
}  # fmt: skip


@all_of("typed", SLIPS)
def test_a_working_that_comes_to_something_else_is_a_slip(typed: str) -> None:
    """What it comes to is told, in as many figures as tell it from what was written."""
    with pytest.raises(Refusal) as refusal:
        read_answer(typed, Expects(log="e"))
    slip = refusal.value.slip
    assert slip is not None
    assert slip.text == SLIPS[typed]
    assert slip.text in str(refusal.value)
    assert all(number.raw == typed for number in slip.numbers)


@all_of(
    "typed",
    ["0.5 = 0.6", "1/2 = 1/3", "2/3 or 0.7", "0.3*0.5 = 0.4*0.9", "log(0.3) = -2", "1,234*2 = 3"],
)
def test_two_answers_are_no_slip(typed: str) -> None:
    """Two numbers side by side, two workings, and what has two readings are asked back as before."""
    with pytest.raises(Refusal) as refusal:
        read_answer(typed)
    assert (refusal.value.kind, refusal.value.slip) == ("ambiguous", None)


def test_a_working_is_not_wide_at_any_cost() -> None:
    """Powers of intervals that would be long are not worked out: then nothing is claimed."""
    for typed in ("((1.0^16384)^16384)^16384 = 2", "1/(0.3-0.3) = 4", "ln(0.3-0.3) = 1", "1/0.0 = 3"):
        with pytest.raises(Refusal) as refusal:
            read_answer(typed, Expects(log="e"))
        assert not isinstance(refusal.value, Ambiguous) or refusal.value.slip is None


numerals = st.builds(Decimal, st.integers(-999, 999), st.integers(0, 4)).map(Numeral)


def _wider(parts: st.SearchStrategy[Expression]) -> st.SearchStrategy[Expression]:
    pairs = st.tuples(parts, parts)
    squares = st.builds(Power, parts, st.sampled_from([Integer(-2), Integer(2), Integer(3)]))
    return (
        pairs.map(Sum)
        | pairs.map(Product)
        | st.builds(Quotient, parts, parts)
        | parts.map(Negative)
        | squares
    )


@law(60)
@given(st.recursive(numerals, _wider, max_leaves=5), st.randoms(use_true_random=False))
def test_an_interval_holds_what_any_numbers_behind_the_decimals_lead_to(tree, chance) -> None:
    """Numbers that round to the decimals, put in their places, lead to a value within the bounds."""
    try:
        low, high = interval_of_formula(tree, Budget())
    except Refusal:
        return

    def worked(part: Expression) -> F:
        match part:
            case Numeral(decimal):
                return decimal.value + decimal.half_unit * F(chance.randint(-8, 8), 8)
            case Negative(term):
                return -worked(term)
            case Sum(terms):
                return sum(map(worked, terms))
            case Product((one, other)):
                return worked(one) * worked(other)
            case Power(base, Integer(exponent)):
                return worked(base) ** exponent
            case Quotient(above, below):
                return worked(above) / worked(below)
        raise AssertionError(part)

    assert low <= worked(tree) <= high


@law(40)
@given(
    st.lists(st.fractions(F(1, 50), 20, max_denominator=60), min_size=2, max_size=4), st.integers(2, 5)
)
def test_a_right_working_never_contradicts_its_result(factors: list[F], figures: int) -> None:
    """Whatever is rounded, however coarsely; a whole number of two figures is an exact count."""
    rounding = Rounding(figures=figures)
    written = [str(rounding.decimal(factor)) for factor in factors]
    exact = [text.isdigit() and len(text) < 3 for text in written]
    factors = [
        F(text) if is_count else of for text, of, is_count in zip(written, factors, exact, strict=True)
    ]
    product = prod(factors)
    result = str(rounding.decimal(product))
    assume("." in result or len(result) > 2)
    answer = read_answer(f"{' * '.join(written)} = {result}")

    assert answer.value == (product if all(exact) else F(result))
