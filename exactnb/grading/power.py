"""What a question can tell: which mistakes lead to a wrong answer of their own, and which to none."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from exactnb.arithmetic.rounding import Rounding, readable
from exactnb.errors import ExactnbError
from exactnb.expression.evaluate import Value
from exactnb.expression.spell import spell
from exactnb.expression.written import written
from exactnb.grading.asked import Asked
from exactnb.grading.diagnosis import Candidate
from exactnb.grading.grader import Grader
from exactnb.grading.mistakes import Mistake
from exactnb.grading.targets import Target
from exactnb.rendering.widths import page

__all__ = ["Power", "Told", "power_of", "power_text"]

_FIGURES = 6  # of a value that is typed as a decimal
_OF_DIGITS = ("correct_rounded", "too_few_digits", "truncated", "last_digit_off")
_LONGEST = 60  # characters of an exact value that people would type
_MOST_PLACES = 4  # of a slip that may be made in many: beyond them, those told apart share a line


@dataclass(frozen=True, slots=True)
class Told:
    """A wrong value: the mistakes that lead to it, what was typed for it, and what was recognised.

    `relation` says how the value stands to what was typed: "=" or "≈".
    """

    typed: str
    mistakes: tuple[Mistake, ...]
    recognised: tuple[Mistake, ...]
    verdict: str
    relation: str = "="

    @property
    def is_told(self) -> bool:
        """Say whether every mistake that leads to the value is among those recognised.

        A value that was only rounded early may be the right one with fewer digits; the verdict says so.
        """
        if self.verdict in _OF_DIGITS and all(m.rounding or m.row for m in self.mistakes):
            return True
        return set(map(_key, self.mistakes)) <= set(map(_key, self.recognised))


@dataclass(frozen=True, slots=True)
class Power:
    """Of one question, the mistakes that it hides, and the wrong values of the others.

    `relation` says how its value stands to the text in `right`: "=" or "≈".
    """

    question: str
    right: str
    hidden: tuple[Mistake, ...]
    told: tuple[Told, ...]
    relation: str = "="


def power_of(grader: Grader) -> Iterator[Power]:
    """Yield what every question can tell, found by typing each wrong value as an answer."""
    for asked in grader.asked.values():
        told = tuple(_typed(grader, asked, of) for of in asked.diagnosis.candidates)
        right, relation = _text(asked.right.value)
        yield Power(asked.question.id, right, asked.diagnosis.hidden, told, relation)


def power_text(grader: Grader, *, width: int = 80) -> str:
    """Return what every question can tell, as text."""
    rows: list[str] = []
    for power in power_of(grader):
        rows += [*_lines(power, width), ""]
    return page(rows)


def _typed(grader: Grader, asked: Asked, candidate: Candidate) -> Told:
    """Type a wrong value as an answer, and see what is made of it."""
    typed, relation = _text(candidate.target.value)
    graded = grader.judge(asked, typed)
    found = tuple(match.mistake for match in graded.matches)
    return Told(typed, candidate.mistakes, found, graded.verdict.value, relation)


def _text(value: Value) -> tuple[str, str]:
    """Return a value as it is typed, a short exact form or else a decimal, and how it stands to it."""
    exact = spell(written(value))
    number = Target(value).number
    if number is None or (isinstance(value, Fraction) and len(exact) <= _LONGEST):
        return exact, "="
    try:
        decimal = readable(number, Rounding(figures=_FIGURES))
    except ExactnbError:
        return exact, "="
    return str(decimal), "=" if decimal.value == number else "≈"


def _lines(power: Power, width: int) -> list[str]:
    slips = [told for told in power.told if any(map(_is_slip, told.mistakes))]
    number = sum(_is_slip(m) for told in slips for m in told.mistakes)
    hidden = list(dict.fromkeys(m.id for m in power.hidden if _is_slip(m)))
    alone = sum(len([m for m in told.mistakes if _is_slip(m)]) == 1 for told in slips)
    rows = [
        f"{power.question} {power.relation} {power.right}",
        f"   {number + len(hidden)} slips: {len(hidden)} give the right answer, {alone} are told apart",
    ]
    if hidden:
        rows += _listed("right anyway", hidden, width)
    together = Counter(filter(None, map(_alone, slips)))
    for told in slips:
        if together[_alone(told)] > _MOST_PLACES:
            continue
        names = [_name(mistake) for mistake in told.mistakes if _is_slip(mistake)]
        title = told.typed if told.relation == "=" else f"{told.relation} {told.typed}"
        rows += _listed(title + ("" if told.is_told else f" ({told.verdict})"), names, width)
    for name, places in together.items():
        if places > _MOST_PLACES:
            rows += _listed(f"{places} values", [f"{name}, in {places} places, each told apart"], width)
    others = [told for told in power.told for m in told.mistakes if not _is_slip(m)]
    if others:
        known = sum(told.is_told for told in others)
        rows.append(f"   and {len(others)} rows misread or values rounded early, {known} recognised")
    return rows


def _alone(told: Told) -> str:
    """Return the id of the only slip that leads to a value, if it is told; "" for any other value."""
    found = [mistake for mistake in told.mistakes if _is_slip(mistake)]
    return found[0].id if len(found) == 1 and told.is_told else ""


def _listed(title: str, names: list[str], width: int) -> list[str]:
    from textwrap import wrap

    text = f"{title:<14} " + ", ".join(names)
    indent = " " * 18
    return wrap(text, width, initial_indent="   ", subsequent_indent=indent, break_on_hyphens=False)


def _is_slip(mistake: Mistake) -> bool:
    return mistake.rounding is None and mistake.row is None


def _name(mistake: Mistake) -> str:
    return f"{mistake.id} ({mistake.detail})" if mistake.detail else mistake.id


def _key(mistake: Mistake) -> tuple[str, str]:
    return mistake.id, mistake.detail
