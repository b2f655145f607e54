"""The frame of a Typst document: its settings, and the functions that the body calls."""

from __future__ import annotations

from exactnb.explain.rendering.pages.static import static
from exactnb.explain.rendering.pages.typst_text import string

_FUNCTIONS = "functions.typ"
_PAGE = r"""#set document(title: %s, date: none)
#set page(paper: "a4", margin: (x: 2cm, top: 2cm, bottom: 2.2cm), numbering: "1")
#set text(font: "New Computer Modern", size: 10pt, lang: "en")
#set smartquote(enabled: false)
#set par(spacing: 0.9em, leading: 0.6em)
#set table(stroke: none, inset: (x: 4pt, y: 3pt))
#set table.hline(stroke: 0.4pt)
#set table.vline(stroke: 0.4pt)
#set heading(numbering: none)
#show heading: set text(size: 10pt)
#show heading: set block(above: 14pt, below: 8pt)
#show math.equation: set text(font: "New Computer Modern Math")
"""


def page(title: str, body: str) -> str:
    """Return a complete document with a `title` around `body`."""
    return f"{_PAGE % string(title)}{static(_FUNCTIONS)}\n{body}"


def fragment(body: str) -> str:
    """Return `body` with the functions that it calls, for a document with its own page and fonts."""
    return f"{static(_FUNCTIONS)}\n{body}"
