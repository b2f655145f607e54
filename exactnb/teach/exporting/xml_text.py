"""XML as course systems read it: elements, attributes in their order, text that no sign in it ends."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from exactnb.explain.rendering.pages.html_text import escaped

DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n'


def cdata(text: str) -> str:
    """Return text in a section that no sign in it ends.

    >>> cdata("a]]>b")
    '<![CDATA[a]]]]><![CDATA[>b]]>'
    """
    return f"<![CDATA[{text.replace(']]>', ']]]]><![CDATA[>')}]]>"


def tag(name: str, *content: str, **attributes: str) -> str:
    """Return an element around what is XML already; attributes are escaped here.

    A trailing underscore of an attribute's name is left out.

    >>> tag("value", "0.5"), tag("file", href="a&b.xml")
    ('<value>0.5</value>', '<file href="a&amp;b.xml"/>')
    """
    said = "".join(f' {key.rstrip("_")}="{escaped(value)}"' for key, value in attributes.items())
    inside = "".join(content)
    return f"<{name}{said}>{inside}</{name}>" if inside else f"<{name}{said}/>"


def tags(contents: Mapping[str, str]) -> Iterator[str]:
    """Yield an element for each name, around what stands behind it."""
    return (tag(name, content) for name, content in contents.items())


def lines(*parts: str) -> str:
    """Return parts of an element, each on a line of its own."""
    return "\n" + "\n".join(part for part in parts if part) + "\n"


def document(root: str) -> bytes:
    """Return a document as it stands in a file."""
    return f"{DECLARATION}{root}\n".encode()
