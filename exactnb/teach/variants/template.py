"""A problem file taken as a template: shape, labels, conventions and questions stay, data vary."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from exactnb.core.data.documents import Documents
from exactnb.core.data.files import Files
from exactnb.core.data.readers import read_summary_text, read_text_file
from exactnb.core.data.table import Table
from exactnb.core.lazy import once
from exactnb.core.model.effort import EFFORT
from exactnb.core.problem.data_section import read_rows
from exactnb.core.problem.problem import Problem
from exactnb.core.problem.questions import Question, read_credit, read_questions
from exactnb.core.problem.sections import Section
from exactnb.core.problem.toml import read_problem_toml
from exactnb.core.record import frozen
from exactnb.errors import Place
from exactnb.teach.grading.answer_key import choose_questions
from exactnb.teach.variants.writing import with_rows

_WITHOUT = ("file", "decimal")  # keys of data that a table in the file itself does not need
_NOT_KEPT = ("ask", "accept", "variants")  # which are of the template, or of its numbers
SETTINGS = Place.of("variants")


@frozen(eq=False)
class Template:
    """Hold a document with its data inside, the problem that it is, and what is asked.

    `kept` is what holds for the template's own numbers alone: answers that were accepted.

    >>> template = Template.read("worked_examples/homework/sheet.toml")
    >>> template.header[0], len(template.rows), [question.id for question in template.questions][:2]
    ('Outlook', 14, ['prior', 'wind'])
    """

    document: Mapping[str, Any]
    problem: Problem
    questions: tuple[Question, ...]
    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    settings: Section
    kept: Mapping[str, Any]

    @classmethod
    def read(
        cls, path: str | Path, *, asked: Sequence[str] = (), files: bool | None = None
    ) -> Template:
        """Return the template in a problem file; `asked` are quantities in the place of its questions.

        Where it has none, it is what the sheet of the problem asks.
        """
        with Place.file(path):
            text = read_text_file(Path(path))
            return cls.of(read_problem_toml(text), asked, Files.of(Path(path), files))

    @classmethod
    def of(cls, document: Mapping[str, Any], asked: Iterable[str], files: Files) -> Template:
        """Return the template that a document is, its data read from where they stand."""
        problem = Problem.from_document(document, files)
        asked = tuple(asked)
        if problem.questions and not asked:
            questions = list(document["question"])
        else:
            found = choose_questions(problem, asked, EFFORT)
            questions = [{"id": each.id, "quantity": each.quantity} for each in found]
        data = Section(document["data"], "data")
        source = next(key for key in ("table", "file", "counts", "parameters") if key in data)
        if source in ("table", "file"):
            _, header, rows = read_rows(data, source, data["text"], files)
        else:
            header, rows = _summary(data[source], problem.schema.class_variable)
        with Place.of("question"):
            questions = [_canonical(each, problem) for each in questions]
        read = read_questions(questions, credit=read_credit(document.get("credit", {})))
        inside = {key: value for key, value in document["data"].items() if key not in _WITHOUT}
        key = "table" if source == "file" else source
        kept = {name: value for name, value in document.items() if name not in _NOT_KEPT}
        made = kept | {"data": {key: "", **inside}, "question": questions}
        settings = Section(document.get("variants", {}), "variants")
        own = {} if asked or "accept" not in document else {"accept": document["accept"]}
        return cls(made, problem, read, tuple(header), tuple(map(tuple, rows)), settings, own)

    @property
    def source(self) -> str:
        """Return the key of the data: table, counts or parameters."""
        return next(key for key in ("table", "counts", "parameters") if key in self.document["data"])

    def own_document(self) -> dict[str, Any]:
        """Return the document with the template's own data in it, and what was accepted there.

        >>> template = Template.read("worked_examples/homework/sheet.toml")
        >>> template.own_document()["data"]["table"][:7]
        'Outlook'
        """
        return with_rows({**self.document, **self.kept}, self.source, self.header, self.rows)

    @once
    def is_observed(self) -> bool:
        """Say whether the data are rows, and not what is known of them."""
        return isinstance(self.problem.data, Table | Documents)


def _canonical(question: Mapping[str, Any], problem: Problem) -> dict[str, Any]:
    """Return a question that names its quantity canonically, and itself too if it is called by it."""
    name = str(problem.scope.resolve(str(question["quantity"])))
    identity = name if question["id"] == question["quantity"] else question["id"]
    return {**question, "id": identity, "quantity": name}


def _summary(text: str, variable: str) -> tuple[list[str], list[list[str]]]:
    """Return the header and the rows of counts or parameters; a corner that is missing is filled."""
    corner, classes, rows = read_summary_text(text)
    return [corner or variable, *classes], [[name, *cells] for _, name, cells in rows]
