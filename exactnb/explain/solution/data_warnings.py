"""Warnings about likely slips in the data: a missing cell read as a value, one name spelled twice."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from exactnb.core.data.schema import Schema

_MISSING_MARKS = frozenset(("na", "n/a", "#n/a", "nan", "null"))
"""What programs write for a missing cell. They are no error: a problem may mean them as values."""

_MAX_WARNINGS = 3


def data_warnings(schema: Schema) -> tuple[str, ...]:
    """Return a few words for each name in `schema` that looks like a slip, at most three and the rest.

    >>> data_warnings(Schema("play", ("Yes", "yes"), {"wind": ("weak", "NA")}))
    ('“Yes” and “yes” are two classes', '“NA” is a value of “wind”, not a missing cell')
    """
    warnings = list(_warnings("classes", "a class", schema.classes))
    for column, values in schema.columns.items():
        warnings += _warnings(f"values of “{column}”", f"a value of “{column}”", values)
    more = len(warnings) - _MAX_WARNINGS
    return tuple(warnings) if more < 2 else (*warnings[:_MAX_WARNINGS], f"and {more} more such names")


def _warnings(plural: str, singular: str, names: Iterable[str]) -> Iterator[str]:
    """Yield the warnings about the names of one kind: two spellings of one, marks of missing cells."""
    by_spelling: dict[str, list[str]] = {}
    for name in names:
        by_spelling.setdefault(" ".join(name.casefold().split()), []).append(name)
    numbers = {2: "two", 3: "three"}
    for variants in by_spelling.values():
        if len(variants) > 1:
            quoted = " and ".join(f"“{name}”" for name in variants)
            yield f"{quoted} are {numbers.get(len(variants), len(variants))} {plural}"
    yield from (
        f"“{name}” is {singular}, not a missing cell"
        for variants in by_spelling.values()
        for name in variants
        if name.casefold() in _MISSING_MARKS
    )
