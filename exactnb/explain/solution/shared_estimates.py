"""Estimates that several models have in common are printed once; later models refer to them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from exactnb.core.naming.names import QuantityName
from exactnb.explain.derivation import Chain, Deviations, EstimateRule, Grid, SameEstimates
from exactnb.explain.derivation.line_checks import subject
from exactnb.explain.derivation.lines import Block
from exactnb.explain.derivation.quantity_names import without_models


class EstimatesInPrint:
    """The rules and tables of estimates that earlier models of the solution have printed."""

    def __init__(self) -> None:
        self._printed: dict[Block, str] = {}

    def without_repeats(self, blocks: Iterable[Block], model: str) -> tuple[Block, ...]:
        """Return the `blocks` of a `model`, with a reference for those already in print."""
        new: list[Block] = []
        shared: dict[str, list[Block]] = {}
        for section in _sections(blocks):
            keys = [without_models(block) for block in section]
            models = {self._printed.get(key) for key in keys}
            (earlier_model,) = models if len(models) == 1 else (None,)
            if earlier_model is None:
                pairs = zip(section, keys, strict=True)
                # Deviations are no estimates: repeated ones are dropped, without a reference.
                printed = self._printed
                new += (b for b, key in pairs if not (isinstance(b, Deviations) and key in printed))
                for key in keys:
                    self._printed.setdefault(key, model)
            else:
                shared.setdefault(earlier_model, []).extend(section)
        return (
            *(_reference_to(repeated, earlier_model) for earlier_model, repeated in shared.items()),
            *new,
        )


def _sections(blocks: Iterable[Block]) -> Iterator[list[Block]]:
    """Yield each rule with its tables."""
    section: list[Block] = []
    for block in blocks:
        if section and isinstance(block, EstimateRule):
            yield section
            section = []
        section.append(block)
    if section:
        yield section


def _reference_to(blocks: Iterable[Block], model: str) -> SameEstimates:
    headings: dict[str | QuantityName, None] = {}
    names: dict[QuantityName, None] = {}
    for block in blocks:
        if isinstance(block, Grid):
            headings |= dict.fromkeys((block.corner,) if block.corner else block.rows)
            chains = [*block.chains()]
        elif isinstance(block, Chain):
            chains = [block]
            headings |= dict.fromkeys(n for n in [subject(block.lines[0])] if n is not None)
        else:
            continue
        names |= dict.fromkeys(n for c in chains if (n := subject(c.lines[0])) is not None)
    return SameEstimates(tuple(headings), tuple(names), model)
