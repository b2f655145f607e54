"""Notebooks as files: cells in the fourth version of their format, the same bytes for the same cells.

https://nbformat.readthedocs.io/en/latest/format_description.html
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from exactnb.core.data.escaping import safe_json
from exactnb.explain.rendering.pages import markdown_text
from exactnb.teach.exporting.external_grader import blank_answer, dictionary, how, literal, worth
from exactnb.teach.exporting.hints import hints_of
from exactnb.teach.exporting.items import AssessmentItem, ItemPart

Cell = Mapping[str, Any]


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
    return f"Sheet(\n{literal(item.file)},\n{dictionary(names)},\n{literal(safe_json(hints))},\n)"


def answer_cell(part: ItemPart, name: str, solution: str = "", **metadata: Any) -> Cell:
    """Return the cell in which a student sets the variable `name` to the answer to a `part`.

    A `solution` is code that sets it to the right answer.
    """
    return code_cell(part.slug, f"{name} = {blank_answer(part)}{solution}", **metadata)


def question_text(item: AssessmentItem, part: ItemPart, number: int) -> str:
    """Return the question of a `part` of an `item` in Markdown, under its `number`."""
    form = markdown_text.text(worth(part, how(part)))
    return f"**{number}.** {item.whole_question(part, 'markdown')} ({form})"
