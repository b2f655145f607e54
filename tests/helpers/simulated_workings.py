"""Workings of simulated students, made by fractions alone: right, or with one slip carried through.

A sheet is a list of claims, each a name, a formula in numbers and its value. What is worked out later
uses the numbers as the student wrote them, rounded to three or four figures or not at all.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction
from math import prod

from exactnb import Conventions, ModelChoice, Problem, Table

__all__ = ["SLIPS", "STYLES", "Sheet", "simulated"]

COLUMNS = {"sky": ("clear", "grey", "dark"), "wind": ("calm", "strong"), "dew": ("wet", "dry")}
CLASSES = ("stay", "leave")


@dataclass
class Sheet:
    """A problem, a working of it, and the number of the line with the slip, None if it is right."""

    problem: Problem
    text: str
    wrong: int | None


@dataclass
class Writing:
    """How a student writes: names, products, fractions, and how a claim becomes a line."""

    name: Callable[[str, str], str]
    times: str
    fraction: Callable[[int, int], str]
    line: Callable[[int, str], str]
    head: str = ""
    tail: str = ""


def _latex_name(event: str, given: str) -> str:
    bar = rf" \mid \text{{{given}}}" if given else ""
    return rf"\hat{{P}}(\text{{{event}}}{bar})".replace(r"\text{x}", "x").replace(",x}", "}, x")


def _plain_name(event: str, given: str) -> str:
    return f"P({event}{'|' if given else ''}{given})"


STYLES = {
    "plain": Writing(_plain_name, " * ", lambda a, b: f"{a}/{b}", lambda _, text: text),
    "bullets": Writing(
        _plain_name, " × ", lambda a, b: f"{a}/{b}", lambda _, text: f"- we get {text}", "# Solution"
    ),
    "numbered": Writing(
        lambda e, g: _plain_name(e, g).lower(), "·", lambda a, b: f"({a}/{b})", lambda n, t: f"{n}) {t}"
    ),
    "latex": Writing(
        _latex_name, r" \cdot ", lambda a, b: rf"\frac{{{a}}}{{{b}}}",
        lambda _, text: text.replace(" = ", " &= ", 1) + r" \\", r"\begin{align*}", r"\end{align*}",
    ),
}  # fmt: skip


@dataclass
class Student:
    """Write claims one after another; `figures` are those of every number that is not a count."""

    writing: Writing
    figures: int
    lines: list[str] = field(default_factory=list)
    wrong: int | None = None

    def number(self, value: Fraction) -> tuple[str, Fraction]:
        """Return a number as it is written, and its value as the student goes on with it."""
        if not self.figures:
            return self.writing.fraction(value.numerator, value.denominator), value
        exact = Decimal(value.numerator) / Decimal(value.denominator)
        rounded = exact.quantize(Decimal(1).scaleb(exact.adjusted() - self.figures + 1), ROUND_HALF_UP)
        return format(rounded, "f"), Fraction(rounded)

    def claim(
        self, name: tuple[str, str], formula: str, value: Fraction, slip: bool = False
    ) -> Fraction:
        """Write `name = formula = value`, and return the value as it is written."""
        text, written = self.number(value)
        sides = [self.writing.name(*name), *([formula] if formula != text else []), text]
        self.say(" = ".join(sides), slip)
        return written

    def say(self, text: str, slip: bool = False) -> None:
        self.lines.append(self.writing.line(len(self.lines) + 1, text))
        if slip:
            self.wrong = len(self.lines) + (self.writing.head != "")


SLIPS = (
    "count", "denominator", "other class", "prior forgotten", "factor twice", "product", "digit",
    "joint left out", "upside down", "other decision",
)  # fmt: skip


def simulated(seed: int, style: str, slip: str | None) -> Sheet:
    """Return the sheet of a student on a random table of 15 rows, with one slip or none."""
    dice = random.Random(f"{seed} {style} {slip}")
    while True:
        rows = [[*map(dice.choice, COLUMNS.values()), dice.choice(CLASSES)] for _ in range(15)]
        query = {column: dice.choice(values) for column, values in COLUMNS.items()}
        sizes = {k: sum(row[-1] == k for row in rows) for k in CLASSES}
        counts = {
            (k, c): sum(row[-1] == k and row[at] == query[c] for row in rows)
            for at, c in enumerate(COLUMNS)
            for k in CLASSES
        }
        complete = all({row[at] for row in rows} == {*of} for at, of in enumerate(COLUMNS.values()))
        if complete and min(counts.values()) > 1 and sizes["stay"] != sizes["leave"]:
            break
    smoothing = dice.choice((0, 1))
    student = Student(STYLES[style], dice.choice((0, 3, 4)))
    at = dice.choice(CLASSES)  # the class of the slip
    where = dice.choice(tuple(COLUMNS))  # and its column

    priors, parameters = {}, {}
    for k in CLASSES:
        priors[k] = student.claim(
            (k, ""), student.writing.fraction(sizes[k], 15), Fraction(sizes[k], 15)
        )
    for k in CLASSES:
        for column, values in COLUMNS.items():
            above, below = counts[k, column] + smoothing, sizes[k] + smoothing * len(values)
            here = (k, column) == (at, where)
            above += here and slip == "count"
            below += 2 * (here and slip == "denominator")
            parameters[k, column] = student.claim(
                (query[column], k), student.writing.fraction(above, below), Fraction(above, below),
                here and slip in ("count", "denominator"),
            )  # fmt: skip
    joints = {}
    for k in CLASSES:
        factors = [priors[k], *(parameters[k, column] for column in COLUMNS)]
        if k == at and slip == "other class":
            other = CLASSES[k == CLASSES[0]]
            factors[1 + list(COLUMNS).index(where)] = parameters[other, where]
        if k == at and slip == "prior forgotten":
            factors = factors[1:]
        if k == at and slip == "factor twice":
            factors.append(parameters[k, where])
        value = prod(factors, start=Fraction(1))
        value = value * Fraction(11, 10) if k == at and slip == "product" else value
        formula = student.writing.times.join(student.number(factor)[0] for factor in factors)
        mistaken = value != prod([priors[k], *(parameters[k, c] for c in COLUMNS)], start=Fraction(1))
        joints[k] = student.claim((f"{k},x", ""), formula, value, k == at and mistaken)
    evidence = joints[at] if slip == "joint left out" else sum(joints.values())
    shown = [joints[at]] if slip == "joint left out" else list(joints.values())
    formula = " + ".join(student.number(joint)[0] for joint in shown)
    evidence = student.claim(
        ("x", ""),
        formula,
        evidence * (2 if slip == "digit" else 1),
        slip in ("digit", "joint left out"),
    )
    if slip != "joint left out":
        over = (evidence, joints[at]) if slip == "upside down" else (joints[at], evidence)
        texts = [student.number(number)[0] for number in over]
        formula = (
            rf"\frac{{{texts[0]}}}{{{texts[1]}}}" if style == "latex" else f"({texts[0]})/({texts[1]})"
        )
        student.claim((at, "x"), formula, over[0] / over[1], slip == "upside down")
    decided = max(CLASSES, key=joints.__getitem__)
    if slip == "other decision":
        decided = min(CLASSES, key=joints.__getitem__)
    said = rf"\hat{{y}} = \text{{{decided}}}" if style == "latex" else f"so the class is {decided}"
    student.say(said, slip == "other decision")
    table = Table.from_rows(rows, [*COLUMNS, "k"])
    choice = ModelChoice(Conventions(smoothing=smoothing))
    text = "\n".join(filter(None, (student.writing.head, *student.lines, student.writing.tail)))
    return Sheet(Problem(table, {"x": query}, {"m": choice}), text, student.wrong)
