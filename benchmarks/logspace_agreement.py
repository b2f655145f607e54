"""Decide a great many random rows in log-space and by Fractions, and report whether they ever differ.

python benchmarks/logspace_agreement.py --count 100000 --seed 1
"""

from __future__ import annotations

import argparse
import platform
import random
import sys
import time
from collections import Counter
from pathlib import Path

import numpy as np
import scipy

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from logspace_drawn import drawn


def main() -> int:
    """Print how many rows have which certificate, and every row that is decided differently."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=100_000, help="problems")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    print(f"Python {platform.python_version()}, NumPy {np.__version__}, SciPy {scipy.__version__}")
    dice = random.Random(options.seed)
    certificates: Counter[str] = Counter()
    wrong, start = 0, time.process_time()
    for number in range(options.count):
        case = drawn(dice)
        decisions = case.decisions()
        certificates.update(decisions.names())
        for query, found in zip(case.queries, decisions.sets(), strict=True):
            winners = case.winners(query)
            if found != winners:
                wrong += 1
                print(f"problem {number}: {query} goes to {winners}, not {found}: {case}")
    rows, seconds = sum(certificates.values()), time.process_time() - start
    print(f"{options.count:,} problems, {rows:,} rows, {seconds:.0f} s of CPU")
    print(f"{wrong} decided differently")
    for name, times in certificates.most_common():
        print(f"{name:10} {times:>9,} rows")
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
