"""nbgrader: an assignment for each variant, its answers in variables, its tests in hidden cells.

How to read: `_notebook` puts the cells of an item in order; a test grades all answers, prints what is
said of its own, and ends in the points.
https://nbgrader.readthedocs.io/en/stable/contributor_guide/metadata.html
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from exactnb.teach.exporting.cells import (
    Cell,
    answer_cell,
    code_cell,
    markdown_cell,
    notebook,
    question_text,
    sheet_code,
)
from exactnb.teach.exporting.external_grader import (
    KINDS,
    python_literal,
    right_answer_as_typed,
    variable_by_question,
)
from exactnb.teach.exporting.items import AssessmentItem, Pool
from exactnb.teach.exporting.numerals import points_number
from exactnb.teach.exporting.system import Files, System

_CONFIG = """\
# What stands in the place of a solution when an assignment is released: nothing.
c = get_config()  # noqa: F821
c.ClearSolutions.code_stub = {"python": ""}
"""
_BEGIN, _END = "### BEGIN HIDDEN TESTS", "### END HIDDEN TESTS"
_SHEET = "exactnb_sheet"  # all that hidden cells put among the variables of a student begins so
_IMPORT = "from exactnb.teach.exporting import Sheet as exactnb_Sheet\n\n"


def write(pools: Sequence[Pool]) -> Files:
    """Return the source of each assignment of the `pools`, and the setting that they need."""
    notebooks = {
        f"source/{item.id}/{item.id}.ipynb": notebook(list(_notebook(item, variable_by_question(pool))))
        for pool in pools
        for item in pool.items
    }
    return {"nbgrader_config.py": _CONFIG.encode(), **notebooks}


def _notebook(item: AssessmentItem, names: Mapping[str, str]) -> Iterator[Cell]:
    yield markdown_cell("exactnb-stem", item.stem("markdown"), exactnb={"item": item.id})
    for number, part in enumerate(item.parts, start=1):
        yield markdown_cell(f"{part.slug}-asked", question_text(item, part, number))
        name = names[part.id]
        right = python_literal(right_answer_as_typed(part))
        answer = f"\n### BEGIN SOLUTION\n{name} = {right}\n### END SOLUTION"
        yield answer_cell(part, name, answer, nbgrader=_cell_metadata(part.slug, solution=True))
    yield _test_cell("exactnb-sheet", 0, f"{_IMPORT}{_SHEET} = exactnb_{sheet_code(item, names)}")
    for part in item.parts:
        code = f"{_SHEET}.score({python_literal(part.id)}, globals())"
        yield _test_cell(f"{part.slug}-score", points_number(part.points), code)
    yield _test_cell("exactnb-worked", 0, f"print({_SHEET}.solution())\n0.0")


def _test_cell(identity: str, points: float, code: str) -> Cell:
    hidden = f"{_BEGIN}\n{code}\n{_END}"
    return code_cell(identity, hidden, nbgrader=_cell_metadata(identity, grade=True, points=points))


def _cell_metadata(identity: str, *, solution: bool = False, grade: bool = False, **points: Any) -> Any:
    return {
        "schema_version": 3,
        "grade": grade,
        "grade_id": identity,
        "locked": grade,
        "solution": solution,
        "task": False,
        **points,
    }


SYSTEM = System("", "nbgrader, an assignment for each variant", write, KINDS, choices=False)
