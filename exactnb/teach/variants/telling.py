"""How well a sheet tells each misconception: by its own wrong value, by its values together, or not.

How to read: `levels` reads the matrix, `proved` types each value as an answer, `attainable` says what
all variants can tell at once.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from enum import IntEnum

from exactnb.teach.grading.answer_key import AnswerKey
from exactnb.teach.grading.discrimination import (
    Discrimination,
    MisconceptionRow,
    answer_and_relation,
    rounded_text,
)
from exactnb.teach.grading.judging import RIGHT
from exactnb.teach.grading.question_grader import QuestionGrader


class Told(IntEnum):
    """How a misconception shows on a sheet, the better the larger.

    HIDDEN leads to the right values. What is TOGETHER leads to wrong ones, and so does another in every
    question. By the SHEET it is told by its values together. What is told ALONE has a wrong value of
    its own in some question: an answer is enough.
    """

    HIDDEN = 0
    TOGETHER = 1
    SHEET = 2
    ALONE = 3


Levels = Mapping[str, Told]
"""By the names of misconceptions."""


def level(matrix: Discrimination, row: MisconceptionRow) -> Told:
    """Return how a misconception shows on a sheet."""
    if matrix.is_hidden(row):
        return Told.HIDDEN
    if matrix.alone(row):
        return Told.ALONE
    return Told.TOGETHER if matrix.like(row) else Told.SHEET


def levels(matrix: Discrimination) -> Levels:
    """Return how each misconception shows on a sheet."""
    return {row.name: level(matrix, row) for row in matrix.rows}


def reaches(found: Levels, needed: Levels) -> bool:
    """Say whether each misconception shows at least as well as it is needed."""
    return all(found.get(name, Told.HIDDEN) >= least for name, least in needed.items())


def proved(
    key: AnswerKey, matrix: Discrimination, figures: int | None, wanted: Collection[str] | None = None
) -> Levels | None:
    """Return how each misconception shows once its values are typed as answers.

    What has a value of its own and is diagnosed as something else too, such as a row misread, is told
    by the sheet at most. None if a right value is not right. Of those `wanted` alone values are typed.
    """
    for asked in key.asked.values():
        if asked.graded(answer_and_relation(asked.right.value, asked.expects)[0]).verdict not in RIGHT:
            return None
    found = dict(levels(matrix))
    for row in matrix.rows:
        if found[row.name] is Told.ALONE and (wanted is None or row.name in wanted):
            where = (key.asked[question] for question in matrix.alone(row))
            if not any(is_diagnosed(matrix, row, each, figures) for each in where):
                found[row.name] = Told.TOGETHER if matrix.like(row) else Told.SHEET
    return found


def is_diagnosed(
    matrix: Discrimination, row: MisconceptionRow, asked: QuestionGrader, figures: int | None
) -> bool:
    """Say whether the value of a misconception, typed as an answer, is diagnosed as that one alone."""
    target = matrix.value(row, asked.question.id)
    texts = [answer_and_relation(target.value, asked.expects)[0]]
    if figures is not None:
        texts += filter(None, [rounded_text(target, figures)])
    return all(asked.graded(text).mistakes == (row.id,) for text in texts)


def attainable(draws: Sequence[Levels], least: int, first: Collection[str] = ()) -> dict[str, Told]:
    """Return how well all misconceptions can show at once: in so many of some draws at `least`.

    What shows in most draws is taken first, and before it what is asked for `first`, as ids.

    >>> draws = [{"a": Told.ALONE, "b": Told.HIDDEN}, {"a": Told.ALONE, "b": Told.ALONE}]
    >>> [told.name for told in attainable(draws, 2).values()]
    ['ALONE', 'HIDDEN']
    """
    names = dict.fromkeys(name for each in draws for name in each)
    steps = [(name, told) for name in names for told in Told if told]
    often = {step: sum(each.get(step[0], Told.HIDDEN) >= step[1] for each in draws) for step in steps}
    asked_for = {step: step[0].partition(" (")[0] in first for step in steps}
    left = list(draws)
    found = dict.fromkeys(names, Told.HIDDEN)
    # First that nothing is right by accident, where most draws manage that; then what shows most often.
    usual = {step: step[1] is Told.TOGETHER and 2 * often[step] >= len(draws) for step in steps}
    order = sorted(steps, key=lambda s: (not asked_for[s], not usual[s], -often[s], s[1]))
    for name, told in order:
        held = [each for each in left if each.get(name, Told.HIDDEN) >= told]
        if len(held) >= (1 if asked_for[name, told] else least):
            left, found[name] = held, max(found[name], told)
    return found
