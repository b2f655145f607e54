"""Conventions in a few words: how a prior is chosen, and by which rule parameters are smoothed."""

from __future__ import annotations

from fractions import Fraction

from exactnb.core.arithmetic.integers import exact_text
from exactnb.core.conventions import (
    Add,
    Clip,
    Conventions,
    Frequency,
    Gamma,
    Limit,
    MEstimate,
    Smoothing,
)

_CELLS = {
    "class": ", for each value that the class shows",
    "slot": ", one more slot for what is unseen",
}


def smoothing_in_words(rule: Smoothing) -> str:
    """Return a rule of smoothing in a few words."""
    match rule:
        case Add(added, cells, name):
            if added is not None and added.single == 0:
                return "no smoothing"
            if name.startswith("dirichlet"):
                return f"D{name[1:]}"
            suffix = f" ({name[0].upper()}{name[1:]})" if name else ""
            cells_text = _CELLS[cells] if isinstance(cells, str) else ""
            if isinstance(cells, Fraction):
                cells_text = f" over {exact_text(cells)} cells"
            return f"λ = {'1/m' if added is None else added}{suffix}{cells_text}"
        case MEstimate(weight, default):
            shares = "uniform" if default is None else f"= {default}"
            return f"m-estimate with m = {exact_text(weight)}, p {shares}"
        case Frequency(added):
            return f"{exact_text(added)} added to each relative frequency"
        case Clip(floor):
            return f"relative frequencies clipped to [{exact_text(floor)}, {exact_text(1 - floor)}]"
        case Limit():
            return "the limit λ → 0⁺"
        case Gamma(shape, rate, take):
            prior = f"a = {exact_text(shape)}, b = {exact_text(rate)}"
            return f"{take} of the posterior under a Gamma prior with {prior}"
    raise TypeError(f"no words for {rule!r}")


def prior_in_words(conventions: Conventions) -> str:
    """Return in a few words where the prior of some `conventions` comes from."""
    rule = conventions.rule_of_prior()
    plain = isinstance(rule, Add) and rule.pseudocounts is not None and rule.pseudocounts.single == 0
    if conventions.prior == "smoothed" and not plain:
        description = smoothing_in_words(rule)
        return (
            f"prior smoothed with {description}"
            if description.startswith("λ")
            else f"prior by {description}"
        )
    if conventions.prior in ("mle", "smoothed"):
        return "prior by relative frequency"
    return f"{conventions.prior} prior"
