"""How data show themselves at a prompt and in a notebook: in a line, or as a short table."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from exactnb.core.shown import Shown
from exactnb.errors import listing, printable, shortened

_ROWS = 20  # that are shown
_COLUMNS = 12


class TabularDisplay(Shown):
    """Show itself as a short table: `_header_and_rows` is its header and its rows."""

    __slots__ = ()

    def _header_and_rows(self) -> tuple[list[str], list[list[str]]]:
        raise NotImplementedError

    def __str__(self) -> str:
        return as_text(*self._header_and_rows())

    def _looks_(self) -> dict[str, str]:
        """Return the first rows as a table."""
        return {"markdown": as_markdown(*self._header_and_rows())}


def summary_line(
    kind: str, size: str, columns: Iterable[str], variable: str, classes: Iterable[str]
) -> str:
    """Return a `kind` of data of some `size` in a line, with its `columns`, `variable` and `classes`.

    >>> summary_line("Table", "14 rows", ["Wind"], "Play", ["No", "Yes"])
    '<Table of 14 rows: Wind; class Play (No, Yes)>'
    """
    names = listing(columns)
    about = f": {names}" if names else ""
    return f"<{kind} of {size}{about}; class {shortened(variable)} ({listing(classes)})>"


def as_text(header: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return the first of `rows` under their `header` as aligned text, and the number of further ones.

    >>> print(as_text(["Wind", "Play"], [["weak", "no"]]))
    Wind  Play
    weak  no
    """
    cells, more = _cut(header, rows)
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    lines = (
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) for row in cells
    )
    return "\n".join((*(line.rstrip() for line in lines), *more))


def as_markdown(header: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    r"""Return the first of `rows` under their `header` as a Markdown table.

    >>> print(as_markdown(["a|b"], [["x"]]))
    | a\|b |
    |---|
    | x |
    """
    cells, more = _cut(header, rows)
    lines = ["| " + " | ".join(map(escaped, row)) + " |" for row in cells]
    lines.insert(1, "|" + "---|" * len(cells[0]))
    return "\n".join((*lines, *(f"\n{line}" for line in more)))


def _cut(header: Sequence[str], rows: Sequence[Sequence[str]]) -> tuple[list[list[str]], list[str]]:
    """Return the header and the first rows, at most so many columns, and what is left out."""
    beyond = len(header) - _COLUMNS
    cells = [[shortened(cell) for cell in row[:_COLUMNS]] for row in (header, *rows[:_ROWS])]
    omitted = [f"{len(rows) - _ROWS:,} more rows"] if len(rows) > _ROWS else []
    omitted += [f"{beyond:,} more columns"] if beyond > 0 else []
    return cells, [f"... and {' and '.join(omitted)}"] if omitted else []


def escaped(cell: str) -> str:
    """Return a cell of Markdown: nothing in it is a sign of Markdown or HTML."""
    text = printable(cell)
    for sign in "\\`*_|<>&$[]":
        text = text.replace(sign, f"\\{sign}")
    return text
