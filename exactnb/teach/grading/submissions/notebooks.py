"""Read answers from notebooks that nbgrader or Otter collected: code is read, and never run."""

from __future__ import annotations

import ast
import re
import warnings
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from exactnb.core.data.json_lines import parsed_json
from exactnb.core.data.readers import read_text_file
from exactnb.errors import InputError, listing
from exactnb.teach.grading.graded import LARGEST_SHEET
from exactnb.teach.grading.submissions.class_files import AnswerSheet

_LARGEST = 16 * 1024 * 1024  # with the pictures that cells put out
_CELLS = 10_000
_LINE_END = re.compile(r"\r\n|\r|\n")


def read_notebook(path: Path, variables: Mapping[str, str], variants: tuple[str, ...]) -> AnswerSheet:
    """Return the answers in the notebook at `path`, and which of the `variants` its metadata names.

    `variables` maps the variables that the code assigns to questions. Raises InputError for a file that
    is not a notebook, is too large, or assigns none of the variables.
    """
    document = parsed_json(read_text_file(path, _LARGEST))
    cells = document.get("cells") if isinstance(document, dict) else None
    if not isinstance(cells, list) or not all(isinstance(cell, dict) for cell in cells):
        raise InputError("is no notebook of version 4")
    if len(cells) > _CELLS:
        raise InputError(f"more than {_CELLS:,} cells")
    items = (_object_at(_object_at(cell, "metadata"), "exactnb").get("item") for cell in cells)
    item = next((candidate for candidate in items if candidate in variants), None)
    codes = [_source(cell) for cell in cells if cell.get("cell_type") == "code"]
    if sum(map(len, codes)) > LARGEST_SHEET:
        raise InputError(f"more than {LARGEST_SHEET // 1024} KB of code")
    answers_by_name = {name: text for code in codes for name, text in _answers_in(code, variables)}
    if not answers_by_name:
        if not variables:
            raise InputError("has no answers that are known by a name: the problem has no questions")
        first: dict[str, str] = {}  # of two spellings of a question
        for name, question in variables.items():
            first.setdefault(question, name)
        first_names = listing(first.values())
        raise InputError(f"has no answers of this problem: expected variables named {first_names}")
    answers = dict.fromkeys(variables.values(), "")
    answers |= {variables[name]: text for name, text in answers_by_name.items()}
    return AnswerSheet(path.stem, answers, variants={"": item} if item else {})


def _object_at(document: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    entry = document.get(key)
    return entry if isinstance(entry, dict) else {}


def _source(cell: Mapping[str, Any]) -> str:
    source = cell.get("source", "")
    return "".join(map(str, source)) if isinstance(source, list) else str(source)


def _answers_in(code: str, variables: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Yield the variables that code sets to an answer, with the text or the code there."""
    lines = [
        "" if line.lstrip()[:1] in ("%", "!") else line  # magics and shell commands are no Python
        for line in _LINE_END.split(code)
    ]
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of escapes and the like in a student's code
            statements = ast.parse("\n".join(lines)).body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return
    rows = [line.encode() for line in lines]  # places in a line are counted in bytes
    for statement in statements:
        if not isinstance(statement, ast.Assign | ast.AnnAssign) or statement.value is None:
            continue
        targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
        names = [
            target.id for target in targets if isinstance(target, ast.Name) and target.id in variables
        ]
        if names:
            yield from dict.fromkeys(names, _assigned_text(rows, statement.value)).items()


def _assigned_text(rows: list[bytes], value: ast.expr) -> str:
    """Return a text that is set, or else the code itself, as in 3/6; nothing for None and `...`."""
    if isinstance(value, ast.Constant) and isinstance(value.value, str):
        return value.value
    if isinstance(value, ast.Constant) and value.value in (None, ...):
        return ""
    within = rows[value.lineno - 1 : value.end_lineno]
    within[-1] = within[-1][: value.end_col_offset]
    within[0] = within[0][value.col_offset :]
    return b"\n".join(within).decode()
