"""The pages for users: what they print is run, and written anew where it has changed.

`reading.py` finds the pages and the blocks in them, `running.py` runs the blocks of a page in one
folder, in their order, `printed.py` compares what is printed with what came out, `registries.py` writes
the parts that are made of tables in the package, `notebook.py` the notebook of the tutorial.
"""

from __future__ import annotations

import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from pages.notebook import notebook
from pages.reading import DOCS, PAGES, name_of
from pages.registries import written
from pages.running import page_as_run

__all__ = ["NOTEBOOK", "anew", "write_pages"]

NOTEBOOK = DOCS / "tutorial.ipynb"
_OF_NOTEBOOK = DOCS / "tutorial-python.md"


def anew(text: str, page: str, folder: Path) -> str:
    """Return a page as it should stand: its tables written, its examples run."""
    return page_as_run(written(text), page, folder)


def write_pages() -> None:
    """Write every page that is no longer current, and the notebook; look at the differences."""
    for page in PAGES:
        before = page.read_text()
        with TemporaryDirectory() as folder:
            after = anew(before, name_of(page), Path(folder))
        if after != before:
            page.write_text(after)
            sys.stdout.write(f"{name_of(page)}\n")
    NOTEBOOK.write_text(notebook(_OF_NOTEBOOK.read_text()))
