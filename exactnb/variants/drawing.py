"""A document of the same problem with other data: rows, counts or parameters, drawn from a seed."""

from __future__ import annotations

from typing import Any, Protocol

from exactnb.arithmetic.draws import Draws
from exactnb.variants.summaries import CountsDrawn, ParametersDrawn
from exactnb.variants.tables import RowsDrawn
from exactnb.variants.template import Template
from exactnb.variants.writing import summary_text, table_text


class Drawn(Protocol):
    """What draws rows: of observations, of counts, of parameters."""

    def rows(self, draws: Draws, *, even: bool = True) -> list[list[str]]:
        """Return the rows; `even` keeps classes that are equally large so."""


class Drawing:
    """Draw documents like a template.

    >>> drawing = Drawing(Template.read("worked_examples/homework/sheet.toml"))
    >>> print(drawing.document(Draws(1))["data"]["table"][:29])
    Outlook   Temperature  Humidi
    """

    def __init__(self, template: Template) -> None:
        self.template = template
        kinds = {"table": RowsDrawn, "counts": CountsDrawn, "parameters": ParametersDrawn}
        self.drawn: Drawn = kinds[template.source](template)  # type: ignore[assignment]

    def document(self, draws: Draws, *, even: bool = True) -> dict[str, Any]:
        """Return a document; `even` keeps classes that are equally large so."""
        template = self.template
        rows = self.drawn.rows(draws, even=even)
        if template.source == "table":
            text = table_text(template.header, rows, str(template.document["data"].get("text", "text")))
        else:
            text = summary_text(template.header, rows)
        data = {**template.document["data"], template.source: text}
        return {**template.document, "data": data}
