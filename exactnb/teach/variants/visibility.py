"""How well a sheet shows each misconception: by a wrong value of its own, by all its values, or not.

How to read: `visibility_of` reads the matrix, `GradedLevels` grades values as answers too, `attainable`
finds the levels that all variants can reach at once.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from enum import IntEnum

from exactnb.core.lazy import once_each
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


def visibility_of(matrix: Discrimination, row: MisconceptionRow) -> Visibility:
    """Return how the misconception of a `row` of the `matrix` shows."""
    if matrix.is_hidden(row):
        return Visibility.HIDDEN
    if matrix.distinguishing_questions(row):
        return Visibility.ALONE
    return Visibility.TOGETHER if matrix.indistinguishable_rows(row) else Visibility.SHEET


def judges_right_values_right(key: AnswerKey) -> bool:
    """Say whether each right value of the `key` is judged right as it is typed."""
    answers = (
        (grader, answer_and_relation(grader.right.value, grader.expects)[0])
        for grader in key.asked.values()
    )
    return all(grader.graded(text).verdict in RIGHT for grader, text in answers)


class GradedLevels(Mapping[str, Visibility]):
    """How each misconception of a `matrix` shows, by name, if its values are graded with the `key`.

    `possible` is how it shows in the matrix. One whose values of its own are all diagnosed as something
    else too, such as a misread row, shows by all its values together. `figures` grades values rounded
    as well.
    """

    def __init__(self, key: AnswerKey, matrix: Discrimination, figures: int | None) -> None:
        self.possible: Levels = {row.name: visibility_of(matrix, row) for row in matrix.rows}
        self._key, self._matrix, self._figures = key, matrix, figures
        self._rows = {row.name: row for row in matrix.rows}

    def __iter__(self) -> Iterator[str]:
        return iter(self.possible)

    def __len__(self) -> int:
        return len(self.possible)

    @once_each  # grading takes longest, and most levels are never asked for
    def __getitem__(self, name: str) -> Visibility:
        """Return how the misconception called `name` shows; KeyError if there is none."""
        if self.possible[name] is not Visibility.ALONE:
            return self.possible[name]
        row = self._rows[name]
        graders = (self._key.asked[question] for question in self._matrix.distinguishing_questions(row))
        is_diagnosed = any(self._is_diagnosed(row, grader) for grader in graders)
        return Visibility.ALONE if is_diagnosed else Visibility.SHEET

    def _is_diagnosed(self, row: MisconceptionRow, grader: QuestionGrader) -> bool:
        """Say whether the value of the misconception of a `row` is diagnosed as it alone."""
        target = self._matrix.value(row, grader.question.id)
        texts = [answer_and_relation(target.value, grader.expects)[0]]
        if self._figures is not None:
            texts += filter(None, [rounded_text(target, self._figures)])
        return all(grader.graded(text).mistakes == (row.id,) for text in texts)


def attainable_levels(
    draws: Sequence[Levels], least: int, first: Collection[str] = ()
) -> dict[str, Visibility]:
    """Return how well all misconceptions can show at once, in at least `least` of the `draws`.

    The levels of misconceptions with an id in `first` come first, then those that most draws reach.

    >>> hidden, alone = Visibility.HIDDEN, Visibility.ALONE
    >>> draws = [{"a": alone, "b": hidden}, {"a": alone, "b": alone}]
    >>> [level.name for level in attainable_levels(draws, 2).values()]
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
