"""The rows of the table of right answers: what is typed, what becomes of it, which shares are wanted.

Another row is a function that yields answers to a problem, and a line in `MEASURES`.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from problems import Drawn, Exact, drawn
from spellings import (
    CHANGED,
    Answer,
    class_sentences,
    clear_spellings,
    denied_classes,
    in_figures,
    machine_spellings,
    noted_spellings,
)  # fmt: skip

from exactnb import Grader, Problem
from exactnb.teach.grading.graded import Graded


@dataclass
class Grading:
    """A drawn problem and its grader."""

    drawn: Drawn
    grader: Grader

    def judged(self, quantity: str, typed: str) -> Graded:
        """Return what is made of one answer."""
        asked = self.grader.answer_key.asked
        return self.grader.judge(asked[self.grader.key(quantity)], typed)


@dataclass(frozen=True)
class Measure:
    """A row of the table: answers to a problem, and the shares of outcomes that are wanted.

    `outcome` says what became of an answer; `least` and `most` bound shares of outcomes in per cent.
    """

    name: str
    answers: Callable[[Drawn, random.Random], Iterator[Answer]]
    outcome: Callable[[Graded], str]
    least: Mapping[str, float] = field(default_factory=dict)
    most: Mapping[str, float] = field(default_factory=dict)


def dressed_wrongly(problem: Drawn, dice: random.Random) -> Iterator[Answer]:
    """Yield wrong numbers in the clothes of right ones, and right ones that words change."""
    for quantity in dice.sample(sorted(problem.numbers), 2):
        value = problem.numbers[quantity]
        wrong = value + value / 6 if value else Fraction(1, 7)
        for spellings in (clear_spellings, noted_spellings, machine_spellings):
            yield quantity, dice.choice(list(spellings(wrong, dice)))
        right = in_figures(value or wrong, 4)  # 0 times 3 is 0
        for shape in dice.sample(CHANGED, 2):
            yield quantity, shape.format(right)


def _of(
    spellings: Callable[[Exact, random.Random], Iterator[str]], each: int
) -> Callable[[Drawn, random.Random], Iterator[Answer]]:
    """Return what types some of the numbers of a problem, each in some of its spellings."""

    def typed(problem: Drawn, dice: random.Random) -> Iterator[Answer]:
        for quantity in dice.sample(sorted(problem.numbers), min(6, len(problem.numbers))):
            found = list(spellings(problem.numbers[quantity], dice))
            for text in dice.sample(found, min(each, len(found))):
                yield quantity, text

    return typed


def fairly(graded: Graded) -> str:
    """Return what became of a right answer: right, asked back, or judged wrong."""
    return "right" if graded.is_right else "asked" if graded.score is None else "wrong"


def accepted(graded: Graded) -> str:
    """Return what became of an answer that is not right: refused, or accepted all the same."""
    return "accepted" if graded.is_right else "refused"


MEASURES = (
    Measure("clear spellings", _of(clear_spellings, 12), fairly, {"right": 99}, {"wrong": 0.2}),
    Measure("with notes", _of(noted_spellings, 8), fairly, {"right": 97}, {"wrong": 0.2}),
    Measure("machine decimals", _of(machine_spellings, 8), fairly, {"right": 99}, {"wrong": 1}),
    Measure("class names in sentences", class_sentences, fairly, {"right": 90}, {"wrong": 0.2}),
    Measure("wrong numbers, dressed", dressed_wrongly, accepted, {"refused": 100}),
    Measure("classes denied", denied_classes, accepted, {"refused": 100}),
)


@dataclass
class Found:
    """What became of all answers, by measures, and some lines about those that went amiss."""

    counted: dict[str, Counter[str]] = field(default_factory=dict)
    amiss: dict[str, list[str]] = field(default_factory=dict)
    families: Counter[str] = field(default_factory=Counter)


def measured(problems: int, seed: int) -> Found:
    """Draw problems, type their answers in all ways, and judge them."""
    dice, found = random.Random(seed), Found()
    for _ in range(problems):
        problem = drawn(dice)
        found.families[problem.family] += 1
        grader = Grader(Problem.from_text(problem.text), asked=[*problem.numbers, "argmax(x)"])
        grading = Grading(problem, grader)
        for measure in MEASURES:
            counted = found.counted.setdefault(measure.name, Counter())
            for quantity, typed in measure.answers(problem, dice):
                graded = grading.judged(quantity, typed)
                outcome = measure.outcome(graded)
                counted[outcome] += 1
                if outcome not in measure.least:
                    why = graded.look or graded.verdict.value
                    line = f"{outcome}: {quantity} {typed!r}: {why}"
                    found.amiss.setdefault(measure.name, []).append(line)
    return found


def row(measure: Measure, outcomes: Counter[str]) -> tuple[str, bool]:
    """Return the row of a measure, and whether all that is wanted is reached."""
    total = max(outcomes.total(), 1)
    shares = {name: 100 * count / total for name, count in outcomes.items()}
    reached = all(shares.get(name, 0) >= least for name, least in measure.least.items())
    reached &= all(shares.get(name, 0) <= most for name, most in measure.most.items())
    wanted = [f"{name} >= {least:g}" for name, least in measure.least.items()]
    wanted += [f"{name} <= {most:g}" for name, most in measure.most.items()]
    shown = ", ".join(f"{name} {share:.2f} %" for name, share in sorted(shares.items()))
    told = f"{shown:48} {'ok' if reached else 'NO':3} ({', '.join(wanted)})"
    return f"{measure.name:26} {total:7,}  {told}", reached
