"""What is not read, and why: nothing is guessed, nothing is tried to see, nothing else is raised."""

from __future__ import annotations

import importlib.util
import pickle
import sys
from fractions import Fraction
from pathlib import Path
from types import ModuleType

import pytest
from any_text import CHARACTERS
from hypothesis import given
from hypothesis import strategies as st
from thoroughness import all_of, choose, in_both_runs, law

from exactnb.core.arithmetic.matrices import Vector
from exactnb.core.arithmetic.values import logarithm, multiply, power
from exactnb.core.expression.reading.refusal import KINDS, Refusal
from exactnb.core.expression.results import Decision, are_equal
from exactnb.errors import ExactnbError, Place
from exactnb.teach.answers.answer import Ambiguous, Answer, Expects
from exactnb.teach.answers.reading import read_answer

F = Fraction
SPAM = Expects("label", labels=("spam", "ham"))
NUMBERS = Expects("numbers")
OPEN_NUMBERS = Expects("numbers", undefined=True)
TRUTH = Expects("truth")
ODDS = Expects(odds=True)
NATURAL = Expects(log="e")


def refused(typed: str, expects: Expects = NATURAL) -> Refusal:
    with pytest.raises(Refusal) as caught:
        read_answer(typed, expects)
    return caught.value


BY_KIND: dict[str, tuple[str, ...]] = {
    "too_long": (
        "1" * 402 + "/2", " " * 401, "1" * 1404,
        "+".join("1" * 150), "(" * 201, "1=" * 110 + "1", "ﷺ" * 400,
    ),
    "too_deep": (
        "(" * 80 + "1" + ")" * 80, "-" * 100 + "1", "1/" * 70 + "1", r"\frac" * 61 + "1" * 62,
        r"\sqrt" * 70 + "2", "2^" * 65 + "1", "sqrt " * 65 + "2", "√" * 70 + "2", "[" * 61,
        "ln " * 61 + "2",
    ),
    "too_big": (
        "9**9**9", "9^9^9", "2^16384", "2^-16384", "(1/3)^9000", "1e1001", "1e-1001", "1e99999999",
        "10^1001", "10^-1001", "1" * 1001,
        "201!", "(10!)!", "C(201, 2)", "e^1001", "e^-1001", "exp(10000)", "e^1000*e^1000",
        "2^(1/1001)", "2^(10^9)", "(1+1/3)^99999", "*".join(["200!"] * 20), "(sqrt(2)+sqrt(3))^999",
        "(1+e)^50",
        "+".join(f"√{n}" for n in range(2, 60)), "sqrt(sqrt(sqrt(2^(1/999))))", "pi^1001",
        "e^(2^999)", "3^20.333",
        "*".join(f"(e^{n}+1)" for n in range(1, 9)), "ln(1+e)*12", "10^1,234", "e^(ln 2*99999)",
    ),
    "zero_div": (
        "1/0", "0/0", "1/(1-1)", "ln 0", "log(0)", "0^-1", "1/(ln(4/9) - 2*ln(2/3))", r"\frac{1}{0}",
        "0/0 = 1",
        "1/(sqrt(2)*sqrt(8)-4)", "2*0^(-1/2)", "log2(0)", "5/0%", "1:0",
    ),
    "ambiguous": ("0.145+-0.001", "0.145 ± 0.001", "-0.145 +/- .001", r"0.145 \pm 0.001"),
    "bad_char": (
        "1\x002", "1\x1b[31m", "1\u202e2", "1\u200e/2", "\u2066 1/2", "1\ud8002", "|x|", "3 & 4",
        "1/2 ?", "#1", "3 < 4", "1;2 @",
        "①/②", "⒈5", "1\u2064½", "3 ± 1", "1\x0c2", "a\u0301 = 1 §", "$5€", "1\\",
        "1/2 \\\\ 3", "👩", "½\u0338",
    ),
    "unknown_name": (
        "abc", "x", "1/2 = p", "n/a", "5apples", "lnn(2)", "lg(2)", "sin(1)", "P(+|x)",
        "1 - P(x) = 1/2", "2p = 1", "none", "NaN", "nan",
        r"\foo", r"\alpha", "1/2i", "e^x", "f(2)", "import os",
        "odds 3:4", "a = b", "9**abc", "C", "i",
    ),
    "empty": ("", "   ", "\t\n", "\u200b", "p =", "P(+|x) =", "=", "answer:", "≈", "$$", ".",
    r"\text{}", '""'),
    "malformed": (
        "1_000/2_000", "_1", "__import__('os')", "3/", "/3", "(3/6", "3/6)", "(3/6]", "3//6", "3 6",
        "1 00", "0 000", "1 0000", "1.234 567", "0.6 66", "1 234 56", "1.2.3",
        "3/6 =", "1/2 =", "*", "()", "2^",
        "ln()", "ln", "sqrt", r"\frac{1}", r"\frac12 3", r"\frac123", r"\frac-12", r"\sqrt23", "3!!",
        "!3", "%", "50%3", "1,2,3", "1, 2",
        "(1, 2)", "1;2", "3:4:5", "((1:2):3)", "1e5e2", "0.5...5", "...", "C(8)", "C(8,)", "8 choose",
        "log_1 2", "log_0(2)", "log_{2 8",
        r"\log_x 2", "log(2,8)", "log(2,345)", "ln 2^3", "ln 3!", "2 1½", "1.5½", "1,5½", "1 2½",
        r"0.\overline33", r"0.\overline{}", "1 = = ",
        "1 +", "{1", "2^^3", "1, 2; 3", r"\binom{8}", "¹⁄½", "5 [", ",", "1,,2", "0.1(6", ".(3)",
        "(2)/(3) 4 5",
    ),
    "unsupported": (
        "ln(-1)", "sqrt(-1)", "(-8)^(1/3)", "log2(1-2)", "2^pi", "2^ln(3)", "ln 2 * ln 3", "ln(ln 2)",
        "sqrt(1+sqrt 2)", "e^pi", "pi^(1/3)",
        "ln 2 + log2(3)", "(1/2)!", "(-3)!", "C(1/2, 1)", "C(3, -1)", "pi!", "1/inf", "inf - inf",
        "2*undefined", "ln(2)*pi", "√-2",
    ),
}  # fmt: skip


