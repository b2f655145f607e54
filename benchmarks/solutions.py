"""How long solutions of large problems take, read to text: classes, columns, rows, digits.

python benchmarks/solutions.py [--only NAME]

Every line is a random problem, worked out, verified and printed; ms of CPU, and how long the text is.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Callable

from exactnb import Conventions, Documents, ModelChoice, Problem, Table, solve

GAUSSIAN = ModelChoice(family="gaussian")
SMOOTHED = ModelChoice(Conventions(smoothing=1))
Numeral = Callable[[random.Random, int], str]


def one_decimal(draws: random.Random, label: int) -> str:
    return f"{draws.gauss(20 + 3 * (label % 7), 4):.1f}"


def twelve_digits(draws: random.Random, label: int) -> str:
    return f"0.{draws.randrange(10**11, 10**12)}"


def one_of(size: int) -> Numeral:
    return lambda draws, label: f"v{draws.randrange(size)}"


def table(
    classes: int, columns: int, rows: int, cell: Numeral, choice: ModelChoice, ask: str = ""
) -> Problem:
    """Return a problem about random cells; one row more is its query, unless something is asked."""
    draws = random.Random(1)
    names = [f"c{at}" for at in range(columns)]
    drawn = [
        [*(cell(draws, at % classes) for _ in names), f"k{at % classes}"] for at in range(rows + 1)
    ]
    query = {} if ask else {"x": dict(zip(names, drawn[-1], strict=False))}
    asked = [ask.format(",".join(names))] if ask else []
    data = Table.from_rows(drawn[:-1], [*names, "class"])
    return Problem(data, query, {"model": choice}, asked)


def text(words: int) -> Problem:
    """Return a problem about a text that is a count vector."""
    draws = random.Random(words)
    vocabulary = [f"w{at}" for at in range(50)]
    mails = [("ab"[at % 2], " ".join(draws.choices(vocabulary, k=30))) for at in range(10)]
    query = {"x": " ".join(draws.choices(vocabulary, k=words))}
    choice = ModelChoice(Conventions(smoothing=1, coefficient=True))
    return Problem(Documents.of(mails), query, {"model": choice})


PROBLEMS: dict[str, Callable[[], Problem]] = {
    "15 classes": lambda: table(15, 4, 75, one_decimal, GAUSSIAN),
    "30 classes": lambda: table(30, 4, 150, one_decimal, GAUSSIAN),
    "60 classes": lambda: table(60, 4, 300, one_decimal, GAUSSIAN),
    "30 classes, 12 columns": lambda: table(30, 12, 600, one_decimal, GAUSSIAN),
    "2000 rows, 100 columns": lambda: table(2, 100, 2_000, one_decimal, GAUSSIAN),
    "90 rows, 40 columns, 12 digits": lambda: table(3, 40, 90, twelve_digits, GAUSSIAN),
    "accuracy, numbers": lambda: table(5, 10, 1_000, one_decimal, GAUSSIAN, "accuracy"),
    "accuracy, values": lambda: table(5, 10, 1_000, one_of(12), SMOOTHED, "accuracy"),
    "left out, numbers": lambda: table(3, 4, 1_000, one_decimal, GAUSSIAN, "accuracy_left_out"),
    "left out, values": lambda: table(3, 4, 1_000, one_of(12), SMOOTHED, "accuracy_left_out"),
    "independent, 10 columns": lambda: table(2, 10, 60, one_of(2), SMOOTHED, "independent({})"),
    "a text of 3000 words": lambda: text(3_000),
    "a text of 30000 words": lambda: text(30_000),
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", choices=PROBLEMS)
    only = parser.parse_args().only
    for name, problem in PROBLEMS.items():
        if only in (None, name):
            started = time.process_time()
            length = len(solve(problem()).text())
            took = 1000 * (time.process_time() - started)
            print(f"{name:32} {took:>9,.0f} ms {length:>12,} characters", flush=True)


if __name__ == "__main__":
    main()
