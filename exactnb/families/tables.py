"""The families in a table for people: what each is, and the names of its parameters."""

from __future__ import annotations

import re
from collections.abc import Iterator

from exactnb.families import every_family
from exactnb.families.protocol import Family

_NAME = re.compile(r"[a-z]+\([^)]*\)|\b(?!or\b)[a-z]+\b")


def readme_table() -> str:
    r"""Return the table of the README: the families of columns of numbers.

    >>> print(readme_table().splitlines()[2])
    | `exponential` | λ·exp(−λx) | `rate(c\|k)` |
    """
    return "\n".join(("| family | P(x \\| class) | parameters |", "|---|---|---|", *_rows()))


def _rows() -> Iterator[str]:
    for own in every_family():
        if not own.is_of_shares:
            chosen = ", ".join(f"{hyper.name} of {hyper.words}" for hyper in own.hyper)
            name = f"`{own.name}`" + (f", with the number {chosen}" if chosen else "")
            cells = (name, own.formula, _parameters(own))
            yield "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


def _parameters(own: Family) -> str:
    """Return the names of a family's parameters, or the row that gives what it has."""
    if not own.heads:
        return f"`{own.said_by}(c)` in `data.parameters`"
    said = _NAME.sub(lambda name: f"`{name[0]}`", ", ".join(head.example for head in own.heads))
    shared = ", ".join(f"`{name}`" for name in own.shared_as)
    return f"{said}; shared: {shared}" if shared else said
