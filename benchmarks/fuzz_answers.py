"""Read a great many mutated answers, and report what became of them and what the slowest one cost.

python benchmarks/fuzz_answers.py --count 1000000 --seed 1
"""

from __future__ import annotations

import argparse
import os
import platform
import random
from collections import Counter
from collections.abc import Iterator
from time import process_time_ns

from exactnb.core.expression.reading.refusal import Refusal
from exactnb.teach.answers.answer import Expects
from exactnb.teach.answers.reading import read_answer

REAL = (
    "3/6", "1/2", "0.5", ".5", "0.50", "50%", "33.3 %", "1.2e-5", "1.2 x 10^-5", "1e400", "-0.5",
    "P(+|x) = 3/6 = 1/2", "p = 0.2046", "answer: 125/611", "P(y=1|x) = 2/3 ≈ 0.67", "~0.33", "0.333...",
    "about 0.2", "0,5", "1,234", "1 1/2", "1½", "3:4", "1/2(3/4)", "1/2 pi", "log(2/3)", "ln 2",
    "log2(8)", "log_10 100", r"\log\frac23", r"\frac{3}{6}", r"\frac36", r"\binom{8}{4}", r"\binom84",
    "C(8,4)*(1/2)^8", "8 choose 4", "8!/(4!*4!)", "2^-3", "2^3^2", "9**9**9", "10⁻⁵", "٣/٦", "0.(3)",
    r"0.1\overline{6}", "e^{-1/2}", "1/sqrt(2 pi*4) * e^(-1/8)", r"\frac{1}{\sqrt{2\pi}}\,e^{-\frac12}",
    r"$\left(\frac{1}{2}\right)^{3}$", r"\boxed{\text{about } 0.5}", "3 out of 6", "sqrt(2)+sqrt(3)",
    "(1+e)/(2+e)", "ln(4/9) - 2 ln(2/3)", r"\sqrt[3]{8}", "0/0", "1/0", "∞", "undefined", "(1, 2)",
    "(0,5; 0,25)", "mu = (1/2, 3)", "spam", "tie: spam, ham", "y = ham", "class spam", "yes", "1_000",
    "0.667 (3 d.p.)", "2/3 or 0.667", "2/3, i.e. 66.7 % (rounded)", "3 of 9", "two thirds", "153 664",
    "0.16 recurring", "Fraction(2, 3)", "np.float64(0.6666666666666666)", "9/64 / 27/128", "3-Sep",
    "2026-03-09", "1.234,5", "The prediction is spam, because 0.8 > 0.2", "not ham", "it's a tie",
)  # fmt: skip
"""Answers as they are typed."""

EXPECTED = (
    Expects(),
    Expects(),
    Expects(log="e"),
    Expects(odds=True, undefined=True),
    Expects("numbers"),
    Expects(log="e", decimal=","),
    Expects("label", labels=("spam", "ham")),
    Expects("truth"),
)
"""What the questions expect."""

ALPHABET = (
    *"0123456789999", *"+-*/^!%()[]{},.:;=_|~$\\ ex", *"½⅟²⁻₂٣①−–×·⋅÷⁄≈…√π∞%٫“’",
    *"\u00a0\u200b\u202e\u0305\t",
    "**", "==", "...", "e", "pi", "ln ", "log", "sqrt", "exp", r"\frac", r"\sqrt", r"\binom", r"\ln",
    r"\overline", r"\text{", r"\left(", "C(", " or ", "i.e. ", " rounded", " (", " because ", " of ",
    "half ", " cm", "not ", "'", "=>", " choose ", " over ", " out of ", "percent", "about ",
    "(1/2)", "^9", "^-9", "!", "1e", "e9", "99999999", "\ud800", "\x00", "ﷺ", "👩", "K",
)  # fmt: skip
"""What is put into them."""

_LONG = 390

