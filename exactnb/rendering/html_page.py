"""A page by itself: it loads nothing, and its policy forbids whatever it does not use."""

from __future__ import annotations

from base64 import b64encode
from hashlib import sha256

from exactnb.rendering.html_script import SCRIPT
from exactnb.rendering.html_style import STYLE
from exactnb.rendering.html_text import element, empty, escaped


def page(title: str, body: str, more_style: str = "") -> str:
    """Return a page around its body, which is HTML already; the title is escaped here.

    What it says can be read as XML too. `more_style` is what this kind of page has beside the usual.
    """
    style = STYLE + more_style
    policy = (
        f"default-src 'none'; style-src '{_digest(style)}'; script-src '{_digest(SCRIPT)}'; "
        "base-uri 'none'; form-action 'none'"
    )
    head = [
        empty("meta", charset="utf-8"),
        empty("meta", name="viewport", content="width=device-width, initial-scale=1"),
        empty("meta", http_equiv="Content-Security-Policy", content=policy),
        element("title", escaped(title)),
        element("style", style),
    ]
    lines = "\n".join(head)
    parts = element("head", f"\n{lines}\n"), element("body", f"\n{body}\n{element('script', SCRIPT)}\n")
    return "<!DOCTYPE html>\n" + element("html", "\n".join(parts), lang="en") + "\n"


def _digest(text: str) -> str:
    """Return what a policy names an embedded style or script by."""
    return f"sha256-{b64encode(sha256(text.encode()).digest()).decode()}"
