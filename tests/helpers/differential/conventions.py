"""Random models: a family for every column, a prior, rules of smoothing, and conventions that suit."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from random import Random

from differential.estimates import TINY
from differential.rules import draw_rule
from differential.spec import Column, Model, Rule

__all__ = ["draw_model"]

FAMILIES = {
    "nominal": ("categorical",), "binary": ("bernoulli", "bernoulli", "categorical"),
    "real": ("gaussian",), "positive": ("exponential", "gaussian"),
    "whole": ("poisson", "geometric0", "negative-binomial", "gaussian"),
    "counting": ("geometric", "poisson"),
    "bag": ("multinomial",),
}  # fmt: skip

NORMAL = {"gaussian", "spherical", "lda", "qda"}
IRRATIONAL = {*NORMAL, "poisson", "exponential"}
"""The families whose factors have no limit λ → 0⁺ in rational numbers."""


def draw_model(
    random: Random, classes: Sequence[str], columns: Sequence[Column],
    vocabulary: Sequence[str] | None, exposure: Mapping[str, str],
) -> Model:  # fmt: skip
    """Return a random model of some columns and words."""
    families = _families(random, columns, vocabulary, exposure)
    used = set(families.values())
    kinds = "any"
    if "dirichlet-multinomial" in used:
        kinds = "adding"
    elif used & IRRATIONAL:
        kinds = "no limit"
    words = list(vocabulary or [c.name for c in columns if c.kind == "bag"])
    if families.get("text") == "bernoulli":
        words = ["0", "1"]
    places = [*(v for c in columns for v in c.values), *words]
    prior = _prior(random, classes)
    share = random.choice(("none", "none", "classes", "features", "all"))
    share = share if used & {"gaussian", "spherical"} else "none"
    covariance = random.choice(("pooled", "total")) if "lda" in used else "pooled"
    divisor = _divisor(random, used, share, covariance)
    of_variances = used & {"gaussian", "spherical"}  # no other family adds to a variance
    epsilons = (Fraction(0), Fraction(0), Fraction(1, 10), Fraction(1), TINY)
    epsilon = random.choice(epsilons) if of_variances else Fraction(0)
    counted = bool(used & {"multinomial", "dirichlet-multinomial"})
    return Model(
        families, prior,
        smoothing=draw_rule(random, places, classes, kinds),
        smoothings=_smoothings(random, classes, columns, families, kinds),
        prior_smoothing=draw_rule(random, classes, (), kinds) if prior == "smoothed" else None,
        unseen=random.choice(("drop", "zero") if vocabulary else ("error", "error", "drop", "zero")),
        absent=random.choice(("count", "count", "ignore")) if "bernoulli" in used else "count",
        coefficient=counted and random.random() < 0.3,
        divisor=divisor, share=share, epsilon=epsilon, covariance=covariance,
        tie=random.choice(("report", "report", "first")),
        conventions=random.choice(("", "", "", "", "", "scikit-learn-1.9", "nltk-3.10")),
        waited=random.randint(1, 4),
    )  # fmt: skip


def _families(
    random: Random, columns: Sequence[Column], vocabulary: Sequence[str] | None,
    exposure: Mapping[str, str],
) -> dict[str, str]:  # fmt: skip
    bag = random.choice(("multinomial", "multinomial", "dirichlet-multinomial"))
    joint = random.choice(("lda", "qda", "spherical"))
    found = {}
    for column in columns:
        if column.kind != "exposure":
            usual = {"bag": bag, "joint": joint}.get(column.kind)
            found[column.name] = usual or random.choice(FAMILIES[column.kind])
        if column.name in exposure:
            found[column.name] = "poisson"
    if vocabulary is not None:
        found["text"] = random.choice(("multinomial", "bernoulli", "dirichlet-multinomial"))
    return found


def _prior(random: Random, classes: Sequence[str]) -> str | dict[str, Fraction]:
    found = random.choice(("mle", "mle", "uniform", "smoothed", "given"))
    if found != "given":
        return found
    weights = [random.randint(0, 3) for _ in classes]
    weights[0] += not any(weights)
    return {k: Fraction(w, sum(weights)) for k, w in zip(classes, weights, strict=True)}


def _divisor(random: Random, used: set[str], share: str, covariance: str) -> str:
    """Return N, or the other divisor that fits all columns, if one does."""
    apart = share in ("none", "features")
    fitting = {"N-1" if apart else "N-K"} if used & {"gaussian", "spherical"} else set()
    fitting |= {"N-1"} if "qda" in used else set()
    fitting |= {"N-1" if covariance == "total" else "N-K"} if "lda" in used else set()
    return random.choice(("N", *fitting)) if len(fitting) == 1 else "N"


def _smoothings(
    random: Random, classes: Sequence[str], columns: Sequence[Column], families: Mapping[str, str],
    kinds: str,
) -> dict[str, Rule]:  # fmt: skip
    """Return rules of single columns, Gamma priors of rates among them."""
    found = {}
    for column in columns:
        family = families.get(column.name)
        if family in ("categorical", "bernoulli") and random.random() < 0.15:
            own = kinds if kinds == "no limit" else "any"
            found[column.name] = draw_rule(random, column.values, classes, own)
        if family == "poisson" and random.random() < 0.3:
            shape, rate = (
                Fraction(random.choice(texts)) for texts in (("1", "3/2", "2"), ("1", "1/2"))
            )
            take = random.choice(("mean", "mode"))
            found[column.name] = Rule("gamma", shape=shape, rate=rate, take=take)
    return found
