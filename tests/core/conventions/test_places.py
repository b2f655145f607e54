"""Numbers that differ by place: which one is meant, what they add up to, what is refused."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from thoroughness import all_of, law

from exactnb.core.conventions.rules import PseudoCounts, read_nonnegative
from exactnb.errors import InputError, Place

RYE = PseudoCounts.read({"*": "1/4", "rye": "1/2", "|yes": "1/3", "rye|yes": 0}, "p")
NUMBERS = st.fractions(0, 9, max_denominator=9)
VALUES, LABELS = ("u", "v", "w"), ("k", "l")


@all_of(
    "value, label, number",
    [("oat", "no", "1/4"), ("rye", "no", "1/2"), ("oat", "yes", "1/3"), ("rye", "yes", "0")],
)
def test_the_closest_place_wins(value: str, label: str, number: str) -> None:
    """`value|class` wins over `value`, then `|class`, then `*`."""
    assert RYE.number_for(value, label) == Fraction(number)


def test_a_number_alone_is_meant_everywhere() -> None:
    """One number is the same for every value and class, and is told as such."""
    everywhere = PseudoCounts.read("0.5", "λ")
    assert everywhere.common_number == everywhere.number_for("any", "thing") == Fraction(1, 2)
    assert str(everywhere) == "1/2"
    assert PseudoCounts.read({"*": "50%"}, "λ").common_number == Fraction(1, 2)


def test_numbers_that_are_all_alike_are_one_number() -> None:
    """Places that all say the same are one number only where "*" says it for the rest."""
    assert PseudoCounts.read({"*": 2, "u": 2, "|k": 2}, "λ").common_number == 2
    assert PseudoCounts.read({"u": 2, "v": 2}, "λ").common_number is None
    assert RYE.common_number is None


def test_a_place_is_spelled_as_it_is_read() -> None:
    """Numbers by place are written like the table they were read from, quotes and blanks aside."""
    assert str(RYE) == "{*: 1/4, rye: 1/2, |yes: 1/3, rye|yes: 0}"
    assert RYE.named_values_and_classes() == (("rye",), ("yes",))
    spaced = PseudoCounts.read({" sea  level | no ": 1, '"a|b"': 2, '"a|b"|no': 3, "* | yes": 4}, "p")
    assert spaced.number_for("sea level", "no") == 1
    assert (spaced.number_for("a|b", "yes"), spaced.number_for("a|b", "no")) == (2, 3)
    assert spaced.number_for("other", "yes") == 4


def test_quoted_places_come_back_as_they_are_spelled() -> None:
    """A value or class with signs of the grammar stands in quotes, "*" too, and is spelled so again."""
    given_numbers = {'"a|b"|"c,d"': 1, '"*"': 2, "*": 3, '|"k=1"': 4}
    read = PseudoCounts.read(given_numbers, "p")
    assert [read.number_for(*at) for at in (("a|b", "c,d"), ("*", ""), ("u", ""), ("u", "k=1"))] == [
        1,
        2,
        3,
        4,
    ]
    entries = (entry.rpartition(": ") for entry in str(read)[1:-1].split(", "))
    assert {place: int(number) for place, _, number in entries} == given_numbers
    everywhere = read.for_unnamed_places()
    assert everywhere is not None
    assert everywhere.common_number == 3
    assert PseudoCounts.read({"u": 1}, "p").for_unnamed_places() is None


def test_a_place_that_no_entry_speaks_of_is_refused() -> None:
    """Without "*" a place may have no number, and the message offers it."""
    with pytest.raises(InputError) as refusal:
        PseudoCounts.read({"rye": 1, "|yes": 2}, "p").number_for("oat", "no")
    assert str(refusal.value) == "no number for 'oat' in class 'no'; give \"*\""


@all_of(
    ("given_numbers", "told"),
    [
        ({}, "p: expected a number, or numbers by place"),
        ({"rye": -1}, "p.rye: must not be negative; got -1"),
        (-1, "p: must not be negative; got -1"),
        (0.5, 'p: 0.5 is a binary float; write "0.5" or Fraction(1, 2)'),
        ({"rye": 0.5}, 'p.rye: 0.5 is a binary float; write "0.5" or Fraction(1, 2)'),
        ({"rye": 1, " rye ": 2}, "p: the place ' rye ' is there twice"),
        ({"*": 1, "* ": 2}, "p: the place '* ' is there twice"),
        ({"not rye": 1}, 'p: expected "value", "|class", "value|class" or "*"; got \'not rye\''),
        ({"a=rye": 1}, 'p: expected "value", "|class", "value|class" or "*"; got \'a=rye\''),
        ({"rye,oat": 1}, 'p: expected "value", "|class", "value|class" or "*"; got \'rye,oat\''),
        ({"rye|k|l": 1}, 'p: expected "value", "|class", "value|class" or "*"; got \'rye|k|l\''),
        ({"rye; m": 1}, 'p: expected "value", "|class", "value|class" or "*"; got \'rye; m\''),
    ],
)
def test_what_is_no_place_is_refused(given_numbers: object, told: str) -> None:
    """A refusal has the path, and what a place may be."""
    with pytest.raises(InputError) as refusal:
        PseudoCounts.read(given_numbers, "p")  # type: ignore[arg-type]
    assert str(refusal.value) == told


def test_exact_numbers_only() -> None:
    """`read_positive` reads every exact spelling, and puts the path before a refusal."""
    at = Place.of("x") / "y"
    assert read_nonnegative("12.5%", at) == read_nonnegative(Fraction(1, 8), at) == Fraction(1, 8)
    with pytest.raises(InputError, match=r"^x\.y: expected a number"):
        read_nonnegative("many", at)
    with pytest.raises(InputError, match=r"^x\.y: must not be negative; got -1"):
        read_nonnegative(-1, at)


def test_a_value_called_star_stands_in_quotes() -> None:
    """The key * is any place, a value that is called * stands in quotes."""
    read = PseudoCounts.read({"*": 1, '"*"': 2}, "p")
    assert (read.number_for("*", "k"), read.number_for("u", "k")) == (2, 1)


@given(st.dictionaries(st.sampled_from(["u", "v", "|k", "u|k", "v|l", "w"]), NUMBERS), NUMBERS)
@law(16)
def test_the_closest_place_wins_in_every_table(by_place: dict[str, Fraction], rest: Fraction) -> None:
    """Of all entries that speak of a place, the one that says most of it is taken; sums follow."""
    read = PseudoCounts.read({**by_place, "*": rest}, "λ")
    for label in LABELS:
        for value in VALUES:
            places = (f"{value}|{label}", value, f"|{label}")
            wanted = next((by_place[p] for p in places if p in by_place), rest)
            assert read.number_for(value, label) == wanted
        assert read.total(VALUES, label) == sum(read.number_for(value, label) for value in VALUES)
        assert read.shifted(2).total(VALUES, label) == read.total(VALUES, label) + 2 * len(VALUES)
