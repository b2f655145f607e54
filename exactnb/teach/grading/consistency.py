"""What the answers of a sheet say about the mistakes behind each other.

A mistake leads to all of its answers: one that another way to go wrong leads to by chance fails at the
neighbours. So what explains several answers is likely in each of them, on little evidence; and what
would have spoiled a right answer, or leaves wrong ones of the same kind unexplained, is not claimed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace

from exactnb.core.naming.names import QuantityName
from exactnb.errors import ExactnbError
from exactnb.teach.alternatives.alternative import Alternative
from exactnb.teach.grading.answer_key import AnswerKey
from exactnb.teach.grading.graded import Graded
from exactnb.teach.grading.judging import Verdict

_OPEN = frozenset((Verdict.WRONG, Verdict.MISCONCEPTION))
_Leading = Mapping[str, frozenset[Alternative]]
"""Mistakes for each wrong answer, by its question."""


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
    leading = {question: key.asked[question].leading_to(answer) for question, answer in wrong.items()}
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
        explained[identity] = key.asked[identity].carrying_on(explained[identity], carried)
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
            if mistake.is_in_result:
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
            spoiling, name = key.asked[identity].spoiling(answer), key.asked[identity].name
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
