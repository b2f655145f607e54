"""SymPy in the browser, fetched at its first import, since few problems need it."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Sequence
from importlib.machinery import ModuleSpec, PathFinder
from types import ModuleType


class FetchedSymPy:
    """A finder of modules that fetches SymPy at its first import; it is to be the last finder.

    `fetch` installs SymPy and all of mpmath; the import raises whatever it raises.
    """

    def __init__(self, fetch: Callable[[], object]) -> None:
        self._fetch = fetch

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Return the spec of SymPy after it is fetched, if `name` is SymPy, else None.

        `path` and `target` are those of the protocol of finders, and are ignored.
        """
        if name != "sympy":
            return None
        self._fetch()
        # Until now, mpmath is there without its functions: drop these modules, so that SymPy imports
        # the complete ones; code that imported the old ones keeps them.
        for module in [module for module in sys.modules if module.partition(".")[0] == "mpmath"]:
            del sys.modules[module]
        importlib.invalidate_caches()
        return PathFinder.find_spec(name)
