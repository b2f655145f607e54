"""Graded answers: each by itself, and all of one student.

How to read: `Graded` is one answer, judged; a `Report` has all answers of a student, in order.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

from exactnb.core.expression.reading.refusal import Refusal
from exactnb.core.expression.results import NoNumber
from exactnb.core.problem.questions import Question
from exactnb.core.record import frozen
from exactnb.core.shown import Shown
from exactnb.errors import near, one_line, printable, shortened
from exactnb.teach.answers.answer import Answer
from exactnb.teach.grading.diagnosis import Match
from exactnb.teach.grading.judging import RIGHT, Verdict
from exactnb.teach.grading.scores import points_text
from exactnb.teach.grading.student_feedback import (
    on_acceptance,
    on_follow_through,
    on_form,
    on_impossible,
    on_matches,
    on_refusal,
    on_slip,
    on_verdict,
)

if TYPE_CHECKING:
    from exactnb.teach.grading.working.working import Working

LARGEST_SHEET = 256 * 1024
"""The bytes of all answers of one student, wherever they stand."""

CERTAIN = frozenset((Verdict.CORRECT, Verdict.ROUNDED, Verdict.FORM))
"""The verdicts on an answer that stands for the right value: nothing wrong is carried on from it."""


@frozen
class Graded(Shown):
    """One answer, judged.

    `score` is in points. It is None while it is open: for an answer that is returned for clarification,
    because it has several readings or could not be read, and for one that could not be graded.
    `follows` are the questions whose wrong answers were carried on correctly. `slip` is the result of a
    working that contradicts its number, and `impossible` says why the value is impossible, whatever was
    done. `look` is a note to a person who should look at the answer, mostly "". `variant` is the name
    of the student's variant, if students have different ones. `working` has the lines of the answer to
    a question whose form is "working".

    >>> from exactnb import Grader, Problem, Table
    >>> table = Table.from_rows([("1", "+"), ("0", "+"), ("0", "-")], ["a", "class"])
    >>> each = Grader(Problem(table)).grade({"P(+)": "1/3"})["P(+)"]
    >>> each.verdict.value, each.score, [match.alternative.id for match in each.matches]
    ('mistake', Fraction(0, 1), ['other-class', 'numerator-off-by-one'])
    """

    question: Question
    raw: str
    verdict: Verdict
    score: Fraction | None
    answer: Answer | None = None
    refusal: Refusal | None = None
    matches: tuple[Match, ...] = ()
    follows: tuple[str, ...] = ()
    look: str = ""
    slip: str = ""
    impossible: str = ""
    variant: str = ""
    working: Working | None = None

    def __repr__(self) -> str:
        return f"<Graded {self}>"

    def __str__(self) -> str:
        feedback = self.feedback if not self.is_right or self.follows else ""
        verdict = self.verdict.value.replace("_", " ")
        text = shortened(" ".join(self.raw.split())) or "(nothing)"
        return f"{printable(self.question.id)}: {text}  {verdict}. {feedback}".rstrip()

    @property
    def is_right(self) -> bool:
        """Say whether the answer is right, if only by the student's own earlier values."""
        return self.verdict in RIGHT or self.is_accepted

    @property
    def is_blank(self) -> bool:
        """Say whether no answer is given: nothing is typed, or a dash or question mark alone."""
        return not self.raw.strip() or (self.refusal is not None and self.refusal.kind == "empty")

    @property
    def mistakes(self) -> tuple[str, ...]:
        """Return the ids of the mistakes that lead to the answer, each once."""
        return tuple(dict.fromkeys(match.alternative.id for match in self.matches))

    @property
    def is_by_hand(self) -> bool:
        """Say whether a person marked the answer, or a line of the working."""
        return self.verdict is Verdict.ACCEPTED or bool(
            self.working and self.working.lines_marked_by_hand
        )

    @property
    def is_accepted(self) -> bool:
        """Say whether a person has accepted the answer for all of its points."""
        return self.verdict is Verdict.ACCEPTED and self.score == self.question.points

    @property
    def feedback(self) -> str:
        """Return the feedback for the student: where to look, never the answer.

        >>> from exactnb import Grader, Problem, Table
        >>> table = Table.from_rows([("1", "+"), ("0", "+"), ("0", "-")], ["a", "class"])
        >>> Grader(Problem(table)).grade({"P(+)": "0.7"})["P(+)"].feedback
        'Right so far, but too few digits: give 3 significant figures, or a fraction.'
        """
        if self.working is not None and self.verdict is not Verdict.ACCEPTED:
            by_person = f" A person decides: {self.look}." if self.verdict is Verdict.INCOMPLETE else ""
            return self.working.feedback + (by_person if self.score is None else "")
        if self.follows:
            return on_follow_through(self.follows)
        return on_impossible(self.impossible, self._feedback_on_verdict())

    def _feedback_on_verdict(self) -> str:
        if self.refusal is not None:
            return on_refusal(self.refusal, is_open=self.score is None)
        if self.verdict is Verdict.MISCONCEPTION:
            is_choice = self.answer is not None and isinstance(self.answer.value, NoNumber)
            return on_matches(self.matches, can_explain=not is_choice)
        if self.verdict is Verdict.ACCEPTED:
            return on_acceptance(self.score or Fraction(0), self.question.points)
        if self.verdict is Verdict.SLIP:
            return on_slip(self.slip)
        policy = self.question.policy
        if self.verdict is Verdict.FORM:
            is_decimal = self.answer is not None and self.answer.decimal is not None
            return on_form(policy, is_decimal=is_decimal)
        return on_verdict(self.verdict, policy)


