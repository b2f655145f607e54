"""Item analysis: of every question how hard it was, what came of it, which mistakes were made."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from fractions import Fraction

from exactnb.core.record import frozen
from exactnb.teach.grading.diagnosis import causes, phrase
from exactnb.teach.grading.graded import Graded, Report
from exactnb.teach.grading.judging import Verdict
from exactnb.teach.grading.scores import correlation, mean

FOLLOWED, UNANSWERED = "follow_through", "no_answer"
"""What is told of an answer beside its verdict: right by own values, and not there."""

_LISTED = 5
_MANY_WRONG = 3  # a slip or two of good students say nothing of a question
MISLEADING = "students who did well elsewhere did worse here: read it and its key again"
"""What a negative discrimination may mean."""


@frozen(slots=True)
class UnexplainedValue:
    """A wrong value that nothing explains, however it was typed, and how many students gave it.

    `raw` is its most frequent spelling; `impossible` says why no way of working leads to it, if so.
    """

    raw: str
    students: int
    impossible: str


@frozen(slots=True)
class QuestionAnalysis:
    """One question over all students; `text` is its wording, if it has one of its own.

    `right` were right, `followed` right by follow-through, and `to_look_at` wait for a human.
    `verdicts` and `mistakes` count answers, each once: what two mistakes explain as "a or b", what more
    of them do as "one of several, such as a". `outcomes` count students: each verdict, follow-through
    and no answer apart, so that they add up to the class.
    `unexplained` are the wrong values that no known mistake explains, the most frequent first.
    `difficulty` is the mean share of the points, `discrimination` their correlation with those of all
    other questions, correctly rounded; answers whose points are open do not count, and "" is one that
    is not defined.
    """

    question: str
    answered: int
    right: int
    followed: int
    to_look_at: int
    verdicts: tuple[tuple[str, int], ...]
    outcomes: tuple[tuple[str, int], ...]
    mistakes: tuple[tuple[str, int], ...]
    unexplained: tuple[UnexplainedValue, ...]
    difficulty: Fraction | None
    discrimination: str
    text: str = ""

    @property
    def remark(self) -> str:
        """Return what its figures may say of the question itself, "" where they say nothing."""
        if self.answered > 1 and not self.right + self.followed:
            return "nobody was right: read it and its key again"
        wrong = self.answered - self.right - self.followed
        is_negative = self.discrimination.startswith("-")
        return MISLEADING if is_negative and wrong >= _MANY_WRONG else ""

    def __str__(self) -> str:
        """Return how many were right, by which way, and how many wait."""
        if not self.answered:
            return "not answered"
        followed = f", {self.followed} by follow-through" if self.followed else ""
        look = f", {self.to_look_at} to look at" if self.to_look_at else ""
        students = sum(times for _, times in self.outcomes)
        return f"{self.right} of {students} right{followed}{look}"


def item_analysis(reports: Sequence[Report]) -> tuple[QuestionAnalysis, ...]:
    """Return the analysis of each question, in order, over the readable ones of `reports`."""
    by_question: dict[str, list[tuple[Graded, Fraction]]] = {}
    for report in (sheet for sheet in reports if sheet.is_readable):
        score = report.score
        for graded in report.graded:
            by_question.setdefault(graded.question.id, []).append((graded, score))
    return tuple(_analysis_of_question(identity, graded) for identity, graded in by_question.items())


def mistakes_phrase(graded: Graded) -> str:
    """Return the mistakes that explain the answer `graded`, as one phrase; "" where none does."""
    return phrase(causes(graded.matches)) if graded.matches else slip_in_first_wrong_line(graded)


def mistake_descriptions(graded: Graded) -> str:
    """Return the mistakes that explain the answer `graded`, described without the details of one."""
    if slip := slip_in_first_wrong_line(graded):
        from exactnb.teach.grading.derivations.slips import SLIPS  # no other report reads derivations

        return SLIPS[slip][0]
    words = list(dict.fromkeys(match.alternative.description for match in graded.matches))
    return phrase(words, "; or ", "one of several, such as this: ")


def slip_in_first_wrong_line(graded: Graded) -> str:
    """Return the slip in the first wrong line of `graded`, if that is a derivation; else ""."""
    first = None if graded.working is None or graded.is_accepted else graded.working.first_blamed
    return "" if first is None else first.slip


def frequencies(names: Iterable[str]) -> tuple[tuple[str, int], ...]:
    """Return each of `names` with its frequency, the most frequent first, then by name."""
    return tuple(sorted(Counter(names).items(), key=lambda pair: (-pair[1], pair[0])))


def _analysis_of_question(identity: str, scored: list[tuple[Graded, Fraction]]) -> QuestionAnalysis:
    graded = [answer for answer, _ in scored]
    answered = [answer for answer in graded if not answer.is_blank]
    wrong = [answer for answer in answered if answer.verdict is Verdict.WRONG]
    settled = [
        (answer.score, score - answer.score) for answer, score in scored if answer.score is not None
    ]
    points = graded[0].question.points
    return QuestionAnalysis(
        identity,
        len(answered),
        sum(answer.is_right and not answer.follows for answer in answered),
        sum(bool(answer.follows) for answer in answered),
        sum(bool(answer.look) for answer in graded),
        frequencies(answer.verdict.value for answer in answered),
        frequencies(map(outcome_word, graded)),
        frequencies(mistakes_phrase(answer) for answer in answered if answer.matches),
        _wrong_values(wrong)[:_LISTED],
        mean([points_here for points_here, _ in settled]) / points if settled and points else None,
        correlation(settled),
        graded[0].question.text,
    )


def _wrong_values(wrong: Sequence[Graded]) -> tuple[UnexplainedValue, ...]:
    """Return the values of the answers in `wrong`: 0.444 counts with 4/9, if somebody gave that."""
    by_value: dict[object, list[Graded]] = {}
    for graded in sorted(wrong, key=_vagueness):
        by_value.setdefault(_value_or_known(graded, by_value), []).append(graded)
    values = [
        UnexplainedValue(
            frequencies(map(_typed_or_wrong_line, same))[0][0], len(same), same[0].impossible
        )
        for same in by_value.values()
    ]
    return tuple(sorted(values, key=lambda value: (-value.students, value.raw)))


def _vagueness(graded: Graded) -> Fraction:
    """Return how wide the numbers spread that an answer may stand for."""
    between = None if graded.answer is None else graded.answer.interval_or_none()
    return Fraction(0) if between is None else between[1] - between[0]


def _value_or_known(graded: Graded, known: Iterable[object]) -> object:
    """Return the value of an answer, or the `known` one that it rounds; else what was typed."""
    if graded.answer is None:
        return _typed_or_wrong_line(graded)
    value, between = graded.answer.value, graded.answer.interval_or_none()
    if between is None or value in known:
        return value
    low, high = between
    return next((v for v in known if isinstance(v, Fraction) and low <= v <= high), value)


def _typed_or_wrong_line(graded: Graded) -> str:
    """Return what was typed; of a working with a wrong line that line."""
    excerpt = () if graded.working is None else graded.working.first_wrong_excerpt
    return excerpt[0].strip() if excerpt else graded.raw.strip()


def outcome_word(graded: Graded) -> str:
    """Return the verdict of `graded` in a word, also that there is no answer or that it follows."""
    if graded.is_blank:
        return UNANSWERED
    return FOLLOWED if graded.follows else graded.verdict.value
