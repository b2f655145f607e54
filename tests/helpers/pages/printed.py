"""What is printed under a command, and what came out of it."""

from __future__ import annotations

_LEFT_OUT = "...\n"


def renewed(printed: str, out: str) -> str:
    r"""Return what should be printed: as many of the first lines and the last ones as were before.

    A line of three dots stands for the lines between. Where nothing is printed, nothing will be.

    >>> renewed("a\n...\nz\n", "1\n2\n3\n4\n")
    '1\n...\n4\n'
    """
    if _LEFT_OUT not in printed.splitlines(keepends=True):
        return out if printed else ""
    before, lines = printed.splitlines(keepends=True), out.splitlines(keepends=True)
    at = before.index(_LEFT_OUT)
    rest = len(before) - at - 1
    if at + rest >= len(lines):
        return out
    return "".join((*lines[:at], _LEFT_OUT, *lines[len(lines) - rest :]))
