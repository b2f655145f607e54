"""What questions can tell, as text: each wrong value is typed, to see what is made of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from exactnb.core.expression.widths import page
from exactnb.core.record import frozen
from exactnb.teach.alternatives.alternative import Alternative
from exactnb.teach.grading.diagnosis import Candidate
from exactnb.teach.grading.discrimination import Discrimination, discrimination_by, typed_text
from exactnb.teach.grading.grader import Grader
from exactnb.teach.grading.question_grader import QuestionGrader

_OF_DIGITS = ("correct_rounded", "too_few_digits", "truncated", "last_digit_off")
_MOST_PLACES = 4  # of one that may be made in many: beyond them, those told apart share a line


@frozen(slots=True)
class WrongValue:
    """A wrong value: the mistakes that lead to it, what was typed for it, and what was recognised.

    `relation` says how the value stands to what was typed: "=" or "≈".
    """

    typed: str
    alternatives: tuple[Alternative, ...]
    recognised: tuple[Alternative, ...]
    verdict: str
    relation: str = "="

    @property
    def misconceptions(self) -> tuple[Alternative, ...]:
        """Return the misconceptions among what leads to the value."""
        return tuple(each for each in self.alternatives if each.is_misconception)

    @property
    def is_recognised(self) -> bool:
        """Say whether every mistake that leads to the value is among those recognised.

        A value that was only rounded early may be the right one with fewer digits; the verdict says so.
        """
        if self.verdict in _OF_DIGITS and all(m.rounding or m.edit for m in self.alternatives):
            return True
        return {each.name for each in self.alternatives} <= {each.name for each in self.recognised}


@frozen(slots=True)
class Power:
    """Of one question, the mistakes that it hides, and the wrong values of the others.

    `relation` says how its value stands to the text in `right`: "=" or "≈".
    """

    question: str
    right: str
    hidden: tuple[Alternative, ...]
    wrong_values: tuple[WrongValue, ...]
    relation: str = "="


def discrimination_of(grader: Grader) -> Iterator[Power]:
    """Yield what every question can tell, found by typing each wrong value as an answer."""
    for asked in grader.asked.values():
        told = tuple(_typed(asked, of) for of in asked.diagnosis.candidates)
        right, relation = typed_text(asked.right.value, asked.expects)
        yield Power(asked.question.id, right, asked.diagnosis.hidden, told, relation)


def discrimination_text(grader: Grader, *, width: int = 80) -> str:
    """Return what every question can tell, as text."""
    rows: list[str] = []
    for discrimination in discrimination_of(grader):
        rows += [*_lines(discrimination, width), ""]
    if len(grader.asked) > 1:
        rows += _together(discrimination_by(grader.answer_key), width)
    return page(rows)


def _together(matrix: Discrimination, width: int) -> list[str]:
    """Return what all questions tell together."""
    hidden = list(dict.fromkeys(row.id for row in matrix.rows if matrix.is_hidden(row)))
    wrong = [row for row in matrix.rows if not matrix.is_hidden(row)]
    alone, right = sum(bool(matrix.alone(row)) for row in wrong), len(matrix.rows) - len(wrong)
    like = {row.id: sorted(other.id for other in matrix.like(row)) for row in wrong}
    rows = [
        "all questions",
        f"   {len(matrix.rows)} misconceptions: {right} give the right answers, "
        f"{alone} have a wrong value of their own",
    ]
    if hidden:
        rows += _listed("right anyway", hidden, width)
    groups = dict.fromkeys(tuple(sorted({name, *others})) for name, others in like.items() if others)
    for group in groups:
        rows += _listed("never apart", list(group), width)
    return [*rows, ""]


def _typed(asked: QuestionGrader, candidate: Candidate) -> WrongValue:
    """Type a wrong value as an answer, and see what is made of it."""
    typed, relation = typed_text(candidate.target.value, asked.expects)
    graded = asked.graded(typed)
    found = tuple(match.alternative for match in graded.matches)
    return WrongValue(typed, candidate.alternatives, found, graded.verdict.value, relation)


def _lines(discrimination: Power, width: int) -> list[str]:
    values = [told for told in discrimination.wrong_values if told.misconceptions]
    number = sum(len(told.misconceptions) for told in values)
    hidden = list(dict.fromkeys(each.id for each in discrimination.hidden if each.is_misconception))
    alone = sum(len(told.misconceptions) == 1 for told in values)
    rows = [
        f"{discrimination.question} {discrimination.relation} {discrimination.right}",
        f"   {number + len(hidden)} misconceptions: {len(hidden)} give the right answer, "
        f"{alone} are told apart",
    ]
    if hidden:
        rows += _listed("right anyway", hidden, width)
    together = Counter(filter(None, map(_alone, values)))
    for told in values:
        if together[_alone(told)] > _MOST_PLACES:
            continue
        names = [each.name for each in told.misconceptions]
        title = told.typed if told.relation == "=" else f"{told.relation} {told.typed}"
        rows += _listed(title + ("" if told.is_recognised else f" ({told.verdict})"), names, width)
    for name, places in together.items():
        if places > _MOST_PLACES:
            rows += _listed(f"{places} values", [f"{name}, in {places} places, each told apart"], width)
    others = [
        told
        for told in discrimination.wrong_values
        for each in told.alternatives
        if not each.is_misconception
    ]
    if others:
        known = sum(told.is_recognised for told in others)
        rows.append(f"   and {len(others)} rows misread or values rounded early, {known} recognised")
    return rows


def _alone(told: WrongValue) -> str:
    """Return the id of the only misconception that leads to a value, if it is told; else ""."""
    alone = len(told.misconceptions) == 1 and told.is_recognised
    return told.misconceptions[0].id if alone else ""


def _listed(title: str, names: list[str], width: int) -> list[str]:
    from textwrap import wrap

    text = f"{title:<14} " + ", ".join(names)
    indent = " " * 18
    return wrap(text, width, initial_indent="   ", subsequent_indent=indent, break_on_hyphens=False)
