"""The registry of all misconceptions, collected from the files that define them."""

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
    """Return the ids of all misconceptions; those that can be made in a problem are a part of them.

    >>> "prior-forgotten" in misconception_ids(), "prior-forgoten" in misconception_ids()
    (True, False)
    """
    folders = [f"exactnb.{folder}" for folder in _FOLDERS]
    modules = [import_module(f"{folder}.{file}") for folder in folders for file in files_in(folder)]
    values = (value for module in modules for value in vars(module).values())
    return frozenset(value.id for value in values if isinstance(value, Misconception))
