"""The quantities that can be asked for by name: a row for each, in a file for each group of them.

A file is found because it is there; its rows are `KINDS`. Nothing else lists them: the grammar of
names, notations, models, counts, solutions, answers and pages read `QUANTITIES`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING

from exactnb.core.lazy import files_in

if TYPE_CHECKING:
    from exactnb.core.naming.kinds import QuantityKind

__all__ = ["QUANTITIES", "roles"]

_ORDER = ("probabilities", "counts", "parameters", "linear", "places", "exploring", "whole")
"""The files that are looked through first, and listed first on pages; any other comes last."""


class Registry(Mapping[str, "QuantityKind"]):
    """Map the head of each quantity to its row, and load a file only where the ones before lack a head.

    Other spellings of a head lead to its row too; they are not listed.

    >>> QUANTITIES["P"].typed, QUANTITIES["Prob"].head, "wait" in QUANTITIES
    ('P(A|B)', 'P', False)
    """

    def __getitem__(self, head: str) -> QuantityKind:
        for module in _modules():
            if head in (kinds := _kinds(module)):
                return kinds[head]
        raise KeyError(head)

    def __iter__(self) -> Iterator[str]:
        for module in _modules():
            yield from (head for head, kind in _kinds(module).items() if head == kind.head)

    def __len__(self) -> int:
        return sum(1 for _ in self)


QUANTITIES = Registry()
"""All quantities, by their heads."""


def roles() -> Mapping[str, str]:
    """Return the roles that quantities are written in, each with the template of the tool's notation.

    >>> roles()["conditional freq"]
    'freq({left}|{right})'
    """
    return {role: of for kind in QUANTITIES.values() for role, of in kind.templates.items()}


@cache
def _modules() -> tuple[str, ...]:
    """Return the module of each file, in order."""
    places = {file: at for at, file in enumerate(_ORDER)}
    files = sorted(files_in(__name__), key=lambda file: places.get(file, len(places)))
    return tuple(f"{__name__}.{file}" for file in files)


@cache
def _kinds(module: str) -> Mapping[str, QuantityKind]:
    """Return the rows of a file, by their heads and other spellings."""
    kinds: tuple[QuantityKind, ...] = import_module(module).KINDS
    return {head: kind for kind in kinds for head in (kind.head, *kind.spellings)}
