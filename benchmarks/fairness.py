"""Measure whether right answers are judged right, on random problems and in many spellings.

Run: python benchmarks/fairness.py [--problems 200] [--seed 1] [--show 5]
Problems of four families with 2 to 4 classes are drawn, their right answers worked out here from the
rows, by formulas and a decimal arithmetic of their own, and typed as students type them. Nothing of it
is shared with what reads and judges them. Each row of the table is a `Measure`; another one is a
function that yields answers to a problem, what counts as reached, and a line in `MEASURES`.
"""

from __future__ import annotations

import argparse
import decimal
import os
import platform
import random
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from exactnb import Grader, Problem
from exactnb.grading.graded import Graded

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


@dataclass
class Grading:
    """A drawn problem and its grader."""

    drawn: Drawn
    grader: Grader

    def judged(self, quantity: str, typed: str) -> Graded:
        """Return what is made of one answer."""
        asked = self.grader.answer_key.asked
        return self.grader.judge(asked[self.grader.key(quantity)], typed)


Answer = tuple[str, str]
"""A quantity, and what is typed for it."""


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


# problems


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
        joint = _decimal(prior)
        for at, value in enumerate(query):
            known = [Fraction(row[at]) for row in own]
            mean = sum(known, Fraction(0)) / len(known)
            variance = sum(((x - mean) ** 2 for x in known), Fraction(0)) / len(known)
            if not variance:
                return None
            numbers[f"mean(c{at + 1}|{_class(k)})"] = mean
            numbers[f"variance(c{at + 1}|{_class(k)})"] = variance
            away = _decimal((Fraction(value) - mean) ** 2 / (2 * variance))
            density = (-away).exp() / (2 * PI * _decimal(variance)).sqrt()
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


def _decimal(value: Fraction) -> decimal.Decimal:
    return decimal.Decimal(value.numerator) / decimal.Decimal(value.denominator)


# how numbers are typed


def rounded(value: Exact, figures: int, way: str = decimal.ROUND_HALF_UP) -> decimal.Decimal:
    """Return a number in some significant figures."""
    number = _decimal(value) if isinstance(value, Fraction) else value
    if not number:
        return number
    return number.quantize(decimal.Decimal(1).scaleb(number.adjusted() - figures + 1), way)


def in_figures(value: Exact, figures: int, way: str = decimal.ROUND_HALF_UP) -> str:
    """Return a number as a decimal in some figures, without a power of ten."""
    return f"{rounded(value, figures, way):f}"


