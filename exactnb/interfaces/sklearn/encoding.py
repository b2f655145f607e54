"""What the columns of a table are taken for, and rows of it as the blocks of a model."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field, replace
from typing import Any

import numpy as np

from exactnb.core.record import frozen
from exactnb.errors import InputError, near, quoted
from exactnb.interfaces.sklearn.frames import KINDS, Columns
from exactnb.scale.logspace.rows import one_hot


@frozen
class Encoding:
    """The names and kinds of columns, and the places of the values of each categorical one."""

    names: tuple[Any, ...]
    kinds: tuple[str, ...]
    values: Mapping[int, Mapping[Any, int]] = field(default_factory=dict)

    @classmethod
    def of(cls, columns: Columns, columns_by_kind: Mapping[str, Any]) -> Encoding:
        """Return the kind of each column: from `columns_by_kind` if it is there, else from its type."""
        chosen: dict[int, str] = {}
        for kind in KINDS:
            for column in [] if columns_by_kind[kind] is None else list(columns_by_kind[kind]):
                at = _place(column, columns.names, kind)
                if chosen.setdefault(at, kind) != kind:
                    raise InputError(f"{quoted(str(column))} is among {chosen[at]} too", at=kind)
        kinds = (chosen.get(at) or columns.kind(at) for at in range(len(columns.names)))
        return cls(tuple(columns.names), tuple(kinds))

    def places(self, *kinds: str) -> list[int]:
        """Return which columns are of some kinds."""
        return [at for at, kind in enumerate(self.kinds) if kind in kinds]

    def sizes(self) -> list[int]:
        """Return how many values there are of each column of categories or booleans."""
        places = self.places("categories", "booleans")
        return [2 if self.kinds[at] == "booleans" else len(self.values.get(at, ())) for at in places]

    def learned(self, columns: Columns) -> Encoding:
        """Return the encoding that knows the values of more rows.

        Those that the type of a column lists come first, then others, in order.
        """
        values = {at: dict(positions) for at, positions in self.values.items()}
        for at in self.places("categories"):
            position_of_value = values.setdefault(at, {})
            try:
                unlisted = dict.fromkeys(cell for cell in columns.cells(at) if cell is not None)
            except TypeError:
                raise TypeError(f"{columns.place(at)}: argument must be a string or a number") from None
            for value in [*(columns.declared(at) or ()), *_in_order(unlisted)]:
                position_of_value.setdefault(value, len(position_of_value))
        return replace(self, values=values)

    def blocks(self, columns: Columns, unseen: str) -> tuple[Any, ...]:
        """Return rows as blocks: ones for categories, counts if there are any, columns of numbers.

        What is `unseen` is skipped if that is "drop", and refused if it is "error".
        """
        places = self.places("categories", "booleans")
        values = np.full((columns.number, len(places)), -1, dtype=np.int64)
        for column, at in enumerate(places):
            if self.kinds[at] == "booleans":
                values[:, column] = columns.booleans(at)
            else:
                values[:, column] = self._encoded(columns, at, unseen)
        parts: list[Any] = [one_hot(values, self.sizes())]
        if counts := self.places("counts"):
            parts.append(columns.counts(counts))
        return *parts, *(columns.numbers(at)[:, None] for at in self.places("numbers"))

    def _encoded(self, columns: Columns, at: int, unseen: str) -> list[int]:
        positions, cells = self.values[at], columns.cells(at)
        try:
            codes = [-1 if cell is None else positions.get(cell, -1) for cell in cells]
        except TypeError:
            raise TypeError(f"{columns.place(at)}: argument must be a string or a number") from None
        if unseen == "error" and -1 in codes:
            for row, cell in enumerate(cells):
                if cell is not None and cell not in positions:
                    hint = near(cell, map(str, positions)) if isinstance(cell, str) else ""
                    message = f"{quoted(str(cell))} is in no row that was fitted{hint}"
                    place = columns.place(at).spot(f"row {row}")
                    raise InputError(f'{message}; unseen="drop" skips it', at=place)
        return codes


def _place(column: Any, names: Sequence[Any], kind: str) -> int:
    """Return the place of a column that is called by its name or its place."""
    if column in names:
        return list(names).index(column)
    if isinstance(column, int | np.integer) and -len(names) <= column < len(names):
        return int(column) % len(names)
    hint = near(column, map(str, names)) if isinstance(column, str) else ""
    raise InputError(f"{quoted(str(column))} is no column{hint}", at=kind)


def _in_order(values: Any) -> list[Any]:
    try:
        return sorted(values)
    except TypeError:  # of several types
        return sorted(values, key=lambda value: (type(value).__name__, str(value)))
