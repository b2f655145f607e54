"""What stands on display in LaTeX: rules and tables next to each other, where there is room."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from exactnb.rendering.tables import in_groups

ROOM = 96
"""Signs that fit on a line of display, as counted in plain text."""

GAP = 4
"""Signs between two things on display."""

_ARRAY = r"\begin{array}{"


@dataclass(frozen=True, slots=True)
class Display:
    """A formula or a table, and about how wide it is.

    One that `opens` begins what belongs together, and stands above it where there is no room for all of
    it on a line. What is set `by_top` has its first row beside those of others, and not its middle.
    """

    body: str
    width: int
    opens: bool = False
    by_top: bool = False


def side_by_side(displays: Sequence[Display], room: int = ROOM) -> list[str]:
    r"""Return displays in lines; what belongs together shares a line with other things or has its own.

    >>> rule, table = Display("a", 30, opens=True), Display("b", 30)
    >>> print("\n".join(side_by_side([rule, table, rule, table], room=70)))
    \noindent\[
    a
    \qquad
    b
    \]
    \noindent\[
    a
    \qquad
    b
    \]
    """
    return [displayed("\n\\qquad\n".join(_aligned(line))) for line in in_lines(displays, room)]


def in_lines(displays: Sequence[Display], room: int = ROOM) -> list[list[Display]]:
    """Return displays in the lines that they share."""
    lines: list[list[Display]] = []
    for _, run in groupby(displays, key=lambda display: display.by_top):
        lines += _lines([*run], room)
    return lines


def displayed(body: str, environment: tuple[str, str] = (r"\[", r"\]")) -> str:
    """Return a formula on display; no empty line of a paragraph stands before it."""
    begin, end = environment
    return f"\\noindent{begin}\n{body}\n{end}"


def _aligned(line: Sequence[Display]) -> list[str]:
    """Return what stands in a line; tables alone have their heads beside each other."""
    bodies = [display.body for display in line]
    if len(bodies) > 1 and all(body.startswith(_ARRAY) for body in bodies):
        return [rf"\begin{{array}}[t]{{{body.removeprefix(_ARRAY)}" for body in bodies]
    return bodies


def _lines(displays: Sequence[Display], room: int) -> list[list[Display]]:
    """Return displays that may stand next to each other in lines."""
    clusters: list[list[Display]] = []
    for display in displays:
        if clusters and not display.opens:
            clusters[-1].append(display)
        else:
            clusters.append([display])
    lines = []
    for group in in_groups([_width(cluster) + GAP for cluster in clusters], room + GAP):
        together = [display for cluster in clusters[group.start : group.stop] for display in cluster]
        widths = [display.width + GAP for display in together]
        alone = sum(widths) > room + GAP and together[0].opens and len(together) > 2
        lines += [together[:1]] * alone
        parts = in_groups(widths[alone:], room + GAP)
        lines += [together[alone:][part.start : part.stop] for part in parts]
    return lines


def _width(displays: Sequence[Display]) -> int:
    """Return how many signs displays take next to each other."""
    return sum(display.width for display in displays) + GAP * (len(displays) - 1)
