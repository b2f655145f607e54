"""A page that loads nothing; its content policy forbids everything that it does not use.

`page` frames a body, and `folded` makes a part that opens on a click. Each page has a `header` with
an `h1` and paragraphs, perhaps a `nav` with a list of links, and a `main` of foldable parts, tables
that scroll (`scrolled`), pictures (`bars`, `curves`), and paragraphs that explain a picture (`key`)
or warn (`warning`).

`static/page.css` has the styles: light and dark, for screens, phones and paper. Its colours are named
at its top; drawings use `currentColor`. `static/page.js` is optional: it opens all steps, copies
LaTeX, and traces numbers to their sources. In each step, all numbers with a source are one stop of
the Tab key, and arrow keys move between them. The script is embedded in XML as it is, so it contains
no `<` and no `&`.

Each page embeds the font of its formulas, a subset of STIX Two Math under a name of its own, whose
licence is `fonts/OFL.txt`. A test ensures that it covers the signs of all formulas.
"""

from __future__ import annotations

from base64 import b64encode
from functools import cache
from hashlib import sha256
from pathlib import Path

from exactnb.explain.rendering.pages import static
from exactnb.explain.rendering.pages.html_text import element, empty, escaped

FAMILY = "Exactnb Math"
_FONT = Path(__file__).parent / "fonts" / "math.woff2"


def page(title: str, body: str, more_style: str = "") -> str:
    """Return a page with a `title`, which is escaped here, around `body`, which is HTML already.

    The page is valid XML too. `more_style` is CSS that this kind of page needs besides the common
    one.
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
    script = element("script", _script())
    parts = element("head", f"\n{lines}\n"), element("body", f"\n{body}\n{script}\n")
    return "<!DOCTYPE html>\n" + element("html", "\n".join(parts), lang="en") + "\n"


def folded(summary: str, body: str, place: str, *, is_open: bool = False, **attributes: object) -> str:
    """Return a part that folds: `summary` stays visible, `body` opens.

    `place` is the id that links refer to; following such a link opens the part. `is_open`: the part
    is open at first. `attributes` are those of the element.

    >>> print(folded("<h2>One</h2>", "more", "step1"))
    <details><summary><h2>One</h2></summary>
    <div class="folds" id="step1">
    more
    </div></details>
    """
    inside = element("div", f"\n{body}\n", class_="folds", id=place)
    opened = "" if is_open else None
    return element("details", f"{element('summary', summary)}\n{inside}", **attributes, open=opened)


def scrolled(table: str, name: str) -> str:
    """Return `table`, called `name`, in an element that scrolls, by keyboard too, on narrow screens."""
    return element("div", table, class_="scroll", role="group", tabindex="0", aria_label=name)


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
