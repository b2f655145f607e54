"""Families that a problem file states, in `[families.NAME]`, and models that choose them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from exactnb.core.families import Choice, family_names
from exactnb.core.problem.reading import table
from exactnb.errors import InputError, Place

if TYPE_CHECKING:
    from exactnb.core.families.declared.family import DeclaredFamily

Declared = Mapping[str, "DeclaredFamily"]
"""The families that a problem states, by their names."""

_FAMILIES = Place.of("families")


def read_families(raw: object) -> Declared:
    """Return the families in `raw`, the tables of a problem file by name.

    Raises InputError, with its place, for a name that is one of ours, and for what is not understood.
    """
    stated = table(raw, _FAMILIES)
    if not stated:
        return {}
    from exactnb.core.families.declared.family import family_of
    from exactnb.core.families.declared.reading import read_specification

    declared: dict[str, DeclaredFamily] = {}
    for name, texts in stated.items():
        place = _FAMILIES / name
        if name in family_names():
            raise InputError(f"{name} is a family that is there already; choose another name", at=place)
        if not name.replace("-", "").replace("_", "").isalnum():
            raise InputError("a family's name has letters, digits and hyphens", at=place)
        declared[name] = family_of(read_specification(name, table(texts, place), place))
    return declared


def chosen_among(declared: Declared, choice: Any, place: Place) -> Choice:
    """Return the family that a model chooses: one that the problem states with its constants, or ours.

    Raises InputError, below `place`, for constants that are missing, unknown or out of range.
    """
    name: object = choice
    numbers: object = {}
    if isinstance(choice, Mapping) and len(choice) == 1:
        ((name, numbers),) = choice.items()
    if not isinstance(name, str) or name not in declared:
        return choice  # type: ignore[no-any-return]
    return place.read(declared[name].with_numbers, table(numbers, place))
