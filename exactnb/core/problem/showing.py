"""How a problem shows itself at a prompt and in a notebook: its title, its data, its queries."""

from __future__ import annotations

from collections.abc import Mapping

from exactnb.core.data.showing import escaped
from exactnb.core.problem.observing import RawQuery
from exactnb.core.problem.types import Data
from exactnb.errors import printable


def as_text(title: str, data: Data, queries: Mapping[str, RawQuery]) -> str:
    """Return a problem as text: its `title`, its `data`, its `queries`."""
    return "\n\n".join(filter(None, [printable(title), str(data), *_query_lines(queries)]))


def as_markdown(title: str, data: Data, queries: Mapping[str, RawQuery]) -> str:
    """Return the `data` as a table in Markdown, under the `title`, with the `queries` below."""
    head = [f"**{escaped(title)}**"] if title else []
    return "\n\n".join([*head, data._looks_()["markdown"], *map(escaped, _query_lines(queries))])


def _query_lines(queries: Mapping[str, RawQuery]) -> list[str]:
    """Return each query as a line."""
    rows = []
    for identity, query in queries.items():
        text = query
        if not isinstance(query, str):
            cells = query if isinstance(query, Mapping) else {**query.cells, **query.words()}
            text = ", ".join(f"{column}={value}" for column, value in cells.items())
        rows.append(printable(f"{identity}: {text}"))
    return rows
