"""Grade answers together by one answer key: what sheets, and the lines of a working, are graded by.

How to read: `AnswerGrader.graded_answers` grades; the properties before it are the questions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from functools import lru_cache, partial
from pathlib import Path
from typing import Any, NoReturn

from exactnb.core.arithmetic.integers import exact_text
from exactnb.core.arithmetic.numerals import Exact, read_number
from exactnb.core.data.rows import in_list
from exactnb.core.lazy import once
from exactnb.core.model.quantities import Quantities
from exactnb.core.model.quantity import EFFORT, read_effort
from exactnb.core.naming.names import QuantityName
from exactnb.core.problem.problem import Problem
from exactnb.core.problem.questions import Question
from exactnb.errors import InputError, Place, TooMuch, listing, near, quoted
from exactnb.teach.answers.answer import Given, answer_as_text
from exactnb.teach.grading.answer_key import (
    AnswerKey,
    answer_to,
    budget,
    default_questions,
    read_problem,
)
from exactnb.teach.grading.consistency import with_consistent_mistakes
from exactnb.teach.grading.follow_through_marks import with_follow_through
from exactnb.teach.grading.graded import LARGEST_SHEET, Graded
from exactnb.teach.grading.impossible import with_sums
from exactnb.teach.grading.question_grader import QuestionGrader, ungraded, with_acceptance
from exactnb.teach.misconceptions import misconceptions

_TOO_LARGE = f"more than {LARGEST_SHEET // 1024} KB of answers"
_KEYS = 8  # answer keys cached for sheets that answer the same quantities besides the questions


class AnswerGrader:
    """Judge answers to the questions of a problem, or to any quantities if it has none.

    The arguments are those of a Grader, which grades whole sheets, and workings in them.
    """

    problem: Problem
    follow_through: Fraction
    effort: int
    _extras: tuple[Question, ...]
    _extended: Callable[[tuple[Question, ...]], AnswerKey]

    def __init__(
        self,
        problem: Problem | str | Path,
        *,
        asked: Iterable[str] = (),
        follow_through: Exact = 1,
        effort: int = EFFORT,
    ) -> None:
        share, steps = read_share("follow_through", follow_through), read_effort(effort)
        vars(self).update(problem=read_problem(problem), follow_through=share, effort=steps)
        quantities = tuple(self._extra_questions(map(self.key, in_list(asked, "asked"))))
        extended = lru_cache(_KEYS)(lambda more: self.answer_key.extended_by(more))
        vars(self).update(_extras=quantities, _extended=extended)
        if self.problem.questions:
            self._prepare()

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"a Grader never changes; make another one to have another {name}")

    def __reduce__(self) -> tuple[Any, ...]:
        """Return how `pickle` and `copy` make it anew, as it is made: with a key worked out there."""
        make = partial(type(self), follow_through=self.follow_through, effort=self.effort)
        return partial(make, self.problem, asked=[extra.id for extra in self._extras]), ()

    def _prepare(self) -> None:
        """Work the questions out: an error in one is raised here, not at the first sheet."""
        for mistake in self.problem.mistakes:
            if mistake.id in misconceptions():
                message = "is the id of a known mistake; choose another"
                raise InputError(message, at=mistake.place / "id")
        _ = self.asked

    @once
    def questions(self) -> tuple[Question, ...]:
        """Return the questions: those of the problem, or else every quantity its queries need."""
        return default_questions(self.problem, self.effort)

    @once
    def answer_key(self) -> AnswerKey:
        """Return the answer key of the questions, and of the other quantities asked."""
        return AnswerKey(self.problem, self.questions, self._extras, self.effort)

    @property
    def is_open(self) -> bool:
        """Say whether the problem has no questions of its own, so that any quantity may be answered."""
        return not self.problem.questions

    @property
    def asked(self) -> Mapping[str, QuestionGrader]:
        """Return the graders of all questions that could be worked out, by id."""
        return self.answer_key.asked

    @property
    def graph(self) -> Quantities:
        """Return the graph of all quantities that can be worked out."""
        return self.answer_key.graph

    @property
    def unsolved(self) -> Mapping[str, str]:
        """Return why a right answer could not be worked out, by the id of the question."""
        return self.answer_key.unsolved

    def key(self, given: str) -> str:
        """Return the id of the question called `given`, or the canonical name of a quantity.

        Raises InputError, with a near match, for anything else.
        """
        ids = [question.id for question in self.questions]
        if given in ids:
            return given
        if not self.is_open:
            expected = f"the questions are {listing(ids)}"
            raise InputError(f"unknown question {quoted(given)}{near(given, ids)}; {expected}")
        try:
            return str(self.problem.resolve(given, answer_to(given), budget(self.effort)))
        except TooMuch:  # it is a quantity; its answer says that it takes too much
            return str(self.problem.scope.resolve(given))

    def name_of(self, question: Question) -> QuantityName:
        """Return the name of the quantity that a question asks for."""
        return self.problem.scope.resolve(question.quantity)

    def graded_answers(self, answers: Mapping[str, Given]) -> dict[str, Graded]:
        """Return the verdicts on the answers of one student, in order, by the ids of the questions.

        Raises InputError for an answer to what is no question, or to one twice, and for what is
        neither text nor a number.
        """
        if not isinstance(answers, Mapping):
            raise InputError(f"expected answers by the ids of questions; got {quoted(answers)}")
        texts = self._texts(answers)
        key, extra = self.answer_key, self._extra_questions(texts)
        if unknown := [question for question in extra if question not in key.extras]:
            key = self._extended(tuple(sorted(unknown, key=lambda question: question.id)))
        beyond = key.budget_refusals(question.id for question in extra)
        if sum(len(text.encode(errors="replace")) for text in texts.values()) > LARGEST_SHEET:
            beyond = dict.fromkeys(texts, _TOO_LARGE)
        graded = {
            question.id: self._graded(key, question, texts.get(question.id, ""), beyond)
            for question in (*key.questions, *extra)
            if question.id in texts or not self.is_open
        }
        names = {identity: asked.name for identity, asked in key.asked.items()}
        graded = with_sums(self.problem, names, graded)
        graded = with_follow_through(key, graded, self.follow_through)
        return with_consistent_mistakes(key, graded)

    def judge(self, asked: QuestionGrader, raw: str) -> Graded:
        """Return the verdict on one answer, `raw`, alone; a verdict on the same text is reused.

        `asked` is an entry of the property `asked`; no other answers are carried on to this one.

        >>> from exactnb import Grader, Table
        >>> table = Table.from_rows([("1", "+"), ("0", "+"), ("0", "-")], ["a", "class"])
        >>> grader = Grader(Problem(table), asked=["P(+)"])
        >>> grader.judge(grader.answer_key.asked["P(+)"], "4/6").verdict.value
        'correct'
        """
        return asked.graded(raw)

    def _graded(
        self, key: AnswerKey, question: Question, raw: str, beyond: Mapping[str, str]
    ) -> Graded:
        """Return the verdict on an answer to a question, worked out or not."""
        if question.id in key.asked and question.id not in beyond:
            return self.judge(key.asked[question.id], raw)
        why = beyond.get(question.id) or key.unsolved[question.id]
        return with_acceptance(ungraded(question, raw, why))

    def _extra_questions(self, identities: Iterable[str]) -> list[Question]:
        """Return questions for the answered quantities that no question asks for, each once."""
        ids = {question.id for question in self.questions}
        return [Question(i, i) for i in dict.fromkeys(identities) if i not in ids]

    def _texts(self, answers: Mapping[str, Given]) -> dict[str, str]:
        """Return the answers by the ids of their questions."""
        texts: dict[str, str] = {}
        for key, text in answers.items():
            if not isinstance(key, str):
                message = f"expected the ids of questions as texts; got {quoted(key)}"
                raise InputError(message, at="answers")
            identity = self.key(key)
            if identity in texts:
                raise InputError(f"{quoted(identity)} is answered twice", at="answers")
            texts[identity] = answer_to(identity).read(answer_as_text, text)
        return texts


def read_share(key: str, raw: Exact) -> Fraction:
    """Return the share of points in `raw`; raise InputError at `key` unless it is from 0 to 1."""
    share = Place.of(key).read(read_number, raw)
    if not 0 <= share <= 1:
        raise InputError(f"lies between 0 and 1; got {exact_text(share)}", at=key)
    return share
