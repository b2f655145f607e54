"""Displays of typeset pages, rules and tables: how many of them share a line, and a line in LaTeX."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from exactnb.core.record import frozen
from exactnb.explain.rendering.tables.tables import in_groups

ROOM = 96
"""The width of a line of displays, in characters of plain text."""

GAP = 4
"""The width between two displays."""

_ARRAY = r"\begin{array}{"


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


def side_by_side(displays: Sequence[Display], room: int = ROOM) -> list[str]:
    r"""Return `displays` in lines of at most `room` characters; a cluster shares a line or has its own.

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


def displayed(body: str, environment: tuple[str, str] = (r"\[", r"\]")) -> str:
    """Return `body` in a display `environment`, without the empty line of a paragraph before it."""
    begin, end = environment
    return f"\\noindent{begin}\n{body}\n{end}"


def _aligned(line: Sequence[Display]) -> list[str]:
    """Return the bodies of a line; if all are tables, they are aligned at their heads."""
    bodies = [display.body for display in line]
    if len(bodies) > 1 and all(body.startswith(_ARRAY) for body in bodies):
        return [rf"\begin{{array}}[t]{{{body.removeprefix(_ARRAY)}" for body in bodies]
    return bodies
