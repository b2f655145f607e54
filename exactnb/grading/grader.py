"""Grade the answers of students to the questions of a problem."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import cached_property
from pathlib import Path
from threading import RLock

from exactnb.answers.answer import Answer, Expects
from exactnb.arithmetic import matrices, roots
from exactnb.arithmetic.integers import exact_text
from exactnb.arithmetic.numerals import Exact, read_number
from exactnb.arithmetic.values import Infinite, Undefined
from exactnb.errors import ExactnbError, InputError, TooMuch, fault, listing, near, quoted, shortened
from exactnb.expression.evaluate import Decision, Value, settled
from exactnb.grading.asked import Asked
from exactnb.grading.attention import of_following, ungraded
from exactnb.grading.diagnosis import Diagnosis, Mistakes
from exactnb.grading.following import Following
from exactnb.grading.graded import CERTAIN, LARGEST_SHEET, Graded, OwnValues, Report
from exactnb.grading.judging import RIGHT, Verdict, judge
from exactnb.grading.targets import Target
from exactnb.model.effort import EFFORT, TRIED, Effort, read_effort
from exactnb.model.quantities import Quantities, unaffordable
from exactnb.naming.names import QuantityName
from exactnb.naming.scope import OF_DATA
from exactnb.problem.problem import Problem
from exactnb.problem.questions import Question
from exactnb.solution.worked import asked_by_default

__all__ = ["Grader"]

_TOO_LARGE = f"more than {LARGEST_SHEET // 1024} KB of answers"


class Grader:
    """Judge answers to the questions of a problem, or to any quantities where it has none.

    `follow_through` is the share of its points that an answer earns which is right only by wrong
    values that came before it. `effort` is how many steps the questions may take together, and what
    else is answered in one sheet: the quantities and the parts of their formulas, times 10 as every
    mistake is tried; the answers to what takes more are left ungraded. A problem is read and worked
    out once, for all students.
    Threads may share a grader; it grades one sheet after the other.

    >>> from exactnb import Problem, Table
    >>> table = Table.from_rows([("1", "+"), ("0", "+"), ("0", "-")], ["a", "class"])
    >>> grader = Grader(Problem(table, query={"x": {"a": "1"}}))
    >>> report = grader.grade({"P(+)": "2/3", "P(+,x)": "0.33"})
    >>> [(each.question.id, each.verdict.value) for each in report.graded]
    [('P(+)', 'correct'), ('P(+,x)', 'too_few_digits')]

    Raises InputError for a question that has no answer of its own kind, such as an equation.
    """

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
        self.problem = problem
        self.follow_through = _share(follow_through)
        self.effort = read_effort(effort)
        self._extra: dict[str, Question] = {}
        self._judged: dict[tuple[str, str], Graded] = {}
        self._lock = RLock()
        for text in asked:
            self.key(text)
        if problem.questions:
            _ = self.asked  # whatever is wrong with a question is said at once

    @cached_property
    def questions(self) -> tuple[Question, ...]:
        """Return the questions: those of the problem, or else every quantity its queries need."""
        if self.problem.questions:
            return tuple(self.problem.questions)
        graph = Quantities(asked_by_default(self.problem), self.problem.define, self._budget())
        names = [n for n in graph if n.head not in OF_DATA and _can_be_typed(graph, n)]
        return tuple(Question(str(name), str(name)) for name in names)

    @property
    def _all(self) -> tuple[Question, ...]:
        """Return the questions, and the other quantities that were answered."""
        return (*self.questions, *self._extra.values())

    @property
    def is_open(self) -> bool:
        """Say whether the problem has no questions of its own, so that any quantity may be answered."""
        return not self.problem.questions

    def key(self, given: str) -> str:
        """Return the id of a question, or for a quantity its canonical name.

        Raises InputError for what is neither, with a near match.
        """
        known = {question.id: question for question in self._all}
        if given in known:
            return given
        if not self.is_open:
            ids = list(known)
            expected = f"the questions are {listing(ids)}"
            raise InputError(f"unknown question {quoted(given)}{near(given, ids)}; {expected}")
        try:
            name = str(self.problem.resolve(given, "answers", self._budget()))
        except TooMuch:  # it is a quantity; that it is too much is said of the answer
            name = str(self.problem.scope.resolve(given))
        except ExactnbError as error:
            raise InputError(error.message, at=f"answers.{shortened(given)}") from None
        if name not in known:
            self._extra[name] = Question(name, name)
            for cached in ("names", "_too_much", "_worked_out", "mistakes", "asked", "following"):
                self.__dict__.pop(cached, None)
        return name

    @cached_property
    def names(self) -> Mapping[str, QuantityName]:
        """Return the quantity of every question, by its id."""
        return {each.id: self.problem.scope.resolve(each.quantity) for each in self._all}

    def _budget(self) -> Effort:
        """Return what the questions may take together, and what else is answered in one sheet."""
        return Effort(max(self.effort // TRIED, 1), EFFORT // TRIED)

    def _beyond(self, identities: Iterable[str]) -> Mapping[str, str]:
        """Return which of some questions take more together than one budget, and why."""
        names = {identity: self.names[identity] for identity in identities}
        found = unaffordable(names.values(), self.problem.define, self._budget())
        return {identity: fault(found[name]) for identity, name in names.items() if name in found}

    @cached_property
    def _too_much(self) -> Mapping[str, str]:
        """Return the questions that are never worked out, as they take too much, and why."""
        found = dict(self._beyond(question.id for question in self.questions))
        for identity in self._extra:
            found |= self._beyond([identity])
        return found

    @cached_property
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
        paid = Effort((1 + len(self._extra)) * self.effort)  # by the questions, and each sheet
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
            at = f"question[{ids.index(identity) + 1}].quantity" if known else f"answers.{identity}"
            raise error.inside(at) from None
        except Exception as error:
            return fault(error).removeprefix(f"{name}: ")
        return ""

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

    @cached_property
    def mistakes(self) -> Mistakes:
        """Return the known mistakes, for all questions."""
        return Mistakes(self.problem, self.graph)

    @cached_property
    def following(self) -> Following:
        """Return what works out what follows from wrong values."""
        return Following(self.problem, self.graph)

    @cached_property
    def asked(self) -> Mapping[str, Asked]:
        """Return every question that could be worked out by its id, with what judges its answers."""
        found = {}
        for number, question in enumerate(self._all, start=1):
            if question.id in self.unsolved:
                continue
            name = self.names[question.id]
            diagnosis = Diagnosis(self.mistakes, name)
            kind = _kind(name, diagnosis.right.value)
            if not kind:
                at = f"question[{number}].quantity"
                raise InputError(f"{name} has no answer that can be typed in a line", at=at)
            odds = name.head in ("odds", "lr") and not name.wrappers
            none = isinstance(diagnosis.right.value, Undefined | Infinite)
            labels = self.problem.schema.classes
            expects = Expects(kind, labels, self.problem.log, odds, none)  # type: ignore[arg-type]
            counted = self.graph.as_counted(name)
            found[question.id] = Asked(question, name, diagnosis, expects, counted)
        return found

    def grade(self, answers: Mapping[str, str], student: str = "") -> Report:
        """Return the report on the answers of one student, by the ids of the questions.

        A question that is not answered earns nothing; where the problem has no questions of its own,
        only what is answered is asked. Whatever goes wrong with one question is its verdict, and the
        others are graded. Raises InputError for an answer to what is no question.
        """
        if not isinstance(answers, Mapping):
            raise InputError(f"expected answers by the ids of questions; got {quoted(answers)}")
        with self._lock:
            given = self._given(answers)
            beyond = dict(self._beyond(identity for identity in given if identity in self._extra))
            if sum(len(typed.encode(errors="replace")) for typed in given.values()) > LARGEST_SHEET:
                beyond = dict.fromkeys(given, _TOO_LARGE)
            graded = {
                question.id: self._graded(question, given.get(question.id, ""), beyond)
                for question in self._all
                if question.id in given or not self.is_open
            }
            return Report(student, tuple(self._followed(graded)))

    def _given(self, answers: Mapping[str, str]) -> dict[str, str]:
        """Return the answers by the ids of their questions."""
        given: dict[str, str] = {}
        for key, text in answers.items():
            identity = self.key(str(key))
            if identity in given:
                raise InputError(f"{quoted(identity)} is answered twice", at="answers")
            given[identity] = _as_text(text, identity)
        return given

    def _graded(self, question: Question, raw: str, beyond: Mapping[str, str]) -> Graded:
        """Return the verdict on an answer to a question, worked out or not."""
        if question.id in self.asked and question.id not in beyond:
            return self.judge(self.asked[question.id], raw)
        why = beyond.get(question.id) or self.unsolved[question.id]
        return ungraded(question, raw, why)

    def judge(self, asked: Asked, raw: str) -> Graded:
        """Return the verdict on one answer alone; what was typed before is known already."""
        key = asked.question.id, raw
        with self._lock:
            if key not in self._judged:
                self._judged[key] = asked.graded(raw)
            return self._judged[key]

    def _followed(self, graded: Mapping[str, Graded]) -> Iterator[Graded]:
        """Yield the answers, those that follow from wrong ones before them with their marks."""
        solved = {identity: each for identity, each in graded.items() if identity in self.asked}
        own = OwnValues.of([(self.asked[i].name, each) for i, each in solved.items()])
        found = dict(graded)
        for identity in self._in_order(solved) if own.wrong else ():
            asked, each = self.asked[identity], graded[identity]
            if each.answer is None or each.verdict in CERTAIN:
                continue
            try:
                before = self.following.before(asked.name, own.wrong, own.typed)
                follows = self._by_own(asked, each.answer, before, own)
            except Exception as error:
                found[identity] = replace(each, look=each.look or of_following(error))
                continue
            if follows is not None:
                verdict, target, used = follows
                own.meant[asked.name] = target.value
                ids = tuple(i for i, of in self.asked.items() if of.name in used and i in graded)
                score = each.question.points * self.follow_through
                found[identity] = replace(
                    each, verdict=verdict, score=score, matches=(), follows=ids, look=""
                )
        return iter(found.values())

    def _in_order(self, graded: Mapping[str, Graded]) -> list[str]:
        """Return the questions that are answered, each after those that it rests on."""
        places = {name: place for place, name in enumerate(self.graph)}
        return sorted(graded, key=lambda identity: places[self.asked[identity].name])

    def _by_own(
        self, asked: Asked, answer: Answer, before: tuple[QuantityName, ...], own: OwnValues
    ) -> tuple[Verdict, Target, tuple[QuantityName, ...]] | None:
        """Return the verdict by a student's own values, the value by them, and which were used.

        All of them are tried, then each alone; as they were typed, then with the digits that were
        rounded off, where it is known what they are.
        """
        policy = replace(asked.question.policy, form="any")
        undecided: Exception | None = None
        for used in (before, *((name,) for name in before if len(before) > 1)):
            for wrong in own.ways(used):
                known = {**own.typed, **wrong}
                targets = self.following.targets(
                    asked.name, wrong, known, own.half_units, own.typed.keys() - own.wrong
                )
                for target in targets:
                    try:
                        if isinstance(target, ExactnbError):
                            raise target
                        verdict = judge(answer, target, policy)
                    except ExactnbError as error:  # another way may be right
                        undecided = error
                        continue
                    if verdict in RIGHT:
                        return verdict, target, used
        if undecided is not None:
            raise undecided
        return None


def _can_be_typed(graph: Quantities, name: QuantityName) -> bool:
    """Say whether a quantity has an answer in a line; one that fails is asked for all the same."""
    try:
        return bool(_kind(name, settled(graph.value(name))))
    except Exception:
        return True


def _kind(name: QuantityName, value: Value) -> str:
    """Return what kind of answer a quantity needs; "" where none can be typed."""
    if isinstance(value, Decision) or name.head == "argmax":
        return "label"
    if isinstance(value, bool) or name.head.startswith("independent"):
        return "truth"
    if isinstance(value, matrices.Vector | roots.Points):
        return "numbers"
    return "" if isinstance(value, matrices.Matrix | roots.Equation | roots.Everywhere) else "number"


def _share(given: Exact) -> Fraction:
    try:
        share = read_number(given)
    except InputError as error:
        raise InputError(error.message, at="follow_through") from None
    if not 0 <= share <= 1:
        raise InputError(f"lies between 0 and 1; got {exact_text(share)}", at="follow_through")
    return share


def _as_text(given: object, identity: str) -> str:
    """Return an answer as text; a whole number or an exact fraction may be given as such."""
    if isinstance(given, str):
        return given
    if isinstance(given, bool):
        return str(given).lower()
    try:
        return exact_text(read_number(given))
    except InputError as error:
        raise InputError(error.message, at=f"answers.{shortened(identity)}") from None
