"""Grade answers together by one answer key: what sheets, and the lines of a working, are graded by.

How to read: `AnswerGrader.graded_answers` grades; the properties before it are the questions.
`with_consistent_mistakes` is what the answers of a sheet say about the mistakes behind each other: one
that another way to go wrong leads to by chance fails at the neighbours. So what explains several
answers is likely in each of them, on little evidence; and what would have spoiled a right answer, or
leaves wrong ones of the same kind unexplained, is not claimed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import replace
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
from exactnb.errors import ExactnbError, InputError, Place, TooMuch, listing, near, quoted
from exactnb.teach.alternatives.alternative import Alternative
from exactnb.teach.answers.answer import Given, answer_as_text
from exactnb.teach.grading.answer_key import (
    AnswerKey,
    answer_place,
    default_questions,
    read_problem,
    step_effort,
)
from exactnb.teach.grading.follow_through_marks import with_follow_through
from exactnb.teach.grading.graded import LARGEST_SHEET, Graded
from exactnb.teach.grading.impossible import with_sum_notes
from exactnb.teach.grading.judging import Verdict
from exactnb.teach.grading.question_grader import QuestionGrader, ungraded, with_acceptance
from exactnb.teach.misconceptions import misconceptions

_TOO_LARGE = f"more than {LARGEST_SHEET // 1024} KB of answers"
_KEYS = 8  # answer keys cached for sheets that answer the same quantities besides the questions
_OPEN = frozenset((Verdict.WRONG, Verdict.MISCONCEPTION))
_Leading = Mapping[str, frozenset[Alternative]]
"""Mistakes for each wrong answer, by its question."""


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
            return str(self.problem.resolve(given, answer_place(given), step_effort(self.effort)))
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
        graded = with_sum_notes(self.problem, names, graded)
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
            texts[identity] = answer_place(identity).read(answer_as_text, text)
        return texts


def read_share(key: str, raw: Exact) -> Fraction:
    """Return the share of points in `raw`; raise InputError at `key` unless it is from 0 to 1."""
    share = Place.of(key).read(read_number, raw)
    if not 0 <= share <= 1:
        raise InputError(f"lies between 0 and 1; got {exact_text(share)}", at=key)
    return share


def with_consistent_mistakes(key: AnswerKey, graded: Mapping[str, Graded]) -> dict[str, Graded]:
    """Return the answers of a sheet, `graded` by `key`, explained by the mistakes of each other.

    Explained anew are wrong answers; not what follows from own answers, and not what a person marked.
    """
    wrong = {
        question: answer
        for question, answer in graded.items()
        if answer.verdict in _OPEN and not answer.follows and question in key.asked
    }
    if not wrong:  # what right answers refute is searched for where it matters
        return dict(graded)
    leading = {
        question: key.asked[question].mistakes_leading_to(answer) for question, answer in wrong.items()
    }
    refuted = _refuted(key, graded, leading)
    wrong = {
        question: key.asked[question].explained(answer, refuted=refuted[question])
        for question, answer in wrong.items()
    }
    times = Counter(
        belief for question, mistakes in leading.items() for belief in mistakes - refuted[question]
    )
    explained = {**graded, **wrong}
    for identity, answer in wrong.items():
        supported = {belief.id for belief, n in times.items() if n > 1 and belief.is_misconception}
        context = (other.mistakes for question, other in wrong.items() if question != identity)
        supported |= {mistakes[0] for mistakes in context if len(mistakes) == 1}
        if supported:
            asked, refuted_here = key.asked[identity], refuted[identity]
            explained[identity] = asked.explained(answer, frozenset(supported), refuted_here)
    # Students who know a rule may go on as if they did not: right answers refute that they believe in a
    # mistake, not that they made it in one place.
    by_wrong_ones = _refuted(key, wrong, leading)
    for identity in _open(wrong, explained):
        slip = key.asked[identity].explained(graded[identity], refuted=by_wrong_ones[identity])
        matches = tuple(replace(match, is_certain=False) for match in slip.matches)
        explained[identity] = replace(slip, matches=matches)
    carried = _carried_on(key, explained)
    for identity in _open(wrong, explained):
        explained[identity] = key.asked[identity].explained_by_carrying_on(explained[identity], carried)
    return explained


def _open(wrong: Mapping[str, Graded], explained: Mapping[str, Graded]) -> list[str]:
    """Return the questions whose `wrong` answers are not `explained`."""
    return [identity for identity in wrong if not explained[identity].matches]


def _carried_on(key: AnswerKey, explained: Mapping[str, Graded]) -> list[Alternative]:
    """Return the mistakes in results of a sheet as made in all results of their kind, and carried on.

    Results that are answered otherwise stay as they are.
    """
    answers = {key.asked[of].name: answer for of, answer in explained.items() if of in key.asked}
    kinds: dict[Alternative, set[object]] = {}
    for name, answer in answers.items():
        for mistake in (match.alternative for match in answer.matches):
            if mistake.is_only_in_result:
                kinds.setdefault(mistake, set()).add(_kind(key, name))
    carried = []
    for mistake, of_these in kinds.items():
        here = (name for name in mistake.formulas if name in key.graph)  # not all are worked out
        same_kind = (name for name in here if _kind(key, name) in of_these)
        made = (n for n in same_kind if n not in answers or mistake.id in answers[n].mistakes)
        with suppress(ExactnbError):  # a value without an exact form is not carried on
            carried.append(mistake.propagated(key.graph, made))
    return carried


def _refuted(key: AnswerKey, graded: Mapping[str, Graded], leading: _Leading) -> _Leading:
    """Return the mistakes that the answers of a sheet speak against, by the wrong answers.

    A right answer refutes each mistake that would have spoiled it; one that is made before it, in a
    quantity that it rests on, may still be what was answered there. Of the others those are kept, one
    after the other, that explain most wrong answers; one of the same kind that they leave unexplained
    counts twice against them. What explains no more than that is refuted.
    """
    made_there, made_before = set[Alternative](), set[Alternative]()
    for identity, answer in graded.items():
        if answer.is_right and identity in key.asked:
            spoiling, name = key.asked[identity].mistakes_spoiling(answer), key.asked[identity].name
            made_there |= {mistake for mistake in spoiling if name in mistake.formulas}
            made_before |= spoiling
    names = {identity: key.asked[identity].name for identity in leading}
    refuted = {
        identity: made_there | {step for step in made_before if name not in step.formulas}
        for identity, name in names.items()
    }
    kinds = {identity: _kind(key, name) for identity, name in names.items()}
    retained = set[object]()
    waiting = {
        identity: {_cause(mistake) for mistake in made - refuted[identity]}
        for identity, made in leading.items()
    }
    while True:
        gains = Counter(cause for causes in waiting.values() for cause in causes)
        unexplained = Counter(kinds[identity] for identity in waiting)
        for cause, answers in tuple(gains.items()):
            reached = {kinds[identity] for identity, causes in waiting.items() if cause in causes}
            gains[cause] = 3 * answers - 2 * sum(unexplained[kind] for kind in reached)
        most = max(gains.values(), default=0)
        if most < 1:
            break
        best = {cause for cause, gain in gains.items() if gain == most}
        retained |= best
        waiting = {identity: causes for identity, causes in waiting.items() if best.isdisjoint(causes)}
    every = frozenset[Alternative]().union(*leading.values())
    useless = {mistake for mistake in every if _cause(mistake) not in retained}
    return {identity: frozenset(mistakes | useless) for identity, mistakes in refuted.items()}


def _cause(mistake: Alternative) -> object:
    """Return what one student does in several places: of a misconception its id, without a detail."""
    return mistake.id if mistake.is_misconception else mistake


def _kind(key: AnswerKey, name: QuantityName) -> tuple[object, ...]:
    """Return what quantities share if one mistake does the same to them, such as all products."""
    return name.head, name.role, name.wrappers, key.graph[name].inline
