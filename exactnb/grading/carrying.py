"""Marks for follow-through: what is right by a student's own wrong values earns its share of points."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from exactnb.answers.answer import Answer
from exactnb.errors import ExactnbError
from exactnb.expression.results import Value
from exactnb.grading.answer_key import AnswerKey
from exactnb.grading.attention import of_follow_through
from exactnb.grading.graded import CERTAIN, Graded
from exactnb.grading.judging import RIGHT, Verdict, judge
from exactnb.grading.question_grader import QuestionGrader
from exactnb.grading.targets import Target
from exactnb.naming.names import QuantityName

_Names = tuple[QuantityName, ...]


@dataclass(frozen=True)
class _OwnValues:
    """The values of one student: as typed, those that are wrong, and what is known to be meant.

    `half_units` are half a unit of the last digit of those that are decimals.
    """

    typed: Mapping[QuantityName, Value]
    wrong: frozenset[QuantityName]
    meant: Mapping[QuantityName, Value]
    half_units: Mapping[QuantityName, Fraction]

    def ways(self, names: _Names) -> list[dict[QuantityName, Value]]:
        """Return the values of some quantities as they were typed, and as they are meant."""
        typed = {name: self.typed[name] for name in names}
        meant = typed | {name: self.meant[name] for name in names if name in self.meant}
        return [typed] if meant == typed else [typed, meant]


@dataclass(frozen=True)
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
    own = _own_values([(key.asked[i].name, each) for i, each in graded.items() if i in key.asked])
    for identity in _in_order(key, graded) if own.wrong else ():
        asked, each = key.asked[identity], graded[identity]
        if each.answer is None or each.verdict in CERTAIN:
            continue
        try:
            carried = _carried(key, asked, each.answer, own)
        except Exception as error:
            found[identity] = replace(each, look=each.look or of_follow_through(error))
            continue
        if carried is not None:
            own = replace(own, meant={**own.meant, asked.name: carried.target.value})
            before = (i for i, of in key.asked.items() if of.name in carried.used and i in graded)
            found[identity] = replace(
                each,
                verdict=carried.verdict,
                score=each.question.points * share,
                matches=(),
                follows=tuple(before),
                look="",
            )
    return found


def _own_values(graded: list[tuple[QuantityName, Graded]]) -> _OwnValues:
    """Return the values of the answers that could be read."""
    read = {name: each.answer for name, each in graded if each.answer is not None}
    return _OwnValues(
        typed={name: answer.value for name, answer in read.items()},
        wrong=frozenset(n for n, each in graded if n in read and each.verdict not in CERTAIN),
        meant={name: each.matches[0].value for name, each in graded if each.matches},
        half_units={n: a.decimal.half_unit for n, a in read.items() if a.decimal is not None},
    )


def _in_order(key: AnswerKey, graded: Mapping[str, Graded]) -> list[str]:
    """Return the questions that are answered, each after those that it rests on."""
    places = {name: place for place, name in enumerate(key.graph)}
    answered = [identity for identity in graded if identity in key.asked]
    return sorted(answered, key=lambda identity: places[key.asked[identity].name])


def _carried(key: AnswerKey, asked: QuestionGrader, answer: Answer, own: _OwnValues) -> _Carried | None:
    """Return how an answer follows from the student's own values, None if it does not.

    All of those that it rests on are tried, then each alone. What could not be decided is raised only
    if no other way is right.
    """
    policy = replace(asked.question.policy, form="any")
    undecided: Exception | None = None
    for used, target in _targets(key, asked, own):
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
    key: AnswerKey, asked: QuestionGrader, own: _OwnValues
) -> Iterator[tuple[_Names, Target | ExactnbError]]:
    """Yield what own values lead to, and which of them are used for it.

    They are taken as they were typed, then with the digits that were rounded off, where it is known
    what they are.
    """
    before = key.follow_through.before(asked.name, own.wrong, own.typed)
    right_ones = own.typed.keys() - own.wrong
    for used in (before, *((name,) for name in before if len(before) > 1)):
        for wrong in own.ways(used):
            known = {**own.typed, **wrong}
            for target in key.follow_through.targets(
                asked.name, wrong, known, own.half_units, right_ones
            ):
                yield used, target
