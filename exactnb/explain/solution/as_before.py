"""Estimates that several models have in common are printed once; the later models point to them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from exactnb.core.naming.names import QuantityName
from exactnb.explain.derivation import AsBefore, Chain, Deviations, EstimateRule, Grid
from exactnb.explain.derivation.line_checks import subject
from exactnb.explain.derivation.lines import Block
from exactnb.explain.derivation.nameless import nameless


class Earlier:
    """Keep what the models before have printed."""

    def __init__(self) -> None:
        self._printed: dict[Block, str] = {}

    def left_out(self, blocks: Iterable[Block], model: str) -> tuple[Block, ...]:
        """Return the blocks of a model, those that another one has printed as one sentence each."""
        out: list[Block] = []
        shared: dict[str, list[Block]] = {}
        for section in _sections(blocks):
            keys = [nameless(block) for block in section]
            models = {self._printed.get(key) for key in keys}
            (before,) = models if len(models) == 1 else (None,)
            if before is None:
                pairs = zip(section, keys, strict=True)
                known = self._printed  # deviations that an earlier model has shown need no sentence
                out += (b for b, key in pairs if not (isinstance(b, Deviations) and key in known))
                for key in keys:
                    self._printed.setdefault(key, model)
            else:
                shared.setdefault(before, []).extend(section)
        return (*(_as_before(of, before) for before, of in shared.items()), *out)


def _sections(blocks: Iterable[Block]) -> Iterator[list[Block]]:
    """Yield each rule with the tables that it is the rule of."""
    section: list[Block] = []
    for block in blocks:
        if section and isinstance(block, EstimateRule):
            yield section
            section = []
        section.append(block)
    if section:
        yield section


def _as_before(blocks: Iterable[Block], model: str) -> AsBefore:
    what: dict[str | QuantityName, None] = {}
    names: dict[QuantityName, None] = {}
    for block in blocks:
        if isinstance(block, Grid):
            what |= dict.fromkeys((block.corner,) if block.corner else block.rows)
            chains = [*block.chains()]
        elif isinstance(block, Chain):
            chains = [block]
            what |= dict.fromkeys(n for n in [subject(block.lines[0])] if n is not None)
        else:
            continue
        names |= dict.fromkeys(n for c in chains if (n := subject(c.lines[0])) is not None)
    return AsBefore(tuple(what), tuple(names), model)
