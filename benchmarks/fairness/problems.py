"""Random problems with their right answers, worked out here from the rows by the definitions.

Formulas and decimal arithmetic are their own: nothing is shared with what reads and judges answers.
"""

from __future__ import annotations

import decimal
import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction

Exact = Fraction | decimal.Decimal
decimal.getcontext().prec = 60
PI = decimal.Decimal("3.14159265358979323846264338327950288419716939937510582097494459")
CLASSES = (
    ("Yes", "No"), ("spam", "ham"), ("+", "-"), ("0", "1"), ("A", "B", "C"), ("low", "middle", "high"),
    ("sport", "politics", "science"), ("red", "green", "blue", "grey"),
    ("north", "east", "south", "west"),
)  # fmt: skip
WORDS = ("ball", "vote", "cell", "goal", "law", "atom", "team", "tax")


@dataclass(frozen=True)
class Drawn:
    """A problem with its right answers: numbers by the names of their quantities, and the class."""

    family: str
    text: str
    classes: tuple[str, ...]
    numbers: Mapping[str, Exact]
    winners: tuple[str, ...]


def drawn(dice: random.Random) -> Drawn:
    """Return a problem of some family that has an answer to everything that is asked."""
    while True:
        classes = dice.choice(CLASSES)
        family = dice.choice((_of_values, _of_presence, _of_words, _of_numbers))
        if (found := family(dice, classes)) is not None:
            return found


def _of_values(dice: random.Random, classes: tuple[str, ...]) -> Drawn | None:
    values = [("sunny", "rain", "cloudy"), ("hot", "mild", "cool"), ("high", "normal")]
    rows = _rows(dice, classes, lambda: [dice.choice(of) for of in values])
    return _of_shares(dice, "categorical", classes, rows, [dice.choice(of) for of in values])


def _of_presence(dice: random.Random, classes: tuple[str, ...]) -> Drawn | None:
    rows = _rows(dice, classes, lambda: [dice.choice("01") for _ in range(3)])
    return _of_shares(dice, "bernoulli", classes, rows, [dice.choice("01") for _ in range(3)])


def _of_shares(
    dice: random.Random, family: str, classes: tuple[str, ...], rows: list[list[str]], query: list[str]
) -> Drawn | None:
    added = dice.choice((Fraction(0), Fraction(1), Fraction(1), Fraction(1, 2)))
    columns = [sorted({row[at] for row in rows}) for at in range(len(query))]
    if any(value not in known for value, known in zip(query, columns, strict=True)):
        return None
    many = [2] * len(query) if family == "bernoulli" else [len(known) for known in columns]
    of_class = {k: [row for row in rows if row[-1] == k] for k in classes}
    numbers: dict[str, Exact] = {}
    joints = {}
    for k, own in of_class.items():
        joint = numbers[f"P({_class(k)})"] = Fraction(len(own), len(rows))
        for at, value in enumerate(query):
            seen = sum(row[at] == value for row in own)
            share = (seen + added) / (len(own) + added * many[at])
            numbers[f"P(c{at + 1}={value}|{_class(k)})"] = share
            joint *= share
        joints[k] = joint
    cells = ", ".join(f'c{at + 1} = "{value}"' for at, value in enumerate(query))
    header = " | ".join([*(f"c{at + 1}" for at in range(len(query))), "y"])
    table = "\n".join([header, *(" | ".join(row) for row in rows)])
    text = (
        f"[data]\ntable = '''\n{table}\n'''\n[model]\nfamily = \"{family}\"\nsmoothing = \"{added}\"\n"
        f"[query]\nx = {{ {cells} }}\n"
    )
    return _with_results(family, text, classes, numbers, joints)


