"""The names of quantities in a block of a derivation, and the block with the models removed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace
from enum import Enum
from typing import TypeVar

from exactnb.core.expression.nodes import Expression, references
from exactnb.core.naming.names import QuantityName

_T = TypeVar("_T")


def names_in(part: object) -> Iterator[QuantityName]:
    """Yield the names in `part`, a block or anything in it, in the order in which they are written."""
    if isinstance(part, QuantityName):
        yield part
    elif isinstance(part, Expression):
        yield from references(part)
    elif isinstance(part, tuple):
        for item in part:
            yield from names_in(item)
    elif is_dataclass(part):
        for field in fields(part):
            yield from names_in(getattr(part, field.name))


def without_models(part: _T) -> _T:
    """Return `part`, a block, a line or a formula, with the models removed from its names.

    Two models have the same estimate if it is equal without them.

    >>> without_models((QuantityName("accuracy", model="laplace"), 1))[0].spell()
    'accuracy'
    """
    if isinstance(part, QuantityName):
        return replace(part, model="")
    if isinstance(part, tuple):
        return tuple(map(without_models, part))  # type: ignore[return-value]
    if is_dataclass(part) and not isinstance(part, type | Enum):
        return type(part)(**{f.name: without_models(getattr(part, f.name)) for f in fields(part)})
    return part
