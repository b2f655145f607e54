"""Misconceptions about normal densities, of one column or of several."""

from __future__ import annotations

from collections.abc import Iterator

from exactnb.core.expression.nodes import (
    Expression,
    Function,
    Integer,
    Pi,
    Product,
    Quotient,
    exp,
    log,
    sqrt,
)
from exactnb.core.families.protocol import Misconception
from exactnb.teach.misconceptions.steps import NormalDensity

_ROOT = "What stands under the root of the normalising factor?"


def _exponent_doubled(density: NormalDensity) -> Expression | None:
    """Return the density with twice the exponent."""
    match density.exponent:
        case Quotient(squares, Product((_, variance))):
            return exp(-(squares / variance)) / density.root
        case Product((_, form)):
            return exp(-form) / density.root
    return None


def _densities_of_other_classes(density: NormalDensity) -> Iterator[Expression]:
    """Yield the density with the mean of each other class."""
    block, (column,) = density.observed.block, density.observed.numbers
    for label in block.classes:
        if label != density.observed.label:
            difference = density.x - block.refer("mean", (column,), label)
            yield exp(-(difference**2 / (2 * density.variance))) / density.root


def _left_area(density: NormalDensity, difference: Expression) -> Expression:
    """Return the area to the left of a difference from the mean."""
    return Function("Phi", difference / density.standard_deviation)


_BEFORE = "What stands before the exponential function, and on which side of the fraction?"
_HALF = Quotient(Integer(1), Integer(2))

ROWS = (
    Misconception("deviation-for-variance-in-exponent", "σ in the place of σ² in the exponent",
        "What is squared in the exponent of the density?",
        {"normal": lambda of: exp(-(of.difference**2 / (2 * of.standard_deviation))) / of.root}),
    Misconception("variance-for-deviation-in-density", "σ² in the place of σ throughout the density",
        "Does the function that you use take the variance, or the standard deviation?",
        {"normal": lambda of: exp(-(of.difference**2 / (2 * of.variance**2)))
            / sqrt(2 * Pi() * of.variance**2)}),
    Misconception("variance-for-deviation-in-exponent", "σ² in the place of σ in the exponent alone",
        "What is squared in the exponent of the density?",
        {"normal": lambda of: exp(-(of.difference**2 / (2 * of.variance**2))) / of.root}, is_rare=True),
    Misconception("variance-outside-the-root", "σ²√(2π) in the denominator, not √(2πσ²)",
        _ROOT,
        {"normal": lambda of: of.bell / (of.variance * sqrt(2 * Pi()))}),
    Misconception("deviation-under-the-root", "√(2πσ) in the denominator, not √(2πσ²)",
        _ROOT,
        {"normal": lambda of: of.bell / sqrt(2 * Pi() * of.standard_deviation)}),
    Misconception("two-dropped-in-exponent", "the exponent divided by σ², not by 2σ²",
        "By what is the squared deviation divided in the exponent?",
        {"density": _exponent_doubled}),
    Misconception("normaliser-dropped", "the factor 1/√(2πσ²) left out",
        "What makes the area under the density 1?",
        {"density": lambda of: of.bell}),
    Misconception("normaliser-multiplied", "multiplied by √(2πσ²), not divided",
        "Is the normalising factor above the line or below it?",
        {"density": lambda of: of.root * of.bell}),
    Misconception("root-forgotten", "2πσ² in the denominator, not √(2πσ²)",
        _ROOT,
        {"normal": lambda of: of.bell / (2 * Pi() * of.variance)}),
    Misconception("two-dropped-under-the-root", "√(πσ²) in the denominator, not √(2πσ²)",
        _ROOT,
        {"normal": lambda of: of.bell / sqrt(Pi() * of.variance)}, is_rare=True),
    Misconception("two-pi-outside-the-root", "2πσ in the denominator, not √(2πσ²)",
        _ROOT,
        {"normal": lambda of: of.bell / (of.standard_deviation * 2 * Pi())}, is_rare=True),
    Misconception("two-pi-dropped", "σ in the denominator, not √(2πσ²)",
        _ROOT,
        {"normal": lambda of: of.bell / of.standard_deviation}, is_rare=True),
    Misconception("density-of-z", "φ(z) given, not divided by σ",
        "Of which variable is this the density: of x, or of (x − μ)/σ?",
        {"normal": lambda of: of.bell / sqrt(2 * Pi())}, is_rare=True),
    Misconception("z-for-density", "z = (x − μ)/σ given for the density",
        "How many deviations is it from the mean? And how dense are the values there?",
        {"normal": lambda of: of.difference / of.standard_deviation}, is_rare=True),
    Misconception("distribution-function", "Φ(z), the probability of less than x, for the density at x",
        "Is this the probability of all that is less than x, or the density at x?",
        {"normal": lambda of: Function("Phi", of.difference / of.standard_deviation)},
        is_in_result=True, is_rare=True),
    Misconception("upper-tail", "1 − Φ(z), the probability of more than x, for the density at x",
        "Is this the probability of all that is more than x, or the density at x?",
        {"normal": lambda of: 1 - _left_area(of, of.difference)}, is_in_result=True, is_rare=True),
    Misconception(
        "two-sided-tail", "the probability of all that is as far from μ as x, for the density at x",
        "Is this the probability of all that is as far from the mean, or the density at x?",
        {"normal": lambda of: 2 * _left_area(of, -sqrt(of.difference**2))},
        is_in_result=True, is_rare=True),
    Misconception("interval-about-x", "the probability of x ± ½, for the density at x",
        "Is this the probability of an interval, or the density at x?",
        {"normal": lambda of: _left_area(of, of.difference + _HALF)
            - _left_area(of, of.difference - _HALF)},
        is_in_result=True, is_rare=True),
    Misconception("variance-multiplied-in-exponent", "the exponent −(x − μ)²/2·σ², not −(x − μ)²/(2σ²)",
        "Is σ² above or below the line in the exponent?",
        {"normal": lambda of: exp(-(of.difference**2 / 2 * of.variance)) / of.root}),
    Misconception("two-squared-in-exponent", "(2σ)² in the exponent, not 2σ²",
        "What is squared in the exponent of the density?",
        {"normal": lambda of: exp(-(of.difference**2 / (4 * of.variance))) / of.root}, is_rare=True),
    Misconception("deviation-before-the-fraction", "1/√(2π)·σ before the exponential, not 1/(σ√(2π))",
        _BEFORE,
        {"normal": lambda of: of.bell * of.standard_deviation / sqrt(2 * Pi())}, is_rare=True),
    Misconception("ten-for-e", "a power of ten, not of e", "Of which number is the power taken?",
        {"density": lambda of: exp(-(of.exponent * log(10))) / of.root}, is_rare=True),
    Misconception("sign-of-exponent-lost", "exp(+...) in the place of exp(−...)",
        "Is a value far from the mean more likely, or less?",
        {"density": lambda of: exp(of.exponent) / of.root}),
    Misconception("square-dropped", "the deviation in the exponent not squared",
        "What is squared in the exponent of the density?",
        # √(x − μ)² is |x − μ|, which stays a formula of μ
        {"normal": lambda of: exp(-(sqrt(of.difference**2) / (2 * of.variance))) / of.root}),
    Misconception(
        "mean-of-another-class", "the mean of another class", "Whose mean does each density have?",
        {"normal": _densities_of_other_classes}, mixed_up_in="density"),
)  # fmt: skip
