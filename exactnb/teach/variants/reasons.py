"""Why a misconception has no wrong value of its own: tested with other draws, questions, classes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import islice
from typing import Literal

from exactnb.core.problem.problem import Problem
from exactnb.core.problem.questions import Question
from exactnb.core.record import frozen
from exactnb.errors import ExactnbError
from exactnb.explain.solution.solved_quantities import default_quantities
from exactnb.teach.grading.discrimination import Discrimination, discrimination
from exactnb.teach.variants.searching import Search
from exactnb.teach.variants.visibility import Visibility, visibility_of

Why = Literal["never", "questions", "shape", "chance"]
_TRIED = 6  # draws that grade a misconception; with other questions; with classes of other sizes
_VISIBILITY = {
    Visibility.HIDDEN: "leads to the right values",
    Visibility.TOGETHER: "leads to the same values as {company}",
    Visibility.SHEET: "shares each of its values with another mistake",
    Visibility.ALONE: "has a wrong value of its own",
}
_REASONS: Mapping[Why, str] = {
    "never": "no question changes that",
    "questions": "other questions would change that",
    "shape": "classes of other sizes would change that",
    "chance": "few draws are otherwise, too few to demand it",
}


@frozen(slots=True)
class Undistinguished:
    """A misconception without a wrong value of its own in variants, and why.

    Those in `company` lead to the same values wherever it is wrong; `question` would distinguish it.
    """

    name: str
    visibility: Visibility
    company: tuple[str, ...]
    why: Why
    question: str = ""

    def __str__(self) -> str:
        return f"{self.name}: {self.reason}"

    @property
    def reason(self) -> str:
        """Return how it shows instead, why, and a question that would give it a value of its own.

        >>> level, company = Visibility.TOGETHER, ("other-value",)
        >>> Undistinguished("complement", level, company, "questions", "P(Sunny|Yes)").reason
        'leads to the same values as other-value; asking P(Sunny|Yes) would change that'
        """
        shows = _VISIBILITY[self.visibility].format(company=", ".join(self.company))
        reason = _REASONS[self.why]
        if self.question and self.why == "chance":
            reason += f"; asking {self.question} helps"
        elif self.question:
            reason = f"asking {self.question} would change that"
        return f"{shows}; {reason}"


def find_undistinguished(search: Search) -> tuple[Undistinguished, ...]:
    """Return the misconceptions that the variants of a `search` need not distinguish, with reasons."""
    attainable = search.attainable_levels
    names = [name for name, visibility in attainable.items() if visibility is not Visibility.ALONE]
    if not names:
        return ()
    by_chance = {name for name in names if _is_alone_by_chance(search, name)}
    wide = list(_matrices(search, "questions", more=True, even=True))
    uneven = list(_matrices(search, "shape", more=False, even=False))
    by_shape = {
        row.name for matrix in uneven for row in matrix.rows if matrix.distinguishing_questions(row)
    }
    helping = _helpful_questions(wide, [question.id for question in search.template.questions])
    undistinguished = []
    for name in names:
        why: Why = "never"
        if name in by_chance:
            why = "chance"
        elif name in by_shape:
            why = "shape"
        elif name in helping:
            why = "questions"
        question = helping.get(name, "") if why in ("questions", "chance") else ""
        undistinguished.append(
            Undistinguished(
                name, attainable[name], _indistinguishable_misconceptions(search, name), why, question
            )
        )
    return tuple(undistinguished)


def _is_alone_by_chance(search: Search, name: str) -> bool:
    """Say whether a misconception has a value of its own, as values are graded, in some draws."""
    draws = dict.fromkeys(
        (*search.promising_draws, *search.pilot_draws)
    )  # those graded already come first
    possible = (d for d in draws if d.levels.possible.get(name) is Visibility.ALONE)
    return any(draw.levels[name] is Visibility.ALONE for draw in islice(possible, _TRIED))


def _matrices(search: Search, name: str, *, more: bool, even: bool) -> Iterator[Discrimination]:
    """Yield the matrices of some draws, with `more` questions, or with classes that are not `even`."""
    for problem in search.sampled_problems(name, _TRIED, even=even):
        questions = [*search.template.questions]
        if more:
            questions += _further_questions(problem, search.template.questions)
        with suppress(ExactnbError):
            yield discrimination(problem, questions)


def _further_questions(problem: Problem, questions: Sequence[Question]) -> Iterator[Question]:
    """Yield the quantities that a solution works out, without those of `questions`, as questions."""
    quantities = [question.quantity for question in questions if not question.is_derivation]
    about = set(map(problem.scope.resolve, quantities))
    ids = {question.id for question in questions}
    for name in default_quantities(problem):
        if name not in about and str(name) not in ids:
            yield Question(str(name), str(name))


def _helpful_questions(wide: Sequence[Discrimination], question_ids: Sequence[str]) -> dict[str, str]:
    """Return the further question in which each misconception most often has a value of its own."""
    often: dict[str, Counter[str]] = {}
    for matrix in wide:
        for row in matrix.rows:
            telling = (
                question
                for question in matrix.distinguishing_questions(row)
                if question not in question_ids
            )
            often.setdefault(row.name, Counter()).update(telling)
    return {name: counter.most_common(1)[0][0] for name, counter in often.items() if counter}


def _indistinguishable_misconceptions(search: Search, name: str) -> tuple[str, ...]:
    """Return the misconceptions with the same values in the draws where it shows best."""
    groups: Counter[tuple[str, ...]] = Counter()
    for draw in search.pilot_draws:
        for row in draw.matrix.rows:
            if row.name == name and visibility_of(draw.matrix, row) is Visibility.TOGETHER:
                groups[
                    tuple(dict.fromkeys(twin.id for twin in draw.matrix.indistinguishable_rows(row)))
                ] += 1
    return min(groups, key=lambda ids: (len(ids), -groups[ids], ids), default=())
