"""What all pages of a site share: the way around, the style sheet, a policy that lets nothing in."""

from __future__ import annotations

import re

from exactnb.core.record import frozen
from exactnb.errors import InputError
from exactnb.explain.rendering.pages.html_text import element, empty, escaped

_STYLE = re.compile(r"<style>(.*?)</style>", re.DOTALL)
_POLICY = re.compile(r'http-equiv="Content-Security-Policy" content="([^"]*)"')
_TOKEN = re.compile(r"sha256-[A-Za-z0-9+/=]+")
_BODY, _END = "<body>", "</body>"


@frozen
class Way:
    """The pages that a reader can go to, with their names, from a folder some steps below the first.

    >>> Way((("index.html", "Problems"),)).links("", 1)
    '<nav class="site" aria-label="Site"><a href="../index.html">Problems</a></nav>'
    """

    pages: tuple[tuple[str, str], ...]

    def links(self, here: str, depth: int, between: str = " ") -> str:
        """Return the links, that to the page itself marked."""
        up = "../" * depth
        current = {here: {"aria_current": "page"}}
        found = [
            element("a", escaped(name), href=up + path, **current.get(path, {}))
            for path, name in self.pages
        ]
        return element("nav", between.join(found), class_="site", aria_label="Site")


def framed(
    title: str, body: str, way: Way, here: str, *, scripts: tuple[str, ...] = (), policy: str = ""
) -> str:
    """Return a page of the site around its body, which is HTML already; scripts are files."""
    depth = here.count("/")
    up = "../" * depth
    rule = (
        f"default-src 'none'; script-src 'self'{policy}; style-src 'self'{policy}; font-src data:; "
        "worker-src 'self'; base-uri 'none'; form-action 'none'"
    )
    head = [
        empty("meta", charset="utf-8"),
        empty("meta", name="viewport", content="width=device-width, initial-scale=1"),
        empty("meta", http_equiv="Content-Security-Policy", content=rule),
        element("title", escaped(title)),
        empty("link", rel="stylesheet", href=f"{up}site.css"),
        *(element("script", "", src=up + script, type="module") for script in scripts),
    ]
    lines = "\n".join((way.links(here, depth), element("main", f"\n{body}\n")))
    parts = element("head", "\n".join(head)), element("body", f"\n{lines}\n")
    return "<!DOCTYPE html>\n" + element("html", "\n".join(parts), lang="en") + "\n"


def with_way(page: str, way: Way, depth: int, files: str) -> str:
    """Return the page of a solution with the way around the site before it, and its files after."""
    before, body, after = page.partition(_BODY)
    after, end, rest = after.rpartition(_END)
    if not body or not end:
        raise InputError("the format html has changed: it has no body")
    return (
        f"{before}{body}\n{way.links('', depth, ' · ')}{after}{element('footer', files)}\n{end}{rest}"
    )


def style_of(page: str) -> str:
    """Return the style sheet in the page of a solution: the site looks as it does."""
    found = _STYLE.search(page)
    return found[1] if found else ""


def allowed_by(page: str) -> str:
    """Return what a policy has to allow for the page of a solution to be shown inside of another."""
    found = _POLICY.search(page)
    tokens = dict.fromkeys(_TOKEN.findall(found[1])) if found else {}
    return "".join(f" '{token}'" for token in tokens)
