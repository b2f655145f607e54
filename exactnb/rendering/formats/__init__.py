"""One file per output format; a format is found by its file, and no code lists it.

Naming formats loads none of them: the command line does so before it has read its arguments.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from exactnb.errors import one_of
from exactnb.lazy import files_in

if TYPE_CHECKING:
    from exactnb.derivation import Verified
    from exactnb.naming.notation import Notation
    from exactnb.rendering.printer import Format

__all__ = ["ENGINES", "endings", "format_named", "names", "render"]

ENGINES = ("pdflatex", "lualatex")
"""The programs that may typeset LaTeX, the usual one first; the other has signs for any script."""


def names() -> tuple[str, ...]:
    """Return the names of all formats.

    >>> names()
    ('html', 'json', 'latex', 'markdown', 'text')
    """
    return files_in(__name__)


def format_named(name: str) -> Format:
    """Return a format by its name; raise InputError with a near match for any other name.

    >>> format_named("latex").ending, format_named("latex").media
    ('.tex', 'text/latex')
    """
    found: Format = import_module(f"{__name__}.{one_of(name, names())}").FORMAT
    return found


def endings() -> dict[str, str]:
    """Return the format that each ending of a file's name stands for.

    >>> endings()[".md"]
    'markdown'
    """
    return {format_named(name).ending: name for name in names()}


def render(
    to: str,
    verified: Verified,
    notation: Notation,
    *,
    width: int = 80,
    unicode: bool = True,
    fragment: bool = False,
    engine: str = ENGINES[0],
) -> str:
    """Return a verified derivation in the format `to`, names written in a notation.

    `width`, `unicode`, `fragment` and `engine` are those of a `Page`. Raises TypeError for anything
    that `verify` has not accepted, InputError for a format or an engine that is none, and Unsupported
    for a label that the format has no sign for.
    """
    from exactnb.rendering.printer import Page

    page = Page(width, unicode, fragment, one_of(engine, ENGINES))
    printer = format_named(to).printer(verified, notation, page)
    return printer.render()
