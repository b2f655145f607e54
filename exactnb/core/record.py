"""Frozen records: dataclasses whose methods are written when one of them is first used.

`dataclasses` compiles six methods or more of each class where it is defined. A command loads some two
hundred records, and uses half of them.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import KW_ONLY, MISSING, Field, FrozenInstanceError, InitVar, dataclass, field, fields
from functools import partial
from inspect import get_annotations
from types import GetSetDescriptorType, MemberDescriptorType
from typing import Any, ClassVar, TypeVar, dataclass_transform, get_origin, overload

T = TypeVar("T")
_METHODS = {
    "init": "__init__", "repr": "__repr__", "eq": "__eq__ __hash__",
    "order": "__lt__ __le__ __gt__ __ge__",
}  # fmt: skip
"""The methods that each option asks for, which are written together."""
_ALWAYS = "__dataclass_fields__ __dataclass_params__ __match_args__"
_REPLACING = " __replace__" if sys.version_info >= (3, 13) else ""
_STATE = " __getstate__ __setstate__"
_NO_FIELD = re.compile(r"(\w+\.)?(ClassVar|InitVar|KW_ONLY)\b")


@overload
def frozen(cls: type[T], /) -> type[T]: ...
@overload
def frozen(
    *,
    init: bool = True,
    repr: bool = True,
    eq: bool = True,
    order: bool = False,
    kw_only: bool = False,
    slots: bool = False,
) -> Callable[[type[T]], type[T]]: ...
@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def frozen(cls: type[T] | None = None, /, **options: bool) -> Any:
    """Make of a class what `dataclass(frozen=True)` makes, and write its methods when one is used.

    The options are those of `dataclass`. What it raises of a class, such as TypeError for a default
    after which a field has none, is raised at the first use. Threads that use a class at the same time
    each write the methods: none waits for another.

    >>> @frozen(slots=True)
    ... class Point:
    ...     x: int
    ...     y: int = 0
    >>> Point(3), Point(3) == Point(3, 0), Point.__match_args__
    (Point(x=3, y=0), True, ('x', 'y'))
    """
    return _record(cls, options) if cls is not None else lambda cls: _record(cls, options)


def _record(cls: type, options: Mapping[str, bool]) -> type:
    """Return the class, or one with slots in its place, whose methods wait to be written."""
    owned = GetSetDescriptorType | MemberDescriptorType  # `__dict__` and slots, which each class makes
    body = {name: value for name, value in vars(cls).items() if not isinstance(value, owned)}
    body["__qualname__"] = cls.__qualname__
    kind = _with_slots(cls, body) if options.get("slots") else cls
    for name, value in body.items():
        if isinstance(value, Field) and name in vars(kind) and vars(kind)[name] is value:
            if value.default is MISSING:
                delattr(kind, name)
            else:
                setattr(kind, name, value.default)

    wanted = {"init": True, "repr": True, "eq": True, "order": False, **options}
    if wanted["order"] and not wanted["eq"]:
        raise ValueError("eq must be true if order is true")
    waiting = dict.fromkeys((_ALWAYS + _REPLACING + _STATE * (kind is not cls)).split(), "")
    for option, names in _METHODS.items():
        waiting |= dict.fromkeys(names.split() if wanted[option] else (), option)
    waiting = {name: option for name, option in waiting.items() if name not in body}
    if wanted["eq"] and "__eq__" in body and body["__hash__"] is None:
        waiting["__hash__"] = "eq"  # Python has put None there
    if not kind.__doc__:
        waiting["__doc__"] = "init" if wanted["init"] else ""  # it shows the signature

    def write(option: str) -> Mapping[str, Any]:
        """Write methods for a class that nobody uses, and then take them over: none is ever missing."""
        bases = (_Unannounced, *kind.__bases__)
        other: type = type(kind)(kind.__name__, bases, dict(body))
        these = {own: own == option for own in _METHODS}
        these["eq"] |= option == "order"
        written = vars(dataclass(frozen=True, **{**options, **these})(other))
        for own in _METHODS:
            setattr(written["__dataclass_params__"], own, wanted[own])
        for name, of in waiting.items():
            if of in ("", option) and vars(kind).get(name) is unwritten[name]:
                setattr(kind, name, written[name])
        return written

    unwritten: dict[str, object] = {}
    for name, option in waiting.items():
        stand_in = _unwritten if option in ("repr", "eq", "order") else _Unwritten
        unwritten[name] = stand_in(name, partial(write, option))
        setattr(kind, name, unwritten[name])
    _freeze(kind)
    return kind


class _Unannounced:
    """Come before bases that do something with each class that derives from them."""

    __slots__ = ()

    def __init_subclass__(cls) -> None:
        """Do nothing."""


class _Unwritten:
    """Stand for an attribute of a record until it is first used, which writes those that go with it."""

    __slots__ = ("name", "write")

    def __init__(self, name: str, write: Callable[[], Mapping[str, Any]]) -> None:
        self.name, self.write = name, write

    def __get__(self, of: object, kind: type) -> Any:
        value = self.write()[self.name]
        return value.__get__(of, kind) if hasattr(type(value), "__get__") else value


def _unwritten(name: str, write: Callable[[], Mapping[str, Any]]) -> Callable[..., Any]:
    """Return what stands for a method that Python itself looks up, and does without if that fails.

    Were memory short as `==` is looked up, an `_Unwritten` would make objects differ that are equal.
    """

    def method(self: object, *given: object) -> Any:
        return write()[name](self, *given)

    return method


def _with_slots(cls: type, body: Mapping[str, Any]) -> type:
    """Return the class with a slot for each field for which no base has one, and without defaults."""
    names = list(_fields_of(cls))
    bases = [vars(base) for base in cls.__mro__[1:]]
    slots = (n for n in names if not any(isinstance(b.get(n), MemberDescriptorType) for b in bases))
    rest = {name: value for name, value in body.items() if name not in names}
    kind: type = type(cls)(cls.__name__, cls.__bases__, {**rest, "__slots__": tuple(slots)})
    return kind


def _fields_of(cls: type) -> Iterator[str]:
    """Yield the names of the fields of a class and of the records that it derives from."""
    of = [base for base in reversed(cls.__mro__) if base is cls or "__dataclass_fields__" in vars(base)]
    kinds = {name: kind for base in of for name, kind in get_annotations(base).items()}
    for name, kind in kinds.items():
        text = kind if isinstance(kind, str) else ""
        none = (kind, get_origin(kind), type(kind))
        if not _NO_FIELD.match(text) and not any(
            m is n for m in none for n in (ClassVar, InitVar, KW_ONLY)
        ):
            yield name


def _freeze(kind: Any) -> None:
    """Let no field of a record change; a class that derives from it may have other attributes."""

    def check(self: object, name: str, what: str) -> None:
        if type(self) is kind or name in {own.name for own in fields(kind)}:
            raise FrozenInstanceError(f"cannot {what} field {name!r}")

    def __setattr__(self: object, name: str, value: object) -> None:
        check(self, name, "assign to")
        super(kind, self).__setattr__(name, value)

    def __delattr__(self: object, name: str) -> None:
        check(self, name, "delete")
        super(kind, self).__delattr__(name)

    kind.__setattr__, kind.__delattr__ = __setattr__, __delattr__
