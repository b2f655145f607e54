"""The names of quantities that a block of a derivation writes."""

from __future__ import annotations

from collections.abc import Iterator

from exactnb.derivation import lines
from exactnb.derivation.stated import Asked, Blanks
from exactnb.expression.nodes import references
from exactnb.naming.names import QuantityName


def names_in(block: lines.Block) -> Iterator[QuantityName]:
    """Yield the names that a block writes."""
    match block:
        case lines.Chain(own):
            for line in own:
                yield from (*references(line.left), *references(line.right))
        case lines.Grid():
            for chain in block.chains():
                yield from names_in(chain)
        case lines.Deviations(_, groups):
            yield from (mean for mean, _, _ in groups)
        case lines.EstimateRule():
            yield from (instance.name for instance in block.instances)
        case lines.Decisions(name) | lines.Products(name) | lines.InLambda(name) | lines.LeftOut(name):
            yield name
        case lines.AsBefore(what, names):
            yield from (head for head in what if isinstance(head, QuantityName))
            yield from names
        case Asked(_, names):
            yield from names
        case Blanks(blanks):
            yield from (blank.name for blank in blanks)
        case lines.Remark(parts):
            for part in parts:
                if isinstance(part, lines.Line):
                    yield from (*references(part.left), *references(part.right))
                elif isinstance(part, lines.Verdict):
                    yield part.decision
        case _:
            return
