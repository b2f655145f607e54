"""Verify derivations of a theorem: the verdict on each line, and the first that is wrong."""

from __future__ import annotations

from dataclasses import replace

from exactnb.core.record import frozen
from exactnb.errors import InputError, quoted
from exactnb.explain.proving.theorems import theorem as find
from exactnb.teach.grading.derivations.judging import judge
from exactnb.teach.grading.derivations.lines import Line
from exactnb.teach.grading.derivations.messages import message_of
from exactnb.teach.grading.derivations.questions import BY_THEOREM, scopes_of
from exactnb.teach.grading.working.claims import Claim
from exactnb.teach.grading.working.statements import Statement
from exactnb.teach.grading.working.working import Judged, Working

_AS_CLAIMS = {"definition": "right", "assumption": "unused", "sentence": "unused"}


def names_theorem(name: str) -> bool:
    """Say whether a name is that of a theorem whose derivations are verified."""
    return name in BY_THEOREM


@frozen(slots=True)
class DerivationGrader:
    """Verify derivations of one theorem.

    `theorem` is a name from `exactnb derive`. Raises InputError for another, when it verifies.
    """

    theorem: str

    @property
    def title(self) -> str:
        """Return the title of the theorem."""
        return find(self.theorem).title if self.theorem in BY_THEOREM else self.theorem

    def verify(self, text: str) -> Working:
        """Return a derivation with a verdict on each of its statements.

        `text` is LaTeX, Markdown or plain text. Raises InputError where it is longer than is read.
        """
        if not isinstance(text, str):
            raise InputError(f"expected the text of a derivation; got {quoted(text)}")
        lines = judge(scopes_of(self.theorem), text)
        judged = [_judged(line) for line in lines]
        first = next((line.claim.place[0] for line in judged if line.is_to_blame), None)
        if first is not None and judged[-1].verdict == "right":
            message = f"right, but it does not follow from line {first}"
            judged[-1] = replace(judged[-1], message=message)
        return Working(text, tuple(judged))


def _judged(line: Line) -> Judged:
    """Return a line of a derivation as reports have it."""
    statement = line.statement
    place = (statement.line, statement.column)
    claim = Claim(Statement(statement.text, ((0, *place),)), line.kind)  # type: ignore[arg-type]
    verdict = _AS_CLAIMS.get(line.verdict, line.verdict)
    text, hint, slip = message_of(line)
    return Judged(claim, verdict, text, place, hint=hint, slip=slip)


def verify_derivation(theorem: str, text: str) -> Working:
    r"""Return a derivation of a theorem, judged line by line.

    `theorem` is a name from `exactnb derive`, such as bernoulli-mle; `text` is LaTeX, Markdown or plain
    text. A line is wrong only where exact numbers refute it; whatever is not read costs nothing.

    >>> working = verify_derivation("bernoulli-mle", r"\hat\theta = \frac{n}{\sum_i x_i}")
    >>> working.first_wrong, working.lines[0].verdict
    (1, 'wrong')

    Raises InputError for a name that is no theorem of a derivation, and for a text that is too long.
    """
    return DerivationGrader(theorem).verify(text)
