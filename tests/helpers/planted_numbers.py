"""Random columns of numbers with one of them misread in what is printed; its equals by brute force.

Numerals are misread sign by sign, rows edited and added up anew: nothing is shared with the search.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import pairwise
from random import Random

from planted import Key, as_printed, fits

from exactnb import ModelChoice, Problem, Table
from exactnb.core.problem.printed import Printed
from exactnb.teach.alternatives.alternative import Alternative

CLASSES = ("no", "yes")
Row = tuple[str, str]
"""A numeral, and the label of its row."""


def misread(numeral: str) -> set[Fraction]:
    """Return what a numeral is worth if it is misread: its signs changed one or two at a time."""
    minus, plain = numeral.startswith("-"), numeral.lstrip("-")
    texts = set()
    spots = [at for at, sign in enumerate(plain) if sign.isdigit()]
    for at in spots:
        texts |= {plain[:at] + new + plain[at + 1 :] for new in (*"0123456789", "", plain[at] * 2)}
    for one, two in pairwise(spots):
        signs = [*plain]
        signs[one], signs[two] = signs[two], signs[one]
        texts.add("".join(signs))
    digits = plain.replace(".", "")
    point = plain.index(".") if "." in plain else len(plain)
    for moved in (point - 1, point + 1, len(digits)):
        if moved > 0 or point == 1:
            whole = "0" * (moved == 0) + digits.ljust(moved, "0")
            cut = max(moved, 1)
            texts.add(f"{int(whole[:cut])}.{whole[cut:]}")
    written = {text for text in texts if _is_written(text.partition(".")[0])}
    worths = {Fraction(text if text[-1] != "." else text[:-1]) for text in written}
    worths.add(-Fraction(plain))
    return {-of if minus else of for of in worths} - {Fraction(numeral)}


def _is_written(whole: str) -> bool:
    return whole == "0" or (whole != "" and not whole.startswith("0"))


@dataclass(frozen=True)
class Numbers:
    """A column of numbers, Gaussian or counts, of two classes."""

    rows: tuple[Row, ...]
    family: str

    def worths(self) -> dict[str, Fraction] | None:
        """Return priors and what is estimated from the numbers; None where a class has no row."""
        found = {}
        for label in CLASSES:
            own = [Fraction(numeral) for numeral, of in self.rows if of == label]
            if not own:
                return None
            mean = sum(own) / len(own)
            found[f"P({label})"] = Fraction(len(own), len(self.rows))
            if self.family == "poisson":
                found[f"rate(x|{label})"] = mean
            else:
                found[f"mean(x|{label})"] = mean
                found[f"variance(x|{label})"] = sum((of - mean) ** 2 for of in own) / len(own)
        return found

    def problem(self) -> Problem:
        table = Table.from_rows(self.rows, ["x", "class"], classes=CLASSES)
        return Problem(table, models={"model": ModelChoice(families={"x": self.family})})

    def edits(self) -> Iterator[tuple[Key, Numbers]]:
        """Yield every single edit of the rows."""
        for at, (numeral, label) in enumerate(self.rows):

            def with_rows(*instead: Row, at: int = at) -> Numbers:
                return replace(self, rows=(*self.rows[:at], *instead, *self.rows[at + 1 :]))

            yield ("dropped", at + 1, ""), with_rows()
            yield ("repeated", at + 1, ""), with_rows((numeral, label), (numeral, label))
            (other,) = {*CLASSES} - {label}
            yield ("relabelled", at + 1, other), with_rows((numeral, other))
            lines = self.rows[max(at - 1, 0) : at + 2]  # the eye slips to the line above or below
            slips = {Fraction(other) for other, _ in lines}
            for number in (slips | misread(numeral)) - {Fraction(numeral)}:
                if self.family != "poisson" or (number >= 0 and number.denominator == 1):
                    yield ("cell", at + 1, number), with_rows((str(number), label))


@dataclass(frozen=True)
class PlantedNumbers:
    """A problem whose printed numbers are those of one edit, and that edit's name."""

    numbers: Numbers
    problem: Problem
    printed: Mapping[str, str]
    key: Key

    def by_edits(self) -> set[Key]:
        """Return the edits that explain what is printed, by brute force."""
        return {
            key
            for key, other in self.numbers.edits()
            if (worths := other.worths()) is not None
            and all(fits(text, worths[name]) for name, text in self.printed.items())
        }


def plant_number(random: Random) -> PlantedNumbers | None:
    """Return a problem with one number misread; None where that would change nothing in print."""
    family = random.choice(("gaussian", "poisson"))
    numerals = [_numeral(random, family) for _ in range(random.randint(4, 8))]
    numbers = Numbers(tuple((of, CLASSES[at % 2]) for at, of in enumerate(numerals)), family)
    key, other = random.choice([each for each in numbers.edits() if each[0][0] == "cell"])
    right, wrong = numbers.worths(), other.worths()
    assert right is not None
    assert wrong is not None
    if any(of < 0 for of in (*right.values(), *wrong.values())):
        return None
    printed = {name: as_printed(of, random) for name, of in wrong.items()}
    if all(fits(text, right[name]) for name, text in printed.items()):
        return None
    told = [Printed(name, text, where="page") for name, text in printed.items()]
    return PlantedNumbers(numbers, replace(numbers.problem(), printed=told), printed, key)


def _numeral(random: Random, family: str) -> str:
    if family == "poisson":
        return str(random.randint(0, 30))
    places = random.choice((0, 1, 2))
    units = random.randint(1, 3000)
    whole, behind = divmod(units, 10**places)
    return f"{whole}.{behind:0{places}}" if places else str(whole)


def number_key(alternative: Alternative) -> Key | None:
    """Return what an edit is called here, None for what is none."""
    edit = alternative.first_edit
    if edit is None:
        return None
    return edit.kind, edit.row, Fraction(edit.new) if edit.kind == "cell" else edit.new
