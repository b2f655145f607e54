"""Fractions that a spreadsheet took for dates: recognised, and asked back with both fractions."""

from __future__ import annotations

from fractions import Fraction as F

import pytest
from thoroughness import all_of

from exactnb.core.expression.reading.refusal import Refusal
from exactnb.teach.answers.answer import Ambiguous, Expects
from exactnb.teach.answers.reading import read_answer

DATES = {
    "3-Sep": (F(3, 9), F(9, 3)), "03-Sep": (F(3, 9), F(9, 3)), "3. Sep": (F(3, 9), F(9, 3)),
    "9-Mar": (F(9, 3), F(3, 9)), "Mar-36": (F(36, 3), F(3, 36)), "Sep 14": (F(14, 9), F(9, 14)),
    "14-Sep-2026": (F(14, 9), F(9, 14)), "3-September": (F(3, 9), F(9, 3)),
    "Mar 9, 2026": (F(9, 3), F(3, 9)),
    "2026-03-09": (F(9, 3), F(3, 9)), "2026-03-09 00:00:00": (F(9, 3), F(3, 9)),
    "2026-03-09T00:00:00": (F(9, 3), F(3, 9)), "3/9/2026": (F(3, 9), F(9, 3)),
    "09/03/2026": (F(9, 3), F(3, 9)), "09.03.2026": (F(9, 3), F(3, 9)),
    "09-03-2026": (F(9, 3), F(3, 9)),
    "9. Mär": (F(9, 3), F(3, 9)), '"3-Sep"': (F(3, 9), F(9, 3)), "5-Okt": (F(5, 10), F(10, 5)),
}  # fmt: skip


@all_of("typed", DATES)
def test_a_date_is_asked_back(typed: str) -> None:
    """Both fractions are offered, and the message says what happened."""
    with pytest.raises(Refusal, match="is a date; if a spreadsheet made it of") as refusal:
        read_answer(typed)
    assert refusal.value.kind == "ambiguous"
    assert tuple(reading.value for reading in refusal.value.readings) == DATES[typed]


def test_a_date_with_one_fraction_is_no_number() -> None:
    """The third of March can only have been 3/3."""
    with pytest.raises(Refusal, match="if a spreadsheet made it of 3/3") as refusal:
        read_answer("3-Mar")
    assert refusal.value.kind == "malformed"
    assert not isinstance(refusal.value, Ambiguous)


@all_of(
    ("typed", "value"),
    [("3/9", F(1, 3)), ("3-9", F(-6)), ("3/9/27", F(1, 81)), ("2000-10-5", F(1985)), ("3/9/1000",
     F(1, 3000)),
     ("3 bits", F(3)), ("3 marbles", F(3)), ("3 decibels", F(3)), ("2026/3/9", F(2026, 27))],
)  # fmt: skip
def test_a_number_is_no_date(typed: str, value: F) -> None:
    """Fractions, differences and quotients stay what they are."""
    assert read_answer(typed).value == value


def test_a_class_may_be_a_date() -> None:
    """Where a class is asked for, its name is looked for and nothing else."""
    months = Expects("label", labels=("3-Sep", "9-Mar"))
    assert read_answer("9-Mar", months).text() == "9-Mar"
