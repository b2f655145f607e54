"""Which library balls, matrices and polynomials rest on: python-flint, or what stands in for it."""

from __future__ import annotations

from functools import cache
from typing import Any

from exactnb.errors import Unsupported


@cache
def flint() -> Any:
    """Return python-flint where it is installed, else the same operations by mpmath and SymPy.

    Either is loaded on first use. Raises Unsupported where neither is there.
    """
    try:
        import flint as installed
    except ImportError:
        try:
            from exactnb.core.arithmetic.in_python import algebra
        except ImportError:
            message = "this needs python-flint or, in its place, SymPy: pip install python-flint"
            raise Unsupported(message) from None
        return algebra
    return installed
