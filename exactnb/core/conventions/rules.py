"""Rules of smoothing: what is done to c out of n before it is called an estimate.

How to read: the classes are the rules; `read_rule` reads one from a number, a word or a table, by its
keys.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Literal

from exactnb.core.arithmetic.integers import exact_text
from exactnb.core.arithmetic.numerals import Exact
from exactnb.core.arithmetic.rounding import number_text
from exactnb.core.conventions.pseudocounts import PseudoCounts, read_positive
from exactnb.core.record import frozen
from exactnb.errors import InputError, Place, near, one_of, quoted

Cells = Fraction | Literal["class", "slot"]
_RULE_NAMES = ("laplace", "jeffreys", "perks", "0+")
_PARTS = {
    "add": ("cells",),
    "m": ("p",),
    "dirichlet": ("take",),
    "frequency": (),
    "clip": (),
    "gamma": ("take",),
}
_EXPECTED = "expected a number λ, a name such as laplace, or a rule such as { add = 1 }"


@frozen(slots=True)
class Add:
    """Add λ to every count: (c + λ)/(n + Σλ), or (c + λ)/(n + Mλ) if `cells` says another M.

    λ are the `pseudocounts`; None stands for 1/m. `name` is the name the rule goes by, if it has one.
    """

    pseudocounts: PseudoCounts | None
    cells: Cells | None = None
    name: str = ""

    def __str__(self) -> str:
        if self.name:
            return self.name
        pseudocounts = str(self.pseudocounts)
        if self.cells is None:
            return pseudocounts
        cells = self.cells if isinstance(self.cells, str) else exact_text(self.cells)
        return f"{pseudocounts} over {cells} cells"


@frozen(slots=True)
class MEstimate:
    """Add m observations that are distributed as p: (c + m·p)/(n + m). p is 1/m' if not given.

    Source: T. Mitchell, Machine Learning (1997), section 6.9.1.
    """

    weight: Fraction
    default: PseudoCounts | None = None

    def __str__(self) -> str:
        default = "uniform" if self.default is None else self.default
        return f"m = {exact_text(self.weight)}, p = {default}"


@frozen(slots=True)
class Frequency:
    """Add ε to the relative frequency: (c/n + ε)/(1 + mε)."""

    added: Fraction

    def __str__(self) -> str:
        return f"frequency + {exact_text(self.added)}"


@frozen(slots=True)
class Clip:
    """Move c/n into [ε, 1 − ε]."""

    floor: Fraction

    def __str__(self) -> str:
        return f"clip {exact_text(self.floor)}"


@frozen(slots=True)
class Limit:
    """Add λ to every count, and let every answer tend to its limit as λ → 0⁺."""

    def __str__(self) -> str:
        return "0+"


@frozen(slots=True)
class Gamma:
    """Estimate a rate under a Gamma prior: (Σx + a)/(Σt + b), for the mode with a − 1 for a.

    Σx are events, Σt is what they were counted over.

    Source: A. Gelman et al., Bayesian Data Analysis (3rd ed.), section 2.6.
    """

    shape: Fraction
    rate: Fraction
    take: str

    @property
    def added(self) -> Fraction:
        """Return what is added to the sum of the counts."""
        return self.shape - 1 if self.take == "mode" else self.shape

    def __str__(self) -> str:
        return f"gamma {exact_text(self.shape)}, {exact_text(self.rate)}, {self.take}"


Smoothing = Add | MEstimate | Frequency | Clip | Limit | Gamma
NONE = Add(PseudoCounts((("", "", Fraction(0)),)))
"""No smoothing at all: nothing is added."""


def rule_everywhere(rule: Smoothing) -> Smoothing | None:
    """Return a rule with the numbers of "*" alone, as what no place names has it; None without them.

    >>> str(rule_everywhere(read_rule({"*": 1, "rye": 2}, "smoothing")))
    '1'
    """
    match rule:
        case Add(PseudoCounts() as added) if added.single is None:  # whose name would tell all places
            general = added.elsewhere()
            return None if general is None else Add(general)
        case MEstimate(weight, PseudoCounts() as default) if default.single is None:
            general = default.elsewhere()
            return None if general is None else MEstimate(weight, general)
    return rule


def read_rule(given: Exact | str | Mapping[str, Any] | Smoothing, place: Place | str) -> Smoothing:
    """Return a rule of smoothing, as a problem file says it.

    >>> str(read_rule("1/2", "smoothing")), str(read_rule({"m": 2, "p": "1/3"}, "smoothing"))
    ('1/2', 'm = 2, p = 1/3')
    >>> str(read_rule({"*": 1, "rye": 2, '"a|b"|yes': 3}, "smoothing"))
    '{*: 1, rye: 2, "a|b"|yes: 3}'

    Raises InputError, with the path, for a rule with missing or foreign parts.
    """
    place = Place.of(place)
    if isinstance(given, Smoothing):
        return given
    if isinstance(given, Mapping):
        return _read_parts(given, place)
    match given:
        case "0+":
            return Limit()
        case "laplace":
            return Add(PseudoCounts((("", "", Fraction(1)),)), name="laplace")
        case "jeffreys":
            return Add(PseudoCounts((("", "", Fraction(1, 2)),)), name="jeffreys")
        case "perks":
            return Add(None, name="perks")
    if isinstance(given, str) and given[:1].isalpha():
        hint = near(given, _RULE_NAMES)
        expected = f"expected a number λ or one of {', '.join(_RULE_NAMES)}"
        raise InputError(f"{expected}; got {quoted(given)}{hint}", at=place)
    return Add(PseudoCounts((("", "", read_positive(given, place, "λ ")),)))


def _read_parts(table: Mapping[str, Any], place: Place) -> Smoothing:
    kinds = [key for key in _PARTS if key in table]
    if not kinds and any(str(key).strip() == "*" or "|" in str(key) for key in table):
        return Add(PseudoCounts.read(table, place))  # λ by place
    if not kinds:
        key = next(iter(table), "")
        raise InputError(f"{_EXPECTED}; got {quoted(key)}{near(str(key), _PARTS)}", at=place)
    kind = kinds[0]
    for key in table:
        if key != kind and key not in _PARTS[kind]:
            hint = near(str(key), _PARTS[kind])
            raise InputError(f"{quoted(key)} cannot be used with {quoted(kind)}{hint}", at=place)
    if kind == "gamma":
        return _gamma(table, place)
    if kind == "add":
        cells = table.get("cells")
        pseudocounts = PseudoCounts.read(table["add"], place / "add")
        if cells is not None and pseudocounts.single is None:
            raise InputError("cells needs one λ for all values", at=place)
        return Add(pseudocounts, None if cells is None else _cells(cells, place / "cells"))
    if kind == "m":
        weight = read_positive(table["m"], place / "m")
        return MEstimate(weight, _shares(table["p"], place / "p") if "p" in table else None)
    if kind == "dirichlet":
        take, pseudocounts = (
            _take(table, place),
            PseudoCounts.read(table["dirichlet"], place / "dirichlet"),
        )
        if take == "mean":
            return Add(pseudocounts, name=f"dirichlet {pseudocounts}, mean")
        mode = pseudocounts.shifted(-1)
        if any(number < 0 for _, _, number in mode.entries):
            raise InputError("the mode needs numbers of at least 1", at=place / "dirichlet")
        return Add(mode, name=f"dirichlet {pseudocounts}, mode")
    number = read_positive(table[kind], place / kind)
    if kind == "frequency":
        return Frequency(number)
    if number > Fraction(1, 2):
        raise InputError(f"lies between 0 and 1/2; got {exact_text(number)}", at=place / "clip")
    return Clip(number)


def _gamma(table: Mapping[str, Any], place: Place) -> Gamma:
    numbers = table["gamma"]
    if not isinstance(numbers, list | tuple) or len(numbers) != 2:
        raise InputError.expected("[a, b], two numbers", numbers, at=place / "gamma")
    take = _take(table, place)
    shape, rate = (read_positive(number, place / "gamma") for number in numbers)
    if take == "mode" and shape < 1:
        raise InputError("the mode needs an a of at least 1", at=place / "gamma")
    return Gamma(shape, rate, take)


def _take(table: Mapping[str, Any], place: Place) -> str:
    if "take" not in table:
        raise InputError('needs take = "mean" or "mode"', at=place)
    return (place / "take").read(one_of, table["take"], ("mean", "mode"))


def _cells(raw: Exact, place: Place) -> Cells:
    if raw in ("class", "slot"):
        return raw  # type: ignore[return-value]
    try:
        cells = read_positive(raw, place)
    except InputError:
        raise InputError.expected('a number, "class" or "slot"', raw, at=place) from None
    if cells < 1:  # (n + λ)/(n + Mλ), where a class shows one value only
        problem = f"a λ over {number_text(cells)} cells lets an estimate be more than 1"
        raise InputError(f"{problem}; expected at least 1", at=place)
    return cells


def _shares(raw: Exact | Mapping[str, Exact], place: Place) -> PseudoCounts:
    shares = PseudoCounts.read(raw, place)
    too_large = next((p for _, _, p in shares.entries if p > 1), None)
    if too_large is not None:
        raise InputError(f"a probability lies between 0 and 1; got {exact_text(too_large)}", at=place)
    return shares


def depends_on_observed_values(rule: Smoothing) -> bool:
    """Say whether a rule depends on which values a class shows."""
    return isinstance(rule, Add) and rule.cells == "class" and pseudocount_of(rule) != 0


def pseudocount_of(rule: Smoothing) -> Fraction | None:
    """Return the λ of a rule that adds the same everywhere; None for any other."""
    return rule.pseudocounts.single if isinstance(rule, Add) and rule.pseudocounts is not None else None
