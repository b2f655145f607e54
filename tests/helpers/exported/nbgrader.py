"""nbgrader in few lines: answers are put into cells, all cells run, the last value of a test counts."""

from __future__ import annotations

import ast
import contextlib
import io
import json
import re
from collections.abc import Mapping
from typing import Any

from exported import Asked, Marked

_ID = re.compile(r"[a-zA-Z0-9_\-]*")
_KEYS = {"schema_version", "grade", "grade_id", "locked", "solution", "task", "points"}
_SOLUTION = re.compile(r"### BEGIN SOLUTION\n.*?### END SOLUTION", re.DOTALL)
_HIDDEN = re.compile(r"### BEGIN HIDDEN TESTS\n.*?### END HIDDEN TESTS", re.DOTALL)


def read(files: Mapping[str, bytes]) -> dict[str, Asked]:
    found: dict[str, Asked] = {}
    for path, content in files.items():
        if path.endswith(".ipynb"):
            item = path.rsplit("/", 1)[1].removesuffix(".ipynb")
            found |= _asked(item, json.loads(content)["cells"])
    return found


def own(cell: Mapping[str, Any]) -> Mapping[str, Any]:
    return cell["metadata"].get("nbgrader", {})


def source(cell: Mapping[str, Any]) -> str:
    return "".join(cell["source"])


def released(cells: list[dict[str, Any]]) -> str:
    """Return all that students see."""
    return "\n".join(_HIDDEN.sub("", _SOLUTION.sub("", source(cell))) for cell in cells)


def _asked(item: str, cells: list[dict[str, Any]]) -> dict[str, Asked]:
    ids = [cell["id"] for cell in cells]
    assert len(set(ids)) == len(ids)
    assert all(re.fullmatch(r"[a-zA-Z0-9-_]{1,64}", each) for each in ids)
    for cell in cells:
        if given := own(cell):
            assert set(given) <= _KEYS
            assert _ID.fullmatch(given["grade_id"])
            assert given["grade"] == ("points" in given) == (not given["solution"])
    stem = source(cells[0])
    worked = run(cells, {})["exactnb-worked"][1]
    found = {}
    answers = [cell for cell in cells if own(cell).get("solution")]
    for number, cell in enumerate(answers, start=1):
        name = cell["id"]
        asked = source(next(each for each in cells if each["id"] == f"{name}-asked"))
        points = own(next(each for each in cells if each["id"] == f"{name}-score"))["points"]

        def mark(typed: str, name: str = name, points: float = points) -> Marked:
            score, said = run(cells, {name: typed})[f"{name}-score"]
            return Marked(score / points if points else 0, said.partition(": ")[2].rstrip("\n"))

        found[f"{item} {number}"] = Asked(stem + asked, points, mark, worked)
    return found


def run(cells: list[dict[str, Any]], answers: Mapping[str, str]) -> dict[str, tuple[float, str]]:
    """Return the points of each test cell with what it printed; what is not answered is empty."""
    variables: dict[str, Any] = {}
    found = {}
    for cell in cells:
        if cell["cell_type"] != "code":
            continue
        code = source(cell)
        if own(cell).get("solution"):
            name = code.partition(" = ")[0]
            code = f"{name} = {answers.get(cell['id'], '')!r}"
        out = io.StringIO()
        with contextlib.redirect_stdout(out):
            value = _value(code, variables)
        if own(cell).get("grade"):
            found[cell["id"]] = (0.0 if value is None else float(value), out.getvalue())
    return found


def _value(code: str, variables: dict[str, Any]) -> object:
    """Return the value of the last line, as a notebook shows it."""
    tree = ast.parse(code)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, "cell", "exec"), variables)
    if last is None:
        return None
    return eval(compile(ast.Expression(last.value), "cell", "eval"), variables)
