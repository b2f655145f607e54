"""Frozen records: dataclasses whose methods are written when one of them is first used.

`dataclass` compiles six methods or more of each class where it is defined. A command loads some two
hundred records, and needs little more than `__init__` of half of them.

How to read: `_record` puts stand-ins, which call `write` when they are first used: `dataclass` reads
the fields of a class that nobody uses, and writes what compares and shows; `_init` writes `__init__`.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import KW_ONLY, MISSING, Field, FrozenInstanceError, InitVar, dataclass, field, fields
from functools import partial
from inspect import get_annotations, signature
from types import GetSetDescriptorType, MemberDescriptorType
from typing import Any, ClassVar, TypeVar, dataclass_transform, get_origin, overload

T = TypeVar("T")
_METHODS = {
    "init": "__init__", "repr": "__repr__", "eq": "__eq__ __hash__",
    "order": "__lt__ __le__ __gt__ __ge__",
}  # fmt: skip
"""The methods that each option asks for, which are written together."""
_OPTIONS = {"init": True, "repr": True, "eq": True, "order": False, "kw_only": False, "slots": False}
_READ = "__dataclass_fields__ __dataclass_params__ __match_args__"
_REPLACING = " __replace__" if sys.version_info >= (3, 13) else ""
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
    wanted = {**_OPTIONS, **options}
    if wanted["order"] and not wanted["eq"]:
        raise ValueError("eq must be true if order is true")
    owned = (GetSetDescriptorType, MemberDescriptorType)  # `__dict__` and slots, which each class makes
    body = {name: value for name, value in vars(cls).items() if not isinstance(value, owned)}
    body["__qualname__"] = cls.__qualname__
    waiting = dict.fromkeys((_READ + _REPLACING).split(), "")
    for option, names in _METHODS.items():
        waiting |= dict.fromkeys(names.split() if wanted[option] else (), option)
    waiting = {name: option for name, option in waiting.items() if name not in body}
    if wanted["eq"] and "__eq__" in body and body["__hash__"] is None:
        waiting["__hash__"] = "eq"  # Python has put None there
    if not cls.__doc__:
        waiting["__doc__"] = "doc"

    def read(**these: bool) -> type:
        """Return a class that nobody uses, of which `dataclass` has read the fields."""
        bases = (_Unannounced, *kind.__bases__)
        stand_in: type = type(kind)(kind.__name__, bases, {**body, "__doc__": "It is not used."})
        # a frozen class has two methods more to compile: it is one only if it has to be
        these.setdefault("frozen", any(hasattr(base, "__dataclass_fields__") for base in bases))
        return dataclass(kw_only=wanted["kw_only"], **these)(stand_in)

    def write(option: str) -> Mapping[str, Any]:
        """Write methods for another class, and then take them over: none is ever missing."""
        these = {method: method == option for method in ("repr", "eq", "order")}
        these["eq"] |= option == "order"
        these["unsafe_hash"] = option == "eq" and "__hash__" in waiting
        stand_in = read(init=False, **these)
        written = dict(vars(stand_in))
        parameters = written["__dataclass_params__"]
        for name, value in {**wanted, "unsafe_hash": False, "frozen": True}.items():
            if hasattr(parameters, name):
                setattr(parameters, name, value)
        if option == "init":
            try:
                written["__init__"] = _init(kind, stand_in, wanted["slots"])
            except SyntaxError:
                read(frozen=True)  # its error names the field that has no default, after one that has
                raise
        elif option == "doc":
            written["__doc__"] = kind.__name__ + str(signature(kind)).replace(" -> None", "")
        for name, needed_by in waiting.items():
            if needed_by in ("", option) and vars(kind).get(name) is unwritten[name]:
                setattr(kind, name, written[name])
        return written

    unwritten: dict[str, object] = {}
    for name, option in waiting.items():
        stand_in = _unwritten if option in ("repr", "eq", "order") else _Unwritten
        unwritten[name] = stand_in(name, partial(write, option))
    added = {**unwritten, **_refusals(lambda: kind)}
    kind = _with_slots(cls, {**body, **added}) if wanted["slots"] else cls
    for name, value in added.items() if kind is cls else ():
        setattr(kind, name, value)
    for name, value in body.items():
        if isinstance(value, Field) and name in vars(kind) and vars(kind)[name] is value:
            if value.default is MISSING:
                delattr(kind, name)
            else:
                setattr(kind, name, value.default)
    return kind


class _New:
    """Stand in signatures for what a factory makes."""

    def __repr__(self) -> str:
        return "<factory>"


def _init(kind: type, read: type, slots: bool) -> Callable[..., None]:
    """Compile `__init__`, for a record whose fields `dataclass` has read in another class."""
    listed = {field.name for field in fields(read)}
    every = vars(read)["__dataclass_fields__"].values()
    parameters = [field for field in every if field.kw_only is not MISSING]  # it is of a ClassVar
    scope: dict[str, Any] = {"__name__": kind.__module__, "__set": object.__setattr__, "__new": _New()}
    itself = "__itself" if any(parameter.name == "self" for parameter in parameters) else "self"
    heads: tuple[list[str], list[str]] = ([itself], ["*"])
    lines = ["pass"]
    for parameter in parameters:
        name, made = parameter.name, parameter.default_factory is not MISSING
        constant = f"__default_{name}"
        scope[constant] = parameter.default_factory if made else parameter.default
        has_default, value = scope[constant] is not MISSING, f"{constant}()" if made else constant
        if parameter.init:
            default = "=__new" if made else f"={constant}"
            heads[parameter.kw_only].append(name + default * has_default)
            value = f"{value} if {name} is __new else {name}" if made else name
        if name in listed and (parameter.init or made or (slots and has_default)):
            setter, slot = f"__set({itself}, {name!r}", getattr(kind, name, None)
            if isinstance(slot, MemberDescriptorType):  # half the time: nothing looks for its name
                setter, scope[f"__set_{name}"] = f"__set_{name}({itself}", slot.__set__
            lines.append(f"{setter}, {value})")
    if hasattr(kind, "__post_init__"):
        rest = ", ".join(parameter.name for parameter in parameters if parameter.name not in listed)
        lines.append(f"{itself}.__post_init__({rest})")
    head = ", ".join(heads[0] + heads[1] * (len(heads[1]) > 1))
    # of names that stand in a class of the package, and of nothing that a user types
    exec(f"def __init__({head}):\n " + "\n ".join(lines), scope)
    init: Callable[..., None] = scope.pop("__init__")
    init.__qualname__ = f"{kind.__qualname__}.__init__"
    listed_types = sorted((p for p in parameters if p.init), key=lambda parameter: parameter.kw_only)
    init.__annotations__ = {**{p.name: p.type for p in listed_types}, "return": None}
    return init


class HashedOnce:
    """Hash a record of records once: graphs are looked up by their names, thousands of times.

    The hash is no field: no pickle takes it to a process in which texts have other hashes.

    >>> @frozen(slots=True)
    ... class Name(HashedOnce):
    ...     text: str
    ...     __hash__ = HashedOnce.__hash__
    >>> {Name("a"): 1}[Name("a")]
    1
    """

    __slots__ = ("_hashed",)
    __match_args__: ClassVar[tuple[str, ...]]
    _hashed: int

    def __hash__(self) -> int:
        try:
            return self._hashed
        except AttributeError:
            # the names as they stand in the class: to list them as fields takes longer than to hash
            values = tuple([getattr(self, name) for name in type(self).__match_args__])
            object.__setattr__(self, "_hashed", hash(values))
            return self._hashed


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

    def __get__(self, instance: object, kind: type) -> Any:
        value = self.write()[self.name]
        return value.__get__(instance, kind) if hasattr(type(value), "__get__") else value


def _unwritten(name: str, write: Callable[[], Mapping[str, Any]]) -> Callable[..., Any]:
    """Return what stands for a method that Python itself looks up, and does without if that fails.

    Were memory short as `==` is looked up, an `_Unwritten` would make objects differ that are equal.
    """

    def method(self: object, *arguments: object) -> Any:
        return write()[name](self, *arguments)

    return method


def _with_slots(cls: type, body: Mapping[str, Any]) -> type:
    """Return the class with a slot for each field for which no base has one, and without defaults."""
    names = list(_fields_of(cls))
    bases = [vars(base) for base in cls.__mro__[1:]]
    slots = (n for n in names if not any(isinstance(b.get(n), MemberDescriptorType) for b in bases))
    rest = {name: value for name, value in body.items() if name not in names}
    state = {"__getstate__": _state, "__setstate__": _set_state, "__slots__": tuple(slots)}
    kind: type = type(cls)(cls.__name__, cls.__bases__, {**state, **rest})
    return kind


def _state(self: Any) -> list[object]:
    """Return the values of the fields, for pickle."""
    return [getattr(self, member.name) for member in fields(self)]


def _set_state(self: Any, state: list[object]) -> None:
    """Set the values of the fields, for pickle."""
    for member, value in zip(fields(self), state, strict=True):
        object.__setattr__(self, member.name, value)


def _fields_of(cls: type) -> Iterator[str]:
    """Yield the names of the fields of a class and of the records that it derives from."""
    bases = [c for c in reversed(cls.__mro__) if c is cls or "__dataclass_fields__" in vars(c)]
    kinds = {name: kind for base in bases for name, kind in get_annotations(base).items()}
    for name, kind in kinds.items():
        if isinstance(kind, str):
            is_field = not _NO_FIELD.match(kind)
        else:
            these = (kind, get_origin(kind), type(kind))
            is_field = not any(this is no for this in these for no in (ClassVar, InitVar, KW_ONLY))
        if is_field:
            yield name


def _refusals(kind: Callable[[], Any]) -> dict[str, Callable[..., None]]:
    """Return what lets no field of a record change; a class that derives from it may add attributes."""

    def check(self: object, name: str, what: str) -> None:
        if type(self) is kind() or name in {member.name for member in fields(kind())}:
            raise FrozenInstanceError(f"cannot {what} field {name!r}")

    def __setattr__(self: object, name: str, value: object) -> None:
        check(self, name, "assign to")
        super(kind(), self).__setattr__(name, value)

    def __delattr__(self: object, name: str) -> None:
        check(self, name, "delete")
        super(kind(), self).__delattr__(name)

    return {"__setattr__": __setattr__, "__delattr__": __delattr__}
