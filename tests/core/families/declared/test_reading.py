"""A family is read from texts, with the place of each fault."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from thoroughness import all_of

from exactnb.core.expression.nodes import Integer, Symbol
from exactnb.core.expression.reading.refusal import Refusal
from exactnb.core.families.declared.ranges import read_range
from exactnb.core.families.declared.reading import read_specification
from exactnb.core.families.declared.specification import Interval, Range, Whole
from exactnb.errors import ExactnbError, Place

ZERO, ONE = Integer(0), Integer(1)
RANGES: list[tuple[tuple[str, ...], Range]] = [
    (("x > 0", "0 < x", r"x \gt 0", "x in (0, ∞)", "0 < x < ∞", "0<x<oo", "(0, oo)"), Interval(ZERO)),
    (("x >= 0", "x ≥ 0", r"x \geq 0", "0 <= x"), Interval(ZERO, None, True)),
    (("0 < x < 1", "1 > x > 0", "x in (0, 1)", "(0, 1)"), Interval(ZERO, ONE)),
    (("0 < x <= 1", "x in (0, 1]"), Interval(ZERO, ONE, False, True)),
    (("x real", "x in R", "x ∈ ℝ", r"x \in \mathbb{R}", "-∞ < x < ∞", "-oo<x<oo", "ℝ"), Interval()),
    (
        (
            "x in {0, 1, ...}",
            "x in {0, 1, 2, ...}",
            r"x \in \{0, 1, \dots\}",
            "x∈{0,1,…}",
            "{0, 1, ...}",
        ),
        Whole(ZERO),
    ),
    (("x in {0, 1, ..., N}", "x in {0, ..., N}"), Whole(ZERO, Symbol("N"))),
    (("x in {0, 1}",), Whole(ZERO, ONE)),
]


@all_of(("texts", "expected"), RANGES)
def test_a_range_is_the_same_in_all_spellings(texts: tuple[str, ...], expected: Range) -> None:
    """Each spelling of a range is read as the same numbers."""
    assert {read_range(text, "x", "N") for text in texts} == {expected}


@all_of(
    "text",
    ["x", "", "x > 0 > 1", "1 < x < 0", "x in {0, 2, ...}", "x in N", "y > 0", "x > y", "0 > x < 1",
     "x in {}", "x in {...}", "x in {0, ..., 1, ...}", "x in {1/2, ...}", "x >", "x in", "x = 1",
     "x > 0 and x < 1", "x in {1, 0}", "0 < 1 < x", "(0, 1)(2, 3)", "[0, 1]x", "x > 9^9^9"],
)  # fmt: skip
def test_any_other_text_is_no_range(text: str) -> None:
    """What states no range, or an empty one, is refused."""
    with pytest.raises(Refusal):
        read_range(text, "x")


@all_of(
    "text, why",
    [
        ("x > c", "only numbers can stand here, no letters"),
        ("x in {r, r+1, ...}", "write the first number alone, as in {r, ...}"),
        ("x in {0, 2, ...}", "the numbers go up in steps of 1"),
    ],
)
def test_a_range_is_refused_with_what_is_wrong_in_it(text: str, why: str) -> None:
    """The line says what of a range is not read, letters or steps."""
    letters = "r" if "r" in text else ""
    with pytest.raises(Refusal) as caught:
        read_range(text, "x", letters)
    assert why in str(caught.value)


RAYLEIGH: Mapping[str, object] = {
    "density": "x/s^2 exp(-x^2/(2 s^2))", "support": "x > 0", "parameters": {"s": "s > 0"},
}  # fmt: skip


def test_the_letters_of_a_prior_are_constants() -> None:
    """What stands in the prior alone is above 0, and is given where the family is used."""
    stated = {"density": "b exp(-b x)", "support": "x > 0", "parameters": {"b": "b > 0"},
              "prior": {"b": "b^(g-1) exp(-h b)"}}  # fmt: skip
    read = read_specification("waiting", stated, Place.of("families.waiting"))
    assert dict(read.constants) == {"g": Interval(ZERO), "h": Interval(ZERO)}
    assert read == read_specification("waiting", {**stated, "prior": "b^(g-1) exp(-h b)"}, Place())


@all_of(
    ("changes", "message"),
    [
        ({"densty": "x"}, "families.f.densty: unknown key (did you mean 'density'?)"),
        ({"mass": "x"}, "families.f: expected a density or a mass; got density and mass"),
        ({"density": None}, "families.f: expected a density or a mass; got neither"),
        ({"support": None}, "families.f: needs support, such as support = \"x > 0\""),
        ({"parameters": {}}, "families.f.parameters: expected a parameter to estimate"),
        ({"parameters": {"s": "s > 0", "t": "t > 0"}}, "families.f.parameters.t: t does not occur"),
        ({"parameters": "s"}, "families.f.parameters: expected letters and what they may be"),
        ({"parameters": {"x": "x > 0"}}, "families.f.parameters.x: x is the number"),
        ({"parameters": {"speed": "speed > 0"}}, "families.f.parameters.speed: expected one letter"),
        ({"constants": {"s": "s > 0"}}, "families.f.constants.s: s is a parameter and a constant"),
        ({"constants": {"a": "a > 0"}}, "families.f.constants.a: a does not occur in the density"),
        ({"density": "exp(-x)"}, "families.f.parameters.s: s does not occur in the density"),
        ({"density": 3}, "families.f.density: expected text in quotes; got '3'"),
        ({"density": "x/t"}, "families.f.density: 't' is no letter of this family; it has s, x"),
        ({"support": "x > s", "prior": "s"}, "families.f.prior: a prior of where the support ends"),
        ({"support": "x in {0, 1, ...}"}, "families.f.density: whole numbers have a mass"),
        ({"prior": {"t": "t"}}, "families.f.prior: expected { s = \"...\" }"),
    ],
)  # fmt: skip
def test_a_fault_is_told_with_its_place(changes: Mapping[str, object], message: str) -> None:
    """The error of a family's table names the key."""
    stated = {key: value for key, value in {**RAYLEIGH, **changes}.items() if value is not None}
    with pytest.raises(ExactnbError) as error:
        read_specification("f", stated, Place.of("families.f"))
    assert str(error.value).startswith(message)
