"""R/exams: the sections of an exercise, its answers, and what its solution says of them."""

from __future__ import annotations

import html
import re
from fractions import Fraction

from players.marked import Marked

_SECTION = re.compile(r"^(Question|Solution|Meta-information)\n=+\n", re.MULTILINE)
_LIST = "Answerlist\n----------\n"


class RExamsPlayer:
    """An exercise."""

    def __init__(self, exercise: bytes) -> None:
        before, *sections = _SECTION.split(exercise.decode())
        assert not before
        assert sections[::2] == ["Question", "Solution", "Meta-information"]
        self.question, self.solution, about = (text.strip("\n") for text in sections[1::2])
        self.meta = dict(line.split(": ", 1) for line in about.splitlines())
        self.name = self.meta["exname"]
        kind = self.meta["extype"]
        self.kinds = self.meta["exclozetype"].split("|") if kind == "cloze" else [kind]
        self.points = [Fraction(each) for each in self.meta["expoints"].split("|")]
        self.right = self.meta["exsolution"].split("|")
        self.within = self.meta["extol"].split("|")
        assert len(self.kinds) == len(self.points) == len(self.right) == len(self.within)
        self.text, _, listed = self.question.partition(_LIST)
        self.listed = [html.unescape(line.removeprefix("* ")) for line in listed.splitlines()]
        assert len(self.listed) == sum(self.sizes)

    @property
    def sizes(self) -> list[int]:
        """Return how many choices each part has."""
        pairs = zip(self.right, self.kinds, strict=True)
        return [len(right) if kind == "schoice" else 0 for right, kind in pairs]

    @property
    def blanks(self) -> list[str]:
        """Return the places of answers in the text, in their order."""
        return re.findall("##ANSWER[0-9]+##", self.text)

    def choices(self, number: int) -> list[str]:
        """Return what can be chosen in a part."""
        start = sum(self.sizes[:number])
        return self.listed[start : start + self.sizes[number]]

    def mark(self, number: int, typed: str) -> Marked:
        """Return whether an answer is right, and what the solution says of a wrong one."""
        if self.kinds[number] == "schoice":
            right = self.right[number][self.choices(number).index(typed)] == "1"
        else:  # R compares doubles
            right = abs(float(typed) - float(self.right[number])) <= float(self.within[number])
        return (
            Marked(Fraction(1), "Right.") if right else Marked(Fraction(0), self._said(number, typed))
        )

    def _said(self, number: int, typed: str) -> str:
        """Return the hint to an answer; the lists stand in the order of the questions."""
        asked = [line for line in self.text.splitlines() if re.search(r" = (##ANSWER|\?)", line)][
            number
        ]
        heading = f"Wrong answers to {re.split(' = (?:##|[?])', asked)[0]}:"
        after = self.solution.partition(heading)[2].strip("\n").split("\n\n")[0]
        rows = [row.removeprefix("* ").partition(": ") for row in after.splitlines()]
        told = {html.unescape(value): html.unescape(said) for value, _, said in rows}
        return told.get(typed, "Not right.")
