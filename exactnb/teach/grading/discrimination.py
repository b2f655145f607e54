"""What a sheet of questions can tell apart: misconceptions by questions, every value exact.

How to read: `discrimination` makes the matrix, a `Row` of it is one misconception; `Discrimination`
says which of them lead to a wrong value, which do so alone, and which are told from each other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import field
from fractions import Fraction

from exactnb.core.arithmetic.matrices import Vector
from exactnb.core.arithmetic.roots import Points
from exactnb.core.arithmetic.rounding import Rounding, readable
from exactnb.core.arithmetic.values import is_finite
from exactnb.core.expression.results import Value
from exactnb.core.expression.spell import spell
from exactnb.core.expression.written import written
from exactnb.core.model.effort import EFFORT
from exactnb.core.problem.problem import Problem
from exactnb.core.problem.questions import Question
from exactnb.core.record import frozen
from exactnb.errors import ExactnbError
from exactnb.teach.alternatives.alternative import Alternative
from exactnb.teach.answers.answer import Expects
from exactnb.teach.answers.writing import answer_text
from exactnb.teach.grading.answer_key import AnswerKey, questions_of
from exactnb.teach.grading.diagnosis import may_equal
from exactnb.teach.grading.targets import Target

_FIGURES = 6  # of a value that is typed as a decimal
_LONGEST = 60  # characters of an exact value that people would type
RIGHT = 0
"""The place of the right value among those of a question."""


@frozen(eq=False)
class Row:
    """A misconception, and by question the place of the value that it leads to: 0 is the right one.

    What does not concern a question leaves its value right.
    """

    alternative: Alternative
    places: Mapping[str, int]

    @property
    def id(self) -> str:
        """Return the id of the misconception."""
        return self.alternative.id

    @property
    def name(self) -> str:
        """Return the id and the detail, such as the column, which tell it from all others."""
        return self.alternative.name

    def place(self, question: str) -> int:
        """Return the place of its value among those of a question."""
        return self.places.get(question, RIGHT)


@frozen(eq=False)
class Discrimination:
    """Hold misconceptions by questions: `values` are those of each question, the right one first.

    Two values that are not known to differ are one; so are two that are written alike with the figures
    that the matrix was asked for.

    >>> problem = Problem.read("worked_examples/homework/sheet.toml")
    >>> matrix = discrimination(problem, problem.questions[5:6])
    >>> forgotten = matrix["prior-forgotten"]
    >>> matrix.value(forgotten, "posterior").value, matrix.company(forgotten, "posterior")
    (Fraction(625, 4999), ('prior-taken-uniform', 'factor-twice', 'normalised-without-prior'))

    A misconception is told apart where it alone leads to its wrong value; names beside it are company.
    """

    questions: tuple[str, ...]
    values: Mapping[str, tuple[Target, ...]]
    rows: tuple[Row, ...]
    _sharing: Mapping[tuple[str, int], tuple[Row, ...]] = field(repr=False)

    def __getitem__(self, name: str) -> Row:
        """Return the row of a misconception by its id, the first of several, or its id and detail."""
        found = next((row for row in self.rows if name in (row.name, row.id)), None)
        if found is None:
            raise KeyError(name)
        return found

    def value(self, row: Row, question: str) -> Target:
        """Return the value that a misconception leads to in a question."""
        return self.values[question][row.place(question)]

    def is_wrong(self, row: Row, question: str) -> bool:
        """Say whether a misconception leads to a wrong value in a question."""
        return row.place(question) != RIGHT

    def is_hidden(self, row: Row) -> bool:
        """Say whether a misconception leads to the right values everywhere."""
        return not any(self.is_wrong(row, question) for question in self.questions)

    def company(self, row: Row, question: str) -> tuple[str, ...]:
        """Return the ids of the other misconceptions that lead to the same value in a question."""
        sharing = self._sharing.get((question, row.place(question)), ())
        return tuple(dict.fromkeys(other.id for other in sharing if other.id != row.id))

    def alone(self, row: Row) -> tuple[str, ...]:
        """Return the questions in which a misconception leads to a wrong value that is its own."""
        return tuple(q for q in self.questions if self.is_wrong(row, q) and not self.company(row, q))

    def tells(self, one: Row, other: Row) -> tuple[str, ...]:
        """Return the questions in which two misconceptions lead to different values."""
        return tuple(q for q in self.questions if one.place(q) != other.place(q))

    def like(self, row: Row) -> tuple[Row, ...]:
        """Return the other misconceptions that lead to the same values in every question."""
        return tuple(other for other in self.rows if other.id != row.id and not self.tells(row, other))


def discrimination(
    problem: Problem,
    questions: Iterable[Question] = (),
    *,
    figures: int | None = None,
    effort: int = EFFORT,
) -> Discrimination:
    """Return what every misconception makes of some questions: those of the problem if none are given.

    With `figures`, values count as one that are written alike with so many significant figures.
    """
    chosen = tuple(questions) or questions_of(problem, effort)
    return discrimination_by(AnswerKey(problem, chosen, effort=effort), figures=figures)


def discrimination_by(key: AnswerKey, *, figures: int | None = None) -> Discrimination:
    """Return what every misconception makes of the questions of an answer key."""
    found: dict[Alternative, dict[str, int]] = {each: {} for each in key.alternatives.misconceptions}
    values: dict[str, tuple[Target, ...]] = {}
    sharing: dict[tuple[str, int], list[Row]] = {}
    rows = {alternative: Row(alternative, places) for alternative, places in found.items()}
    alike = may_equal if figures is None else _written_alike(figures)
    for identity, asked in key.asked.items():
        targets = [asked.right]
        for alternative, target in asked.diagnosis.effects(rows):
            at = _place(target, targets, alike)
            found[alternative][identity] = at
            sharing.setdefault((identity, at), []).append(rows[alternative])
        values[identity] = tuple(targets)
    shared = {at: tuple(of) for at, of in sharing.items()}
    return Discrimination(tuple(values), values, tuple(rows.values()), shared)


def _place(target: Target, known: list[Target], alike: Callable[[Target, Target], bool]) -> int:
    """Return the place of a value among those that are known; it is put at their end if it is new."""
    for at, other in enumerate(known):
        if alike(target, other):
            return at
    known.append(target)
    return len(known) - 1


def _written_alike(figures: int) -> Callable[[Target, Target], bool]:
    """Return what says whether two values are not known to differ with so many figures."""
    texts: dict[Target, str | None] = {}  # each is rounded once, and compared with all others

    def text(target: Target) -> str | None:
        if target not in texts:
            texts[target] = rounded_text(target, figures)
        return texts[target]

    def alike(target: Target, other: Target) -> bool:
        mine = text(target)
        return may_equal(target, other) if mine is None else mine == text(other)

    return alike


def rounded_text(target: Target, figures: int) -> str | None:
    """Return a number with so many significant figures as it is typed; None for what is no number."""
    number = target.number
    if number is None:
        return None
    try:
        return str(readable(number, Rounding(figures=figures)))
    except ExactnbError:
        return None


def typed_text(value: Value, expects: Expects) -> tuple[str, str]:
    """Return a value as it is typed, a short exact form or else a decimal, and how it stands to it.

    What is no number is typed so that it is read as this value; one that cannot be is only shown.
    """
    exact = spell(written(value))
    number = Target(value).number
    if number is None:
        if text := answer_text(value, expects):
            return text, "="
        parts = value.parts if isinstance(value, Vector | Points) else ()
        decimals = [str(readable(x, Rounding(figures=_FIGURES))) for x in parts if is_finite(x)]
        together = f"({', '.join(decimals)})"
        return (together, "≈") if parts and len(decimals) == len(parts) else (exact, "=")
    if isinstance(value, Fraction) and len(exact) <= _LONGEST:
        return exact, "="
    try:
        decimal = readable(number, Rounding(figures=_FIGURES))
    except ExactnbError:
        return exact, "="
    return str(decimal), "=" if decimal.value == number else "≈"
