"""Which misconceptions there are at all, whatever the problem: found in the files that name them."""

from __future__ import annotations

from importlib import import_module

from exactnb.core.families.misconceptions import Misconception
from exactnb.core.lazy import files_in

_FOLDERS = (
    "core.families",
    "core.families.of_values",
    "core.families.of_words",
    "core.families.of_numbers",
    "teach.alternatives",
)


def misconception_ids() -> frozenset[str]:
    """Return the ids of all misconceptions, of which a problem has those that can be made in it.

    >>> "prior-forgotten" in misconception_ids(), "prior-forgoten" in misconception_ids()
    (True, False)
    """
    folders = [f"exactnb.{folder}" for folder in _FOLDERS]
    modules = [import_module(f"{folder}.{file}") for folder in folders for file in files_in(folder)]
    named = (each for module in modules for each in vars(module).values())
    return frozenset(each.id for each in named if isinstance(each, Misconception))
