"""Otter in few lines: the cases of its test files run with the variables of a notebook."""

from __future__ import annotations

import json
import sys
import types
from collections.abc import Mapping
from fractions import Fraction
from typing import Any
from unittest import mock

from exported import Asked, Marked


class Case:
    """A test case as the decorator of Otter makes it."""

    def __init__(
        self, name: str, points: float, *, hidden: bool = False, success_message: str = ""
    ) -> None:
        self.success_message = success_message
        self.name, self.points, self.hidden = name, points, hidden

    def __call__(self, function: Any) -> Case:
        self.function = function
        return self


def cases(content: bytes) -> tuple[dict[str, Any], list[Case]]:
    """Return what a test file defines, and its cases."""
    stub = types.ModuleType("otter.test_files")
    stub.test_case = Case  # type: ignore[attr-defined]
    variables: dict[str, Any] = {}
    with mock.patch.dict(sys.modules, {"otter": types.ModuleType("otter"), "otter.test_files": stub}):
        exec(content.decode("ascii"), variables)
    assert variables["OK_FORMAT"] is False
    return variables, [each for each in variables.values() if isinstance(each, Case)]


def read(files: Mapping[str, bytes]) -> dict[str, Asked]:
    found: dict[str, Asked] = {}
    for path, content in files.items():
        if path.endswith(".ipynb"):
            item = path.split("/")[0]
            found |= _asked(item, json.loads(content)["cells"], files)
    return found


def _asked(item: str, cells: list[dict[str, Any]], files: Mapping[str, bytes]) -> dict[str, Asked]:
    sources = {cell["id"]: "".join(cell["source"]) for cell in cells}
    found = {}
    answers = [each for each in sources if f"{each}-check" in sources]
    for number, slug in enumerate(answers, start=1):
        name = sources[slug].partition(" = ")[0]
        variables, tests = cases(files[f"{item}/autograder/tests/{name}.py"])
        shown, public = cases(files[f"{item}/student/tests/{name}.py"])
        assert not any(case.hidden for case in public)
        assert shown["points"] == 0
        assert abs(sum(case.points for case in tests) - variables["points"]) < 1e-9

        def mark(typed: str, name: str = name, tests: list[Case] = tests) -> Marked:
            earned, said = 0.0, ""
            for case in tests:
                try:
                    case.function({name: typed})
                    earned += case.points
                except AssertionError as error:
                    said = str(error)
            points = sum(case.points for case in tests)
            return Marked(float(Fraction(earned / points).limit_denominator(10**6)), said)

        stem = sources["exactnb-stem"] + sources[f"{slug}-asked"]
        found[f"{item} {number}"] = Asked(stem, variables["points"], mark)
    return found