def _of_words(dice: random.Random, classes: tuple[str, ...]) -> Drawn | None:
    added = dice.choice((Fraction(1), Fraction(1, 2), Fraction(2)))
    rows = _rows(dice, classes, lambda: [" ".join(dice.choices(WORDS[:6], k=dice.randint(2, 6)))])
    vocabulary = sorted({word for row in rows for word in row[0].split()})
    query = dice.choices(vocabulary, k=dice.randint(2, 4))
    numbers: dict[str, Exact] = {}
    joints = {}
    for k in classes:
        own = [row[0].split() for row in rows if row[-1] == k]
        tokens = [word for document in own for word in document]
        joint = numbers[f"P({_class(k)})"] = Fraction(len(own), len(rows))
        for word in query:
            share = (tokens.count(word) + added) / (len(tokens) + added * len(vocabulary))
            numbers[f"P(word={word}|{_class(k)})"] = share
            joint *= share
        joints[k] = joint
    table = "\n".join(["y | text", *(f"{row[-1]} | {row[0]}" for row in rows)])
    text = (
        f"[data]\nclass = \"y\"\ntable = '''\n{table}\n'''\n[model]\nsmoothing = \"{added}\"\n"
        f'[query]\nx = "{" ".join(query)}"\n'
    )
    return _with_results("multinomial", text, classes, numbers, joints)


def _of_numbers(dice: random.Random, classes: tuple[str, ...]) -> Drawn | None:
    rows = _rows(dice, classes, lambda: [str(dice.randint(50, 95)), str(dice.randint(1, 60) / 4)], 3)
    query = [str(dice.randint(55, 90)), str(dice.randint(4, 56) / 4)]
    numbers: dict[str, Exact] = {}
    joints: dict[str, Exact] = {}
    for k in classes:
        own = [row for row in rows if row[-1] == k]
        prior = numbers[f"P({_class(k)})"] = Fraction(len(own), len(rows))
        joint = as_decimal(prior)
        for at, value in enumerate(query):
            known = [Fraction(row[at]) for row in own]
            mean = sum(known, Fraction(0)) / len(known)
            variance = sum(((x - mean) ** 2 for x in known), Fraction(0)) / len(known)
            if not variance:
                return None
            numbers[f"mean(c{at + 1}|{_class(k)})"] = mean
            numbers[f"variance(c{at + 1}|{_class(k)})"] = variance
            away = as_decimal((Fraction(value) - mean) ** 2 / (2 * variance))
            density = (-away).exp() / (2 * PI * as_decimal(variance)).sqrt()
            numbers[f"P(c{at + 1}={value}|{_class(k)})"] = density
            joint *= density
        joints[k] = joint
    table = "\n".join(["c1 | c2 | y", *(" | ".join(row) for row in rows)])
    text = (
        f"[data]\ntable = '''\n{table}\n'''\n[model]\nfamily = \"gaussian\"\n"
        f"[query]\nx = {{ c1 = {query[0]}, c2 = {query[1]} }}\n"
    )
    return _with_results("gaussian", text, classes, numbers, joints)


def _rows(
    dice: random.Random, classes: tuple[str, ...], cells: Callable[[], list[str]], least: int = 1
) -> list[list[str]]:
    """Return rows with the class at their end, each class some times at least."""
    labels = [k for k in classes for _ in range(least)]
    labels += dice.choices(classes, k=dice.randint(4, 12))
    dice.shuffle(labels)
    return [[*cells(), label] for label in labels]


def _with_results(
    family: str,
    text: str,
    classes: tuple[str, ...],
    numbers: Mapping[str, Exact],
    joints: Mapping[str, Exact],
) -> Drawn | None:
    evidence = sum(joints.values(), next(iter(joints.values())) * 0)
    if not evidence:
        return None
    best = max(joints.values())
    found = {**numbers, "P(x)": evidence}
    for k, joint in joints.items():
        found[f"P({_class(k)},x)"] = joint
        found[f"P({_class(k)}|x)"] = joint / evidence
    winners = tuple(k for k in classes if joints[k] == best)
    return Drawn(family, text, classes, found, winners)


def _class(label: str) -> str:
    return f"y={label}" if label.isdigit() else label


def as_decimal(value: Fraction) -> decimal.Decimal:
    return decimal.Decimal(value.numerator) / decimal.Decimal(value.denominator)
