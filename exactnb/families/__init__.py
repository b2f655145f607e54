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

_NOT_FAMILIES = (
    "__init__", "base", "covariances", "gaussian_misconceptions", "misconceptions", "multivariate",
    "multivariate_misconceptions", "numbers", "one_parameter", "polynomials", "sample", "smoothing",
)  # fmt: skip


@cache
def names() -> tuple[str, ...]:
    """Return the names of all families.

    >>> names()
    ('bernoulli', 'categorical', 'dirichlet-multinomial', 'exponential', ..., 'qda', 'spherical')
    """
    files = Path(__file__).parent.glob("*.py")
    return tuple(sorted(f.stem.replace("_", "-") for f in files if f.stem not in _NOT_FAMILIES))


@cache
def family(name: str) -> Family | BagFamily | NumberFamily:
    """Return a family by its name.

    Raises InputError with a near match for a name that is no family's.
    """
    if name in _TWO:
        raise InputError(f"{name} can mean {_TWO[name]}; say which")
    known = one_of(name, names())
    found: Family | BagFamily | NumberFamily = import_module(
        f"exactnb.families.{known.replace('-', '_')}"
    ).FAMILY
    return found
