"""Displays in LaTeX, several of them in a line."""

from __future__ import annotations

from collections.abc import Sequence

from exactnb.explain.rendering.tables.displays import ROOM, Display, in_lines

_ARRAY = r"\begin{array}{"


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
