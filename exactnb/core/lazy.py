"""Lazy loading and caching: names of packages, attributes and methods of objects."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache, wraps
from importlib import import_module
from types import MappingProxyType
from typing import Any, Generic, TypeVar, TypeVarTuple, overload

T = TypeVar("T")
Arguments = TypeVarTuple("Arguments")

_EACH = " of each"  # after the name of a method, where its results are stored


class once(Generic[T]):
    """Compute an attribute of an object once, as `functools.cached_property` does, without a lock.

    Before Python 3.12 that one holds a lock for all objects while it computes: two threads whose
    objects need each other would wait for ever. Here both compute, and get the value stored first.

    >>> class Square:
    ...     side = 3
    ...
    ...     @once
    ...     def area(self) -> int:
    ...         print("worked out")
    ...         return self.side**2
    >>> square = Square()
    >>> square.area + square.area
    worked out
    18
    """

    def __init__(self, find: Callable[[Any], T]) -> None:
        self.find = find
        self.__doc__ = find.__doc__

    @overload
    def __get__(self, instance: None, kind: type) -> once[T]: ...
    @overload
    def __get__(self, instance: object, kind: type) -> T: ...
    def __get__(self, instance: object | None, kind: type) -> once[T] | T:
        """Return the value, and store it in the object, where it is looked up from then on."""
        if instance is None:
            return self
        value: T = instance.__dict__.setdefault(self.find.__name__, self.find(instance))
        return value


def once_each(find: Callable[[Any, *Arguments], T]) -> Callable[[Any, *Arguments], T]:
    """Cache a method in its object for each tuple of arguments, as `once` does for an attribute.

    >>> class Squares:
    ...     @once_each
    ...     def of(self, side: int) -> int:
    ...         print("worked out")
    ...         return side**2
    >>> squares = Squares()
    >>> squares.of(3) + squares.of(3)
    worked out
    18
    """
    name = find.__name__ + _EACH

    @wraps(find)
    def cached(instance: Any, *arguments: *Arguments) -> T:
        results: dict[tuple[*Arguments], T] = instance.__dict__.setdefault(name, {})
        if arguments not in results:
            results[arguments] = find(instance, *arguments)
        return results[arguments]

    return cached


class Recomputed:
    """Pickle an object without what `once` and `once_each` stored: its copy computes that again."""

    def __getstate__(self) -> dict[str, Any]:
        """Return the attributes that were set."""
        state: dict[str, Any] = super().__getstate__()  # type: ignore[assignment]
        stored = (name for name in state if isinstance(getattr(type(self), name, None), once))
        gone = {*stored, *(name for name in state if name.endswith(_EACH))}
        return {name: value for name, value in state.items() if name not in gone}


@cache
def module_names_in(package: str) -> tuple[str, ...]:
    """Return the names of the modules in a package, loading none of them; private ones are left out.

    They are found as an import finds them: as sources or compiled, in a folder or an archive.

    >>> module_names_in("exactnb.core.families.of_words")
    ('dirichlet_multinomial', 'multinomial')
    """
    from pkgutil import iter_modules  # `import exactnb` goes without

    names = (module.name for module in iter_modules(import_module(package).__path__))
    return tuple(sorted(name for name in names if not name.startswith("_")))


def lazy_exports(
    package: str, homes: Mapping[str, str], renamed: Mapping[str, str] = MappingProxyType({})
) -> tuple[Callable[[str], Any], Callable[[], list[str]]]:
    """Return the `__getattr__` and `__dir__` of a package that loads each name from its home when used.

    `homes` says which names, with blanks between, are at home in a module. `renamed` maps names of the
    last version to those of this one: they work, with a DeprecationWarning, and are not listed. A
    package that loaded its own files with itself would make threads wait for each other that import the
    package and one of the files at the same time.

    >>> find, names = lazy_exports("zoo", {"math": "sqrt ceil"})
    >>> names(), find("sqrt")(9)
    (['ceil', 'sqrt'], 3.0)
    """
    homes_by_name = {name: home for home, names in homes.items() for name in names.split()}

    def find(name: str) -> Any:
        if name in renamed:
            from warnings import warn

            warn(f"{package}.{name} is now {renamed[name]}", DeprecationWarning, stacklevel=2)
            name = renamed[name]
        if name not in homes_by_name:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        return getattr(import_module(homes_by_name[name]), name)

    return find, lambda: sorted(homes_by_name)


def lazy_exports_of(
    package: str,
) -> tuple[Callable[[str], Any], Callable[[], list[str]], list[str], str]:
    """Return the `__getattr__`, `__dir__`, `__all__` and `__doc__` of the door to a package.

    >>> find, names, _, _ = lazy_exports_of("exactnb.core.conventions")
    >>> find("Conventions")().prior, "Conventions" in names()
    ('mle', True)
    """
    home = import_module(package)
    names: list[str] = home.__all__
    return lambda name: getattr(home, name), lambda: sorted(names), names, home.__doc__ or ""
