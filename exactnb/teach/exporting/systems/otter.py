"""Otter-Grader: for each variant a notebook for students, and the tests that an autograder is made of.

How to read: `_files` writes both for an item. Students get tests that say how an answer is read; the
others have a case for each share of the points that it may earn.
https://otter-grader.readthedocs.io/en/latest/test_files/python_format.html
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from fractions import Fraction

from exactnb.core.data.escaping import safe_json
from exactnb.teach.exporting.cells import (
    Cell,
    answer_cell,
    code_cell,
    markdown_cell,
    notebook,
    question_text,
    sheet_code,
)
from exactnb.teach.exporting.external_grader import KINDS, python_literal, variable_by_question
from exactnb.teach.exporting.items import DERIVATION, AssessmentItem, ItemPart, Pool
from exactnb.teach.exporting.numerals import points_number
from exactnb.teach.exporting.system import Files, System

_MOST_SHARES = 100  # cases of a test
_PARTIAL = {Fraction(step, _MOST_SHARES) for step in range(1, _MOST_SHARES)}
_READ = """\
@test_case(name={name}, points=0, success_message={message})
def test_it_can_be_read(env):
    answer = env.get({variable})
    assert answer is not None and str(answer).strip(), "There is no answer."
    try:
        from exactnb.teach.exporting.cells import reading
    except ImportError:  # without exactnb, an answer is read when it is graded
        return
    print(reading(answer, {expects}))
"""
_LATER = "This test does not say whether the answer is right: it is graded later."
_REQUIREMENTS = b"--find-links /autograder/source/files\nexactnb\n"  # a wheel among the files, if any
_CASE = """\
@test_case(name={name}, points={points}, hidden=True)
def test_{number}(env):
    if SHEET.share(QUESTION, env) < Fraction({share}):
        raise AssertionError(SHEET.said(QUESTION, env))
"""
_SHEET = """\
from fractions import Fraction

from exactnb.teach.exporting import Sheet

SHEET = {sheet}
QUESTION = {question}
"""
_HEAD = """\
from otter.test_files import test_case

OK_FORMAT = False

name = {name}
points = {points}
"""


def write(pools: Sequence[Pool]) -> Files:
    """Return a folder for each item of the `pools`: what students get, and what grades it."""
    return {
        f"{item.id}/{name}": content
        for pool in pools
        for item in pool.items
        for name, content in _files(item, variable_by_question(pool)).items()
    }


def _files(item: AssessmentItem, names: Mapping[str, str]) -> Files:
    made = {f"student/{item.id}.ipynb": notebook(list(_notebook(item, names)))}
    for part in item.parts:
        file = names[part.id]
        head = _HEAD.format(name=python_literal(file), points=points_number(part.points))
        test_name = python_literal(f"{file} - it can be read")
        expects = "" if part.is_text else python_literal(json.dumps(asdict(part.expects)))
        visible_test = _READ.format(
            name=test_name,
            variable=python_literal(file),
            message=python_literal(_LATER),
            expects=expects or None,
        )
        students = _HEAD.format(name=python_literal(file), points=0) + "\n\n" + visible_test
        made[f"student/tests/{file}.py"] = students.encode()
        sheet = _SHEET.format(sheet=sheet_code(item, names), question=python_literal(part.id))
        tests = "\n\n".join((head, sheet, visible_test, *_test_cases(part, file)))
        made[f"autograder/tests/{file}.py"] = tests.encode()
    made["autograder/requirements.txt"] = _REQUIREMENTS
    made["autograder/otter_config.json"] = safe_json({"show_hidden": True}).encode()
    return made


def _notebook(item: AssessmentItem, names: Mapping[str, str]) -> Iterator[Cell]:
    set_up = f"import otter\n\ngrader = otter.Notebook({python_literal(item.id + '.ipynb')})"
    yield code_cell("exactnb-otter", set_up)
    yield markdown_cell("exactnb-stem", item.stem("markdown"), exactnb={"item": item.id})
    for number, part in enumerate(item.parts, start=1):
        name = names[part.id]
        yield markdown_cell(f"{part.slug}-asked", question_text(item, part, number))
        yield answer_cell(part, name)
        yield code_cell(f"{part.slug}-check", f"grader.check({python_literal(name)})")
    yield code_cell("exactnb-export", "grader.export(pdf=False)")


def _test_cases(part: ItemPart, file: str) -> Iterator[str]:
    """Yield a case for each share that an answer may earn, the smallest first."""
    previous = Fraction(0)
    shares = {Fraction(1), *(share for _, share in part.question.credit)}
    shares |= _shares_earned_together(part) if part.question.milestones else set()
    shares |= _PARTIAL if part.kind == DERIVATION else set()
    shares |= {wrong.share for wrong in part.wrong}
    for number, share in enumerate(sorted(possible for possible in shares if possible), start=1):
        description = "it is right" if share == 1 else f"it earns {share} of the points"
        yield _CASE.format(
            name=python_literal(f"{file} - {description}"),
            points=points_number((share - previous) * part.points),
            number=number,
            share=python_literal(str(share)),
        )
        previous = share


def _shares_earned_together(part: ItemPart) -> set[Fraction]:
    """Return the shares of the points that some milestones of a working earn together."""
    sums = {Fraction(0)}
    for milestone in part.question.milestones:
        sums |= {points + milestone.points for points in sums}
        if len(sums) > _MOST_SHARES:
            return _PARTIAL
    return {points / part.points for points in sums} if part.points else set()


SYSTEM = System("", "Otter-Grader, a notebook and tests for each variant", write, KINDS, choices=False)
