"""The names of quantities that a block of a derivation writes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass

from exactnb.core.expression.nodes import Expression, references
from exactnb.core.naming.names import QuantityName


def names_in(part: object) -> Iterator[QuantityName]:
    """Yield the names that a block writes, or a part of it, wherever they stand in it."""
    if isinstance(part, QuantityName):
        yield part
    elif isinstance(part, Expression):
        yield from references(part)
    elif isinstance(part, tuple):
        for each in part:
            yield from names_in(each)
    elif is_dataclass(part):
        for field in fields(part):
            yield from names_in(getattr(part, field.name))
