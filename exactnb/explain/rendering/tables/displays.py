"""Displays of typeset pages, rules and tables, and how many of them share a line."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from exactnb.core.record import frozen
from exactnb.explain.rendering.tables.tables import in_groups

ROOM = 96
"""The width of a line of displays, in characters of plain text."""

GAP = 4
"""The width between two displays."""


@frozen(slots=True)
class Display:
    """A formula or a table, `body`, and its approximate `width` in characters.

    One that `opens` begins a cluster, and has a line of its own where the cluster does not fit on
    one. Displays set `by_top` align their first rows, others their middles.
    """

    body: str
    width: int
    opens: bool = False
    by_top: bool = False


def in_lines(displays: Sequence[Display], room: int = ROOM) -> list[list[Display]]:
    """Return `displays` grouped into lines of at most `room` characters."""
    lines: list[list[Display]] = []
    for _, run in groupby(displays, key=lambda display: display.by_top):
        lines += _lines([*run], room)
    return lines


def _lines(displays: Sequence[Display], room: int) -> list[list[Display]]:
    """Group displays of equal alignment into lines."""
    clusters: list[list[Display]] = []
    for display in displays:
        if clusters and not display.opens:
            clusters[-1].append(display)
        else:
            clusters.append([display])
    cluster_widths = [sum(display.width + GAP for display in cluster) for cluster in clusters]
    lines = []
    for group in in_groups(cluster_widths, room + GAP):
        together = [display for cluster in clusters[group.start : group.stop] for display in cluster]
        widths = [display.width + GAP for display in together]
        # a rule and its one example stay together; of several, the rule takes a line of its own
        alone = sum(widths) > room + GAP and together[0].opens and len(together) > 2
        lines += [together[:1]] * alone
        parts = in_groups(widths[alone:], room + GAP)
        lines += [together[alone:][part.start : part.stop] for part in parts]
    return lines
