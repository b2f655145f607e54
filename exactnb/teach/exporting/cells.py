"""Exported notebooks: their cells as files, and the `Sheet` that grades answers in their variables.

nbgrader's cells print what is said and end in points, Otter's tests raise it. Files have the fourth
version of the format, https://nbformat.readthedocs.io/en/latest/format_description.html; the same
cells give the same bytes.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, cast

from exactnb.core.data.escaping import safe_json
from exactnb.core.expression.reading.refusal import Refusal
from exactnb.core.lazy import once, once_each
from exactnb.core.problem.problem import Problem
from exactnb.core.problem.toml import read_toml
from exactnb.core.record import frozen
from exactnb.errors import ExactnbError, printable
from exactnb.explain.rendering.pages import markdown_text
from exactnb.teach.answers.answer import Expects, answer_as_text
from exactnb.teach.answers.reading import read_answer
from exactnb.teach.exporting.external_grader import (
    Hint,
    Outcome,
    answer_form,
    blank_answer,
    hints_of,
    multiline_literal,
    outcome_of,
    points_and_form,
    python_dictionary,
)
from exactnb.teach.exporting.items import AssessmentItem, ItemPart
from exactnb.teach.grading.graded import Graded, Report
from exactnb.teach.grading.grader import Grader
from exactnb.teach.grading.student_feedback import on_refusal

Cell = Mapping[str, Any]


@frozen(eq=False)
class Sheet:
    r"""Hold the text of a problem file, and variables and hints of its questions by their ids.

    Hints are JSON: a hidden cell that would import what reads it shadows a student's variable.

    >>> text = "data.table = '''\na class\n1 +\n0 +\n0 -\n'''\n"
    >>> asked = "[[question]]\nid = 'prior'\nquantity = 'P(+)'\n"
    >>> sheet = Sheet(text + asked, {"prior": "prior"})
    >>> sheet.score("prior", {"prior": "1/3"})
    prior: Not right. Which class is asked about? Or: ...
    0.0
    >>> sheet.score("prior", {"prior": 2 / 3})
    prior: Right.
    1.0
    """

    text: str
    variables: Mapping[str, str]
    hints: str | Mapping[str, Sequence[Hint]] = "{}"

    @once
    def grader(self) -> Grader:
        """Return what grades the answers."""
        return Grader(Problem.from_document(read_toml(self.text)))

    @once
    def hints_of(self) -> Mapping[str, Sequence[Hint]]:
        """Return the hints of each question."""
        hints = json.loads(self.hints) if isinstance(self.hints, str) else self.hints
        return cast("Mapping[str, Sequence[Hint]]", hints)

    def score(self, identity: str, variables: Mapping[str, object]) -> float:
        """Print the feedback on the answer to `identity` in `variables`, and return its points."""
        print(f"{printable(identity)}: {self.said(identity, variables)}")
        share = self.told(identity, variables).share
        return float(share * self.graded(identity, variables).question.points)

    def share(self, identity: str, variables: Mapping[str, object]) -> Fraction:
        """Return the share of its points that the answer to `identity` in `variables` earns."""
        return self.told(identity, variables).share

    def said(self, identity: str, variables: Mapping[str, object]) -> str:
        """Return the feedback on the answer to `identity` in `variables`, with mistakes by name."""
        graded, outcome = self.graded(identity, variables), self.told(identity, variables)
        if graded.is_right and not graded.follows:
            return "Right."
        if graded.is_blank:
            return "There is no answer."
        causes = f" ({', '.join(outcome.ids)})" if outcome.ids else ""
        excerpt = [] if graded.working is None else graded.working.first_wrong_excerpt
        return "\n".join([printable(outcome.feedback + causes), *excerpt])

    def told(self, identity: str, variables: Mapping[str, object]) -> Outcome:
        """Return the outcome of the answer to `identity` in `variables`, by its hints too."""
        graded = self.graded(identity, variables)
        return outcome_of(self.grader, graded, self.hints_of.get(identity, ()))

    def graded(self, identity: str, variables: Mapping[str, object]) -> Graded:
        """Return the verdict on the answer to `identity`, graded with all the `variables` there are."""
        texts = (_typed_text(variables.get(name, "")) for name in self.variables.values())
        return self._report(*texts)[identity]

    @once_each
    def _report(self, *answers: str) -> Report:
        """Return the report on the answers in the order of their variables: many tests ask."""
        return self.grader.grade(dict(zip(self.variables, answers, strict=True)))

    def solution(self) -> str:
        """Return the worked solution as text."""
        from exactnb.explain.solution.solution import solve

        questions = (question for question in self.grader.questions if not question.is_derivation)
        quantities = dict.fromkeys(question.quantity for question in questions)
        return solve(self.grader.problem, only=quantities, level="brief").text(width=80)


def reading(raw: object, expects: str | None) -> str:
    """Return how an answer is read, by what its question `expects` as JSON; None for a text.

    >>> reading("18/28", '{"kind": "number"}')
    'Read as 18/28. Whether it is right is graded later.'

    Raises AssertionError for an answer that cannot be read, or in several ways.
    """
    text = _typed_text(raw)
    assert text.strip(), "There is no answer."
    later = "Whether it is right is graded later."
    if expects is None:
        return f"The answer has {len(text.split(chr(10)))} lines. {later}"
    kind = json.loads(expects)
    labels = tuple(kind.pop("labels", ()))
    try:
        answer = read_answer(text, Expects(**kind, labels=labels))
    except Refusal as refusal:
        raise AssertionError(printable(on_refusal(refusal, is_open=True))) from None
    return printable(f"Read as {answer.text()}. {later}")


def _typed_text(raw: object) -> str:
    """Return what stands in a variable as it would be typed; None is nothing."""
    if raw is None or raw is ...:
        return ""
    try:
        return answer_as_text(raw)
    except ExactnbError:
        return str(raw)


def notebook(cells: Sequence[Cell]) -> bytes:
    """Return the file of a Python notebook with `cells`."""
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    metadata = {"kernelspec": kernel, "language_info": {"name": "python"}}
    made = {"cells": list(cells), "metadata": metadata, "nbformat": 4, "nbformat_minor": 5}
    return safe_json(made, indent=1).encode()


def markdown_cell(identity: str, text: str, **metadata: Any) -> Cell:
    """Return a cell with `text`; its `identity` has letters, digits and hyphens."""
    return {"cell_type": "markdown", "id": identity, "metadata": metadata, "source": _lines(text)}


def code_cell(identity: str, code: str, **metadata: Any) -> Cell:
    """Return a cell with `code` that has not run; its `identity` has letters, digits and hyphens."""
    return {
        "cell_type": "code",
        "execution_count": None,
        "id": identity,
        "metadata": metadata,
        "outputs": [],
        "source": _lines(code),
    }


def _lines(text: str) -> list[str]:
    return text.strip("\n").splitlines(keepends=True)


def sheet_code(item: AssessmentItem, names: Mapping[str, str]) -> str:
    """Return the Python that grades an `item`: its problem file, variables by `names`, and hints."""
    hints = {part.id: hints_of(part) for part in item.parts}
    file, of_hints = multiline_literal(item.file), multiline_literal(safe_json(hints))
    return f"Sheet(\n{file},\n{python_dictionary(names)},\n{of_hints},\n)"


def answer_cell(part: ItemPart, name: str, solution: str = "", **metadata: Any) -> Cell:
    """Return the cell in which a student sets the variable `name` to the answer to a `part`.

    A `solution` is code that sets it to the right answer.
    """
    return code_cell(part.slug, f"{name} = {blank_answer(part)}{solution}", **metadata)


def question_text(item: AssessmentItem, part: ItemPart, number: int) -> str:
    """Return the question of a `part` of an `item` in Markdown, under its `number`."""
    form = markdown_text.text(points_and_form(part, answer_form(part)))
    return f"**{number}.** {item.whole_question(part, 'markdown')} ({form})"
