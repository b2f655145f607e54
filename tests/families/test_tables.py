"""The README's table of families, which is written from what they say of themselves.

`python tests/families/test_tables.py` writes it anew.
"""

from __future__ import annotations

import re
from pathlib import Path

from exactnb import families
from exactnb.families.tables import readme_table

README = Path(__file__).parents[2] / "README.md"
TABLE = re.compile(r"\| family \| P\(x \\\| class\) \| parameters \|\n(?:\|.*\|\n)+")


def written(text: str) -> str:
    """Return the README with its table of families written anew."""
    return TABLE.sub(lambda _: readme_table() + "\n", text)


def test_the_table_of_the_readme_is_that_of_the_families() -> None:
    """It stands in the README once, as it is written from the files of the families."""
    text = README.read_text(encoding="utf-8")
    assert len(TABLE.findall(text)) == 1
    assert written(text) == text


def test_every_family_says_what_it_is() -> None:
    """Each has a title and a formula of one line, and each of numbers a row in the table."""
    for own in families.every_family():
        assert own.title
        assert own.formula
        assert "\n" not in own.formula
        assert (f"| `{own.name}`" in readme_table()) is not own.is_of_shares


if __name__ == "__main__":
    README.write_text(written(README.read_text(encoding="utf-8")), encoding="utf-8")
