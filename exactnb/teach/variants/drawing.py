"""A document of the same problem with other data: rows, counts or parameters, drawn from a seed."""

from __future__ import annotations

from typing import Any, Protocol

from exactnb.core.arithmetic.draws import Draws
from exactnb.teach.variants.renaming import Renamed, Renaming
from exactnb.teach.variants.summaries import CountsDrawn, ParametersDrawn
from exactnb.teach.variants.tables import RowsDrawn
from exactnb.teach.variants.template import Template
from exactnb.teach.variants.writing import with_rows


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
        self.renamed = Renamed(template)

    def rows(self, draws: Draws, *, even: bool = True) -> list[list[str]]:
        """Return the rows of the data; `even` keeps classes that are equally large so."""
        return self.drawn.rows(draws, even=even)

    def document(self, draws: Draws, *, even: bool = True) -> dict[str, Any]:
        """Return a document in the template's own words and labels."""
        return self.written(self.rows(draws, even=even), Renaming(""))

    def written(self, rows: list[list[str]], renaming: Renaming) -> dict[str, Any]:
        """Return the document that some rows are, in other words and labels."""
        made, header, rows = self.renamed.document(self.template.document, rows, renaming)
        return with_rows(made, self.template.source, header, rows)
