"""Plant one slip in a line that is printed of a theorem: is it refuted there, and nothing before it?

Run: python benchmarks/planted_slips.py [--slips 300] [--seed 0] [--theorems NAME ...] [--list]
Slips are planted, and found to be effective, by `tests/helpers/planted_prints.py`. A slip in a
definition is one of the lines that use the letter.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter, defaultdict
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "helpers"))

from planted_prints import NAMING, outcome, planted

from exactnb.core.problem.styles import names as notations
from exactnb.explain.proving import theorems
from exactnb.teach.grading.derivations.questions import BY_THEOREM

OUTCOMES = ("at", "after", "before", "unread", "open", "accepted")


def planted_slips(slips: int, seed: int, chosen: list[str], *, is_listed: bool) -> None:
    """Print, for each theorem, how many slips were refuted at their line, before it, and not at all."""
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    number = 0
    while sum(each.total() for each in counts.values()) < slips:
        theorem = chosen[number % len(chosen)]
        dice = Random(f"{seed} {number}")
        to, notation = dice.choice(("latex", "text")), dice.choice(notations())
        number += 1
        if (slip := planted(theorem, to, notation, dice)) is None:
            continue
        found = outcome(slip)
        counts[theorem + (" (named)" if slip.rule in NAMING else "")][found] += 1
        if is_listed and found != "at":
            print(
                f"{found} {theorem} {to} {notation} {slip.rule.name} {slip.kind}: {slip.row}",
                flush=True,
            )
    print(f"{'theorem':34}" + "".join(f"{each:>9}" for each in OUTCOMES))
    for theorem, of in sorted(counts.items()):
        print(f"{theorem:34}" + "".join(f"{of[each]:>9}" for each in OUTCOMES))
    total = sum(counts.values(), Counter[str]())
    print(f"{'all':34}" + "".join(f"{total[each]:>9}" for each in OUTCOMES))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--slips", type=int, default=300)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--theorems", nargs="*")
    parser.add_argument("--list", action="store_true")
    options = parser.parse_args()
    names = options.theorems or sorted(set(BY_THEOREM) & set(theorems.names()))
    planted_slips(options.slips, options.seed, names, is_listed=options.list)
