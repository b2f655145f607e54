"""Reports on workings: one as text with a caret under what is wrong, as JSON, as a page; and a class.

How to read: `as_text`, `as_json` and `as_page` are of one working, `class_text` and `class_json` of
all; `first_mistakes` says where students lose their way.
"""

from __future__ import annotations

import textwrap
from collections import Counter
from collections.abc import Mapping
from typing import Any

from exactnb.core.arithmetic.integers import exact_text
from exactnb.core.data.escaping import safe_json
from exactnb.errors import printable
from exactnb.explain.rendering.pages.html_page import page
from exactnb.explain.rendering.pages.jinja import macros
from exactnb.teach.working.judging import Judged
from exactnb.teach.working.working import WRONG, Working

SCHEMA = "exactnb.working/1"
_MARKS = {"right": "✓", "wrong": "✗", "does_not_follow": "✗", "unused": "·"}
_VERDICTS = {"wrong": "wrong", "does_not_follow": "does not follow"}
_INDENT = " " * 7  # the number of a line, its mark, and blanks around them
_STYLE = """.working{font-family:ui-monospace,"DejaVu Sans Mono",monospace;font-size:.92em;
border-collapse:collapse;width:100%}
.working td{text-align:left;vertical-align:top;padding:.1rem .5rem;white-space:pre-wrap;
overflow-wrap:anywhere}
.working .number{text-align:right;color:var(--soft);white-space:nowrap;width:1%}
.working .mark{width:1%}
.working .fails td{background:color-mix(in srgb,#c33 12%,transparent)}
.working .holds .mark{color:#2a7d2a}
.working .fails .mark,.working .blame{color:#b3261e}.working .remark{color:var(--soft)}
.working .blame,.working .remark{font-family:system-ui,sans-serif}
"""


def as_text(working: Working, width: int = 80) -> str:
    r"""Return a working as it was written, each line marked, with a caret under what is wrong.

    >>> from exactnb.teach.working.working import verify_working
    >>> tennis = "worked_examples/play_tennis/play_tennis.toml"
    >>> print(as_text(verify_working(tennis, "P(Yes) = 9/14\nP(No) = 5/9")))
    The first line that is wrong is line 2. 1 of 2 claims is right.
    <BLANKLINE>
       1 ✓ P(Yes) = 9/14
       2 ✗ P(No) = 5/9
               ^
           wrong: P(No) is 5/14, not 5/9. The priors of all classes sum to 1; these
           sum to 151/126.
    """
    rows = [working.summary, *_marks(working), ""]
    for row in lines_of(working):
        rows.append(f"{row['number']:4} {row['mark']} {printable(row['text'])}".rstrip())
        for line in row["blamed"]:
            rows.append(f"{_INDENT}{' ' * (line.place[1] - 1)}^")
            text = f"{_VERDICTS[line.verdict]}: {printable(line.message)}"
            rows += textwrap.wrap(text, width, initial_indent=_INDENT, subsequent_indent=_INDENT)
        rows += [f"{_INDENT}({printable(note)})" for note in row["notes"]]
    return "\n".join(rows)


def _marks(working: Working) -> list[str]:
    if not working.marks:
        return []
    earned = [
        f"{printable(mark.question)} {exact_text(mark.earned)}/{exact_text(mark.points)}"
        for mark in working.marks
    ]
    total = f"{exact_text(working.earned)} of {exact_text(working.points)} points"
    return textwrap.wrap(f"{total}: {', '.join(earned)}.", 80)


def lines_of(working: Working) -> list[dict[str, Any]]:
    """Return each line of the file that is not empty, with its mark, what is wrong in it, and notes."""
    claims: dict[int, list[Judged]] = {}
    blamed: dict[int, list[Judged]] = {}
    for line in working.lines:
        claims.setdefault(line.claim.place[0], []).append(line)
        if line.verdict in WRONG and line.place is not None:
            blamed.setdefault(line.place[0], []).append(line)
    rows = []
    for number, text in enumerate(working.text.splitlines(), start=1):
        if not text.strip():
            continue
        here, wrong = claims.get(number, []), blamed.get(number, [])
        marks = {_MARKS.get(line.verdict, " ") for line in here if line.verdict not in WRONG}
        mark = "✗" if wrong else next((m for m in "✓·" if m in marks), " ")
        notes = [line.message for line in here if line.verdict in ("right", "unread") and line.message]
        rows.append({
            "number": number, "text": text, "mark": mark, "blamed": wrong,
            "notes": list(dict.fromkeys(notes)),
        })  # fmt: skip
    return rows


def as_json(working: Working) -> str:
    """Return a working as JSON, `exactnb.working/1`."""
    return safe_json({"schema": SCHEMA, **_as_object(working)})


def as_page(working: Working, title: str) -> str:
    """Return a working as a page of HTML."""
    template = macros("exactnb.teach.working", "report.html.j2", exact=exact_text)
    body = template.working(title, working, lines_of(working), _VERDICTS)
    return page(title, body, _STYLE)


def class_text(workings: Mapping[str, Working | str], width: int = 80) -> str:
    """Return the workings of a class by student, with the first wrong lines, and where most go wrong.

    A text in the place of a working says why it was not read.
    """
    names = [printable(name) for name in workings]
    widest = max(map(len, names), default=0)
    rows = []
    for name, working in zip(names, workings.values(), strict=True):
        if isinstance(working, str):
            rows.append(f"{name:{widest}}  not read: {printable(working)}")
            continue
        points = (
            f"{exact_text(working.earned)} of {exact_text(working.points)}" if working.marks else ""
        )
        first = working.first_wrong
        where = "no line is wrong" if first is None else f"line {first} is wrong first"
        rows.append("  ".join(filter(None, (f"{name:{widest}}", points, where))))
    mistakes = first_mistakes(workings)
    if mistakes:
        rows += ["", "Where a working goes wrong first:"]
        for place, students in mistakes.most_common():
            rows += textwrap.wrap(f"{students:4}  {place}", width, subsequent_indent=" " * 6)
    return "\n".join(rows)


def first_mistakes(workings: Mapping[str, Working | str]) -> Counter[str]:
    """Count where workings go wrong first: at which quantity, with which message."""
    places: Counter[str] = Counter()
    for working in workings.values():
        if isinstance(working, str):
            continue
        blamed = next((line for line in working.lines if line.verdict in WRONG), None)
        if blamed is not None:
            places[str(blamed.name) if blamed.name is not None else blamed.message] += 1
    return places


def class_json(workings: Mapping[str, Working | str]) -> str:
    """Return the workings of a class as JSON: those of one student as `as_json` writes them."""
    students = [
        {"student": name, **({"not_read": of} if isinstance(of, str) else _as_object(of))}
        for name, of in workings.items()
    ]
    return safe_json({"schema": SCHEMA, "students": students})


def _as_object(working: Working) -> dict[str, Any]:
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
    marks = [
        {
            "question": mark.question,
            "points": exact_text(mark.points),
            "earned": exact_text(mark.earned),
            "line": mark.line,
        }
        for mark in working.marks
    ]
    return {"first_wrong": working.first_wrong, "marks": marks, "lines": lines}
