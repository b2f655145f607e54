"""What PrairieLearn calls when a student has one of the exported questions: generate, parse, grade.

How to read: the three take PrairieLearn's `data`, and change it. Which variant a student has follows
from the seed that PrairieLearn draws; its key stands in `correct_answers`, never in `params`. All that
is said to students is escaped here, for elements show it as HTML.
https://docs.prairielearn.com/question/server/
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from exactnb.core.problem.problem import Problem
from exactnb.core.problem.toml import read_toml
from exactnb.errors import printable
from exactnb.teach.exporting.hints import told
from exactnb.teach.exporting.plain_html import course_text
from exactnb.teach.grading.grader import Grader
from exactnb.teach.grading.judging import Verdict

OWN = "exactnb"
"""The key of what is ours in `params`, `correct_answers` and `feedback`."""

_AGAIN = (Verdict.UNREADABLE, Verdict.AMBIGUOUS)
Data = dict[str, Any]


def generate(data: Data) -> None:
    """Choose the variant that the seed says, and what its page shows."""
    folder = Path(data["options"]["question_path"]) / "items"
    names = json.loads((folder / "index.json").read_text("utf-8"))
    digest = sha256(str(data["variant_seed"]).encode()).digest()
    name = names[int.from_bytes(digest, "big") % len(names)]
    item = _item(data, name)
    asked = {part["name"]: part["asked"] for part in item["parts"]}
    data["params"][OWN] = {"item": name, "stem": item["stem"], "asked": asked}
    choices = {part["name"]: _choices(part) for part in item["parts"] if part["choices"]}
    data["correct_answers"][OWN] = {"worked": item["worked"], "choices": choices}
    for part in item["parts"]:
        if not part["choices"]:
            data["correct_answers"][part["name"]] = part["right"]


def _choices(part: Mapping[str, Any]) -> str:
    """Return the choices of a part as PrairieLearn's elements."""
    return "".join(
        f'<pl-answer correct="{str(typed == part["right"]).lower()}">{course_text(shown)}</pl-answer>'
        for typed, shown in part["choices"]
    )


def parse(data: Data) -> None:
    """Say which answers cannot be read, or in two ways; that costs no attempt."""
    item = _own(data)
    grader = _grader(item["problem"])
    for part in item["parts"]:
        name = part["name"]
        typed = _typed(data, part)
        if part["choices"] or not typed.strip() or name in data["format_errors"]:
            continue
        graded = grader.judge(grader.asked[part["id"]], typed)
        if graded.verdict in _AGAIN:
            data["format_errors"][name] = course_text(graded.feedback)


def grade(data: Data) -> None:
    """Grade the answers together, so that what follows from a wrong one is right."""
    item = _own(data)
    typed = {part["id"]: _typed(data, part) for part in item["parts"]}
    report = _grader(item["problem"]).grade(typed)
    earned, points, lines = Fraction(0), Fraction(0), []
    for number, part in enumerate(item["parts"], start=1):
        found, weight = told(report[part["id"]], part["hints"]), part["weight"]
        said = printable(found.feedback)
        data["partial_scores"][part["name"]] = {
            "score": float(found.share),
            "weight": weight,
            "feedback": course_text(said),
        }
        earned, points = earned + found.share * weight, points + weight
        lines.append({"number": number, "said": said})
    data["score"] = float(earned / points) if points else 1.0
    data["feedback"][OWN] = lines


def _typed(data: Data, part: Mapping[str, Any]) -> str:
    """Return what was typed, or what is typed for the choice that was made."""
    name = part["name"]
    given = data["submitted_answers"].get(name)
    if not part["choices"] or given is None:
        return "" if given is None else str(given)
    keys = [choice["key"] for choice in data["params"][name]]
    return str(part["choices"][keys.index(given)][0]) if given in keys else ""


def _own(data: Data) -> Mapping[str, Any]:
    return _item(data, data["params"][OWN]["item"])


def _item(data: Data, name: str) -> Mapping[str, Any]:
    path = Path(data["options"]["question_path"]) / "items" / f"{name}.json"
    found: Mapping[str, Any] = json.loads(path.read_text("utf-8"))
    return found


@lru_cache(maxsize=4)
def _grader(problem: str) -> Grader:
    """Return the grader of a problem file; PrairieLearn parses and grades in one process."""
    return Grader(Problem.from_document(read_toml(problem)))
