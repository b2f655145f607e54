"""What a grader makes of simulated students, counted."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

from exactnb import Grader

from .answers import guessed, honest, slipped
from .sheets import FAMILIES, Sheet, sheet
from .work import beside, questions

OUTCOMES = ("alone", "among others", "only another name", "unknown")


@dataclass
class Measured:
    """Counts: of slips by what was said of them, of guesses that were blamed, of honest sheets that lost."""

    problems: int = 0
    slips: Counter[tuple[str, str, str, str]] = field(default_factory=Counter)  # slip, form, kind, outcome
    guesses: Counter[tuple[str, str, bool]] = field(default_factory=Counter)  # form, kind, blamed
    honest: Counter[tuple[str, bool]] = field(default_factory=Counter)  # way, nothing lost
    examples: dict[tuple[str, str], list[tuple[Sheet, str, str, tuple[str, ...]]]] = field(default_factory=dict)

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

    def add(self, given: Sheet, grader: Grader, chance: random.Random) -> None:
        """Count what the grader makes of all that students answer to one problem."""
        self.problems += 1
        for typed in slipped(given, chance):
            graded = grader.grade({typed.question: typed.text}).graded[0]
            named = tuple(dict.fromkeys(match.alternative.id for match in graded.matches))
            if graded.is_right:
                continue  # a slip that changes nothing to the digits that were typed
            mine = typed.names & set(named)
            outcome = OUTCOMES[(len(named) > 1) if mine else (2 if named else 3)]
            self.slips[typed.slip, typed.form, typed.kind, outcome] += 1
            self.examples.setdefault((typed.slip, outcome), []).append((given, typed.question, typed.text, named))
        for typed in guessed(given, chance):
            graded = grader.grade({typed.question: typed.text}).graded[0]
            if not graded.is_right:
                self.guesses[typed.form, typed.kind, bool(graded.matches)] += 1
                if graded.matches:
                    named = tuple(dict.fromkeys(match.alternative.id for match in graded.matches))
                    key = "guess", typed.form
                    self.examples.setdefault(key, []).append((given, typed.question, typed.text, named))
        for figures in (3, 4, 5):
            for each in (False, True):
                answers = honest(given, figures, each=each)
                report = grader.grade(answers)
                whole = all(report[name].score == report[name].question.points for name in answers)
                way = f"{figures} figures, {'each product' if each else 'products once'}"
                self.honest[way, whole] += 1
                if not whole:
                    lost = next(n for n in answers if report[n].score != report[n].question.points)
                    said = report[lost].verdict.value, str(answers)
                    self.examples.setdefault(("honest", way), []).append((given, lost, answers[lost], said))


def measure(problems: int, seed: int) -> Measured:
    """Draw problems of each family and of 2 to 4 classes, and count what is made of all answers."""
    found = Measured()
    with TemporaryDirectory() as folder:
        for number in range(problems):
            chance = random.Random(f"{seed} {number}")
            given = sheet(FAMILIES[number % len(FAMILIES)], 2 + number // len(FAMILIES) % 3, chance)
            file = Path(folder, "problem.toml")
            file.write_text(given.text())
            found.add(given, Grader(file, asked=[*questions(given), *beside(given)]), chance)
    return found


def _percent(part: int, whole: int) -> float:
    return 100 * part / whole if whole else 0.0
