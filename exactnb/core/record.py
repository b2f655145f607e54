"""Frozen records: dataclasses of which only `__init__` is compiled, when one is first made.

`dataclass` compiles six methods or more of each class where it is defined, which takes a millisecond. A
command loads some two hundred records, and makes half of them. Here `dataclass` only reads the fields;
what compares and shows them is the same for all records, and is compiled once.

How to read: `_record` has the fields read, and adds the methods; `_init` writes `__init__`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import MISSING, FrozenInstanceError, dataclass, field, fields, make_dataclass
from operator import attrgetter
from reprlib import recursive_repr
from types import MemberDescriptorType
from typing import Any, ClassVar, TypeVar, dataclass_transform, overload

T = TypeVar("T")
_OPTIONS = {"init": True, "repr": True, "eq": True, "kw_only": False, "slots": False}


@overload
def frozen(cls: type[T], /) -> type[T]: ...
@overload
def frozen(
    *, init: bool = True, repr: bool = True, eq: bool = True, kw_only: bool = False, slots: bool = False
) -> Callable[[type[T]], type[T]]: ...
@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def frozen(cls: type[T] | None = None, /, **options: bool) -> Any:
    """Make of a class what `dataclass(frozen=True)` makes, but compile `__init__` when it is used.

    The options are those of `dataclass`. What it raises of a class for a default after which a field
    has none is raised at the first use. Threads that use a class at the same time each write the
    method: none waits for another.

    >>> @frozen(slots=True)
    ... class Point:
    ...     x: int
    ...     y: int = 0
    >>> Point(3), Point(3) == Point(3, 0), Point.__match_args__
    (Point(x=3, y=0), True, ('x', 'y'))
    """
    wanted = {**_OPTIONS, **options}
    return _record(cls, **wanted) if cls is not None else lambda cls: _record(cls, **wanted)


def _record(cls: type, *, init: bool, repr: bool, eq: bool, kw_only: bool, slots: bool) -> Any:
    """Return the class as a record, or with slots one in its place."""
    body, doc = dict(vars(cls)), cls.__doc__
    cls.__doc__ = doc or "It has none."  # else `dataclass` takes long to write one
    # A record that derives from another has to be a frozen one: two methods more are compiled.
    derives = any(hasattr(base, "__dataclass_fields__") for base in cls.__mro__[1:])
    nothing = {"init": False, "repr": False, "eq": False}
    kind: Any = dataclass(cls, **nothing, frozen=derives, kw_only=kw_only, slots=slots)
    cls.__doc__ = kind.__doc__ = doc
    parameters = kind.__dataclass_params__
    for name, value in {"init": init, "repr": repr, "eq": eq, "frozen": True}.items():
        setattr(parameters, name, value)

    added = _methods(kind, slots)
    if init:
        added["__init__"] = _UnwrittenInit(kind, slots)
    if body.get("__hash__") is None and "__eq__" in body:
        del body["__hash__"]  # Python has put None there
    left_out = [*body, *["__repr__"] * (not repr), *["__eq__", "__hash__"] * (not eq)]
    for name, method in added.items():
        if name not in left_out:
            setattr(kind, name, method)
    return kind


def _methods(kind: Any, slots: bool) -> dict[str, Any]:
    """Return what shows, compares, hashes and pickles a record, and lets no field of it change."""
    members = fields(kind)
    names = {member.name for member in members}
    compared = _getter(member.name for member in members if member.compare)
    is_hashed = (m.compare if m.hash is None else m.hash for m in members)
    hashed = _getter(m.name for m, is_part in zip(members, is_hashed, strict=True) if is_part)

    @recursive_repr()
    def __repr__(self: Any) -> str:
        pairs = (f"{m.name}={getattr(self, m.name)!r}" for m in members if m.repr)
        return f"{type(self).__qualname__}({', '.join(pairs)})"

    def __eq__(self: Any, other: object) -> Any:
        return compared(self) == compared(other) if type(other) is type(self) else NotImplemented

    def __hash__(self: Any) -> int:
        return hash(hashed(self))

    def check(self: object, name: str, what: str) -> None:
        # a class that derives from a record may add attributes
        if type(self) is kind or name in names:
            raise FrozenInstanceError(f"cannot {what} field {name!r}")

    def __setattr__(self: object, name: str, value: object) -> None:
        check(self, name, "assign to")
        super(kind, self).__setattr__(name, value)

    def __delattr__(self: object, name: str) -> None:
        check(self, name, "delete")
        super(kind, self).__delattr__(name)

    methods = (__repr__, __eq__, __hash__, __setattr__, __delattr__)
    pickling = {"__getstate__": _state, "__setstate__": _set_state} if slots else {}
    return {method.__name__: method for method in methods} | pickling


def _getter(names: Any) -> Callable[[Any], tuple[Any, ...]]:
    """Return a function of an object that returns its attributes `names` as a tuple."""
    match [*names]:
        case []:
            return lambda self: ()
        case [name]:
            return lambda self: (getattr(self, name),)
        case listed:
            return attrgetter(*listed)


class _UnwrittenInit:
    """Stand for the `__init__` of a record until it is first used, which compiles it."""

    __slots__ = ("kind", "slots")

    def __init__(self, kind: Any, slots: bool) -> None:
        self.kind, self.slots = kind, slots

    def __get__(self, instance: object, kind: type) -> Any:
        written: Any = _init(self.kind, self.slots)
        if vars(self.kind)["__init__"] is self:
            self.kind.__init__ = written
        return written.__get__(instance, kind)


class _New:
    """Stand in signatures for what a factory makes."""

    def __repr__(self) -> str:
        return "<factory>"


def _init(kind: Any, slots: bool) -> Callable[..., None]:
    """Compile `__init__` of a record whose fields `dataclass` has read."""
    listed = {field.name for field in fields(kind)}
    every = kind.__dataclass_fields__.values()
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
    try:
        # of names that stand in a class of the package, and of nothing that a user types
        exec(f"def __init__({head}):\n " + "\n ".join(lines), scope)
    except SyntaxError:
        # its error names the field that has no default, after one that has
        make_dataclass(kind.__name__, [(p.name, p.type, p) for p in parameters])
        raise
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


def _state(self: Any) -> list[object]:
    """Return the values of the fields, for pickle."""
    return [getattr(self, member.name) for member in fields(self)]


def _set_state(self: Any, state: list[object]) -> None:
    """Set the values of the fields, for pickle."""
    for member, value in zip(fields(self), state, strict=True):
        object.__setattr__(self, member.name, value)
