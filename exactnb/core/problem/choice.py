"""What is chosen for a model, and how numbers look in a solution; `models.py` makes the model of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field
from typing import Any

from exactnb.core.arithmetic.numerals import read_whole
from exactnb.core.arithmetic.rounding import MAX_PRINTED_DIGITS
from exactnb.core.conventions import Conventions
from exactnb.core.families import Choice
from exactnb.core.record import frozen
from exactnb.errors import InputError, Place

MODEL = "model"
KEYWORDS = ("family", "families", "smoothing", "prior", "unseen", "epsilon")
"""The keywords that say the one model of a problem, in the order of its fields."""

LOGARITHMS: Mapping[str, str] = {"e": "log", "2": "log2", "10": "log10"}
"""The functions of the bases that joints can be compared in."""

NUMBERS = ("exact", "decimal")
"""How the numbers of a solution are shown, beside what was counted."""

ROUNDINGS = ("half-up", "half-even")


@frozen(slots=True)
class ModelChoice:
    """What is chosen for a model: its conventions, its families (of all columns, and by column).

    A family is named, or comes with its numbers: `{"negative-binomial": {"r": 3}}`. That it suits the
    data is checked where a Problem is made of both.

    >>> chosen = ModelChoice(family="categorical", families={"size": "gaussian"})
    >>> chosen.of("size"), chosen.of("colour")
    ('gaussian', 'categorical')
    """

    conventions: Conventions = field(default_factory=Conventions)
    family: Choice | None = None
    families: Mapping[str, Choice] = field(default_factory=dict)

    def of(self, column: str) -> Choice | None:
        """Return what is said of a column, None if nothing is."""
        return self.families.get(column, self.family)


def chosen_models(
    models: Mapping[str, ModelChoice], keywords: Sequence[object]
) -> Mapping[str, ModelChoice]:
    """Return the models, or the one that the keywords of a problem say, in the order of `KEYWORDS`.

    >>> chosen_models({MODEL: ModelChoice()}, ("bernoulli", None, 1, None, None, None))["model"].family
    'bernoulli'

    Raises InputError where both are given.
    """
    by_keyword: dict[str, Any] = {
        k: v for k, v in zip(KEYWORDS, keywords, strict=True) if v is not None
    }
    if not by_keyword:
        return models
    if models != {MODEL: ModelChoice()}:
        raise InputError("goes without models, which say it themselves", at=next(iter(by_keyword)))
    family, families = by_keyword.pop("family", None), by_keyword.pop("families", None)
    return {MODEL: ModelChoice(Conventions(**by_keyword), family, families or {})}


def check_logarithm(base: object) -> None:
    """Raise InputError unless joints can be compared in logarithms to this base; "" is none."""
    if base not in ("", *LOGARITHMS):
        raise InputError.expected(", ".join(LOGARITHMS), base, at="log")


def read_digits(digits: object) -> int:
    """Return the number of significant `digits` of decimals; raise InputError for what is none."""
    return Place.of("digits").read(read_whole, digits, 1, MAX_PRINTED_DIGITS)


def check_rounding(rule: object) -> None:
    """Raise InputError unless decimals can be rounded by `rule`."""
    if rule not in ROUNDINGS:
        raise InputError.expected("half-up or half-even", rule, at="rounding")


def check_numbers(numbers: object) -> None:
    """Raise InputError unless numbers can be shown so; "" leaves it to the columns."""
    if numbers not in ("", *NUMBERS):
        raise InputError.expected(" or ".join(NUMBERS), numbers, at="numbers")


def read_logarithm(raw: object, at: Place) -> str:
    """Return the base of logarithms in `raw`, which may be a number; InputError for other bases."""
    if isinstance(raw, bool) or str(raw) not in ("", *LOGARITHMS):
        raise InputError.expected('"e", 2 or 10', raw, at=at)
    return str(raw)
