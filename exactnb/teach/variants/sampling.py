"""Sample a document of the same problem with other data: rows, counts or parameters, from a seed."""

from __future__ import annotations

from typing import Any

from exactnb.core.arithmetic.draws import Draws
from exactnb.teach.variants.renaming import Renamer, Renaming
from exactnb.teach.variants.summaries import CountsSampler, ParametersSampler
from exactnb.teach.variants.tables import TableSampler
from exactnb.teach.variants.template import Template
from exactnb.teach.variants.writing import with_rows


class DocumentSampler:
    """Sample documents like a `template`.

    >>> sampler = DocumentSampler(Template.read("worked_examples/homework/sheet.toml"))
    >>> print(sampler.document(Draws(1))["data"]["table"][:29])
    Outlook   Temperature  Humidi
    """

    def __init__(self, template: Template) -> None:
        self.template = template
        kinds = {"table": TableSampler, "counts": CountsSampler, "parameters": ParametersSampler}
        self.sampler: Any = kinds[template.source](template)
        self.renamer = Renamer(template)

    def rows(self, draws: Draws, *, even: bool = True) -> list[list[str]]:
        """Return rows of data by the next `draws`; `even` keeps classes that are equally large so."""
        rows: list[list[str]] = self.sampler.rows(draws, even=even)
        return rows

    def document(self, draws: Draws, *, even: bool = True) -> dict[str, Any]:
        """Return a document by the next `draws`, in the template's words; `even` as in `rows`."""
        return self.written(self.rows(draws, even=even), Renaming(""))

    def written(self, rows: list[list[str]], renaming: Renaming) -> dict[str, Any]:
        """Return the document with these `rows` as data, in the words and labels of a `renaming`.

        Its source is "after" that of the template, whose data they are not.
        """
        made, header, rows = self.renamer.document(self.template.document, rows, renaming)
        if source := made.get("source", ""):
            made = {**made, "source": f"after {source.removeprefix('after ')}"}
        return with_rows(made, self.template.source, header, rows)
