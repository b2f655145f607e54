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
from exactnb.teach.exporting.external_grader import outcome_of
from exactnb.teach.exporting.plain_html import course_text
from exactnb.teach.grading.grader import Grader
from exactnb.teach.grading.judging import Verdict

NAMESPACE = "exactnb"
"""The key of what is ours in `params`, `correct_answers` and `feedback`."""

_AGAIN = (Verdict.UNREADABLE, Verdict.AMBIGUOUS)
Data = dict[str, Any]


def generate(data: Data) -> None:
    """Choose the variant for the seed in `data`, and put into it what its page shows."""
    folder = Path(data["options"]["question_path"]) / "items"
    names = json.loads((folder / "index.json").read_text("utf-8"))
    digest = sha256(str(data["variant_seed"]).encode()).digest()
    name = names[int.from_bytes(digest, "big") % len(names)]
    item = _item(data, name)
    questions = {part["name"]: part["asked"] for part in item["parts"]}
    data["params"][NAMESPACE] = {"item": name, "stem": item["stem"], "asked": questions}
    choices: dict[str, str] = {}
    data["correct_answers"][NAMESPACE] = {"worked": item["worked"], "choices": choices}
    for part in item["parts"]:
        if part["choices"]:
            choices[part["name"]] = "".join(
                f'<pl-answer correct="{str(answer == part["right"]).lower()}">{course_text(text)}'
                "</pl-answer>"
                for answer, text in part["choices"]
            )
        else:
            data["correct_answers"][part["name"]] = part["right"]


def parse(data: Data) -> None:
    """Mark in `data` the answers that cannot be read, or in two ways; these cost no attempt."""
    item = _chosen_item(data)
    grader = _grader(item["problem"])
    for part in item["parts"]:
        name = part["name"]
        answer = _answer_text(data, part)
        if part["choices"] or not answer.strip() or name in data["format_errors"]:
            continue
        graded = grader.grade({part["id"]: answer})[part["id"]]
        if graded.verdict in _AGAIN:
            data["format_errors"][name] = course_text(graded.feedback)


def grade(data: Data) -> None:
    """Grade the answers in `data` together, so that what follows from a wrong one is right."""
    item = _chosen_item(data)
    answers = {part["id"]: _answer_text(data, part) for part in item["parts"]}
    grader = _grader(item["problem"])
    report = grader.grade(answers)
    earned, points, lines = Fraction(0), Fraction(0), []
    for number, part in enumerate(item["parts"], start=1):
        outcome = outcome_of(grader, report[part["id"]], part["hints"])
        weight = part["weight"]
        feedback = printable(outcome.feedback)
        data["partial_scores"][part["name"]] = {
            "score": float(outcome.share),
            "weight": weight,
            "feedback": course_text(feedback),
        }
        earned, points = earned + outcome.share * weight, points + weight
        working = report[part["id"]].working
        excerpt = "" if working is None else "\n".join(working.first_wrong_excerpt)
        lines.append({"number": number, "said": feedback, "excerpt": excerpt})
    data["score"] = float(earned / points) if points else 1.0
    data["feedback"][NAMESPACE] = lines


def _answer_text(data: Data, part: Mapping[str, Any]) -> str:
    """Return what was typed, or what is typed for the choice that was made."""
    name = part["name"]
    submitted = data["submitted_answers"].get(name)
    if not part["choices"] or submitted is None:
        return "" if submitted is None else str(submitted)
    keys = [choice["key"] for choice in data["params"][name]]
    return str(part["choices"][keys.index(submitted)][0]) if submitted in keys else ""


def _chosen_item(data: Data) -> Mapping[str, Any]:
    return _item(data, data["params"][NAMESPACE]["item"])


def _item(data: Data, name: str) -> Mapping[str, Any]:
    path = Path(data["options"]["question_path"]) / "items" / f"{name}.json"
    item: Mapping[str, Any] = json.loads(path.read_text("utf-8"))
    return item


@lru_cache(maxsize=4)
def _grader(problem: str) -> Grader:
    """Return the grader of a problem file; PrairieLearn parses and grades in one process."""
    return Grader(Problem.from_document(read_toml(problem)))
