"""Priors of stated families: proper, improper, or not known to be either."""

from __future__ import annotations

from typing import Any

import pytest
from thoroughness import all_of

from exactnb.core.families.declared.reading import read_specification
from exactnb.core.families.deriving.finding import derive_estimator
from exactnb.errors import Place, Unsupported
from exactnb.explain.proving.stated.families import theorem_of_specification

WAITING: Any = {"density": "q exp(-q x)", "support": "x > 0", "parameters": {"q": "q > 0"}}
NORMAL: Any = {"density": "1/sqrt(2 pi) exp(-(x-m)^2/2)", "support": "x real"}
COUNTED: Any = {
    "mass": "exp(-l) l^x/x!", "support": "x in {0, 1, ...}", "parameters": {"l": "l > 0"},
}  # fmt: skip
BIT: Any = {
    "mass": "q^x (1-q)^(1-x)", "support": "x in {0, 1}", "parameters": {"q": "0 < q < 1"},
}  # fmt: skip
INVERSE: Any = {
    "density": "b^2 x^(-3) exp(-b/x)", "support": "x > 0", "parameters": {"b": "b > 0"},
}  # fmt: skip


@all_of(
    "own, prior",
    [
        (WAITING, "1/q"), (WAITING, "1"), (WAITING, "q^2"), (WAITING, "exp(q)"), (COUNTED, "1/sqrt(l)"),
        (COUNTED, "7"), (BIT, "1/(q (1-q))"), (BIT, "q^(-1) (1-q)^(-1/2)"), (INVERSE, "1/b"),
        ({**NORMAL, "parameters": {"m": "m real"}}, "1"),
        ({**NORMAL, "parameters": {"m": "m > 2"}}, "1"),
    ],
    apart=8,
)  # fmt: skip
def test_an_improper_prior_is_called_improper(own: Any, prior: str) -> None:
    """Flat priors, Jeffreys' and Haldane's have an infinite integral; the line says what would do."""
    stated = read_specification("", {**own, "prior": prior}, Place())
    with pytest.raises(Unsupported) as refusal:
        theorem_of_specification(derive_estimator(stated))
    assert refusal.value.message == (
        f"the prior {prior} is improper: its integral is infinite, so it is no density; give one with "
        "a finite integral, or leave it out for the MLE"
    )


@all_of(
    "own, prior, constants",
    [
        (WAITING, "q^(g-1) exp(-h q)", {"g": "g real", "h": "h > 0"}),
        (COUNTED, "exp(-h l)", {"h": "h real"}),
        (BIT, "q^(g-1) (1-q)^(h-1)", {"g": "g real", "h": "h > 0"}),
        ({**NORMAL, "parameters": {"m": "m real"}}, "exp(-h m^2)", {"h": "h real"}),
    ],
    apart=4,
)
def test_a_prior_of_unknown_integral_is_called_so(own: Any, prior: str, constants: Any) -> None:
    """Where constants decide whether the integral is finite, nothing is said of an infinite one."""
    stated = read_specification("", {**own, "prior": prior, "constants": constants}, Place())
    with pytest.raises(Unsupported, match=r"^the prior .* is not known to be proper: nothing of the"):
        theorem_of_specification(derive_estimator(stated))


@pytest.mark.exhaustive
@all_of("own, prior", [(BIT, "1"), (BIT, "1/sqrt(q (1-q))"), (COUNTED, "exp(-l)/sqrt(l)")])
def test_a_proper_prior_with_poles_or_without_slope_is_no_obstacle(own: Any, prior: str) -> None:
    """A flat prior of a share is proper, and Jeffreys' prior of one has poles and a finite integral."""
    stated = read_specification("", {**own, "prior": prior}, Place())
    assert theorem_of_specification(derive_estimator(stated)).title.startswith("The MAP of")
