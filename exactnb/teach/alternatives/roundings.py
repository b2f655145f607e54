"""Rounding too early: the values if numbers are rounded, or truncated, before they are used."""

from __future__ import annotations

from collections.abc import Iterator

from exactnb.core.arithmetic.rounding import Rounding
from exactnb.core.expression.reasons import Rule
from exactnb.core.families.protocol import Misconception
from exactnb.core.model.model import PARAMETERS
from exactnb.core.model.quantities import Quantities
from exactnb.core.model.quantity import InlineForm
from exactnb.core.naming.names import QuantityName
from exactnb.teach.alternatives.alternative import Alternative
from exactnb.teach.misconceptions.misreadings import ROUNDINGS

_WORDS = ("one", "two", "three", "four")  # digits that are kept


def rounded_early(graph: Quantities) -> Iterator[Alternative]:
    """Yield alternatives in which the estimates, or all values, of a `graph` are rounded before use."""
    estimates = frozenset(_estimates(graph))
    for misconception, rounding, extent in _roundings():
        yield Alternative((misconception,), {}, f"estimates {extent}", rounding, estimates)
        yield Alternative((misconception,), {}, f"every value {extent}", rounding)
        all_but_result = f"every value before it {extent}"
        yield Alternative((misconception,), {}, all_but_result, rounding, is_result_unrounded=True)


def rounded_by_kind(graph: Quantities) -> Iterator[Alternative]:
    """Yield alternatives in which one kind of estimate of a `graph` is rounded: means alone."""
    kinds: dict[str, set[QuantityName]] = {}
    for name in graph:
        if name.head in PARAMETERS and not name.wrappers:
            kinds.setdefault(name.head, set()).add(name)
    for kind, names in kinds.items() if len(kinds) > 1 else ():
        for misconception, rounding, extent in _roundings():
            yield Alternative((misconception,), {}, f"{kind} {extent}", rounding, frozenset(names))


def _estimates(graph: Quantities) -> Iterator[QuantityName]:
    for name, quantity in graph.items():
        measured = quantity.inline in (InlineForm.COUNTED, InlineForm.MEASURED)
        if measured and quantity.reason.rule is not Rule.COUNT:
            yield name


def _roundings() -> Iterator[tuple[Misconception, Rounding, str]]:
    """Yield each way to round, with its words; fewer digits first."""
    for rule, misconception in ROUNDINGS.items():
        for digits, word in enumerate(_WORDS, start=1):
            more = "s" if digits > 1 else ""
            places = Rounding(places=digits, rule=rule)  # type: ignore[arg-type]
            figures = Rounding(figures=digits, rule=rule)  # type: ignore[arg-type]
            yield misconception, places, f"to {word} decimal{more}"
            yield misconception, figures, f"to {word} figure{more}"
