"""What students type, read exactly: values worked out by hand, digits kept as typed, words."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from thoroughness import all_of

from exactnb.core.arithmetic.matrices import Vector as Numbers
from exactnb.core.arithmetic.numerals import read_decimal, read_number
from exactnb.core.arithmetic.power_product import PowerProduct
from exactnb.core.arithmetic.rounding import Decimal
from exactnb.core.arithmetic.values import (
    INFINITY,
    UNDEFINED,
    Infinite,
    Number,
    add,
    divide,
    exponential,
    logarithm,
    multiply,
    power,
)
from exactnb.core.expression.evaluate import evaluate
from exactnb.core.expression.nodes import (
    Factorial,
    Function,
    Integer,
    Labels,
    Negative,
    Numeral,
    Percent,
    Pi,
    Power,
    Product,
    Quotient,
    Special,
    Sum,
    Truth,
    VectorNode,
)
from exactnb.core.expression.results import Decision, are_equal
from exactnb.teach.answers.answer import Expects
from exactnb.teach.answers.reading import read_answer

F = Fraction
SPAM = Expects("label", labels=("spam", "ham"))
SIGNS = Expects("label", labels=("+", "-"))
NUMBERS = Expects("numbers")
TRUTH = Expects("truth")
NO_NUMBER = Expects(undefined=True)
NATURAL = Expects(log="e")
PI = PowerProduct(root_pi=2)
E = exponential(F(1))

RATIONAL = {
    # fractions
    "3/6": "1/2", " 3 / 6 ": "1/2", "-3/6": "-1/2", "3/-6": "-1/2", "+3/6": "1/2", "3\t/\n6": "1/2",
    "3 over 6": "1/2", "3 out of 6": "1/2", "3 Out Of 6": "1/2", "1/2/3": "1/6", "3/6.": "1/2",
    r"\frac{3}{6}": "1/2", r"\frac36": "1/2", r"\frac 3 6": "1/2", r"\frac{3}6": "1/2",
    r"\dfrac{3}{6}": "1/2", r"\tfrac36": "1/2", r"\frac{1}{\frac{2}{3}}": "3/2",
    r"{1+2 \over 6}": "1/2",
    r"$\frac12$": "1/2", r"$$\frac12$$": "1/2", r"\(\frac12\)": "1/2", r"\[\frac12\]": "1/2",
    r"\boxed{\frac{1}{2}}": "1/2", r"\text{about }\frac12": "1/2",
    r"\frac{1}{2}\cdot\frac{3}{4}": "3/8",
    r"\left(\frac{1}{2}\right)^{3}": "1/8", r"6 \div 4": "3/2", r"2 \times 3": "6",
    r"3\,/\;6\!\ ": "1/2",
    r"\displaystyle \frac12 \quad": "1/2", r"\bigl(1/2\bigr)": "1/2", '"3/6"': "1/2", "“3/6”": "1/2",
    # signs as they come from a keyboard, a phone or a PDF
    "3⁄6": "1/2", "3∕6": "1/2", "6÷4": "3/2", "−1/2": "-1/2", "–1/2": "-1/2", "1/2−1/3": "1/6",
    "2×3": "6", "2·3": "6", "2⋅3": "6", "2∗3": "6", "2 x 3": "6", "2x3": "6", "2 X 3": "6",
    "2 times 3": "6",
    "½": "1/2", "⅔": "2/3", "1½": "3/2", "1 ½": "3/2", "-1½": "-3/2", "2^1½ / 2^½": "2", "↉": "0",
    "⅟4": "1/4",
    "1½%": "3/200", "(½)(¼)": "1/8", "½·½": "1/4", "½½": "1/4",
    "10⁻⁵": "1/100000", "2³": "8", "(1/2)²": "1/4", "2⁽¹⁺²⁾": "8", "2⁻³": "1/8", "log₂ 8": "3",
    "log₁₀(100)": "2",
    "٣/٦": "1/2", "३/६": "1/2", "３／６": "1/2", "𝟑/𝟔": "1/2", "٣٫٥": "7/2", "50٪": "1/2",
    "1\u00a0/\u20092": "1/2", "\ufeff1/2": "1/2", "１ / ２": "1/2",
    # precedence
    "2^-3": "1/8", "2**-3": "1/8", "2**3": "8", "-2^2": "-4", "(-2)^2": "4", "2^3^2": "512",
    "-3!": "-6",
    "2^3!": "64", "1-2-3": "-4", "1-(2-3)": "2", "3--2": "5", "3+-2": "1", "2*-3": "-6",
    "2^-1*4": "2",
    "-1/2*3": "-3/2", "1/2*3/4": "3/8", "2/3^2": "2/9", "[1/2]": "1/2", "{1/2}": "1/2",
    "((3))/6": "1/2",
    "0^0": "1", "4^(1/2)": "2", "8^(1/3)": "2", "(4/9)^(-1/2)": "3/2", "1+2%": "51/50",
    "2*3%": "3/50",
    # products without a sign
    "(1/2)(3/4)": "3/8", "2(3)": "6", "(3)2": "6", "3!2": "12", "4!/(2!2!)": "6", "2(3)(4)": "24",
    "2 (3/4)": "3/2",
    "2*3(4)": "24", "2^3(4)": "32", r"\frac12(3)": "3/2", r"\frac12\frac34": "3/8", "{2}{3}": "6",
    "0.5(1/2)": "1/4",
    # counting
    "4!": "24", "0!": "1", "(3!)!": "720", "C(8,4)": "70", "nCr(8, 4)": "70", "C(8, 4)/2^8": "35/128",
    "8 choose 4": "70", "8C4": "70", "8 C 4": "70", r"\binom{8}{4}": "70", r"\binom84": "70",
    r"\binom 8 4": "70",
    r"{8 \choose 4}": "70", "C(4,8)": "0", "C(4,0)": "1", "2*8 choose 4": "140", "C(2+2, 1+1)": "6",
    "8!/(4!*4!)": "70", "C(8,4)(1/2)^4(1/2)^4": "35/128", "C(2*4, 4)": "70",
    # logarithms, roots and powers of e that are rational
    "ln 1": "0", "ln(e)": "1", "ln(e^2)": "2", "e^0": "1", "e^{ln 2}": "2", "exp(ln(2/3))": "2/3",
    "log2(8)": "3",
    "log2 8": "3", "log_2 8": "3", "log_2(8)": "3", "log_{2}(8)": "3", r"\log_2 8": "3",
    r"\log_{10}{100}": "2",
    "log10(1000)": "3", "log10 1000": "3", "log_10 0.01": "-2", "LOG10(1000)": "3", "log_3 9": "2",
    "log_e(1)": "0", "ln(8)/ln(2)": "3", "ln(4/9) - 2*ln(2/3)": "0", "sqrt(9)": "3", "sqrt 4": "2",
    "√4": "2",
    "√(1/4)": "1/2", "√4/2": "1", r"\sqrt4": "2", r"\sqrt{4}": "2", r"\sqrt[3]{8}": "2",
    r"\sqrt[3]8": "2",
    "sqrt(2)*sqrt(8)": "4", "sqrt(2)^2": "2", "(sqrt(2)+1)(sqrt(2)-1)": "1", "pi/pi": "1", "e/e": "1",
    r"\mathrm{ln}(e)": "1", r"\operatorname{exp}(0)": "1", "log 1": "0", r"\ln\frac11": "0",
    "exp 0": "1",
    # digits that repeat
    "0.(3)": "1/3", "0.1(6)": "1/6", r"0.\overline{3}": "1/3", r"0.1\overline6": "1/6",
    r"0.\bar{3}": "1/3",
    r"0.\overline{09}": "1/11", "0.(9)": "1", "2.(6)": "8/3", "-0.(3)": "-1/3",
    # powers of ten, percentages, thousands
    "1.2e-5": "3/250000", "1.2E-5": "3/250000", "1.2 x 10^-5": "3/250000",
    r"1.2 \times 10^{-5}": "3/250000",
    "1.2·10⁻⁵": "3/250000", "1.2*10^-5": "3/250000", "2e3": "2000", "1e-400": "1/1" + "0" * 400,
    "50%": "1/2", "50 %": "1/2", r"50\%": "1/2", "50 percent": "1/2", "50 pct": "1/2",
    "50 per cent": "1/2",
    "33.3 %": "333/1000", "-50%": "-1/2", "50%*50%": "1/4", "(1/2)%": "1/200", "1,234,567": "1234567",
    "1,234.5": "2469/2", "1,234,567.25": "4938269/4",
}  # fmt: skip


@all_of("typed", RATIONAL)
def test_a_formula_is_worth_what_it_says(typed: str) -> None:
    """Every way to type a rational number has the value that a person reads."""
    answer = read_answer(typed)
    assert answer.value == F(RATIONAL[typed])
    assert answer.raw == typed


HALF = exponential(F(-1, 2))
IRRATIONAL = {
    "e": E, "pi": PI, "π": PI, "PI": PI, r"\pi": PI, "2e": multiply([F(2), E]),
    "2 pi": multiply([F(2), PI]),
    "2π": multiply([F(2), PI]), "pi 2": multiply([F(2), PI]), "e^-1": exponential(F(-1)),
    "e^{-1/2}": HALF, "e^(-1/2)": HALF, "e^(-0.5)": HALF, "exp(-1/2)": HALF, "exp -0.5": HALF,
    r"\exp\left(-\frac12\right)": HALF, r"\mathrm{e}^{-\frac{1}{2}}": HALF, "e⁻¹": exponential(F(-1)),
    "e^-1/2": divide(exponential(F(-1)), F(2)), "(e)^2": exponential(F(2)),
    "e^2^3": exponential(F(8)),
    "ln 2": logarithm(F(2)), "ln(2)": logarithm(F(2)), "ln2": logarithm(F(2)),
    "LN(2)": logarithm(F(2)),
    r"\ln\frac23": logarithm(F(2, 3)), r"\ln{2}": logarithm(F(2)), "ln 2 + ln 3": logarithm(F(6)),
    "-ln 2": logarithm(F(1, 2)), "2 ln 3": logarithm(F(9)), "ln 0.5": logarithm(F(1, 2)),
    "ln(2)/2": divide(logarithm(F(2)), F(2)),
    "log2(3)": logarithm(F(3), 2), "log_10 5": logarithm(F(5), 10),
    "log_3 2": divide(logarithm(F(2)), logarithm(F(3))),
    "2*log_3 2": divide(logarithm(F(4)), logarithm(F(3))), "3/ln(2)": divide(F(3), logarithm(F(2))),
    "2/ln(2)*3": divide(F(6), logarithm(F(2))), "ln(1+e)": logarithm(add([F(1), E])),
    "sqrt 2": power(F(2), F(1, 2)), "√2": power(F(2), F(1, 2)), "√2/2": power(F(1, 2), F(1, 2)),
    r"\sqrt2": power(F(2), F(1, 2)), r"\sqrt[3]{2}": power(F(2), F(1, 3)),
    "2^(1/1000)": power(F(2), F(1, 1000)),
    "√(2π)": power(multiply([F(2), PI]), F(1, 2)), "sqrt(2 pi)": power(multiply([F(2), PI]), F(1, 2)),
    "1/sqrt(2*pi*4) * e^(-1/8)": multiply([power(multiply([F(8), PI]), F(-1, 2)),
    exponential(F(-1, 8))]),
    r"\frac{1}{\sqrt{2\pi}}\,e^{-\frac{1}{2}}": multiply([power(multiply([F(2), PI]), F(-1, 2)),
    HALF]),
    "(1+e)^6": power(add([F(1), E]), F(6)), "(1+e)^-1": power(add([F(1), E]), F(-1)),
    "(sqrt(2)+1)^5": add([F(41), multiply([F(29), power(F(2), F(1, 2))])]),
    "0.3e^-2/(0.3e^-2+0.7e^-1)": divide(F(3), add([F(3), multiply([F(7), E])])),
}  # fmt: skip


@all_of("typed", IRRATIONAL)
def test_irrational_numbers_are_exact(typed: str) -> None:
    """Logarithms, roots and powers of e are read as what they are, never as decimals."""
    assert are_equal(read_answer(typed).value, IRRATIONAL[typed])


def test_the_base_of_a_bare_logarithm_is_the_question_s() -> None:
    """Where a question declares its base, log means that."""
    for base, value in (("e", None), ("2", 2), ("10", 10)):
        for typed in ("log(3)", "log 3", r"\log 3", r"\log\left(3\right)"):
            assert are_equal(read_answer(typed, Expects(log=base)).value, logarithm(F(3), value))
    assert are_equal(read_answer(r"\log\frac23", NATURAL).value, logarithm(F(2, 3)))
    assert read_answer("log2(4) + ln(1) + log_10 10", Expects(log="2")).value == 3


def test_a_density_of_measured_numbers_is_exact() -> None:
    """The answers to a Gaussian problem are long, and far from any bound."""

    def density(x: str, mean: str, variance: str) -> tuple[str, Number]:
        typed = f"e^(-({x}-{mean})^2/(2*{variance}))/√(2π*{variance})"
        away, spread = F(x) - F(mean), F(variance)
        scale = power(multiply([F(2), PI, spread]), F(-1, 2))
        return typed, multiply([exponential(-(away**2) / (2 * spread)), scale])

    (warm, a), (humid, b) = density("66", "73", "39.38"), density("90", "79.1", "105.41")
    (cold, c), (dry, d) = density("66", "74.6", "62.32"), density("90", "86.2", "94.77")
    yes, no = multiply([F(9, 14), a, b]), multiply([F(5, 14), c, d])
    typed = f"(9/14*{warm}*{humid})/(9/14*{warm}*{humid}+5/14*{cold}*{dry})"
    assert are_equal(read_answer(f"9/14*{warm}*{humid}").value, yes)
    assert are_equal(read_answer(typed).value, divide(yes, add([yes, no])))


def integers(*numbers: int) -> list[Integer]:
    return [Integer(number) for number in numbers]


ONE, TWO, THREE, SIX = integers(1, 2, 3, 6)
TREES = {
    "3/6": Quotient(THREE, SIX), "0.50": Numeral(Decimal(50, 2)), "1.2e-5": Numeral(Decimal(12, 6)),
    "1e400": Numeral(Decimal(1, -400)), ".5": Numeral(Decimal(5, 1)), "3.": THREE,
    "3.0": Numeral(Decimal(30, 1)),
    "-0.5": Negative(Numeral(Decimal(5, 1))), "-3/6": Negative(Quotient(THREE, SIX)),
    "007": Integer(7),
    "1+2-3": Sum((ONE, TWO, Negative(THREE))), "1*2*3": Product((ONE, TWO, THREE)),
    "1/2*2/3": Product((Quotient(ONE, TWO), Quotient(TWO, THREE))),
    "1(2)(3)": Product((ONE, TWO, THREE)),
    "1-(2-3)": Sum((ONE, Negative(Sum((TWO, Negative(THREE)))))), "2^-3": Power(TWO, Negative(THREE)),
    "1/2*3": Product((Quotient(ONE, TWO), THREE)), "1*2/3": Product((ONE, Quotient(TWO, THREE))),
    "√3": Function("sqrt", THREE),
    "e": Function("exp", ONE), "e^2": Function("exp", TWO), "(e)^2": Power(Function("exp", ONE), TWO),
    "ln 2": Function("log", TWO), "log_10(2)": Function("log10", TWO), "2pi": Product((TWO, Pi())),
    "log_3 2": Quotient(Function("log", TWO), Function("log", THREE)), "3!": Factorial(THREE),
    "3 choose 1": Quotient(Factorial(THREE), Product((Factorial(ONE), Factorial(TWO)))),
    "C(1,2)": Integer(0),
    "1½": Sum((ONE, Quotient(ONE, TWO))), "3%": Percent(THREE),
    "0.(6)": Quotient(TWO, THREE),
    "0.(9)": Quotient(ONE, ONE), "∞": Special("∞"), "-inf": Negative(Special("∞")),
    "undefined": Special("undefined"),
    r"\sqrt[3]{2}": Power(TWO, Quotient(ONE, THREE)), "1,234,567": Integer(1234567),
}  # fmt: skip


@all_of("typed", TREES)
def test_the_tree_keeps_what_is_typed(typed: str) -> None:
    """3/6 is not reduced, 0.50 keeps its zero, sums and products stay in order."""
    assert read_answer(typed).tree == TREES[typed]


DECIMALS = {
    "0.50": (50, 2), "3": (3, 0), "-3": (-3, 0), "-0.5": (-5, 1), "- 0.50": (-50, 2), ".5": (5, 1),
    "(0.5)": (5, 1),
    "50%": (50, 2), "33.3 %": (333, 3), "-12.5%": (-125, 3), "1e-3%": (1, 5), "1.2e-5": (12, 6),
    "2.50e3": (250, -1),
    "1.2 x 10^-5": (12, 6), r"1.20 \times 10^{-5}": (120, 7), "1.2·10⁻⁵": (12, 6),
    "-1.2*10^-5": (-12, 6), "3*10^2": (3, -2),
    "0.333...": (333, 3), "0.333…": (333, 3), r"0.333\ldots": (333, 3), "~0.33": (33, 2),
    "p = 0.20": (20, 2),
    "1,234.5": (12345, 1), "٠٫٥٠": (50, 2), "$0.5$": (5, 1), "0.5.": (5, 1), "1e400": (1, -400),
    "000": (0, 0),
}  # fmt: skip
NOT_DECIMALS = (
    "1/2", "0.5/1", "1+0.5", "0.(3)", r"0.\overline{3}", "0.(9)", "10^-5", "2 x 10^(1/2)", "1½",
    "(1/2)%", "50/100", "e",
    "3!", "1/2 = 0.5", "0.5*0.5", "1.5*10^0.5", "50%*2",
)  # fmt: skip


@all_of("typed", DECIMALS)
def test_digits_are_kept_as_typed(typed: str) -> None:
    """One decimal numeral keeps its digits, with a percent sign or a power of ten too."""
    answer = read_answer(typed)
    assert answer.decimal == Decimal(*DECIMALS[typed])
    assert answer.decimal.value == answer.value


@all_of("typed", NOT_DECIMALS)
def test_what_is_computed_has_no_digits_of_its_own(typed: str) -> None:
    """A fraction, a product or a decimal that repeats is no decimal numeral."""
    assert read_answer(typed).decimal is None


@all_of(
    "typed",
    ["~0.33", "≈0.33", "≃ 0.33", "≅0.33", r"\approx 0.33", r"\sim 0.33", "about 0.33", "approx. 0.33",
     "approx 0.33", "Approximately 0.33", "roughly 0.33", "ca. 0.33", "circa 0.33", "p ≈ 0.33",
     "p = ≈ 0.33",
     "p is about 0.33", "0.33...", "0.33…", r"\text{about } 0.33", "~33%", "33...%"],
)  # fmt: skip
def test_what_is_marked_as_rounded_is_approximate(typed: str) -> None:
    """A sign, a word or dots say that a number is rounded; its value is what is typed."""
    answer = read_answer(typed)
    assert answer.approximate
    assert answer.value == F(33, 100)
    assert answer.percent == ("%" in typed)


def test_an_exact_number_is_not_approximate_and_no_percentage() -> None:
    """Nothing is marked that the student did not mark."""
    answer = read_answer("1/2 = 50% ≈ 0.50")
    assert not answer.approximate
    assert not answer.percent
    assert read_answer("50% ").percent
    assert read_answer("-50 percent").percent
    assert not read_answer("50% + 0").percent


LABELLED = (
    "P(+|x) = 3/6", "P(y=1|x) = 3/6", "P(y=1 | x=0)=3/6", "p = 3/6", "p=3/6", "answer: 3/6",
    "Answer = 3/6", "= 3/6",
    "P(+|x): 3/6", "p := 3/6", "P(+)P(a|+) = 3/6", "p = q = 3/6", r"P(+\mid x) = \frac36",
    r"\hat{p}_{+} = 3/6",
    r"\theta_1 = 3/6", "π = 3/6", "e = 3/6", "x = 3/6", "log odds = 3/6", "ln P(x) = 3/6",
    "P'(x) = 3/6", "p is 3/6",
    "P(Outlook=sunny, Wind=weak | Yes) = 3/6", "the answer is 3/6", "P(e*|+) = 3/6", "p == 3/6",
    "p equals 3/6",
    r"\mathbb{P}(y = 1) = 3/6", r"P(\text{spam}) = 3/6", '"p" = 3/6', "P(#) = 3/6", "θ̂ = 3/6",
    "my answer : 3/6",
)  # fmt: skip


@all_of("typed", LABELLED)
def test_a_label_before_the_answer_is_dropped(typed: str) -> None:
    """The name of what is asked may stand before the answer; the tree is that of the answer."""
    assert read_answer(typed).tree == Quotient(THREE, SIX)


CHAINS = {
    "P(+|x) = 3/6 = 1/2": Quotient(THREE, SIX), "3/6 = 1/2 = 0.5 = 50%": Quotient(THREE, SIX),
    "0.5 = 1/2": Quotient(ONE, TWO),
    "1/3 = 0.33": Quotient(ONE, THREE), "1/3 ≈ 0.3": Quotient(ONE, THREE),
    "0.33 ≈ 1/3": Quotient(ONE, THREE),
    "2/3 = 0.67": Quotient(TWO, THREE), "2/3 = 0.666...": Quotient(TWO, THREE),
    "-2/3 = -0.66...": Negative(Quotient(TWO, THREE)),
    "2/3 = 66.7%": Quotient(TWO, THREE), "1/6 = 0.1(6)": Quotient(ONE, SIX),
    "1/8 = 0.12": Quotient(ONE, Integer(8)),
    "1/8 = 0.13": Quotient(ONE, Integer(8)), "0.3333 = 0.33": Numeral(Decimal(33, 2)),
    "5/3 ≈ 2": Quotient(Integer(5), THREE),
    "465/4 = 116": Quotient(Integer(465), Integer(4)),
    "-465/4 = -116": Negative(Quotient(Integer(465), Integer(4))),
    "6/3 = 2": Quotient(SIX, THREE), "ln(2) ≈ 0.693": Function("log", TWO),
    "log(2) = 0.693": Function("log", TWO),
    "log(2) = 0.301": Function("log10", TWO), "1,234 = 1234": Integer(1234),
    "0,5 = 1/2": Quotient(ONE, TWO),
    "1 1/2 = 3/2": Sum((ONE, Quotient(ONE, TWO))),
    "1/2(3/4) = 3/8": Product((Quotient(ONE, TWO), Quotient(THREE, Integer(4)))),
    "1/2 = 3/6 = 1 - 1/2": Quotient(ONE, TWO), "sqrt(2)=2^(1/2)=1.41": Function("sqrt", TWO),
}  # fmt: skip


@all_of("typed", CHAINS)
def test_a_chain_that_agrees_is_its_first_exact_formula(typed: str) -> None:
    """Decimals agree if they are equal or rounded; a chain also says which reading was meant."""
    assert read_answer(typed).tree == CHAINS[typed]


@all_of(
    ("typed", "value"),
    [("0/0", UNDEFINED), ("1/0", INFINITY), ("-1/0", Infinite(-1)), ("ln 0", Infinite(-1)),
     ("0^-1", INFINITY),
     ("0/0 + 1", UNDEFINED), ("undefined", UNDEFINED), ("∞", INFINITY), ("1/2", F(1, 2)),
     ("3/(2-2)", INFINITY)],
)  # fmt: skip
def test_what_is_no_number_can_be_the_answer(typed: str, value: object) -> None:
    """Where the right value is no number, 0/0 and 1/0 are read as what they are."""
    assert read_answer(typed, NO_NUMBER).value == value


@all_of(
    ("typed", "value"),
    [("undefined", UNDEFINED), ("Not defined.", UNDEFINED), ("infinity", INFINITY), ("inf", INFINITY),
     ("+∞", INFINITY), ("-∞", Infinite(-1)), (r"-\infty", Infinite(-1)), ("- infinity", Infinite(-1)),
     ("P(+|x) = undefined", UNDEFINED)],
)  # fmt: skip
def test_words_for_what_is_no_number_are_always_read(typed: str, value: object) -> None:
    """A student may claim that a number is undefined, and be wrong."""
    assert read_answer(typed).value == value


@all_of(
    ("typed", "expects", "value"),
    [("3:4", Expects(odds=True), F(3, 4)), ("3 : 4", Expects(odds=True), F(3, 4)),
     ("3∶4", Expects(odds=True), F(3, 4)),
     ("odds: 3:4", Expects(odds=True), F(3, 4)), ("1/2:1/3", Expects(odds=True), F(3, 2)),
     ("3 to 4", Expects(odds=True), F(3, 4)), ("2+1:4", Expects(odds=True), F(3, 4)),
     ("odds(+|x) = 3:4 = 0.75", Expects(odds=True), F(3, 4)),
     ("(1, 2)", NUMBERS, (F(1), F(2))), ("1, 2", NUMBERS, (F(1), F(2))),
     ("[1/2,3]", NUMBERS, (F(1, 2), F(3))),
     ("1,5", NUMBERS, (F(1), F(5))), ("1; 2", NUMBERS, (F(1), F(2))),
     (r"\left(\frac12, 3\right)", NUMBERS, (F(1, 2), F(3))),
     ("(μ, σ) = (1, 2)", NUMBERS, (F(1), F(2))), ("mu = (1, 2, 3)", NUMBERS, (F(1), F(2), F(3))),
     ("(C(4,2), 50%)", NUMBERS, (F(6), F(1, 2))),
     ("(1/2, 1/3) = (0.5, 1/3)", NUMBERS, (F(1, 2), F(1, 3)))],
)  # fmt: skip
def test_odds_and_lists_are_read_where_they_are_expected(
    typed: str, expects: Expects, value: object
) -> None:
    """3:4 is a ratio where odds are asked for; commas stand between numbers where several are."""
    found = read_answer(typed, expects).value
    assert found == (Numbers(value) if isinstance(value, tuple) else value)


def test_a_list_is_kept_as_it_is_typed() -> None:
    """The parts of a list keep their form."""
    assert read_answer("(3/6, 0.50)", NUMBERS).tree == VectorNode(
        (Quotient(THREE, SIX), Numeral(Decimal(50, 2)))
    )


@all_of(
    ("typed", "expects", "labels"),
    [("spam", SPAM, "spam"), (" Spam ", SPAM, "spam"), ("SPAM", SPAM, "spam"),
     ("spam.", SPAM, "spam"), ('"spam"', SPAM, "spam"),
     ("“ham”", SPAM, "ham"), ("class spam", SPAM, "spam"), ("Class: spam", SPAM, "spam"),
     ("y = spam", SPAM, "spam"),
     ("ŷ(x)=ham", SPAM, "ham"), (r"\hat{y} = \text{spam}", SPAM, "spam"),
     (r"$\mathrm{ham}$", SPAM, "ham"), ("it is ham", SPAM, "ham"),
     ("answer: ham", SPAM, "ham"), ("s\u200bpam", SPAM, "spam"), ("+", SIGNS, "+"), ("-", SIGNS, "-"),
     ("−", SIGNS, "-"),
     ("＋", SIGNS, "+"), ("class +", SIGNS, "+"), ("{+}", SIGNS, "+"), ("(+)", SIGNS, "+"),
     ("y=-", SIGNS, "-"),
     ("1", Expects("label", labels=("0", "1")), "1"),
     ("y = 1", Expects("label", labels=("0", "1")), "1"),
     ("a, b", Expects("label", labels=("a, b", "a", "b")), "a, b"),
     ("tie", Expects("label", labels=("tie", "win")), "tie"),
     ("A", Expects("label", labels=("a", "A")), "A"),
     ("e\u0301te", Expects("label", labels=("\u00e9te", "b")), "\u00e9te"),
     ("می‌روم", Expects("label", labels=("می‌روم", "b")), "می‌روم"),
     ("0/0", Expects("label", labels=("0/0", "1")), "0/0")],
)  # fmt: skip
def test_a_class_is_named_in_many_ways(typed: str, expects: Expects, labels: str) -> None:
    """A label is found as it is, in other letters if that is clear, and with words around it."""
    answer = read_answer(typed, expects)
    assert answer.value == Decision((labels,))
    assert answer.tree == Labels((labels,))
    assert answer.decimal is None


@all_of(
    "typed",
    ["tie", "Tie.", "a tie", "it is a tie", "tied", "tie: spam, ham", "tie: ham, spam",
     "tie between ham and spam",
     "spam, ham", "ham and spam", "tied between spam and ham", "{spam, ham}", "y = tie",
     "spam and ham.",
     r"\text{spam}, \text{ham}"],
)  # fmt: skip
def test_a_tie_is_all_of_its_labels_in_their_own_order(typed: str) -> None:
    """The order in which a student lists a tie does not matter."""
    assert read_answer(typed, SPAM).value == Decision(("spam", "ham"))


def test_a_tie_may_leave_a_class_out() -> None:
    """Of three classes two can be tied; the word alone means all three."""
    three = Expects("label", labels=("a", "b", "c"))
    assert read_answer("tie: c, a", three).value == Decision(("a", "c"))
    assert read_answer("a, b, and c", three).value == Decision(("a", "b", "c"))
    assert read_answer("tie", three).value == Decision(("a", "b", "c"))


def test_no_class_at_all_can_be_the_answer() -> None:
    """Where every score is zero, nothing is decided."""
    assert read_answer("undefined", SPAM).value == UNDEFINED


@all_of(
    ("typed", "truth"),
    [("yes", True), ("Yes.", True), ("TRUE", True), ("no", False), ("false", False),
     ("answer: no", False),
     (r"\text{yes}", True), ('"No"', False)],
)  # fmt: skip
def test_yes_and_no_are_truth_values(typed: str, truth: bool) -> None:
    """A question that is answered by yes or no gets a truth value."""
    answer = read_answer(typed, TRUTH)
    assert answer.value is truth
    assert answer.tree == Truth(truth)


def test_what_is_passed_over_is_noted() -> None:
    """Characters without width are dropped with a note; what is typed is kept."""
    answer = read_answer("1\u200b/\u20602")
    assert answer.value == F(1, 2)
    assert answer.notes == ("2 invisible characters were dropped",)
    assert answer.raw == "1\u200b/\u20602"
    assert read_answer("1/2").notes == ()


LATEX = {
    "3 over 6": r"\frac{3}{6}", "0.50": "0.50", "1.2 x 10^-5": r"1.2 \times 10^{-5}",
    "ln(2/3)": r"\ln\left(\frac{2}{3}\right)",
    "log10 5": r"\log_{10}(5)", "exp(-1/2)": r"e^{-\frac{1}{2}}", "e": "e",
    "(e^8)^(1/3)": r"(e^{8})^{\frac{1}{3}}",
    "1e-7^2": r"(1 \times 10^{-7})^{2}", "C(8,4)": r"\frac{8!}{4! \times 4!}",
    "undefined": r"\text{undefined}", "-inf": r"-\infty",
    "50%": r"50\%", "sqrt(2 pi)": r"\sqrt{2\pi}", "0.(3)": r"\frac{1}{3}",
}  # fmt: skip


@all_of("typed", LATEX)
def test_a_reading_is_echoed_from_its_tree(typed: str) -> None:
    """What is shown is what was read, not what was typed."""
    assert read_answer(typed).latex() == LATEX[typed]


def test_labels_are_escaped_in_an_echo() -> None:
    """A label is text in LaTeX, whatever it is made of."""
    assert read_answer("a_b%", Expects("label", labels=("a_b%", "c"))).latex() == r"\text{a\_b\%}"


@all_of("typed", [*RATIONAL, *IRRATIONAL, *CHAINS], apart=8)
def test_an_echo_is_read_as_the_same_number(typed: str) -> None:
    """What is shown for an answer, typed again, is that answer; the tree has its value everywhere."""
    answer = read_answer(typed)
    for echo in (answer.text(), answer.latex()):
        assert are_equal(read_answer(echo, NATURAL).value, answer.value), echo
    assert are_equal(evaluate(answer.tree, lookup=lambda name: UNDEFINED), answer.value)


@pytest.mark.parametrize("typed", ["undefined", "Not defined"])
def test_whether_something_holds_may_be_undefined(typed: str) -> None:
    """What is neither true nor false is answered in the word for it."""
    assert read_answer(typed, TRUTH).value == UNDEFINED


@all_of(
    "text",
    ["007", ".5", "5.", "0.50", "-0", "+3", "−3", "1.2e-5", "2.5E+2", "45%", "4.5 %", "3/6", "1e400"],
)
def test_files_and_people_spell_numbers_alike(text: str) -> None:
    """What a problem file takes for a number is the same number as an answer, to its last digit."""
    assert read_answer(text).value == read_number(text)


@given(st.integers(0, 10**12), st.integers(0, 9), st.integers(-300, 300))
def test_the_digits_of_an_answer_are_those_of_its_numeral(
    digits: int, places: int, exponent: int
) -> None:
    """A typed decimal keeps each digit, zeros at its end too, and has the value that a file reads."""
    above, behind = divmod(digits, 10**places)
    text = f"{above}.{behind:0{places}d}e{exponent}" if places else f"{above}.e{exponent}"
    decimal = read_decimal(text)
    assert (decimal.units, decimal.places) == (digits, places - exponent)
    assert read_answer(text).decimal == decimal
    assert decimal.value == read_number(text)
