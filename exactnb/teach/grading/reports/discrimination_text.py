"""Which mistakes each question can tell apart, as text: every wrong value is graded as an answer."""

from __future__ import annotations

from collections import Counter
from textwrap import wrap

from exactnb.core.expression.widths import page
from exactnb.core.record import frozen
from exactnb.teach.alternatives.alternative import Alternative
from exactnb.teach.grading.discrimination import Discrimination, answer_and_relation, discrimination_by
from exactnb.teach.grading.grader import Grader
from exactnb.teach.grading.question_grader import QuestionGrader

_OF_DIGITS = ("correct_rounded", "too_few_digits", "truncated", "last_digit_off")
_MOST_PLACES = 4  # of one mistake: beyond so many values it gets a single line


@frozen(slots=True)
class TriedValue:
    """A wrong value: the mistakes that lead to it, the `text` graded for it, and those recognised.

    Text that is not all of the value begins with ≈.
    """

    text: str
    alternatives: tuple[Alternative, ...]
    recognised: tuple[Alternative, ...]
    verdict: str

    @property
    def misconceptions(self) -> tuple[Alternative, ...]:
        """Return the misconceptions among the alternatives."""
        return tuple(alternative for alternative in self.alternatives if alternative.is_misconception)

    @property
    def is_recognised(self) -> bool:
        """Say whether every mistake that leads to the value is recognised.

        A value that was only rounded early may be the right one with fewer digits; the verdict says so.
        """
        if self.verdict in _OF_DIGITS and all(m.rounding or m.edit for m in self.alternatives):
            return True
        return {alternative.name for alternative in self.alternatives} <= {
            alternative.name for alternative in self.recognised
        }


def tried_values(question: QuestionGrader) -> list[TriedValue]:
    """Return the wrong values of a `question`, each graded as an answer to it."""
    wrong_values = []
    for candidate in question.diagnosis.candidates:
        text, relation = answer_and_relation(candidate.target.value, question.expects)
        graded = question.graded(text)
        recognised = tuple(match.alternative for match in graded.matches)
        title = text if relation == "=" else f"{relation} {text}"
        wrong_values.append(TriedValue(title, candidate.alternatives, recognised, graded.verdict.value))
    return wrong_values


def discrimination_text(grader: Grader, *, width: int = 80) -> str:
    """Return the mistakes that each question of a `grader` recognises, as text of a `width`."""
    rows: list[str] = []
    for question in grader.asked.values():
        rows += [*_lines(question, width), ""]
    if len(grader.asked) > 1:
        rows += _matrix_lines(discrimination_by(grader.answer_key), width)
    return page(rows)


def _matrix_lines(matrix: Discrimination, width: int) -> list[str]:
    """Return the lines on all questions together."""
    hidden = list(dict.fromkeys(row.id for row in matrix.rows if matrix.is_hidden(row)))
    wrong = [row for row in matrix.rows if not matrix.is_hidden(row)]
    alone, right = sum(bool(matrix.alone(row)) for row in wrong), len(matrix.rows) - len(wrong)
    like = {row.id: sorted(twin.id for twin in matrix.like(row)) for row in wrong}
    rows = [
        "all questions",
        f"   {len(matrix.rows)} misconceptions: {right} give the right answers, "
        f"{alone} have a wrong value of their own",
    ]
    if hidden:
        rows += _listed("right anyway", hidden, width)
    for group in dict.fromkeys(tuple(sorted({name, *twins})) for name, twins in like.items() if twins):
        rows += _listed("never apart", list(group), width)
    return [*rows, ""]


def _lines(question: QuestionGrader, width: int) -> list[str]:
    """Return the lines on one question: what it hides, and the wrong values that mistakes lead to."""
    tried = tried_values(question)
    values = [wrong_value for wrong_value in tried if wrong_value.misconceptions]
    number = sum(len(wrong_value.misconceptions) for wrong_value in values)
    hidden = list(dict.fromkeys(a.id for a in question.diagnosis.hidden if a.is_misconception))
    alone = sum(len(wrong_value.misconceptions) == 1 for wrong_value in values)
    right, relation = answer_and_relation(question.right.value, question.expects)
    rows = [
        f"{question.question.id} {relation} {right}",
        f"   {number + len(hidden)} misconceptions: {len(hidden)} give the right answer, "
        f"{alone} are told apart",
    ]
    if hidden:
        rows += _listed("right anyway", hidden, width)
    together = Counter(filter(None, map(_only_misconception, values)))
    for wrong_value in values:
        if together[_only_misconception(wrong_value)] > _MOST_PLACES:
            continue
        names = [alternative.name for alternative in wrong_value.misconceptions]
        doubt = "" if wrong_value.is_recognised else f" ({wrong_value.verdict})"
        rows += _listed(wrong_value.text + doubt, names, width)
    for name, places in together.items():
        if places > _MOST_PLACES:
            rows += _listed(f"{places} values", [f"{name}, in {places} places, each told apart"], width)
    errors = [(len(value.alternatives) - len(value.misconceptions), value) for value in tried]
    if number := sum(times for times, _ in errors):
        recognised = sum(times for times, wrong_value in errors if wrong_value.is_recognised)
        rows.append(f"   and {number} rows misread or values rounded early, {recognised} recognised")
    return rows


def _only_misconception(wrong_value: TriedValue) -> str:
    """Return the id of the only misconception that leads to a value, if it is recognised; else ""."""
    alone = len(wrong_value.misconceptions) == 1 and wrong_value.is_recognised
    return wrong_value.misconceptions[0].id if alone else ""


def _listed(title: str, names: list[str], width: int) -> list[str]:
    text = f"{title:<14} " + ", ".join(names)
    return wrap(text, width, initial_indent="   ", subsequent_indent=" " * 18, break_on_hyphens=False)
