"""What a student reads of a question, in every system: the title, a sentence, points, the origin."""

from __future__ import annotations

import html
import io
import re
import zipfile
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest
from thoroughness import all_of

from exactnb.teach.exporting.exporting import Request
from exactnb.teach.exporting.systems import names

BY_PARTS = (
    "moodle-cloze",
    "stack",
    "qti-2-1",
    "prairielearn",
    "nbgrader",
    "otter",
    "paper",
    "gradescope",
)
SHEET = """
title = "Rain and play"
source = "a book of tables"
[data]
table = '''
rain wind class
1 1 late
1 0 late
0 1 late
0 1 early
1 0 early
0 0 early
0 0 early
'''
[query]
x = { rain = 1, wind = 1 }
[[question]]
id = "joint"
quantity = "P(late,x)"
points = 3
text = "How often is it late on such a day"
[[question]]
id = "posterior"
quantity = "P(late|x)"
points = 2
[[question]]
id = "label"
quantity = "argmax(x)"
points = 7
[[question]]
id = "rows"
quantity = "count(rain=1)"
[[question]]
id = "error"
quantity = "accuracy_left_out"
"""
READING_FRACTIONS = ("stack", "prairielearn", "nbgrader", "otter")
SENTENCES = (
    "Which class is the most probable given",
    "What is the count of",
    "What is the accuracy if each row is decided by a model of all others?",
)


def texts(files: Mapping[str, bytes]) -> Iterator[str]:
    """Yield what stands in each file that students see, without the markup of any system."""
    for path, content in files.items():
        if path.endswith(".zip"):
            with zipfile.ZipFile(io.BytesIO(content)) as whole:
                yield from texts({name: whole.read(name) for name in whole.namelist()})
            continue
        text = content.decode()
        for _ in range(3):  # HTML within XML within JSON
            text = html.unescape(text.replace("\\u003c", "<").replace("\\u003e", ">"))
        yield re.sub(r"<[^>]*>|\\(?=[=:])|[$*]", "", text)


@pytest.fixture
def sheet(tmp_path: Path) -> Path:
    file = tmp_path / "rain.toml"
    file.write_text(SHEET)
    return file


@pytest.mark.exhaustive
@all_of("to", names())
def test_every_system_shows_title_wording_and_points(to: str, sheet: Path) -> None:
    """A question without words of its own has a sentence; where none shows points, they are told."""
    printed = "\n".join(texts(Request(to).of([sheet]).files()))
    assert "Rain and play" in printed
    assert "How often is it late on such a day" in printed
    plain = re.sub(r"[{}$~\\]", " ", printed)  # LaTeX sets names as formulas
    assert re.search(r"What is the probability of\W+(\w+ )?class\W+(\w+ )?late\W+given", plain)
    assert all(sentence in printed for sentence in SENTENCES)
    if to in BY_PARTS:
        assert all(f"{number} points" in printed for number in (3, 2, 7))


@all_of("to", names(), apart=8)
def test_a_number_of_things_is_asked_for_as_a_whole_number(to: str, sheet: Path) -> None:
    """Nobody types how many rows there are with three figures; shares and scores stay decimals."""
    printed = "\n".join(texts(Request(to).of([sheet]).files()))
    if to not in ("paper", "gradescope"):  # they have the rule of marking, above all questions
        assert printed.count("whole number") == 1
        assert ("a fraction, or" in printed) == (to in READING_FRACTIONS)


@pytest.mark.exhaustive
@all_of("to", ("stack", "moodle-cloze"))
def test_questions_that_stand_together_are_numbered(to: str, sheet: Path) -> None:
    """So that somebody can ask about the fourth."""
    printed = "\n".join(texts(Request(to).of([sheet]).files()))
    assert [n for n in range(1, 7) if re.search(rf"\b{n}\. (How|Wh)", printed)] == [*range(1, 6)]


@all_of("to", names(), apart=12)
def test_drawn_data_are_not_the_data_of_the_source(to: str, sheet: Path) -> None:
    """They stand under "After" it; the problem's own data under "Source:"."""
    own = "\n".join(texts(Request(to).of([sheet]).files()))
    drawn = "\n".join(texts(Request(to, 1, ask=("P(late)",), pilot=2).of([sheet]).files()))
    assert "Source: a book of tables" in own
    assert "After a book of tables" in drawn
    assert "Source: a book" not in drawn


def test_a_variant_of_a_variant_is_after_the_same_source(sheet: Path, tmp_path: Path) -> None:
    """The word is not repeated."""
    drawn = tmp_path / "drawn.toml"
    for source in (sheet, drawn):
        problems = Request("gift", 1, ask=("P(late)",), pilot=2).of([source]).problems()
        (text,) = [content for name, content in problems.items() if name.endswith(".toml")]
        assert b'source = "after a book of tables"' in text
        drawn.write_bytes(text)


@pytest.mark.exhaustive
def test_a_paper_of_more_figures_says_so(sheet: Path) -> None:
    """With four figures the sheet asks for four, where a question leaves that open."""
    files = Request("paper", figures=4).of([sheet]).files()
    assert b"4 significant figures" in files["rain/rain.tex"]
    assert b"at least three" in Request("paper").of([sheet]).files()["rain/rain.tex"]
