"""A problem file as a template: shape, labels, conventions and questions stay, the data vary."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from exactnb.core.data.files import Files
from exactnb.core.data.findings import Findings
from exactnb.core.data.readers import read_summary_text, read_text_file
from exactnb.core.model.quantity import EFFORT
from exactnb.core.problem.declared import read_families
from exactnb.core.problem.milestones import with_milestones
from exactnb.core.problem.problem import Problem
from exactnb.core.problem.problem_file import read_rows
from exactnb.core.problem.questions import Question, read_credit, read_questions
from exactnb.core.problem.sections import Section
from exactnb.core.problem.toml import read_problem_toml
from exactnb.core.record import frozen
from exactnb.errors import Place
from exactnb.teach.grading.answer_key import choose_questions
from exactnb.teach.variants.writing import with_rows

_WITHOUT = ("file", "decimal")  # keys of data that a table inside the file does not need
_NOT_KEPT = ("ask", "accept", "variants")  # of the template, or of its numbers alone
SETTINGS = Place.of("variants")


@frozen(eq=False)
class Template:
    """A document with its data inside, its problem, and its questions.

    `accepted` holds for the template's own numbers alone: answers that a person accepted.

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
    accepted: Mapping[str, Any]

    @classmethod
    def read(
        cls, path: str | Path, *, requested: Sequence[str] = (), files: bool | None = None
    ) -> Template:
        """Return the template in the problem file at `path`; `requested` replaces its questions.

        Without any, the questions are those of the sheet of the problem. `files` says whether the
        problem may read files; None leaves that to the default.
        """
        with Place.file(path):
            text = read_text_file(Path(path))
            return cls.from_document(read_problem_toml(text), requested, Files.of(Path(path), files))

    @classmethod
    def from_document(
        cls, document: Mapping[str, Any], requested: Iterable[str], files: Files
    ) -> Template:
        """Return the template in a `document`, its data read from `files` if they are elsewhere.

        `requested` quantities replace its questions.
        """
        problem = Problem.from_document(document, files)
        requested = tuple(requested)
        if problem.questions and not requested:
            questions = list(document["question"])
        else:
            default = choose_questions(problem, requested, EFFORT)
            questions = [{"id": question.id, "quantity": question.quantity} for question in default]
        data = Section(document["data"], "data")
        source = next(key for key in ("table", "file", "counts", "parameters") if key in data)
        if source in ("table", "file"):
            _, header, rows, findings = read_rows(data, source, data["text"], files)
        else:
            corner, classes, named_rows = read_summary_text(data[source])
            header = [corner or problem.schema.class_variable, *classes]
            rows, findings = [[name, *cells] for _, name, cells in named_rows], Findings()
        with Place.of("question"):
            questions = [_canonical_question(question, problem) for question in questions]
        families = read_families(document.get("families", {}))
        credit = read_credit(document.get("credit", {}))
        read = read_questions(questions, credit=credit, families=families)
        inside = {key: value for key, value in document["data"].items() if key not in _WITHOUT}
        used = {c: names for c, names in findings.declared.items() if c in problem.schema.columns}
        if used:
            inside["values"] = used | inside.get("values", {})
        key = "table" if source == "file" else source
        shared = {name: value for name, value in document.items() if name not in _NOT_KEPT}
        made = shared | {"data": {key: "", **inside}, "question": questions}
        if "milestone" in made:
            milestones = [
                {**milestone, "quantity": str(problem.scope.resolve(str(milestone["quantity"])))}
                for milestone in ([] if requested else made["milestone"])
            ]
            made |= {"milestone": milestones}
            read = with_milestones(read, milestones)
        settings = Section(document.get("variants", {}), "variants")
        accepted = {} if requested or "accept" not in document else {"accept": document["accept"]}
        return cls(made, problem, read, tuple(header), tuple(map(tuple, rows)), settings, accepted)

    @property
    def data_key(self) -> str:
        """Return the key of the data: table, counts or parameters."""
        return next(key for key in ("table", "counts", "parameters") if key in self.document["data"])

    def original_document(self) -> dict[str, Any]:
        """Return the document with the template's own data, and the answers accepted there.

        >>> template = Template.read("worked_examples/homework/sheet.toml")
        >>> template.original_document()["data"]["table"][:7]
        'Outlook'
        """
        return with_rows({**self.document, **self.accepted}, self.data_key, self.header, self.rows)


def _canonical_question(question: Mapping[str, Any], problem: Problem) -> dict[str, Any]:
    """Return a question with the canonical name of its quantity, as its id too if that was the name."""
    if "quantity" not in question:
        return dict(question)
    name = str(problem.scope.resolve(str(question["quantity"])))
    identity = name if question["id"] == question["quantity"] else question["id"]
    return {**question, "id": identity, "quantity": name}
