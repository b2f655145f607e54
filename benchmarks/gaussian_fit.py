"""Time an exact Gaussian fit and exact decisions: `python benchmarks/gaussian_fit.py`."""

from __future__ import annotations

import argparse
import platform
import random
from time import process_time

from exactnb import Conventions, ModelChoice, Problem, Table

CHOICE = ModelChoice(Conventions(divisor="N"), family="gaussian")


def rows(count: int, features: int, classes: int, seed: int) -> list[list[str]]:
    """Return measurements of two digits behind the point, around a center of each class."""
    dice = random.Random(seed)
    centers = [[dice.randint(0, 500) for _ in range(features)] for _ in range(classes)]
    out = []
    for _ in range(count):
        k = dice.randrange(classes)
        cells = [f"{(center + dice.randint(-400, 400)) / 100:.2f}" for center in centers[k]]
        out.append([*cells, f"k{k}"])
    return out


def main() -> None:
    """Print the seconds of processor time that fitting and deciding take."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rows", type=int, default=10_000)
    parser.add_argument("--features", type=int, default=30)
    parser.add_argument("--classes", type=int, default=10)
    parser.add_argument("--decisions", type=int, default=1_000)
    options = parser.parse_args()
    header = [f"x{at}" for at in range(options.features)]
    data = rows(options.rows, options.features, options.classes, seed=1)
    asked = rows(options.decisions, options.features, options.classes, seed=2)
    start = process_time()
    table = Table.from_rows(data, [*header, "class"])
    read = process_time()
    problem = Problem(table, models={"model": CHOICE})
    problem.decide({})
    fitted = process_time()
    decided = [problem.decide(dict(zip(header, row, strict=False))) for row in asked]
    end = process_time()
    print(f"Python {platform.python_version()}, {platform.machine()}, processor time in seconds")
    print(f"{options.rows:,} rows x {options.features} features x {options.classes} classes")
    print(f"read      {read - start:8.2f}")
    print(f"fit       {fitted - read:8.2f}")
    print(f"decide    {end - fitted:8.2f}   ({len(decided):,} decisions)")
    print(f"in all    {end - start:8.2f}")


if __name__ == "__main__":
    main()
