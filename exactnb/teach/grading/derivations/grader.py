"""Verify derivations of a theorem: the verdict on each line, and the first that is wrong."""

from __future__ import annotations

from collections.abc import Sequence

from exactnb.core.families.declared.family import Family, OutcomeFamily
from exactnb.core.record import frozen
from exactnb.errors import InputError, Unsupported, listing, quoted
from exactnb.explain.proving.theorems import theorem as find
from exactnb.teach.grading.derivations.fitting import judge
from exactnb.teach.grading.derivations.lines import DerivationLine
from exactnb.teach.grading.derivations.messages import counterexample_text, message_of, with_bases
from exactnb.teach.grading.derivations.printed import printed_theorem
from exactnb.teach.grading.derivations.questions import scopes_of
from exactnb.teach.grading.derivations.scope import DerivationScope
from exactnb.teach.grading.working.claims import Claim
from exactnb.teach.grading.working.statements import Statement
from exactnb.teach.grading.working.working import Judged, Working

_AS_CLAIMS = {"definition": "unused", "assumption": "unused", "sentence": "unused"}


@frozen(slots=True)
class DerivationGrader:
    """Verify derivations of one theorem, or of the estimate of a family that somebody states.

    `question` is a name from `exactnb derive`, or a Family. Raises InputError for another name, when it
    verifies.
    """

    question: str | Family

    @property
    def title(self) -> str:
        """Return the title of the theorem, or of the family."""
        if not isinstance(self.question, str):
            return self.question.declared.full_title()
        return find(self.question).title

    def verify(self, text: str) -> Working:
        """Return a derivation with a verdict on each of its statements.

        `text` is LaTeX, Markdown or plain text. Raises InputError where it is longer than is read.
        """
        return self.working(text, self.lines(text))

    def lines(self, text: str) -> list[DerivationLine]:
        """Return the statements of `text`, a derivation, judged, as `verify` does."""
        if not isinstance(text, str):
            raise InputError(f"expected the text of a derivation; got {quoted(text)}")
        name = self.question if isinstance(self.question, str) else ""
        return judge(self.scopes, text, printed_theorem(name))

    @staticmethod
    def working(text: str, lines: Sequence[DerivationLine]) -> Working:
        """Return the `lines` of a derivation, `text` as it was written, as reports have them."""
        return Working(text, tuple(map(_judged, with_bases(lines))))

    @property
    def scopes(self) -> list[DerivationScope]:
        """Return what the letters of a derivation may be; raise InputError for no theorem of one."""
        if isinstance(self.question, str):
            return scopes_of(self.question)
        from exactnb.teach.grading.derivations.scopes.stated import StatedScope

        if isinstance(self.question.declared, OutcomeFamily):
            raise Unsupported("derivations about a table of outcomes are not judged, only densities")
        if shared := self.question.declared.stated.shared:
            what = f"derivations are judged for one class alone; all classes share {listing(shared)}"
            raise Unsupported(what)
        return [StatedScope(self.question.declared)]


def _judged(line: DerivationLine) -> Judged:
    """Return a line of a derivation as reports have it."""
    statement = line.statement
    place = (statement.line, statement.column)
    claim = Claim(Statement(statement.text, ((0, *place),)), line.kind)  # type: ignore[arg-type]
    verdict = _AS_CLAIMS.get(line.verdict, line.verdict)
    text, hint, slip = message_of(line)
    if line.is_to_blame and line.counterexample is not None:
        hint = f"{hint} {counterexample_text(line.counterexample)}".lstrip()
    elif line.is_to_blame and not hint:
        hint = "This does not follow from the lines before it."
    return Judged(claim, verdict, text, place, hint=hint, slip=slip)


def verify_derivation(question: str | Family, text: str) -> Working:
    r"""Return a derivation, judged line by line.

    `question` is a name from `exactnb derive`, such as bernoulli-mle, or a Family that states a
    density; `text` is LaTeX, Markdown or plain text. A line is wrong only where exact numbers refute
    it; whatever is not read costs nothing.

    >>> working = verify_derivation("bernoulli-mle", r"\hat\theta = \frac{n}{\sum_i x_i}")
    >>> working.first_wrong, working.lines[0].verdict
    (1, 'wrong')

    Raises InputError for a name that is no theorem of a derivation, and for a text that is too long.
    """
    return DerivationGrader(question).verify(text)
