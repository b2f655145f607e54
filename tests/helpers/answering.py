"""Answers typed to the worked examples, and what is made of them; the one place that reads answers."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from pathlib import Path

from worked import problem_file

from exactnb.core.problem.questions import read_policy
from exactnb.teach.answers.answer import Expects
from exactnb.teach.answers.reading import read_answer
from exactnb.teach.grading.graded import Graded
from exactnb.teach.grading.grader import Grader
from exactnb.teach.grading.judging import judge
from exactnb.teach.grading.targets import Target

__all__ = [
    "EXAMPLES", "RIGHT", "Expects", "blamed", "example", "followed", "given", "grader_of",
    "read_answer", "value_of", "verdict",
]  # fmt: skip

EXAMPLES = Path(__file__).parents[2] / "worked_examples"
NUMBER = Expects()
RIGHT = ("correct", "correct_rounded")


def verdict(raw, right, policy="rounded", form="any", *, expects=NUMBER, counted=None) -> str:
    """Return the verdict on what was typed, by the right value alone; text is read as a fraction."""
    value = Fraction(right) if isinstance(right, str | int) else right
    answer = read_answer(raw, expects)
    return judge(answer, Target(value), read_policy(policy, form), counted).value


@cache
def grader_of(name: str, *asked: str) -> Grader:
    """Return the grader of a worked example, with some more quantities asked for."""
    return Grader(problem_file(name), asked=asked)


def example(name: str, question: str, raw: str) -> Graded:
    """Return what is made of one answer to a worked example."""
    grader = grader_of(name)
    if question not in grader.asked:
        grader = grader_of(name, question)
    return grader.judge(grader.asked[question], raw)


def blamed(graded: Graded) -> set[str]:
    """Return the ids of the mistakes behind an answer."""
    return {match.alternative.id for match in graded.matches}


def value_of(name: str, question: str):
    """Return the right value of a quantity of a worked example."""
    return grader_of(name, question).asked[question].right.value


def given(path: Path, text: str, *asked: str, **options) -> Grader:
    """Return the grader of a problem that is written to a folder."""
    file = path / "problem.toml"
    file.write_text(text)
    return Grader(file, asked=asked, **options)


def followed(grader: Grader, answers: Mapping[str, str]) -> dict[str, tuple[str, Fraction | None]]:
    """Return verdict and points of every answer of one student."""
    report = grader.grade(answers)
    return {each.question.id: (each.verdict.value, each.score) for each in report.graded}
