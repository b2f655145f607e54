"""What the answers of a sheet say about the mistakes behind each other.

A mistake leads to all of its answers: one that another way to go wrong leads to by chance fails at the
neighbours. So what explains several answers is likely in each of them, on little evidence; and what
would have spoiled a right answer, or leaves wrong ones of the same kind unexplained, is not claimed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace

from exactnb.core.naming.names import QuantityName
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
        question: each
        for question, each in graded.items()
        if each.verdict in _OPEN and not each.follows and question in key.asked
    }
    if not wrong:  # what right answers refute is searched for where it matters
        return dict(graded)
    leading = {question: key.asked[question].leading_to(each) for question, each in wrong.items()}
    refuted = _refuted(key, graded, leading)
    wrong = {
        question: key.asked[question].explained(each, refuted=refuted[question])
        for question, each in wrong.items()
    }
    times = Counter(
        belief for question, mistakes in leading.items() for belief in mistakes - refuted[question]
    )
    explained = {**graded, **wrong}
    for identity, each in wrong.items():
        supported = {belief.id for belief, n in times.items() if n > 1 and belief.is_misconception}
        supported |= {
            other.mistakes[0]
            for question, other in wrong.items()
            if question != identity and len(other.mistakes) == 1
        }
        if supported:
            explained[identity] = key.asked[identity].explained(
                each, frozenset(supported), refuted[identity]
            )
    return explained | _made_once(
        {question: graded[question] for question in wrong if not explained[question].matches}
    )


def _made_once(alone: Mapping[str, Graded]) -> dict[str, Graded]:
    """Return those of some answers that are clearly slips made in their place, as suggestions.

    The sheet leaves them unexplained; in `alone` they are judged each by itself. Students who know a
    rule, or answer a prior rightly, may go on as if they did not: what the other answers refute is that
    they believe in the mistake.
    """
    single = {question: each.matches[0] for question, each in alone.items() if len(each.matches) == 1}
    clear = {match.alternative.id for match in single.values() if match.is_certain}
    return {
        question: replace(alone[question], matches=(replace(match, is_certain=False),))
        for question, match in single.items()
        if match.alternative.id in clear
    }


def _refuted(key: AnswerKey, graded: Mapping[str, Graded], leading: _Leading) -> _Leading:
    """Return the mistakes that the answers of a sheet speak against, by the wrong answers.

    A right answer refutes each mistake that would have spoiled it; one that is made before it, in a
    quantity that it rests on, may still be what was answered there. Of the others those are kept, one
    after the other, that explain most wrong answers; one of the same kind that they leave unexplained
    counts twice against them. What explains no more than that is refuted.
    """
    made_there, made_before = set[Alternative](), set[Alternative]()
    for identity, each in graded.items():
        if each.is_right and identity in key.asked:
            spoiling, name = key.asked[identity].spoiling(each), key.asked[identity].name
            made_there |= {mistake for mistake in spoiling if name in mistake.formulas}
            made_before |= spoiling
    names = {identity: key.asked[identity].name for identity in leading}
    refuted = {
        identity: made_there | {each for each in made_before if name not in each.formulas}
        for identity, name in names.items()
    }
    kinds = {identity: _kind(key, name) for identity, name in names.items()}
    kept = set[object]()
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
        kept |= best
        waiting = {identity: causes for identity, causes in waiting.items() if best.isdisjoint(causes)}
    every = frozenset[Alternative]().union(*leading.values())
    useless = {mistake for mistake in every if _cause(mistake) not in kept}
    return {identity: frozenset(mistakes | useless) for identity, mistakes in refuted.items()}


def _cause(mistake: Alternative) -> object:
    """Return what one student does in several places: of a misconception its id, without a detail."""
    return mistake.id if mistake.is_misconception else mistake


def _kind(key: AnswerKey, name: QuantityName) -> tuple[object, ...]:
    """Return what quantities share if one mistake does the same to them, such as all products."""
    return name.head, name.role, name.wrappers, key.graph[name].inline
