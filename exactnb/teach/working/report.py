"""Reports on a working: as text with a caret under what is wrong, and as JSON."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING

from exactnb.core.data.escaping import safe_json
from exactnb.errors import printable

if TYPE_CHECKING:
    from exactnb.teach.working.judging import Judged
    from exactnb.teach.working.working import Working

SCHEMA = "exactnb.working/1"
_MARKS = {"right": "✓", "wrong": "✗", "does_not_follow": "✗", "unread": " ", "unused": "·"}
_WORDS = {"wrong": "wrong", "does_not_follow": "does not follow"}


def as_text(working: Working, width: int = 80) -> str:
    """Return the lines as they were written, each marked, with a caret under the first that is wrong."""
    judged: dict[int, list[Judged]] = {}
    for line in working.lines:
        judged.setdefault(line.claim.place[0], []).append(line)
    rows = []
    first = working.first_wrong
    for number, text in enumerate(working.text.splitlines(), start=1):
        here = judged.get(number, [])
        blamed = [line for line in working.lines if line.place is not None and line.place[0] == number]
        marks = {_MARKS[line.verdict] for line in here}
        mark = "✗" if blamed else next((m for m in ("✗", "✓", "·") if m in marks), " ")
        if not text.strip() and not here:
            continue
        rows.append(f"{number:4} {mark} {printable(text)}".rstrip())
        for line in blamed:
            assert line.place is not None
            column = line.place[1]
            rows.append(" " * (6 + column) + "^")
            rows += textwrap.wrap(
                f"{_WORDS[line.verdict]}: {printable(line.message)}", width, initial_indent=" " * 7,
                subsequent_indent=" " * 7,
            )  # fmt: skip
        for line in here:
            if line.verdict == "right" and line.message:
                rows.append(f"       ({printable(line.message)})")
    claims = [line for line in working.lines if line.verdict != "unread"]
    right = sum(line.verdict == "right" for line in claims)
    head = f"The first line that is wrong is line {first}." if first is not None else "No line is wrong."
    return "\n".join([f"{head} {right} of {len(claims)} claims are right.", "", *rows])


def as_json(working: Working) -> str:
    """Return a working as JSON, `exactnb.working/1`."""
    lines = [
        {
            "line": line.claim.place[0],
            "text": line.claim.statement.text.strip(),
            "read_as": line.read_as,
            "verdict": line.verdict,
            "kind": line.claim.kind,
            "place": list(line.place) if line.place is not None else None,
            "slip": line.mistakes[0] if line.mistakes else None,
            "message": line.message,
        }
        for line in working.lines
    ]
    return safe_json({"schema": SCHEMA, "first_wrong": working.first_wrong, "lines": lines})
