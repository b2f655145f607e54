"""What families say of themselves, for people: titles, formulas, and a row in the table of families."""

from __future__ import annotations

from pages.registries import families_table

from exactnb.core import families


def test_every_family_says_what_it_is() -> None:
    """Each has a title and a formula of one line, and a row in the table."""
    table = families_table()
    for own in families.every_family():
        assert own.title
        assert own.formula
        assert "\n" not in own.formula
        assert f"| `{own.name}`" in table
