"""Report what large exact problems cost: CPU time and size, from rows in memory to JSON.

python benchmarks/large.py
"""

from __future__ import annotations

import os
import platform
import random
import time
from collections.abc import Callable
from itertools import pairwise

from exactnb import Conventions, Documents, ModelChoice, Problem, solve

GOALS = {"multinomial": 2.0, "bernoulli": 5.0}


def multinomial() -> Problem:
    """Return a text of 1,000 tokens against 10,000 words and 20 classes."""
    dice = random.Random(1)
    words = [f"w{number}" for number in range(10_000)]
    labels = [f"c{number}" for number in range(20)]
    texts = [(label, " ".join(dice.choices(words, k=200))) for label in labels for _ in range(5)]
    texts += [(labels[at // 100 % 20], " ".join(words[at : at + 100])) for at in range(0, 10_000, 100)]
    weights = [1 / (number + 1) for number in range(10_000)]
    query = " ".join(dice.choices(words, weights=weights, k=1_000))
    choice = ModelChoice(Conventions(smoothing=1))
    return Problem(Documents.of(texts), query={"x": query}, models={"model": choice})


def bernoulli() -> Problem:
    """Return a text against a vocabulary of 35,788 words, present or absent, and 4 classes."""
    dice = random.Random(2)
    words = [f"w{number}" for number in range(35_788)]
    texts = [(f"c{at % 4}", " ".join(dice.choices(words, k=150))) for at in range(400)]
    texts += [(f"c{at // 100 % 4}", " ".join(words[at : at + 100])) for at in range(0, 35_788, 100)]
    choice = ModelChoice(Conventions(smoothing=1), family="bernoulli")
    query = " ".join(dice.sample(words, 300))
    return Problem(Documents.of(texts), query={"x": query}, models={"model": choice})


def main() -> None:
    """Print one row for each problem."""
    print(f"Python {platform.python_version()}, {platform.machine()}, {os.cpu_count()} cores")
    print(f"{'problem':14} {'read':>8} {'solve':>8} {'json':>8} {'all':>8} {'goal':>8}   (s of CPU)")
    problems: dict[str, Callable[[], Problem]] = {"multinomial": multinomial, "bernoulli": bernoulli}
    for name, make in problems.items():
        times = [time.process_time()]
        problem = make()
        times.append(time.process_time())
        solution = solve(problem)
        times.append(time.process_time())
        text = solution.json()
        times.append(time.process_time())
        parts = [after - before for before, after in pairwise(times)]
        row = (*parts, sum(parts), GOALS[name])
        print(f"{name:14} " + " ".join(f"{value:8.2f}" for value in row) + f"   {len(text):,} bytes")


if __name__ == "__main__":
    main()
