"""The discrimination matrix of a sheet: which misconceptions its questions tell apart, exactly.

How to read: `discrimination` makes the matrix, each `MisconceptionRow` is one misconception;
`Discrimination` has those that lead to wrong values, alone or in company.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from dataclasses import field
from fractions import Fraction

from exactnb.core.arithmetic.matrices import Vector
from exactnb.core.arithmetic.roots import Points
from exactnb.core.arithmetic.rounding import Rounding, rounded_in_full
from exactnb.core.arithmetic.values import is_finite
from exactnb.core.expression.results import Value
from exactnb.core.expression.spell import spell
from exactnb.core.expression.written import written
from exactnb.core.lazy import once
from exactnb.core.model.quantity import EFFORT
from exactnb.core.problem.problem import Problem
from exactnb.core.problem.questions import Question
from exactnb.core.record import frozen
from exactnb.errors import ExactnbError
from exactnb.teach.alternatives.alternative import Alternative
from exactnb.teach.answers.answer import Expects
from exactnb.teach.answers.reading import answer_text
from exactnb.teach.grading.answer_key import AnswerKey, default_questions
from exactnb.teach.grading.diagnosis import may_equal
from exactnb.teach.grading.targets import ByBounds, Target

_FIGURES = 6  # of a value that is typed as a decimal
_LONGEST = 60  # characters of an exact value that people would type
RIGHT = 0
"""The place of the right value among those of a question."""


@frozen(eq=False)
class MisconceptionRow:
    """A misconception, and the index of the value it leads to in each question: 0 is the right one.

    A question that it does not concern keeps its right value.
    """

    alternative: Alternative
    places: Mapping[str, int]

    @property
    def id(self) -> str:
        """Return the id of the misconception."""
        return self.alternative.id

    @property
    def name(self) -> str:
        """Return the id and the detail, such as the column, which identify the misconception."""
        return self.alternative.name

    def value_index(self, question: str) -> int:
        """Return the index of its value among the values of a `question`."""
        return self.places.get(question, RIGHT)


@frozen(eq=False)
class Discrimination:
    """Misconceptions by questions: `values` are the distinct values of each, the right one first.

    Values that are not known to differ count as one; so do values that agree when rounded to the
    figures for which the matrix was made.

    >>> problem = Problem.read("worked_examples/homework/sheet.toml")
    >>> matrix = discrimination(problem, problem.questions[5:6])
    >>> forgotten = matrix["prior-forgotten"]
    >>> matrix.value(forgotten, "posterior").value, matrix.company(forgotten, "posterior")
    (Fraction(625, 4999), ('prior-taken-uniform', 'factor-twice', 'normalised-without-prior'))

    A misconception is told apart where it alone leads to its wrong value; names beside it are company.
    """

    questions: tuple[str, ...]
    values: Mapping[str, tuple[Target, ...]]
    rows: tuple[MisconceptionRow, ...]
    _sharing: Mapping[tuple[str, int], tuple[MisconceptionRow, ...]] = field(repr=False)

    def __getitem__(self, name: str) -> MisconceptionRow:
        """Return the row of a misconception by its id, the first of several, or its id and detail."""
        match = next((row for row in self.rows if name in (row.name, row.id)), None)
        if match is None:
            raise KeyError(name)
        return match

    def value(self, row: MisconceptionRow, question: str) -> Target:
        """Return the value that the misconception of a `row` leads to in a `question`."""
        return self.values[question][row.value_index(question)]

    def wrong_values(self, question: str) -> list[tuple[Target, tuple[Alternative, ...]]]:
        """Return each wrong value of a `question`, with the misconceptions that lead to it."""
        return [
            (value, tuple(row.alternative for row in self._sharing[question, place]))
            for place, value in enumerate(self.values[question])
            if place != RIGHT
        ]

    def is_wrong(self, row: MisconceptionRow, question: str) -> bool:
        """Say whether the misconception of a `row` leads to a wrong value in a `question`."""
        return row.value_index(question) != RIGHT

    def is_hidden(self, row: MisconceptionRow) -> bool:
        """Say whether the misconception of a `row` leads to the right value in every question."""
        return not any(self.is_wrong(row, question) for question in self.questions)

    def company(self, row: MisconceptionRow, question: str) -> tuple[str, ...]:
        """Return the ids of other misconceptions with the same value as `row` in a `question`."""
        sharing = self._sharing.get((question, row.value_index(question)), ())
        return tuple(dict.fromkeys(sharer.id for sharer in sharing if sharer.id != row.id))

    def distinguishing_questions(self, row: MisconceptionRow) -> tuple[str, ...]:
        """Return the questions in which only the misconception of a `row` leads to its wrong value."""
        return tuple(q for q in self.questions if self.is_wrong(row, q) and not self.company(row, q))

    def indistinguishable_rows(self, row: MisconceptionRow) -> tuple[MisconceptionRow, ...]:
        """Return the other misconceptions that lead to the same values as `row` in every question."""
        same = self._by_places[self._places(row)]
        return tuple(candidate for candidate in same if candidate.id != row.id)

    @once
    def _by_places(self) -> Mapping[tuple[int, ...], list[MisconceptionRow]]:
        """Return the rows by their values: to compare each with each would be their square."""
        by_places: dict[tuple[int, ...], list[MisconceptionRow]] = {}
        for row in self.rows:
            by_places.setdefault(self._places(row), []).append(row)
        return by_places

    def _places(self, row: MisconceptionRow) -> tuple[int, ...]:
        return tuple(map(row.value_index, self.questions))


def discrimination(
    problem: Problem,
    questions: Iterable[Question] = (),
    *,
    figures: int | None = None,
    effort: int = EFFORT,
) -> Discrimination:
    """Return the values that every misconception leads to in some `questions`.

    `problem` is where they stand; its own questions are the default. `figures` counts values as one if
    they agree when rounded to so many significant figures; `effort` bounds the steps that the questions
    may take.
    """
    chosen = tuple(questions) or default_questions(problem, effort)
    return discrimination_by(AnswerKey(problem, chosen, effort=effort), figures=figures)


def discrimination_by(key: AnswerKey, *, figures: int | None = None) -> Discrimination:
    """Return the values that every misconception leads to in the questions of an answer `key`.

    `figures` is that of `discrimination`.
    """
    places: dict[Alternative, dict[str, int]] = {
        alternative: {} for alternative in key.alternatives.misconceptions
    }
    values: dict[str, tuple[Target, ...]] = {}
    sharing: dict[tuple[str, int], list[MisconceptionRow]] = {}
    rows = {alternative: MisconceptionRow(alternative, row) for alternative, row in places.items()}
    for identity, question in key.asked.items():
        distinct = _DistinctValues(figures)
        distinct.place(question.right)
        for alternative, target in question.diagnosis.values_of_mistakes(rows):
            index = distinct.place(target)
            places[alternative][identity] = index
            sharing.setdefault((identity, index), []).append(rows[alternative])
        values[identity] = tuple(distinct.targets)
    shared = {index: tuple(sharers) for index, sharers in sharing.items()}
    return Discrimination(tuple(values), values, tuple(rows.values()), shared)


class _DistinctValues:
    """The distinct values of a question; those that agree to so many `figures` count as one."""

    def __init__(self, figures: int | None) -> None:
        self.figures = figures
        self.targets: list[Target] = []
        self._places: dict[Hashable, int] = {}
        self._without_key: set[int] = set()
        self._by_bounds = ByBounds()

    def place(self, target: Target) -> int:
        """Return the index of the value of `target`, which is appended if it is a new one."""
        # Most values are fractions, found by their hash, and compared only with what has no such form.
        key = target.equality_key if self.figures is None else rounded_text(target, self.figures)
        if key is not None and key in self._places:
            return self._places[key]
        if key is None or (self.figures is None and self._without_key):
            for index in self._by_bounds.places_meeting(target.bounds):
                is_compared = key is None or index in self._without_key
                if is_compared and may_equal(target, self.targets[index]):
                    return index
        if key is not None:
            self._places[key] = len(self.targets)
        else:
            self._without_key.add(len(self.targets))
        self._by_bounds.add(target.bounds)
        self.targets.append(target)
        return len(self.targets) - 1


def rounded_text(target: Target, figures: int) -> str | None:
    """Return the number in `target` to so many significant `figures`; None if it is not a number."""
    number = target.number
    if number is None:
        return None
    try:
        return str(rounded_in_full(number, Rounding(figures=figures)))
    except ExactnbError:
        return None


def answer_and_relation(value: Value, expects: Expects) -> tuple[str, str]:
    """Return `value` as a student types it, and "=" or "≈" for how the text relates to the value.

    Numbers are short exact forms, or else decimals. Other values are typed so that they are read back,
    as `expects` says; a value that cannot be typed is only spelled.
    """
    exact = spell(written(value))
    number = Target(value).number
    if number is None:
        if text := answer_text(value, expects):
            return text, "="
        parts = value.parts if isinstance(value, Vector | Points) else ()
        decimals = [str(rounded_in_full(x, Rounding(figures=_FIGURES))) for x in parts if is_finite(x)]
        together = f"({', '.join(decimals)})"
        return (together, "≈") if parts and len(decimals) == len(parts) else (exact, "=")
    if isinstance(value, Fraction) and len(exact) <= _LONGEST:
        return exact, "="
    try:
        decimal = rounded_in_full(number, Rounding(figures=_FIGURES))
    except ExactnbError:
        return exact, "="
    return str(decimal), "=" if decimal.value == number else "≈"
