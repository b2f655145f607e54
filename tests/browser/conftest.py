"""The pages that tests open in a browser."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from worked import proved, solved

from exactnb.explain.proving import theorems


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
