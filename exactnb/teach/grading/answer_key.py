"""The answer key of some questions: what is right, what is known to go wrong, what follows from what.

A key is a value. What it works out it works out once, on demand, from nothing but the problem, the
questions and the effort that they may take: no verdict depends on what was graded before it, and
threads that ask at the same time may at worst work the same thing out twice.

How to read: `names` says what is asked, `_worked_out` works it out within the effort, and `asked`
gives each question with what judges its answers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from exactnb.core.arithmetic.values import Infinite, Undefined
from exactnb.core.expression.results import settled
from exactnb.core.lazy import once
from exactnb.core.model.effort import EFFORT, TRIED, Effort
from exactnb.core.model.quantities import Quantities
from exactnb.core.model.quantity import unaffordable
from exactnb.core.naming.names import Item, QuantityName
from exactnb.core.problem.problem import Problem
from exactnb.core.problem.questions import Question
from exactnb.core.problem.views import quantity_of
from exactnb.core.quantities import QUANTITIES
from exactnb.errors import ExactnbError, InputError, Place, fault
from exactnb.explain.solution.sheet_questions import sheet_questions
from exactnb.explain.solution.typed import kind_of_answer
from exactnb.explain.solution.wanted import asked_by_default
from exactnb.teach.alternatives.searching import Alternatives
from exactnb.teach.answers.answer import Expects
from exactnb.teach.grading.diagnosis import Diagnosis
from exactnb.teach.grading.follow_through import FollowThrough
from exactnb.teach.grading.question_grader import QuestionGrader


class AnswerKey:
    """Know the right answers to the questions of a problem, and to other quantities beside them.

    `effort` is how many steps the `questions` may take together, and as many what else is answered in
    one sheet. What takes more, and what cannot be worked out, is `unsolved`. `at` says where a question
    stands, if it is none of the problem's.

    >>> from exactnb import Question, Table
    >>> table = Table.from_rows([("1", "+"), ("0", "+"), ("0", "-")], ["a", "class"])
    >>> key = AnswerKey(Problem(table), (Question("prior", "P(+)"),))
    >>> key.asked["prior"].right.value, key.with_others([Question("P(a=1)", "P(a=1)")]).names.keys()
    (Fraction(2, 3), dict_keys(['prior', 'P(a=1)']))

    Raises InputError, on demand, for a question that has no answer of its own kind.
    """

    def __init__(
        self,
        problem: Problem,
        questions: Iterable[Question],
        others: Iterable[Question] = (),
        effort: int = EFFORT,
        *,
        known: AnswerKey | None = None,
        at: Callable[[str], Place] | None = None,
    ) -> None:
        self.problem = problem
        self.questions = tuple(questions)
        self.others = tuple(others)
        self.effort = effort
        self._known = known.asked if known is not None else {}
        self._at = at

    @property
    def every(self) -> tuple[Question, ...]:
        """Return the questions, then the other quantities."""
        return (*self.questions, *self.others)

    @once
    def names(self) -> Mapping[str, QuantityName]:
        """Return the quantity of every question, by its id."""
        return {each.id: self.problem.scope.resolve(each.quantity) for each in self.every}

    def with_others(self, others: Iterable[Question]) -> AnswerKey:
        """Return the key of some more quantities; what this one knows of its own stays as it is.

        So an answer to a question is judged alike, whatever else its sheet answers.
        """
        others = (*self.others, *others)
        return AnswerKey(self.problem, self.questions, others, self.effort, known=self)

    def over_budget(self, identities: Iterable[str]) -> Mapping[str, str]:
        """Return which of some questions take more together than one budget, and why."""
        names = {identity: self.names[identity] for identity in identities}
        found = unaffordable(names.values(), self.problem.define, budget(self.effort))
        return {identity: fault(found[name]) for identity, name in names.items() if name in found}

    @property
    def graph(self) -> Quantities:
        """Return the graph of all that is asked for, and can be worked out."""
        return self._worked_out[0]

    @property
    def unsolved(self) -> Mapping[str, str]:
        """Return the questions whose right answer could not be worked out, and why.

        Their answers are ungraded, those to the others are judged.
        """
        return self._worked_out[1]

    @once
    def alternatives(self) -> Alternatives:
        """Return what is known to be done otherwise, for all questions."""
        return Alternatives(self.problem, self.graph)

    @once
    def follow_through(self) -> FollowThrough:
        """Return what works out what follows from wrong values."""
        return FollowThrough(self.problem, self.graph)

    @once
    def asked(self) -> Mapping[str, QuestionGrader]:
        """Return every question that could be worked out by its id, with what judges its answers."""
        return {
            question.id: self._known.get(question.id) or self._asked(question, number)
            for number, question in enumerate(self.every, start=1)
            if question.id not in self.unsolved
        }

    def _asked(self, question: Question, number: int) -> QuestionGrader:
        name = self.names[question.id]
        diagnosis = Diagnosis(self.alternatives, name)
        right = diagnosis.right.value
        kind = kind_of_answer(name, right)
        if not kind:
            at = quantity_of(number) if self._at is None else self._at(question.id)
            raise InputError(f"{name} has no answer that can be typed in a line", at=at)
        expects = Expects(
            kind,  # type: ignore[arg-type]
            self._labels(kind),
            self.problem.log,
            odds=name.head in ("odds", "lr") and not name.wrappers,
            undefined=isinstance(right, Undefined | Infinite),
            decimal=self.problem.answer_decimal,
        )
        return QuestionGrader(question, name, diagnosis, expects, self.graph.as_counted(name))

    def _labels(self, kind: str) -> tuple[str, ...]:
        """Return the classes, or the cells that a set of observations may hold."""
        schema = self.problem.schema
        if kind not in ("set", "sets"):
            return schema.classes
        cells = ((column, value) for column, values in schema.columns.items() for value in values)
        return tuple(Item("cell", *cell).spell() for cell in cells)

    @once
    def _too_much(self) -> Mapping[str, str]:
        """Return the questions that are never worked out, as they take too much, and why.

        The questions share one budget; each other quantity has its own, for nobody need ask for all.
        """
        found = dict(self.over_budget(question.id for question in self.questions))
        for question in self.others:
            found |= self.over_budget([question.id])
        return found

    @once
    def _worked_out(self) -> tuple[Quantities, Mapping[str, str]]:
        """Return the graph of the questions that can be worked out, and why the others cannot."""
        unsolved = dict(self._too_much)
        names = {i: name for i, name in self.names.items() if i not in unsolved}
        try:
            return self._solved(names.values()), unsolved
        except Exception:  # of one question at least: which?
            unsolved |= {i: why for i, name in names.items() if (why := self._fault(i, name))}
        return self._solved(name for i, name in names.items() if i not in unsolved), unsolved

    def _solved(self, names: Iterable[QuantityName]) -> Quantities:
        paid = Effort((1 + len(self.others)) * self.effort)  # each of these was affordable alone
        graph = Quantities(names, self.problem.define, paid)
        for name in graph.asked:
            settled(graph.value(name))
            graph.as_counted(name)
        return graph

    def _fault(self, identity: str, name: QuantityName) -> str:
        """Return what goes wrong when a quantity is worked out; what refuses it is raised."""
        try:
            self._solved([name])
        except InputError as error:
            ids = [question.id for question in self.problem.questions]
            known = identity in ids
            at = quantity_of(ids.index(identity) + 1) if known else answer_to(identity)
            at = at if self._at is None else self._at(identity)
            raise error.under(at) from None
        except ExactnbError as error:
            return error.message
        except Exception as error:
            return fault(error)
        return ""


def answer_to(identity: str) -> Place:
    """Return the place of an answer among those of a student."""
    return Place.of("answers") / identity


def budget(effort: int) -> Effort:
    """Return what is left of an effort where every mistake is tried: each takes the step again."""
    return Effort(max(effort // TRIED, 1), EFFORT // TRIED)


def questions_of(problem: Problem, effort: int) -> tuple[Question, ...]:
    """Return the questions of a problem, or else every quantity that its queries need.

    Raises TooMuch where these take more than the effort allows.
    """
    if problem.questions:
        return tuple(problem.questions)
    graph = Quantities(asked_by_default(problem), problem.define, budget(effort))
    return _of_names(n for n in graph if not QUANTITIES[n.head].of_data and _can_be_typed(graph, n))


def questions_asked(problem: Problem, asked: Iterable[str], effort: int) -> tuple[Question, ...]:
    """Return the questions of a sheet that is made of a problem: the one default of all that make some.

    They are what is `asked`, else those of the sheet that is printed without a solution: the problem's
    own, else what it says in `ask`, else what its queries come to.
    """
    if names := [problem.scope.resolve(each) for each in asked]:
        return _of_names(names)
    if problem.questions:
        return tuple(problem.questions)
    return tuple(sheet_questions(problem, Quantities((), problem.define, budget(effort))))


def _of_names(names: Iterable[QuantityName]) -> tuple[Question, ...]:
    return tuple(Question(name, name) for name in dict.fromkeys(map(str, names)))


def _can_be_typed(graph: Quantities, name: QuantityName) -> bool:
    """Say whether a quantity has an answer in a line; one that fails is asked for all the same."""
    try:
        return bool(kind_of_answer(name, settled(graph.value(name))))
    except Exception:
        return True
