"""Numbas: an exam is read as JSON behind its first line, and marked as its script for numbers does.

Numbers are doubles there; the alternative that earns most counts, if it earns no less than the part.
"""

from __future__ import annotations

import json
import re
from fractions import Fraction
from typing import Any
from xml.etree import ElementTree

from players.marked import Marked

_NUMBER = re.compile(r"-?[0-9]+(\.[0-9]+)?")  # of JME, and of the style "plain"


class NumbasPlayer:
    """A question of an exam."""

    def __init__(self, question: dict[str, Any]) -> None:
        self.name = question["name"]
        self.question = question
        self.parts = question["parts"]
        self.points = [Fraction(str(_worth(part))) for part in self.parts]

    @classmethod
    def read(cls, exam: bytes) -> list[NumbasPlayer]:
        """Return the questions of an exam; of each group a student gets one."""
        head, _, rest = exam.decode().partition("\n")
        assert head.startswith("// Numbas version: ")
        groups = json.loads(rest)["question_groups"]
        assert all(
            (each["pickingStrategy"], each["pickQuestions"]) == ("random-subset", 1) for each in groups
        )
        return [cls(question) for group in groups for question in group["questions"]]

    def mark(self, number: int, typed: str) -> Marked:
        """Return what Numbas makes of what is typed, or chosen, in a part."""
        part = self.parts[number]
        if part["type"] == "1_n_2":
            at = [plain(choice) for choice in part["choices"]].index(typed)
            return Marked(
                Fraction(part["matrix"][at]) / self.points[number], plain(part["distractors"][at])
            )
        given = _value(typed)
        if _holds(part, given):
            return Marked(Fraction(1), "Right.")
        best = max((alt for alt in part["alternatives"] if _holds(alt, given)),
                   key=lambda alt: alt["marks"], default=None)  # fmt: skip
        if best is None:
            return Marked(Fraction(0), "Not right.")
        share = Fraction(str(best["marks"])) / self.points[number]
        return Marked(share, plain(best["alternativeFeedbackMessage"]))


def _worth(part: dict[str, Any]) -> Any:
    return max(map(Fraction, part["matrix"])) if part["type"] == "1_n_2" else part["marks"]


def _holds(part: dict[str, Any], given: float) -> bool:
    least, most = part["minValue"], part["maxValue"]
    assert _NUMBER.fullmatch(least), least
    assert _NUMBER.fullmatch(most), most
    return float(least) <= given <= float(most)


def _value(typed: str) -> float:
    """Return a number as Numbas reads it: a decimal without an exponent, or one over another."""
    above, slash, below = typed.partition("/")
    assert _NUMBER.fullmatch(above), typed
    assert not slash or _NUMBER.fullmatch(below), typed
    return float(above) / float(below) if slash else float(above)


def plain(html: str) -> str:
    """Return the text of HTML that is XML too."""
    return "".join(ElementTree.fromstring(f"<x>{html}</x>").itertext())