@frozen
class Report(Shown):
    """The graded answers of one student, in the order of the questions.

    `report["q1"]` is the answer to a question; `score` and `points` are sums of exact fractions.
    `remark` is one line about the whole sheet. If a sheet is not `is_readable`, it is the reason, and
    all points are open.

    >>> from exactnb import Grader, Problem, Table
    >>> table = Table.from_rows([("1", "+"), ("0", "+"), ("0", "-")], ["a", "class"])
    >>> report = Grader(Problem(table)).grade({"P(+)": "2/3", "P(-)": "2/3"})
    >>> report.score, report.points, report["P(-)"].is_right
    (Fraction(1, 1), Fraction(2, 1), False)

    Raises InputError for a question that is none, with a near match.
    """

    student: str
    graded: tuple[Graded, ...]
    remark: str = ""
    is_readable: bool = True

    def __repr__(self) -> str:
        return f"<Report on {shortened(self.student) or 'answers'}: {self.standing} points>"

    def __str__(self) -> str:
        rows = [f"{printable(self.student) or 'Answers'}: {self.standing} points"]
        rows += [printable(self.note)] if self.note else []
        return "\n".join([*rows, *(f"  {answer}" for answer in self.graded)])

    @property
    def standing(self) -> str:
        """Return the points earned in words, and of how many."""
        return f"{self.earned} of {points_text(self.points)}"

    @property
    def score(self) -> Fraction:
        """Return the points earned so far: those of answers that stay open are not among them."""
        return sum((answer.score for answer in self.graded if answer.score is not None), Fraction(0))

    @property
    def largest_score(self) -> Fraction:
        """Return the points that are earned if all that stays open is right."""
        still = (answer.question.points for answer in self.graded if answer.score is None)
        return sum(still, self.score)

    @property
    def earned(self) -> str:
        """Return the points earned in words, with the most they may become: 4 to 5."""
        score, most = points_text(self.score), points_text(self.largest_score)
        return score if score == most else f"{score} to {most}"

    @property
    def points(self) -> Fraction:
        """Return the points that can be earned."""
        return sum((answer.question.points for answer in self.graded), Fraction(0))

    @property
    def open_answers(self) -> tuple[Graded, ...]:
        """Return the answers that have to be asked for again; those left ungraded wait for others."""
        unsettled = (answer for answer in self.graded if answer.score is None)
        return tuple(answer for answer in unsettled if answer.verdict is not Verdict.UNGRADED)

    @property
    def answers_to_review(self) -> tuple[Graded, ...]:
        """Return the answers that a human should look at; each says why in `look`."""
        return tuple(answer for answer in self.graded if answer.look)

    @property
    def is_right(self) -> bool:
        """Say whether every answer is right."""
        return self.is_readable and all(answer.is_right for answer in self.graded)

    def remarked(self, remark: str) -> Report:
        """Return the report with one more remark."""
        return replace(self, remark="; ".join(filter(None, (self.remark, one_line(remark)))))

    @property
    def note(self) -> str:
        """Return the remark as a report repeats it.

        >>> Report("Bo", (), "not valid TOML", is_readable=False).note
        'not readable: not valid TOML'
        """
        return self.remark if self.is_readable else f"not readable: {self.remark}"

    @property
    def is_settled(self) -> bool:
        """Say whether no point of it is open."""
        return self.is_readable and self.score == self.largest_score

    def __getitem__(self, identity: str) -> Graded:
        for answer in self.graded:
            if answer.question.id == identity:
                return answer
        ids = [answer.question.id for answer in self.graded]
        raise KeyError(f"no question {identity!r}{near(identity, ids)}")


def anonymous(reports: Sequence[Report]) -> tuple[Report, ...]:
    """Return `reports` under numbers that do not reveal who it is: by points, then by the answers.

    Remarks may name students and their files: only whether a sheet is readable is kept.

    >>> [report.student for report in anonymous([Report("Ada", ()), Report("Bo", ())])]
    ['student 1', 'student 2']
    """
    ordered = sorted(
        reports,
        key=lambda report: (
            -report.score,
            -report.largest_score,
            [answer.raw for answer in report.graded],
        ),
    )
    wide = len(str(len(ordered)))
    return tuple(
        replace(
            report,
            student=f"student {number:0{wide}}",
            remark="" if report.is_readable else "its file or row",
        )
        for number, report in enumerate(ordered, start=1)
    )
