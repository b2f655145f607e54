"""Theorems of families by their densities: what they print, and that nothing unproved is one.

Run this file to write the golden files anew; look at the difference before committing it.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

if __name__ == "__main__":
    sys.path[:0] = [str(Path(__file__).parents[2] / "helpers"), str(Path(__file__).parents[3])]

import mpmath
import pytest
import sympy
from families_by_formula import (
    EDGES,
    ENCLOSED,
    MAPS,
    MOVING,
    ROWS,
    SEVERAL,
    SEVERAL_ZEROS,
    TWO_SUMS,
    Row,
)
from families_by_formula import REFUSED as REFUSED_FAMILIES
from thoroughness import all_of, one_in

from exactnb import derive
from exactnb.core.expression.symbolic import to_sympy
from exactnb.core.families.declared.family import Family
from exactnb.core.families.declared.reading import read_specification
from exactnb.core.families.declared.specification import Specification, Whole
from exactnb.core.families.deriving.finding import derive_estimator
from exactnb.errors import Place, Unsupported
from exactnb.explain.derivation import Derivation
from exactnb.explain.proving import prove
from exactnb.explain.proving.stated.families import theorem_of_specification
from exactnb.explain.proving.stated.tables import TheoremTable
from exactnb.explain.solution.derived import Derived

GOLDEN = Path(__file__).parent / "by_formula"
PRINTED = (*ROWS, *MAPS, *ENCLOSED, *SEVERAL, *TWO_SUMS, *MOVING, *SEVERAL_ZEROS)


def printed(row: Row) -> str:
    """Return the theorem of a family as it is printed."""
    theorem = theorem_of_specification(derive_estimator(row.specification))
    derivation = Derivation(theorem.title, theorem.source, (), theorem.steps())
    verified = prove(derivation, anew=False)  # each of its lines was accepted just now
    return Derived(theorem, verified).text()


@one_in(72, "row", PRINTED, ids=lambda row: row.specification.name)
def test_theorems_are_proved_and_printed(row: Row) -> None:
    """The theorem of a density is accepted line by line, and reads as it was looked at."""
    assert printed(row) == (GOLDEN / f"{row.specification.name}.txt").read_text()


@one_in(4, "name", REFUSED_FAMILIES)
def test_what_is_no_family_of_this_kind_is_refused(name: str) -> None:
    """One line says why there is no estimate: no density, a support that moves, mixed letters."""
    specification, why = REFUSED_FAMILIES[name]
    with pytest.raises(Unsupported, match=re.escape(why)):
        theorem_of_specification(derive_estimator(specification))


@one_in(12, "case", EDGES, ids=[case[0].name for case in EDGES])
def test_ends_are_proved(case: tuple[Specification, str, list[tuple[str, str, str]]]) -> None:
    """At an end of what is expected the estimate is an end of the parameter, or there is none."""
    specification, estimate, edges = case
    found = derive_estimator(specification)
    assert str(found.estimate) == estimate
    assert [(edge.relation, str(edge.total), str(edge.place)) for edge in found.edges] == edges
    assert len(theorem_of_specification(found).steps()) == 4 + len(edges)


@one_in(24, "row", [*ROWS, *ENCLOSED], ids=lambda row: row.specification.name)
def test_what_is_proved_to_add_up_to_one_does(row: Row) -> None:
    """Worked out by quadrature, or term by term, the density of every row adds up to 1."""
    specification = row.specification
    numbers = {"m": "3/2", "v": "5/2", "s": "4/5", "N": 6, "r": 3, "a": 3, "k": "5/2", "b": 2}
    numbers |= dict.fromkeys(specification.parameters, "2/5")
    places = {sympy.Symbol(name): sympy.Rational(str(value)) for name, value in numbers.items()}
    x, formula = sympy.Symbol("x"), to_sympy(specification.formula).subs(places)
    worth = sympy.lambdify(x, formula, "mpmath")
    support = specification.support
    with mpmath.workdps(30):
        if isinstance(support, Whole):
            first = int(to_sympy(support.first).subs(places))
            last = 400 if support.last is None else int(to_sympy(support.last).subs(places))
            added = mpmath.fsum(worth(mpmath.mpf(number)) for number in range(first, last + 1))
        else:
            ends = [
                None if e is None else to_sympy(e).subs(places) for e in (support.low, support.high)
            ]
            low, high = (mpmath.mpf(e.p) / e.q if e is not None else None for e in ends)
            middle = (low if low is not None else mpmath.mpf(0)) + mpmath.mpf(1) / 2
            ends_ = -mpmath.inf if low is None else low, mpmath.inf if high is None else high
            kinks = (mpmath.mpf(3) / 2,) if low is None else ()  # of the distance from m
            parts = [ends_[0], middle, *kinks, ends_[1]]
            added = mpmath.quad(worth, parts)
        assert mpmath.almosteq(added, 1, mpmath.mpf(10) ** -8)


WORN: list[tuple[str, str, str]] = [
    # a letter of a family, its prior, and what the theorem says of it
    ("τ", "", " ρ stands for τ."),
    ("φ", "φ^(E-1) exp(-P φ)", " ρ stands for φ, θ stands for E, λ stands for P."),
    ("p", "", " ρ stands for p."),
    ("t", "", ""),
    ("t", "t^(p-1) exp(-b t)", " ρ stands for p."),
]


@all_of("own, prior, said", WORN)
def test_letters_that_are_written_as_others_are_named(own: str, prior: str, said: str) -> None:
    """Where another letter is written for one of the family, the theorem says which."""
    keys = {"density": f"{own} exp(-{own} x)", "support": "x > 0", "parameters": {own: f"{own} > 0"}}
    keys |= {"prior": prior} if prior else {}
    writer = TheoremTable(read_specification("", keys, Place()))
    assert writer.renaming_sentence == said


STATISTICS_LETTERS = [
    (density, support, sign)
    for density, support in (
        ("exp(-(x-@))", "x >= @"),
        ("exp(-(@-x))", "x <= @"),
        ("exp(-abs(x-@))/2", "x real"),
        ("exp(-(x-@)^2/2)/sqrt(2 pi)", "x real"),
        ("1/(pi (1+(x-@)^2))", "x real"),
        ("exp(-(x-@)^2/(2 w^2))/(w sqrt(2 pi))", "x real"),
    )
    for sign in "mMzSnhcr"
]
"""Densities with a parameter of any sign, which has the letter of a statistic or of the rows."""


@all_of("density, support, sign", STATISTICS_LETTERS[::3], apart=8)
def test_a_parameter_may_have_the_letter_of_a_statistic(density: str, support: str, sign: str) -> None:
    """The theorem of a density is proved with each letter that it uses for numbers of the rows."""
    named = {"density": density.replace("@", sign), "support": support.replace("@", sign)}
    parameters = {sign: f"{sign} real", **({"w": "w > 0"} if "w" in density else {})}
    stated = read_specification("", {**named, "parameters": parameters}, Place())
    assert theorem_of_specification(derive_estimator(stated)).steps()


@pytest.mark.exhaustive
def test_a_prior_of_a_mass_function_leaves_p_to_densities() -> None:
    """The MAP of a parameter p with the prior of Beta is proved, and written with another letter."""
    keys = {"mass": "p^x (1-p)^(1-x)", "support": "x in {0, 1}", "parameters": {"p": "0 < p < 1"}}
    stated = read_specification("", {**keys, "prior": "p^(a-1) (1-p)^(b-1)"}, Place())
    theorem = theorem_of_specification(derive_estimator(stated))
    assert theorem.title == "The MAP of ρ, by its prior"


@pytest.mark.exhaustive
@pytest.mark.parametrize("m", ["m", "2", "(m-3)"])
def test_squares_of_logarithms_are_added_up(m: str) -> None:
    """The scale of a log-normal number is estimated about a known number, which may be zero."""
    density = f"exp(-(log x - {m})^2/(2 s^2))/(x s sqrt(2 pi))"
    keys = {"density": density, "support": "x > 0", "parameters": {"s": "s > 0"}}
    keys |= {"constants": {"m": "m real"}} if "m" in m else {}
    found = derive_estimator(read_specification("", keys, Place()))
    assert (str(found.estimate), [edge.relation for edge in found.edges]) == ("sqrt(S / n)", ["="])
    theorem_of_specification(found)


WAITING: dict[str, object] = {
    "density": "q exp(-q x)",
    "support": "x > 0",
    "parameters": {"q": "q > 0"},
}
NORMAL: dict[str, object] = {"density": "1/sqrt(2 pi) exp(-(x-m)^2/2)", "support": "x real"}
RATE: dict[str, object] = {
    "mass": "exp(t x - exp(t))/x!",
    "support": "x in {0, 1, ...}",
    "parameters": {"t": "t real"},
}
LAST: dict[str, tuple[dict[str, object], str]] = {
    "no-maximum": ({**WAITING, "prior": "2 exp(-q)"}, ""),
    "at-an-end": ({**NORMAL, "parameters": {"m": "m > 0"}, "prior": "exp(-m^2/2)"}, ""),
    "below-an-end": ({**WAITING, "prior": "q^(-1/2) exp(-q)"}, ""),
    "largest-inside": ({**WAITING, "prior": "q^2 exp(-2 q)"}, "Without rows, the same formula"),
    "anywhere": (
        {**NORMAL, "parameters": {"m": "m real"}, "prior": "exp(-m^2/2)"},
        "Without rows, the same formula",
    ),
    "if-a-constant-is": (
        {**WAITING, "prior": "q^a exp(-b q)", "constants": {"a": "a > -1", "b": "b > 0"}},
        "Let a > 0. Without rows, the same formula",
    ),
    "logarithms": (RATE, "and the formula has no value"),
    "quotient": (WAITING, "and the formula says zero over zero"),
}
"""Families, each with what is said of a class without rows, "" for nothing."""


@pytest.mark.exhaustive
@pytest.mark.parametrize("name", LAST)
def test_without_rows_only_what_holds_is_said(name: str) -> None:
    """Without rows a formula is where the prior is largest, or 0/0, only where that was shown."""
    keys, words = LAST[name]
    lines = printed(Row(Family.of(**keys).declared.stated, "")).splitlines()  # type: ignore[arg-type]
    last = " ".join(line.strip() for line in lines[-3:])
    assert words in last
    assert words or "prior is largest" not in last


MANY = "abcghkmnrsuvwyziρθλωξηζβαγδχσμ"
FAULTY: dict[str, tuple[dict[str, object], str]] = {
    "negative-beyond": (
        {"density": "(2-t) exp(-(2-t) x)", "support": "x > 0", "parameters": {"t": "t > 0"}},
        "is it positive for every t of its range?",
    ),
    "root-of-negative": (
        {
            "density": "1/sqrt(2 pi (2-t)) exp(-x^2/(2 (2-t)))",
            "support": "x real",
            "parameters": {"t": "t > 0"},
        },
        "is it positive for every t of its range?",
    ),
    "whole-from-below-zero": (
        {
            "mass": "q (1-q)^(x+3)",
            "support": "x in {-3, -2, ...}",
            "parameters": {"q": "0 < q < 1"},
        },
        "whole numbers from -3 on are not derived yet",
    ),
    "no-letter-left": (
        {
            "density": f"t {' '.join(MANY)} exp(-t {' '.join(MANY)} x)",
            "support": "x > 0",
            "parameters": {"t": "t > 0"},
            "constants": {letter: f"{letter} > 0" for letter in MANY},
        },
        "no letter is left to write",
    ),
    "no-total-of-one": (
        {"density": "exp(-t x)", "support": "x > 0", "parameters": {"t": "t > 0"}},
        "is this a density",
    ),
    "large-factorial": (
        {
            "mass": "C(200,x) t^x (1-t)^(200-x)",
            "support": "x in {0, ..., 200}",
            "parameters": {"t": "0 < t < 1"},
        },
        "the factorial of a number is one of 100 at most",
    ),
    "large-exponent": (
        {"density": "(1+t+t^2)^99 exp(-(1+t+t^2)^99 x)", "support": "x > 0",
         "parameters": {"t": "t > 0"}},
        "a number as an exponent is 24 at most",
    ),
}  # fmt: skip
"""Families that nothing is derived from, each with a part of the line that says why."""


@one_in(3, "name", FAULTY)
def test_what_cannot_be_worked_with_is_refused_in_one_line(name: str) -> None:
    """A formula that SymPy cannot work with, or whose letters do not suffice, costs one line."""
    keys, why = FAULTY[name]
    with pytest.raises(Unsupported, match=re.escape(why)):
        theorem_of_specification(derive_estimator(Family.of(**keys).declared.stated))  # type: ignore[arg-type]


def test_all_rows_are_proved() -> None:
    """No golden file of the list says why there is no theorem."""
    files = [GOLDEN / f"{row.specification.name}.txt" for row in PRINTED]
    assert {file.read_text()[:4] for file in files} == {"The "}


def main() -> None:
    """Write every golden file anew."""
    GOLDEN.mkdir(exist_ok=True)
    for row in PRINTED:
        (GOLDEN / f"{row.specification.name}.txt").write_text(printed(row))


if __name__ == "__main__":
    main()


@pytest.mark.exhaustive
@all_of("density, parameter", [
    ("s exp(-s x)", "0 < s < 2"), ("s exp(-s x)", "1 < s < 2"), ("1/(1+u) exp(-x/(1+u))", "u > 0"),
])  # fmt: skip
def test_a_range_with_ends_is_verified_and_written_simply(density: str, parameter: str) -> None:
    """What lies beyond an end has a step of its own, without n/n and differences from zero."""
    letter = "u" if "u" in parameter else "s"
    family = Family.of(density=density, support="x > 0", parameters={letter: parameter})
    text = derive(family).text()
    assert "is seen than can be expected" in text
    for clumsy in ("n_k / n_k", "0 − S_jk", "/ 2) / n_k", "0 / n_k"):
        assert clumsy not in text


@pytest.mark.exhaustive
@all_of("density, parameter", [
    ("u^(-x) log u", "u > 1"), ("(t+1)^2 x exp(-(t+1) x)", "t > -1"),
    ("exp(-(x-m)^2/2)/sqrt(2 pi)", "m < 3"),
])  # fmt: skip
def test_a_range_may_begin_or_end_elsewhere(density: str, parameter: str) -> None:
    """A parameter whose one end is not 0 has its theorem, as typed."""
    support = "x real" if "m" in parameter else "x > 0"
    family = Family.of(density=density, support=support, parameters={parameter[0]: parameter})
    low, high = ("−∞", "3") if "m" in parameter else (parameter[-2:].strip().replace("-", "−"), "∞")
    assert f"parameter {parameter[0]}_jk ∈ ({low}, {high})" in " ".join(derive(family).text().split())


@pytest.mark.exhaustive
@pytest.mark.parametrize(
    ("density", "support"),
    [("t (x+1)^(t-1)", "-1<x<0"), ("t (3-x)^(t-1)", "2<x<3"), ("t/2 ((x+1)/2)^(t-1)", "-1<x<1")],
)
def test_a_support_between_two_numbers_may_lie_anywhere(density: str, support: str) -> None:
    """What stands between an end and x is positive, and so may have a logarithm."""
    family = Family.of(density=density, support=support, parameters={"t": "t > 0"})
    assert "zero over zero" in derive(family).text()
