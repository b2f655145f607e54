"""Rules of smoothing: what is done to c out of n before it is called an estimate.

How to read: `PseudoCounts` are numbers that may differ by value, by class, or by both; then come the
rules, a class for each; `read_rule` reads one from a number, a word or a table, by its keys.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from fractions import Fraction
from typing import Any, Literal

from exactnb.core.arithmetic.integers import exact_text
from exactnb.core.arithmetic.numerals import Exact, read_number
from exactnb.core.arithmetic.rounding import number_text
from exactnb.core.naming.grammar import SyntaxItem, parse_name, quote
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
class PseudoCounts:
    """Hold a number for each value and class.

    Of `value|class`, `value`, `|class` and `*` the closest wins. A value or class with signs of the
    grammar in it stands in quotes: `"a|b"|yes`. An entry is (value, class, number), with "" for any.

    >>> p = PseudoCounts.read({"*": "1/4", "rye": "1/2", "|yes": "1/3", "rye|yes": 0}, "p")
    >>> [str(p.number_for(value, label)) for label in ("no", "yes") for value in ("oat", "rye")]
    ['1/4', '1/2', '1/3', '0']
    """

    entries: tuple[tuple[str, str, Fraction], ...]

    @classmethod
    def read(cls, raw: Exact | Mapping[str, Exact], place: Place | str) -> PseudoCounts:
        """Return `raw`, a number or numbers by place; raise InputError with the `place`."""
        place = Place.of(place)
        if not isinstance(raw, Mapping):
            return cls((("", "", read_nonnegative(raw, place)),))
        by_place: dict[tuple[str, str], Fraction] = {}
        for key, number in raw.items():
            value, label = _value_and_class_in(str(key), place)
            if (value, label) in by_place:
                raise InputError(f"the place {quoted(key)} is there twice", at=place)
            by_place[value, label] = read_nonnegative(number, place / str(key))
        if not by_place:
            raise InputError("expected a number, or numbers by place", at=place)
        return cls(tuple((value, label, number) for (value, label), number in by_place.items()))

    @property
    def common_number(self) -> Fraction | None:
        """Return the number, if it is the same everywhere."""
        numbers = {number for _, _, number in self.entries}
        everywhere = any(not value and not label for value, label, _ in self.entries)
        return self.entries[0][2] if len(numbers) == 1 and everywhere else None

    def number_for(self, value: str, label: str) -> Fraction:
        """Return the number for a `value` in a class `label`; raise InputError if no entry has one."""
        by_place = {(v, k): number for v, k, number in self.entries}
        for place in ((value, label), (value, ""), ("", label), ("", "")):
            if place in by_place:
                return by_place[place]
        raise InputError(f'no number for {quoted(value)} in class {quoted(label)}; give "*"')

    def total(self, values: Iterable[str], label: str) -> Fraction:
        """Return the sum over `values` in the class `label`.

        >>> PseudoCounts.read({"*": 1, "a": 2}, "λ").total(["a", "b", "c"], "+")
        Fraction(4, 1)
        """
        single = self.common_number
        values = tuple(values)
        if single is not None:
            return single * len(values)
        return sum((self.number_for(value, label) for value in values), Fraction(0))

    def for_unnamed_value(self, label: str) -> Fraction | None:
        """Return the number in the class `label` of a value that no entry names; None if there is none.

        >>> p = PseudoCounts.read({"oat": 0, "|yes": "1/3"}, "p")
        >>> [str(p.for_unnamed_value(label)) for label in ("no", "yes")]
        ['None', '1/3']
        """
        by_class = {k: number for value, k, number in self.entries if not value}
        return by_class.get(label, by_class.get(""))

    def for_unnamed_places(self) -> PseudoCounts | None:
        """Return the number of what no place names, everywhere; None if there is none."""
        general = tuple(entry for entry in self.entries if not entry[0] and not entry[1])
        return PseudoCounts(general) if general else None

    def named_values_and_classes(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Return the values and the classes that are spoken of."""
        return (
            tuple(dict.fromkeys(v for v, _, _ in self.entries if v)),
            tuple(dict.fromkeys(k for _, k, _ in self.entries if k)),
        )

    def shifted(self, by: int) -> PseudoCounts:
        """Return the same numbers, each greater by a whole number."""
        return PseudoCounts(tuple((value, label, number + by) for value, label, number in self.entries))

    def __str__(self) -> str:
        if self.common_number is not None:
            return exact_text(self.common_number)
        places = (
            (
                f"{_quoted_unless_star(value)}|{_quoted_unless_star(label)}"
                if label
                else _quoted_unless_star(value)
            )
            or "*"
            for value, label, _ in self.entries
        )
        numbers = (exact_text(number) for _, _, number in self.entries)
        listed = (f"{place}: {number}" for place, number in zip(places, numbers, strict=True))
        return "{" + ", ".join(listed) + "}"


def read_nonnegative(raw: Exact, place: Place, what: str = "") -> Fraction:
    """Return the number `raw`; refuse a negative one at `place`, naming it as `what`."""
    number = place.read(read_number, raw)
    if number < 0:
        raise InputError(f"{what}must not be negative; got {exact_text(number)}", at=place)
    return number


def _value_and_class_in(key: str, place: Place) -> tuple[str, str]:
    """Return the value and the class that a key names, "" for any."""
    with suppress(InputError):
        syntax = parse_name(f"P({key})")
        sides = (syntax.left, syntax.right)
        if not syntax.model and all(len(side) < 2 and all(map(_is_name, side)) for side in sides):
            value, label = (side[0].first if side else "" for side in sides)
            is_star = value == "*" and syntax.left[0].bare  # one in quotes is a name
            return ("" if is_star else value), label
    raise InputError.expected('"value", "|class", "value|class" or "*"', key, at=place)


