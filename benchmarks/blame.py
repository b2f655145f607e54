"""Measure blame: which slips are named, which guesses are blamed, which honest students lose.

Run: python benchmarks/blame.py [--problems 240] [--seed 1] [--slips] [--examples NAME]
Students are simulated in `tests/helpers/students`, which shares no code with the package.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "helpers"))

from students.answers import FORMS
from students.measured import OUTCOMES, Measured, measure


def table(found: Measured) -> str:
    """Return the figures with their bounds."""
    named = found.share_of_slips("alone", "among others")
    only = found.share_of_slips("only another name")
    rows = [
        f"{found.problems} problems, {found.slips.total():,} slips, {found.guesses.total():,} guesses, "
        f"{found.honest.total():,} honest sheets",
        f"slips named                          {named:6.1f} %   at least 80 %",
        f"slips given only another name        {only:6.1f} %   at most 3 %",
        f"random decimals, 3 figures, blamed   {found.blamed('3 figures'):6.1f} %   at most 2 %",
        f"random decimals, 4 figures, blamed   {found.blamed('4 figures'):6.1f} %   at most 1 %",
        f"fractions to 20 blamed               {found.blamed('fraction'):6.1f} %   at most 5 %",
        f"honest students who lose nothing     {found.lost_nothing():6.1f} %   at least 95 %",
        "",
        "slips".ljust(18) + "".join(f"{name:>20}" for name in OUTCOMES),
    ]
    for form in ("", *FORMS, "label"):
        shares = "".join(f"{found.share_of_slips(o, form=form):18.1f} %" for o in OUTCOMES)
        rows.append(f"{form or 'all':<18}{shares}")
    rows += ["", "guesses blamed".ljust(18) + "".join(f"{form:>20}" for form in FORMS[:3])]
    for kind in dict.fromkeys(kind for _, kind, _ in found.guesses):
        rows.append(f"{kind:<18}" + "".join(f"{found.blamed(f, kind):18.1f} %" for f in FORMS[:3]))
    rows += ["", "honest rounding"]
    rows += [
        f"{way:<30}{found.lost_nothing(way):8.1f} %" for way in sorted({w for w, _ in found.honest})
    ]
    return "\n".join(rows)


def by_slip(found: Measured) -> str:
    """Return what was said of each slip, those named least first."""
    rows = []
    for name in {slip for slip, *_ in found.slips}:
        counts = [sum(n for k, n in found.slips.items() if (k[0], k[3]) == (name, o)) for o in OUTCOMES]
        rows.append((sum(counts[:2]) / sum(counts), name, counts))
    return "\n".join(
        f"{100 * share:5.0f} %  {name:<40}{counts}" for share, name, counts in sorted(rows)
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--problems", type=int, default=240)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--slips", action="store_true", help="what was said of each slip")
    parser.add_argument("--examples", default="", help="a slip: what was typed, what was said")
    options = parser.parse_args()
    started = time.process_time()
    found = measure(options.problems, options.seed)
    print(table(found))
    if options.slips:
        print("\n" + by_slip(found))
    for (name, outcome), given in found.examples.items():
        if name == options.examples:
            for sheet, question, text, named in given[:25]:
                print(f"\n--- {outcome}: {question} = {text}, said {', '.join(named)}\n{sheet.text()}")
    print(f"\n{time.process_time() - started:.0f} s of CPU")


if __name__ == "__main__":
    main()
