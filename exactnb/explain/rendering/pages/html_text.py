"""Users' text, elements and pages in HTML: no label can become a tag, an entity or a control character.

A page loads nothing; its content policy forbids everything that it does not use. `page` frames a body,
and `folding_part` makes a part that opens on a click. Each page has a `header` with an `h1` and
paragraphs, perhaps a `nav` with a list of links, and a `main` of foldable parts, tables that scroll
(`scrolling_table`), pictures (`bars`, `curves`), and paragraphs that explain a picture (`key`) or warn
(`warning`).

`static/page.css` has the styles: light and dark, for screens, phones and paper. Its colours are named
at its top; drawings use `currentColor`. `static/page.js` is optional: it opens all steps, copies
LaTeX, and traces numbers to their sources. In each step, all numbers with a source are one stop of
the Tab key, and arrow keys move between them. The script is embedded in XML as it is, so it contains
no `<` and no `&`.

Each page embeds the font of its formulas, a subset of STIX Two Math under a name of its own, whose
licence is `fonts/OFL.txt`. A test ensures that it covers the signs of all formulas.

How to read: `escaped` and `element` write everything; the frame of a page comes last.
"""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Iterable
from functools import cache
from hashlib import sha256
from pathlib import Path

from exactnb.errors import printable
from exactnb.explain.rendering.formulas.notation_writer import GREEK, LETTER
from exactnb.explain.rendering.pages import static_file

FAMILY = "Exactnb Math"
_FONT = Path(__file__).parent / "fonts" / "math.woff2"
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


def empty_tag(tag: str, **attributes: object) -> str:
    """Return an element `tag` without content, closed as XML requires, with the given `attributes`.

    >>> empty_tag("br")
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
    return empty_tag("line", class_=kind, x1=x1, x2=x2, y1=y1, y2=y2)


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


def page(title: str, body: str, more_style: str = "") -> str:
    """Return a page with a `title`, which is escaped here, around `body`, which is HTML already.

    The page is valid XML too. `more_style` is CSS that this kind of page needs besides the common
    one.
    """
    sheet = _style_sheet() + more_style
    head = [
        empty_tag("meta", charset="utf-8"),
        empty_tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
        empty_tag("meta", http_equiv="Content-Security-Policy", content=_content_policy(sheet)),
        element("title", escaped(title)),
        element("style", sheet),
    ]
    lines = "\n".join(head)
    script = element("script", _script())
    parts = element("head", f"\n{lines}\n"), element("body", f"\n{body}\n{script}\n")
    return "<!DOCTYPE html>\n" + element("html", "\n".join(parts), lang="en") + "\n"


def folding_part(
    summary: str, body: str, place: str, *, is_open: bool = False, **attributes: object
) -> str:
    """Return a part that folds: `summary` stays visible, `body` opens.

    `place` is the id that links refer to; following such a link opens the part. `is_open`: the part
    is open at first. `attributes` are those of the element.

    >>> print(folding_part("<h2>One</h2>", "more", "step1"))
    <details><summary><h2>One</h2></summary>
    <div class="folds" id="step1">
    more
    </div></details>
    """
    inside = element("div", f"\n{body}\n", class_="folds", id=place)
    opened = "" if is_open else None
    return element("details", f"{element('summary', summary)}\n{inside}", **attributes, open=opened)


def scrolling_table(table: str, name: str) -> str:
    """Return `table`, called `name`, in an element that scrolls, by keyboard too, on narrow screens."""
    return element("div", table, class_="scroll", role="group", tabindex="0", aria_label=name)


@cache
def _style_sheet() -> str:
    return f"{font_face()}\n\n{static_file('page.css')}"


def _script() -> str:
    return f"\n{static_file('page.js')}"


@cache
def _content_policy(sheet: str) -> str:
    return (
        f"default-src 'none'; style-src '{_digest(sheet)}'; script-src '{_digest(_script())}'; "
        "font-src data:; base-uri 'none'; form-action 'none'"
    )


def _digest(text: str) -> str:
    """Return the hash by which a content policy allows an embedded style or script."""
    return f"sha256-{b64encode(sha256(text.encode()).digest()).decode()}"


@cache
def font_face() -> str:
    """Return the rule of a style sheet that embeds the font.

    >>> font_face()[:56]
    '@font-face{font-family:"Exactnb Math";src:url(data:font/'
    """
    data = b64encode(_FONT.read_bytes()).decode()
    source = f'url(data:font/woff2;base64,{data}) format("woff2")'
    return f'@font-face{{font-family:"{FAMILY}";src:{source}}}'
