"""Reports as pages: what they say is what the text says, and nothing that students type is a tag."""

from __future__ import annotations

import re
from base64 import b64encode
from hashlib import sha256
from pathlib import Path
from xml.etree import ElementTree

import pytest
from answering import EXAMPLES
from thoroughness import all_of

from exactnb.interfaces.cli import main
from exactnb.teach.grading.grader import Grader
from exactnb.teach.grading.reports import instructor_feedback
from exactnb.teach.grading.reports.html_report import class_page, student_page
from exactnb.teach.grading.reports.items import MISLEADING
from exactnb.teach.grading.reports.overview import misconception_counts
from exactnb.teach.grading.reports.text_report import class_text
from exactnb.teach.grading.submissions.files import read_answers

FOLDER = EXAMPLES / "homework"
GRADER = Grader(FOLDER / "sheet.toml")
CLASS = tuple(
    GRADER.grade(sheet.answers, sheet.student) for sheet in read_answers(FOLDER / "class.csv")
)
HOSTILE = (
    "{{ 7*7 }}",
    "{% raw %}",
    "<script>alert(1)</script>",
    "a\x1b[31m",
    "\u202eevil",
    "x" * 3000,
    "🎲 & 'quotes\"",
    "]]>",
)


def root(page: str) -> ElementTree.Element:
    return ElementTree.fromstring(page.removeprefix("<!DOCTYPE html>\n"))


def said(element: ElementTree.Element | None) -> str:
    assert element is not None
    return " ".join("".join(element.itertext()).split())


def rows(page: str, title: str) -> list[list[str]]:
    """Return the rows of the first table of a section."""
    for section in root(page).iter("section"):
        if said(section.find("h2")) == title:
            table = next(section.iter("table"))
            return [[said(cell) for cell in row] for row in table.iter("tr")]
    raise AssertionError(title)


def test_a_page_of_a_class_says_what_the_text_says() -> None:
    """Points, figures, what to look at, misconceptions and every question are those of the text."""
    page, text = class_page(GRADER, CLASS), " ".join(class_text(GRADER, CLASS).split())
    assert rows(page, "Points")[1] == ["5.75 to 6", "4.75 to 5.75", "6", "7", "3", "8"]
    assert rows(page, "To look at")[1:] == [
        ["1", "posterior", "0,2046", "two readings: 0.2046 or [0, 2046]", "Emil"]
    ]
    made = rows(page, "What to teach next")[1:]
    assert [row[:2] for row in made] == [
        [str(each.students), str(each.lost)] for each in misconception_counts(CLASS)
    ]
    wording = "What is the probability of PlayTennis = Yes? P(Yes)"
    assert any(said(part) == wording for part in root(page).iter("p"))
    assert made[0][2] == "smoothed with λ = 1 although no smoothing was asked for smoothing-added"
    links = {link.get("href", "")[1:] for link in root(page).iter("a")}
    assert links
    assert links <= {part.get("id") for part in root(page).iter("div")}
    assert rows(page, "Students")[5] == ["Emil", "4 to 6 of 8", "1 to ask again"]
    for part in root(page).iter("details"):
        name, _, told = said(part.find("summary")).partition(": ")
        cells = [[(cell, cell.find("div")) for cell in row] for row in part.iter("tr")]  # div: an id
        figures = [" ".join(said(cell if key is None else key) for cell, key in row) for row in cells]
        sentence = f"( {MISLEADING})?"
        pattern = rf"{name} {told} difficulty \S+ discrimination \S+{sentence} {' '.join(figures)}"
        assert re.search(pattern, text)


def test_pictures_count_every_answer_once() -> None:
    """Each bar of the item analysis holds the whole class, and says so without its picture."""
    pictures = [each.get("aria-label", "") for each in root(class_page(GRADER, CLASS)).iter("svg")]
    (answers,) = [each for each in pictures if each.startswith("Answers: ")]
    for item in answers.removeprefix("Answers: ").split("; "):
        assert sum(int(number) for number in re.findall(r" (\d+)(?:,|$)", item)) == len(CLASS)
    assert "evidence all points 7, no answer 1" in answers
    (points,) = [each for each in pictures if each.startswith("Students by points: ")]
    assert points.endswith("from 6 2, from 7 2, from 8 1")


