"""Answer sheets that people hand in who try everything: TOML, JSON, and CSV of a class."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from random import Random

from poisoned import typed

from attacks.names import quantity
from attacks.oddities import FORMULAS, NUMERALS, in_quotes, odd, spoiled, spoiled_bytes

__all__ = ["SHEETS", "answer", "answer_sheet"]

SHEETS = (".toml", ".json", ".csv", ".tsv")
_NOTES = (
    "", "tie", "both", "undefined", "yes", "no", "true", "neither", "a", "+", "A & B", "NaN", "∞",
    "inf", "?",
)  # fmt: skip
_WORDS = (
    "log", "ln", "sqrt", "exp", "^", "**", "!", "C(", "√", "×", "·", "÷", "−", "≈", "=", "...",
    "\\frac{", "%", "e", "π", "and", ";", ",", "(", ")", "|", "²", "½", "mod", "//", "import os",
    "__class__", "1e", "j",
)  # fmt: skip
_PLAIN = (
    "1", "-1", "0.5", "1e5", "true", "null", "[]", "{}", "NaN", "1e99999", "[1, 2]", "1979-05-27",
)  # fmt: skip


def answer(dice: Random) -> str:
    """Return what is typed for an answer."""
    kind = dice.random()
    if kind < 0.3:
        text = typed(dice, dice.randint(0, 3))
    elif kind < 0.5:
        text = f"{dice.randint(0, 30)}/{dice.randint(0, 30)}"
    elif kind < 0.6:
        text = str(dice.random())[: dice.randint(2, 12)]
    elif kind < 0.75:
        text = "".join(dice.choice((*_WORDS, *NUMERALS[:12])) for _ in range(dice.randint(1, 6)))
    else:
        text = dice.choice((*_NOTES, *FORMULAS, odd(dice), odd(dice)))
    return spoiled(dice, text) if dice.random() < 0.15 else text


def answer_sheet(dice: Random, questions: Sequence[str], names: Sequence[str]) -> tuple[str, bytes]:
    """Return the ending and the bytes of a file of answers, most often to all questions."""
    ending = dice.choice(SHEETS)
    asked = [each for each in questions if dice.random() < 0.85]
    if dice.random() < 0.08:
        asked.append(odd(dice) if dice.random() < 0.5 else quantity(dice, names))
    if ending in (".csv", ".tsv"):
        text = _class(dice, asked, "\t" if ending == ".tsv" else dice.choice(",,,;"))
    else:
        pairs = [(key, answer(dice)) for key in asked]
        if dice.random() < 0.2:
            pairs.append(("student", odd(dice)))
        if dice.random() < 0.03 and pairs:
            pairs.append(dice.choice(pairs))
        written = [
            f"{in_quotes(key)}{': ' if ending == '.json' else ' = '}{_value(dice, raw)}"
            for key, raw in pairs
        ]
        text = "{" + ",\n".join(written) + "}" if ending == ".json" else "\n".join(written)
        if dice.random() < 0.1:
            text = f'{{"answers": {text}}}' if ending == ".json" else f"[answers]\n{text}"
    kind = dice.random()
    if kind < 0.06:
        return ending, spoiled_bytes(dice, text)
    return ending, (spoiled(dice, text) if kind < 0.12 else text).encode("utf-8", "surrogatepass")


def _class(dice: Random, asked: Sequence[str], sign: str) -> str:
    out = io.StringIO(newline="")
    sheet = csv.writer(out, delimiter=sign, lineterminator=dice.choice(("\n", "\r\n")))
    courses = dice.choice(
        ((), (), ("email",), ("First name", "Last name", "Status"), ("id", "attempt"))
    )
    if courses and dice.random() < 0.5:
        asked = [f"Response {number}" for number in range(1, len(asked) + 1)]
    sheet.writerow(["student", *courses, *asked])
    for number in range(dice.choice((0, 1, 2, 3))):
        student = dice.choice((f"s{number}", f"s{number}", f"s{number}", odd(dice)))
        told = (dice.choice(("x", "y", "", "In progress", odd(dice))) for _ in courses)
        sheet.writerow([student, *told, *(answer(dice) for _ in asked)])
    return out.getvalue()


def _value(dice: Random, raw: str) -> str:
    if dice.random() < 0.1:
        return dice.choice(_PLAIN)
    return in_quotes(raw)
