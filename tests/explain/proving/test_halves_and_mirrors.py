"""Densities with halves in powers and Γ, and mirror images: one normal form, one integral."""

from __future__ import annotations

import pytest
from thoroughness import all_of

from exactnb import Family
from exactnb.errors import ExactnbError
from exactnb.explain.proving.stated.families import theorem_of_specification

FAMILIES: dict[str, tuple[str, str, str]] = {
    # the density of the parameter b > 0, its support, and the estimate
    "Weibull of shape 3/2": ("3/2 sqrt(x) b exp(-b x^(3/2))", "x > 0", "n / S"),
    "Weibull of shape 5/2": ("5/2 b x^(3/2) exp(-b x^(5/2))", "x > 0", "n / S"),
    "Weibull of shape 1/2": ("b exp(-b sqrt(x))/(2 sqrt(x))", "x > 0", "n / S"),
    "inverse Weibull of shape 3/2": ("3/2 b x^(-5/2) exp(-b x^(-3/2))", "x > 0", "n / S"),
    "Gamma of shape 5/2": ("x^(3/2) b^(5/2) exp(-b x)/Gamma(5/2)", "x > 0", "(5 n) / (2 S)"),
    "chi-square of 3, scaled": (
        "sqrt(x) exp(-x/(2 b))/((2 b)^(3/2) Gamma(3/2))", "x > 0", "S / (3 n)"),
    "Gamma, mirrored": ("b^3 x^2 exp(b x)/2", "x < 0", "-(3 n) / S"),
    "half-normal, mirrored": ("sqrt(2/(pi b)) exp(-x^2/(2 b))", "x < 0", "S / n"),
}  # fmt: skip


@all_of("name", FAMILIES, apart=16)
def test_the_estimate_is_proved(name: str) -> None:
    """A power of 3/2 is a product with a root, Γ(1/2) is √π, and −x adds up as x does."""
    density, support, estimate = FAMILIES[name]
    own = Family.of(density=density, support=support, parameters={"b": "b > 0"})
    estimator = own.declared.estimator
    assert str(estimator.estimate) == estimate  # type: ignore[attr-defined]
    assert theorem_of_specification(estimator).title == "The MLE of b, by its density"


@all_of("density, support, why", [
    ("b^3 x^2 exp(b x)", "x < 0", "its integral is 2, not 1"),
    ("b^3 x^2 exp(-b x)/2", "x < 0", "its integral is infinite"),
    ("x^(3/2) b^(5/2) exp(-b x)/Gamma(3/2)", "x > 0", "its integral is 3/2, not 1"),
    ("x/b^2 exp(-x^2/(2 b^2))", "x >= 0", "is the density 0 at an end of its support"),
    ("b (1-x)^(b-1)", "0 <= x <= 1", "is the density 0 at an end of its support"),
    ("3 x^2/b^3", "0 <= x <= b", "is the density 0 at an end of its support"),
], apart=4)  # fmt: skip
def test_what_is_no_such_density_is_refused(density: str, support: str, why: str) -> None:
    """The mirror image of one that is none is none either; an end with the density 0 is named."""
    own = Family.of(density=density, support=support, parameters={"b": "b > 0"})
    with pytest.raises(ExactnbError, match=why):
        theorem_of_specification(own.declared.estimator)
