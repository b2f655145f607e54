"""One browser for all tests of a run, and the pages that they open."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from browsing import launched
from playwright.sync_api import Browser
from worked import proved, solved

from exactnb.proving import theorems


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """The browser."""
    with launched() as browser:
        yield browser


@pytest.fixture(scope="session")
def written(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., Path]:
    """Writes the page of an example, of its sheet or of a theorem once."""
    folder = tmp_path_factory.mktemp("pages")

    def page(name: str, *, sheet: bool = False) -> Path:
        file = folder / f"{name}{'_sheet' * sheet}.html"
        if not file.exists():
            told = proved(name) if name in theorems.names() else solved(name)
            file.write_text((told.sheet() if sheet else told).html(), encoding="utf-8")
        return file

    return page