def test_a_page_of_a_student_has_the_feedback_and_the_mistakes() -> None:
    """Every answer is there with its points, what was typed, what is said of it, and the mistakes."""
    report = CLASS[6]
    parts = [*root(student_page(GRADER, report)).iter("details")]
    assert len(parts) == len(report.graded)
    for part, graded in zip(parts, report.graded, strict=True):
        told = said(part)
        assert told.startswith(f"{graded.question.id}: {graded.score} of {graded.question.points}, ")
        assert graded.raw in told
        assert graded.is_right or graded.feedback in told
        assert all(match.alternative.words in told for match in graded.matches)


def test_how_a_value_arises_is_shown_as_formulas() -> None:
    """With explain each mistake is derived once at its question, in MathML."""
    for page in (class_page(GRADER, CLASS, explain=True), student_page(GRADER, CLASS[6], explain=True)):
        derived = [part for part in root(page).iter("div") if part.get("class") == "derived"]
        assert derived
        assert all([*part.iter("math")] for part in derived)
    assert "derived" not in class_page(GRADER, CLASS).partition("<body>")[2]


@all_of("text", HOSTILE)
def test_nothing_that_is_typed_is_a_tag(text: str) -> None:
    """Names and answers come out as text, in a page that is XML and allows its own style alone."""
    reports = [GRADER.grade({"prior": text, "joint yes": "1"}, text)]
    for page in (
        class_page(GRADER, reports, absent=[text], explain=True),
        student_page(GRADER, reports[0], explain=True),
    ):
        parsed = root(page)
        assert len([*parsed.iter("script")]) == 1
        style = parsed.find("head/style")
        assert style is not None
        digest = b64encode(sha256((style.text or "").encode()).digest()).decode()
        policy = parsed.find("head/meta[@http-equiv]")
        assert policy is not None
        assert f"style-src 'sha256-{digest}'" in policy.get("content", "")
        assert not re.search("[\x1b\u202e]", page)


def test_a_fault_of_a_derivation_is_text(monkeypatch: pytest.MonkeyPatch) -> None:
    """What goes wrong while a value is derived stands in the page as text, whatever it says."""

    def fails(*_: object) -> None:
        raise RuntimeError("<b>{{ 7*7 }}")

    monkeypatch.setattr(instructor_feedback, "mistake_derivation", fails)
    for page in (class_page(GRADER, CLASS, explain=True), student_page(GRADER, CLASS[6], explain=True)):
        derived = [said(part) for part in root(page).iter("div") if part.get("class") == "derived"]
        assert derived
        assert all("<b>{{ 7*7 }}" in each for each in derived)


def test_a_class_of_nobody_is_a_page_too() -> None:
    """There are no figures of nobody, and who handed in nothing is not lost where others did."""
    assert "Homework 3" in class_page(GRADER, [])
    assert ["Zoe", "", "nothing handed in"] in [
        [said(cell) for cell in row]
        for row in root(class_page(GRADER, CLASS, absent=["Zoe"])).iter("tr")
    ]


@pytest.mark.exhaustive
def test_changes_since_an_earlier_report_stand_in_it(tmp_path: Path) -> None:
    """`--before` says whose points changed; the ending .html says the form."""
    sheet, answers = str(FOLDER / "sheet.toml"), str(FOLDER / "class.csv")
    before, page = tmp_path / "before.json", tmp_path / "now.html"
    main(["check", sheet, answers, "-o", str(before)])
    main(["check", sheet, answers, "--before", str(before), "-o", str(page)])
    sections = {said(of.find("h2")): said(of) for of in root(page.read_text()).iter("section")}
    assert sections["Changes"] == "Changes none"


def test_a_class_page_describes_two_mistakes_behind_one_answer() -> None:
    """1/243 is the likelihood times 1/2, not normalised: the question names both slips in words."""
    page = class_page(GRADER, [GRADER.grade({"posterior": "1/243"}, student="Ada")])
    assert "prior-taken-uniform+joint-for-posterior" in page
    assert page.count("the same prior for every class; the joint given") == 1
