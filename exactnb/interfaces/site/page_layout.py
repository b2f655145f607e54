"""The layout of all pages of a site: navigation, style sheet, and a strict content policy."""

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
class Navigation:
    """The `pages` that a reader can go to, paths from the root of the site with their names.

    >>> Navigation((("index.html", "Problems"),)).links("", 1)
    '<nav class="site" aria-label="Site"><a href="../index.html">Problems</a></nav>'
    """

    pages: tuple[tuple[str, str], ...]

    def links(self, here: str, depth: int, between: str = " ") -> str:
        """Return the links, with the page `here` marked as the current one.

        `depth`: folders between the page and the root. `between`: the separator.
        """
        up = "../" * depth
        current = {here: {"aria_current": "page"}}
        anchors = [
            element("a", escaped(name), href=up + path, **current.get(path, {}))
            for path, name in self.pages
        ]
        return element("nav", between.join(anchors), class_="site", aria_label="Site")


def site_page(
    title: str,
    body: str,
    navigation: Navigation,
    here: str,
    *,
    scripts: tuple[str, ...] = (),
    policy: str = "",
) -> str:
    """Return a page of the site with a `title` around `body`, which is HTML already.

    `here` is the path of the page, `scripts` are paths of scripts, `policy` allows further hashes
    (see `policy_hashes`).
    """
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
    lines = "\n".join((navigation.links(here, depth), element("main", f"\n{body}\n")))
    parts = element("head", "\n".join(head)), element("body", f"\n{lines}\n")
    return "<!DOCTYPE html>\n" + element("html", "\n".join(parts), lang="en") + "\n"


def with_navigation(page: str, navigation: Navigation, depth: int, files: str) -> str:
    """Return `page`, that of a solution, with links to the site before it and `files` after it.

    `depth`: folders between the page and the root. Raises InputError if the page has no body.
    """
    head, body, after = page.partition(_BODY)
    after, end, rest = after.rpartition(_END)
    if not body or not end:
        raise InputError("the format html has changed: it has no body")
    links, footer = navigation.links("", depth, " · "), element("footer", files)
    return f"{head}{body}\n{links}{after}{footer}\n{end}{rest}"


def style_sheet(page: str) -> str:
    """Return the style sheet of `page`, that of a solution, for the rest of the site."""
    match = _STYLE.search(page)
    return match[1] if match else ""


def policy_hashes(page: str) -> str:
    """Return the hashes that a policy must contain to show `page`, that of a solution, in a frame."""
    match = _POLICY.search(page)
    tokens = dict.fromkeys(_TOKEN.findall(match[1])) if match else {}
    return "".join(f" '{token}'" for token in tokens)
