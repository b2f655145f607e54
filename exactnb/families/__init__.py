"""One file per family of class-conditional distributions; a family is found by its file."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pathlib import Path

from exactnb.errors import InputError, one_of
from exactnb.families.base import BagFamily, Family
from exactnb.families.numbers import NumberFamily

__all__ = ["family", "names"]

_TWO = {"gda": "qda (a covariance for each class) or lda (one covariance for all)"}
"""Names that courses give to more than one family."""

_ROOMS = ("of_values", "of_words", "of_numbers")
"""The folders that hold families, and nothing else."""


@cache
def names() -> tuple[str, ...]:
    """Return the names of all families.

    >>> names()
    ('bernoulli', 'categorical', 'dirichlet-multinomial', 'exponential', ..., 'qda', 'spherical')
    """
    return tuple(sorted(_modules()))


@cache
def _modules() -> dict[str, str]:
    """Return the module of each family, by the family's name."""
    here = Path(__file__).parent
    files = ((room, file.stem) for room in _ROOMS for file in (here / room).glob("[a-z]*.py"))
    return {stem.replace("_", "-"): f"exactnb.families.{room}.{stem}" for room, stem in files}


@cache
def family(name: str) -> Family | BagFamily | NumberFamily:
    """Return a family by its name.

    Raises InputError with a near match for a name that is no family's.
    """
    if name in _TWO:
        raise InputError(f"{name} can mean {_TWO[name]}; say which")
    module = _modules()[one_of(name, names())]
    found: Family | BagFamily | NumberFamily = import_module(module).FAMILY
    return found
