"""The answer key of some questions: right values, the mistakes that lead to others, follow-through.

A key is a value. It computes on demand, once, from the problem, the questions and their effort alone:
no verdict depends on what was graded before, and threads at worst compute the same thing twice.

How to read: `names` are the quantities, `_graph_and_unsolved` works them out within the effort, and
`asked` are the questions with the graders of their answers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

from exactnb.core.arithmetic.values import Infinite, Undefined
from exactnb.core.expression.reading.refusal import Refusal
from exactnb.core.expression.results import with_limits
from exactnb.core.lazy import once
from exactnb.core.model.quantities import Quantities
from exactnb.core.model.quantity import EFFORT, TRIED, Effort, unaffordable_names
from exactnb.core.naming.names import Item, QuantityName
from exactnb.core.problem.problem import Problem
from exactnb.core.problem.questions import Question
from exactnb.core.problem.views import quantity_place
from exactnb.core.quantities import QUANTITIES
from exactnb.errors import ExactnbError, InputError, Place, fault, quoted
from exactnb.explain.solution.solved_quantities import answer_kind, default_quantities, sheet_questions
from exactnb.teach.alternatives.searching import Alternatives
from exactnb.teach.answers.answer import Answer, Expects
from exactnb.teach.grading.diagnosis import Diagnosis
from exactnb.teach.grading.follow_through import FollowThrough
from exactnb.teach.grading.question_grader import QuestionGrader, read_or_refused


class AnswerKey:
    """The right answers to the `questions` of a `problem`, and to further quantities, its `extras`.

    `effort` bounds the steps of all questions together, and those of each extra. Questions that take
    more, or cannot be worked out, are `unsolved`. `base` is a key whose graders are shared. `read`
    reads what was typed, for many keys if it remembers what it has read. `place` gives that of a
    question that is not the problem's.

    >>> from exactnb import Question, Table
    >>> table = Table.from_rows([("1", "+"), ("0", "+"), ("0", "-")], ["a", "class"])
    >>> key = AnswerKey(Problem(table), (Question("prior", "P(+)"),))
    >>> key.asked["prior"].right.value, key.extended_by([Question("P(a=1)", "P(a=1)")]).names.keys()
    (Fraction(2, 3), dict_keys(['prior', 'P(a=1)']))

    Raises InputError, on demand, for a question that has no answer of its own kind.
    """

    def __init__(
        self,
        problem: Problem,
        questions: Iterable[Question],
        extras: Iterable[Question] = (),
        effort: int = EFFORT,
        *,
        base: AnswerKey | None = None,
        read: Callable[[str, Expects], Answer | Refusal] = read_or_refused,
        place: Callable[[str], Place] | None = None,
    ) -> None:
        self.problem = problem
        self.questions = tuple(questions)
        self.extras = tuple(extras)
        self.effort = effort
        self._base_graders = base.asked if base is not None else {}
        self._read, self._at = read, place

    @property
    def all_questions(self) -> tuple[Question, ...]:
        """Return the questions, then the extras."""
        return (*self.questions, *self.extras)

    @once
    def names(self) -> Mapping[str, QuantityName]:
        """Return the quantity of every question that asks for one, by its id."""
        of_quantities = (each for each in self.all_questions if not each.is_derivation)
        return {each.id: self.problem.scope.resolve(each.quantity) for each in of_quantities}

    def extended_by(self, extras: Iterable[Question]) -> AnswerKey:
        """Return a key that answers the quantities in `extras` too, and shares the graders of this one.

        An answer to a question is therefore judged the same way whatever else its sheet answers.
        """
        extras = (*self.extras, *extras)
        return AnswerKey(self.problem, self.questions, extras, self.effort, base=self)

    def budget_refusals(self, identities: Iterable[str]) -> Mapping[str, str]:
        """Return why the questions `identities` exceed one budget together; {} if they do not."""
        names = {identity: self.names[identity] for identity in identities}
        refusals = unaffordable_names(names.values(), self.problem.define, step_effort(self.effort))
        return {identity: fault(refusals[name]) for identity, name in names.items() if name in refusals}

    @property
    def graph(self) -> Quantities:
        """Return the graph of all quantities that can be worked out."""
        return self._graph_and_unsolved[0]

    @property
    def unsolved(self) -> Mapping[str, str]:
        """Return why a right answer could not be worked out, by the id of the question.

        Answers to these are ungraded; the others are judged.
        """
        return self._graph_and_unsolved[1]

    @once
    def alternatives(self) -> Alternatives:
        """Return the mistakes and conventions that are tried, for all questions."""
        return Alternatives(self.problem, self.graph)

    @once
    def follow_through(self) -> FollowThrough:
        """Return the computation of values that follow from wrong ones."""
        return FollowThrough(self.problem, self.graph)

    @once
    def asked(self) -> Mapping[str, QuestionGrader]:
        """Return the graders of all questions that could be worked out, by id."""
        return {
            question.id: self._base_graders.get(question.id) or self._question_grader(question, number)
            for number, question in enumerate(self.all_questions, start=1)
            if question.id in self.names and question.id not in self.unsolved
        }

    def _question_grader(self, question: Question, number: int) -> QuestionGrader:
        name = self.names[question.id]
        diagnosis = Diagnosis(self.alternatives, name)
        right = diagnosis.right.value
        kind = answer_kind(name, right)
        if not kind:
            place = quantity_place(number) if self._at is None else self._at(question.id)
            raise InputError(f"{name} has no answer that can be typed in a line", at=place)
        expects = Expects(
            kind,  # type: ignore[arg-type]
            self._labels(kind),
            self.problem.log,
            odds=name.head in ("odds", "lr") and not name.wrappers,
            undefined=isinstance(right, Undefined | Infinite),
            decimal=self.problem.answer_decimal,
        )
        counted = self.graph.as_counted(name)
        return QuestionGrader(question, name, diagnosis, expects, counted, self._read)

    def _labels(self, kind: str) -> tuple[str, ...]:
        """Return the classes, or the cells that a set of observations may hold."""
        schema = self.problem.schema
        if kind not in ("set", "sets"):
            return schema.classes
        cells = ((column, value) for column, values in schema.columns.items() for value in values)
        return tuple(Item("cell", *cell).spell() for cell in cells)

    @once
    def _too_much(self) -> Mapping[str, str]:
        """Return why questions exceed the budget, by id; they are never worked out.

        The questions share one budget; each extra has its own, since a sheet need not answer all of
        them.
        """
        asked = (question.id for question in self.questions if question.id in self.names)
        refusals = dict(self.budget_refusals(asked))
        for question in self.extras:
            refusals |= self.budget_refusals([question.id])
        return refusals

    @once
    def _graph_and_unsolved(self) -> tuple[Quantities, Mapping[str, str]]:
        """Return the graph of the questions that can be worked out, and why the others cannot."""
        unsolved = dict(self._too_much)
        names = {i: name for i, name in self.names.items() if i not in unsolved}
        try:
            return self._solved(names.values()), unsolved
        except Exception:  # one question at least fails: which?
            unsolved |= {i: why for i, name in names.items() if (why := self._fault(i, name))}
        return self._solved(name for i, name in names.items() if i not in unsolved), unsolved

    def _solved(self, names: Iterable[QuantityName]) -> Quantities:
        paid = Effort((1 + len(self.extras)) * self.effort)  # each extra was affordable alone
        graph = Quantities(names, self.problem.define, paid)
        for name in graph.targets:
            with_limits(graph.value(name))
            graph.as_counted(name)
        return graph

    def _fault(self, identity: str, name: QuantityName) -> str:
        """Return the error in working out a quantity, or ""; a refusal of the quantity is raised."""
        try:
            self._solved([name])
        except InputError as error:
            ids = [question.id for question in self.problem.questions]
            at = quantity_place(ids.index(identity) + 1) if identity in ids else answer_place(identity)
            raise error.under(at if self._at is None else self._at(identity)) from None
        except ExactnbError as error:
            return error.message
        except Exception as error:
            return fault(error)
        return ""


def answer_place(identity: str) -> Place:
    """Return the place that an error about the answer to question `identity` names."""
    return Place.of("answers") / identity


def step_effort(effort: int) -> Effort:
    """Return the part of an `effort` that one step may take: trying each mistake repeats the step."""
    return Effort(max(effort // TRIED, 1), EFFORT // TRIED)


def read_problem(problem: object) -> Problem:
    """Return `problem`, a Problem or the path of its file; raise InputError for anything else."""
    if isinstance(problem, str | Path):
        return Problem.read(problem)
    if not isinstance(problem, Problem):
        raise InputError(f"expected a Problem or the path of a file; got {quoted(problem)}")
    return problem


def default_questions(problem: Problem, effort: int) -> tuple[Question, ...]:
    """Return the questions of a `problem`, or else every quantity that its queries need.

    Raises TooMuch if these take more than the `effort` allows.
    """
    if problem.questions:
        return tuple(problem.questions)
    graph = Quantities(default_quantities(problem), problem.define, step_effort(effort))
    return _questions_for(
        n for n in graph if not QUANTITIES[n.head].of_data and _has_one_line_answer(graph, n)
    )


def choose_questions(problem: Problem, requested: Iterable[str], effort: int) -> tuple[Question, ...]:
    """Return the questions of a sheet made from a `problem`: one default for all commands.

    They are the quantities `requested`, else the problem's questions, else its key `ask`, else what its
    queries need; as on the sheet that is printed without a solution. `effort` bounds the steps.
    """
    if names := [problem.scope.resolve(quantity) for quantity in requested]:
        return _questions_for(names)
    if problem.questions:
        return tuple(problem.questions)
    return tuple(sheet_questions(problem, Quantities((), problem.define, step_effort(effort))))


def _questions_for(names: Iterable[QuantityName]) -> tuple[Question, ...]:
    return tuple(Question(name, name) for name in dict.fromkeys(map(str, names)))


def _has_one_line_answer(graph: Quantities, name: QuantityName) -> bool:
    """Say whether the answer fits on one line; a quantity that fails is asked for nevertheless."""
    try:
        return bool(answer_kind(name, with_limits(graph.value(name))))
    except Exception:
        return True
