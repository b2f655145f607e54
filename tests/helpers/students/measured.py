"""What a grader makes of simulated students, counted."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

from exactnb import Grader
from exactnb.teach.grading.judging import Verdict

from .answers import Typed, guessed, honest, slipped
from .sheets import FAMILIES, Sheet, sheet
from .work import beside, questions

Example = tuple[Sheet, str, str, tuple[str, ...]]
"""A problem, a question, what was typed, and what was said of it."""

OUTCOMES = ("alone", "among others", "another suggested", "another claimed", "unknown")
"""What is said of a slip; of others one alone may be claimed, or suggested as what may have been."""


@dataclass
class Measured:
    """Count slips by what was said of them, guesses that were blamed, honest sheets that lost.

    Slips are counted by name, form, kind of question and outcome, guesses by form and kind, honest
    sheets by how they were rounded; `examples` are kept of each.
    """

    problems: int = 0
    slips: Counter[tuple[str, str, str, str]] = field(default_factory=Counter)
    guesses: Counter[tuple[str, str, bool]] = field(default_factory=Counter)
    honest: Counter[tuple[str, bool]] = field(default_factory=Counter)
    examples: dict[tuple[str, str], list[Example]] = field(default_factory=dict)

    def share_of_slips(self, *outcomes: str, form: str = "") -> float:
        """Return which part of the slips came out so, in percent."""
        of = [(key, n) for key, n in self.slips.items() if form in ("", key[1])]
        return _percent(sum(n for key, n in of if key[3] in outcomes), sum(n for _, n in of))

    def blamed(self, form: str, kind: str = "") -> float:
        """Return how many guesses of a form were called a known mistake, in percent."""
        of = [(key, n) for key, n in self.guesses.items() if key[0] == form and kind in ("", key[1])]
        return _percent(sum(n for key, n in of if key[2]), sum(n for _, n in of))

    def lost_nothing(self, way: str = "") -> float:
        """Return how many honest sheets earned all points, in percent."""
        of = [(key, n) for key, n in self.honest.items() if way in key[0]]
        return _percent(sum(n for key, n in of if key[1]), sum(n for _, n in of))

    def add(self, given: Sheet, grader: Grader, chance: random.Random, times: int) -> None:
        """Count what the grader makes of all that students answer to one problem."""
        self.problems += 1
        for typed in slipped(given, chance):
            right, named, is_claimed = _graded(grader, typed)
            if right:
                continue  # a slip that changes nothing to the digits that were typed
            among = bool(typed.names & set(named))
            outcome = OUTCOMES[(len(named) > 1) if among else (2 + is_claimed if named else 4)]
            self.slips[typed.slip, typed.form, typed.kind, outcome] += 1
            self._keep(typed.slip, outcome, (given, typed.question, typed.text, named))
        for typed in (of for _ in range(times) for of in guessed(given, chance)):
            right, named, _ = _graded(grader, typed)
            if not right:
                self.guesses[typed.form, typed.kind, bool(named)] += 1
            if named:
                self._keep("guess", typed.form, (given, typed.question, typed.text, named))
        for figures in (3, 4, 5):
            for each in (False, True):
                answers = honest(given, figures, each=each)
                report = grader.grade(answers)
                lost = [n for n in answers if report[n].score != report[n].question.points]
                way = f"{figures} figures, {'each product' if each else 'products once'}"
                self.honest[way, not lost] += 1
                if lost:
                    said = report[lost[0]].verdict.value, str(answers)
                    self._keep("honest", way, (given, lost[0], answers[lost[0]], said))

    def _keep(self, name: str, outcome: str, example: Example) -> None:
        self.examples.setdefault((name, outcome), []).append(example)


def _graded(grader: Grader, typed: Typed) -> tuple[bool, tuple[str, ...], bool]:
    """Return whether an answer is right, the mistakes said of it, and whether one alone is claimed."""
    (graded,) = grader.grade({typed.question: typed.text}).graded
    is_claimed = len(graded.mistakes) == 1 and all(match.is_certain for match in graded.matches)
    exchanged = ("digits_exchanged",) if graded.verdict is Verdict.EXCHANGED else ()  # blame too
    return graded.is_right, (*graded.mistakes, *exchanged), is_claimed


def measure(problems: int, seed: int, *, times: int = 1) -> Measured:
    """Draw problems of each family and of 2 to 4 classes, and count what is made of all answers.

    Each question is guessed at some `times` in each form.
    """
    found = Measured()
    with TemporaryDirectory() as folder:
        for number in range(problems):
            chance = random.Random(f"{seed} {number}")
            given = sheet(FAMILIES[number % len(FAMILIES)], 2 + number % 3, chance)
            file = Path(folder, "problem.toml")
            file.write_text(given.text())
            found.add(given, Grader(file, asked=[*questions(given), *beside(given)]), chance, times)
    return found


def _percent(part: int, whole: int) -> float:
    return 100 * part / whole if whole else 0.0
