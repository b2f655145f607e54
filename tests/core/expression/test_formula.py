"""Counts that are written with letters: what is read, what is refused, and what comes back."""

from __future__ import annotations

import pytest
from any_text import CHARACTERS
from hypothesis import given
from hypothesis import strategies as st
from thoroughness import all_of, law

from exactnb.core.expression.letters import constant_index, count_formula, has_letters
from exactnb.core.expression.nodes import Expression, Integer, Product, Sum, Symbol
from exactnb.core.expression.spell import spell
from exactnb.core.naming.notation import Notation
from exactnb.core.problem.styles import style
from exactnb.errors import InputError
from exactnb.explain.rendering.formulas.latex_math import LatexMath

LAW = law(100)
ONE, TWO, HUNDRED = Integer(1), Integer(2), Integer(100)
d, g = Symbol("d"), Symbol("g")

READ: list[tuple[str, Expression]] = [
    ("0", Integer(0)),
    ("007", Integer(7)),
    ("9" * 60, Integer(int("9" * 60))),
    ("d", d),
    ("  d\t", d),
    ("λ", Symbol("λ")),
    ("é", Symbol("é")),
    ("dogs", Symbol("dogs")),
    ("d_1", Symbol("d", (ONE,))),
    ("d_10", Symbol("d", (Integer(10),))),
    ("d_01", Symbol("d", (Symbol("01", role="value"),))),
    ("d_dog", Symbol("d", (Symbol("dog", role="value"),))),
    ("d_1 + 100", Sum((Symbol("d", (ONE,)), HUNDRED))),
    ("100+d", Sum((HUNDRED, d))),
    ("d + g + 1", Sum((d, g, ONE))),
    ("2 d", Product((TWO, d))),
    ("2d", Product((TWO, d))),
    ("2*d", Product((TWO, d))),
    ("d * g", Product((d, g))),
    ("d*2", Product((d, TWO))),
    ("2 d * 3", Product((TWO, d, Integer(3)))),
    ("2 d + 3 g", Sum((Product((TWO, d)), Product((Integer(3), g))))),
    ("1 * 1", Product((ONE, ONE))),
    ("a" * 60, Symbol("a" * 60)),
]
REFUSED = [
    "", " ", "\n", "1 000", "3 4", "d2", "d 2", "d g", "2 d g", "2 * 3 d", "d_1_2", "d__1", "_d", "d_",
    "d _1", "d_ 1", "d_1 2", "+ d", "d +", "d + + g", "d + * g", "* d", "d *", "- d", "d - 5", "d / 2",
    "1/2", "0.5", "2.5 d", "1e3", "1e3 + d", "(d)", "d^2", "d!", "$d$", "\\d", "d;", "d,g", "d = 1",
    "d'", "٣", "d + ٣", "٣ d", "e\u0301", "d\x00", "d\u200b", "a" * 61, "1" * 61, "d + " * 20 + "d",
    "−5",
]  # fmt: skip


@all_of(("text", "expected"), READ)
def test_sums_and_products_are_read(text: str, expected: Expression) -> None:
    """Whole numbers and letters are added and multiplied, and stay as they are written."""
    assert count_formula(text) == expected


@all_of("text", REFUSED)
def test_anything_else_is_refused(text: str) -> None:
    """What is no count of whole numbers and letters is refused in one line that says what is one."""
    with pytest.raises(InputError) as caught:
        count_formula(text)
    message = str(caught.value)
    assert message.startswith('expected whole numbers and letters, such as "d_1 + 100" or "2 d"; got ')
    assert message.isprintable()
    assert len(message) < 200


@all_of(
    ("text", "letters"),
    [
        ("d", True), ("d_1 + 100", True), ("2d", True), ("3 d + 1", True), ("λ", True),
        ("1e3 + d", True),
        ("100", False), ("", False), ("1e3", False), ("1E3", False), ("0.5", False), ("1/2", False),
        ("1 000", False), ("-5", False), ("٣", False), ("_", False), (" 1e3 ", False), ("+", False),
    ],
)  # fmt: skip
def test_letters_are_told_from_numerals(text: str, letters: bool) -> None:
    """A numeral with an exponent has no letters, whatever it looks like."""
    assert has_letters(text) is letters


@all_of("text", [text for text, _ in READ if text.strip() not in ("0", "007")])
def test_what_is_read_with_letters_has_letters(text: str) -> None:
    """A formula that is no number is recognised by its letters."""
    formula = count_formula(text)
    assert has_letters(text) == ("Symbol" in repr(formula))


@all_of(
    ("name", "shown"),
    [
        ("0", Integer(0)), ("1", ONE), ("10", Integer(10)), ("123456789", Integer(123456789)),
        ("01", Symbol("01", role="value")), ("1234567890", Symbol("1234567890", role="value")),
        ("-1", Symbol("-1", role="value")), ("1.0", Symbol("1.0", role="value")),
        ("²", Symbol("²", role="value")), ("٣", Symbol("٣", role="value")),
        ("", Symbol("", role="value")), ("dog", Symbol("dog", role="value")),
        ("two words", Symbol("two words", role="value")), ("\\x", Symbol("\\x", role="value")),
    ],
)  # fmt: skip
def test_a_name_stands_where_an_index_does(name: str, shown: Expression) -> None:
    """A class, value or word is a small number, or a letter of its own name."""
    assert constant_index(name) == shown


@given(st.text(CHARACTERS, max_size=80) | st.text(alphabet="dg1 +*_20λ-", max_size=70))
@LAW
def test_any_text_is_a_formula_or_refused(text: str) -> None:
    """Whatever the cell holds, it is read or refused in one printable line; nothing else happens."""
    message, formula = "", None
    try:
        formula = count_formula(text)
    except InputError as error:
        message = str(error)
    assert message.isprintable()
    assert bool(message) == (formula is None)
    if formula is not None:
        assert isinstance(formula, Integer | Symbol | Sum | Product)
        assert spell(formula)
    has_letters(text)


@all_of("part", ["d", "d+", "2 ", "_", "\\"])
def test_a_formula_without_end_is_refused(part: str) -> None:
    """A million characters are not read, and not repeated in the message."""
    with pytest.raises(InputError) as caught:
        count_formula(part * 1_000_000)
    assert len(str(caught.value)) < 200


NAMES = st.sampled_from(["d", "g", "λ", "dogs"])
LETTERS = NAMES | st.builds("{}_{}".format, NAMES, st.sampled_from(["1", "10", "dog"]))
NUMBERS = st.integers(0, 999).map(str)
FACTORS = NUMBERS | LETTERS | st.builds("{} {}".format, NUMBERS, LETTERS)
PRODUCTS = st.builds(" * ".join, st.tuples(FACTORS)) | st.lists(
    NUMBERS | LETTERS, min_size=2, max_size=3
).map(" * ".join)
SUMS = st.lists(PRODUCTS, min_size=1, max_size=3).map(" + ".join).filter(lambda text: len(text) <= 60)


@given(SUMS)
@LAW
def test_what_is_read_is_written_back(text: str) -> None:
    """A formula is written as its numbers and letters stood there, in their order."""
    formula = count_formula(text)
    tokens = text.replace("*", " ").split()
    assert spell(formula).replace("*", " ").split() == tokens
    assert count_formula(text.replace(" + ", "+").replace(" * ", "*")) == formula
    assert LatexMath(Notation(style("plain"))).write(formula)
