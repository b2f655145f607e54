"""Moodle XML as Moodle reads it: the first answer that matches counts, what lies at an end included."""

from __future__ import annotations

from collections.abc import Mapping
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from exported import Asked, Marked, words

GRADES = {
    "100", "90", "83.33333", "80", "75", "70", "66.66667", "60", "50", "40", "33.33333", "30", "25",
    "20", "16.66667", "14.28571", "12.5", "11.11111", "10", "5", "0",
}  # fmt: skip


def read(files: Mapping[str, bytes]) -> dict[str, Asked]:
    (content,) = files.values()
    found: dict[str, Asked] = {}
    for question in ElementTree.fromstring(content):
        kind = question.get("type")
        if kind == "category":
            assert text_in(question, "category").startswith("$course$/top/")
            continue
        name = text_in(question, "name")
        assert question.findtext("idnumber") == name
        assert len(name) <= 100
        assert name not in found
        marks = {"numerical": _numerical, "multichoice": _choice}
        assert kind in marks
        mark, choices = marks[kind](question.findall("answer"))
        found[name] = Asked(
            text_in(question, "questiontext"),
            float(question.findtext("defaultgrade", "")),
            mark,
            text_in(question, "generalfeedback"),
            choices,
            kind,
        )
    return found


def text_in(element: Element, name: str) -> str:
    """Return what stands in the text of a part."""
    found = element.find(f"{name}/text")
    assert found is not None
    return found.text or ""


def _numerical(answers: list[Element]):
    assert answers[-1].findtext("text") == "*"
    assert answers[0].get("fraction") == "100"
    assert all(answer.get("fraction") in GRADES for answer in answers)

    def mark(typed: str) -> Marked:
        for answer in answers:
            number, tolerance = answer.findtext("text", ""), float(answer.findtext("tolerance", ""))
            if number == "*" or abs(float(typed) - float(number)) <= tolerance:
                said = words(text_in(answer, "feedback"))
                return Marked(float(answer.get("fraction", "")) / 100, said)
        raise AssertionError("nothing matches")

    return mark, ()


def _choice(answers: list[Element]):
    known: dict[str, Marked] = {}
    for answer in answers:
        shown = answer.findtext("text", "")
        assert answer.get("fraction") in GRADES
        said = words(text_in(answer, "feedback"))
        known[words(shown)] = Marked(float(answer.get("fraction", "")) / 100, said)
    assert len(known) == len(answers)
    return known.__getitem__, tuple(known)
