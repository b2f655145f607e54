"""Mistakes that several answers of a sheet show: what one of them leaves open, the others decide.

A small fraction, or a number that several mistakes lead to, is weak evidence alone. If other answers
of the same sheet show one of these mistakes, it is the likely one here too. Two answers that a rare
mistake leads to show it together, though none of them would alone. A belief that would have spoiled an
answer that is right is none of this student's, if another mistake explains what is wrong.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from exactnb.core.model.quantity import InlineForm
from exactnb.teach.alternatives.alternative import Alternative
from exactnb.teach.grading.answer_key import AnswerKey
from exactnb.teach.grading.diagnosis import causes
from exactnb.teach.grading.graded import Graded
from exactnb.teach.grading.judging import Verdict

_OPEN = frozenset((Verdict.WRONG, Verdict.MISCONCEPTION))
_ENOUGH = 2  # answers that show a mistake among others; of those that show nothing else one


def with_consistent_mistakes(key: AnswerKey, graded: Mapping[str, Graded]) -> dict[str, Graded]:
    """Return the answers of a sheet, `graded` by `key`, explained by the mistakes of each other.

    Explained anew are wrong answers that no mistake explains, several, one that a right answer speaks
    against, or one that no other answer shows; not what follows from own answers, and not what a person
    marked.
    """
    explained = dict(graded)
    wrong = {
        of: each
        for of, each in graded.items()
        if each.verdict in _OPEN and not each.follows and of in key.asked
    }
    refuted = _refuted(key, graded) if wrong else frozenset()
    wrong = {of: key.asked[of].explained(each, frozenset(), refuted) for of, each in wrong.items()}
    explained |= wrong
    named = {of: causes(each.matches) for of, each in wrong.items()}
    weights = Counter(mistake for mistakes in named.values() for mistake in mistakes)
    weights.update(mistakes[0] for mistakes in named.values() if len(mistakes) == 1)
    weak = {of: key.asked[of].possible(each) for of, each in wrong.items() if not named[of]}
    shared = Counter(alternative for alternatives in weak.values() for alternative in alternatives)
    for identity, each in wrong.items():
        own = named[identity]
        others = {mistake: times - (mistake in own) for mistake, times in weights.items()}
        supported = {mistake for mistake, times in others.items() if times >= _ENOUGH}
        supported |= {id for id, detail in weak.get(identity, ()) if shared[id, detail] >= _ENOUGH}
        supported |= {id for (id, _), answers in shared.items() if answers >= _ENOUGH and own}
        if supported and not (len(own) == 1 and supported.issuperset(own)):
            explained[identity] = key.asked[identity].explained(each, frozenset(supported), refuted)
    return explained


def _refuted(key: AnswerKey, graded: Mapping[str, Graded]) -> frozenset[Alternative]:
    """Return the beliefs about shares and priors that right answers of a sheet speak against."""
    right = (key.asked[of] for of, each in graded.items() if each.is_right and of in key.asked)
    counted = (of for of in right if key.graph[of.name].inline is InlineForm.COUNTED)
    return frozenset(belief for of in counted for belief in of.diagnosis.beliefs)
