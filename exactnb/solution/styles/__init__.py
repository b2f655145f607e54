"""Notation styles, one file each; a style is found by its file."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pathlib import Path

from exactnb.errors import one_of
from exactnb.expression.notation import Style

__all__ = ["names", "style"]


@cache
def names() -> tuple[str, ...]:
    """Return the names of all styles.

    >>> names()
    ('phi-psi', 'pi-tau', 'pi-theta', 'pjk', 'plain')
    """
    files = Path(__file__).parent.glob("*.py")
    return tuple(sorted(f.stem.replace("_", "-") for f in files if f.stem != "__init__"))


def style(name: str) -> Style:
    """Return a style by its name; raise InputError with a near match for any other name."""
    known = one_of(name, names())
    found: Style = import_module(f"{__name__}.{known.replace('-', '_')}").STYLE
    return found
