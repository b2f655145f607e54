"""One file per system that questions are exported to, found by its name; no code lists them."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from exactnb.core.lazy import module_names_in
from exactnb.errors import one_of

if TYPE_CHECKING:
    from exactnb.teach.exporting.system import System


def names() -> tuple[str, ...]:
    """Return the names of all systems, with hyphens.

    >>> "gift" in names()
    True
    """
    return tuple(name.replace("_", "-") for name in module_names_in(__name__))


def system_named(name: str) -> System:
    """Return a system by its name; raise InputError with a near match for any other name.

    >>> system_named("gift").ending
    '.txt'
    """
    module = one_of(name, names()).replace("-", "_")
    system: System = import_module(f"{__name__}.{module}").SYSTEM
    return system
