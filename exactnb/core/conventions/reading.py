"""How the choices of a model are read: priors, what is added to variances, and words of a list."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from exactnb.core.arithmetic.integers import exact_text
from exactnb.core.arithmetic.numerals import Exact, read_number, read_ratio
from exactnb.core.arithmetic.ratio import Ratio
from exactnb.core.arithmetic.rounding import number_text
from exactnb.core.conventions.rules import Smoothing, read_rule, rule_everywhere
from exactnb.core.data.rows import name_of
from exactnb.core.record import frozen
from exactnb.errors import InputError, Place, one_of

PRIORS = ("mle", "uniform", "smoothed")
TIES = ("report", "first")
MISSING_CELLS = ("skip", "value")
UNSEEN = ("error", "drop", "zero")
ABSENT = ("count", "ignore")
DIVISORS = ("N", "N-1", "N-K")
SHARES = ("none", "classes", "features", "all")
COVARIANCES = ("pooled", "total")
Rule = Exact | str | Mapping[str, Any]


@frozen(slots=True)
class Epsilon:
    """A number that is added to each variance; if `relative`, times the largest of all rows."""

    amount: Fraction
    relative: bool = False

    def __str__(self) -> str:
        amount = exact_text(self.amount)
        return f"{amount} of the largest variance" if self.relative else amount


def read_rules(
    prior: str | Mapping[str, Exact] | None,
    prior_smoothing: Rule | None,
    smoothing: Rule | None,
    chosen: Mapping[str, Any],
) -> dict[str, Any]:
    """Return how priors and parameters are estimated; what is not said is as a preset has chosen."""
    prior = chosen.get("prior") if prior is None else prior
    kind, given = read_prior("mle" if prior is None else prior)
    if prior_smoothing is not None and kind != "smoothed":
        raise InputError('needs prior = "smoothed"', at="prior_smoothing")
    general = read_rule(first_said(smoothing, chosen.get("smoothing"), 0), "smoothing")
    of_prior = general
    if prior_smoothing is not None:
        of_prior = read_rule(prior_smoothing, "prior_smoothing")
    elif kind == "smoothed":
        of_prior = inherited(general)
    return {
        "prior": kind,
        "prior_is_explicit": prior is not None,
        "given_prior": given,
        "prior_smoothing": of_prior,
        "smoothing": general,
    }


def read_of_normals(
    divisor: str | None,
    share: str | None,
    epsilon: Exact | Mapping[str, Exact] | None,
    covariance: str | None,
    chosen: Mapping[str, Any],
) -> dict[str, Any]:
    """Return how variances are estimated, and which of these choices differ from the usual ones."""
    fields = {
        "divisor": one_of_at(first_said(divisor, "N"), DIVISORS, "divisor"),
        "share": one_of_at(first_said(share, "none"), SHARES, "share"),
        "epsilon": _read_epsilon(first_said(epsilon, chosen.get("epsilon"), 0)),
        "covariance": one_of_at(first_said(covariance, "pooled"), COVARIANCES, "covariance"),
    }
    told = {"share": share, "epsilon": epsilon, "divisor": divisor, "covariance": covariance}
    usual = ("none", Epsilon(Fraction(0)), "N", "pooled")
    explicit = (key for key, value in told.items() if value is not None and fields[key] not in usual)
    return {**fields, "explicit": tuple(explicit)}


def inherited(rule: Smoothing) -> Smoothing:
    """Return the rule of the features for the prior: the classes are none of the places it names."""
    everywhere = rule_everywhere(rule)
    if everywhere is None:
        told = 'no number for the classes, and prior = "smoothed"; give "*", or prior_smoothing'
        raise InputError(told, at="smoothing")
    return everywhere


def first_said(*given: Any) -> Any:
    """Return the first of some choices that is said at all."""
    return next((value for value in given if value is not None), None)


def read_preset(given: str | None) -> tuple[str, Mapping[str, Any]]:
    """Return the name of a preset and what it chooses."""
    if given is None:
        return "", {}
    from exactnb.core.conventions.presets import preset

    return Place.of("conventions").read(preset, given)


def read_prior(given: object) -> tuple[str, tuple[tuple[str, Ratio], ...]]:
    """Return the kind of a prior, and the shares of classes that are given."""
    if not isinstance(given, Mapping):
        return one_of_at(given, PRIORS, "prior", "or { class = number, ... }"), ()
    at = Place.of("prior")
    shares = tuple((name := at.read(name_of, k), _share(p, at / name)) for k, p in given.items())
    total = sum((share.value for _, share in shares), Fraction(0))
    if total != 1:
        raise InputError(f"the given probabilities add up to {number_text(total)}, not to 1", at=at)
    return "given", shares


def _read_epsilon(given: object) -> Epsilon:
    relative = isinstance(given, Mapping)
    if isinstance(given, Mapping):
        if list(given) != ["relative"]:
            raise InputError("expected a number or { relative = number }", at="epsilon")
        given = given["relative"]
    amount = Place.of("epsilon").read(read_number, given)
    if amount < 0:
        raise InputError(f"must not be negative; got {exact_text(amount)}", at="epsilon")
    return Epsilon(amount, relative)


def _share(given: Exact, at: Place) -> Ratio:
    share = at.read(read_ratio, given)
    if not 0 <= share.value <= 1:
        raise InputError(f"a probability lies between 0 and 1; got {exact_text(share.value)}", at=at)
    return share


def one_of_at(given: object, known: tuple[str, ...], at: str, more: str = "") -> str:
    """Return a choice that is known; refuse another, at its key."""
    return Place.of(at).read(one_of, given, known, more)
