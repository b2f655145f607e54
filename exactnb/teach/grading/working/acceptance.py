"""Lines of a working that a person has accepted: which they are, and what they earn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from exactnb.core.naming.names import QuantityName
from exactnb.core.naming.scope import Scope
from exactnb.core.problem.questions import Question
from exactnb.core.record import frozen
from exactnb.teach.grading.working.claims import Claim


@frozen(slots=True)
class Acceptance:
    """Know which `lines` were accepted for one of some questions, or for a milestone.

    `names` are the questions that accept something, each with its quantity: its value is accepted too.
    """

    lines: tuple[str, ...]
    names: Mapping[Question, QuantityName]

    @classmethod
    def of(cls, text: str, questions: Sequence[Question], scope: Scope) -> Acceptance:
        """Return what `questions` accept of a `text`; their quantities are looked up in a `scope`."""
        every = [mark for question in questions for mark in (question, *question.marks)]
        names = {mark: scope.resolve(mark.quantity) for mark in every if mark.accepted}
        return cls(tuple(text.splitlines()), names)

    def holds(self, claim: Claim, name: QuantityName | None = None, typed: str = "") -> bool:
        """Say whether a `claim`, the value `typed` in it, or a line that it stands in, was accepted."""
        return any(self.points(mark, claim, name, typed) is not None for mark in self.names)

    def points(
        self, question: Question, claim: Claim, name: QuantityName | None = None, typed: str = ""
    ) -> Fraction | None:
        """Return the points for which a `claim` was accepted as an answer to `question`, if it was.

        `name` is its quantity, and `typed` its value.
        """
        if question not in self.names:
            return None
        lines = dict.fromkeys(self.lines[number - 1] for _, number, _ in claim.statement.places)
        texts = [claim.statement.text, *lines, " ".join(lines)]
        if typed and self.names[question] == name:
            texts.append(typed)
        points = [earned for text in texts if (earned := question.accepts(text)) is not None]
        return max(points, default=None)
