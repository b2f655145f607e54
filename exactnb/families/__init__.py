"""One file per family of class-conditional distributions; a family is found by its file."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pathlib import Path

from exactnb.errors import NotYet, one_of
from exactnb.families.base import BagFamily, Family
from exactnb.families.numbers import NumberFamily

__all__ = ["family", "names"]

_LATER = frozenset((
    "gaussian", "poisson", "exponential", "geometric", "geometric0", "piecewise", "lda", "qda",
    "spherical",
)) - {file.stem.replace("_", "-") for file in Path(__file__).parent.glob("*.py")}  # fmt: skip
_NOT_FAMILIES = ("__init__", "base", "numbers", "one_parameter", "sample", "smoothing")


@cache
def names() -> tuple[str, ...]:
    """Return the names of all families.

    >>> names()
    ('bernoulli', 'categorical', 'dirichlet-multinomial', 'exponential', ..., 'poisson')
    """
    files = Path(__file__).parent.glob("*.py")
    return tuple(sorted(f.stem.replace("_", "-") for f in files if f.stem not in _NOT_FAMILIES))


@cache
def family(name: str) -> Family | BagFamily | NumberFamily:
    """Return a family by its name.

    Raises InputError with a near match for a name that is no family's.
    """
    if name in _LATER:
        raise NotYet(f"{name} is understood, but not worked out yet; there are {', '.join(names())}")
    known = one_of(name, names())
    found: Family | BagFamily | NumberFamily = import_module(
        f"exactnb.families.{known.replace('-', '_')}"
    ).FAMILY
    return found
