"""Why a misconception has no wrong value of its own: seen in other draws, questions, classes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Literal

from exactnb.core.problem.problem import Problem
from exactnb.core.problem.questions import Question
from exactnb.core.record import frozen
from exactnb.errors import ExactnbError
from exactnb.explain.solution.solved_quantities import default_quantities
from exactnb.teach.grading.discrimination import Discrimination, discrimination
from exactnb.teach.variants.searching import Search
from exactnb.teach.variants.telling import Told, level

Why = Literal["never", "questions", "shape", "chance"]
_TRIED = 6  # draws with other questions, and with classes of other sizes
_SHOWN = {
    Told.HIDDEN: "leads to the right values",
    Told.TOGETHER: "leads to the same values as {company}",
    Told.SHEET: "shares each of its values with another mistake",
    Told.ALONE: "has a wrong value of its own",
}
_REASONS: Mapping[Why, str] = {
    "never": "no question changes that",
    "questions": "other questions would change that",
    "shape": "classes of other sizes would change that",
    "chance": "few draws are otherwise, too few to demand it",
}


@frozen(slots=True)
class Untold:
    """A misconception that variants need not tell by a value of its own, and why.

    `company` leads to the same values wherever it is wrong; `question` is one that would tell it.
    """

    name: str
    told: Told
    company: tuple[str, ...]
    why: Why
    question: str = ""

    def __str__(self) -> str:
        return f"{self.name}: {self.reason}"

    @property
    def reason(self) -> str:
        """Return how it shows instead, why, and what to ask for its own value.

        >>> Untold("complement", Told.TOGETHER, ("other-value",), "questions", "P(Sunny|Yes)").reason
        'leads to the same values as other-value; asking P(Sunny|Yes) would change that'
        """
        shown = _SHOWN[self.told].format(company=", ".join(self.company))
        reason = _REASONS[self.why]
        if self.question and self.why == "chance":
            reason += f"; asking {self.question} helps"
        elif self.question:
            reason = f"asking {self.question} would change that"
        return f"{shown}; {reason}"


def untold(search: Search) -> tuple[Untold, ...]:
    """Return the misconceptions that variants need not tell alone, in order, each with the reason."""
    able = search.able
    left = [name for name, told in able.items() if told is not Told.ALONE]
    if not left:
        return ()
    by_chance = {
        name for draw in search.pilot for name, told in draw.levels.items() if told is Told.ALONE
    }
    wide = list(_matrices(search, "questions", more=True, even=True))
    uneven = list(_matrices(search, "shape", more=False, even=False))
    by_shape = {row.name for matrix in uneven for row in matrix.rows if matrix.alone(row)}
    helping = _helping(wide, [question.id for question in search.template.questions])
    found = []
    for name in left:
        why: Why = "never"
        if name in by_chance:
            why = "chance"
        elif name in by_shape:
            why = "shape"
        elif name in helping:
            why = "questions"
        question = helping.get(name, "") if why in ("questions", "chance") else ""
        found.append(Untold(name, able[name], _company(search, name), why, question))
    return tuple(found)


def _matrices(search: Search, name: str, *, more: bool, even: bool) -> Iterator[Discrimination]:
    """Yield what some other draws tell: with `more` questions, or with classes that are not `even`."""
    for problem in search.drawn(name, _TRIED, even=even):
        asked = [*search.template.questions]
        if more:
            asked += _others(problem, {question.id for question in asked})
        with suppress(ExactnbError):
            yield discrimination(problem, asked)


def _others(problem: Problem, known: set[str]) -> Iterator[Question]:
    """Yield the quantities that a solution works out, as questions."""
    for name in map(str, default_quantities(problem)):
        if name not in known:
            yield Question(name, name)


def _helping(wide: Sequence[Discrimination], asked: Sequence[str]) -> dict[str, str]:
    """Return the question, not asked, in which each misconception has most often a value of its own."""
    often: dict[str, Counter[str]] = {}
    for matrix in wide:
        for row in matrix.rows:
            telling = (question for question in matrix.alone(row) if question not in asked)
            often.setdefault(row.name, Counter()).update(telling)
    return {name: counter.most_common(1)[0][0] for name, counter in often.items() if counter}


def _company(search: Search, name: str) -> tuple[str, ...]:
    """Return what a misconception cannot be told from in the draws where it shows best."""
    found: Counter[tuple[str, ...]] = Counter()
    for draw in search.pilot:
        for row in draw.matrix.rows:
            if row.name == name and level(draw.matrix, row) is Told.TOGETHER:
                found[tuple(dict.fromkeys(other.id for other in draw.matrix.like(row)))] += 1
    return min(found, key=lambda ids: (len(ids), -found[ids], ids), default=())
