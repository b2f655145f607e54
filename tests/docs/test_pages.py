"""The pages for users: every example in them runs, every table made of one in the package is current.

`python tests/docs/test_pages.py` writes what is printed, and these tables, anew; look at it.
"""

from __future__ import annotations

import doctest
import re
import sys
from pathlib import Path

if __name__ == "__main__":
    sys.path[:0] = [str(Path(__file__).parents[1] / "helpers"), str(Path(__file__).parents[2])]

import pytest
from pages import NOTEBOOK, anew, write_pages
from pages.notebook import notebook
from pages.reading import DOCS, PAGES, blocks_of, name_of
from thoroughness import one_in

LONG = (  # with commands that take seconds
    "docs/audit.md",
    "docs/class-variants.md",
    "docs/export.md",
    "docs/export-prairielearn.md",
    "docs/site.md",
    "docs/variants.md",
    "worked_examples/course/README.md",
)
EVERY = [
    pytest.param(page, id=name_of(page), marks=pytest.mark.exhaustive if name_of(page) in LONG else ())
    for page in PAGES
]


@one_in(15, "page", EVERY)
def test_a_page_prints_what_its_examples_print(page: Path, tmp_path: Path) -> None:
    """Commands, Python and problem files run in their order, and print what stands under them."""
    text = page.read_text()
    assert anew(text, name_of(page), tmp_path) == text


@pytest.mark.exhaustive
def test_the_examples_of_a_name_run_by_themselves() -> None:
    """Under each heading of the reference the examples import what they use."""
    flags = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
    for part in re.split(r"^(?=##)", (DOCS / "reference.md").read_text(), flags=re.MULTILINE):
        code = "".join(block.text for block, _ in blocks_of(part) if block.language == "pycon")
        name = part.partition("\n")[0]
        test = doctest.DocTestParser().get_doctest(code, {}, name, None, 0)
        assert not doctest.DocTestRunner(optionflags=flags).run(test).failed, name


def test_the_notebook_is_the_page() -> None:
    """The notebook has the words of the tutorial in Python, and what its cells show when they run."""
    assert NOTEBOOK.read_text() == notebook((DOCS / "tutorial-python.md").read_text())


if __name__ == "__main__":
    write_pages()
