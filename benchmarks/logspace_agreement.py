"""Decide a great many random rows in log-space and by Fractions, and report where the two differ:
in the winners, or in the last bit of a posterior. Every other problem has dense rows.

python benchmarks/logspace_agreement.py --count 100000 --seed 1
"""

from __future__ import annotations

import argparse
import platform
import random
import sys
import time
from collections import Counter
from math import isnan
from pathlib import Path

import numpy as np
import scipy

sys.path.insert(0, str(Path(__file__).parent.parent / "tests" / "helpers"))

from logspace_drawn import drawn, table


def main() -> int:
    """Print how many rows have which certificate, and every row that is decided differently."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=100_000, help="problems")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    print(f"Python {platform.python_version()}, NumPy {np.__version__}, SciPy {scipy.__version__}")
    dice = random.Random(options.seed)
    certificates: Counter[str] = Counter()
    wrong, off, start = 0, 0, time.process_time()
    for number in range(options.count):
        case = drawn(dice)
        decisions = case.decisions(dense=bool(number % 2))
        certificates.update(decisions.names())
        rows = table(case.queries, case.parts[-1].columns.stop)
        posteriors = case.model().posteriors(rows.toarray() if number % 2 else rows).tolist()
        for query, found, shares in zip(case.queries, decisions.sets(), posteriors, strict=True):
            winners, joints = case.winners(query), case.joints(query)
            if found != winners:
                wrong += 1
                print(f"problem {number}: {query} goes to {winners}, not {found}: {case}")
            right = [float(joint / sum(joints)) for joint in joints] if winners else []
            if shares != right if winners else not all(map(isnan, shares)):
                off += 1
                print(f"problem {number}: {query} has posteriors {right}, not {shares}: {case}")
    asked, seconds = sum(certificates.values()), time.process_time() - start
    print(f"{options.count:,} problems, {asked:,} rows, {seconds:.0f} s of CPU")
    print(f"{wrong} decided differently, {off} with a posterior that is not the nearest double")
    for name, times in certificates.most_common():
        print(f"{name:10} {times:>9,} rows")
    return bool(wrong or off)


if __name__ == "__main__":
    sys.exit(main())
