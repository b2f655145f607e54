"""What reports as pages are made of: parts that fold, tables of figures, what was typed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from exactnb.explain.rendering.pages.html_page import folded, page
from exactnb.explain.rendering.pages.html_text import element, escaped
from exactnb.explain.rendering.pictures.html_stacked import STYLE as STACKED
from exactnb.teach.grading.reports.class_sections import shown

_STYLE = f"""{STACKED}
summary :is(h2,h3){{display:inline;font-size:1.05rem;margin:0}}
.typed{{font-family:ui-monospace,"DejaVu Sans Mono",monospace;font-size:.92em}}
.plain .figure{{text-align:right;font-variant-numeric:tabular-nums}}
.plain .inner{{padding-left:2rem;color:var(--soft)}}
.derived{{border-left:3px solid var(--line);padding-left:1rem;margin:.6rem 0}}
"""


def typed(raw: str) -> str:
    """Return what was typed, on one line, in letters of equal width."""
    return element("span", escaped(shown(raw)), class_="typed")


def section(title: str, parts: Iterable[str]) -> str:
    """Return a section under its title; the parts are HTML."""
    return element("section", "\n".join([element("h2", escaped(title)), *parts]))


def folding(title: str, parts: Sequence[str], place: str, heading: str = "h3") -> str:
    """Return an open part that folds; `title` is HTML."""
    return folded(element(heading, title), "\n".join(parts), place, is_open=True)


def table(
    name: str, head: Sequence[str], rows: Sequence[Sequence[str]], *, figures: int = 0, first: int = 0
) -> str:
    """Return a table by its name, of cells that are HTML.

    The `figures` columns from the `first` one are numbers; where that is not the first column, it names
    the rows.
    """
    ends = range(first, first + figures)  # the columns of numbers, and their titles above them

    def cell(at: int, content: str) -> str:
        if first and not at:
            return element("th", content, scope="row")
        return element("td", content, **({"class_": "figure"} if at in ends else {}))

    titles = "".join(
        element("th", escaped(each), scope="col", **({"class_": "figure"} if at in ends else {}))
        for at, each in enumerate(head)
    )
    body = (element("tr", "".join(cell(at, each) for at, each in enumerate(row))) for row in rows)
    parts = element("thead", element("tr", titles)), element("tbody", "\n".join(body))
    content = element("table", "\n".join(parts), class_="plain")
    return element("div", content, class_="scroll", tabindex="0", role="region", aria_label=name)


def report_page(title: str, head: Sequence[str], parts: Sequence[str]) -> str:
    """Return a report as a page; what stands in its head and below is HTML."""
    body = element("header", "\n".join(head)), element("main", "\n".join(parts))
    return page(title, "\n".join(body), _STYLE)