def _quoted_unless_star(name: str) -> str:
    return '"*"' if name == "*" else quote(name) if name else ""


def _is_name(item: SyntaxItem) -> bool:
    return not item.sign and not item.negated


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


def rule_for_unnamed(rule: Smoothing) -> Smoothing | None:
    """Return a rule with the numbers of "*" alone, as what no place names has it; None without them.

    >>> str(rule_for_unnamed(read_rule({"*": 1, "rye": 2}, "smoothing")))
    '1'
    """
    match rule:
        case Add(PseudoCounts() as added) if (
            added.common_number is None
        ):  # whose name would tell all places
            general = added.for_unnamed_places()
            return None if general is None else Add(general)
        case MEstimate(weight, PseudoCounts() as default) if default.common_number is None:
            general = default.for_unnamed_places()
            return None if general is None else MEstimate(weight, general)
    return rule


def read_rule(value: Exact | str | Mapping[str, Any] | Smoothing, place: Place | str) -> Smoothing:
    """Return the rule of smoothing that `value` of a problem file says, read at `place`.

    >>> str(read_rule("1/2", "smoothing")), str(read_rule({"m": 2, "p": "1/3"}, "smoothing"))
    ('1/2', 'm = 2, p = 1/3')
    >>> str(read_rule({"*": 1, "rye": 2, '"a|b"|yes': 3}, "smoothing"))
    '{*: 1, rye: 2, "a|b"|yes: 3}'

    Raises InputError, with the path, for a rule with missing or foreign parts.
    """
    place = Place.of(place)
    if isinstance(value, Smoothing):
        return value
    if isinstance(value, Mapping):
        return _read_parts(value, place)
    match value if isinstance(value, str) else "":  # a number may not know whether it is "0+"
        case "0+":
            return Limit()
        case "laplace":
            return Add(PseudoCounts((("", "", Fraction(1)),)), name="laplace")
        case "jeffreys":
            return Add(PseudoCounts((("", "", Fraction(1, 2)),)), name="jeffreys")
        case "perks":
            return Add(None, name="perks")
    if isinstance(value, str) and value[:1].isalpha():
        hint = near(value, _RULE_NAMES)
        expected = f"expected a number λ or one of {', '.join(_RULE_NAMES)}"
        raise InputError(f"{expected}; got {quoted(value)}{hint}", at=place)
    return Add(PseudoCounts((("", "", read_nonnegative(value, place, "λ ")),)))


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
        return _read_gamma(table, place)
    if kind == "add":
        cells = table.get("cells")
        pseudocounts = PseudoCounts.read(table["add"], place / "add")
        if cells is not None and pseudocounts.common_number is None:
            raise InputError("cells needs one λ for all values", at=place)
        return Add(pseudocounts, None if cells is None else _read_cells(cells, place / "cells"))
    if kind == "m":
        weight = read_nonnegative(table["m"], place / "m")
        return MEstimate(weight, _read_shares(table["p"], place / "p") if "p" in table else None)
    if kind == "dirichlet":
        take = _read_mean_or_mode(table, place)
        pseudocounts = PseudoCounts.read(table["dirichlet"], place / "dirichlet")
        if take == "mean":
            return Add(pseudocounts, name=f"dirichlet {pseudocounts}, mean")
        mode = pseudocounts.shifted(-1)
        if any(number < 0 for _, _, number in mode.entries):
            raise InputError("the mode needs numbers of at least 1", at=place / "dirichlet")
        return Add(mode, name=f"dirichlet {pseudocounts}, mode")
    number = read_nonnegative(table[kind], place / kind)
    if kind == "frequency":
        return Frequency(number)
    if number > Fraction(1, 2):
        raise InputError(f"lies between 0 and 1/2; got {exact_text(number)}", at=place / "clip")
    return Clip(number)


def _read_gamma(table: Mapping[str, Any], place: Place) -> Gamma:
    numbers = table["gamma"]
    if not isinstance(numbers, list | tuple) or len(numbers) != 2:
        raise InputError.expected("[a, b], two numbers", numbers, at=place / "gamma")
    take = _read_mean_or_mode(table, place)
    shape, rate = (read_nonnegative(number, place / "gamma") for number in numbers)
    if take == "mode" and shape < 1:
        raise InputError("the mode needs an a of at least 1", at=place / "gamma")
    return Gamma(shape, rate, take)


def _read_mean_or_mode(table: Mapping[str, Any], place: Place) -> str:
    if "take" not in table:
        raise InputError('needs take = "mean" or "mode"', at=place)
    return (place / "take").read(one_of, table["take"], ("mean", "mode"))


def _read_cells(raw: Exact, place: Place) -> Cells:
    if raw in ("class", "slot"):
        return raw  # type: ignore[return-value]
    try:
        cells = read_nonnegative(raw, place)
    except InputError:
        raise InputError.expected('a number, "class" or "slot"', raw, at=place) from None
    if cells < 1:  # (n + λ)/(n + Mλ), where a class shows one value only
        problem = f"a λ over {number_text(cells)} cells lets an estimate be more than 1"
        raise InputError(f"{problem}; expected at least 1", at=place)
    return cells


def _read_shares(raw: Exact | Mapping[str, Exact], place: Place) -> PseudoCounts:
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
    return (
        rule.pseudocounts.common_number
        if isinstance(rule, Add) and rule.pseudocounts is not None
        else None
    )
