"""Tables of any size, for what a graph costs."""

from __future__ import annotations

from exactnb import (
    Conventions,
    ModelChoice,
    Table,
)

LETTERS = "abcdefghij"


def table(rows: int, columns: int) -> Table:
    """Return rows of a few values, two classes in turn."""
    names = [f"c{at}" for at in range(columns)]
    of = [
        (*(LETTERS[(row * (at + 2) + row // 3) % 3] for at in range(columns)), "+-"[row % 2])
        for row in range(rows)
    ]
    return Table.from_rows(of, [*names, "k"])


SMOOTHED = {"model": ModelChoice(Conventions(smoothing=1))}
