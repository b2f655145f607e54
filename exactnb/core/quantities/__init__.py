"""The registry of quantities: a row for each.

Every file of this folder is read, and its rows are `KINDS`; there is no other list of quantities. The
grammar of names, notations, models, counts, solutions, answers and pages all read `QUANTITIES`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING

from exactnb.core.lazy import module_names_in

if TYPE_CHECKING:
    from exactnb.core.naming.kinds import QuantityKind

_STANDARD = "standard"
"""The file that is searched first, and listed first on pages."""


class Registry(Mapping[str, "QuantityKind"]):
    """Map the head of each quantity to its row; a file is loaded only if those before it lack a head.

    Other spellings of a head map to its row too, but are not listed.

    >>> QUANTITIES["P"].example, QUANTITIES["Prob"].head, "wait" in QUANTITIES
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
    """Return the roles in which notations write quantities, each with its default template.

    >>> roles()["conditional freq"]
    'freq({left}|{right})'
    """
    return {role: template for kind in QUANTITIES.values() for role, template in kind.templates.items()}


@cache
def _modules() -> tuple[str, ...]:
    """Return the module names of all files, in the order of the search."""
    files = sorted(module_names_in(__name__), key=lambda file: (file != _STANDARD, file))
    return tuple(f"{__name__}.{file}" for file in files)


@cache
def _kinds(module: str) -> Mapping[str, QuantityKind]:
    """Return the rows of a module by their heads and other spellings."""
    kinds: tuple[QuantityKind, ...] = import_module(module).KINDS
    return {head: kind for kind in kinds for head in (kind.head, *kind.spellings)}
