"""One answer against the right value: every policy, every form, every verdict."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest
from answering import RIGHT, Expects, example, grader_of, value_of, verdict
from hypothesis import assume, given
from hypothesis import strategies as st
from thoroughness import all_of, choose, in_both_runs, one_in

from exactnb.core.arithmetic import values
from exactnb.core.arithmetic.power_product import PowerProduct
from exactnb.core.arithmetic.rounding import Decimal, Rounding, rounded
from exactnb.core.arithmetic.values import INFINITY, UNDEFINED
from exactnb.core.expression.nodes import Integer, Product, Quotient
from exactnb.core.expression.results import Decision
from exactnb.core.problem.questions import Policy
from exactnb.teach.grading import judging
from exactnb.teach.grading.judging import Verdict
from exactnb.teach.grading.student_feedback import on_form
from exactnb.teach.grading.targets import DecimalAnswer, Target, significant_figures

HEIGHT = values.divide(
    Fraction(1), values.power(values.multiply([Fraction(2), PowerProduct(root_pi=2)]), Fraction(1, 2))
)
LOG = values.logarithm(Fraction(4, 9))  # -0.810930...
OPEN = Expects(undefined=True)
LABELS = Expects("label", labels=("spam", "ham", "news"))


@all_of(
    ("raw", "right", "expected"),
    [
        ("2/3", "2/3", "correct"),
        ("4/6", "2/3", "correct"),
        ("0.5", "1/2", "correct"),
        ("50%", "1/2", "correct"),
        ("0.50000", "1/2", "correct"),
        ("0.667", "2/3", "correct_rounded"),
        ("0.66667", "2/3", "correct_rounded"),
        ("66.7%", "2/3", "correct_rounded"),
        ("6.67e-1", "2/3", "correct_rounded"),
        ("0.67", "2/3", "too_few_digits"),
        ("0.7", "2/3", "too_few_digits"),
        ("67%", "2/3", "too_few_digits"),
        ("0.666", "2/3", "truncated"),
        ("0.66", "2/3", "truncated"),
        ("0.49", "1/2", "wrong"),  # what has no more digits is not cut off
        ("-0.499", "-1/2", "last_digit_off"),
        ("0.668", "2/3", "last_digit_off"),
        ("0.665", "2/3", "wrong"),  # 0.00167 off, more than a unit and a half
        ("0.64", "2/3", "wrong"),
        ("66.7", "2/3", "percent_or_fraction"),
        ("200/3", "2/3", "percent_or_fraction"),
        ("0.667%", "2/3", "percent_or_fraction"),
        ("0.00667", "2/3", "percent_or_fraction"),
        ("50", "1/2", "percent_or_fraction"),
        ("6.67", "2/3", "power_of_ten"),
        ("0.0667", "2/3", "power_of_ten"),
        ("1/20", "1/2", "power_of_ten"),
        ("0.005921", "1/189", "digits_exchanged"),  # 0.005291
        ("0.5291 %", "1/189", "correct_rounded"),
        ("0.2591 %", "1/189", "digits_exchanged"),
        ("-0.005921", "-1/189", "digits_exchanged"),
        ("0.00592", "1/189", "wrong"),  # of three figures chance does it too
        ("0.006291", "1/189", "wrong"),  # another digit
        ("1/198", "1/189", "digits_exchanged"),
        ("243/12", "243/21", "wrong"),  # no side has three digits that are exchanged
        ("-2/3", "2/3", "wrong"),
        ("-0.667", "2/3", "wrong"),
        ("66.67*0.01", "2/3", "correct_rounded"),  # a power of ten has no figures of its own
        ("0.8333*0.8", "2/3", "correct_rounded"),  # 0.66664
        ("0.82*0.81", "2/3", "too_few_digits"),
        ("0.56*0.33*0.33*0.14", "5/567", "too_few_digits"),  # 0.00854 of 5/9 · 1/3 · 1/3 · 1/7
        ("0.6*0.3*0.3*0.1", "5/567", "wrong"),  # that may be nearly anything
        ("0.82*0.9", "2/3", "wrong"),
        ("0.7 + -0.0333", "2/3", "correct_rounded"),  # a sum, and no tolerance as +-0.03 is
    ],
)
def test_every_verdict_on_a_number(raw: str, right: str, expected: str) -> None:
    """Without a policy a rounded answer is right from 3 significant figures on."""
    assert verdict(raw, right) == expected


@all_of(
    ("raw", "right", "expected"),
    [
        ("-0.667", "-2/3", "correct_rounded"),
        ("-66.7 %", "-2/3", "correct_rounded"),
        ("-0.666", "-2/3", "truncated"),
        ("-0.67", "-2/3", "too_few_digits"),
        ("-0.668", "-2/3", "last_digit_off"),
        ("0.667", "-2/3", "wrong"),
        ("-66.7", "-2/3", "percent_or_fraction"),
    ],
)
def test_negative_values_are_judged_like_positive_ones(raw: str, right: str, expected: str) -> None:
    """Cutting digits off goes towards 0, and the sign belongs to the value."""
    assert verdict(raw, right) == expected


@all_of("raw, right", [("1", "0.7954"), ("0", "0.2046"), ("1", "0.9"), ("0", "1/9")])
def test_a_digit_that_says_nothing_is_wrong(raw: str, right: str) -> None:
    """A numeral coarser than the value itself is no rounding of it: 1 is wrong for 0.7954."""
    assert verdict(raw, right) == "wrong"


@all_of("raw, expected", [("0", "correct"), ("0.000", "correct"), ("0.001", "wrong"), ("1", "wrong")])
def test_zero_has_no_neighbours(raw: str, expected: str) -> None:
    """Only 0 is right for 0, and nothing is a percentage or a power of ten of it."""
    assert verdict(raw, 0) == expected


@all_of(
    ("raw", "right", "expected"),
    [
        ("0.6666666666666666", "2/3", "correct_rounded"),  # Python's 2/3 is cut off
        ("0.66666666666666666", "2/3", "correct_rounded"),
        ("0.0052910052910052915", "1/189", "correct_rounded"),
        ("0.20454545454545456", "9/44", "correct_rounded"),
        ("0.2045454545", "9/44", "correct_rounded"),  # ten digits of a calculator, cut off
        ("66.66666666666667%", "2/3", "correct_rounded"),
        ("6.666666666666666e-1", "2/3", "correct_rounded"),
        ("0.30000000000000004", "3/10", "correct_rounded"),
        ("0.19999999999999998", "1/5", "correct_rounded"),
        ("1234567.8912345", "1234567.891", "correct_rounded"),
        ("0.66666666512345", "2/3", "last_digit_off"),  # the ninth figure is off
        ("0.9999999980", "0.9999999988", "correct_rounded"),  # less than a billionth off
        ("0.999999998", "0.9999999988", "truncated"),  # up to nine figures all have to be right
        ("0.897435898", "35/39", "last_digit_off"),
        ("0.6666666612345", "2/3", "wrong"),
        ("0.66666666", "2/3", "truncated"),
        ("0.66666668", "2/3", "last_digit_off"),
        ("0.666666666", "2/3", "truncated"),
        ("0.6666666666666666", "0.6666666", "wrong"),
        ("1.1102230246251565e-16", "0", "wrong"),
        ("66.66666666666667", "2/3", "percent_or_fraction"),
    ],
)
def test_what_machines_print_is_judged_to_nine_figures(raw: str, right: str, expected: str) -> None:
    """Digits behind the ninth are noise of a machine; those before it, and up to nine, all count."""
    assert verdict(raw, right) == expected
    sign = {"-": "", "": "-"}[raw[0].strip("0123456789")]
    assert verdict(sign + raw, str(-Fraction(right))) == expected


def test_all_digits_that_are_asked_for_count() -> None:
    """Where twelve figures or places are asked for, the twelfth has to be right, the sixteenth not."""
    for policy in ({"figures": 12}, {"places": 12}):
        assert verdict("0.6666666666666666", "2/3", policy) == "correct_rounded"
        assert verdict("0.66666666699999", "2/3", policy) not in RIGHT
        assert verdict("0.666666666666", "2/3", policy) == "truncated"
        assert verdict("0.66666666667", "2/3", policy) == "too_few_digits"
    assert verdict("0.6666666666666666", "2/3", "exact") == "wrong_form"


@all_of(
    ("raw", "right", "expected"),
    [
        ("0.666...", "2/3", "correct_rounded"),
        ("0.66666…", "2/3", "correct_rounded"),
        ("0.53531…", "0.535319", "correct_rounded"),
        ("66.6...%", "2/3", "correct_rounded"),
        ("-0.666...", "-2/3", "correct_rounded"),
        ("0.667...", "2/3", "correct_rounded"),  # as it would be without its dots
        ("0.66...", "2/3", "too_few_digits"),
        ("0.665...", "2/3", "wrong"),
        ("0.668...", "2/3", "last_digit_off"),
        ("0.666", "2/3", "truncated"),
    ],
)
def test_dots_say_that_digits_are_left_out(raw: str, right: str, expected: str) -> None:
    """What is cut off and says so is right where enough figures agree; more than a unit is not."""
    assert verdict(raw, right) == expected


@all_of(
    ("raw", "right", "expected"),
    [
        ("1.23e3", "1234.5", "correct_rounded"),
        ("1230", "1234.5", "correct_rounded"),
        ("1230", "1225", "correct_rounded"),  # half-way, and so is 1220
        ("1220", "1225", "correct_rounded"),
        ("-1230", "-1234.5", "correct_rounded"),
        ("1230%", "12.345", "correct_rounded"),
        ("1235", "1234.5", "correct_rounded"),
        ("1200", "1234.5", "too_few_digits"),
        ("1.2e3", "1234.5", "too_few_digits"),
        ("1240", "1234.5", "last_digit_off"),
        ("1.230e3", "1234.5", "wrong"),  # its zero is a figure, as 1230.0 has five
        ("1230.0", "1234.5", "wrong"),
        ("10", "12", "wrong"),
        ("100", "130", "wrong"),
    ],
)
def test_zeros_before_the_point_may_hold_places(raw: str, right: str, expected: str) -> None:
    """A whole number that ends in zeros may be rounded to the figures before them, two at least."""
    assert verdict(raw, right) == expected


def test_four_figures_are_not_three() -> None:
    """1230 has three figures or four, and is near enough to 1234.5 with three only."""
    assert verdict("1230", "1234.5", {"figures": 4}) == "too_few_digits"
    assert verdict("1230", "1230.4", {"figures": 4}) == "correct_rounded"
    assert verdict("1230", "1234.5", {"places": 0}) == "too_few_digits"


@all_of("policy", ["rounded", {"figures": 3}, {"places": 3}])
def test_both_roundings_of_a_tie_are_right(policy: object) -> None:
    """Half-way between two decimals, up and down are both half a unit away: 0.1225."""
    assert [verdict(raw, "0.1225", policy) for raw in ("0.122", "0.123")] == ["correct_rounded"] * 2
    assert [verdict(raw, "-0.1225", policy) for raw in ("-0.122", "-0.123")] == ["correct_rounded"] * 2
    assert verdict("0.121", "0.1225", policy) == "last_digit_off"


@all_of(
    ("raw", "right", "expected"),
    [
        ("0.500", "0.4999", "correct_rounded"),
        ("0.50", "0.4999", "too_few_digits"),
        ("0.5", "0.4999", "too_few_digits"),
        ("0.5", "0.5", "correct"),
        ("1.00", "0.9999", "correct_rounded"),
        ("0.00529", "1/189", "correct_rounded"),
        ("0.0053", "1/189", "too_few_digits"),
        ("200", "199.7", "correct_rounded"),
        ("199", "199.7", "truncated"),
    ],
)
def test_figures_count_zeros_at_the_end(raw: str, right: str, expected: str) -> None:
    """Three figures are three digits from the first that is not 0; 0.500 has three and 0.50 two."""
    assert verdict(raw, right, {"figures": 3}) == expected


@all_of(
    ("raw", "right", "places", "expected"),
    [
        ("0.0053", "1/189", 4, "correct_rounded"),
        ("0.00529", "1/189", 4, "correct_rounded"),
        ("0.005", "1/189", 4, "too_few_digits"),
        ("0.0052", "1/189", 4, "truncated"),
        ("0.5300", "0.53004", 4, "correct_rounded"),
        ("0.530", "0.53004", 4, "too_few_digits"),
        ("20.46%", "0.20458", 4, "correct_rounded"),
        ("0.01", "1/189", 2, "correct_rounded"),
        ("0.00", "1/1890", 2, "correct_rounded"),
    ],
)
def test_places_count_digits_behind_the_point(raw: str, right: str, places: int, expected: str) -> None:
    """Four places are half of 0.0001, however many figures that leaves."""
    assert verdict(raw, right, {"places": places}) == expected


@all_of(
    ("raw", "close"),
    [
        ("0.1972", True),
        ("0.1952", True),
        ("0.197", True),
        ("493/2500", True),  # 0.1972
        ("0.19721", False),
        ("0.1951", False),
        ("0.198", False),
        ("0.19", False),
        ("0.2", False),  # rightly rounded, and 0.0038 away
        ("0.20", False),
        ("20%", False),
    ],
)
def test_within_is_a_distance(raw: str, close: bool) -> None:
    """Within 0.001 of 0.1962 lies what is not farther away, however it is written."""
    assert (verdict(raw, "0.1962", {"within": "0.001"}) in RIGHT) is close


@all_of(
    ("raw", "right", "close"),
    [
        ("198", "200", True),
        ("202", "200", True),
        ("197.9", "200", False),
        ("202.1", "200", False),
        ("-198", "-200", True),
        ("-202.1", "-200", False),
        ("198", "-200", False),
        ("2e2", "201", True),
        ("2e2", "203", False),
        ("0.2", "0.19", False),  # rightly rounded, and 5 % away
        ("0", "0", True),
        ("0.7", "0", False),
        ("-5", "0", False),
    ],
)
def test_relative_is_a_part_of_the_right_value(raw: str, right: str, close: bool) -> None:
    """Within a hundredth of 200 lie 198 to 202; of 0 that is nothing but 0."""
    assert (verdict(raw, right, {"relative": "0.01"}) in RIGHT) is close


def test_a_distance_to_an_irrational_value_is_decided_exactly() -> None:
    """ln(4/9) = -0.81093... is within 0.001 of -0.81, not of -0.8099; 1/√(2π) is within 1 % of 0.4."""
    assert verdict("-0.81", LOG, {"within": "0.001"}) in RIGHT
    assert verdict("-0.8099", LOG, {"within": "0.001"}) not in RIGHT
    assert verdict("0.4", HEIGHT, {"relative": "0.01"}) in RIGHT
    assert verdict("0.394", HEIGHT, {"relative": "0.01"}) not in RIGHT


@all_of(
    "raw, expected",
    [("2/3", "correct"), ("4/6", "correct"), ("0.667", "wrong_form"), ("0.7", "wrong_form")],
)
def test_exact_wants_the_exact_value(raw: str, expected: str) -> None:
    """A rightly rounded decimal has the right value and the wrong form where that is to be exact."""
    assert verdict(raw, "2/3", "exact") == expected
    assert verdict("0.5", "1/2", "exact") == "correct"
    assert verdict("0.666", "2/3", "exact") == "truncated"


@all_of(
    ("raw", "right", "expected"),
    [
        ("2/3", "2/3", "correct"),
        ("-2/3", "-2/3", "correct"),
        ("2", "2", "correct"),
        ("4/6", "2/3", "wrong_form"),
        ("2/1", "2", "wrong_form"),
        ("1/3 + 1/3", "2/3", "wrong_form"),
        ("2 * 1/3", "2/3", "wrong_form"),
        ("0.5", "1/2", "wrong_form"),
        ("0.667", "2/3", "wrong_form"),
        ("0.666", "2/3", "truncated"),
        ("5/7", "2/3", "wrong"),
    ],
)
def test_lowest_wants_a_fraction_in_lowest_terms(raw: str, right: str, expected: str) -> None:
    """In lowest terms 2/3 is right; the same value written otherwise has the wrong form."""
    assert verdict(raw, right, form="lowest") == expected


@all_of(
    "raw, expected",
    [("3/6", "correct"), ("1/2", "wrong_form"), ("6/12", "wrong_form"), ("0.5", "wrong_form")],
)
def test_counted_wants_the_counts(raw: str, expected: str) -> None:
    """3 out of 6 is not written as 1/2 where the counts are asked for."""
    assert verdict(raw, "1/2", form="counted", counted=Quotient(Integer(3), Integer(6))) == expected


def test_the_counted_form_is_asked_for_without_saying_what_was_typed() -> None:
    """4/12 for 3/9 is no reduction: the feedback names the form that is wanted alone."""
    policy = Policy("exact", form="counted")
    assert on_form(policy, is_decimal=False) == "The value is right; write it as it was counted."


def test_a_counted_product_may_be_multiplied_out() -> None:
    """Of 1/2 × 2/4 both the product and 2/8 keep the counts; 1/4 does not."""
    counted = Product((Quotient(Integer(1), Integer(2)), Quotient(Integer(2), Integer(4))))
    for raw, expected in (("1/2 * 2/4", "correct"), ("2/8", "correct"), ("1/4", "wrong_form")):
        assert verdict(raw, "1/4", form="counted", counted=counted) == expected


def test_the_counts_come_from_the_graph() -> None:
    """Of the smoothed spam with the word a (3/6 in the note) the counted form is 3/6."""
    asked = grader_of("spam_or_ham_smoothed").asked["P(a=1|+)"]
    assert asked.right.value == Fraction(1, 2)
    for raw, expected in (("3/6", "correct"), ("1/2", "wrong_form"), ("(2+1)/(4+2)", "correct")):
        assert verdict(raw, "1/2", form="counted", counted=asked.counted) == expected


@all_of(
    ("raw", "right", "expected"),
    [
        ("1/sqrt(2*pi)", HEIGHT, "correct"),
        ("sqrt(2*pi)/(2*pi)", HEIGHT, "correct"),
        ("(2*pi)^(-1/2)", HEIGHT, "correct"),
        ("1/(2*pi)", HEIGHT, "wrong"),
        ("0.399", HEIGHT, "correct_rounded"),
        ("0.398942280401", HEIGHT, "correct_rounded"),
        ("0.39894229", HEIGHT, "last_digit_off"),  # ...228 0401 4326...
        ("0.398", HEIGHT, "truncated"),
        ("0.40", HEIGHT, "too_few_digits"),
        ("39.9", HEIGHT, "percent_or_fraction"),
        ("3.99", HEIGHT, "power_of_ten"),
        ("ln(4/9)", LOG, "correct"),
        ("2*ln(2/3)", LOG, "correct"),
        ("-2*ln(3/2)", LOG, "correct"),
        ("ln(4) - ln(9)", LOG, "correct"),
        ("log_10(4/9)", LOG, "wrong"),
        ("-0.811", LOG, "correct_rounded"),
        ("-0.810", LOG, "truncated"),
        ("0.811", LOG, "wrong"),
    ],
)
def test_closed_forms_are_judged_exactly(raw: str, right: object, expected: str) -> None:
    """A density or a logarithm may be typed in any exact form; a decimal is its rounding or is not."""
    assert verdict(raw, right) == expected


def test_exact_takes_a_closed_form_and_no_decimal() -> None:
    """Where the exact value is asked for, e to a power is right and its decimal has the wrong form."""
    bell = values.multiply([HEIGHT, values.exponential(Fraction(-1, 2))])
    assert verdict("exp(-1/2)/sqrt(2*pi)", bell, "exact") == "correct"
    assert verdict("0.241970724519", bell, "exact") == "wrong_form"
    assert verdict("exp(1/2)/sqrt(2*pi)", bell, "exact") == "wrong"


@all_of(
    ("raw", "right", "expected"),
    [
        ("0/0", UNDEFINED, "correct"),
        ("undefined", UNDEFINED, "correct"),
        ("0", UNDEFINED, "wrong"),
        ("1/0", UNDEFINED, "wrong"),
        ("infinity", INFINITY, "correct"),
        ("1/0", INFINITY, "correct"),
        ("-infinity", INFINITY, "wrong"),
        ("undefined", INFINITY, "wrong"),
        ("1000", INFINITY, "wrong"),
    ],
)
def test_what_is_no_number_is_an_answer_too(raw: str, right: object, expected: str) -> None:
    """Where a value is 0/0 or infinite, saying so is right, and a number is not."""
    assert verdict(raw, right, expects=OPEN) == expected


@all_of(
    ("raw", "right", "expected"),
    [
        ("spam", ("spam",), "correct"),
        ("Spam.", ("spam",), "correct"),
        ("ham", ("spam",), "wrong"),
        ("tie", ("spam",), "wrong"),
        ("spam and ham", ("spam", "ham"), "correct"),
        ("tie: ham, spam", ("spam", "ham"), "correct"),
        ("tie", ("spam", "ham"), "wrong"),  # of two out of three classes
        ("spam", ("spam", "ham"), "wrong"),
        ("spam, ham, news", ("spam", "ham"), "wrong"),
        ("tie", ("spam", "ham", "news"), "correct"),
    ],
)
def test_labels_are_right_or_not(raw: str, right: tuple[str, ...], expected: str) -> None:
    """A decision is right if it names all winners and nobody else, in any order."""
    assert verdict(raw, Decision(right), expects=LABELS) == expected


def test_undefined_decisions_can_be_said() -> None:
    """Where every joint is 0 no class is right, and saying so is."""
    assert value_of("note_000_giraffe_choir", "argmax(x)") == UNDEFINED
    assert example("note_000_giraffe_choir", "argmax(x)", "undefined").verdict is Verdict.CORRECT
    assert not example("note_000_giraffe_choir", "argmax(x)", "1").is_right


def test_the_exact_density_of_measured_data_can_be_typed() -> None:
    """The density of 22 in class No is right as a formula, and as a decimal."""
    for raw in ("25*exp(-2209/50262)/sqrt(50262*pi)", "0.0602", "0.060209"):
        assert example("note_004_temperature", "P(temp=22|No)", raw).is_right


@st.composite
def roundings(draw: st.DrawFn) -> tuple[Fraction, int, int]:
    """Return a rational number between 0 and 1, and its rounding: units, and places."""
    below = draw(st.integers(2, 10**6))
    value = Fraction(draw(st.integers(1, below - 1)), below)
    figures = draw(st.integers(3, 8))
    places = figures
    while value * 10 ** (places - figures + 1) < 1:
        places += 1
    scaled = value * 10**places
    return value, int(scaled + Fraction(1, 2)), places


def decimal(units: int, places: int) -> str:
    return f"0.{units:0{places}}" if units < 10**places else f"1.{units - 10**places:0{places}}"


@given(roundings(), st.sampled_from([1, -1]))
def test_what_is_rightly_rounded_is_right_and_nothing_beside_it(
    rounding: tuple[Fraction, int, int], sign: int
) -> None:
    """A rational number rounded to 3 up to 8 figures is right; a unit up or down it is not."""
    value, units, places = rounding
    minus = "-" if sign < 0 else ""
    assert verdict(minus + decimal(units, places), sign * value) in RIGHT
    half = Fraction(1, 2)
    for beside in (units - 1, units + 1):
        assume(beside > 0 and abs(value * 10**places - beside) != half)  # a tie has two roundings
        assert verdict(minus + decimal(beside, places), sign * value) not in RIGHT


@given(roundings())
def test_fewer_digits_than_asked_for_are_too_few(rounding: tuple[Fraction, int, int]) -> None:
    """What is rightly rounded is too short where a figure more is wanted, unless it is exact."""
    value, units, places = rounding
    figures = len(str(units))
    typed = decimal(units, places)
    exact = Fraction(units, 10**places) == value
    expected = "correct" if exact else "too_few_digits"
    assert verdict(typed, value, {"figures": figures + 1}) == expected
    assert verdict(typed, value, {"places": places + 1}) == expected
    assert verdict(typed, value, {"figures": figures}) in RIGHT


@in_both_runs
@one_in(3, "figures", range(1, 31))
def test_all_figures_of_a_rounded_number_count(figures: int) -> None:
    """A number rounded to so many figures is right; with its last digit one off, it is not.

    So it is by default up to the ninth figure, where a policy asks for as many figures or places, and
    of whole numbers, whose zeros at the end may be figures or not. What is halfway may go either way.
    """
    draw = Random(figures)
    for _ in range(choose(quick=4, exhaustive=40)):
        size = 10 ** draw.choice((0, 0, 1, 3, figures, figures + 2))
        right = Fraction(draw.randint(1, 10**6), draw.randint(1, 10**6)) * size * draw.choice((1, -1))
        if draw.random() < 0.2:  # halfway
            right = Fraction(2 * draw.randint(10 ** (figures - 1), 10**figures - 1) + 1, 2 * size)
        for rule in ("half-up", "half-even"):
            decimal = Rounding(figures=figures, rule=rule).decimal(right)
            asked = [
                {"figures": figures},
                *([{"places": decimal.places}] if decimal.places > 0 else []),
            ]
            policies = [*asked, *(["rounded"] if 3 <= figures <= 9 else [])]
            for policy in policies:
                assert verdict(str(decimal), right, policy) in RIGHT, (decimal, right, policy)
                for off in (1, -1):
                    other = Decimal(decimal.units + off, decimal.places)
                    may_be_figures = str(other)[-1] == "0" and other.places <= 0
                    holds_places = may_be_figures and (policy == "rounded" or figures == 9)
                    near = abs(other.value - right) <= other.half_unit
                    if significant_figures(other) != figures or near or holds_places:
                        continue
                    assert verdict(str(other), right, policy) not in RIGHT, (other, right, policy)


@pytest.mark.exhaustive
def test_every_power_of_ten_that_fits_is_tried() -> None:
    """Numbers of two figures and more, times a power of ten, are never left out by their lengths."""
    dice = Random(5)
    for _ in range(500):
        right = Target(Fraction(dice.choice((1, -1)) * dice.randint(1, 999), dice.randint(1, 999)))
        for scale in judging._SCALES:
            digits = rounded(right.value * scale, Rounding(figures=dice.randint(2, 4)))
            typed = DecimalAnswer.from_decimal(digits)
            if judging._is_scaled(typed, right, scale):
                assert judging._may_be_scaled(typed.value, right.bounds, scale)
    assert judging._may_be_scaled(Fraction(1), (Fraction(-1, 10**9), Fraction(10**9)), Fraction(100))
    assert not judging._may_be_scaled(Fraction(1), (Fraction(1), Fraction(1)), Fraction(100))
