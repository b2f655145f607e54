"""Marks for follow-through: an answer that is right by the student's own wrong values earns a share.

How to read: `with_follow_through` goes through the questions in order; `_student_values` are the
answers that may be used, `_targets` the values that follow from some of them, `_carry` finds one that
the answer has.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction

from exactnb.core.expression.reading.digits import significant_figures
from exactnb.core.expression.results import Decision, Value, with_limits
from exactnb.core.naming.names import QuantityName, Role
from exactnb.core.problem.questions import FIGURES
from exactnb.core.record import frozen
from exactnb.errors import ExactnbError, fault
from exactnb.teach.answers.answer import Answer
from exactnb.teach.grading.answer_key import AnswerKey
from exactnb.teach.grading.follow_through import (
    Sources,
    joints_leave_nothing_open,
    student_decisions,
    with_rounding,
)
from exactnb.teach.grading.graded import CERTAIN, Graded
from exactnb.teach.grading.judging import RIGHT, Verdict, judge
from exactnb.teach.grading.question_grader import QuestionGrader
from exactnb.teach.grading.targets import Target

_HALF = Fraction(1, 2)


@frozen
class _StudentValues:
    """The values of one student: as `answered`, the `wrong` ones, and those `intended` if known.

    `intended` are values that the answers stand for, the least and the most rounded on the way to them;
    `rounded` are right except for rounding; `doubtful` are so far off that nobody knows why.
    `half_units` are half a unit of the last digit of each decimal.
    """

    answered: Mapping[QuantityName, Value]
    wrong: frozenset[QuantityName]
    rounded: frozenset[QuantityName]
    doubtful: frozenset[QuantityName]
    intended: Mapping[QuantityName, tuple[Value, Value]]
    half_units: Mapping[QuantityName, Fraction]

    def possible_values(self, names: Sources) -> list[dict[QuantityName, Value]]:
        """Return the values of some quantities as intended, and as answered."""
        answered = {name: self.answered[name] for name in names}
        intended = [name for name in names if name in self.intended]
        ends = (answered | {name: self.intended[name][end] for name in intended} for end in (0, 1))
        ways = [*ends, answered]
        return [way for place, way in enumerate(ways) if way not in ways[:place]]

    def with_followed(self, name: QuantityName, used: Sources) -> _StudentValues:
        """Return the values with one that follows from others: if those are only rounded, so is it."""
        explained = replace(self, doubtful=self.doubtful - {name})
        if self.wrong.intersection(used):
            return explained
        return replace(explained, wrong=self.wrong - {name}, rounded=self.rounded | {name})

    def share(self, used: Sources, share: Fraction) -> Fraction:
        """Return the part of its points that an answer earns if it follows from the values `used`.

        Honest rounding costs nothing; values that nobody can explain carry at most half.
        """
        if self.doubtful.intersection(used):
            return min(share, _HALF)
        return share if self.wrong.intersection(used) else Fraction(1)


@frozen
class _CarriedAnswer:
    """An answer that is right by the student's own values: verdict, values, and the quantities used."""

    verdict: Verdict
    values: tuple[Value, Value]
    used: Sources


def with_follow_through(
    key: AnswerKey, graded: Mapping[str, Graded], share: Fraction
) -> dict[str, Graded]:
    """Return the answers of a sheet, `graded`, with marks for those that follow from wrong ones.

    `key` is the answer key, `share` the part of its points that such an answer earns. Each answer is
    judged after those that it rests on, since their intended values are known by then.
    """
    marked = dict(graded)
    student = _student_values(key, graded)
    places = {name: place for place, name in enumerate(key.graph)}
    answered = [identity for identity in graded if identity in key.asked]
    for identity in sorted(answered, key=lambda identity: places[key.asked[identity].name]):
        question, answer = key.asked[identity], graded[identity]
        if answer.answer is None or answer.is_accepted:
            continue
        if answer.verdict in CERTAIN:
            student = _carried_unrounded(key, question, answer.answer, student)
            continue
        try:
            carried = _carry(key, question, answer.answer, student)
        except Exception as error:
            why = "wrong; whether it is right by follow-through could not be worked out"
            marked[identity] = replace(answer, look=answer.look or f"{why} ({fault(error)})")
            continue
        if carried is not None:
            points = answer.question.points * student.share(carried.used, share)
            intended = {**student.intended, question.name: carried.values}
            student = replace(student.with_followed(question.name, carried.used), intended=intended)
            if answer.question.accepts(answer.raw) is not None:
                continue  # a person's points stand
            sources = (
                i for i, grader in key.asked.items() if grader.name in carried.used and i in graded
            )
            marked[identity] = replace(
                answer,
                verdict=carried.verdict,
                score=max(points, answer.score or points),
                matches=(),
                follows=tuple(sources),
                look="",
            )
        elif impossible := _from_impossible(key, question, answer, graded, student):
            values, why = impossible
            student = replace(student, intended={**student.intended, question.name: values})
            marked[identity] = replace(answer, impossible=f"{answer.impossible} {why}".strip())
        elif isinstance(answer.answer.value, Decision) and answer.verdict is not Verdict.ACCEPTED:
            marked[identity] = _with_smallest_chosen(key, question, answer, student)
    return marked


