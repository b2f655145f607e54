"""How time and memory grow beside scikit-learn's, from 10^3 to 10^6 rows or features.

python benchmarks/growth.py [--most 1000000]

Every line is a process of its own: 50 words in each of the rows, drawn by Zipf's law, 10 classes.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
import tracemalloc
from collections.abc import Callable
from typing import Any

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

ROWS, FEATURES = 10_000, 10_000
LENGTH, CLASSES = 50, 10


def drawn(rows: int, features: int) -> tuple[Any, Any]:
    """Return random counts and labels."""
    import numpy as np
    from scipy import sparse

    chance = np.random.default_rng(rows + features)
    places = features ** chance.random(rows * LENGTH)  # each octave as often as any other
    columns = np.minimum(places.astype(np.int64) - 1, features - 1)
    ends = np.arange(rows + 1) * LENGTH
    found = sparse.csr_matrix((np.ones(rows * LENGTH, dtype=np.int64), columns, ends), (rows, features))
    found.sum_duplicates()
    return found, chance.integers(0, CLASSES, rows)


def timed(call: Callable[[], Any]) -> tuple[Any, float]:
    started = time.process_time()
    found = call()
    return found, 1000 * (time.process_time() - started)


def measured(whose: str, rows: int, features: int) -> None:
    """Print how long fitting and predicting take (ms of CPU), and the memory beyond the rows (MB)."""
    from sklearn.naive_bayes import MultinomialNB as Theirs

    from exactnb.interfaces.sklearn import MultinomialNB as Ours

    data, labels = drawn(rows, features)
    make = Ours if whose == "ours" else Theirs
    small, some = drawn(100, 100)
    make().fit(small, some).predict(small)  # whatever is loaded late is loaded now
    model, fit = timed(lambda: make().fit(data, labels))
    _, predict = timed(lambda: model.predict(data))
    tracemalloc.start()
    make().fit(data, labels).predict(data)
    print(json.dumps([fit, predict, tracemalloc.get_traced_memory()[1] / 2**20]))


def line(rows: int, features: int) -> None:
    found = []
    for whose in ("ours", "theirs"):
        command = [sys.executable, __file__, "--one", whose, str(rows), str(features)]
        run = subprocess.run(command, capture_output=True, text=True, check=True)
        found.append(json.loads(run.stdout))
    cells = [f"{mine:>9,.1f} {other:>9,.1f}" for mine, other in zip(*found, strict=True)]
    print(f"{rows:>9,} {features:>9,} " + " ".join(cells), flush=True)


def grown(most: int) -> None:
    """Print a line for each size."""
    print(f"{'':19} {'fit, ms':>19} {'predict, ms':>19} {'memory, MB':>19}")
    print(f"{'rows':>9} {'features':>9} " + " ".join(f"{'ours':>9} {'theirs':>9}" for _ in range(3)))
    sizes = [size for size in (1_000, 10_000, 100_000, 1_000_000) if size <= most]
    for rows in sizes:
        line(rows, FEATURES)
    for features in sizes:
        if features != FEATURES:
            line(ROWS, features)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--most", type=int, default=1_000_000, help="rows and features, at most")
    parser.add_argument("--one", nargs=3, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.one:
        whose, rows, features = options.one
        measured(whose, int(rows), int(features))
    else:
        grown(options.most)


if __name__ == "__main__":
    main()
