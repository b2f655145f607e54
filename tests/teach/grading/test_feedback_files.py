"""Feedback as files: names that are safe everywhere, and pages without the key."""

from __future__ import annotations

import re
import unicodedata

from answering import EXAMPLES
from any_text import CHARACTERS
from hypothesis import given
from hypothesis import strategies as st
from thoroughness import all_of

from exactnb.teach.grading.grader import Grader
from exactnb.teach.grading.reports.feedback_files import feedback_files, file_names

GRADER = Grader(EXAMPLES / "homework" / "sheet.toml")
NAMES = st.one_of(
    st.text(CHARACTERS, max_size=80), st.sampled_from(["Ada", "ADA", "ada-2", "con", "..", "a/b", ""])
)


@all_of(
    ("student", "name"),
    [
        ("Ada Lovelace", "Ada-Lovelace.md"),
        ("Zoë O'Brien-Smith", "Zoë-O-Brien-Smith.md"),
        ("日本太郎", "日本太郎.md"),
        ("../../etc/passwd", "etc-passwd.md"),
        ("C:\\x\\y", "C-x-y.md"),
        ("nul", "student-nul.md"),
        ("com1", "student-com1.md"),
        ("...", "student.md"),
        ("\x00\u202e\ud800", "student.md"),
        ("-rf *", "rf.md"),
        ("a@b.org", "a-b-org.md"),
        ("x" * 300, "x" * 60 + ".md"),
    ],
)
def test_names_of_files_by_hand(student: str, name: str) -> None:
    """Letters and digits stay, all else is a dash; devices of Windows are no names."""
    assert file_names([student]) == [name]


@given(st.lists(NAMES, max_size=8))
def test_any_name_has_a_safe_file_of_its_own(students: list[str]) -> None:
    """One part of a path, letters, digits and dashes, short enough; no two alike without capitals."""
    found = file_names(students)
    assert len(found) == len(students)
    assert len({unicodedata.normalize("NFKD", name.casefold()) for name in found}) == len(found)
    for name in found:
        assert re.fullmatch(r"[^\W_][\w-]*\.md", name)
        assert len(name.encode()) <= 255
        assert not re.fullmatch(r"(?i)(con|prn|aux|nul|com\d|lpt\d)\.md", name)


def test_a_page_of_nothing_typed_is_one_line() -> None:
    """Who typed nothing, or dashes alone, reads so once, and not under each question."""
    pages = feedback_files(GRADER, [GRADER.grade({}, "Ada"), GRADER.grade({"wind": "-"}, "Bo")])
    assert pages["Ada.md"] == "# Homework 3, play tennis: Ada\n\n0 of 8 points.\n\nNo answers.\n"
    assert pages["Bo.md"].endswith("\n\nNo answers.\n")


def test_a_bar_stands_as_itself() -> None:
    """Outside of tables it is no entity: a page is read as text too."""
    (page,) = feedback_files(GRADER, [GRADER.grade({"posterior": "P(Yes|x) = 0.2"}, "Ada")]).values()
    assert "PlayTennis = Yes given x? P(Yes|x)\n" in page
    assert "&#124;" not in page


def test_a_page_says_points_and_hints_and_not_the_key() -> None:
    """Every question is there with its points and a hint; the right value is not."""
    answers = {"prior": "1/2", "posterior": "1/189", "decision": "Yes"}
    (page,) = feedback_files(GRADER, [GRADER.grade(answers, "Ada")]).values()
    assert page.startswith("# Homework 3, play tennis: Ada\n\n0 of 8 points.\n")
    assert page.count("\n## ") == len(GRADER.questions)
    assert (
        "## prior: 0 of 1\n\nWhat is the probability of PlayTennis = Yes? P(Yes)\n\n"
        "Your answer: 1/2\n\nNot right. This may be it: Is" in page
    )
    for key in ("9/14", "125/611", "0.2046", "0.643", "joint-for-posterior"):
        assert key not in page
