"""Random problem files, solved by the package and by brute force that shares nothing with it.

`python tests/system/test_differential.py --count 5000 --seed 1` is the long run: each difference is
printed with the smallest file that shows it.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

if __name__ == "__main__":
    sys.path[:0] = [str(Path(__file__).parents[1] / "helpers"), str(Path(__file__).parents[2])]

import pytest
from differential.compare import Difference
from differential.spec import Spec
from differential.writing import written
from thoroughness import choose, in_both_runs
from tried_problems import problem, smallest, tried

COUNT, CHUNK = choose(quick=(4, 4), exhaustive=(24, 12))


def report(seed: int, spec: Spec, difference: Difference) -> str:
    """Return a difference as it is printed, with the smallest file that shows it."""
    spec, difference = smallest(spec, difference)
    return (
        f"=== seed {seed}: {difference.quantity}\n    found    {difference.found}\n"
        f"    expected {difference.expected}\n{written(spec)}"
    )


@in_both_runs
@pytest.mark.parametrize("first", range(1, COUNT + 1, CHUNK))
def test_random_problems_have_the_answers_of_brute_force(first: int) -> None:
    """Kinds, exact values, decimals and refusals are those of the definitions, in some random files."""
    different = []
    for seed in range(first, first + CHUNK):
        spec = problem(seed)
        if found := tried(spec, by_default=seed % 5 == 0):
            different.append((seed, spec, found[0]))
    shown = [report(*each) for each in different[:1]]  # to shrink one is enough to begin with
    shown += [f"=== seed {seed}: {each.quantity}" for seed, _, each in different[1:]]
    assert not different, "\n".join(["", *shown])


def main() -> int:
    """Run many seeds; return 1 if one differs."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=COUNT)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    differ = asked = 0
    for seed in range(options.seed, options.seed + options.count):
        spec = problem(seed)
        asked += len(spec.asks)
        if found := tried(spec):
            differ += 1
            print(report(seed, spec, found[0]), flush=True)
    print(f"{options.count} files, {asked} quantities; {differ} files differ")
    return int(bool(differ))


if __name__ == "__main__":
    sys.exit(main())
