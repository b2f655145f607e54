"""One module for each output format; a format exists because its file does, no list names it.

Listing the names imports none of them: the command line needs the names before it parses arguments.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, TypedDict

from exactnb.core.arguments import check_keywords
from exactnb.core.lazy import module_names_in
from exactnb.errors import InputError, one_of, quoted

if TYPE_CHECKING:
    from typing import Unpack

    from exactnb.core.naming.notation import Notation
    from exactnb.explain.derivation import Verified
    from exactnb.explain.rendering.printer import Format

ENGINES = ("pdflatex", "lualatex", "typst")
"""The programs that may typeset an output: LaTeX by the first two, a PDF by any of them."""


class PageOptions(TypedDict, total=False):
    """The options of a `Page` that a caller may choose."""

    width: int
    unicode: bool
    fragment: bool


def names() -> tuple[str, ...]:
    """Return the names of all formats.

    >>> names()
    ('html', 'json', 'latex', 'markdown', 'pdf', 'text', 'typst')
    """
    return module_names_in(__name__)


def load_format(name: str) -> Format:
    """Return the format called `name`; raise InputError with a near match if there is none.

    >>> load_format("latex").ending, load_format("latex").media
    ('.tex', 'text/latex')
    """
    output: Format = import_module(f"{__name__}.{one_of(name, names())}").FORMAT
    return output


def endings() -> dict[str, str]:
    """Return a dictionary from file endings to the names of their formats.

    >>> endings()[".md"]
    'markdown'
    """
    return {load_format(name).ending: name for name in names()}


def render(
    to: str,
    verified: Verified,
    notation: Notation,
    *,
    engine: str | None = None,
    **options: Unpack[PageOptions],
) -> str:
    """Return a verified derivation as text in the format `to`, with names written in `notation`.

    `engine` and `options` are fields of `Page`. Raises TypeError if `verified` does not come from
    `verify`, InputError for an unknown format or engine or for a binary format, and Unsupported for a
    label that the format cannot write.
    """
    if load_format(to).typeset is not None:
        raise InputError(f"expected a format that is text; got {quoted(to)}, which is bytes", at="to")
    text = written(to, verified, notation, engine=engine, **options)
    assert isinstance(text, str)
    return text


def written(
    to: str,
    verified: Verified,
    notation: Notation,
    *,
    engine: str | None = None,
    **options: Unpack[PageOptions],
) -> str | bytes:
    """Return a verified derivation in any format, as `render` does, or as bytes for a binary format.

    `to`, `verified`, `notation`, `engine` and `options` are those of `render`. Raises Unsupported,
    too, if the typesetting engine is missing.
    """
    from exactnb.explain.rendering.hooks import Page

    output, used = load_format(to), choose_engine(to, engine)
    check_keywords(options, (*PageOptions.__annotations__, "notation", "engine"))
    page = Page(**options, engine=used)
    text = output.engines.get(used, output.printer)(verified, notation, page).render()
    return text if output.typeset is None else output.typeset(text, used)


def choose_engine(to: str, engine: str | None = None) -> str:
    """Return the program that typesets the format `to`: `engine`, or the default for None.

    Returns "" for a format that nothing typesets; raises InputError for an engine that does not suit
    it.

    >>> choose_engine("latex"), choose_engine("pdf"), choose_engine("pdf", "pdflatex")
    ('pdflatex', 'typst', 'pdflatex')
    """
    engines = tuple(load_format(to).engines)
    if engine is None or not engines:
        if engine is not None:
            one_of(engine, ENGINES)
        return engines[0] if engines else ""
    return one_of(engine, engines)
