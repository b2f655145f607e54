"""The judgement of one answer to one question: whatever goes wrong becomes its verdict.

How to read: `QuestionGrader.graded` judges an answer alone; `explained` and what follows it serve
whoever knows the other answers of the sheet. Before it stand notes on answers that a person should look
at.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import field, replace
from fractions import Fraction
from functools import lru_cache

from exactnb.core.arithmetic.values import enclose
from exactnb.core.expression.nodes import Expression
from exactnb.core.expression.reading.refusal import Refusal
from exactnb.core.expression.results import NoNumber, Value
from exactnb.core.naming.names import QuantityName
from exactnb.core.problem.questions import Question
from exactnb.core.record import frozen
from exactnb.errors import ExactnbError, fault, one_line
from exactnb.teach.alternatives.alternative import Alternative
from exactnb.teach.answers.answer import Ambiguous, Answer, Expects
from exactnb.teach.answers.reading import may_be_typed_again, read_answer
from exactnb.teach.grading.diagnosis import Diagnosis
from exactnb.teach.grading.graded import CERTAIN, Graded
from exactnb.teach.grading.impossible import reason_impossible
from exactnb.teach.grading.judging import NEAR, RIGHT, Verdict, judge, judge_slip
from exactnb.teach.grading.targets import Target

_ORDINARY = 12  # powers of ten: only a question about larger numbers has such answers
_BITS = 64  # enough to count powers of ten
_MOST_KEPT, _SHORT = 256, 100  # verdicts on answers, and the characters of such an answer


def ungraded(question: Question, raw: str, why: str) -> Graded:
    """Return the answer `raw` to a `question` without a score, and `why` it was not judged."""
    return Graded(question, raw, Verdict.UNGRADED, None, look=f"not graded: {why}")


def note_on_refusal(refusal: Refusal) -> str:
    """Return why a person should look at an answer that got a `refusal`; "" if it is empty."""
    if refusal.kind == "empty":
        return ""
    if isinstance(refusal, Ambiguous):
        why = f" ({refusal.slip.text})" if refusal.slip is not None else ""
        return "two readings: " + " or ".join(reading.text() for reading in refusal.readings) + why
    what = "two readings" if refusal.kind == "ambiguous" else "unreadable"
    return f"{what}: {one_line(refusal.message)}"


def note_on_distance(answer: Answer, right: Target) -> str:
    """Return a note if an `answer` is many powers of ten off the `right` value: a mistyped exponent.

    >>> from fractions import Fraction
    >>> from exactnb.teach.answers.reading import read_answer
    >>> note_on_distance(read_answer("1e-28"), Target(Fraction(5, 2)))
    'wrong by some 28 powers of ten: is it a slip in typing?'
    >>> note_on_distance(read_answer("0.5"), Target(Fraction(1, 10**40)))
    ''
    """
    numbers = Target(answer.value).number, right.number
    if numbers[0] is None or numbers[1] is None:
        return ""
    answer_power, right_power = (enclose(number, _BITS).upper_decimal_exponent() for number in numbers)  # type: ignore[arg-type]
    if answer_power is None or right_power is None:
        return ""
    distance = abs(answer_power - right_power)
    if abs(answer_power) <= _ORDINARY or distance <= _ORDINARY:
        return ""
    return f"wrong by some {distance} powers of ten: is it a slip in typing?"


@frozen(eq=False)
class QuestionGrader:
    """A question with all that is needed to judge an answer to it; `read` reads what was typed."""

    question: Question
    name: QuantityName
    diagnosis: Diagnosis
    expects: Expects
    counted: Expression
    read: Callable[[str, Expects], Answer | Refusal]
    _cached: Callable[[str], Graded] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_cached", lru_cache(_MOST_KEPT)(self._accepted))

    @property
    def right(self) -> Target:
        """Return the right value."""
        return self.diagnosis.right

    def graded(self, raw: str) -> Graded:
        """Return the verdict on one answer, `raw` as it was typed, whatever goes wrong.

        It depends on `raw` alone, so that a whole class may share it. Verdicts on the latest short
        answers are cached: a grader that runs for years does not grow with the answers.
        """
        return self._cached(raw) if len(raw) <= _SHORT else self._accepted(raw)

    def _accepted(self, raw: str) -> Graded:
        return with_acceptance(self._graded(raw))

    def _graded(self, raw: str) -> Graded:
        question = self.question
        try:
            read = self._reading(raw)
        except Exception as error:  # no answer may cost the others theirs
            return ungraded(question, raw, fault(error))
        if isinstance(read, Ambiguous) and read.slip is not None:
            verdict = judge_slip(read.slip, self.right, question.policy)
            if verdict is not Verdict.AMBIGUOUS:
                number = read.slip.numbers[-1]
                points, why = self._points_of_verdict(verdict), self.reason_impossible(number.value)
                slip = read.slip.text
                return Graded(question, raw, verdict, points, number, slip=slip, impossible=why)
        if isinstance(read, Refusal):
            verdict = Verdict.AMBIGUOUS if read.kind == "ambiguous" else Verdict.UNREADABLE
            score = None if may_be_typed_again(read, raw, self.expects) else Fraction(0)
            return Graded(question, raw, verdict, score, refusal=read, look=note_on_refusal(read))
        try:
            verdict = judge(read, self.right, question.policy, self.counted)
        except Exception as error:
            return replace(ungraded(question, raw, fault(error)), answer=read)
        why = "" if verdict in CERTAIN else self.reason_impossible(read.value)
        graded = Graded(question, raw, verdict, self._points_of_verdict(verdict), read, impossible=why)
        return graded if verdict in CERTAIN or verdict in NEAR else self._diagnosed(graded)

    def reason_impossible(self, value: Value) -> str:
        """Return why a `value` is impossible, "" if it is possible, or if that is not decided."""
        alternatives = self.diagnosis.alternatives
        try:
            return reason_impossible(alternatives.problem, alternatives.graph, self.name, value)
        except ExactnbError:
            return ""

    def explained(
        self,
        graded: Graded,
        supported: frozenset[str] = frozenset(),
        refuted: frozenset[Alternative] = frozenset(),
    ) -> Graded:
        """Return a wrong answer explained anew, by what the other answers of its sheet say.

        `supported` are the ids of mistakes that others show; if none of them explains this one, it is
        returned as it is. `refuted` are the mistakes that others speak against.
        """
        answer = graded.answer
        if answer is None:
            return graded
        if any(match.alternative.is_one_of(refuted) for match in graded.matches):
            verdict = judge(answer, self.right, self.question.policy, self.counted)
            graded = replace(
                graded, verdict=verdict, score=self._points_of_verdict(verdict), matches=()
            )
            graded = with_acceptance(self._diagnosed(graded, refuted=refuted))
        if not supported:
            return graded
        explained = self._diagnosed(graded, supported, refuted)
        is_supported = any(
            match.alternative.count_unsupported(supported) < match.alternative.switch_count
            for match in explained.matches
        )
        return with_acceptance(explained) if is_supported else graded

    def explained_by_carrying_on(self, graded: Graded, mistakes: Sequence[Alternative]) -> Graded:
        """Return a wrong answer explained by those of the `mistakes` that others carry on to it."""
        return with_acceptance(self._diagnosed(graded, carried=mistakes)) if mistakes else graded

    def mistakes_leading_to(self, graded: Graded) -> frozenset[Alternative]:
        """Return the single mistakes that lead to the answer `graded`, on any evidence."""
        if graded.answer is None:
            return frozenset()
        try:
            return self.diagnosis.mistakes_leading_to(graded.answer)
        except Exception:
            return frozenset()  # its verdict says that nothing could be searched for

    def mistakes_spoiling(self, graded: Graded) -> frozenset[Alternative]:
        """Return the mistakes that would have spoiled the right answer `graded`: nobody made them."""
        if graded.answer is None:
            return frozenset()
        is_own = bool(graded.follows) or isinstance(graded.answer.value, NoNumber)
        try:
            return self.diagnosis.mistakes_spoiling(graded.answer, is_own=is_own)
        except Exception:
            return frozenset()  # nothing can be searched for, and the answer is right

    def _diagnosed(
        self,
        graded: Graded,
        supported: frozenset[str] = frozenset(),
        refuted: frozenset[Alternative] = frozenset(),
        carried: Sequence[Alternative] = (),
    ) -> Graded:
        """Return a wrong answer with the mistakes behind it: only those `carried` on to it, if any."""
        answer, search = graded.answer, self.diagnosis
        assert answer is not None
        try:
            if carried:
                matches = search.matches_carried_on(answer, carried)
            else:
                is_impossible = bool(graded.impossible)
                matches = search.matches(answer, supported, refuted, is_impossible=is_impossible)
            look = "" if matches else note_on_distance(answer, self.right)
        except Exception as error:
            why = f"wrong; the mistake behind it could not be searched for ({fault(error)})"
            return replace(graded, look=why)
        if not matches:
            return replace(graded, look=look)
        score = max(
            self._points_of_verdict(graded.verdict), self._points_of_verdict(Verdict.MISCONCEPTION)
        )
        return replace(graded, verdict=Verdict.MISCONCEPTION, score=score, matches=matches, look=look)

    def _points_of_verdict(self, verdict: Verdict) -> Fraction:
        """Return the points that a verdict earns."""
        part = Fraction(verdict in RIGHT) or dict(self.question.credit).get(verdict.value, Fraction(0))
        return self.question.points * part

    def _reading(self, raw: str) -> Answer | Refusal:
        read = self.read(raw, self.expects)
        if isinstance(read, Refusal) and read.kind == "zero_div" and self._may_be_no_number():
            return self.read(raw, replace(self.expects, undefined=True))
        return read

    def _may_be_no_number(self) -> bool:
        """Say whether some mistake leads to 0/0 or 1/0."""
        try:
            return any(candidate.target.number is None for candidate in self.diagnosis.candidates)
        except Exception:  # the answer is unreadable, as it would be without mistakes
            return False


def with_acceptance(graded: Graded) -> Graded:
    """Return `graded` with the points that a person gave it, whether more or fewer than it earned.

    It is returned unchanged if nobody marked it, or gave what it earned anyway.
    """
    points = graded.question.accepts(graded.raw)
    if points is None or points == graded.score:
        return graded
    return replace(
        graded,
        verdict=Verdict.ACCEPTED,
        score=points,
        refusal=None,
        matches=(),
        follows=(),
        look="",
        impossible="",
    )


def read_or_refused(raw: str, expects: Expects) -> Answer | Refusal:
    """Return the answer in `raw`, as `expects` says, or why it is not read."""
    try:
        return read_answer(raw, expects)
    except Refusal as refusal:
        refusal.__context__ = None  # a verdict that is kept would keep all sheets in these frames
        return refusal.with_traceback(None)
