"""Grade the answers of students to the questions of a problem.

How to read: `grade` grades a sheet, `judge` a single answer; right values are in `answer_key.py`, the
judgement of one answer is in `question_grader.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from exactnb.core.arithmetic.integers import exact_text
from exactnb.core.arithmetic.numerals import Exact, read_number
from exactnb.core.lazy import once
from exactnb.core.model.quantities import Quantities
from exactnb.core.model.quantity import EFFORT, read_effort
from exactnb.core.naming.names import QuantityName
from exactnb.core.problem.problem import Problem
from exactnb.core.problem.questions import Question
from exactnb.core.shown import Shown
from exactnb.errors import InputError, Place, TooMuch, listing, near, quoted
from exactnb.teach.answers.answer import Given, answer_as_text
from exactnb.teach.grading.answer_key import AnswerKey, answer_to, budget, default_questions
from exactnb.teach.grading.attention import ungraded
from exactnb.teach.grading.follow_through_marks import with_follow_through
from exactnb.teach.grading.graded import LARGEST_SHEET, Graded, Report
from exactnb.teach.grading.impossible import with_sums
from exactnb.teach.grading.question_grader import QuestionGrader, with_acceptance

if TYPE_CHECKING:
    from exactnb.teach.grading.class_files import Sheet

_TOO_LARGE = f"more than {LARGEST_SHEET // 1024} KB of answers"
_KEYS = 8  # answer keys cached for sheets that answer the same quantities besides the questions


class Grader(Shown):
    """Judge answers to the questions of a problem, or to any quantities if it has none.

    `problem` is a Problem or the path of its file. `asked` are quantities that sheets may answer
    besides the questions: named here, they are worked out once for all sheets. `follow_through` is the
    share of its points, from 0 to 1, earned by an answer that is right only by earlier wrong values.
    `effort` bounds the steps of the questions together, and of the other answers in one sheet: the
    quantities and the parts of their formulas, times 10 as every mistake is tried; answers to
    quantities that take more are left ungraded.

    A grader never changes: a sheet gets the same report whatever was graded before it, and threads may
    share one.

    >>> from exactnb import Problem, Table
    >>> table = Table.from_rows([("1", "+"), ("0", "+"), ("0", "-")], ["a", "class"])
    >>> grader = Grader(Problem(table, query={"x": {"a": "1"}}))
    >>> report = grader.grade({"P(+)": "2/3", "P(+,x)": "0.33"})
    >>> [(each.question.id, each.verdict.value) for each in report.graded]
    [('P(+)', 'correct'), ('P(+,x)', 'too_few_digits')]

    Raises InputError for a question that has no answer of its own kind, such as an equation, for what
    is asked and is no quantity, and for a share or an effort that is none.
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
        if isinstance(problem, str | Path):
            problem = Problem.read(problem)
        if not isinstance(problem, Problem):
            raise InputError(f"expected a Problem or the path of a file; got {quoted(problem)}")
        share, steps = _share(follow_through), read_effort(effort)
        vars(self).update(problem=problem, follow_through=share, effort=steps)
        quantities = tuple(self._extra_questions(map(self.key, asked)))
        extended = lru_cache(_KEYS)(lambda more: self.answer_key.extended_by(more))
        vars(self).update(_extras=quantities, _extended=extended)
        if problem.questions:
            _ = self.asked  # an error in a question is raised here, not at the first sheet

    def __repr__(self) -> str:
        number = len(self.questions)
        return f"<Grader of {quoted(self.problem.title)}: {number} question{'s' * (number != 1)}>"

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"a Grader never changes; make another one to have another {name}")

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

    def grade(self, answers: Mapping[str, Given], student: str = "") -> Report:
        """Return the report on the answers of one student, by the ids of the questions.

        `answers` are texts as they were typed, or numbers; a float counts as its shortest decimal.
        `student` is a name for the report. An unanswered question earns nothing; if the problem has no
        questions, only the quantities answered are asked. An error in one question is its verdict, and
        the others are graded.

        >>> from exactnb import Table
        >>> table = Table.from_rows([("1", "+"), ("0", "+"), ("0", "-")], ["a", "class"])
        >>> report = Grader(Problem(table)).grade({"P(+)": "2/3", "P(-)": "no"}, student="Ada")
        >>> report.student, report.score, [each.verdict.value for each in report.graded]
        ('Ada', Fraction(1, 1), ['correct', 'unreadable'])

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
            question.id: _graded(key, question, texts.get(question.id, ""), beyond)
            for question in (*key.questions, *extra)
            if question.id in texts or not self.is_open
        }
        names = {identity: asked.name for identity, asked in key.asked.items()}
        graded = with_sums(self.problem, names, graded)
        marked = with_follow_through(key, graded, self.follow_through)
        return Report(student, tuple(marked.values()))

    def grade_sheet(self, sheet: Sheet) -> Report:
        """Return the report on the `sheet` of a student; one that cannot be graded stops no other.

        Where `grade` would raise, the report is not readable, and its remark says why.

        >>> from exactnb import Table
        >>> from exactnb.grading import Sheet
        >>> table = Table.from_rows([("1", "+"), ("0", "+"), ("0", "-")], ["a", "class"])
        >>> Grader(Problem(table)).grade_sheet(Sheet("Bo", {"foo(": "1"})).is_readable
        False
        """
        if sheet.is_readable:
            try:
                return replace(self.grade(sheet.answers, sheet.student), remark=sheet.remark)
            except Exception as error:  # whatever one student hands in, the others are graded
                sheet = sheet.unread(error)
        questions = () if self.is_open else self.questions
        graded = tuple(replace(ungraded(question, "", ""), look="") for question in questions)
        return Report(sheet.student, graded, sheet.remark, is_readable=False)

    def of(self, graded: Graded) -> Grader:
        """Return the grader that an answer was graded by: this one, unless there are variants."""
        return self

    def judge(self, asked: QuestionGrader, raw: str) -> Graded:
        """Return the verdict on one answer, `raw`, alone; a verdict on the same text is reused.

        `asked` is an entry of the property `asked`; no other answers are carried on to this one.

        >>> from exactnb import Table
        >>> table = Table.from_rows([("1", "+"), ("0", "+"), ("0", "-")], ["a", "class"])
        >>> grader = Grader(Problem(table), asked=["P(+)"])
        >>> grader.judge(grader.answer_key.asked["P(+)"], "4/6").verdict.value
        'correct'
        """
        return asked.graded(raw)

    def _extra_questions(self, identities: Iterable[str]) -> list[Question]:
        """Return questions for the answered quantities that no question asks for, each once."""
        ids = {question.id for question in self.questions}
        return [Question(i, i) for i in dict.fromkeys(identities) if i not in ids]

    def _texts(self, answers: Mapping[str, Given]) -> dict[str, str]:
        """Return the answers by the ids of their questions."""
        texts: dict[str, str] = {}
        for key, text in answers.items():
            if not isinstance(key, str):
                raise InputError(
                    f"expected the ids of questions as texts; got {quoted(key)}", at="answers"
                )
            identity = self.key(key)
            if identity in texts:
                raise InputError(f"{quoted(identity)} is answered twice", at="answers")
            texts[identity] = answer_to(identity).read(answer_as_text, text)
        return texts


def _graded(key: AnswerKey, question: Question, raw: str, beyond: Mapping[str, str]) -> Graded:
    """Return the verdict on an answer to a question, worked out or not."""
    if question.id in key.asked and question.id not in beyond:
        return key.asked[question.id].graded(raw)
    why = beyond.get(question.id) or key.unsolved[question.id]
    return with_acceptance(ungraded(question, raw, why))


def _share(follow_through: Exact) -> Fraction:
    share = Place.of("follow_through").read(read_number, follow_through)
    if not 0 <= share <= 1:
        raise InputError(f"lies between 0 and 1; got {exact_text(share)}", at="follow_through")
    return share
