"""Users' text in HTML: what no label may do is be a tag, an entity, or a sign that steers."""

from __future__ import annotations

import re

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


def element(tag: str, content: str, **attributes: str) -> str:
    """Return an element around content that is HTML already; attributes are escaped here.

    A trailing underscore of an attribute's name is left out, another one stands for a hyphen.

    >>> element("p", "one", class_="note", aria_label="1 < 2")
    '<p class="note" aria-label="1 &lt; 2">one</p>'
    """
    return f"<{tag}{_attributes(attributes)}>{content}</{tag}>"


def empty(tag: str, **attributes: str) -> str:
    """Return an element that holds nothing, closed as XML wants it.

    >>> empty("br")
    '<br/>'
    """
    return f"<{tag}{_attributes(attributes)}/>"


def _attributes(attributes: dict[str, str]) -> str:
    pairs = ((key.rstrip("_").replace("_", "-"), value) for key, value in attributes.items())
    return "".join(f' {key}="{escaped(value)}"' for key, value in pairs)
