"""Reports on one working: as text with a caret under what is wrong, as JSON, as a page.

How to read: `as_text`, `as_json` and `as_page` are the forms; the others are parts of these and of the
reports on classes and sheets.
"""

from __future__ import annotations

import textwrap
from collections.abc import Mapping
from typing import Any

from exactnb.core.arithmetic.integers import exact_text
from exactnb.core.data.escaping import safe_json
from exactnb.core.expression.widths import cut
from exactnb.errors import printable
from exactnb.explain.rendering.pages.html_text import page
from exactnb.explain.rendering.pages.jinja import macros
from exactnb.explain.rendering.pages.markdown_text import paragraph, text
from exactnb.teach.grading.reports.class_sections import first_few_names
from exactnb.teach.grading.reports.regrading import OF_WORKINGS
from exactnb.teach.grading.scores import points_text
from exactnb.teach.grading.working.working import WRONG, Judged, Mark, Working, summarize

_MARKS = {
    "right": "✓", "wrong": "✗", "does_not_follow": "✗", "not_equivalent": "✗", "impossible": "✗",
    "unused": "·",
}  # fmt: skip
_NOTED = ("right", "impossible", "unread", "open")
VERDICTS = {
    "wrong": "wrong", "does_not_follow": "does not follow", "not_equivalent": "not equivalent"
}  # fmt: skip
_INDENT = " " * 7  # the number of a line, its mark, and blanks around them
STYLE = """.working{font-family:ui-monospace,"DejaVu Sans Mono",monospace;font-size:.92em;
border-collapse:collapse;width:100%}
.working td{text-align:left;vertical-align:top;padding:.1rem .5rem;white-space:pre-wrap;
overflow-wrap:anywhere}
.working .number{text-align:right;color:var(--soft);white-space:nowrap;width:1%}
.working .mark{width:1%}
.working .fails td{background:color-mix(in srgb,#c33 12%,transparent)}
.working .holds .mark{color:#2a7d2a}
.working .fails .mark,.working .blame{color:#b3261e}.working .remark{color:var(--soft)}
.typed{font-family:ui-monospace,"DejaVu Sans Mono",monospace;font-size:.92em}
.plain .figure{text-align:right;font-variant-numeric:tabular-nums}
.plain .figure+:not(.figure){padding-left:.7rem}
.plain thead th:not(.figure){padding-right:.5em}.plain .key{font-size:.9em}
summary h3{display:inline;font-size:1.05rem;margin:0}
.working .blame,.working .remark{font-family:system-ui,sans-serif}
"""


