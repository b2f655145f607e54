"""Wrong answers that no known mistake explains, searched for like printed numbers."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from exactnb.core.model.quantity import EFFORT
from exactnb.core.problem.printed import Printed
from exactnb.core.problem.problem import Problem
from exactnb.teach.auditing.auditing import Audit, audit
from exactnb.teach.grading.graded import Report
from exactnb.teach.grading.judging import Verdict


def search_answers(
    problem: Problem, reports: Iterable[Report], *, effort: int = EFFORT
) -> Audit | None:
    """Return an audit of the wrong answers in `reports` that grading does not explain, if any.

    `problem` is the one that was answered, `effort` as in `audit`. Each answer is searched for by
    itself, once for all who gave it.

    >>> from exactnb import Grader
    >>> problem = Problem.read("worked_examples/homework/sheet.toml")
    >>> report = Grader(problem).grade({"prior": "0.6154"})
    >>> found = search_answers(problem, [report])
    >>> found is None or len(found.numbers)
    1
    """
    raws: dict[str, dict[str, None]] = {}
    for report in reports:
        for graded in report.graded:
            if graded.verdict is Verdict.WRONG and graded.answer is not None:
                raws.setdefault(graded.question.quantity, {})[graded.raw] = None
    printed = [
        Printed(quantity, raw, edition=number)
        for quantity, raw_answers in raws.items()
        for number, raw in enumerate(raw_answers, start=1)
    ]
    return audit(replace(problem, printed=printed), effort=effort) if printed else None
