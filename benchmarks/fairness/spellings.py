"""How students type a number, a class, or a denial; each yields some of the ways."""

from __future__ import annotations

import decimal
import random
from collections.abc import Iterator
from fractions import Fraction

from problems import Drawn, Exact, as_decimal

Answer = tuple[str, str]
"""A quantity, and what is typed for it."""


def rounded(value: Exact, figures: int, way: str = decimal.ROUND_HALF_UP) -> decimal.Decimal:
    """Return a number in some significant figures."""
    number = as_decimal(value) if isinstance(value, Fraction) else value
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
