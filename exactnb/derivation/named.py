"""The names of quantities that a block of a derivation writes."""

from __future__ import annotations

from collections.abc import Iterator

from exactnb.derivation.lines import (
    AsBefore,
    Block,
    Chain,
    Decisions,
    Deviations,
    EstimateRule,
    Grid,
    InLambda,
    LeftOut,
    Line,
    Products,
    Remark,
    Verdict,
)
from exactnb.derivation.stated import Asked, Blanks
from exactnb.expression.nodes import references
from exactnb.naming.names import QuantityName


def names_in(block: Block) -> Iterator[QuantityName]:
    """Yield the names that a block writes."""
    match block:
        case Chain(lines):
            for line in lines:
                yield from (*references(line.left), *references(line.right))
        case Grid():
            for chain in block.chains():
                yield from names_in(chain)
        case Deviations(_, groups):
            yield from (mean for mean, _, _ in groups)
        case EstimateRule():
            yield from (instance.name for instance in block.instances)
        case Decisions(name) | Products(name) | InLambda(name) | LeftOut(name):
            yield name
        case AsBefore(what, names):
            yield from (head for head in what if isinstance(head, QuantityName))
            yield from names
        case Asked(_, names):
            yield from names
        case Blanks(blanks):
            yield from (blank.name for blank in blanks)
        case Remark(parts):
            for part in parts:
                if isinstance(part, Line):
                    yield from (*references(part.left), *references(part.right))
                elif isinstance(part, Verdict):
                    yield part.decision
        case _:
            return
