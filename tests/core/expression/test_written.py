from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st
from thoroughness import all_of, law

from exactnb.core.arithmetic import values
from exactnb.core.arithmetic.integers import Ratio
from exactnb.core.arithmetic.values import INFINITY, UNDEFINED, Infinite
from exactnb.core.expression.evaluate import evaluate
from exactnb.core.expression.nodes import Integer, Labels, Negative, Quotient, Special
from exactnb.core.expression.results import Decision, Value, are_equal
from exactnb.core.expression.spell import spell
from exactnb.core.expression.written import literal, ratio, written

E_HALF = values.exponential(Fraction(-1, 2))
ROOT_TWO = values.power(Fraction(2), Fraction(1, 2))
LOG_TWO = values.logarithm(Fraction(2))

WRITTEN = [
    (Fraction(9, 64), "9/64"),
    (Fraction(2, 4), "1/2"),
    (Fraction(-3), "-3"),
    (Fraction(-1, 2), "-1/2"),
    (Fraction(0), "0"),
    (ROOT_TWO, "sqrt(2)"),
    (values.power(Fraction(3, 5), Fraction(1, 2)), "sqrt(3) / sqrt(5)"),
    (values.power(Fraction(2), Fraction(-1, 3)), "1 / 2^(1/3)"),
    (E_HALF, "exp(-1/2)"),
    (values.multiply([Fraction(3, 4), E_HALF]), "3/4 * exp(-1/2)"),
    (values.add([Fraction(1), E_HALF]), "1 + exp(-1/2)"),
    (values.divide(Fraction(1), values.add([Fraction(1), E_HALF])), "1 / (1 + exp(-1/2))"),
    (LOG_TWO, "log(2)"),
    (values.logarithm(Fraction(3), 2), "log2(3)"),
    (values.logarithm(Fraction(3), 10), "log10(3)"),
    (INFINITY, "infinity"),
    (Infinite(-1), "-infinity"),
    (UNDEFINED, "undefined"),
    (Decision(("+", "-")), "+, -"),
]

RATIONALS = st.fractions(max_denominator=60)
POSITIVE = st.fractions(Fraction(1, 30), 30, max_denominator=30)
EXPONENTS = st.fractions(-3, 3, max_denominator=3)
FORMS = st.builds(
    lambda base, root, power: values.multiply([values.power(base, root), values.exponential(power)]),
    POSITIVE,
    EXPONENTS,
    EXPONENTS,
)
SUMS = st.lists(FORMS, min_size=1, max_size=3).map(values.add)


@all_of(("value", "text"), WRITTEN)
def test_a_value_is_written_in_its_exact_form(value: Value, text: str) -> None:
    """Rationals are in lowest terms, closed forms are roots, exps and sums, the rest are words."""
    assert spell(written(value)) == text


@all_of(
    ("counted", "text", "worth"),
    [
        (Ratio(2, 4), "2/4", Fraction(1, 2)),
        (Ratio((2, 1), (4, 2)), "(2 + 1) / (4 + 2)", Fraction(1, 2)),
        (Ratio((2, Fraction(1, 2)), 5), "(2 + 1/2) / 5", Fraction(1, 2)),
        (Ratio(3, 1), "3", 3),
        (Ratio((3, 1), 1), "3 + 1", 4),
        (Ratio(0, 4), "0/4", 0),
        (Ratio(50, 100), "50/100", Fraction(1, 2)),
        (Ratio(0, 0), "0/0", UNDEFINED),
    ],
)
def test_a_ratio_is_written_as_counted(counted: Ratio, text: str, worth: Value) -> None:
    """Terms stand as they were counted, and a denominator of 1 is left out."""
    assert spell(ratio(counted)) == text
    assert evaluate(ratio(counted), {}.__getitem__) == worth


def test_a_literal_carries_its_sign_outside() -> None:
    """A negative fraction is minus a fraction, a negative whole number an integer."""
    assert literal(Fraction(-1, 2)) == Negative(Quotient(Integer(1), Integer(2)))
    assert literal(-3) == literal(Fraction(-6, 2)) == Integer(-3)
    assert literal(0) == Integer(0)


def test_words_for_what_is_no_number() -> None:
    """Infinities and 0/0 are words, a decision is labels."""
    assert written(UNDEFINED) == Special("undefined")
    assert written(Infinite(-1)) == Special("−∞")
    assert written(Decision(("+",))) == Labels(("+",))


def test_a_long_product_stays_factored() -> None:
    """(3/7)^5000 is written with powers, and 10^999 is written out."""
    assert spell(written(Fraction(10**999))) == "1" + "0" * 999
    long = values.multiply([Fraction(3, 7)] * 5000)
    assert spell(written(long)) == "3^5000 / 7^5000"
    assert are_equal(evaluate(written(long), {}.__getitem__), long)


@given(RATIONALS | FORMS | SUMS | POSITIVE.map(values.logarithm))
@law(40)
def test_what_is_written_has_the_value(value: Value) -> None:
    """The expression of a value is worth that value, exactly."""
    assert are_equal(evaluate(written(value), {}.__getitem__), value)


@given(POSITIVE, st.sampled_from([2, 10]))
@law(10)
def test_logarithms_keep_their_base(argument: Fraction, base: int) -> None:
    """A logarithm to base 2 or 10 is written with its base and has the same value."""
    value = values.logarithm(argument, base)
    assert are_equal(evaluate(written(value), {}.__getitem__), value)
