"""Totals that are off by one: rows, words of a class, different words."""

from __future__ import annotations

from collections.abc import Iterator

from exactnb.core.model.quantities import Quantities
from exactnb.teach.alternatives.alternative import Alternative
from exactnb.teach.misconceptions.misreadings import TOTALS

_HEADS = ("count", "tokens", "vocabulary")
_BY = {"too large": 1, "too small": -1}


def totals_off_by_one(graph: Quantities) -> Iterator[Alternative]:
    """Yield alternatives in which a total of a `graph` is one too large or too small, each by itself.

    A total counts rows of a class or of all, the words of a class, or all different words.
    """
    for name, quantity in graph.items():
        kinds = {item.kind for item in name.items}
        if name.head in _HEADS and not name.wrappers and kinds <= {"class"}:
            for misconception, by in _BY.items():
                formula = quantity.formula + by
                yield Alternative((TOTALS[misconception],), {name: formula}, str(name))
