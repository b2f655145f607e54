"""How the choices of a model are read: priors and shares of rows, variances, words of a list, presets.

How to read: `PRESETS` are the defaults of other tools, by name and version; `read_rules` and
`read_variance_choices` return fields of `Conventions`; `shares_of` is the prior of each class.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from exactnb.core.arithmetic.integers import Ratio, exact_text
from exactnb.core.arithmetic.numerals import Exact, read_number, read_share
from exactnb.core.arithmetic.rounding import number_text
from exactnb.core.conventions.rules import Limit, Smoothing, read_rule, rule_for_unnamed
from exactnb.core.data.rows import name_of
from exactnb.core.record import frozen
from exactnb.errors import InputError, Place, near, one_of, quoted

PRESETS: Mapping[str, Mapping[str, object]] = {
    # alpha = 1, class_prior = None; classes tie to the first in sorted order: list them sorted.
    # var_smoothing = 1e-9; variances and covariances are over N, those of its LDA and QDA too.
    "scikit-learn-1.9": {
        "prior": "mle",
        "smoothing": 1,
        "tie": "first",
        "epsilon": {"relative": "1e-9"},
    },
    # NaiveBayesClassifier.train: ELEProbDist for labels and values alike. Values are those of some
    # row; a feature that a row lacks has the value None there, and one that a query lacks is left
    # out. In a tie it takes the greatest label; here a tie is reported.
    "nltk-3.10": {
        "prior": "smoothed",
        "smoothing": "1/2",
        "unseen_value": "zero",
        "missing_cells": "value",
    },
}
PRIORS = ("mle", "uniform", "smoothed")
TIES = ("report", "first")
UNSEEN = ("error", "drop", "zero")
DIVISORS = ("N", "N-1", "N-K")
SHARES = ("none", "classes", "features", "all")
COVARIANCES = ("pooled", "total")
CHOICES: Mapping[str, tuple[str, ...]] = {
    "absent": ("count", "ignore"),
    "tie": TIES,
    "missing_cells": ("skip", "value"),
    "divisor": DIVISORS,
    "share": SHARES,
    "covariance": COVARIANCES,
}
"""The words of each choice that is one of a list; the first is the usual one."""

Rule = Exact | str | Mapping[str, Any]

NO_ROWS = 'give the prior, or say "uniform"'
"""What to do where a class has no rows."""


def preset_with_name(name: object) -> tuple[str, Mapping[str, object]]:
    """Return a preset with its full name; without a version, the newest.

    >>> preset_with_name("nltk")[0]
    'nltk-3.10'

    Raises InputError with a near match for a name that is none.
    """
    if not isinstance(name, str):
        raise InputError.expected(f"one of {', '.join(PRESETS)}", name)
    newest = [full for full in PRESETS if full == name or full.rpartition("-")[0] == name]
    if not newest:
        names = (*PRESETS, *(full.rpartition("-")[0] for full in PRESETS))
        raise InputError(f"expected one of {', '.join(PRESETS)}; got {quoted(name)}{near(name, names)}")
    return newest[-1], PRESETS[newest[-1]]


@frozen(slots=True)
class Epsilon:
    """A number that is added to each variance; if `relative`, times the largest of all rows.

    Of a `Limit` it is a letter ε, and every answer tends to its limit as ε → 0⁺.
    """

    amount: Fraction | Limit
    relative: bool = False

    def __str__(self) -> str:
        amount = str(self.amount) if isinstance(self.amount, Limit) else exact_text(self.amount)
        return f"{amount} of the largest variance" if self.relative else amount


def read_rules(
    prior: str | Mapping[str, Exact] | None,
    prior_smoothing: Rule | None,
    smoothing: Rule | None,
    chosen: Mapping[str, Any],
) -> dict[str, Any]:
    """Return how priors and parameters are estimated, as fields of `Conventions`, or raise InputError.

    `prior`, `prior_smoothing` and `smoothing` are as stated, None for what a preset has `chosen`.
    """
    prior = chosen.get("prior") if prior is None else prior
    kind, shares = read_prior("mle" if prior is None else prior)
    if prior_smoothing is not None and kind != "smoothed":
        raise InputError('needs prior = "smoothed"', at="prior_smoothing")
    general = read_rule(first_stated(smoothing, chosen.get("smoothing"), 0), "smoothing")
    prior_rule = general
    if prior_smoothing is not None:
        prior_rule = read_rule(prior_smoothing, "prior_smoothing")
    elif kind == "smoothed":
        prior_rule = prior_rule_from_features(general)
    return {
        "prior": kind,
        "prior_is_explicit": prior is not None,
        "given_prior": shares,
        "prior_smoothing": prior_rule,
        "smoothing": general,
    }


def read_variance_choices(
    divisor: str | None,
    share: str | None,
    epsilon: Exact | Mapping[str, Exact] | None,
    covariance: str | None,
    chosen: Mapping[str, Any],
) -> dict[str, Any]:
    """Return how variances are estimated, as fields of `Conventions`, and which of these are explicit.

    `divisor`, `share`, `epsilon` and `covariance` are as stated, None for what a preset has `chosen`.
    """
    words = {"divisor": divisor, "share": share, "covariance": covariance}
    fields: dict[str, Any] = read_choices(words, chosen)
    fields["epsilon"] = _read_epsilon(first_stated(epsilon, chosen.get("epsilon"), 0))
    stated = {"share": share, "epsilon": epsilon, "divisor": divisor, "covariance": covariance}
    none = Fraction(0)
    usual = ("none", Epsilon(none), Epsilon(none, relative=True), "N", "pooled")
    explicit = (key for key, value in stated.items() if value is not None and fields[key] not in usual)
    return {**fields, "explicit": tuple(explicit)}


def read_choices(stated: Mapping[str, object], chosen: Mapping[str, Any]) -> dict[str, str]:
    """Return words for some of `CHOICES`: those `stated`, else of what a preset has `chosen`, or usual.

    None is nothing stated. Raises InputError, at the key, for a word that is not in the list.
    """
    words = {}
    for key, word in stated.items():
        usual, *_ = allowed = CHOICES[key]
        words[key] = Place.of(key).read(one_of, first_stated(word, chosen.get(key), usual), allowed)
    return words


def prior_rule_from_features(rule: Smoothing) -> Smoothing:
    """Return the rule of the features for the prior; raise InputError for numbers by place."""
    everywhere = rule_for_unnamed(rule)
    if everywhere is None:
        message = 'no number for the classes, and prior = "smoothed"; give "*", or prior_smoothing'
        raise InputError(message, at="smoothing")
    return everywhere


def first_stated(*choices: Any) -> Any:
    """Return the first of some choices that is said at all."""
    return next((value for value in choices if value is not None), None)


def read_preset(raw: str | None) -> tuple[str, Mapping[str, Any]]:
    """Return the name of the preset `raw` and its choices; "" and none for None."""
    if raw is None:
        return "", {}

    return Place.of("conventions").read(preset_with_name, raw)


def read_prior(raw: object) -> tuple[str, tuple[tuple[str, Ratio], ...]]:
    """Return the kind of the prior `raw` and its shares, if any; InputError for a sum other than 1."""
    place = Place.of("prior")
    if not isinstance(raw, Mapping):
        return place.read(one_of, raw, PRIORS, "or { class = number, ... }"), ()
    shares = tuple(
        (name := place.read(name_of, k), (place / name).read(read_share, p)) for k, p in raw.items()
    )
    total = sum((share.value for _, share in shares), Fraction(0))
    if total != 1:
        raise InputError(f"the given probabilities add up to {number_text(total)}, not to 1", at=place)
    return "given", shares


def _read_epsilon(raw: object) -> Epsilon:
    relative = isinstance(raw, Mapping)
    if isinstance(raw, Mapping):
        if list(raw) != ["relative"]:
            raise InputError('expected a number, "0+" or { relative = number }', at="epsilon")
        raw = raw["relative"]
    if isinstance(raw, str) and raw == str(Limit()):
        return Epsilon(Limit(), relative)
    amount = Place.of("epsilon").read(read_number, raw)
    if amount < 0:
        raise InputError(f"must not be negative; got {exact_text(amount)}", at="epsilon")
    return Epsilon(amount, relative)


def shares_of(
    prior: str | Mapping[Any, Exact], classes: Sequence[Any], sizes: Sequence[int | Fraction]
) -> tuple[Fraction, ...]:
    """Return the `prior` of each of `classes`, which have so many rows as `sizes` says.

    >>> shares_of("mle", "ab", [1, 3]), shares_of({"a": "0.9", "b": "0.1"}, "ab", [1, 3])[0]
    ((Fraction(1, 4), Fraction(3, 4)), Fraction(9, 10))

    Raises InputError, at `prior`, for numbers that are not of all classes, or do not add up to 1.
    """
    place = Place.of("prior")
    if isinstance(prior, Mapping):
        stated = {label: place.read(read_number, share) for label, share in prior.items()}
        fine = all(share >= 0 for share in stated.values()) and sum(stated.values()) == 1
        if set(stated) != set(classes) or not fine:
            raise InputError("needs a number for every class, adding up to 1", at=place)
        return tuple(stated[label] for label in classes)
    if place.read(one_of, prior, ("mle", "uniform")) == "uniform":
        return (Fraction(1, len(classes)),) * len(classes)
    total = sum(sizes, Fraction(0))
    if not total:
        raise InputError("there are no rows to take a prior from", at=place)
    return tuple(Fraction(size) / total for size in sizes)


def check_relative_frequencies(
    sizes: Mapping[Any, int | Fraction], fix: str, key: str = "prior"
) -> None:
    """Refuse relative frequencies as priors where a class has no rows; `sizes` are rows by class.

    `fix` says what to do, `key` where. Raises InputError that names the class.
    """
    empty = next((label for label, size in sizes.items() if not size), None)
    if empty is not None:
        message = f"class {quoted(str(empty))} has no rows to estimate its prior from"
        raise InputError(f"{message}; {fix}", at=key)


def prior_if_empty_class(sizes: Mapping[str, int | Fraction]) -> dict[str, Fraction] | None:
    """Return the prior of each class by the `sizes` of classes in rows, if only some have any.

    A class without rows has the prior 0, which relative frequencies refuse unless it is stated.

    >>> prior_if_empty_class({"+": 2, "-": 0}), prior_if_empty_class({"+": 2, "-": 1})
    ({'+': Fraction(1, 1), '-': Fraction(0, 1)}, None)
    """
    total = Fraction(sum(sizes.values()))
    return None if all(sizes.values()) or not total else {k: n / total for k, n in sizes.items()}
