"""Mistakes that several answers of a sheet show: what one of them leaves open, the others decide.

A small fraction, or a number that several mistakes lead to, is weak evidence alone. If other answers
of the same sheet show one of these mistakes, it is the likely one here too. Two answers that a rare
mistake leads to show it together, though none of them would alone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from exactnb.teach.grading.answer_key import AnswerKey
from exactnb.teach.grading.diagnosis import causes
from exactnb.teach.grading.graded import Graded
from exactnb.teach.grading.judging import Verdict

_OPEN = frozenset((Verdict.WRONG, Verdict.MISCONCEPTION))
_ENOUGH = 2  # answers that show a mistake among others; of those that show nothing else one


def with_consistent_mistakes(key: AnswerKey, graded: Mapping[str, Graded]) -> dict[str, Graded]:
    """Return the answers of a sheet, `graded` by `key`, explained by the mistakes of each other.

    Only wrong answers that nothing or several mistakes explain are explained anew, not what follows
    from own answers, and not what a person marked.
    """
    explained = dict(graded)
    wrong = {
        of: each
        for of, each in graded.items()
        if each.verdict in _OPEN and not each.follows and of in key.asked
    }
    named = {of: causes(each.matches) for of, each in wrong.items()}
    weights = Counter(mistake for mistakes in named.values() for mistake in mistakes)
    weights.update(mistakes[0] for mistakes in named.values() if len(mistakes) == 1)
    weak = {of: key.asked[of].possible(each) for of, each in wrong.items() if not named[of]}
    shared = Counter(alternative for alternatives in weak.values() for alternative in alternatives)
    for identity, each in wrong.items():
        own = named[identity]
        if len(own) == 1:
            continue
        others = {mistake: times - (mistake in own) for mistake, times in weights.items()}
        supported = {mistake for mistake, times in others.items() if times >= _ENOUGH}
        supported |= {id for id, detail in weak.get(identity, ()) if shared[id, detail] >= _ENOUGH}
        if supported:
            explained[identity] = key.asked[identity].explained(each, frozenset(supported))
    return explained
