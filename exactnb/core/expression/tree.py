"""What every node of the display tree is: a frozen value that knows its parts.

The fields of a node whose types speak of nodes have its parts in them, in the order in which they are
read; what else it has, labels and signs, is the node's own. Three kinds differ in how parts are held:
each in a field, all in one tuple, or in tuples of tuples with labels between.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from inspect import get_annotations
from typing import ClassVar

from exactnb.core.shown import Symbolic

_NAME = re.compile(r"\w+")
_NODES = {"Expression"}  # by name; each stands behind those that its types speak of


class Expression(Symbolic):
    """A node without parts; those that have some derive from one of the classes below."""

    __slots__ = ()
    holds: ClassVar[tuple[str, ...]] = ()  # the fields with parts in them

    def __init_subclass__(cls) -> None:
        _NODES.add(cls.__name__)
        types = get_annotations(cls).items()
        cls.holds = tuple(name for name, kind in types if _NODES.intersection(_NAME.findall(kind)))

    @property
    def children(self) -> tuple[Expression, ...]:
        """Return the direct parts, in order.

        >>> from exactnb.core.expression.nodes import Integer, Quotient
        >>> Quotient(Integer(2), Integer(4)).children
        (Integer(value=2), Integer(value=4))
        """
        return ()

    def with_children(self, parts: tuple[Expression, ...]) -> Expression:
        """Return the same node around other parts; raise TypeError if it cannot hold so many."""
        return self

    def walk(self) -> Iterator[Expression]:
        """Yield the expression and all of its parts, in the order in which they are read."""
        waiting = [self]
        while waiting:
            part = waiting.pop()
            yield part
            waiting.extend(reversed(part.children))


class Fixed(Expression):
    """A node with a part in each field that it names."""

    __slots__ = ()

    @property
    def children(self) -> tuple[Expression, ...]:
        """Return the direct parts, in order."""
        return tuple([getattr(self, name) for name in self.holds])

    def with_children(self, parts: tuple[Expression, ...]) -> Expression:
        """Return the same node around as many other parts."""
        if len(parts) != len(self.holds):
            raise TypeError(f"{type(self).__name__} has {len(self.holds)} parts; got {len(parts)}")
        return replace(self, **dict(zip(self.holds, parts, strict=True)))  # type: ignore[type-var]


class Several(Expression):
    """A node with any number of parts in one tuple."""

    __slots__ = ()

    @property
    def children(self) -> tuple[Expression, ...]:
        """Return the direct parts, in order."""
        parts: tuple[Expression, ...] = getattr(self, self.holds[0])
        return parts

    def with_children(self, parts: tuple[Expression, ...]) -> Expression:
        """Return the same node around other parts, which may be more or fewer."""
        return replace(self, **{self.holds[0]: parts})  # type: ignore[type-var]


class Nested(Expression):
    """A node with parts anywhere inside of its fields, beside labels and numbers."""

    __slots__ = ()

    @property
    def children(self) -> tuple[Expression, ...]:
        """Return the direct parts, in order."""
        return tuple(part for name in self.holds for part in _held(getattr(self, name)))

    def with_children(self, parts: tuple[Expression, ...]) -> Expression:
        """Return the same node around as many other parts."""
        own = len(self.children)
        if len(parts) != own:
            raise TypeError(f"{type(self).__name__} has {own} parts; got {len(parts)}")
        rest = iter(parts)
        changed = {name: _refilled(getattr(self, name), rest) for name in self.holds}
        return replace(self, **changed)  # type: ignore[type-var]


def _held(value: object) -> Iterator[Expression]:
    """Yield the parts inside of a field."""
    if isinstance(value, Expression):
        yield value
    elif isinstance(value, tuple):
        for each in value:
            yield from _held(each)


def _refilled(value: object, rest: Iterator[Expression]) -> object:
    """Return a field with the next of the parts in the place of each that it has."""
    if isinstance(value, Expression):
        return next(rest)
    return tuple(_refilled(each, rest) for each in value) if isinstance(value, tuple) else value