@all_of(("kind", "typed"), [(kind, typed) for kind, listed in BY_KIND.items() for typed in listed])
def test_an_answer_is_refused_for_its_reason(kind: str, typed: str) -> None:
    """Each refusal has a kind, says why in one line, and has readings only where it is ambiguous."""
    refusal = refused(typed)
    assert refusal.kind == kind
    assert not isinstance(refusal, Ambiguous)
    assert "\n" not in str(refusal)
    assert len(str(refusal)) < 250


def test_every_kind_of_refusal_is_met() -> None:
    """No kind is there for nothing."""
    assert {*BY_KIND, "ambiguous"} == set(KINDS)


half, quarter = F(1, 2), F(1, 4)
AMBIGUOUS = {
    "0,5": (F(1, 2), Vector((F(0), F(5)))), "0,50": (half, Vector((F(0), F(50)))),
    "(0,5)": (half, Vector((F(0), F(5)))),
    "-0,5": (-half, Vector((F(0), F(5)))), "12,34": (F(617, 50), Vector((F(12), F(34)))),
    "1,234": (F(617, 500), F(1234)), "-1,234": (F(-617, 500), F(-1234)), "1,000": (F(1), F(1000)),
    "1,234/2": (F(617, 1000), F(617)),
    "0,234": (F(117, 500), Vector((F(0), F(234)))), "1 1/2": (F(3, 2), half),
    "-1 1/2": (F(-3, 2), -half),
    "1 1⁄2": (F(3, 2), half), r"1\frac12": (F(3, 2), half), r"2 \frac{1}{3}": (F(7, 3), F(2, 3)),
    r"1\frac 1 2": (F(3, 2), half),
    "3:4": (F(3, 4), F(3, 7)), "3 to 4": (F(3, 4), F(3, 7)), "(3:4)": (F(3, 4), F(3, 7)),
    "1/2:1/2": (F(1), half),
    "1/2(3/4)": (F(3, 8), F(2, 3)), "1/2 (3/4)": (F(3, 8), F(2, 3)), "1/(2)(3)": (F(3, 2), F(1, 6)),
    "8!/4!4!": (F(8 * 7 * 6 * 5 * 24), F(70)),
    "1/2%": (F(1, 200), F(50)), "3/6 %": (F(1, 200), F(50)), "0·5": (half, F(0)),
    "1.2×10−5": (F(7), F(3, 250000)),
    "1.2 x 10-5": (F(7), F(3, 250000)),
    "0.5 (0.5)": (quarter, half), "0.8 (0.799)": (F(799, 1250), F(799, 1000)),
    "1/2 = 0.4": (half, F(2, 5)), "2/3 = 0.66": (F(2, 3), F(33, 50)), "3/6 = 1/3": (half, F(1, 3)),
    "5/3 = 2": (F(5, 3), F(2)),
    "0.5 = 0.6": (half, F(3, 5)), "1/2 = 1/2 = 1/3": (half, F(1, 3)),
    "2/3 = 0.67...": (F(2, 3), F(67, 100)),
    "sqrt 4/4": (half, F(1)), "exp 0 * 5": (F(5), None), "ln 1 / 2": (F(0), None),
    "1/2 (50%) + 0": (quarter, F(1)),
}  # fmt: skip


