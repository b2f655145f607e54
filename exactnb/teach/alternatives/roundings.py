"""Rounding too early: what follows if numbers are rounded, or cut off, before they are used."""

from __future__ import annotations

from collections.abc import Iterator

from exactnb.core.arithmetic.rounding import Rounding
from exactnb.core.expression.reasons import Rule
from exactnb.core.families.misconceptions import Misconception
from exactnb.core.model.numbers import PARAMETERS
from exactnb.core.model.quantities import Quantities
from exactnb.core.model.quantity import InlineForm
from exactnb.core.naming.names import QuantityName
from exactnb.teach.alternatives.alternative import Alternative

ROUNDED = Misconception(
    "rounded-early",
    "rounded before the end",
    "Did you round before the last step? Keep fractions, or more digits, until the end.",
)
TRUNCATED = Misconception(
    "truncated-early",
    "digits cut off before the end",
    "Did you cut digits off before the last step? Keep fractions, or more digits, until the end.",
)
_WORDS = ("one", "two", "three", "four")  # digits that are kept


def rounded_early(graph: Quantities) -> Iterator[Alternative]:
    """Yield what follows if estimates, or all values, are rounded or cut off before they are used."""
    estimates = frozenset(_estimates(graph))
    for misconception, rounding, said in _roundings():
        yield Alternative((misconception,), {}, f"estimates {said}", rounding, estimates)
        yield Alternative((misconception,), {}, f"every value {said}", rounding)
        before = f"every value before it {said}"
        yield Alternative((misconception,), {}, before, rounding, is_left_long=True)


def rounded_by_kind(graph: Quantities) -> Iterator[Alternative]:
    """Yield what follows if estimates of one kind alone are rounded: means, not variances."""
    kinds: dict[str, set[QuantityName]] = {}
    for name in graph:
        if name.head in PARAMETERS and not name.wrappers:
            kinds.setdefault(name.head, set()).add(name)
    for kind, names in kinds.items() if len(kinds) > 1 else ():
        for misconception, rounding, said in _roundings():
            yield Alternative((misconception,), {}, f"{kind} {said}", rounding, frozenset(names))


def _estimates(graph: Quantities) -> Iterator[QuantityName]:
    for name, quantity in graph.items():
        measured = quantity.inline in (InlineForm.COUNTED, InlineForm.MEASURED)
        if measured and quantity.reason.rule is not Rule.COUNT:
            yield name


def _roundings() -> Iterator[tuple[Misconception, Rounding, str]]:
    """Yield each way to round, with its words; fewer digits first."""
    for misconception, rule in ((ROUNDED, "half-up"), (TRUNCATED, "down")):
        for digits, word in enumerate(_WORDS, start=1):
            more = "s" if digits > 1 else ""
            places = Rounding(places=digits, rule=rule)  # type: ignore[arg-type]
            figures = Rounding(figures=digits, rule=rule)  # type: ignore[arg-type]
            yield misconception, places, f"to {word} decimal{more}"
            yield misconception, figures, f"to {word} figure{more}"
