"""The processor time of every format of a worked example: `python benchmarks/formats.py [PROBLEM]`."""

from __future__ import annotations

import sys
import time

from exactnb import solve
from exactnb.explain.rendering.formats import load_format, names

PLAY_TENNIS = "worked_examples/play_tennis/play_tennis.toml"


def main() -> None:
    """Print milliseconds: the first time, with what is loaded for it, and the second."""
    solution = solve(*(sys.argv[1:2] or [PLAY_TENNIS]))
    texts = [name for name in names() if load_format(name).typeset is None]
    for run in ("first", "second"):
        times = {}
        for name in (*texts, *(name for name in names() if name not in texts)):
            begun = time.process_time()
            solution.written(name)
            times[name] = 1000 * (time.process_time() - begun)
        said = ", ".join(f"{name} {spent:.0f}" for name, spent in times.items())
        print(f"{run}: {said}; all texts {sum(times[name] for name in texts):.0f} ms")


if __name__ == "__main__":
    main()