@all_of("typed", AMBIGUOUS)
def test_what_is_read_in_two_ways_is_asked(typed: str) -> None:
    """The readings are answers, in the order of how usual they are, and the message names them."""
    refusal = refused(typed)
    assert refusal.kind == "ambiguous"
    first, second, *_ = refusal.readings
    assert first.value == AMBIGUOUS[typed][0]
    assert AMBIGUOUS[typed][1] is None or second.value == AMBIGUOUS[typed][1]
    for reading in refusal.readings:
        assert isinstance(reading, Answer)
        assert reading.raw == typed
        assert reading.text() in str(refusal)
        assert reading.latex()
    assert "; write" in str(refusal) or "; put" in str(refusal) or "; leave" in str(refusal)


def test_a_logarithm_without_a_base_is_asked() -> None:
    """Neither the mathematician's log nor the engineer's is taken for granted."""
    for typed in ("log(2/3)", "log 2", "log2", r"\log\frac23", r"\log(2)", "Log(2)", "log(2) + 1"):
        natural, common = refused(typed, Expects()).readings
        assert natural.value != common.value
    natural, common = refused("log(2/3)", Expects()).readings
    assert are_equal(natural.value, logarithm(F(2, 3)))
    assert are_equal(common.value, logarithm(F(2, 3), 10))
    assert "ln(2/3) or log10(2/3)" in str(refused("log(2/3)", Expects()))


def test_more_than_one_question_has_more_than_two_readings() -> None:
    """A reading for each question, at most four of them, no two worth the same."""
    assert refused("0,5 + 1 1/2").readings[0].value == 2
    assert len(refused("1/2(3) + 1 1/3 + 1,234 + 3/4% + 0·5 + 1/2(7)").readings) == 4
    three = refused("1/2 (2/4)").readings
    assert [reading.value for reading in three] == [quarter, F(1), half]


@all_of(
    ("typed", "value"),
    [("0/2(3)", F(0)), ("1,000 - 1,000", F(0)), ("0 0/5", F(0)), ("1/1(1)", F(1)), ("log(1)", F(0)),
     ("0:3", F(0)), ("0%/2%", F(0))],
)  # fmt: skip
def test_readings_that_are_worth_the_same_are_no_question(typed: str, value: Fraction) -> None:
    """It does not matter how 0/2(3) is read."""
    assert read_answer(typed).value == value


