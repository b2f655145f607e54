"""Users' text in HTML: what no label may do is be a tag, an entity, or a sign that steers."""

from __future__ import annotations

import re
from collections.abc import Iterable

from exactnb.errors import printable

_ENTITIES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;"})
_BLANK = re.compile(r"\s")


def escaped(given: str) -> str:
    r"""Return text for HTML or XML, inside of elements and of attributes in quotes.

    Every kind of blank is a blank. Characters that steer become a replacement sign: controls, marks
    that turn the direction of writing, and whatever XML may not hold.

    >>> print(escaped("<b> & 'more'"), escaped("a\x1b\u202eb") == "a\ufffd\ufffdb")
    &lt;b&gt; &amp; &#39;more&#39; True
    """
    return printable(_BLANK.sub(" ", given)).translate(_ENTITIES)


def element(tag: str, content: str, **attributes: object) -> str:
    """Return an element around content that is HTML already; attributes are escaped here.

    A trailing underscore of an attribute's name is left out, another one stands for a hyphen. One that
    is None is left out.

    >>> element("p", "one", class_="note", aria_label="1 < 2", id=None)
    '<p class="note" aria-label="1 &lt; 2">one</p>'
    """
    return f"<{tag}{_attributes(attributes)}>{content}</{tag}>"


def empty(tag: str, **attributes: object) -> str:
    """Return an element that holds nothing, closed as XML wants it.

    >>> empty("br")
    '<br/>'
    """
    return f"<{tag}{_attributes(attributes)}/>"


def svg(kind: str, said: str, size: tuple[int, int], shapes: Iterable[str]) -> str:
    """Return a picture of so many units, with what it shows in words."""
    wide, high = size
    box = f"0 0 {wide} {high}"
    inside = "\n".join(shapes)
    return element("svg", inside, class_=kind, role="img", aria_label=said, viewBox=box)


def written(x: int, y: int, text: str, kind: str | None = None, anchor: str | None = None) -> str:
    """Return a user's words at a place of a picture: from there on, around it, or up to it."""
    return element("text", escaped(text), class_=kind, x=x, y=y, text_anchor=anchor)


def line(kind: str, x1: int, x2: int, y1: int, y2: int) -> str:
    """Return a straight line of a picture."""
    return empty("line", class_=kind, x1=x1, x2=x2, y1=y1, y2=y2)


def _attributes(attributes: dict[str, object]) -> str:
    pairs = (
        (key.rstrip("_").replace("_", "-"), of) for key, of in attributes.items() if of is not None
    )
    return "".join(f' {key}="{escaped(str(value))}"' for key, value in pairs)
