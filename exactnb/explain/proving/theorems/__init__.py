"""One file per group of theorems, found by its file; in a file, theorems stand in their order."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING

from exactnb.core.lazy import module_names_in
from exactnb.errors import one_of

if TYPE_CHECKING:
    from exactnb.explain.proving.writing.theorem import Theorem

COURSE = "naive_bayes shares posteriors posterior_means linear numbers covariances pitfalls"
"""The files in the order in which a course comes to them; one that is not listed comes after these."""


@cache
def groups() -> tuple[tuple[str, tuple[Theorem, ...]], ...]:
    """Return the theorems of every file, with the first line of what the file says of itself.

    They stand in the order of a course: the MLE of the prior comes first.
    """
    from exactnb.explain.proving.writing.theorem import Theorem

    stems, course = set(module_names_in(__name__)), COURSE.split()
    ordered = (*(stem for stem in course if stem in stems), *sorted(stems.difference(course)))
    modules = [import_module(f"{__name__}.{stem}") for stem in ordered]
    heads = ((module.__doc__ or "").partition("\n")[0] for module in modules)
    members = ([v for v in vars(module).values() if isinstance(v, Theorem)] for module in modules)
    return tuple(zip(heads, map(tuple, members), strict=True))


def names() -> tuple[str, ...]:
    """Return the names of all theorems.

    >>> "bernoulli-mle" in names()
    True
    """
    return tuple(theorem.name for _, theorems in groups() for theorem in theorems)


def theorem(name: str) -> Theorem:
    """Return a theorem by its name; raise InputError with a near match for any other name."""
    exact_name = one_of(name, names())
    return next(t for _, theorems in groups() for t in theorems if t.name == exact_name)


def theorem_of(family: str, rule: str) -> Theorem | None:
    """Return the theorem behind the estimates of a family by a rule, "mle" or "map", or None."""
    everything = (t for _, theorems in groups() for t in theorems)
    return next((t for t in everything if (t.family, t.rule) == (family, rule)), None)
