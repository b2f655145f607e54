"""One file per family of class-conditional distributions; a family is found by its file."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any, TypeAlias

from exactnb.core.lazy import module_names_in
from exactnb.errors import InputError, one_of, quoted

if TYPE_CHECKING:  # a package that loads its own files deadlocks threads that load one of them
    from exactnb.core.families.protocol import BaseFamily, Covariate

Choice: TypeAlias = "str | Mapping[str, Mapping[str, object]] | BaseFamily"
"""A family as it is chosen: its name, a table of its name and numbers, or a family of one's own."""

_TWO = {"gda": "qda (a covariance for each class) or lda (one covariance for all)"}
"""Names that courses give to more than one family."""

_FOLDERS = ("of_values", "of_words", "of_numbers")
"""Where the families stand, by what their columns hold: these folders hold nothing else."""


def family_names() -> tuple[str, ...]:
    """Return the names of all families.

    >>> family_names()
    ('bernoulli', 'categorical', 'dirichlet-multinomial', 'exponential', ..., 'qda', 'spherical')
    """
    return tuple(sorted(_modules()))


@cache
def _modules() -> dict[str, str]:
    """Return the module of each family, by the family's name."""
    packages = [f"{__name__}.{room}" for room in _FOLDERS]
    files = ((package, file) for package in packages for file in module_names_in(package))
    return {file.replace("_", "-"): f"{package}.{file}" for package, file in files}


@cache
def family(name: str) -> BaseFamily:
    """Return a family by its name.

    Raises InputError with a near match for a name that is no family's.
    """
    if name in _TWO:
        raise InputError(f"{name} can mean {_TWO[name]}; say which")
    module = _modules()[one_of(name, family_names())]
    chosen_family: BaseFamily = import_module(module).FAMILY
    return chosen_family


def family_of_choice(choice: Choice) -> BaseFamily:
    """Return the family of a `choice`, with the numbers that belong to it.

    >>> family_of_choice({"negative-binomial": {"r": 3}}).full_title()
    'Negative binomial (r = 3)'

    Raises InputError for a name that is no family's, and for numbers that it has not or lacks.
    """
    # What a declared family is takes a file that few problems need.
    declared: Any = getattr(choice, "declared", choice)
    if getattr(declared, "letters", ()):
        return declared.with_numbers({})  # type: ignore[no-any-return]
    if isinstance(choice, str):
        return family(choice).with_numbers({})
    if not isinstance(choice, Mapping) or len(choice) != 1:
        raise InputError(f"expected a family or {{ family = {{ ... }} }}; got {quoted(choice)}")
    ((name, numbers),) = choice.items()
    if not isinstance(numbers, Mapping):
        raise InputError(f"expected {{ {name} = {{ number = ... }} }}; got {quoted(numbers)}")
    return family(name).with_numbers(numbers)


def family_folder(domain: str) -> str:
    """Return the folder of the families of a `domain`: what their columns hold.

    >>> family_folder("binary")
    'of_values'
    """
    return "of_values" if domain in ("binary", "nominal") else f"of_{domain}"


def covariate(key: str) -> Covariate:
    """Return the covariate of a family by its `key` in problem files.

    >>> covariate("exposure").noun
    'an exposure'
    """
    kinds = (family.covariate for family in every_family())
    return next(candidate for candidate in kinds if candidate is not None and candidate.key == key)


@cache
def default(domain: str) -> str:
    """Return the name of the family meant, or suggested, for a `domain` if none is named.

    >>> default("binary"), default("words")
    ('bernoulli', 'multinomial')
    """
    room = family_folder(domain)  # the files of the others need not be loaded
    candidates = (family(name) for name, module in _modules().items() if f".{room}." in module)
    return next(
        candidate.name for candidate in candidates if candidate.is_usual and candidate.domain == domain
    )


def families_with_kernel(*kernels: str) -> tuple[str, ...]:
    """Return the names of the families that some kernels of `scale/logspace` count; of any, for none.

    >>> families_with_kernel(), families_with_kernel("words", "presence")
    (('bernoulli', 'categorical', 'gaussian', 'multinomial'), ('bernoulli', 'multinomial'))
    """
    counted = (member for member in every_family() if member.kernel)
    return tuple(member.name for member in counted if not kernels or member.kernel in kernels)


def every_family() -> Iterator[BaseFamily]:
    """Yield all families, by their names."""
    yield from map(family, family_names())
