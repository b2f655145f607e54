"""One file per family of class-conditional distributions; a family is found by its file."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING

from exactnb.core.lazy import files_in
from exactnb.errors import InputError, one_of, quoted

if TYPE_CHECKING:  # a package that loads its own files deadlocks threads that load one of them
    from exactnb.core.families.protocol import Covariate, Family

__all__ = [
    "Choice",
    "chosen",
    "covariate",
    "every_family",
    "family",
    "names",
    "room_of",
    "usual",
    "with_kernel",
]

Choice = str | Mapping[str, Mapping[str, object]]
"""A family as it is chosen: by its name, or by a table of its name and the numbers chosen with it."""

_TWO = {"gda": "qda (a covariance for each class) or lda (one covariance for all)"}
"""Names that courses give to more than one family."""

_ROOMS = ("of_values", "of_words", "of_numbers")
"""The folders that hold families, and nothing else."""

_ROOM_OF = {"binary": "of_values", "nominal": "of_values", "words": "of_words", "numbers": "of_numbers"}
"""Where the families stand whose columns hold something."""


def names() -> tuple[str, ...]:
    """Return the names of all families.

    >>> names()
    ('bernoulli', 'categorical', 'dirichlet-multinomial', 'exponential', ..., 'qda', 'spherical')
    """
    return tuple(sorted(_modules()))


@cache
def _modules() -> dict[str, str]:
    """Return the module of each family, by the family's name."""
    packages = [f"{__name__}.{room}" for room in _ROOMS]
    found = ((package, file) for package in packages for file in files_in(package))
    return {file.replace("_", "-"): f"{package}.{file}" for package, file in found}


@cache
def family(name: str) -> Family:
    """Return a family by its name.

    Raises InputError with a near match for a name that is no family's.
    """
    if name in _TWO:
        raise InputError(f"{name} can mean {_TWO[name]}; say which")
    module = _modules()[one_of(name, names())]
    found: Family = import_module(module).FAMILY
    return found


def chosen(given: Choice) -> Family:
    """Return the family that somebody chose, with the numbers that belong to it.

    >>> chosen({"negative-binomial": {"r": 3}}).titled()
    'Negative binomial (r = 3)'

    Raises InputError for a name that is no family's, and for numbers that it has not or lacks.
    """
    if isinstance(given, str):
        return family(given).with_numbers({})
    if not isinstance(given, Mapping) or len(given) != 1:
        raise InputError(f"expected a family or {{ family = {{ ... }} }}; got {quoted(given)}")
    ((name, numbers),) = given.items()
    if not isinstance(numbers, Mapping):
        raise InputError(f"expected {{ {name} = {{ number = ... }} }}; got {quoted(numbers)}")
    return family(name).with_numbers(numbers)


def room_of(domain: str) -> str:
    """Return the folder of the families whose columns hold something.

    >>> room_of("binary")
    'of_values'
    """
    return _ROOM_OF[domain]


def covariate(key: str) -> Covariate:
    """Return what rows bring along for the numbers of a family, by the key that names it.

    >>> covariate("exposure").noun
    'an exposure'
    """
    kinds = (own.covariate for own in every_family())
    return next(kind for kind in kinds if kind is not None and kind.key == key)


@cache
def usual(domain: str) -> str:
    """Return the name of the family that is meant, or suggested, where nothing is said.

    >>> usual("binary"), usual("words")
    ('bernoulli', 'multinomial')
    """
    room = room_of(domain)  # the files of the others need not be loaded
    known = (family(name) for name, module in _modules().items() if f".{room}." in module)
    return next(own.name for own in known if own.is_usual and own.domain == domain)


def with_kernel(*kernels: str) -> tuple[str, ...]:
    """Return the names of the families that some kernels of `scale/logspace` count; of any, for none.

    >>> with_kernel(), with_kernel("words", "presence")
    (('bernoulli', 'categorical', 'gaussian', 'multinomial'), ('bernoulli', 'multinomial'))
    """
    counted = (own for own in every_family() if own.kernel)
    return tuple(own.name for own in counted if not kernels or own.kernel in kernels)


def every_family() -> Iterator[Family]:
    """Yield all families, by their names."""
    yield from map(family, names())
