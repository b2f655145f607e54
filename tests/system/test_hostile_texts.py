"""No text of a user is anything but text: what is written is read as what it would be with letters."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hostile.payloads import STEERING, TYPESET
from hostile.problems import PLACES, Case, Texts, square, twin
from hostile.writers import differences, printed
from programs import pdflatex

# each place has many texts, and most texts stand in one of the places;
# `python -m pytest` with EVERY_TEXT set tries all, which takes a quarter of an hour
APART = 1 if "EVERY_TEXT" in os.environ else 150
EVERY = [
    (f"{name}-{at}", texts)
    for name, payloads in (("typeset", TYPESET), ("steering", STEERING))
    for at, texts in enumerate(square(payloads))
]
CASES = [pytest.param(texts, id=name) for name, texts in EVERY[3::APART]]


@pytest.mark.exhaustive
@pytest.mark.parametrize("texts", CASES)
def test_a_text_is_text_to_every_reader(texts: Texts) -> None:
    """Of each file that is written, its reader sees the structure that letters in all places give."""
    assert list(differences(Case(texts), Case(twin(texts)))) == []


def test_each_text_stands_once_in_each_place() -> None:
    """A square has as many cases as texts, each in another place of each case."""
    for payloads in (TYPESET, STEERING):
        for place in ("title", "student", "answer"):
            found = [texts[place].rstrip("'") for texts in square(payloads)]
            assert sorted(found) == sorted(payload.rstrip("'") for payload in payloads)
        assert all(len({*texts.values()}) == len(PLACES) + 1 for texts in square(payloads))


@pytest.mark.exhaustive
@pytest.mark.parametrize("at", range(5, len(TYPESET), 40))
def test_what_is_written_for_a_typesetter_is_typeset(tmp_path: Path, at: int) -> None:
    """Typst makes a PDF of a solution with texts in all places, pdflatex of it and of its sheet."""
    case = Case(square(TYPESET)[at])
    assert case.solution.pdf().startswith(b"%PDF-")
    made = {name: text for name, text in printed(case, "latex").items() if "pdflatex" in name}
    assert made
    for name, text in made.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
        pdflatex(tmp_path / name, tmp_path)
