"""What looks like a slip in the data: a missing cell read as a value, one name spelled twice."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from exactnb.core.data.schema import Schema

_MARKS = frozenset(("na", "n/a", "#n/a", "nan", "null"))
"""What programs write where nothing is known; a problem may mean them as values all the same."""

_TOLD = 3  # doubts that are told


def doubts(schema: Schema) -> tuple[str, ...]:
    """Return what may be meant otherwise, a few words each.

    >>> doubts(Schema("play", ("Yes", "yes"), {"wind": ("weak", "NA")}))
    ('“Yes” and “yes” are two classes', '“NA” is a value of “wind”, not a missing cell')
    """
    found = list(_in("classes", "a class", schema.classes))
    for column, values in schema.columns.items():
        found += _in(f"values of “{column}”", f"a value of “{column}”", values)
    more = len(found) - _TOLD
    return tuple(found) if more < 2 else (*found[:_TOLD], f"and {more} more such names")


def _in(kind: str, one: str, names: Iterable[str]) -> Iterator[str]:
    """Yield what is told of the names of one kind."""
    alike: dict[str, list[str]] = {}
    for name in names:
        alike.setdefault(" ".join(name.casefold().split()), []).append(name)
    numbers = {2: "two", 3: "three"}
    for spelled in alike.values():
        if len(spelled) > 1:
            quoted = " and ".join(f"“{name}”" for name in spelled)
            yield f"{quoted} are {numbers.get(len(spelled), len(spelled))} {kind}"
    yield from (
        f"“{name}” is {one}, not a missing cell"
        for spelled in alike.values()
        for name in spelled
        if name.casefold() in _MARKS
    )
