"""Users' text and elements in HTML: no label can become a tag, an entity or a control character."""

from __future__ import annotations

import re
from collections.abc import Iterable

from exactnb.errors import printable
from exactnb.explain.rendering.formulas.notation_writer import GREEK, LETTER

_ENTITIES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;"})
_BLANK = re.compile(r"\s")
_NEGATIVE = re.compile("-([0-9][0-9./]*)?", re.ASCII)


def escaped(raw: str) -> str:
    r"""Return `raw` escaped for HTML and XML, both in elements and in quoted attributes.

    Any white space becomes a blank. Control characters, marks that change the direction of writing,
    and characters that XML forbids become U+FFFD.

    >>> print(escaped("<b> & 'more'"), escaped("a\x1b\u202eb") == "a\ufffd\ufffdb")
    &lt;b&gt; &amp; &#39;more&#39; True
    """
    return printable(_BLANK.sub(" ", raw)).translate(_ENTITIES)


def element(tag: str, content: str, **attributes: object) -> str:
    """Return an element `tag` around `content`, which is HTML already; `attributes` are escaped here.

    In a name of an attribute, a trailing underscore is dropped and any other becomes a hyphen. An
    attribute whose value is None is left out.

    >>> element("p", "one", class_="note", aria_label="1 < 2", id=None)
    '<p class="note" aria-label="1 &lt; 2">one</p>'
    """
    return f"<{tag}{_attributes(attributes)}>{content}</{tag}>"


def empty(tag: str, **attributes: object) -> str:
    """Return an element `tag` without content, closed as XML requires, with the given `attributes`.

    >>> empty("br")
    '<br/>'
    """
    return f"<{tag}{_attributes(attributes)}/>"


def svg(kind: str, description: str, size: tuple[int, int], shapes: Iterable[str]) -> str:
    """Return an SVG picture of class `kind` from `shapes`, `size` units wide and high.

    `description` is read out by screen readers.
    """
    wide, high = size
    box = f"0 0 {wide} {high}"
    inside = "\n".join(shapes)
    return element("svg", inside, class_=kind, role="img", aria_label=description, viewBox=box)


def svg_text(x: int, y: int, text: str, kind: str | None = None, anchor: str | None = None) -> str:
    """Return `text` at a place of a picture, escaped.

    `kind` is its class; `anchor`: the text begins at (x, y) for None, is centred there for "middle",
    and ends there for "end".
    """
    return element("text", escaped(text), class_=kind, x=x, y=y, text_anchor=anchor)


def svg_line(kind: str, x1: int, x2: int, y1: int, y2: int) -> str:
    """Return a line of class `kind` from (x1, y1) to (x2, y2)."""
    return empty("line", class_=kind, x1=x1, x2=x2, y1=y1, y2=y2)


def _attributes(attributes: dict[str, object]) -> str:
    texts = ((key, escaped(str(value))) for key, value in attributes.items() if value is not None)
    return "".join(f' {key.rstrip("_").replace("_", "-")}="{text}"' for key, text in texts)


def label(raw: str) -> str:
    """Return `raw`, a user's label: a letter as in formulas, anything else as text.

    >>> print(label("e*"), label("Yes"), label("-"), label("-2.5"))
    <i>e</i><sub>⋆</sub> Yes − −2.5
    """
    if _NEGATIVE.fullmatch(raw):
        return raw.replace("-", "\N{MINUS SIGN}", 1)
    if raw in GREEK:
        return element("i", raw)
    match = LETTER.fullmatch(raw)
    if match is None:
        return escaped(raw)
    letter, digits, mark = match.groups()
    subscript = digits + ("⋆" if mark in ("*", "⋆") else "")
    foot = element("sub", subscript) if subscript else ""
    return element("i", letter) + foot + ("′" if mark == "'" else "")