def clear_spellings(value: Exact, dice: random.Random) -> Iterator[str]:
    """Yield clear spellings of a right number: fractions, and decimals in 3 figures or more."""
    digits = dice.randint(3, 6)
    text, hundred = in_figures(value, digits), in_figures(value * 100, digits)
    cut = in_figures(value, digits, decimal.ROUND_DOWN)
    if value:
        power = rounded(value, digits).adjusted()
        mantissa = f"{rounded(value, digits).scaleb(-power):f}"
        raised = str(power).translate(str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹"))
        yield from (f"{mantissa}e{power}", f"{mantissa} x 10^{power}", f"{mantissa} · 10{raised}")
        yield from (rf"{mantissa} \times 10^{{{power}}}", f"{mantissa}*10^({power})")
        yield from (f"{cut}...", f"{cut}…") if "." in cut else ()
    yield from (text, f"≈ {text}", f"~{text}", f"about {text}", f"P = {text}")
    yield from (f"{hundred}%", f"{hundred} %") if abs(value) < 10 else ()
    yield from (f"answer: {text}", f"= {text}", f"p ≈ {text}", f"${text}$", f"({text})", f"→ {text}")
    if text.startswith("0."):
        yield text[1:]
    if not isinstance(value, Fraction):
        return
    above, below = value.numerator, value.denominator
    times = dice.randint(2, 9)
    yield from (f"{above}/{below}", f"{above} / {below}", f"{above * times}/{below * times}")
    yield from (rf"\frac{{{above}}}{{{below}}}", rf"$\dfrac{{{above}}}{{{below}}}$", f"{above}⁄{below}")
    yield from (f"{above} over {below}", f"{above} out of {below}", f"{above} of {below}")
    yield from (f"{above} in {below}", rf"\nicefrac{{{above}}}{{{below}}}", f"({above})/({below})")
    yield from (f"Fraction({above}, {below})", f"P(k|x) = {above}/{below}", f"p={above}/{below}")
    yield from (f"{above}/{below} = {text}", f"{above}/{below} ≈ {text}")
    yield from (f"{above}/{below} = {hundred} %",) if abs(value) < 10 else ()
    yield from (f"{above}÷{below}", f"The answer is {above}/{below}.", f"{above}/{below} => {text}")
    yield from (f"{above * times}/{below * times} = {above}/{below}", f"1 - {below - above}/{below}")


NOTES = (
    "(rounded)", "rounded", ", rounded", "approx.", "(approx.)", "approximately", "(4 s.f.)",
    "(3 d.p.)",
    "to 3 significant figures", "(to 4 decimal places)", "exact", "(exact)", "exactly", ",", ";", ".",
    "(simplified)", "(by Bayes' rule)", "because of the table", ", from the counts",
    "(final answer)", "in total", "nats", "(calculator)", "since the rows are independent",
)  # fmt: skip


def noted_spellings(value: Exact, dice: random.Random) -> Iterator[str]:
    """Yield right numbers with words behind them, and right numbers that are said twice."""
    number = f"{value.numerator}/{value.denominator}" if isinstance(value, Fraction) else ""
    digits = in_figures(value, dice.randint(3, 5))
    hundred = in_figures(value * 100, 4)
    for note in dice.sample(NOTES, 6):
        yield f"{digits} {note}"
        if number:
            yield f"{number} {note}"
    again = number or in_figures(value, 7)
    yield from (f"{again} or {digits}", f"{again}, i.e. {hundred} %", f"{again} (≈ {digits})")
    yield from (f"{again} = {digits} (rounded)", f"{again} (or {digits})")


def machine_spellings(value: Exact, _dice: random.Random) -> Iterator[str]:
    """Yield a number as Python, a spreadsheet and calculators print it."""
    number = float(value)
    yield from (repr(number), f"{number:.15g}", f"{number:.12g}", f"np.float64({number!r})")
    yield from (f"{number * 100!r}%", f"{number:.10e}", f"{number:.9e}")
    yield in_figures(value, 10, decimal.ROUND_DOWN)
    yield in_figures(value, 12, decimal.ROUND_DOWN)
    yield in_figures(value, 10)
    yield f"{number + number * 1e-15!r}"


# how classes are typed

SENTENCES = (
    "{}", "{}.", "class {}", "The class is {}", "The prediction is {}.", "I would predict {}", "y = {}",
    "the answer is {}", "x belongs to class {}", "{}, because its posterior is larger", "=> {}", "→ {}",
    "{} (more likely)", "{} since the joint is the largest", "We choose {}.", "it is classified as {}",
    "argmax = {}", "predict {}", "Naive Bayes decides for {}", '"{}"',
    "{}, with the highest probability",
    "So the label is {}", "decision: {}", "The model picks {}", "{} because it wins", "**{}**",
)  # fmt: skip
TIES = ("tie", "it's a tie", "a draw", "{0} and {1}", "{0}/{1}", "tie between {0} and {1}", "{0}, {1}")
ALL_TIED = ("equal", "they are equally likely")


DENIALS = (
    "not {}", "not {}.", "y != {}", "x ≠ {}", "the opposite of {}", "I don't think it is {}",
    "{0} or {1}",
    "{} is less likely", "less likely than {}", "{} is wrong", "anything but {}", "rather not {}",
    "{1}, not {0}", "{}?", "it is never {}", "reject {}", "{1} instead of {0}", "unlikely {}",
)  # fmt: skip
CHANGED = (
    "not {}", "p != {}", "{} is wrong", "{} thousand", "at least {}", "{} or more", "p >= {}",
    "{} squared",
    "{} or 17", "{} and a half", "minus {}", "{} times 3", "twice {}", "{} per mille", "{} (not)",
)  # fmt: skip


def class_sentences(problem: Drawn, dice: random.Random) -> Iterator[Answer]:
    """Yield the decision as students write it, or the tie."""
    winners = problem.winners
    if len(winners) == 1:
        for shape in dice.sample(SENTENCES, 8):
            yield "argmax(x)", shape.format(winners[0])
    elif len(winners) == 2:
        shapes = TIES if len(problem.classes) == 2 else TIES[3:]
        for shape in (*shapes, *(ALL_TIED if len(problem.classes) == 2 else ())):
            yield "argmax(x)", shape.format(*winners)


def denied_classes(problem: Drawn, dice: random.Random) -> Iterator[Answer]:
    """Yield what a student says who denies the class that is right, or leaves it open."""
    right = problem.winners[0]
    other = dice.choice([label for label in problem.classes if label != right])
    for shape in dice.sample(DENIALS, 4):
        yield "argmax(x)", shape.format(right, other)


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
    Measure("with notes", _of(noted_spellings, 8), fairly, {"right": 95}, {"wrong": 0.2}),
    Measure("machine decimals", _of(machine_spellings, 8), fairly, {"right": 99}, {"wrong": 1}),
    Measure("class names in sentences", class_sentences, fairly, {"right": 90}, {"wrong": 0.2}),
    Measure("wrong numbers, dressed", dressed_wrongly, accepted, {"refused": 100}),
    Measure("classes denied", denied_classes, accepted, {"refused": 100}),
)


