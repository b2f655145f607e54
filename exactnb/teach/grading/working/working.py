"""Whole workings, judged: lines with verdicts, the first that is wrong, points; and those of a class.

How to read: `Working` is all of it; `Judged` is one claim, `Mark` what one question earns; `summarize`
says where most workings of a class go wrong, why, and what was not read.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from fractions import Fraction

from exactnb.core.naming.names import QuantityName
from exactnb.core.record import frozen
from exactnb.core.shown import Shown
from exactnb.errors import printable
from exactnb.teach.grading.diagnosis import Match, causes, phrase
from exactnb.teach.grading.working.claims import Claim

WRONG = frozenset(("wrong", "does_not_follow", "not_equivalent"))
"""The verdicts of a line that is to blame."""

UNREAD = "open: no claim was read"
"""The standing of a working of which nothing was read."""
CARRIED, MISSING = "carried on from a wrong line", "no line gives it"
BY_PERSON = "a person gave fewer points"
SLIP, UNEXPLAINED = "arithmetic slip", "not explained"
"""Why points are lost where no misconception is behind it."""

_LISTED = 10  # formulas that were not read


@frozen(slots=True)
class Judged:
    """One claim, judged: its verdict, why, and the line and column where what is wrong begins.

    `verdict` is right, wrong, does_not_follow, impossible, unread or unused; in a derivation also
    not_equivalent, and open where nothing is shown. `message` is for the
    instructor, `hint` what a student may read instead: it never gives the right value away. `matches`
    are the misconceptions that explain it, `follows` says that it follows from wrong values before it,
    `is_rounded` that it is right by rounded ones, and `is_accepted` that a person accepted it. `name`
    is its quantity, `typed` the value, and `error` is how far that is from the right one, from 0 to 1.
    In a derivation, `slip` names the slip that explains it.
    """

    claim: Claim
    verdict: str
    message: str = ""
    place: tuple[int, int] | None = None
    matches: tuple[Match, ...] = ()
    follows: bool = False
    is_rounded: bool = False
    name: QuantityName | None = None
    typed: str = ""
    error: Fraction = Fraction(0)
    hint: str = ""
    is_accepted: bool = False
    slip: str = ""

    @property
    def is_to_blame(self) -> bool:
        """Say whether the line is wrong, or does not follow."""
        return self.verdict in WRONG and self.place is not None

    @property
    def is_undecided(self) -> bool:
        """Say whether a line that looks like a claim was not read, or neither shown nor refuted."""
        return self.verdict in ("unread", "open") and self.place is not None

    @property
    def mistakes(self) -> tuple[str, ...]:
        """Return the ids of the misconceptions that explain it, each once."""
        ids = dict.fromkeys(match.alternative.id for match in self.matches)
        return tuple(ids) or ((self.slip,) if self.slip else ())

    @property
    def read_as(self) -> str:
        """Return the claim as it was read."""
        return f"{self.name} = {self.typed}" if self.name is not None and self.typed else self.typed


@frozen(slots=True)
class Mark:
    """What a question or a milestone earns: its points, those earned, and the line that earned them.

    `question` is the id of the question, or the quantity of the milestone, and `name` the quantity that
    is asked for, None where that is a derivation. `line` is None where no claim is about it, and
    `is_by_hand` says that a person gave the points.
    """

    question: str
    name: QuantityName | None
    points: Fraction
    earned: Fraction
    line: int | None = None
    is_by_hand: bool = False


@frozen(eq=False, repr=False)
class Working(Shown):
    r"""A working, judged: `lines` has every claim in it with its verdict, in their order.

    `marks` are the points of the milestones, and of the other questions of the sheet.

    >>> from exactnb import Problem, Table, verify_working
    >>> table = Table.from_rows([("1", "+"), ("0", "+"), ("0", "-")], ["a", "class"])
    >>> working = verify_working(Problem(table), "P(+) = 2/3 = 0.667\nP(a=1|+) = 1/3")
    >>> working.first_wrong, [line.verdict for line in working.lines]
    (2, ['right', 'wrong'])
    """

    text: str
    lines: tuple[Judged, ...]
    marks: tuple[Mark, ...] = ()

    @property
    def earned(self) -> Fraction:
        """Return the points that it earns."""
        return sum((mark.earned for mark in self.marks), Fraction(0))

    @property
    def points(self) -> Fraction:
        """Return the points that can be earned."""
        return sum((mark.points for mark in self.marks), Fraction(0))

    @property
    def is_read(self) -> bool:
        """Say whether any claim about a quantity was read; else its points are open."""
        return any(line.verdict not in ("unread", "unused") for line in self.lines)

    @property
    def is_decided(self) -> bool:
        """Say whether any claim was shown right or wrong."""
        return any(line.verdict not in ("unread", "unused", "open") for line in self.lines)

    @property
    def standing(self) -> str:
        """Return in a phrase which line is wrong first, or that none is, or why nothing is known."""
        if self.first_wrong is not None:
            return f"line {self.first_wrong} is wrong first"
        if not self.is_read:
            return UNREAD
        return "no line is wrong" if self.is_decided else "open: no claim is shown right or wrong"

    @property
    def first_blamed(self) -> Judged | None:
        """Return the first claim that is wrong, or does not follow; None if none is."""
        return next((line for line in self.lines if line.is_to_blame), None)

    @property
    def first_wrong(self) -> int | None:
        """Return the number of the first line that is wrong, or does not follow; None if none is."""
        first = self.first_blamed
        return None if first is None or first.place is None else first.place[0]

    @property
    def unread(self) -> tuple[Judged, ...]:
        """Return the claims that were not read: they look like formulas, and cost nothing."""
        return tuple(line for line in self.lines if line.verdict == "unread" and line.place is not None)

    @property
    def lines_marked_by_hand(self) -> tuple[int, ...]:
        """Return the numbers of the lines that a person marked."""
        accepted = {line.place[0] for line in self.lines if line.is_accepted and line.place is not None}
        return tuple(sorted(accepted | {mark.line or 0 for mark in self.marks if mark.is_by_hand}))

    @property
    def feedback(self) -> str:
        """Return what a student may read: the first wrong line, a hint, and what a person marked."""
        return " ".join(
            (
                self._first_wrong_feedback,
                *(f"A person marked line {line}." for line in self.lines_marked_by_hand),
            )
        )

    @property
    def _first_wrong_feedback(self) -> str:
        """Return in words which line is the first that is wrong, with a hint."""
        first = self.first_blamed
        if not self.is_read and first is None:
            return f"{self.summary} Write it again; nothing is lost."
        if first is None or first.place is None:
            missing = ", ".join(mark.question for mark in self.marks if mark.earned < mark.points)
            return f"{self.summary} Not all points of: {missing}." if missing else self.summary
        line, column = first.place
        return f"Line {line} is the first that is wrong, at column {column}: {first.hint}"

    @property
    def first_wrong_excerpt(self) -> list[str]:
        """Return the first wrong line as it was written, and a caret under what is wrong in it."""
        first = self.first_blamed
        if first is None or first.place is None:
            return []
        number, column = first.place
        return [printable(self.text.splitlines()[number - 1]), f"{' ' * (column - 1)}^"]

    @property
    def is_right(self) -> bool:
        """Say whether something was read, and nothing of it is wrong."""
        return self.first_wrong is None and any(line.verdict == "right" for line in self.lines)

    def __repr__(self) -> str:
        first = self.first_wrong
        wrong = "none wrong" if first is None else f"line {first} wrong"
        return f"<Working: {len(self.lines)} claims, {wrong}>"

    def __str__(self) -> str:
        wrong = [line for line in self.lines if line.is_to_blame]
        rows = (f"line {line.place[0]}: {printable(line.message)}" for line in wrong if line.place)
        return "\n".join([self.summary, *rows])

    @property
    def summary(self) -> str:
        """Return in a sentence or two which line is wrong first, and how many claims are right."""
        first = self.first_wrong
        claims = [line for line in self.lines if line.verdict not in ("unread", "unused")]
        right = sum(line.verdict == "right" for line in claims)
        if not claims:
            return "No claim was read."
        if not self.is_decided:
            none = f"None of {len(claims)} claims is" if len(claims) > 1 else "The claim is not"
            return f"{none} shown right or wrong. Is it about something else?"
        head = (
            "No line is wrong." if first is None else f"The first line that is wrong is line {first}."
        )
        return f"{head} {right} of {len(claims)} claims {'is' if right == 1 else 'are'} right."


@frozen(slots=True)
class Cause:
    """A misconception, or another reason: the students, and the points that they lost by it."""

    name: str
    students: int
    points: Fraction


@frozen(slots=True)
class ClassSummary:
    """The workings of a class: `lost` has where students go wrong first, with how many of them do.

    `causes` are sorted by the points that they cost, `unread` are formulas with the students who wrote
    them, the most frequent first.
    """

    lost: tuple[tuple[str, int], ...]
    causes: tuple[Cause, ...]
    unread: tuple[tuple[str, tuple[str, ...]], ...]


def summarize(workings: Mapping[str, Working]) -> ClassSummary:
    """Return what the workings of a class, by student, say together.

    >>> from exactnb import verify_working
    >>> sheet = "worked_examples/homework/sheet.toml"
    >>> summary = summarize({"Bo": verify_working(sheet, "P(Yes) = 5/14")})
    >>> summary.lost, [str(cause.points) for cause in summary.causes]
    ((('P(Yes)', 1),), ['7', '1'])
    """
    lost = Counter[str]()
    students_by_cause = defaultdict[str, set[str]](set)
    points_by_cause = defaultdict[str, Fraction](Fraction)
    unread = defaultdict[str, list[str]](list)
    for student, working in workings.items():
        if (first := working.first_blamed) is not None:
            place = first.slip or first.message if first.name is None else str(first.name)
            lost[place] += 1
        for name, points in _reasons_for_lost_points(working):
            students_by_cause[name].add(student)
            points_by_cause[name] += points
        texts = (" ".join(line.claim.statement.text.split()) for line in working.unread)
        for text in dict.fromkeys(texts):
            unread[text].append(student)
    reasons = [Cause(name, len(who), points_by_cause[name]) for name, who in students_by_cause.items()]
    commonest = sorted(unread, key=lambda text: (-len(unread[text]), text))
    return ClassSummary(
        tuple(sorted(lost.items(), key=lambda entry: (-entry[1], entry[0]))),
        tuple(sorted(reasons, key=lambda of: (-of.points, -of.students, of.name))),
        tuple((text, tuple(unread[text])) for text in commonest[:_LISTED]),
    )


def _reasons_for_lost_points(working: Working) -> Iterator[tuple[str, Fraction]]:
    """Yield the reasons for which a working lost points; a misconception may have cost none."""
    for mark in working.marks:
        if mark.earned < mark.points:
            yield _reason(working, mark), mark.points - mark.earned
    for line in working.lines:
        if line.is_to_blame and line.matches:
            yield _mistakes_phrase(line), Fraction(0)


def _reason(working: Working, mark: Mark) -> str:
    if not working.is_read:
        return UNREAD
    if mark.is_by_hand:
        return BY_PERSON
    of_mark = [line for line in working.lines if line.name == mark.name]
    blamed = next((line for line in of_mark if line.is_to_blame), None)
    if blamed is not None:
        return _mistakes_phrase(blamed)
    return CARRIED if any(line.follows for line in of_mark) else MISSING


def _mistakes_phrase(line: Judged) -> str:
    """Return the misconceptions behind a line: one or two; of more nobody knows which it was."""
    unnamed = SLIP if line.hint == line.message else UNEXPLAINED
    return line.slip or phrase(causes(line.matches)) or unnamed