def as_text(working: Working, width: int = 80) -> str:
    r"""Return a working as it was written, each line marked, with a caret under what is wrong.

    >>> from exactnb import verify_working
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
    rows = [working.summary, *marks_text(working, width), ""]
    for row in line_objects(working):
        rows.append(f"{row['number']:4} {row['mark']} {printable(row['text'])}".rstrip())
        for line in row["blamed"]:
            rows.append(f"{_INDENT}{' ' * (line.place[1] - 1)}^")
            blame = f"{VERDICTS[line.verdict]}: {printable(line.message)}"
            rows += textwrap.wrap(blame, width, initial_indent=_INDENT, subsequent_indent=_INDENT)
        for note in row["notes"]:
            more = f"{_INDENT} "
            rows += textwrap.wrap(
                f"({printable(note)})", width, initial_indent=_INDENT, subsequent_indent=more
            )
    return "\n".join(rows)


def marks_text(working: Working, width: int = 80) -> list[str]:
    """Return the points of a working, and of each question or milestone, in lines of a `width`."""
    if not working.marks:
        return []
    if not working.is_read:
        return [f"Open: {points_text(working.earned)} to {points_text(working.points)} points."]
    total = f"{points_text(working.earned)} of {points_text(working.points)} points"
    if working.marks[0].name is None:
        return [f"{total}."]
    earned = [f"{printable(mark.question)} {mark_points_text(mark)}" for mark in working.marks]
    return textwrap.wrap(f"{total}: {', '.join(earned)}.", width)


def mark_points_text(mark: Mark) -> str:
    """Return the points of a mark, 2/3; "3/2 of 3" where one of them is a fraction itself."""
    is_whole = mark.earned.denominator == mark.points.denominator == 1
    return f"{points_text(mark.earned)}{'/' if is_whole else ' of '}{points_text(mark.points)}"


def line_objects(working: Working) -> list[dict[str, Any]]:
    """Return each line of `working` that is not empty, with its mark, its mistakes, and notes."""
    claims: dict[int, list[Judged]] = {}
    blamed: dict[int, list[Judged]] = {}
    for line in working.lines:
        claims.setdefault(line.claim.place[0], []).append(line)
        if line.is_to_blame and line.place is not None:
            blamed.setdefault(line.place[0], []).append(line)
    rows = []
    for number, written in enumerate(working.text.splitlines(), start=1):
        if not written.strip():
            continue
        here, wrong = claims.get(number, []), blamed.get(number, [])
        marks = {_MARKS.get(line.verdict, " ") for line in here if line.verdict not in WRONG}
        mark = "✗" if wrong else next((m for m in "✗✓·" if m in marks), " ")
        notes = [_note(line) for line in here if line.message and line.verdict in _NOTED]
        rows.append({
            "number": number, "text": written, "mark": mark, "blamed": wrong,
            "notes": list(dict.fromkeys(notes)),
        })  # fmt: skip
    return rows


def _note(line: Judged) -> str:
    """Return what is said of a line that is not blamed; with its column where it was not read."""
    column = f"column {line.place[1]}: " if line.verdict == "unread" and line.place is not None else ""
    return column + line.message


def as_json(working: Working) -> str:
    """Return a working as JSON, `exactnb.working/1`."""
    return safe_json({"schema": OF_WORKINGS, **as_object(working)})


def as_page(working: Working, title: str) -> str:
    """Return a `working` as a page of HTML under a `title`."""
    return page(title, page_macros().working(title, working, line_objects(working), VERDICTS), STYLE)


def lines_html(working: Working) -> str:
    """Return the lines of a working as a table of HTML, a part of another page."""
    return str(page_macros().lines(line_objects(working), VERDICTS))


def page_macros() -> Any:
    """Return the macros of the pages on workings."""
    return macros(
        __package__,
        "report.html.j2",
        exact=points_text,
        few=first_few_names,
        of_points=mark_points_text,
    )


def summary_text(workings: Mapping[str, Working], width: int = 80) -> list[str]:
    """Return what the workings of a class say together, in lines of a `width`."""
    summary = summarize(workings)
    costs = [(points_text(cause.points), cause) for cause in summary.causes]
    sections: dict[str, list[tuple[int, str]]] = {
        "Where a working goes wrong first:": [(number, place) for place, number in summary.lost],
        "Why points are lost, by students:": [
            (cause.students, f"{cause.name} ({points} point{'s' * (cause.points != 1)})")
            for points, cause in costs
        ],
        "Not read, and not blamed:": [
            (len(who), f"{cut(line, width)} ({first_few_names(who)})") for line, who in summary.unread
        ],
    }
    rows: list[str] = []
    for heading, entries in sections.items():
        rows += ["", heading] if entries else []
        for students, name in entries:
            rows += textwrap.wrap(f"{students:4}  {printable(name)}", width, subsequent_indent=" " * 6)
    return rows


def summary_html(workings: Mapping[str, Working]) -> str:
    """Return what the workings of a class say together as HTML, a part of another page."""
    return str(page_macros().summary(summarize(workings), "h4"))


def feedback_markdown(working: Working, feedback: str) -> list[str]:
    """Return the `feedback` on a working, its first wrong line and its points, in Markdown."""
    excerpt = "\n".join(f"    {row}".rstrip() for row in working.first_wrong_excerpt)
    marks = " ".join(marks_text(working, 1_000))
    parts = [paragraph(line_text(feedback)), excerpt, paragraph(line_text(marks))]
    return [part for part in parts if part]


def line_text(raw: str) -> str:
    """Return `raw` text as a paragraph of Markdown, where a bar ends no cell."""
    return text(raw).replace("&#124;", "|")


def as_object(working: Working) -> dict[str, Any]:
    """Return a working as plain data, as JSON has it."""
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
    return {
        "first_wrong": working.first_wrong,
        "score": exact_text(working.earned),
        "points": exact_text(working.points),
        "marks": [
            {
                "question": mark.question,
                "quantity": None if mark.name is None else str(mark.name),
                "points": exact_text(mark.points),
                "earned": exact_text(mark.earned),
                "line": mark.line,
            }
            for mark in working.marks
        ],
        "lines": lines,
    }
