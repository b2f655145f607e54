"""How well a sheet shows each misconception: by a wrong value of its own, by all its values, or not.

How to read: `levels` reads the matrix, `proved` grades each value as an answer, `attainable` finds the
levels that all variants can reach at once.
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


class Visibility(IntEnum):
    """How a misconception shows on a sheet, the better the larger.

    HIDDEN: it leads to the right values. TOGETHER: it leads to wrong ones, but another leads to the
    same in every question. SHEET: only all its values together identify it. ALONE: it has a wrong value
    of its own in some question, so that one answer identifies it.
    """

    HIDDEN = 0
    TOGETHER = 1
    SHEET = 2
    ALONE = 3


Levels = Mapping[str, Visibility]
"""By the names of misconceptions."""


def level(matrix: Discrimination, row: MisconceptionRow) -> Visibility:
    """Return how the misconception of a `row` of the `matrix` shows."""
    if matrix.is_hidden(row):
        return Visibility.HIDDEN
    if matrix.alone(row):
        return Visibility.ALONE
    return Visibility.TOGETHER if matrix.like(row) else Visibility.SHEET


def levels(matrix: Discrimination) -> Levels:
    """Return how each misconception of the `matrix` shows, by name."""
    return {row.name: level(matrix, row) for row in matrix.rows}


def judges_right(key: AnswerKey) -> bool:
    """Say whether each right value of the `key` is judged right as it is typed."""
    typed = (
        (grader, answer_and_relation(grader.right.value, grader.expects)[0])
        for grader in key.asked.values()
    )
    return all(grader.graded(text).verdict in RIGHT for grader, text in typed)


def is_alone(
    key: AnswerKey, matrix: Discrimination, row: MisconceptionRow, figures: int | None
) -> bool:
    """Say whether the misconception of a `row` has a value of its own that the `key` diagnoses as it.

    Such a value may be that of something else too, such as a misread row. `figures` grades it rounded
    as well.
    """
    graders = (key.asked[question] for question in matrix.alone(row))
    return any(is_diagnosed(matrix, row, grader, figures) for grader in graders)


def proved(key: AnswerKey, matrix: Discrimination, figures: int | None) -> Levels:
    """Return how each misconception of the `matrix` shows once its values are graded with the `key`.

    One whose values of its own are all diagnosed as something else too counts as SHEET at most.
    `figures` grades them rounded as well.
    """
    proved_levels = dict(levels(matrix))
    for row in matrix.rows:
        if proved_levels[row.name] is Visibility.ALONE and not is_alone(key, matrix, row, figures):
            proved_levels[row.name] = Visibility.TOGETHER if matrix.like(row) else Visibility.SHEET
    return proved_levels


def is_diagnosed(
    matrix: Discrimination, row: MisconceptionRow, grader: QuestionGrader, figures: int | None
) -> bool:
    """Say whether the value of the misconception of a `row` is diagnosed as it alone by a `grader`.

    `matrix` has its value; `figures` types it rounded as well.
    """
    target = matrix.value(row, grader.question.id)
    texts = [answer_and_relation(target.value, grader.expects)[0]]
    if figures is not None:
        texts += filter(None, [rounded_text(target, figures)])
    return all(grader.graded(text).mistakes == (row.id,) for text in texts)


def attainable(
    draws: Sequence[Levels], least: int, first: Collection[str] = ()
) -> dict[str, Visibility]:
    """Return how well all misconceptions can show at once, in at least `least` of the `draws`.

    The levels of misconceptions with an id in `first` come first, then those that most draws reach.

    >>> hidden, alone = Visibility.HIDDEN, Visibility.ALONE
    >>> draws = [{"a": alone, "b": hidden}, {"a": alone, "b": alone}]
    >>> [level.name for level in attainable(draws, 2).values()]
    ['ALONE', 'HIDDEN']
    """
    names = dict.fromkeys(name for draw in draws for name in draw)
    steps = [(name, visibility) for name in names for visibility in Visibility if visibility]
    often = {
        step: sum(draw.get(step[0], Visibility.HIDDEN) >= step[1] for draw in draws) for step in steps
    }
    is_first = {step: step[0].partition(" (")[0] in first for step in steps}
    remaining = list(draws)
    reached = dict.fromkeys(names, Visibility.HIDDEN)
    # First that no misconception is right by accident, if most draws manage that; then the levels that
    # are reached most often.
    usual = {step: step[1] is Visibility.TOGETHER and 2 * often[step] >= len(draws) for step in steps}
    order = sorted(steps, key=lambda s: (not is_first[s], not usual[s], -often[s], s[1]))
    for name, visibility in order:
        reaching = [draw for draw in remaining if draw.get(name, Visibility.HIDDEN) >= visibility]
        if len(reaching) >= (1 if is_first[name, visibility] else least):
            remaining, reached[name] = reaching, max(reached[name], visibility)
    return reached