def main() -> int:
    """Print the table; return 1 if something wanted is not reached."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--problems", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--show", type=int, default=0, help="how many answers to show that went amiss")
    options = parser.parse_args()
    dice = random.Random(options.seed)
    counted: dict[str, Counter[str]] = {measure.name: Counter() for measure in MEASURES}
    amiss: dict[str, list[str]] = {measure.name: [] for measure in MEASURES}
    families: Counter[str] = Counter()
    started = time.process_time()
    for _ in range(options.problems):
        problem = drawn(dice)
        families[problem.family] += 1
        grader = Grader(Problem.from_text(problem.text), asked=[*problem.numbers, "argmax(x)"])
        grading = Grading(problem, grader)
        for measure in MEASURES:
            for quantity, typed in measure.answers(problem, dice):
                graded = grading.judged(quantity, typed)
                outcome = measure.outcome(graded)
                counted[measure.name][outcome] += 1
                if outcome not in measure.least:
                    why = graded.look or graded.verdict.value
                    amiss[measure.name].append(f"{outcome}: {quantity} {typed!r}: {why}")
    took = time.process_time() - started
    print(f"Python {platform.python_version()}, {platform.machine()}, {os.cpu_count()} cores")
    said = ", ".join(f"{count} {family}" for family, count in sorted(families.items()))
    print(f"{options.problems} problems from seed {options.seed} ({said}), {took:.0f} s of CPU")
    missed = [each.name for each in MEASURES if not _row(each, counted[each.name])]
    for name, listed in amiss.items():
        for line in dice.sample(listed, min(options.show, len(listed))):
            print(f"{name}: {line}")
    return int(bool(missed))


def _row(measure: Measure, outcomes: Counter[str]) -> bool:
    """Print the row of a measure; say whether all that is wanted is reached."""
    total = max(outcomes.total(), 1)
    shares = {name: 100 * count / total for name, count in outcomes.items()}
    reached = all(shares.get(name, 0) >= least for name, least in measure.least.items())
    reached &= all(shares.get(name, 0) <= most for name, most in measure.most.items())
    wanted = [f"{name} >= {least:g}" for name, least in measure.least.items()]
    wanted += [f"{name} <= {most:g}" for name, most in measure.most.items()]
    found = ", ".join(f"{name} {share:.2f} %" for name, share in sorted(shares.items()))
    print(
        f"{measure.name:26} {total:7,}  {found:48} {'ok' if reached else 'NO':3} ({', '.join(wanted)})"
    )
    return reached


if __name__ == "__main__":
    sys.exit(main())