WORST = (
    "1" * 400,
    "9" * 190 + "/" + "7" * 190,
    "(" * 400,
    "((" * 29 + "1" + "))" * 29,
    "-" * 59 + "1",
    "1/" * 58 + "1",
    "9**9**9",
    "(9^5000)/(7^5000)",
    "+".join(f"1/{n}" for n in range(101, 190)),
    "*".join(f"{n}!" for n in range(150, 190, 8)),
    "+".join(f"sqrt({n})" for n in (2, 3, 5, 7, 11, 13, 17, 19, 23, 29)),
    "1/(" + "+".join(f"sqrt({n})" for n in (2, 3, 5, 7, 11, 13)) + ")",
    "(1+e)^6",
    "(sqrt(2)+sqrt(3))*(sqrt(5)+sqrt(7))*(1+e)",
    "(1+e)/(2+e)+(3+e)/(5+e)+(7+e)/(11+e)+(13+e)/(17+e)",
    "ln(" + "+".join(f"e^{n}" for n in range(1, 20)) + ")",
    "(" + "3" * 300 + ")^(1/997)",
    "(3^2000+1)^(1/7)",
    "sqrt(" * 50 + "2" + ")" * 50,
    "+".join(f"ln({n})" for n in range(2, 40)),
    "1/(e^1000-e^999-" + "9" * 300 + ")",
    "1/(sqrt(2)+sqrt(3)-3.14626436994197234232913506571557044551247712918732870)",
    "2(3)4(5)" * 20,
    "1/2(3) log(4)" * 12,
    "C(200,100)" * 12,
    "0,5+1,234+1 1/2+1/2 pi+log(2)+ln 2/3+1/2%",
    "((((1:2):3):4):5)",
    "½" * 60,
    "1½" * 30,
    r"\frac" * 62 + "1" * 64,
    r"\sqrt" * 58 + "2",
    "= " * 195 + "1",
    "P(+|x)" * 30 + "= 1",
    "1=" * 90 + "1",
    "sqrt(2)=" * 30 + "sqrt(2)",
    "1.4142135623730950488=sqrt(2)=" * 8 + "sqrt(2)",
    "+".join(f"√{n}" for n in range(2, 67)),
    "=".join(["√2+√3+√5+√7"] * 9),
    "1/2(3/4)*1e400/sqrt(2)+sqrt(3)",
    "+".join(["log10(7*5^1000)"] * 20),
    r"\log\frac23" + "(8,4)" * 15,
    "ln(2^3000)/ln(10)",
    "ﷺ" * 400,
    "z" * 400,
    "1" + "e" * 399,
    "," * 400,
    "\u200b" * 400,
)
"""Answers that take long, if any do."""


def mutants(count: int, seed: int) -> Iterator[tuple[str, Expects]]:
    """Yield real answers with pieces deleted, inserted, doubled, swapped and joined to others."""
    dice = random.Random(seed)
    for _ in range(count):
        text = dice.choice(REAL)
        for _ in range(dice.randint(1, 4)):
            text = _mutated(text, dice)[:_LONG]
        yield text, dice.choice(EXPECTED)


def _mutated(text: str, dice: random.Random) -> str:
    start = dice.randint(0, len(text))
    end = min(len(text), start + dice.randint(1, 6))
    match dice.randrange(7):
        case 0:
            return text[:start] + text[end:]
        case 1 | 2:
            return text[:start] + dice.choice(ALPHABET) + text[start:]
        case 3:
            return text[:end] + text[start:end] * dice.randint(1, 8) + text[end:]
        case 4:
            return text[:start] + text[start:end][::-1] + text[end:]
        case 5:
            return text[:start] + dice.choice(REAL) + text[start:]
    return text + dice.choice(("+", "*", "/", "^", "=", " ")) + dice.choice(REAL)


def outcome(text: str, expects: Expects) -> str:
    """Return the kind of refusal, or "answer"; whatever else happens is not caught."""
    try:
        read_answer(text, expects)
    except Refusal as refusal:
        return refusal.kind
    return "answer"


def milliseconds(text: str, expects: Expects) -> tuple[str, float]:
    """Return what becomes of an answer, and the processor time that takes."""
    start = process_time_ns()
    found = outcome(text, expects)
    return found, (process_time_ns() - start) / 1e6


def main() -> None:
    """Print how many answers came out how, and the slowest of them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    for text in REAL:  # loads what is loaded at first use
        outcome(text, Expects())
    print(f"Python {platform.python_version()}, {platform.machine()}, {os.cpu_count()} cores")
    kinds: Counter[str] = Counter()
    slowest, total = (0.0, ""), 0.0
    for text, expects in mutants(options.count, options.seed):
        try:
            kind, taken = milliseconds(text, expects)
        except Exception:
            print(f"neither read nor refused: {text!r} for {expects}")
            raise
        kinds[kind] += 1
        total += taken
        if taken > slowest[0]:  # once more, for a machine that does other things may be slow by itself
            again = (milliseconds(text, expects)[1] for _ in range(2))
            slowest = max(slowest, (min(taken, *again), text))
    each = total / options.count
    print(f"{options.count:,} answers from seed {options.seed}, {each:.3f} ms of CPU each")
    for kind, count in kinds.most_common():
        print(f"{kind:14} {count:10,}")
    print(f"slowest {slowest[0]:.1f} ms: {slowest[1]!r}")
    fixed = [
        (min(milliseconds(text, of)[1] for _ in range(3)), text) for text in WORST for of in EXPECTED
    ]
    taken, text = max(fixed)
    print(f"slowest of {len(fixed)} fixed ones {taken:.1f} ms: {text[:60]!r}")


if __name__ == "__main__":
    main()
