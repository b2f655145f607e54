"""A report as text, as Markdown and as a page; and as JSON, exactnb.audit/1, with numbers as text.

How to read: `FORMS` has what is written of the parts of a report; `audit_json` and `counts_json` need
no parts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from textwrap import wrap
from typing import Any

import exactnb
from exactnb.core.data.escaping import safe_json
from exactnb.core.expression.widths import display_width, fitting, padded, printable_text
from exactnb.explain.rendering.formulas.values import value_entry
from exactnb.explain.rendering.pages import html_text, markdown_text
from exactnb.explain.rendering.pages.html_text import element, escaped, scrolling_table
from exactnb.explain.rendering.pages.markdown_text import pipe_table
from exactnb.teach.alternatives.alternative import Alternative
from exactnb.teach.auditing.auditing import Audit, Explained
from exactnb.teach.auditing.possible import Possible
from exactnb.teach.auditing.printed_numbers import PrintedBlock, PrintedNumber
from exactnb.teach.auditing.reports.report_text import (
    BulletList,
    Heading,
    Prose,
    ReportPart,
    ReportTable,
)

_WIDEST, _GAP = 40, 3
SCHEMA = "exactnb.audit/1"
"""The schema of audits as JSON."""


def as_text(parts: Iterable[ReportPart], *, width: int = 80) -> str:
    """Return a report as text, in lines of at most `width` columns where names let them.

    >>> parts = [Heading("Eight rows", 1), Prose("one number"), ReportTable((("a", "b"), ("1/3", "2")))]
    >>> print(as_text(parts), end="")
    Eight rows
    one number
       a     b
       1/3   2
    """
    rows: list[str] = []
    for part in parts:
        match part:
            case Heading(text, level):
                rows += ["", text] if level > 1 else [text]
            case Prose(text):
                rows += wrap(text, width)
            case BulletList(items):
                for item in items:
                    rows += wrap(item, width, initial_indent="   - ", subsequent_indent="     ")
            case ReportTable(table):
                rows += _cut_and_aligned(table)
    return printable_text(rows) + "\n"


def _cut_and_aligned(table: tuple[tuple[str, ...], ...]) -> list[str]:
    columns = range(len(table[0]))
    widths = [min(max(display_width(row[column]) for row in table), _WIDEST) for column in columns]
    cells = (
        [
            fitting(row[column], widths[column]) if column < len(row) - 1 else padded(row[column], 0)
            for column in columns
        ]
        for row in table
    )
    return [" " * _GAP + (" " * _GAP).join(row) for row in cells]


def as_markdown(parts: Iterable[ReportPart]) -> str:
    r"""Return the `parts` of a report as Markdown.

    >>> print(as_markdown([Heading("Eight rows"), BulletList(("a *b*",))]), end="")
    ## Eight rows
    <BLANKLINE>
    - a \*b\*
    """
    blocks = []
    for part in parts:
        match part:
            case Heading(text, level):
                blocks.append("#" * level + " " + markdown_text.text(text))
            case Prose(text):
                blocks.append(markdown_text.paragraph(markdown_text.text(text)))
            case BulletList(items):
                blocks.append("\n".join(f"- {markdown_text.text(item)}" for item in items))
            case ReportTable(table):
                cells = [[markdown_text.text(cell) for cell in row] for row in table]
                blocks.append(pipe_table(cells, ["l"] * len(table[0])))
    return "\n\n".join(blocks) + "\n"


def as_page(parts: Iterable[ReportPart]) -> str:
    """Return the `parts` of a report as a page by itself.

    >>> "<h1>a &lt; b</h1>" in as_page([Heading("a < b", 1), Prose("one number")])
    True
    """
    all_parts = list(parts)
    head: list[str] = []
    body: list[str] = []
    for index, part in enumerate(all_parts):
        is_head = not any(
            isinstance(earlier, Heading) and earlier.level > 1 for earlier in all_parts[: index + 1]
        )
        (head if is_head else body).append(_part_html(part))
    title = next((part.text for part in all_parts if isinstance(part, Heading)), "Audit")
    sections = element("header", "\n".join(head)), element("main", "\n".join(body))
    return html_text.page(title, "\n".join(sections))


def _part_html(part: ReportPart) -> str:
    match part:
        case Heading(text, level):
            return element(f"h{level}", escaped(text))
        case Prose(text):
            return element("p", escaped(text))
        case BulletList(items):
            return element("ul", "\n".join(element("li", escaped(item)) for item in items))
        case ReportTable(table):
            head = "".join(element("th", escaped(cell), scope="col") for cell in table[0])
            body = (
                element("tr", "".join(element("td", escaped(cell)) for cell in row))
                for row in table[1:]
            )
            inner = element("thead", element("tr", head)), element("tbody", "\n".join(body))
            return scrolling_table(element("table", "\n".join(inner), class_="plain"), "Table")


FORMS: dict[str, Callable[[Iterable[ReportPart]], str]] = {
    "text": as_text,
    "markdown": as_markdown,
    "html": as_page,
}
"""What makes a report, by the name of its form; JSON is made of the audit itself."""


def audit_json(audit: Audit) -> str:
    """Return `audit` as JSON, by the schema exactnb.audit/1."""
    document = {
        "schema": SCHEMA,
        "engine_version": exactnb.__version__,
        "title": audit.problem.title,
        "source": audit.problem.source,
        "is_right": audit.is_right,
        "not_tried": [
            reason
            for reason in (audit.untried_changes_text, audit.untried_pairs_text)
            if reason and audit.explained
        ],
        "blocks": [
            _block_json(block, audit.explained.get(block, ()))
            | {"remarks": list(audit.remarks.get(block, ()))}
            for block in audit.blocks
        ],
    }
    if audit.habit is not None:
        explained = [str(number.name) for number in audit.habit.numbers]
        document["habit"] = {"words": audit.habit.words, "quantities": explained}
    if doubts := audit.problem.doubts:
        document["doubts"] = list(doubts)
    return safe_json(document)


def counts_json(results: Sequence[Possible]) -> str:
    """Return the counts that may lead to each printed number of `results`, as JSON."""
    document = {
        "schema": SCHEMA,
        "engine_version": exactnb.__version__,
        "is_right": all(results),
        "counts": [
            {
                "printed": result.printed,
                "n": result.n,
                "of": result.of,
                "step": str(result.step),
                "possible": bool(result),
                "counts": [
                    {"over": divisor, "rule": rule, "ranges": [list(range_) for range_ in ranges]}
                    for (divisor, rule), ranges in result.counts.items()
                ],
            }
            for result in results
        ],
    }
    return safe_json(document)


def _block_json(block: PrintedBlock, explained: Sequence[Explained]) -> dict[str, Any]:
    return {
        "where": block.where,
        "edition": block.edition or None,
        "numbers": [_number_json(number) for number in block.numbers],
        "explained": [
            {
                "quantities": [str(number.name) for number in explanation.numbers],
                "switches": explanation.fewest_switches or None,
                "by": [_alternative_json(alternative) for alternative in explanation.by],
                "tried": explanation.tried,
                "all_tried": explanation.is_complete,
                "chance": None if explanation.chance is None else str(explanation.chance),
            }
            for explanation in explained
        ],
    }


def _number_json(number: PrintedNumber) -> dict[str, Any]:
    printed = number.printed
    entry: dict[str, Any] = {
        "quantity": str(number.name),
        "printed": printed.text,
        "right": None if number.right is None else value_entry(number.right.value),
        "verdict": number.verdict.value,
    }
    if printed.times != Fraction(1) or printed.power != 1:
        entry |= {"times": str(printed.times), "power": printed.power}
    return entry | ({"why": number.why} if number.why else {})


def _alternative_json(alternative: Alternative) -> dict[str, Any]:
    return {
        "id": alternative.id,
        "detail": alternative.detail,
        "words": alternative.words,
        "switches": alternative.switch_count,
        "convention": alternative.is_convention,
    }