def _carried_unrounded(
    key: AnswerKey, question: QuestionGrader, answer: Answer, student: _StudentValues
) -> _StudentValues:
    """Return the values with a right decimal as it follows from wrong ones, if it does.

    A small part may be wrong in a sum whose digits are right: the student goes on with their own sum.
    """
    follow = key.follow_through
    if answer.decimal is None or not follow.wrong_sources(question.name, student.wrong, ()):
        return student
    with suppress(ExactnbError):
        if carried := _carry(key, question, answer, student):
            return replace(student, intended={**student.intended, question.name: carried.values})
    return student


def _with_smallest_chosen(
    key: AnswerKey, question: QuestionGrader, graded: Graded, student: _StudentValues
) -> Graded:
    """Return a wrong label as the choice of the smallest score, if the student's scores show it."""
    assert graded.answer is not None
    scores = key.problem, key.graph, question.name, student.answered
    if all(smallest != graded.answer.value for _, smallest in student_decisions(*scores, min)):
        return graded
    matches = question.diagnosis.choice_matches(graded.answer)
    return replace(graded, verdict=Verdict.MISCONCEPTION, matches=matches) if matches else graded


def _student_values(key: AnswerKey, graded: Mapping[str, Graded]) -> _StudentValues:
    """Return the values of the answers that could be read."""
    answers = [(key.asked[i], entry) for i, entry in graded.items() if i in key.asked]
    read = {question.name: entry.answer for question, entry in answers if entry.answer is not None}
    entries = {question.name: entry for question, entry in answers if question.name in read}
    right = {question.name: question.right for question, _ in answers}
    certain = {name for name, entry in entries.items() if entry.verdict in CERTAIN}
    accepted = {name for name, entry in entries.items() if entry.is_accepted}
    wrong = {name for name, entry in entries.items() if entry.verdict is Verdict.WRONG}
    return _StudentValues(
        answered={name: answer.value for name, answer in read.items()},
        wrong=frozenset(read.keys() - certain - accepted),
        rounded=frozenset(accepted | {name for name in certain if read[name].decimal is not None}),
        doubtful=frozenset(name for name in wrong if _is_far_off(read[name], right[name])),
        intended={name: (right[name].value,) * 2 for name in certain}
        | {name: (entry.matches[0].value,) * 2 for name, entry in entries.items() if entry.matches},
        half_units={n: a.decimal.half_unit for n, a in read.items() if a.decimal is not None},
    )


def _is_far_off(answer: Answer, right: Target) -> bool:
    """Say whether a number is less than a third of the right one, or more than three times it."""
    value = answer.value
    if not isinstance(value, Fraction) or not value:
        return True
    sign = 1 if value > 0 else -1
    ends = sorted((value / 3, value * 3))
    try:
        return right.sign() != sign or not right.is_between(ends[0], ends[1])
    except ExactnbError:
        return False


def _carry(
    key: AnswerKey, question: QuestionGrader, answer: Answer, student: _StudentValues
) -> _CarriedAnswer | None:
    """Return how an answer follows from the student's own values, None if it does not.

    The wrong values that it rests on are tried, then all values, then each wrong one alone, then all
    with unanswered values rounded too. An undecided comparison is raised only if no other way is right.
    """
    policy = replace(question.question.policy, form="any")
    undecided: Exception | None = None
    carried: _CarriedAnswer | None = None
    for used, target in _targets(key, question, answer, student):
        try:
            if isinstance(target, ExactnbError):
                raise target
            verdict = judge(answer, target, policy)
        except ExactnbError as error:
            undecided = error
            continue
        if verdict in RIGHT:
            carried = carried or _CarriedAnswer(verdict, (target.value,) * 2, used)
            carried = replace(carried, values=(carried.values[0], target.value))
    if carried is None and undecided is not None:
        raise undecided
    return carried or _carried_zero(key, question, answer, student)


