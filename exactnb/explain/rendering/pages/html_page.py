"""A page by itself: it loads nothing, and its policy forbids whatever it does not use.

`page` makes one of a body, and `folded` a part of it that opens when it is touched. Whatever a page
is about, it has a `header` with an `h1` and paragraphs, perhaps a `nav` with a list of links, and a
`main` of parts that fold, tables that scroll (`scrolled`), pictures (`bars`, `curves`), paragraphs
that explain a picture (`key`) or warn (`warning`).

`static/page.css` is how it looks: light and dark, on a screen, a phone and paper. Colours are those
named first; whatever is drawn takes `currentColor`. `static/page.js` is what it can do where scripts
run: open all steps, copy LaTeX, show where a number comes from. Numbers that come from somewhere are
one stop of the Tab key in each step; arrow keys go on to the others. The script stands in XML as it
is, and so holds no sign that opens a tag or an entity.
"""

from __future__ import annotations

from base64 import b64encode
from functools import cache
from hashlib import sha256

from exactnb.explain.rendering.pages.html_font import font_face
from exactnb.explain.rendering.pages.html_text import element, empty, escaped
from exactnb.explain.rendering.pages.static import static


def page(title: str, body: str, more_style: str = "") -> str:
    """Return a page around its body, which is HTML already; the title is escaped here.

    What it says can be read as XML too. `more_style` is what this kind of page has beside the usual.
    """
    sheet = _sheet() + more_style
    head = [
        empty("meta", charset="utf-8"),
        empty("meta", name="viewport", content="width=device-width, initial-scale=1"),
        empty("meta", http_equiv="Content-Security-Policy", content=_policy(sheet)),
        element("title", escaped(title)),
        element("style", sheet),
    ]
    lines = "\n".join(head)
    parts = (
        element("head", f"\n{lines}\n"),
        element("body", f"\n{body}\n{element('script', _script())}\n"),
    )
    return "<!DOCTYPE html>\n" + element("html", "\n".join(parts), lang="en") + "\n"


def folded(summary: str, body: str, place: str, *, is_open: bool = False, **attributes: object) -> str:
    """Return a part that folds; `place` is where links to it lead, which open it by themselves.

    >>> print(folded("<h2>One</h2>", "more", "step1"))
    <details><summary><h2>One</h2></summary>
    <div class="folds" id="step1">
    more
    </div></details>
    """
    inside = element("div", f"\n{body}\n", class_="folds", id=place)
    opened = "" if is_open else None
    return element("details", f"{element('summary', summary)}\n{inside}", **attributes, open=opened)


@cache
def _sheet() -> str:
    return f"{font_face()}\n\n{static('page.css')}"


def _script() -> str:
    return f"\n{static('page.js')}"


@cache
def _policy(sheet: str) -> str:
    return (
        f"default-src 'none'; style-src '{_digest(sheet)}'; script-src '{_digest(_script())}'; "
        "font-src data:; base-uri 'none'; form-action 'none'"
    )


def _digest(text: str) -> str:
    """Return what a policy names an embedded style or script by."""
    return f"sha256-{b64encode(sha256(text.encode()).digest()).decode()}"
