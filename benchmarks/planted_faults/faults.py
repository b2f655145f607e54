"""Faults in functions that give an expression or a value: how each is planted, and where.

How to read: `functions` finds all functions of some packages by walking them; `planted` puts a fault
into one of them for as long as a block runs; `changed` says what a fault makes of a result.
"""

from __future__ import annotations

import functools
import inspect
import pkgutil
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from importlib import import_module
from types import FunctionType, ModuleType
from typing import Any

from exactnb.core.expression.nodes import Expression, Integer, Product, Sum
from exactnb.core.families.estimates import Estimate, EstimateInputs
from exactnb.core.lazy import once
from exactnb.core.model.quantity import Quantity

KINDS = ("one more", "doubled", "last part dropped", "arguments exchanged")
PACKAGES = ("exactnb.core.model", "exactnb.core.families")


@dataclass(frozen=True)
class Function:
    """A function of the package: its module, its class ("" for none) and its name."""

    module: str
    owner: str
    name: str

    def __str__(self) -> str:
        return ":".join((self.module, ".".join(filter(None, (self.owner, self.name)))))


class Unchanged(Exception):
    """A fault has nothing to change in a result."""


def functions(packages: tuple[str, ...] = PACKAGES) -> list[Function]:
    """Return all functions, methods and properties that modules of some packages define."""
    return sorted(
        (of for package in packages for module in _modules(package) for of in _in_module(module)),
        key=str,
    )


def _modules(package: str) -> Iterator[ModuleType]:
    top = import_module(package)
    yield top
    for found in pkgutil.walk_packages(top.__path__, f"{package}."):
        yield import_module(found.name)


def _in_module(module: ModuleType) -> Iterator[Function]:
    for name, member in vars(module).items():
        if isinstance(member, FunctionType) and member.__module__ == module.__name__:
            yield Function(module.__name__, "", name)
        elif inspect.isclass(member) and member.__module__ == module.__name__:
            for own, attribute in vars(member).items():
                if _plain(attribute) is not None and not own.startswith("__"):
                    yield Function(module.__name__, name, own)


def _plain(attribute: object) -> FunctionType | None:
    """Return the function behind an attribute of a class: itself, or that of a property."""
    if isinstance(attribute, once):
        attribute = attribute.find
    elif isinstance(attribute, property):
        attribute = attribute.fget
    return attribute if isinstance(attribute, FunctionType) else None


@contextmanager
def wrapped(of: Function, wrap: Callable[[FunctionType], Callable[..., Any]]) -> Iterator[None]:
    """Put another function in the place of one, wherever it is known by its name."""
    module = sys.modules[of.module]
    if of.owner:
        owner = getattr(module, of.owner)
        before = vars(owner)[of.name]
        plain = _plain(before)
        assert plain is not None
        inside = wrap(plain)
        after: Any = inside
        if isinstance(before, once):
            after = once(inside)
        elif isinstance(before, property):
            after = property(inside)
        setattr(owner, of.name, after)
        try:
            yield
        finally:
            setattr(owner, of.name, before)
        return
    before = getattr(module, of.name)
    after = wrap(before)
    places = [m for n, m in list(sys.modules.items()) if n.startswith("exactnb") and m is not None]
    held = [(m, name) for m in places for name, value in list(vars(m).items()) if value is before]
    for place, name in held:
        setattr(place, name, after)
    try:
        yield
    finally:
        for place, name in held:
            setattr(place, name, before)


class Fault:
    """A fault of one kind, and whether it has changed anything since it was planted."""

    def __init__(self, kind: str) -> None:
        self.kind, self.has_changed = kind, False

    def wrap(self, function: FunctionType) -> Callable[..., Any]:
        """Return the function with the fault in it."""

        @functools.wraps(function)
        def faulty(*given: Any, **named: Any) -> Any:
            if self.kind == "arguments exchanged":
                other = _exchanged(function, given)
                self.has_changed = self.has_changed or other != given
                return function(*other, **named)
            result = function(*given, **named)
            if inspect.isgenerator(result):
                result = tuple(result)
            try:
                other = changed(result, self.kind)
            except Unchanged:
                return iter(result) if inspect.isgeneratorfunction(function) else result
            self.has_changed = True
            return iter(other) if inspect.isgeneratorfunction(function) else other

        return faulty


class Listener:
    """Hears how often a function is called, and which kinds of fault would change something."""

    def __init__(self) -> None:
        self.calls = 0
        self.would_change: set[str] = set()

    def wrap(self, function: FunctionType) -> Callable[..., Any]:
        """Return the function, which is listened to."""
        generates = inspect.isgeneratorfunction(function)

        @functools.wraps(function)
        def heard(*given: Any, **named: Any) -> Any:
            self.calls += 1
            if _exchanged(function, given) != given:
                self.would_change.add(KINDS[-1])
            result = function(*given, **named)
            if inspect.isgenerator(result):
                result = tuple(result)
            for kind in KINDS[:-1]:
                if kind not in self.would_change:
                    with suppress(Unchanged):
                        changed(result, kind)
                        self.would_change.add(kind)
            return iter(result) if generates else result

        return heard


def _exchanged(function: FunctionType, given: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return the first two neighbours among arguments that are of one type, exchanged."""
    first = 1 if next(iter(inspect.signature(function).parameters), "") == "self" else 0
    for at in range(first, len(given) - 1):
        if type(given[at]) is type(given[at + 1]) and given[at] is not given[at + 1]:
            return (*given[:at], given[at + 1], given[at], *given[at + 2 :])
    return given


def changed(result: Any, kind: str) -> Any:
    """Return a result with a fault of a kind; raise Unchanged where there is nothing to change."""
    match result:
        case bool() | str() | None:
            raise Unchanged
        case int() | Fraction():
            if kind == "last part dropped":
                raise Unchanged
            return result + 1 if kind == "one more" else 2 * result
        case Sum(parts) | Product(parts) if kind == "last part dropped" and len(parts) > 1:
            return type(result)(parts[:-1])
        case Expression():
            if kind == "last part dropped":
                raise Unchanged
            return Sum((result, Integer(1))) if kind == "one more" else Product((Integer(2), result))
        case Quantity():
            return replace(result, formula=changed(result.formula, kind))
        case Estimate():
            (role, first), *others = result.roles
            return replace(result, roles=((role, changed(first, kind)), *others))
        case EstimateInputs():
            return replace(result, hits=changed(result.hits, kind))
        case tuple() | list() if result and not hasattr(result, "_fields"):
            if kind == "last part dropped" and len(result) > 1:
                return result[:-1]
            return _with_one_changed(result, kind)
        case Mapping() if result and type(result) is dict:
            if kind == "last part dropped" and len(result) > 1:
                return dict(list(result.items())[:-1])
            keys = list(result)
            return dict(zip(keys, _with_one_changed(tuple(result.values()), kind), strict=True))
    raise Unchanged


def _with_one_changed(parts: Any, kind: str) -> Any:
    """Return parts of which the first that can be changed is."""
    for at, part in enumerate(parts):
        try:
            other = changed(part, kind)
        except Unchanged:
            continue
        return type(parts)((*parts[:at], other, *parts[at + 1 :]))
    raise Unchanged


@contextmanager
def planted(of: Function, kind: str) -> Iterator[Fault]:
    """Plant a fault in a function for as long as the block runs."""
    fault = Fault(kind)
    with wrapped(of, fault.wrap):
        yield fault
