"""Random problem files, solved by the package and by brute force that shares nothing with it.

`python tests/test_differential.py --count 5000 --seed 1` is the long run: each difference is printed
with the smallest file that shows it.
"""

from __future__ import annotations

import argparse
import re
import sys
import traceback
from dataclasses import replace
from pathlib import Path

if __name__ == "__main__":
    sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).parent.parent)]

import pytest
from differential.asking import with_asks
from differential.compare import Difference, differences
from differential.draw import draw
from differential.shrinking import shrunk
from differential.spec import Spec
from differential.writing import written
from thoroughness import choose, in_both_runs

COUNT, CHUNK = choose(quick=200, exhaustive=2_000), 20


def problem(seed: int) -> Spec:
    """Return the random problem of a seed, with its questions."""
    return with_asks(draw(seed), seed)


def tried(spec: Spec, *, by_default: bool = True) -> list[Difference]:
    """Return the differences of a problem; a traceback is one of them."""
    try:
        return differences(spec, by_default=by_default)
    except Exception:
        return [Difference("(crash)", traceback.format_exc(), "an answer, or an error of one line")]


def smallest(spec: Spec, difference: Difference) -> tuple[Spec, Difference]:
    """Return the smallest problem with a difference of the same kind, and what differs there."""
    if difference.ask:
        spec = replace(spec, asks=(difference.ask,))
    kind = kind_of(difference)

    def same(found: Difference) -> bool:
        return kind_of(found) == kind

    def differs(less: Spec) -> bool:
        try:
            return any(map(same, tried(less)))
        except Exception:  # a smaller problem that cannot even be written is none
            return False

    spec = shrunk(spec, differs)
    return spec, next(filter(same, tried(spec)), difference)


def kind_of(difference: Difference) -> tuple[str, str]:
    """Return what stays the same while a problem shrinks: the form asked, and how it went wrong."""
    form = difference.ask.form if difference.ask else difference.quantity
    if form == "(crash)":
        return form, difference.found.strip().splitlines()[-1].split(":")[0]
    if difference.found.startswith("refused") or not difference.ask:
        message = difference.found.split(".toml: ")[-1].split(": ")[-1]
        return form, re.sub("line [0-9]+|'[^']*'|[0-9]", "", message)
    return form, "value"


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
    """Kinds, exact values, decimals and refusals are those of the definitions, in 20 random files."""
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
