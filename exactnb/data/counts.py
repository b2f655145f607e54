"""Sufficient statistics: how often each class and each cell was seen, taken in one pass."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from exactnb.data.table import Table

__all__ = ["Counts"]


@dataclass(frozen=True, slots=True)
class Counts:
    """Hold class sizes and the counts of every (column, value, class).

    >>> Counts.of(Table.from_rows([("1", "+"), ("0", "+")], ["a", "class"])).cell("a", "1", "+")
    1
    """

    classes: Mapping[str, int]
    cells: Mapping[tuple[str, str, str], int]

    @classmethod
    def of(cls, table: Table) -> Counts:
        """Return the counts of a table."""
        cells: Counter[tuple[str, str, str]] = Counter()
        for row in table.rows:
            cells.update(
                (column, value, row.label)
                for column, value in zip(table.columns, row.cells, strict=True)
            )
        sizes = Counter(row.label for row in table.rows)
        return cls({label: sizes[label] for label in table.classes}, dict(cells))

    @property
    def total(self) -> int:
        """Return the number of observations."""
        return sum(self.classes.values())

    def cell(self, column: str, value: str, label: str) -> int:
        """Return the number of observations of a class that show a value."""
        return self.cells.get((column, value, label), 0)
