"""The links between pages: what they point to is there."""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from pathlib import Path

from pages.reading import DOCS, FENCE, PAGES, ROOT
from thoroughness import all_of

LINK = re.compile(r"\]\(([^)\s]+)\)")
LINKED = [*PAGES, ROOT / "ARCHITECTURE.md", ROOT / "worked_examples" / "derivations" / "README.md"]


@cache
def anchors(page: Path) -> frozenset[str]:
    """Return the anchors of the headings of a page, as GitHub makes them."""
    text = FENCE.sub("", page.read_text())
    return frozenset(anchor(title) for title in re.findall(r"^#+ (.*)$", text, re.MULTILINE))


def anchor(title: str) -> str:
    """Return the anchor of a heading.

    >>> anchor("`exactnb.logspace`"), anchor("What it does, and why")
    ('exactnblogspace', 'what-it-does-and-why')
    """
    kept = (c for c in title.lower() if c in " -_" or unicodedata.category(c)[0] in "LN")
    return "".join(kept).replace(" ", "-")


@all_of("page", LINKED)
def test_what_a_page_links_to_is_there(page: Path) -> None:
    """A link leads to a file of the repository, and to a heading that is in it."""
    lost = []
    for target in LINK.findall(FENCE.sub("", page.read_text())):
        path, _, part = target.partition("#")
        if path.startswith("https://"):
            continue
        file = (page.parent / path).resolve() if path else page
        if not file.exists() or (part and part not in anchors(file)):
            lost.append(target)
    assert lost == []


def test_every_page_is_reached_from_the_first() -> None:
    """The first page of docs/ names all others, and so does the order of the site."""
    found = {path for path in LINK.findall((DOCS / "index.md").read_text()) if "/" not in path}
    pages = {page.name for page in DOCS.glob("*.md")} - {"index.md"}
    assert found >= pages
    listed = re.findall(r"^   ([\w-]+)$", (DOCS / "contents.rst").read_text(), re.MULTILINE)
    assert sorted(f"{name}.md" for name in listed) == sorted(pages)
