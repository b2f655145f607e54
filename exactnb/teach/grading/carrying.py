"""Marks for follow-through: what is right by a student's own wrong values earns its share of points.

How to read: `with_follow_through` goes through the questions in order; `_own_values` are the answers
that may be used, `_targets` what is right by some of them, `_carried` what the best of these earns.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction

from exactnb.core.expression.reading.digits import significant
from exactnb.core.expression.results import Decision, Value
from exactnb.core.naming.names import QuantityName
from exactnb.core.problem.questions import FIGURES
from exactnb.core.record import frozen
from exactnb.errors import ExactnbError
from exactnb.teach.answers.answer import Answer
from exactnb.teach.grading.answer_key import AnswerKey
from exactnb.teach.grading.attention import of_follow_through
from exactnb.teach.grading.graded import CERTAIN, Graded
from exactnb.teach.grading.judging import RIGHT, Verdict, judge
from exactnb.teach.grading.own_scores import leave_nothing, own_decisions
from exactnb.teach.grading.question_grader import QuestionGrader
from exactnb.teach.grading.rounded_steps import with_rounding
from exactnb.teach.grading.targets import Target

_Names = tuple[QuantityName, ...]
_HALF = Fraction(1, 2)


@frozen
class _OwnValues:
    """The values of one student: as typed, those that are wrong, and what is known to be meant.

    `rounded` are right, but for the digits that were rounded off; `doubtful` are so far off that nobody
    knows what was done. `half_units` are half a unit of the last digit of those that are decimals.
    """

    typed: Mapping[QuantityName, Value]
    wrong: frozenset[QuantityName]
    rounded: frozenset[QuantityName]
    doubtful: frozenset[QuantityName]
    meant: Mapping[QuantityName, Value]
    half_units: Mapping[QuantityName, Fraction]

    def ways(self, names: _Names) -> list[dict[QuantityName, Value]]:
        """Return the values of some quantities as they were typed, and as they are meant."""
        typed = {name: self.typed[name] for name in names}
        meant = typed | {name: self.meant[name] for name in names if name in self.meant}
        return [typed] if meant == typed else [typed, meant]

    def with_followed(self, name: QuantityName, used: _Names) -> _OwnValues:
        """Return the values with one that follows from others: if those are only rounded, it is too."""
        found = replace(self, doubtful=self.doubtful - {name})
        if self.wrong.intersection(used):
            return found
        return replace(found, wrong=self.wrong - {name}, rounded=self.rounded | {name})

    def share(self, used: _Names, share: Fraction) -> Fraction:
        """Return the part of its points that an answer earns which follows from some of them.

        Honest rounding costs nothing; what nobody can explain carries half at most.
        """
        if self.doubtful.intersection(used):
            return min(share, _HALF)
        return share if self.wrong.intersection(used) else Fraction(1)


@frozen
class _Carried:
    """An answer that is right by own values: the verdict, the value by them, and which were used."""

    verdict: Verdict
    target: Target
    used: _Names


def with_follow_through(
    key: AnswerKey, graded: Mapping[str, Graded], share: Fraction
) -> dict[str, Graded]:
    """Return the answers of one sheet, those that follow from wrong ones before them with marks.

    `share` is the part of its points that such an answer earns. Each answer is looked at after those
    that it rests on: what they meant to say is known by then.
    """
    found = dict(graded)
    own = _own_values(key, graded)
    for identity in _in_order(key, graded):
        asked, each = key.asked[identity], graded[identity]
        if each.answer is None or each.verdict in CERTAIN or each.is_accepted:
            continue
        try:
            carried = _carried(key, asked, each.answer, own)
        except Exception as error:
            found[identity] = replace(each, look=each.look or of_follow_through(error))
            continue
        if carried is not None:
            points = each.question.points * own.share(carried.used, share)
            if each.verdict is Verdict.ACCEPTED and points <= (each.score or 0):
                continue  # nothing takes away what a person gave
            meant = {**own.meant, asked.name: carried.target.value}
            own = replace(own.with_followed(asked.name, carried.used), meant=meant)
            before = (i for i, of in key.asked.items() if of.name in carried.used and i in graded)
            found[identity] = replace(
                each,
                verdict=carried.verdict,
                score=max(points, each.score or points),
                matches=(),
                follows=tuple(before),
                look="",
            )
        elif isinstance(each.answer.value, Decision) and each.verdict is not Verdict.ACCEPTED:
            found[identity] = _with_choice(key, asked, each, own)
    return found


def _with_choice(key: AnswerKey, asked: QuestionGrader, each: Graded, own: _OwnValues) -> Graded:
    """Return a wrong label with the choice of the smallest as a mistake, if own numbers show that."""
    assert each.answer is not None
    decided = own_decisions(key.problem, key.graph, asked.name, own.typed)
    if not any(decision != each.answer.value for _, decision in decided):
        return each
    matches = asked.diagnosis.choices(each.answer)
    return replace(each, verdict=Verdict.MISCONCEPTION, matches=matches) if matches else each


def _own_values(key: AnswerKey, graded: Mapping[str, Graded]) -> _OwnValues:
    """Return the values of the answers that could be read."""
    own = [(key.asked[i], each) for i, each in graded.items() if i in key.asked]
    read = {asked.name: each.answer for asked, each in own if each.answer is not None}
    known = [(asked, each) for asked, each in own if asked.name in read]
    return _OwnValues(
        typed={name: answer.value for name, answer in read.items()},
        wrong=frozenset(
            asked.name for asked, each in known if not (each.verdict in CERTAIN or each.is_accepted)
        ),
        rounded=frozenset(
            asked.name
            for asked, each in known
            if each.is_accepted or (each.verdict in CERTAIN and read[asked.name].decimal is not None)
        ),
        doubtful=frozenset(
            asked.name
            for asked, each in known
            if each.verdict is Verdict.WRONG and _is_far_off(read[asked.name], asked.right)
        ),
        meant={asked.name: each.matches[0].value for asked, each in known if each.matches},
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


def _in_order(key: AnswerKey, graded: Mapping[str, Graded]) -> list[str]:
    """Return the questions that are answered, each after those that it rests on."""
    places = {name: place for place, name in enumerate(key.graph)}
    answered = [identity for identity in graded if identity in key.asked]
    return sorted(answered, key=lambda identity: places[key.asked[identity].name])


def _carried(key: AnswerKey, asked: QuestionGrader, answer: Answer, own: _OwnValues) -> _Carried | None:
    """Return how an answer follows from the student's own values, None if it does not.

    All of those that it rests on are tried, then the wrong ones, then each of these alone, then all
    with whatever was not answered rounded too. What could not be decided is raised only if no other
    way is right.
    """
    policy = replace(asked.question.policy, form="any")
    undecided: Exception | None = None
    for used, target in _targets(key, asked, answer, own):
        try:
            if isinstance(target, ExactnbError):
                raise target
            verdict = judge(answer, target, policy)
        except ExactnbError as error:
            undecided = error
            continue
        if verdict in RIGHT:
            return _Carried(verdict, target, used)
    if undecided is not None:
        raise undecided
    return None


def _targets(
    key: AnswerKey, asked: QuestionGrader, answer: Answer, own: _OwnValues
) -> Iterator[tuple[_Names, Target | ExactnbError]]:
    """Yield what own values lead to, and which of them are used for it.

    They are taken as they were typed, then with the digits that were rounded off, where it is known
    what they are.
    """
    if isinstance(answer.value, Decision):
        for used, decision in own_decisions(key.problem, key.graph, asked.name, own.typed):
            if own.wrong.union(own.rounded).intersection(used) and _is_score(key, own, used):
                yield used, Target(decision)
    follow = key.follow_through
    every = follow.before(asked.name, own.wrong | own.rounded, own.typed)
    wrong_ones = follow.before(asked.name, own.wrong, own.typed)
    sets = (every, wrong_ones, *((name,) for name in wrong_ones))
    right_ones = own.typed.keys() - own.wrong
    for used in dict.fromkeys(filter(None, sets)):  # these are few sets, and may be one and the same
        for values in own.ways(used):
            known = {**own.typed, **values}
            for target in follow.targets(asked.name, values, known, own.half_units, right_ones):
                yield used, target
    figures = 0 if answer.decimal is None else significant(answer.decimal)
    if every and not own.wrong.intersection(every) and figures >= FIGURES:
        typed = {name: own.typed[name] for name in every}
        for target in with_rounding(key.graph, asked.name, typed, figures):
            yield every, target


def _is_score(key: AnswerKey, own: _OwnValues, used: _Names) -> bool:
    """Say whether own scores are such: legal ones, not equal joints, and none that add up to 1."""
    mistaken = own.wrong.intersection(used)
    legal = all(key.follow_through.is_legal(name, own.typed[name]) for name in mistaken)
    return legal and not leave_nothing(key.problem, key.graph, own.typed, mistaken)
