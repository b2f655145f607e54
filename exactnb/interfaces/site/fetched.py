"""SymPy in the browser: fetched when it is first imported, since few problems need it."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Sequence
from importlib.machinery import ModuleSpec, PathFinder
from types import ModuleType


class FetchedSymPy:
    """Have SymPy fetched by its first import, as a finder of modules that is asked after all others.

    `fetch` puts SymPy and all of mpmath where Python looks for modules; what it raises, the import
    raises.
    """

    def __init__(self, fetch: Callable[[], object]) -> None:
        self._fetch = fetch

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Return where SymPy is once it was fetched, None for any other module."""
        if name != "sympy":
            return None
        self._fetch()
        # mpmath is there without its functions: what was loaded of that goes, and stays with its users.
        for known in [known for known in sys.modules if known.partition(".")[0] == "mpmath"]:
            del sys.modules[known]
        importlib.invalidate_caches()
        return PathFinder.find_spec(name)