@all_of(
    ("typed", "expects", "kind"),
    [("spma", SPAM, "unknown_name"), ("", SPAM, "empty"), ("tie: spam", SPAM, "unknown_name"),
     ("spam, spam", SPAM, "unknown_name"),
     ("spam or ham", SPAM, "unknown_name"), ("y != spam", SPAM, "unknown_name"),
     ("spam = ham", SPAM, "unknown_name"),
("not spam", SPAM, "unknown_name"), ("ŷ ≠ ham", SPAM, "unknown_name"), ("0.5", SPAM, "unknown_name"),
     ("tie", Expects("label"), "unknown_name"),
     ("a", Expects("label", labels=("A", "\uff21")), "unknown_name"), ("spam\x00", SPAM, "bad_char"),
     ("x" * 401, SPAM, "too_long"),
     ("ys", TRUTH, "unknown_name"), ("1", TRUTH, "unknown_name"), ("maybe", TRUTH, "unknown_name"),
     ("\u202eyes", TRUTH, "bad_char"),
     ("1/2", NUMBERS, "malformed"), ("(1, 0/0)", OPEN_NUMBERS, "unsupported"),
     ("((1, 2), 3)", NUMBERS, "malformed"), ("(1, 2)*3", NUMBERS, "malformed"),
     ("(1, 1/0)", NUMBERS, "zero_div"), ("(1,2) = (1,3)", NUMBERS, "ambiguous"),
     ("3:4:5", ODDS, "malformed"),
     ("ln(-1)", Expects(undefined=True), "unsupported"),
     ("0/0 = 1", Expects(undefined=True), "ambiguous"), ("spam", Expects(), "unknown_name")],
)  # fmt: skip
def test_other_answers_are_refused_for_their_reasons_too(
    typed: str, expects: Expects, kind: str
) -> None:
    """Labels, truth values, lists and odds have refusals of the same kinds."""
    assert refused(typed, expects).kind == kind


def test_messages_name_what_is_near() -> None:
    """A misspelled class, function or word is set right."""
    assert str(refused("spma", SPAM)) == (
        "'spma' is no class (did you mean 'spam'?); write one of spam, ham"
    )
    assert "(did you mean 'yes'?)" in str(refused("yess", TRUTH))
    assert "(did you mean 'sqrt'?)" in str(refused("sqrtt(2)"))


def test_messages_name_the_bound() -> None:
    """What is too large is refused with the bound that it exceeds."""
    assert str(refused("e^1001")) == "e to a power beyond 1,000 is not worked out"
    assert "in parts of less than 1/1000" in str(refused("2^(1/1001)"))
    assert "16,384 bits" in str(refused("3^16000"))
    assert "400 are read" in str(refused("1" * 402 + "/2"))
    assert "a power of ten beyond 1,000" in str(refused("1e1001"))


@all_of(
    ("typed", "wrong", "right"),
    [("2^-3", "-1", "1/8"), ("1½", "11/2", "3/2"), ("10⁻⁵", "5", "1/100000"), ("٣/٦", "0", "1/2"),
     ("-2^2", "4", "-4"),
     ("2^3^2", "64", "512")],
)  # fmt: skip
def test_traps_that_fooled_other_readers(typed: str, wrong: str, right: str) -> None:
    """Exclusive or, NFKC, and powers from the left are mistakes of programs, not of students."""
    assert read_answer(typed).value == F(right) != F(wrong)


def test_no_trap_is_read_as_a_number() -> None:
    """What other readers guessed at is asked or refused: 1_000, l*o*g, 1 1/2, 1/2(3/4), infinity."""
    assert refused("1_000/2_000").kind == "malformed"
    assert refused("log(2/3)", Expects()).kind == "ambiguous"
    assert refused("1 1/2").kind == "ambiguous"
    assert refused("1/2(3/4)").kind == "ambiguous"
    assert read_answer("1e400").value == 10**400
    assert refused("9" * 4301).kind == "too_long"
    assert read_answer("9" * 400).value == 10**400 - 1
    assert are_equal(read_answer(r"\log\frac23", NATURAL).value, logarithm(F(2, 3)))


def test_endless_answers_are_refused_at_once() -> None:
    """Five megabytes are not walked, a tower of powers is not computed, brackets are not followed."""

    class Long(str):
        __slots__ = ()

        def __iter__(self) -> None:  # type: ignore[override]
            raise AssertionError("a long answer is not walked")

    assert refused(Long("1" * 5_000_000)).kind == "too_long"
    assert refused("(" * 100_000 + ")" * 100_000).kind == "too_long"
    assert refused("9**9**9").kind == "too_big"
    assert refused("9^(9^(9^(9^(9^9))))").kind == "too_big"
    assert refused("((((((200!)!)!)!)!)!)!").kind == "too_big"


def test_depth_does_not_depend_on_who_asks() -> None:
    """The deepest answer is read with few frames left, and a deeper one is refused as such."""
    frames = 0
    frame = sys._getframe()
    while frame.f_back is not None:
        frame, frames = frame.f_back, frames + 1
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(frames + 500)
    try:
        assert read_answer("(" * 59 + "1" + ")" * 59).value == 1
        assert refused("(" * 60 + "1" + ")" * 60).kind == "too_deep"
        assert refused(r"\frac" * 61 + "1" * 62).kind == "too_deep"
    finally:
        sys.setrecursionlimit(limit)


