"""Plant one error in what is printed of random tables: is it found, and is the set that of brute force?

Run: python benchmarks/planted_errors.py [--problems 200] [--seed 0]
The brute force is `tests/helpers/planted.py`, of misread numbers `planted_numbers.py`; a second table
says how long twenty numbers take.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from dataclasses import replace
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "helpers"))

from planted import by_all, by_conventions, by_edits, key_of, plant
from planted_numbers import number_key, plant_number

from exactnb import Problem, audit
from exactnb.core.problem.printed import Printed

KINDS = ("convention", "misconception", "edit", "none")
TENNIS = Path(__file__).parents[1] / "worked_examples" / "play_tennis" / "play_tennis.toml"
OF_TENNIS = (
    "P(Yes)", "P(No)", "P(Sunny|Yes)", "P(Cool|Yes)", "P(High|Yes)", "P(Strong|Yes)", "P(Sunny|No)",
    "P(Cool|No)", "P(High|No)", "P(Strong|No)", "P(x'|Yes)", "P(x'|No)", "P(Yes,x')", "P(No,x')",
    "P(x')", "P(Yes|x')", "P(No|x')", "odds(No:Yes|x')", "P(Overcast|Yes)", "P(Rain|No)",
)  # fmt: skip


def planted_errors(problems: int, seed: int) -> None:
    """Print for each kind how often the planted error is found, and how often the set is exact."""
    print(f"{'planted':<16}{'problems':>9}{'found':>8}{'same set':>10}{'explanations':>14}")
    for kind in KINDS:
        counts: Counter[str] = Counter()
        random = Random(f"{seed} {kind}")
        while counts["problems"] < (problems if kind == "none" else -(-problems // 3)):
            planted = plant(random, kind)
            if planted is None:
                continue
            keys = [key_of(a) for of in audit(planted.problem).explained.values() for a in of[0].by]
            counts["problems"] += 1
            counts["found"] += planted.key in keys or (kind == "none" and not keys)
            counts["explanations"] += len(keys)
            if kind == "none":
                counts["same"] += not keys
                continue
            told = {key for key in keys if key[0] in ("other-smoothing", "other-prior")}
            counts["same"] += (
                sorted(map(str, keys)) == sorted(map(str, by_all(planted)))
                and {key for key in keys if len(key) == 4} == by_edits(planted)
                and told - {("other-prior", "smoothed")} == by_conventions(planted)
            )
        _print_row(kind, counts)
    _misread_numbers(-(-problems // 3), Random(f"{seed} number"))


def _misread_numbers(problems: int, random: Random) -> None:
    """Print the row of numbers that were misread, of which the set is that of all edits."""
    counts: Counter[str] = Counter()
    while counts["problems"] < problems:
        if (planted := plant_number(random)) is None:
            continue
        by = [each for of in audit(planted.problem).explained.values() for each in of[0].by]
        keys = [key for each in by if (key := number_key(each)) is not None]
        counts["problems"] += 1
        counts["found"] += planted.key in keys
        counts["same"] += set(keys) == planted.by_edits() and len(keys) == len(set(keys))
        counts["explanations"] += len(keys)
    _print_row("number", counts)


def _print_row(kind: str, counts: Counter[str]) -> None:
    print(
        f"{kind:<16}{counts['problems']:>9}{counts['found']:>8}{counts['same']:>10}"
        f"{counts['explanations'] / counts['problems']:>14.1f}",
        flush=True,
    )


def twenty_numbers() -> None:
    """Print how long an audit of twenty wrong numbers over fourteen rows takes."""
    problem = Problem.read(TENNIS)
    for where in ("", "page"):
        told = [Printed(name, "0.0123", where=where) for name in OF_TENNIS]
        for pairs in (False, True):
            began = time.process_time()
            found = audit(replace(problem, printed=told), pairs=pairs)
            seconds = time.process_time() - began
            tried = max(each.tried for of in found.explained.values() for each in of)
            head = f"20 numbers, {'a block' if where else 'by itself':<10}"
            print(f"{head} {'pairs' if pairs else 'single':<7}{tried:>8} {seconds:8.2f} s")


def main() -> None:
    """Print both tables."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--problems", type=int, default=200)
    arguments.add_argument("--seed", type=int, default=0)
    given = arguments.parse_args()
    planted_errors(given.problems, given.seed)
    twenty_numbers()


if __name__ == "__main__":
    main()
