"""Grade whole workings of a problem: the verdict on each line, the marks, and the points of a question.

How to read: `verify_working`, by `text_grader`, and `WorkingGrader.verify` judge a working,
`WorkingGrader.graded` the one that answers a question of a sheet.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial
from itertools import islice
from operator import itemgetter
from pathlib import Path
from typing import TYPE_CHECKING, Any

from exactnb.core.arithmetic.numerals import Exact
from exactnb.core.lazy import once
from exactnb.core.naming.names import QuantityName
from exactnb.core.problem.problem import Problem
from exactnb.core.problem.questions import Question
from exactnb.core.problem.views import quantity_place
from exactnb.errors import InputError, Place, quoted
from exactnb.teach.grading.answer_grading import AnswerGrader
from exactnb.teach.grading.answer_key import AnswerKey, read_problem
from exactnb.teach.grading.discrimination import answer_and_relation
from exactnb.teach.grading.graded import Graded
from exactnb.teach.grading.judging import Verdict
from exactnb.teach.grading.question_grader import ungraded, with_acceptance
from exactnb.teach.grading.working.claims import (
    Acceptance,
    Claim,
    claim_in,
    claims_meant_by_words,
    statements_claimed_instead,
)
from exactnb.teach.grading.working.judging import Judge
from exactnb.teach.grading.working.names import WorkingNames
from exactnb.teach.grading.working.statements import statements
from exactnb.teach.grading.working.working import Judged, Mark, Working

if TYPE_CHECKING:
    from exactnb.teach.grading.derivations.marking import AnsweringDerivations

_NOTED = 3  # formulas that were not read, in the note to a person


class WorkingGrader:
    """Verify workings of one problem: the right values are worked out once for all of them.

    `problem` is a Problem or the path of its file; `follow_through` is the share of its points, from 0
    to 1, that a question or milestone earns which is right by wrong earlier values.

    Raises InputError for what is no problem, and for a milestone that has no value of its own.
    """

    def __init__(self, problem: Problem | str | Path, *, follow_through: Exact = 1) -> None:
        self.problem = problem = read_problem(problem)
        # any quantity may be claimed in a working, not only those that the sheet asks for
        bare = replace(problem, questions=(), printed=())
        self._open = AnswerGrader(bare, follow_through=follow_through)
        self._share = self._open.follow_through
        # what earns points: the milestones of workings, and all other questions
        every = [mark for question in problem.questions for mark in question.marks]
        marks = {f"{number}": mark for number, mark in enumerate(every)}
        numbered = [replace(mark, id=number) for number, mark in marks.items()]
        self._key = AnswerKey(bare, numbered, place=lambda identity: self._place(marks[identity]))
        _ = self._key.asked  # an error in a question is raised here, not at the first working
        self._ids = {mark: identity for identity, mark in marks.items()}

    def __reduce__(self) -> tuple[Any, ...]:
        """Return how `pickle` and `copy` make it anew, as it is made."""
        return partial(type(self), self.problem, follow_through=self._share), ()

    def _place(self, mark: Question) -> Place:
        """Return where a problem file has the quantity of a mark."""
        for number, question in enumerate(self.problem.questions, start=1):
            if mark in question.milestones:
                return Place.of("milestone")[question.milestones.index(mark) + 1] / "quantity"
            if mark.id == question.id:
                return quantity_place(number)
        raise AssertionError(mark)

    @property
    def title(self) -> str:
        """Return the title of the problem."""
        return self.problem.title

    @once
    def names(self) -> WorkingNames:
        """Return what finds names of quantities in a working."""
        return WorkingNames(self._open.problem, self._open.graph)

    def verify(self, text: str, question: Question | None = None) -> Working:
        """Return a working with a verdict on each of its claims.

        `text` is plain text, Markdown or LaTeX. A `question` of the problem is the one that it answers:
        then the marks are those of this question. Raises InputError where it is longer than is read.
        """
        if not isinstance(text, str):
            raise InputError(f"expected the text of a working; got {quoted(text)}")
        classes = self.problem.schema.classes
        questions = self.problem.questions if question is None else (question,)
        accepted = Acceptance.of(text, questions, self._key.problem.scope)
        claims = [claim_in(statement, self.names, classes) for statement in statements(text)]
        groups: list[Sequence[Claim]] = [(claim,) for claim in claims]
        lines = self._judge_groups(groups, accepted)
        readings = [self._other_readings(of_statement, classes) for of_statement in lines]
        while any(readings):
            trial = [
                rest.pop(0) if rest else group for rest, group in zip(readings, groups, strict=True)
            ]
            better = [
                number
                for number, of_group in enumerate(self._judge_groups(trial, accepted))
                if _distance_from_right(of_group) < _distance_from_right(lines[number])
            ]
            for number in better:
                groups[number] = trial[number]
            lines = self._judge_groups(groups, accepted) if better else lines
            for number in better:
                readings[number] = self._other_readings(lines[number], classes)
        every = tuple(line for of_statement in lines for line in of_statement)
        return Working(text, every, tuple(self._earned_marks(questions, every, accepted)))

    def _other_readings(self, lines: Sequence[Judged], classes: Sequence[str]) -> list[Sequence[Claim]]:
        """Return what else a statement may claim: several things if it is wrong, or what words mean."""
        readings: list[Sequence[Claim]] = []
        claims = [line.claim for line in lines]
        for number, line in enumerate(lines):
            parts = statements_claimed_instead(line.claim, self.names) if line.is_to_blame else ()
            several = [[claim_in(part, self.names, classes) for part in parts]] if parts else []
            for instead in (
                *several,
                *([claim] for claim in claims_meant_by_words(line.claim, self.names)),
            ):
                readings.append([*claims[:number], *instead, *claims[number + 1 :]])
        return readings

    def _judge_groups(
        self, groups: Sequence[Sequence[Claim]], accepted: Acceptance
    ) -> list[tuple[Judged, ...]]:
        """Return the verdicts on claims, in the groups that they are given in."""
        claims = [claim for group in groups for claim in group]
        judged = [
            Judge(self._open, self.names, model, accepted).judge_all(claims)
            for model in self.problem.predictions
        ]
        # of several models, a line is right if it is right for one of them: a working names none
        lines = (
            min(line, key=lambda judged: (judged.is_to_blame, judged.verdict == "impossible"))
            for line in zip(*judged, strict=True)
        )
        return [tuple(islice(lines, len(group))) for group in groups]

    def graded(self, question: Question, raw: str) -> Graded:
        """Return the verdict on a working, `raw`, that answers a `question` of the problem."""
        unsolved = [
            why for mark in question.marks if (why := self._key.unsolved.get(self._mark_id(mark)))
        ]
        if unsolved:
            return with_acceptance(ungraded(question, raw, unsolved[0]))
        working = self.verify(raw, question)
        first, score = working.first_blamed, working.earned
        graded = Graded(question, raw, Verdict.CORRECT, score, working=working)
        if first is not None:
            verdict = Verdict.MISCONCEPTION if first.matches else Verdict.WRONG
            graded = replace(graded, verdict=verdict, matches=first.matches)
        elif not working.is_read:
            look = "unreadable: no claim about a quantity of this problem"
            return with_acceptance(replace(graded, verdict=Verdict.UNREADABLE, score=None, look=look))
        elif score < question.points:
            graded = replace(graded, verdict=Verdict.INCOMPLETE)
        if score < question.points and working.unread:
            lines = [f"line {line.place[0]}" for line in working.unread if line.place is not None]
            noted = ", ".join(dict.fromkeys(lines[:_NOTED])) + (", …" if len(lines) > _NOTED else "")
            graded = replace(graded, look=f"not read: {noted}")
        return with_acceptance(graded)

    def right(self, question: Question) -> str:
        """Return a working that earns all points of a `question`: a line for each mark."""
        lines = []
        for mark in question.marks:
            asked = self._key.asked[self._mark_id(mark)]
            text, relation = answer_and_relation(asked.right.value, asked.expects)
            lines.append(f"{asked.name} {relation} {text}")
        return "\n".join(lines)

    def _mark_id(self, mark: Question) -> str:
        return self._ids[mark]

    def _earned_marks(
        self, questions: Sequence[Question], lines: Sequence[Judged], accepted: Acceptance
    ) -> Iterator[Mark]:
        """Yield what each mark earns: by the best claim about its quantity, or by acceptance."""
        for question in questions:
            total = Fraction(0)
            for mark in question.marks:
                name = self._key.names[self._mark_id(mark)]
                by_hand = [
                    (points, line)
                    for line in lines
                    if (points := accepted.points(mark, line.claim, line.name, line.typed)) is not None
                ]
                is_milestone = bool(question.milestones)
                earned = by_hand or [  # a person's points stand, and no others
                    (self._points_of_claim(mark, line, is_milestone=is_milestone), line)
                    for line in lines
                    if line.name == name
                ]
                best, line = max(earned, key=itemgetter(0), default=(Fraction(0), None))
                total += best
                place = None if line is None else line.claim.place[0]
                yield Mark(mark.id, name, mark.points, best, place, is_by_hand=bool(by_hand))
            if question.milestones:
                yield from _marks_accepted_as_whole(question, name, total, lines, accepted)

    def _points_of_claim(self, mark: Question, line: Judged, *, is_milestone: bool) -> Fraction:
        """Return the points of a claim: by the policy of its question, or by follow-through.

        A milestone is reached by any right value.
        """
        asked = self._key.asked.get(self._mark_id(mark))
        if asked is None or line.verdict != "right" or not line.typed:
            return Fraction(0)
        if line.follows:
            return mark.points * self._share
        if is_milestone or line.is_rounded or line.is_accepted:
            return mark.points
        return asked.graded(line.typed).score or Fraction(0)


def _marks_accepted_as_whole(
    question: Question,
    name: QuantityName,
    earned: Fraction,
    lines: Sequence[Judged],
    accepted: Acceptance,
) -> Iterator[Mark]:
    """Yield what a line earns that was accepted for a question as a whole, beyond its milestones."""
    by_line = [(accepted.points(question, line.claim) or Fraction(0), line) for line in lines]
    points, line = max(by_line, key=lambda each: each[0], default=(Fraction(0), None))
    if line is not None and points > earned:
        more, place = points - earned, line.claim.place[0]
        yield Mark(question.id, name, Fraction(0), more, place, is_by_hand=True)


def _distance_from_right(lines: Sequence[Judged]) -> tuple[int, bool, Fraction]:
    """Return how far a reading is from right: one with most right is nearest, then by its numbers."""
    right = sum(line.verdict == "right" for line in lines)
    blamed = [line.error for line in lines if line.is_to_blame]
    return -right, bool(blamed), sum(blamed, Fraction(0))


def verify_working(problem: Problem | str | Path, text: str) -> Working:
    """Return a working of a problem, judged claim by claim.

    `problem` is a Problem or the path of its file; `text` is what was written: plain text, Markdown or
    LaTeX. Whatever is not read as a claim costs nothing.

    >>> tennis = "worked_examples/play_tennis/play_tennis.toml"
    >>> verify_working(tennis, "P(Yes) = 9/14 = 0.63").first_wrong
    1

    Raises InputError for what is no problem, and for a working that is longer than is read.
    """
    return text_grader(problem).verify(text)


def text_grader(
    problem: Problem | str | Path, *, follow_through: Exact = 1
) -> WorkingGrader | AnsweringDerivations:
    """Return what verifies whole texts that answer a `problem`: workings, or derivations.

    The arguments and errors are those of a WorkingGrader. A text is a derivation where nothing else is
    asked; InputError is raised where a derivation is one of several questions.
    """
    problem = read_problem(problem)
    if any(question.is_derivation for question in problem.questions):
        from exactnb.teach.grading.derivations.marking import AnsweringDerivations

        return AnsweringDerivations.of(problem)
    return WorkingGrader(problem, follow_through=follow_through)
