"""Measure how fair `check` is: right answers in all spellings, slips, guesses, and honest rounding.

Run: python benchmarks/fairness [--problems 200] [--quick] [--seed 1] [--show 5] [--slips]
     [--examples SLIP]
Problems of four families with 2 to 4 classes are drawn and answered by code that shares nothing with
what reads and judges answers; so are eight questions each by a class of 200.
Ends with 1 if a figure is not reached.
"""

from __future__ import annotations

import argparse
import os
import platform
import random
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2] / "tests" / "helpers"))

import blame
from classes import SimulatedClass
from measures import MEASURES, measured, row
from students.measured import measure


def main() -> int:
    """Print the tables; return 1 if something wanted is not reached."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--problems", type=int, default=200)
    parser.add_argument("--quick", action="store_true", help="a fifth of the problems, in a minute")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--show", type=int, default=0, help="how many answers to show that went amiss")
    parser.add_argument("--slips", action="store_true", help="what was said of each slip")
    parser.add_argument("--examples", default="", help="a slip: what was typed, what was said")
    options = parser.parse_args()
    options.problems //= 5 if options.quick else 1
    started = time.process_time()
    print(f"Python {platform.python_version()}, {platform.machine()}, {os.cpu_count()} cores")
    found = measured(options.problems, options.seed)
    said = ", ".join(f"{count} {family}" for family, count in sorted(found.families.items()))
    print(f"{options.problems} problems from seed {options.seed} ({said})")
    rows = [row(each, found.counted[each.name]) for each in MEASURES]
    print("\n".join(text for text, _ in rows))
    dice = random.Random(options.seed)
    for name, listed in found.amiss.items():
        for line in dice.sample(listed, min(options.show, len(listed))):
            print(f"{name}: {line}")
    students = measure(options.problems, options.seed)
    print("\n" + blame.table(students))
    if options.slips:
        print("\n" + blame.by_slip(students))
    if options.examples:
        print(blame.examples(students, options.examples))
    room = SimulatedClass(options.seed)
    figures = [*blame.figures(students), *room.figures()]
    print(f"\n{room.table()}\n" + "\n".join(text for text, _ in figures[-3:]))
    if options.show:
        print("\n".join(room.unexplained))
    print(f"\n{time.process_time() - started:.0f} s of CPU")
    return int(not all(is_reached for _, is_reached in [*rows, *figures]))


if __name__ == "__main__":
    sys.exit(main())