def test_what_is_large_but_not_too_large_is_read() -> None:
    """The bounds leave room for any number that comes up in homework."""
    assert read_answer("200!/(198!*2)").value == 19900
    assert read_answer("C(200,100)/C(200,99)").value == F(101, 100)
    assert read_answer("(1/3)^2000*3^2000").value == 1
    assert read_answer("1e-1000*1e1000").value == 1
    assert read_answer("0." + "0" * 564 + "123").value == read_answer("1.23e-565").value
    assert are_equal(read_answer("1000*ln 2").value, multiply([F(1000), logarithm(F(2))]))
    assert are_equal(read_answer("2^(999/1000)").value, power(F(2), F(999, 1000)))
    assert read_answer("+".join("1" * 90)).value == 90
    assert read_answer("P(" + "x" * 380 + ") = 1/2").value == half


def test_a_refusal_keeps_its_kind_wherever_it_is_placed() -> None:
    """A place in a file is put before a refusal; it stays what it is."""
    refusal = refused("1 1/2").under(Place.file("quiz.toml") / "part")
    assert isinstance(refusal, ExactnbError)
    assert (refusal.kind, len(refusal.readings)) == ("ambiguous", 2)
    assert str(refusal).startswith("quiz.toml: part: '1 1/2' can be read as 1 + 1/2 or 1 * 1/2")
    assert Refusal("no").kind == "malformed"
    again = pickle.loads(pickle.dumps(refusal))
    assert (again.kind, again.at, str(again)) == (refusal.kind, refusal.at, str(refusal))


def fuzzer() -> ModuleType:
    """Return the benchmark that mutates answers, so that both draw alike."""
    place = Path(__file__).parents[3] / "benchmarks" / "fuzz_answers.py"
    spec = importlib.util.spec_from_file_location("fuzz_answers", place)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def judge(typed: str, expects: Expects) -> str:
    """Return the kind of a refusal or "answer", having looked at all that either can be asked for."""
    try:
        answers, kind = (read_answer(typed, expects),), "answer"
    except Refusal as refusal:
        answers, kind, said = getattr(refusal, "readings", ()), refusal.kind, str(refusal)
    if kind != "answer":
        assert kind in KINDS
        assert "\n" not in said
        assert len(answers) > 1 if kind == "ambiguous" else not answers
    for answer in answers:
        assert answer.raw == typed
        assert answer.latex()
        assert "\n" not in answer.text()
        assert answer.decimal is None or answer.decimal.value == answer.value
        assert (expects.kind == "label") <= (
            isinstance(answer.value, Decision) or answer.text() == "undefined"
        )
    return kind


@in_both_runs
def test_thousands_of_mutated_answers_are_read_or_refused() -> None:
    """Whatever is typed, the reader gives an answer or a refusal, and comes across most kinds."""
    fuzz = fuzzer()
    kinds = {
        judge(text, expects)
        for text, expects in fuzz.mutants(choose(quick=1_000, exhaustive=5_000), seed=20)
    }
    assert kinds >= {"answer", *KINDS} - {"too_long", "too_deep"}


@pytest.mark.exhaustive
def test_the_slowest_answers_are_read_or_refused() -> None:
    """The answers that a benchmark times stay within the bounds."""
    fuzz = fuzzer()
    kinds = {judge(text, expects) for text in fuzz.WORST for expects in fuzz.EXPECTED}
    assert kinds >= {"answer", "too_long", "too_big", "too_deep"}


@law(5, exhaustive=180)
@given(
    st.text(CHARACTERS, max_size=60)
    | st.text("0123456789+-*/^!%()[]{},.:;=_\\ exlnogsqrtCpi½⁻₂×·√∞", max_size=40),
    st.sampled_from([Expects(), ODDS, NUMBERS, SPAM, TRUTH, Expects(log="2", undefined=True)]),
)
def test_any_text_is_read_or_refused(typed: str, expects: Expects) -> None:
    """No text at all makes the reader raise anything else."""
    judge(typed, expects)
