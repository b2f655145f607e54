"""One file per output format; a format is found by its file, and no code lists it.

Naming formats loads none of them: the command line does so before it has read its arguments.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, TypedDict

from exactnb.core.lazy import files_in
from exactnb.errors import InputError, one_of, quoted

if TYPE_CHECKING:
    from typing import Unpack

    from exactnb.core.naming.notation import Notation
    from exactnb.explain.derivation import Verified
    from exactnb.explain.rendering.printer import Format

__all__ = ["ENGINES", "endings", "engine_of", "format_named", "names", "render", "written"]

ENGINES = ("pdflatex", "lualatex", "typst")
"""The programs that may typeset an output: LaTeX by the first two, a PDF by any of them."""


class Asked(TypedDict, total=False):
    """What may be asked for of a page."""

    width: int
    unicode: bool
    fragment: bool


def names() -> tuple[str, ...]:
    """Return the names of all formats.

    >>> names()
    ('html', 'json', 'latex', 'markdown', 'pdf', 'text', 'typst')
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
    engine: str | None = None,
    **asked: Unpack[Asked],
) -> str:
    """Return a verified derivation as text in the format `to`, names written in a notation.

    What may be `asked` for, and `engine`, are those of a `Page`. Raises TypeError for anything that
    `verify` has not accepted, InputError for a format or an engine that is none, or for one that is no
    text, and Unsupported for a label that the format has no sign for.
    """
    if format_named(to).typeset is not None:
        raise InputError(f"expected a format that is text; got {quoted(to)}, which is bytes", at="to")
    text = written(to, verified, notation, engine=engine, **asked)
    assert isinstance(text, str)
    return text


def written(
    to: str,
    verified: Verified,
    notation: Notation,
    *,
    engine: str | None = None,
    **asked: Unpack[Asked],
) -> str | bytes:
    """Return a verified derivation in any format, as `render` does; what is typeset is bytes.

    Raises Unsupported too where the engine that typesets is missing.
    """
    from exactnb.explain.rendering.hooks import Page

    found, used = format_named(to), engine_of(to, engine)
    page = Page(**asked, engine=used)
    text = found.engines.get(used, found.printer)(verified, notation, page).render()
    return text if found.typeset is None else found.typeset(text, used)


def engine_of(to: str, engine: str | None = None) -> str:
    """Return the engine that typesets a format: the one that is asked for, or the usual one.

    >>> engine_of("latex"), engine_of("pdf"), engine_of("pdf", "pdflatex")
    ('pdflatex', 'typst', 'pdflatex')

    Raises InputError for one that does not.
    """
    known = tuple(format_named(to).engines)
    if engine is None or not known:
        if engine is not None:
            one_of(engine, ENGINES)
        return known[0] if known else ""
    return one_of(engine, known)
