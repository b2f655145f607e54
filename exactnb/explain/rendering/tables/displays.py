"""What stands on display on a typeset page: rules and tables next to each other, if there is room."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from exactnb.core.record import frozen
from exactnb.explain.rendering.tables.tables import in_groups

ROOM = 96
"""Signs that fit on a line of display, as counted in plain text."""

GAP = 4
"""Signs between two things on display."""


@frozen(slots=True)
class Display:
    """A formula or a table, and about how wide it is.

    One that `opens` begins what belongs together, and stands above it where there is no room for all of
    it on a line. What is set `by_top` has its first row beside those of others, and not its middle.
    """

    body: str
    width: int
    opens: bool = False
    by_top: bool = False


def in_lines(displays: Sequence[Display], room: int = ROOM) -> list[list[Display]]:
    """Return displays in the lines that they share."""
    lines: list[list[Display]] = []
    for _, run in groupby(displays, key=lambda display: display.by_top):
        lines += _lines([*run], room)
    return lines


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
