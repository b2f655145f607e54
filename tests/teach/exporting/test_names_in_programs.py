"""Questions may be called as anything that Python, notebooks or our own code call something else."""

from __future__ import annotations

import ast
import builtins
import json
import keyword
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache

import exported
import pytest
from thoroughness import choose, in_both_runs, one_in

from exactnb.core.data.files import NO_FILES
from exactnb.core.problem.toml import read_toml
from exactnb.teach.exporting.exporting import Request
from exactnb.teach.exporting.external_grader import variable_by_question
from exactnb.teach.exporting.items import Pool
from exactnb.teach.grading.submissions.program_names import (
    answers_by_variable,
    make_slugs,
    make_variable,
)
from exactnb.teach.variants.template import Template

SYSTEMS = ("nbgrader", "otter", "prairielearn", "gradescope")
OWN = (
    "Sheet", "SHEET", "QUESTION", "Fraction", "exactnb", "exactnb_sheet", "exactnb-sheet", "grader",
    "exactnb-stem", "otter", "env", "name", "points", "test_case", "OK_FORMAT", "test_1", "json",
    "get_ipython", "In", "Out", "display", "np", "pd", "item", "items", "keys", "params", "prior",
    "prior-score", "prior-asked", "prior_check", "q2-prior-score", "1a", "A", "a", "_", "__", "é", "λ",
)  # fmt: skip
TAKEN = tuple(
    dict.fromkeys(
        [*OWN, *keyword.kwlist, *keyword.softkwlist, *dir(builtins), *sorted(sys.stdlib_module_names)]
    )
)


def pools(system: str, names: Iterable[str]) -> tuple[Mapping[str, bytes], Pool]:
    """Return the files of a problem whose questions have some names, and its pool."""
    questions = "".join(f"[[question]]\nid = {name!r}\nquantity = 'P(+)'\n" for name in names)
    text = f"[data]\ntable = '''\na class\n1 +\n0 +\n0 -\n'''\n{questions}"
    made = Request(system).of([Template.from_document(read_toml(text), (), NO_FILES)])
    return made.files(), made.pools[0]


def bound(code: str) -> Iterator[str]:
    """Yield the names that code binds at its top."""
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.Import | ast.ImportFrom):
            yield from ((each.asname or each.name).partition(".")[0] for each in node.names)
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id
        elif isinstance(node, ast.FunctionDef | ast.ClassDef):
            yield node.name


def test_variables_mean_nothing_else() -> None:
    """Whatever a question is called, its variable is a name that no other and no program has."""
    slugs = make_slugs(TAKEN)
    names = [make_variable(slug) for slug in slugs.values()]
    assert list(slugs) == list(TAKEN)
    assert len({name.casefold() for name in names}) == len(TAKEN)
    assert all(name.isidentifier() and not keyword.iskeyword(name) for name in names)
    assert not [name for name in names if hasattr(builtins, name) or name in sys.stdlib_module_names]
    assert not [name for name in names if name.casefold().startswith("exactnb") and name[-1] != "_"]
    known = answers_by_variable(TAKEN)
    assert [known[name] for name in names] == list(TAKEN)


@cache
def notebook() -> tuple[Sequence[Mapping[str, object]], Pool]:
    files, pool = pools("nbgrader", dict.fromkeys(choose(quick=(*OWN, *TAKEN[::8]), exhaustive=TAKEN)))
    (content,) = (content for name, content in files.items() if name.endswith(".ipynb"))
    return json.loads(content)["cells"], pool


@pytest.mark.exhaustive
def test_cells_that_grade_bind_no_name_of_an_answer() -> None:
    """What nbgrader runs among a student's variables changes none of them."""
    cells, pool = notebook()
    answers = set(variable_by_question(pool).values())
    own = [cell["metadata"].get("nbgrader", {}) for cell in cells]
    ids = [each["grade_id"] for each in own if each]
    assert len(ids) == len(set(ids)) == 2 * len(answers) + 2
    for cell, about in zip(cells, own, strict=True):
        code = "".join(cell["source"])
        if about.get("grade"):
            assert all(name.startswith("exactnb_") for name in bound(code))
        elif about.get("solution"):
            assert set(bound(code)) <= answers


@in_both_runs
@one_in(3, "system", SYSTEMS)
def test_a_right_answer_is_right_whatever_the_question_is_called(system: str) -> None:
    """The key earns all points, and a wrong answer none, in every system: each tries others."""
    own = SYSTEMS.index(system)
    quick = ["json", "Sheet", *TAKEN[own :: 30 * len(SYSTEMS)]]
    chosen = choose(quick=quick, exhaustive=TAKEN[own::16])
    for first in range(0, len(chosen), 10):
        names = list(dict.fromkeys(chosen[first : first + 10]))
        questions = exported.questions(system, pools(system, names)[0])
        assert len(questions) == len(names)
        for question in questions.values():
            assert question.mark("2/3").share == 1
            assert question.mark("1/7").share == 0
