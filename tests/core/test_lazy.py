"""Doors of packages: a name of the last version leads to what it is called now, and says so."""

from __future__ import annotations

from importlib import import_module

import pytest
from thoroughness import all_of

RENAMED = [
    ("exactnb.counting", "Row", "CountRow"),
    ("exactnb.exporting", "Item", "AssessmentItem"),
    ("exactnb.exporting", "Part", "ItemPart"),
    ("exactnb.grading", "Sheet", "AnswerSheet"),
]


@all_of("door, old, new", RENAMED)
def test_a_former_name_warns_of_the_new_one(door: str, old: str, new: str) -> None:
    """An import of a former name returns the class of today, whose name the warning tells."""
    package = import_module(door)
    with pytest.warns(DeprecationWarning, match=rf"\.{old} is now {new}$"):
        former = getattr(package, old)
    assert former is getattr(package, new)
    assert former.__name__ == new
    assert old not in package.__all__
    assert new in package.__all__
