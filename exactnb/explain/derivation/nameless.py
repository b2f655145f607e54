"""What is the same in two models but for their names."""

from __future__ import annotations

from dataclasses import fields, is_dataclass, replace
from enum import Enum
from typing import TypeVar

from exactnb.core.naming.names import QuantityName

Part = TypeVar("Part")


def nameless(part: Part) -> Part:
    """Return a block, a line or a formula as it would be without the names of models.

    >>> nameless((QuantityName("accuracy", model="laplace"), 1))[0].spell()
    'accuracy'
    """
    if isinstance(part, QuantityName):
        return replace(part, model="")
    if isinstance(part, tuple):
        return tuple(map(nameless, part))  # type: ignore[return-value]
    if is_dataclass(part) and not isinstance(part, type | Enum):
        return type(part)(**{of.name: nameless(getattr(part, of.name)) for of in fields(part)})
    return part
