"""Random problem files, solved by the package and by brute force that shares nothing with it."""

from __future__ import annotations

import argparse
import re
import sys
import traceback
from dataclasses import replace
from pathlib import Path

if __name__ == "__main__":
    sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).parent.parent)]

from differential.asking import with_asks
from differential.compare import Difference, differences
from differential.draw import draw
from differential.shrinking import shrunk
from differential.spec import Spec
from differential.writing import written


def problem(seed: int) -> Spec:
    return with_asks(draw(seed), seed)


def tried(spec: Spec) -> list[Difference]:
    """Return the differences of a problem; a traceback is one of them."""
    try:
        return differences(spec)
    except Exception:
        return [Difference("(crash)", traceback.format_exc(), "")]


def smallest(spec: Spec, difference: Difference) -> tuple[Spec, Difference]:
    """Return the smallest problem with one of the differences, and what differs there."""
    kind = (difference.ask and difference.ask.form, kind_of(difference))

    def same(found: Difference) -> bool:
        return (found.ask and found.ask.form, kind_of(found)) == kind

    if difference.ask:
        spec = replace(spec, asks=(difference.ask,))
    try:
        spec = shrunk(spec, lambda less: any(map(same, tried(less))))
    except Exception:
        traceback.print_exc()
    return spec, next(filter(same, tried(spec)), difference)


def kind_of(difference: Difference) -> str:
    if difference.quantity == "(crash)":
        return difference.found.strip().splitlines()[-1].split(":")[0]
    if difference.found.startswith("refused"):
        return "refused" + difference.found.split(":")[-1][:25]
    if difference.quantity == "(the problem)":
        return re.sub("line [0-9]+|'[^']*'|[0-9]", "", difference.found.split(".toml: ")[-1])
    return "value"


def report(seed: int, spec: Spec, difference: Difference) -> str:
    spec, difference = smallest(spec, difference)
    return (
        f"=== seed {seed}: {difference.quantity}\n    found    {difference.found}\n"
        f"    expected {difference.expected}\n{written(spec)}"
    )


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    bad = asked = 0
    for seed in range(options.seed, options.seed + options.count):
        spec = problem(seed)
        asked += len(spec.asks)
        found = tried(spec)
        bad += bool(found)
        if found:
            print(report(seed, spec, found[0]), flush=True)
    print(f"{options.count} files, {asked} quantities, {bad} files differ")
