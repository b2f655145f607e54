"""Plant one slip in a line that is printed of a theorem: is it refuted there, and nothing before it?

Run: python benchmarks/planted_slips.py [--slips 300] [--seed 0] [--theorems NAME ...] [--list]
With --rewritings a side is written in another way, with the same value: no line may be accused.
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

from planted_prints import NAMING, outcome, outcome_of_right, planted, rewritten

from exactnb.core.problem.styles import names as notations
from exactnb.explain.proving import theorems
from exactnb.teach.grading.derivations.questions import BY_THEOREM

OUTCOMES = ("at", "after", "before", "accused", "unread", "open", "accepted")


def planted_slips(count: int, seed: int, chosen: list[str], *, is_listed: bool, is_right: bool) -> None:
    """Print, for each theorem, how many changed lines were refuted there, before it, and not at all.

    A change is a slip, or a rewriting if it `is_right`.
    """
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    plant, judged, usual = (
        (rewritten, outcome_of_right, "accepted") if is_right else (planted, outcome, "at")
    )
    number = 0
    while sum(each.total() for each in counts.values()) < count:
        theorem = chosen[number % len(chosen)]
        dice = Random(f"{seed} {number}")
        to, notation = dice.choice(("latex", "text")), dice.choice(notations())
        number += 1
        if (change := plant(theorem, to, notation, dice)) is None:
            continue
        found = judged(change)
        counts[theorem + (" (named)" if change.rule in NAMING else "")][found] += 1
        if is_listed and found != usual:
            print(
                f"{found} {theorem} {to} {notation} {change.rule.name} {change.kind}: {change.row}",
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
    parser.add_argument("--rewritings", action="store_true")
    options = parser.parse_args()
    names = options.theorems or sorted(set(BY_THEOREM) & set(theorems.names()))
    planted_slips(options.slips, options.seed, names,
                  is_listed=options.list, is_right=options.rewritings)  # fmt: skip