def _carried_zero(
    key: AnswerKey, question: QuestionGrader, answer: Answer, student: _StudentValues
) -> _CarriedAnswer | None:
    """Return how an answer follows from the one factor that a student takes for 0, if it does.

    A product with it is 0 whatever else is in it, which shows little, but is no second mistake. Whoever
    types 0 for several factors works nothing out.
    """
    zeros = [n for n in student.wrong if n.role is Role.WITHIN and student.answered[n] == 0]
    return _from_own(key, question, answer, student, zeros) if len(zeros) == 1 else None


def _from_own(
    key: AnswerKey,
    question: QuestionGrader,
    answer: Answer,
    student: _StudentValues,
    sources: Sequence[QuantityName],
) -> _CarriedAnswer | None:
    """Return how an answer follows from all values of a student, if it rests on some `sources`."""
    used = key.follow_through.wrong_sources(question.name, sources, ())
    if not used:
        return None
    ways = student.possible_values(tuple(name for name in student.answered if name != question.name))
    typed_values = {name: student.answered[name] for name in used}  # with other numbers unrounded, too
    for source_values in (*ways, ways[0] | typed_values):
        value = with_limits(key.graph.varied({}, source_values)(question.name))
        verdict = judge(answer, Target(value), replace(question.question.policy, form="any"))
        if verdict in RIGHT:
            return _CarriedAnswer(verdict, (value, value), used)
    return None


def _from_impossible(
    key: AnswerKey,
    question: QuestionGrader,
    answer: Graded,
    graded: Mapping[str, Graded],
    student: _StudentValues,
) -> tuple[tuple[Value, Value], str] | None:
    """Return what an impossible answer leads to, if a wrong one is that, and a sentence that says so.

    It earns nothing, since nobody goes on from 7/5, but no other mistake is behind it.
    """
    if answer.answer is None or answer.verdict is not Verdict.WRONG:
        return None
    impossible = (i for i, answer in graded.items() if answer.impossible and i in key.asked)
    sources = {key.asked[identity].name: identity for identity in impossible}
    with suppress(ExactnbError):
        carried = _from_own(key, question, answer.answer, student, [*sources])
        if carried is not None:
            source = sources[carried.used[0]]
            return carried.values, f"It follows from your answer to {source}, which is impossible."
    return None


def _targets(
    key: AnswerKey, question: QuestionGrader, answer: Answer, student: _StudentValues
) -> Iterator[tuple[Sources, Target | ExactnbError]]:
    """Yield the values that the student's own lead to, with the quantities used.

    They are used with the digits that were rounded off, if these are known, then as typed.
    """
    if isinstance(answer.value, Decision):
        student_names = student.wrong | student.rounded
        scores = key.problem, key.graph, question.name, student.answered
        for used, decision in student_decisions(*scores):
            if student_names.intersection(used) and _are_scores(key, student, used):
                yield used, Target(decision)
    follow = key.follow_through
    every = follow.wrong_sources(question.name, student.wrong | student.rounded, student.answered)
    wrong_ones = follow.wrong_sources(question.name, student.wrong, student.answered)
    # The least rounded values come first: what follows from them is carried on in turn.
    sets = (wrong_ones, every, *((name,) for name in wrong_ones))
    right_ones = student.answered.keys() - student.wrong
    for used in dict.fromkeys(filter(None, sets)):  # these are few sets, and may be one and the same
        for values in student.possible_values(used):
            for target in follow.targets(
                question.name, values, {**student.answered, **values}, student.half_units, right_ones
            ):
                yield used, target
    figures = 0 if answer.decimal is None else significant_figures(answer.decimal)
    if every and not student.wrong.intersection(every) and figures >= FIGURES:
        answered = {name: student.answered[name] for name in every}
        for target in with_rounding(key.graph, question.name, answered, figures):
            yield every, target


def _are_scores(key: AnswerKey, student: _StudentValues, used: Sources) -> bool:
    """Say whether own scores can be such: legal, not all equal, and joints that do not sum to 1."""
    mistaken = student.wrong.intersection(used)
    legal = all(key.follow_through.can_be_followed(name, student.answered[name]) for name in mistaken)
    return legal and not joints_leave_nothing_open(key.problem, key.graph, student.answered, mistaken)
