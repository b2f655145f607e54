"""Item analysis: of every question how often it was answered rightly, and which mistakes were made."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from exactnb.grading.diagnosis import causes
from exactnb.grading.graded import Graded, Report
from exactnb.grading.judging import Verdict

_LISTED = 5


@dataclass(frozen=True, slots=True)
class Item:
    """One question over all students.

    `right` were right, `followed` right by follow-through, and `to_look_at` wait for a human.
    `verdicts` and `mistakes` count answers, each once: what two mistakes explain as "a or b", what more
    of them do as "several slips, such as a".
    `unexplained` are the wrong answers that no known mistake explains, the most frequent first.
    """

    question: str
    answered: int
    right: int
    followed: int
    to_look_at: int
    verdicts: tuple[tuple[str, int], ...]
    mistakes: tuple[tuple[str, int], ...]
    unexplained: tuple[tuple[str, int], ...]


def items_of(reports: Sequence[Report]) -> tuple[Item, ...]:
    """Return the analysis of every question, in order."""
    by_question: dict[str, list[Graded]] = {}
    for report in reports:
        for graded in report.graded:
            by_question.setdefault(graded.question.id, []).append(graded)
    return tuple(_item(identity, graded) for identity, graded in by_question.items())


def _item(identity: str, graded: list[Graded]) -> Item:
    answered = [each for each in graded if each.raw.strip()]
    wrong = [each for each in answered if each.verdict is Verdict.WRONG]
    return Item(
        identity,
        len(answered),
        sum(each.is_right and not each.follows for each in answered),
        sum(bool(each.follows) for each in answered),
        sum(bool(each.look) for each in graded),
        _counted(each.verdict.value for each in answered),
        _counted(_named(each) for each in answered if each.matches),
        _counted(each.raw.strip() for each in wrong)[:_LISTED],
    )


def _named(graded: Graded) -> str:
    """Return the mistakes behind an answer in one phrase."""
    found = causes(graded.matches)
    return " or ".join(found) if len(found) <= 2 else f"several slips, such as {found[0]}"


def _counted(names: Iterable[str]) -> tuple[tuple[str, int], ...]:
    """Return names with how often each is there, the most frequent first, then by name."""
    found = Counter(names)
    return tuple(sorted(found.items(), key=lambda pair: (-pair[1], pair[0])))
