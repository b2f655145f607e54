"""A browser for the tests that need one: Chromium, or Chrome, driven from here, without a network."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright
from programs import missing, needs

SWITCHES = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync",
    "--disable-background-networking", "--disable-component-update",
]  # fmt: skip
WIDTHS = (390, 1280)
"""Of a phone and of a screen, in pixels."""


@contextmanager
def launched() -> Iterator[Browser]:
    """Yield a browser, closed behind the last test."""
    path = needs("chromium", "google-chrome")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=SWITCHES)
        yield browser
        browser.close()


@dataclass
class Visit:
    """A page that is open, and what it said and asked for since."""

    page: Page
    said: list[str] = field(default_factory=list)
    asked: list[str] = field(default_factory=list)

    @property
    def sticks_out(self) -> bool:
        """Say whether the page can be moved to the side."""
        wide: bool = self.page.evaluate("document.documentElement.scrollWidth > innerWidth")
        return wide

    def open_all(self) -> None:
        """Open every step."""
        self.page.evaluate("document.querySelectorAll('details').forEach(d => { d.open = true; })")

    def go(self, file: Path) -> None:
        """Open a page; what another one said and asked for is forgotten."""
        self.page.goto("about:blank")
        self.said.clear()
        self.asked.clear()
        self.page.goto(file.as_uri())


@contextmanager
def window(browser: Browser, width: int = 1280, **options: object) -> Iterator[Visit]:
    """Yield an empty window, for one page after the other; options are those of a browser's context."""
    context: BrowserContext = browser.new_context(viewport={"width": width, "height": 800}, **options)
    page = context.new_page()
    seen = Visit(page)
    page.on("console", lambda message: seen.said.append(message.text))
    page.on("pageerror", lambda error: seen.said.append(str(error)))
    page.on("request", lambda request: seen.asked.append(request.url))
    yield seen
    context.close()


@contextmanager
def visit(browser: Browser, file: Path, width: int = 1280, **options: object) -> Iterator[Visit]:
    """Yield a page in a window of its own."""
    with window(browser, width, **options) as seen:
        seen.page.goto(file.as_uri())
        yield seen


@cache
def axe() -> str:
    """Return the accessibility checker axe-core (npm), found in the folder EXACTNB_AXE."""
    folder = os.environ.get("EXACTNB_AXE", "")
    file = Path(folder) / "node_modules" / "axe-core" / "axe.min.js"
    if not folder or not file.exists():
        missing("axe-core (npm install --prefix FOLDER axe-core, and EXACTNB_AXE=FOLDER)")
    return file.read_text(encoding="utf-8")


def violations(page: Page) -> list[tuple[str, list[str]]]:
    """Return what axe-core finds wrong with a page as it is shown now, with the elements."""
    page.evaluate(axe())
    found = page.evaluate("axe.run({resultTypes: ['violations']})")
    return [(of["id"], [node["html"] for node in of["nodes"]]) for of in found["violations"]]
